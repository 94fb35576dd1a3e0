//! Batches of trajectories on several threads, other threads of Python beside them.
//!
//! `python/synovia/rollout.py` brings the arguments into shape; here they are checked again, because it can be told not to.

use numpy::{AllowTypeChange, PyArrayDyn, PyArrayLikeDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use synovia::batch::{Batch, BatchError, Outcome, Pool, Record, Rows, Trouble};
use synovia_engine::support::state::state_size;
use synovia_model::Model;
use synovia_model::enums::StateBit;

use crate::data::PyData;
use crate::errors::{FatalError, guard, value_error};
use crate::model::PyModel;
use crate::stages::tell_missing;

type Input<'py> = PyArrayLikeDyn<'py, f64, AllowTypeChange>;
type Output<'py> = Bound<'py, PyArrayDyn<f64>>;

/// Threads that are kept between rollouts.
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

    /// Rolls out as many trajectories as `state0` has rows.
    ///
    /// `control` has a row for each step of each trajectory, or one where a side of it is 1.
    #[pyo3(signature = (model, data, nstep, control_spec, state0, warmstart0=None, control=None, state=None,
                        sensordata=None, chunk_size=None))]
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
    ) -> PyResult<()> {
        self.check_data(data.len())?;
        let Some(first) = model.first() else {
            return Err(PyValueError::new_err("the list of models is empty"));
        };
        let Some(steps) = usize::try_from(nstep).ok().filter(|&steps| steps > 0) else {
            return Ok(());
        };
        let nbatch = state0.shape().first().copied().unwrap_or(1);
        if model.len() != 1 && model.len() < nbatch {
            let message = format!("{} models for {nbatch} trajectories", model.len());
            return Err(PyValueError::new_err(message));
        }
        let models: Vec<&Model> = model.iter().map(|model| model.get().get()).collect();
        let mut told: *const Model = std::ptr::null();
        for model in &model {
            if !std::ptr::eq(model.get().get(), told) {
                tell_missing(py, model.get())?;
                told = model.get().get();
            }
        }

        // what to compute
        let mut batch = Batch::new(nbatch, steps);
        let base = first.get().get();
        let nstate = state_size(base, StateBit::FULLPHYSICS).map_err(value_error)?;
        let (states, warmstarts, controls);
        states = numbers("state0", &state0)?;
        check_len("state0", states.len(), nbatch, nstate)?;
        batch = batch.initial(states);
        if let Some(array) = &warmstart0 {
            warmstarts = numbers("warmstart0", array)?;
            check_len("warmstart0", warmstarts.len(), nbatch, base.dof.len())?;
            batch = batch.warmstart(warmstarts);
        }
        if let Some(array) = &control {
            controls = numbers("control", array)?;
            let rows = rows(array.shape(), nbatch, steps);
            batch = batch.inputs(control_spec, rows, controls);
        } else {
            batch = batch.keep(control_spec);
        }
        let choose = |k: usize| models[if models.len() == 1 { 0 } else { k }];
        let batch = batch.models(&choose);
        let batch = match chunk_size {
            None => batch,
            Some(size) => match usize::try_from(size) {
                Ok(size @ 1..) => batch.chunk_size(size),
                _ => {
                    return Err(value_error(format!(
                        "chunk_size should be positive, it is {size}"
                    )));
                }
            },
        };

        // where to
        let mut state = state.map(|array| writable("state", &array)).transpose()?;
        let mut sensordata =
            (sensordata.map(|array| writable("sensordata", &array))).transpose()?;
        let states = state.as_mut().map(|array| array.as_slice_mut());
        let sensors = sensordata.as_mut().map(|array| array.as_slice_mut());
        let (states, sensors) = (states.transpose()?, sensors.transpose()?);
        let mut outcomes = vec![Outcome::default(); nbatch];
        let record = Record {
            states,
            sensors,
            outcomes: Some(&mut outcomes),
        };

        let data: Vec<&PyData> = data.iter().map(Bound::get).collect();
        PyData::with_all(&data, &models, |data| {
            let done = py.detach(|| self.pool.run(base, data, &batch, record));
            for data in data {
                data.diag.fault = None;
            }
            done.map_err(|error| refused(&error))
        })?;
        match outcomes.iter().find_map(|outcome| outcome.trouble) {
            Some(Trouble::Fault(fault)) => Err(FatalError::new_err(fault.to_string())),
            _ => Ok(()),
        }
    }
}

impl RolloutPool {
    /// Refuses another number of simulations than there are threads.
    fn check_data(&self, found: usize) -> PyResult<()> {
        let problem = match (self.threads, found) {
            (_, 0) => "the list of data is empty".to_owned(),
            (0, 1) => return Ok(()),
            (0, n) => format!("{n} data were given, but this rollout has no threads (nthread=0)"),
            (threads, n) if threads == n => return Ok(()),
            (threads, n) => format!("{n} data were given for {threads} threads"),
        };
        Err(PyValueError::new_err(problem))
    }
}

/// The numbers of an array, row by row.
fn numbers<'a>(name: &str, array: &'a Input<'_>) -> PyResult<&'a [f64]> {
    array.as_slice().map_err(|_| {
        let message = format!("{name} should be a C-contiguous array");
        PyTypeError::new_err(message)
    })
}

/// An array to write.
fn writable<'py>(
    name: &str,
    array: &Output<'py>,
) -> PyResult<numpy::PyReadwriteArrayDyn<'py, f64>> {
    if !array.is_c_contiguous() {
        let message = format!("{name} should be a C-contiguous array");
        return Err(PyTypeError::new_err(message));
    }
    array.try_readwrite().map_err(|error| {
        let message = format!("{name} cannot be written: {error}");
        PyTypeError::new_err(message)
    })
}

/// Which row of controls is whose, by the sides of their array.
fn rows(shape: &[usize], nbatch: usize, nstep: usize) -> Rows {
    match *shape {
        [1, 1, _] if nbatch != 1 || nstep != 1 => Rows::One,
        [1, _, _] if nbatch != 1 => Rows::PerStep,
        [_, 1, _] if nstep != 1 => Rows::PerSimulation,
        _ => Rows::Each,
    }
}

/// Refuses another number of elements than that of all rows.
fn check_len(name: &str, found: usize, rows: usize, width: usize) -> PyResult<()> {
    let expected = rows.saturating_mul(width);
    if found == expected || found == width {
        return Ok(());
    }
    let message = format!("{name} should have {expected} elements, it has {found}");
    Err(PyValueError::new_err(message))
}

/// A refused batch, with the names that Python has.
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
