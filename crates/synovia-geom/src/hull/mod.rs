//! Convex hulls.
//!
//! [`convex_hull`] returns the extreme points of a set and outward-facing triangles between them. Flat facets are
//! built as polygons and then triangulated as fans; a point in the interior of a facet or of an edge is not a vertex.
//!
//! There are two constructions. The first (`quickhull`) computes in `f64` with tolerances and lists vertices,
//! neighbours and triangles in the order of the reference, on which contacts between a mesh and a floor depend. It
//! checks its result and gives up on input that is too degenerate. The second (`exact`) is the fallback: exact
//! arithmetic on a lattice with a spacing of 2⁻⁴⁰ of the largest coordinate, with no tolerances and no input that
//! breaks its topology.

mod conic;
pub mod convexity;
mod exact;
mod graph;
mod quickhull;
#[cfg(test)]
pub(crate) mod testing;

use synovia_math::Vec3;

use crate::MeshError;

/// A convex polyhedron whose vertices are a subset of the given points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hull {
    /// The extreme points as indices into the input, in the order in which the construction found them.
    pub vertices: Vec<u32>,
    /// Triangles as indices into the input, counter-clockwise seen from outside.
    pub faces: Vec<[u32; 3]>,
    /// Neighbours of all vertices as indices into `vertices`, one vertex after the other.
    pub neighbours: Vec<u32>,
    /// Start of the neighbours of each vertex in `neighbours`, followed by the total number.
    pub starts: Vec<u32>,
}

/// The convex hull of `points`; with `limit`, construction stops once the hull has that many vertices.
///
/// Returns an error if all points are in one plane.
pub fn convex_hull(points: &[Vec3], limit: Option<usize>) -> Result<Hull, MeshError> {
    // ids of vertices are 32-bit
    if u32::try_from(points.len()).is_err() {
        return Err(MeshError::TooMany { what: "vertices" });
    }
    // in the order of the reference, unless rounding defeats it
    if let Some(hull) = quickhull::build(points, limit) {
        return Ok(hull);
    }
    // exact, in an order of its own
    exact::build(points, limit).ok_or(MeshError::FlatHull)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Euler's formula, convexity, and every point inside.
    fn check(points: &[Vec3], hull: &Hull) {
        assert_eq!(hull.faces.len(), 2 * hull.vertices.len() - 4);
        let size = points.iter().fold(0.0_f64, |m, p| m.max(p.norm()));
        for f in &hull.faces {
            let [a, b, c] = f.map(|k| points[k as usize]);
            let n = (b - a).cross(c - a);
            for p in points {
                assert!(
                    n.dot(*p - a) <= 1e-11 * n.norm() * size,
                    "point above a face"
                );
            }
        }
    }

    #[test]
    fn a_grid_of_points_has_eight_corners() {
        let mut points = Vec::new();
        for x in 0..5 {
            for y in 0..5 {
                for z in 0..5 {
                    points.push(Vec3::new(f64::from(x), f64::from(y), f64::from(z)));
                }
            }
        }
        let hull = convex_hull(&points, None).unwrap();
        assert_eq!(hull.vertices.len(), 8);
        check(&points, &hull);
    }

    #[test]
    fn inr_19_flat_points_have_no_hull() {
        let flat: Vec<_> = (0..20)
            .map(|k| Vec3::new(f64::from(k % 5), f64::from(k / 5), 0.5))
            .collect();
        assert_eq!(convex_hull(&flat, None), Err(MeshError::FlatHull));
        assert_eq!(convex_hull(&[Vec3::X; 9], None), Err(MeshError::FlatHull));
        assert_eq!(convex_hull(&[], None), Err(MeshError::FlatHull));
        let nan = [Vec3::X, Vec3::Y, Vec3::Z, Vec3::splat(f64::NAN)];
        assert_eq!(convex_hull(&nan, None), Err(MeshError::FlatHull));
    }

    #[test]
    fn a_limit_on_vertices_is_kept() {
        let points: Vec<_> = (0..500)
            .map(|k| {
                let (a, z) = (f64::from(k) * 2.4, f64::from(k) / 250.0 - 1.0);
                let r = (1.0 - z * z).sqrt();
                Vec3::new(r * libm::cos(a), r * libm::sin(a), z)
            })
            .collect();
        assert_eq!(convex_hull(&points, Some(20)).unwrap().vertices.len(), 20);
        assert_eq!(convex_hull(&points, None).unwrap().vertices.len(), 500);
    }

    proptest! {
        #[test]
        fn lattice_points_have_a_closed_convex_hull(
            raw in prop::collection::vec((-3_i32..4, -3_i32..4, -3_i32..4), 4..60)
        ) {
            let points: Vec<_> = raw
                .iter()
                .map(|&(x, y, z)| Vec3::new(f64::from(x), f64::from(y), f64::from(z)))
                .collect();
            if let Ok(hull) = convex_hull(&points, None) {
                check(&points, &hull);
            }
        }

        #[test]
        fn both_constructions_find_the_same_corners(
            raw in prop::collection::vec((-3_i32..4, -3_i32..4, -3_i32..4), 4..80)
        ) {
            let points: Vec<_> = raw
                .iter()
                .map(|&(x, y, z)| Vec3::new(f64::from(x), f64::from(y), f64::from(z)))
                .collect();
            let exact = exact::build(&points, None);
            prop_assert_eq!(exact.is_some(), convex_hull(&points, None).is_ok());
            let Some(exact) = exact else { return Ok(()) };
            check(&points, &exact);
            if let Some(merged) = quickhull::build(&points, None) {
                let corners = |hull: &Hull| -> std::collections::BTreeSet<_> {
                    hull.vertices.iter().map(|&k| raw[k as usize]).collect()
                };
                prop_assert_eq!(corners(&exact), corners(&merged));
            }
        }

        #[test]
        fn any_floats_have_a_hull_or_none(
            raw in prop::collection::vec(any::<(f32, f32, f32)>(), 0..40)
        ) {
            let points: Vec<_> = raw
                .iter()
                .map(|&(x, y, z)| Vec3::new(x.into(), y.into(), z.into()))
                .collect();
            if let Ok(hull) = convex_hull(&points, None) {
                prop_assert_eq!(hull.faces.len(), 2 * hull.vertices.len() - 4);
            }
        }
    }
}
