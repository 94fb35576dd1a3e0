//! Actuation: from controls to generalised forces.
//!
//! ```text
//! ȧ = f(u, a)                                      activation dynamics                          (1)
//! p = gain(l, l̇) · (u or a) + bias(l, l̇)           force along the transmission                 (2)
//! qfrc_actuator = mᵀ p                             moment arms                                  (3)
//! ```
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

use crate::data::{Data, Diag, State};
use crate::gate::{self, Left};
use crate::history::read_ctrl;
use crate::is_bad;
use crate::passive::gravcomp;
use crate::scratch::Need;
use crate::sleep::object;
use crate::workspace::Workspace;

/// Temporaries of [`actuation`].
pub(crate) fn scratch_len(model: &Model) -> Need {
    Need::new(model.actuator.len() + model.tendon.len(), 0)
}

/// Activation rates, actuator forces and their generalised force.
///
/// Reads `state`, `actuator` lengths and moment arms, `vel.actuator_velocity`, `force.qfrc_gravcomp`; writes
/// `actuator.act_dot`, `actuator.force`, `force.qfrc_actuator`.
#[doc(alias = "mj_fwdActuation")]
pub(crate) fn actuation(model: &Model, data: &mut Data) {
    if !gate::resume(model, data, &[Left::Tendons, Left::Moments]) {
        return;
    }
    data.actuator.force.rows_mut().fill(0.0);
    if model.actuator.is_empty() || model.opt.disabled(Disable::ACTUATION) {
        data.force.qfrc_actuator.rows_mut().fill(0.0);
        return;
    }
    if !data.callbacks.for_actuators() {
        rates_and_forces(model, data);
    } else if !user::rates_and_forces(model, data) {
        return;
    }
    joint_forces(model, data);
}

/// Equations (1) and (2) for all actuators.
fn rates_and_forces(model: &Model, data: &mut Data) {
    let Data {
        state,
        actuator,
        vel,
        diag,
        island,
        work: Workspace { scratch, .. },
        ..
    } = data;
    let mut frame = scratch.frame(scratch_len(model));
    let ctrl = frame.take_unset(model.actuator.len());
    controls(model, state, state.time, diag, ctrl);

    // QUIRK(static-actuator-asleep): a slider-crank between static sites counts as asleep, even if no tree sleeps
    let sleeps = model.opt.enabled(Enable::SLEEP);
    let acts = |u| !sleeps || object::actuator(model, island, u) != SleepState::Asleep;
    dynamics::rates(model, state, ctrl, acts, actuator.act_dot.rows_mut());
    force::forces(model, state, vel, ctrl, acts, actuator);
}

/// The limits of forces, and equation (3).
fn joint_forces(model: &Model, data: &mut Data) {
    let Data {
        actuator,
        force,
        work: Workspace { scratch, .. },
        ..
    } = data;
    let mut frame = scratch.frame(scratch_len(model));
    force::clamp_tendon_totals(
        model,
        actuator.force.rows_mut(),
        frame.take(model.tendon.len()),
    );
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
    if gravcomp::is_active(model) {
        for j in model.joint.ids() {
            if model.joint.actgravcomp[j] != 0 {
                let dofs = model.joint.dofs(j).range();
                kernel::add_to(&mut qfrc[dofs.clone()], &force.qfrc_gravcomp[dofs]);
            }
        }
    }
    for (k, &limited) in model.joint.actfrclimited.iter().enumerate() {
        if limited != 0 {
            let i = model.joint.dofadr[k] as usize;
            qfrc[i] = clip(qfrc[i], model.joint.actfrcrange[k]);
        }
    }
}

/// The controls as they take effect: delayed, clamped, and all zero if one of them is bad.
fn controls(model: &Model, state: &State, time: f64, diag: &mut Diag, out: &mut [f64]) {
    out.copy_from_slice(state.ctrl.rows());
    if model.size.nhistory > 0 {
        for u in model.actuator.ids() {
            out[u.index()] = read_ctrl(model, state, u, time);
        }
    }
    if !model.opt.disabled(Disable::CLAMPCTRL) {
        let limits = model.actuator.ctrllimited.iter();
        let limits = limits.zip(&model.actuator.ctrlrange);
        for (value, (&limited, &range)) in out.iter_mut().zip(limits) {
            if limited != 0 {
                *value = clip(*value, range);
            }
        }
    }
    if let Some(u) = out.iter().position(|&value| is_bad(value)) {
        diag.warn(Warning::BadCtrl, u, time);
        out.fill(0.0);
    }
}

/// True if the group of the actuator is switched off.
#[doc(alias = "mj_actuatorDisabled")]
#[inline]
pub(crate) fn is_disabled(model: &Model, u: ActuatorId) -> bool {
    if model.opt.disableactuator == 0 {
        return false;
    }
    let group = model.actuator.group[u];
    (0..=30).contains(&group) && model.opt.disableactuator & (1 << group) != 0
}

/// `x` within `range`; a range turned round counts as its lower end first.
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
