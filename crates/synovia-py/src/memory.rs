//! Memory that numpy views: the one place with `unsafe` in it.
//!
//! A [`Shared`] value, a model or a simulation, is owned together by a Python object and by every numpy array that views
//! part of it.
//!
//! 1. **Alive.** The base of each array is a [`ViewOwner`], which holds the owner; memory outlives its views.
//! 2. **In place.** Viewed memory is never resized: nothing in this crate calls what would move it. Columns that grow and
//!    shrink from step to step are copied, not viewed; contacts have room for the most there can be.
//! 3. **Many readers or one writer.** Rust reaches the value through guards only, and a [lock](lock::FairLock) lets in any
//!    number of `&T` or one `&mut T`, whatever the threads. What runs while a guard exists is Rust alone: it must be
//!    `Send`, which nothing of Python is. Arrays passed by a caller are copied before, and filled after. So
//!    no call reads or writes a value beside another call's writer, and none runs Python while it uses a value. A step that
//!    calls Python code [lends](lent) its value meanwhile and does not use it.
//! 4. **Pointers that stay valid.** Where a view points to is noted once, when the value has come to rest: derived from
//!    the cell that holds it, or from the [`Vec`] that owns the memory by [`Vec::as_mut_ptr`], not from a reference.
//!    All later references come from these same pointers, so none of them takes a view its right to be used when the
//!    reference has ended. Making a view needs no guard.
//!
//! 5. **Views in the middle of a call.** While a call runs Python code there are references to its model and simulation,
//!    though none in use. What views show lies apart from the value itself, so writing there touches no such
//!    reference, except for the options of a model (`opt`, `stat`, `vis`): code in the middle of a call may read them; if it
//!    writes them, which MuJoCo's `const` forbids, the call may continue with the old values.
//!
//! Thus calls from any threads are sound, and so is the use of arrays before and after them. What no lock here can see is
//! numpy touching **elements** of a view. A thread that does so while a call of another thread computes on the same model
//! or simulation makes a data race: it is the program that has to keep them apart, as with MuJoCo's own module, and with
//! every other one that lends memory and releases the interpreter. Neither C nor Rust defines what a race does. On
//! the processors there are, numbers that are read in a race are old or new ones in any mixture, and the computation does
//! not notice; numbers that are written in a race may be seen by it at any moment, or twice with different values,
//! which breaks what it has checked before. For numbers of one moment, call a function that copies them, such as
//! `mj_getState`: it waits for its turn, as all calls do.
#![allow(unsafe_code)]

mod lent;
pub(crate) mod lock;
mod shared;

use std::any::Any;
use std::sync::Arc;

use bytemuck::Pod;
use numpy::ndarray::{ArrayViewD, IxDyn};
use numpy::npyffi::NPY_ARRAY_WRITEABLE;
use numpy::{Element, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use synovia_model::DType;

pub(crate) use shared::{MemoryRegion, Reading, Shared, Viewable, Writing, withholding};

/// Keeps memory alive for the arrays that view it.
#[pyclass(frozen, module = "synovia._synovia")]
pub(crate) struct ViewOwner {
    owner: Arc<dyn Any + Send + Sync>,
}

impl ViewOwner {
    /// The owner of all views of a value.
    pub(crate) fn new<T: Send + Sync + 'static>(
        py: Python<'_>,
        owner: &Arc<Shared<T>>,
    ) -> PyResult<Py<Self>> {
        let owner = Arc::clone(owner) as Arc<dyn Any + Send + Sync>;
        Py::new(py, Self { owner })
    }

    /// True if it keeps this value.
    fn keeps<T>(&self, value: &Arc<Shared<T>>) -> bool {
        Arc::as_ptr(&self.owner).addr() == Arc::as_ptr(value).addr()
    }
}

/// A writable numpy array over region `k` of a shared value, with the shape `shape` or its own. Its base is `view_owner`, if that keeps
/// this value, else a new one.
pub(crate) fn view<'py, T: Send + Sync + 'static>(
    view_owner: &Bound<'py, ViewOwner>,
    owner: &Arc<Shared<T>>,
    k: usize,
    shape: Option<&[usize]>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Some(region) = owner.regions().get(k) else {
        return Ok(None);
    };
    let own = region.shape();
    let shape = shape.unwrap_or(&own);
    // a smaller shape shows the beginning only
    let len = shape.iter().product::<usize>() * region.dtype().size();
    if len > region.addresses().len() {
        return Ok(None);
    }
    let view_owner = if view_owner.get().keeps(owner) {
        view_owner.clone().into_any()
    } else {
        ViewOwner::new(view_owner.py(), owner)?
            .into_bound(view_owner.py())
            .into_any()
    };
    let pointer = region.pointer();
    Ok(Some(match region.dtype() {
        DType::F64 => typed::<f64>(view_owner, shape, pointer),
        DType::F32 => typed::<f32>(view_owner, shape, pointer),
        DType::I32 => typed::<i32>(view_owner, shape, pointer),
        DType::I64 => typed::<i64>(view_owner, shape, pointer),
        DType::U8 => typed::<u8>(view_owner, shape, pointer),
    }))
}

fn typed<'py, T: Element>(
    view_owner: Bound<'py, PyAny>,
    shape: &[usize],
    pointer: *mut u8,
) -> Bound<'py, PyAny> {
    // SAFETY: `pointer` leads to numbers of type `T`, at least as many as the shape has (the caller looked), hence is
    // aligned; it stays valid as long as `view_owner` by rules 1, 2 and 4. The view of ndarray is read for its address and shape
    // only, its elements are not touched.
    unsafe {
        let array = ArrayViewD::from_shape_ptr(IxDyn(shape), pointer.cast::<T>().cast_const());
        PyArrayDyn::borrow_from_array(&array, view_owner).into_any()
    }
}

/// Whether anything refers to an object but the one reference given.
pub(crate) fn is_shared(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: the object is alive, and the interpreter is held.
    unsafe { pyo3::ffi::Py_REFCNT(object.as_ptr()) > 1 }
}

/// True if an array may be written.
pub(crate) fn is_writeable<T>(array: &Bound<'_, PyArrayDyn<T>>) -> bool {
    // SAFETY: the array is alive, and its header is numpy's.
    unsafe { (*array.as_array_ptr()).fields.flags & NPY_ARRAY_WRITEABLE != 0 }
}

/// Copies all elements of an array; false if they do not lie one behind the other, or are not as many.
pub(crate) fn copy_from<T: Element + Pod>(to: &mut [T], array: &Bound<'_, PyArrayDyn<T>>) -> bool {
    if to.len() != array.len() || !array.is_c_contiguous() {
        return false;
    }
    if !to.is_empty() {
        let (to, from) = (to.as_mut_ptr().cast::<u8>(), array.data().cast::<u8>());
        // SAFETY: numpy says that so many elements lie at this address one behind the other, and the interpreter is held, so
        // that they stay there. They are copied as bytes, which need no alignment, to memory of a caller that has it alone:
        // views show none of that (rule 3).
        unsafe { std::ptr::copy_nonoverlapping(from, to, array.len() * size_of::<T>()) };
    }
    true
}

/// Overwrites all elements of an array; false if they do not lie one behind the other, are not as many, or must not be written.
pub(crate) fn copy_to<T: Element + Pod>(array: &Bound<'_, PyArrayDyn<T>>, from: &[T]) -> bool {
    if from.len() != array.len() || !array.is_c_contiguous() || !is_writeable(array) {
        return false;
    }
    if !from.is_empty() {
        let (to, from) = (array.data().cast::<u8>(), from.as_ptr().cast::<u8>());
        // SAFETY: as above; the array may be written.
        unsafe { std::ptr::copy_nonoverlapping(from, to, array.len() * size_of::<T>()) };
    }
    true
}
