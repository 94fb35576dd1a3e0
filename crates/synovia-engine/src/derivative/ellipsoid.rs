//! Derivative of the fluid forces on an ellipsoid with respect to its velocity.
//!
//! With `N = diag(r₁r₂, r₂r₀, r₀r₁)²`, `n = vᵀNv`, `d = vᵀN²v`, `s = v·v`, see `passive/ellipsoid.rs` for the forces:
//!
//! ```text
//! Kutta lift    f = k g h,   g = √(n/(d s)),   h = n v − s N v,   k = π c_K ρ
//!               ∂f/∂v = k g (∂h/∂v + h (Nv/n − N²v/d − v/s)ᵀ)
//!               ∂h/∂v = n 1 − s N + 2 v (Nv)ᵀ − 2 Nv vᵀ                                        (1)
//! drag          f = −(λ + ρ |v| q) v,   q = A c_blunt + (A_max − A) c_slender,   A = π √(d/n)
//!               ∂f/∂v = −λ 1 − ρ q (s 1 + v vᵀ)/|v| − ρ |v| (c_blunt − c_slender) v ∇Aᵀ
//!               ∇A = π (n N²v − d Nv) / √(n³ d)                                                (2)
//! torque        τ = −(λ' + ρ |Cω|) ω
//!               ∂τ/∂ω = −(λ' + ρ |Cω|) 1 − ρ ω (C²ω)ᵀ/|Cω|                                     (3)
//! ```
//!
//! The Magnus force and the added mass are cross products. Denominators are bounded away from zero where the reference does
//! so.

use core::f64::consts::PI;

use synovia_math::{MIN_VAL, Mat3, Vec3};

use super::mat6::Mat6;
use crate::passive::ellipsoid::{FluidCoefficients, Medium};

/// Derivative of all forces on an ellipsoid with semi-axes `r`, in its frame.
#[doc(alias = "mjd_ellipsoidFluid")]
pub fn derivative(
    angular: Vec3,
    linear: Vec3,
    medium: Medium,
    r: Vec3,
    c: &FluidCoefficients,
) -> Mat6 {
    let mut out = Mat6::ZERO;
    let density = medium.density;

    // Magnus: a multiple of ω × v
    let volume = 4.0 / 3.0 * PI * r.x * r.y * r.z;
    let magnus = c.magnus_lift * density * volume;
    out.add_block(1, 0, &cross_from_right(linear * magnus));
    out.add_block(1, 1, &cross_from_left(angular * magnus));

    out.add_block(1, 1, &kutta_lift(linear, density, r, c));
    out.add_block(1, 1, &drag(linear, medium, r, c));
    out.add_block(0, 0, &torque(angular, medium, r, c));
    added_mass(angular, linear, density, c, &mut out);
    out
}

/// The matrix of `x ↦ a × x`.
fn cross_from_left(a: Vec3) -> Mat3 {
    Mat3([0.0, -a.z, a.y, a.z, 0.0, -a.x, -a.y, a.x, 0.0])
}

/// The matrix of `x ↦ x × b`.
fn cross_from_right(b: Vec3) -> Mat3 {
    cross_from_left(-b)
}

/// `a bᵀ`.
fn outer(a: Vec3, b: Vec3) -> Mat3 {
    Mat3::from_rows(b * a.x, b * a.y, b * a.z)
}

/// Momentum of the entrained fluid crossed with velocities: `p × ω`, `p × v`, `L × ω`.
fn added_mass(angular: Vec3, linear: Vec3, density: f64, c: &FluidCoefficients, out: &mut Mat6) {
    let (mass, inertia) = (c.virtual_mass * density, c.virtual_inertia * density);
    let (p, spin) = (mass.scale_by(linear), inertia.scale_by(angular));
    let of_momentum = |b: Vec3, density: Vec3| cross_from_right(b) * Mat3::diag(density);

    out.add_block(
        0,
        0,
        &(cross_from_left(spin) + of_momentum(angular, inertia)),
    );
    out.add_block(0, 1, &(cross_from_left(p) + of_momentum(linear, mass)));
    out.add_block(1, 0, &cross_from_left(p));
    out.add_block(1, 1, &of_momentum(angular, mass));
}

/// The diagonal of `N`.
fn squared_faces(r: Vec3) -> Vec3 {
    let face = Vec3::new(r.y * r.z, r.z * r.x, r.x * r.y);
    face.scale_by(face)
}

/// `Σ_k weight_k (N_i − N_k)` for each `i`: differences first, so that a sphere yields exactly zero.
fn spread(face: Vec3, weight: Vec3) -> Vec3 {
    let at = |i: usize| {
        let part = |k: usize| weight[k] * (face[i] - face[k]);
        part((i + 1) % 3) + part((i + 2) % 3)
    };
    Vec3::new(at(0), at(1), at(2))
}

/// Equation (1).
fn kutta_lift(v: Vec3, density: f64, r: Vec3, c: &FluidCoefficients) -> Mat3 {
    let face = squared_faces(r);
    let vv = v.scale_by(v);
    let (nv, nnv) = (face.scale_by(v), face.scale_by(face).scale_by(v));
    let (n, d, s) = (nv.dot(v), nnv.dot(v), vv.x + vv.y + vv.z);
    // k g / n
    let scale = PI * c.kutta_lift * density / (d * n * s).sqrt().max(MIN_VAL);

    // h = −(s N − n) v
    let excess = spread(face, vv);
    let h = -excess.scale_by(v);
    let slope = nv - nnv * (n / d.max(MIN_VAL)) - v * (n / s.max(MIN_VAL));
    let mut of_h = outer(v, nv * 2.0) - outer(nv, v * 2.0);
    for k in 0..3 {
        of_h.0[4 * k] -= excess[k];
    }
    (of_h * n + outer(h, slope)) * scale
}

/// Equation (2).
fn drag(v: Vec3, medium: Medium, r: Vec3, c: &FluidCoefficients) -> Mat3 {
    let Medium { density, viscosity } = medium;
    let Size { max, mid, diameter } = Size::new(r);
    let area_max = PI * max * mid;
    let face = squared_faces(r);
    let vv = v.scale_by(v);
    let nv = face.scale_by(v);
    let (n, d, s) = (nv.dot(v), nv.dot(nv), vv.x + vv.y + vv.z);
    let speed = s.sqrt();

    let area = PI * (d / n.max(MIN_VAL)).sqrt();
    let area_scale = PI / (n * n * n * d).sqrt().max(MIN_VAL);
    let area_slope = nv.scale_by(spread(face, face.scale_by(vv))) * area_scale;

    let stokes = viscosity * 3.0 * PI * diameter;
    let quadratic = density * (area * c.blunt_drag + c.slender_drag * (area_max - area));
    let by_area = density * speed * (c.blunt_drag - c.slender_drag);

    let isotropic = Mat3::diag(Vec3::splat(s));
    let mut out = (outer(v, v) + isotropic) * (-quadratic / speed.max(MIN_VAL));
    out = out - outer(v, area_slope * by_area);
    for k in 0..3 {
        out.0[4 * k] -= stokes;
    }
    out
}

/// Equation (3).
fn torque(w: Vec3, medium: Medium, r: Vec3, c: &FluidCoefficients) -> Mat3 {
    let Medium { density, viscosity } = medium;
    let Size { max, mid, diameter } = Size::new(r);
    let pow4 = |x: f64| (x * x) * (x * x);
    let moment_max = 8.0 / 15.0 * PI * mid * pow4(max);
    let resist = |k: usize| {
        let widest = r[(k + 1) % 3].max(r[(k + 2) % 3]);
        let moment = 8.0 / 15.0 * PI * r[k] * pow4(widest);
        c.angular_drag * moment + c.slender_drag * (moment_max - moment)
    };
    let coef = Vec3::new(resist(0), resist(1), resist(2));
    let turning = coef.scale_by(w);

    let scale = density / turning.norm().max(MIN_VAL);
    let slope = coef.scale_by(turning) * scale;
    let stokes = viscosity * (PI * diameter * diameter * diameter);
    let mut out = outer(w, slope) * -1.0;
    for k in 0..3 {
        out.0[4 * k] -= w.dot(slope) + stokes;
    }
    out
}

/// Dimensions of an ellipsoid.
struct Size {
    max: f64,
    mid: f64,
    /// Diameter of the equivalent sphere.
    diameter: f64,
}

impl Size {
    fn new(r: Vec3) -> Self {
        let max = r.x.max(r.y).max(r.z);
        let min = r.x.min(r.y).min(r.z);
        Self {
            max,
            mid: r.x + r.y + r.z - max - min,
            diameter: 2.0 / 3.0 * (r.x + r.y + r.z),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passive::ellipsoid::{added_mass, lift_and_drag};
    use synovia_math::Spatial;

    #[test]
    fn derivative_is_the_limit_of_differences() {
        let medium = Medium {
            density: 1.3,
            viscosity: 0.2,
        };
        let c: FluidCoefficients = [
            1.0, 0.5, 0.25, 1.5, 1.0, 1.0, 0.1, 0.2, 0.3, 0.01, 0.02, 0.03,
        ]
        .into();
        let r = Vec3::new(0.3, 0.5, 0.2);
        let at = Spatial([0.4, -1.1, 0.7, 1.2, 0.3, -0.8]);
        let force = |v: &Spatial| {
            let a = added_mass(v.rot(), v.lin(), medium, &c);
            let b = lift_and_drag(v.rot(), v.lin(), medium, r, &c);
            Spatial::new(a.torque + b.torque, a.force + b.force)
        };
        let found = derivative(at.rot(), at.lin(), medium, r, &c);
        let h = 1e-5;
        let expected = Mat6::from_map(|unit| {
            (force(&(at + *unit * h)) - force(&(at - *unit * h))) * (0.5 / h)
        });
        for row in 0..6 {
            for col in 0..6 {
                let gap = (found.0[row][col] - expected.0[row][col]).abs();
                assert!(gap < 1e-8, "({row}, {col}): {found:?} {expected:?}");
            }
        }
    }
}
