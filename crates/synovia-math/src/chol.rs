//! Dense Cholesky factors, `A = LLᵀ`, and their change by one direction.
//!
//! Matrices are square and row-major; only the lower triangle is read and written.
//!
//! ```text
//! L_jj = √(A_jj − L_j·L_j),     L_ij = (A_ij − L_i·L_j) / L_jj     over the first j columns     (1)
//! ```
//!
//! Adding or removing `x xᵀ` changes the factor column by column; with `r² = L_kk² ± x_k²`, `c = r/L_kk`, `s = x_k/L_kk`,
//!
//! ```text
//! L_ik ← (L_ik ± s x_i) / c,     x_i ← c x_i − s L_ik              i > k                        (2)
//! ```
//!
//! Golub and Van Loan, *Matrix Computations* (2013), sections 4.2 and 6.5.4.

use crate::MIN_VAL;
use crate::kernel;

/// Whether a rank-one term enters or leaves the factored matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankOne {
    /// `A + x xᵀ`.
    Add,
    /// `A − x xᵀ`.
    Remove,
}

impl RankOne {
    /// The sign of the term.
    #[inline]
    pub const fn sign(self) -> f64 {
        match self {
            Self::Add => 1.0,
            Self::Remove => -1.0,
        }
    }
}

/// Replaces the lower triangle of the `n`×`n` matrix by its factor, equation (1), and returns the rank.
///
/// A pivot below `min_diag` counts as `min_diag` and lowers the rank by one.
#[doc(alias = "mju_cholFactor")]
pub fn factor(mat: &mut [f64], n: usize, min_diag: f64) -> usize {
    let mut rank = n;
    for j in 0..n {
        let (above, below) = mat.split_at_mut((j + 1) * n);
        let row_j = &mut above[j * n..=j * n + j];
        let Some((diag, row_j)) = row_j.split_last_mut() else {
            continue;
        };

        let mut pivot = *diag - kernel::dot(row_j, row_j);
        if pivot < min_diag {
            pivot = min_diag;
            rank -= 1;
        }
        *diag = pivot.sqrt();

        // order: multiplied by the inverse, not divided
        let inv = 1.0 / *diag;
        for row_i in below.chunks_exact_mut(n).take(n - j - 1) {
            let (done, rest) = row_i.split_at_mut(j);
            rest[0] = (rest[0] - kernel::dot(done, row_j)) * inv;
        }
    }
    rank
}

/// `x ← A⁻¹ x`, for the factor of `A`; the length of `x` is the dimension.
#[doc(alias = "mju_cholSolve")]
pub fn solve(x: &mut [f64], factor: &[f64]) {
    let n = x.len();

    // L y = x
    for (i, row) in factor.chunks_exact(n.max(1)).enumerate().take(n) {
        let (known, rest) = x.split_at_mut(i);
        rest[0] = (rest[0] - kernel::dot(&row[..i], known)) / row[i];
    }

    // Lᵀ x = y; order: each unknown, from the last on, is taken out of all before it
    for (i, row) in factor.chunks_exact(n.max(1)).enumerate().take(n).rev() {
        let (open, rest) = x.split_at_mut(i);
        rest[0] /= row[i];
        kernel::axpy(open, -rest[0], row);
    }
}

/// Changes the factor of `A` to the factor of `A ± x xᵀ`, equation (2), and returns the rank.
///
/// The length of `x` is the dimension; its values are used up. A squared pivot below [`MIN_VAL`] counts as `MIN_VAL` and
/// lowers the rank by one.
#[doc(alias = "mju_cholUpdate")]
pub fn update(factor: &mut [f64], x: &mut [f64], change: RankOne) -> usize {
    let n = x.len();
    let sign = change.sign();
    let mut rank = n;
    for k in 0..n {
        let (x_k, x_rest) = match &mut x[k..] {
            [x_k, rest @ ..] if *x_k != 0.0 => (*x_k, rest),
            _ => continue,
        };
        let (above, below) = factor.split_at_mut((k + 1) * n);
        let diag = &mut above[k * n + k];

        let mut squared = *diag * *diag + sign * (x_k * x_k);
        if squared < MIN_VAL {
            squared = MIN_VAL;
            rank -= 1;
        }
        let r = squared.sqrt();
        let c = r / *diag;
        let c_inv = 1.0 / c;
        let s = x_k / *diag;
        *diag = r;

        for (row, x) in below.chunks_exact_mut(n).zip(x_rest) {
            let l = (row[k] + sign * s * *x) * c_inv;
            *x = c * *x - s * l;
            row[k] = l;
        }
    }
    rank
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::close;
    use proptest::prelude::*;

    /// `n` and the rows of a random n×n matrix `B`; `BBᵀ + 0.1` is positive definite.
    fn any_spd() -> impl Strategy<Value = (usize, Vec<f64>)> {
        (1..24_usize).prop_flat_map(|n| {
            let root = prop::collection::vec(-1.0..1.0_f64, n * n);
            root.prop_map(move |b| {
                let at = |r: usize, c: usize| -> f64 {
                    let own = if r == c { 0.1 } else { 0.0 };
                    (0..n).map(|k| b[r * n + k] * b[c * n + k]).sum::<f64>() + own
                };
                (n, (0..n * n).map(|k| at(k / n, k % n)).collect())
            })
        })
    }

    fn product(factor: &[f64], n: usize, r: usize, c: usize) -> f64 {
        (0..=r.min(c))
            .map(|k| factor[r * n + k] * factor[c * n + k])
            .sum()
    }

    proptest! {
        #[test]
        fn factor_multiplies_back((n, a) in any_spd()) {
            let mut l = a.clone();
            prop_assert_eq!(factor(&mut l, n, 1e-15), n);
            for r in 0..n {
                for c in 0..n {
                    prop_assert!(close(product(&l, n, r, c), a[r * n + c], 1e-13));
                    // the upper triangle is left alone
                    prop_assert!(c <= r || l[r * n + c] == a[r * n + c]);
                }
            }
        }

        #[test]
        fn solution_satisfies_the_equation((n, a) in any_spd()) {
            let mut l = a.clone();
            factor(&mut l, n, 1e-15);
            let y: Vec<f64> = (0..n).map(|k| (k as f64 - 4.0) / 3.0).collect();
            let mut x = y.clone();
            solve(&mut x, &l);
            for r in 0..n {
                let got: f64 = (0..n).map(|c| a[r * n + c] * x[c]).sum();
                prop_assert!(close(got, y[r], 1e-11));
            }
        }

        #[test]
        fn update_is_the_factor_of_the_sum((n, a) in any_spd(), seed in -2.0..2.0_f64, gap in 2..5_usize) {
            let mut l = a.clone();
            factor(&mut l, n, 1e-15);
            let x: Vec<f64> = (0..n).map(|k| if k % gap == 0 { 0.0 } else { seed + k as f64 / 7.0 }).collect();

            let mut grown = l.clone();
            prop_assert_eq!(update(&mut grown, &mut x.clone(), RankOne::Add), n);
            for r in 0..n {
                for c in 0..=r {
                    prop_assert!(close(product(&grown, n, r, c), a[r * n + c] + x[r] * x[c], 1e-12));
                }
            }

            // removing it again is the factor of the beginning
            prop_assert_eq!(update(&mut grown, &mut x.clone(), RankOne::Remove), n);
            for r in 0..n {
                for c in 0..=r {
                    prop_assert!(close(grown[r * n + c], l[r * n + c], 1e-9));
                }
            }
        }
    }

    #[test]
    fn small_pivots_are_raised_and_counted() {
        // rank one
        let mut mat = [1.0, 0.0, 0.0, 2.0, 4.0, 0.0, 3.0, 6.0, 9.0];
        assert_eq!(factor(&mut mat, 3, 1e-4), 1);
        assert_eq!(mat[4], 1e-2);
        assert_eq!(mat[8], 1e-2);

        let mut one = [1.0];
        assert_eq!(update(&mut one, &mut [1.0], RankOne::Remove), 0);
        assert_eq!(one[0], MIN_VAL.sqrt());
    }

    #[test]
    fn dimension_zero_is_allowed() {
        assert_eq!(factor(&mut [], 0, 1e-15), 0);
        solve(&mut [], &[]);
        assert_eq!(update(&mut [], &mut [], RankOne::Add), 0);
    }
}
