//! Arrays as arguments.
//!
//! Inputs are copied before a call holds any lock, and outputs are written after it has released all locks. So one array may
//! be input and output of the same call, and may be a view of the model or simulation that the call works on.

use numpy::{AllowTypeChange, PyArrayDyn, PyArrayLikeDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use synovia_math::{Mat3, Quat, Spatial, Vec3};

use crate::memory::{copy_from, copy_to, is_writeable};

/// Rows and columns of an array with at most two dimensions; a vector is a column.
type Sides = Option<(usize, usize)>;

fn sides_of(shape: &[usize]) -> Sides {
    match *shape {
        [n] => Some((n, 1)),
        [rows, columns] => Some((rows, columns)),
        _ => None,
    }
}

/// A matrix to read: any array or sequence, in row-major order.
pub(crate) struct Matrix {
    /// The numbers.
    pub values: Vec<f64>,
    sides: Sides,
}

impl<'a, 'py> FromPyObject<'a, 'py> for Matrix {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(array) = object.cast::<PyArrayDyn<f64>>() {
            return Ok(Self {
                values: all_of(&array)?,
                sides: sides_of(array.shape()),
            });
        }
        let array: Result<PyArrayLikeDyn<'py, f64, AllowTypeChange>, _> = object.extract();
        // anything that is not an array of numbers has the wrong type
        let array = array.map_err(in_use)?;
        Ok(Self {
            values: array.as_array().iter().copied().collect(),
            sides: sides_of(array.shape()),
        })
    }
}

impl Matrix {
    /// Refuses a number of elements other than `n`.
    pub(crate) fn check(&self, name: &str, n: usize) -> PyResult<&[f64]> {
        if self.values.len() == n {
            return Ok(&self.values);
        }
        Err(wrong(name, n, self.values.len()))
    }

    /// Rows and columns.
    pub(crate) fn sides(&self, name: &str) -> PyResult<(usize, usize)> {
        self.sides.ok_or_else(|| no_matrix(name))
    }
}

/// A vector to read: any array or sequence, or a matrix with one column.
pub(crate) struct Numbers {
    /// The numbers.
    pub values: Vec<f64>,
}

impl<'a, 'py> FromPyObject<'a, 'py> for Numbers {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let Matrix { values, sides } = object.extract()?;
        match sides {
            Some((_, 1)) => Ok(Self { values }),
            _ => Err(no_vector("array")),
        }
    }
}

/// The elements of an array, in row-major order.
fn all_of(array: &Bound<'_, PyArrayDyn<f64>>) -> PyResult<Vec<f64>> {
    let mut values = vec![0.0; array.len()];
    if !copy_from(&mut values, array) {
        let array = array.try_readonly().map_err(in_use)?;
        let elements = array.as_array();
        for (to, from) in values.iter_mut().zip(&elements) {
            *to = *from;
        }
    }
    Ok(values)
}

/// The error for an array that cannot be accessed as requested.
fn in_use(error: impl std::fmt::Display) -> PyErr {
    PyTypeError::new_err(error.to_string())
}

impl Numbers {
    /// Refuses a number of elements other than `n`.
    pub(crate) fn check(&self, name: &str, n: usize) -> PyResult<&[f64]> {
        if self.values.len() == n {
            return Ok(&self.values);
        }
        Err(wrong(name, n, self.values.len()))
    }
}

/// Exactly `N` numbers to read.
pub struct Fixed<const N: usize>(pub [f64; N]);

impl<'a, 'py, const N: usize> FromPyObject<'a, 'py> for Fixed<N> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(array) = object.cast::<PyArrayDyn<f64>>() {
            let mut values = [0.0; N];
            if is_column(array.shape(), N) && copy_from(&mut values, &array) {
                return Ok(Self(values));
            }
        }
        let Numbers { values } = object.extract()?;
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

/// True for the shape of a vector, or of a matrix with one column.
fn is_column(shape: &[usize], n: usize) -> bool {
    matches!(*shape, [rows] | [rows, 1] if rows == n)
}

/// An array of numbers to write.
pub(crate) struct Out<'py>(Bound<'py, PyArrayDyn<f64>>);

impl<'a, 'py> FromPyObject<'a, 'py> for Out<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let array = object.cast::<PyArrayDyn<f64>>()?;
        Ok(Self((*array).clone()))
    }
}

impl<'py> Out<'py> {
    /// The array itself.
    pub(crate) fn into_any(self) -> Bound<'py, PyAny> {
        self.0.into_any()
    }

    /// Number of elements.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The shape of a matrix.
    pub(crate) fn sides(&self, name: &str) -> PyResult<(usize, usize)> {
        sides_of(self.0.shape()).ok_or_else(|| no_matrix(name))
    }

    /// The current numbers, in row-major order.
    pub(crate) fn read(&self) -> PyResult<Vec<f64>> {
        all_of(&self.0)
    }

    /// Exactly `N` current numbers.
    pub(crate) fn read_fixed<const N: usize>(&self) -> PyResult<[f64; N]> {
        let found = self.len();
        self.read()?
            .try_into()
            .map_err(|_| wrong("array", N, found))
    }

    /// Overwrites the numbers of a vector.
    pub(crate) fn write(&self, values: &[f64]) -> PyResult<()> {
        if self.len() != values.len() {
            return Err(wrong("array", values.len(), self.len()));
        }
        if !is_column(self.0.shape(), values.len()) {
            return Err(no_vector("array"));
        }
        self.fill("array", values)
    }

    /// Overwrites the numbers of a matrix of this shape, in row-major order.
    pub(crate) fn write_matrix(&self, values: &[f64], sides: (usize, usize)) -> PyResult<()> {
        if self.sides("array")? != sides {
            return Err(wrong_sides("array", sides));
        }
        self.fill("array", values)
    }

    /// Overwrites the numbers of a vector or a matrix with this many elements, in row-major order.
    pub(crate) fn write_rows(&self, values: &[f64]) -> PyResult<()> {
        self.sides("array")?;
        if self.len() != values.len() {
            return Err(wrong("array", values.len(), self.len()));
        }
        self.fill("array", values)
    }

    fn fill(&self, name: &str, values: &[f64]) -> PyResult<()> {
        if copy_to(&self.0, values) {
            return Ok(());
        }
        Err(self.unwritable(name))
    }

    /// The reason why the array cannot be written.
    fn unwritable(&self, name: &str) -> PyErr {
        if is_writeable(&self.0) {
            return not_rows(name);
        }
        PyTypeError::new_err(format!("{name} is read-only"))
    }
}

/// An optional array to fill: a copy of its numbers, to be written back.
pub(crate) struct Wanted<'py> {
    out: Option<Out<'py>>,
    values: Vec<f64>,
}

impl<'py> Wanted<'py> {
    /// Refuses an array that is not a writable vector of `n` elements.
    pub(crate) fn new(name: &str, out: Option<Out<'py>>, n: usize) -> PyResult<Self> {
        if let Some(Out(array)) = &out {
            if array.len() != n {
                return Err(wrong(name, n, array.len()));
            }
            if !is_column(array.shape(), n) {
                return Err(no_vector(name));
            }
        }
        Self::copied(name, out)
    }

    /// Refuses an array that is not a writable, C-contiguous matrix of this shape.
    pub(crate) fn matrix(
        name: &str,
        out: Option<Out<'py>>,
        sides: (usize, usize),
    ) -> PyResult<Self> {
        if let Some(out) = &out
            && out.sides(name)? != sides
        {
            return Err(wrong_sides(name, sides));
        }
        Self::copied(name, out)
    }

    fn copied(name: &str, out: Option<Out<'py>>) -> PyResult<Self> {
        let values = match &out {
            None => Vec::new(),
            Some(out) if !out.0.is_c_contiguous() || !is_writeable(&out.0) => {
                return Err(out.unwritable(name));
            }
            Some(out) => out.read()?,
        };
        Ok(Self { out, values })
    }

    /// The buffer to compute into; `None` if the array is not requested.
    pub(crate) fn room(&mut self) -> Option<&mut [f64]> {
        self.out.is_some().then_some(&mut self.values[..])
    }

    /// Writes the result.
    pub(crate) fn write(&self) -> PyResult<()> {
        self.out
            .as_ref()
            .map_or(Ok(()), |out| out.fill("array", &self.values))
    }
}

/// The error for an array that is not C-contiguous.
pub(crate) fn not_rows(name: &str) -> PyErr {
    PyTypeError::new_err(format!("{name} should be a C-contiguous array"))
}

/// An array of integers to write.
pub(crate) struct Ints<'py>(Bound<'py, PyArrayDyn<i32>>);

impl<'a, 'py> FromPyObject<'a, 'py> for Ints<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let array = object.cast::<PyArrayDyn<i32>>()?;
        Ok(Self((*array).clone()))
    }
}

impl Ints<'_> {
    /// Number of elements.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The current numbers, in row-major order.
    pub(crate) fn read(&self) -> PyResult<Vec<i32>> {
        let array = self.0.try_readonly().map_err(in_use)?;
        Ok(array.as_array().iter().copied().collect())
    }

    /// Overwrites the first numbers, in row-major order.
    pub(crate) fn write(&self, values: impl Iterator<Item = i32>) -> PyResult<()> {
        let mut array = self.0.try_readwrite().map_err(in_use)?;
        for (to, from) in array.as_array_mut().iter_mut().zip(values) {
            *to = from;
        }
        Ok(())
    }
}

/// The error for an array with more than two dimensions instead of a matrix.
fn no_matrix(name: &str) -> PyErr {
    PyTypeError::new_err(format!("{name} should be a matrix"))
}

/// The error for a matrix with several columns instead of a vector.
fn no_vector(name: &str) -> PyErr {
    PyTypeError::new_err(format!("{name} should be a vector"))
}

/// The error for a matrix of the wrong shape.
pub(crate) fn wrong_sides(name: &str, (rows, columns): (usize, usize)) -> PyErr {
    PyTypeError::new_err(format!("{name} should be of shape ({rows}, {columns})"))
}

/// The error for an array of the wrong length.
pub(crate) fn wrong(name: &str, expected: usize, found: usize) -> PyErr {
    PyTypeError::new_err(format!(
        "{name} should have {expected} elements, it has {found}"
    ))
}
