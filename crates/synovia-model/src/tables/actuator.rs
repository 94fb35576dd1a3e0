//! Actuators.

use core::ops::Range;

use crate::column::{Col, Grid};
use crate::enums::{BiasType, DynType, GainType, TrnType};
use crate::id::{ActuatorId, PluginId, range};
use crate::table::table;

table! {
    /// Actuators: control → activation → force → transmission.
    pub struct ActuatorTable of named ActuatorId {
        /// Kind of transmission.
        trntype: Col<ActuatorId, TrnType> = "actuator_trntype" ["nu"],
        /// Kind of activation dynamics.
        dyntype: Col<ActuatorId, DynType> = "actuator_dyntype" ["nu"],
        /// Kind of gain.
        gaintype: Col<ActuatorId, GainType> = "actuator_gaintype" ["nu"],
        /// Kind of bias.
        biastype: Col<ActuatorId, BiasType> = "actuator_biastype" ["nu"],
        /// Joint, tendon, site or body that is driven, and the reference or slider site; −1 where there is
        /// none.
        trnid: Col<ActuatorId, [i32; 2]> = "actuator_trnid" ["nu x 2"],
        /// First activation variable; −1 if the actuator has none. See [`ActuatorTable::act`].
        actadr: Col<ActuatorId, i32> = "actuator_actadr" ["nu"],
        /// Number of activation variables.
        actnum: Col<ActuatorId, i32> = "actuator_actnum" ["nu"],
        /// Group, for visibility and for disabling.
        group: Col<ActuatorId, i32> = "actuator_group" ["nu"],
        /// Samples kept of the control, and the order of interpolation between them.
        history: Col<ActuatorId, [i32; 2]> = "actuator_history" ["nu x 2"],
        /// First number in the history buffer; −1 if there is no history.
        historyadr: Col<ActuatorId, i32> = "actuator_historyadr" ["nu"],
        /// Age of the control that acts \[s\]; 0 is now.
        delay: Col<ActuatorId, f64> = "actuator_delay" ["nu"],
        /// 1 if the control is clamped to `ctrlrange`.
        ctrllimited: Col<ActuatorId, u8> = "actuator_ctrllimited" ["nu"],
        /// 1 if the force is clamped to `forcerange`.
        forcelimited: Col<ActuatorId, u8> = "actuator_forcelimited" ["nu"],
        /// 1 if the activation is clamped to `actrange`.
        actlimited: Col<ActuatorId, u8> = "actuator_actlimited" ["nu"],
        /// Parameters of the activation dynamics.
        dynprm: Col<ActuatorId, [f64; 10]> = "actuator_dynprm" ["nu x mjNDYN"],
        /// Parameters of the gain.
        gainprm: Col<ActuatorId, [f64; 10]> = "actuator_gainprm" ["nu x mjNGAIN"],
        /// Parameters of the bias.
        biasprm: Col<ActuatorId, [f64; 10]> = "actuator_biasprm" ["nu x mjNBIAS"],
        /// 1 if the force uses the activation at the end of the step.
        actearly: Col<ActuatorId, u8> = "actuator_actearly" ["nu"],
        /// Lower and upper limit of the control.
        ctrlrange: Col<ActuatorId, [f64; 2]> = "actuator_ctrlrange" ["nu x 2"],
        /// Lower and upper limit of the force.
        forcerange: Col<ActuatorId, [f64; 2]> = "actuator_forcerange" ["nu x 2"],
        /// Lower and upper limit of the activation.
        actrange: Col<ActuatorId, [f64; 2]> = "actuator_actrange" ["nu x 2"],
        /// Scale of length and force; a wrench direction for sites and free joints.
        gear: Col<ActuatorId, [f64; 6]> = "actuator_gear" ["nu x 6"],
        /// Length of the rod of a slider-crank \[m\].
        cranklength: Col<ActuatorId, f64> = "actuator_cranklength" ["nu"],
        /// Norm of the acceleration that unit force causes at the reference pose.
        acc0: Col<ActuatorId, f64> = "actuator_acc0" ["nu"],
        /// Actuator length at the reference pose.
        length0: Col<ActuatorId, f64> = "actuator_length0" ["nu"],
        /// Shortest and longest feasible length.
        lengthrange: Col<ActuatorId, [f64; 2]> = "actuator_lengthrange" ["nu x 2"],
        /// User data.
        user: Grid<ActuatorId, f64> = "actuator_user" ["nu x nuser_actuator"],
        /// Plugin instance; −1 if none.
        plugin: Col<ActuatorId, PluginId> = "actuator_plugin" ["nu"],
    }
}

impl ActuatorTable {
    /// Activation variables of actuator `u`, as positions in `act`.
    #[inline]
    pub fn act(&self, u: ActuatorId) -> Range<usize> {
        range(self.actadr[u], self.actnum[u])
    }
}
