//! Dense Cholesky factors from the last row to the first, `A = LᵀL`: every loop runs along a row.
//!
//! The factor of [`chol`](crate::chol) serves the same equations. This one is for matrices that are factored, changed and solved
//! many times a step: eliminating from the end, row `r` is subtracted from the rows above it,
//!
//! ```text
//! L_r = A_r / √A_rr,     A_i ← A_i − L_ri L_r     over the first i columns, i < r             (1)
//! ```
//!
//! four rows `r` at a time, and a rank-one change rotates each row with the vector,
//!
//! ```text
//! ρ² = L_kk² ± x_k²,   c = L_kk / ρ,   s = x_k / ρ:     L_k ← c L_k ± s x,   x ← c x − s L_k   (2)
//! ```
//!
//! Matrices are square and row-major; only the lower triangle is read and written.
#![expect(
    clippy::inline_always,
    reason = "loops are compiled for several vector units"
)]

use fearless_simd::Simd;

use crate::chol::RankOne;
use crate::simd::wide;
use crate::{MIN_VAL, kernel};

/// Replaces the lower triangle of the `n`×`n` matrix by its factor, equation (1), and returns the rank.
///
/// A pivot below `min_diag` counts as `min_diag` and lowers the rank by one.
pub fn factor(mat: &mut [f64], n: usize, min_diag: f64) -> usize {
    wide!(simd => {
        let mut rank = n;
        let mut end = n;
        while end >= 4 {
            rank -= eliminate::<_, 4>(simd, mat, n, end, min_diag);
            end -= 4;
        }
        while end > 0 {
            rank -= eliminate::<_, 1>(simd, mat, n, end, min_diag);
            end -= 1;
        }
        rank
    })
}

/// Eliminates the `B` rows before `end` and returns how many pivots were too small.
#[inline(always)]
fn eliminate<S: Simd, const B: usize>(
    simd: S,
    mat: &mut [f64],
    n: usize,
    end: usize,
    min_diag: f64,
) -> usize {
    // the rows of the block, the last one first, each up to its diagonal
    let first = end - B;
    let (above, block) = mat.split_at_mut(first * n);
    let mut rows: [&mut [f64]; B] = core::array::from_fn(|_| &mut [][..]);
    for ((b, row), full) in rows
        .iter_mut()
        .enumerate()
        .rev()
        .zip(block.chunks_exact_mut(n))
    {
        *row = &mut full[..end - b];
    }

    // order: within the block as outside of it, from the last row to the first
    let mut small = 0;
    for b in 0..B {
        let Some((row, upper)) = rows[b..].split_first_mut() else {
            break;
        };
        let Some((diag, row)) = row.split_last_mut() else {
            break;
        };
        if *diag < min_diag {
            *diag = min_diag;
            small += 1;
        }
        *diag = diag.sqrt();
        kernel::scale(row, 1.0 / *diag);
        for (c, upper) in upper.iter_mut().enumerate() {
            kernel::axpy_in(simd, upper, -row[row.len() - 1 - c], row);
        }
    }

    // the rows above, by the whole block at once
    for (i, row) in above.chunks_exact_mut(n.max(1)).enumerate() {
        let sources: [&[f64]; B] = core::array::from_fn(|b| &rows[b][..=i]);
        let factors = core::array::from_fn(|b| -sources[b][i]);
        kernel::axpys_in(simd, &mut row[..=i], factors, sources);
    }
    small
}

/// `x ← A⁻¹ x`, for the factor of `A`; the length of `x` is the dimension.
pub fn solve(x: &mut [f64], factor: &[f64]) {
    let n = x.len();
    wide!(simd => {
        // x ← L⁻ᵀ x
        for i in (0..n).rev() {
            let row = &factor[i * n..=i * n + i];
            let (open, known) = x.split_at_mut(i);
            known[0] /= row[i];
            kernel::axpy_in(simd, open, -known[0], row);
        }
        // x ← L⁻¹ x
        for i in 0..n {
            let row = &factor[i * n..=i * n + i];
            let (known, open) = x.split_at_mut(i);
            open[0] = (open[0] - kernel::dot_in(simd, &row[..i], known)) / row[i];
        }
    });
}

/// Changes the factor of `A` to the factor of `A ± x xᵀ`, equation (2), and returns the rank.
///
/// The length of `x` is the dimension; its values are used up. A squared pivot below [`MIN_VAL`] counts as `MIN_VAL` and
/// lowers the rank by one.
pub fn update(factor: &mut [f64], x: &mut [f64], change: RankOne) -> usize {
    let n = x.len();
    let sign = change.sign();
    wide!(simd => {
        let mut rank = n;
        for k in (0..n).rev() {
            let (open, known) = x.split_at_mut(k);
            let x_k = known[0];
            if x_k == 0.0 {
                continue;
            }
            let (row, diag) = factor[k * n..=k * n + k].split_at_mut(k);
            let mut squared = diag[0] * diag[0] + sign * (x_k * x_k);
            if squared < MIN_VAL {
                squared = MIN_VAL;
                rank -= 1;
            }
            let r = squared.sqrt();
            let (c, s) = (diag[0] / r, x_k / r);
            diag[0] = r;
            kernel::rotate_in(simd, row, open, c, s, sign * s);
        }
        rank
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chol;
    use crate::testing::{any_spd, close};
    use proptest::prelude::*;

    /// `LᵀL` at one place.
    fn product(factor: &[f64], n: usize, r: usize, c: usize) -> f64 {
        (r.max(c)..n)
            .map(|k| factor[k * n + r] * factor[k * n + c])
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
        fn both_orders_solve_alike((n, a) in any_spd()) {
            let (mut l, mut forward) = (a.clone(), a);
            factor(&mut l, n, 1e-15);
            chol::factor(&mut forward, n, 1e-15);
            let mut x: Vec<f64> = (0..n).map(|k| (k as f64 - 4.0) / 3.0).collect();
            let mut want = x.clone();
            solve(&mut x, &l);
            chol::solve(&mut want, &forward);
            for (x, want) in x.iter().zip(&want) {
                prop_assert!(close(*x, *want, 1e-11));
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
        assert_eq!(mat[0], 1e-2);

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
