//! Spatial vectors: motions and forces with six components, rotation first.
//!
//! A motion `(ω, v)` consists of the angular velocity and the velocity of the body point at the reference point; a
//! force `(τ, f)` of the moment about that point and the force. Their scalar product is power. A motion `m` acts on
//! both by
//!
//! ```text
//! m × (ω₂, v₂)  = (ω × ω₂,  ω × v₂ + v × ω₂)                                       (1)
//! m ×* (τ, f)   = (ω × τ + v × f,  ω × f)                                          (2)
//! ```
//!
//! and moving the reference point by `d` changes
//!
//! ```text
//! (ω, v) → (ω, v − d × ω),     (τ, f) → (τ − d × f, f)                             (3)
//! ```
//!
//! Featherstone, *Rigid Body Dynamics Algorithms* (2008), chapter 2.
#![expect(
    clippy::inline_always,
    reason = "small values stay in registers: a call would pass them through memory"
)]

use bytemuck::{Pod, Zeroable};
use core::ops::{Add, AddAssign, Index, IndexMut, Mul, MulAssign, Neg, Sub, SubAssign};

use crate::{Mat3, Vec3};

/// A motion or force vector: three rotational components, then three translational ones.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Spatial(pub [f64; 6]);

impl Spatial {
    /// All zeros.
    pub const ZERO: Self = Self([0.0; 6]);

    /// The vector with the rotational part `rot` and the translational part `lin`.
    #[inline(always)]
    pub const fn new(rot: Vec3, lin: Vec3) -> Self {
        Self([rot.x, rot.y, rot.z, lin.x, lin.y, lin.z])
    }

    /// Rotational part: angular velocity, or moment.
    #[inline(always)]
    pub const fn rot(&self) -> Vec3 {
        Vec3::new(self.0[0], self.0[1], self.0[2])
    }

    /// Translational part: velocity, or force.
    #[inline(always)]
    pub const fn lin(&self) -> Vec3 {
        Vec3::new(self.0[3], self.0[4], self.0[5])
    }

    /// The motion of unit angular velocity about `axis`, where the reference point is `offset` away from the axis.
    #[doc(alias = "mju_dofCom")]
    #[inline(always)]
    pub fn hinge(axis: Vec3, offset: Vec3) -> Self {
        Self::new(axis, axis.cross(offset))
    }

    /// The motion of unit velocity along `axis`.
    #[doc(alias = "mju_dofCom")]
    #[inline(always)]
    pub const fn slide(axis: Vec3) -> Self {
        Self::new(Vec3::ZERO, axis)
    }

    /// Scalar product: the power of a force along a motion.
    #[doc(alias = "mji_dot6")]
    #[inline(always)]
    pub fn dot(&self, other: &Self) -> f64 {
        let p: [f64; 6] = core::array::from_fn(|k| self.0[k] * other.0[k]);
        // order: that of the vector kernels: four lanes in two pairs, then the rest
        ((p[0] + p[2]) + (p[1] + p[3])) + (p[4] + p[5])
    }

    /// Rate of change of the motion `other` carried along by this motion: equation (1).
    #[doc(alias = "mju_crossMotion")]
    #[inline(always)]
    #[must_use]
    pub fn cross_motion(&self, other: &Self) -> Self {
        let (w, v) = (self.rot(), self.lin());
        // order: rotation of the translational part first
        let lin = w.cross(other.lin()) + v.cross(other.rot());
        Self::new(w.cross(other.rot()), lin)
    }

    /// Rate of change of the force `force` carried along by this motion: equation (2).
    #[doc(alias = "mju_crossForce")]
    #[inline(always)]
    #[must_use]
    pub fn cross_force(&self, force: &Self) -> Self {
        let (w, v) = (self.rot(), self.lin());
        // order: rotation of the moment first
        let rot = w.cross(force.rot()) + v.cross(force.lin());
        Self::new(rot, w.cross(force.lin()))
    }

    /// This motion about a reference point moved by `shift`, equation (3), in axes rotated by `new_axes`.
    ///
    /// The columns of `new_axes` are the new axes in the old frame; `None` keeps the old ones.
    #[doc(alias = "mju_transformSpatial")]
    #[inline(always)]
    #[must_use]
    pub fn transform_motion(&self, shift: Vec3, new_axes: Option<&Mat3>) -> Self {
        Self::new(self.rot(), self.lin() - shift.cross(self.rot())).in_axes(new_axes)
    }

    /// This force about a reference point moved by `shift`, equation (3), in axes rotated by `new_axes`.
    ///
    /// The columns of `new_axes` are the new axes in the old frame; `None` keeps the old ones.
    #[doc(alias = "mju_transformSpatial")]
    #[inline(always)]
    #[must_use]
    pub fn transform_force(&self, shift: Vec3, new_axes: Option<&Mat3>) -> Self {
        Self::new(self.rot() - shift.cross(self.lin()), self.lin()).in_axes(new_axes)
    }

    /// Expresses both parts in other axes.
    #[inline(always)]
    fn in_axes(self, new_axes: Option<&Mat3>) -> Self {
        match new_axes {
            Some(axes) => Self::new(
                axes.transpose_mul(self.rot()),
                axes.transpose_mul(self.lin()),
            ),
            None => self,
        }
    }

    /// The sum of `dofs[k] · speeds[k]`: the motion of several degrees of freedom together.
    #[doc(alias = "mju_mulDofVec")]
    #[inline(always)]
    pub fn combine(dofs: &[Self], speeds: &[f64]) -> Self {
        // order: a single product is returned as it is; several are added to zero, and a dof at rest adds nothing
        if let ([dof], [speed]) = (dofs, speeds) {
            return *dof * *speed;
        }
        let mut sum = Self::ZERO;
        for (dof, &speed) in dofs.iter().zip(speeds) {
            if speed != 0.0 {
                sum += *dof * speed;
            }
        }
        sum
    }
}

impl From<[f64; 6]> for Spatial {
    #[inline(always)]
    fn from(v: [f64; 6]) -> Self {
        Self(v)
    }
}

impl From<Spatial> for [f64; 6] {
    #[inline(always)]
    fn from(v: Spatial) -> Self {
        v.0
    }
}

impl Index<usize> for Spatial {
    type Output = f64;
    #[inline(always)]
    fn index(&self, k: usize) -> &f64 {
        &self.0[k]
    }
}

impl IndexMut<usize> for Spatial {
    #[inline(always)]
    fn index_mut(&mut self, k: usize) -> &mut f64 {
        &mut self.0[k]
    }
}

impl Add for Spatial {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Self(core::array::from_fn(|k| self.0[k] + o.0[k]))
    }
}

impl AddAssign for Spatial {
    #[inline(always)]
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}

impl Sub for Spatial {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        Self(core::array::from_fn(|k| self.0[k] - o.0[k]))
    }
}

impl SubAssign for Spatial {
    #[inline(always)]
    fn sub_assign(&mut self, o: Self) {
        *self = *self - o;
    }
}

impl Mul<f64> for Spatial {
    type Output = Self;
    #[inline(always)]
    fn mul(self, s: f64) -> Self {
        Self(self.0.map(|x| x * s))
    }
}

impl MulAssign<f64> for Spatial {
    #[inline(always)]
    fn mul_assign(&mut self, s: f64) {
        *self = *self * s;
    }
}

impl Neg for Spatial {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.0.map(|x| -x))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{any_quat, any_spatial, any_vec3, close, close_spatial};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn motions_form_a_lie_algebra(a in any_spatial(3.0), b in any_spatial(3.0), c in any_spatial(3.0)) {
            prop_assert!(close_spatial(a.cross_motion(&b), -b.cross_motion(&a), 1e-14));
            prop_assert!(close_spatial(a.cross_motion(&a), Spatial::ZERO, 1e-14));
            // Jacobi: a×(b×c) + b×(c×a) + c×(a×b) = 0
            let sum = a.cross_motion(&b.cross_motion(&c))
                + b.cross_motion(&c.cross_motion(&a))
                + c.cross_motion(&a.cross_motion(&b));
            prop_assert!(close_spatial(sum, Spatial::ZERO, 1e-12));
        }

        #[test]
        fn force_product_is_dual_to_the_motion_product(
            m in any_spatial(3.0), n in any_spatial(3.0), f in any_spatial(3.0),
        ) {
            prop_assert!(close(m.cross_force(&f).dot(&n), -f.dot(&m.cross_motion(&n)), 1e-13));
        }

        #[test]
        fn power_does_not_depend_on_the_frame(
            m in any_spatial(3.0), f in any_spatial(3.0), d in any_vec3(2.0), q in any_quat(),
        ) {
            let axes = q.to_mat();
            let (n, g) = (m.transform_motion(d, Some(&axes)), f.transform_force(d, Some(&axes)));
            prop_assert!(close(n.dot(&g), m.dot(&f), 1e-12));
        }

        #[test]
        fn motion_gives_the_velocity_of_its_new_point(m in any_spatial(3.0), d in any_vec3(2.0)) {
            let moved = m.transform_motion(d, None);
            let want = Spatial::new(m.rot(), m.lin() + m.rot().cross(d));
            prop_assert!(close_spatial(moved, want, 1e-14));
        }

        #[test]
        fn hinge_leaves_its_axis_at_rest(axis in any_vec3(1.0), offset in any_vec3(2.0)) {
            let moved = Spatial::hinge(axis, offset).transform_motion(-offset, None);
            prop_assert!(close_spatial(moved, Spatial::new(axis, Vec3::ZERO), 1e-14));
        }

        #[test]
        fn combination_is_the_matrix_product(dofs in prop::collection::vec(any_spatial(2.0), 0..6)) {
            let speeds: Vec<f64> = (0..dofs.len()).map(|k| k as f64 - 2.0).collect();
            let got = Spatial::combine(&dofs, &speeds);
            for r in 0..6 {
                let want: f64 = dofs.iter().zip(&speeds).map(|(d, s)| d[r] * s).sum();
                prop_assert!(close(got[r], want, 1e-14));
            }
        }
    }
}
