//! Actuation: from controls to generalised forces.
//!
//! ```text
//! ȧ = f(u, a)                                      activation dynamics                          (1)
//! p = gain(l, l̇) · (u or a) + bias(l, l̇)           force along the transmission                 (2)
//! qfrc_actuator = mᵀ p                             moment arms                                  (3)
//! ```
//!
//! | here   | in the code                              | meaning                                 |
//! |--------|------------------------------------------|-----------------------------------------|
//! | `u`    | `ctrl`                                   | controls after delay and limits         |
//! | `a, ȧ` | `state.act, actuator.act_dot`            | activations and their rates             |
//! | `l, l̇` | `actuator.length, vel.actuator_velocity` | length of the transmission and its rate |
//! | `p`    | `actuator.force`                         | force of the actuator                   |
//! | `m`    | `actuator.moment`                        | moment arms                             |
//!
//! Limits apply in this order: controls, the sum of forces on a tendon, the force of each actuator, the generalised force
//! on a joint.

pub(crate) mod dynamics;
pub(crate) mod force;
pub mod muscle;
mod user;

use synovia_math::{Csr, kernel};
use synovia_model::Model;
use synovia_model::enums::{Disable, Enable, SleepState, Warning};
use synovia_model::id::ActuatorId;

use crate::data::{ActuatorGroup, Data, Diag, Forces, Islands, State};
use crate::gate::Admitted;
use crate::history::read_ctrl;
use crate::is_bad;
use crate::passive::gravcomp;
use crate::plugin::instances::{self, Ask};
use crate::scratch::{Need, ScratchBuffer};
use crate::sleep::object;
use crate::sleep::visit::{Visit, skipping};
use crate::workspace::Workspace;

/// Temporaries of [`actuation`].
pub(crate) fn scratch_len(model: &Model) -> Need {
    Need::new(model.tendon.len(), 0)
}

/// Activation rates, actuator forces and their generalised force.
///
/// Takes the [`Admitted`] for callbacks and plugins between [`controls`], [`dynamics::rates`], [`force::forces`] and
/// [`on_dofs`]. Together they read `state`, `actuator` lengths and moment arms, `vel.actuator_velocity`,
/// `force.qfrc_gravcomp`, and write `actuator.act_dot`, `actuator.force`, `force.qfrc_actuator`.
#[doc(alias = "mj_fwdActuation")]
pub(crate) fn actuation(at: &mut Admitted<'_>) {
    let (model, data) = at.parts();
    data.actuator.force.rows_mut().fill(0.0);
    if model.actuator.is_empty() || model.opt.disabled(Disable::ACTUATION) {
        let (force, awake) = (&mut data.force, &data.work.awake);
        return skipping!(model, awake, who => who.clear(force.qfrc_actuator.rows_mut()));
    }
    // moved out of the data, because callbacks and plugins may write to any part of the simulation
    let mut ctrl = core::mem::take(&mut data.work.ctrl);
    ctrl.resize(model.actuator.len(), 0.0);
    // the controls that take effect
    controls(model, &data.state, &mut data.diag, &mut ctrl);
    // equations (1) and (2); a callback may stop the step
    along_transmissions(at, &ctrl);
    let stopped = at.is_stopped();
    let (_, data) = at.parts();
    data.work.ctrl = ctrl;
    // equation (3)
    if !stopped {
        let Data {
            actuator,
            force,
            work: Workspace { scratch, .. },
            ..
        } = data;
        on_dofs(model, scratch, actuator, force);
    }
}

/// Activation rates and forces of all actuators, equations (1) and (2), before limits.
fn along_transmissions(at: &mut Admitted<'_>, ctrl: &[f64]) {
    let (model, data) = at.parts();
    let asked = data.callbacks.for_actuators();
    // equation (1), then (2); actuator by actuator if the program has callbacks for them
    if asked {
        user::rates(at, ctrl);
    } else {
        let Data {
            state,
            actuator,
            island,
            ..
        } = data;
        let act_dot = actuator.act_dot.rows_mut();
        dynamics::rates(model, state, ctrl, |u| acts(model, island, u), act_dot);
    }
    instances::ask(at, Ask::ActDot);
    if at.is_stopped() {
        return;
    }

    let (_, data) = at.parts();
    if asked {
        user::forces(at, ctrl);
    } else {
        let Data {
            state,
            actuator,
            vel,
            island,
            ..
        } = data;
        force::forces(
            model,
            state,
            vel,
            ctrl,
            |u| acts(model, island, u),
            actuator,
        );
    }
    instances::ask(at, Ask::Actuate);
}

/// False if the actuator is asleep.
#[inline]
fn acts(model: &Model, island: &Islands, u: ActuatorId) -> bool {
    // QUIRK(static-actuator-asleep): a slider-crank between static sites is treated as asleep, even if no tree sleeps
    !model.opt.enabled(Enable::SLEEP) || object::actuator(model, island, u) != SleepState::Asleep
}

/// Applies limits, then computes generalised forces: equation (3).
///
/// Reads `actuator.moment`, `force.qfrc_gravcomp`; limits `actuator.force`; writes `force.qfrc_actuator`.
fn on_dofs(
    model: &Model,
    scratch: &mut ScratchBuffer,
    actuator: &mut ActuatorGroup,
    force: &mut Forces,
) {
    // the sum of the forces on each tendon is limited
    let mut frame = scratch.frame(scratch_len(model));
    force::clamp_tendon_totals(
        model,
        actuator.force.rows_mut(),
        frame.take(model.tendon.len()),
    );
    // the force of each actuator is limited
    let limits = model.actuator.forcelimited.iter();
    let limits = limits.zip(&model.actuator.forcerange);
    for (force, (&limited, &range)) in actuator.force.iter_mut().zip(limits) {
        if limited != 0 {
            *force = clip(*force, range);
        }
    }

    // equation (3)
    let qfrc = force.qfrc_actuator.rows_mut();
    let pattern = Csr::new(
        actuator.moment_rownnz.rows(),
        actuator.moment_rowadr.rows(),
        actuator.moment_colind.rows(),
    );
    pattern.mul_t_vec(qfrc, actuator.moment.rows(), actuator.force.rows());
    // gravity compensation of joints whose actuators provide it
    if gravcomp::is_active(model) {
        for j in model.joint.ids() {
            if model.joint.actgravcomp[j] != 0 {
                let dofs = model.joint.dofs(j).range();
                kernel::add_to(&mut qfrc[dofs.clone()], &force.qfrc_gravcomp[dofs]);
            }
        }
    }
    // the generalised force on each joint is limited
    for (k, &limited) in model.joint.actfrclimited.iter().enumerate() {
        if limited != 0 {
            let i = model.joint.dofadr.rows()[k] as usize;
            qfrc[i] = clip(qfrc[i], model.joint.actfrcrange.rows()[k]);
        }
    }
}

/// The controls that take effect: delayed and clamped, and all zero if one of them is invalid.
///
/// Reads `state.ctrl`, `state.history`, `state.time`; writes `out`, and a warning to `diag`.
fn controls(model: &Model, state: &State, diag: &mut Diag, out: &mut [f64]) {
    let time = state.time;
    // the controls that the user has set
    out.copy_from_slice(state.ctrl.rows());
    // with delays, the control comes from the history buffer
    if model.size.nhistory > 0 {
        for u in model.actuator.ids() {
            out[u.index()] = read_ctrl(model, state, u, time);
        }
    }
    // clamp them to their ranges
    if !model.opt.disabled(Disable::CLAMPCTRL) {
        let limits = model.actuator.ctrllimited.iter();
        let limits = limits.zip(&model.actuator.ctrlrange);
        for (value, (&limited, &range)) in out.iter_mut().zip(limits) {
            if limited != 0 {
                *value = clip(*value, range);
            }
        }
    }
    // one NaN, infinite or huge control disables all of them
    if let Some(u) = out.iter().position(|&value| is_bad(value)) {
        diag.warn(Warning::BadCtrl, u, time);
        out.fill(0.0);
    }
}

/// True if the group of the actuator is disabled.
#[doc(alias = "mj_actuatorDisabled")]
#[inline]
pub fn is_disabled(model: &Model, u: ActuatorId) -> bool {
    if model.opt.disableactuator == 0 {
        return false;
    }
    let group = model.actuator.group[u];
    (0..=30).contains(&group) && model.opt.disableactuator & (1 << group) != 0
}

/// Clamps `x` to `range`; if the range is reversed, the lower end is tested first.
#[inline]
pub(crate) fn clip(x: f64, range: [f64; 2]) -> f64 {
    if x < range[0] {
        range[0]
    } else if x > range[1] {
        range[1]
    } else {
        x
    }
}
