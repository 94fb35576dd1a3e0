//! Three-vectors.
#![expect(
    clippy::inline_always,
    reason = "small values stay in registers: a call would pass them through memory"
)]

use bytemuck::{Pod, Zeroable};
use core::ops::{Add, AddAssign, Index, IndexMut, Mul, MulAssign, Neg, Sub, SubAssign};

use crate::MIN_VAL;

/// A vector of three numbers: a position, a direction, a force.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Vec3 {
    /// First component.
    pub x: f64,
    /// Second component.
    pub y: f64,
    /// Third component.
    pub z: f64,
}

impl Vec3 {
    /// The origin.
    pub const ZERO: Self = Self::new(0.0, 0.0, 0.0);
    /// First axis.
    pub const X: Self = Self::new(1.0, 0.0, 0.0);
    /// Second axis.
    pub const Y: Self = Self::new(0.0, 1.0, 0.0);
    /// Third axis.
    pub const Z: Self = Self::new(0.0, 0.0, 1.0);

    /// The vector (x, y, z).
    #[inline(always)]
    pub const fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }

    /// The vector (s, s, s).
    #[inline(always)]
    pub const fn splat(s: f64) -> Self {
        Self::new(s, s, s)
    }

    /// The components in order.
    #[inline(always)]
    pub const fn to_array(self) -> [f64; 3] {
        [self.x, self.y, self.z]
    }

    /// Inner product.
    #[inline(always)]
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// Cross product `self × other`.
    #[inline(always)]
    #[must_use]
    pub fn cross(self, other: Self) -> Self {
        Self::new(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }

    /// Euclidean length.
    #[inline(always)]
    pub fn norm(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// Euclidean length, squared.
    #[inline(always)]
    pub fn norm_squared(self) -> f64 {
        self.dot(self)
    }

    /// Distance between two points.
    #[inline(always)]
    pub fn distance(self, other: Self) -> f64 {
        (self - other).norm()
    }

    /// Normalises the vector and returns its former length; a vector shorter than [`MIN_VAL`] becomes (1, 0, 0).
    #[inline(always)]
    pub fn normalize(&mut self) -> f64 {
        let norm = self.norm();
        if norm < MIN_VAL {
            *self = Self::X;
        } else {
            *self *= 1.0 / norm;
        }
        norm
    }

    /// The unit vector of the same direction, with the rule of [`Vec3::normalize`].
    #[inline(always)]
    #[must_use]
    pub fn normalized(mut self) -> Self {
        self.normalize();
        self
    }

    /// Component-wise product.
    #[inline(always)]
    #[must_use]
    pub fn scale_by(self, other: Self) -> Self {
        Self::new(self.x * other.x, self.y * other.y, self.z * other.z)
    }

    /// Component-wise minimum.
    #[inline(always)]
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        Self::new(
            self.x.min(other.x),
            self.y.min(other.y),
            self.z.min(other.z),
        )
    }

    /// Component-wise maximum.
    #[inline(always)]
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self::new(
            self.x.max(other.x),
            self.y.max(other.y),
            self.z.max(other.z),
        )
    }

    /// Component-wise absolute value.
    #[inline(always)]
    #[must_use]
    pub fn abs(self) -> Self {
        Self::new(self.x.abs(), self.y.abs(), self.z.abs())
    }

    /// True if no component is infinite or NaN.
    #[inline(always)]
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite() && self.z.is_finite()
    }
}

impl From<[f64; 3]> for Vec3 {
    #[inline(always)]
    fn from([x, y, z]: [f64; 3]) -> Self {
        Self::new(x, y, z)
    }
}

impl From<Vec3> for [f64; 3] {
    #[inline(always)]
    fn from(v: Vec3) -> Self {
        v.to_array()
    }
}

impl Index<usize> for Vec3 {
    type Output = f64;
    #[inline(always)]
    fn index(&self, k: usize) -> &f64 {
        let flat: &[f64; 3] = bytemuck::must_cast_ref(self);
        &flat[k]
    }
}

impl IndexMut<usize> for Vec3 {
    #[inline(always)]
    fn index_mut(&mut self, k: usize) -> &mut f64 {
        let flat: &mut [f64; 3] = bytemuck::must_cast_mut(self);
        &mut flat[k]
    }
}

impl Add for Vec3 {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Self::new(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}

impl AddAssign for Vec3 {
    #[inline(always)]
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}

impl Sub for Vec3 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        Self::new(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}

impl SubAssign for Vec3 {
    #[inline(always)]
    fn sub_assign(&mut self, o: Self) {
        *self = *self - o;
    }
}

impl Mul<f64> for Vec3 {
    type Output = Self;
    #[inline(always)]
    fn mul(self, s: f64) -> Self {
        Self::new(self.x * s, self.y * s, self.z * s)
    }
}

impl Mul<Vec3> for f64 {
    type Output = Vec3;
    #[inline(always)]
    fn mul(self, v: Vec3) -> Vec3 {
        v * self
    }
}

impl MulAssign<f64> for Vec3 {
    #[inline(always)]
    fn mul_assign(&mut self, s: f64) {
        *self = *self * s;
    }
}

impl Neg for Vec3 {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y, -self.z)
    }
}
