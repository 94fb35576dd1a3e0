//! The boxes of the reference's broad phase: around bodies, in axes that fit the scene.
//!
//! The axes follow from the covariance of all geoms and flex vertices that do not belong to the world,
//!
//! ```text
//! c = (1/n) Σ x_g,     C = (1/n) Σ (x_g − c)(x_g − c)ᵀ = R Λ Rᵀ                                          (1)
//! ```
//!
//! and are the rows of `R`. The box of a body contains the bounding spheres of its geoms, inflated by their margins; that
//! of a flex its vertices, inflated by radius and margin. Flexes are numbered like bodies after the last one. Two boxes
//! overlap if their intervals do on each axis. The first axis is compared in single precision and with one open end: this
//! is the effect of sorting the ends, equal ones in the order of the bodies. With `i < j`,
//!
//! ```text
//! min_j < max_i   ∧   min_i ≤ max_j                                                                      (2)
//! ```
//!
//! If spheres overlap by more than rounding, the boxes around them overlap in any axes, so this test is needed only for
//! grazing spheres and for bodies that are searched by their hierarchies. Axes and boxes are computed on first use in a
//! step.

use synovia_math::{Mat3, Vec3, eig3};
use synovia_model::Model;
use synovia_model::enums::Enable;
use synovia_model::id::{BodyId, FlexId};

use crate::data::Kin;
use crate::flex::verts;

/// A box around a body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Bounds {
    /// Ends on the first axis, in the precision in which they are compared.
    first: [f32; 2],
    /// Lower ends on the other axes.
    min: [f64; 2],
    /// Upper ends on the other axes.
    max: [f64; 2],
    /// Number of the pose for which this box is valid; 0 for none.
    pose: u64,
}

impl Bounds {
    /// The box of all geoms of a body.
    fn of_body(model: &Model, kin: &Kin, b: BodyId, axes: &[Vec3; 3], pose: u64) -> Self {
        let mut min = [f64::INFINITY; 3];
        let mut max = [f64::NEG_INFINITY; 3];
        // the options may override the margin of all geoms
        let shared = (model.opt.enabled(Enable::OVERRIDE)).then_some(0.5 * model.opt.o_margin);
        let geoms = model.body.geoms(b).range();
        let places = kin.geom_xpos.rows()[geoms.clone()].iter();
        let radii = model.geom.rbound.rows()[geoms.clone()].iter();
        let margins = model.geom.margin.rows()[geoms].iter();
        for ((at, radius), margin) in places.zip(radii).zip(margins) {
            let margin = shared.unwrap_or(*margin);
            // the interval of the sphere on each axis
            for k in 0..3 {
                let center = at.dot(axes[k]);
                let (low, high) = (center - radius - margin, center + radius + margin);
                // NaN is ignored
                min[k] = if low < min[k] { low } else { min[k] };
                max[k] = if high > max[k] { high } else { max[k] };
            }
        }
        // the first axis is rounded to single precision
        Self {
            first: [min[0] as f32, max[0] as f32],
            min: [min[1], min[2]],
            max: [max[1], max[2]],
            pose,
        }
    }

    /// The box of all vertices of a flex.
    fn of_flex(model: &Model, kin: &Kin, f: FlexId, axes: &[Vec3; 3], pose: u64) -> Self {
        let mut min = [f64::INFINITY; 3];
        let mut max = [f64::NEG_INFINITY; 3];
        for v in verts(model, f) {
            let at = kin.flexvert_xpos[v];
            for k in 0..3 {
                let along = at.dot(axes[k]);
                min[k] = if along < min[k] { along } else { min[k] };
                max[k] = if along > max[k] { along } else { max[k] };
            }
        }
        let shared = (model.opt.enabled(Enable::OVERRIDE)).then_some(0.5 * model.opt.o_margin);
        let grown = model.flex.radius[f] + shared.unwrap_or(model.flex.margin[f]);
        let [min, max] = [min.map(|x| x - grown), max.map(|x| x + grown)];
        Self {
            first: [min[0] as f32, max[0] as f32],
            min: [min[1], min[2]],
            max: [max[1], max[2]],
            pose,
        }
    }

    /// True if this box and that of a body with a larger id overlap: equation (2), and closed intervals on the other axes.
    #[inline]
    fn overlaps(&self, later: &Self) -> bool {
        later.first[0] < self.first[1]
            && self.first[0] <= later.first[1]
            && self.min[0] <= later.max[0]
            && later.min[0] <= self.max[0]
            && self.min[1] <= later.max[1]
            && later.min[1] <= self.max[1]
    }
}

/// Boxes of the current pose.
#[derive(Clone, Debug, Default)]
pub(super) struct BodyBoxes {
    /// The axes of equation (1), once they are needed.
    axes: Option<[Vec3; 3]>,
    /// A box for each body, then for each flex.
    boxes: Vec<Bounds>,
    /// Number of the current pose.
    pose: u64,
}

impl BodyBoxes {
    /// Starts a new pose with this many bodies and flexes.
    pub(super) fn forget(&mut self, nbodyflex: usize) {
        self.axes = None;
        self.boxes.resize(nbodyflex, Bounds::default());
        self.pose += 1;
    }

    /// True if the boxes of two bodies overlap, the smaller id first.
    #[inline]
    pub(super) fn overlap(&mut self, model: &Model, kin: &Kin, bodies: [BodyId; 2]) -> bool {
        self.places_overlap(model, kin, bodies.map(BodyId::index))
    }

    /// The same for a body and a flex.
    pub(super) fn overlap_flex(&mut self, model: &Model, kin: &Kin, b: BodyId, f: FlexId) -> bool {
        let place = model.body.len() + f.index();
        moves(model) && self.places_overlap(model, kin, [b.index(), place])
    }

    /// The same for two flexes, the smaller id first.
    pub(super) fn overlap_flexes(&mut self, model: &Model, kin: &Kin, flexes: [FlexId; 2]) -> bool {
        let places = flexes.map(|f| model.body.len() + f.index());
        moves(model) && self.places_overlap(model, kin, places)
    }

    /// True if the boxes at two positions of the list overlap.
    #[inline]
    fn places_overlap(
        &mut self,
        model: &Model,
        kin: &Kin,
        places @ [one, two]: [usize; 2],
    ) -> bool {
        let known = |boxes: &[Bounds], pose| boxes[one].pose == pose && boxes[two].pose == pose;
        if !known(&self.boxes, self.pose) {
            self.make(model, kin, places);
        }
        self.boxes[one].overlaps(&self.boxes[two])
    }

    /// Computes the boxes that are not up to date.
    #[inline(never)]
    fn make(&mut self, model: &Model, kin: &Kin, places: [usize; 2]) {
        let axes = self.axes.get_or_insert_with(|| axes(model, kin));
        // bodies come first, then flexes
        for at in places {
            let place = &mut self.boxes[at];
            if place.pose != self.pose {
                *place = match at.checked_sub(model.body.len()) {
                    None => Bounds::of_body(model, kin, BodyId::new(at), axes, self.pose),
                    Some(f) => Bounds::of_flex(model, kin, FlexId::new(f), axes, self.pose),
                };
            }
        }
    }
}

/// True if some geom or flex vertex does not belong to the world: otherwise the reference has no axes and no boxes.
fn moves(model: &Model) -> bool {
    let moving = |b: &BodyId| *b != BodyId::WORLD;
    model.flex.vertbodyid.iter().any(moving) || model.geom.bodyid.iter().any(moving)
}

/// The axes of equation (1).
fn axes(model: &Model, kin: &Kin) -> [Vec3; 3] {
    // positions of all geoms, then of all flex vertices, except those of the world
    let places = || {
        let geoms = (model.geom.bodyid.iter()).zip(kin.geom_xpos.iter());
        let verts = (model.flex.vertbodyid.iter()).zip(kin.flexvert_xpos.iter());
        geoms
            .chain(verts)
            .filter(|(b, _)| **b != BodyId::WORLD)
            .map(|(_, &x)| x)
    };
    // `c`, the mean
    let (mut sum, mut count) = (Vec3::ZERO, 0);
    for x in places() {
        sum += x;
        count += 1;
    }
    let share = 1.0 / f64::from(count);
    let center = sum * share;

    // `C`; order: geom by geom, then vertex by vertex; one triangle of the symmetric matrix
    let mut c = [0.0; 6];
    for x in places() {
        let d = x - center;
        let products = [
            d.x * d.x,
            d.x * d.y,
            d.x * d.z,
            d.y * d.y,
            d.y * d.z,
            d.z * d.z,
        ];
        for (c, product) in c.iter_mut().zip(products) {
            *c += product;
        }
    }
    // the eigenvectors of `C`
    let [xx, xy, xz, yy, yz, zz] = c.map(|sum| sum * share);
    let frame = eig3(&Mat3([xx, xy, xz, xy, yy, yz, xz, yz, zz])).vectors;
    [frame.row(0), frame.row(1), frame.row(2)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(min: f32, max: f32) -> Bounds {
        Bounds {
            first: [min, max],
            min: [0.0; 2],
            max: [1.0; 2],
            pose: 1,
        }
    }

    #[test]
    fn boxes_that_only_share_an_end_overlap_if_the_later_body_is_lower() {
        assert!(!bounds(0.0, 1.0).overlaps(&bounds(1.0, 2.0)));
        assert!(bounds(1.0, 2.0).overlaps(&bounds(0.0, 1.0)));
        assert!(bounds(0.0, 2.0).overlaps(&bounds(1.0, 3.0)));
        assert!(!bounds(0.0, 1.0).overlaps(&bounds(1.5, 3.0)));
    }

    #[test]
    fn closed_ends_count_on_the_other_axes() {
        let mut other = bounds(0.0, 1.0);
        (other.min, other.max) = ([1.0, 1.0], [2.0, 2.0]);
        assert!(bounds(0.0, 1.0).overlaps(&other));
        other.min[1] = 1.0 + f64::EPSILON;
        assert!(!bounds(0.0, 1.0).overlaps(&other));
    }
}
