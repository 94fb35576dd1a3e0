//! Errors and panics as Python exceptions.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use synovia_engine::EngineError;

create_exception!(
    synovia,
    FatalError,
    PyException,
    "An internal error: a bug in Synovia, or a model whose memory was overwritten with invalid values."
);
create_exception!(
    synovia,
    UnexpectedError,
    PyException,
    "An unexpected error."
);

/// Number of panics that became exceptions since the module was loaded.
static CAUGHT: AtomicUsize = AtomicUsize::new(0);

/// Number of panics that became exceptions since the module was loaded; each of them is a bug in Synovia.
#[pyfunction]
pub(crate) fn _caught_panics() -> usize {
    CAUGHT.load(Ordering::Relaxed)
}

/// Runs `f`; a panic in it becomes a [`FatalError`] with the panic's message, and is counted.
pub(crate) fn guard<T>(f: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    match catch_unwind(AssertUnwindSafe(f)) {
        Ok(result) => result,
        Err(panic) => {
            CAUGHT.fetch_add(1, Ordering::Relaxed);
            let message = panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied())
                .unwrap_or("no message");
            Err(FatalError::new_err(format!("internal error: {message}")))
        }
    }
}

/// The exception for an invalid argument.
pub(crate) fn value_error(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The exception for an engine error, with MuJoCo's message where programs match on it.
pub(crate) fn refused(error: EngineError) -> PyErr {
    let message = match error {
        EngineError::UnknownOption {
            option: "solver",
            value,
        } => format!("mj_fwdConstraint: unknown solver type {value}"),
        EngineError::UnknownOption {
            option: "integrator",
            ..
        } => "mj_step: invalid integrator".to_owned(),
        error => error.to_string(),
    };
    FatalError::new_err(message)
}
