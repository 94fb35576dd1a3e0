//! Functions of long vectors and of matrices.
#![allow(non_snake_case, reason = "MuJoCo's names")]

use pyo3::prelude::*;
use synovia_engine::muscle;
use synovia_math::chol::{self, RankOne};
use synovia_math::{dense, kernel};

use crate::args::{Fixed, Matrix, Numbers, Out, wrong, wrong_sides};

/// `res = scl * vec`.
///
/// - `res`: float64 (n,), written
/// - `vec`: float64 (n,)
/// - `scl`: float
#[pyfunction]
pub(crate) fn mju_scl(res: Out<'_>, vec: Numbers, scl: f64) -> PyResult<()> {
    let mut values = vec.values;
    kernel::scale(&mut values, scl);
    res.write(&values)
}

/// `res = vec1 + vec2`.
///
/// - `res`: float64 (n,), written
/// - `vec1`: float64 (n,)
/// - `vec2`: float64 (n,)
#[pyfunction]
pub(crate) fn mju_add(res: Out<'_>, vec1: Numbers, vec2: Numbers) -> PyResult<()> {
    let mut sum = vec1.values;
    let vec2 = vec2.check("vec2", sum.len())?;
    kernel::add_to(&mut sum, vec2);
    res.write(&sum)
}

/// `res = vec1 - vec2`.
///
/// - `res`: float64 (n,), written
/// - `vec1`: float64 (n,)
/// - `vec2`: float64 (n,)
#[pyfunction]
pub(crate) fn mju_sub(res: Out<'_>, vec1: Numbers, vec2: Numbers) -> PyResult<()> {
    let mut difference = vec1.values;
    let vec2 = vec2.check("vec2", difference.len())?;
    kernel::sub_from(&mut difference, vec2);
    res.write(&difference)
}

/// `res = res + vec`.
///
/// - `res`: float64 (n,), written
/// - `vec`: float64 (n,)
#[pyfunction]
pub(crate) fn mju_addTo(res: Out<'_>, vec: Numbers) -> PyResult<()> {
    let mut sum = res.read()?;
    kernel::add_to(&mut sum, vec.check("vec", res.len())?);
    res.write(&sum)
}

/// `res = res - vec`.
///
/// - `res`: float64 (n,), written
/// - `vec`: float64 (n,)
#[pyfunction]
pub(crate) fn mju_subFrom(res: Out<'_>, vec: Numbers) -> PyResult<()> {
    let mut difference = res.read()?;
    kernel::sub_from(&mut difference, vec.check("vec", res.len())?);
    res.write(&difference)
}

/// `res = res + scl * vec`.
///
/// - `res`: float64 (n,), written
/// - `vec`: float64 (n,)
/// - `scl`: float
#[pyfunction]
pub(crate) fn mju_addToScl(res: Out<'_>, vec: Numbers, scl: f64) -> PyResult<()> {
    let mut sum = res.read()?;
    kernel::axpy(&mut sum, scl, vec.check("vec", res.len())?);
    res.write(&sum)
}

/// `res = vec1 + scl * vec2`.
///
/// - `res`: float64 (n,), written
/// - `vec1`: float64 (n,)
/// - `vec2`: float64 (n,)
/// - `scl`: float
#[pyfunction]
pub(crate) fn mju_addScl(res: Out<'_>, vec1: Numbers, vec2: Numbers, scl: f64) -> PyResult<()> {
    let mut sum = vec1.values;
    let vec2 = vec2.check("vec2", sum.len())?;
    kernel::axpy(&mut sum, scl, vec2);
    res.write(&sum)
}

/// Normalises a vector and returns its length; a vector that is too short becomes (1, 0, 0, ...).
///
/// - `res`: float64 (n,), written
/// - returns float
#[pyfunction]
pub(crate) fn mju_normalize(res: Out<'_>) -> PyResult<f64> {
    let mut values = res.read()?;
    let length = kernel::normalize(&mut values);
    res.write(&values)?;
    Ok(length)
}

/// Length of a vector.
///
/// - `res`: float64 (n,)
/// - returns float
#[pyfunction]
pub(crate) fn mju_norm(res: Numbers) -> f64 {
    kernel::norm(&res.values)
}

/// Sum of a vector.
///
/// - `vec`: float64 (n,)
/// - returns float
#[pyfunction]
pub(crate) fn mju_sum(vec: Numbers) -> f64 {
    kernel::sum(&vec.values)
}

/// Inner product.
///
/// - `vec1`: float64 (n,)
/// - `vec2`: float64 (n,)
/// - returns float
#[pyfunction]
pub(crate) fn mju_dot(vec1: Numbers, vec2: Numbers) -> PyResult<f64> {
    Ok(kernel::dot(
        &vec1.values,
        vec2.check("vec2", vec1.values.len())?,
    ))
}

/// `res = mat vec`.
///
/// - `res`: float64 (nr,), written
/// - `mat`: float64 (nr, nc)
/// - `vec`: float64 (nc,)
#[pyfunction]
pub(crate) fn mju_mulMatVec(res: Out<'_>, mat: Matrix, vec: Numbers) -> PyResult<()> {
    let (rows, columns) = mat.sides("mat")?;
    let mut out = vec![0.0; rows];
    dense::mul_vec(&mut out, &mat.values, vec.check("vec", columns)?);
    res.write(&out)
}

/// `res = mat' vec`.
///
/// - `res`: float64 (nc,), written
/// - `mat`: float64 (nr, nc)
/// - `vec`: float64 (nr,)
#[pyfunction]
pub(crate) fn mju_mulMatTVec(res: Out<'_>, mat: Matrix, vec: Numbers) -> PyResult<()> {
    let (rows, columns) = mat.sides("mat")?;
    let mut out = vec![0.0; columns];
    dense::mul_t_vec(&mut out, &mat.values, vec.check("vec", rows)?);
    res.write(&out)
}

/// `vec1' mat vec2`.
///
/// - `vec1`: float64 (n,)
/// - `mat`: float64 (n, n)
/// - `vec2`: float64 (n,)
/// - returns float
#[pyfunction]
pub(crate) fn mju_mulVecMatVec(vec1: Numbers, mat: Matrix, vec2: Numbers) -> PyResult<f64> {
    let n = vec1.values.len();
    if mat.sides("mat")? != (n, n) {
        return Err(wrong_sides("mat", (n, n)));
    }
    let mut right = vec![0.0; n];
    dense::mul_vec(&mut right, &mat.values, vec2.check("vec2", n)?);
    Ok(kernel::dot(&vec1.values, &right))
}

/// `res = mat' diag(d) mat`, or `mat' mat` without `diag`.
///
/// - `res`: float64 (nc, nc), written
/// - `mat`: float64 (nr, nc)
/// - `diag`: float64 (nr,) or None
#[pyfunction]
#[pyo3(signature = (res, mat, diag))]
pub(crate) fn mju_sqrMatTD(res: Out<'_>, mat: Matrix, diag: Option<Numbers>) -> PyResult<()> {
    let (rows, n) = mat.sides("mat")?;
    let diag = diag.map_or_else(|| vec![1.0; rows], |d| d.values);
    if diag.len() != rows {
        return Err(wrong("diag", rows, diag.len()));
    }
    let mut out = vec![0.0; n * n];
    dense::sqr_t(&mut out, &mat.values, &diag, n);
    for i in 0..n {
        for j in 0..i {
            out[j * n + i] = out[i * n + j];
        }
    }
    res.write_matrix(&out, (n, n))
}

/// The dimension of a square matrix.
fn square(name: &str, (rows, columns): (usize, usize)) -> PyResult<usize> {
    if rows == columns {
        return Ok(rows);
    }
    Err(wrong(name, rows * rows, rows * columns))
}

/// Replaces a symmetric matrix with its Cholesky factor, in the lower triangle, and returns the rank.
///
/// - `mat`: float64 (n, n), written
/// - `mindiag`: float; smallest pivot
/// - returns int
#[pyfunction]
pub(crate) fn mju_cholFactor(mat: Out<'_>, mindiag: f64) -> PyResult<usize> {
    let n = square("mat", mat.sides("mat")?)?;
    let mut values = mat.read()?;
    let rank = chol::factor(&mut values, n, mindiag);
    mat.write_matrix(&values, (n, n))?;
    Ok(rank)
}

/// Solves `(mat mat') res = vec` for a Cholesky factor.
///
/// - `res`: float64 (n,), written
/// - `mat`: float64 (n, n); the factor
/// - `vec`: float64 (n,)
#[pyfunction]
pub(crate) fn mju_cholSolve(res: Out<'_>, mat: Matrix, vec: Numbers) -> PyResult<()> {
    let n = square("mat", mat.sides("mat")?)?;
    vec.check("vec", n)?;
    let mut x = vec.values;
    chol::solve(&mut x, &mat.values);
    res.write(&x)
}

/// Updates a Cholesky factor after adding `x x'` to the matrix, or subtracting it, and returns the rank.
///
/// - `mat`: float64 (n, n), written; the factor
/// - `x`: float64 (n,), written; overwritten
/// - `flg_plus`: int; 1 adds, 0 subtracts
/// - returns int
#[pyfunction]
pub(crate) fn mju_cholUpdate(mat: Out<'_>, x: Out<'_>, flg_plus: i64) -> PyResult<usize> {
    let n = square("mat", mat.sides("mat")?)?;
    let (mut factor, mut vector) = (mat.read()?, x.read()?);
    if vector.len() != n {
        return Err(wrong("x", n, vector.len()));
    }
    let change = if flg_plus == 0 {
        RankOne::Remove
    } else {
        RankOne::Add
    };
    let rank = chol::update(&mut factor, &mut vector, change);
    mat.write_matrix(&factor, (n, n))?;
    x.write(&vector)?;
    Ok(rank)
}

/// Active force of a muscle per unit of activation.
///
/// - `len`: float; length of the actuator
/// - `vel`: float; velocity of the actuator
/// - `lengthrange`: float64 (2,); shortest and longest length
/// - `acc0`: float; acceleration for a unit force at the reference pose
/// - `prm`: float64 (9,); parameters of the muscle: range (2), force, scale, lmin, lmax, vmax, fpmax, fvmax
/// - returns float; N
#[pyfunction]
pub(crate) fn mju_muscleGain(
    len: f64,
    vel: f64,
    lengthrange: Fixed<2>,
    acc0: f64,
    prm: Fixed<9>,
) -> f64 {
    muscle::gain(len, vel, lengthrange.0, acc0, &prm.0)
}

/// Passive force of a muscle.
///
/// - `len`: float; length of the actuator
/// - `lengthrange`: float64 (2,); shortest and longest length
/// - `acc0`: float; acceleration for a unit force at the reference pose
/// - `prm`: float64 (9,); parameters of the muscle: range (2), force, scale, lmin, lmax, vmax, fpmax, fvmax
/// - returns float; N
#[pyfunction]
pub(crate) fn mju_muscleBias(len: f64, lengthrange: Fixed<2>, acc0: f64, prm: Fixed<9>) -> f64 {
    muscle::bias(len, lengthrange.0, acc0, &prm.0)
}

/// Time derivative of a muscle's activation.
///
/// - `ctrl`: float
/// - `act`: float; activation
/// - `prm`: float64 (3,); time constants of activation and deactivation, width of the smooth change
/// - returns float; 1/s
#[pyfunction]
pub(crate) fn mju_muscleDynamics(ctrl: f64, act: f64, prm: Fixed<3>) -> f64 {
    muscle::dynamics(ctrl, act, prm.0)
}
