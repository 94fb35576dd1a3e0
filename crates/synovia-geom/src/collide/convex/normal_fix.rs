//! Normals of round shapes from the position of the contact.
//!
//! Portal refinement finds a direction that is only close to that of least depth. If a shape is round, its own normal
//! at the contact is more accurate:
//!
//! | shape     | normal at `p`, in its frame                                                            |
//! |-----------|----------------------------------------------------------------------------------------|
//! | sphere    | `p`                                                                                    |
//! | capsule   | `p` minus the nearest point of the axis                                                |
//! | cylinder  | `(pₓ, p_y, 0)`, away from the flat ends                                                |
//! | ellipsoid | the gradient `S⁻² x` at the point `x` of the surface `xᵀ S⁻² x = 1` below or above `p` |
//!
//! If both shapes have one, the difference is used.

use synovia_math::{MIN_VAL, Vec3};

use super::policy::{
    CYLINDER_END, CYLINDER_WALL, ELLIPSOID_ROUNDS as ROUNDS, ELLIPSOID_TOLERANCE as TOLERANCE,
};
use super::support::{Body, Form};
use crate::collide::ContactPoint;

/// Replaces the normal of a contact by those of the shapes; a missing body has none.
pub(super) fn fix_normal(contact: &mut ContactPoint, a: Option<&Body<'_>>, b: Option<&Body<'_>>) {
    let outward = |body: Option<&Body<'_>>, guess: Vec3| {
        let body = body?;
        let place = body.mat.transpose_mul(contact.pos - body.pos);
        let local = local_normal(body, place, guess)?;
        Some(*body.mat * local.normalized())
    };
    contact.normal = match (outward(a, contact.normal), outward(b, -contact.normal)) {
        (Some(of_a), Some(of_b)) => (of_a - of_b).normalized(),
        (Some(of_a), None) => of_a,
        (None, Some(of_b)) => -of_b,
        (None, None) => return,
    };
    contact.tangent = Vec3::ZERO;
}

/// Outward normal of a body, not normalised, at a point near its surface, both in the frame of the body; `None` if
/// the body is not round there. `guess` is in the world.
fn local_normal(body: &Body<'_>, p: Vec3, guess: Vec3) -> Option<Vec3> {
    let size = body.size;
    match body.form {
        Form::Sphere => Some(p),
        Form::Capsule => {
            let beyond = if p.z < -size.y {
                p.z + size.y
            } else if p.z > size.y {
                p.z - size.y
            } else {
                0.0
            };
            Some(Vec3::new(p.x, p.y, beyond))
        }
        Form::Cylinder => {
            let to_end = (size.y - p.z.abs()).abs();
            let to_wall = (size.x - (p.x * p.x + p.y * p.y).sqrt()).abs();
            let at_end = p.z.abs() > CYLINDER_END * size.y || to_end < CYLINDER_WALL * to_wall;
            (!at_end).then(|| Vec3::new(p.x, p.y, 0.0))
        }
        Form::Ellipsoid => {
            if size.x < MIN_VAL || size.y < MIN_VAL || size.z < MIN_VAL {
                return None;
            }
            let squares = size.scale_by(size);
            let level = p.x * p.x / squares.x + p.y * p.y / squares.y + p.z * p.z / squares.z;
            if level <= 1.0 {
                normal_above(p, squares, body.mat.transpose_mul(guess))
            } else {
                Some(normal_below(p, squares))
            }
        }
        _ => None,
    }
}

/// `1 / vₖ` for each component.
fn reciprocal(v: Vec3) -> Vec3 {
    Vec3::new(1.0 / v.x, 1.0 / v.y, 1.0 / v.z)
}

/// Normal of an ellipsoid above an inner point: the fixed point of moving from `p` along the normal to the surface
/// and computing the normal there. `None` if the first step fails; a later failure returns the normal so far.
fn normal_above(p: Vec3, squares: Vec3, guess: Vec3) -> Option<Vec3> {
    let metric = reciprocal(squares);
    let form =
        |u: Vec3, v: Vec3| u.x * v.x * metric.x + u.y * v.y * metric.y + u.z * v.z * metric.z;
    let c = form(p, p) - 1.0;
    if c > 0.0 {
        return None;
    }
    // distance of the surface along n: the non-negative root of A t² + 2 B t + C = 0
    let height = |n: Vec3| {
        let (a, b) = (form(n, n), form(p, n));
        let discriminant = b * b - a * c;
        if discriminant < MIN_VAL || a < MIN_VAL {
            return None;
        }
        let t = (-b + discriminant.sqrt()) / a;
        let below = t < 0.0;
        (!below).then_some(t)
    };
    let mut normal = guess.normalized();
    for round in 0..ROUNDS {
        let Some(t) = height(normal) else {
            return (round > 0).then_some(normal);
        };
        let next = (p + normal * t).scale_by(metric).normalized();
        let change = normal.distance(next);
        normal = next;
        if change < TOLERANCE {
            break;
        }
    }
    Some(normal)
}

/// Normal of an ellipsoid below an outer point, that is at the nearest point of the surface, `S²(S² + λ)⁻¹ p`, where
/// `λ` is the root of
///
/// ```text
/// f(λ) = Σ pₖ² sₖ² / (sₖ² + λ)² − 1
/// ```
///
/// which is convex and decreasing: Newton's method from 0 converges from below.
fn normal_below(p: Vec3, squares: Vec3) -> Vec3 {
    let weight = p.scale_by(p).scale_by(squares);
    let mut lambda = 0.0;
    for _ in 0..ROUNDS {
        let r = reciprocal(squares + Vec3::splat(lambda));
        let value = weight.x * r.x * r.x + weight.y * r.y * r.y + weight.z * r.z * r.z - 1.0;
        if value < TOLERANCE {
            break;
        }
        let cubes =
            weight.x * r.x * r.x * r.x + weight.y * r.y * r.y * r.y + weight.z * r.z * r.z * r.z;
        let slope = -2.0 * cubes;
        let step = -value / slope;
        if slope > -MIN_VAL || step < TOLERANCE {
            break;
        }
        lambda += step;
    }
    let shifted = squares + Vec3::splat(lambda);
    Vec3::new(p.x / shifted.x, p.y / shifted.y, p.z / shifted.z).normalized()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_line_along_a_normal_of_an_ellipsoid_meets_the_surface_square_to_it(
            radii in prop::array::uniform3(0.5..1.0),
            dir in prop::array::uniform3(-1.0_f64..1.0),
            scale in prop_oneof![0.9_f64..0.98, 1.02_f64..1.5],
        ) {
            let (size, dir) = (Vec3::from(radii), Vec3::from(dir));
            prop_assume!(dir.norm() > 0.1);
            let squares = size.scale_by(size);
            let p = dir.normalized().scale_by(size) * scale;
            let gradient = |x: Vec3| Vec3::new(x.x / squares.x, x.y / squares.y, x.z / squares.z);
            let normal = if scale < 1.0 {
                let guess = gradient(p).normalized();
                normal_above(p, squares, guess).unwrap()
            } else {
                normal_below(p, squares)
            };
            let (a, b) = (normal.dot(gradient(normal)), p.dot(gradient(normal)));
            let c = p.dot(gradient(p)) - 1.0;
            let t = (-b + (b * b - a * c).sqrt()) / a;
            let at = gradient(p + normal * t).normalized();
            prop_assert!(at.distance(normal) < 2e-3, "{at:?} {normal:?}");
        }
    }
}
