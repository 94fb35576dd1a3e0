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

use crate::padded::{Four, add_rows_in, dots_in, fours, outer_in};
use crate::simd::wide;

/// A factor: `L` below the diagonal, zeros on and above it, and `D`.
#[derive(Clone, Debug, Default)]
pub struct Factor {
    n: usize,
    rows: Vec<Four>,
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
        self.rows.resize(4 * width * width, [0.0; 4]);
        self.diag.resize(n, 0.0);
        self.inverse.resize(width, [0.0; 4]);
        fill(&mut self.rows[..n * width]);
        self.rows[n * width..].fill([0.0; 4]);
        if let Some(last) = self.inverse.last_mut() {
            *last = [0.0; 4];
        }
        let (rows, diag) = (&mut self.rows[..], &mut self.diag[..]);
        let inverse = &mut self.inverse[..];
        wide!(simd => {
            let mut rank = n;
            for group in (0..width).rev() {
                let start = 4 * group;
                let (above, block) = rows.split_at_mut(start * width);
                let block = &mut block[..4 * width];
                let diag = &mut diag[start..n.min(start + 4)];
                rank -= pivots(simd, block, group, diag, &mut inverse[group], min_diag);
                subtract(simd, above, block, &inverse[group]);
                scale(block, group, &inverse[group]);
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
                let block = block_rows(rows, group, width);
                let (above, own) = x.split_at_mut(group);
                let [a, b, c, d] = own[0];
                let (row_b, row_c, row_d) = (block[1][group], block[2][group], block[3][group]);
                let c = c - d * row_d[2];
                let b = b - d * row_d[1] - c * row_c[1];
                let a = a - d * row_d[0] - c * row_c[0] - b * row_b[0];
                own[0] = [a, b, c, d];
                add_rows_in(simd, above, &[-a, -b, -c, -d], &block);
            }
            // x ← L⁻¹ D⁻¹ x
            for group in 0..width {
                let block = block_rows(rows, group, width);
                let (above, own) = x.split_at_mut(group);
                let known = dots_in(simd, &block, above);
                let (row_b, row_c, row_d) = (block[1][group], block[2][group], block[3][group]);
                let [a, b, c, d] = own[0];
                let [p, q, r, s] = inverse[group];
                let a = a * p - known[0];
                let b = b * q - known[1] - a * row_b[0];
                let c = c * r - known[2] - a * row_c[0] - b * row_c[1];
                let d = d * s - known[3] - a * row_d[0] - b * row_d[1] - c * row_d[2];
                own[0] = [a, b, c, d];
            }
        });
    }
}

/// The four rows of a group, up to its own columns.
#[inline(always)]
fn block_rows(rows: &[Four], group: usize, width: usize) -> [&[Four]; 4] {
    let start = 4 * group * width;
    let block = &rows[start..start + 4 * width];
    [
        &block[..=group],
        &block[width..=width + group],
        &block[2 * width..=2 * width + group],
        &block[3 * width..=3 * width + group],
    ]
}

/// Eliminates within a group, from its last row on, and returns the number of pivots that were too small.
///
/// The 4×4 block on the diagonal comes first, in scalars: it determines the pivots and all six factors. The columns left of it
/// then follow in one pass over the four rows. A last group of fewer rows is eliminated row by row.
#[inline(always)]
fn pivots<S: Simd>(
    simd: S,
    block: &mut [Four],
    group: usize,
    diag: &mut [f64],
    inverse: &mut Four,
    min_diag: f64,
) -> usize {
    let width = block.len() / 4;
    let Some(diag) = diag.first_chunk_mut::<4>() else {
        return pivots_by_row(simd, block, group, diag, inverse, min_diag);
    };
    let (r0, rest) = block.split_at_mut(width);
    let (r1, rest) = rest.split_at_mut(width);
    let (r2, r3) = rest.split_at_mut(width);

    // order: as in `pivots_by_row`, rows 3, 2, 1 are subtracted from a row in this order
    let mut small = 0;
    let mut pivot = |k: usize, value: f64| {
        let raised = value < min_diag;
        small += usize::from(raised);
        diag[k] = if raised { min_diag } else { value };
        inverse[k] = 1.0 / diag[k];
        inverse[k]
    };
    let ([a00, ..], [a10, a11, ..]) = (r0[group], r1[group]);
    let ([a20, a21, a22, _], [a30, a31, a32, a33]) = (r2[group], r3[group]);
    let inv3 = pivot(3, a33);
    let (f03, f13, f23) = (-(a30 * inv3), -(a31 * inv3), -(a32 * inv3));
    let (a20, a21, a22) = (a20 + a30 * f23, a21 + a31 * f23, a22 + a32 * f23);
    let (a10, a11, a00) = (a10 + a30 * f13, a11 + a31 * f13, a00 + a30 * f03);
    let inv2 = pivot(2, a22);
    let (f02, f12) = (-(a20 * inv2), -(a21 * inv2));
    let (a10, a11, a00) = (a10 + a20 * f12, a11 + a21 * f12, a00 + a20 * f02);
    let inv1 = pivot(1, a11);
    let f01 = -(a10 * inv1);
    let a00 = a00 + a10 * f01;
    pivot(0, a00);
    // elements on and above the diagonal are not read again
    (r0[group][0], r1[group][0], r1[group][1]) = (a00, a10, a11);
    (r2[group][0], r2[group][1], r2[group][2]) = (a20, a21, a22);

    let [f01, f02, f03, f12, f13, f23] = [f01, f02, f03, f12, f13, f23].map(
        #[inline(always)]
        |f| f64x4::splat(simd, f),
    );
    let rows = (r0[..group].iter_mut().zip(&mut r1[..group]))
        .zip(r2[..group].iter_mut().zip(&r3[..group]));
    for ((p0, p1), (p2, p3)) in rows {
        let x3 = f64x4::load_array_ref(simd, p3);
        let x2 = f64x4::load_array_ref(simd, p2) + x3 * f23;
        let x1 = f64x4::load_array_ref(simd, p1) + x3 * f13 + x2 * f12;
        let x0 = f64x4::load_array_ref(simd, p0) + x3 * f03 + x2 * f02 + x1 * f01;
        x2.store_array(p2);
        x1.store_array(p1);
        x0.store_array(p0);
    }
    small
}

/// The same one row at a time, for a group of any number of rows.
#[inline(always)]
fn pivots_by_row<S: Simd>(
    simd: S,
    block: &mut [Four],
    group: usize,
    diag: &mut [f64],
    inverse: &mut Four,
    min_diag: f64,
) -> usize {
    let width = block.len() / 4;
    let mut small = 0;
    for (k, diag) in diag.iter_mut().enumerate().rev() {
        let (upper, row) = block.split_at_mut(k * width);
        let row = &row[..=group];
        let mut pivot = row[group][k];
        if pivot < min_diag {
            pivot = min_diag;
            small += 1;
        }
        *diag = pivot;
        inverse[k] = 1.0 / pivot;
        for (i, upper) in upper.chunks_exact_mut(width).enumerate() {
            let factor = -(row[group][i] * inverse[k]);
            add_rows_in(simd, &mut upper[..=group], &[factor], &[row]);
        }
    }
    small
}

/// Subtracts the rows of a group from all rows above.
#[inline(always)]
fn subtract<S: Simd>(simd: S, above: &mut [Four], block: &[Four], inverse: &Four) {
    let width = block.len() / 4;
    let inverse = inverse.map(
        #[inline(always)]
        |x| f64x4::splat(simd, x),
    );
    let [p, q, r, s] = inverse;
    let rows = [
        &block[..width],
        &block[width..2 * width],
        &block[2 * width..3 * width],
        &block[3 * width..],
    ];
    outer_in(
        simd,
        above,
        width,
        &rows,
        #[inline(always)]
        |c| [-(c[0] * p), -(c[1] * q), -(c[2] * r), -(c[3] * s)],
    );
}

/// Turns the eliminated rows of a group into rows of `L`.
#[inline(always)]
fn scale(block: &mut [Four], group: usize, inverse: &Four) {
    let width = block.len() / 4;
    for (k, row) in block.chunks_exact_mut(width.max(1)).enumerate() {
        for four in &mut row[..=group] {
            for x in four {
                *x *= inverse[k];
            }
        }
        row[group][k..].fill(0.0);
    }
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

    proptest! {
        /// Pivots of whole groups are those of the plain elimination, bit for bit, small and missing ones among them.
        #[test]
        fn groups_of_pivots_are_eliminated_as_row_by_row(
            (width, values) in (1..5_usize).prop_flat_map(|w| {
                let number = prop_oneof![4 => -3.0..3.0_f64, 1 => Just(0.0), 1 => Just(-0.0), 1 => Just(f64::NAN)];
                (Just(w), prop::collection::vec(number, 16 * w))
            }),
            min_diag in prop_oneof![Just(1e-15), Just(0.5)],
        ) {
            let group = width - 1;
            let block: Vec<Four> = values.as_chunks::<4>().0.to_vec();
            let run = |whole: bool| {
                let (mut block, mut diag, mut inverse) = (block.clone(), [0.0; 4], [0.0; 4]);
                let small = wide!(simd => if whole {
                    pivots(simd, &mut block, group, &mut diag, &mut inverse, min_diag)
                } else {
                    pivots_by_row(simd, &mut block, group, &mut diag, &mut inverse, min_diag)
                });
                scale(&mut block, group, &inverse);
                let bits = |x: f64| if x.is_nan() { u64::MAX } else { x.to_bits() };
                let block: Vec<u64> = block.as_flattened().iter().copied().map(bits).collect();
                (small, block, diag.map(bits), inverse.map(bits))
            };
            prop_assert_eq!(run(true), run(false));
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
