//! Barycentric weights of a point with respect to the vertices of a simplex.
//!
//! A point `p` in the affine hull of the vertices `s₁ … sₙ` is
//!
//! ```text
//! p = Σ λᵢ sᵢ,    Σ λᵢ = 1,    λᵢ = Cᵢ / M                                      (1)
//! ```
//!
//! where `M` is the signed volume of the simplex and `Cᵢ` that of the simplex with `sᵢ` replaced by `p`. For a
//! triangle in space both are areas of its projection onto the coordinate plane in which it is largest.

use synovia_math::{MIN_VAL, Vec3};

/// Signed volumes of equation (1), up to a common factor.
pub(super) struct Volumes<const N: usize> {
    pub whole: f64,
    pub parts: [f64; N],
}

impl<const N: usize> Volumes<N> {
    #[inline]
    pub(super) fn weights(&self) -> [f64; N] {
        self.parts.map(|part| part / self.whole)
    }

    /// True for the parts with the sign of the whole.
    #[inline]
    pub(super) fn inside(&self) -> [bool; N] {
        self.parts.map(|part| same_sign(self.whole, part))
    }
}

/// `Σ λᵢ pᵢ`, summed in order.
#[inline]
pub(super) fn combine<const N: usize>(weights: [f64; N], points: [Vec3; N]) -> Vec3 {
    let mut sum = points[0] * weights[0];
    for k in 1..N {
        sum += points[k] * weights[k];
    }
    sum
}

/// True if both are positive or both are negative.
#[inline]
pub(super) fn same_sign(a: f64, b: f64) -> bool {
    (a > 0.0 && b > 0.0) || (a < 0.0 && b < 0.0)
}

/// `a · (b × c)`.
#[inline]
pub(super) fn volume(a: Vec3, b: Vec3, c: Vec3) -> f64 {
    a.dot(b.cross(c))
}

/// The projection of the origin onto the plane of a triangle; `None` if the triangle is degenerate.
///
/// For a normal `n`, not normalised, and a vertex `s`, this is `n (n·s)/(n·n)`. Normal and vertex are taken at the
/// second vertex if its edges are suitable; otherwise at the first, finally at the third. The points are borrowed: copies for
/// the rare call of the rest would be read right after they were written, which stalls the processor.
#[expect(
    clippy::inline_always,
    reason = "the hottest code of the crate; vectors stay in registers"
)]
#[inline(always)]
pub(super) fn origin_on_plane(p: &Vec3, q: &Vec3, r: &Vec3) -> Option<Vec3> {
    let normal = (*r - *q).cross(*q - *p);
    let height = normal.dot(*q);
    let norm2 = normal.norm_squared();
    if height != 0.0 && norm2 > MIN_VAL {
        return Some(normal * (height / norm2));
    }
    origin_on_thin_plane(p, q, r, norm2)
}

/// The same if the edges at the second vertex are not suitable.
#[cold]
#[inline(never)]
fn origin_on_thin_plane(p: &Vec3, q: &Vec3, r: &Vec3, norm2: f64) -> Option<Vec3> {
    let (p, q, r) = (*p, *q, *r);
    if norm2 == 0.0 {
        return None;
    }
    let normal = (q - p).cross(r - p);
    let height = normal.dot(p);
    let norm2 = normal.norm_squared();
    if norm2 == 0.0 {
        return None;
    }
    if height != 0.0 && norm2 > MIN_VAL {
        return Some(normal * (height / norm2));
    }
    let normal = (r - p).cross(r - q);
    Some(normal * (normal.dot(r) / normal.norm_squared()))
}

/// A triangle projected onto a coordinate plane, with the products of its coordinates: its cofactors are differences of them.
#[derive(Clone, Copy)]
struct Shadow {
    corners: [[f64; 2]; 3],
    /// `q₀r₁`, `q₁r₀`, `p₀r₁`, `p₁r₀`, `p₀q₁`, `p₁q₀`.
    products: [f64; 6],
}

impl Shadow {
    #[inline]
    fn new(p: [f64; 2], q: [f64; 2], r: [f64; 2]) -> Self {
        let products = [
            q[0] * r[1],
            q[1] * r[0],
            p[0] * r[1],
            p[1] * r[0],
            p[0] * q[1],
            p[1] * q[0],
        ];
        Self {
            corners: [p, q, r],
            products,
        }
    }

    /// Twice its signed area.
    #[inline]
    fn area(&self) -> f64 {
        let [qr, rq, pr, rp, pq, qp] = self.products;
        qr - rq - pr + rp + pq - qp
    }

    /// Twice its signed areas with each vertex replaced by `o`.
    #[inline]
    fn parts(&self, o: [f64; 2]) -> [f64; 3] {
        let [qr, rq, pr, rp, pq, qp] = self.products;
        let [p, q, r] = self.corners;
        let [to_p, to_q, to_r] = [o[0] * p[1], o[0] * q[1], o[0] * r[1]];
        let [of_p, of_q, of_r] = [o[1] * p[0], o[1] * q[0], o[1] * r[0]];
        // order: different from that of the whole area
        [
            to_q + of_r + qr - to_r - of_q - rq,
            to_r + of_p + rp - to_p - of_r - pr,
            to_p + of_q + pq - to_q - of_p - qp,
        ]
    }
}

/// Areas of equation (1) for a point `o` in the plane of a triangle, in the coordinate plane in which the projected
/// triangle is largest; of equals, the first in the order yz, xz, xy.
#[expect(clippy::inline_always, reason = "its values stay in registers")]
#[inline(always)]
pub(super) fn areas([p, q, r]: [Vec3; 3], o: Vec3) -> Volumes<3> {
    let x = Shadow::new([p.y, p.z], [q.y, q.z], [r.y, r.z]);
    let y = Shadow::new([p.x, p.z], [q.x, q.z], [r.x, r.z]);
    let z = Shadow::new([p.x, p.y], [q.x, q.y], [r.x, r.y]);
    let (yz, xz, xy) = (x.area(), y.area(), z.area());
    let (whole, parts) = if yz.abs() >= xz.abs() && yz.abs() >= xy.abs() {
        (yz, x.parts([o.y, o.z]))
    } else if xz.abs() >= xy.abs() {
        (xz, y.parts([o.x, o.z]))
    } else {
        (xy, z.parts([o.x, o.y]))
    };
    Volumes { whole, parts }
}

/// Weights of `p` in the plane of a triangle, equation (1); negative outside of it.
#[inline]
pub(super) fn affine(corners: [Vec3; 3], p: Vec3) -> [f64; 3] {
    areas(corners, p).weights()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_point() -> impl Strategy<Value = Vec3> {
        (-1.0..1.0, -1.0..1.0, -1.0..1.0).prop_map(|(x, y, z)| Vec3::new(x, y, z))
    }

    proptest! {
        #[test]
        fn weights_in_the_plane_of_a_triangle_give_back_the_point(
            s in prop::array::uniform3(any_point()),
        ) {
            let Some(p) = origin_on_plane(&s[0], &s[1], &s[2]) else {
                return Ok(());
            };
            prop_assume!((s[1] - s[0]).cross(s[2] - s[0]).norm() > 1e-2);
            let weights = affine(s, p);
            prop_assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            prop_assert!((combine(weights, s) - p).norm() < 1e-9);
            prop_assert!(p.dot(s[1] - s[0]).abs() < 1e-9 && p.dot(s[2] - s[0]).abs() < 1e-9);
        }
    }

    #[test]
    fn a_triangle_without_area_has_no_plane() {
        let along = Vec3::new(1.0, 2.0, 3.0);
        assert_eq!(
            origin_on_plane(&along, &(along * 2.0), &(along * 4.0)),
            None
        );
    }
}
