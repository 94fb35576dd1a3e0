//! Factors of matrices that are sparse along a forest: `M = LᵀDL`.
//!
//! Degrees of freedom are numbered so that an ancestor comes before its descendants, and `M[i][j]` is zero unless one
//! of `i`, `j` is an ancestor of the other. Row `i` of the lower triangle contains the ancestors of `i` in increasing
//! order and then `i` itself, so the columns of an ancestor's row are the first columns of the row of each
//! descendant. Therefore elimination from the leaves to the root causes no fill-in:
//!
//! ```text
//! for k = n−1 … 0, for each ancestor i of k:     M[i][0…i] −= M[k][i] / D_k · M[k][0…i]     (1)
//!                                                L[k][·] = M[k][·] / D_k,   D_k = M[k][k]
//! ```
//!
//! The factor overwrites `M`: `L`, whose diagonal is one, off the diagonal, and `D` on it. The inverse of `D` is
//! stored as well. Featherstone, *Rigid Body Dynamics Algorithms* (2008), section 6.5.
//!
//! Functions named `…_rows` work on some of the rows, given in increasing order; these must contain the ancestors of
//! each row, as the degrees of freedom of whole trees do.
#![expect(
    clippy::inline_always,
    reason = "loops are compiled for the selected SIMD level"
)]

use fearless_simd::Simd;

use crate::simd::wide;
use crate::{Csr, kernel, root_chain};

/// Replaces `mat` by its factor and fills `diag_inv` with the inverse of `D`, equation (1).
#[doc(alias = "mj_factorI")]
pub fn factor(mat: &mut [f64], diag_inv: &mut [f64], pattern: Csr<'_>) {
    factor_rows(mat, diag_inv, pattern, 0..pattern.nrow());
}

/// [`factor`] for some rows.
pub fn factor_rows(
    mat: &mut [f64],
    diag_inv: &mut [f64],
    pattern: Csr<'_>,
    rows: impl DoubleEndedIterator<Item = usize>,
) {
    wide!(simd => factor_each(simd, mat, diag_inv, pattern, rows));
}

/// Eliminates from the last row to the first, in the longest possible pieces of chains.
#[inline(always)]
fn factor_each<S: Simd>(
    simd: S,
    mat: &mut [f64],
    diag_inv: &mut [f64],
    pattern: Csr<'_>,
    rows: impl DoubleEndedIterator<Item = usize>,
) {
    let mut rows = rows.rev();
    while let Some(k) = rows.next() {
        let columns = pattern.cols(k);
        if columns.len() <= kernel::SHORT {
            eliminate_short(mat, diag_inv, pattern, k);
        } else if follows(columns, k, 3) {
            eliminate::<S, 4>(simd, mat, diag_inv, pattern, k);
            rows.nth(2);
        } else if follows(columns, k, 1) {
            eliminate::<S, 2>(simd, mat, diag_inv, pattern, k);
            rows.next();
        } else {
            eliminate::<S, 1>(simd, mat, diag_inv, pattern, k);
        }
    }
}

/// True if the `up` rows directly before `k` are its parent, grandparent and so on.
#[inline(always)]
fn follows(columns: &[i32], k: usize, up: usize) -> bool {
    // columns increase and end with k: if the column `up` entries before the end is k − `up`, none is missing in between
    columns.len() > up && columns[columns.len() - 1 - up] as usize + up == k
}

/// Eliminates a short row `k`.
#[inline(always)]
fn eliminate_short(mat: &mut [f64], diag_inv: &mut [f64], pattern: Csr<'_>, k: usize) {
    let range = pattern.range(k);
    let Some((_, ancestors)) = pattern.colind[range.clone()].split_last() else {
        return;
    };
    let (above, row) = mat.split_at_mut(range.start);
    let row = &mut row[..=ancestors.len()];
    let inv = 1.0 / row[ancestors.len()];
    diag_inv[k] = inv;

    // order: from the parent to the root
    for (at, &i) in ancestors.iter().enumerate().rev() {
        let start = pattern.rowadr[i as usize] as usize;
        kernel::axpy_short(&mut above[start..=start + at], -row[at] * inv, row);
    }
    for l in &mut row[..ancestors.len()] {
        *l *= inv;
    }
}

/// Eliminates the `B` rows that end with `k`, each the parent of the next.
///
/// All of them have the same ancestors before the block, which are then updated by the whole block in one pass.
#[inline(always)]
fn eliminate<S: Simd, const B: usize>(
    simd: S,
    mat: &mut [f64],
    diag_inv: &mut [f64],
    pattern: Csr<'_>,
    k: usize,
) {
    // the rows of the block, the last one first
    let first = k + 1 - B;
    let (above, mut rest) = mat.split_at_mut(pattern.range(first).start);
    let mut rows: [&mut [f64]; B] = core::array::from_fn(|_| &mut [][..]);
    for (b, row) in rows.iter_mut().enumerate().rev() {
        let len = pattern.rownnz[k - b] as usize;
        (*row, rest) = core::mem::take(&mut rest).split_at_mut(len);
    }

    // order: within the block as outside of it, from the last row to the first
    let mut inv = [0.0; B];
    for b in 0..B {
        let (row, upper) = rows[b..]
            .split_first_mut()
            .map_or((&mut [][..], &mut [][..]), |(r, u)| (&mut **r, u));
        let diag = row.len() - 1;
        inv[b] = 1.0 / row[diag];
        diag_inv[k - b] = inv[b];
        for (c, upper) in upper.iter_mut().enumerate() {
            kernel::axpy_in(simd, upper, -row[diag - 1 - c] * inv[b], row);
        }
    }

    // order: from the parent to the root
    let common = pattern.rownnz[first] as usize - 1;
    for (at, &i) in pattern.cols(first)[..common].iter().enumerate().rev() {
        let start = pattern.rowadr[i as usize] as usize;
        let ancestor = &mut above[start..=start + at];
        let sources: [&[f64]; B] = core::array::from_fn(|b| &rows[b][..=at]);
        let factors = core::array::from_fn(|b| -sources[b][at] * inv[b]);
        kernel::axpys_in(simd, ancestor, factors, sources);
    }

    for (row, inv) in rows.into_iter().zip(inv) {
        if let Some((_, row)) = row.split_last_mut() {
            kernel::scale(row, inv);
        }
    }
}

/// `x ← M⁻¹ x`.
#[doc(alias = "mj_solveLD")]
pub fn solve(x: &mut [f64], factor: &[f64], diag_inv: &[f64], pattern: Csr<'_>) {
    if diagonal(pattern).is_some() {
        for (x, inv) in x.iter_mut().zip(diag_inv).take(pattern.nrow()) {
            *x *= inv;
        }
        return;
    }
    solve_rows(x, factor, diag_inv, pattern, 0..pattern.nrow());
}

/// Start of the values of a diagonal matrix, if it is one: rows are contiguous, and none is empty.
fn diagonal(pattern: Csr<'_>) -> Option<usize> {
    let (first, last) = (pattern.rowadr.first()?, pattern.rowadr.last()?);
    let alone = last - first + 1 == pattern.nrow() as i32 && pattern.rownnz.last() == Some(&1);
    alone.then_some(*first as usize)
}

/// [`solve`] for some rows.
pub fn solve_rows(
    x: &mut [f64],
    factor: &[f64],
    diag_inv: &[f64],
    pattern: Csr<'_>,
    rows: impl DoubleEndedIterator<Item = usize> + Clone,
) {
    wide!(simd => solve_each(simd, x, factor, diag_inv, pattern, rows));
}

#[inline(always)]
fn solve_each<S: Simd>(
    simd: S,
    x: &mut [f64],
    factor: &[f64],
    diag_inv: &[f64],
    pattern: Csr<'_>,
    rows: impl DoubleEndedIterator<Item = usize> + Clone,
) {
    // x ← L⁻ᵀ x
    solve_lower_t(simd, x, factor, pattern, rows.clone());

    // x ← D⁻¹ x
    for i in rows.clone() {
        x[i] *= diag_inv[i];
    }

    // x ← L⁻¹ x
    let mut rows = rows;
    while let Some(i) = rows.next() {
        let range = pattern.range(i);
        if let Some(start) = root_chain::from(pattern, i)
            && rows.clone().nth(4) == Some(i + 5)
        {
            let (x, l) = (&mut x[i..i + 6], &factor[start..start + 21]);
            if let (Some(x), Some(l)) = (x.first_chunk_mut(), l.first_chunk()) {
                root_chain::solve_lower(x, l);
            }
            rows.nth(4);
            continue;
        }
        if let Some((_, ancestors)) = pattern.colind[range.clone()].split_last()
            && !ancestors.is_empty()
        {
            x[i] -= kernel::dot_sparse_in(simd, &factor[range], ancestors, x);
        }
    }
}

/// `x ← M⁻¹ x` for each of several vectors, stored one after the other in `x`.
#[doc(alias = "mj_solveLD")]
pub fn solve_many(x: &mut [f64], factor: &[f64], diag_inv: &[f64], pattern: Csr<'_>) {
    let n = pattern.nrow();
    wide!(simd => for x in x.chunks_exact_mut(n.max(1)) {
        solve_each(simd, x, factor, diag_inv, pattern, 0..n);
    });
}

/// `x ← D^(−½) L⁻ᵀ x`, so that `x·x` becomes `x·M⁻¹x`; `sqrt_diag_inv` holds the roots of the inverse of `D`.
///
/// `x` contains any number of vectors, one after the other.
#[doc(alias = "mj_solveM2")]
pub fn half_solve_many(x: &mut [f64], factor: &[f64], sqrt_diag_inv: &[f64], pattern: Csr<'_>) {
    let n = pattern.nrow();
    wide!(simd => for x in x.chunks_exact_mut(n.max(1)) {
        solve_lower_t(simd, x, factor, pattern, 0..n);
        for (x, root) in x.iter_mut().zip(sqrt_diag_inv) {
            *x *= root;
        }
    });
}

/// [`half_solve_many`] for one vector that is zero except in some rows; `rows` are these and all their ancestors, ascending.
pub fn half_solve_rows(
    x: &mut [f64],
    factor: &[f64],
    sqrt_diag_inv: &[f64],
    pattern: Csr<'_>,
    rows: &[i32],
) {
    let each = rows.iter().map(|&i| i as usize);
    wide!(simd => solve_lower_t(simd, x, factor, pattern, each.clone()));
    for i in each {
        x[i] *= sqrt_diag_inv[i];
    }
}

/// `x ← L⁻ᵀ x`, from the leaves to the root; zero elements are skipped.
#[inline(always)]
fn solve_lower_t<S: Simd>(
    simd: S,
    x: &mut [f64],
    factor: &[f64],
    pattern: Csr<'_>,
    rows: impl DoubleEndedIterator<Item = usize>,
) {
    let mut rows = rows.rev();
    while let Some(i) = rows.next() {
        if let Some(start) = root_chain::up_to(pattern, i) {
            let (x, l) = (&mut x[i - 5..=i], &factor[start..start + 21]);
            if let (Some(x), Some(l)) = (x.first_chunk_mut(), l.first_chunk()) {
                root_chain::solve_lower_t(x, l);
            }
            // its ancestors are done as well
            rows.nth(4);
            continue;
        }
        let x_i = x[i];
        if x_i == 0.0 {
            continue;
        }
        let range = pattern.range(i);
        if let Some((_, ancestors)) = pattern.colind[range.clone()].split_last() {
            kernel::axpy_sparse_in(simd, x, -x_i, &factor[range], ancestors);
        }
    }
}

/// `out ← M x`, where `mat` is the lower triangle of `M`.
#[doc(alias = "mju_mulSymVecSparse")]
pub fn mul_sym(out: &mut [f64], mat: &[f64], x: &[f64], pattern: Csr<'_>) {
    if let Some(start) = diagonal(pattern) {
        let mat = &mat[start..start + pattern.nrow()];
        for ((out, m), x) in out.iter_mut().zip(mat).zip(x) {
            *out = m * x;
        }
        return;
    }
    wide!(simd => mul_sym_each(simd, out, mat, x, pattern));
}

#[inline(always)]
fn mul_sym_each<S: Simd>(simd: S, out: &mut [f64], mat: &[f64], x: &[f64], pattern: Csr<'_>) {
    let mut rows = 0..pattern.nrow();
    while let Some(i) = rows.next() {
        if let Some(start) = root_chain::from(pattern, i) {
            let (x, m) = (&x[i..i + 6], &mat[start..start + 21]);
            let out = &mut out[i..i + 6];
            if let (Some(out), Some(x), Some(m)) =
                (out.first_chunk_mut(), x.first_chunk(), m.first_chunk())
            {
                root_chain::mul_sym(out, m, x);
            }
            rows.nth(4);
            continue;
        }
        let range = pattern.range(i);
        let row = &mat[range.clone()];
        let Some((_, ancestors)) = pattern.colind[range].split_last() else {
            continue;
        };
        let x_i = x[i];

        // order: the diagonal, then from the parent to the root; descendants add their terms later
        let mut sum = row[ancestors.len()] * x_i;
        for (&j, m) in ancestors.iter().zip(row).rev() {
            sum += m * x[j as usize];
        }
        out[i] = sum;
        kernel::axpy_sparse_in(simd, out, x_i, row, ancestors);
    }
}

/// `out ← D^½ L x`, so that `out·out` is `x·M x`.
#[doc(alias = "mj_mulM2")]
pub fn half_mul(out: &mut [f64], factor: &[f64], x: &[f64], pattern: Csr<'_>) {
    for i in 0..pattern.nrow() {
        let range = pattern.range(i);
        let row = &factor[range.clone()];
        let Some((_, ancestors)) = pattern.colind[range].split_last() else {
            continue;
        };
        // order: the element itself, then its ancestors
        let mut sum = x[i];
        if !ancestors.is_empty() {
            sum += kernel::dot_sparse(row, ancestors, x);
        }
        out[i] = sum * row[ancestors.len()].sqrt();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chol;
    use crate::testing::close;
    use proptest::prelude::*;

    /// A forest with a positive definite matrix of its pattern.
    #[derive(Clone, Debug)]
    struct Forest {
        rownnz: Vec<i32>,
        rowadr: Vec<i32>,
        colind: Vec<i32>,
        mat: Vec<f64>,
    }

    impl Forest {
        /// `up[k]` is the distance from `k` to its parent; if that is before the first row, `k` is a root.
        fn new(up: &[usize], values: &[f64]) -> Self {
            let n = up.len();
            let mut chains: Vec<Vec<i32>> = Vec::new();
            for (k, &up) in up.iter().enumerate() {
                let mut chain = k
                    .checked_sub(up)
                    .map_or(vec![], |parent| chains[parent].clone());
                chain.push(k as i32);
                chains.push(chain);
            }
            let mut rowadr = Vec::new();
            let (mut colind, mut mat) = (Vec::new(), Vec::new());
            for (k, chain) in chains.iter().enumerate() {
                rowadr.push(colind.len() as i32);
                colind.extend_from_slice(chain);
                for &c in chain {
                    let v = values[(7 * k + 3 * c as usize) % values.len()];
                    mat.push(if c as usize == k {
                        2.0 * n as f64 + v
                    } else {
                        v
                    });
                }
            }
            let rownnz = chains.iter().map(|c| c.len() as i32).collect();
            Self {
                rownnz,
                rowadr,
                colind,
                mat,
            }
        }

        fn pattern(&self) -> Csr<'_> {
            Csr::new(&self.rownnz, &self.rowadr, &self.colind)
        }

        fn n(&self) -> usize {
            self.rownnz.len()
        }

        /// The whole symmetric matrix.
        fn dense(&self) -> Vec<f64> {
            let n = self.n();
            let mut dense = vec![0.0; n * n];
            self.pattern().to_dense(&mut dense, &self.mat, n);
            for r in 0..n {
                for c in 0..r {
                    dense[c * n + r] = dense[r * n + c];
                }
            }
            dense
        }

        fn factored(&self) -> (Vec<f64>, Vec<f64>) {
            let (mut ld, mut inv) = (self.mat.clone(), vec![0.0; self.n()]);
            factor(&mut ld, &mut inv, self.pattern());
            (ld, inv)
        }
    }

    fn any_forest() -> impl Strategy<Value = Forest> {
        let shape = prop_oneof![
            prop::collection::vec(1..2_usize, 1..40),
            prop::collection::vec(1..9_usize, 1..60),
            prop::collection::vec(1..99_usize, 1..60),
        ];
        let values = prop::collection::vec(-1.0..1.0_f64, 37);
        (shape, values).prop_map(|(up, values)| Forest::new(&up, &values))
    }

    fn right_side(n: usize) -> Vec<f64> {
        (0..n)
            .map(|k| {
                if k % 5 == 2 {
                    0.0
                } else {
                    libm::sin(3.0 * k as f64 + 1.0)
                }
            })
            .collect()
    }

    /// Checks the residual and compares with the dense factor, within the bounds of PIPE-23.
    fn check_solution(forest: &Forest) -> Result<(), TestCaseError> {
        let n = forest.n();
        let (ld, inv) = forest.factored();
        let y = right_side(n);
        let mut x = y.clone();
        solve(&mut x, &ld, &inv, forest.pattern());

        let mut back = vec![0.0; n];
        mul_sym(&mut back, &forest.mat, &x, forest.pattern());
        kernel::sub_from(&mut back, &y);
        prop_assert!(kernel::norm(&back) <= 1e-13 * kernel::norm(&y));

        let (mut full, mut want) = (forest.dense(), y);
        chol::factor(&mut full, n, 1e-15);
        chol::solve(&mut want, &full);
        for (got, want) in x.iter().zip(&want) {
            prop_assert!((got - want).abs() <= 1e-14);
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn factor_multiplies_back(forest in any_forest()) {
            let n = forest.n();
            let (ld, inv) = forest.factored();
            let mut lower = vec![0.0; n * n];
            forest.pattern().to_dense(&mut lower, &ld, n);
            let dense = forest.dense();
            let d: Vec<f64> = (0..n).map(|k| lower[k * n + k]).collect();
            for k in 0..n {
                prop_assert_eq!(inv[k], 1.0 / d[k]);
                lower[k * n + k] = 1.0;
            }
            for r in 0..n {
                for c in 0..n {
                    let got: f64 = (0..n).map(|k| lower[k * n + r] * d[k] * lower[k * n + c]).sum();
                    prop_assert!(close(got, dense[r * n + c], 1e-13));
                }
            }
        }

        #[test]
        fn pipe_23_solution_agrees_with_dense_cholesky(forest in any_forest()) {
            check_solution(&forest)?;
        }

        #[test]
        fn product_is_that_of_the_dense_matrix(forest in any_forest()) {
            let n = forest.n();
            let (dense, x) = (forest.dense(), right_side(n));
            let mut got = vec![f64::NAN; n];
            mul_sym(&mut got, &forest.mat, &x, forest.pattern());
            for r in 0..n {
                prop_assert!(close(got[r], kernel::dot(&dense[r * n..(r + 1) * n], &x), 1e-13));
            }
        }

        #[test]
        fn halves_are_square_roots(forest in any_forest()) {
            let n = forest.n();
            let (ld, inv) = forest.factored();
            let y = right_side(n);

            // |D^(−½) L⁻ᵀ y|² = y·M⁻¹y
            let mut half = y.clone();
            let roots: Vec<f64> = inv.iter().map(|d| d.sqrt()).collect();
            half_solve_many(&mut half, &ld, &roots, forest.pattern());
            let mut x = y.clone();
            solve(&mut x, &ld, &inv, forest.pattern());
            prop_assert!(close(kernel::dot(&half, &half), kernel::dot(&x, &y), 1e-14));

            // |D^½ L y|² = y·M y
            let (mut half, mut my) = (vec![0.0; n], vec![0.0; n]);
            half_mul(&mut half, &ld, &y, forest.pattern());
            mul_sym(&mut my, &forest.mat, &y, forest.pattern());
            prop_assert!(close(kernel::dot(&half, &half), kernel::dot(&my, &y), 1e-13));
        }

        #[test]
        fn many_vectors_are_solved_one_by_one(forest in any_forest(), count in 0..4_usize) {
            let n = forest.n();
            let (ld, inv) = forest.factored();
            let mut many = right_side(n * count);
            let single: Vec<f64> = many
                .chunks_exact(n)
                .flat_map(|y| {
                    let mut x = y.to_vec();
                    solve(&mut x, &ld, &inv, forest.pattern());
                    x
                })
                .collect();
            solve_many(&mut many, &ld, &inv, forest.pattern());
            prop_assert_eq!(many, single);
        }

        #[test]
        fn trees_can_be_treated_one_at_a_time(forest in any_forest()) {
            // the rows of each tree, identified by their first column
            let n = forest.n();
            let pattern = forest.pattern();
            let (want, want_inv) = forest.factored();
            let mut want_x = right_side(n);
            solve(&mut want_x, &want, &want_inv, pattern);

            let (mut ld, mut inv, mut x) = (forest.mat.clone(), vec![0.0; n], right_side(n));
            for root in (0..n).rev() {
                let rows = (0..n).filter(|&r| pattern.cols(r)[0] == root as i32);
                factor_rows(&mut ld, &mut inv, pattern, rows.clone());
                solve_rows(&mut x, &ld, &inv, pattern, rows);
            }
            prop_assert_eq!(&ld, &want);
            prop_assert_eq!(&inv, &want_inv);
            prop_assert_eq!(x, want_x);
        }
    }

    #[test]
    fn pipe_23_holds_for_two_hundred_dofs() {
        let values: Vec<f64> = (0..37).map(|k| libm::cos(f64::from(k))).collect();
        let chain = vec![1; 200];
        let star: Vec<usize> = (0..200).map(|k| if k < 6 { 1 } else { k - 5 }).collect();
        let forest: Vec<usize> = (0..200)
            .map(|k| if k % 20 == 0 { 999 } else { 1 + k % 3 })
            .collect();
        for up in [chain, star, forest] {
            check_solution(&Forest::new(&up, &values)).unwrap();
        }
    }
}
