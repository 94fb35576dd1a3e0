//! Rows of pixels, written directly into the caller's array.
//!
//! The interpreter is held meanwhile: no Python code runs, so the array does not move. The pixels come from a frame
//! buffer, which no array shares.

use std::ops::Range;

use numpy::{Element, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;

/// Calls `write` with each range of `rows` and the row of `out` that it belongs to, with `channels` numbers per pixel.
///
/// Rows are written in place if the elements are of type `T`, the elements of a row are contiguous, and no two rows share
/// memory; for a contiguous array the shape does not matter. Otherwise returns false: the caller must fill a temporary array
/// and copy it.
pub(crate) fn fill<T: Element>(
    out: &Bound<'_, PyAny>,
    rows: &[Range<usize>],
    channels: usize,
    mut write: impl FnMut(Range<usize>, &mut [T]),
) -> bool {
    let Ok(array) = out.cast::<PyArrayDyn<T>>() else {
        return false;
    };
    let width = channels * rows.first().map_or(0, ExactSizeIterator::len);
    if array.len() != width * rows.len() || !array.is_aligned() {
        return false;
    }
    if width == 0 {
        return true;
    }
    let contiguous = array.is_c_contiguous();
    if !contiguous && !has_rows(array, rows.len(), width) {
        return false;
    }
    // fails if the array is read-only, or in use by another function
    let Ok(mut array) = array.try_readwrite() else {
        return false;
    };
    if contiguous {
        let Ok(elements) = array.as_slice_mut() else {
            return false;
        };
        for (to, row) in elements.chunks_exact_mut(width).zip(rows) {
            write(row.clone(), to);
        }
        return true;
    }
    let mut array = array.as_array_mut();
    for (mut to, row) in array.outer_iter_mut().zip(rows) {
        let Some(to) = to.as_slice_mut() else {
            return false;
        };
        write(row.clone(), to);
    }
    true
}

/// True if the first axis of an array has this many rows, each with `width` contiguous elements, not overlapping the others.
fn has_rows<T: Element>(array: &Bound<'_, PyArrayDyn<T>>, rows: usize, width: usize) -> bool {
    let ([count, sides @ ..], [stride, strides @ ..]) = (array.shape(), array.strides()) else {
        return false;
    };
    let mut step = size_of::<T>();
    for (&side, stride) in sides.iter().zip(strides).rev() {
        if side != 1 && usize::try_from(*stride) != Ok(step) {
            return false;
        }
        step *= side;
    }
    *count == rows && step == width * size_of::<T>() && stride.unsigned_abs() >= step
}
