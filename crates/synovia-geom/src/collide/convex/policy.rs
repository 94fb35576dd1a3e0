//! What agreement with the reference decides, in one place.
//!
//! The mathematics of the searches leaves choices open: when numbers count as equal, which of equals comes first, when a
//! search is given up. Results are those of MuJoCo 3.5.0 to the last bit only if all of them are made as there. Each is a
//! constant here with a sentence, or a rule of this list:
//!
//! - *Sums.* Weighted sums of points are taken in the order of the corners; determinants in the order that the code
//!   writes down.
//! - *Ties.* Of equally good faces, sides, vertices or facets of a simplex the first that is offered wins.
//! - *No number.* A comparison that involves a NaN is false, and both ways of writing a condition differ by that.
//!
//! Accidents of the reference, which nobody would choose, are marked `QUIRK(<id>)` where they are done.

use synovia_math::MIN_VAL;

/// Polytopes of up to this many iterations share one size of memory, and no polytope has less.
pub(super) const COMMON_ITERATIONS: usize = 170;

/// Faces a polytope may have for each iteration that is allowed.
pub(super) const FACES_PER_ITERATION: usize = 6;

/// A polytope has at most this many faces, whatever the options allow.
pub(super) const MAX_FACES: usize = u16::MAX as usize;

/// Order in which the edges of a ring of three corners get their faces: backwards from the first.
pub(super) const RING_ORDER: [usize; 3] = [0, 2, 1];

/// sin 120° as the reference has it, to eleven digits.
pub(super) const SIN_120: f64 = 0.86602540378;
/// cos 120°.
pub(super) const COS_120: f64 = -0.5;

/// Cosine of the angle ε = 1.6 mrad up to which two facets count as parallel.
pub(super) const FLAT_COS: f64 = 0.99999872;
/// Its sine: up to here an edge counts as parallel to a facet.
pub(super) const FLAT_SIN: f64 = 0.00159999931;
/// Facets have at most this many vertices, and vertices this many facets and edges; others are left out.
pub(super) const MAX_VALENCE: usize = 150;
/// The vertex of each facet of a box (+x, −x, +y, −y, +z, −z) with which its ring of vertices begins, as bits of signs:
/// contact points are reported from there on.
pub(super) const BOX_RING_STARTS: [i32; 6] = [7, 2, 2, 4, 6, 3];
/// A manifold for which fewer points than this were asked has at most [`REDUCED`] of them.
pub(super) const REDUCED_BELOW: usize = 5;
/// Points of a reduced manifold.
pub(super) const REDUCED: usize = 4;

/// Rounds after which a search for a portal that gets nowhere is given up; the options do not limit it.
pub(super) const PORTAL_PATIENCE: usize = 10_000;
/// Where the origin ray begins if both centres coincide: this far along the first axis.
pub(super) const PORTAL_NUDGE: f64 = f64::EPSILON * 10.0;

/// Squares of normals of facets outside of these bounds are not trusted.
pub(super) const NORMAL_BOUNDS: core::ops::Range<f64> = MIN_VAL * MIN_VAL..1e20;

/// Bodies are turned by this angle, both ways about two axes, to find more points \[rad\].
pub(super) const TILT: f64 = 1e-3;
/// Points nearer than this to another, in bounding radii, are the same.
pub(super) const SAME_POINT: f64 = 1e-3;

/// Beyond this part of its half height a cylinder is not round.
pub(super) const CYLINDER_END: f64 = 0.95;
/// Nor where an end is nearer than this part of the distance to the wall.
pub(super) const CYLINDER_WALL: f64 = 0.25;
/// Most rounds for the normal of an ellipsoid.
pub(super) const ELLIPSOID_ROUNDS: usize = 30;
/// They end when nothing changes by more than this.
pub(super) const ELLIPSOID_TOLERANCE: f64 = 1e-6;
