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
        let start = usize::try_from(model.flex.bvhadr[f]).ok();
        let Some(start) = start.and_then(|adr| adr.checked_sub(offset)) else {
            continue;
        };
        let first = model.flex.elemadr[f] as usize;
        let count = model.flex.bvhnum[f] as usize;
        let Some(boxes) = kin.bvh_aabb_dyn.rows_mut().get_mut(start..start + count) else {
            continue;
        };
        // order: last node first, children come after their parent
        for k in (0..count).rev() {
            let node = BvhId::new(offset + start + k);
            let aabb = match usize::try_from(model.bvh.nodeid[node]) {
                Ok(leaf) => kin.flexelem_aabb.rows().get(first + leaf).copied(),
                Err(_) => around_both(boxes, model.bvh.child[node]),
            };
            // a program may have written trees that lead nowhere
            if let Some(aabb) = aabb {
                boxes[k] = aabb;
            }
        }
    }
}

/// The box around those of two children; nothing if they are none.
fn around_both(boxes: &[[f64; 6]], children: [i32; 2]) -> Option<[f64; 6]> {
    let [a, b] = children.map(|child| boxes.get(usize::try_from(child).ok()?));
    let (a, b) = (a?, b?);
    let low = |x: &[f64; 6]| Vec3::new(x[0] - x[3], x[1] - x[4], x[2] - x[5]);
    let high = |x: &[f64; 6]| Vec3::new(x[0] + x[3], x[1] + x[4], x[2] + x[5]);
    Some(boxed(low(a).min(low(b)), high(a).max(high(b)), Vec3::ZERO))
}
