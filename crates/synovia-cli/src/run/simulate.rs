//! The loop: controls, a step, and what is worth remembering about it.
//!
//! Nothing here touches the heap between the first step and the last: recordings and plots have their memory before the
//! loop starts, and rows go to disk.

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

/// Mean and largest of a count.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    sum: u64,
    n: u64,
    /// The largest.
    pub max: i32,
}

impl Tally {
    fn add(&mut self, count: i32) {
        self.sum += count as u64;
        self.n += 1;
        self.max = self.max.max(count);
    }

    /// The mean; zero of nothing.
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
    /// The user stopped it.
    Interrupted,
    /// A step could not be made.
    Error(EngineError),
    /// A row could not be written.
    Unwritten,
}

/// Who is told about every `every`th step.
#[derive(Debug)]
pub(super) struct Watchers {
    /// The recording.
    pub recording: Option<Recording>,
    /// The plot.
    pub plot: Option<Plot>,
    /// How often.
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

    /// False if a row could not be written.
    fn after(&mut self, data: &Data) -> bool {
        if let Some(plot) = &mut self.plot {
            plot.after(data);
        }
        let recording = self.recording.as_mut();
        recording.is_none_or(|recording| recording.after(data))
    }
}

/// What is known after a run.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// How it ended.
    pub end: End,
    /// Steps that were made.
    pub steps: usize,
    /// Time that they took.
    pub wall: Duration,
    /// Contacts.
    pub contacts: Tally,
    /// Iterations of the solver.
    pub iterations: Tally,
    /// Potential and kinetic energy at the first and the last step.
    pub energy: [[f64; 2]; 2],
    /// How often each warning was given, and about what last.
    pub warnings: [(u64, i32); WARNINGS],
    /// Bad numbers, and resets because of them.
    pub health: Health,
}

/// Warnings that the engine counts: those of the reference, problems that were left unsolved, references that were
/// replaced, and distances without a direction.
const WARNINGS: usize = 11;

/// Counts what each step adds to the warnings of the engine, which a reset of the simulation clears.
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
            // what the engine counts twice, as the reference does, the outcome counts once
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

/// Makes `steps` steps, or fewer if `stop` is raised.
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

    // the end of the run as one more row; without a step, its start
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

/// The warning with number `k` in words.
pub(super) fn warning(k: usize) -> &'static str {
    match Warning::from_i32(k as i32) {
        Some(Warning::Inertia) => "inertia matrix is nearly singular",
        Some(Warning::ContactFull) => "no room for more contacts",
        Some(Warning::ConstraintFull) => "no room for more constraints",
        Some(Warning::BadQpos) => "bad number in qpos",
        Some(Warning::BadQvel) => "bad number in qvel",
        Some(Warning::BadQacc) => "bad number in qacc",
        Some(Warning::BadCtrl) => "bad number in ctrl",
        _ if k == 8 => "problem left unsolved by ActiveSet",
        _ if k == 9 => "solref of mixed signs replaced",
        _ if k == 10 => "distance of points in the same place has no direction",
        _ => "warning",
    }
}
