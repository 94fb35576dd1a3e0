//! Unit quaternions, scalar first.
#![expect(
    clippy::inline_always,
    reason = "small values stay in registers: a call would pass them through memory"
)]

use bytemuck::{Pod, Zeroable};
use core::ops::Mul;

use crate::{MIN_VAL, Mat3, Vec3, nearest};

/// Tolerance of [`Quat::unit`] for zero and for unit length.
const UNIT_EPS: f64 = 1e-14;

/// A rotation as a unit quaternion (w, x, y, z).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Quat {
    /// Scalar part, cos(angle/2).
    pub w: f64,
    /// First component of the vector part, axis·sin(angle/2).
    pub x: f64,
    /// Second component of the vector part.
    pub y: f64,
    /// Third component of the vector part.
    pub z: f64,
}

impl Default for Quat {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Quat {
    /// No rotation.
    pub const IDENTITY: Self = Self::new(1.0, 0.0, 0.0, 0.0);

    /// The quaternion (w, x, y, z), without normalisation.
    #[inline(always)]
    pub const fn new(w: f64, x: f64, y: f64, z: f64) -> Self {
        Self { w, x, y, z }
    }

    /// The components in order.
    #[inline(always)]
    pub const fn to_array(self) -> [f64; 4] {
        [self.w, self.x, self.y, self.z]
    }

    /// Vector part.
    #[inline(always)]
    pub const fn vec(self) -> Vec3 {
        Vec3::new(self.x, self.y, self.z)
    }

    /// The rotation by `angle` \[rad\] about the unit vector `axis`.
    #[inline(always)]
    pub fn from_axis_angle(axis: Vec3, angle: f64) -> Self {
        if angle == 0.0 {
            return Self::IDENTITY;
        }
        let (s, c) = nearest::sincos(angle * 0.5);
        Self::new(c, axis.x * s, axis.y * s, axis.z * s)
    }

    /// The inverse rotation.
    #[doc(alias = "mju_negQuat")]
    #[inline(always)]
    #[must_use]
    pub const fn conj(self) -> Self {
        Self::new(self.w, -self.x, -self.y, -self.z)
    }

    /// Length of the four-vector.
    #[inline(always)]
    pub fn norm(self) -> f64 {
        (self.w * self.w + self.x * self.x + self.y * self.y + self.z * self.z).sqrt()
    }

    /// Normalises the quaternion and returns its former length; one shorter than [`MIN_VAL`] becomes the identity,
    /// one within [`MIN_VAL`] of unit length is unchanged.
    #[inline(always)]
    pub fn normalize(&mut self) -> f64 {
        let norm = self.norm();
        if norm < MIN_VAL {
            *self = Self::IDENTITY;
        } else if (norm - 1.0).abs() > MIN_VAL {
            let inv = 1.0 / norm;
            *self = Self::new(self.w * inv, self.x * inv, self.y * inv, self.z * inv);
        }
        norm
    }

    /// The unit quaternion of the same rotation, with the rule of [`Quat::normalize`].
    #[inline(always)]
    #[must_use]
    pub fn normalized(mut self) -> Self {
        self.normalize();
        self
    }

    /// The unit quaternion of the same rotation, by division, as compiled models use it.
    ///
    /// It is unchanged if it is almost zero or within 1e-14 of unit length.
    #[inline]
    #[must_use]
    #[doc(alias = "mjuu_normvec")]
    pub fn unit(self) -> Self {
        let square = self.w * self.w + self.x * self.x + self.y * self.y + self.z * self.z;
        let norm = square.sqrt();
        if square < UNIT_EPS || (norm - 1.0).abs() <= UNIT_EPS {
            return self;
        }
        Self::new(self.w / norm, self.x / norm, self.y / norm, self.z / norm)
    }

    /// Rotates a vector; the zero vector and the identity are returned unchanged.
    #[inline(always)]
    pub fn rotate(self, v: Vec3) -> Vec3 {
        if v == Vec3::ZERO || self == Self::IDENTITY {
            return v;
        }
        // t = w v + u × v,  v' = v + 2 u × t
        let u = self.vec();
        let t = Vec3::new(
            self.w * v.x + u.y * v.z - u.z * v.y,
            self.w * v.y + u.z * v.x - u.x * v.z,
            self.w * v.z + u.x * v.y - u.y * v.x,
        );
        Vec3::new(
            v.x + 2.0 * (u.y * t.z - u.z * t.y),
            v.y + 2.0 * (u.z * t.x - u.x * t.z),
            v.z + 2.0 * (u.x * t.y - u.y * t.x),
        )
    }

    /// Rotation matrix of this quaternion.
    #[inline(always)]
    pub fn to_mat(self) -> Mat3 {
        if self == Self::IDENTITY {
            return Mat3::IDENTITY;
        }
        let Self { w, x, y, z } = self;
        Mat3([
            w * w + x * x - y * y - z * z,
            2.0 * (x * y - w * z),
            2.0 * (x * z + w * y),
            2.0 * (x * y + w * z),
            w * w - x * x + y * y - z * z,
            2.0 * (y * z - w * x),
            2.0 * (x * z - w * y),
            2.0 * (y * z + w * x),
            w * w - x * x - y * y + z * z,
        ])
    }
}

impl From<[f64; 4]> for Quat {
    #[inline(always)]
    fn from([w, x, y, z]: [f64; 4]) -> Self {
        Self::new(w, x, y, z)
    }
}

impl From<Quat> for [f64; 4] {
    #[inline(always)]
    fn from(q: Quat) -> Self {
        q.to_array()
    }
}

/// Composition: `a * b` rotates by `b` first, then by `a`.
impl Mul for Quat {
    type Output = Self;
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        let a = self;
        Self::new(
            a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
            a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
        )
    }
}
