//! Strings as arguments: `str`, or bytes in UTF-8.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A string that may be given as bytes.
pub(crate) struct Text(pub String);

impl<'a, 'py> FromPyObject<'a, 'py> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let Ok(bytes) = object.cast::<PyBytes>() else {
            return Ok(Self(object.extract()?));
        };
        match std::str::from_utf8(bytes.as_bytes()) {
            Ok(text) => Ok(Self(text.to_owned())),
            Err(error) => Err(PyTypeError::new_err(error.to_string())),
        }
    }
}
