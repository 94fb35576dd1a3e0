//! Warnings of a call, reported after it has released all locks.
//!
//! The first warning of each kind is passed to `synovia._calls.warnings.tell`, which has the messages; other messages are reported
//! once per model.

use std::ffi::CString;

use pyo3::exceptions::PyRuntimeWarning;
use pyo3::prelude::*;
use synovia_engine::Data;
use synovia_engine::data::UnreportedWarning;

use crate::model::PyModel;
use crate::plugins;

/// Message for a `solref` that mixes its two formats.
const MIXED: &str = "mixed solref format, replaced by the default";

/// Message for a distance equality whose points coincide.
const UNDIRECTED: &str = "distance equality: the points coincide, so the direction is undefined; they are pushed apart along x";

/// Warnings to report; most calls have none.
#[derive(Clone, Default)]
pub(crate) struct Warnings {
    /// The first warning of each kind, if there is any.
    first: Option<Box<[Option<UnreportedWarning>; 8]>>,
    /// True if the `solref` of a constraint was replaced.
    replaced: bool,
    /// True if a distance had no direction.
    undirected: bool,
}

impl Warnings {
    /// Takes the warnings of a simulation.
    pub(crate) fn of(data: &mut Data) -> Self {
        let unreported = &mut data.diag.unreported;
        let any = unreported.iter().any(Option::is_some);
        Self {
            first: any.then(|| Box::new(std::mem::take(unreported))),
            replaced: data.diag.replaced_reference.number > 0,
            undirected: data.diag.undirected.number > 0,
        }
    }

    /// Creates them from warnings alone.
    pub(crate) fn of_warnings(warnings: [Option<UnreportedWarning>; 8]) -> Self {
        Self {
            first: Some(Box::new(warnings)),
            replaced: false,
            undirected: false,
        }
    }

    /// Adds warnings of kinds that have none yet.
    pub(crate) fn add(&mut self, more: &Self) {
        if let Some(more) = &more.first {
            let mine = self.first.get_or_insert_default();
            for (mine, more) in mine.iter_mut().zip(more.iter()) {
                *mine = mine.or(*more);
            }
        }
        self.replaced |= more.replaced;
        self.undirected |= more.undirected;
    }

    /// Reports the warnings, then returns the result of the call; its error takes precedence over one raised by reporting.
    pub(crate) fn after<T>(&self, result: PyResult<T>, model: Option<&PyModel>) -> PyResult<T> {
        let told = self.tell(model);
        plugins::after(result).and_then(|result| told.map(|()| result))
    }

    fn tell(&self, model: Option<&PyModel>) -> PyResult<()> {
        for (occurred, message) in [(self.replaced, MIXED), (self.undirected, UNDIRECTED)] {
            if occurred && model.is_some_and(|model| model.is_first(message)) {
                Python::attach(|py| {
                    let kind = py.get_type::<PyRuntimeWarning>();
                    PyErr::warn(py, &kind, &CString::new(message)?, 1)
                })?;
            }
        }
        let Some(warnings) = &self.first else {
            return Ok(());
        };
        let warnings: Vec<(usize, i32, f64)> = (warnings.iter().enumerate())
            .filter_map(|(kind, unreported)| {
                unreported.map(|unreported| (kind, unreported.info, unreported.time))
            })
            .collect();
        if warnings.is_empty() {
            return Ok(());
        }
        Python::attach(|py| {
            let module = py.import("synovia._calls.warnings")?;
            module.call_method1("tell", (warnings,)).map(|_| ())
        })
    }
}
