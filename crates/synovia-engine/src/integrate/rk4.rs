//! Runge–Kutta of order four.
//!
//! ```text
//! F₀ = f(x),  F₁ = f(x ⊕ ½h F₀),  F₂ = f(x ⊕ ½h F₁),  F₃ = f(x ⊕ h F₂)                         (1)
//! x ← x ⊕ h (F₀ + 2F₁ + 2F₂ + F₃)/6
//! ```
//!
//! `f` yields velocity, acceleration and activation rates; ⊕ rotates orientations. The first evaluation is the forward pass
//! that the step has already made; the others skip sensors.

use synovia_model::enums::Stage;

use super::{advance, integrate_pos};
use crate::data::Data;
use crate::forward::{Sensing, forward_with};
use crate::gate::Admitted;
use crate::workspace::Rk4Stages;

/// The time of each further evaluation as a fraction of the step, and the weights of all of them.
const STAGES: [f64; 3] = [0.5, 0.5, 1.0];
const WEIGHTS: [f64; 4] = [1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0];

fn keep(into: &mut Vec<f64>, from: &[f64]) {
    into.clear();
    into.extend_from_slice(from);
}

impl Rk4Stages {
    fn record(&mut self, k: usize, data: &Data) {
        let [vel, acc, act] = &mut self.rates[k];
        keep(vel, data.state.qvel.rows());
        keep(acc, data.force.qacc.rows());
        keep(act, data.actuator.act_dot.rows());
    }

    /// The weighted sum of the rates of all stages.
    fn add_up(&mut self) {
        for (kind, sum) in self.sums.iter_mut().enumerate() {
            sum.clear();
            sum.resize(self.rates[0][kind].len(), 0.0);
            for (stage, weight) in self.rates.iter().zip(WEIGHTS) {
                for (sum, rate) in sum.iter_mut().zip(&stage[kind]) {
                    *sum += rate * weight;
                }
            }
        }
    }
}

/// One step, after a forward pass.
///
/// Takes the [`Admitted`] because it repeats forward dynamics.
///
/// ```
/// use synovia::engine::stage::rk4;
/// use synovia::model::id::DofId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::forward(&model, &mut data)?;
/// rk4(&model, &mut data);
/// assert_eq!(data.state.time, model.opt.timestep);
/// assert!((data.state.qvel[DofId(2)] + 9.81 * data.state.time).abs() < 1e-12);
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_RungeKutta")]
pub(crate) fn rk4(at: &mut Admitted<'_>) {
    let (model, data) = at.parts();
    let step = model.opt.timestep;
    let time = data.state.time;
    let mut stages = core::mem::take(&mut data.work.integrator.rk4);
    // the initial state, and the rates of the forward pass
    keep(&mut stages.qpos, data.state.qpos.rows());
    keep(&mut stages.qvel, data.state.qvel.rows());
    keep(&mut stages.act, data.state.act.rows());
    stages.record(0, data);

    for (k, share) in STAGES.into_iter().enumerate() {
        let (_, data) = at.parts();
        let [vel, acc, act] = &stages.rates[k];
        // order: the fraction first, then the time step
        keep(&mut stages.moved, vel);
        for v in &mut stages.moved {
            *v *= share;
        }
        // the state of this stage, from the initial state and the rates of the previous stage
        let state = &mut data.state;
        state.qpos.rows_mut().copy_from_slice(&stages.qpos);
        integrate_pos(model, state.qpos.rows_mut(), &stages.moved, step);
        for (i, v) in state.qvel.iter_mut().enumerate() {
            *v = stages.qvel[i] + acc[i] * share * step;
        }
        for (i, a) in state.act.iter_mut().enumerate() {
            *a = stages.act[i] + act[i] * share * step;
        }
        // equation (1): its rates, without sensors
        data.state.time = time + share * step;
        forward_with(at, Stage::None, Sensing::Off, &mut ());
        let (_, data) = at.parts();
        if data.diag.error.is_some() {
            break;
        }
        stages.record(k + 1, data);
    }

    let (_, data) = at.parts();
    data.state.time = time;
    // back to the initial state, then one step with the weighted rates
    data.state.qpos.rows_mut().copy_from_slice(&stages.qpos);
    data.state.qvel.rows_mut().copy_from_slice(&stages.qvel);
    data.state.act.rows_mut().copy_from_slice(&stages.act);
    if data.diag.error.is_none() {
        stages.add_up();
        let [vel, acc, act] = &stages.sums;
        advance(at, acc, Some(act), Some(vel));
    }
    let (_, data) = at.parts();
    data.work.integrator.rk4 = stages;
}
