//! Polygon clipping: the part of a flat polygon that is over another one.
//!
//! A convex polygon with unit normal `n`, whose vertices `vₖ` are clockwise seen from the side `n` points to, is the
//! part of its plane inside of the half spaces
//!
//! ```text
//! (p − vₖ)·wₖ ≥ 0,        wₖ = (vₖ₊₁ − vₖ) × n                                   (1)
//! ```
//!
//! whose boundary planes contain its edges and `n`. The part of another polygon over this one is its intersection
//! with all half spaces, computed one after the other. I. E. Sutherland and G. W. Hodgman, *Reentrant polygon
//! clipping* (1974).

use synovia_math::{MIN_VAL, Vec3};

/// A half space.
struct HalfSpace {
    /// A point of its boundary plane.
    origin: Vec3,
    /// Normal of the plane, not normalised, pointing into the half space.
    inward: Vec3,
    /// `inward · origin`.
    height: f64,
}

impl HalfSpace {
    /// The half space at the edge between two vertices of a polygon with the given normal, equation (1).
    fn over(from: Vec3, to: Vec3, normal: Vec3) -> Self {
        // order: the normal is rounded by adding and subtracting the vertex
        let inward = (to - from).cross((from + normal) - from);
        Self {
            origin: from,
            inward,
            height: inward.dot(from),
        }
    }

    /// True if `p` is inside, up to rounding.
    #[inline]
    fn contains(&self, p: Vec3) -> bool {
        (p - self.origin).dot(self.inward) > -MIN_VAL
    }

    /// Intersection of a segment with the plane, if there is one.
    #[inline]
    fn crossing(&self, p: Vec3, q: Vec3) -> Option<Vec3> {
        let along = q - p;
        let slope = self.inward.dot(along);
        if slope == 0.0 {
            return None;
        }
        let t = (self.height - self.inward.dot(p)) / slope;
        (0.0..=1.0).contains(&t).then(|| p + along * t)
    }

    /// The intersection of a polygon with the half space. The result starts at the end of the first edge.
    fn cut(&self, polygon: &[Vec3], out: &mut Vec<Vec3>) {
        let Some((&first, rest)) = polygon.split_first() else {
            return;
        };
        let first_inside = self.contains(first);
        let (mut p, mut p_inside) = (first, first_inside);
        let others = rest.iter().map(|&q| (q, self.contains(q)));
        for (q, q_inside) in others.chain([(first, first_inside)]) {
            if p_inside != q_inside {
                out.extend(self.crossing(p, q));
            }
            if q_inside {
                out.push(q);
            }
            (p, p_inside) = (q, q_inside);
        }
    }
}

/// Clips a polygon or segment to the part over a polygon with vertices `ring` and the given normal; `spare` is a buffer.
pub(super) fn clip(polygon: &mut Vec<Vec3>, ring: &[Vec3], normal: Vec3, spare: &mut Vec<Vec3>) {
    let ends = ring.iter().skip(1).chain(ring.first());
    for (&from, &to) in ring.iter().zip(ends) {
        spare.clear();
        HalfSpace::over(from, to, normal).cut(polygon, spare);
        core::mem::swap(polygon, spare);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn square(half: f64, x: f64) -> Vec<Vec3> {
        [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)]
            .map(|(u, v)| Vec3::new(x + half * u, half * v, 0.0))
            .to_vec()
    }

    #[test]
    fn two_squares_share_a_rectangle() {
        let mut polygon = square(1.0, 1.5);
        clip(&mut polygon, &square(1.0, 0.0), Vec3::Z, &mut Vec::new());
        assert_eq!(polygon.len(), 4);
        for p in polygon {
            assert!((p.x - 0.5).abs() < 1e-12 || (p.x - 1.0).abs() < 1e-12);
            assert!((p.y.abs() - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn nothing_is_left_of_a_square_beside_another() {
        let mut polygon = square(1.0, 3.0);
        clip(&mut polygon, &square(1.0, 0.0), Vec3::Z, &mut Vec::new());
        assert!(polygon.is_empty());
    }

    proptest! {
        #[test]
        fn what_is_left_is_over_the_region_and_in_the_plane_of_the_polygon(
            x in -2.0_f64..2.0,
            turn in 0.0_f64..3.0,
            tilt in -0.3_f64..0.3,
        ) {
            let (sin, cos) = (libm::sin(turn), libm::cos(turn));
            let place = |p: Vec3| {
                let (u, v) = (cos * p.x - sin * p.y + x, sin * p.x + cos * p.y);
                Vec3::new(u, v, 0.2 + tilt * u)
            };
            let whole: Vec<_> = square(1.0, 0.0).into_iter().map(place).collect();
            let mut polygon = whole.clone();
            clip(&mut polygon, &square(1.0, 0.0), Vec3::Z, &mut Vec::new());
            for p in &polygon {
                prop_assert!(p.x.abs() < 1.0 + 1e-9 && p.y.abs() < 1.0 + 1e-9);
                prop_assert!((p.z - 0.2 - tilt * p.x).abs() < 1e-9);
            }
            // vertices over the region are kept
            for p in whole.iter().filter(|p| p.x.abs() < 1.0 && p.y.abs() < 1.0) {
                prop_assert!(polygon.contains(p));
            }
        }
    }
}
