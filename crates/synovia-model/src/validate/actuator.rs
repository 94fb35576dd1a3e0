//! Checks of actuators: the objects they drive, and the addresses of their activations.

use super::error::{id, ids, ints, refuse, span};
use super::{Allowed, ReferenceError};
use crate::enums::TrnType;
use crate::id::{ActuatorId, JointId};
use crate::model::Model;

impl Model {
    /// Checks all actuators.
    pub(super) fn check_actuators(&self) -> Result<(), ReferenceError> {
        let nplugin = self.plugin.len() as i64;
        let plugins = ints(self.actuator.plugin.rows());
        ids("actuator_plugin", plugins, -1, "nplugin", nplugin)?;
        let mut moments = 0;
        for u in self.actuator.ids() {
            self.check_transmission(u)?;
            let row = u.index();
            let (adr, num) = (self.actuator.actadr[u], self.actuator.actnum[u]);
            let (adr, num) = (("actuator_actadr", adr), ("actuator_actnum", num));
            span(adr, num, row, "na", self.size.na)?;
            let kind = self.actuator.trntype[u];
            moments += self.moment_arms(u) as i64;
            if moments > self.size.nJmom {
                let allowed = Allowed::OneOf("a transmission whose moment arms fit into nJmom");
                return refuse("actuator_trntype", row, kind.0, allowed);
            }
        }
        let plugins = ints(self.sensor.plugin.rows());
        ids("sensor_plugin", plugins, -1, "nplugin", nplugin)
    }

    /// The maximum number of moment arms of actuator `u`.
    fn moment_arms(&self, u: ActuatorId) -> usize {
        match self.actuator.trntype[u] {
            TrnType::Joint | TrnType::JointInParent => {
                self.joint.type_[JointId(self.actuator.trnid[u][0])].dof_len()
            }
            TrnType::Tendon | TrnType::Site | TrnType::SliderCrank | TrnType::Body => {
                self.dof.len()
            }
            _ => 0,
        }
    }

    fn check_transmission(&self, u: ActuatorId) -> Result<(), ReferenceError> {
        let row = u.index();
        let [first, second] = self.actuator.trnid[u];
        let object =
            |found, least, size, limit| id("actuator_trnid", row, found, least, size, limit);
        match self.actuator.trntype[u] {
            TrnType::Joint | TrnType::JointInParent => object(first, 0, "njnt", self.joint.len()),
            TrnType::Tendon => object(first, 0, "ntendon", self.tendon.len()),
            TrnType::Body => object(first, 0, "nbody", self.body.len()),
            TrnType::SliderCrank => {
                object(first, 0, "nsite", self.site.len())?;
                object(second, 0, "nsite", self.site.len())
            }
            TrnType::Site => {
                object(first, 0, "nsite", self.site.len())?;
                object(second, -1, "nsite", self.site.len())
            }
            _ => Ok(()),
        }
    }
}
