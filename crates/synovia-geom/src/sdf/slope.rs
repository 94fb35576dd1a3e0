//! Gradients of the signed distances of primitives.
//!
//! Each function belongs to the function of the same name in [`shape`](super::shape). Where the distance has a
//! crease, the result is the gradient on one side of it; at the centre of a round shape it is NaN.

use synovia_math::Vec3;

/// A divisor is at least the inverse of this.
const HUGE: f64 = 1e10;

/// A sphere of radius `size.x`.
pub fn sphere(_: Vec3, p: Vec3) -> Vec3 {
    p * (1.0 / p.norm())
}

/// A capsule along z.
pub fn capsule(size: Vec3, p: Vec3) -> Vec3 {
    let beyond = p.z - p.z.min(size.y).max(-size.y);
    let a = Vec3::new(p.x, p.y, beyond);
    let norm = a.norm();
    Vec3::new(a.x / norm, a.y / norm, a.z / norm)
}

/// An ellipsoid; the direction of the gradient of the estimate `k₀ (k₀ − 1) / k₁`.
pub fn ellipsoid(size: Vec3, p: Vec3) -> Vec3 {
    let a = Vec3::new(p.x / size.x, p.y / size.y, p.z / size.z);
    let b = Vec3::new(a.x / size.x, a.y / size.y, a.z / size.z);
    let (k0, k1) = (a.norm(), b.norm());
    let (inv0, inv1) = (1.0 / k0, 1.0 / k1);
    let by_k0 = (2.0 * k0 - 1.0) * inv1;
    let by_k1 = k0 * (k0 - 1.0) * inv1 * inv1;
    let slope = |k: usize| b[k] * inv0 * by_k0 - b[k] * inv1 / (size[k] * size[k]) * by_k1;
    Vec3::new(slope(0), slope(1), slope(2)).normalized()
}

/// A cylinder along z.
pub fn cylinder(size: Vec3, p: Vec3) -> Vec3 {
    let floor = |x: f64| x.max(1.0 / HUGE);
    let (radius, height) = ((p.x * p.x + p.y * p.y).sqrt(), p.z.abs());
    let (aside, above) = (radius - size.x, height - size.y);
    let out = Vec3::new(
        p.x / floor(radius),
        p.y / floor(radius),
        p.z / floor(height),
    );
    if aside.max(above) < 0.0 {
        // towards the nearest face
        return if aside > above {
            Vec3::new(out.x, out.y, 0.0)
        } else {
            Vec3::new(0.0, 0.0, out.z)
        };
    }
    let (x, y) = (aside.max(0.0), above.max(0.0));
    let norm = floor((x * x + y * y).sqrt());
    Vec3::new(out.x * x / norm, out.y * x / norm, out.z * y / norm)
}

/// A box: outside the normal, inside the direction along which its distance is measured.
pub fn cuboid(size: Vec3, p: Vec3) -> Vec3 {
    let a = p.abs() - size;
    if a.x < 0.0 && a.y < 0.0 && a.z < 0.0 {
        let mut field = Vec3::new(-size.x / a.x, -size.y / a.y, -size.z / a.z).normalized();
        for k in 0..3 {
            if p[k] < 0.0 {
                field[k] = -field[k];
            }
        }
        return field;
    }
    let b = a.max(Vec3::ZERO);
    let norm = b.norm();
    let slope = |k: usize| {
        if a[k] > 0.0 {
            b[k] / norm * p[k] / p[k].abs()
        } else {
            0.0
        }
    };
    Vec3::new(slope(0), slope(1), slope(2))
}

#[cfg(test)]
mod tests {
    use super::super::shape;
    use super::*;

    type Pair = (fn(Vec3, Vec3) -> f64, fn(Vec3, Vec3) -> Vec3);

    #[test]
    fn gradients_are_those_of_the_distances() {
        let size = Vec3::new(0.1, 0.2, 0.3);
        let shapes: [Pair; 5] = [
            (shape::sphere, sphere),
            (shape::capsule, capsule),
            (shape::ellipsoid, ellipsoid),
            (shape::cylinder, cylinder),
            (shape::cuboid, cuboid),
        ];
        for (which, (distance, gradient)) in shapes.into_iter().enumerate() {
            for k in 1..200 {
                let at = |f: f64| 0.6 * libm::sin(f * f64::from(k));
                let p = Vec3::new(at(1.0), at(2.1), at(3.3));
                if distance(size, p) < 0.01 {
                    continue;
                }
                let h = 1e-6;
                let slope = |axis: Vec3| {
                    (distance(size, p + axis * h) - distance(size, p - axis * h)) / (2.0 * h)
                };
                let found = Vec3::new(slope(Vec3::X), slope(Vec3::Y), slope(Vec3::Z));
                // the gradient of the estimate does not have unit length
                let error = (found.normalized() - gradient(size, p)).norm();
                assert!(error < 1e-6, "{which} {p:?}: {error}");
            }
        }
    }

    #[test]
    fn inside_of_a_box_the_way_out_is_radial_in_the_middle_and_normal_at_the_sides() {
        let size = Vec3::splat(1.0);
        let near = cuboid(size, Vec3::new(0.999_999, 0.1, -0.1));
        assert!((near - Vec3::X).norm() < 1e-5);
        let middle = cuboid(size, Vec3::new(1e-9, 1e-9, -1e-9));
        assert!((middle - Vec3::new(1.0, 1.0, -1.0).normalized()).norm() < 1e-8);
    }
}
