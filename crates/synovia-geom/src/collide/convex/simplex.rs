//! The point of a simplex that is nearest to the origin, by signed volumes.
//!
//! For a simplex with corners `s₁ … sₙ` the weights `λ` of the nearest point solve
//!
//! ```text
//! Σ λᵢ sᵢ = p,    Σ λᵢ = 1,    λᵢ = Cᵢ / M                                       (1)
//! ```
//!
//! where `p` is the origin projected on the hull of the corners, `M` the volume of the simplex in the coordinates where
//! it casts the largest shadow and `Cᵢ` that of the simplex with `sᵢ` replaced by `p`. If all `Cᵢ` have the sign of `M`,
//! `p` is inside. Otherwise the nearest point lies on a side opposite to a corner whose sign differs; all such sides are
//! asked. Montanari, Petrinic and Barbieri, *Improving the GJK algorithm for faster and more reliable distance queries
//! between convex objects* (2017).

use synovia_math::{MIN_VAL, Vec3};

use super::support::Point;

/// The point of a simplex that is nearest to the origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    /// Weights of the corners; those that do not matter have weight 0.
    pub weights: [f64; 4],
    /// The point.
    pub point: Vec3,
}

/// The point nearest to the origin among the first `n` points and the newest, which is still on its way to memory.
#[expect(clippy::inline_always, reason = "its numbers stay in registers")]
#[inline(always)]
pub(super) fn nearest(points: &[Point; 4], n: usize, newest: Vec3) -> Nearest {
    let [s0, s1, s2, _] = points;
    match n {
        3 => in_tetrahedron([&s0.gap, &s1.gap, &s2.gap], newest),
        2 => {
            let ([a, b, c], point) = in_triangle(&s0.gap, &s1.gap, newest);
            let weights = [a, b, c, 0.0];
            Nearest { weights, point }
        }
        1 => {
            let ([a, b], point) = in_segment(s0.gap, newest);
            let weights = [a, b, 0.0, 0.0];
            Nearest { weights, point }
        }
        _ => Nearest {
            weights: [1.0, 0.0, 0.0, 0.0],
            point: newest,
        },
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

#[expect(clippy::inline_always, reason = "its numbers stay in registers")]
#[inline(always)]
fn in_tetrahedron(s: [&Vec3; 3], newest: Vec3) -> Nearest {
    // volumes with each corner replaced by the origin
    let (last, middle) = (s[2].cross(newest), s[1].cross(newest));
    let c = [
        -s[1].dot(last),
        s[0].dot(last),
        -s[0].dot(middle),
        volume(*s[0], *s[1], *s[2]),
    ];
    let whole = c[0] + c[1] + c[2] + c[3];
    let inside = c.map(|part| same_sign(whole, part));
    if inside == [true; 4] {
        let weights = c.map(|part| part / whole);
        let point = combine(weights, [*s[0], *s[1], *s[2], newest]);
        return Nearest { weights, point };
    }

    // the best of the sides that face the origin
    let mut weights = [0.0; 4];
    let mut point = Vec3::ZERO;
    let mut best = f64::MAX;
    for k in 0..3 {
        if inside[k] {
            continue;
        }
        let (p, q) = [(1, 2), (0, 2), (0, 1)][k];
        let ([a, b, c], found) = in_triangle(s[p], s[q], newest);
        let d = found.norm_squared();
        if k == 0 || d < best {
            (best, point) = (d, found);
            weights = [0.0, 0.0, 0.0, c];
            (weights[p], weights[q]) = (a, b);
        }
    }
    if !inside[3] {
        let ([p, q, r], found) = in_old_triangle(s[0], s[1], s[2]);
        // the last side leaves the weight of the corner opposite to it as it was, as the reference does: a
        // separated pair can then be taken for a touching one
        if found.norm_squared() < best {
            weights = [p, q, r, weights[3]];
            point = combine(weights, [*s[0], *s[1], *s[2], newest]);
        }
    }
    Nearest { weights, point }
}

/// The nearest point of a triangle without the newest corner: seldom the one.
#[cold]
#[inline(never)]
fn in_old_triangle(p: &Vec3, q: &Vec3, r: &Vec3) -> ([f64; 3], Vec3) {
    in_triangle(p, q, *r)
}

/// Weights of the nearest point of a triangle, and the point.
#[expect(clippy::inline_always, reason = "its numbers stay in registers")]
#[inline(always)]
fn in_triangle(p: &Vec3, q: &Vec3, r: Vec3) -> ([f64; 3], Vec3) {
    let Some(o) = origin_on_plane(*p, *q, r) else {
        let ([a, b], point) = in_segment(*p, *q);
        return ([a, b, 0.0], point);
    };
    let (whole, c) = areas(*p, *q, r, o);
    let inside = c.map(|part| same_sign(whole, part));
    if inside == [true; 3] {
        let weights = c.map(|part| part / whole);
        return (weights, combine(weights, [*p, *q, r]));
    }

    // the best of the edges that face the origin
    let mut found = ([0.0; 3], Vec3::ZERO);
    let mut best = f64::MAX;
    if !inside[0] {
        let ([b, c], point) = in_segment(*q, r);
        best = point.norm_squared();
        found = ([0.0, b, c], point);
    }
    if !inside[1] {
        let ([a, c], point) = in_segment(*p, r);
        let d = point.norm_squared();
        if d < best {
            best = d;
            found = ([a, 0.0, c], point);
        }
    }
    if !inside[2] {
        let ([a, b], point) = in_segment(*p, *q);
        if point.norm_squared() < best {
            found = ([a, b, 0.0], point);
        }
    }
    found
}

/// Weights of the nearest point of a segment, and the point.
#[inline]
fn in_segment(p: Vec3, q: Vec3) -> ([f64; 2], Vec3) {
    let edge = q - p;
    let t = -(q.dot(edge) / edge.dot(edge));

    // the axis along which the segment is longest
    let mut long = (edge.x, p.x, q.x);
    if edge.y.abs() >= long.0.abs() {
        long = (edge.y, p.y, q.y);
    }
    if edge.z.abs() >= long.0.abs() {
        long = (edge.z, p.z, q.z);
    }
    let (along, p_along, q_along) = long;
    let origin = q_along + along * t;
    let whole = -along;
    let (a, b) = (origin - q_along, p_along - origin);
    let weights = if same_sign(whole, a) && same_sign(whole, b) {
        [a / whole, b / whole]
    } else {
        [0.0, 1.0]
    };
    (weights, combine(weights, [p, q]))
}

/// The origin projected on the plane of a triangle; nothing if the triangle has no plane.
///
/// The normal is taken at the corner whose edges serve: the second, the first, then the third.
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

/// A triangle on two axes: its corners, and the products of their coordinates.
#[derive(Clone, Copy)]
struct Shadow {
    p: [f64; 2],
    q: [f64; 2],
    r: [f64; 2],
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
        Self { p, q, r, products }
    }

    /// Twice its signed area.
    #[inline]
    fn area(&self) -> f64 {
        let [qr, rq, pr, rp, pq, qp] = self.products;
        qr - rq - pr + rp + pq - qp
    }

    /// Twice its signed areas with each corner replaced by `o`.
    #[inline]
    fn parts(&self, o: [f64; 2]) -> [f64; 3] {
        let Self { p, q, r, products } = self;
        let [qr, rq, pr, rp, pq, qp] = *products;
        let [to_p, to_q, to_r] = [o[0] * p[1], o[0] * q[1], o[0] * r[1]];
        let [of_p, of_q, of_r] = [o[1] * p[0], o[1] * q[0], o[1] * r[0]];
        [
            to_q + of_r + qr - to_r - of_q - rq,
            to_r + of_p + rp - to_p - of_r - pr,
            to_p + of_q + pq - to_q - of_p - qp,
        ]
    }
}

/// Twice the signed area of the largest shadow of a triangle, and of its parts with each corner replaced by `o`.
#[expect(clippy::inline_always, reason = "its numbers stay in registers")]
#[inline(always)]
fn areas(p: Vec3, q: Vec3, r: Vec3, o: Vec3) -> (f64, [f64; 3]) {
    let x = Shadow::new([p.y, p.z], [q.y, q.z], [r.y, r.z]);
    let y = Shadow::new([p.x, p.z], [q.x, q.z], [r.x, r.z]);
    let z = Shadow::new([p.x, p.y], [q.x, q.y], [r.x, r.y]);
    let (yz, xz, xy) = (x.area(), y.area(), z.area());
    if yz.abs() >= xz.abs() && yz.abs() >= xy.abs() {
        (yz, x.parts([o.y, o.z]))
    } else if xz.abs() >= xy.abs() {
        (xz, y.parts([o.x, o.z]))
    } else {
        (xy, z.parts([o.x, o.y]))
    }
}

/// Weights of `p` in the plane of a triangle, equation (1); negative outside of it.
#[inline]
pub(super) fn affine(s: [Vec3; 3], p: Vec3) -> [f64; 3] {
    let (whole, parts) = areas(s[0], s[1], s[2], p);
    parts.map(|part| part / whole)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_point() -> impl Strategy<Value = Vec3> {
        (-1.0..1.0, -1.0..1.0, -1.0..1.0).prop_map(|(x, y, z)| Vec3::new(x, y, z))
    }

    fn points(s: [Vec3; 4]) -> [Point; 4] {
        s.map(|gap| Point { gap, ..Point::ZERO })
    }

    proptest! {
        #[test]
        fn the_weights_of_an_inner_point_are_found_again(
            s in prop::array::uniform4(any_point()),
            parts in prop::array::uniform4(0.1..1.0),
            height in 0.0..1.0,
            n in 2_usize..5,
        ) {
            let edges = [s[1] - s[0], s[2] - s[0], s[3] - s[0]];
            let normal = edges[0].cross(edges[1]);
            prop_assume!(normal.norm() > 0.1 && normal.dot(edges[2]).abs() > 0.02);
            // a point inside, and the origin straight above it
            let mut weights = parts;
            weights[n..].fill(0.0);
            let total: f64 = weights.iter().sum();
            let weights = weights.map(|w| w / total);
            let above = if n == 4 { 0.0 } else { height };
            let origin = combine(weights, s) + normal.normalized() * above;
            let s = s.map(|corner| corner - origin);
            let found = nearest(&points(s), n - 1, s[n - 1]).weights;
            for k in 0..4 {
                prop_assert!((found[k] - weights[k]).abs() < 1e-9, "{found:?} {weights:?}");
            }
        }

        #[test]
        fn weights_in_the_plane_of_a_triangle_give_back_the_point(
            s in prop::array::uniform3(any_point()),
        ) {
            let Some(p) = origin_on_plane(s[0], s[1], s[2]) else {
                return Ok(());
            };
            prop_assume!((s[1] - s[0]).cross(s[2] - s[0]).norm() > 1e-2);
            prop_assert!((combine(affine(s, p), s) - p).norm() < 1e-9);
            prop_assert!(p.dot(s[1] - s[0]).abs() < 1e-9 && p.dot(s[2] - s[0]).abs() < 1e-9);
        }
    }

    #[test]
    fn a_tetrahedron_around_the_origin_keeps_all_its_corners() {
        let s = [
            Vec3::new(1.0, 1.0, 1.0),
            Vec3::new(1.0, -1.0, -1.0),
            Vec3::new(-1.0, 1.0, -1.0),
            Vec3::new(-1.0, -1.0, 1.0),
        ];
        assert_eq!(nearest(&points(s), 3, s[3]).weights, [0.25; 4]);
    }
}
