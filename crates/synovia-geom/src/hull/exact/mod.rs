//! The convex hull in exact arithmetic.
//!
//! Coordinates are rounded to a lattice 2⁻⁴⁰ of the largest one (`lattice`), where the side of a plane on which a point
//! lies is known without doubt. Quickhull on triangles (`grow`) then needs no tolerances, and coplanar triangles become
//! facets at the end (`facets`).

mod facets;
mod grow;
mod lattice;

use synovia_math::Vec3;

use super::Hull;

/// The hull of `points`, grown to at most `limit` vertices; `None` if they lie in a plane.
pub(super) fn build(points: &[Vec3], limit: Option<usize>) -> Option<Hull> {
    facets::simplify(&grow::grow(points, limit)?)
}
