//! Positions, velocities and forces of joints, tendons and actuators.
//!
//! ```text
//! joint      q, q̇, and its share of qfrc_actuator         ball: unit quaternion, angular velocity
//! tendon     L, L̇, Σ_u p_u                                u over the actuators that pull it
//! actuator   l, l̇, p
//! ```

use synovia_model::Model;
use synovia_model::enums::{JointType, ObjType, TrnType};
use synovia_model::id::{JointId, SensorId, TendonId};

use super::{Sensed, put};
use crate::position::kinematics::quat_at;

/// What is read that is one number of one object.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Scalar {
    JointPos,
    JointVel,
    JointActFrc,
    TendonPos,
    TendonVel,
    ActuatorPos,
    ActuatorVel,
    ActuatorFrc,
}

/// One number of a joint, a tendon or an actuator; NaN if the sensor is attached to something else.
#[inline]
pub(super) fn read_scalar(
    model: &Model,
    now: &Sensed<'_>,
    s: SensorId,
    quantity: Scalar,
    out: &mut [f64],
) {
    match scalar(model, now, s, quantity) {
        Some(value) => put(out, &[value]),
        None => out.fill(f64::NAN),
    }
}

#[inline]
fn scalar(model: &Model, now: &Sensed<'_>, s: SensorId, quantity: Scalar) -> Option<f64> {
    let at = usize::try_from(model.sensor.objid[s]).ok()?;
    let attached = |kind: ObjType| (model.sensor.objtype[s] == kind).then_some(at);
    let joint = |adr: &[i32]| {
        let at = attached(ObjType::Joint)?;
        let kind = *model.joint.type_.rows().get(at)?;
        matches!(kind, JointType::Hinge | JointType::Slide).then_some(*adr.get(at)? as usize)
    };
    let dof = || joint(model.joint.dofadr.rows());
    let tendon = || attached(ObjType::Tendon);
    let actuator = || attached(ObjType::Actuator);
    let value = match quantity {
        Scalar::JointPos => now.qpos.get(joint(model.joint.qposadr.rows())?),
        Scalar::JointVel => now.qvel.get(dof()?),
        Scalar::JointActFrc => now.force.qfrc_actuator.rows().get(dof()?),
        Scalar::TendonPos => now.tendon.length.rows().get(tendon()?),
        Scalar::TendonVel => now.vel.ten_velocity.rows().get(tendon()?),
        Scalar::ActuatorPos => now.actuator.length.rows().get(actuator()?),
        Scalar::ActuatorVel => now.vel.actuator_velocity.rows().get(actuator()?),
        Scalar::ActuatorFrc => now.actuator.force.rows().get(actuator()?),
    };
    value.copied()
}

/// What is read that is not one number of one object.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Quantity {
    TendonActFrc,
    BallQuat,
    BallAngVel,
}

/// One of the quantities above that is not a single number of one object.
pub(crate) fn read(
    model: &Model,
    now: &Sensed<'_>,
    s: SensorId,
    quantity: Quantity,
    out: &mut [f64],
) {
    let id = model.sensor.objid[s];
    match quantity {
        Quantity::TendonActFrc => put(out, &[pull(model, now, TendonId(id))]),
        Quantity::BallQuat => {
            let adr = model.joint.qposadr[JointId(id)] as usize;
            let quat = quat_at(now.qpos, adr).normalized();
            put(out, &quat.to_array());
        }
        Quantity::BallAngVel => {
            let dof = model.joint.dofadr[JointId(id)] as usize;
            put(out, &now.qvel[dof..dof + 3]);
        }
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
