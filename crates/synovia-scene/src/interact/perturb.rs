//! Perturbations: springs that pull the selected body, or poses that are assigned to it.
//!
//! The spring acts on the selected point, with the effective mass `m` there, and is critically damped:
//!
//! ```text
//! 3/m = tr(J M⁻¹ Jᵀ)                                      J: Jacobian of the point                   (1)
//! f   = −k m (p − p_ref) − √k m ṗ                                                                   (2)
//! τ   = r × f − √k_r I d (d·ω)                            d = (p − p_ref)/|p − p_ref|               (3)
//! τ   = k_r I ∠(q_ref q⁻¹) − √k_r I ω                     to rotate it                              (4)
//! ```

use synovia_engine::object::{Object, object_velocity};
use synovia_engine::{Data, gate, inertia};
use synovia_math::{MIN_VAL, Pose, Quat, Vec3, larger};
use synovia_model::id::{BodyId, FlexId};
use synovia_model::{JointType, Model, ObjType};

use super::mouse::FLAT;
use crate::enums::perturb;
use crate::error::SceneError;
use crate::records::Perturb;
use crate::scene::Scene;

/// The selected body, if there is such a body; it may be the world.
fn selected(model: &Model, pert: &Perturb) -> Option<BodyId> {
    let body = BodyId(pert.select).get()?;
    (body.index() < model.body.len()).then_some(body)
}

/// The selected point in the world.
fn point(data: &Data, b: BodyId, pert: &Perturb) -> Vec3 {
    data.kin.xmat[b] * Vec3::from(pert.localpos) + data.kin.xpos[b]
}

impl Scene {
    /// Starts to perturb the selected body: its reference pose is the current one, and moves with the mouse.
    #[doc(alias = "mjv_initPerturb")]
    pub fn init_perturb(
        &self,
        model: &Model,
        data: &Data,
        pert: &mut Perturb,
    ) -> Result<(), SceneError> {
        gate::check(model, data)?;
        let Some(b) = selected(model, pert).filter(|&b| b != BodyId::WORLD) else {
            return Ok(());
        };
        let at = point(data, b, pert);
        pert.localmass = felt_mass(model, data, b, at)?;
        let flex = usize::try_from(pert.flexselect).ok();
        if let Some(f) =
            flex.filter(|&f| f < model.flex.len() && model.flex.rigid[FlexId::new(f)] == 0)
        {
            // connected bodies are dragged along
            let edges = 2.0 * f64::from(model.flex.edgenum[FlexId::new(f)]);
            pert.localmass *= edges / f64::from(model.flex.vertnum[FlexId::new(f)]);
        }
        pert.refpos = data.kin.xipos[b].to_array();
        pert.refquat = (data.kin.xquat[b] * model.body.iquat[b]).to_array();
        pert.refselpos = at.to_array();

        let eye = self.camera_in_model()?;
        pert.scale = self.frustum_height()? * (at - eye.pos).dot(eye.forward);
        if self.camera[0].orthographic != 0 {
            pert.scale *= FLAT;
        }
        Ok(())
    }
}

/// The effective mass at a point of a body, equation (1).
fn felt_mass(model: &Model, data: &Data, b: BodyId, at: Vec3) -> Result<f64, SceneError> {
    let jacobian = data.point_jacobian(model, b, at)?.translation;
    let mut inverse = 0.0;
    for row in jacobian.chunks_exact(model.dof.len().max(1)) {
        let mut solved = row.to_vec();
        inertia::solve_m(model, &data.inertia, &mut solved);
        inverse += row.iter().zip(&solved).map(|(a, b)| a * b).sum::<f64>();
    }
    Ok(if inverse == 0.0 {
        1.0
    } else {
        3.0 / larger(inverse, MIN_VAL)
    })
}

/// Assigns the reference pose to a selected mocap body. While the simulation is `paused`, the same for a floating body, or for the
/// floating root of the selected body's tree.
#[doc(alias = "mjv_applyPerturbPose")]
pub fn apply_perturb_pose(
    model: &Model,
    data: &mut Data,
    pert: &Perturb,
    paused: bool,
) -> Result<(), SceneError> {
    gate::enter(model, data)?;
    let active = pert.active | pert.active2 != 0;
    let Some(b) = selected(model, pert).filter(|&b| b != BodyId::WORLD && active) else {
        return Ok(());
    };
    // from the inertial frame to that of the body
    let inertial = Pose {
        pos: model.body.ipos[b],
        quat: model.body.iquat[b],
    };
    let goal = Pose {
        pos: Vec3::from(pert.refpos),
        quat: Quat::from(pert.refquat),
    };
    let goal = goal.compose(&inertial.inverse());

    if let Some(m) = model.body.mocapid[b].get() {
        data.state.mocap_pos[m] = goal.pos;
        data.state.mocap_quat[m] = goal.quat;
    } else if let Some(adr) = floating(model, b).filter(|_| paused) {
        write_pose(data, adr, &goal);
    } else if let Some(adr) = floating(model, model.body.rootid[b]).filter(|_| paused) {
        let qpos = &data.state.qpos.rows()[adr..adr + 7];
        let root = Pose {
            pos: Vec3::new(qpos[0], qpos[1], qpos[2]),
            quat: Quat::new(qpos[3], qpos[4], qpos[5], qpos[6]),
        };
        let child = Pose {
            pos: data.kin.xpos[b],
            quat: data.kin.xquat[b],
        };
        let root = goal.compose(&child.inverse().compose(&root));
        write_pose(data, adr, &root);
    }
    Ok(())
}

/// The address of the pose of a body with only a free joint.
fn floating(model: &Model, b: BodyId) -> Option<usize> {
    let joint = model.body.joints(b).next()?;
    let only = model.body.jntnum[b] == 1 && model.joint.type_[joint] == JointType::Free;
    only.then(|| model.joint.qpos(joint).start)
}

fn write_pose(data: &mut Data, adr: usize, pose: &Pose) {
    let qpos = &mut data.state.qpos.rows_mut()[adr..adr + 7];
    qpos[..3].copy_from_slice(&pose.pos.to_array());
    qpos[3..].copy_from_slice(&pose.quat.to_array());
}

/// Sets the force and torque on the selected body, equations (2) to (4).
#[doc(alias = "mjv_applyPerturbForce")]
pub fn apply_perturb_force(
    model: &Model,
    data: &mut Data,
    pert: &Perturb,
) -> Result<(), SceneError> {
    gate::enter(model, data)?;
    let active = pert.active | pert.active2;
    let Some(b) = selected(model, pert).filter(|_| active != 0) else {
        return Ok(());
    };
    let Some(frame) = Object::find(model, &data.kin, ObjType::Body, b.0) else {
        return Ok(());
    };
    let velocity = object_velocity(model, &data.com, &data.vel, frame.in_world());
    let (spin, speed) = (velocity.rot(), velocity.lin());
    let invweight = model.body.invweight0[b][1];
    let inertia = if invweight == 0.0 {
        1.0
    } else {
        1.0 / larger(MIN_VAL, invweight)
    };
    let map = &model.vis.map;
    let turn_stiffness = f64::from(map.stiffnessrot);
    let turn_damping = turn_stiffness.sqrt() * inertia;
    let [x, y, z, a, b2, c] = data.state.xfrc_applied[b];
    let (mut force, mut torque) = (Vec3::new(x, y, z), Vec3::new(a, b2, c));

    if active & perturb::TRANSLATE != 0 {
        let at = point(data, b, pert);
        let mut away = at - Vec3::from(pert.refselpos);
        let arm = at - data.kin.xipos[b];
        let stiffness = f64::from(map.stiffness);
        let moving = spin.cross(arm) + speed;
        force =
            away * (-stiffness * pert.localmass) + moving * (-stiffness.sqrt() * pert.localmass);
        away.normalize();
        torque = arm.cross(force) + away * (-turn_damping * away.dot(spin));
    }
    if active & perturb::ROTATE != 0 {
        let now = data.kin.xquat[b] * model.body.iquat[b];
        let to_goal = Quat::from(pert.refquat) * now.conj();
        torque = to_goal.to_vel(1.0 / (turn_stiffness * inertia)) + spin * -turn_damping;
    }
    let ([x, y, z], [a, b2, c]) = (force.to_array(), torque.to_array());
    data.state.xfrc_applied[b] = [x, y, z, a, b2, c];
    Ok(())
}
