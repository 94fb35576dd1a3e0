//! Batches of trajectories on several threads, while other Python threads may run.
//!
//! `python/synovia/rollout.py` expands and checks the arguments; they are checked again here, because those checks can be
//! disabled.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use numpy::{AllowTypeChange, PyArrayDyn, PyArrayLikeDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use synovia::batch::{Batch, BatchError, Outcome, Pool, Record, Rows, SimulationError};
use synovia_engine::Data;
use synovia_engine::data::UnreportedWarning;
use synovia_engine::state::state_size;
use synovia_model::enums::StateBit;

use crate::args::not_rows;
use crate::data::PyData;
use crate::errors::{self, guard, value_error};
use crate::interface_messages;
use crate::model::PyModel;
use crate::warnings::Warnings;

type Input<'py> = PyArrayLikeDyn<'py, f64, AllowTypeChange>;
type Output<'py> = Bound<'py, PyArrayDyn<f64>>;

/// A thread pool that is reused between rollouts.
#[pyclass(frozen, module = "synovia._synovia")]
pub struct RolloutPool {
    pool: Pool,
    threads: usize,
}

#[pymethods]
impl RolloutPool {
    #[new]
    fn new(nthread: i64) -> PyResult<Self> {
        let threads = usize::try_from(nthread).map_err(|_| {
            let message = format!("nthread should not be negative, it is {nthread}");
            PyValueError::new_err(message)
        })?;
        guard(|| {
            let pool = Pool::new(threads).map_err(value_error)?;
            Ok(Self { pool, threads })
        })
    }

    /// Computes as many trajectories as `state0` has rows.
    ///
    /// `control` has a row for each step of each trajectory; dimensions of length 1 are broadcast. With `return_status`, returns
    /// for each trajectory the number of steps computed, whether it was reset, and the warning that ended it with its info.
    #[pyo3(signature = (model, data, nstep, control_spec, state0, warmstart0=None, control=None, state=None,
                        sensordata=None, chunk_size=None, return_status=false))]
    #[expect(clippy::too_many_arguments, reason = "the arguments that MuJoCo has")]
    fn rollout<'py>(
        &self,
        py: Python<'py>,
        model: Vec<Bound<'py, PyModel>>,
        data: Vec<Bound<'py, PyData>>,
        nstep: i64,
        control_spec: i32,
        state0: Input<'py>,
        warmstart0: Option<Input<'py>>,
        control: Option<Input<'py>>,
        state: Option<Output<'py>>,
        sensordata: Option<Output<'py>>,
        chunk_size: Option<i64>,
        return_status: bool,
    ) -> PyResult<Vec<Status>> {
        self.check_data(data.len())?;
        if model.is_empty() {
            return Err(PyValueError::new_err("the list of models is empty"));
        }
        let Some(steps) = usize::try_from(nstep).ok().filter(|&steps| steps > 0) else {
            return Ok(Vec::new());
        };
        let nbatch = state0.shape().first().copied().unwrap_or(1);
        check_count(model.len(), nbatch)?;
        let models: Vec<&PyModel> = model.iter().map(Bound::get).collect();
        let simulations: Vec<&PyData> = data.iter().map(Bound::get).collect();

        // inputs are copied, because other threads may change them meanwhile
        let controls = control.as_ref().map(|array| {
            let rows = rows(array.shape(), nbatch, steps);
            numbers("control", array).map(|values| (rows, values))
        });
        let warmstarts = warmstart0
            .as_ref()
            .map(|array| numbers("warmstart0", array));
        let (controls, warmstarts) = (controls.transpose()?, warmstarts.transpose()?);
        let states0 = numbers("state0", &state0)?;
        let chunk = chunk_size.map(chunk_of).transpose()?;

        // outputs are written in place, so they must not overlap a model or a simulation
        let mut state = state.map(|array| writable("state", &array)).transpose()?;
        let mut sensordata =
            (sensordata.map(|array| writable("sensordata", &array))).transpose()?;
        let states = state.as_mut().map(|array| array.as_slice_mut());
        let sensors = sensordata.as_mut().map(|array| array.as_slice_mut());
        let (states, sensors) = (states.transpose()?, sensors.transpose()?);
        for (name, out) in [("state", &states), ("sensordata", &sensors)] {
            if let Some(out) = out {
                check_apart(name, out, &models, &simulations)?;
            }
        }
        let mut outcomes = vec![Outcome::default(); nbatch];
        let record = Record {
            states,
            sensors,
            outcomes: Some(&mut outcomes),
        };

        let first = Mutex::new(FirstWarnings::default());
        PyData::with_all(py, &data, &model, |models, data| {
            let Some(&base) = models.first() else {
                return Ok(());
            };
            let nstate = state_size(base, StateBit::FULLPHYSICS).map_err(value_error)?;
            check_len("state0", states0.len(), nbatch, nstate)?;
            let mut batch = Batch::new(nbatch, steps).initial(&states0);
            if let Some(warmstarts) = &warmstarts {
                check_len("warmstart0", warmstarts.len(), nbatch, base.dof.len())?;
                batch = batch.warmstart(warmstarts);
            }
            batch = match &controls {
                Some((rows, values)) => batch.inputs(control_spec, *rows, values),
                None => batch.keep(control_spec),
            };
            let choose = |k: usize| models[if models.len() == 1 { 0 } else { k }];
            let heed = |k: usize, _: &Outcome, data: &Data| {
                if data.diag.unreported.iter().any(Option::is_some) {
                    let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
                    first.add(k, &data.diag.unreported);
                }
            };
            let mut batch = batch.models(&choose).on_finished(&heed);
            if let Some(size) = chunk {
                batch = batch.chunk_size(size);
            }
            let done = self.pool.run(base, data, &batch, record);
            for data in data {
                data.diag.unreported = Default::default();
            }
            done.map_err(|error| refused(&error))
        })?;
        let result = first_error(&outcomes);
        let first = first.into_inner().unwrap_or_else(PoisonError::into_inner);
        let warnings = first
            .of
            .map(|first| first.map(|(_, unreported)| unreported));
        Warnings::of_warnings(warnings).after(result, None)?;
        Ok(statuses(&outcomes, return_status))
    }
}

/// Number of steps, whether the trajectory was reset, the warning that ended it, and the info of that warning.
type Status = (usize, bool, i32, i32);

/// The first engine error of a trajectory, if any; warnings are not errors.
fn first_error(outcomes: &[Outcome]) -> PyResult<()> {
    match outcomes.iter().find_map(|outcome| outcome.error.clone()) {
        Some(SimulationError::Engine(error)) => Err(errors::refused(error)),
        _ => Ok(()),
    }
}

/// The status of each trajectory, if requested.
fn statuses(outcomes: &[Outcome], wanted: bool) -> Vec<Status> {
    let wanted = if wanted { outcomes } else { &[] };
    wanted.iter().map(status_of).collect()
}

fn status_of(outcome: &Outcome) -> Status {
    let (warning, info) = match outcome.error {
        Some(SimulationError::Warning { kind, info }) => (kind.to_i32(), info),
        _ => (-1, -1),
    };
    (outcome.steps, outcome.reset, warning, info)
}

/// For each kind of warning, that of the lowest-numbered trajectory: independent of the number of threads.
#[derive(Default)]
struct FirstWarnings {
    of: [Option<(usize, UnreportedWarning)>; 8],
}

impl FirstWarnings {
    /// Adds the warnings of trajectory `k`.
    fn add(&mut self, k: usize, unreported: &[Option<UnreportedWarning>; 8]) {
        for (first, unreported) in self.of.iter_mut().zip(unreported) {
            if let Some(unreported) = unreported
                && first.is_none_or(|(before, _)| k < before)
            {
                *first = Some((k, *unreported));
            }
        }
    }
}

/// Refuses fewer models than trajectories, except for a single model.
fn check_count(models: usize, trajectories: usize) -> PyResult<()> {
    if models != 1 && models < trajectories {
        let message = format!("{models} models for {trajectories} trajectories");
        return Err(PyValueError::new_err(message));
    }
    Ok(())
}

/// Number of trajectories that a thread takes at a time.
fn chunk_of(size: i64) -> PyResult<usize> {
    if let Ok(size @ 1..) = usize::try_from(size) {
        Ok(size)
    } else {
        let message = format!("chunk_size should be positive, it is {size}");
        Err(PyValueError::new_err(message))
    }
}

/// Refuses outputs that overlap the memory of a model or a simulation.
fn check_apart(name: &str, out: &[f64], models: &[&PyModel], data: &[&PyData]) -> PyResult<()> {
    let mut regions = (models.iter().flat_map(|model| model.shared.regions()))
        .chain(data.iter().flat_map(|data| data.shared.regions()));
    if regions.any(|region| overlap(&region.addresses(), out)) {
        let message = format!("{name} overlaps the memory of a model or data of this rollout");
        return Err(PyValueError::new_err(message));
    }
    Ok(())
}

/// True if the numbers overlap these addresses.
fn overlap(addresses: &Range<usize>, numbers: &[f64]) -> bool {
    let out = numbers.as_ptr_range();
    addresses.start < out.end.addr() && out.start.addr() < addresses.end
}

impl RolloutPool {
    /// Refuses a number of simulations that differs from the number of threads.
    fn check_data(&self, found: usize) -> PyResult<()> {
        let problem = match (self.threads, found) {
            (_, 0) => interface_messages::NO_DATA.to_owned(),
            (0, 1) => return Ok(()),
            (0, _) => interface_messages::ONE_DATA.to_owned(),
            (threads, n) if threads == n => return Ok(()),
            (threads, n) => interface_messages::data_for_threads(n, threads),
        };
        Err(PyValueError::new_err(problem))
    }
}

/// A copy of the numbers of an array, in row-major order.
fn numbers(name: &str, array: &Input<'_>) -> PyResult<Vec<f64>> {
    let numbers = array.as_slice().map_err(|_| not_rows(name))?;
    Ok(numbers.to_vec())
}

/// An array to write.
fn writable<'py>(
    name: &str,
    array: &Output<'py>,
) -> PyResult<numpy::PyReadwriteArrayDyn<'py, f64>> {
    if !array.is_c_contiguous() {
        return Err(not_rows(name));
    }
    array.try_readwrite().map_err(|error| {
        let message = format!("{name} cannot be written: {error}");
        PyTypeError::new_err(message)
    })
}

/// How rows of controls are shared, from the shape of their array.
fn rows(shape: &[usize], nbatch: usize, nstep: usize) -> Rows {
    match *shape {
        [1, 1, _] if nbatch != 1 || nstep != 1 => Rows::One,
        [1, _, _] if nbatch != 1 => Rows::PerStep,
        [_, 1, _] if nstep != 1 => Rows::PerSimulation,
        _ => Rows::Each,
    }
}

/// Refuses a number of elements that does not match all rows.
fn check_len(name: &str, found: usize, rows: usize, width: usize) -> PyResult<()> {
    let expected = rows.saturating_mul(width);
    if found == expected || found == width {
        return Ok(());
    }
    let message = format!("{name} should have {expected} elements, it has {found}");
    Err(PyValueError::new_err(message))
}

/// The exception for a refused batch, with the names used in Python.
fn refused(error: &BatchError) -> PyErr {
    if let BatchError::Length {
        name,
        expected,
        found,
        shape,
    } = error
    {
        let name = match *name {
            "controls" => "control",
            "states" => "state",
            "sensors" => "sensordata",
            other => other,
        };
        return value_error(format!(
            "{name} should have {expected} elements ({shape}), it has {found}"
        ));
    }
    value_error(error)
}
