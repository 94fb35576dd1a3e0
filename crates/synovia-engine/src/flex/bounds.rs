//! Bounding boxes of flex elements and the hierarchies over them.

use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::enums::Disable;
use synovia_model::id::FlexId;

use crate::data::Kin;

/// Boxes of all elements of a flex: centre, half size, grown by the radius of the flex.
pub(crate) fn elements(model: &Model, kin: &mut Kin, f: FlexId) {
    match model.flex.dim[f] {
        1 => elements_of::<2>(model, kin, f),
        2 => elements_of::<3>(model, kin, f),
        _ => elements_of::<4>(model, kin, f),
    }
}

/// The same for elements with `C` corners.
fn elements_of<const C: usize>(model: &Model, kin: &mut Kin, f: FlexId) {
    let flex = &model.flex;
    let (data, first) = (flex.elemdataadr[f] as usize, flex.elemadr[f] as usize);
    let range = first..first + flex.elemnum[f] as usize;
    let verts = flex.vertadr[f] as usize;
    let x = &kin.flexvert_xpos.rows()[verts..verts + flex.vertnum[f] as usize];
    let grown = Vec3::splat(flex.radius[f]);
    let corners = flex.elem.rows()[data..].as_chunks::<C>().0;
    for (out, corners) in kin.flexelem_aabb.rows_mut()[range].iter_mut().zip(corners) {
        let (mut low, mut high) = (Vec3::splat(f64::INFINITY), Vec3::splat(f64::NEG_INFINITY));
        for &v in corners {
            low = low.min(x[v as usize]);
            high = high.max(x[v as usize]);
        }
        *out = boxed(low, high, grown);
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
        let first = model.flex.elemadr[f] as usize;
        let elements = &kin.flexelem_aabb.rows()[first..first + model.flex.elemnum[f] as usize];
        let range = adr..adr + model.flex.bvhnum[f] as usize;
        let boxes = &mut kin.bvh_aabb_dyn.rows_mut()[adr - offset..range.end - offset];
        let nodes = model.bvh.nodeid.rows()[range.clone()].iter();
        // order: last node first, children come after their parent
        for (k, (&leaf, child)) in nodes.zip(&model.bvh.child.rows()[range]).enumerate().rev() {
            boxes[k] = if leaf >= 0 {
                elements[leaf as usize]
            } else {
                let [a, b] = child.map(|c| boxes[c as usize]);
                let low = |x: [f64; 6]| Vec3::new(x[0] - x[3], x[1] - x[4], x[2] - x[5]);
                let high = |x: [f64; 6]| Vec3::new(x[0] + x[3], x[1] + x[4], x[2] + x[5]);
                boxed(low(a).min(low(b)), high(a).max(high(b)), Vec3::ZERO)
            };
        }
    }
}
