//! Velocities derived from `qvel`.

use synovia_math::{Spatial, Vec3};
use synovia_model::column::Col;
use synovia_model::id::{ActuatorId, BodyId, DofId, FlexEdgeId, TendonId};
use synovia_model::table;

table! {
    /// Written by the velocity stage; the subtree columns on demand.
    pub struct Velocities {
        /// Rate of each flex edge length.
        flexedge_velocity: Col<FlexEdgeId, f64> = "flexedge_velocity" ["nflexedge"],
        /// Rate of each tendon length.
        ten_velocity: Col<TendonId, f64> = "ten_velocity" ["ntendon"],
        /// Rate of each actuator length.
        actuator_velocity: Col<ActuatorId, f64> = "actuator_velocity" ["nu"],
        /// Velocity of each body, com-based: rotation, translation.
        cvel: Col<BodyId, Spatial> = "cvel" ["nbody x 6"],
        /// Rate of each motion axis, com-based.
        cdof_dot: Col<DofId, Spatial> = "cdof_dot" ["nv x 6"],
        /// Velocity of the centre of mass of each subtree.
        subtree_linvel: Col<BodyId, Vec3> = "subtree_linvel" ["nbody x 3"],
        /// Angular momentum of each subtree about its centre of mass.
        subtree_angmom: Col<BodyId, Vec3> = "subtree_angmom" ["nbody x 3"],
    }
}
