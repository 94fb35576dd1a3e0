//! A plane and a convex body that has no closed form of its own: an ellipsoid or a mesh.
//!
//! The deepest point is the support against the normal `n` of the plane. A mesh adds up to two more vertices that are
//! within the margin and not near the first: neighbours of the deepest on the hull.

use synovia_math::Vec3;

use super::support::{Body, Hull, point};
use crate::collide::{Shape, Solid, Touch, Touches};

/// Most points of a mesh on a plane.
const MAX_POINTS: usize = 3;
/// Least distance from the first point, in bounding radii.
const SPREAD: f64 = 0.3;

/// Plane and ellipsoid or mesh.
#[doc(alias = "mjc_PlaneConvex")]
pub fn plane_convex(a: &Solid<'_>, b: &Solid<'_>, margin: f64, out: &mut Touches) {
    let Some(mut body) = Body::new(b, 0.0) else {
        return;
    };
    let normal = a.mat.col(2);
    let far = body.support_middle(-normal);
    let dist = normal.dot(far - a.pos);
    if dist > margin {
        return;
    }
    let first = far + normal * (-0.5 * dist);
    out.push(Touch::new(dist, first, normal));

    let Shape::Mesh(mesh) = b.shape else {
        return;
    };
    let down = b.mat.transpose_mul(-normal);
    let threshold = normal.dot(b.pos - a.pos) - margin;
    let mut count = 1;
    let mut add = |local: Vec3| {
        if count < MAX_POINTS && down.dot(local) > threshold {
            let place = *b.mat * local + b.pos;
            if place.distance(first) < SPREAD * b.rbound {
                return;
            }
            let dist = normal.dot(place - a.pos);
            out.push(Touch::new(dist, place + normal * (-0.5 * dist), normal));
            count += 1;
        }
    };
    if let Some(hull) = Hull::of(mesh) {
        for node in hull.neighbours(body.node) {
            add(hull.point(node));
        }
    } else {
        for k in 0..mesh.vert.len() as i32 {
            if k != body.node {
                add(point(mesh.vert, k));
            }
        }
    }
}
