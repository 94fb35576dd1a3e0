//! Actuators: length, moment arms, force.

use synovia_model::column::Col;
use synovia_model::id::ActuatorId;
use synovia_model::table;

table! {
    /// Written by the transmission stage, the activation and force columns by the actuation stage.
    pub struct ActuatorGroup {
        /// Length of the transmission.
        length: Col<ActuatorId, f64> = "actuator_length" ["nu"],
        /// Nonzeros of the moment row.
        moment_rownnz: Col<ActuatorId, i32> = "moment_rownnz" ["nu"],
        /// Address of the moment row.
        moment_rowadr: Col<ActuatorId, i32> = "moment_rowadr" ["nu"],
        /// Dofs of the moment entries.
        moment_colind: Col<usize, i32> = "moment_colind" ["nJmom"],
        /// Derivative of the length with respect to velocity: the moment arms.
        moment: Col<usize, f64> = "actuator_moment" ["nJmom"],
        /// Rate of the activations.
        act_dot: Col<usize, f64> = "act_dot" ["na"],
        /// Force along the transmission.
        force: Col<ActuatorId, f64> = "actuator_force" ["nu"],
    }
}

impl ActuatorGroup {
    /// Dofs and moment arms of actuator `u`.
    #[inline]
    pub fn row(&self, u: ActuatorId) -> (&[i32], &[f64]) {
        let adr = self.moment_rowadr[u] as usize;
        let range = adr..adr + self.moment_rownnz[u] as usize;
        (&self.moment_colind[range.clone()], &self.moment[range])
    }
}
