//! Dense Cholesky factors, `A = LLᵀ`, and their rank-one update and downdate.
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
#![expect(
    clippy::inline_always,
    reason = "loops are compiled for the selected SIMD level"
)]

use fearless_simd::Simd;

use crate::simd::{narrow, wide};
use crate::{MIN_VAL, kernel};

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
/// A pivot below `min_diag` is replaced by `min_diag` and lowers the rank by one.
#[doc(alias = "mju_cholFactor")]
pub fn factor(mat: &mut [f64], n: usize, min_diag: f64) -> usize {
    wide!(simd => factor_columns(simd, mat, n, min_diag))
}

/// [`factor`] for a few rows, for which SIMD dispatch costs more than it gains.
#[inline]
pub(crate) fn factor_small(mat: &mut [f64], n: usize, min_diag: f64) -> usize {
    narrow!(simd => factor_columns(simd, mat, n, min_diag))
}

/// [`solve`] for a few rows.
#[inline]
pub(crate) fn solve_small(x: &mut [f64], factor: &[f64]) {
    narrow!(simd => solve_both(simd, x, factor));
}

#[inline(always)]
fn factor_columns<S: Simd>(simd: S, mat: &mut [f64], n: usize, min_diag: f64) -> usize {
    let mut rank = n;
    for j in 0..n {
        let (above, below) = mat.split_at_mut((j + 1) * n);
        let row_j = &mut above[j * n..=j * n + j];
        let Some((diag, row_j)) = row_j.split_last_mut() else {
            continue;
        };

        let mut pivot = *diag - kernel::dot_in(simd, row_j, row_j);
        if pivot < min_diag {
            pivot = min_diag;
            rank -= 1;
        }
        *diag = pivot.sqrt();

        // order: multiplication by the inverse, not division
        let inv = 1.0 / *diag;
        let mut rows = below.chunks_exact_mut(n).take(n - j - 1);
        while let Some(a) = rows.next() {
            if let Some(b) = rows.next() {
                let [dot_a, dot_b] = kernel::dots_in(simd, [&a[..j], &b[..j]], row_j);
                a[j] = (a[j] - dot_a) * inv;
                b[j] = (b[j] - dot_b) * inv;
            } else {
                a[j] = (a[j] - kernel::dot_in(simd, &a[..j], row_j)) * inv;
            }
        }
    }
    rank
}

/// `x ← A⁻¹ x`, for the factor of `A`; the length of `x` is the dimension.
#[doc(alias = "mju_cholSolve")]
pub fn solve(x: &mut [f64], factor: &[f64]) {
    wide!(simd => solve_both(simd, x, factor));
}

#[inline(always)]
fn solve_both<S: Simd>(simd: S, x: &mut [f64], factor: &[f64]) {
    let n = x.len();

    // L y = x
    for i in 0..n {
        let row = &factor[i * n..=i * n + i];
        let (known, open) = x.split_at_mut(i);
        open[0] = (open[0] - kernel::dot_in(simd, &row[..i], known)) / row[i];
    }

    // Lᵀ x = y; order: each unknown, from the last on, is subtracted from all before it
    for i in (0..n).rev() {
        let row = &factor[i * n..=i * n + i];
        let (open, known) = x.split_at_mut(i);
        known[0] /= row[i];
        kernel::axpy_in(simd, open, -known[0], row);
    }
}

/// Rank-one update or downdate: changes the factor of `A` to that of `A ± x xᵀ`, equation (2), and returns the rank.
///
/// The length of `x` is the dimension; its values are overwritten. A squared pivot below [`MIN_VAL`] is replaced by
/// `MIN_VAL` and lowers the rank by one.
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
    use crate::testing::{any_spd, close};
    use proptest::prelude::*;

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
                    // the upper triangle is not modified
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

            // a downdate restores the original factor
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
