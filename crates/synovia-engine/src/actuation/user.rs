//! Actuators whose dynamics, gain or bias the program computes.
//!
//! The same sums as in [`super::dynamics`] and [`super::force`], actuator by actuator, so that the callback can access the
//! whole simulation: it sees the rates and forces of the preceding actuators.

use synovia_model::Model;
use synovia_model::id::ActuatorId;

use super::{acts, dynamics, force, is_disabled};
use crate::callback;
use crate::data::Data;
use crate::gate::{Admitted, Derived};

/// The results of earlier stages that actuators read.
const READS: &[Derived] = &[Derived::Tendons, Derived::Moments];

/// Rates of all activations.
pub(super) fn rates(at: &mut Admitted<'_>, ctrl: &[f64]) {
    let (model, data) = at.parts();
    for u in model.actuator.ids() {
        if model.actuator.actadr[u] >= 0 && acts(model, &data.island, u) {
            rate_of(model, data, u, ctrl[u.index()]);
        }
    }
    at.recheck(READS);
}

/// Forces of all actuators except those of plugins.
pub(super) fn forces(at: &mut Admitted<'_>, ctrl: &[f64]) {
    let (model, data) = at.parts();
    for u in model.actuator.ids() {
        let skipped = is_disabled(model, u) || model.actuator.plugin[u].is_some();
        if !skipped && acts(model, &data.island, u) {
            force_of(model, data, u, ctrl[u.index()]);
        }
    }
    at.recheck(READS);
}

/// Rates of the activations of an actuator.
fn rate_of(model: &Model, data: &mut Data, u: ActuatorId, ctrl: f64) {
    let range = model.actuator.act(u);
    let Some(last) = range.clone().next_back() else {
        return;
    };
    let single = range.len() == 1;
    data.actuator.act_dot.rows_mut()[range].fill(0.0);
    let rate = match dynamics::rate(model, u, ctrl, data.state.act[last]) {
        Some(rate) => Some(rate),
        // the rates of several activations are written by the callback itself
        None => callback::act_dyn(model, data, u).filter(|_| single),
    };
    if let Some(rate) = rate {
        data.actuator.act_dot[last] = rate;
    }
}

/// Force of an actuator.
fn force_of(model: &Model, data: &mut Data, u: ActuatorId, ctrl: f64) {
    let at = |data: &Data| (data.actuator.length[u], data.vel.actuator_velocity[u]);
    let (length, velocity) = at(data);
    let gain = match force::gain(model, u, length, velocity) {
        Some(gain) => gain,
        None => callback::act_gain(model, data, u).unwrap_or(force::USER_GAIN),
    };
    let input = force::input(model, &data.state, data.actuator.act_dot.rows(), u, ctrl);
    data.actuator.force[u] = gain * input;
    let (length, velocity) = at(data);
    let bias = match force::bias(model, u, length, velocity) {
        Some(bias) => bias,
        None => callback::act_bias(model, data, u).unwrap_or(force::USER_BIAS),
    };
    data.actuator.force[u] += bias;
}
