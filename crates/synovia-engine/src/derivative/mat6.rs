//! 6×6 matrices: the dependence of the force on a body on its motion.

use bytemuck::{Pod, Zeroable};
use synovia_math::{Mat3, Spatial, Vec3};

/// A 6×6 matrix in row-major order; rows are a torque and a force, columns an angular and a linear velocity.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Mat6(pub [Spatial; 6]);

impl Mat6 {
    /// All zeros.
    pub const ZERO: Self = Self([Spatial::ZERO; 6]);

    /// The matrix of the linear map `f`.
    #[inline]
    pub fn from_map(f: impl Fn(&Spatial) -> Spatial) -> Self {
        let mut out = Self::ZERO;
        // columns are the images of unit vectors
        for c in 0..6 {
            let mut unit = Spatial::ZERO;
            unit[c] = 1.0;
            let column = f(&unit);
            for r in 0..6 {
                out.0[r][c] = column[r];
            }
        }
        out
    }

    /// Adds a 3×3 block; `row` and `col` are 0 for rotation and 1 for translation.
    #[inline]
    pub fn add_block(&mut self, row: usize, col: usize, block: &Mat3) {
        for r in 0..3 {
            for c in 0..3 {
                self.0[3 * row + r][3 * col + c] += block.0[3 * r + c];
            }
        }
    }

    /// Matrix times vector.
    #[inline]
    pub fn mul_vec(&self, x: &Spatial) -> Spatial {
        Spatial(core::array::from_fn(|r| self.0[r].dot(x)))
    }

    /// Transposed matrix times vector.
    #[inline]
    pub fn transpose_mul(&self, x: &Spatial) -> Spatial {
        let mut out = Spatial::ZERO;
        for r in 0..6 {
            out += self.0[r] * x[r];
        }
        out
    }

    /// The mean of the matrix and its transpose.
    #[must_use]
    pub fn symmetrized(&self) -> Self {
        let mean = |r: usize, c: usize| 0.5 * (self.0[r][c] + self.0[c][r]);
        Self(core::array::from_fn(|r| {
            Spatial(core::array::from_fn(|c| mean(r, c)))
        }))
    }

    /// The same dependence in world axes about a reference point at `−shift` from here, where the matrix is given in the
    /// axes that are the columns of `axes`.
    #[must_use]
    pub fn moved(&self, shift: Vec3, axes: &Mat3) -> Self {
        // move and rotate the motion, apply, then rotate and move the force back
        Self::from_map(|motion| {
            let local = self.mul_vec(&motion.transform_motion(shift, Some(axes)));
            let (torque, force) = (*axes * local.rot(), *axes * local.lin());
            Spatial::new(torque, force).transform_force(-shift, None)
        })
    }
}

impl core::ops::AddAssign for Mat6 {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a += b;
        }
    }
}

impl core::ops::SubAssign for Mat6 {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a -= b;
        }
    }
}
