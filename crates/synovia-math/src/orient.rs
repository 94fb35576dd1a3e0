//! Orientations from matrices and directions.
//!
//! A rotation matrix determines its quaternion up to sign. With `t = R₀₀ + R₁₁ + R₂₂`,
//!
//! ```text
//! 4w² = 1 + t,   4x² = 1 + 2R₀₀ − t,   4y² = 1 + 2R₁₁ − t,   4z² = 1 + 2R₂₂ − t     (1)
//! R₂₁ − R₁₂ = 4wx,  R₀₂ − R₂₀ = 4wy,  R₁₀ − R₀₁ = 4wz                               (2)
//! R₀₁ + R₁₀ = 4xy,  R₀₂ + R₂₀ = 4xz,  R₁₂ + R₂₁ = 4yz                               (3)
//! ```
//!
//! One component comes from a root in (1), taken positive; dividing (2) and (3) by it yields the other three. The
//! component under the root is `w` if the trace is positive, otherwise the one of the largest diagonal element,
//! so the divisor is at least ½.

use crate::{MIN_VAL, Mat3, Quat, Vec3, nearest};

/// [`Quat::fit`] stops once a rotation is smaller than this \[rad\].
const FIT_TOLERANCE: f64 = 1e-9;
/// Maximum number of rotations of [`Quat::fit`].
const FIT_ITERATIONS: usize = 500;

impl Quat {
    /// The unit quaternion of a rotation matrix, with the branches of equations (1) to (3).
    #[doc(alias = "mju_mat2Quat")]
    #[inline]
    pub fn from_mat(mat: &Mat3) -> Self {
        Self::from_mat_unscaled(mat).normalized()
    }

    /// [`Quat::from_mat`] without normalisation, for callers with another normalisation rule.
    #[inline]
    pub fn from_mat_unscaled(mat: &Mat3) -> Self {
        let [r00, r01, r02, r10, r11, r12, r20, r21, r22] = mat.0;
        // order: the diagonal is summed from the first element on, each product is divided separately
        let other = |sum: f64, lead: f64| 0.25 * sum / lead;

        if r00 + r11 + r22 > 0.0 {
            let w = 0.5 * (1.0 + r00 + r11 + r22).sqrt();
            Self::new(
                w,
                other(r21 - r12, w),
                other(r02 - r20, w),
                other(r10 - r01, w),
            )
        } else if r00 > r11 && r00 > r22 {
            let x = 0.5 * (1.0 + r00 - r11 - r22).sqrt();
            Self::new(
                other(r21 - r12, x),
                x,
                other(r01 + r10, x),
                other(r02 + r20, x),
            )
        } else if r11 > r22 {
            let y = 0.5 * (1.0 - r00 + r11 - r22).sqrt();
            Self::new(
                other(r02 - r20, y),
                other(r01 + r10, y),
                y,
                other(r12 + r21, y),
            )
        } else {
            let z = 0.5 * (1.0 - r00 - r11 + r22).sqrt();
            Self::new(
                other(r10 - r01, z),
                other(r02 + r20, z),
                other(r12 + r21, z),
                z,
            )
        }
    }

    /// The shortest rotation that takes the third axis to the direction of `v`.
    ///
    /// A vector shorter than [`MIN_VAL`] gives the identity; the direction opposite to the third axis gives a
    /// rotation by 180° about the first.
    #[doc(alias = "mju_quatZ2Vec")]
    pub fn z_to_vec(v: Vec3) -> Self {
        let mut dir = v;
        if dir.normalize() < MIN_VAL {
            return Self::IDENTITY;
        }

        // sine and cosine of the angle between the third axis and the direction
        let mut axis = Vec3::Z.cross(dir);
        let sin = axis.normalize();
        let cos = dir.dot(Vec3::Z);

        // a vector that is not finite has no direction: the result is NaN, never the identity
        if sin < MIN_VAL {
            if cos < 0.0 {
                return Self::new(0.0, 1.0, 0.0, 0.0);
            }
            return Self::IDENTITY;
        }
        Self::from_axis_angle(axis, nearest::atan2(sin, cos))
    }

    /// Rotates this orientation to the rotational part of an arbitrary matrix; returns the number of rotations.
    ///
    /// Each rotation is about `Σ rₖ × aₖ / (|Σ rₖ · aₖ| + ε)`, over the columns `rₖ` of the current rotation and `aₖ`
    /// of the matrix; the length of this vector is the angle. Müller, Bender, Chentanez and Macklin, *A robust method
    /// to extract the rotational part of deformations* (2016).
    #[doc(alias = "mju_mat2Rot")]
    pub fn fit(&mut self, mat: &Mat3) -> usize {
        for turn in 0..FIT_ITERATIONS {
            let rot = self.to_mat();
            let torque = |k: usize| rot.col(k).cross(mat.col(k));
            let agreement = |k: usize| rot.col(k).dot(mat.col(k));

            let scale = (agreement(0) + agreement(1) + agreement(2)).abs() + MIN_VAL;
            let mut omega = (torque(0) + torque(1) + torque(2)) * (1.0 / scale);
            let angle = omega.normalize();
            if angle < FIT_TOLERANCE {
                return turn;
            }
            *self = (Self::from_axis_angle(omega, angle) * *self).normalized();
        }
        FIT_ITERATIONS
    }
}

impl Mat3 {
    /// The right-handed frame whose rows are the direction of `normal`, a tangent, and their cross product.
    ///
    /// The tangent is `tangent` made orthogonal to the normal. If `tangent` is shorter than ½, it is replaced by the
    /// second axis, or by the third if the normal is closer than 60° to the second. `None` if the normal is shorter
    /// than ½.
    #[doc(alias = "mju_makeFrame")]
    #[inline]
    pub fn make_frame(normal: Vec3, tangent: Vec3) -> Option<Self> {
        let mut x = normal;
        if x.normalize() < 0.5 {
            return None;
        }

        Some(Self::frame_around(x, tangent))
    }

    /// [`Mat3::make_frame`] for a normal that is a unit vector.
    #[inline]
    pub fn frame_around(normal: Vec3, tangent: Vec3) -> Self {
        let (x, mut y) = (normal, tangent);
        if y.norm_squared() < 0.25 {
            y = if x.y < 0.5 && x.y > -0.5 {
                Vec3::Y
            } else {
                Vec3::Z
            };
        }
        y -= x * x.dot(y);
        y.normalize();
        Self::from_rows(x, y, x.cross(y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{any_quat, any_unit, any_vec3, close, close_quat, close_vec3};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn matrix_and_quaternion_are_inverse_up_to_sign(q in any_quat()) {
            prop_assert!(close_quat(Quat::from_mat(&q.to_mat()), q, 1e-14));
        }

        #[test]
        fn half_turns_keep_their_axis(axis in any_unit()) {
            // R = 2 a aᵀ − 1
            let a = axis.to_array();
            let mat = Mat3(core::array::from_fn(|k| {
                2.0 * a[k / 3] * a[k % 3] - if k % 4 == 0 { 1.0 } else { 0.0 }
            }));
            let q = Quat::from_mat(&mat);
            prop_assert!(close(q.vec().dot(axis).abs(), 1.0, 1e-14));
            prop_assert!(close(q.norm(), 1.0, 1e-15));
        }

        #[test]
        fn third_axis_arrives_by_the_shortest_way(v in any_vec3(3.0)) {
            prop_assume!(v.norm() > 1e-3);
            let q = Quat::z_to_vec(v);
            prop_assert!(close_vec3(q.rotate(Vec3::Z), v.normalized(), 1e-14));
            prop_assert_eq!(q.z, 0.0);
            prop_assert!(q.w >= 0.0);
        }

        #[test]
        fn frames_are_rotations_that_start_with_the_normal(n in any_unit(), t in any_vec3(2.0)) {
            prop_assume!(n.cross(t.normalized()).norm() > 1e-3);
            let frame = Mat3::make_frame(n, t).unwrap();
            prop_assert!(close_vec3(frame.row(0), n, 1e-15));
            prop_assert!(close(frame.det(), 1.0, 1e-14));
            let gram = frame * frame.transpose();
            for k in 0..9 {
                prop_assert!(close(gram.0[k], Mat3::IDENTITY.0[k], 1e-13));
            }
            // the tangent stays on its side, in the plane of normal and hint
            if t.norm() >= 0.5 {
                prop_assert!(frame.row(1).dot(t) > 0.0);
                prop_assert!(frame.row(2).dot(t).abs() < 1e-12);
            }
        }

        #[test]
        fn fit_finds_the_rotation_of_a_stretched_frame(
            q in any_quat(),
            stretch in prop::array::uniform3(0.5..2.0_f64),
        ) {
            // polar decomposition: A = R S with S symmetric positive
            let mat = q.to_mat() * Mat3::diag(stretch.into());
            let mut found = (q * Quat::from_axis_angle(Vec3::X, 0.3)).normalized();
            found.fit(&mat);
            prop_assert!(close_quat(found, q, 1e-8));
        }
    }

    #[test]
    fn parallel_and_vanishing_directions_have_their_fixed_answers() {
        assert_eq!(Quat::z_to_vec(Vec3::ZERO), Quat::IDENTITY);
        assert_eq!(Quat::z_to_vec(Vec3::new(0.0, 0.0, 3.0)), Quat::IDENTITY);
        for bad in [f64::NAN, f64::INFINITY] {
            assert!(Quat::z_to_vec(Vec3::new(bad, 0.0, 1.0)).w.is_nan());
        }
        let down = Quat::z_to_vec(Vec3::new(0.0, 0.0, -2.0));
        assert_eq!(down, Quat::new(0.0, 1.0, 0.0, 0.0));
    }

    #[test]
    fn frame_of_a_short_normal_does_not_exist() {
        assert_eq!(Mat3::make_frame(Vec3::X * 0.4, Vec3::Y), None);
        let frame = Mat3::make_frame(Vec3::Y * 2.0, Vec3::ZERO).unwrap();
        assert_eq!(frame, Mat3::from_rows(Vec3::Y, Vec3::Z, Vec3::X));
    }
}
