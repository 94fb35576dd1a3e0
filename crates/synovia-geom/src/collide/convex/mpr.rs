//! Overlap of two bodies by portals: Minkowski portal refinement, the search before the native one.
//!
//! A ray runs from a point `c` inside the difference of the bodies through the origin. A portal is a triangle of support
//! points that the ray passes through; seen from `c`, its normal points outward.
//!
//! ```text
//! discovery    find three support points around the ray
//! refinement   s = support along the normal; replace the corner that keeps the ray inside,
//!              until the origin is behind the portal (overlap) or beyond the support (none)
//! depth        go on until s·n − v·n is below the tolerance: distance of the portal            (1)
//! ```
//!
//! The depth is measured along the ray, not along the shortest way out. Snethen, *XenoCollide* (2008). Numbers within
//! one rounding error of each other count as equal.

use synovia_math::Vec3;

use super::Overlap;
use super::support::{Body, Point};

/// Rounds after which a search that gets nowhere is given up.
const PATIENCE: usize = 10_000;

/// A ray from inside the difference, and the corners of the portal around it.
struct Portal {
    center: Point,
    corner: [Point; 3],
}

/// What the first look found.
#[expect(
    clippy::large_enum_variant,
    reason = "it lives on the stack for one call"
)]
enum Discovery {
    Apart,
    /// The support towards the origin is the origin.
    Corner(Point),
    /// The ray goes through the support towards the origin.
    Ray(Point),
    Portal(Portal),
}

/// Depth, normal and place of an overlap; a zero normal if the bodies only touch.
pub(super) fn overlap(
    a: &mut Body<'_>,
    b: &mut Body<'_>,
    tolerance: f64,
    iterations: usize,
) -> Option<Overlap> {
    match discover(a, b) {
        Discovery::Apart => None,
        Discovery::Corner(p) => Some(Overlap {
            depth: 0.0,
            normal: Vec3::ZERO,
            pos: (p.a + p.b) * 0.5,
        }),
        Discovery::Ray(p) => {
            let pos = (p.a + p.b) * 0.5;
            Some(Overlap {
                depth: p.gap.norm(),
                normal: unit(p.gap),
                pos,
            })
        }
        Discovery::Portal(mut portal) => portal
            .refine(a, b, tolerance)
            .then(|| portal.measure(a, b, tolerance, iterations)),
    }
}

/// True within one rounding error of 0.
#[inline]
fn is_zero(x: f64) -> bool {
    x.abs() < f64::EPSILON
}

/// True within one rounding error, absolute or relative.
#[inline]
fn same(x: f64, y: f64) -> bool {
    let off = (x - y).abs();
    off < f64::EPSILON || off < f64::EPSILON * if y.abs() > x.abs() { y.abs() } else { x.abs() }
}

/// True if all components are within one rounding error of 0.
#[inline]
pub(super) fn is_origin(v: Vec3) -> bool {
    is_zero(v.x) && is_zero(v.y) && is_zero(v.z)
}

#[inline]
fn unit(v: Vec3) -> Vec3 {
    v * (1.0 / v.norm())
}

#[inline]
fn support(a: &mut Body<'_>, b: &mut Body<'_>, dir: Vec3) -> Point {
    let (on_a, on_b) = (a.support_middle(dir), b.support_middle(-dir));
    Point {
        gap: on_a - on_b,
        a: on_a,
        b: on_b,
        corner: Point::ZERO.corner,
    }
}

/// The support in a direction, unless the origin lies beyond it.
#[inline]
fn support_past_origin(a: &mut Body<'_>, b: &mut Body<'_>, dir: Vec3) -> Option<Point> {
    let point = support(a, b, dir);
    let reach = point.gap.dot(dir);
    (!is_zero(reach) && reach >= 0.0).then_some(point)
}

fn discover(a: &mut Body<'_>, b: &mut Body<'_>) -> Discovery {
    find_portal(a, b).unwrap_or(Discovery::Apart)
}

/// The way in, or nothing if a plane keeps the bodies apart.
fn find_portal(a: &mut Body<'_>, b: &mut Body<'_>) -> Option<Discovery> {
    let mut center = Point {
        a: a.center(),
        b: b.center(),
        ..Point::ZERO
    };
    center.gap = center.a - center.b;
    if is_origin(center.gap) {
        center.gap += Vec3::new(f64::EPSILON * 10.0, 0.0, 0.0);
    }
    let c = center.gap;

    // towards the origin, then across the plane of the ray and that support
    let mut p = support_past_origin(a, b, unit(-c))?;
    let across = c.cross(p.gap);
    if is_zero(across.norm_squared()) {
        let found = if is_origin(p.gap) {
            Discovery::Corner(p)
        } else {
            Discovery::Ray(p)
        };
        return Some(found);
    }
    let mut q = support_past_origin(a, b, unit(across))?;

    // a third one; the normals of the portal look away from the center
    let mut dir = unit((p.gap - c).cross(q.gap - c));
    if dir.dot(c) > 0.0 {
        core::mem::swap(&mut p, &mut q);
        dir = -dir;
    }
    for _ in 0..PATIENCE {
        let r = support_past_origin(a, b, dir)?;
        // the ray must pass between the planes of the center and two corners each
        let outside = |u: Vec3, v: Vec3| {
            let side = u.cross(v).dot(c);
            side < 0.0 && !is_zero(side)
        };
        if outside(p.gap, r.gap) {
            q = r;
        } else if outside(r.gap, q.gap) {
            p = r;
        } else {
            return Some(Discovery::Portal(Portal {
                center,
                corner: [p, q, r],
            }));
        }
        dir = unit((p.gap - c).cross(q.gap - c));
    }
    None
}

impl Portal {
    /// Unit normal, away from the center.
    fn normal(&self) -> Vec3 {
        let [p, q, r] = self.gaps();
        unit((q - p).cross(r - p))
    }

    fn gaps(&self) -> [Vec3; 3] {
        [self.corner[0].gap, self.corner[1].gap, self.corner[2].gap]
    }

    /// True if a support in the direction of the normal is hardly beyond the portal, equation (1).
    fn is_reached(&self, support: &Point, normal: Vec3, tolerance: f64) -> bool {
        let reach = support.gap.dot(normal);
        let [p, q, r] = self.gaps().map(|corner| reach - corner.dot(normal));
        let least = p.min(q).min(r);
        same(least, tolerance) || least < tolerance
    }

    /// Takes a new corner in place of the one that is not needed to keep the ray inside.
    fn expand(&mut self, new: Point) {
        let plane = new.gap.cross(self.center.gap);
        let [p, q, r] = self.gaps();
        let drop = match (p.dot(plane) > 0.0, q.dot(plane) > 0.0, r.dot(plane) > 0.0) {
            (true, false, _) => 2,
            (false, _, true) => 1,
            _ => 0,
        };
        self.corner[drop] = new;
    }

    /// Pushes the portal outward until the origin is behind it; false if it never will be.
    fn refine(&mut self, a: &mut Body<'_>, b: &mut Body<'_>, tolerance: f64) -> bool {
        for _ in 0..PATIENCE {
            let normal = self.normal();
            let height = normal.dot(self.corner[0].gap);
            if is_zero(height) || height > 0.0 {
                return true;
            }
            let new = support(a, b, normal);
            let reach = new.gap.dot(normal);
            let hopeful = is_zero(reach) || reach > 0.0;
            if !hopeful || self.is_reached(&new, normal, tolerance) {
                return false;
            }
            self.expand(new);
        }
        false
    }

    /// Pushes the portal to the boundary, and measures there.
    fn measure(
        &mut self,
        a: &mut Body<'_>,
        b: &mut Body<'_>,
        tolerance: f64,
        iterations: usize,
    ) -> Overlap {
        let mut round = 0;
        loop {
            let normal = self.normal();
            let new = support(a, b, normal);
            if self.is_reached(&new, normal, tolerance) || round > iterations {
                break;
            }
            self.expand(new);
            round += 1;
        }
        let way = nearest_in_triangle(self.gaps());
        let depth = way.norm();
        let normal = if is_zero(depth) {
            Vec3::ZERO
        } else {
            unit(way)
        };
        Overlap {
            depth,
            normal,
            pos: self.place(),
        }
    }

    /// The origin on both bodies by its weights in the tetrahedron of center and portal: the middle between both.
    fn place(&self) -> Vec3 {
        let c = self.center.gap;
        let [p, q, r] = self.gaps();
        let mut weights = [
            p.cross(q).dot(r),
            r.cross(q).dot(c),
            c.cross(p).dot(r),
            q.cross(p).dot(c),
        ];
        let mut sum = weights[0] + weights[1] + weights[2] + weights[3];
        if is_zero(sum) || sum < 0.0 {
            // a flat tetrahedron: weights in the portal alone
            let normal = self.normal();
            weights = [
                0.0,
                q.cross(r).dot(normal),
                r.cross(p).dot(normal),
                p.cross(q).dot(normal),
            ];
            sum = weights[1] + weights[2] + weights[3];
        }
        let points = [
            &self.center,
            &self.corner[0],
            &self.corner[1],
            &self.corner[2],
        ];
        let (mut on_a, mut on_b) = (Vec3::ZERO, Vec3::ZERO);
        for (point, weight) in points.into_iter().zip(weights) {
            on_a += point.a * weight;
            on_b += point.b * weight;
        }
        let inverse = 1.0 / sum;
        (on_a * inverse + on_b * inverse) * 0.5
    }
}

/// The point of a triangle that is nearest to the origin.
fn nearest_in_triangle([p, q, r]: [Vec3; 3]) -> Vec3 {
    let (d1, d2) = (q - p, r - p);
    let (v, w) = (d1.dot(d1), d2.dot(d2));
    let (along1, along2, mixed) = (p.dot(d1), p.dot(d2), d1.dot(d2));
    let det = w * v - mixed * mixed;
    let (s, t) = if is_zero(det) {
        (-1.0, -1.0)
    } else {
        let s = (along2 * mixed - w * along1) / det;
        (s, (-s * mixed - along2) / w)
    };
    let at_least_0 = |x: f64| is_zero(x) || x > 0.0;
    let at_most_1 = |x: f64| same(x, 1.0) || x < 1.0;
    if at_least_0(s) && at_most_1(s) && at_least_0(t) && at_most_1(t) && at_most_1(t + s) {
        return p + d1 * s + d2 * t;
    }
    // order: a later edge must be strictly nearer
    let mut best = nearest_in_segment(p, q);
    for other in [nearest_in_segment(p, r), nearest_in_segment(q, r)] {
        if other.norm_squared() < best.norm_squared() {
            best = other;
        }
    }
    best
}

/// The point of a segment that is nearest to the origin.
fn nearest_in_segment(from: Vec3, to: Vec3) -> Vec3 {
    let along = to - from;
    let t = -from.dot(along) / along.norm_squared();
    if t < 0.0 || is_zero(t) {
        from
    } else if t > 1.0 || same(t, 1.0) {
        to
    } else {
        along * t + from
    }
}

#[cfg(test)]
mod tests {
    use synovia_math::Mat3;

    use super::*;
    use crate::collide::{Shape, Solid};

    #[test]
    fn spheres_overlap_along_the_line_of_their_centres() {
        let mat = Mat3::IDENTITY;
        let radius = Vec3::new(0.5, 0.0, 0.0);
        let between = |x: f64| {
            let places = [Vec3::new(0.0, 0.1, 0.2), Vec3::new(x, 0.1, 0.2)];
            let [mut a, mut b] = places.each_ref().map(|pos| {
                let shape = Shape::Sphere;
                let solid = Solid {
                    shape,
                    size: &radius,
                    rbound: 0.5,
                    pos,
                    mat: &mat,
                };
                Body::new(&solid, 0.0).unwrap()
            });
            overlap(&mut a, &mut b, 1e-9, 100)
        };
        let found = between(0.8).unwrap();
        assert!((found.depth - 0.2).abs() < 1e-6);
        assert!((found.normal - Vec3::X).norm() < 1e-3);
        assert!((found.pos - Vec3::new(0.4, 0.1, 0.2)).norm() < 1e-3);
        assert!(between(1.1).is_none());
    }

    #[test]
    fn the_nearest_point_of_a_triangle_may_be_inside_or_on_an_edge() {
        let at = |x: f64, y: f64| Vec3::new(x, y, 1.0);
        let inside = nearest_in_triangle([at(-1.0, -1.0), at(2.0, -1.0), at(-1.0, 2.0)]);
        assert!((inside - Vec3::Z).norm() < 1e-12);
        let edge = nearest_in_triangle([at(1.0, -1.0), at(1.0, 1.0), at(3.0, 0.0)]);
        assert!((edge - Vec3::new(1.0, 0.0, 1.0)).norm() < 1e-12);
    }
}
