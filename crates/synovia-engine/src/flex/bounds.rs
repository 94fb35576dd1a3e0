//! Bounding boxes of flex elements and the hierarchies over them.
//!
//! ```text
//! element      from the vertices, inflated by the radius                                       (1)
//! leaf         the box of its element
//! inner node   the box around the boxes of its children                                        (2)
//! ```

#![expect(
    clippy::inline_always,
    reason = "loops over boxes are compiled for the wide vector unit"
)]

use synovia_math::fearless_simd::{Simd, f64x2, f64x4, prelude::*};
use synovia_math::{Vec3, wide};
use synovia_model::Model;
use synovia_model::enums::Disable;
use synovia_model::id::FlexId;

use crate::data::Kin;

/// Boxes of all elements of a flex: centre and half size, inflated by the radius of the flex.
pub(crate) fn elements(model: &Model, kin: &mut Kin, f: FlexId) {
    match model.flex.dim[f] {
        1 => elements_of::<2>(model, kin, f),
        2 => elements_of::<3>(model, kin, f),
        _ => elements_of::<4>(model, kin, f),
    }
}

/// The same for elements with `C` vertices.
fn elements_of<const C: usize>(model: &Model, kin: &mut Kin, f: FlexId) {
    let flex = &model.flex;
    // elements, vertices and corners of this flex
    let (data, first) = (flex.elemdataadr[f] as usize, flex.elemadr[f] as usize);
    let range = first..first + flex.elemnum[f] as usize;
    let verts = flex.vertadr[f] as usize;
    let x = &kin.flexvert_xpos.rows()[verts..verts + flex.vertnum[f] as usize];
    let radius = flex.radius[f];
    let corners = flex.elem.rows()[data..].as_chunks::<C>().0;
    let out = &mut kin.flexelem_aabb.rows_mut()[range];
    wide!(simd => for (out, corners) in out.iter_mut().zip(corners) {
        // a vertex, one coordinate per lane
        let at = |v: i32| {
            let Vec3 { x, y, z } = x[v as usize];
            f64x4::load_array(simd, [x, y, z, 0.0])
        };
        // equation (1)
        let mut ends = Ends::new(at(corners[0]), at(corners[0]));
        for &v in &corners[1..] {
            ends = ends.around(&Ends::new(at(v), at(v)));
        }
        *out = ends.boxed(f64x4::splat(simd, radius));
    });
}

/// Lower and upper ends of a box on each axis; the fourth lane is unused.
#[derive(Clone, Copy)]
struct Ends<S: Simd> {
    /// Lower ends.
    low: f64x4<S>,
    /// Upper ends.
    high: f64x4<S>,
}

impl<S: Simd> Ends<S> {
    /// From its two ends.
    #[inline(always)]
    fn new(low: f64x4<S>, high: f64x4<S>) -> Self {
        Self { low, high }
    }

    /// The ends of the box around this one and another.
    #[inline(always)]
    fn around(&self, other: &Self) -> Self {
        // a NaN in `other` is ignored
        let low = other.low.simd_lt(self.low).select(other.low, self.low);
        let high = other.high.simd_gt(self.high).select(other.high, self.high);
        Self::new(low, high)
    }

    /// Centre and half size, inflated on all sides.
    #[inline(always)]
    fn boxed(&self, grown: f64x4<S>) -> [f64; 6] {
        let [x, y, z, _] = ((self.high + self.low) * 0.5).to_array();
        let [a, b, c, _] = ((self.high - self.low) * 0.5 + grown).to_array();
        [x, y, z, a, b, c]
    }
}

/// Boxes of the moving hierarchies: leaves from elements, inner nodes from their children.
#[doc(alias = "mj_updateDynamicBVH")]
pub(crate) fn hierarchies(model: &Model, kin: &mut Kin) {
    if model.opt.disabled(Disable::MIDPHASE) {
        return;
    }
    // moving hierarchies follow the static ones
    let offset = model.size.nbvhstatic as usize;
    for f in model.flex.ids() {
        let start = usize::try_from(model.flex.bvhadr[f]).ok();
        let Some(start) = start.and_then(|adr| adr.checked_sub(offset)) else {
            continue;
        };
        // elements, boxes and nodes of this flex
        let first = model.flex.elemadr[f] as usize;
        let count = model.flex.bvhnum[f] as usize;
        let Some(boxes) = kin.bvh_aabb_dyn.rows_mut().get_mut(start..start + count) else {
            continue;
        };
        let Some(nodes) = model
            .bvh
            .nodeid
            .rows()
            .get(offset + start..offset + start + count)
        else {
            continue;
        };
        let children = &model.bvh.child.rows()[offset + start..offset + start + count];
        let leaves = &kin.flexelem_aabb.rows()[first..];
        // order: last node first, because children come after their parent
        wide!(simd => for (k, (&node, children)) in nodes.iter().zip(children).enumerate().rev() {
            // a leaf, or equation (2)
            let aabb = match usize::try_from(node) {
                Ok(leaf) => leaves.get(leaf).copied(),
                Err(_) => around_both(simd, boxes, *children),
            };
            // a program may have written ids that are out of range
            if let Some(aabb) = aabb {
                boxes[k] = aabb;
            }
        });
    }
}

/// The box around two child boxes; `None` if the ids are out of range.
///
/// Boxes are loaded and stored in pairs of numbers: children were often written a moment ago, and a load that is wider than
/// the store cannot be forwarded and has to wait for the memory.
#[inline(always)]
fn around_both<S: Simd>(simd: S, boxes: &[[f64; 6]], [a, b]: [i32; 2]) -> Option<[f64; 6]> {
    // the two ends of a box: x and y in one pair, z alone
    let ends = |child: i32| {
        let [p, q, r] = boxes.get(usize::try_from(child).ok()?)?.as_chunks::<2>().0 else {
            return None;
        };
        let [p, q, r] = [p, q, r].map(|pair| f64x2::load_array_ref(simd, pair));
        let ([z, a], [b, c]) = (q.to_array(), r.to_array());
        let half = f64x2::load_array(simd, [a, b]);
        Some(([p - half, p + half], [z - c, z + c]))
    };
    let (([low_a, high_a], [bottom_a, top_a]), ([low_b, high_b], [bottom_b, top_b])) =
        (ends(a)?, ends(b)?);
    // equation (2)
    let low = low_b.simd_lt(low_a).select(low_b, low_a);
    let high = high_b.simd_gt(high_a).select(high_b, high_a);
    let bottom = if bottom_b < bottom_a {
        bottom_b
    } else {
        bottom_a
    };
    let top = if top_b > top_a { top_b } else { top_a };
    // back to centre and half size
    let [x, y] = ((high + low) * 0.5).to_array();
    let [a, b] = ((high - low) * 0.5).to_array();
    let (z, c) = ((top + bottom) * 0.5, (top - bottom) * 0.5);
    Some([x, y, z, a, b, c])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_box_around_two_is_that_of_the_plain_formula() {
        let boxes: [[f64; 6]; 3] = [
            [0.1, -2.0, 3.0, 0.5, 0.25, 1.0 / 3.0],
            [0.7, -1.0, 3.1, 0.1, 2.0, 0.0],
            [-5.0, 1e-3, 0.0, 1e-9, 7.0, 0.2],
        ];
        for (a, b) in [(0, 1), (1, 2), (2, 0), (1, 1)] {
            let mut plain = [0.0; 6];
            for k in 0..3 {
                let ends = [a, b]
                    .map(|i: usize| [boxes[i][k] - boxes[i][3 + k], boxes[i][k] + boxes[i][3 + k]]);
                let (low, high) = (ends[0][0].min(ends[1][0]), ends[0][1].max(ends[1][1]));
                (plain[k], plain[3 + k]) = ((high + low) * 0.5, (high - low) * 0.5);
            }
            let found = wide!(simd => around_both(simd, &boxes, [a as i32, b as i32]));
            assert_eq!(
                found.map(|x| x.map(f64::to_bits)),
                Some(plain.map(f64::to_bits))
            );
        }
        assert_eq!(wide!(simd => around_both(simd, &boxes, [0, 3])), None);
        assert_eq!(wide!(simd => around_both(simd, &boxes, [-1, 0])), None);
    }
}
