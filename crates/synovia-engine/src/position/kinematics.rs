//! Forward kinematics: from joint positions to world poses.
//!
//! Bodies come parents first. A body starts at its place in the parent's frame, then each of its joints moves it:
//!
//! ```text
//! x_b = x_p + R_p p_b,   q_b = q_p ⊗ q_b⁰                         fixed offset from the parent       (1)
//! a = x + R r,  n = R n⁰                                          anchor and axis before the joint   (2)
//! slide:  x ← x + n (θ − θ₀)
//! hinge:  q ← q ⊗ exp(n⁰ (θ − θ₀)),   x ← a − R r                 turn about the anchor              (3)
//! ball:   q ← q ⊗ q_j,                x ← a − R r
//! ```
//!
//! A free joint replaces (1) by its own position and orientation, a mocap body by the mocap pose. Quaternions in `qpos`
//! need not be of unit length: they are normalised here, without being written back.
//!
//! Inertial frames, geoms and sites ride on their body; where the compiler found that two frames coincide (`sameframe`),
//! the pose is copied.

use synovia_math::{Mat3, Quat, Vec3};
use synovia_model::Model;
use synovia_model::enums::{JointType, SameFrame};
use synovia_model::id::{BodyId, JointId};

use crate::data::{Data, Kin, State};

/// Poses of bodies, joints, geoms and sites.
///
/// Reads `state.qpos` and the mocap poses; writes `kin` but cameras, lights and flexes.
#[doc(alias = "mj_kinematics")]
pub fn kinematics(model: &Model, data: &mut Data) {
    let Data { state, kin, .. } = data;
    place_bodies(model, state, kin);
    place_frames(model, kin);
}

/// Bodies and joints, equations (1) to (3).
pub fn place_bodies(model: &Model, state: &State, kin: &mut Kin) {
    kin.xpos[BodyId::WORLD] = Vec3::ZERO;
    kin.xquat[BodyId::WORLD] = Quat::IDENTITY;
    kin.xmat[BodyId::WORLD] = Mat3::IDENTITY;
    kin.xipos[BodyId::WORLD] = Vec3::ZERO;
    kin.ximat[BodyId::WORLD] = Mat3::IDENTITY;

    for b in model.body.ids().skip(1) {
        let (pos, quat) = match free_joint(model, b) {
            Some(j) => place_free(model, state, kin, j),
            None => place_jointed(model, state, kin, b),
        };
        let quat = quat.normalized();
        kin.xpos[b] = pos;
        kin.xquat[b] = quat;
        kin.xmat[b] = quat.to_mat();
    }
}

/// The joint of a body that is free, if it is.
fn free_joint(model: &Model, b: BodyId) -> Option<JointId> {
    let mut joints = model.body.joints(b);
    match (joints.next(), joints.next()) {
        (Some(j), None) if model.joint.type_[j] == JointType::Free => Some(j),
        _ => None,
    }
}

/// A free body is where `qpos` says.
fn place_free(model: &Model, state: &State, kin: &mut Kin, j: JointId) -> (Vec3, Quat) {
    let adr = model.joint.qposadr[j] as usize;
    let pos = vec3_at(state.qpos.rows(), adr);
    kin.xanchor[j] = pos;
    kin.xaxis[j] = model.joint.axis[j];
    (pos, quat_at(state.qpos.rows(), adr + 3).normalized())
}

/// Any other body starts in its parent's frame and is moved by its joints in turn.
fn place_jointed(model: &Model, state: &State, kin: &mut Kin, b: BodyId) -> (Vec3, Quat) {
    let (offset, turn) = match model.body.mocapid[b].get() {
        Some(k) => (state.mocap_pos[k], state.mocap_quat[k].normalized()),
        None => (model.body.pos[b], model.body.quat[b]),
    };

    // equation (1)
    let parent = model.body.parentid[b];
    let (mut pos, mut quat) = if parent == BodyId::WORLD {
        (offset, turn)
    } else {
        (
            kin.xmat[parent] * offset + kin.xpos[parent],
            kin.xquat[parent] * turn,
        )
    };

    for j in model.body.joints(b) {
        let adr = model.joint.qposadr[j] as usize;
        let local_axis = model.joint.axis[j];
        let local_anchor = model.joint.pos[j];

        // equation (2)
        let axis = quat.rotate(local_axis);
        let anchor = quat.rotate(local_anchor) + pos;

        // equation (3)
        let kind = model.joint.type_[j];
        if kind == JointType::Slide {
            pos += axis * (state.qpos[adr] - model.qpos0[adr]);
        } else {
            let local = if kind == JointType::Ball {
                quat_at(state.qpos.rows(), adr).normalized()
            } else {
                Quat::from_axis_angle(local_axis, state.qpos[adr] - model.qpos0[adr])
            };
            quat = quat * local;
            pos = anchor - quat.rotate(local_anchor);
        }
        kin.xanchor[j] = anchor;
        kin.xaxis[j] = axis;
    }
    (pos, quat)
}

/// Inertial frames, geoms and sites.
pub fn place_frames(model: &Model, kin: &mut Kin) {
    for b in model.body.ids().skip(1) {
        let frame = Attached {
            body: b,
            pos: model.body.ipos[b],
            quat: model.body.iquat[b],
            sameframe: model.body.sameframe[b],
        };
        let (pos, mat) = frame.place(kin);
        kin.xipos[b] = pos;
        kin.ximat[b] = mat;
    }
    for g in model.geom.ids() {
        let frame = Attached {
            body: model.geom.bodyid[g],
            pos: model.geom.pos[g],
            quat: model.geom.quat[g],
            sameframe: model.geom.sameframe[g],
        };
        let (pos, mat) = frame.place(kin);
        kin.geom_xpos[g] = pos;
        kin.geom_xmat[g] = mat;
    }
    for s in model.site.ids() {
        let frame = Attached {
            body: model.site.bodyid[s],
            pos: model.site.pos[s],
            quat: model.site.quat[s],
            sameframe: model.site.sameframe[s],
        };
        let (pos, mat) = frame.place(kin);
        kin.site_xpos[s] = pos;
        kin.site_xmat[s] = mat;
    }
}

/// A frame fixed to a body.
#[derive(Clone, Copy, Debug)]
pub struct Attached {
    /// The body.
    pub body: BodyId,
    /// Origin in the frame of the body.
    pub pos: Vec3,
    /// Orientation in the frame of the body.
    pub quat: Quat,
    /// Which frame it coincides with, see [`SameFrame`].
    pub sameframe: u8,
}

impl Attached {
    /// The world pose of the frame.
    #[doc(alias = "mj_local2Global")]
    #[inline]
    pub fn place(&self, kin: &Kin) -> (Vec3, Mat3) {
        let b = self.body;
        let same = SameFrame(i32::from(self.sameframe));
        let pos = match same {
            SameFrame::Body => kin.xpos[b],
            SameFrame::Inertia => kin.xipos[b],
            _ => point_on(kin, b, self.pos),
        };
        let mat = match same {
            SameFrame::Body | SameFrame::BodyRot => kin.xmat[b],
            SameFrame::Inertia | SameFrame::InertiaRot => kin.ximat[b],
            _ => (kin.xquat[b] * self.quat).to_mat(),
        };
        (pos, mat)
    }
}

/// The world position of a point given in the frame of body `b`.
#[inline]
pub fn point_on(kin: &Kin, b: BodyId, local: Vec3) -> Vec3 {
    kin.xmat[b] * local + kin.xpos[b]
}

/// Three numbers of a vector as a vector.
#[inline]
pub(crate) fn vec3_at(x: &[f64], adr: usize) -> Vec3 {
    Vec3::new(x[adr], x[adr + 1], x[adr + 2])
}

/// Four numbers of a vector as a quaternion.
#[inline]
pub(crate) fn quat_at(x: &[f64], adr: usize) -> Quat {
    Quat::new(x[adr], x[adr + 1], x[adr + 2], x[adr + 3])
}
