//! Memory that Python looks into: the one place with `unsafe` in it.
//!
//! A [`Shared`] value is owned together by a Python object and by every numpy array that views part of it. Three
//! rules make the views sound:
//!
//! 1. **Alive.** The base of each array is a [`Keeper`], which holds the owner; memory outlives its views.
//! 2. **In place.** Viewed columns are never resized: nothing in this crate calls what would move them. Columns that
//!    grow and shrink from step to step are copied, not viewed; contacts have room for the most there can be.
//! 3. **One at a time.** Rust references to a shared value exist only within a call from Python. Calls that keep the
//!    interpreter lock exclude each other by it; calls that release it first take the value's own [`Shared::lock`].
//!    Python code that writes to an array while another thread's call computes on it races with that call, as it does
//!    with every extension module that lends memory; the numbers are plain data, so it can only read a wrong number.
#![allow(unsafe_code)]

use std::any::Any;
use std::cell::UnsafeCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use numpy::ndarray::{ArrayViewD, IxDyn};
use numpy::{Element, PyArrayDyn};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use synovia_model::DType;

/// A value whose memory Python may view and write.
pub struct Shared<T> {
    value: UnsafeCell<T>,
    busy: AtomicBool,
}

// SAFETY: the value may be used from any thread because its type may, and rule 3 of the module keeps uses apart.
unsafe impl<T: Send> Send for Shared<T> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync> Sync for Shared<T> {}

/// Exclusive use of a shared value, until dropped.
pub struct Lock<'a, T> {
    shared: &'a Shared<T>,
}

impl<T> Shared<T> {
    /// Takes ownership.
    pub fn new(value: T) -> Arc<Self> {
        Arc::new(Self {
            value: UnsafeCell::new(value),
            busy: AtomicBool::new(false),
        })
    }

    /// The value, to read within one call.
    pub fn get(&self) -> &T {
        // SAFETY: rule 3; no exclusive reference exists while this call runs, or the caller reads plain data only.
        unsafe { &*self.value.get() }
    }

    /// Exclusive use, or a Python error if another thread is computing on this value.
    pub fn lock(&self, what: &str) -> PyResult<Lock<'_, T>> {
        if self.busy.swap(true, Ordering::Acquire) {
            let message = format!("this {what} is in use by another thread");
            return Err(PyRuntimeError::new_err(message));
        }
        Ok(Lock { shared: self })
    }
}

impl<T> Lock<'_, T> {
    /// The value, to write.
    pub fn get_mut(&mut self) -> &mut T {
        // SAFETY: `busy` was free when this lock was taken, so no other lock exists; rule 3 for readers.
        unsafe { &mut *self.shared.value.get() }
    }
}

impl<T> Drop for Lock<'_, T> {
    fn drop(&mut self) {
        self.shared.busy.store(false, Ordering::Release);
    }
}

/// Keeps memory alive for the arrays that view it.
#[pyclass(frozen, module = "synovia._synovia")]
pub struct Keeper {
    _owner: Arc<dyn Any + Send + Sync>,
}

impl Keeper {
    /// Keeps `owner`.
    pub fn new<T: Send + Sync + 'static>(owner: &Arc<Shared<T>>) -> Self {
        Self {
            _owner: Arc::clone(owner) as Arc<dyn Any + Send + Sync>,
        }
    }
}

/// A writable numpy array over `bytes`, which belong to what `keeper` keeps.
///
/// The caller promises rules 1 and 2 of the module: `bytes` lie inside the keeper's value and are never moved.
pub fn view<'py>(
    py: Python<'py>,
    keeper: Keeper,
    dtype: DType,
    shape: &[usize],
    bytes: &mut [u8],
) -> PyResult<Bound<'py, PyAny>> {
    debug_assert_eq!(bytes.len(), shape.iter().product::<usize>() * dtype.size());
    let keeper = Bound::new(py, keeper)?.into_any();
    let pointer = bytes.as_mut_ptr();
    Ok(match dtype {
        DType::F64 => typed::<f64>(keeper, shape, pointer),
        DType::F32 => typed::<f32>(keeper, shape, pointer),
        DType::I32 => typed::<i32>(keeper, shape, pointer),
        DType::I64 => typed::<i64>(keeper, shape, pointer),
        DType::U8 => typed::<u8>(keeper, shape, pointer),
    })
}

fn typed<'py, T: Element>(
    keeper: Bound<'py, PyAny>,
    shape: &[usize],
    pointer: *mut u8,
) -> Bound<'py, PyAny> {
    // SAFETY: `pointer` comes from a column of `T` of this shape (its dtype says so), hence is aligned and long
    // enough; it stays valid as long as `keeper` by rules 1 and 2.
    unsafe {
        let array = ArrayViewD::from_shape_ptr(IxDyn(shape), pointer.cast::<T>().cast_const());
        PyArrayDyn::borrow_from_array(&array, keeper).into_any()
    }
}
