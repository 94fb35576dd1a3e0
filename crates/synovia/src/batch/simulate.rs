//! One simulation of a batch.
//!
//! ```text
//! start:  inputs as in a new simulation, the initial state, the warm start, no warnings
//! t:      controls, step, then row t of the results
//! ```
//!
//! Nothing that an earlier simulation left in [`Data`] has an influence, which makes results independent of the
//! assignment to threads. After a step with an error or a warning the last row is repeated, as in the reference.

use std::ops::Range;

use synovia_engine::state::{copy_state, get_state, set_state};
use synovia_engine::{Data, EngineError, StepOutcome, forward, gate, is_bad, sleep, step};
use synovia_model::Model;
use synovia_model::enums::{Enable, StateBit};

use super::outcome::{Outcome, SimulationError, error_of};
use super::plan::{Batch, Controls, Widths};

/// Where the rows of one simulation go; empty slices are not written.
pub(super) struct Trajectory<'a> {
    /// One state per step.
    pub states: &'a mut [f64],
    /// Sensor readings per step.
    pub sensors: &'a mut [f64],
}

impl Trajectory<'_> {
    /// Writes the current state and sensor readings to these rows.
    fn write(&mut self, rows: Range<usize>, data: &Data, widths: &Widths) {
        for t in rows {
            let state = t * widths.state..(t + 1) * widths.state;
            if let Some(row) = self.states.get_mut(state) {
                let written = get_state(data, StateBit::FULLPHYSICS, row);
                debug_assert!(written.is_ok(), "{written:?}");
            }
            let readings = t * widths.sensor..(t + 1) * widths.sensor;
            if let Some(row) = self.sensors.get_mut(readings) {
                row.copy_from_slice(data.sensor.sensordata.rows());
            }
        }
    }
}

/// Runs simulation `k`.
pub(super) fn simulate(
    batch: &Batch<'_>,
    widths: &Widths,
    k: usize,
    model: &Model,
    data: &mut Data,
    mut out: Trajectory<'_>,
) -> Outcome {
    // an edited model with ids out of range: nothing is computed, and all rows are NaN
    let mut at = match gate::enter(model, data) {
        Ok(at) => at,
        Err(error) => {
            out.states.fill(f64::NAN);
            out.sensors.fill(f64::NAN);
            return Outcome {
                error: Some(SimulationError::Engine(error)),
                ..Outcome::default()
            };
        }
    };
    sleep::awake::refresh(&mut at);
    let (_, data) = at.parts();
    let started = start(batch, widths, k, model, data);
    data.diag.unreported = Default::default();
    let mut error = error_of(started, &data.diag);
    let (mut done, mut last) = (0, StepOutcome::default());
    while done < batch.steps && error.is_none() {
        let (_, data) = at.parts();
        control(batch, widths, (k, done), model, data);
        let stepped = match batch.controls {
            // a controller may have changed anything, so the data is checked again
            Controls::Closed(_) => step(model, data),
            _ => at.step(),
        };
        let (_, data) = at.parts();
        out.write(done..done + 1, data, widths);
        done += 1;
        let stepped = stepped.map(|outcome| last = outcome);
        error = error_of(stepped, &data.diag);
    }
    let (_, data) = at.parts();
    out.write(done..batch.steps, data, widths);

    let error = error.or_else(|| {
        let state = &data.state;
        let mut numbers = state.qpos.iter().chain(&state.qvel).chain(&state.act);
        let bad = numbers.any(|&x| is_bad(x));
        bad.then_some(SimulationError::NotFinite)
    });
    Outcome {
        steps: done,
        error,
        bad: last.bad,
        reset: last.reset,
    }
}

/// Resets simulation `k` to its initial state.
fn start(
    batch: &Batch<'_>,
    widths: &Widths,
    k: usize,
    model: &Model,
    data: &mut Data,
) -> Result<(), EngineError> {
    let closed = matches!(batch.controls, Controls::Closed(_));
    // DIFFERENCE(rollout-sleep): sleep is not part of the state; in the reference, trees that the last simulation left
    // asleep start asleep
    if closed || model.opt.enabled(Enable::SLEEP) || batch.initial.is_none() {
        let kept = (batch.kept != 0).then(|| data.state.clone());
        data.reset(model)?;
        if let Some(state) = kept {
            let mut source = Data::default();
            source.state = state;
            let copied = copy_state(&source, data, batch.kept);
            debug_assert!(copied.is_ok(), "{copied:?}");
        }
    } else {
        clear(batch, model, data);
    }
    if let Some(states) = batch.initial {
        let state = row(states, k, widths.state);
        set(data, StateBit::FULLPHYSICS, state);
    }
    if let Some(accelerations) = batch.warmstart {
        let acceleration = row(accelerations, k, widths.dof);
        set(data, StateBit::WARMSTART, acceleration);
    }
    // a controller may read everything that is derived from the state
    if closed {
        forward(model, data)?;
    }
    Ok(())
}

/// Clears what an earlier simulation left and this one would read.
fn clear(batch: &Batch<'_>, model: &Model, data: &mut Data) {
    let state = &mut data.state;
    state.qacc_warmstart.rows_mut().fill(0.0);
    data.sensor.sensordata.rows_mut().fill(0.0);
    *data.diag.warning = Default::default();

    // inputs that are neither kept nor set at every step
    let set = match batch.controls {
        Controls::Open { signature, .. } => batch.kept | signature,
        _ => batch.kept,
    };
    if set & StateBit::CTRL == 0 {
        state.ctrl.rows_mut().fill(0.0);
    }
    if set & StateBit::QFRC_APPLIED == 0 {
        state.qfrc_applied.rows_mut().fill(0.0);
    }
    if set & StateBit::XFRC_APPLIED == 0 {
        state.xfrc_applied.rows_mut().fill([0.0; 6]);
    }
    if set & StateBit::EQ_ACTIVE == 0 {
        state.eq_active.copy_from(&model.equality.active0);
    }
    for b in model.body.ids() {
        let Some(mocap) = model.body.mocapid[b].get() else {
            continue;
        };
        if set & StateBit::MOCAP_POS == 0 {
            state.mocap_pos[mocap] = model.body.pos[b];
        }
        if set & StateBit::MOCAP_QUAT == 0 {
            state.mocap_quat[mocap] = model.body.quat[b];
        }
    }
}

/// Sets the inputs of step `t`.
fn control(
    batch: &Batch<'_>,
    widths: &Widths,
    (k, t): (usize, usize),
    model: &Model,
    data: &mut Data,
) {
    match batch.controls {
        Controls::None => {}
        Controls::Closed(controller) => controller(k, t, model, data),
        Controls::Open {
            signature,
            rows,
            values,
        } => {
            let row = rows.index(k, t, batch.steps);
            let values = &values[row * widths.control..(row + 1) * widths.control];
            set(data, signature, values);
        }
    }
}

/// The row of simulation `k`, or the only row.
fn row(values: &[f64], k: usize, width: usize) -> &[f64] {
    if values.len() == width {
        return values;
    }
    &values[k * width..(k + 1) * width]
}

/// Sets components of the state; their lengths were checked with the batch.
fn set(data: &mut Data, signature: i32, values: &[f64]) {
    let set = set_state(data, signature, values);
    debug_assert!(set.is_ok(), "{set:?}");
}
