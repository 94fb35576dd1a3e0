//! Measurements: whole steps, parts of the step, heap allocations, and throughput on several threads.
//!
//! Everything is measured in bursts that start from the same state, reached after a warm-up. A burst is short enough that
//! the best of many is not disturbed by other programs, and all bursts do the same work.

use std::time::{Duration, Instant};

use synovia::batch::{Batch, BatchError, Record, Rollout};
use synovia::engine::data::EngineError;
use synovia::engine::probe::{Probe, StepPart, step_watched};
use synovia::engine::state::reset_to_key;
use synovia::engine::state::{StateError, get_state, set_state, state_size};
use synovia::model::enums::StateBit;
use synovia::model::id::KeyId;
use synovia::{Data, Model, step};

use crate::run::record::iterations;

/// Steps from the initial state to the state where bursts begin.
pub(super) const WARM_UP: usize = 200;
/// Target duration of a burst: shorter than the time slice that a busy machine gives a program.
const BURST: Duration = Duration::from_millis(2);
/// Simulations per thread of a batch.
const SHARE: usize = 16;
/// State components that a simulation continues from.
const ALL: i32 = StateBit::INTEGRATION;

/// Time per step of a series of bursts \[s\].
#[derive(Clone, Copy, Debug)]
pub(super) struct Timing {
    /// Time per step in the fastest burst.
    pub best: f64,
    /// Mean over all bursts.
    pub mean: f64,
    bursts: f64,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            best: f64::MAX,
            mean: 0.0,
            bursts: 0.0,
        }
    }
}

impl Timing {
    /// Adds one burst.
    pub(super) fn add(&mut self, each: f64) {
        self.best = self.best.min(each);
        self.bursts += 1.0;
        self.mean += (each - self.mean) / self.bursts;
    }
}

/// A simulation, the state where its bursts begin, and the number of steps per burst.
#[derive(Debug)]
pub(super) struct Bench<'a> {
    model: &'a Model,
    data: Data,
    state: Vec<f64>,
    /// Steps per burst.
    pub burst: usize,
}

/// Averages per step over one burst, besides time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    /// Contacts per step.
    pub contacts: f64,
    /// Solver iterations per step.
    pub iterations: f64,
    /// Allocations per step.
    pub allocations: f64,
}

/// Reasons why steps cannot be measured.
#[derive(Debug, thiserror::Error)]
pub(super) enum MeasureError {
    #[error(transparent)]
    State(#[from] StateError),
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl<'a> Bench<'a> {
    /// Starts from the first keyframe, or from `qpos0` if the model has no keyframe.
    pub(super) fn new(model: &'a Model) -> Result<Self, MeasureError> {
        let mut data = Data::new(model);
        if model.size.nkey > 0 {
            reset_to_key(model, &mut data, KeyId(0))?;
        }
        for _ in 0..WARM_UP {
            step(model, &mut data)?;
        }
        let mut state = vec![0.0; state_size(model, ALL)?];
        get_state(&data, ALL, &mut state)?;
        let mut bench = Self {
            model,
            data,
            state,
            burst: 4,
        };
        // as many steps as fit in BURST; the first burst also allocates all memory that later ones use
        let each = bench.time()?.min(bench.time()?);
        bench.burst = (BURST.as_secs_f64() / each.max(1e-9)).clamp(4.0, 2000.0) as usize;
        bench.time()?;
        Ok(bench)
    }

    /// Runs one burst and returns the time per step.
    pub(super) fn time(&mut self) -> Result<f64, MeasureError> {
        set_state(&mut self.data, ALL, &self.state)?;
        let start = Instant::now();
        for _ in 0..self.burst {
            step(self.model, &mut self.data)?;
        }
        Ok(start.elapsed().as_secs_f64() / self.burst as f64)
    }

    /// Contacts, iterations and allocations per step, over one burst.
    pub(super) fn work(&mut self) -> Result<Work, MeasureError> {
        set_state(&mut self.data, ALL, &self.state)?;
        let (mut contacts, mut sweeps) = (0, 0);
        let mut ended = Ok(());
        let heap = allocation_counter::measure(|| {
            for _ in 0..self.burst {
                let stepped = step(self.model, &mut self.data);
                if ended.is_ok() {
                    ended = stepped.map(drop);
                }
                contacts += self.data.contact.list.len();
                sweeps += iterations(&self.data);
            }
        });
        ended?;
        let n = self.burst as f64;
        Ok(Work {
            contacts: contacts as f64 / n,
            iterations: f64::from(sweeps) / n,
            allocations: heap.count_total as f64 / n,
        })
    }

    /// Time of each part of the step \[s\], from the best of the bursts that fit in `time`.
    pub(super) fn profile(&mut self, time: Duration) -> Result<Vec<(StepPart, f64)>, MeasureError> {
        let mut best: Option<Clock> = None;
        let begin = Instant::now();
        loop {
            set_state(&mut self.data, ALL, &self.state)?;
            let mut clock = Clock::new();
            for _ in 0..self.burst {
                clock.last = Instant::now();
                step_watched(self.model, &mut self.data, &mut clock)?;
            }
            if best.as_ref().is_none_or(|best| clock.sum() < best.sum()) {
                best = Some(clock);
            }
            if begin.elapsed() >= time {
                break;
            }
        }
        let reading = cost_of_reading();
        let clock = best.unwrap_or_else(Clock::new);
        let n = self.burst as f64;
        let parts = (StepPart::ALL.into_iter().zip(clock.parts)).map(|(part, (spent, marks))| {
            let spent = spent.as_secs_f64() - reading * f64::from(marks);
            (part, spent.max(0.0) / n)
        });
        Ok(parts.collect())
    }

    /// Steps per second of many simulations on `threads` threads, measured for about `time`.
    pub(super) fn threads(&mut self, threads: usize, time: Duration) -> Result<f64, BatchError> {
        set_state(&mut self.data, ALL, &self.state)?;
        let mut state = vec![0.0; state_size(self.model, StateBit::FULLPHYSICS)?];
        get_state(&self.data, StateBit::FULLPHYSICS, &mut state)?;
        let (warm, ctrl) = (&self.data.state.qacc_warmstart, &self.data.state.ctrl);
        let control = |_: usize, _: usize, _: &_, data: &mut Data| data.state.ctrl.copy_from(ctrl);
        let simulations = SHARE * threads;
        let batch = Batch::new(simulations, self.burst)
            .initial(&state)
            .warmstart(warm.rows())
            .controller(&control);
        let mut rollout = Rollout::with_threads(self.model, threads)?;
        // warm-up: every thread allocates its memory
        rollout.run_into(&batch, Record::default())?;
        let (mut rounds, begin) = (0, Instant::now());
        loop {
            rollout.run_into(&batch, Record::default())?;
            rounds += 1;
            let spent = begin.elapsed();
            if spent >= time {
                let steps = rounds * simulations * self.burst;
                return Ok(steps as f64 / spent.as_secs_f64());
            }
        }
    }
}

/// A probe that sums the time of each part.
#[derive(Debug)]
struct Clock {
    last: Instant,
    /// Total time and number of clock readings.
    parts: [(Duration, u32); StepPart::ALL.len()],
}

impl Clock {
    fn new() -> Self {
        Self {
            last: Instant::now(),
            parts: [(Duration::ZERO, 0); StepPart::ALL.len()],
        }
    }

    fn sum(&self) -> Duration {
        self.parts.iter().map(|(spent, _)| *spent).sum()
    }
}

impl Probe for Clock {
    fn done(&mut self, part: StepPart) {
        let now = Instant::now();
        let (spent, marks) = &mut self.parts[part as usize];
        *spent += now - self.last;
        *marks += 1;
        self.last = now;
    }
}

/// Time of one clock reading \[s\].
fn cost_of_reading() -> f64 {
    const READINGS: u32 = 1000;
    let cost = |_| {
        let start = Instant::now();
        for _ in 0..READINGS {
            std::hint::black_box(Instant::now());
        }
        start.elapsed().as_secs_f64() / f64::from(READINGS)
    };
    (0..20).map(cost).fold(f64::MAX, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_in_the_order_of_their_numbers() {
        for (k, part) in StepPart::ALL.into_iter().enumerate() {
            assert_eq!(part as usize, k);
        }
    }

    #[test]
    fn a_step_of_the_robot_touches_no_heap_and_is_all_accounted_for() {
        let model = crate::demo::model().unwrap();
        let mut bench = Bench::new(&model).unwrap();
        let work = bench.work().unwrap();
        assert_eq!(work.allocations, 0.0);
        assert!(work.contacts > 10.0);
        assert!(bench.threads(2, Duration::ZERO).unwrap() > 0.0);
        let parts: f64 = (bench.profile(Duration::ZERO).unwrap().iter())
            .map(|(_, t)| t)
            .sum();
        assert!(parts > 0.0);
    }
}
