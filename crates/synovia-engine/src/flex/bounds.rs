//! Bounding boxes of flex elements and the hierarchies over them.

use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::enums::Disable;
use synovia_model::id::{BvhId, FlexElemId, FlexId, FlexVertId};

use crate::data::Kin;

/// Boxes of all elements of a flex: centre, half size, grown by the radius of the flex.
pub(crate) fn elements(model: &Model, kin: &mut Kin, f: FlexId) {
    let flex = &model.flex;
    let corners = (flex.dim[f] + 1) as usize;
    let (data, first) = (flex.elemdataadr[f] as usize, flex.elemadr[f] as usize);
    for e in 0..flex.elemnum[f] as usize {
        let verts = &flex.elem[data + e * corners..data + (e + 1) * corners];
        let (mut low, mut high) = (Vec3::splat(f64::INFINITY), Vec3::splat(f64::NEG_INFINITY));
        for &v in verts {
            let pos = kin.flexvert_xpos[FlexVertId::new((flex.vertadr[f] + v) as usize)];
            low = low.min(pos);
            high = high.max(pos);
        }
        let grown = Vec3::splat(flex.radius[f]);
        kin.flexelem_aabb[FlexElemId::new(first + e)] = boxed(low, high, grown);
    }
}

fn boxed(low: Vec3, high: Vec3, grown: Vec3) -> [f64; 6] {
    let (centre, half) = ((high + low) * 0.5, (high - low) * 0.5 + grown);
    [centre.x, centre.y, centre.z, half.x, half.y, half.z]
}

/// Boxes of the moving hierarchies: leaves from elements, others from their children.
#[doc(alias = "mj_updateDynamicBVH")]
pub(crate) fn hierarchies(model: &Model, kin: &mut Kin) {
    if model.opt.disabled(Disable::MIDPHASE) {
        return;
    }
    let offset = model.size.nbvhstatic as usize;
    for f in model.flex.ids() {
        let Ok(adr) = usize::try_from(model.flex.bvhadr[f]) else {
            continue;
        };
        // order: last node first, children come after their parent
        for k in (0..model.flex.bvhnum[f] as usize).rev() {
            let node = BvhId::new(adr + k);
            let leaf = model.bvh.nodeid[node];
            let slot = adr + k - offset;
            kin.bvh_aabb_dyn[slot] = if leaf >= 0 {
                kin.flexelem_aabb[FlexElemId::new((model.flex.elemadr[f] + leaf) as usize)]
            } else {
                let [a, b] =
                    model.bvh.child[node].map(|c| kin.bvh_aabb_dyn[adr - offset + c as usize]);
                let low = |x: [f64; 6]| Vec3::new(x[0] - x[3], x[1] - x[4], x[2] - x[5]);
                let high = |x: [f64; 6]| Vec3::new(x[0] + x[3], x[1] + x[4], x[2] + x[5]);
                boxed(low(a).min(low(b)), high(a).max(high(b)), Vec3::ZERO)
            };
        }
    }
}
