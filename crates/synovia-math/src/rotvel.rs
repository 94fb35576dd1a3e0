//! Rotations and angular velocities: the exponential map, its inverse and its derivative.
//!
//! A body of orientation `q` that rotates with the angular velocity `ω`, in its own frame, for the time `h` ends at
//!
//! ```text
//! q' = q ⊗ exp(ωh),     exp(v) = (cos |v|/2, v/|v| sin |v|/2)                       (1)
//! log(q) = 2 atan2(|u|, w) u/|u|,     q = (w, u)                                    (2)
//! q̇ = ½ (0, ω') ⊗ q,     ω' = q ω q* in the parent frame                             (3)
//! ```

use core::f64::consts::PI;

use crate::{Quat, Vec3, nearest};

impl Quat {
    /// The angular velocity that produces this rotation in the time `dt`, equation (2), the short way round.
    #[doc(alias = "mju_quat2Vel")]
    #[inline]
    pub fn to_vel(self, dt: f64) -> Vec3 {
        let mut axis = self.vec();
        let sin_half = axis.normalize();
        let mut angle = 2.0 * nearest::atan2(sin_half, self.w);
        if angle > PI {
            angle -= 2.0 * PI;
        }
        axis * (angle / dt)
    }

    /// The rotation from `b` to `self` as a vector in the frame of `b`: `self = b ⊗ exp(result)`.
    #[doc(alias = "mju_subQuat")]
    #[inline]
    pub fn sub_quat(self, b: Self) -> Vec3 {
        (b.conj() * self).to_vel(1.0)
    }

    /// Rotates with the angular velocity `vel`, in its own frame, for the time `dt`: equation (1).
    ///
    /// The orientation is normalised first, so an authored `qpos` need not be of unit length.
    #[doc(alias = "mju_quatIntegrate")]
    #[inline]
    pub fn integrate(&mut self, vel: Vec3, dt: f64) {
        let mut axis = vel;
        let angle = dt * axis.normalize();
        *self = self.normalized() * Self::from_axis_angle(axis, angle);
    }

    /// Rate of change of the four components under the angular velocity `vel` in the parent frame: equation (3).
    #[doc(alias = "mju_derivQuat")]
    #[inline]
    pub fn deriv(self, vel: Vec3) -> [f64; 4] {
        let Self { w, x, y, z } = self;
        // order: by component of the velocity
        [
            0.5 * (-vel.x * x - vel.y * y - vel.z * z),
            0.5 * (vel.x * w + vel.y * z - vel.z * y),
            0.5 * (-vel.x * z + vel.y * w + vel.z * x),
            0.5 * (vel.x * y - vel.y * x + vel.z * w),
        ]
    }

    /// The product `self ⊗ (0, axis)`, in general not a unit quaternion.
    #[doc(alias = "mju_mulQuatAxis")]
    #[inline]
    #[must_use]
    pub fn mul_axis(self, axis: Vec3) -> Self {
        let Self { w, x, y, z } = self;
        Self::new(
            -x * axis.x - y * axis.y - z * axis.z,
            w * axis.x + y * axis.z - z * axis.y,
            w * axis.y + z * axis.x - x * axis.z,
            w * axis.z + x * axis.y - y * axis.x,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{any_quat, any_vec3, close, close_quat, close_vec3};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn log_undoes_exp_below_half_a_turn(v in any_vec3(1.7)) {
            let mut q = Quat::IDENTITY;
            q.integrate(v, 1.0);
            prop_assert!(close_vec3(q.to_vel(1.0), v, 1e-14));
            prop_assert!(close_vec3(q.to_vel(0.25), v * 4.0, 1e-13));
        }

        #[test]
        fn difference_is_what_integration_added(q in any_quat(), v in any_vec3(1.7)) {
            let mut rotated = q;
            rotated.integrate(v, 1.0);
            prop_assert!(close_vec3(rotated.sub_quat(q), v, 1e-13));
        }

        #[test]
        fn difference_takes_the_short_way(a in any_quat(), b in any_quat()) {
            let v = a.sub_quat(b);
            prop_assert!(v.norm() <= PI + 1e-14);
            let mut back = b;
            back.integrate(v, 1.0);
            prop_assert!(close_quat(back, a, 1e-14));
        }

        #[test]
        fn integration_composes_in_time(q in any_quat(), v in any_vec3(5.0), h in 0.0..0.5_f64) {
            let (mut once, mut twice) = (q, q);
            once.integrate(v, 2.0 * h);
            twice.integrate(v, h);
            twice.integrate(v, h);
            prop_assert!(close_quat(once, twice, 1e-14));
        }

        #[test]
        fn integration_normalises_first(q in any_quat(), v in any_vec3(5.0), s in 0.1..10.0_f64) {
            let mut a = q;
            let mut b = Quat::new(q.w * s, q.x * s, q.y * s, q.z * s);
            a.integrate(v, 0.1);
            b.integrate(v, 0.1);
            prop_assert!(close_quat(a, b, 1e-14));
            prop_assert!(close(b.norm(), 1.0, 1e-14));
        }

        #[test]
        fn derivative_is_the_slope_of_integration(q in any_quat(), v in any_vec3(2.0)) {
            let h = 1e-5;
            let (mut ahead, mut behind) = (q, q);
            let local = q.conj().rotate(v);
            ahead.integrate(local, h);
            behind.integrate(local, -h);
            let (ahead, behind) = (ahead.to_array(), behind.to_array());
            for (k, rate) in q.deriv(v).into_iter().enumerate() {
                prop_assert!(close(rate, (ahead[k] - behind[k]) / (2.0 * h), 1e-9));
            }
        }

        #[test]
        fn product_with_an_axis_is_the_full_product(q in any_quat(), v in any_vec3(2.0)) {
            let full = (q * Quat::new(0.0, v.x, v.y, v.z)).to_array();
            for (a, b) in q.mul_axis(v).to_array().into_iter().zip(full) {
                prop_assert!(close(a, b, 1e-15));
            }
        }
    }

    #[test]
    fn standing_still_changes_nothing() {
        let mut q = Quat::new(0.6, 0.0, 0.8, 0.0);
        q.integrate(Vec3::ZERO, 1.0);
        assert_eq!(q, Quat::new(0.6, 0.0, 0.8, 0.0));
        assert_eq!(Quat::IDENTITY.to_vel(0.5), Vec3::ZERO);
    }
}
