//! Controls over time.
//!
//! | kind     | control `u` of actuator `i` at time `t`                                              |
//! |----------|---------------------------------------------------------------------------------------|
//! | `hold`   | as at the start: from the keyframe, else zero                                         |
//! | `zero`   | zero                                                                                  |
//! | `sine`   | `cᵢ + a rᵢ sin(2π f t + i π/2)`                                                   (1) |
//! | `random` | uniform in the range of the actuator, or in [−1, 1] without a range; new at every step |
//! | a file   | CSV, NPY or a recorded NPZ: one row per step, or the last row whose time has been reached |
//!
//! In (1) `cᵢ` is the control at the start if it is inside the range of the actuator, else the middle of the range; `rᵢ` is the
//! distance from there to the nearer end, or 1 without a range.

use std::fs;
use std::path::{Path, PathBuf};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;
use synovia::Data;
use synovia::model::{Model, ObjType};

use crate::files::csv::{self, CsvError, Table};
use crate::files::npy::{self, NpyError};
use crate::files::rows::{Recorded, RowsError};
use crate::names;

/// The value of `--ctrl`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// Controls stay as at the start.
    Hold,
    /// Zero controls.
    Zero,
    /// Sine waves.
    Sine,
    /// Random controls.
    Random,
    /// Rows of a file.
    File(PathBuf),
}

impl Choice {
    /// Parses `--ctrl`; text that is neither a kind nor looks like a file is probably a typing error.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let file = PathBuf::from(text);
        match text {
            "hold" => Ok(Self::Hold),
            "zero" => Ok(Self::Zero),
            "sine" => Ok(Self::Sine),
            "random" => Ok(Self::Random),
            _ if file
                .extension()
                .is_some_and(|ext| ext == "csv" || ext == "npy" || ext == "npz") =>
            {
                Ok(Self::File(file))
            }
            other => {
                let kinds = ["hold", "zero", "sine", "random"];
                let meant = synovia::nearest(other, kinds);
                let meant =
                    meant.map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
                Err(format!(
                    "expected hold, zero, sine, random, or a file *.csv, *.npy or *.npz{meant}"
                ))
            }
        }
    }
}

/// Parameters of the sine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wave {
    /// Frequency \[Hz\].
    pub frequency: f64,
    /// Fraction of the distance to the nearer end of the range.
    pub amplitude: f64,
}

/// Errors of a file of controls.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ControlError {
    /// The file cannot be read.
    #[error("{0}")]
    Unread(#[from] std::io::Error),
    /// The file is not a table.
    #[error("{0}")]
    Csv(#[from] CsvError),
    /// The file is not an array.
    #[error("{0}")]
    Npy(#[from] NpyError),
    /// The file is not a recording, or has no controls.
    #[error("{0}")]
    Npz(#[from] RowsError),
    /// Wrong number of columns.
    #[error("{found} columns of controls, but the model has {nu} actuators")]
    Width {
        /// Columns in the file.
        found: usize,
        /// Actuators of the model.
        nu: usize,
    },
    /// The array is not a matrix.
    #[error("an array of shape {0:?}, expected (steps, {1})")]
    Shape(Vec<usize>, usize),
    /// A column does not have the name of an actuator.
    #[error("column {0:?} is not the name of an actuator{1}")]
    Column(String, String),
    /// An actuator has no column, or more than one.
    #[error("actuator {0:?} has {1} columns, expected one")]
    Columns(String, usize),
    /// Times do not increase.
    #[error("row {0}: time {1} is not after {2}")]
    Time(usize, f64, f64),
    /// A control is infinite or NaN.
    #[error("row {0}, actuator {1:?}: the control is {2}")]
    Value(usize, String, f64),
}

/// Controls of one run.
#[derive(Debug)]
pub(crate) enum Control {
    /// The same at every step.
    Constant(Vec<f64>),
    /// Equation (1).
    Sine {
        /// Centre and amplitude for each actuator.
        wave: Vec<(f64, f64)>,
        /// 2π times the frequency.
        omega: f64,
    },
    /// New at every step.
    Random {
        /// The random number generator.
        random: SplitMix64,
        /// Lower bound and width of the range of each actuator.
        range: Vec<(f64, f64)>,
    },
    /// Rows of a file.
    Rows {
        /// Controls, in row order.
        values: Vec<f64>,
        /// Start time of each row; without times, row `k` is used at step `k`.
        times: Option<Vec<f64>>,
    },
}

/// The control range of actuator `i`, if it is limited.
fn range(model: &Model, i: usize) -> Option<[f64; 2]> {
    (model.actuator.ctrllimited.rows()[i] != 0).then(|| model.actuator.ctrlrange.rows()[i])
}

impl Control {
    /// The requested controls; `start` is the simulation before its first step.
    pub(crate) fn new(
        choice: &Choice,
        wave: Wave,
        seed: u64,
        model: &Model,
        start: &Data,
    ) -> Result<Self, ControlError> {
        let held = start.state.ctrl.rows();
        Ok(match choice {
            Choice::Hold => Self::Constant(held.to_vec()),
            Choice::Zero => Self::Constant(vec![0.0; held.len()]),
            Choice::Sine => Self::Sine {
                wave: (held.iter().enumerate())
                    .map(|(i, &at)| reach(range(model, i), at, wave.amplitude))
                    .collect(),
                omega: core::f64::consts::TAU * wave.frequency,
            },
            Choice::Random => Self::Random {
                random: SplitMix64::seed_from_u64(seed),
                range: (0..held.len())
                    .map(|i| range(model, i).map_or((-1.0, 2.0), |[lo, hi]| (lo, hi - lo)))
                    .collect(),
            },
            Choice::File(path) => rows(path, model)?,
        })
    }

    /// Writes the controls of step `k`, which starts at `time`.
    pub(crate) fn apply(&mut self, k: usize, time: f64, ctrl: &mut [f64]) {
        match self {
            Self::Constant(values) => ctrl.copy_from_slice(values),
            Self::Sine { wave, omega } => {
                for (i, (u, &(middle, reach))) in ctrl.iter_mut().zip(&*wave).enumerate() {
                    let ahead = (i % 4) as f64 * core::f64::consts::FRAC_PI_2;
                    *u = middle + reach * libm::sin(*omega * time + ahead);
                }
            }
            Self::Random { random, range } => {
                for (u, &(lower, width)) in ctrl.iter_mut().zip(&*range) {
                    *u = lower + width * random.random::<f64>();
                }
            }
            Self::Rows { values, times } => {
                let nu = ctrl.len();
                let rows = values.len().checked_div(nu).unwrap_or(0);
                // the last row whose time has been reached; before the first time, the first row
                let row = match times {
                    Some(times) => times.partition_point(|&t| t <= time).saturating_sub(1),
                    None => k.min(rows.saturating_sub(1)),
                };
                if let Some(row) = values.get(row * nu..(row + 1) * nu) {
                    ctrl.copy_from_slice(row);
                }
            }
        }
    }
}

/// Centre and amplitude of the sine of one actuator.
fn reach(range: Option<[f64; 2]>, at: f64, amplitude: f64) -> (f64, f64) {
    match range {
        None => (at, amplitude),
        Some([lower, upper]) => {
            let inside = lower < at && at < upper;
            let middle = if inside { at } else { 0.5 * (lower + upper) };
            (middle, amplitude * (upper - middle).min(middle - lower))
        }
    }
}

/// Reads controls from a file.
fn rows(path: &Path, model: &Model) -> Result<Control, ControlError> {
    let nu = model.size.nu as usize;
    let ending = path.extension().and_then(|ext| ext.to_str());
    let (values, times) = match ending {
        Some("npy") => {
            let array = npy::read(&fs::read(path)?)?;
            check_shape(&array.shape, nu)?;
            (array.values, None)
        }
        Some("npz") => {
            let mut recorded = Recorded::open(path)?;
            let ctrl = recorded.read(CTRL, None)?;
            check_shape(&ctrl.shape, nu)?;
            let time = recorded.read(TIME, None)?.values;
            if ctrl.shape.first() != Some(&time.len()) {
                return Err(ControlError::Shape(ctrl.shape, nu));
            }
            (ctrl.values, Some(time))
        }
        _ => {
            let bytes = fs::read(path)?;
            let table = csv::read(&String::from_utf8_lossy(&bytes))?;
            select(&table, model)?
        }
    };
    if let Some(k) = values.iter().position(|u| !u.is_finite()) {
        let name = names::of(model, ObjType::Actuator, k % nu.max(1));
        return Err(ControlError::Value(k / nu.max(1) + 1, name, values[k]));
    }
    if let Some(times) = &times {
        for (k, pair) in times.windows(2).enumerate() {
            if pair[1].partial_cmp(&pair[0]) != Some(core::cmp::Ordering::Greater) {
                return Err(ControlError::Time(k + 2, pair[1], pair[0]));
            }
        }
    }
    Ok(Control::Rows { values, times })
}

/// Refuses an array that does not have one column per actuator.
fn check_shape(shape: &[usize], nu: usize) -> Result<(), ControlError> {
    match *shape {
        [_, width] if width == nu => Ok(()),
        [_] if nu == 1 => Ok(()),
        [_, found] => Err(ControlError::Width { found, nu }),
        _ => Err(ControlError::Shape(shape.to_vec(), nu)),
    }
}

/// The columns of the actuators in model order, and the column `time` if there is one.
///
/// Without a header, the columns are the actuators. With a header they are found by name; if some columns start with
/// `ctrl:`, as in a recording, all others are skipped.
fn select(table: &Table, model: &Model) -> Result<(Vec<f64>, Option<Vec<f64>>), ControlError> {
    let nu = model.size.nu as usize;
    let Some(headings) = &table.names else {
        if table.width != nu {
            let found = table.width;
            return Err(ControlError::Width { found, nu });
        }
        return Ok((table.values.clone(), None));
    };
    let recorded = headings.iter().any(|name| name.starts_with(PREFIX));
    let wanted: Vec<String> = (0..nu)
        .map(|i| names::of(model, ObjType::Actuator, i))
        .collect();
    let mut column = vec![Vec::new(); nu];
    for (k, heading) in headings.iter().enumerate() {
        let name = match heading.strip_prefix(PREFIX) {
            Some(name) => name,
            None if recorded || heading == TIME => continue,
            None => heading,
        };
        let Some(i) = wanted.iter().position(|wanted| wanted == name) else {
            let known: Vec<&str> = wanted.iter().map(String::as_str).collect();
            let meant = names::meant(name, &known);
            return Err(ControlError::Column(heading.clone(), meant));
        };
        column[i].push(k);
    }
    for (i, found) in column.iter().enumerate() {
        if found.len() != 1 {
            return Err(ControlError::Columns(wanted[i].clone(), found.len()));
        }
    }
    let rows = || table.values.chunks_exact(table.width);
    let values = rows().flat_map(|row| column.iter().map(|found| row[found[0]]));
    let time = headings.iter().position(|name| name == TIME);
    let times = time.map(|k| rows().map(|row| row[k]).collect());
    Ok((values.collect(), times))
}

/// Name of the array of controls in a recording.
const CTRL: &str = "ctrl";
/// Prefix of the columns of controls in a recording.
pub(crate) const PREFIX: &str = "ctrl:";
/// Name of the time column.
pub(crate) const TIME: &str = "time";

#[cfg(test)]
mod tests {
    use super::*;

    fn two() -> synovia::Model {
        synovia::Model::from_xml_str(
            "<mujoco><worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody>
             <actuator><motor name='a' joint='j' ctrlrange='-1 3'/><motor name='b' joint='j'/></actuator>
             </mujoco>",
        )
        .unwrap()
    }

    #[test]
    fn waves_stay_in_range_and_run_ahead() {
        let model = two();
        let mut data = Data::new(&model);
        data.state.ctrl.rows_mut().copy_from_slice(&[0.0, 5.0]);
        let wave = Wave {
            frequency: 2.0,
            amplitude: 0.5,
        };
        let mut control = Control::new(&Choice::Sine, wave, 0, &model, &data).unwrap();
        let mut u = [0.0; 2];
        control.apply(0, 0.0, &mut u);
        assert_eq!(u, [0.0, 5.5]);
        control.apply(0, 0.125, &mut u);
        assert!(
            (u[0] - 0.5).abs() < 1e-12 && (u[1] - 5.0).abs() < 1e-12,
            "{u:?}"
        );
        // a start at the end of the range oscillates about its middle
        assert_eq!(reach(Some([0.0, 1.0]), 0.0, 1.0), (0.5, 0.5));
    }

    #[test]
    fn columns_are_found_by_name() {
        let model = two();
        let table = csv::read("time,b,a\n0,1,2\n1,3,4\n").unwrap();
        let (values, times) = select(&table, &model).unwrap();
        assert_eq!(values, [2.0, 1.0, 4.0, 3.0]);
        assert_eq!(times.unwrap(), [0.0, 1.0]);
        let recording = csv::read("time,qpos:j,ctrl:a,ctrl:b\n0,9,1,2\n").unwrap();
        assert_eq!(select(&recording, &model).unwrap().0, [1.0, 2.0]);

        let told = |text: &str| {
            select(&csv::read(text).unwrap(), &model)
                .unwrap_err()
                .to_string()
        };
        assert!(told("a,c\n1,2\n").contains("column \"c\""));
        assert!(told("a\n1\n").contains("actuator \"b\" has 0 columns"));
        assert_eq!(
            told("1,2,3\n"),
            "3 columns of controls, but the model has 2 actuators"
        );
    }

    #[test]
    fn rows_with_times_are_held() {
        let (values, times) = (vec![1.0, 2.0, 3.0], Some(vec![0.0, 0.5, 1.0]));
        let mut control = Control::Rows { values, times };
        let mut at = |time: f64| {
            let mut u = [0.0];
            control.apply(0, time, &mut u);
            u[0]
        };
        assert_eq!(
            [at(-1.0), at(0.4999), at(0.5), at(7.0)],
            [1.0, 1.0, 2.0, 3.0]
        );
    }

    #[test]
    fn a_slip_in_the_kind_is_explained() {
        assert_eq!(Choice::parse("sine"), Ok(Choice::Sine));
        assert!(
            Choice::parse("sin")
                .unwrap_err()
                .contains("did you mean \"sine\"?")
        );
        assert!(Choice::parse("a.txt").unwrap_err().contains("*.csv"));
    }
}
