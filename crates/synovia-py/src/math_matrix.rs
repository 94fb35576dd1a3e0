//! Matrix products, and rotations about named axes.
#![allow(non_snake_case, reason = "MuJoCo's names")]

use pyo3::prelude::*;
use synovia_math::{Quat, Vec3, kernel};

use crate::args::{Fixed, Matrix, Out, wrong};
use crate::errors::FatalError;
use crate::interface_messages;
use crate::text::Text;

/// `mat'`, in row-major order.
fn transposed(mat: &[f64], (rows, columns): (usize, usize)) -> Vec<f64> {
    let mut out = vec![0.0; mat.len()];
    for r in 0..rows {
        for c in 0..columns {
            out[c * rows + r] = mat[r * columns + c];
        }
    }
    out
}

/// `a b`, in row-major order.
fn product(a: &[f64], b: &[f64], rows: usize, columns: usize) -> Vec<f64> {
    let mut out = vec![0.0; rows * columns];
    if rows == 0 || columns == 0 {
        return out;
    }
    let inner = a.len() / rows;
    // order: row by row, along the rows of b
    for (r, out) in out.chunks_exact_mut(columns).enumerate() {
        for k in 0..inner {
            kernel::axpy(out, a[r * inner + k], &b[k * columns..(k + 1) * columns]);
        }
    }
    out
}

/// Refuses matrices that cannot be multiplied.
fn check_inner(left: usize, right: usize) -> PyResult<()> {
    if left == right {
        return Ok(());
    }
    Err(wrong("each row or column of mat2", left, right))
}

/// `res = mat'`.
///
/// - `res`: float64 (nc, nr), written
/// - `mat`: float64 (nr, nc)
#[pyfunction]
pub(crate) fn mju_transpose(res: Out<'_>, mat: Matrix) -> PyResult<()> {
    let (rows, columns) = mat.sides("mat")?;
    let out = transposed(&mat.values, (rows, columns));
    res.write_matrix(&out, (columns, rows))
}

/// `res = mat1 mat2`.
///
/// - `res`: float64 (r1, c2), written
/// - `mat1`: float64 (r1, c1)
/// - `mat2`: float64 (c1, c2)
#[pyfunction]
pub(crate) fn mju_mulMatMat(res: Out<'_>, mat1: Matrix, mat2: Matrix) -> PyResult<()> {
    let ((r1, c1), (r2, c2)) = (mat1.sides("mat1")?, mat2.sides("mat2")?);
    check_inner(c1, r2)?;
    let out = product(&mat1.values, &mat2.values, r1, c2);
    res.write_matrix(&out, (r1, c2))
}

/// `res = mat1 mat2'`.
///
/// - `res`: float64 (r1, r2), written
/// - `mat1`: float64 (r1, c1)
/// - `mat2`: float64 (r2, c1)
#[pyfunction]
pub(crate) fn mju_mulMatMatT(res: Out<'_>, mat1: Matrix, mat2: Matrix) -> PyResult<()> {
    let ((r1, c1), (r2, c2)) = (mat1.sides("mat1")?, mat2.sides("mat2")?);
    check_inner(c1, c2)?;
    let mut out = vec![0.0; r1 * r2];
    if c1 > 0 && r2 > 0 {
        let rows = mat1.values.chunks_exact(c1);
        for (out, left) in out.chunks_exact_mut(r2).zip(rows) {
            for (out, right) in out.iter_mut().zip(mat2.values.chunks_exact(c1)) {
                *out = kernel::dot(left, right);
            }
        }
    }
    res.write_matrix(&out, (r1, r2))
}

/// `res = mat1' mat2`.
///
/// - `res`: float64 (c1, c2), written
/// - `mat1`: float64 (r1, c1)
/// - `mat2`: float64 (r1, c2)
#[pyfunction]
pub(crate) fn mju_mulMatTMat(res: Out<'_>, mat1: Matrix, mat2: Matrix) -> PyResult<()> {
    let ((r1, c1), (r2, c2)) = (mat1.sides("mat1")?, mat2.sides("mat2")?);
    check_inner(r1, r2)?;
    let out = product(&transposed(&mat1.values, (r1, c1)), &mat2.values, c1, c2);
    res.write_matrix(&out, (c1, c2))
}

/// Quaternion of three rotations about axes given by `seq`: xyz rotate with the body, XYZ are fixed in the world.
///
/// - `quat`: float64 (4,), written
/// - `euler`: float64 (3,); angles, rad
/// - `seq`: str; three characters
#[pyfunction]
pub(crate) fn mju_euler2Quat(quat: Out<'_>, euler: Fixed<3>, seq: Text) -> PyResult<()> {
    let letters: Vec<char> = seq.0.chars().collect();
    if letters.len() != 3 {
        return Err(FatalError::new_err(interface_messages::EULER_SEQUENCE));
    }
    let mut total = Quat::IDENTITY;
    for (k, (&axis, angle)) in letters.iter().zip(euler.0).enumerate() {
        let unit = match axis.to_ascii_lowercase() {
            'x' => [1.0, 0.0, 0.0],
            'y' => [0.0, 1.0, 0.0],
            'z' => [0.0, 0.0, 1.0],
            _ => {
                let message = format!(
                    "mju_euler2Quat: seq[{k}] is '{axis}', should be one of x, y, z, X, Y, Z"
                );
                return Err(FatalError::new_err(message));
            }
        };
        let turn = Quat::from_axis_angle(Vec3::from(unit), angle);
        total = if axis.is_ascii_lowercase() {
            total * turn
        } else {
            turn * total
        };
    }
    quat.write(&total.to_array())
}
