//! Arrays as arguments.
//!
//! What is read is copied before a call holds anything, and what is written is written when it holds nothing any more. So one
//! array may be input and output of the same call, and be a view of the model or simulation that the call works on.

use numpy::{AllowTypeChange, PyArrayDyn, PyArrayLikeDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use synovia_math::{Mat3, Quat, Spatial, Vec3};

/// Numbers to read: any array or sequence, row by row.
pub struct Numbers {
    /// The numbers.
    pub values: Vec<f64>,
    /// How many there are along each axis.
    pub shape: Vec<usize>,
}

impl<'a, 'py> FromPyObject<'a, 'py> for Numbers {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let array: PyArrayLikeDyn<'py, f64, AllowTypeChange> = object.extract()?;
        Ok(Self {
            values: array.as_array().iter().copied().collect(),
            shape: array.shape().to_vec(),
        })
    }
}

impl Numbers {
    /// Refuses another number of elements than `n`.
    pub fn check(&self, name: &str, n: usize) -> PyResult<&[f64]> {
        if self.values.len() == n {
            return Ok(&self.values);
        }
        Err(wrong(name, n, self.values.len()))
    }

    /// The sides of a matrix.
    pub fn sides(&self, name: &str) -> PyResult<(usize, usize)> {
        sides(name, &self.shape)
    }
}

/// Exactly `N` numbers to read.
pub struct Fixed<const N: usize>(pub [f64; N]);

impl<'a, 'py, const N: usize> FromPyObject<'a, 'py> for Fixed<N> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let Numbers { values, .. } = object.extract()?;
        let found = values.len();
        let values = values.try_into().map_err(|_| wrong("array", N, found))?;
        Ok(Self(values))
    }
}

impl From<Fixed<3>> for Vec3 {
    fn from(x: Fixed<3>) -> Self {
        x.0.into()
    }
}

impl From<Fixed<4>> for Quat {
    fn from(x: Fixed<4>) -> Self {
        x.0.into()
    }
}

impl From<Fixed<6>> for Spatial {
    fn from(x: Fixed<6>) -> Self {
        x.0.into()
    }
}

impl From<Fixed<9>> for Mat3 {
    fn from(x: Fixed<9>) -> Self {
        Self(x.0)
    }
}

/// An array of numbers to write.
pub struct Out<'py>(Bound<'py, PyArrayDyn<f64>>);

impl<'a, 'py> FromPyObject<'a, 'py> for Out<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let array = object.cast::<PyArrayDyn<f64>>()?;
        Ok(Self((*array).clone()))
    }
}

impl<'py> Out<'py> {
    /// The array itself.
    pub fn into_any(self) -> Bound<'py, PyAny> {
        self.0.into_any()
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The sides of a matrix.
    pub fn sides(&self, name: &str) -> PyResult<(usize, usize)> {
        sides(name, self.0.shape())
    }

    /// The present numbers, row by row.
    pub fn read(&self) -> PyResult<Vec<f64>> {
        let array = self
            .0
            .try_readonly()
            .map_err(|e| PyTypeError::new_err(e.to_string()))?;
        Ok(array.as_array().iter().copied().collect())
    }

    /// Exactly `N` present numbers.
    pub fn read_fixed<const N: usize>(&self) -> PyResult<[f64; N]> {
        let found = self.len();
        self.read()?
            .try_into()
            .map_err(|_| wrong("array", N, found))
    }

    /// Overwrites the numbers, row by row.
    pub fn write(&self, values: &[f64]) -> PyResult<()> {
        if self.len() != values.len() {
            return Err(wrong("array", values.len(), self.len()));
        }
        let mut array = self
            .0
            .try_readwrite()
            .map_err(|e| PyTypeError::new_err(e.to_string()))?;
        for (to, from) in array.as_array_mut().iter_mut().zip(values) {
            *to = *from;
        }
        Ok(())
    }
}

/// An optional array to fill: a copy of its numbers, to be written back.
pub struct Wanted<'py> {
    out: Option<Out<'py>>,
    values: Vec<f64>,
}

impl<'py> Wanted<'py> {
    /// Refuses an array that has not `n` elements, or cannot be written.
    pub fn new(name: &str, out: Option<Out<'py>>, n: usize) -> PyResult<Self> {
        let values = match &out {
            None => Vec::new(),
            Some(array) if array.len() != n => return Err(wrong(name, n, array.len())),
            Some(array) => {
                drop((array.0.try_readwrite()).map_err(|e| PyTypeError::new_err(e.to_string()))?);
                array.read()?
            }
        };
        Ok(Self { out, values })
    }

    /// The same for an array whose memory must be one row after the other.
    pub fn rows(name: &str, out: Option<Out<'py>>, n: usize) -> PyResult<Self> {
        if out.as_ref().is_some_and(|out| !out.0.is_c_contiguous()) {
            return Err(not_rows(name));
        }
        Self::new(name, out, n)
    }

    /// Where to compute it.
    pub fn room(&mut self) -> Option<&mut [f64]> {
        self.out.is_some().then_some(&mut self.values[..])
    }

    /// Writes what was computed.
    pub fn write(&self) -> PyResult<()> {
        self.out
            .as_ref()
            .map_or(Ok(()), |out| out.write(&self.values))
    }
}

/// A copy of an array of floats whose memory is one row after the other.
pub fn copied(name: &str, array: &Bound<'_, PyArrayDyn<f64>>) -> PyResult<Vec<f64>> {
    if !array.is_c_contiguous() {
        return Err(not_rows(name));
    }
    let array = array
        .try_readonly()
        .map_err(|e| PyTypeError::new_err(e.to_string()))?;
    Ok(array.as_slice()?.to_vec())
}

/// An array whose memory is not one row after the other.
pub fn not_rows(name: &str) -> PyErr {
    PyTypeError::new_err(format!("{name} should be a C-contiguous array"))
}

/// An array of whole numbers to write.
pub struct Ints<'py>(Bound<'py, PyArrayDyn<i32>>);

impl<'a, 'py> FromPyObject<'a, 'py> for Ints<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let array = object.cast::<PyArrayDyn<i32>>()?;
        Ok(Self((*array).clone()))
    }
}

impl Ints<'_> {
    /// Number of elements.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The present numbers, row by row.
    pub fn read(&self) -> PyResult<Vec<i32>> {
        let array = self
            .0
            .try_readonly()
            .map_err(|e| PyTypeError::new_err(e.to_string()))?;
        Ok(array.as_array().iter().copied().collect())
    }

    /// Overwrites the first numbers, row by row.
    pub fn write(&self, values: impl Iterator<Item = i32>) -> PyResult<()> {
        let mut array = self
            .0
            .try_readwrite()
            .map_err(|e| PyTypeError::new_err(e.to_string()))?;
        for (to, from) in array.as_array_mut().iter_mut().zip(values) {
            *to = from;
        }
        Ok(())
    }
}

fn sides(name: &str, shape: &[usize]) -> PyResult<(usize, usize)> {
    match *shape {
        [rows, columns] => Ok((rows, columns)),
        _ => Err(PyTypeError::new_err(format!("{name} should be a matrix"))),
    }
}

/// An array of the wrong length.
pub fn wrong(name: &str, expected: usize, found: usize) -> PyErr {
    PyTypeError::new_err(format!(
        "{name} should have {expected} elements, it has {found}"
    ))
}
