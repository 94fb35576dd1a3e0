//! Poses: position and orientation of a frame.
//!
//! A pose `T = (p, q)` maps points of its frame to the parent frame, and poses compose as maps do:
//!
//! ```text
//! T x = p + q x q*                                                                  (1)
//! T₁ T₂ = (p₁ + q₁ p₂ q₁*, q₁ ⊗ q₂)                                                 (2)
//! T⁻¹ = (−q* p q, q*)                                                               (3)
//! ```

use bytemuck::{Pod, Zeroable};
use core::ops::Mul;

use crate::{Quat, Vec3};

/// A rigid transform: a rotation followed by a translation.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Pose {
    /// Origin of the frame, in the parent frame.
    pub pos: Vec3,
    /// Orientation of the frame.
    pub quat: Quat,
}

impl Pose {
    /// No displacement.
    pub const IDENTITY: Self = Self::new(Vec3::ZERO, Quat::IDENTITY);

    /// The pose of a frame at `pos` with orientation `quat`.
    #[inline]
    pub const fn new(pos: Vec3, quat: Quat) -> Self {
        Self { pos, quat }
    }

    /// The pose of `inner`, given in this frame, as seen from the parent: equation (2), normalised.
    #[doc(alias = "mju_mulPose")]
    #[inline]
    #[must_use]
    pub fn compose(&self, inner: &Self) -> Self {
        Self {
            pos: self.transform(inner.pos),
            quat: (self.quat * inner.quat).normalized(),
        }
    }

    /// The pose of the parent as seen from this frame: equation (3).
    #[doc(alias = "mju_negPose")]
    #[inline]
    #[must_use]
    pub fn inverse(&self) -> Self {
        let quat = self.quat.conj();
        Self {
            pos: -quat.rotate(self.pos),
            quat,
        }
    }

    /// A point of this frame, in the parent frame: equation (1).
    #[doc(alias = "mju_trnVecPose")]
    #[inline]
    pub fn transform(&self, point: Vec3) -> Vec3 {
        self.quat.rotate(point) + self.pos
    }
}

/// Composition, see [`Pose::compose`].
impl Mul for Pose {
    type Output = Self;
    #[inline]
    fn mul(self, inner: Self) -> Self {
        self.compose(&inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{any_quat, any_vec3, close_quat, close_vec3};
    use proptest::prelude::*;

    fn any_pose() -> impl Strategy<Value = Pose> {
        (any_vec3(3.0), any_quat()).prop_map(|(pos, quat)| Pose { pos, quat })
    }

    proptest! {
        #[test]
        fn composition_is_one_map_after_the_other(a in any_pose(), b in any_pose(), x in any_vec3(3.0)) {
            let at_once = (a * b).transform(x);
            prop_assert!(close_vec3(at_once, a.transform(b.transform(x)), 1e-13));
        }

        #[test]
        fn transform_agrees_with_the_matrix(a in any_pose(), x in any_vec3(3.0)) {
            prop_assert!(close_vec3(a.transform(x), a.quat.to_mat() * x + a.pos, 1e-14));
        }

        #[test]
        fn inverse_undoes(a in any_pose(), x in any_vec3(3.0)) {
            prop_assert!(close_vec3(a.inverse().transform(a.transform(x)), x, 1e-13));
            let nothing = a * a.inverse();
            prop_assert!(close_vec3(nothing.pos, Vec3::ZERO, 1e-13));
            prop_assert!(close_quat(nothing.quat, Quat::IDENTITY, 1e-14));
        }
    }
}
