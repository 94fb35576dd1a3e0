//! A plane and a convex body that has no closed form of its own: an ellipsoid or a mesh.
//!
//! The deepest point is the support against the normal `n` of the plane. A mesh adds up to two more vertices that are
//! within the margin and not near the first: neighbours of the deepest on the hull.

use synovia_math::Vec3;

use super::support::{Corners, NONE, on_ellipsoid, point};
use crate::collide::{Shape, Solid, Touch, Touches};

/// Most points of a mesh on a plane.
const MAX_POINTS: usize = 3;
/// Least distance from the first point, in bounding radii.
const SPREAD: f64 = 0.3;

/// Plane and ellipsoid or mesh.
#[doc(alias = "mjc_PlaneConvex")]
pub fn plane_convex(a: &Solid<'_>, b: &Solid<'_>, margin: f64, out: &mut Touches) {
    let normal = a.mat.col(2);
    let down = b.mat.transpose_mul(-normal);
    let mesh = match b.shape {
        Shape::Mesh(mesh) => {
            let corners = Corners::of(mesh);
            let lowest = corners.furthest(down, NONE);
            Some((corners, lowest))
        }
        Shape::Ellipsoid => None,
        _ => return,
    };

    // the deepest point
    let lowest = match &mesh {
        Some((corners, lowest)) => corners.point(*lowest),
        None => on_ellipsoid(down, *b.size),
    };
    let far = *b.mat * lowest + *b.pos;
    let dist = normal.dot(far - *a.pos);
    if dist > margin {
        return;
    }
    let first = far + normal * (-0.5 * dist);
    out.push(Touch::new(dist, first, normal));

    // more of a mesh: neighbours on the hull, or all vertices in order
    let Some((corners, lowest)) = mesh else {
        return;
    };
    let threshold = normal.dot(*b.pos - *a.pos) - margin;
    let mut count = 1;
    let mut add = |local: Vec3| {
        if count < MAX_POINTS && down.dot(local) > threshold {
            let place = *b.mat * local + *b.pos;
            if place.distance(first) < SPREAD * b.rbound {
                return;
            }
            let dist = normal.dot(place - *a.pos);
            out.push(Touch::new(dist, place + normal * (-0.5 * dist), normal));
            count += 1;
        }
    };
    match corners {
        Corners::Hull(hull) => hull
            .neighbours(lowest)
            .for_each(|node| add(hull.point(node))),
        Corners::All(vert) => {
            for k in (0..vert.len() as i32).filter(|&k| k != lowest) {
                add(point(vert, k));
            }
        }
    }
}
