//! Activation dynamics.
//!
//! | kind        | rate                    | next activation           |
//! |-------------|-------------------------|---------------------------|
//! | integrator  | `u`                     | `a + h ȧ`                 |
//! | filter      | `(u − a)/τ`             | `a + h ȧ`                 |
//! | filterexact | `(u − a)/τ`             | `a + ȧ τ (1 − exp(−h/τ))` |
//! | muscle      | see [`super::muscle`]   | `a + h ȧ`                 |
//! | user        | see [`crate::callback`] | `a + h ȧ`                 |
//!
//! with `u` the control, `a` the activation, `ȧ` its rate, `τ` the time constant `dynprm[0]`, and `h` the time step. The
//! next activation is clamped to `actrange`.

use synovia_math::{MIN_VAL, nearest};
use synovia_model::Model;
use synovia_model::enums::DynType;
use synovia_model::id::ActuatorId;

use super::{clip, muscle};
use crate::data::State;

/// Rates of the activations of all actuators that are awake.
pub(crate) fn rates(
    model: &Model,
    state: &State,
    ctrl: &[f64],
    acts: impl Fn(ActuatorId) -> bool,
    act_dot: &mut [f64],
) {
    if act_dot.is_empty() {
        return;
    }
    for u in model.actuator.ids() {
        // an actuator without activation has no dynamics
        let range = model.actuator.act(u);
        let Some(last) = range.clone().next_back() else {
            continue;
        };
        if !acts(u) {
            continue;
        }
        // only the last activation has native dynamics; the others belong to plugins or callbacks
        if range.len() > 1 {
            act_dot[range].fill(0.0);
        }
        act_dot[last] = rate(model, u, ctrl[u.index()], state.act[last]).unwrap_or(0.0);
    }
}

/// Rate of the activation `act` of actuator `u`; `None` if the program computes it.
#[inline]
pub(crate) fn rate(model: &Model, u: ActuatorId, ctrl: f64, act: f64) -> Option<f64> {
    // the rate column of the table
    let prm = &model.actuator.dynprm[u];
    Some(match model.actuator.dyntype[u] {
        DynType::Integrator => ctrl,
        DynType::Filter | DynType::FilterExact => (ctrl - act) / prm[0].max(MIN_VAL),
        DynType::Muscle => muscle::dynamics(ctrl, act, [prm[0], prm[1], prm[2]]),
        _ => return None,
    })
}

/// Activation `act` of actuator `u` after one step.
#[doc(alias = "mj_nextActivation")]
pub(crate) fn next_activation(model: &Model, act: f64, u: ActuatorId, act_dot: f64) -> f64 {
    let step = model.opt.timestep;
    // the exact solution of a linear filter, or an explicit step
    let next = if model.actuator.dyntype[u] == DynType::FilterExact {
        let tau = model.actuator.dynprm[u][0].max(MIN_VAL);
        act + act_dot * tau * (1.0 - nearest::exp(-step / tau))
    } else {
        act + act_dot * step
    };
    // clamp to the range of the activation
    if model.actuator.actlimited[u] != 0 {
        clip(next, model.actuator.actrange[u])
    } else {
        next
    }
}
