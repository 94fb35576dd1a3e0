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

/// Weights of the point nearest to the origin among the first `n` points; corners that do not matter have weight 0.
pub(super) fn nearest(points: &[Point; 4], n: usize) -> [f64; 4] {
    let s = [points[0].gap, points[1].gap, points[2].gap, points[3].gap];
    match n {
        4 => in_tetrahedron(s),
        3 => {
            let [a, b, c] = in_triangle([s[0], s[1], s[2]]);
            [a, b, c, 0.0]
        }
        2 => {
            let [a, b] = in_segment([s[0], s[1]]);
            [a, b, 0.0, 0.0]
        }
        _ => [1.0, 0.0, 0.0, 0.0],
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
fn same_sign(a: f64, b: f64) -> bool {
    (a > 0.0 && b > 0.0) || (a < 0.0 && b < 0.0)
}

/// `a · (b × c)`.
#[inline]
pub(super) fn volume(a: Vec3, b: Vec3, c: Vec3) -> f64 {
    a.dot(b.cross(c))
}

fn in_tetrahedron(s: [Vec3; 4]) -> [f64; 4] {
    // volumes with each corner replaced by the origin
    let c = [
        -volume(s[1], s[2], s[3]),
        volume(s[0], s[2], s[3]),
        -volume(s[0], s[1], s[3]),
        volume(s[0], s[1], s[2]),
    ];
    let whole = c[0] + c[1] + c[2] + c[3];
    let inside = c.map(|part| same_sign(whole, part));
    if inside == [true; 4] {
        return c.map(|part| part / whole);
    }

    // the best of the sides that face the origin
    let mut weights = [0.0; 4];
    let mut best = f64::MAX;
    for k in 0..4 {
        if inside[k] {
            continue;
        }
        let [p, q, r] = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]][k];
        let side = [s[p], s[q], s[r]];
        let part = in_triangle(side);
        let d = combine(part, side).norm_squared();
        if k == 0 || d < best {
            best = d;
            // the last side leaves the weight of the corner opposite to it as it was, as the reference does: a
            // separated pair can then be taken for a touching one
            if k < 3 {
                weights[k] = 0.0;
            }
            (weights[p], weights[q], weights[r]) = (part[0], part[1], part[2]);
        }
    }
    weights
}

fn in_triangle(s: [Vec3; 3]) -> [f64; 3] {
    let Some(p) = origin_on_plane(&s[0], &s[1], &s[2]) else {
        let [a, b] = in_segment([s[0], s[1]]);
        return [a, b, 0.0];
    };
    let (axes, whole) = shadow(s);
    let c = parts(s, p, axes);
    let inside = c.map(|part| same_sign(whole, part));
    if inside == [true; 3] {
        return c.map(|part| part / whole);
    }

    // the best of the edges that face the origin
    let mut weights = [0.0; 3];
    let mut best = f64::MAX;
    for k in 0..3 {
        if inside[k] {
            continue;
        }
        let [p, q] = [[1, 2], [0, 2], [0, 1]][k];
        let edge = [s[p], s[q]];
        let part = in_segment(edge);
        let d = combine(part, edge).norm_squared();
        if k == 0 || d < best {
            best = d;
            weights = [0.0; 3];
            (weights[p], weights[q]) = (part[0], part[1]);
        }
    }
    weights
}

fn in_segment(s: [Vec3; 2]) -> [f64; 2] {
    let edge = s[1] - s[0];
    let p = s[1] + edge * -(s[1].dot(edge) / edge.dot(edge));

    // the axis along which the segment is longest
    let extent = s[0] - s[1];
    let mut axis = 0;
    for k in 1..3 {
        if extent[k].abs() >= extent[axis].abs() {
            axis = k;
        }
    }
    let whole = extent[axis];
    let c = [p[axis] - s[1][axis], s[0][axis] - p[axis]];
    if same_sign(whole, c[0]) && same_sign(whole, c[1]) {
        c.map(|part| part / whole)
    } else {
        [0.0, 1.0]
    }
}

/// The origin projected on the plane of a triangle; nothing if the triangle has no plane.
///
/// The normal is taken at the corner whose edges serve: the second, the first, then the third.
#[expect(
    clippy::inline_always,
    reason = "the hottest lines of all; vectors stay in registers"
)]
#[inline(always)]
pub(super) fn origin_on_plane(p: &Vec3, q: &Vec3, r: &Vec3) -> Option<Vec3> {
    let normal = (*r - *q).cross(*q - *p);
    let height = normal.dot(*q);
    let norm2 = normal.norm_squared();
    if height != 0.0 && norm2 > MIN_VAL {
        return Some(normal * (height / norm2));
    }
    origin_on_thin_plane(*p, *q, *r, norm2)
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

/// The two axes on which a triangle casts its largest shadow, and twice the signed area of that.
#[inline]
fn shadow(s: [Vec3; 3]) -> ([usize; 2], f64) {
    let area = |x: usize, y: usize| {
        s[1][x] * s[2][y] - s[1][y] * s[2][x] - s[0][x] * s[2][y]
            + s[0][y] * s[2][x]
            + s[0][x] * s[1][y]
            - s[0][y] * s[1][x]
    };
    let (yz, xz, xy) = (area(1, 2), area(0, 2), area(0, 1));
    if yz.abs() >= xz.abs() && yz.abs() >= xy.abs() {
        ([1, 2], yz)
    } else if xz.abs() >= xy.abs() {
        ([0, 2], xz)
    } else {
        ([0, 1], xy)
    }
}

/// Twice the signed areas of a triangle with each corner replaced by `p`.
#[inline]
fn parts(s: [Vec3; 3], p: Vec3, [x, y]: [usize; 2]) -> [f64; 3] {
    let area = |u: Vec3, v: Vec3| {
        p[x] * u[y] + p[y] * v[x] + u[x] * v[y] - p[x] * v[y] - p[y] * u[x] - v[x] * u[y]
    };
    [area(s[1], s[2]), area(s[2], s[0]), area(s[0], s[1])]
}

/// Weights of `p` in the plane of a triangle, equation (1); negative outside of it.
#[inline]
pub(super) fn affine(s: [Vec3; 3], p: Vec3) -> [f64; 3] {
    let (axes, whole) = shadow(s);
    parts(s, p, axes).map(|part| part / whole)
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
            let found = nearest(&points(s.map(|corner| corner - origin)), n);
            for k in 0..4 {
                prop_assert!((found[k] - weights[k]).abs() < 1e-9, "{found:?} {weights:?}");
            }
        }

        #[test]
        fn weights_in_the_plane_of_a_triangle_give_back_the_point(
            s in prop::array::uniform3(any_point()),
        ) {
            let Some(p) = origin_on_plane(&s[0], &s[1], &s[2]) else {
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
        assert_eq!(nearest(&points(s), 4), [0.25; 4]);
    }
}
