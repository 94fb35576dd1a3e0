//! Invariants that hold after every round, tested on point clouds with many ties and on smooth ones.

use std::collections::BTreeSet;

use proptest::prelude::*;
use synovia_math::Vec3;

use super::Quickhull;
use super::ids::{FacetId, HalfEdge, VertexId};

impl Quickhull<'_> {
    fn sides(&self, f: FacetId) -> Vec<HalfEdge> {
        match self.complex.triangle_sides(f) {
            Some(sides) => sides.to_vec(),
            None => self.complex.exposed(f).to_vec(),
        }
    }

    /// Every ridge has two facets of the hull, its half-edges run in opposite directions, and `V − E + F = 2`.
    fn assert_closed(&self) {
        let complex = &self.complex;
        let mut halves = 0;
        for f in complex.facets.iter() {
            let sides = self.sides(f);
            halves += sides.len();
            for &h in &sides {
                let across = complex.across(h);
                assert!(complex.owner(h) == f && across != f);
                assert!(complex.facets.contains(across));
                assert!(self.sides(across).contains(&h.twin()));
                assert_ne!(complex.origin(h), complex.head(h));
            }
            // each corner is the origin of one side, corners are sorted, and neighbour lists agree with the sides
            let origins: BTreeSet<VertexId> = sides.iter().map(|&h| complex.origin(h)).collect();
            let corners: BTreeSet<VertexId> = complex.corners(f).iter().copied().collect();
            assert_eq!(origins.len(), sides.len());
            assert_eq!(origins, corners);
            assert!(complex.corners(f).is_sorted_by(|a, b| a > b));
            assert!(corners.iter().all(|&v| complex.vertices.contains(v)));
            let across: BTreeSet<FacetId> = sides.iter().map(|&h| complex.across(h)).collect();
            let listed = (0..complex.degree(f)).filter_map(|k| complex.neighbour(f, k));
            assert_eq!(across, listed.collect());
            assert_eq!(across.len(), complex.degree(f));
            // a ridge is exposed if one of its facets is a polygon
            for &h in &sides {
                let plain = complex.is_triangle(f) && complex.is_triangle(complex.across(h));
                assert_eq!(complex.exposed(f).contains(&h), !plain);
            }
        }
        assert_eq!(halves % 2, 0);
        assert_eq!(
            complex.vertices.len() + complex.facets.len(),
            halves / 2 + 2
        );
    }

    /// Outside points are above their facet, and none is higher than the furthest.
    fn assert_outside(&self) {
        let mut seen = BTreeSet::new();
        for f in self.complex.facets.iter() {
            let set = &self.outside[f];
            let height = |k: u32| self.geometry[f].plane.height(self.points[k as usize]);
            let Some(furthest) = set.furthest else {
                assert!(set.rest.is_empty());
                continue;
            };
            assert_eq!(furthest.height, height(furthest.point));
            assert!(furthest.height >= self.bounds.outside && seen.insert(furthest.point));
            for &k in &set.rest {
                assert!(height(k) >= self.bounds.outside && height(k) <= furthest.height);
                assert!(seen.insert(k), "a point is in one outside set");
            }
        }
    }

    /// No point is above a facet by more than rounding, merged facets and their margins explain.
    fn assert_contains_all(&self) {
        let bound = 2.0 * (self.outer + self.bounds.outside);
        for f in self.complex.facets.iter() {
            let plane = &self.geometry[f].plane;
            assert!(plane.height(self.interior) < 0.0);
            for p in self.points {
                assert!(plane.height(*p) <= bound, "{} > {bound}", plane.height(*p));
            }
        }
    }
}

/// Grows the hull of some points and checks the invariants after every round. `None` if the construction gives up.
fn grow(points: &[Vec3]) -> Option<Quickhull<'_>> {
    let mut hull = Quickhull::new(points)?;
    hull.assert_closed();
    hull.assert_outside();
    while let Some((point, facet)) = hull.next_point() {
        hull.add(point, facet)?;
        hull.assert_closed();
        hull.assert_outside();
    }
    Some(hull)
}

/// The same, with a final check that all points are inside.
fn grow_around(points: &[Vec3]) {
    if let Some(hull) = grow(points) {
        hull.assert_contains_all();
    }
}

fn point(p: (f64, f64, f64)) -> Vec3 {
    Vec3::new(p.0, p.1, p.2)
}

proptest! {
    #[test]
    fn points_in_a_ball_or_a_plate_grow_a_closed_surface_around_them(
        raw in prop::collection::vec((-1.0..1.0, -1.0..1.0, -1.0..1.0), 4..120), thin in 0_i32..4
    ) {
        let squeeze = libm::pow(10.0, f64::from(-2 * thin));
        let points: Vec<Vec3> = raw.into_iter().map(|(x, y, z)| point((x, y, z * squeeze))).collect();
        grow_around(&points);
    }

    #[test]
    fn a_plate_no_thicker_than_rounding_has_a_closed_surface_or_none(
        raw in prop::collection::vec((-1.0..1.0, -1.0..1.0, -1.0..1.0), 4..120), thin in 10_i32..19
    ) {
        let squeeze = libm::pow(10.0, f64::from(-thin));
        let points: Vec<Vec3> = raw.into_iter().map(|(x, y, z)| point((x, y, z * squeeze))).collect();
        grow(&points);
    }

    #[test]
    fn points_on_a_sphere_grow_a_closed_surface(
        raw in prop::collection::vec((-1.0..1.0, -1.0..1.0, -1.0..1.0), 4..120)
    ) {
        let points: Vec<Vec3> = raw.into_iter().map(|p| point(p).normalized()).collect();
        grow_around(&points);
    }

    #[test]
    fn points_with_many_ties_grow_a_closed_surface(
        raw in prop::collection::vec((0..6, 0..6, 0..6), 4..200), step in 0.1_f64..1.0
    ) {
        let points: Vec<Vec3> = (raw.into_iter())
            .map(|(x, y, z)| point((f64::from(x), f64::from(y), f64::from(z))) * step)
            .collect();
        grow_around(&points);
    }

    #[test]
    fn nearly_coplanar_points_grow_a_closed_surface(
        raw in prop::collection::vec((0..5, 0..5, 0..5, 0..4), 4..120), noise in 0..3
    ) {
        let noise = libm::pow(10.0, f64::from(noise - 16));
        let points: Vec<Vec3> = (raw.into_iter())
            .map(|(x, y, z, e)| {
                let e = f64::from(e) * noise;
                point((f64::from(x) + e, f64::from(y) - e, f64::from(z) + 0.5 * e))
            })
            .collect();
        grow_around(&points);
    }
}
