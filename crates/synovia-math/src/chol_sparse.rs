//! Sparse Cholesky factors from the last row to the first: `H = LᵀL`.
//!
//! Matrices over the degrees of freedom of a forest have their dense rows at the leaves, which come last; eliminating
//! these first creates few new elements. With rows kept in lower triangles, the diagonal last,
//!
//! ```text
//! L_rr = √(H_rr − Σ L_cr²),     L_rj = (H_rj − Σ L_cr L_cj) / L_rr     c > r, L_cr ≠ 0     (1)
//! ```
//!
//! Where `L` has elements depends on the pattern of `H` alone. Let the parent of `c` be the largest column left of the
//! diagonal in row `c` of `L`: then column `r` of `L` has elements at each `i` with `H_ir ≠ 0` and at all ancestors of `i`
//! that are larger than `r`. Davis, *Direct Methods for Sparse Linear Systems* (2006), chapter 4.
//!
//! A rank-one change passes from the last row it touches to the first by rotations,
//!
//! ```text
//! r² = L_kk² ± x_k²,   c = L_kk / r,   s = x_k / r:     L_kj ← c L_kj ± s x_j,   x_j ← c x_j − s L_kj     (2)
//! ```

use crate::chol::RankOne;
use crate::simd::wide;
use crate::{Csr, MIN_VAL, kernel};

/// The pattern of a factor, and the room in which its values are computed.
///
/// It keeps its memory from one [`SparseChol::analyze`] to the next. The values are the caller's, so that several factors
/// can share one pattern.
#[derive(Clone, Debug, Default)]
pub struct SparseChol {
    rownnz: Vec<i32>,
    rowadr: Vec<i32>,
    colind: Vec<i32>,
    /// The elements of each column below the diagonal: where column `r` starts, last column first.
    column: Vec<usize>,
    /// The row and the address of each of them.
    below: Vec<(i32, i32)>,
    /// The upper triangle of the pattern of `H`: where row `r` starts, and the columns.
    upper_adr: Vec<usize>,
    upper: Vec<i32>,
    parent: Vec<i32>,
    mark: Vec<i32>,
    dense: Vec<f64>,
}

impl SparseChol {
    /// An empty pattern.
    pub fn new() -> Self {
        Self::default()
    }

    /// The pattern of the factor.
    #[inline]
    pub fn pattern(&self) -> Csr<'_> {
        Csr::new(&self.rownnz, &self.rowadr, &self.colind)
    }

    /// Number of elements of the factor.
    #[inline]
    pub fn nnz(&self) -> usize {
        self.colind.len()
    }

    /// Finds the pattern of the factor of a matrix whose lower triangle has the pattern `h`; returns its size.
    #[doc(alias = "mju_cholFactorSymbolic")]
    pub fn analyze(&mut self, h: Csr<'_>) -> usize {
        let n = h.nrow();
        self.transpose(h);
        refill(&mut self.parent, n, -1);
        refill(&mut self.mark, n, -1);
        refill(&mut self.rownnz, n, 1);
        refill(&mut self.column, n + 1, 0);
        refill(&mut self.dense, n, 0.0);
        self.below.clear();

        // columns from the last to the first: from each element of H up to the first ancestor already seen
        for r in (0..n).rev() {
            self.column[r + 1] = self.below.len();
            self.mark[r] = r as i32;
            for &first in &self.upper[self.upper_adr[r]..self.upper_adr[r + 1]] {
                let mut i = first as usize;
                while self.mark[i] != r as i32 {
                    if self.parent[i] < 0 {
                        self.parent[i] = r as i32;
                    }
                    self.mark[i] = r as i32;
                    self.rownnz[i] += 1;
                    self.below.push((i as i32, 0));
                    i = self.parent[i] as usize;
                }
            }
        }
        self.column[0] = self.below.len();

        // rows: a cursor stands on the diagonal of each and moves left as the columns take their turn
        self.rowadr.clear();
        let mut adr = 0;
        for (cursor, &nnz) in self.mark.iter_mut().zip(&self.rownnz) {
            self.rowadr.push(adr);
            adr += nnz;
            *cursor = adr - 1;
        }
        refill(&mut self.colind, adr as usize, 0);
        for r in (0..n).rev() {
            self.colind[self.mark[r] as usize] = r as i32;
            for (i, adr) in &mut self.below[self.column[r + 1]..self.column[r]] {
                let cursor = &mut self.mark[*i as usize];
                *cursor -= 1;
                *adr = *cursor;
                self.colind[*adr as usize] = r as i32;
            }
        }
        self.nnz()
    }

    /// The strict upper triangle of the pattern of `H`, from its lower one.
    fn transpose(&mut self, h: Csr<'_>) {
        let n = h.nrow();
        refill(&mut self.upper_adr, n + 1, 0);
        let strict = |r: usize| h.cols(r).iter().filter(move |&&c| (c as usize) < r);
        for r in 0..n {
            for &c in strict(r) {
                self.upper_adr[c as usize + 1] += 1;
            }
        }
        for r in 0..n {
            self.upper_adr[r + 1] += self.upper_adr[r];
        }
        refill(&mut self.upper, self.upper_adr[n], 0);
        refill(&mut self.mark, n, 0);
        for r in 0..n {
            for &c in strict(r) {
                let c = c as usize;
                self.upper[self.upper_adr[c] + self.mark[c] as usize] = r as i32;
                self.mark[c] += 1;
            }
        }
    }

    /// Fills `l` with the factor of `H`, equation (1), and returns the rank; the pattern is that last analysed.
    ///
    /// A pivot below `min_diag` counts as `min_diag` and lowers the rank by one.
    #[doc(alias = "mju_cholFactorNumeric")]
    pub fn factor(&mut self, l: &mut [f64], h_val: &[f64], h: Csr<'_>, min_diag: f64) -> usize {
        let n = self.rownnz.len();
        let pattern = Csr::new(&self.rownnz, &self.rowadr, &self.colind);
        let dense = &mut self.dense[..];
        wide!(simd => {
            let mut rank = n;
            for r in (0..n).rev() {
                kernel::scatter(dense, &h_val[h.range(r)], h.cols(r));

                // order: the rows below in the order in which the analysis met them
                for &(c, adr) in &self.below[self.column[r + 1]..self.column[r]] {
                    let row = pattern.rowadr[c as usize] as usize..=adr as usize;
                    let (val, ind) = (&l[row.clone()], &pattern.colind[row]);
                    kernel::axpy_sparse_in(simd, dense, -l[adr as usize], val, ind);
                }

                let mut pivot = dense[r];
                if pivot < min_diag {
                    pivot = min_diag;
                    rank -= 1;
                }
                let diag = pivot.sqrt();
                let inv = 1.0 / diag;

                // take the row out of the dense one and leave zeros
                let range = pattern.range(r);
                for (l, &j) in l[range.clone()].iter_mut().zip(&pattern.colind[range.clone()]) {
                    *l = dense[j as usize] * inv;
                    dense[j as usize] = 0.0;
                }
                l[range.end - 1] = diag;
            }
            rank
        })
    }

    /// `x ← H⁻¹ x`, for the factor `l` of `H`.
    #[doc(alias = "mju_cholSolveSparse")]
    pub fn solve(&self, x: &mut [f64], l: &[f64]) {
        let pattern = self.pattern();
        let n = pattern.nrow();

        wide!(simd => {
            // x ← L⁻ᵀ x; zeros contribute nothing
            for i in (0..n).rev() {
                if x[i] == 0.0 {
                    continue;
                }
                let range = pattern.range(i);
                if let Some((diag, row)) = l[range.clone()].split_last() {
                    x[i] /= diag;
                    let cols = &pattern.colind[range][..row.len()];
                    kernel::axpy_sparse_in(simd, x, -x[i], row, cols);
                }
            }

            // x ← L⁻¹ x
            for i in 0..n {
                let range = pattern.range(i);
                if let Some((diag, row)) = l[range.clone()].split_last() {
                    let cols = &pattern.colind[range][..row.len()];
                    x[i] = (x[i] - kernel::dot_sparse_in(simd, row, cols, x)) / diag;
                }
            }
        });
    }

    /// Changes the factor of `H` to the factor of `H ± x xᵀ`, equation (2), and returns the rank.
    ///
    /// The vector is sparse, its indices increase, and its pattern is one that `H` has already: a row of the Jacobian that
    /// `H` was made with. A squared pivot below [`MIN_VAL`] counts as `MIN_VAL` and lowers the rank by one.
    #[doc(alias = "mju_cholUpdateSparse")]
    pub fn update(&mut self, l: &mut [f64], val: &[f64], ind: &[i32], change: RankOne) -> usize {
        let n = self.rownnz.len();
        let Some(&last) = ind.last() else { return n };
        let pattern = Csr::new(&self.rownnz, &self.rowadr, &self.colind);
        let x = &mut self.dense[..];
        kernel::scatter(x, val, ind);

        let sign = change.sign();
        wide!(simd => {
        let mut rank = n;
        for k in (0..=last as usize).rev() {
            let x_k = x[k];
            if x_k == 0.0 {
                continue;
            }
            x[k] = 0.0;
            let range = pattern.range(k);
            let Some((diag, row)) = l[range.clone()].split_last_mut() else {
                continue;
            };

            let mut squared = *diag * *diag + sign * (x_k * x_k);
            if squared < MIN_VAL {
                squared = MIN_VAL;
                rank -= 1;
            }
            let r = squared.sqrt();
            let (c, s) = (*diag / r, x_k / r);
            *diag = r;
            kernel::rotate_sparse_in(simd, row, x, &pattern.colind[range], c, s, sign * s);
        }
        rank
        })
    }
}

/// `n` times `value`, in memory that is kept.
pub fn refill<T: Clone>(vec: &mut Vec<T>, n: usize, value: T) {
    vec.clear();
    vec.resize(n, value);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::close;
    use crate::{chol, kernel};
    use proptest::prelude::*;

    /// A sparse positive definite matrix `H = Σ x xᵀ + diagonal`, and the vectors it was made of.
    #[derive(Clone, Debug)]
    struct Sparse {
        n: usize,
        rownnz: Vec<i32>,
        rowadr: Vec<i32>,
        colind: Vec<i32>,
        val: Vec<f64>,
        dense: Vec<f64>,
        parts: Vec<(Vec<i32>, Vec<f64>)>,
    }

    impl Sparse {
        fn new(n: usize, parts: Vec<(Vec<i32>, Vec<f64>)>) -> Self {
            let mut dense = vec![0.0; n * n];
            for k in 0..n {
                dense[k * n + k] = 1.0 + 0.1 * k as f64;
            }
            for (ind, val) in &parts {
                for (&i, a) in ind.iter().zip(val) {
                    for (&j, b) in ind.iter().zip(val) {
                        dense[i as usize * n + j as usize] += a * b;
                    }
                }
            }
            let (mut rownnz, mut rowadr, mut colind, mut val) = (vec![], vec![], vec![], vec![]);
            for r in 0..n {
                rowadr.push(colind.len() as i32);
                for c in 0..=r {
                    if dense[r * n + c] != 0.0 {
                        colind.push(c as i32);
                        val.push(dense[r * n + c]);
                    }
                }
                rownnz.push(colind.len() as i32 - rowadr[r]);
                // rows need not be neighbours
                colind.push(-1);
                val.push(f64::NAN);
            }
            Self {
                n,
                rownnz,
                rowadr,
                colind,
                val,
                dense,
                parts,
            }
        }

        fn pattern(&self) -> Csr<'_> {
            Csr::new(&self.rownnz, &self.rowadr, &self.colind)
        }

        fn factored(&self) -> (SparseChol, Vec<f64>) {
            let mut chol = SparseChol::new();
            let mut l = vec![f64::NAN; chol.analyze(self.pattern())];
            assert_eq!(
                chol.factor(&mut l, &self.val, self.pattern(), 1e-15),
                self.n
            );
            (chol, l)
        }
    }

    fn any_sparse() -> impl Strategy<Value = Sparse> {
        (1..30_usize).prop_flat_map(|n| {
            let part = prop::collection::btree_map(0..n as i32, 0.1..1.0_f64, 0..5);
            prop::collection::vec(part, 0..12).prop_map(move |parts| {
                Sparse::new(
                    n,
                    parts.into_iter().map(|p| p.into_iter().unzip()).collect(),
                )
            })
        })
    }

    /// `LᵀL` as a dense matrix.
    fn squared(chol: &SparseChol, l: &[f64], n: usize) -> Vec<f64> {
        let mut lower = vec![0.0; n * n];
        chol.pattern().to_dense(&mut lower, l, n);
        let at = |r: usize, c: usize| (0..n).map(|k| lower[k * n + r] * lower[k * n + c]).sum();
        (0..n * n).map(|k| at(k / n, k % n)).collect()
    }

    proptest! {
        #[test]
        fn factor_multiplies_back(h in any_sparse()) {
            let (chol, l) = h.factored();
            for (got, want) in squared(&chol, &l, h.n).iter().zip(&h.dense) {
                prop_assert!(close(*got, *want, 1e-13));
            }
        }

        #[test]
        fn pattern_is_a_lower_triangle_without_superfluous_elements(h in any_sparse()) {
            let (chol, l) = h.factored();
            let pattern = chol.pattern();
            for r in 0..h.n {
                let cols = pattern.cols(r);
                prop_assert!(cols.is_sorted_by(|a, b| a < b));
                prop_assert_eq!(cols.last().copied(), Some(r as i32));
            }
            // all values of H but the diagonal have one sign, so nothing cancels: what is in the pattern is not zero
            // unless the sum of a fill-in happens to vanish
            let zeros = l.iter().filter(|l| **l == 0.0).count();
            prop_assert_eq!(zeros, 0);
        }

        #[test]
        fn solution_agrees_with_dense_cholesky(h in any_sparse()) {
            let (chol, l) = h.factored();
            let mut x: Vec<f64> = (0..h.n).map(|k| if k % 3 == 1 { 0.0 } else { k as f64 - 5.0 }).collect();
            let mut want = x.clone();
            chol.solve(&mut x, &l);
            let mut dense = h.dense.clone();
            chol::factor(&mut dense, h.n, 1e-15);
            chol::solve(&mut want, &dense);
            for (x, want) in x.iter().zip(&want) {
                prop_assert!(close(*x, *want, 1e-12));
            }
        }

        #[test]
        fn removing_a_part_and_adding_it_again(h in any_sparse(), pick in any::<prop::sample::Index>()) {
            prop_assume!(!h.parts.is_empty());
            let (mut chol, l) = h.factored();
            let (ind, val) = &h.parts[pick.index(h.parts.len())];

            let mut less = l.clone();
            prop_assert_eq!(chol.update(&mut less, val, ind, RankOne::Remove), h.n);
            let mut want = h.dense.clone();
            for (&i, a) in ind.iter().zip(val) {
                for (&j, b) in ind.iter().zip(val) {
                    want[i as usize * h.n + j as usize] -= a * b;
                }
            }
            for (got, want) in squared(&chol, &less, h.n).iter().zip(&want) {
                prop_assert!(close(*got, *want, 1e-12));
            }

            prop_assert_eq!(chol.update(&mut less, val, ind, RankOne::Add), h.n);
            for (got, want) in less.iter().zip(&l) {
                prop_assert!(close(*got, *want, 1e-12));
            }

            // the room is left clean for the next factor
            let mut again = vec![f64::NAN; l.len()];
            chol.factor(&mut again, &h.val, h.pattern(), 1e-15);
            prop_assert_eq!(again, l);
        }
    }

    #[test]
    fn small_pivots_are_raised_and_counted() {
        let (rownnz, rowadr, colind) = ([1, 2], [0, 1], [0, 0, 1]);
        let h = Csr::new(&rownnz, &rowadr, &colind);
        let mut chol = SparseChol::new();
        let mut l = vec![0.0; chol.analyze(h)];
        assert_eq!(chol.factor(&mut l, &[1.0, 1.0, 1.0], h, 1e-4), 1);
        assert_eq!(l[0], 1e-2);
        assert_eq!(kernel::sum(&chol.dense), 0.0);
    }
}
