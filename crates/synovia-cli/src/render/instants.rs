//! The instants of an image or a video, and the simulation or recording that provides the states.
//!
//! Frame `k` of a video shows the instant
//!
//! ```text
//! t_k = from + k · speed / fps,     t_k < to                                                              (1)
//! ```
//!
//! after the start. A simulation is advanced to the nearest step; from a recording, the nearest row is used.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use synovia::engine::data::EngineError;
use synovia::engine::state::{StateError, get_state, set_state, state_size};
use synovia::model::Model;
use synovia::model::enums::StateBit;
use synovia::{Data, step};

use crate::drive::control::Control;
use crate::drive::health::Health;
use crate::files::rows::{Recorded, Rows, RowsError};

/// Largest number of frames of a video.
const MOST: f64 = 1e9;

/// Instants of frames, equation (1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Instants {
    /// The first instant.
    pub from: f64,
    /// Simulated seconds between frames.
    pub every: f64,
    /// Number of frames.
    pub count: usize,
}

impl Instants {
    /// A single instant.
    pub(super) fn one(at: f64) -> Self {
        Self {
            from: at,
            every: 0.0,
            count: 1,
        }
    }

    /// The instants of a video; `None` if there are too many.
    pub(super) fn of_video(from: f64, to: f64, every: f64) -> Option<Self> {
        // the tolerance keeps a whole number of frames whole despite rounding
        let count = ((to - from) / every - 1e-6).ceil().max(1.0);
        (count <= MOST).then_some(Self {
            from,
            every,
            count: count as usize,
        })
    }

    /// The time of frame `k`.
    pub(super) fn at(&self, k: usize) -> f64 {
        self.from + k as f64 * self.every
    }
}

/// Errors of computing a state.
#[derive(Debug, thiserror::Error)]
pub(super) enum StateFault {
    /// The simulation cannot be stepped.
    #[error("{0}")]
    Engine(#[from] EngineError),
    /// A state cannot be copied between the simulations.
    #[error("{0}")]
    State(#[from] StateError),
}

/// Where states come from.
#[derive(Debug)]
pub(super) enum Source {
    /// A simulation.
    Simulation {
        /// The simulation.
        data: Box<Data>,
        /// Its controls.
        control: Control,
        /// Number of steps made.
        done: usize,
        /// Buffer for copying its state.
        state: Vec<f64>,
        /// Bad numbers so far.
        health: Health,
    },
    /// A recording.
    Recording(Recording),
}

impl Source {
    /// A simulation before its first step.
    pub(super) fn simulation(
        model: &Model,
        data: Data,
        control: Control,
    ) -> Result<Self, StateFault> {
        let size = state_size(model, StateBit::INTEGRATION)?;
        Ok(Self::Simulation {
            data: Box::new(data),
            control,
            done: 0,
            state: vec![0.0; size],
            health: Health::default(),
        })
    }

    /// Sets `shown` to the state of frame `k`. Returns false if `stop` was set in the meantime.
    ///
    /// Drawing does not affect the simulation: `shown` is a separate `Data`.
    pub(super) fn show(
        &mut self,
        model: &Model,
        instants: &Instants,
        k: usize,
        shown: &mut Data,
        stop: &AtomicBool,
    ) -> Result<bool, StateFault> {
        match self {
            Self::Simulation {
                data,
                control,
                done,
                state,
                health,
            } => {
                let steps = (instants.at(k) / model.opt.timestep).round() as usize;
                while *done < steps {
                    if stop.load(Ordering::Relaxed) {
                        return Ok(false);
                    }
                    control.apply(*done, data.state.time, data.state.ctrl.rows_mut());
                    let outcome = step(model, data)?;
                    *done += 1;
                    health.watch(model, *done, &outcome);
                }
                health.watch_state(model, (*done > 0).then_some(*done), data);
                control.apply(*done, data.state.time, data.state.ctrl.rows_mut());
                get_state(data, StateBit::INTEGRATION, state)?;
                set_state(shown, StateBit::INTEGRATION, state)?;
            }
            Self::Recording(recording) => {
                recording.show(k, shown);
                recording.health.watch_state(model, None, shown);
            }
        }
        Ok(!stop.load(Ordering::Relaxed))
    }

    /// Bad numbers of the simulation or the recording so far.
    pub(super) fn health(&self) -> &Health {
        match self {
            Self::Simulation { health, .. } => health,
            Self::Recording(recording) => &recording.health,
        }
    }
}

/// Rows of a recording, one per frame.
#[derive(Debug)]
pub(super) struct Recording {
    time: Vec<f64>,
    /// Numbers of `qpos`, `qvel`, `act` and `ctrl`, `None` for arrays that were not recorded.
    parts: [Option<Vec<f64>>; 4],
    health: Health,
}

/// Errors of a recording.
#[derive(Debug, thiserror::Error)]
pub(super) enum RecordingError {
    /// The recording cannot be read.
    #[error("{0}")]
    Rows(#[from] RowsError),
    /// The recording has no rows.
    #[error("the recording has no rows")]
    Empty,
    /// Times do not increase.
    #[error("row {0}: time {1} is not after {2}")]
    Time(usize, f64, f64),
    /// The width of an array does not match the model.
    #[error(
        "{array} has {found} columns, but the model has {size} = {expected}; the recording is of another model"
    )]
    Width {
        array: &'static str,
        found: usize,
        size: &'static str,
        expected: i64,
    },
    /// Arrays have different numbers of rows.
    #[error("{array} has {found} rows, but time has {expected}")]
    Count {
        array: &'static str,
        found: usize,
        expected: usize,
    },
    /// The recording ends before the video starts.
    #[error("the recording is only {0} s long")]
    Ended(f64),
}

/// A recording whose times have been read, so that instants can be chosen.
pub(super) struct Open {
    recorded: Recorded,
    time: Vec<f64>,
}

impl Open {
    /// Opens a recording.
    pub(super) fn new(path: &Path) -> Result<Self, RecordingError> {
        let mut recorded = Recorded::open(path)?;
        let time = recorded.read("time", None)?.values;
        if time.is_empty() {
            return Err(RecordingError::Empty);
        }
        for (k, pair) in time.windows(2).enumerate() {
            if pair[1].partial_cmp(&pair[0]) != Some(core::cmp::Ordering::Greater) {
                return Err(RecordingError::Time(k + 2, pair[1], pair[0]));
            }
        }
        Ok(Self { recorded, time })
    }

    /// Seconds from the first row to the last.
    pub(super) fn length(&self) -> f64 {
        self.time[self.time.len() - 1] - self.time[0]
    }

    /// Reads the rows nearest to the instants.
    pub(super) fn read(
        mut self,
        model: &Model,
        instants: &Instants,
    ) -> Result<Source, RecordingError> {
        if instants.from > self.length() + 1e-9 {
            return Err(RecordingError::Ended(self.length()));
        }
        let wanted: Vec<usize> = (0..instants.count)
            .map(|k| nearest(&self.time, self.time[0] + instants.at(k)))
            .collect();
        let size = &model.size;
        let widths = [
            ("qpos", "nq", size.nq),
            ("qvel", "nv", size.nv),
            ("act", "na", size.na),
            ("ctrl", "nu", size.nu),
        ];
        let mut parts = [const { None }; 4];
        for (part, (array, size, expected)) in parts.iter_mut().zip(widths) {
            let Rows { shape, values } = match self.recorded.read(array, Some(&wanted)) {
                Ok(rows) => rows,
                // positions are enough to draw a frame
                Err(RowsError::Missing(_)) if array != "qpos" => continue,
                Err(error) => return Err(error.into()),
            };
            let found = shape.iter().skip(1).product();
            if shape.len() != 2 || found as i64 != expected {
                return Err(RecordingError::Width {
                    array,
                    found,
                    size,
                    expected,
                });
            }
            if shape[0] != self.time.len() {
                return Err(RecordingError::Count {
                    array,
                    found: shape[0],
                    expected: self.time.len(),
                });
            }
            *part = Some(values);
        }
        let time = wanted.iter().map(|&row| self.time[row]).collect();
        Ok(Source::Recording(Recording {
            time,
            parts,
            health: Health::default(),
        }))
    }
}

impl Recording {
    /// Sets the state of frame `k`.
    fn show(&self, k: usize, shown: &mut Data) {
        let state = &mut shown.state;
        state.time = self.time.get(k).copied().unwrap_or(state.time);
        let into = [
            state.qpos.rows_mut(),
            state.qvel.rows_mut(),
            state.act.rows_mut(),
            state.ctrl.rows_mut(),
        ];
        for (into, part) in into.into_iter().zip(&self.parts) {
            let row = k * into.len()..(k + 1) * into.len();
            if let Some(row) = part.as_ref().and_then(|values| values.get(row)) {
                into.copy_from_slice(row);
            }
        }
    }
}

/// Index of the time nearest to `at`; `times` must increase.
fn nearest(times: &[f64], at: f64) -> usize {
    let after = times.partition_point(|&time| time < at);
    let before = after.saturating_sub(1);
    let after = after.min(times.len() - 1);
    if at - times[before] < times[after] - at {
        before
    } else {
        after
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_has_as_many_pictures_as_asked_for() {
        let count = |from, to, every| Instants::of_video(from, to, every).map(|i| i.count);
        assert_eq!(count(0.0, 1.0, 1.0 / 30.0), Some(30));
        assert_eq!(count(0.5, 2.0, 1.0 / 24.0), Some(36));
        assert_eq!(count(0.0, 0.001, 0.1), Some(1));
        assert_eq!(count(0.0, 1e300, 0.1), None);
        let video = Instants::of_video(1.0, 2.0, 0.25).unwrap();
        assert_eq!([video.at(0), video.at(3)], [1.0, 1.75]);
    }

    #[test]
    fn the_nearest_row_is_taken() {
        let times = [1.0, 1.5, 3.0];
        let at = [0.0, 1.0, 1.2, 1.3, 2.0, 2.5, 9.0].map(|t| nearest(&times, t));
        assert_eq!(at, [0, 0, 0, 1, 1, 2, 2]);
    }
}
