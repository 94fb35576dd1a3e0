//! Positions, velocities and forces of joints, tendons and actuators.
//!
//! ```text
//! joint      q, q̇, and its share of qfrc_actuator         ball: unit quaternion, angular velocity
//! tendon     L, L̇, Σ_u p_u                                u over the actuators that pull it
//! actuator   l, l̇, p
//! ```

use synovia_model::Model;
use synovia_model::enums::{JointType, ObjType, SensorType, TrnType};
use synovia_model::id::{JointId, SensorId, TendonId};

use super::{Sensed, put};
use crate::position::kinematics::quat_at;

/// The reading of a sensor that reports one number of a joint, a tendon or an actuator; `None` for other sensors and for
/// one without an object.
#[inline]
pub(super) fn scalar(model: &Model, now: &Sensed<'_>, s: SensorId) -> Option<f64> {
    use SensorType as T;
    let at = usize::try_from(model.sensor.objid[s]).ok()?;
    let joint = |adr: &[i32]| {
        let kind = *model.joint.type_.rows().get(at)?;
        matches!(kind, JointType::Hinge | JointType::Slide).then_some(*adr.get(at)? as usize)
    };
    let dof = || joint(model.joint.dofadr.rows());
    let kind = model.sensor.type_[s];
    let fits = match kind {
        T::JointPos | T::JointVel | T::JointActFrc => ObjType::Joint,
        T::TendonPos | T::TendonVel => ObjType::Tendon,
        _ => ObjType::Actuator,
    };
    if model.sensor.objtype[s] != fits {
        return None;
    }
    let value = match kind {
        T::JointPos => now.qpos.get(joint(model.joint.qposadr.rows())?),
        T::JointVel => now.qvel.get(dof()?),
        T::JointActFrc => now.force.qfrc_actuator.rows().get(dof()?),
        T::TendonPos => now.tendon.length.rows().get(at),
        T::TendonVel => now.vel.ten_velocity.rows().get(at),
        T::ActuatorPos => now.actuator.length.rows().get(at),
        T::ActuatorVel => now.vel.actuator_velocity.rows().get(at),
        T::ActuatorFrc => now.actuator.force.rows().get(at),
        _ => None,
    };
    value.copied()
}

/// One of the quantities above that is not a single number of one object.
pub(crate) fn read(model: &Model, now: &Sensed<'_>, s: SensorId, out: &mut [f64]) {
    let id = model.sensor.objid[s];
    match model.sensor.type_[s] {
        SensorType::TendonActFrc => put(out, &[pull(model, now, TendonId(id))]),
        SensorType::BallQuat => {
            let adr = model.joint.qposadr[JointId(id)] as usize;
            let quat = quat_at(now.qpos, adr).normalized();
            put(out, &quat.to_array());
        }
        SensorType::BallAngVel => {
            let dof = model.joint.dofadr[JointId(id)] as usize;
            put(out, &now.qvel[dof..dof + 3]);
        }
        _ => out.fill(f64::NAN),
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
