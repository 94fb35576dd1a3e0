//! Overlap of two bodies by Minkowski portal refinement (MPR), used if native CCD is off.
//!
//! ```text
//! discovery    three support points around the origin ray: a portal
//! refinement   the portal moves outward until the origin is behind it (overlap), or until it is on the boundary with the
//!              origin still ahead (no overlap)
//! projection   the portal moves on to the boundary; its point nearest to the origin gives depth and normal
//! ```
//!
//! This direction is near the origin ray and in general not that of least depth: the ray depends on the centres.
//! G. Snethen, *XenoCollide: complex collision made simple*, Game Programming Gems 7 (2008).

use synovia_math::Vec3;
use synovia_math::fearless_simd::Simd;

use super::contacts::Overlap;
use super::difference::Difference;
use super::policy::{PORTAL_NUDGE, PORTAL_PATIENCE};
use super::portal::{Portal, is_at_least_zero, is_origin, is_zero, unit};
use super::support::Point;

/// Where the origin ray leaves the difference, as found by portal discovery.
#[expect(
    clippy::large_enum_variant,
    reason = "it lives on the stack for one call"
)]
enum Exit {
    /// Exactly at a support point.
    At(Point),
    /// Through a portal.
    Through(Portal),
}

/// Depth, normal and position of an overlap; the normal is zero if the bodies only touch.
pub(super) fn overlap<S: Simd>(
    difference: &mut Difference<'_, '_, '_, S>,
    tolerance: f64,
    iterations: usize,
) -> Option<Overlap> {
    match discover(difference)? {
        Exit::At(point) => {
            let pos = (point.a + point.b) * 0.5;
            Some(if is_origin(point.gap) {
                Overlap {
                    depth: 0.0,
                    normal: Vec3::ZERO,
                    pos,
                }
            } else {
                Overlap {
                    depth: point.gap.norm(),
                    normal: unit(point.gap),
                    pos,
                }
            })
        }
        Exit::Through(mut portal) => {
            // refinement
            if !reaches_origin(&mut portal, difference, tolerance) {
                return None;
            }
            move_to_boundary(&mut portal, difference, tolerance, iterations);
            // projection: the nearest point of the portal gives depth and normal
            let way_out = portal.nearest();
            let depth = way_out.norm();
            Some(Overlap {
                depth,
                normal: if is_zero(depth) {
                    Vec3::ZERO
                } else {
                    unit(way_out)
                },
                pos: portal.position(),
            })
        }
    }
}

impl<S: Simd> Difference<'_, '_, '_, S> {
    /// The support point along a unit vector; `None` if it does not extend beyond the origin.
    #[inline]
    fn support_past_origin(&mut self, dir: Vec3) -> Option<Point> {
        let point = self.support_middle(dir);
        let reach = point.gap.dot(dir);
        (!is_zero(reach) && reach >= 0.0).then_some(point)
    }

    /// Start of the origin ray.
    #[inline]
    fn interior(&self) -> Point {
        let (a, b) = (self.a.center(), self.b.center());
        let mut gap = a - b;
        if is_origin(gap) {
            gap += Vec3::new(PORTAL_NUDGE, 0.0, 0.0);
        }
        Point {
            gap,
            a,
            b,
            ..Point::ZERO
        }
    }
}

/// Portal discovery; `None` if a plane normal to one of the tested directions separates the bodies.
fn discover<S: Simd>(difference: &mut Difference<'_, '_, '_, S>) -> Option<Exit> {
    let interior = difference.interior();
    let c = interior.gap;

    // along the ray, then normal to the plane of the ray and that support point
    let mut p = difference.support_past_origin(unit(-c))?;
    let across = c.cross(p.gap);
    if is_zero(across.norm_squared()) {
        return Some(Exit::At(p));
    }
    let mut q = difference.support_past_origin(unit(across))?;

    // a triangle with the interior point, facing the origin
    let mut toward = unit((p.gap - c).cross(q.gap - c));
    if toward.dot(c) > 0.0 {
        (p, q) = (q, p);
        toward = -toward;
    }
    // a third support point; while the ray misses the triangle, it replaces the vertex on the other side
    for _ in 0..PORTAL_PATIENCE {
        let r = difference.support_past_origin(toward)?;
        if Portal::misses(c, p.gap, r.gap) {
            q = r;
        } else if Portal::misses(c, r.gap, q.gap) {
            p = r;
        } else {
            let corners = [p, q, r];
            return Some(Exit::Through(Portal { interior, corners }));
        }
        toward = unit((p.gap - c).cross(q.gap - c));
    }
    None
}

/// Portal refinement: true as soon as the origin is behind the portal, false once this is impossible.
fn reaches_origin<S: Simd>(
    portal: &mut Portal,
    difference: &mut Difference<'_, '_, '_, S>,
    tolerance: f64,
) -> bool {
    for _ in 0..PORTAL_PATIENCE {
        let normal = portal.normal();
        if portal.has_origin_behind(normal) {
            return true;
        }
        let new = difference.support_middle(normal);
        let origin_beyond = !is_at_least_zero(new.gap.dot(normal));
        if origin_beyond || portal.is_on_boundary(&new, normal, tolerance) {
            return false;
        }
        portal.refine(new);
    }
    false
}

/// Refines a portal until it is on the boundary, at most one time more than `iterations`.
fn move_to_boundary<S: Simd>(
    portal: &mut Portal,
    difference: &mut Difference<'_, '_, '_, S>,
    tolerance: f64,
    iterations: usize,
) {
    let mut round = 0;
    loop {
        let normal = portal.normal();
        let new = difference.support_middle(normal);
        if portal.is_on_boundary(&new, normal, tolerance) || round > iterations {
            return;
        }
        portal.refine(new);
        round += 1;
    }
}

#[cfg(test)]
mod tests {
    use synovia_math::{Mat3, narrow};

    use super::super::support::Body;
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
            narrow!(simd => {
                let (a, b) = (&mut a, &mut b);
                overlap(&mut Difference { simd, a, b }, 1e-9, 100)
            })
        };
        let found = between(0.8).unwrap();
        assert!((found.depth - 0.2).abs() < 1e-6);
        assert!((found.normal - Vec3::X).norm() < 1e-3);
        assert!((found.pos - Vec3::new(0.4, 0.1, 0.2)).norm() < 1e-3);
        assert!(between(1.1).is_none());
    }
}
