//! Simulation options and model statistics.

use synovia_math::Vec3;

use crate::consts::{NIMP, NREF};
use crate::enums::{Cone, Integrator, Jacobian, Solver};
use crate::record::record;

/// Default reference dynamics of a constraint: time constant \[s\] and damping ratio.
#[doc(alias = "mj_defaultSolRefImp")]
pub const DEFAULT_SOLREF: [f64; NREF] = [0.02, 1.0];
/// Default impedance of a constraint: smallest, largest, width, midpoint, power.
#[doc(alias = "mj_defaultSolRefImp")]
pub const DEFAULT_SOLIMP: [f64; NIMP] = [0.9, 0.95, 0.001, 0.5, 2.0];

/// Default coefficients of friction: sliding, torsional \[m\], rolling \[m\].
pub const DEFAULT_FRICTION: [f64; 3] = [1.0, 0.005, 0.0001];
/// Default coefficients of friction of a contact: two directions of sliding, torsional \[m\], two directions of rolling
/// \[m\].
pub const DEFAULT_PAIR_FRICTION: [f64; 5] = {
    let [sliding, torsional, rolling] = DEFAULT_FRICTION;
    [sliding, sliding, torsional, rolling, rolling]
};

record! {
    /// Simulation options.
    #[doc(alias = "mjOption")]
    pub struct Opt {
        /// Time step \[s\].
        timestep: f64 = 0.002,
        /// Ratio of frictional to normal impedance of elliptic contacts.
        impratio: f64 = 1.0,
        /// Improvement below which the solver stops.
        tolerance: f64 = 1e-8,
        /// Gradient below which the line search stops.
        ls_tolerance: f64 = 0.01,
        /// Improvement below which the noslip solver stops.
        noslip_tolerance: f64 = 1e-6,
        /// Distance tolerance of convex collision \[m\].
        ccd_tolerance: f64 = 1e-6,
        /// Speed below which a tree may fall asleep.
        sleep_tolerance: f64 = 1e-4,
        /// Gravity \[m/s²\].
        gravity: Vec3 = Vec3::new(0.0, 0.0, -9.81),
        /// Velocity of the medium \[m/s\].
        wind: Vec3 = Vec3::ZERO,
        /// Magnetic flux.
        magnetic: Vec3 = Vec3::new(0.0, -0.5, 0.0),
        /// Density of the medium \[kg/m³\].
        density: f64 = 0.0,
        /// Viscosity of the medium \[Pa s\].
        viscosity: f64 = 0.0,
        /// Contact margin, if overridden \[m\].
        o_margin: f64 = 0.0,
        /// Contact reference dynamics, if overridden.
        o_solref: [f64; NREF] = DEFAULT_SOLREF,
        /// Contact impedance, if overridden.
        o_solimp: [f64; NIMP] = DEFAULT_SOLIMP,
        /// Contact friction, if overridden.
        o_friction: [f64; 5] = DEFAULT_PAIR_FRICTION,
        /// Time integrator.
        integrator: Integrator = Integrator::Euler,
        /// Friction cone.
        cone: Cone = Cone::Pyramidal,
        /// How constraint Jacobians are stored.
        jacobian: Jacobian = Jacobian::Auto,
        /// Constraint solver.
        solver: Solver = Solver::Newton,
        /// Maximum number of solver iterations.
        iterations: i32 = 100,
        /// Maximum number of line search iterations.
        ls_iterations: i32 = 50,
        /// Maximum number of noslip iterations.
        noslip_iterations: i32 = 0,
        /// Maximum number of iterations of convex collision.
        ccd_iterations: i32 = 35,
        /// Standard features that are disabled, bits of [`mjtDisableBit`](crate::enums::Disable).
        disableflags: i32 = 0,
        /// Optional features that are enabled, bits of [`mjtEnableBit`](crate::enums::Enable).
        enableflags: i32 = 0,
        /// Actuator groups that are disabled, one bit each.
        disableactuator: i32 = 0,
        /// Starting points of the descent between signed distance fields.
        sdf_initpoints: i32 = 40,
        /// Maximum number of iterations of that descent.
        sdf_iterations: i32 = 10,
    }
}

impl Opt {
    /// True if a feature of [`Disable`](crate::enums::Disable) is disabled.
    #[inline]
    pub const fn disabled(&self, bit: i32) -> bool {
        self.disableflags & bit != 0
    }

    /// True if a feature of [`Enable`](crate::enums::Enable) is enabled.
    #[inline]
    pub const fn enabled(&self, bit: i32) -> bool {
        self.enableflags & bit != 0
    }
}

record! {
    /// Statistics of the model at its reference pose.
    #[doc(alias = "mjStatistic")]
    pub struct Stat {
        /// Mean of the diagonal of the inertia matrix.
        meaninertia: f64 = 1.0,
        /// Mean mass of bodies \[kg\].
        meanmass: f64 = 1.0,
        /// Mean size of bodies \[m\].
        meansize: f64 = 0.2,
        /// Extent of the model \[m\].
        extent: f64 = 2.0,
        /// Center of the model \[m\].
        center: Vec3 = Vec3::ZERO,
    }
}
