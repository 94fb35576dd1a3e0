//! The transpose of a sparse matrix, kept by rows: products that sum in the order of the reference.
//!
//! Conjugate gradients carry a difference in the last digit of a product on and let it grow a thousandfold every few iterations. So
//! their products have four lanes at any length, as the reference has them, and those with the transpose run over the rows of the
//! transpose instead of adding row after row. Neighbouring columns with the same rows (the three dofs of a vertex) gather the
//! vector together, which changes no sum.
#![expect(
    clippy::inline_always,
    reason = "loops are compiled for the wide vector unit of their caller"
)]

use fearless_simd::{Simd, f64x4, prelude::*};

use crate::Csr;
use crate::simd::wide;

/// A transposed matrix.
#[derive(Clone, Debug, Default)]
pub struct Transposed {
    /// Where the rows begin, and the end.
    adr: Vec<usize>,
    colind: Vec<i32>,
    values: Vec<f64>,
    /// How many rows from each on are multiplied together: 1 or 3; 0 for those that belong to one before.
    group: Vec<u8>,
}

impl Transposed {
    /// Takes a matrix with `ncol` columns.
    #[doc(alias = "mju_transposeSparse")]
    pub fn set(&mut self, pattern: Csr<'_>, values: &[f64], ncol: usize) {
        self.adr.clear();
        self.adr.resize(ncol + 1, 0);
        for r in 0..pattern.nrow() {
            for &c in pattern.cols(r) {
                self.adr[c as usize + 1] += 1;
            }
        }
        for c in 0..ncol {
            self.adr[c + 1] += self.adr[c];
        }
        let nonzeros = self.adr[ncol];
        self.colind.resize(nonzeros, 0);
        self.values.resize(nonzeros, 0.0);

        // each start moves on to the start of the next row while its row is filled
        for r in 0..pattern.nrow() {
            for (&c, &value) in pattern.cols(r).iter().zip(&values[pattern.range(r)]) {
                let at = &mut self.adr[c as usize];
                self.colind[*at] = r as i32;
                self.values[*at] = value;
                *at += 1;
            }
        }
        self.adr.copy_within(0..ncol, 1);
        self.adr[0] = 0;
        self.find_groups(ncol);
    }

    /// Rows in threes, where three have the same columns.
    fn find_groups(&mut self, nrow: usize) {
        self.group.clear();
        while self.group.len() < nrow {
            let r = self.group.len();
            let row = |k: usize| &self.colind[self.adr[r + k]..self.adr[r + k + 1]];
            if r + 3 <= nrow && row(0) == row(1) && row(0) == row(2) {
                self.group.extend([3, 0, 0]);
            } else {
                self.group.push(1);
            }
        }
    }

    /// `out ← matᵀ · x`, for the matrix that was taken.
    pub fn mul_vec(&self, out: &mut [f64], x: &[f64]) {
        wide!(simd => for (r, &count) in self.group.iter().enumerate().take(out.len()) {
            let (start, len) = (self.adr[r], self.adr[r + 1] - self.adr[r]);
            let columns = &self.colind[start..start + len];
            let row = |k: usize| &self.values[start + k * len..start + (k + 1) * len];
            if count == 3 {
                let sums = dots_in_fours(simd, [row(0), row(1), row(2)], columns, x);
                out[r..r + 3].copy_from_slice(&sums);
            } else if count == 1 {
                [out[r]] = dots_in_fours(simd, [row(0)], columns, x);
            }
        });
    }
}

impl Csr<'_> {
    /// `out ← mat · x` with four lanes at any length, the order of the reference.
    pub fn mul_vec_in_fours(&self, out: &mut [f64], mat: &[f64], x: &[f64]) {
        wide!(simd => for (r, out) in out.iter_mut().enumerate().take(self.nrow()) {
            [*out] = dots_in_fours(simd, [&mat[self.range(r)]], self.cols(r), x);
        });
    }
}

/// Products of rows with the same columns, four lanes each; the rest is added element by element.
#[inline(always)]
fn dots_in_fours<S: Simd, const M: usize>(
    simd: S,
    rows: [&[f64]; M],
    columns: &[i32],
    x: &[f64],
) -> [f64; M] {
    let (fours, rest) = columns.as_chunks::<4>();
    let mut lanes = [f64x4::splat(simd, 0.0); M];
    for (k, columns) in fours.iter().enumerate() {
        let gathered: [f64; 4] = columns.map(|c| x[c as usize]);
        let gathered = f64x4::load_array_ref(simd, &gathered);
        for m in 0..M {
            let values = f64x4::from_slice(simd, &rows[m][4 * k..4 * k + 4]);
            lanes[m] += values * gathered;
        }
    }
    let mut sums = lanes.map(|lane| {
        let lane: [f64; 4] = lane.into();
        (lane[0] + lane[2]) + (lane[1] + lane[3])
    });
    for (k, &c) in rest.iter().enumerate() {
        let factor = x[c as usize];
        for m in 0..M {
            sums[m] += rows[m][4 * fours.len() + k] * factor;
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers without pattern: a linear congruential generator.
    struct Random(u64);

    impl Random {
        fn next(&mut self) -> u64 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            self.0 >> 33
        }
        fn below(&mut self, n: usize) -> usize {
            self.next() as usize % n
        }
        fn number(&mut self) -> f64 {
            self.next() as f64 / (1_u64 << 30) as f64 - 1.0
        }
    }

    /// The order of the reference, written out.
    fn plain(values: &[f64], columns: &[i32], x: &[f64]) -> f64 {
        let product = |k: usize| values[k] * x[columns[k] as usize];
        let done = columns.len() / 4 * 4;
        let mut lanes = [0.0; 4];
        for k in 0..done {
            lanes[k % 4] += product(k);
        }
        let head = (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
        (done..columns.len()).fold(head, |sum, k| sum + product(k))
    }

    #[test]
    fn products_have_the_bits_of_the_plain_order() {
        let mut random = Random(7);
        let mut transposed = Transposed::default();
        for _ in 0..200 {
            let (nrow, vertices) = (1 + random.below(70), 1 + random.below(9));
            let ncol = 3 * vertices + random.below(4);
            let (mut rownnz, mut rowadr, mut colind) = (Vec::new(), Vec::new(), Vec::new());
            for _ in 0..nrow {
                rowadr.push(colind.len() as i32);
                let before = colind.len();
                for v in 0..vertices {
                    if random.below(2) == 0 {
                        colind.extend((3 * v as i32)..(3 * v as i32 + 3));
                    }
                }
                colind.extend(
                    (3 * vertices..ncol)
                        .filter(|_| random.below(2) == 0)
                        .map(|c| c as i32),
                );
                rownnz.push((colind.len() - before) as i32);
            }
            let values: Vec<f64> = colind.iter().map(|_| random.number()).collect();
            let pattern = Csr::new(&rownnz, &rowadr, &colind);
            let x: Vec<f64> = (0..nrow).map(|_| random.number()).collect();
            transposed.set(pattern, &values, ncol);
            let mut out = vec![f64::NAN; ncol];
            transposed.mul_vec(&mut out, &x);
            for (c, out) in out.iter().enumerate() {
                let mut column = (Vec::new(), Vec::new());
                for r in 0..nrow {
                    for k in pattern.range(r).filter(|&k| colind[k] == c as i32) {
                        column.0.push(values[k]);
                        column.1.push(r as i32);
                    }
                }
                assert_eq!(out.to_bits(), plain(&column.0, &column.1, &x).to_bits());
            }

            let x: Vec<f64> = (0..ncol).map(|_| random.number()).collect();
            let dense: Vec<f64> = (0..nrow * ncol).map(|_| random.number()).collect();
            let mut out = vec![f64::NAN; nrow];
            crate::dense::mul_vec_in_fours(&mut out, &dense, &x);
            for (out, row) in out.iter().zip(dense.chunks_exact(ncol)) {
                // the rest of a dense row is summed on its own
                let head = ncol / 4 * 4;
                let all: Vec<i32> = (0..head as i32).collect();
                let rest = row[head..].iter().zip(&x[head..]).map(|(a, b)| a * b);
                let sum = plain(&row[..head], &all, &x) + rest.reduce(|a, b| a + b).unwrap_or(0.0);
                assert_eq!(out.to_bits(), sum.to_bits());
                let alone = crate::kernel::dot_in_fours(row, &x);
                assert_eq!(out.to_bits(), alone.to_bits());
            }

            let mut out = vec![f64::NAN; nrow];
            pattern.mul_vec_in_fours(&mut out, &values, &x);
            for (r, out) in out.iter().enumerate() {
                let sum = plain(&values[pattern.range(r)], pattern.cols(r), &x);
                assert_eq!(out.to_bits(), sum.to_bits());
            }
        }
    }
}
