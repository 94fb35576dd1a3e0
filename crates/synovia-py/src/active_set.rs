//! Quadratic programs with bounds.

use numpy::{PyArray1, ToPyArray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use synovia_math::active_set::{Options, active_set as solve};

use crate::args::{Matrix, Numbers};

/// Minimiser, whether it converged, number of passes, number of those in the second phase, size of the working set, residual.
type Found<'py> = (Bound<'py, PyArray1<f64>>, bool, usize, usize, usize, f64);

/// Solves a quadratic program with bounds; documented in `synovia.active_set`.
#[pyfunction]
#[pyo3(signature = (a, b, lower, upper, tolerance, cap, max_iterations))]
#[expect(
    clippy::too_many_arguments,
    reason = "the arguments of the Python function"
)]
pub(crate) fn active_set(
    py: Python<'_>,
    a: Matrix,
    b: Numbers,
    lower: Option<Numbers>,
    upper: Option<Numbers>,
    tolerance: f64,
    cap: usize,
    max_iterations: Option<usize>,
) -> PyResult<Found<'_>> {
    let n = b.values.len();
    let (rows, columns) = a.sides("A")?;
    if (rows, columns) != (n, n) {
        let message =
            format!("A has shape [{rows}, {columns}], expected [{n}, {n}] as b has {n} numbers");
        return Err(PyValueError::new_err(message));
    }
    let bounds = |given: Option<Numbers>| given.map(|given| given.values);
    let (lower, upper) = (bounds(lower), bounds(upper));
    for (name, given) in [("lower", &lower), ("upper", &upper)] {
        if let Some(given) = given
            && given.len() != n
        {
            let message = format!("{name} has {} numbers, expected {n}", given.len());
            return Err(PyValueError::new_err(message));
        }
    }
    let options = Options {
        lower: lower.as_deref().unwrap_or(&[]),
        upper: upper.as_deref().unwrap_or(&[]),
        tolerance,
        cap,
        max_iterations,
    };
    let found = py.detach(|| solve(&a.values, &b.values, &options));
    let found = found.map_err(|invalid| PyValueError::new_err(invalid.to_string()))?;
    Ok((
        found.lambda.to_pyarray(py),
        found.converged,
        found.iterations,
        found.second_phase,
        found.active_set_size,
        found.residual,
    ))
}
