//! Functions of single numbers, and of all elements of a vector.
#![allow(non_snake_case, reason = "MuJoCo's names")]

use pyo3::prelude::*;

use crate::args::{Numbers, Out};

/// Numbers larger than this are bad.
const MAX_VAL: f64 = 1e10;

/// `res = 0`.
///
/// - `res`: float64 (n,), written
#[pyfunction]
pub(crate) fn mju_zero(res: Out<'_>) -> PyResult<()> {
    res.write(&vec![0.0; res.len()])
}

/// `res = val`.
///
/// - `res`: float64 (n,), written
/// - `val`: float
#[pyfunction]
pub(crate) fn mju_fill(res: Out<'_>, val: f64) -> PyResult<()> {
    res.write(&vec![val; res.len()])
}

/// `res = vec`.
///
/// - `res`: float64 (n,), written
/// - `vec`: float64 (n,)
#[pyfunction]
pub(crate) fn mju_copy(res: Out<'_>, vec: Numbers) -> PyResult<()> {
    res.write(&vec.values)
}

/// Sum of absolute values.
///
/// - `vec`: float64 (n,)
/// - returns float
#[pyfunction]
pub(crate) fn mju_L1(vec: Numbers) -> f64 {
    vec.values.iter().fold(0.0, |sum, x| sum + x.abs())
}

/// 1 if all elements are zero.
///
/// - `vec`: float64 (n,)
/// - returns int
#[pyfunction]
pub(crate) fn mju_isZero(vec: Numbers) -> i32 {
    vec.values.iter().all(|&x| x == 0.0).into()
}

/// The smaller number.
///
/// - `a`: float
/// - `b`: float
/// - returns float
#[pyfunction]
pub(crate) fn mju_min(a: f64, b: f64) -> f64 {
    if a <= b { a } else { b }
}

/// The larger number.
///
/// - `a`: float
/// - `b`: float
/// - returns float
#[pyfunction]
pub(crate) fn mju_max(a: f64, b: f64) -> f64 {
    if a >= b { a } else { b }
}

/// Clamps `x` to the range.
///
/// - `x`: float
/// - `min`: float
/// - `max`: float
/// - returns float
#[pyfunction]
pub(crate) fn mju_clip(x: f64, min: f64, max: f64) -> f64 {
    if x < min {
        min
    } else if x > max {
        max
    } else {
        x
    }
}

/// -1, 0 or 1.
///
/// - `x`: float
/// - returns float
#[pyfunction]
pub(crate) fn mju_sign(x: f64) -> f64 {
    f64::from(i8::from(x > 0.0) - i8::from(x < 0.0))
}

/// The nearest integer; halves are rounded up. Numbers outside 32 bits, and NaN, become the lowest integer.
///
/// - `x`: float
/// - returns int
#[pyfunction]
pub(crate) fn mju_round(x: f64) -> i32 {
    let (lower, upper) = (x.floor(), x.ceil());
    let nearest = if x - lower < upper - x { lower } else { upper };
    if f64::from(i32::MIN) <= nearest && nearest <= f64::from(i32::MAX) {
        nearest as i32
    } else {
        i32::MIN
    }
}

/// 1 if the number is bad: NaN, or larger than 1e10 in magnitude.
///
/// - `x`: float
/// - returns int
#[pyfunction]
pub(crate) fn mju_isBad(x: f64) -> i32 {
    (!(-MAX_VAL..=MAX_VAL).contains(&x)).into()
}

/// The quintic polynomial that rises from 0 to 1 over the unit interval.
///
/// - `x`: float
/// - returns float
#[pyfunction]
pub(crate) fn mju_sigmoid(x: f64) -> f64 {
    if x <= 0.0 {
        0.0
    } else if x >= 1.0 {
        1.0
    } else {
        x * x * x * (3.0 * x * (2.0 * x - 5.0) + 10.0)
    }
}
