//! Inertias of rigid bodies as ten numbers, about a point that need not be the centre of mass.
//!
//! A body of mass `m` with its centre of mass at `d` and the tensor `I` about it maps a motion to its momentum,
//!
//! ```text
//! ⎡ J    m[d]× ⎤ ⎡ ω ⎤
//! ⎣ m[d]×ᵀ  m  ⎦ ⎣ v ⎦ ,     J = I + m (d·d 1 − d dᵀ)                              (1)
//! ```
//!
//! and is stored as `(Jxx, Jyy, Jzz, Jxy, Jxz, Jyz, m dx, m dy, m dz, m)`. All ten are sums over the parts of a body,
//! so composite inertias are computed by addition.
#![expect(
    clippy::inline_always,
    reason = "small values stay in registers: a call would pass them through memory"
)]

use bytemuck::{Pod, Zeroable};
use core::ops::{Add, AddAssign};

use crate::{Mat3, Spatial, Vec3};

/// The inertia of a rigid body, in the order of equation (1).
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Inertia10(pub [f64; 10]);

impl Inertia10 {
    /// Zero inertia.
    pub const ZERO: Self = Self([0.0; 10]);

    /// The inertia about the origin of a body with the principal inertia `diag` along the columns of `axes` and its
    /// centre of mass at `com`: equation (1).
    #[doc(alias = "mju_inertCom")]
    #[inline(always)]
    pub fn new(mass: f64, com: Vec3, diag: Vec3, axes: &Mat3) -> Self {
        // order: I = A (diag Aᵀ), each element a row of A times a scaled row
        let rows = [axes.row(0), axes.row(1), axes.row(2)];
        let scaled = rows.map(|row| row.scale_by(diag));
        let tensor = |r: usize, c: usize| rows[r].dot(scaled[c]);
        let Vec3 { x, y, z } = com;
        Self([
            tensor(0, 0) + mass * (y * y + z * z),
            tensor(1, 1) + mass * (x * x + z * z),
            tensor(2, 2) + mass * (x * x + y * y),
            tensor(0, 1) - mass * x * y,
            tensor(0, 2) - mass * x * z,
            tensor(1, 2) - mass * y * z,
            mass * x,
            mass * y,
            mass * z,
            mass,
        ])
    }

    /// Mass.
    #[inline(always)]
    pub const fn mass(&self) -> f64 {
        self.0[9]
    }

    /// First moment of mass: mass times the position of the centre of mass.
    #[inline(always)]
    pub const fn moment(&self) -> Vec3 {
        Vec3::new(self.0[6], self.0[7], self.0[8])
    }

    /// The tensor `J` about the reference point.
    #[inline(always)]
    pub const fn tensor(&self) -> Mat3 {
        let [xx, yy, zz, xy, xz, yz, ..] = self.0;
        Mat3([xx, xy, xz, xy, yy, yz, xz, yz, zz])
    }

    /// The momentum of the body in motion `v`: equation (1).
    #[doc(alias = "mju_mulInertVec")]
    #[inline(always)]
    pub fn mul_vec(&self, v: &Spatial) -> Spatial {
        let [xx, yy, zz, xy, xz, yz, mx, my, mz, m] = self.0;
        let [wx, wy, wz, vx, vy, vz] = v.0;
        // order: the terms of each row from left to right; in the cross product ω × (m d), the middle row starts with
        // its positive term
        Spatial([
            xx * wx + xy * wy + xz * wz - mz * vy + my * vz,
            xy * wx + yy * wy + yz * wz + mz * vx - mx * vz,
            xz * wx + yz * wy + zz * wz - my * vx + mx * vy,
            mz * wy - my * wz + m * vx,
            mx * wz - mz * wx + m * vy,
            my * wx - mx * wy + m * vz,
        ])
    }
}

impl Add for Inertia10 {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Self(core::array::from_fn(|k| self.0[k] + o.0[k]))
    }
}

impl AddAssign for Inertia10 {
    #[inline(always)]
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{any_quat, any_spatial, any_vec3, close, close_spatial, close_vec3};
    use proptest::prelude::*;

    fn any_inertia() -> impl Strategy<Value = (f64, Vec3, Vec3, Mat3)> {
        let diag = prop::array::uniform3(0.1..2.0_f64).prop_map(Vec3::from);
        (
            0.1..5.0_f64,
            any_vec3(2.0),
            diag,
            any_quat().prop_map(crate::Quat::to_mat),
        )
    }

    proptest! {
        #[test]
        fn momentum_is_that_of_the_centre_of_mass(
            (mass, com, diag, axes) in any_inertia(), v in any_spatial(3.0),
        ) {
            let at_com = v.transform_motion(com, None);
            let linear = at_com.lin() * mass;
            let spin = axes * axes.transpose_mul(v.rot()).scale_by(diag);
            let want = Spatial::new(spin, linear).transform_force(-com, None);
            let got = Inertia10::new(mass, com, diag, &axes).mul_vec(&v);
            prop_assert!(close_spatial(got, want, 1e-12));
        }

        #[test]
        fn kinetic_energy_is_never_negative((mass, com, diag, axes) in any_inertia(), v in any_spatial(3.0)) {
            let inertia = Inertia10::new(mass, com, diag, &axes);
            prop_assert!(v.dot(&inertia.mul_vec(&v)) >= 0.0);
        }

        #[test]
        fn product_is_symmetric(
            (mass, com, diag, axes) in any_inertia(), a in any_spatial(3.0), b in any_spatial(3.0),
        ) {
            let inertia = Inertia10::new(mass, com, diag, &axes);
            prop_assert!(close(a.dot(&inertia.mul_vec(&b)), b.dot(&inertia.mul_vec(&a)), 1e-12));
        }

        #[test]
        fn sum_of_point_masses_is_their_definition(points in prop::collection::vec(any_vec3(2.0), 1..6)) {
            let mut sum = Inertia10::ZERO;
            for &p in &points {
                sum += Inertia10::new(0.5, p, Vec3::ZERO, &Mat3::IDENTITY);
            }
            let w = Vec3::new(0.3, -0.7, 1.1);
            let spin: Vec3 = points.iter().map(|p| p.cross(w.cross(*p)) * 0.5).fold(Vec3::ZERO, |a, b| a + b);
            prop_assert!(close_vec3(sum.tensor() * w, spin, 1e-13));
            prop_assert!(close(sum.mass(), 0.5 * points.len() as f64, 1e-15));
        }
    }
}
