//! Normals of round shapes, from the place of the contact.
//!
//! The portal search finds a direction that is only roughly that of the shortest way out. Where a shape is round its
//! normal at the contact is known better:
//!
//! | shape     | normal at `p`, in its frame                                                  |
//! |-----------|--------------------------------------------------------------------------------|
//! | sphere    | `p`                                                                          |
//! | capsule   | `p` minus the nearest point of the axis                                      |
//! | cylinder  | `(pₓ, p_y, 0)`, away from the flat ends                                      |
//! | ellipsoid | `S⁻² x` at the point `x` of the surface nearest to `p`, or along the normal   |
//!
//! If both shapes know theirs, the difference is taken.

use synovia_math::{MIN_VAL, Vec3};

use super::support::{Body, Form};
use crate::collide::ContactPoint;

/// Rounds for the normal of an ellipsoid.
const ROUNDS: usize = 30;
/// When they end.
const TOLERANCE: f64 = 1e-6;

/// Replaces the normal of a contact by what the shapes know; a body that is missing knows nothing.
pub(super) fn fix_normal(contact: &mut ContactPoint, a: Option<&Body<'_>>, b: Option<&Body<'_>>) {
    let normal = contact.normal;
    let first = a.and_then(|body| outward(body, contact.pos, normal));
    let second = b.and_then(|body| outward(body, contact.pos, -normal));
    contact.normal = match (first, second) {
        (Some(first), Some(second)) => (first - second).normalized(),
        (Some(first), None) => first,
        (None, Some(second)) => -second,
        (None, None) => return,
    };
    contact.tangent = Vec3::ZERO;
}

/// Outer normal of a body at a point near its surface, if the body is round there.
fn outward(body: &Body<'_>, place: Vec3, guess: Vec3) -> Option<Vec3> {
    let p = body.mat.transpose_mul(place - body.pos);
    let size = body.size;
    let local = match body.form {
        Form::Sphere => p,
        Form::Capsule => {
            let z = if p.z < -size.y {
                p.z + size.y
            } else if p.z > size.y {
                p.z - size.y
            } else {
                0.0
            };
            Vec3::new(p.x, p.y, z)
        }
        Form::Cylinder => {
            // near the ends, or nearer to an end than to the wall: not known
            if p.z.abs() > 0.95 * size.y {
                return None;
            }
            let to_end = (size.y - p.z.abs()).abs();
            let to_wall = (size.x - (p.x * p.x + p.y * p.y).sqrt()).abs();
            if to_end < 0.25 * to_wall {
                return None;
            }
            Vec3::new(p.x, p.y, 0.0)
        }
        Form::Ellipsoid => {
            if size.x < MIN_VAL || size.y < MIN_VAL || size.z < MIN_VAL {
                return None;
            }
            let inside = p.x * p.x / (size.x * size.x)
                + p.y * p.y / (size.y * size.y)
                + p.z * p.z / (size.z * size.z);
            if inside <= 1.0 {
                from_inside(p, size, body.mat.transpose_mul(guess))?
            } else {
                from_outside(p, size)
            }
        }
        _ => return None,
    };
    Some(*body.mat * local.normalized())
}

/// Normal of an ellipsoid above an inner point: follows the normal outward to the surface, takes the normal there, and
/// so on until it stays.
fn from_inside(p: Vec3, size: Vec3, guess: Vec3) -> Option<Vec3> {
    let inverse = Vec3::new(
        1.0 / (size.x * size.x),
        1.0 / (size.y * size.y),
        1.0 / (size.z * size.z),
    );
    // p + x n is on the surface where A x² + 2 B x + C = 0
    let form =
        |u: Vec3, v: Vec3| u.x * v.x * inverse.x + u.y * v.y * inverse.y + u.z * v.z * inverse.z;
    let c = form(p, p) - 1.0;
    if c > 0.0 {
        return None;
    }
    let mut normal = guess.normalized();
    for round in 0..ROUNDS {
        let (a, b) = (form(normal, normal), form(p, normal));
        let det = b * b - a * c;
        let known = (round > 0).then_some(normal);
        if det < MIN_VAL || a < MIN_VAL {
            return known;
        }
        let x = (-b + det.sqrt()) / a;
        if x < 0.0 {
            return known;
        }
        let next = (p + normal * x).scale_by(inverse).normalized();
        let change = normal.distance(next);
        normal = next;
        if change < TOLERANCE {
            break;
        }
    }
    Some(normal)
}

/// Normal of an ellipsoid below an outer point: the nearest point is `S²(S² + λ)⁻¹ p`, with `λ` such that it lies on the
/// surface, found by Newton's method.
fn from_outside(p: Vec3, size: Vec3) -> Vec3 {
    let s2 = size.scale_by(size);
    let weight = p.scale_by(p).scale_by(s2);
    let mut lambda = 0.0;
    for _ in 0..ROUNDS {
        let r = Vec3::new(
            1.0 / (s2.x + lambda),
            1.0 / (s2.y + lambda),
            1.0 / (s2.z + lambda),
        );
        let value = weight.x * r.x * r.x + weight.y * r.y * r.y + weight.z * r.z * r.z - 1.0;
        if value < TOLERANCE {
            break;
        }
        let slope = -2.0
            * (weight.x * r.x * r.x * r.x
                + weight.y * r.y * r.y * r.y
                + weight.z * r.z * r.z * r.z);
        if slope > -MIN_VAL {
            break;
        }
        let step = -value / slope;
        if step < TOLERANCE {
            break;
        }
        lambda += step;
    }
    let normal = Vec3::new(
        p.x / (s2.x + lambda),
        p.y / (s2.y + lambda),
        p.z / (s2.z + lambda),
    );
    normal.normalized()
}
