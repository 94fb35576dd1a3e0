//! Signed distances of primitives, used when one shape samples the field of another.
//!
//! Outside of a shape the distance is that to its surface. Inside a box it is measured along rays that bend from the
//! radial direction to the normals of the faces, so that the field has no creases:
//!
//! ```text
//! b_i = −s_i / a_i, normalised,      d = −min_i (−a_i / b_i)        a_i = |p_i| − s_i < 0        (1)
//! ```
//!
//! An ellipsoid has the estimate `k₀ (k₀ − 1) / k₁` with `k₀ = |p/s|`, `k₁ = |p/s²|`. Quilez, *Distance functions*.

use synovia_math::Vec3;

/// A half space below `z = 0`.
pub fn plane(p: Vec3) -> f64 {
    p.z
}

/// A sphere of radius `size.x`.
pub fn sphere(size: Vec3, p: Vec3) -> f64 {
    p.norm() - size.x
}

/// A capsule along z.
pub fn capsule(size: Vec3, p: Vec3) -> f64 {
    let beyond = p.z - p.z.min(size.y).max(-size.y);
    Vec3::new(p.x, p.y, beyond).norm() - size.x
}

/// An ellipsoid; an estimate.
pub fn ellipsoid(size: Vec3, p: Vec3) -> f64 {
    let a = Vec3::new(p.x / size.x, p.y / size.y, p.z / size.z);
    let b = Vec3::new(a.x / size.x, a.y / size.y, a.z / size.z);
    let (k0, k1) = (a.norm(), b.norm());
    k0 * (k0 - 1.0) / k1
}

/// A cylinder along z.
pub fn cylinder(size: Vec3, p: Vec3) -> f64 {
    let aside = (p.x * p.x + p.y * p.y).sqrt() - size.x;
    let above = p.z.abs() - size.y;
    let (x, y) = (aside.max(0.0), above.max(0.0));
    aside.max(above).min(0.0) + (x * x + y * y).sqrt()
}

/// A box; equation (1) inside.
pub fn cuboid(size: Vec3, p: Vec3) -> f64 {
    let a = p.abs() - size;
    if a.x >= 0.0 || a.y >= 0.0 || a.z >= 0.0 {
        return a.max(Vec3::ZERO).norm();
    }
    let b = Vec3::new(-size.x / a.x, -size.y / a.y, -size.z / a.z).normalized();
    let reach = |k: usize| -a[k] / b[k].abs();
    -reach(0).min(reach(1).min(reach(2))) * b.norm()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surfaces_have_the_distance_zero_and_points_beside_them_their_own() {
        type Distance = fn(Vec3, Vec3) -> f64;
        let size = Vec3::new(0.1, 0.2, 0.3);
        // extent along x and z
        let shapes: [(Distance, f64, f64); 5] = [
            (sphere, 0.1, 0.1),
            (capsule, 0.1, 0.3),
            (ellipsoid, 0.1, 0.3),
            (cylinder, 0.1, 0.2),
            (cuboid, 0.1, 0.3),
        ];
        for (k, (distance, x, z)) in shapes.into_iter().enumerate() {
            for (axis, reach) in [(Vec3::X, x), (Vec3::Z, z)] {
                for gap in [-1e-4, 0.0, 1e-4] {
                    let found = distance(size, axis * (reach + gap));
                    assert!((found - gap).abs() < 1e-7, "{k} {axis:?} {gap}: {found}");
                }
            }
        }
        assert_eq!(plane(Vec3::new(1.0, 2.0, -3.0)), -3.0);
        // next to a corner, and in the middle
        assert_eq!(cuboid(size, Vec3::new(0.1 + 3.0, 0.2 + 4.0, 0.0)), 5.0);
        assert!(cuboid(size, Vec3::ZERO) < 0.0);
    }
}
