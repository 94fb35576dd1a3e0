//! Rounded triangles of flexes against spheres, capsules and boxes.
//!
//! A ball at `s` touches the triangle at the point nearest to `s`: the projection onto its plane if that is inside,
//! otherwise the nearest point of an edge. In the plane, with axes along the first edge and perpendicular to it,
//!
//! ```text
//! sign |p − w, q − w| equal for the three edges (p, q), w the projection         inside          (1)
//! u + a (v − u),  a = (w − u)·(v − u)/|v − u|² between 0 and 1                   on an edge      (2)
//! ```
//!
//! A capsule is tested at both ends, and along its axis against the vertices of the triangle; a box at its corners,
//! and with its nearest face against the vertices of the triangle.

use synovia_math::{MIN_VAL, Vec3};

use super::{ContactPoint, Manifold, Solid};

/// A triangle with a radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle {
    /// Vertices \[m\].
    pub corners: [Vec3; 3],
    /// Radius \[m\].
    pub radius: f64,
}

/// Sphere and triangle: at most one contact.
#[doc(alias = "mjraw_SphereTriangle")]
pub fn sphere_triangle(a: &Solid<'_>, b: &Triangle, margin: f64, out: &mut Manifold) {
    add(ball(*a.pos, a.size.x, b, margin), out);
}

/// Capsule and triangle: both ends, then the vertices of the triangle against the axis.
#[doc(alias = "mjraw_CapsuleTriangle")]
pub fn capsule_triangle(a: &Solid<'_>, b: &Triangle, margin: f64, out: &mut Manifold) {
    let (radius, half) = (a.size.x, a.size.y);
    let axis = a.mat.col(2);
    let (from, to) = (*a.pos + axis * -half, *a.pos + axis * half);
    add(ball(from, radius, b, margin), out);
    add(ball(to, radius, b, margin), out);

    // vertices whose projection onto the axis is between the ends
    for corner in b.corners {
        let along = to - from;
        let t = (corner - from).dot(along) / (4.0 * half * half);
        if t <= MIN_VAL || t >= 1.0 - MIN_VAL {
            continue;
        }
        let nearest = from + along * t;
        let mut normal = corner - nearest;
        let gap = normal.normalize();
        if gap > radius + b.radius + margin {
            continue;
        }
        let pos = (nearest + corner + normal * (radius - b.radius)) * 0.5;
        out.push(ContactPoint::new(gap - radius - b.radius, pos, normal));
    }
}

/// Box and triangle: vertices of the triangle against the faces of the box, then corners of the box.
#[doc(alias = "mjraw_BoxTriangle")]
pub fn box_triangle(a: &Solid<'_>, b: &Triangle, margin: f64, out: &mut Manifold) {
    let size = *a.size;
    for corner in b.corners {
        // the face of the box that is nearest to the vertex, or the least deep
        let local = a.mat.transpose_mul(corner - *a.pos);
        let beyond = local.abs() - size;
        let mut axis = 0;
        for k in 1..3 {
            if beyond[k] > beyond[axis] {
                axis = k;
            }
        }
        let dist = beyond[axis] - b.radius;
        let outside = |k: usize| local[k].abs() > size[k] + margin + b.radius;
        if dist > margin || (0..3).any(outside) {
            continue;
        }
        let mut side = Vec3::ZERO;
        side[axis] = if local[axis] > 0.0 { 1.0 } else { -1.0 };
        let normal = *a.mat * side;
        let pos = corner + normal * -(b.radius + dist * 0.5);
        out.push(ContactPoint::new(dist, pos, normal));
    }

    // the corners of the box as balls without radius
    for bits in 0..8 {
        let half = |k: usize| {
            if bits & (1 << k) == 0 {
                -size[k]
            } else {
                size[k]
            }
        };
        let corner = *a.mat * Vec3::new(half(0), half(1), half(2)) + *a.pos;
        add(ball(corner, 0.0, b, margin), out);
    }
}

/// Adds a contact, if any.
fn add(contact: Option<ContactPoint>, out: &mut Manifold) {
    if let Some(contact) = contact {
        out.push(contact);
    }
}

/// The contact of a ball with a triangle.
fn ball(center: Vec3, radius: f64, triangle: &Triangle, margin: f64) -> Option<ContactPoint> {
    let reach = margin + radius + triangle.radius;
    let [origin, second, third] = triangle.corners;
    let (s, a, b) = (center - origin, second - origin, third - origin);

    // height above the plane
    let normal = a.cross(b).normalized();
    let height = normal.dot(s);
    if height.abs() > reach {
        return None;
    }
    let foot = s + normal * -height;

    // in the plane, with axes along the first edge and perpendicular to it
    let mut x = a;
    let length = x.normalize();
    let y = normal.cross(a).normalized();
    let corners = [[0.0, 0.0], [length, 0.0], [x.dot(b), y.dot(b)]];
    let p = [x.dot(foot), y.dot(foot)];
    let sides = [0, 1, 2].map(|k| side(p, corners[k], corners[(k + 1) % 3]));
    // equation (1): inside, or equation (2): the nearest edge, the later of equals
    let nearest = if sides[0] == sides[1] && sides[1] == sides[2] {
        foot
    } else {
        let edges = [0, 1, 2].map(|k| on_segment(p, corners[k], corners[(k + 1) % 3]));
        let dist =
            edges.map(|q| ((q[0] - p[0]) * (q[0] - p[0]) + (q[1] - p[1]) * (q[1] - p[1])).sqrt());
        let best = if dist[0] < dist[1] && dist[0] < dist[2] {
            0
        } else if dist[1] < dist[2] {
            1
        } else {
            2
        };
        x * edges[best][0] + y * edges[best][1]
    };

    let mut normal = nearest - s;
    let gap = normal.normalize();
    if gap > reach {
        return None;
    }
    let dist = gap - radius - triangle.radius;
    let pos = center + normal * (radius + dist / 2.0);
    Some(ContactPoint::new(dist, pos, normal))
}

/// The side of the edge from `u` to `v` on which the point `p` is: −1, 0 or 1, equation (1).
fn side(p: [f64; 2], u: [f64; 2], v: [f64; 2]) -> i8 {
    let area = (p[0] - v[0]) * (u[1] - v[1]) - (u[0] - v[0]) * (p[1] - v[1]);
    i8::from(area > 0.0) - i8::from(area < 0.0)
}

/// The point of a segment that is nearest to `p`, equation (2).
fn on_segment(p: [f64; 2], u: [f64; 2], v: [f64; 2]) -> [f64; 2] {
    let along = [v[0] - u[0], v[1] - u[1]];
    let to = [p[0] - u[0], p[1] - u[1]];
    let length2 = along[0] * along[0] + along[1] * along[1];
    let length2 = if length2 > MIN_VAL { length2 } else { MIN_VAL };
    let a = (along[0] * to[0] + along[1] * to[1]) / length2;
    if a <= 0.0 {
        u
    } else if a >= 1.0 {
        v
    } else {
        [u[0] + along[0] * a, u[1] + along[1] * a]
    }
}
