//! Fluid forces on an ellipsoid: added mass, lift and drag.
//!
//! A geom that enables this model is treated as the ellipsoid with its semi-axes `r`, moving with the angular velocity `ω`
//! and the linear velocity `v` relative to the fluid of density `ρ` and viscosity `μ`, all in the frame of the geom. The
//! terms, each computed by a function below:
//!
//! ```text
//! added mass      f = p × ω,  τ = p × v + L × ω      p = ρ m_v ∘ v,  L = ρ I_v ∘ ω              (1)
//! Magnus lift     f = c_M ρ V (ω × v)                V the volume                               (2)
//! Kutta lift      f = c_K ρ κ A (n × v) × v          A, n, κ: see below                         (3)
//! viscous drag    f = −μ 3πD v,  τ = −μ πD³ ω        D the mean diameter                        (4)
//! blunt drag      f = −ρ |v| c_B A v                                                            (5)
//! slender drag    f = −ρ |v| c_S (A_max − A) v                                                  (6)
//! angular drag    τ = −ρ |ω ∘ (c_A I + c_S (I_max − I))| ω                                      (7)
//! ```
//!
//! The projected area of the ellipsoid is `A`. With `N = diag(r₁r₂, r₂r₀, r₀r₁)²`,
//!
//! ```text
//! A = π √(vᵀN²v / vᵀNv)        n = N v        κ = vᵀNv / (|v| vᵀN²v)                            (8)
//! ```
//!
//! `A` is the area of the projection along `√N v`, the direction of motion itself if that is an axis. `n` is normal to the
//! surface at its point in the direction of `v`, and not of unit length; `κ = cos α / |n|` with the angle `α` between `n`
//! and `v`. `I` are the moments of inertia, at unit density, of the spheroids that the ellipsoid sweeps by rotating about
//! its axes; `I_max` is the largest that a rotating ellipsoid of these semi-axes can sweep.

use core::f64::consts::PI;

use synovia_math::{MIN_VAL, Vec3};

/// Coefficients of one geom, in the order of the column `geom.fluid`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FluidCoefficients {
    /// Scale of all forces; zero disables the model for the geom.
    pub interaction: f64,
    /// Drag of the projected area.
    pub blunt_drag: f64,
    /// Drag of the area that is not projected.
    pub slender_drag: f64,
    /// Drag against rotation.
    pub angular_drag: f64,
    /// Lift due to circulation of the flow.
    pub kutta_lift: f64,
    /// Lift due to rotation.
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

/// The fluid around the body.
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

/// Inertial reaction of the entrained fluid, equation (1), without the part proportional to acceleration.
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

/// Velocity of an ellipsoid relative to the fluid, in its own frame.
#[derive(Clone, Copy, Debug)]
struct Motion {
    angular: Vec3,
    linear: Vec3,
    speed: f64,
}

/// The dimensions of an ellipsoid that determine its drag.
#[derive(Clone, Copy, Debug)]
struct Ellipsoid {
    semi_axes: Vec3,
    /// The two longest semi-axes, longest first.
    widest: [f64; 2],
    /// Diameter of the sphere with the same mean semi-axis.
    mean_diameter: f64,
}

impl Ellipsoid {
    fn new(semi_axes: Vec3) -> Self {
        let Vec3 { x, y, z } = semi_axes;
        let sum = x + y + z;
        let longest = x.max(y).max(z);
        // order: the longest is subtracted from the sum first
        let middle = sum - longest - x.min(y).min(z);
        Self {
            semi_axes,
            widest: [longest, middle],
            mean_diameter: 2.0 / 3.0 * sum,
        }
    }

    fn volume(&self) -> f64 {
        let Vec3 { x, y, z } = self.semi_axes;
        4.0 / 3.0 * PI * x * y * z
    }

    /// Area of the largest section, `A_max` of equation (6).
    fn largest_section(&self) -> f64 {
        let [longest, middle] = self.widest;
        PI * longest * middle
    }

    /// Swept moments about the three axes, `I` of equation (7).
    fn swept_moments(&self) -> Vec3 {
        let Vec3 { x, y, z } = self.semi_axes;
        Vec3::new(
            swept_moment(x, y.max(z)),
            swept_moment(y, z.max(x)),
            swept_moment(z, x.max(y)),
        )
    }

    /// `I_max` of equation (7).
    fn largest_swept_moment(&self) -> f64 {
        let [longest, middle] = self.widest;
        swept_moment(middle, longest)
    }
}

/// Moment of inertia at unit density, `8/15 π h a⁴`, of a spheroid with the half height `h` along its axis and the radius `a`.
fn swept_moment(half_height: f64, radius: f64) -> f64 {
    let square = radius * radius;
    8.0 / 15.0 * PI * half_height * (square * square)
}

/// The projection of the ellipsoid along the flow, equation (8).
#[derive(Clone, Copy, Debug)]
struct Projection {
    area: f64,
    normal: Vec3,
    /// `κ`: cosine of the angle between normal and velocity, divided by the length of the normal.
    cosine_over_length: f64,
}

impl Projection {
    fn new(shape: &Ellipsoid, motion: &Motion) -> Self {
        let v = motion.linear;
        let Vec3 { x, y, z } = shape.semi_axes;
        let root = Vec3::new(y * z, z * x, x * y);
        let square = |a: Vec3| a.scale_by(a);

        // order: the fourth powers of the roots are multiplied before the squares of the velocity
        let once = root.scale_by(v).norm_squared();
        let twice = square(square(root)).dot(square(v));
        Self {
            area: PI * (twice / once.max(MIN_VAL)).sqrt(),
            normal: square(root).scale_by(v),
            cosine_over_length: once / (motion.speed * twice).max(MIN_VAL),
        }
    }
}

/// Lift due to rotation, equation (2): `c_M ρ V (ω × v)`.
fn magnus_lift(shape: &Ellipsoid, motion: &Motion, density: f64, c: &FluidCoefficients) -> Vec3 {
    motion.angular.cross(motion.linear) * (c.magnus_lift * density * shape.volume())
}

/// Lift due to circulation, equation (3): `c_K ρ κ A (n × v) × v`.
fn kutta_lift(
    projection: &Projection,
    motion: &Motion,
    density: f64,
    c: &FluidCoefficients,
) -> Vec3 {
    let strength = c.kutta_lift * density * projection.cosine_over_length * projection.area;
    let circulation = projection.normal.cross(motion.linear) * strength;
    circulation.cross(motion.linear)
}

/// Viscous drag per velocity, equation (4): Stokes' law, `μ 3πD`, for the sphere with the mean diameter.
fn viscous_resistance(shape: &Ellipsoid, viscosity: f64) -> f64 {
    viscosity * (3.0 * PI * shape.mean_diameter)
}

/// Viscous torque per angular velocity, equation (4): Stokes' law, `μ πD³`, for the same sphere.
fn viscous_turning_resistance(shape: &Ellipsoid, viscosity: f64) -> f64 {
    let d = shape.mean_diameter;
    viscosity * (PI * d * d * d)
}

/// Area that blunt drag acts on, times its coefficient, equation (5): `c_B A`.
fn blunt_drag_area(projection: &Projection, c: &FluidCoefficients) -> f64 {
    c.blunt_drag * projection.area
}

/// Area that slender drag acts on, times its coefficient, equation (6): `c_S (A_max − A)`.
fn slender_drag_area(shape: &Ellipsoid, projection: &Projection, c: &FluidCoefficients) -> f64 {
    c.slender_drag * (shape.largest_section() - projection.area)
}

/// Angular drag per angular velocity and density, equation (7): `|ω ∘ (c_A I + c_S (I_max − I))|`.
fn angular_drag(shape: &Ellipsoid, angular: Vec3, c: &FluidCoefficients) -> f64 {
    let largest = shape.largest_swept_moment();
    let swept = shape.swept_moments();
    let blunt = swept * c.angular_drag;
    let slender = (Vec3::splat(largest) - swept) * c.slender_drag;
    angular.scale_by(blunt + slender).norm()
}

/// Lift and drag, equations (2) to (7), of an ellipsoid with the given semi-axes.
pub(crate) fn lift_and_drag(
    angular: Vec3,
    linear: Vec3,
    medium: Medium,
    semi_axes: Vec3,
    c: &FluidCoefficients,
) -> Wrench {
    let Medium { density, viscosity } = medium;
    let shape = Ellipsoid::new(semi_axes);
    let motion = Motion {
        angular,
        linear,
        speed: linear.norm(),
    };
    let projection = Projection::new(&shape, &motion);

    // order: the resistances are summed before they multiply the velocity, and the drag is added after both lifts
    let lift =
        magnus_lift(&shape, &motion, density, c) + kutta_lift(&projection, &motion, density, c);
    let drag_area = blunt_drag_area(&projection, c) + slender_drag_area(&shape, &projection, c);
    let resistance = viscous_resistance(&shape, viscosity) + density * motion.speed * drag_area;
    let turning_resistance =
        viscous_turning_resistance(&shape, viscosity) + density * angular_drag(&shape, angular, c);
    Wrench {
        torque: -(angular * turning_resistance),
        force: lift - linear * resistance,
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
        let found = lift_and_drag(Vec3::ZERO, v, WATER, Vec3::splat(radius), &c);
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
        let f = lift_and_drag(w, v, WATER, r, &coefficients());
        assert!(f.force.dot(v) < 0.0 && f.torque.dot(w) < 0.0);
    }
}
