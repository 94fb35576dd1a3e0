//! Threads, and how they share the simulations of a batch.
//!
//! Each thread computes in its own [`Data`] and takes the next chunk of simulations when it has finished one. A chunk
//! comes with the slices of the results that belong to it, so results are in order whichever thread computes them. The
//! calling thread works too: the work starts before any other thread wakes up.

use std::sync::{Mutex, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};
use synovia_engine::Data;
use synovia_engine::data::{SizeMismatch, size_mismatch};
use synovia_model::Model;

use super::error::BatchError;
use super::outcome::{Outcome, SimulationError};
use super::plan::{Batch, Models, Widths, check_len};
use super::simulate::{Trajectory, simulate};

/// Stack size of a thread \[bytes\], as large as that of a main thread.
const STACK: usize = 8 << 20;

/// A thread takes one part in this many of its share of the remaining simulations.
const SHARE: usize = 8;

/// Where results are recorded; `None` is not recorded.
#[derive(Debug, Default)]
pub struct Record<'a> {
    /// The state ([`StateBit::FULLPHYSICS`](crate::model::enums::StateBit::FULLPHYSICS)) after each step of each
    /// simulation.
    pub states: Option<&'a mut [f64]>,
    /// The sensor readings after each step of each simulation.
    pub sensors: Option<&'a mut [f64]>,
    /// The outcome of each simulation.
    pub outcomes: Option<&'a mut [Outcome]>,
}

/// Threads that are reused between batches.
///
/// The lower level of [`Rollout`](super::Rollout), for callers that manage their own `Data`.
#[derive(Debug)]
pub struct Pool {
    /// The workers in addition to the calling thread.
    workers: Option<ThreadPool>,
}

impl Pool {
    /// A pool of `threads` threads, including the calling one; with 0 or 1, everything runs on the calling thread.
    ///
    /// # Errors
    /// If the operating system cannot start the threads.
    pub fn new(threads: usize) -> Result<Self, BatchError> {
        if threads <= 1 {
            return Ok(Self { workers: None });
        }
        let builder = ThreadPoolBuilder::new()
            .num_threads(threads - 1)
            .stack_size(STACK)
            .thread_name(|k| format!("synovia-{k}"));
        let pool = builder.build().map_err(|error| BatchError::Threads {
            threads,
            reason: error.to_string(),
        })?;
        Ok(Self {
            workers: Some(pool),
        })
    }

    /// Number of threads, including the calling one.
    pub fn threads(&self) -> usize {
        1 + (self.workers.as_ref()).map_or(0, ThreadPool::current_num_threads)
    }

    /// Computes a batch in `data`, each of which must belong to `model` or a model of the same sizes.
    ///
    /// As many threads work as there are `data`, limited by the size of the pool. On return, each `Data` is in the final
    /// state of its last simulation.
    ///
    /// # Errors
    /// If slices have the wrong length, models do not match, or `data` is empty; nothing is computed then.
    pub fn run(
        &self,
        model: &Model,
        data: &mut [&mut Data],
        batch: &Batch<'_>,
        record: Record<'_>,
    ) -> Result<(), BatchError> {
        let widths = batch.check(model)?;
        let rest = Rest::new(batch, widths, record)?;
        data.iter().try_for_each(|data| fits(model, data))?;
        let Some((mine, others)) = data.split_first_mut() else {
            return Err(BatchError::NoData);
        };

        // no more threads than chunks of work
        let chunks = batch.simulations.div_ceil(batch.chunk.unwrap_or(1));
        let workers = others.len().min(self.threads() - 1);
        let workers = workers.min(chunks.saturating_sub(1));
        let shared = &Shared {
            model,
            batch,
            widths: &widths,
            // chunks get smaller towards the end, so that no thread waits long for the last one
            share: SHARE * (1 + workers),
            rest: Mutex::new(rest),
        };
        match &self.workers {
            Some(pool) if workers > 0 => pool.in_place_scope(|scope| {
                for data in others.iter_mut().take(workers) {
                    scope.spawn(move |_| shared.work(data));
                }
                shared.work(mine);
            }),
            _ => shared.work(mine),
        }
        Ok(())
    }
}

/// Refuses a `Data` of another model.
fn fits(model: &Model, data: &Data) -> Result<(), BatchError> {
    match data.size_mismatch(model) {
        None => Ok(()),
        Some(SizeMismatch {
            name,
            expected,
            found,
        }) => Err(BatchError::Data {
            name,
            expected,
            found,
        }),
    }
}

/// Simulations that no thread has taken yet, with the slices of their results.
struct Rest<'a> {
    next: usize,
    end: usize,
    states: &'a mut [f64],
    sensors: &'a mut [f64],
    outcomes: &'a mut [Outcome],
    /// Length of one simulation in `states`, or 0 if states are not recorded; `sensor_row` and `outcome_row` likewise.
    state_row: usize,
    sensor_row: usize,
    outcome_row: usize,
}

impl<'a> Rest<'a> {
    fn new(batch: &Batch<'_>, widths: Widths, record: Record<'a>) -> Result<Self, BatchError> {
        let rows = batch.simulations.saturating_mul(batch.steps);
        let words = format!("{} simulations × {} steps", batch.simulations, batch.steps);
        if let Some(states) = &record.states {
            check_len("states", states.len(), (rows, widths.state), &words)?;
        }
        if let Some(sensors) = &record.sensors {
            check_len("sensors", sensors.len(), (rows, widths.sensor), &words)?;
        }
        if let Some(outcomes) = &record.outcomes
            && outcomes.len() != batch.simulations
        {
            return Err(BatchError::Outcomes {
                expected: batch.simulations,
                found: outcomes.len(),
            });
        }
        let row = |recorded: bool, width: usize| if recorded { width } else { 0 };
        Ok(Self {
            next: 0,
            end: batch.simulations,
            state_row: row(record.states.is_some(), batch.steps * widths.state),
            sensor_row: row(record.sensors.is_some(), batch.steps * widths.sensor),
            outcome_row: row(record.outcomes.is_some(), 1),
            states: record.states.unwrap_or_default(),
            sensors: record.sensors.unwrap_or_default(),
            outcomes: record.outcomes.unwrap_or_default(),
        })
    }

    /// Splits off the next chunk of at most `n` simulations.
    fn take(&mut self, n: usize) -> Option<Self> {
        let n = n.min(self.end - self.next);
        if n == 0 {
            return None;
        }
        let taken = Self {
            next: self.next,
            end: self.next + n,
            states: self.states.split_off_mut(..n * self.state_row)?,
            sensors: self.sensors.split_off_mut(..n * self.sensor_row)?,
            outcomes: self.outcomes.split_off_mut(..n * self.outcome_row)?,
            ..*self
        };
        self.next = taken.end;
        Some(taken)
    }
}

/// State shared by all workers of a batch.
struct Shared<'a, 'b> {
    model: &'a Model,
    batch: &'a Batch<'b>,
    widths: &'a Widths,
    /// A worker takes one part in this many of the remaining simulations, unless the batch sets a chunk size.
    share: usize,
    rest: Mutex<Rest<'a>>,
}

impl Shared<'_, '_> {
    /// The loop of one worker: chunk after chunk, until none is left.
    fn work(&self, data: &mut Data) {
        let next = || {
            let mut rest = self.rest.lock().unwrap_or_else(PoisonError::into_inner);
            let left = rest.end - rest.next;
            rest.take(self.batch.chunk.unwrap_or(left / self.share).max(1))
        };
        let own = (self.batch.callbacks)
            .map(|callbacks| core::mem::replace(&mut data.callbacks, callbacks.clone()));
        while let Some(mut mine) = next() {
            while let Some(one) = mine.take(1) {
                let k = one.next;
                let out = Trajectory {
                    states: one.states,
                    sensors: one.sensors,
                };
                let outcome = self.simulate(k, data, out);
                if let Some(finished) = self.batch.finished {
                    finished(k, &outcome, data);
                }
                if let [slot] = one.outcomes {
                    *slot = outcome;
                }
            }
        }
        if let Some(own) = own {
            data.callbacks = own;
        }
    }

    /// Runs simulation `k` with its model.
    fn simulate(&self, k: usize, data: &mut Data, out: Trajectory<'_>) -> Outcome {
        let Self {
            model,
            batch,
            widths,
            ..
        } = *self;
        match batch.models {
            Models::Same => simulate(batch, widths, k, model, data, out),
            Models::Chosen(choose) => simulate(batch, widths, k, choose(k), data, out),
            Models::Edited(edit) => {
                let mut copy = model.clone();
                edit(k, &mut copy);
                if size_mismatch(&model.size, &copy.size).is_none() && copy.check_shapes().is_ok() {
                    return simulate(batch, widths, k, &copy, data, out);
                }
                out.states.fill(f64::NAN);
                out.sensors.fill(f64::NAN);
                Outcome {
                    steps: 0,
                    error: Some(SimulationError::Misshapen),
                    ..Outcome::default()
                }
            }
        }
    }
}
