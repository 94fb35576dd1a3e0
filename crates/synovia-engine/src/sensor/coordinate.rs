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

use super::{Sensed, put};
use crate::position::kinematics::quat_at;

/// One of the quantities above.
pub fn read(model: &Model, now: &Sensed<'_>, s: SensorId, out: &mut [f64]) {
    let id = model.sensor.objid[s];
    match model.sensor.type_[s] {
        SensorType::TendonPos => put(out, &[now.tendon.length[TendonId(id)]]),
        SensorType::TendonVel => put(out, &[now.vel.ten_velocity[TendonId(id)]]),
        SensorType::TendonActFrc => put(out, &[pull(model, now, TendonId(id))]),
        SensorType::ActuatorPos => put(out, &[now.actuator.length[ActuatorId(id)]]),
        SensorType::ActuatorVel => put(out, &[now.vel.actuator_velocity[ActuatorId(id)]]),
        SensorType::ActuatorFrc => put(out, &[now.actuator.force[ActuatorId(id)]]),
        _ => joint(model, now, s, JointId(id), out),
    }
}

fn joint(model: &Model, now: &Sensed<'_>, s: SensorId, j: JointId, out: &mut [f64]) {
    let (adr, dof) = (
        model.joint.qposadr[j] as usize,
        model.joint.dofadr[j] as usize,
    );
    match model.sensor.type_[s] {
        SensorType::JointPos => put(out, &[now.qpos[adr]]),
        SensorType::JointVel => put(out, &[now.qvel[dof]]),
        SensorType::JointActFrc => put(out, &[now.force.qfrc_actuator[dof]]),
        SensorType::BallQuat => {
            let quat = quat_at(now.qpos, adr).normalized();
            put(out, &quat.to_array());
        }
        _ => put(out, &now.qvel[dof..dof + 3]),
    }
}

/// Sum of the actuator forces on a tendon.
fn pull(model: &Model, now: &Sensed<'_>, t: TendonId) -> f64 {
    let mut sum = 0.0;
    for u in model.actuator.ids() {
        if model.actuator.trntype[u] == TrnType::Tendon && model.actuator.trnid[u][0] == t.0 {
            sum += now.actuator.force[u];
        }
    }
    sum
}
