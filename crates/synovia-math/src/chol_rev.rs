//! Dense factors from the last row to the first, `A = LᵀDL`, with rows padded to groups of four.
//!
//! For matrices that are factored and solved many times per step. Elimination starts at the end: row `r` is
//! subtracted from the rows above it,
//!
//! ```text
//! d_r = A_rr,   L_r = A_r / d_r,     A_i ← A_i − A_ri / d_r · A_r     over the first i columns, i < r       (1)
//! ```
//!
//! four rows `r` at a time. No square roots are needed, and every loop runs along a row. Groups of rows in which a
//! row has only zeros are skipped, so independent branches of a tree cost as much as with a sparse factor.
#![expect(
    clippy::inline_always,
    reason = "loops are compiled for several SIMD levels"
)]

use fearless_simd::{Simd, f64x4, prelude::*};

use crate::padded::{
    Four, add_rows_fixed, add_rows_in, dots_fixed, dots_in, fours, heads, outer_in, store, unrolled,
};
use crate::simd::wide;

/// A factor: `L` below the diagonal, undefined on and above it, and `D`.
#[derive(Clone, Debug, Default)]
pub struct Factor {
    n: usize,
    rows: Vec<Four>,
    /// The four rows that are being eliminated, before their division by the pivots.
    block: Vec<Four>,
    diag: Vec<f64>,
    inverse: Vec<Four>,
}

impl Factor {
    /// The dimension.
    pub const fn len(&self) -> usize {
        self.n
    }

    /// True if the dimension is zero.
    pub const fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// Computes the factor of a matrix whose lower triangle is written by `fill`, equation (1); returns the rank.
    ///
    /// `fill` receives `n` rows of `fours(n)` groups with arbitrary contents; values above the diagonal are ignored.
    /// A pivot below `min_diag` is replaced by `min_diag` and lowers the rank by one.
    pub fn set(&mut self, n: usize, min_diag: f64, fill: impl FnOnce(&mut [Four])) -> usize {
        self.n = n;
        let width = fours(n);
        // the last group of rows is complete as well
        let len = 4 * width * width;
        grow(&mut self.rows, len);
        grow(&mut self.block, 4 * width);
        self.diag.resize(n, 0.0);
        self.inverse.resize(width, [0.0; 4]);
        let (rows, diag) = (&mut self.rows[..len], &mut self.diag[..]);
        fill(&mut rows[..n * width]);
        rows[n * width..].fill([0.0; 4]);
        let (block, inverse) = (&mut self.block[..], &mut self.inverse[..]);
        wide!(simd => {
            let mut rank = n;
            for group in (0..width).rev() {
                let start = 4 * group;
                let (above, own) = rows.split_at_mut(start * width);
                let diag = &mut diag[start..n.min(start + 4)];
                let (own, inverse) = (four_rows_mut(own, width), &mut inverse[group]);
                let unscaled = four_rows_mut(block, width);
                rank -= pivots(simd, own, unscaled, group, diag, inverse, min_diag);
                subtract(simd, above, width, &four_rows(block, width), inverse);
            }
            rank
        })
    }

    /// `x ← A⁻¹ x`.
    pub fn solve(&self, x: &mut [Four]) {
        let width = fours(self.n);
        let (rows, inverse) = (&self.rows[..], &self.inverse[..]);
        let x = &mut x[..width];
        wide!(simd => {
            // x ← L⁻ᵀ x
            for group in (0..width).rev() {
                let block = four_rows(&rows[4 * group * width..], width);
                let (above, own) = x.split_at_mut(group);
                let [a, b, c, d] = own[0];
                let (row_b, row_c, row_d) = (block[1][group], block[2][group], block[3][group]);
                let c = c - d * row_d[2];
                let b = b - d * row_d[1] - c * row_c[1];
                let a = a - d * row_d[0] - c * row_c[0] - b * row_b[0];
                store(simd, &mut own[0], [a, b, c, d]);
                let factors = [-a, -b, -c, -d];
                unrolled!(group, N => {
                    if let (Some(above), Some(block)) = (above.as_mut_array::<N>(), heads(&block)) {
                        add_rows_fixed(simd, above, factors, block);
                    }
                }, add_rows_in(simd, above, &factors, &block));
            }
            // x ← L⁻¹ D⁻¹ x
            for group in 0..width {
                let block = four_rows(&rows[4 * group * width..], width);
                let (above, own) = x.split_at_mut(group);
                let known = unrolled!(group, N => {
                    match (above.as_array::<N>(), heads(&block)) {
                        (Some(above), Some(block)) => dots_fixed(simd, block, above),
                        _ => [0.0; 4],
                    }
                }, dots_in(simd, &block, above));
                let (row_b, row_c, row_d) = (block[1][group], block[2][group], block[3][group]);
                let [a, b, c, d] = own[0];
                let [p, q, r, s] = inverse[group];
                let a = a * p - known[0];
                let b = b * q - known[1] - a * row_b[0];
                let c = c * r - known[2] - a * row_c[0] - b * row_c[1];
                let d = d * s - known[3] - a * row_d[0] - b * row_d[1] - c * row_d[2];
                store(simd, &mut own[0], [a, b, c, d]);
            }
        });
    }
}

/// Makes room for `n` groups; memory that is overwritten anyway is not cleared.
fn grow(rows: &mut Vec<Four>, n: usize) {
    if rows.len() < n {
        rows.resize(n, [0.0; 4]);
    }
}

/// The first four rows.
#[inline(always)]
fn four_rows(rows: &[Four], width: usize) -> [&[Four]; 4] {
    let (a, rest) = rows.split_at(width);
    let (b, rest) = rest.split_at(width);
    let (c, rest) = rest.split_at(width);
    [a, b, c, &rest[..width]]
}

/// The first four rows, for modification.
#[inline(always)]
fn four_rows_mut(rows: &mut [Four], width: usize) -> [&mut [Four]; 4] {
    let (a, rest) = rows.split_at_mut(width);
    let (b, rest) = rest.split_at_mut(width);
    let (c, rest) = rest.split_at_mut(width);
    [a, b, c, &mut rest[..width]]
}

/// Eliminates within a group, from its last row on, and returns the number of pivots that were too small.
///
/// The 4×4 block on the diagonal comes first, in scalars: it determines the pivots and all six factors. The columns left of it
/// then follow in one pass over the four rows, which are stored in `block` and, divided by their pivots, in `rows`.
///
/// In a last group of fewer rows, the missing ones are zero and have no pivots: adding their products with negative zero
/// changes nothing.
#[inline(always)]
fn pivots<S: Simd>(
    simd: S,
    rows: [&mut [Four]; 4],
    block: [&mut [Four]; 4],
    group: usize,
    diag: &mut [f64],
    inverse: &mut Four,
    min_diag: f64,
) -> usize {
    let [r0, r1, r2, r3] = rows;
    // order: rows 3, 2, 1 are subtracted from a row in this order
    let mut small = 0;
    let mut pivot = |k: usize, value: f64| {
        let Some(diag) = diag.get_mut(k) else {
            inverse[k] = 0.0;
            return 0.0;
        };
        let raised = value < min_diag;
        small += usize::from(raised);
        *diag = if raised { min_diag } else { value };
        inverse[k] = 1.0 / *diag;
        inverse[k]
    };
    let ([a00, ..], [a10, a11, ..]) = (r0[group], r1[group]);
    let ([a20, a21, a22, _], [a30, a31, a32, a33]) = (r2[group], r3[group]);
    let inv3 = pivot(3, a33);
    let (l30, l31, l32) = (a30 * inv3, a31 * inv3, a32 * inv3);
    let (a20, a21, a22) = (a20 - a30 * l32, a21 - a31 * l32, a22 - a32 * l32);
    let (a10, a11, a00) = (a10 - a30 * l31, a11 - a31 * l31, a00 - a30 * l30);
    let inv2 = pivot(2, a22);
    let (l20, l21) = (a20 * inv2, a21 * inv2);
    let (a10, a11, a00) = (a10 - a20 * l21, a11 - a21 * l21, a00 - a20 * l20);
    let inv1 = pivot(1, a11);
    let l10 = a10 * inv1;
    let a00 = a00 - a10 * l10;
    let inv0 = pivot(0, a00);
    // elements on and above the diagonal are not read again
    (r1[group][0], r2[group][0], r2[group][1]) = (l10, l20, l21);
    (r3[group][0], r3[group][1], r3[group][2]) = (l30, l31, l32);

    let factors = [l30, l31, l32, l20, l21, l10].map(
        #[inline(always)]
        |l| f64x4::splat(simd, -l),
    );
    let inverse = [inv0, inv1, inv2, inv3].map(
        #[inline(always)]
        |x| f64x4::splat(simd, x),
    );
    let [b0, b1, b2, b3] = block;
    unrolled!(group, N => {
        if let (Some(r0), Some(r1), Some(r2), Some(r3)) = (
            r0.first_chunk_mut::<N>(), r1.first_chunk_mut::<N>(), r2.first_chunk_mut::<N>(), r3.first_chunk_mut::<N>()
        ) && let (Some(b0), Some(b1), Some(b2), Some(b3)) = (
            b0.first_chunk_mut::<N>(), b1.first_chunk_mut::<N>(), b2.first_chunk_mut::<N>(), b3.first_chunk_mut::<N>()
        ) {
            for k in 0..N {
                let rows = [&mut r0[k], &mut r1[k], &mut r2[k], &mut r3[k]];
                let block = [&mut b0[k], &mut b1[k], &mut b2[k], &mut b3[k]];
                eliminate(simd, rows, block, &factors, &inverse);
            }
        }
    }, for k in 0..group {
        let rows = [&mut r0[k], &mut r1[k], &mut r2[k], &mut r3[k]];
        let block = [&mut b0[k], &mut b1[k], &mut b2[k], &mut b3[k]];
        eliminate(simd, rows, block, &factors, &inverse);
    });
    small
}

/// Eliminates four columns of four rows within their group.
#[inline(always)]
fn eliminate<S: Simd>(
    simd: S,
    rows: [&mut Four; 4],
    block: [&mut Four; 4],
    factors: &[f64x4<S>; 6],
    inverse: &[f64x4<S>; 4],
) {
    let [f03, f13, f23, f02, f12, f01] = *factors;
    let [r0, r1, r2, r3] = rows;
    let x3 = f64x4::load_array_ref(simd, r3);
    let x2 = f64x4::load_array_ref(simd, r2) + x3 * f23;
    let x1 = f64x4::load_array_ref(simd, r1) + x3 * f13 + x2 * f12;
    let x0 = f64x4::load_array_ref(simd, r0) + x3 * f03 + x2 * f02 + x1 * f01;
    let [b0, b1, b2, b3] = block;
    for (k, (x, (block, row))) in [x0, x1, x2, x3]
        .into_iter()
        .zip([b0, b1, b2, b3].into_iter().zip([r0, r1, r2, r3]))
        .enumerate()
    {
        x.store_array(block);
        (x * inverse[k]).store_array(row);
    }
}

/// Subtracts the rows of a group from all rows above.
#[inline(always)]
fn subtract<S: Simd>(
    simd: S,
    above: &mut [Four],
    width: usize,
    block: &[&[Four]; 4],
    inverse: &Four,
) {
    let [p, q, r, s] = inverse.map(
        #[inline(always)]
        |x| f64x4::splat(simd, x),
    );
    outer_in(
        simd,
        above,
        width,
        block,
        #[inline(always)]
        |c| [-(c[0] * p), -(c[1] * q), -(c[2] * r), -(c[3] * s)],
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chol;
    use crate::testing::{any_spd, close};
    use proptest::prelude::*;

    fn factored(a: &[f64], n: usize, min_diag: f64) -> (Factor, usize) {
        let mut factor = Factor::default();
        let rank = factor.set(n, min_diag, |rows| {
            rows.fill([f64::NAN; 4]);
            for r in 0..n {
                for c in 0..=r {
                    rows[r * fours(n) + c / 4][c % 4] = a[r * n + c];
                }
            }
        });
        (factor, rank)
    }

    /// An element of `LᵀDL`.
    fn product(factor: &Factor, r: usize, c: usize) -> f64 {
        let at = |k: usize, j: usize| {
            let below = factor.rows[k * fours(factor.n) + j / 4][j % 4];
            if k == j { 1.0 } else { below }
        };
        (r.max(c)..factor.n)
            .map(|k| at(k, r) * factor.diag[k] * at(k, c))
            .sum()
    }

    fn vector(n: usize, f: impl Fn(usize) -> f64) -> Vec<Four> {
        let mut x = vec![[0.0; 4]; fours(n)];
        for (k, x) in x.as_flattened_mut()[..n].iter_mut().enumerate() {
            *x = f(k);
        }
        x
    }

    proptest! {
        #[test]
        fn factor_multiplies_back((n, a) in any_spd()) {
            let (factor, rank) = factored(&a, n, 1e-15);
            prop_assert_eq!(rank, n);
            for r in 0..n {
                for c in 0..n {
                    prop_assert!(close(product(&factor, r, c), a[r * n + c], 1e-13));
                }
            }
        }

        #[test]
        fn both_orders_solve_alike((n, a) in any_spd()) {
            let (factor, _) = factored(&a, n, 1e-15);
            let mut forward = a;
            chol::factor(&mut forward, n, 1e-15);
            let mut x = vector(n, |k| (k as f64 - 4.0) / 3.0);
            let mut want = x.as_flattened()[..n].to_vec();
            factor.solve(&mut x);
            chol::solve(&mut want, &forward);
            for (x, want) in x.as_flattened().iter().zip(&want) {
                prop_assert!(close(*x, *want, 1e-11));
            }
            prop_assert!(x.as_flattened()[n..].iter().all(|&x| x == 0.0));
        }
    }

    /// Elimination (1) in scalars, four rows at a time: the rank, the pivots, and `L` below the diagonal.
    fn plain(a: &[f64], n: usize, min_diag: f64) -> (usize, Vec<f64>, Vec<Vec<f64>>) {
        let mut rows: Vec<Vec<f64>> = (0..n).map(|r| a[r * n..=r * n + r].to_vec()).collect();
        let (mut rank, mut diag) = (n, vec![0.0; n]);
        for group in (0..n.div_ceil(4)).rev() {
            let own = 4 * group..n.min(4 * group + 4);
            for r in own.clone().rev() {
                rank -= usize::from(rows[r][r] < min_diag);
                diag[r] = if rows[r][r] < min_diag {
                    min_diag
                } else {
                    rows[r][r]
                };
                for i in own.start..r {
                    let factor = rows[r][i] * (1.0 / diag[r]);
                    for c in 0..=i {
                        rows[i][c] -= rows[r][c] * factor;
                    }
                }
            }
            for i in 0..own.start {
                if own.clone().all(|r| rows[r][i] == 0.0) {
                    continue;
                }
                let factors: Vec<f64> = own.clone().map(|r| rows[r][i] * (1.0 / diag[r])).collect();
                for c in 0..=i {
                    for (r, factor) in own.clone().zip(&factors) {
                        rows[i][c] -= rows[r][c] * factor;
                    }
                }
            }
            for r in own {
                rows[r].truncate(r);
                rows[r].iter_mut().for_each(|x| *x *= 1.0 / diag[r]);
            }
        }
        (rank, diag, rows)
    }

    proptest! {
        /// Factors of all sizes, with and without complete groups, have the bits of the plain elimination; small and
        /// missing pivots among them.
        #[test]
        fn factors_have_the_bits_of_the_plain_elimination(
            (n, a) in (1..45_usize).prop_flat_map(|n| {
                let number = prop_oneof![
                    8 => -3.0..3.0_f64, 4 => Just(0.0), 1 => Just(-0.0), 1 => Just(1e-20),
                ];
                (Just(n), prop::collection::vec(number, n * n))
            }),
            nan in 0..4000_usize,
            shift in prop_oneof![Just(0.0), Just(40.0)],
            min_diag in prop_oneof![Just(1e-15), Just(0.5)],
        ) {
            let mut a = a;
            for k in 0..n {
                a[k * n + k] += shift;
            }
            if let Some(a) = a.get_mut(nan) {
                *a = f64::NAN;
            }
            let bits = |x: &f64| if x.is_nan() { u64::MAX } else { x.to_bits() };
            let (factor, rank) = factored(&a, n, min_diag);
            let (want_rank, diag, rows) = plain(&a, n, min_diag);
            prop_assert_eq!(rank, want_rank);
            let same = factor.diag.iter().map(bits).eq(diag.iter().map(bits));
            prop_assert!(same, "pivots");
            for (r, want) in rows.iter().enumerate() {
                let got = &factor.rows[r * fours(n)..(r + 1) * fours(n)].as_flattened()[..r];
                prop_assert!(got.iter().map(bits).eq(want.iter().map(bits)), "row {}", r);
            }

            // solution: the same sums in scalars
            let mut x = vector(n, |k| (k as f64 - 4.0) / 3.0);
            let width = fours(n);
            let mut want: Vec<f64> = x.as_flattened().to_vec();
            let l = |r: usize, c: usize| if r < n { rows[r][c] } else { 0.0 };
            for group in (0..width).rev() {
                let own = 4 * group..4 * group + 4;
                for r in own.clone().rev() {
                    for k in (r + 1..own.end).rev() {
                        want[r] -= want[k] * l(k, r);
                    }
                }
                for c in 0..own.start {
                    for r in own.clone() {
                        want[c] += l(r, c) * -want[r];
                    }
                }
            }
            for r in 0..4 * width {
                let mut lanes = [0.0; 4];
                let start = r / 4 * 4;
                for c in 0..start {
                    lanes[c % 4] += l(r, c) * want[c];
                }
                let known = (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
                want[r] = want[r] * if r < n { 1.0 / diag[r] } else { 0.0 } - known;
                for c in start..r {
                    want[r] -= want[c] * l(r, c);
                }
            }
            factor.solve(&mut x);
            prop_assert!(x.as_flattened()[..n].iter().map(bits).eq(want[..n].iter().map(bits)));
        }
    }

    #[test]
    fn small_pivots_are_raised_and_counted() {
        // rank one
        let (factor, rank) = factored(&[1.0, 0.0, 0.0, 2.0, 4.0, 0.0, 3.0, 6.0, 9.0], 3, 1e-4);
        assert_eq!(rank, 1);
        assert_eq!(factor.diag, [1e-4, 1e-4, 9.0]);
    }

    #[test]
    fn dimension_zero_is_allowed() {
        let (factor, rank) = factored(&[], 0, 1e-15);
        assert_eq!(rank, 0);
        factor.solve(&mut []);
        assert!(factor.is_empty());
    }
}
