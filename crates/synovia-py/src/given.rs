//! Models and simulations as arguments; any other object is an error that names the function, the argument and the type.
//!
//! Functions take them as objects and convert them first. `PyO3` would convert them before the function runs; its error
//! does not know the function's name, and uses the Rust names of the classes.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::data::PyData;
use crate::model::PyModel;

/// An argument that may be any object.
pub(crate) type Argument<'py> = Bound<'py, PyAny>;

/// The model and the simulation passed to a function as `m` and `d`.
pub(crate) fn pair<'a>(
    function: &str,
    m: &'a Argument<'_>,
    d: &'a Argument<'_>,
) -> PyResult<(&'a PyModel, &'a PyData)> {
    bound_pair(function, m, d).map(|(m, d)| (m.get(), d.get()))
}

/// The same, with their Python objects.
pub(crate) fn bound_pair<'a, 'py>(
    function: &str,
    m: &'a Argument<'py>,
    d: &'a Argument<'py>,
) -> PyResult<(&'a Bound<'py, PyModel>, &'a Bound<'py, PyData>)> {
    match (m.cast(), d.cast()) {
        (Ok(m), Ok(d)) => Ok((m, d)),
        (Err(_), Err(_)) if m.cast::<PyData>().is_ok() && d.cast::<PyModel>().is_ok() => {
            let told = "m should be an MjModel, not MjData, and d an MjData, not MjModel: m comes before d";
            Err(PyTypeError::new_err(format!("{function}: {told}")))
        }
        (Err(_), _) => Err(wrong(function, "m", "MjModel", m)),
        (_, Err(_)) => Err(wrong(function, "d", "MjData", d)),
    }
}

/// The model passed to a function as `m`.
pub(crate) fn model<'a>(function: &str, m: &'a Argument<'_>) -> PyResult<&'a PyModel> {
    bound_model(function, m).map(Bound::get)
}

/// The same, with its Python object.
pub(crate) fn bound_model<'a, 'py>(
    function: &str,
    m: &'a Argument<'py>,
) -> PyResult<&'a Bound<'py, PyModel>> {
    m.cast().map_err(|_| wrong(function, "m", "MjModel", m))
}

/// The simulation passed to a function as `argument`.
pub(crate) fn data<'a>(
    function: &str,
    argument: &str,
    d: &'a Argument<'_>,
) -> PyResult<&'a PyData> {
    let found = d.cast::<PyData>();
    found
        .map(Bound::get)
        .map_err(|_| wrong(function, argument, "MjData", d))
}

/// The error for an object of another class.
pub(crate) fn wrong(function: &str, argument: &str, expected: &str, found: &Argument<'_>) -> PyErr {
    let class = found.get_type().fully_qualified_name();
    let class = class.map_or_else(|_| "another object".to_owned(), |name| name.to_string());
    let class = match class.strip_prefix("synovia.") {
        _ if found.is_none() => "None",
        // classes of the package are reported without their module; MuJoCo's own classes have the same names and are
        // reported with it
        Some(name) => name,
        None => &class,
    };
    PyTypeError::new_err(format!(
        "{function}: {argument} should be an {expected}, not {class}"
    ))
}
