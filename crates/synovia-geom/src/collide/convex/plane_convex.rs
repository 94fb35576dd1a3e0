//! A plane and a convex body without a closed form: an ellipsoid or a mesh.
//!
//! The deepest point is the support point against the normal `n` of the plane. A mesh adds up to two more vertices
//! that are within the margin and not near the first one: neighbours of the deepest vertex on the hull.

use synovia_math::Vec3;

use super::CcdMemory;
use super::hull::{Hull, furthest, point};
use super::support::on_ellipsoid;
use crate::collide::{ContactPoint, Manifold, Shape, Solid};

/// Maximum number of contacts of a mesh with a plane.
const MAX_POINTS: usize = 3;
/// Minimum distance from the first point, in units of the bounding radius.
const SPREAD: f64 = 0.3;

/// Plane and ellipsoid or mesh.
#[doc(alias = "mjc_PlaneConvex")]
pub fn plane_convex(a: &Solid<'_>, b: &Solid<'_>, margin: f64, out: &mut Manifold) {
    let ground = Ground::new(a, b, margin);
    let down = ground.down;
    match b.shape {
        Shape::Ellipsoid => {
            ground.deepest(on_ellipsoid(down, *b.size), margin, out);
        }
        Shape::Mesh(mesh) => match Hull::of(mesh) {
            Some(hull) => ground.hull(&hull, hull.furthest(down, 0), margin, out),
            None => ground.vertices(mesh.vert, margin, out),
        },
        _ => {}
    }
}

/// The same, with the support vertices of earlier searches: the climb on a mesh starts near its end.
#[doc(alias = "mjc_PlaneConvex")]
pub fn plane_convex_cached(
    a: &Solid<'_>,
    b: &Solid<'_>,
    margin: f64,
    memory: &mut CcdMemory,
    out: &mut Manifold,
) {
    if let Shape::Mesh(mesh) = b.shape
        && let Some(hull) = Hull::of(mesh)
    {
        let ground = Ground::new(a, b, margin);
        let hull = hull.with_cache(memory.vertices.lend());
        return ground.hull(&hull, hull.furthest_cached(ground.down), margin, out);
    }
    plane_convex(a, b, margin, out);
}

/// Plane and an ellipsoid that was fitted to a mesh without a hull.
///
/// QUIRK(fitted-ellipsoid): in addition to the lowest point of the ellipsoid, vertices of the mesh below the plane
/// become contacts.
#[doc(alias = "mjc_PlaneConvex")]
pub fn plane_fitted(
    a: &Solid<'_>,
    b: &Solid<'_>,
    vertices: &[[f32; 3]],
    margin: f64,
    out: &mut Manifold,
) {
    let ground = Ground::new(a, b, margin);
    if let Some(first) = ground.deepest(on_ellipsoid(ground.down, *b.size), margin, out) {
        let all = 0..vertices.len() as i32;
        ground.more(first, all.map(|k| point(vertices, k)), out);
    }
}

/// A plane and the body on it.
struct Ground<'a> {
    normal: Vec3,
    /// A point of the plane.
    origin: Vec3,
    body: &'a Solid<'a>,
    /// Direction against the normal, in the frame of the body.
    down: Vec3,
    /// Points of the body further along `down` than this are within the margin.
    threshold: f64,
}

impl<'a> Ground<'a> {
    #[inline]
    fn new(a: &Solid<'_>, b: &'a Solid<'a>, margin: f64) -> Self {
        let normal = a.mat.col(2);
        Self {
            normal,
            origin: *a.pos,
            body: b,
            down: b.mat.transpose_mul(-normal),
            threshold: normal.dot(*b.pos - *a.pos) - margin,
        }
    }

    /// Adds the contacts of a hull with its lowest node: candidates for the others are its neighbours.
    #[inline]
    fn hull(&self, hull: &Hull<'_>, lowest: i32, margin: f64, out: &mut Manifold) {
        if let Some(first) = self.deepest(hull.point(lowest), margin, out) {
            self.more(first, hull.neighbours(lowest), out);
        }
    }

    /// Adds the contacts of a mesh without a hull: all vertices in order.
    fn vertices(&self, vert: &[[f32; 3]], margin: f64, out: &mut Manifold) {
        let lowest = furthest(vert, self.down);
        if let Some(first) = self.deepest(point(vert, lowest), margin, out) {
            let others = (0..vert.len() as i32).filter(|&k| k != lowest);
            self.more(first, others.map(|k| point(vert, k)), out);
        }
    }

    /// Adds the contact at the lowest point if it is within the margin; returns its position.
    #[inline]
    fn deepest(&self, lowest: Vec3, margin: f64, out: &mut Manifold) -> Option<Vec3> {
        let far = *self.body.mat * lowest + *self.body.pos;
        let dist = self.normal.dot(far - self.origin);
        if dist > margin {
            return None;
        }
        let place = far + self.normal * (-0.5 * dist);
        out.push(ContactPoint::new(dist, place, self.normal));
        Some(place)
    }

    /// Adds contacts at further points that are not near the first.
    #[expect(clippy::inline_always, reason = "its values stay in registers")]
    #[inline(always)]
    fn more(&self, first: Vec3, points: impl Iterator<Item = Vec3>, out: &mut Manifold) {
        let body = self.body;
        let mut count = 1;
        for local in points {
            if self.down.dot(local) <= self.threshold {
                continue;
            }
            let place = *body.mat * local + *body.pos;
            if place.distance(first) < SPREAD * body.rbound {
                continue;
            }
            let dist = self.normal.dot(place - self.origin);
            let normal = self.normal;
            out.push(ContactPoint::new(
                dist,
                place + normal * (-0.5 * dist),
                normal,
            ));
            count += 1;
            if count == MAX_POINTS {
                return;
            }
        }
    }
}
