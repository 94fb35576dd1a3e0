//! Positions, velocities and forces of joints, tendons and actuators.
//!
//! ```text
//! joint      q, q̇, and its share of qfrc_actuator         ball: unit quaternion, angular velocity
//! tendon     L, L̇, Σ_u p_u                                u over the actuators that pull it
//! actuator   l, l̇, p
//! ```

use synovia_model::Model;
use synovia_model::enums::{SensorType, TrnType};
use synovia_model::id::{ActuatorId, JointId, SensorId, TendonId};

use super::put;
use crate::data::Data;
use crate::position::kinematics::quat_at;

/// One of the quantities above.
pub fn read(model: &Model, data: &Data, s: SensorId, out: &mut [f64]) {
    let id = model.sensor.objid[s];
    match model.sensor.type_[s] {
        SensorType::TendonPos => put(out, &[data.tendon.length[TendonId(id)]]),
        SensorType::TendonVel => put(out, &[data.vel.ten_velocity[TendonId(id)]]),
        SensorType::TendonActFrc => put(out, &[pull(model, data, TendonId(id))]),
        SensorType::ActuatorPos => put(out, &[data.actuator.length[ActuatorId(id)]]),
        SensorType::ActuatorVel => put(out, &[data.vel.actuator_velocity[ActuatorId(id)]]),
        SensorType::ActuatorFrc => put(out, &[data.actuator.force[ActuatorId(id)]]),
        _ => joint(model, data, s, JointId(id), out),
    }
}

fn joint(model: &Model, data: &Data, s: SensorId, j: JointId, out: &mut [f64]) {
    let (adr, dof) = (
        model.joint.qposadr[j] as usize,
        model.joint.dofadr[j] as usize,
    );
    match model.sensor.type_[s] {
        SensorType::JointPos => put(out, &[data.state.qpos[adr]]),
        SensorType::JointVel => put(out, &[data.state.qvel[dof]]),
        SensorType::JointActFrc => put(out, &[data.force.qfrc_actuator[dof]]),
        SensorType::BallQuat => {
            let quat = quat_at(data.state.qpos.rows(), adr).normalized();
            put(out, &quat.to_array());
        }
        _ => put(out, &data.state.qvel[dof..dof + 3]),
    }
}

/// Sum of the actuator forces on a tendon.
fn pull(model: &Model, data: &Data, t: TendonId) -> f64 {
    let mut sum = 0.0;
    for u in model.actuator.ids() {
        if model.actuator.trntype[u] == TrnType::Tendon && model.actuator.trnid[u][0] == t.0 {
            sum += data.actuator.force[u];
        }
    }
    sum
}
