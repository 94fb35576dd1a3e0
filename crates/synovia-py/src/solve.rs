//! Solvers outside the step: quadratic programs, constraint rows at given residuals, length ranges.
#![allow(non_snake_case, reason = "MuJoCo's names")]

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use synovia_engine::contact::update_rows;
use synovia_engine::set_const::{LengthRangeOptions, set_length_range_of};
use synovia_math::BoxQp;
use synovia_model::ActuatorId;
use synovia_model::enums::LengthRangeMode;

use crate::args::{Ints, Matrix, Numbers, Out, wrong};
use crate::errors::{guard, value_error};
use crate::functions::check_id;
use crate::given::{self, Argument};
use crate::model::assign;

/// Minimises `x' H x / 2 + x' g` within bounds, starting from `res` and writing the result to it; returns the number of
/// free dimensions, -1 for failure.
///
/// The factor of the free part of `H` is written to the beginning of `R`, which has `n (n + 7)` elements, and the indices
/// of the free dimensions to `index`.
///
/// - `res`: float64 (n,), written; start, then solution
/// - `R`: float64 (n, n + 7), written; factor of the free part
/// - `index`: int32 (n,) or None, written; which dimensions are free
/// - `H`: float64 (n, n); symmetric, positive definite
/// - `g`: float64 (n,)
/// - `lower`: float64 (n,) or None
/// - `upper`: float64 (n,) or None
/// - returns int
#[pyfunction]
#[pyo3(signature = (res, R, index, H, g, lower, upper))]
pub(crate) fn mju_boxQP(
    res: Out<'_>,
    R: Out<'_>,
    index: Option<Ints<'_>>,
    H: Matrix,
    g: Numbers,
    lower: Option<Numbers>,
    upper: Option<Numbers>,
) -> PyResult<i32> {
    guard(|| {
        let mut x = res.read()?;
        let n = x.len();
        let mut room = R.read()?;
        if room.len() != n * (n + 7) {
            return Err(wrong("R", n * (n + 7), room.len()));
        }
        if let Some(index) = &index
            && index.len() != n
        {
            return Err(wrong("index", n, index.len()));
        }
        if H.sides("H")? != (n, n) {
            return Err(PyTypeError::new_err(format!(
                "H should have the shape ({n}, {n})"
            )));
        }
        let lower = lower.as_ref().map(|l| l.check("lower", n)).transpose()?;
        let upper = upper.as_ref().map(|u| u.check("upper", n)).transpose()?;
        if let (Some(lower), Some(upper)) = (lower, upper)
            && lower.iter().zip(upper).any(|(l, u)| l >= u)
        {
            return Err(PyValueError::new_err("lower should be below upper"));
        }
        if n == 0 {
            return Err(PyValueError::new_err("res should not be empty"));
        }
        let problem = BoxQp {
            hessian: &H.values,
            linear: g.check("g", n)?,
            lower,
            upper,
        };
        let Some(free) = problem.solve(&mut x) else {
            return Ok(-1);
        };
        res.write(&x)?;
        room[..free.factor.len()].copy_from_slice(&free.factor);
        R.write_matrix(&room, R.sides("R")?)?;
        if let Some(index) = index {
            index.write(free.index.iter().map(|&i| i as i32))?;
        }
        Ok(free.index.len() as i32)
    })
}

/// Computes forces and states of all constraint rows from the residuals `jar` of their accelerations; the cost is written
/// to `cost`.
///
/// With `flg_coneHessian`, the Hessians of sliding contacts are written to the contacts.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `jar`: float64 (nefc,); `J qacc - aref`
/// - `cost`: float64 (1,) or None, written
/// - `flg_coneHessian`: int; 1 to set `d.contact.H`
#[pyfunction]
#[pyo3(signature = (m, d, jar, cost, flg_coneHessian))]
pub(crate) fn mj_constraintUpdate(
    m: &Argument<'_>,
    d: &Argument<'_>,
    jar: Numbers,
    cost: Option<Out<'_>>,
    flg_coneHessian: i64,
) -> PyResult<()> {
    let (m, d) = given::pair("mj_constraintUpdate", m, d)?;
    let total = d.with_model(m, |model, data| {
        let residual = jar.check("jar", data.efc.counts.nefc)?;
        Ok(update_rows(model, data, residual, flg_coneHessian != 0).unwrap_or(0.0))
    })?;
    cost.map_or(Ok(()), |cost| cost.write(&[total]))
}

/// Computes the length range of actuator `index` with the options of an `MjLROpt`.
#[pyfunction]
pub(crate) fn set_length_range(
    py: Python<'_>,
    m: &Argument<'_>,
    d: &Argument<'_>,
    index: i64,
    flags: (i32, i32, i32),
    numbers: [f64; 7],
) -> PyResult<()> {
    let (m, d) = given::pair("mj_setLengthRange", m, d)?;
    let (mode, useexisting, uselimit) = flags;
    let [
        accel,
        maxforce,
        timeconst,
        timestep,
        inttotal,
        interval,
        tolrange,
    ] = numbers;
    let options = LengthRangeOptions {
        mode: LengthRangeMode(mode),
        useexisting: useexisting != 0,
        uselimit: uselimit != 0,
        accel,
        maxforce,
        timeconst,
        timestep,
        inttotal,
        interval,
        tolrange,
    };
    d.change(py, m, |model, data| {
        // on a copy, whose columns then overwrite those that numpy views
        let mut changed = model.clone();
        let u = ActuatorId::new(check_id("index", index, changed.actuator.len())?);
        set_length_range_of(&mut changed, data, u, &options).map_err(value_error)?;
        assign(model, &changed)
    })
}
