//! Supernodes: contiguous rows of a sparse matrix with the same columns, and products with such matrices.
//!
//! The rows of one contact, and of all contacts between the same two bodies, have the same dofs. [`Supernodes`] finds
//! such rows once; a product then gathers the vector once for all rows of a supernode, and a product with the
//! transpose makes one pass over its result. Two free bodies have the columns `a…a+5` and `b…b+5`, which need no
//! gather at all.
//!
//! The order of additions is that of [`dot_sparse`](crate::kernel::dot_sparse) for a row, and by row for the
//! transpose: supernodes do not change any result, except that a row with factor zero is added like the others if
//! another row of its supernode has a nonzero factor.
#![expect(
    clippy::inline_always,
    reason = "loops are compiled for the SIMD level of their caller"
)]

use core::ops::Range;

use fearless_simd::{Simd, f64x2, f64x4, prelude::*};

use crate::simd::wide;
use crate::strips::{Strip, Strips};
use crate::transposed::dots_in_fours;
use crate::{Csr, kernel};

/// Supernodes with more columns than this are treated row by row, unless the columns are contiguous.
const ROOM: usize = 128;

/// The supernodes of a matrix.
#[derive(Clone, Debug, Default)]
pub struct Supernodes {
    list: Vec<Supernode>,
    /// Runs of supernodes that are single rows with two triples of columns.
    strips: Strips,
}

/// Contiguous rows with the same columns, whose values are stored one after the other.
#[derive(Clone, Copy, Debug)]
struct Supernode {
    row: usize,
    count: usize,
    adr: usize,
    len: usize,
    form: Form,
}

/// Layout of the columns of a supernode.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// Six neighbouring columns.
    Six(usize),
    /// Six neighbouring columns, and six more anywhere after them.
    Sixes(usize, usize),
    /// Any number of neighbouring columns.
    Run(usize),
    /// Columns with gaps.
    Spread,
    /// Rows of one element each, whatever their columns: limits and dry friction of joints.
    Singles,
}

impl Form {
    /// The layout of increasing columns.
    fn of(columns: &[i32]) -> Self {
        let run = |part: &[i32]| match part {
            [first, .., last] => *last - *first + 1 == part.len() as i32,
            _ => true,
        };
        match *columns {
            [] => Self::Run(0),
            [a, _, _, _, _, _] if run(columns) => Self::Six(a as usize),
            [a, _, _, _, _, _, b, _, _, _, _, _] if run(&columns[..6]) && run(&columns[6..]) => {
                Self::Sixes(a as usize, b as usize)
            }
            [a, ..] if run(columns) => Self::Run(a as usize),
            _ => Self::Spread,
        }
    }
}

impl Supernode {
    /// The values of all rows.
    #[inline(always)]
    fn values<'a>(&self, mat: &'a [f64]) -> &'a [f64] {
        &mat[self.adr..self.adr + self.count * self.len]
    }

    /// The columns of each row.
    #[inline(always)]
    fn columns<'a>(&self, pattern: Csr<'a>) -> &'a [i32] {
        &pattern.colind[self.adr..self.adr + self.len]
    }

    /// The column of each row of one element.
    #[inline(always)]
    fn singles<'a>(&self, pattern: Csr<'a>) -> &'a [i32] {
        &pattern.colind[self.adr..self.adr + self.count]
    }
}

/// Products of rows of one element each.
#[inline(always)]
fn mul_singles(out: &mut [f64], mat: &[f64], columns: &[i32], x: &[f64]) {
    for ((out, a), &i) in out.iter_mut().zip(mat).zip(columns) {
        // order: a sum starts at zero
        *out = 0.0 + a * x[i as usize];
    }
}

impl Supernodes {
    /// Finds the supernodes of a matrix.
    pub fn find(&mut self, pattern: Csr<'_>) {
        self.list.clear();
        self.strips.clear();
        let mut row = 0;
        while row < pattern.nrow() {
            let range = pattern.range(row);
            let (adr, len) = (range.start, range.len());
            let columns = &pattern.colind[range];
            let mut count = 1;
            if len == 1 {
                while row + count < pattern.nrow()
                    && pattern.range(row + count) == (adr + count..adr + count + 1)
                {
                    count += 1;
                }
                let form = Form::Singles;
                self.list.push(Supernode {
                    row,
                    count,
                    adr,
                    len,
                    form,
                });
                row += count;
                continue;
            }
            while row + count < pattern.nrow() {
                let next = pattern.range(row + count);
                let same = next.start == adr + count * len
                    && next.len() == len
                    && pattern.colind[next] == *columns;
                if !same {
                    break;
                }
                count += 1;
            }
            if count == 1 && len == 6 {
                self.strips.add(row, adr, self.list.len(), columns);
            }
            self.list.push(Supernode {
                row,
                count,
                adr,
                len,
                form: Form::of(columns),
            });
            row += count;
        }
        self.strips.drop_short();
    }

    /// Number of pieces that products process: supernodes, and strips of them.
    pub fn pieces(&self) -> usize {
        let strips = self.strips.list();
        let rows: usize = strips.iter().map(|strip| strip.count).sum();
        self.list.len() - rows + strips.len()
    }

    /// The supernodes before each strip with that strip, and those after the last one.
    #[inline(always)]
    fn stretches(&self) -> impl Iterator<Item = (&[Supernode], Option<&Strip>)> {
        let strips = self.strips.list();
        let mut done = 0;
        (0..=strips.len()).map(move |k| {
            let strip = strips.get(k);
            let end = strip.map_or(self.list.len(), |strip| strip.node);
            let nodes = &self.list[done..end];
            done = end + strip.map_or(0, |strip| strip.count);
            (nodes, strip)
        })
    }

    /// The rows of each supernode, from the first to the last; rows of one element are supernodes of their own.
    pub fn rows(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.list.iter().flat_map(|node| {
            let (parts, len) = match node.form {
                Form::Singles => (node.count, 1),
                _ => (1, node.count),
            };
            (0..parts).map(move |k| node.row + k..node.row + k + len)
        })
    }

    /// `out ← mat · x`.
    pub fn mul_vec(&self, out: &mut [f64], mat: &[f64], x: &[f64], pattern: Csr<'_>) {
        let mut room = [0.0; ROOM];
        wide!(simd => for (nodes, strip) in self.stretches() {
            for node in nodes {
                let out = &mut out[node.row..node.row + node.count];
                let mat = node.values(mat);
                match node.form {
                    Form::Sixes(a, b) => mul_fixed(simd, out, mat, &sixes(x, a, b)),
                    Form::Six(a) => mul_fixed(simd, out, mat, &six(x, a)),
                    Form::Singles => mul_singles(out, mat, node.singles(pattern), x),
                    Form::Run(a) => match x[a..a + node.len] {
                        [x0, x1, x2] => {
                            for (out, [a, b, c]) in out.iter_mut().zip(mat.as_chunks::<3>().0) {
                                *out = a * x0 + b * x1 + c * x2;
                            }
                        }
                        ref x => mul_long(simd, out, mat, x),
                    },
                    Form::Spread => {
                        let columns = node.columns(pattern);
                        if let Some(columns) = columns.as_array::<6>() {
                            mul_fixed(simd, out, mat, &columns.map(|i| x[i as usize]));
                        } else if node.count > 1 && node.len <= ROOM {
                            let x_here = &mut room[..node.len];
                            kernel::gather(x_here, x, columns);
                            mul_long(simd, out, mat, x_here);
                        } else {
                            for (out, row) in out.iter_mut().zip(mat.chunks_exact(node.len.max(1))) {
                                *out = kernel::dot_sparse_in(simd, row, columns, x);
                            }
                        }
                    }
                }
            }
            if let Some(strip) = strip {
                self.strips.mul_vec(simd, strip, out, mat, x);
            }
        });
    }

    /// `out ← mat · x` with four lanes at any length, the order of the reference, as [`Csr::mul_vec_in_fours`].
    pub fn mul_vec_in_fours(&self, out: &mut [f64], mat: &[f64], x: &[f64], pattern: Csr<'_>) {
        wide!(simd => for (nodes, strip) in self.stretches() {
            for node in nodes {
                let out = &mut out[node.row..node.row + node.count];
                if let Form::Singles = node.form {
                    mul_singles(out, node.values(mat), node.singles(pattern), x);
                    continue;
                }
                rows_in_fours(simd, out, node.values(mat), node.columns(pattern), x);
            }
            if let Some(strip) = strip {
                self.strips.mul_vec(simd, strip, out, mat, x);
            }
        });
    }

    /// `out ← matᵀ · x`; supernodes where `x` is zero are skipped.
    pub fn mul_t_vec(&self, out: &mut [f64], mat: &[f64], x: &[f64], pattern: Csr<'_>) {
        out.fill(0.0);
        let mut room = [0.0; ROOM];
        wide!(simd => for (nodes, strip) in self.stretches() {
            for node in nodes {
                let x = &x[node.row..node.row + node.count];
                let mut moves = false;
                for &x in x {
                    moves |= x != 0.0;
                }
                if !moves {
                    continue;
                }
                let mat = node.values(mat);
                match node.form {
                    Form::Sixes(a, b) => {
                        let mut low = Six::load(simd, out, a);
                        let mut high = Six::load(simd, out, b);
                        for (row, &x) in mat.as_chunks::<12>().0.iter().zip(x) {
                            low.add(simd, row, 0, x);
                            high.add(simd, row, 6, x);
                        }
                        low.store(out, a);
                        high.store(out, b);
                    }
                    Form::Six(a) => {
                        let mut sum = Six::load(simd, out, a);
                        for (row, &x) in mat.as_chunks::<6>().0.iter().zip(x) {
                            sum.add(simd, row, 0, x);
                        }
                        sum.store(out, a);
                    }
                    Form::Singles => {
                        for ((a, x), &i) in mat.iter().zip(x).zip(node.singles(pattern)) {
                            out[i as usize] += a * x;
                        }
                    }
                    Form::Run(a) => add_rows(simd, &mut out[a..a + node.len], mat, x),
                    Form::Spread => {
                        let columns = node.columns(pattern);
                        if let Some(columns) = columns.as_array::<6>() {
                            let mut sum = columns.map(|i| out[i as usize]);
                            for (row, &x) in mat.as_chunks::<6>().0.iter().zip(x) {
                                for k in 0..6 {
                                    sum[k] += row[k] * x;
                                }
                            }
                            kernel::scatter(out, &sum, columns);
                        } else if node.count > 1 && node.len <= ROOM {
                            let sum = &mut room[..node.len];
                            kernel::gather(sum, out, columns);
                            add_rows(simd, sum, mat, x);
                            kernel::scatter(out, sum, columns);
                        } else {
                            for (row, &x) in mat.chunks_exact(node.len.max(1)).zip(x) {
                                kernel::axpy_sparse_in(simd, out, x, row, columns);
                            }
                        }
                    }
                }
            }
            if let Some(strip) = strip {
                self.strips.add_mul_t(strip, out, mat, x);
            }
        });
    }
}

/// Six neighbouring elements.
#[inline(always)]
fn six(x: &[f64], a: usize) -> [f64; 6] {
    let mut out = [0.0; 6];
    out.copy_from_slice(&x[a..a + 6]);
    out
}

/// Two groups of six neighbouring elements.
#[inline(always)]
fn sixes(x: &[f64], a: usize, b: usize) -> [f64; 12] {
    let mut out = [0.0; 12];
    out[..6].copy_from_slice(&x[a..a + 6]);
    out[6..].copy_from_slice(&x[b..b + 6]);
    out
}

/// Products of rows of `N` numbers, at least four, with `x`; four rows at a time.
#[inline(always)]
fn mul_fixed<S: Simd, const N: usize>(simd: S, out: &mut [f64], mat: &[f64], x: &[f64; N]) {
    let (blocks, rest) = mat.as_chunks::<N>().0.as_chunks::<4>();
    let (out_blocks, out_rest) = out.as_chunks_mut::<4>();
    for (out, block) in out_blocks.iter_mut().zip(blocks) {
        let mut lanes = [f64x4::splat(simd, 0.0); 4];
        for k in 0..4 {
            lanes[k] = lane(simd, &block[k], x);
        }
        let [a, b, c, d] = lanes;
        // (lane₀ + lane₂) of two rows, then their (lane₁ + lane₃)
        let ab = a.zip_low(b) + a.zip_high(b);
        let cd = c.zip_low(d) + c.zip_high(d);
        let ((ab_low, ab_high), (cd_low, cd_high)) = (ab.split(), cd.split());
        let mut sum = ab_low.combine(cd_low) + ab_high.combine(cd_high);
        for k in N & !3..N {
            let column = [block[0][k], block[1][k], block[2][k], block[3][k]];
            sum += f64x4::load_array_ref(simd, &column) * f64x4::splat(simd, x[k]);
        }
        sum.store_array(out);
    }
    for (out, row) in out_rest.iter_mut().zip(rest) {
        let [a, b, c, d] = lane(simd, row, x).to_array();
        *out = (N & !3..N).fold((a + c) + (b + d), |sum, k| sum + row[k] * x[k]);
    }
}

/// The sums over every fourth element, of all complete groups of four; fewer than sixteen elements.
#[inline(always)]
fn lane<S: Simd, const N: usize>(simd: S, row: &[f64; N], x: &[f64; N]) -> f64x4<S> {
    let (row, x) = (row.as_chunks::<4>().0, x.as_chunks::<4>().0);
    let mut sum = f64x4::load_array_ref(simd, &row[0]) * f64x4::load_array_ref(simd, &x[0]);
    for k in 1..N / 4 {
        sum += f64x4::load_array_ref(simd, &row[k]) * f64x4::load_array_ref(simd, &x[k]);
    }
    sum
}

/// Products of rows of the same length as `x` with `x`, four rows at a time.
#[inline(always)]
fn mul_long<S: Simd>(simd: S, out: &mut [f64], mat: &[f64], x: &[f64]) {
    let len = x.len();
    if len == 0 {
        return out.fill(0.0);
    }
    let (out_blocks, out_rest) = out.as_chunks_mut::<4>();
    let mut rest = mat;
    for out in out_blocks {
        let (block, after) = rest.split_at(4 * len);
        *out = kernel::dots_row_rest_in(simd, four_rows(block, len), x);
        rest = after;
    }
    for out in out_rest {
        let (row, after) = rest.split_at(len);
        let [sum] = kernel::dots_row_rest_in(simd, [row], x);
        (*out, rest) = (sum, after);
    }
}

/// Four contiguous rows.
#[inline(always)]
fn four_rows(block: &[f64], len: usize) -> [&[f64]; 4] {
    let (a, rest) = block.split_at(len);
    let (b, rest) = rest.split_at(len);
    let (c, d) = rest.split_at(len);
    [a, b, c, d]
}

/// Adds rows of the same length as `out` with the factors `x`, four rows at a time.
#[inline(always)]
fn add_rows<S: Simd>(simd: S, out: &mut [f64], mat: &[f64], x: &[f64]) {
    let len = out.len();
    if len == 0 {
        return;
    }
    let (x_blocks, x_rest) = x.as_chunks::<4>();
    let mut rest = mat;
    for x in x_blocks {
        let (block, after) = rest.split_at(4 * len);
        kernel::axpys_in(simd, out, *x, four_rows(block, len));
        rest = after;
    }
    for x in x_rest {
        let (row, after) = rest.split_at(len);
        kernel::axpy_in(simd, out, *x, row);
        rest = after;
    }
}

/// Products of rows with the same columns, four lanes each, up to four rows at a time.
#[inline(always)]
fn rows_in_fours<S: Simd>(simd: S, out: &mut [f64], mat: &[f64], columns: &[i32], x: &[f64]) {
    let len = columns.len();
    let (blocks, out_rest) = out.as_chunks_mut::<4>();
    let mut rest = mat;
    for out in blocks {
        let (block, after) = rest.split_at(4 * len);
        *out = dots_in_fours(simd, four_rows(block, len), columns, x);
        rest = after;
    }
    let row = |k: usize| &rest[k * len..(k + 1) * len];
    match out_rest {
        [a, b, c] => [*a, *b, *c] = dots_in_fours(simd, [row(0), row(1), row(2)], columns, x),
        [a, b] => [*a, *b] = dots_in_fours(simd, [row(0), row(1)], columns, x),
        [a] => [*a] = dots_in_fours(simd, [row(0)], columns, x),
        _ => {}
    }
}

/// Six neighbouring elements of a sum, always read and written in the same two pieces.
#[derive(Clone, Copy)]
struct Six<S: Simd> {
    front: f64x4<S>,
    back: f64x2<S>,
}

impl<S: Simd> Six<S> {
    #[inline(always)]
    fn load(simd: S, from: &[f64], at: usize) -> Self {
        let &[a, b, c, d, e, f] = six_at(from, at);
        Self {
            front: [a, b, c, d].simd_into(simd),
            back: [e, f].simd_into(simd),
        }
    }

    /// Adds six elements of a row, starting at `at`, times `x`.
    #[inline(always)]
    fn add<const N: usize>(&mut self, simd: S, row: &[f64; N], at: usize, x: f64) {
        let &[a, b, c, d, e, f] = six_at(row, at);
        let (front, back): (f64x4<S>, f64x2<S>) =
            ([a, b, c, d].simd_into(simd), [e, f].simd_into(simd));
        self.front += front * f64x4::splat(simd, x);
        self.back += back * f64x2::splat(simd, x);
    }

    #[inline(always)]
    fn store(self, to: &mut [f64], at: usize) {
        let to = &mut to[at..at + 6];
        self.front.store_slice(&mut to[..4]);
        self.back.store_slice(&mut to[4..]);
    }
}

/// Six neighbouring elements, by reference.
#[inline(always)]
fn six_at(x: &[f64], at: usize) -> &[f64; 6] {
    const NONE: &[f64; 6] = &[0.0; 6];
    x[at..at + 6].first_chunk().unwrap_or(NONE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The columns of a group: up to two runs, or with gaps everywhere.
    fn any_columns() -> impl Strategy<Value = Vec<i32>> {
        let runs = (0..3_i32, 0..9_i32, 0..3_i32, 0..9_i32)
            .prop_map(|(a, n, gap, m)| (a..a + n).chain(a + n + gap..a + n + gap + m).collect());
        let sixes = (0..4_i32, 1..5_i32)
            .prop_map(|(a, gap)| (a..a + 6).chain(a + 6 + gap..a + 12 + gap).collect());
        let long = (0..3_i32, 1..3_i32, 0..150_i32)
            .prop_map(|(a, step, n)| (0..n).map(|k| a + step * k).collect());
        let threes = (0..9_i32, 1..5_i32)
            .prop_map(|(a, gap)| (a..a + 3).chain(a + 3 + gap..a + 6 + gap).collect());
        prop_oneof![runs, sixes, threes, Just((3..9).collect()), long]
    }

    proptest! {
        #[test]
        fn groups_change_no_result(
            groups in prop::collection::vec((any_columns(), 1..12_usize), 0..12),
            values in prop::collection::vec(-2.0..2.0_f64, 41),
            zeros in 0..4_usize,
        ) {
            let (mut rownnz, mut rowadr, mut colind) = (vec![], vec![], vec![]);
            for (columns, count) in &groups {
                for _ in 0..*count {
                    rowadr.push(colind.len() as i32);
                    rownnz.push(columns.len() as i32);
                    colind.extend_from_slice(columns);
                }
            }
            let at = |k: usize| values[k % values.len()];
            let mat: Vec<f64> = (0..colind.len()).map(at).collect();
            let x: Vec<f64> = (0..320).map(|k| at(3 * k + 1)).collect();
            let y: Vec<f64> = (0..rownnz.len())
                .map(|r| if r / 3 % 4 < zeros { 0.0 } else { at(5 * r) })
                .collect();
            let pattern = Csr::new(&rownnz, &rowadr, &colind);
            let mut found = Supernodes::default();
            found.find(pattern);
            prop_assert!(found.pieces() <= groups.len());
            for rows in found.rows() {
                prop_assert!(rows.clone().all(|r| pattern.cols(r) == pattern.cols(rows.start)));
            }

            let (mut got, mut want) = (vec![f64::NAN; rownnz.len()], vec![f64::NAN; rownnz.len()]);
            found.mul_vec(&mut got, &mat, &x, pattern);
            pattern.mul_vec(&mut want, &mat, &x);
            prop_assert_eq!(got, want);

            let (mut got, mut want) = (vec![f64::NAN; rownnz.len()], vec![f64::NAN; rownnz.len()]);
            found.mul_vec_in_fours(&mut got, &mat, &x, pattern);
            pattern.mul_vec_in_fours(&mut want, &mat, &x);
            let bits = |x: &[f64]| x.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
            prop_assert_eq!(bits(&got), bits(&want));

            let (mut got, mut want) = (vec![f64::NAN; x.len()], vec![f64::NAN; x.len()]);
            found.mul_t_vec(&mut got, &mat, &y, pattern);
            pattern.mul_t_vec(&mut want, &mat, &y);
            prop_assert_eq!(got, want);
        }
    }
}
