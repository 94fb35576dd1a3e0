//! Integration: advances the state by one step.
//!
//! ```text
//! a ← a + h ȧ        activations, or the exact solution of a filter                           (1)
//! q̇ ← q̇ + h q̈        velocities                                                               (2)
//! q ← q ⊕ h q̇        positions: ⊕ rotates orientations and adds everything else               (3)
//! ```
//!
//! `h` is the time step. The integrators differ in the velocities and accelerations that they pass to [`advance`]:
//! [`euler`] and [`implicit`] modify `q̈` by the derivatives of forces, [`rk4`] uses weighted averages over four
//! evaluations.

pub(crate) mod euler;
pub(crate) mod implicit;
pub(crate) mod implicit_flex;
pub(crate) mod implicit_spring;
pub(crate) mod rk4;

use synovia_model::Model;
use synovia_model::enums::{Disable, JointType, Stage};
use synovia_model::id::JointId;

use crate::actuation::{dynamics::next_activation, is_disabled};
use crate::data::{Data, State};
use crate::forward::{Sensing, forward_with};
use crate::gate::{Admitted, Derived};
use crate::plugin::instances::{self, Ask};
use crate::position::kinematics::{quat_at, vec3_at};
use crate::sleep::visit::{Visit, skipping};
use crate::sleep::{Awake, awake, rest};
use crate::workspace::Workspace;
use crate::{history, sensor};

/// Moves positions along velocities for the time `dt`: orientations are rotated, everything else is added.
///
/// ```
/// use synovia::engine::state::integrate_pos;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let mut qpos = model.qpos0.rows().to_vec();
/// let half_turn = [1.0, 0.0, 0.0, 0.0, 0.0, std::f64::consts::PI];
/// integrate_pos(&model, &mut qpos, &half_turn, 1.0);
/// assert_eq!(qpos[0], 1.0);
/// assert!((qpos[6] - 1.0).abs() < 1e-15); // the quaternion (0, 0, 0, 1)
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_integratePos")]
pub fn integrate_pos(model: &Model, qpos: &mut [f64], qvel: &[f64], dt: f64) {
    integrate_joints(model, model.joint.ids(), qpos, qvel, dt);
}

/// [`integrate_pos`] for some joints.
fn integrate_joints(
    model: &Model,
    joints: impl Iterator<Item = JointId>,
    qpos: &mut [f64],
    qvel: &[f64],
    dt: f64,
) {
    // slices of one length: one check of an index is enough for all of them
    let (joint, n) = (&model.joint, model.joint.len());
    let (qposadr, dofadr) = (&joint.qposadr.rows()[..n], &joint.dofadr.rows()[..n]);
    let kind = &joint.type_.rows()[..n];
    for j in joints.map(JointId::index) {
        let (adr, dof) = (qposadr[j] as usize, dofadr[j] as usize);
        // three velocities that rotate a quaternion
        let mut turn = |adr: usize, dof: usize| {
            let mut quat = quat_at(qpos, adr);
            quat.integrate(vec3_at(qvel, dof), dt);
            qpos[adr..adr + 4].copy_from_slice(&quat.to_array());
        };
        match kind[j] {
            JointType::Free => {
                // a free joint has its position first, then its quaternion
                turn(adr + 3, dof + 3);
                for k in 0..3 {
                    qpos[adr + k] += dt * qvel[dof + k];
                }
            }
            JointType::Ball => turn(adr, dof),
            _ => qpos[adr] += dt * qvel[dof],
        }
    }
}

/// The results of earlier stages that integrators read.
pub(crate) const READS: &[Derived] = &[Derived::Tendons, Derived::Moments, Derived::Islands];

/// Records controls and readings in their histories, then advances activations by `act_dot` (the current rates if `None`),
/// velocities by `qacc`, positions by `qvel` (the new velocities if `None`), and time; after an error nothing is advanced.
///
/// Takes the [`Admitted`] because forward dynamics is repeated if trees fall asleep, and plugins advance their state;
/// [`activations`] and [`motion`] take groups.
pub(crate) fn advance(
    at: &mut Admitted<'_>,
    qacc: &[f64],
    act_dot: Option<&[f64]>,
    qvel: Option<&[f64]>,
) {
    let (model, data) = at.parts();
    if model.size.nhistory > 0 {
        history::record_controls(model, &mut data.state);
        sensor::record(model, data);
    }
    let Data {
        state,
        actuator,
        force,
        efc,
        island,
        diag,
        work: Workspace { awake, .. },
        ..
    } = data;
    activations(model, act_dot.unwrap_or(actuator.act_dot.rows()), state);
    // trees that fall asleep have stopped: quantities that depend on their velocity are recomputed
    let fallen = rest::fall_asleep(model, efc, island, awake, state, force, diag);
    if diag.error.is_some() {
        return;
    }
    if fallen > 0 {
        forward_with(at, Stage::Pos, Sensing::On, &mut ());
        if at.is_stopped() {
            return;
        }
        awake::update(at);
    }

    let (_, data) = at.parts();
    let Data {
        state,
        force,
        work: Workspace { awake, .. },
        ..
    } = data;
    motion(model, awake, qacc, qvel, state);
    // time, the warm start of the next step, and the state of plugins
    state.time += model.opt.timestep;
    let (warm, qacc) = (state.qacc_warmstart.rows_mut(), force.qacc.rows());
    skipping!(model, awake, who => who.copy(warm, qacc));
    instances::ask(at, Ask::Advance);
}

/// Advances activations, equation (1); those of disabled actuators are only clamped.
///
/// Writes `state.act`.
fn activations(model: &Model, act_dot: &[f64], state: &mut State) {
    if state.act.is_empty() || model.opt.disabled(Disable::ACTUATION) {
        return;
    }
    for u in model.actuator.ids() {
        let off = is_disabled(model, u);
        for k in model.actuator.act(u) {
            let rate = if off { 0.0 } else { act_dot[k] };
            state.act[k] = next_activation(model, state.act[k], u, rate);
        }
    }
}

/// Advances velocities and positions of awake trees, or of all: equations (2) and (3).
///
/// Writes `state.qvel`, `state.qpos`.
fn motion(model: &Model, awake: &Awake, qacc: &[f64], qvel: Option<&[f64]>, state: &mut State) {
    let step = model.opt.timestep;
    if let Some(who) = awake.listed(model) {
        for i in who.dofs() {
            state.qvel[i] += qacc[i.index()] * step;
        }
        let qvel = qvel.unwrap_or(state.qvel.rows());
        let joints = who.joints(model);
        integrate_joints(model, joints, state.qpos.rows_mut(), qvel, step);
    } else {
        for (v, a) in state.qvel.iter_mut().zip(qacc) {
            *v += a * step;
        }
        let qvel = qvel.unwrap_or(state.qvel.rows());
        integrate_pos(model, state.qpos.rows_mut(), qvel, step);
    }
}
