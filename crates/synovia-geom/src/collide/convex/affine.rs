//! Weights of a point among the corners of a simplex.
//!
//! A point `p` in the affine hull of the corners `s₁ … sₙ` is
//!
//! ```text
//! p = Σ λᵢ sᵢ,    Σ λᵢ = 1,    λᵢ = Cᵢ / M                                      (1)
//! ```
//!
//! with `M` the signed volume of the simplex and `Cᵢ` that of the simplex with `sᵢ` replaced by `p`. For a triangle in space
//! both are areas of its shadow on a coordinate plane, best the one where it is largest.

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

    /// Which parts have the sign of the whole.
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

/// True if both are positive or both negative.
#[inline]
pub(super) fn same_sign(a: f64, b: f64) -> bool {
    (a > 0.0 && b > 0.0) || (a < 0.0 && b < 0.0)
}

/// `a · (b × c)`.
#[inline]
pub(super) fn volume(a: Vec3, b: Vec3, c: Vec3) -> f64 {
    a.dot(b.cross(c))
}

/// The origin projected on the plane of a triangle; nothing if the triangle has no plane.
///
/// With a normal `n`, of any length, and a corner `s`, that is `n (n·s)/(n·n)`. Normal and corner are taken at the second
/// corner, if its edges serve; then at the first, at last at the third.
#[expect(
    clippy::inline_always,
    reason = "the hottest lines of all; vectors stay in registers"
)]
#[inline(always)]
pub(super) fn origin_on_plane(p: Vec3, q: Vec3, r: Vec3) -> Option<Vec3> {
    let normal = (r - q).cross(q - p);
    let height = normal.dot(q);
    let norm2 = normal.norm_squared();
    if height != 0.0 && norm2 > MIN_VAL {
        return Some(normal * (height / norm2));
    }
    origin_on_thin_plane(p, q, r, norm2)
}

/// The same where the edges at the second corner do not serve.
#[cold]
fn origin_on_thin_plane(p: Vec3, q: Vec3, r: Vec3, norm2: f64) -> Option<Vec3> {
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

/// A point of a coordinate plane.
type Flat = [f64; 2];

/// Twice the signed area of a triangle in a coordinate plane.
#[inline]
fn area([p, q, r]: [Flat; 3]) -> f64 {
    q[0] * r[1] - q[1] * r[0] - p[0] * r[1] + p[1] * r[0] + p[0] * q[1] - p[1] * q[0]
}

/// The same of a triangle `(o, q, r)`, a part of another.
#[inline]
fn part_area(o: Flat, q: Flat, r: Flat) -> f64 {
    // order: not that of the whole
    o[0] * q[1] + o[1] * r[0] + q[0] * r[1] - o[0] * r[1] - o[1] * q[0] - q[1] * r[0]
}

/// Areas of equation (1) for a point `o` in the plane of a triangle: where the triangle casts its largest shadow, the first
/// of equals in the order yz, xz, xy.
#[expect(clippy::inline_always, reason = "its numbers stay in registers")]
#[inline(always)]
pub(super) fn areas(corners: [Vec3; 3], o: Vec3) -> Volumes<3> {
    let parts = |o: Flat, [p, q, r]: [Flat; 3]| {
        [part_area(o, q, r), part_area(o, r, p), part_area(o, p, q)]
    };
    let yz = |v: Vec3| [v.y, v.z];
    let xz = |v: Vec3| [v.x, v.z];
    let xy = |v: Vec3| [v.x, v.y];
    let shadows = (corners.map(yz), corners.map(xz), corners.map(xy));
    let whole = (area(shadows.0), area(shadows.1), area(shadows.2));
    let size = (whole.0.abs(), whole.1.abs(), whole.2.abs());
    if size.0 >= size.1 && size.0 >= size.2 {
        Volumes {
            whole: whole.0,
            parts: parts(yz(o), shadows.0),
        }
    } else if size.1 >= size.2 {
        Volumes {
            whole: whole.1,
            parts: parts(xz(o), shadows.1),
        }
    } else {
        Volumes {
            whole: whole.2,
            parts: parts(xy(o), shadows.2),
        }
    }
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
            let Some(p) = origin_on_plane(s[0], s[1], s[2]) else {
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
        assert_eq!(origin_on_plane(along, along * 2.0, along * 4.0), None);
    }
}
