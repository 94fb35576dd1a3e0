//! Portals: triangles of support points through which the origin ray leaves the Minkowski difference of two bodies.
//!
//! The origin ray runs from a point `c` inside the difference through the origin. A portal is a triangle
//! `(p₀, p₁, p₂)` of points on the boundary that the ray passes through, oriented so that its normal
//! `(p₁ − p₀) × (p₂ − p₀)` points away from `c`. With the planes through `c`, the origin and a point `x`,
//!
//! ```text
//! side(x, y) = (x × y)·c ,                                                      (1)
//! ```
//!
//! the ray passes through the portal if it is on the inner side of the planes of all three edges.
//! G. Snethen, *XenoCollide: complex collision made simple*, Game Programming Gems 7 (2008).
//!
//! Comparisons here treat numbers within one rounding error of each other as equal.

use synovia_math::Vec3;

use super::support::Point;

/// True if `x` is within one rounding error of 0.
#[inline]
pub(super) fn is_zero(x: f64) -> bool {
    x.abs() < f64::EPSILON
}

/// True if all components are within one rounding error of 0.
#[inline]
pub(super) fn is_origin(v: Vec3) -> bool {
    is_zero(v.x) && is_zero(v.y) && is_zero(v.z)
}

/// True if `x` is at least 0, up to one rounding error.
#[inline]
pub(super) fn is_at_least_zero(x: f64) -> bool {
    is_zero(x) || x > 0.0
}

/// True if the numbers agree up to one rounding error, absolute or relative.
#[inline]
fn is_same(x: f64, y: f64) -> bool {
    let off = (x - y).abs();
    let (x, y) = (x.abs(), y.abs());
    off < f64::EPSILON || off < f64::EPSILON * if y > x { y } else { x }
}

/// True if `x` is at most `bound`, up to one rounding error.
#[inline]
fn is_at_most(x: f64, bound: f64) -> bool {
    is_same(x, bound) || x < bound
}

/// Unit vector along a vector of non-zero length.
#[inline]
pub(super) fn unit(v: Vec3) -> Vec3 {
    v * (1.0 / v.norm())
}

/// A triangle and the ray that passes through it.
pub(super) struct Portal {
    /// Start of the ray, inside the difference.
    pub interior: Point,
    pub corners: [Point; 3],
}

impl Portal {
    fn places(&self) -> [Vec3; 3] {
        [
            self.corners[0].gap,
            self.corners[1].gap,
            self.corners[2].gap,
        ]
    }

    /// True if the origin ray from `interior` passes the plane of `x` and `y` on the outer side, equation (1).
    #[inline]
    pub(super) fn misses(interior: Vec3, x: Vec3, y: Vec3) -> bool {
        let side = x.cross(y).dot(interior);
        side < 0.0 && !is_zero(side)
    }

    /// Unit normal, away from the interior.
    pub(super) fn normal(&self) -> Vec3 {
        let [p, q, r] = self.places();
        unit((q - p).cross(r - p))
    }

    /// True if the origin is on the inner side of the portal, whose normal is given.
    pub(super) fn has_origin_behind(&self, normal: Vec3) -> bool {
        is_at_least_zero(normal.dot(self.corners[0].gap))
    }

    /// True if the boundary, given by the support point along the normal, is within a tolerance of the portal.
    pub(super) fn is_on_boundary(&self, support: &Point, normal: Vec3, tolerance: f64) -> bool {
        let reach = support.gap.dot(normal);
        let [p, q, r] = self.places().map(|corner| reach - corner.dot(normal));
        is_at_most(p.min(q).min(r), tolerance)
    }

    /// Moves the portal outward to a new point of the boundary.
    ///
    /// The plane of the ray and the new point separates the vertices. The ray then passes between the new point and
    /// the edge that starts on the left of the plane and ends on its right; the third vertex is dropped. If rounding
    /// puts all vertices on one side, the first is dropped.
    pub(super) fn refine(&mut self, new: Point) {
        let plane = new.gap.cross(self.interior.gap);
        let is_left = self.places().map(|corner| corner.dot(plane) > 0.0);
        let crosses = |edge: usize| is_left[edge] && !is_left[(edge + 1) % 3];
        let edge = (0..3).find(|&edge| crosses(edge)).unwrap_or(1);
        self.corners[(edge + 2) % 3] = new;
    }

    /// The point of the portal nearest to the origin.
    pub(super) fn nearest(&self) -> Vec3 {
        nearest_in_triangle(self.places())
    }

    /// The position of the origin on both bodies, by its weights in the tetrahedron of interior point and portal: the midpoint.
    pub(super) fn position(&self) -> Vec3 {
        let c = self.interior.gap;
        let [p, q, r] = self.places();
        let mut weights = [
            p.cross(q).dot(r),
            r.cross(q).dot(c),
            c.cross(p).dot(r),
            q.cross(p).dot(c),
        ];
        let mut sum = weights[0] + weights[1] + weights[2] + weights[3];
        if is_zero(sum) || sum < 0.0 {
            // a degenerate tetrahedron: weights in the portal alone
            let normal = self.normal();
            weights = [
                0.0,
                q.cross(r).dot(normal),
                r.cross(p).dot(normal),
                p.cross(q).dot(normal),
            ];
            sum = weights[1] + weights[2] + weights[3];
        }
        let (mut on_a, mut on_b) = (Vec3::ZERO, Vec3::ZERO);
        let [p, q, r] = &self.corners;
        for (point, weight) in [&self.interior, p, q, r].into_iter().zip(weights) {
            on_a += point.a * weight;
            on_b += point.b * weight;
        }
        let inverse = 1.0 / sum;
        (on_a * inverse + on_b * inverse) * 0.5
    }
}

/// The point of a triangle nearest to the origin: `p + s u + t v` where it is orthogonal to both edges `u` and `v`,
/// if that point is inside; otherwise on an edge.
fn nearest_in_triangle([p, q, r]: [Vec3; 3]) -> Vec3 {
    let (u, v) = (q - p, r - p);
    // normal equations: s uu + t uv + pu = 0, s uv + t vv + pv = 0
    let (uu, uv, vv) = (u.dot(u), u.dot(v), v.dot(v));
    let (pu, pv) = (p.dot(u), p.dot(v));
    let det = vv * uu - uv * uv;
    if !is_zero(det) {
        let s = (pv * uv - vv * pu) / det;
        let t = (-s * uv - pv) / vv;
        let is_share = |x: f64| is_at_least_zero(x) && is_at_most(x, 1.0);
        if is_share(s) && is_share(t) && is_at_most(t + s, 1.0) {
            return p + u * s + v * t;
        }
    }
    let mut best = nearest_in_segment(p, q);
    for other in [nearest_in_segment(p, r), nearest_in_segment(q, r)] {
        if other.norm_squared() < best.norm_squared() {
            best = other;
        }
    }
    best
}

/// The point of a segment nearest to the origin.
fn nearest_in_segment(from: Vec3, to: Vec3) -> Vec3 {
    let along = to - from;
    let t = -from.dot(along) / along.norm_squared();
    if t < 0.0 || is_zero(t) {
        from
    } else if t > 1.0 || is_same(t, 1.0) {
        to
    } else {
        along * t + from
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(gap: Vec3) -> Point {
        Point { gap, ..Point::ZERO }
    }

    /// True if the ray from the interior through the origin passes through the triangle.
    fn is_passed(portal: &Portal) -> bool {
        let [p, q, r] = portal.places();
        let c = portal.interior.gap;
        ![(p, q), (q, r), (r, p)]
            .iter()
            .any(|&(x, y)| x.cross(y).dot(c) > 1e-12)
    }

    proptest! {
        #[test]
        fn the_ray_passes_through_a_refined_portal(
            angles in prop::array::uniform3(0.0..1.0),
            new in prop::array::uniform3(-1.0..1.0),
            c in prop::array::uniform2(-0.1..0.1),
        ) {
            // vertices around the ray, which points up
            let corner = |k: usize| {
                let angle = 2.0 * (k as f64 + 0.4 * angles[k]);
                at(Vec3::new(libm::cos(angle), libm::sin(angle), 0.5))
            };
            let interior = at(Vec3::new(c[0], c[1], -1.0));
            let corners = [0, 1, 2].map(corner);
            let mut portal = Portal { interior, corners };
            prop_assume!(is_passed(&portal));
            portal.refine(at(Vec3::new(new[0], new[1], 1.5 + new[2])));
            prop_assert!(is_passed(&portal));
        }
    }

    #[test]
    fn the_nearest_point_of_a_triangle_may_be_inside_or_on_an_edge() {
        let at = |x: f64, y: f64| Vec3::new(x, y, 1.0);
        let inside = nearest_in_triangle([at(-1.0, -1.0), at(2.0, -1.0), at(-1.0, 2.0)]);
        assert!((inside - Vec3::Z).norm() < 1e-12);
        let edge = nearest_in_triangle([at(1.0, -1.0), at(1.0, 1.0), at(3.0, 0.0)]);
        assert!((edge - Vec3::new(1.0, 0.0, 1.0)).norm() < 1e-12);
        let flat = nearest_in_triangle([at(1.0, 0.0), at(2.0, 0.0), at(3.0, 0.0)]);
        assert!((flat - at(1.0, 0.0)).norm() < 1e-12);
    }
}
