//! Matrices with four rows interleaved, one in each lane of a SIMD vector.
//!
//! Element `i` of block `b` contains column `i` of the rows `4b … 4b+3`; lanes beyond the last row are zero.
//! Operations on a row are performed on four rows at once, with the same sums in the same order: here the two steps
//! of a projection,
//!
//! ```text
//! B = J L⁻¹ D^(−½),     M = LᵀDL                                                                 (1)
//! A = B Bᵀ                                              order: by column, from zero                (2)
//! ```
#![expect(
    clippy::inline_always,
    reason = "loops are compiled for several SIMD levels"
)]

use fearless_simd::{Simd, f64x4, prelude::*};

use crate::Csr;
use crate::padded::Four;
use crate::simd::wide;

/// A matrix in blocks of four rows.
#[derive(Clone, Debug, Default)]
pub struct LaneRows {
    values: Vec<Four>,
    nrow: usize,
    ncol: usize,
    /// Columns of a block that are not zero.
    used: Vec<usize>,
}

impl LaneRows {
    /// Resets to a zero matrix of this size.
    pub fn reset(&mut self, nrow: usize, ncol: usize) {
        (self.nrow, self.ncol) = (nrow, ncol);
        self.values.clear();
        self.values.resize(nrow.div_ceil(4) * ncol, [0.0; 4]);
    }

    /// Sets elements of row `r`.
    pub fn set(&mut self, r: usize, values: impl Iterator<Item = (usize, f64)>) {
        let first = r / 4 * self.ncol;
        let block = &mut self.values[first..first + self.ncol];
        for (i, value) in values {
            block[i][r % 4] = value;
        }
    }

    /// Becomes a dense matrix of `ncol` columns.
    pub fn set_dense(&mut self, rows: &[f64], ncol: usize) {
        let nrow = rows.len().checked_div(ncol).unwrap_or(0);
        (self.nrow, self.ncol) = (nrow, ncol);
        // every element is overwritten
        self.values.resize(nrow.div_ceil(4) * ncol, [0.0; 4]);
        let blocks = self.values.chunks_exact_mut(ncol.max(1));
        for (block, four) in blocks.zip(rows.chunks(4 * ncol.max(1))) {
            if four.len() < 4 * ncol {
                for (i, to) in block.iter_mut().enumerate() {
                    let row = |k: usize| four.get(k * ncol + i).copied();
                    *to = core::array::from_fn(|k| row(k).unwrap_or(0.0));
                }
                continue;
            }
            let (a, rest) = four.split_at(ncol);
            let (b, rest) = rest.split_at(ncol);
            let (c, d) = rest.split_at(ncol);
            let columns = a.iter().zip(b).zip(c).zip(d);
            for (to, (((a, b), c), d)) in block.iter_mut().zip(columns) {
                *to = [*a, *b, *c, *d];
            }
        }
    }

    /// Equation (1): each row `x` becomes `D^(−½) L⁻ᵀ x`; `root` contains the square roots of the inverse of `D`.
    ///
    /// From the leaves to the root; columns that are zero in all rows of a block are skipped.
    #[doc(alias = "mj_solveM2")]
    pub fn half_solve(&mut self, factor: &[f64], root: &[f64], pattern: Csr<'_>) {
        let n = self.ncol.min(pattern.nrow());
        wide!(simd => for block in self.values.chunks_exact_mut(self.ncol.max(1)) {
            for i in (0..n).rev() {
                let x = f64x4::load_array_ref(simd, &block[i]);
                if block[i] == [0.0; 4] {
                    continue;
                }
                let range = pattern.range(i);
                let ancestors = range.len().saturating_sub(1);
                let (l, columns) = (&factor[range.clone()], &pattern.colind[range]);
                let minus = -x;
                for (&j, &l) in columns[..ancestors].iter().zip(l) {
                    let to = &mut block[j as usize];
                    let sum = f64x4::load_array_ref(simd, to) + f64x4::splat(simd, l) * minus;
                    sum.store_array(to);
                }
                (x * f64x4::splat(simd, root[i])).store_array(&mut block[i]);
            }
        });
    }

    /// The square of row `r` over the listed columns: four lanes, and the rest summed before it is added.
    pub fn square(&self, r: usize, columns: &[i32]) -> f64 {
        let block = &self.values[r / 4 * self.ncol..];
        let square = |&c: &i32| block[c as usize][r % 4] * block[c as usize][r % 4];
        let (fours, rest) = columns.as_chunks::<4>();
        let mut lanes = [0.0; 4];
        for four in fours {
            for (lane, c) in lanes.iter_mut().zip(four) {
                *lane += square(c);
            }
        }
        let rest = rest.iter().map(square).reduce(|sum, x| sum + x);
        ((lanes[0] + lanes[2]) + (lanes[1] + lanes[3])) + rest.unwrap_or(0.0)
    }

    /// Equation (2); `out` is a square matrix with as many rows as this matrix.
    ///
    /// Pairs of blocks for which `meet` is false are skipped.
    pub fn gram(&mut self, out: &mut [f64], meet: impl Fn(usize, usize) -> bool) {
        let Self {
            values,
            nrow,
            ncol,
            used,
        } = self;
        let (n, width) = (*nrow, (*ncol).max(1));
        wide!(simd => for (p, low) in values.chunks_exact(width).enumerate() {
            used.clear();
            used.extend((0..low.len()).filter(|&i| low[i] != [0.0; 4]));
            let mut q = 0;
            while q <= p {
                let high = &values[q * width..(q + 1) * width];
                if !meet(p, q) {
                    q += 1;
                } else if q < p && meet(p, q + 1) {
                    // two blocks of columns share the loads of the rows
                    let next = &values[(q + 1) * width..(q + 2) * width];
                    let [a, b] = tiles(simd, low, [high, next], used);
                    place(out, n, 4 * p, 4 * q, &a);
                    place(out, n, 4 * p, 4 * q + 4, &b);
                    q += 2;
                } else {
                    let [a] = tiles(simd, low, [high], used);
                    place(out, n, 4 * p, 4 * q, &a);
                    q += 1;
                }
            }
        });
    }
}

/// The products of four rows with the rows of some blocks, over the columns in `used`.
#[inline(always)]
fn tiles<S: Simd, const Q: usize>(
    simd: S,
    low: &[Four],
    high: [&[Four]; Q],
    used: &[usize],
) -> [[Four; 4]; Q] {
    let mut sum = [[f64x4::splat(simd, 0.0); 4]; Q];
    for &i in used {
        let row = &low[i];
        for q in 0..Q {
            let column = f64x4::load_array_ref(simd, &high[q][i]);
            for k in 0..4 {
                sum[q][k] += f64x4::splat(simd, row[k]) * column;
            }
        }
    }
    let mut out = [[[0.0; 4]; 4]; Q];
    for q in 0..Q {
        for k in 0..4 {
            sum[q][k].store_array(&mut out[q][k]);
        }
    }
    out
}

/// Writes a tile at `(row, col)` and its transpose at `(col, row)`, as far as they are within `n`.
#[inline(always)]
fn place(out: &mut [f64], n: usize, row: usize, col: usize, tile: &[Four; 4]) {
    let (rows, cols) = (n.saturating_sub(row).min(4), n.saturating_sub(col).min(4));
    // all but the last tiles are whole
    if (rows, cols) == (4, 4) {
        for (k, from) in tile.iter().enumerate() {
            if let Some(to) = out[(row + k) * n + col..].first_chunk_mut() {
                *to = *from;
            }
        }
        for c in (0..4).filter(|_| row != col) {
            if let Some(to) = out[(col + c) * n + row..].first_chunk_mut() {
                *to = [tile[0][c], tile[1][c], tile[2][c], tile[3][c]];
            }
        }
        return;
    }
    for (k, from) in tile.iter().enumerate().take(rows) {
        let at = (row + k) * n + col;
        out[at..at + cols].copy_from_slice(&from[..cols]);
    }
    if row != col {
        for c in 0..cols {
            let at = (col + c) * n + row;
            for (k, to) in out[at..at + rows].iter_mut().enumerate() {
                *to = tile[k][c];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{dense, ldl};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lanes_give_the_bits_of_rows(
            up in prop::collection::vec(1..5_usize, 1..20),
            rows in 0..15_usize,
            values in prop::collection::vec(prop_oneof![Just(0.0), -2.0..2.0_f64], 43),
        ) {
            // a factor along a tree, and arbitrary rows
            let n = up.len();
            let (mut nnz, mut adr, mut col, mut factor) = (vec![], vec![], vec![], vec![]);
            let mut chains: Vec<Vec<i32>> = vec![];
            for (k, &up) in up.iter().enumerate() {
                let mut chain = k.checked_sub(up).map_or(vec![], |p| chains[p].clone());
                chain.push(k as i32);
                adr.push(col.len() as i32);
                nnz.push(chain.len() as i32);
                factor.extend(chain.iter().map(|&c| 0.3 + values[(7 * k + c as usize) % 43]));
                col.extend_from_slice(&chain);
                chains.push(chain);
            }
            let pattern = Csr::new(&nnz, &adr, &col);
            let root: Vec<f64> = (0..n).map(|k| 0.5 + k as f64).collect();
            let mut plain: Vec<f64> = (0..rows * n).map(|k| values[(5 * k + k / n) % 43]).collect();
            let mut lanes = LaneRows::default();
            lanes.reset(rows, n);
            for (r, row) in plain.chunks_exact(n).enumerate() {
                lanes.set(r, row.iter().copied().enumerate());
            }
            // what was there before leaves no trace
            let mut dense = lanes.clone();
            dense.values.fill([f64::NAN; 4]);
            dense.set_dense(&plain, n);
            prop_assert_eq!(&dense.values, &lanes.values);
            prop_assert_eq!((dense.nrow, dense.ncol), (lanes.nrow, lanes.ncol));

            ldl::half_solve_many(&mut plain, &factor, &root, pattern);
            lanes.half_solve(&factor, &root, pattern);
            for (k, want) in plain.iter().enumerate() {
                let (r, i) = (k / n, k % n);
                prop_assert_eq!(lanes.values[r / 4 * n + i][r % 4], *want);
            }

            let mut transposed = vec![0.0; plain.len()];
            for (k, x) in plain.iter().enumerate() {
                transposed[k % n * rows + k / n] = *x;
            }
            let (mut got, mut want) = (vec![f64::NAN; rows * rows], vec![0.0; rows * rows]);
            lanes.gram(&mut got, |_, _| true);
            dense::sqr_t(&mut want, &transposed, &vec![1.0; n], rows);
            for r in 0..rows {
                for c in 0..rows {
                    prop_assert_eq!(got[r * rows + c], want[r.max(c) * rows + r.min(c)]);
                }
            }

            // blocks for which `meet` is false are unchanged
            let mut part = vec![f64::NAN; rows * rows];
            lanes.gram(&mut part, |p, q| (p + q) % 3 != 1);
            for k in 0..rows * rows {
                let apart = (k / rows / 4 + k % rows / 4) % 3 == 1;
                let want = if apart { f64::NAN } else { got[k] };
                prop_assert!(part[k] == want || (part[k].is_nan() && apart));
            }
        }
    }
}
