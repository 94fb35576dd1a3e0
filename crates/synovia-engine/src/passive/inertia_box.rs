//! Fluid forces on a body through its equivalent inertia box.
//!
//! Every body has an equivalent box of equal mass and inertia, with the edge lengths
//!
//! ```text
//! b_i = √(6 (I_j + I_k − I_i) / m)                                                             (1)
//! viscous   τ = −π D³ μ ω,                f = −3π D μ v           D = (b₀+b₁+b₂)/3              (2)
//! drag      τ_i = −ρ b_i (b_j⁴ + b_k⁴) |ω_i| ω_i / 64,  f_i = −ρ b_j b_k |v_i| v_i / 2          (3)
//! ```
//!
//! with velocities relative to the wind, in the inertial frame of the body.

use core::f64::consts::PI;

use synovia_math::{MIN_VAL, Vec3};

use super::ellipsoid::{Medium, Wrench};

/// Edge lengths of the box with this mass and these principal inertias, equation (1).
pub(crate) fn equivalent_box(mass: f64, inertia: Vec3) -> Vec3 {
    let Vec3 { x, y, z } = inertia;
    let side = |excess: f64| (excess.max(MIN_VAL) / mass * 6.0).sqrt();
    Vec3::new(side(y + z - x), side(x + z - y), side(x + y - z))
}

/// Viscous and drag forces, equations (2) and (3).
pub(crate) fn drag(angular: Vec3, linear: Vec3, medium: Medium, b: Vec3) -> Wrench {
    let Medium { density, viscosity } = medium;
    let mut out = Wrench::default();
    if viscosity > 0.0 {
        let diameter = (b.x + b.y + b.z) / 3.0;
        out.torque = angular * (-PI * diameter * diameter * diameter * viscosity);
        out.force = linear * (-3.0 * PI * diameter * viscosity);
    }
    if density > 0.0 {
        let pow4 = |s: f64| s * s * s * s;
        // order: density, then one edge length after the other
        let half = Vec3::new(b.y, b.x, b.x) * (0.5 * density);
        let weight = half.scale_by(Vec3::new(b.z, b.z, b.y));
        let sides = Vec3::new(
            pow4(b.y) + pow4(b.z),
            pow4(b.x) + pow4(b.z),
            pow4(b.x) + pow4(b.y),
        );
        for k in 0..3 {
            out.force[k] -= weight[k] * linear[k].abs() * linear[k];
            out.torque[k] -= density * b[k] * sides[k] * angular[k].abs() * angular[k] / 64.0;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_is_its_own_equivalent() {
        let (m, s) = (3.0, Vec3::new(0.2, 0.5, 1.1));
        let inertia = Vec3::new(
            s.y * s.y + s.z * s.z,
            s.x * s.x + s.z * s.z,
            s.x * s.x + s.y * s.y,
        ) * (m / 12.0);
        let found = equivalent_box(m, inertia);
        assert!((found - s).norm() < 1e-14);
    }

    #[test]
    fn drag_opposes_motion() {
        let medium = Medium {
            density: 1.2,
            viscosity: 0.1,
        };
        let (w, v) = (Vec3::new(1.0, -2.0, 0.5), Vec3::new(-0.3, 0.2, 4.0));
        let f = drag(w, v, medium, Vec3::new(0.1, 0.2, 0.3));
        for k in 0..3 {
            assert!(f.torque[k] * w[k] < 0.0 && f.force[k] * v[k] < 0.0);
        }
    }
}
