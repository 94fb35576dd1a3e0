//! Energies: potential of the pose, kinetic of the motion.
//!
//! ```text
//! V = −Σ_b m_b g · x_b + Σ ½ k d²          springs of joints, tendons and edges of cables         (1)
//! T = ½ q̇ᵀ M q̇                                                                                 (2)
//! ```
//!
//! The energy of a tendon spring is zero within its band. Fluids, contacts and flexes of higher dimension are not included.

use synovia_math::{Quat, Vec3, kernel};
use synovia_model::Model;
use synovia_model::enums::{Disable, Enable, JointType, SleepState};
use synovia_model::id::TendonId;

use crate::data::{Data, InertiaGroup, Islands, Kin, State, TendonGroup};
use crate::flex::edges_of;
use crate::position::inertia::mul_m;
use crate::position::kinematics::{quat_at, vec3_at};
use crate::scratch::{Need, ScratchBuffer};
use crate::sleep::visit::{Visit, visiting};
use crate::sleep::{Awake, object};

/// Temporaries of [`energy_vel`].
pub(crate) fn scratch_len(model: &Model) -> Need {
    Need::new(model.dof.len(), 0)
}

/// Potential energy: [`potential`] with the groups of a simulation; writes `energy[0]`.
///
/// ```
/// use synovia::engine::stage::energy_pos;
/// use synovia::model::id::BodyId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody>
///        <body pos='0 0 2'><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::forward(&model, &mut data)?;
/// energy_pos(&model, &mut data)?;
/// assert!((data.energy[0] - model.body.mass[BodyId(1)] * 9.81 * 2.0).abs() < 1e-12);
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_energyPos")]
pub(crate) fn energy_pos(model: &Model, data: &mut Data) {
    let (island, awake) = (&data.island, &data.work.awake);
    data.energy[0] = potential(model, &data.state, &data.kin, &data.tendon, island, awake);
    data.lazy.energy_pos = true;
}

/// Equation (1).
///
/// Reads `state.qpos`, `kin`, `tendon.length`.
fn potential(
    model: &Model,
    state: &State,
    kin: &Kin,
    tendon: &TendonGroup,
    island: &Islands,
    awake: &Awake,
) -> f64 {
    let mut sum = 0.0;
    // gravity
    if !model.opt.disabled(Disable::GRAVITY) {
        for b in model.body.ids().skip(1) {
            sum -= model.body.mass[b] * model.opt.gravity.dot(kin.xipos[b]);
        }
    }
    if !model.opt.disabled(Disable::SPRING) {
        // order: one sum through all springs
        let all = !awake.is_partial(model);
        let pulls = |t| all || object::tendon(model, island, t) == SleepState::Awake;
        sum = visiting!(model, awake, who => joint_springs(model, state, who, sum));
        sum = tendon_springs(model, tendon, pulls, sum);
        sum = cable_springs(model, kin, sum);
    }
    sum
}

/// Kinetic energy: [`kinetic`] with the groups of a simulation; writes `energy[1]`.
///
/// ```
/// use synovia::engine::stage::energy_vel;
/// use synovia::model::id::{BodyId, DofId};
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// data.state.qvel[DofId(0)] = 3.0;
/// synovia::forward(&model, &mut data)?;
/// energy_vel(&model, &mut data)?;
/// assert!((data.energy[1] - 0.5 * model.body.mass[BodyId(1)] * 9.0).abs() < 1e-12);
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_energyVel")]
pub(crate) fn energy_vel(model: &Model, data: &mut Data) {
    data.energy[1] = kinetic(model, &data.state, &data.inertia, &mut data.work.scratch);
    data.lazy.energy_vel = true;
}

/// Equation (2).
///
/// Reads `state.qvel`, `inertia.m`.
fn kinetic(
    model: &Model,
    state: &State,
    inertia: &InertiaGroup,
    scratch: &mut ScratchBuffer,
) -> f64 {
    let qvel = state.qvel.rows();
    // if all trees sleep, nothing moves
    if qvel.iter().all(|&v| v == 0.0) {
        return 0.0;
    }
    let mut frame = scratch.frame(scratch_len(model));
    let momentum = frame.take(model.dof.len());
    mul_m(model, inertia, momentum, qvel);
    0.5 * kernel::dot(momentum, qvel)
}

/// What happens to energies that are not enabled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Energies {
    /// They are zero.
    Zero,
    /// They stay as they are.
    Kept,
}

/// After the position stage: computes the potential energy if it is enabled and no sensor has computed it.
pub(crate) fn after_position(model: &Model, data: &mut Data, unwanted: Energies) {
    if data.lazy.energy_pos {
        return;
    }
    if model.opt.enabled(Enable::ENERGY) {
        energy_pos(model, data);
    } else if unwanted == Energies::Zero {
        *data.energy = [0.0; 2];
    }
}

/// After the velocity stage: computes the kinetic energy if it is enabled.
pub(crate) fn after_velocity(model: &Model, data: &mut Data) {
    if model.opt.enabled(Enable::ENERGY) && !data.lazy.energy_vel {
        energy_vel(model, data);
    }
}

fn joint_springs(model: &Model, state: &State, who: impl Visit, mut sum: f64) -> f64 {
    let (qpos, rest) = (state.qpos.rows(), model.qpos_spring.rows());
    for j in who.joints(model) {
        let stiffness = model.joint.stiffness[j];
        if stiffness == 0.0 {
            continue;
        }
        let adr = model.joint.qposadr[j] as usize;
        let half_square = |away: Vec3| 0.5 * stiffness * away.dot(away);
        // QUIRK(spring-energy-quaternion): the quaternion is not normalised here, but in the force of the spring it is
        let rotation_from_rest = |adr: usize| -> Vec3 {
            let (at, rest): (Quat, Quat) = (quat_at(qpos, adr), quat_at(rest, adr));
            at.sub_quat(rest)
        };
        match model.joint.type_[j] {
            JointType::Free => {
                sum += half_square(vec3_at(qpos, adr) - vec3_at(rest, adr));
                sum += half_square(rotation_from_rest(adr + 3));
            }
            JointType::Ball => sum += half_square(rotation_from_rest(adr)),
            _ => sum += 0.5 * stiffness * (qpos[adr] - rest[adr]) * (qpos[adr] - rest[adr]),
        }
    }
    sum
}

fn tendon_springs(
    model: &Model,
    tendon: &TendonGroup,
    pulls: impl Fn(TendonId) -> bool,
    mut sum: f64,
) -> f64 {
    for t in model.tendon.ids().filter(|&t| pulls(t)) {
        let length = tendon.length[t];
        let [lower, upper] = model.tendon.lengthspring[t];
        // distance from the band
        let away = if length > upper {
            upper - length
        } else if length < lower {
            lower - length
        } else {
            0.0
        };
        sum += 0.5 * model.tendon.stiffness[t] * away * away;
    }
    sum
}

fn cable_springs(model: &Model, kin: &Kin, mut sum: f64) -> f64 {
    for f in model.flex.ids() {
        let stiffness = model.flex.edgestiffness[f];
        if model.flex.rigid[f] != 0 || stiffness == 0.0 || model.flex.dim[f] > 1 {
            continue;
        }
        for e in edges_of(model, f) {
            if model.flex.edge_rigid[e] == 0 {
                let away = model.flex.edge_length0[e] - kin.flexedge_length[e];
                sum += 0.5 * stiffness * away * away;
            }
        }
    }
    sum
}
