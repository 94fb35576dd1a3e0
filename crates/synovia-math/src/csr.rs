//! Compressed sparse rows: the pattern of a matrix whose values are stored separately.
//!
//! Row `r` has the values `mat[rowadr[r] .. rowadr[r] + rownnz[r]]`; `colind` has their columns at the same
//! positions, in increasing order. One pattern is used by many matrices: the inertia matrix, its factor, its sums
//! with damping.
#![expect(
    clippy::inline_always,
    reason = "loops are compiled for the SIMD level of their caller"
)]

use core::ops::Range;

use crate::kernel;
use crate::simd::wide;

/// The pattern of a sparse matrix.
#[derive(Clone, Copy, Debug)]
pub struct Csr<'a> {
    /// Number of nonzeros of each row.
    pub rownnz: &'a [i32],
    /// Address of the first nonzero of each row.
    pub rowadr: &'a [i32],
    /// Column of each nonzero.
    pub colind: &'a [i32],
}

impl<'a> Csr<'a> {
    /// The pattern with these arrays, in the reference's order.
    #[inline(always)]
    pub const fn new(rownnz: &'a [i32], rowadr: &'a [i32], colind: &'a [i32]) -> Self {
        Self {
            rownnz,
            rowadr,
            colind,
        }
    }

    /// Number of rows.
    #[inline(always)]
    pub const fn nrow(&self) -> usize {
        self.rownnz.len()
    }

    /// Range of the values of row `r`.
    #[inline(always)]
    pub fn range(&self, r: usize) -> Range<usize> {
        let start = self.rowadr[r] as usize;
        start..start + self.rownnz[r] as usize
    }

    /// The columns of row `r`.
    #[inline(always)]
    pub fn cols(&self, r: usize) -> &'a [i32] {
        &self.colind[self.range(r)]
    }

    /// `out ← mat · x`.
    #[doc(alias = "mju_mulMatVecSparse")]
    pub fn mul_vec(&self, out: &mut [f64], mat: &[f64], x: &[f64]) {
        wide!(simd => for (r, out) in out.iter_mut().enumerate().take(self.nrow()) {
            *out = kernel::dot_sparse_in(simd, &mat[self.range(r)], self.cols(r), x);
        });
    }

    /// `out ← matᵀ · x`; rows where `x` is zero are skipped.
    #[doc(alias = "mju_mulMatTVecSparse")]
    pub fn mul_t_vec(&self, out: &mut [f64], mat: &[f64], x: &[f64]) {
        out.fill(0.0);
        wide!(simd => for (r, &x) in x.iter().enumerate().take(self.nrow()) {
            if x != 0.0 {
                kernel::axpy_sparse_in(simd, out, x, &mat[self.range(r)], self.cols(r));
            }
        });
    }

    /// `out ← mat` as a dense matrix with `ncol` columns.
    #[doc(alias = "mju_sparse2dense")]
    pub fn to_dense(&self, out: &mut [f64], mat: &[f64], ncol: usize) {
        out.fill(0.0);
        for (r, out) in out
            .chunks_exact_mut(ncol.max(1))
            .enumerate()
            .take(self.nrow())
        {
            kernel::scatter(out, &mat[self.range(r)], self.cols(r));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::close;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn products_agree_with_the_dense_matrix(
            rows in prop::collection::vec(prop::array::uniform9(prop::option::of(-2.0..2.0_f64)), 0..12),
            x in prop::array::uniform9(-2.0..2.0_f64),
        ) {
            let (mut rownnz, mut rowadr, mut colind, mut mat) = (vec![], vec![], vec![], vec![]);
            for row in &rows {
                rowadr.push(mat.len() as i32);
                rownnz.push(row.iter().flatten().count() as i32);
                mat.extend(row.iter().flatten());
                colind.extend((0..9).filter(|&c| row[c as usize].is_some()));
            }
            let csr = Csr::new(&rownnz, &rowadr, &colind);

            let mut dense = vec![f64::NAN; 9 * rows.len()];
            csr.to_dense(&mut dense, &mat, 9);
            let want: Vec<f64> = rows.iter().flatten().map(|v| v.unwrap_or(0.0)).collect();
            prop_assert_eq!(&dense, &want);

            let mut out = vec![f64::NAN; rows.len()];
            csr.mul_vec(&mut out, &mat, &x);
            for (r, &out) in out.iter().enumerate() {
                prop_assert!(close(out, kernel::dot(&dense[9 * r..9 * r + 9], &x), 1e-14));
            }

            let y: Vec<f64> = (0..rows.len()).map(|r| r as f64 - 3.0).collect();
            let mut out = [f64::NAN; 9];
            csr.mul_t_vec(&mut out, &mat, &y);
            for (c, &out) in out.iter().enumerate() {
                let want: f64 = y.iter().enumerate().map(|(r, y)| y * dense[9 * r + c]).sum();
                prop_assert!(close(out, want, 1e-13));
            }
        }
    }
}
