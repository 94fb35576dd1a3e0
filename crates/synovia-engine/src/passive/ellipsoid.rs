//! Fluid forces on an ellipsoid: added mass, Magnus and Kutta lift, drag.
//!
//! A geom that opts in is treated as the ellipsoid with its semi-axes, moving with the angular velocity `ω` and the
//! linear velocity `v` relative to the fluid, all in the frame of the geom:
//!
//! ```text
//! added mass   f += p × ω,  τ += p × v + L × ω       p = ρ m_v ∘ v,  L = ρ I_v ∘ ω              (1)
//! Magnus       f += c_M ρ V (ω × v)                  V = 4/3 π r₀ r₁ r₂                         (2)
//! Kutta        f += c_K ρ cos α A_p (n × v) × v      n the normal of the projected area A_p     (3)
//! drag         f −= (μ 3πD + ρ|v| (A_p c_blunt + (A_max − A_p) c_slender)) v
//!              τ −= (μ πD³ + ρ |ω ∘ (c_ang I + (I_max − I) c_slender)|) ω                       (4)
//! ```
//!
//! with `D = 2/3 (r₀+r₁+r₂)` the diameter of the equivalent sphere and `I` the largest moments of the ellipsoid's sections.

use core::f64::consts::PI;

use synovia_math::{MIN_VAL, Vec3};

/// Coefficients of one geom, in the order of the column `geom.fluid`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FluidCoefficients {
    /// Scale of all forces; zero switches the model off for the geom.
    pub interaction: f64,
    /// Drag of the projected area.
    pub blunt_drag: f64,
    /// Drag of the area that is not projected.
    pub slender_drag: f64,
    /// Drag against rotation.
    pub angular_drag: f64,
    /// Lift by circulation of the flow.
    pub kutta_lift: f64,
    /// Lift by rotation.
    pub magnus_lift: f64,
    /// Added mass per density, along the axes of the geom.
    pub virtual_mass: Vec3,
    /// Added inertia per density, about the axes of the geom.
    pub virtual_inertia: Vec3,
}

impl From<[f64; 12]> for FluidCoefficients {
    fn from(c: [f64; 12]) -> Self {
        Self {
            interaction: c[0],
            blunt_drag: c[1],
            slender_drag: c[2],
            angular_drag: c[3],
            kutta_lift: c[4],
            magnus_lift: c[5],
            virtual_mass: Vec3::new(c[6], c[7], c[8]),
            virtual_inertia: Vec3::new(c[9], c[10], c[11]),
        }
    }
}

/// What the body moves through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Medium {
    /// Density ρ.
    pub density: f64,
    /// Viscosity μ.
    pub viscosity: f64,
}

/// A torque and a force.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Wrench {
    /// Torque about the reference point.
    pub torque: Vec3,
    /// Force.
    pub force: Vec3,
}

/// Inertial reaction of the fluid that is carried along, equation (1), without the part proportional to acceleration.
pub(crate) fn added_mass(
    angular: Vec3,
    linear: Vec3,
    medium: Medium,
    c: &FluidCoefficients,
) -> Wrench {
    let rho = medium.density;
    let momentum = (c.virtual_mass * rho).scale_by(linear);
    let spin = (c.virtual_inertia * rho).scale_by(angular);
    Wrench {
        torque: momentum.cross(linear) + spin.cross(angular),
        force: momentum.cross(angular),
    }
}

/// Lift and drag, equations (2) to (4), of an ellipsoid with semi-axes `r`.
pub(crate) fn viscous(
    angular: Vec3,
    linear: Vec3,
    medium: Medium,
    r: Vec3,
    c: &FluidCoefficients,
) -> Wrench {
    let Medium { density, viscosity } = medium;
    let volume = 4.0 / 3.0 * PI * r.x * r.y * r.z;
    let d_max = r.x.max(r.y).max(r.z);
    let d_min = r.x.min(r.y).min(r.z);
    let d_mid = r.x + r.y + r.z - d_max - d_min;
    let area_max = PI * d_max * d_mid;
    let speed = linear.norm();

    let magnus = angular.cross(linear) * (c.magnus_lift * density * volume);

    // the area that the ellipsoid shows to the flow, and its normal, not of unit length
    let face = Vec3::new(r.y * r.z, r.z * r.x, r.x * r.y);
    let sq = |x: f64| x * x;
    let pow4 = |x: f64| sq(x) * sq(x);
    let below =
        pow4(face.x) * sq(linear.x) + pow4(face.y) * sq(linear.y) + pow4(face.z) * sq(linear.z);
    let above = sq(face.x * linear.x) + sq(face.y * linear.y) + sq(face.z * linear.z);
    let area = PI * (below / above.max(MIN_VAL)).sqrt();
    let normal = face.scale_by(face).scale_by(linear);

    let cos_alpha = above / (speed * below).max(MIN_VAL);
    let circulation = normal.cross(linear) * (c.kutta_lift * density * cos_alpha * area);
    let kutta = circulation.cross(linear);

    // Stokes drag of the equivalent sphere plus drag quadratic in velocity
    let diameter = 2.0 / 3.0 * (r.x + r.y + r.z);
    let stokes_force = 3.0 * PI * diameter;
    let stokes_torque = PI * diameter * diameter * diameter;
    let moment = |along: f64, a: f64, b: f64| 8.0 / 15.0 * PI * along * pow4(a.max(b));
    let moment_max = 8.0 / 15.0 * PI * d_mid * pow4(d_max);
    let resist = |m: f64| c.angular_drag * m + c.slender_drag * (moment_max - m);
    let turning = angular.scale_by(Vec3::new(
        resist(moment(r.x, r.y, r.z)),
        resist(moment(r.y, r.z, r.x)),
        resist(moment(r.z, r.x, r.y)),
    ));
    let drag_linear = viscosity * stokes_force
        + density * speed * (area * c.blunt_drag + c.slender_drag * (area_max - area));
    let drag_angular = viscosity * stokes_torque + density * turning.norm();

    Wrench {
        torque: -(angular * drag_angular),
        force: magnus + kutta - linear * drag_linear,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WATER: Medium = Medium {
        density: 1000.0,
        viscosity: 0.001,
    };

    fn coefficients() -> FluidCoefficients {
        [
            1.0, 0.5, 0.25, 1.5, 1.0, 1.0, 0.1, 0.2, 0.3, 0.01, 0.02, 0.03,
        ]
        .into()
    }

    #[test]
    fn a_slow_sphere_feels_stokes_drag() {
        let c = FluidCoefficients {
            blunt_drag: 0.0,
            slender_drag: 0.0,
            angular_drag: 0.0,
            ..coefficients()
        };
        let radius = 0.1;
        let v = Vec3::new(1e-6, 0.0, 0.0);
        let found = viscous(Vec3::ZERO, v, WATER, Vec3::splat(radius), &c);
        let stokes = -6.0 * PI * WATER.viscosity * radius * v.x;
        assert!((found.force.x - stokes).abs() < 1e-9 * stokes.abs());
        assert_eq!(found.torque, Vec3::ZERO);
    }

    #[test]
    fn added_mass_does_no_work() {
        let (w, v) = (Vec3::new(0.3, -1.0, 0.7), Vec3::new(2.0, 0.1, -0.4));
        let f = added_mass(w, v, WATER, &coefficients());
        assert!((f.force.dot(v) + f.torque.dot(w)).abs() < 1e-10);
    }

    #[test]
    fn drag_takes_energy() {
        let (w, v) = (Vec3::new(0.3, -1.0, 0.7), Vec3::new(2.0, 0.1, -0.4));
        let r = Vec3::new(0.1, 0.2, 0.3);
        let f = viscous(w, v, WATER, r, &coefficients());
        assert!(f.force.dot(v) < 0.0 && f.torque.dot(w) < 0.0);
    }
}
