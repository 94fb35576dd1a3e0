//! The Python objects of a running call, for Python code that the step invokes: callbacks and plugins.
//!
//! A [`Host`] is attached to a simulation for the duration of a call, as [`Callbacks::host`]: the Python objects of the
//! model and the simulation, and the exception that was raised. [`lend`] runs Python code during the step.
//!
//! [`Callbacks::host`]: synovia_engine::callback::Callbacks

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use synovia_engine::Data;
use synovia_engine::callback::Failure;
use synovia_model::Model;

use crate::calls::Waiting;
use crate::data::PyData;
use crate::memory::withholding;
use crate::model::PyModel;

/// The Python objects that a call works on.
pub(crate) struct Host {
    /// The models of the call.
    models: Vec<Py<PyModel>>,
    /// The simulation.
    data: Py<PyData>,
    /// Simulations that the same call holds for other threads.
    others: Vec<Py<PyData>>,
    /// The first exception.
    raised: Mutex<Option<PyErr>>,
}

impl Host {
    /// The host of simulation `k` of a call.
    pub(crate) fn new(
        models: &[Bound<'_, PyModel>],
        data: &[Bound<'_, PyData>],
        k: usize,
    ) -> Arc<Self> {
        // each model once: a batch may use the same model for all trajectories
        let mut known: Vec<Py<PyModel>> = Vec::new();
        for model in models {
            if !known.iter().any(|one| one.is(model)) {
                known.push(model.clone().unbind());
            }
        }
        let others = data.iter().enumerate().filter(|&(other, _)| other != k);
        Arc::new(Self {
            models: known,
            data: data[k].clone().unbind(),
            others: others.map(|(_, other)| other.clone().unbind()).collect(),
            raised: Mutex::new(None),
        })
    }

    /// The Python object of a model.
    fn model(&self, model: &Model) -> PyResult<&Py<PyModel>> {
        let mut models = self.models.iter();
        let found = models.find(|one| one.get().shared.owns(model));
        found.ok_or_else(|| PyRuntimeError::new_err("this model has no Python object"))
    }

    /// Stores an exception until the end of the call.
    pub(crate) fn raise(&self, error: PyErr) -> Failure {
        let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        raised.get_or_insert(error);
        "it raised an exception".into()
    }

    /// The result of the call: a stored exception takes precedence, as the original object.
    pub(crate) fn after<T>(&self, result: PyResult<T>) -> PyResult<T> {
        let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        raised.take().map_or(result, Err)
    }
}

/// Runs `f`, code of the program, inside a call that holds `model` and `data`: functions that it calls with their objects
/// can use what the call holds. `data` is not accessed meanwhile.
pub(crate) fn lend<T>(
    py: Python<'_>,
    model: &Model,
    data: &mut Data,
    host: &Host,
    f: impl FnOnce(&Bound<'_, PyModel>, &Bound<'_, PyData>) -> PyResult<T>,
) -> PyResult<T> {
    let (m, d) = (host.model(model)?.bind(py), host.data.bind(py));
    let waiting = Waiting::begin()?;
    let run = || (m.get().shared).lend(model, || d.get().shared.lend_mut(data, || f(m, d)));
    let result = withholding(host.others.iter().map(|other| &*other.get().shared), run);
    drop(waiting);
    // the code may have written to views of the model
    m.get().notice(model);
    result
}
