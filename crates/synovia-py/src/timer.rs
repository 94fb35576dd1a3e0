//! Timing statistics of calls, for programs that access `d.timer`.
//!
//! Totals are in an array of the program, two 8-byte numbers per timer: seconds as the bits of a float, then the count.
//! Before the first access, a call only checks one pointer and reads no clock. A timed step reads the clock after each part:
//!
//! | timer                       | parts                                                     |
//! |-----------------------------|-----------------------------------------------------------|
//! | `STEP`                      | all                                                       |
//! | `FORWARD`                   | all except checks and integration                         |
//! | `POSITION` and those below  | kinematics, inertia, collision, rows, projection          |
//! | `VELOCITY`, `ACTUATION`     | velocities and passive forces; actuator forces            |
//! | `CONSTRAINT`, `ADVANCE`     | the solver; the integrator                                |

use std::time::{Duration, Instant};

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use synovia_engine::probe::{Probe, StepPart, step_watched};
use synovia_engine::{Data, EngineError, StepOutcome};
use synovia_model::Model;

use crate::data::PyData;

/// A timer, numbered as in `mjtTimer`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Timer {
    Step,
    Forward,
    Inverse,
    Position,
    Velocity,
    Actuation,
    Constraint,
    Advance,
    Kinematics,
    Inertia,
    Collision,
    Make,
    Project,
}

/// Number of timers; the last two, phases of collision detection, stay zero.
const COUNT: usize = 15;

/// Where times are accumulated.
pub struct Timers {
    totals: Py<PyArray1<i64>>,
}

impl Timers {
    /// Accumulates in `totals`.
    pub(crate) fn new(totals: Py<PyArray1<i64>>) -> Self {
        Self { totals }
    }

    /// Adds times and counts; an array that is in use or too short is left unchanged.
    pub(crate) fn add(&self, py: Python<'_>, watch: &Watch) {
        let Ok(mut totals) = self.totals.bind(py).try_readwrite() else {
            return;
        };
        let Ok(totals) = totals.as_slice_mut() else {
            return;
        };
        for (total, (spent, times)) in totals.chunks_exact_mut(2).zip(&watch.spent) {
            if let [seconds, count] = total {
                let before = f64::from_bits(seconds.cast_unsigned());
                *seconds = (before + spent.as_secs_f64()).to_bits().cast_signed();
                *count += i64::from(*times);
            }
        }
    }
}

/// The times of one call.
pub(crate) struct Watch {
    since: Instant,
    spent: [(Duration, u32); COUNT],
}

impl Default for Watch {
    fn default() -> Self {
        Self {
            since: Instant::now(),
            spent: [(Duration::ZERO, 0); COUNT],
        }
    }
}

impl Watch {
    /// Runs one step and measures its parts.
    pub(crate) fn step(
        &mut self,
        model: &Model,
        data: &mut Data,
    ) -> Result<StepOutcome, EngineError> {
        let start = Instant::now();
        self.since = start;
        let result = step_watched(model, data, self);
        self.spent[Timer::Step as usize].0 += start.elapsed();
        for k in (0..COUNT - 2).filter(|&k| k != Timer::Inverse as usize) {
            self.spent[k].1 += 1;
        }
        result
    }
}

impl Probe for Watch {
    fn done(&mut self, part: StepPart) {
        let now = Instant::now();
        let spent = now - self.since;
        self.since = now;
        let (within, own) = match part {
            StepPart::Checks => return,
            StepPart::Inertia => (Some(Timer::Position), Timer::Inertia),
            StepPart::Collision => (Some(Timer::Position), Timer::Collision),
            StepPart::Rows | StepPart::Island => (Some(Timer::Position), Timer::Make),
            StepPart::Projection => (Some(Timer::Position), Timer::Project),
            StepPart::Velocity | StepPart::Passive => (None, Timer::Velocity),
            StepPart::Actuation => (None, Timer::Actuation),
            StepPart::Solver => (None, Timer::Constraint),
            StepPart::Integration => (None, Timer::Advance),
            StepPart::Acceleration | StepPart::Sensor => (None, Timer::Forward),
            _ => (Some(Timer::Position), Timer::Kinematics),
        };
        self.spent[own as usize].0 += spent;
        if let Some(within) = within {
            self.spent[within as usize].0 += spent;
        }
        if !matches!(own, Timer::Forward | Timer::Advance) {
            self.spent[Timer::Forward as usize].0 += spent;
        }
    }
}

/// Runs `f` and adds its time to one timer.
pub(crate) fn timed<T>(
    d: &Bound<'_, PyData>,
    timer: Timer,
    f: impl FnOnce() -> PyResult<T>,
) -> PyResult<T> {
    let Some(timers) = d.get().timers.get() else {
        return f();
    };
    let mut watch = Watch::default();
    let result = f();
    watch.spent[timer as usize] = (watch.since.elapsed(), 1);
    timers.add(d.py(), &watch);
    result
}
