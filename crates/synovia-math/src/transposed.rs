//! The transpose of a sparse matrix, stored by rows: products that sum in the order of the reference.
//!
//! Conjugate gradients amplify a difference in the last digit of a product a thousandfold every few iterations.
//! Therefore their products have four lanes at any length, as in the reference, and those with the transpose run over
//! the rows of the transpose instead of adding row after row. Neighbouring columns with the same rows (the three dofs
//! of a vertex) are multiplied together: their values are interleaved, so that each element of the vector is
//! multiplied with three of them at once. This does not change any sum.
#![expect(
    clippy::inline_always,
    reason = "loops are compiled for the SIMD level of their caller"
)]

use fearless_simd::{Simd, f64x4, prelude::*};

use crate::Csr;
use crate::kernel::SHORT;
use crate::simd::wide;

/// A transposed matrix.
#[derive(Clone, Debug, Default)]
pub struct Transposed {
    /// Starts of the rows in `colind`, and the end.
    adr: Vec<usize>,
    colind: Vec<i32>,
    /// Single rows and groups of three rows, in order.
    groups: Vec<Group>,
    /// Values of single rows, element by element.
    singles: Vec<f64>,
    /// Values of groups of three rows, column by column; the fourth of each is zero.
    threes: Vec<[f64; 4]>,
}

/// A row, or three rows with the same columns.
#[derive(Clone, Copy, Debug)]
struct Group {
    row: usize,
    /// Start and number of the columns of the first row.
    adr: usize,
    len: usize,
    /// Start of the values in `threes` or in `singles`.
    values: usize,
    three: bool,
}

impl Transposed {
    /// Sets the transpose of a matrix with `ncol` columns.
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

        // while a row is filled, its start advances to the start of the next row
        for r in 0..pattern.nrow() {
            for &c in pattern.cols(r) {
                let at = &mut self.adr[c as usize];
                self.colind[*at] = r as i32;
                *at += 1;
            }
        }
        self.adr.copy_within(0..ncol, 1);
        self.adr[0] = 0;
        self.find_groups(ncol);
        self.set_values(pattern, values);
    }

    /// Groups rows in threes where three rows have the same columns.
    fn find_groups(&mut self, nrow: usize) {
        self.groups.clear();
        let (mut row, mut singles, mut threes) = (0, 0, 0);
        while row < nrow {
            let columns = |k: usize| &self.colind[self.adr[row + k]..self.adr[row + k + 1]];
            let len = columns(0).len();
            let three = row + 3 <= nrow && columns(0) == columns(1) && columns(0) == columns(2);
            self.groups.push(Group {
                row,
                adr: self.adr[row],
                len,
                values: if three { threes } else { singles },
                three,
            });
            let (rows, room) = if three {
                (3, &mut threes)
            } else {
                (1, &mut singles)
            };
            row += rows;
            *room += len;
        }
        self.singles.clear();
        self.singles.resize(singles, 0.0);
        self.threes.clear();
        self.threes.resize(threes, [0.0; 4]);
    }

    /// Sets other values of a matrix with the same pattern.
    pub fn set_values(&mut self, pattern: Csr<'_>, values: &[f64]) {
        // a cursor for each row: position of its next value, in steps of four in a group of three
        let cursor = &mut self.adr;
        for group in &self.groups {
            if group.three {
                for k in 0..3 {
                    cursor[group.row + k] = 4 * group.values + k;
                }
            } else {
                cursor[group.row] = SINGLE | group.values;
            }
        }
        let threes = self.threes.as_flattened_mut();
        for r in 0..pattern.nrow() {
            for (&c, &value) in pattern.cols(r).iter().zip(&values[pattern.range(r)]) {
                let at = &mut cursor[c as usize];
                if *at & SINGLE == 0 {
                    threes[*at] = value;
                    *at += 4;
                } else {
                    self.singles[*at & !SINGLE] = value;
                    *at += 1;
                }
            }
        }
    }

    /// `out ← matᵀ · x`, where `mat` is the matrix that was set.
    pub fn mul_vec(&self, out: &mut [f64], x: &[f64]) {
        wide!(simd => for group in &self.groups {
            let columns = &self.colind[group.adr..group.adr + group.len];
            if group.three {
                let values = &self.threes[group.values..group.values + group.len];
                let [a, b, c, _] = three_in_fours(simd, values, columns, x);
                out[group.row..group.row + 3].copy_from_slice(&[a, b, c]);
            } else {
                let row = &self.singles[group.values..group.values + group.len];
                [out[group.row]] = dots_in_fours(simd, [row], columns, x);
            }
        });
    }
}

/// Marks the cursor of a single row.
const SINGLE: usize = 1 << (usize::BITS - 1);

/// Products of three rows with the same columns, whose values are stored column by column, in the order of [`dots_in_fours`].
#[inline(always)]
fn three_in_fours<S: Simd>(simd: S, values: &[[f64; 4]], columns: &[i32], x: &[f64]) -> [f64; 4] {
    let product = |values: &[f64; 4], column: i32| {
        f64x4::load_array_ref(simd, values) * f64x4::splat(simd, x[column as usize])
    };
    let (fours, rest) = columns.as_chunks::<4>();
    let (value_fours, value_rest) = values.as_chunks::<4>();
    let mut lanes = [f64x4::splat(simd, 0.0); 4];
    for (values, columns) in value_fours.iter().zip(fours) {
        for k in 0..4 {
            lanes[k] += product(&values[k], columns[k]);
        }
    }
    let mut sum = (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
    for (values, &column) in value_rest.iter().zip(rest) {
        sum += product(values, column);
    }
    sum.to_array()
}

impl Csr<'_> {
    /// `out ← mat · x` with four lanes at any length, the order of the reference.
    pub fn mul_vec_in_fours(&self, out: &mut [f64], mat: &[f64], x: &[f64]) {
        wide!(simd => for (r, out) in out.iter_mut().enumerate().take(self.nrow()) {
            let (val, ind) = (&mat[self.range(r)], self.cols(r));
            if ind.len() < SHORT {
                *out = short_dot(val, ind, x);
            } else {
                [*out] = dots_in_fours(simd, [val], ind, x);
            }
        });
    }
}

/// [`dots_in_fours`] of one row with fewer elements than [`SHORT`], without SIMD.
#[inline(always)]
fn short_dot(val: &[f64], ind: &[i32], x: &[f64]) -> f64 {
    let mut products = val.iter().zip(ind).map(|(v, &i)| v * x[i as usize]);
    let mut sum = 0.0;
    if ind.len() >= 4 {
        let mut next = || products.next().unwrap_or(0.0);
        let [a, b, c, d] = [next(), next(), next(), next()];
        sum += (a + c) + (b + d);
    }
    products.fold(sum, |sum, product| sum + product)
}

/// `Σ valₖ x[indₖ]` with four lanes at any length, the order of the reference.
pub fn dot_sparse_in_fours(val: &[f64], ind: &[i32], x: &[f64]) -> f64 {
    let n = val.len().min(ind.len());
    if n < SHORT {
        return short_dot(&val[..n], &ind[..n], x);
    }
    let [sum] = wide!(simd => dots_in_fours(simd, [&val[..n]], &ind[..n], x));
    sum
}

/// Products of rows with the same columns, four lanes each; the rest is added element by element.
#[inline(always)]
pub(crate) fn dots_in_fours<S: Simd, const M: usize>(
    simd: S,
    rows: [&[f64]; M],
    columns: &[i32],
    x: &[f64],
) -> [f64; M] {
    let (fours, rest) = columns.as_chunks::<4>();
    let blocks = rows.map(|row| &row.as_chunks::<4>().0[..fours.len()]);
    let mut lanes = [f64x4::splat(simd, 0.0); M];
    for (k, &[a, b, c, d]) in fours.iter().enumerate() {
        let at = |c: i32| x[c as usize];
        let gathered = f64x4::load_array(simd, [at(a), at(b), at(c), at(d)]);
        for m in 0..M {
            lanes[m] += f64x4::load_array_ref(simd, &blocks[m][k]) * gathered;
        }
    }
    let mut sums = lanes.map(|lane| {
        let lane: [f64; 4] = lane.into();
        (lane[0] + lane[2]) + (lane[1] + lane[3])
    });
    let rows = rows.map(|row| &row[columns.len() - rest.len()..columns.len()]);
    for (k, &c) in rest.iter().enumerate() {
        let factor = x[c as usize];
        for m in 0..M {
            sums[m] += rows[m][k] * factor;
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pseudorandom numbers: a linear congruential generator.
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
    fn sparse_rows_of_any_length_have_the_bits_of_the_plain_order() {
        let mut random = Random(11);
        for n in 0..40 {
            for zeros in [false, true] {
                let columns: Vec<i32> = (0..n).map(|k| 2 * k).collect();
                let mut numbers =
                    |n: i32| -> Vec<f64> { (0..n).map(|_| random.number()).collect() };
                let (mut values, x) = (numbers(n), numbers(2 * n + 1));
                if zeros {
                    values.fill(-0.0);
                }
                let expected = plain(&values, &columns, &x).to_bits();
                assert_eq!(
                    dot_sparse_in_fours(&values, &columns, &x).to_bits(),
                    expected
                );
                let dense: Vec<f64> = columns.iter().map(|&k| x[k as usize]).collect();
                if !zeros {
                    let mut lanes = [0.0; 4];
                    let done = values.len() / 4 * 4;
                    for k in 0..done {
                        lanes[k % 4] += values[k] * dense[k];
                    }
                    let rest = (done..values.len()).map(|k| values[k] * dense[k]);
                    let rest = rest.reduce(|sum, x| sum + x).unwrap_or(0.0);
                    let expected = (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]) + rest;
                    let found = crate::kernel::dot_in_fours(&values, &dense);
                    assert_eq!(found.to_bits(), expected.to_bits());
                }
            }
        }
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

            // other values of the same pattern, in reused memory
            let others: Vec<f64> = values.iter().map(|v| 3.0 * v).collect();
            transposed.set_values(pattern, &others);
            let mut again = vec![f64::NAN; ncol];
            transposed.mul_vec(&mut again, &x);
            let mut fresh = Transposed::default();
            fresh.set(pattern, &others, ncol);
            let mut want = vec![f64::NAN; ncol];
            fresh.mul_vec(&mut want, &x);
            let bits = |x: &[f64]| x.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&again), bits(&want));

            let x: Vec<f64> = (0..ncol).map(|_| random.number()).collect();
            let dense: Vec<f64> = (0..nrow * ncol).map(|_| random.number()).collect();
            let mut out = vec![f64::NAN; nrow];
            crate::dense::mul_vec_in_fours(&mut out, &dense, &x);
            for (out, row) in out.iter().zip(dense.chunks_exact(ncol)) {
                // the rest of a dense row is summed separately
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
    #[test]
    fn products_together_have_the_bits_of_each_alone() {
        let bits = |x: [f64; 2]| x.map(f64::to_bits);
        let alone = crate::kernel::dot_in_fours;
        let mut random = Random(3);
        for n in 0..40 {
            let [a, b, x, y] = [(); 4].map(|()| (0..n).map(|_| random.number()).collect());
            let (a, b, x, y): (Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>) = (a, b, x, y);
            let together = crate::kernel::dots_in_fours([&a, &b], &x);
            assert_eq!(bits(together), bits([alone(&a, &x), alone(&b, &x)]));

            // the products of conjugate gradients
            let change: Vec<f64> = y.iter().zip(&x).map(|(y, x)| y - x).collect();
            let together = crate::kernel::polak_ribiere([&a, &b], [&x, &y]);
            assert_eq!(bits(together), bits([alone(&a, &x), alone(&b, &change)]));
        }
    }
}
