//! 3×3 matrices, row-major.
#![expect(
    clippy::inline_always,
    reason = "small values stay in registers: a call would pass them through memory"
)]

use bytemuck::{Pod, Zeroable};
use core::ops::{Add, AddAssign, Index, IndexMut, Mul, Sub};

use crate::Vec3;

/// A 3×3 matrix in row-major order: a rotation, an inertia tensor, a frame whose rows are its axes.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Mat3(pub [f64; 9]);

impl Mat3 {
    /// All zeros.
    pub const ZERO: Self = Self([0.0; 9]);
    /// The identity.
    pub const IDENTITY: Self = Self([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);

    /// The diagonal matrix of `d`.
    #[inline(always)]
    pub const fn diag(d: Vec3) -> Self {
        Self([d.x, 0.0, 0.0, 0.0, d.y, 0.0, 0.0, 0.0, d.z])
    }

    /// The matrix whose columns are `a`, `b`, `c`.
    #[inline(always)]
    pub const fn from_cols(a: Vec3, b: Vec3, c: Vec3) -> Self {
        Self([a.x, b.x, c.x, a.y, b.y, c.y, a.z, b.z, c.z])
    }

    /// The matrix whose rows are `a`, `b`, `c`.
    #[inline(always)]
    pub const fn from_rows(a: Vec3, b: Vec3, c: Vec3) -> Self {
        Self([a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z])
    }

    /// Row `r`.
    #[inline(always)]
    pub fn row(&self, r: usize) -> Vec3 {
        Vec3::new(self.0[3 * r], self.0[3 * r + 1], self.0[3 * r + 2])
    }

    /// Column `c`.
    #[inline(always)]
    pub fn col(&self, c: usize) -> Vec3 {
        Vec3::new(self.0[c], self.0[3 + c], self.0[6 + c])
    }

    /// The transpose.
    #[inline(always)]
    #[must_use]
    pub const fn transpose(&self) -> Self {
        let m = &self.0;
        Self([m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]])
    }

    /// `selfᵀ · v`.
    #[inline(always)]
    pub fn transpose_mul(&self, v: Vec3) -> Vec3 {
        let m = &self.0;
        Vec3::new(
            m[0] * v.x + m[3] * v.y + m[6] * v.z,
            m[1] * v.x + m[4] * v.y + m[7] * v.z,
            m[2] * v.x + m[5] * v.y + m[8] * v.z,
        )
    }

    /// Determinant.
    pub fn det(&self) -> f64 {
        self.row(0).dot(self.row(1).cross(self.row(2)))
    }
}

impl Index<(usize, usize)> for Mat3 {
    type Output = f64;
    #[inline(always)]
    fn index(&self, (r, c): (usize, usize)) -> &f64 {
        &self.0[3 * r + c]
    }
}

impl IndexMut<(usize, usize)> for Mat3 {
    #[inline(always)]
    fn index_mut(&mut self, (r, c): (usize, usize)) -> &mut f64 {
        &mut self.0[3 * r + c]
    }
}

impl Mul<Vec3> for Mat3 {
    type Output = Vec3;
    #[inline(always)]
    fn mul(self, v: Vec3) -> Vec3 {
        let m = &self.0;
        Vec3::new(
            m[0] * v.x + m[1] * v.y + m[2] * v.z,
            m[3] * v.x + m[4] * v.y + m[5] * v.z,
            m[6] * v.x + m[7] * v.y + m[8] * v.z,
        )
    }
}

impl Mul for Mat3 {
    type Output = Self;
    #[inline(always)]
    fn mul(self, o: Self) -> Self {
        let mut out = Self::ZERO;
        for r in 0..3 {
            for c in 0..3 {
                out[(r, c)] =
                    self[(r, 0)] * o[(0, c)] + self[(r, 1)] * o[(1, c)] + self[(r, 2)] * o[(2, c)];
            }
        }
        out
    }
}

impl Mul<f64> for Mat3 {
    type Output = Self;
    #[inline(always)]
    fn mul(self, s: f64) -> Self {
        Self(self.0.map(|x| x * s))
    }
}

impl Add for Mat3 {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Self(core::array::from_fn(|k| self.0[k] + o.0[k]))
    }
}

impl AddAssign for Mat3 {
    #[inline(always)]
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}

impl Sub for Mat3 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        Self(core::array::from_fn(|k| self.0[k] - o.0[k]))
    }
}
