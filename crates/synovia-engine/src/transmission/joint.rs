//! Actuators on joints.
//!
//! | joint        | length                        | moment arms                                      |
//! |--------------|-------------------------------|--------------------------------------------------|
//! | slide, hinge | `g₀ q`                        | `g₀`                                             |
//! | ball         | `g · log(q)`                  | `g`, three of them                               |
//! | free         | none                          | `g`, force then torque                           |
//!
//! For `jointinparent` the rotational gear is specified in the parent frame and rotated into the frame of the body.

use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::enums::{JointType, TrnType};
use synovia_model::id::{ActuatorId, JointId};

use super::Moment;
use crate::data::State;
use crate::position::kinematics::quat_at;

/// Columns of the joints, and their positions.
pub(crate) struct Joints<'a> {
    kind: &'a [JointType],
    qposadr: &'a [i32],
    dofadr: &'a [i32],
    qpos: &'a [f64],
}

impl<'a> Joints<'a> {
    pub(crate) fn new(model: &'a Model, state: &'a State) -> Self {
        let (joint, n) = (&model.joint, model.joint.len());
        Self {
            kind: &joint.type_.rows()[..n],
            qposadr: &joint.qposadr.rows()[..n],
            dofadr: &joint.dofadr.rows()[..n],
            qpos: state.qpos.rows(),
        }
    }

    /// Length of the transmission at joint `j` with a single dof; the moment arm is appended to `row`. `None` if it has several.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a part of the loop over actuators")]
    pub(crate) fn single(&self, j: usize, gear: f64, row: &mut Moment<'_>) -> Option<f64> {
        if matches!(self.kind[j], JointType::Ball | JointType::Free) {
            return None;
        }
        row.push(self.dofadr[j] as usize, gear);
        Some(self.qpos[self.qposadr[j] as usize] * gear)
    }
}

/// Length of the transmission at a ball or a free joint; the moment arms are appended to `row`.
pub(crate) fn of_several_dofs(
    model: &Model,
    state: &State,
    u: ActuatorId,
    row: &mut Moment<'_>,
) -> f64 {
    let j = JointId(model.actuator.trnid[u][0]);
    let gear = &model.actuator.gear[u];
    let adr = model.joint.qposadr[j] as usize;
    let dof = model.joint.dofadr[j] as usize;
    let in_parent = model.actuator.trntype[u] == TrnType::JointInParent;
    let in_body = |gear: Vec3, quat_adr: usize| {
        if in_parent {
            quat_at(state.qpos.rows(), quat_adr)
                .normalized()
                .conj()
                .rotate(gear)
        } else {
            gear
        }
    };
    let mut push3 = |dof: usize, v: Vec3| {
        for k in 0..3 {
            row.push(dof + k, v[k]);
        }
    };

    if model.joint.type_[j] == JointType::Ball {
        let axis = in_body(Vec3::new(gear[0], gear[1], gear[2]), adr);
        push3(dof, axis);
        quat_at(state.qpos.rows(), adr)
            .normalized()
            .to_vel(1.0)
            .dot(axis)
    } else {
        push3(dof, Vec3::new(gear[0], gear[1], gear[2]));
        push3(
            dof + 3,
            in_body(Vec3::new(gear[3], gear[4], gear[5]), adr + 3),
        );
        0.0
    }
}
