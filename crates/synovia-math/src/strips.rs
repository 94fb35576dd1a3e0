//! Strips: contiguous rows of a sparse matrix, each with two triples of neighbouring columns.
//!
//! An edge between two freely moving points has such a row, and a sheet or a solid of edges has thousands of them one
//! after the other, no two with the same columns. Their values are six per row in memory; only the first columns of
//! both triples need to be stored.
//!
//! The order of additions is that of [`dot_sparse`](crate::kernel::dot_sparse) for a row, and by row for the transpose.
#![expect(
    clippy::inline_always,
    reason = "loops are compiled for the SIMD level of their caller"
)]

use fearless_simd::{Simd, f64x2, prelude::*};

/// Fewer rows than this do not form a strip.
const SHORTEST: usize = 8;

/// Contiguous rows with two triples of columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strip {
    /// Number of rows.
    pub(crate) count: usize,
    /// The first row.
    pub(crate) row: usize,
    /// Address of its values.
    pub(crate) adr: usize,
    /// Index of its first row in the list of supernodes, of which each row is one.
    pub(crate) node: usize,
    /// Index of its first row in `starts`.
    first: usize,
}

/// The strips of a matrix.
#[derive(Clone, Debug, Default)]
pub(crate) struct Strips {
    list: Vec<Strip>,
    /// First columns of both triples of each row.
    starts: Vec<[u32; 2]>,
}

/// First columns of both triples, if the columns are two triples of neighbours.
fn threes(columns: &[i32]) -> Option<[u32; 2]> {
    match *columns {
        [a, _, c, d, _, f] if c == a + 2 && f == d + 2 => Some([a as u32, d as u32]),
        _ => None,
    }
}

impl Strips {
    /// Removes all strips.
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.starts.clear();
    }

    /// Adds a row that is a supernode of its own, if it can be part of a strip.
    #[inline(always)]
    pub(crate) fn add(&mut self, row: usize, adr: usize, node: usize, columns: &[i32]) {
        let Some(starts) = threes(columns) else {
            return;
        };
        match self.list.last_mut() {
            Some(last) if last.row + last.count == row && last.adr + 6 * last.count == adr => {
                last.count += 1;
            }
            _ => {
                self.drop_short();
                self.list.push(Strip {
                    count: 1,
                    row,
                    adr,
                    node,
                    first: self.starts.len(),
                });
            }
        }
        self.starts.push(starts);
    }

    /// Completes the last strip: removes it if it is too short.
    pub(crate) fn drop_short(&mut self) {
        if let Some(last) = self.list.last()
            && last.count < SHORTEST
        {
            self.starts.truncate(last.first);
            self.list.pop();
        }
    }

    /// The strips, from the first to the last.
    pub(crate) fn list(&self) -> &[Strip] {
        &self.list
    }

    /// `out ← mat · x` for the rows of a strip.
    #[inline(always)]
    pub(crate) fn mul_vec<S: Simd>(
        &self,
        simd: S,
        strip: &Strip,
        out: &mut [f64],
        mat: &[f64],
        x: &[f64],
    ) {
        let (starts, mat) = self.parts(strip, mat);
        let out = &mut out[strip.row..strip.row + strip.count];
        let product = |a: f64, b: f64, x: f64, y: f64| {
            f64x2::load_array(simd, [a, b]) * f64x2::load_array(simd, [x, y])
        };
        for ((out, m), &[a, b]) in out.iter_mut().zip(mat).zip(starts) {
            let ([x0, x1, x2], [x3, x4, x5]) = (three(x, a), three(x, b));
            let [even, odd] =
                (product(m[0], m[1], x0, x1) + product(m[2], m[3], x2, x3)).to_array();
            *out = (even + odd) + m[4] * x4 + m[5] * x5;
        }
    }

    /// `out ← out + matᵀ · x` for the rows of a strip.
    #[inline(always)]
    pub(crate) fn add_mul_t(&self, strip: &Strip, out: &mut [f64], mat: &[f64], x: &[f64]) {
        let (starts, mat) = self.parts(strip, mat);
        let x = &x[strip.row..strip.row + strip.count];
        for ((&x, m), &[a, b]) in x.iter().zip(mat).zip(starts) {
            if let Some([y0, y1, y2]) = three_mut(out, a) {
                *y0 += m[0] * x;
                *y1 += m[1] * x;
                *y2 += m[2] * x;
            }
            if let Some([y3, y4, y5]) = three_mut(out, b) {
                *y3 += m[3] * x;
                *y4 += m[4] * x;
                *y5 += m[5] * x;
            }
        }
    }

    /// First columns of the rows, and the values of the rows.
    #[inline(always)]
    fn parts<'a>(&'a self, strip: &Strip, mat: &'a [f64]) -> (&'a [[u32; 2]], &'a [[f64; 6]]) {
        let starts = &self.starts[strip.first..strip.first + strip.count];
        let mat = &mat[strip.adr..strip.adr + 6 * strip.count];
        (starts, mat.as_chunks::<6>().0)
    }
}

/// Three neighbouring elements; zeros if out of range.
#[inline(always)]
fn three(x: &[f64], at: u32) -> [f64; 3] {
    let at = at as usize;
    let found = x.get(at..at + 3).and_then(<[f64]>::as_array);
    found.copied().unwrap_or_default()
}

/// Three neighbouring elements for modification.
#[inline(always)]
fn three_mut(x: &mut [f64], at: u32) -> Option<&mut [f64; 3]> {
    let at = at as usize;
    x.get_mut(at..at + 3)?.as_mut_array()
}
