//! Actuator forces: gains, biases and the limits of tendons.
//!
//! ```text
//! p = gain(l, l̇) · x + bias(l, l̇)                                                              (1)
//! affine:  prm₀ + prm₁ l + prm₂ l̇                     gain or bias                             (2)
//! ```
//!
//! with `x` the control, or the activation if the actuator has one.
#![expect(
    clippy::inline_always,
    reason = "the sums of every actuator are also those of actuators with callbacks"
)]

use synovia_model::Model;
use synovia_model::enums::{BiasType, GainType, TrnType};
use synovia_model::id::{ActuatorId, TendonId};

use super::dynamics::next_activation;
use super::{is_disabled, muscle};
use crate::data::{ActuatorGroup, State, Velocities};

/// Equation (1) of each actuator, before limits.
pub(crate) fn forces(
    model: &Model,
    state: &State,
    vel: &Velocities,
    ctrl: &[f64],
    acts: impl Fn(ActuatorId) -> bool,
    actuator: &mut ActuatorGroup,
) {
    let ActuatorGroup {
        length,
        act_dot,
        force,
        ..
    } = actuator;
    let mut force = force.view_mut();
    for u in model.actuator.ids() {
        // disabled actuators, plugins and sleeping ones have no native force
        if is_disabled(model, u) || model.actuator.plugin[u].is_some() || !acts(u) {
            continue;
        }
        let (length, velocity) = (length[u], vel.actuator_velocity[u]);
        let input = input(model, state, act_dot.rows(), u, ctrl[u.index()]);
        let gain = gain(model, u, length, velocity).unwrap_or(USER_GAIN);
        let bias = bias(model, u, length, velocity).unwrap_or(USER_BIAS);
        // equation (1)
        force[u] = gain * input + bias;
    }
}

/// The gain of a `user` actuator without a callback.
pub(crate) const USER_GAIN: f64 = 1.0;
/// The bias of a `user` actuator without a callback.
pub(crate) const USER_BIAS: f64 = 0.0;

/// The factor of the gain: the control, the last activation, or that activation at the end of the step.
#[inline(always)]
pub(crate) fn input(
    model: &Model,
    state: &State,
    act_dot: &[f64],
    u: ActuatorId,
    ctrl: f64,
) -> f64 {
    // without activation: the control; with early activation: the value at the end of the step
    match model.actuator.act(u).next_back() {
        None => ctrl,
        Some(last) if model.actuator.actearly[u] != 0 => {
            next_activation(model, state.act[last], u, act_dot[last])
        }
        Some(last) => state.act[last],
    }
}

/// Force per unit of control or activation; `None` if the program computes it.
#[inline(always)]
pub(crate) fn gain(model: &Model, u: ActuatorId, length: f64, velocity: f64) -> Option<f64> {
    let prm = &model.actuator.gainprm[u];
    // constant, equation (2), or force–length–velocity curves
    Some(match model.actuator.gaintype[u] {
        GainType::Fixed => prm[0],
        GainType::Affine => prm[0] + prm[1] * length + prm[2] * velocity,
        GainType::Muscle => {
            let (range, acc0) = (model.actuator.lengthrange[u], model.actuator.acc0[u]);
            muscle::gain(length, velocity, range, acc0, &first_nine(prm))
        }
        _ => return None,
    })
}

/// Force without control; `None` if the program computes it.
#[inline(always)]
pub(crate) fn bias(model: &Model, u: ActuatorId, length: f64, velocity: f64) -> Option<f64> {
    let prm = &model.actuator.biasprm[u];
    // none, equation (2), or the passive curve
    Some(match model.actuator.biastype[u] {
        BiasType::None => 0.0,
        BiasType::Affine => prm[0] + prm[1] * length + prm[2] * velocity,
        BiasType::Muscle => {
            let (range, acc0) = (model.actuator.lengthrange[u], model.actuator.acc0[u]);
            muscle::bias(length, range, acc0, &first_nine(prm))
        }
        _ => return None,
    })
}

/// The parameters that muscles use.
pub(crate) fn first_nine(prm: &[f64; 10]) -> muscle::MuscleParams {
    core::array::from_fn(|k| prm[k])
}

/// Scales the forces of all actuators on a tendon so that their sum stays within the tendon's range.
pub(crate) fn clamp_tendon_totals(model: &Model, force: &mut [f64], totals: &mut [f64]) {
    if (model.tendon.actfrclimited.iter()).all(|&limited| limited == 0) {
        return;
    }
    // the tendon of an actuator, if its total force is limited
    let limited_tendon = |u: ActuatorId| {
        let t = TendonId(model.actuator.trnid[u][0]);
        let on_tendon = model.actuator.trntype[u] == TrnType::Tendon;
        (on_tendon && model.tendon.actfrclimited[t] != 0).then_some(t)
    };
    // QUIRK(plugin-tendon-limit): plugin actuators are limited only if another actuator also acts on a limited tendon
    let native = |u: ActuatorId| !model.actuator.plugin[u].is_some() && !is_disabled(model, u);
    let mut actuators = model.actuator.ids();
    if !actuators.any(|u| native(u) && limited_tendon(u).is_some()) {
        return;
    }
    // the sum for each tendon
    for u in model.actuator.ids() {
        if let Some(t) = limited_tendon(u) {
            totals[t.index()] += force[u.index()];
        }
    }
    // scale the forces of tendons whose sum is outside the range
    for u in model.actuator.ids() {
        let Some(t) = limited_tendon(u) else { continue };
        let total = totals[t.index()];
        let [lower, upper] = model.tendon.actfrcrange[t];
        // a factor common to all actuators of the tendon, so that the sum is at the limit
        if total < lower && total != 0.0 {
            force[u.index()] *= lower / total;
        } else if total > upper && total != 0.0 {
            force[u.index()] *= upper / total;
        }
    }
}
