//! What a simulation belongs to, for code in Python that the step calls: callbacks, and whatever else is written in Python.
//!
//! A [`Host`] is attached to a simulation for the time of a call, as [`Callbacks::host`]: the objects that Python knows the
//! model and the simulation by, and what was raised. [`lend`] runs code in the middle of the step.
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

/// What a call works on, as Python knows it.
pub(crate) struct Host {
    /// The models that it may be about.
    models: Vec<Py<PyModel>>,
    /// The simulation.
    data: Py<PyData>,
    /// Simulations that the same call holds for other threads.
    others: Vec<Py<PyData>>,
    /// What was raised first.
    raised: Mutex<Option<PyErr>>,
}

impl Host {
    /// For simulation `k` of a call.
    pub(crate) fn new(
        models: &[Bound<'_, PyModel>],
        data: &[Bound<'_, PyData>],
        k: usize,
    ) -> Arc<Self> {
        // each model once: a batch may have the same one for all trajectories
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

    /// The object of a model.
    fn model(&self, model: &Model) -> PyResult<&Py<PyModel>> {
        let mut models = self.models.iter();
        let found = models.find(|one| one.get().shared.owns(model));
        found.ok_or_else(|| PyRuntimeError::new_err("this model has no object in Python"))
    }

    /// Keeps what was raised, for the end of the call.
    pub(crate) fn raise(&self, error: PyErr) -> Failure {
        let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        raised.get_or_insert(error);
        "it raised an exception".into()
    }

    /// The result of the call: what code in Python raised takes precedence, as the very object.
    pub(crate) fn after<T>(&self, result: PyResult<T>) -> PyResult<T> {
        let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        raised.take().map_or(result, Err)
    }
}

/// Runs `f`, code of the program, in the middle of a call that has `model` and `data`: functions that it calls with their
/// objects get what the call has. `data` is not touched meanwhile.
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
