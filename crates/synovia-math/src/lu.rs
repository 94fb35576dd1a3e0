//! LU factors of matrices that are sparse along a forest and not symmetric: `A = UL`.
//!
//! Degrees of freedom are numbered so that an ancestor comes before its descendants, and `A[i][j]` may be nonzero
//! only if one of `i`, `j` is an ancestor of the other: each row contains ancestors, the diagonal and descendants, in
//! increasing order, and the pattern is symmetric. Elimination from the leaves to the root causes no fill-in:
//!
//! ```text
//! for i = n−1 … 0, for each ancestor j of i:     U_ji = A_ji / A_ii,   A_jk −= A_ik U_ji    k < i     (1)
//! ```
//!
//! `L`, with its diagonal, and `U`, whose diagonal is one, overwrite `A`.
//!
//! Functions named `…_rows` work on some of the rows, given in increasing order; these must be the rows of whole trees.

use crate::simd::wide;
use crate::{Csr, MIN_VAL, kernel};

/// Replaces `mat` by its factor, equation (1); `diag` is the position of the diagonal in each row.
///
/// False if a pivot is smaller than [`MIN_VAL`]: the factor is then invalid.
#[doc(alias = "mju_factorLUSparse")]
#[must_use]
pub fn factor(mat: &mut [f64], pattern: Csr<'_>, diag: &[i32]) -> bool {
    factor_rows(mat, pattern, diag, 0..pattern.nrow())
}

/// [`factor`] for some rows.
#[must_use]
pub fn factor_rows(
    mat: &mut [f64],
    pattern: Csr<'_>,
    diag: &[i32],
    rows: impl DoubleEndedIterator<Item = usize>,
) -> bool {
    for i in rows.rev() {
        let before = diag[i] as usize;
        let ancestors = &pattern.cols(i)[..before];
        let (above, row) = mat.split_at_mut(pattern.range(i).start);
        let pivot = row[before];
        if pivot.abs() < MIN_VAL {
            return false;
        }
        let row = &row[..before];

        for &j in ancestors.iter().rev() {
            let cols = pattern.cols(j as usize);
            let above = &mut above[pattern.range(j as usize)];
            let at = cols.partition_point(|&c| (c as usize) < i);
            let u = above[at] / pivot;
            above[at] = u;

            // row j contains all ancestors of i, and others between them
            let mut sources = ancestors.iter().zip(row).peekable();
            for (a_jk, k) in above.iter_mut().zip(cols).take(at) {
                if let Some((_, a_ik)) = sources.next_if(|(c, _)| *c == k) {
                    *a_jk -= a_ik * u;
                }
            }
        }
    }
    true
}

/// `x ← A⁻¹ x`.
#[doc(alias = "mju_solveLUSparse")]
pub fn solve(x: &mut [f64], factor: &[f64], pattern: Csr<'_>, diag: &[i32]) {
    solve_rows(x, factor, pattern, diag, 0..pattern.nrow());
}

/// [`solve`] for some rows.
pub fn solve_rows(
    x: &mut [f64],
    factor: &[f64],
    pattern: Csr<'_>,
    diag: &[i32],
    rows: impl DoubleEndedIterator<Item = usize> + Clone,
) {
    wide!(simd => {
        // x ← U⁻¹ x: from the leaves to the root, descendants are known
        for i in rows.clone().rev() {
            let after = diag[i] as usize + 1;
            let (row, cols) = (&factor[pattern.range(i)][after..], &pattern.cols(i)[after..]);
            if !cols.is_empty() {
                x[i] -= kernel::dot_sparse_in(simd, row, cols, x);
            }
        }
        // x ← L⁻¹ x: from the root to the leaves, ancestors are known
        for i in rows {
            let before = diag[i] as usize;
            let row = &factor[pattern.range(i)];
            if before > 0 {
                x[i] -= kernel::dot_sparse_in(simd, &row[..before], &pattern.cols(i)[..before], x);
            }
            x[i] /= row[before];
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The pattern of a forest, the positions of the diagonals, and diagonally dominant values.
    #[derive(Clone, Debug)]
    struct Forest {
        rownnz: Vec<i32>,
        rowadr: Vec<i32>,
        colind: Vec<i32>,
        diag: Vec<i32>,
        mat: Vec<f64>,
    }

    impl Forest {
        fn pattern(&self) -> Csr<'_> {
            Csr::new(&self.rownnz, &self.rowadr, &self.colind)
        }
    }

    fn any_forest() -> impl Strategy<Value = Forest> {
        let shape = prop::collection::vec(1..9_usize, 1..40);
        (shape, prop::collection::vec(-1.0..1.0_f64, 41)).prop_map(|(up, values)| {
            let n = up.len();
            let mut related = vec![vec![false; n]; n];
            for i in 0..n {
                related[i][i] = true;
                let mut j = i.checked_sub(up[i]);
                while let Some(k) = j {
                    related[i][k] = true;
                    related[k][i] = true;
                    j = k.checked_sub(up[k]);
                }
            }
            let mut f = Forest {
                rownnz: vec![],
                rowadr: vec![],
                colind: vec![],
                diag: vec![],
                mat: vec![],
            };
            for i in 0..n {
                let cols: Vec<i32> = (0..n as i32).filter(|&j| related[i][j as usize]).collect();
                f.rowadr.push(f.colind.len() as i32);
                f.rownnz.push(cols.len() as i32);
                f.diag
                    .push(cols.iter().position(|&j| j as usize == i).unwrap() as i32);
                for &j in &cols {
                    let v = values[(5 * i + 11 * j as usize) % values.len()];
                    f.mat.push(if j as usize == i {
                        2.0 * n as f64 + v
                    } else {
                        v
                    });
                }
                f.colind.extend(cols);
            }
            f
        })
    }

    proptest! {
        #[test]
        fn solution_satisfies_the_equation(f in any_forest()) {
            let n = f.rownnz.len();
            let mut lu = f.mat.clone();
            prop_assert!(factor(&mut lu, f.pattern(), &f.diag));
            let y: Vec<f64> = (0..n).map(|k| libm::sin(k as f64 + 0.5)).collect();
            let mut x = y.clone();
            solve(&mut x, &lu, f.pattern(), &f.diag);
            let mut back = vec![0.0; n];
            f.pattern().mul_vec(&mut back, &f.mat, &x);
            for (back, y) in back.iter().zip(&y) {
                prop_assert!((back - y).abs() <= 1e-14);
            }
        }

        #[test]
        fn factors_multiply_back(f in any_forest()) {
            let n = f.rownnz.len();
            let mut lu = f.mat.clone();
            prop_assert!(factor(&mut lu, f.pattern(), &f.diag));
            let (mut a, mut dense) = (vec![0.0; n * n], vec![0.0; n * n]);
            f.pattern().to_dense(&mut a, &f.mat, n);
            f.pattern().to_dense(&mut dense, &lu, n);
            for r in 0..n {
                for c in 0..n {
                    // U has a unit diagonal, L the rest of the lower triangle
                    let got: f64 = (r.max(c)..n)
                        .map(|k| if k == r { 1.0 } else { dense[r * n + k] } * dense[k * n + c])
                        .sum();
                    prop_assert!((got - a[r * n + c]).abs() <= 1e-12);
                }
            }
        }
    }

    #[test]
    fn vanishing_pivot_is_reported() {
        let (nnz, adr, col, diag) = ([2, 2], [0, 2], [0, 1, 0, 1], [0, 1]);
        let pattern = Csr::new(&nnz, &adr, &col);
        assert!(!factor(&mut [1.0, 2.0, 3.0, 1e-16], pattern, &diag));
        assert!(!factor(&mut [1.0, 1.0, 1.0, 1.0], pattern, &diag));
    }
}
