//! The simulation loop: controls, a step, and statistics.
//!
//! Nothing is allocated between the first step and the last: recordings and plots have their memory before the loop
//! starts, and rows go to disk.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use synovia::engine::data::EngineError;
use synovia::model::Model;
use synovia::model::enums::Warning;
use synovia::{Data, StepOutcome, forward, step};

use super::progress::Progress;
use super::record::{Recording, iterations};
use crate::drive::control::Control;
use crate::drive::health::Health;
use crate::plot::Plot;

/// Mean and maximum of a count.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    sum: u64,
    n: u64,
    /// The maximum.
    pub max: i32,
}

impl Tally {
    fn add(&mut self, count: i32) {
        self.sum += count as u64;
        self.n += 1;
        self.max = self.max.max(count);
    }

    /// The mean; zero if nothing was counted.
    pub(super) fn mean(&self) -> f64 {
        if self.n == 0 {
            0.0
        } else {
            self.sum as f64 / self.n as f64
        }
    }
}

/// How the run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// All steps were made.
    Complete,
    /// Ctrl-C stopped it.
    Interrupted,
    /// A step failed.
    Error(EngineError),
    /// A row could not be written.
    Unwritten,
}

/// The recording and the plot, which receive every `every`th step.
#[derive(Debug)]
pub(super) struct Watchers {
    /// The recording.
    pub recording: Option<Recording>,
    /// The plot.
    pub plot: Option<Plot>,
    /// Interval in steps.
    pub every: usize,
}

impl Watchers {
    fn before(&mut self, data: &Data) {
        if let Some(recording) = &mut self.recording {
            recording.before(data);
        }
        if let Some(plot) = &mut self.plot {
            plot.before(data);
        }
    }

    /// Returns false if a row could not be written.
    fn after(&mut self, data: &Data) -> bool {
        if let Some(plot) = &mut self.plot {
            plot.after(data);
        }
        let recording = self.recording.as_mut();
        recording.is_none_or(|recording| recording.after(data))
    }
}

/// The results of a run.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// How it ended.
    pub end: End,
    /// Number of steps made.
    pub steps: usize,
    /// Wall-clock time of the steps.
    pub wall: Duration,
    /// Contacts.
    pub contacts: Tally,
    /// Iterations of the solver.
    pub iterations: Tally,
    /// Potential and kinetic energy at the first and the last step.
    pub energy: [[f64; 2]; 2],
    /// How often each warning occurred, and its last info value.
    pub warnings: [(u64, i32); WARNINGS],
    /// Bad numbers, and resets because of them.
    pub health: Health,
}

/// Number of warning types that the engine counts: those of the reference, unsolved problems, replaced solver
/// references (`solref`), and distances without a direction.
const WARNINGS: usize = 11;

/// Accumulates the warnings of all steps, because a reset of the simulation clears the engine's counters.
#[derive(Debug, Default)]
struct Watch {
    seen: [i32; WARNINGS],
    total: [(u64, i32); WARNINGS],
}

impl Watch {
    fn look(&mut self, data: &Data, outcome: &StepOutcome) {
        let diag = &data.diag;
        let own = [&diag.unsolved, &diag.replaced_reference, &diag.undirected];
        for (k, stat) in diag.warning.iter().chain(own).enumerate() {
            let before = if outcome.reset { 0 } else { self.seen[k] };
            // some warnings are counted twice by the engine, as by the reference, but once by the outcome
            let counted = outcome.warnings.get(k).map(|&n| n as i32);
            let new = counted.unwrap_or(stat.number - before);
            if new > 0 {
                self.total[k].0 += new as u64;
                self.total[k].1 = stat.lastinfo;
            }
            self.seen[k] = stat.number;
        }
    }
}

/// Makes `steps` steps, or fewer if `stop` is set.
pub(super) fn simulate(
    model: &Model,
    data: &mut Data,
    control: &mut Control,
    steps: usize,
    watchers: &mut Watchers,
    progress: &mut Progress,
    stop: &AtomicBool,
) -> Outcome {
    let (mut contacts, mut sweeps) = (Tally::default(), Tally::default());
    let mut energy = [[0.0; 2]; 2];
    let (mut watch, mut health) = (Watch::default(), Health::default());
    let (mut done, mut end) = (0, End::Complete);
    let start = Instant::now();
    for k in 0..steps {
        if stop.load(Ordering::Relaxed) {
            end = End::Interrupted;
            break;
        }
        let due = k.is_multiple_of(watchers.every);
        control.apply(k, data.state.time, data.state.ctrl.rows_mut());
        if due {
            watchers.before(data);
        }
        let stepped = step(model, data);
        if due && !watchers.after(data) {
            end = End::Unwritten;
            break;
        }
        let outcome = match stepped {
            Ok(outcome) => outcome,
            Err(error) => {
                end = End::Error(error);
                break;
            }
        };
        done = k + 1;
        watch.look(data, &outcome);
        health.watch(model, done, &outcome);
        contacts.add(data.contact.list.len() as i32);
        sweeps.add(iterations(data));
        energy[1] = *data.energy;
        if k == 0 {
            energy[0] = *data.energy;
        }
        progress.tick(done, data);
    }
    let wall = start.elapsed();
    health.watch_state(model, (done > 0).then_some(done), data);

    // the final state as one more row; without any step, the initial state
    let kept = watchers.recording.is_some() || watchers.plot.is_some();
    if (kept || done == 0) && matches!(end, End::Complete | End::Interrupted) {
        control.apply(done, data.state.time, data.state.ctrl.rows_mut());
        watchers.before(data);
        let ended = forward(model, data);
        if !watchers.after(data) {
            end = End::Unwritten;
        } else if let Err(error) = ended {
            end = End::Error(error);
        }
        if done == 0 {
            energy = [*data.energy; 2];
        }
    }
    Outcome {
        end,
        steps: done,
        wall,
        contacts,
        iterations: sweeps,
        energy,
        warnings: watch.total,
        health,
    }
}

/// The description of warning `k`.
pub(super) fn warning(k: usize) -> &'static str {
    match Warning::from_i32(k as i32) {
        Some(Warning::Inertia) => "inertia matrix is nearly singular",
        Some(Warning::ContactFull) => "contact buffer is full",
        Some(Warning::ConstraintFull) => "constraint buffer is full",
        Some(Warning::BadQpos) => "bad number in qpos",
        Some(Warning::BadQvel) => "bad number in qvel",
        Some(Warning::BadQacc) => "bad number in qacc",
        Some(Warning::BadCtrl) => "bad number in ctrl",
        _ if k == 8 => "problem left unsolved by ActiveSet",
        _ if k == 9 => "solref with mixed signs was replaced",
        _ if k == 10 => "distance between coinciding points has no direction",
        _ => "warning",
    }
}
