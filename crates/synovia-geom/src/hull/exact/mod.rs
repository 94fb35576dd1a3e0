//! The convex hull in exact arithmetic.
//!
//! Coordinates are rounded to a lattice with a spacing of 2⁻⁴⁰ of the largest one (`lattice`), where the side of a
//! plane on which a point is located is computed exactly. Quickhull on triangles (`grow`) then needs no tolerances,
//! and coplanar triangles are combined to facets at the end (`facets`).

mod facets;
mod grow;
mod lattice;

use synovia_math::Vec3;

use super::Hull;

/// The hull of `points`, grown to at most `limit` vertices; `None` if they are coplanar.
pub(super) fn build(points: &[Vec3], limit: Option<usize>) -> Option<Hull> {
    facets::simplify(&grow::grow(points, limit)?)
}
