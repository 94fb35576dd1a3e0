//! Values of members of specifications, to Python and back.

use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat, PyInt, PyList};
use synovia::spec::Value;

/// A value as Python has it.
pub(crate) fn to_python(py: Python<'_>, value: Value) -> PyResult<Bound<'_, PyAny>> {
    Ok(match value {
        Value::Int(n) => n.into_pyobject(py)?.into_any(),
        Value::Real(x) => x.into_pyobject(py)?.into_any(),
        Value::Text(text) => text.into_pyobject(py)?.into_any(),
        Value::Reals(list) => PyArray1::from_vec(py, list).into_any(),
        Value::Floats(list) => PyArray1::from_vec(py, list).into_any(),
        Value::Ints(list) => PyArray1::from_vec(py, list).into_any(),
        Value::Texts(texts) => PyList::new(py, texts)?.into_any(),
        Value::Bytes(bytes) => PyBytes::new(py, &bytes).into_any(),
        Value::IntLists(lists) => PyList::new(py, lists)?.into_any(),
        Value::FloatLists(lists) => PyList::new(py, lists)?.into_any(),
    })
}

/// A value from Python.
pub(crate) fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    // what is written most often comes first
    if let Ok(x) = value.cast_exact::<PyFloat>() {
        return Ok(Value::Real(x.value()));
    }
    if value.cast_exact::<PyInt>().is_ok() {
        return Ok(Value::Int(value.extract()?));
    }
    if let Ok(list) = value.cast_exact::<PyArray1<f64>>() {
        return Ok(Value::Reals(list.readonly().as_array().to_vec()));
    }
    if let Ok(bytes) = value.cast_exact::<PyArray1<u8>>() {
        return Ok(Value::Bytes(bytes.readonly().as_array().to_vec()));
    }
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Ok(Value::Bytes(bytes.as_bytes().to_vec()));
    }
    if let Ok(text) = value.extract::<String>() {
        return Ok(Value::Text(text));
    }
    if let Ok(list) = value.extract::<PyReadonlyArray1<'_, f64>>() {
        return Ok(Value::Reals(list.as_array().to_vec()));
    }
    if let Ok(list) = value.extract::<PyReadonlyArray1<'_, f32>>() {
        return Ok(Value::Floats(list.as_array().to_vec()));
    }
    if let Ok(list) = value.extract::<PyReadonlyArray1<'_, i32>>() {
        return Ok(Value::Ints(list.as_array().to_vec()));
    }
    if let Ok(n) = value.extract::<i64>() {
        return Ok(Value::Int(n));
    }
    if let Ok(x) = value.extract::<f64>() {
        return Ok(Value::Real(x));
    }
    if let Ok(texts) = value.extract::<Vec<String>>() {
        return Ok(Value::Texts(texts));
    }
    if let Ok(lists) = value.extract::<Vec<Vec<i32>>>() {
        return Ok(Value::IntLists(lists));
    }
    if let Ok(lists) = value.extract::<Vec<Vec<f32>>>() {
        return Ok(Value::FloatLists(lists));
    }
    if let Ok(list) = value.extract::<Vec<f64>>() {
        return Ok(Value::Reals(list));
    }
    Err(PyTypeError::new_err(format!("not a value: {value}")))
}

/// The entries of a list as a value of the same kind as `like`.
pub(crate) fn from_list(list: &Bound<'_, PyList>, like: &Value) -> PyResult<Value> {
    Ok(match like {
        // characters, one by one
        Value::Text(_) => Value::Text(list.extract::<Vec<String>>()?.concat()),
        Value::Texts(_) => Value::Texts(list.extract()?),
        Value::Ints(_) => Value::Ints(list.extract()?),
        Value::Floats(_) => Value::Floats(list.extract()?),
        Value::IntLists(_) => Value::IntLists(list.extract()?),
        Value::FloatLists(_) => Value::FloatLists(list.extract()?),
        _ => Value::Reals(list.extract()?),
    })
}
