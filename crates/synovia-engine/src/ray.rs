//! Rays against simple shapes, in the frame of the shape.
//!
//! A ray `p + x v` meets a quadric where
//!
//! ```text
//! a x² + 2 b x + c = 0,        x = (−b ∓ √(b² − a c)) / a                                      (1)
//! ```
//!
//! and a flat side where one coordinate has a given value. What counts is the smallest `x ≥ 0`: from inside a shape that is
//! the way out. A plane is met from its front only, within its rectangle if it has one.

use synovia_math::{MIN_VAL, Vec3};
use synovia_model::enums::GeomType;

/// How far along `v` the ray from `p` meets the surface, in lengths of `v`; `None` if it does not, or if the shape is none
/// of plane, sphere, capsule, ellipsoid, cylinder and box.
#[doc(alias = "mju_rayGeom")]
pub fn ray_shape(kind: GeomType, size: Vec3, p: Vec3, v: Vec3) -> Option<f64> {
    match kind {
        GeomType::Plane => plane(size, p, v),
        GeomType::Sphere => first(ball(size.x, p, v)?),
        GeomType::Capsule => capsule(size, p, v),
        GeomType::Ellipsoid => {
            let weight = Vec3::new(size.x * size.x, size.y * size.y, size.z * size.z);
            let dot = |a: Vec3, b: Vec3| {
                a.x * b.x / weight.x + a.y * b.y / weight.y + a.z * b.z / weight.z
            };
            first(roots(dot(v, v), dot(v, p), dot(p, p) - 1.0)?)
        }
        GeomType::Cylinder => cylinder(size, p, v),
        GeomType::Box => cuboid(size, p, v),
        _ => None,
    }
}

/// Both solutions of equation (1), the smaller one first.
fn roots(a: f64, b: f64, c: f64) -> Option<[f64; 2]> {
    let det = b * b - a * c;
    if det < 0.0 || a < MIN_VAL {
        return None;
    }
    let root = det.sqrt();
    Some([(-b - root) / a, (-b + root) / a])
}

/// The first of two ordered solutions that is ahead.
fn first(roots: [f64; 2]) -> Option<f64> {
    roots.into_iter().find(|&x| x >= 0.0)
}

/// The nearest solution ahead.
fn nearest(solutions: impl Iterator<Item = f64>) -> Option<f64> {
    solutions.filter(|&x| x >= 0.0).reduce(f64::min)
}

fn plane(size: Vec3, p: Vec3, v: Vec3) -> Option<f64> {
    if v.z > -MIN_VAL {
        return None;
    }
    let x = -p.z / v.z;
    let within = |size: f64, p: f64, v: f64| size <= 0.0 || (p + x * v).abs() <= size;
    (x >= 0.0 && within(size.x, p.x, v.x) && within(size.y, p.y, v.y)).then_some(x)
}

fn ball(radius: f64, p: Vec3, v: Vec3) -> Option<[f64; 2]> {
    roots(v.dot(v), v.dot(p), p.dot(p) - radius * radius)
}

/// The round side of capsule and cylinder, between their ends.
fn round_side(size: Vec3, p: Vec3, v: Vec3) -> Option<f64> {
    let flat = |u: Vec3| Vec3::new(u.x, u.y, 0.0);
    let x = first(ball(size.x, flat(p), flat(v))?)?;
    ((p.z + x * v.z).abs() <= size.y).then_some(x)
}

fn capsule(size: Vec3, p: Vec3, v: Vec3) -> Option<f64> {
    let cap = |sign: f64| {
        let center = Vec3::new(0.0, 0.0, sign * size.y);
        let both = ball(size.x, p - center, v).into_iter().flatten();
        // only the outer half
        both.filter(move |x| sign * (p.z + x * v.z) >= size.y)
    };
    nearest(
        round_side(size, p, v)
            .into_iter()
            .chain(cap(1.0))
            .chain(cap(-1.0)),
    )
}

fn cylinder(size: Vec3, p: Vec3, v: Vec3) -> Option<f64> {
    let disc = |sign: f64| {
        let x = (sign * size.y - p.z) / v.z;
        let at = [p.x + x * v.x, p.y + x * v.y];
        (v.z.abs() > MIN_VAL && at[0] * at[0] + at[1] * at[1] <= size.x * size.x).then_some(x)
    };
    let all = [round_side(size, p, v), disc(1.0), disc(-1.0)];
    nearest(all.into_iter().flatten())
}

fn cuboid(size: Vec3, p: Vec3, v: Vec3) -> Option<f64> {
    let face = |k: usize, sign: f64| {
        let x = (sign * size[k] - p[k]) / v[k];
        let within = |i: usize| (p[i] + x * v[i]).abs() <= size[i];
        (v[k].abs() > MIN_VAL && within((k + 1) % 3) && within((k + 2) % 3)).then_some(x)
    };
    nearest((0..3).flat_map(|k| [face(k, -1.0), face(k, 1.0)].into_iter().flatten()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Vec3 = Vec3::new(0.1, 0.2, 0.3);

    #[test]
    fn shapes_are_met_where_their_sizes_say_from_outside_and_inside() {
        // reach of each shape along x and z
        let shapes = [
            (GeomType::Sphere, 0.1, 0.1),
            (GeomType::Capsule, 0.1, 0.3),
            (GeomType::Ellipsoid, 0.1, 0.3),
            (GeomType::Cylinder, 0.1, 0.2),
            (GeomType::Box, 0.1, 0.3),
        ];
        for (kind, x, z) in shapes {
            for (axis, reach) in [(Vec3::X, x), (-Vec3::X, x), (Vec3::Z, z), (-Vec3::Z, z)] {
                let near = |found: Option<f64>, expected: f64| {
                    let found = found.unwrap_or(f64::NAN);
                    assert!((found - expected).abs() < 1e-14, "{kind:?}: {found}");
                };
                near(ray_shape(kind, SIZE, axis, -axis), 1.0 - reach);
                near(ray_shape(kind, SIZE, Vec3::ZERO, axis * 2.0), reach / 2.0);
                assert_eq!(ray_shape(kind, SIZE, axis, axis), None, "{kind:?}");
                let beside = axis + Vec3::new(0.0, 0.21, 0.0);
                assert_eq!(ray_shape(kind, SIZE, beside, -axis), None, "{kind:?}");
            }
        }
    }

    #[test]
    fn a_plane_is_met_from_its_front_within_its_rectangle() {
        let hit = |p: Vec3, v: Vec3| ray_shape(GeomType::Plane, SIZE, p, v);
        assert_eq!(hit(Vec3::Z, -Vec3::Z), Some(1.0));
        assert_eq!(hit(-Vec3::Z, Vec3::Z), None);
        assert_eq!(hit(Vec3::new(0.11, 0.0, 1.0), -Vec3::Z), None);
        let endless = ray_shape(GeomType::Plane, Vec3::ZERO, Vec3::splat(3.0), -Vec3::Z);
        assert_eq!(endless, Some(3.0));
        assert_eq!(ray_shape(GeomType::Mesh, SIZE, Vec3::Z, -Vec3::Z), None);
    }
}
