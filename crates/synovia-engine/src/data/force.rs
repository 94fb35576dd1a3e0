//! Generalised forces and the resulting accelerations.

use synovia_math::Spatial;
use synovia_model::column::Col;
use synovia_model::id::{BodyId, DofId};
use synovia_model::table;

table! {
    /// Each column is written by the stage that it is named after.
    pub struct Forces {
        /// Coriolis, centrifugal and gravitational force, with the sign of the inertial force.
        qfrc_bias: Col<DofId, f64> = "qfrc_bias" ["nv"],
        /// Springs.
        qfrc_spring: Col<DofId, f64> = "qfrc_spring" ["nv"],
        /// Dampers.
        qfrc_damper: Col<DofId, f64> = "qfrc_damper" ["nv"],
        /// Gravity compensation.
        qfrc_gravcomp: Col<DofId, f64> = "qfrc_gravcomp" ["nv"],
        /// Fluid.
        qfrc_fluid: Col<DofId, f64> = "qfrc_fluid" ["nv"],
        /// All passive forces together.
        qfrc_passive: Col<DofId, f64> = "qfrc_passive" ["nv"],
        /// Actuators.
        qfrc_actuator: Col<DofId, f64> = "qfrc_actuator" ["nv"],
        /// All forces except constraints.
        qfrc_smooth: Col<DofId, f64> = "qfrc_smooth" ["nv"],
        /// Acceleration without constraints.
        qacc_smooth: Col<DofId, f64> = "qacc_smooth" ["nv"],
        /// Constraints.
        qfrc_constraint: Col<DofId, f64> = "qfrc_constraint" ["nv"],
        /// Acceleration.
        qacc: Col<DofId, f64> = "qacc" ["nv"],
        /// Result of inverse dynamics.
        qfrc_inverse: Col<DofId, f64> = "qfrc_inverse" ["nv"],
        /// Acceleration of each body, com-based.
        cacc: Col<BodyId, Spatial> = "cacc" ["nbody x 6"],
        /// Force that each body receives from its parent, com-based.
        cfrc_int: Col<BodyId, Spatial> = "cfrc_int" ["nbody x 6"],
        /// External force on each body, com-based.
        cfrc_ext: Col<BodyId, Spatial> = "cfrc_ext" ["nbody x 6"],
    }
}
