//! Sparse Cholesky factors from the last row to the first: `H = LᵀL`.
//!
//! Matrices over the degrees of freedom of a forest have their dense rows at the leaves, which come last; eliminating
//! these first causes little fill-in. With rows stored as lower triangles, the diagonal last,
//!
//! ```text
//! L_rr = √(H_rr − Σ L_cr²),     L_rj = (H_rj − Σ L_cr L_cj) / L_rr     c > r, L_cr ≠ 0     (1)
//! ```
//!
//! The pattern of `L` depends on the pattern of `H` alone (symbolic analysis). Let the parent of `c` in the
//! elimination tree be the largest column left of the diagonal in row `c` of `L`: then column `r` of `L` has elements
//! at each `i` with `H_ir ≠ 0` and at all ancestors of `i` that are larger than `r`. Davis, *Direct Methods for
//! Sparse Linear Systems* (2006), chapter 4.
//!
//! A rank-one update proceeds from the last row it affects to the first by rotations,
//!
//! ```text
//! r² = L_kk² ± x_k²,   c = L_kk / r,   s = x_k / r:     L_kj ← c L_kj ± s x_j,   x_j ← c x_j − s L_kj     (2)
//! ```
//!
//! Fill-in closes the gaps between columns, and the three dofs of a point have the same ones: rows are added and
//! rotated by runs of neighbouring columns, and rows with the same columns together. This does not change the order
//! of any sum.
#![expect(
    clippy::inline_always,
    reason = "loops are compiled for the SIMD level of their caller"
)]

use fearless_simd::Simd;

use crate::chol::RankOne;
use crate::simd::wide;
use crate::{Csr, MIN_VAL, kernel};

/// The pattern of a factor, and buffers for computing its values.
///
/// Buffers are reused from one [`SparseChol::analyze`] to the next. The values are owned by the caller, so that
/// several factors can share one pattern.
#[derive(Clone, Debug, Default)]
pub struct SparseChol {
    rownnz: Vec<i32>,
    rowadr: Vec<i32>,
    colind: Vec<i32>,
    /// Runs of neighbouring columns: start of the runs of row `r`, and the first column and length of each run.
    run_adr: Vec<usize>,
    runs: Vec<[u32; 2]>,
    /// Number of consecutive rows ending at each row that have the same columns, apart from the columns of these rows
    /// themselves.
    alike: Vec<u32>,
    /// Elements of each column below the diagonal: start of column `r`, last column first.
    column: Vec<usize>,
    /// Row and address of each of these elements.
    below: Vec<(i32, i32)>,
    /// The upper triangle of the pattern of `H`: start of row `r`, and the columns.
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

    /// Symbolic analysis: computes the pattern of the factor of a matrix whose lower triangle has the pattern `h`;
    /// returns its size.
    #[doc(alias = "mju_cholFactorSymbolic")]
    pub fn analyze(&mut self, h: Csr<'_>) -> usize {
        let n = h.nrow();
        self.transpose(h);
        refill(&mut self.parent, n, -1);
        refill(&mut self.mark, n, -1);
        refill(&mut self.rownnz, n, 1);
        refill(&mut self.column, n + 1, 0);
        refill(&mut self.dense, n, 0.0);

        // columns from the last to the first: from each element of H up the tree to the first ancestor already seen
        let (parent, mark) = (&mut self.parent[..n], &mut self.mark[..n]);
        let mut end = 0;
        for r in (0..n).rev() {
            self.column[r + 1] = end;
            mark[r] = r as i32;
            // a column has at most as many elements as there are rows below it
            let most = end + n - 1 - r;
            if self.below.len() < most {
                self.below.resize(most.max(2 * end), (0, 0));
            }
            let mut free = self.below[end..].iter_mut();
            let room = free.len();
            for &first in &self.upper[self.upper_adr[r]..self.upper_adr[r + 1]] {
                let mut i = first as usize;
                while mark[i] != r as i32
                    && let Some(slot) = free.next()
                {
                    if parent[i] < 0 {
                        parent[i] = r as i32;
                    }
                    mark[i] = r as i32;
                    self.rownnz[i] += 1;
                    *slot = (i as i32, 0);
                    i = parent[i] as usize;
                }
            }
            end += room - free.len();
        }
        self.column[0] = end;

        // rows: a cursor starts at the diagonal of each and moves left as the columns are processed
        self.rowadr.clear();
        let mut adr = 0;
        for (cursor, &nnz) in self.mark.iter_mut().zip(&self.rownnz) {
            self.rowadr.push(adr);
            adr += nnz;
            *cursor = adr - 1;
        }
        self.colind.resize(adr as usize, 0);
        for r in (0..n).rev() {
            self.colind[self.mark[r] as usize] = r as i32;
            for (i, adr) in &mut self.below[self.column[r + 1]..self.column[r]] {
                let cursor = &mut self.mark[*i as usize];
                *cursor -= 1;
                *adr = *cursor;
                self.colind[*adr as usize] = r as i32;
            }
        }
        self.find_runs();
        self.nnz()
    }

    /// Finds runs of neighbouring columns, and rows with the same columns as the row before.
    fn find_runs(&mut self) {
        let n = self.rownnz.len();
        self.run_adr.clear();
        self.runs.clear();
        self.alike.clear();
        for r in 0..n {
            // a row without its diagonal is a subset of the row of its parent: with the same number of columns they are equal
            let joined =
                r > 0 && self.parent[r] == r as i32 - 1 && self.rownnz[r] == self.rownnz[r - 1] + 1;
            let first = self.runs.len();
            self.run_adr.push(first);
            let before = self.alike.last().copied().unwrap_or(0);
            self.alike.push(if joined { before + 1 } else { 1 });
            if joined {
                // the runs of the row before, the last of which ends at its diagonal, and one column more
                self.runs.extend_from_within(self.run_adr[r - 1]..first);
                if let Some([_, len]) = self.runs.last_mut() {
                    *len += 1;
                }
                continue;
            }
            let columns = self.rowadr[r] as usize..(self.rowadr[r] + self.rownnz[r]) as usize;
            for &c in &self.colind[columns] {
                match self.runs[first..].last_mut() {
                    Some([start, len]) if *start + *len == c as u32 => *len += 1,
                    _ => self.runs.push([c as u32, 1]),
                }
            }
        }
        self.run_adr.push(self.runs.len());
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
        self.upper.resize(self.upper_adr[n], 0);
        refill(&mut self.mark, n, 0);
        for r in 0..n {
            for &c in strict(r) {
                let c = c as usize;
                self.upper[self.upper_adr[c] + self.mark[c] as usize] = r as i32;
                self.mark[c] += 1;
            }
        }
    }

    /// Fills `l` with the factor of `H`, equation (1), and returns the rank; the pattern is that of the last analysis.
    ///
    /// A pivot below `min_diag` is replaced by `min_diag` and lowers the rank by one.
    #[doc(alias = "mju_cholFactorNumeric")]
    pub fn factor(&mut self, l: &mut [f64], h_val: &[f64], h: Csr<'_>, min_diag: f64) -> usize {
        let n = self.rownnz.len();
        let pattern = Csr::new(&self.rownnz, &self.rowadr, &self.colind);
        let dense = &mut self.dense[..];
        wide!(simd => {
            let mut rank = n;
            for r in (0..n).rev() {
                kernel::scatter(dense, &h_val[h.range(r)], h.cols(r));

                // order: the rows below in the order in which the analysis found them
                let mut below = &self.below[self.column[r + 1]..self.column[r]];
                while let Some((&(c, adr), mut rest)) = below.split_first() {
                    let c = c as usize;
                    let runs = &self.runs[self.run_adr[c]..self.run_adr[c + 1]];
                    // neighbouring rows with the same columns are subtracted together
                    let alike = self.alike[c] as usize;
                    let next = |k: usize| {
                        let follows = |next: &&(i32, i32)| alike > k && next.0 as usize + k == c;
                        rest.get(k - 1).filter(follows)
                    };
                    let row = |c: usize, adr: i32| &l[pattern.rowadr[c] as usize..=adr as usize];
                    let one = row(c, adr);
                    match (next(1), next(2)) {
                        (Some(&(d, adr_d)), Some(&(e, adr_e))) => {
                            let rows = [one, row(d as usize, adr_d), row(e as usize, adr_e)];
                            subtract(simd, dense, rows, runs);
                            rest = &rest[2..];
                        }
                        (Some(&(d, adr_d)), None) => {
                            subtract(simd, dense, [one, row(d as usize, adr_d)], runs);
                            rest = &rest[1..];
                        }
                        _ => subtract(simd, dense, [one], runs),
                    }
                    below = rest;
                }

                let mut pivot = dense[r];
                if pivot < min_diag {
                    pivot = min_diag;
                    rank -= 1;
                }
                let diag = pivot.sqrt();
                let inv = 1.0 / diag;

                // copy the row from the dense buffer and reset it to zero
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
                    let runs = &self.runs[self.run_adr[i]..self.run_adr[i + 1]];
                    let scale = [-x[i]];
                    add_by_runs(simd, x, scale, [row], runs);
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

    /// Rank-one update or downdate: changes the factor of `H` to that of `H ± x xᵀ`, equation (2), and returns the rank.
    ///
    /// The vector is sparse with increasing indices, and its pattern must be contained in that of `H`, as for a row
    /// of the Jacobian from which `H` was computed. A squared pivot below [`MIN_VAL`] is replaced by `MIN_VAL` and
    /// lowers the rank by one.
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
            let mut row = row;
            for &[first, len] in &self.runs[self.run_adr[k]..self.run_adr[k + 1]] {
                let (part, after) = row.split_at_mut(row.len().min(len as usize));
                let first = first as usize;
                kernel::rotate_in(simd, part, &mut x[first..first + part.len()], c, s, sign * s);
                row = after;
            }
        }
        rank
        })
    }
}

/// Adds rows with the same columns, each times its factor, one after the other; `runs` contains their columns and
/// possibly more.
#[inline(always)]
fn add_by_runs<S: Simd, const M: usize>(
    simd: S,
    dense: &mut [f64],
    scale: [f64; M],
    mut rows: [&[f64]; M],
    runs: &[[u32; 2]],
) {
    for &[first, len] in runs {
        let first = first as usize;
        let len = rows[0].len().min(len as usize);
        if len == 0 {
            return;
        }
        let mut parts = [&[][..]; M];
        for (part, row) in parts.iter_mut().zip(&mut rows) {
            (*part, *row) = row.split_at(len);
        }
        kernel::axpys_in(simd, &mut dense[first..first + len], scale, parts);
    }
}

/// [`add_by_runs`] for rows that are subtracted, each multiplied by its last element.
#[inline(always)]
fn subtract<S: Simd, const M: usize>(
    simd: S,
    dense: &mut [f64],
    rows: [&[f64]; M],
    runs: &[[u32; 2]],
) {
    let scale = rows.map(|row| -row.last().copied().unwrap_or(0.0));
    add_by_runs(simd, dense, scale, rows, runs);
}

/// Fills `vec` with `n` copies of `value`, reusing its memory.
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

    /// A sparse positive definite matrix `H = Σ x xᵀ + diagonal`, and its vectors `x`.
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
                // rows need not be contiguous
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

    /// Equations (1) and (2) computed element by element.
    impl SparseChol {
        fn factor_plainly(&self, l: &mut [f64], h_val: &[f64], h: Csr<'_>) {
            let pattern = self.pattern();
            let mut dense = vec![0.0; pattern.nrow()];
            for r in (0..pattern.nrow()).rev() {
                kernel::scatter(&mut dense, &h_val[h.range(r)], h.cols(r));
                for &(c, adr) in &self.below[self.column[r + 1]..self.column[r]] {
                    let start = pattern.rowadr[c as usize] as usize;
                    for k in start..=adr as usize {
                        dense[pattern.colind[k] as usize] += l[k] * -l[adr as usize];
                    }
                }
                let diag = dense[r].sqrt();
                for k in pattern.range(r) {
                    let value = &mut dense[pattern.colind[k] as usize];
                    (l[k], *value) = (*value * (1.0 / diag), 0.0);
                }
                l[pattern.range(r).end - 1] = diag;
            }
        }

        fn update_plainly(&self, l: &mut [f64], val: &[f64], ind: &[i32], sign: f64) {
            let pattern = self.pattern();
            let mut x = vec![0.0; pattern.nrow()];
            kernel::scatter(&mut x, val, ind);
            for k in (0..pattern.nrow()).rev() {
                if x[k] == 0.0 {
                    continue;
                }
                let last = pattern.range(k).end - 1;
                let r = (l[last] * l[last] + sign * (x[k] * x[k])).sqrt();
                let (c, s) = (l[last] / r, x[k] / r);
                let t = sign * s;
                l[last] = r;
                for at in pattern.range(k).start..last {
                    let x = &mut x[pattern.colind[at] as usize];
                    (l[at], *x) = (c * l[at] + t * *x, c * *x - s * l[at]);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn runs_and_rows_together_change_no_bit(sparse in prop_oneof![any_sparse(), any_mesh()]) {
            let bits = |l: &[f64]| l.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
            let (mut chol, mut got) = sparse.factored();
            let mut want = vec![f64::NAN; got.len()];
            chol.factor_plainly(&mut want, &sparse.val, sparse.pattern());
            prop_assert_eq!(bits(&got), bits(&want));
            for (ind, val) in &sparse.parts {
                chol.update(&mut got, val, ind, RankOne::Add);
                chol.update_plainly(&mut want, val, ind, 1.0);
                prop_assert_eq!(bits(&got), bits(&want));
            }
        }
    }

    /// Points with three dofs each and edges between them.
    fn any_mesh() -> impl Strategy<Value = Sparse> {
        (2..14_usize).prop_flat_map(|points| {
            let edge = (
                0..points,
                1..points,
                prop::collection::vec(-2.0..2.0_f64, 6),
            );
            prop::collection::vec(edge, 1..30).prop_map(move |edges| {
                let part = |(a, step, val): (usize, usize, Vec<f64>)| {
                    let b = (a + step) % points;
                    let (a, b) = (3 * a.min(b) as i32, 3 * a.max(b) as i32);
                    ((a..a + 3).chain(b..b + 3).collect(), val)
                };
                Sparse::new(3 * points, edges.into_iter().map(part).collect())
            })
        })
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
            // all values of H except the diagonal have the same sign, so nothing cancels: elements of the pattern are
            // not zero unless the sum of a fill-in happens to vanish
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

            // the buffer is zero again for the next factor
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
