//! The first polytope: vertices of the Minkowski difference that enclose the origin.
//!
//! A distance search that ends in an overlap leaves a simplex with the origin on or in it. Support points complete it:
//!
//! ```text
//! segment      support points in three directions normal to it, 120° apart: a ring, the ends are the apexes
//! triangle     support points along both normals: the apexes, the triangle is the ring
//! tetrahedron  unchanged: a cone over a triangle
//! ```
//!
//! If the plane of a face of the result contains the origin, the origin is enclosed starting from that triangle instead.

use synovia_math::fearless_simd::Simd;
use synovia_math::{MIN_VAL, Mat3, Vec3};

use super::affine::{affine, combine, same_sign, volume};
use super::difference::Difference;
use super::half_edge::Surface;
use super::policy::{COS_120, SIN_120};
use super::polytope::{OnOrigin, Polytope};
use super::support::Point;

/// Vertices 0 and 1 are the ends of the segment, 2 to 4 the ring.
const AROUND_SEGMENT: Surface<6> = Surface::bipyramid([0, 1], [2, 3, 4]);
/// Vertices 0 to 2 are the triangle, 3 is below and 4 above it.
const AROUND_TRIANGLE: Surface<6> = Surface::bipyramid([4, 3], [0, 1, 2]);
const TETRAHEDRON: Surface<4> = Surface::tetrahedron([0, 1, 2], 3);

impl Polytope {
    /// Encloses the origin, starting from a simplex with the origin on or in it; false if that is not possible.
    #[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
    #[inline(always)]
    pub(super) fn enclose<S: Simd>(
        &mut self,
        simplex: &[Point],
        difference: &mut Difference<'_, '_, '_, S>,
    ) -> bool {
        match simplex {
            [p, q] => self.enclose_segment([p, q], difference),
            [p, q, r] => self.enclose_triangle([p, q, r], difference),
            [p, q, r, s] => self.enclose_tetrahedron([p, q, r, s], difference),
            _ => false,
        }
    }

    fn enclose_segment<S: Simd>(
        &mut self,
        ends: [&Point; 2],
        difference: &mut Difference<'_, '_, '_, S>,
    ) -> bool {
        self.corners.extend(ends.map(|end| *end));
        let [p, q] = ends.map(|end| end.gap);
        let along = q - p;

        // the ring: normal to the segment and to the axis along which it is shortest, then rotated twice by 120°
        let shorter = |i: usize, j: usize| {
            if along[j].abs() < along[i].abs() {
                j
            } else {
                i
            }
        };
        let mut axis = Vec3::ZERO;
        axis[shorter(shorter(0, 1), 2)] = 1.0;
        let turn = third_of_a_turn(along);
        let mut across = axis.cross(along);
        let mut ring = [Vec3::ZERO; 3];
        for corner in &mut ring {
            *corner = self.push_support(difference, across, across.norm());
            across = turn * across;
        }

        let [r, s, t] = ring;
        if let Err(OnOrigin(corners)) =
            self.build_bipyramid(difference.simd, &AROUND_SEGMENT, &[p, q, r, s, t])
        {
            return self.enclose_face(corners, difference);
        }

        // the segment must pass through the ring: all rotations about it have the same sense
        let [r, s, t] = ring.map(|corner| corner - p);
        let turns = [
            volume(r, s, along),
            volume(s, t, along),
            volume(t, r, along),
        ];
        turns.iter().all(|&v| v >= 0.0) || turns.iter().all(|&v| v <= 0.0)
    }

    fn enclose_triangle<S: Simd>(
        &mut self,
        triangle: [&Point; 3],
        difference: &mut Difference<'_, '_, '_, S>,
    ) -> bool {
        let ring = triangle.map(|point| point.gap);
        let [p, q, r] = ring;
        let normal = (q - p).cross(r - p);
        let norm = normal.norm();
        if norm < MIN_VAL {
            return false;
        }

        self.corners.extend(triangle.map(|point| *point));
        let below = self.push_support(difference, -normal, norm);
        let above = self.push_support(difference, normal, norm);
        // an apex in the triangle does not enclose a volume
        if is_on_triangle(above, ring) || is_on_triangle(below, ring) {
            return false;
        }
        self.build_bipyramid(difference.simd, &AROUND_TRIANGLE, &[p, q, r, below, above])
            .is_ok()
    }

    #[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
    #[inline(always)]
    fn enclose_tetrahedron<S: Simd>(
        &mut self,
        points: [&Point; 4],
        difference: &mut Difference<'_, '_, '_, S>,
    ) -> bool {
        let places = points.map(|point| point.gap);
        self.corners.extend(points.map(|point| *point));
        if let Err(OnOrigin(corners)) = self.build(difference.simd, &TETRAHEDRON, &places) {
            return self.enclose_face(corners, difference);
        }
        // the origin is on the same side of each face as the opposite vertex
        (0..4).all(|k| {
            let [p, q, r, opposite] = [0, 1, 2, 3].map(|step| places[(k + step) % 4]);
            let normal = (q - p).cross(r - p);
            same_sign(normal.dot(opposite - p), normal.dot(-p))
        })
    }

    /// Starts again from a face whose plane contains the origin.
    fn enclose_face<S: Simd>(
        &mut self,
        corners: [u16; 3],
        difference: &mut Difference<'_, '_, '_, S>,
    ) -> bool {
        let [p, q, r] = corners.map(|k| self.corners[usize::from(k)]);
        self.clear();
        self.enclose_triangle([&p, &q, &r], difference)
    }

    /// Adds the support point along a vector of length `norm` as a vertex; returns its position.
    #[inline(never)]
    fn push_support<S: Simd>(
        &mut self,
        difference: &mut Difference<'_, '_, '_, S>,
        dir: Vec3,
        norm: f64,
    ) -> Vec3 {
        difference.simd.vectorize(
            #[inline(always)]
            || {
                let corner = difference.support_along(dir, norm);
                self.corners.push(corner);
                corner.gap
            },
        )
    }
}

/// Rotation by 120° about an axis of any length: `cos 1 + sin [u]× + (1 − cos) u uᵀ`.
fn third_of_a_turn(axis: Vec3) -> Mat3 {
    let norm = axis.norm();
    let u = axis.to_array().map(|x| x / norm);
    let mut rotation = [0.0; 9];
    for row in 0..3 {
        for col in 0..3 {
            let skew = match (col + 3 - row) % 3 {
                0 => COS_120,
                1 => -u[3 - row - col] * SIN_120,
                _ => u[3 - row - col] * SIN_120,
            };
            rotation[3 * row + col] = u[row] * u[col] * (1.0 - COS_120) + skew;
        }
    }
    Mat3(rotation)
}

/// True if `p` is in the triangle.
fn is_on_triangle(p: Vec3, triangle: [Vec3; 3]) -> bool {
    let weights = affine(triangle, p);
    let outside = weights.iter().any(|&weight| weight < 0.0);
    !outside && (combine(weights, triangle) - p).norm() < MIN_VAL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_thirds_of_a_turn_are_none() {
        let axis = Vec3::new(0.3, -2.0, 0.7);
        let turn = third_of_a_turn(axis);
        let v = Vec3::new(1.0, 0.5, -0.25);
        assert!((turn * axis - axis).norm() < 1e-10);
        assert!((turn * (turn * (turn * v)) - v).norm() < 1e-10);
        // counter-clockwise about the axis
        let across = axis.cross(v);
        assert!(across.cross(turn * across).dot(axis) > 0.0);
    }

    #[test]
    fn a_point_is_on_a_triangle_only_inside_and_in_its_plane() {
        let triangle = [Vec3::X, Vec3::Y, Vec3::Z];
        let middle = Vec3::splat(1.0 / 3.0);
        assert!(is_on_triangle(middle, triangle));
        assert!(is_on_triangle(Vec3::X, triangle));
        assert!(!is_on_triangle(middle * 1.1, triangle));
        assert!(!is_on_triangle(Vec3::new(1.0, 1.0, -1.0), triangle));
    }
}
