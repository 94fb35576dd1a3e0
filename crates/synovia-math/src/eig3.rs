//! Eigenvectors of a symmetric 3×3 matrix, represented as one rotation.
//!
//! Jacobi's method: the largest off-diagonal element of `D = RᵀAR` is removed by a rotation in its plane,
//!
//! ```text
//! τ = (D_cc − D_rr) / 2D_rc,     t = sgn τ / (|τ| + √(1 + τ²)),     cos φ = 1 / √(1 + t²)     (1)
//! ```
//!
//! and the rotations accumulate in a quaternion, so `R` stays orthogonal. The eigenvalues are then sorted in
//! decreasing order by rotations of 90°, which keep the frame right-handed.
//!
//! QUIRK(eig3-small-rotation): the iteration also ends at a rotation with `1 − cos φ` below 1e-12, which is not
//! applied: the vectors are then within `φ` < 1.5e-6 of the exact ones, and the values, stationary in `φ`, within
//! `φ²` of theirs.

use crate::{Mat3, Quat, Vec3};

/// Off-diagonal elements, differences of eigenvalues and `1 − cos φ` below this are treated as zero.
const TOLERANCE: f64 = 1e-12;
/// Maximum number of Jacobi rotations.
const ITERATIONS: usize = 500;
/// cos 45°. QUIRK(eig3-quarter-turn): with fifteen digits, which affects the last digit of principal frames.
#[expect(clippy::approx_constant, reason = "the last digit affects the result")]
const COS_45: f64 = 0.707106781186548;

/// The eigendecomposition `A = R diag(values) Rᵀ`, see [`eig3`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eigen3 {
    /// Eigenvalues, largest first.
    pub values: Vec3,
    /// The rotation `R`: its columns are the eigenvectors.
    pub vectors: Mat3,
    /// The same rotation.
    pub quat: Quat,
    /// Number of Jacobi rotations.
    pub turns: usize,
}

/// Diagonalises a symmetric matrix by rotations.
///
/// Two eigenvalues closer than 1e-12 keep the order in which they were found.
#[doc(alias = "mju_eig3")]
pub fn eig3(mat: &Mat3) -> Eigen3 {
    diagonalise(mat, Quat::normalized)
}

/// The same for compiled models, whose quaternions are divided by their length, while [`eig3`] multiplies by the inverse.
///
/// The last bits differ.
#[doc(alias = "mjuu_eig3")]
pub fn principal_axes(mat: &Mat3) -> Eigen3 {
    diagonalise(mat, Quat::unit)
}

/// Jacobi's method with a given normalisation rule for quaternions.
fn diagonalise(mat: &Mat3, unit: impl Fn(Quat) -> Quat) -> Eigen3 {
    let mut quat = Quat::IDENTITY;
    let mut values = [0.0; 3];
    let mut turns = 0;

    while turns < ITERATIONS {
        // order: (Rᵀ A) R
        let rot = quat.to_mat();
        let d = rot.transpose() * *mat * rot;
        values = [d.0[0], d.0[4], d.0[8]];
        match jacobi_rotation(&d) {
            Some(step) => quat = unit(quat * unit(step)),
            None => break,
        }
        turns += 1;
    }

    // three comparisons of neighbours sort the three values
    for (lead, turn) in [
        (0, Quat::new(COS_45, 0.0, 0.0, COS_45)),
        (1, Quat::new(COS_45, COS_45, 0.0, 0.0)),
        (0, Quat::new(COS_45, 0.0, 0.0, COS_45)),
    ] {
        if values[lead] + TOLERANCE < values[lead + 1] {
            values.swap(lead, lead + 1);
            quat = unit(quat * turn);
        }
    }

    Eigen3 {
        values: values.into(),
        vectors: quat.to_mat(),
        quat,
        turns,
    }
}

/// The rotation of equation (1) that removes the largest off-diagonal element, not normalised; `None` if the matrix
/// is diagonal up to the tolerance.
fn jacobi_rotation(d: &Mat3) -> Option<Quat> {
    // of equal elements the later one is used, in the order 01, 02, 12
    let [d01, d02, d12] = [d.0[1], d.0[2], d.0[5]].map(f64::abs);
    let (r, c) = if d01 > d02 && d01 > d12 {
        (0, 1)
    } else if d02 > d12 {
        (0, 2)
    } else {
        (1, 2)
    };
    if d[(r, c)].abs() < TOLERANCE {
        return None;
    }

    let tau = (d[(c, c)] - d[(r, r)]) / (2.0 * d[(r, c)]);
    let root = (1.0 + tau * tau).sqrt();
    let t = if tau >= 0.0 {
        1.0 / (tau + root)
    } else {
        -1.0 / (root - tau)
    };
    let cos = 1.0 / (1.0 + t * t).sqrt();
    if cos > 1.0 - TOLERANCE {
        return None;
    }

    // half-angle sine; the plane (0, 2) has the opposite orientation about its axis
    let half = (0.5 - 0.5 * cos).sqrt();
    let sin = if (tau >= 0.0) == (r + c == 2) {
        half
    } else {
        -half
    };
    let mut step = [(1.0 - sin * sin).sqrt(), 0.0, 0.0, 0.0];
    step[4 - r - c] = sin;
    Some(Quat::from(step))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{any_quat, any_symmetric, close};
    use proptest::prelude::*;

    fn rebuilt(e: &Eigen3) -> Mat3 {
        e.vectors * Mat3::diag(e.values) * e.vectors.transpose()
    }

    proptest! {
        #[test]
        fn vectors_diagonalise_the_matrix(a in any_symmetric(5.0)) {
            let e = eig3(&a);
            // the remaining off-diagonal elements are zero, or belong to a rotation too small to apply
            let d = e.vectors.transpose() * a * e.vectors;
            for (r, c) in [(0, 1), (0, 2), (1, 2)] {
                let negligible = 1e-11 + 1.5e-6 * (d[(c, c)] - d[(r, r)]).abs();
                prop_assert!(d[(r, c)].abs() <= negligible);
            }
            for k in 0..3 {
                prop_assert!(close(d[(k, k)], e.values[k], 1e-13));
            }
            prop_assert!(e.values.x + 1e-12 >= e.values.y && e.values.y + 1e-12 >= e.values.z);
            prop_assert!(close(e.quat.norm(), 1.0, 1e-15));
            prop_assert_eq!(e.vectors, e.quat.to_mat());
        }

        #[test]
        fn invariants_agree_with_the_characteristic_polynomial(a in any_symmetric(5.0)) {
            let v = eig3(&a).values;
            let m = &a.0;
            let minors = m[0] * m[4] - m[1] * m[3] + m[0] * m[8] - m[2] * m[6] + m[4] * m[8] - m[5] * m[7];
            prop_assert!(close(v.x + v.y + v.z, m[0] + m[4] + m[8], 1e-13));
            // the last rotation, which is not applied, has φ² < 2e-12: each value has that error relative to the
            // largest difference
            let most = v.x.abs().max(v.z.abs());
            let off = 2.0 * TOLERANCE * 2.0 * most;
            let rounding = 1e-14 * most;
            prop_assert!((v.x * v.y + v.y * v.z + v.z * v.x - minors).abs() <= (6.0 * off + 10.0 * rounding) * most);
            prop_assert!((v.x * v.y * v.z - a.det()).abs() <= (3.0 * off + 10.0 * rounding) * most * most);
        }

        #[test]
        fn repeated_eigenvalues_still_rebuild(q in any_quat(), a in 0.1..5.0_f64, b in 0.1..5.0_f64) {
            let rot = q.to_mat();
            let m = rot * Mat3::diag(Vec3::new(a, a, b)) * rot.transpose();
            let back = rebuilt(&eig3(&m));
            for k in 0..9 {
                prop_assert!(close(back.0[k], m.0[k], 2e-11));
            }
        }
    }

    #[test]
    fn compiled_frames_are_not_scaled_where_their_length_is_almost_one() {
        // two rotations by 90°, whose cosines have fifteen digits
        let mat = Mat3::diag(Vec3::new(1.0, 3.0, 2.0));
        let half = COS_45 * COS_45;
        let compiled = principal_axes(&mat);
        assert_eq!(compiled.values, Vec3::new(3.0, 2.0, 1.0));
        assert_eq!(compiled.quat, Quat::new(half, half, half, half));
        assert_eq!(eig3(&mat).quat, Quat::new(0.5, 0.5, 0.5, 0.5));
    }

    #[test]
    fn equal_values_are_left_where_they_are() {
        assert_eq!(eig3(&Mat3::IDENTITY).quat, Quat::IDENTITY);
        let sorted = eig3(&Mat3::diag(Vec3::new(3.0, 2.0, 2.0)));
        assert_eq!(sorted.quat, Quat::IDENTITY);
    }
}
