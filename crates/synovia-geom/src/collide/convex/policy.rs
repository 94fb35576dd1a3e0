//! Choices on which bitwise agreement with the reference depends, in one place.
//!
//! The mathematics of the searches leaves choices open: when numbers are treated as equal, which of equals comes
//! first, when a search is abandoned. Results equal those of MuJoCo 3.5.0 to the last bit only if all choices are the
//! same. Each is a documented constant here, or a rule of this list:
//!
//! - *Sums.* Weighted sums of points are computed in the order of the vertices; determinants in the order written in
//!   the code.
//! - *Ties.* Of equally good faces, sides, vertices or facets of a simplex the first one offered wins.
//! - *NaN.* A comparison with a NaN is false, so that `!(a < b)` and `a >= b` are not the same.
//!
//! Accidents of the reference that are not sensible choices are marked `QUIRK(<id>)` in the code.

use synovia_math::MIN_VAL;

/// Polytopes with up to this many iterations use buffers of the same size, which is the minimum.
pub(super) const COMMON_ITERATIONS: usize = 170;

/// Maximum number of faces of a polytope per allowed iteration.
pub(super) const FACES_PER_ITERATION: usize = 6;

/// Maximum number of faces of a polytope, whatever the options allow.
pub(super) const MAX_FACES: usize = u16::MAX as usize;

/// Order in which faces are attached to the edges of a ring of three vertices: backwards from the first.
pub(super) const RING_ORDER: [usize; 3] = [0, 2, 1];

/// sin 120° as the reference writes it, with eleven digits.
pub(super) const SIN_120: f64 = 0.86602540378;
/// cos 120°.
pub(super) const COS_120: f64 = -0.5;

/// Cosine of the angle ε = 1.6 mrad below which two facets are treated as parallel.
pub(super) const FLAT_COS: f64 = 0.99999872;
/// Its sine: below this an edge is treated as parallel to a facet.
pub(super) const FLAT_SIN: f64 = 0.00159999931;
/// Maximum number of vertices of a facet, and of facets and edges of a vertex; more are ignored.
pub(super) const MAX_VALENCE: usize = 150;
/// First vertex of the ring of each facet of a box (+x, −x, +y, −y, +z, −z), as bits of signs: contact points are
/// reported starting there.
pub(super) const BOX_RING_STARTS: [i32; 6] = [7, 2, 2, 4, 6, 3];
/// If fewer points than this are requested, a manifold has at most [`REDUCED`] points.
pub(super) const REDUCED_BELOW: usize = 5;
/// Number of points of a reduced manifold.
pub(super) const REDUCED: usize = 4;

/// Maximum number of rounds of a portal search without progress; independent of the options.
pub(super) const PORTAL_PATIENCE: usize = 10_000;
/// Start of the origin ray if both centres coincide: this far along the first axis.
pub(super) const PORTAL_NUDGE: f64 = f64::EPSILON * 10.0;

/// Squared norms of facet normals outside of these bounds are not reliable.
pub(super) const NORMAL_BOUNDS: core::ops::Range<f64> = MIN_VAL * MIN_VAL..1e20;

/// Angle by which bodies are rotated, in both directions about two axes, to find more points \[rad\].
pub(super) const TILT: f64 = 1e-3;
/// Points closer to each other than this, in units of the bounding radius, are the same.
pub(super) const SAME_POINT: f64 = 1e-3;

/// Beyond this fraction of its half height the surface of a cylinder is not treated as round.
pub(super) const CYLINDER_END: f64 = 0.95;
/// Nor if an end is closer than this fraction of the distance to the lateral surface.
pub(super) const CYLINDER_WALL: f64 = 0.25;
/// Maximum number of iterations for the normal of an ellipsoid.
pub(super) const ELLIPSOID_ROUNDS: usize = 30;
/// Tolerance at which they stop.
pub(super) const ELLIPSOID_TOLERANCE: f64 = 1e-6;
