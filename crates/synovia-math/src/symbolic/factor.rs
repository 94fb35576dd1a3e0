//! The factor, equation (1) of [`super`].

use fearless_simd::{Simd, f64x4, prelude::*};

use super::{Kind, ROOT, Row, Symbolic, chain, load};
use crate::simd::wide;

/// A padded row of `W − 1` vectors, and the inverse of its diagonal: first number of the last vector.
type Padded<const W: usize> = [[f64; 4]; W];

impl Symbolic {
    /// Replaces `mat` by its factor and fills `diag_inv` with the inverse of `D`: the bits of [`ldl::factor`](crate::ldl::factor).
    #[doc(alias = "mj_factorI")]
    pub fn factor(&mut self, mat: &mut [f64], diag_inv: &mut [f64]) {
        let Self {
            trees,
            rows,
            order,
            padded,
            ..
        } = self;
        wide!(simd => for tree in &*trees {
            let inv = &mut diag_inv[tree.first..tree.end];
            let rows = &rows[tree.first..tree.end];
            let order = &order[tree.first..tree.end];
            // the number of vectors per row, and one more
            macro_rules! by_width {
                ($($n:literal $w:literal,)*) => {
                    match tree.vectors {
                        $($n => tree_of::<_, $n, $w>(simd, tree.rooted, order, rows, padded, mat, inv),)*
                        _ => {}
                    }
                };
            }
            match tree.kind {
                Kind::Diagonal => invert(inv, mat, rows),
                Kind::Chain2 => chain::factor::<2, 3>(&mut mat[rows[0].adr..], inv),
                Kind::Chain3 => chain::factor::<3, 6>(&mut mat[rows[0].adr..], inv),
                Kind::Chain4 => chain::factor::<4, 10>(&mut mat[rows[0].adr..], inv),
                Kind::Chain5 => chain::factor::<5, 15>(&mut mat[rows[0].adr..], inv),
                // a free body: in vectors, the parts that overlap would be read before they are stored
                Kind::Root => chain::factor::<ROOT, 21>(&mut mat[rows[0].adr..], inv),
                Kind::Rows => by_width!(1 2, 2 3, 3 4, 4 5, 5 6, 6 7, 7 8, 8 9, 9 10, 10 11, 11 12, 12 13, 13 14, 14 15, 15 16, 16 17,),
            }
        });
    }
}

/// Rows that have only a diagonal.
#[inline(always)]
fn invert(inv: &mut [f64], mat: &[f64], rows: &[Row]) {
    let start = rows.first().map_or(0, |row| row.adr);
    for (inv, d) in inv.iter_mut().zip(&mat[start..start + rows.len()]) {
        *inv = 1.0 / d;
    }
}

/// One tree of rows of at most `N` vectors, `W` is one more; `order`, `rows` and `inv` are those of the tree.
#[inline(always)]
fn tree_of<S: Simd, const N: usize, const W: usize>(
    simd: S,
    rooted: bool,
    order: &[u32],
    rows: &[Row],
    padded: &mut [[f64; 4]],
    mat: &mut [f64],
    inv: &mut [f64],
) {
    let padded = &mut padded.as_chunks_mut::<W>().0[..rows.len()];
    // the first six rows of a tree with a free joint are treated at last
    let top = if rooted { ROOT } else { 0 };
    for &i in &order[..rows.len() - top] {
        sum::<S, N, W>(simd, i as usize, rows, padded, mat);
    }
    if rooted {
        root(simd, mat, rows[0].adr, &mut inv[..ROOT], &padded[ROOT..]);
    }
    // rows of `L` with `D`; from the first to the last, because vectors extend into the rows that follow, but not into the
    // next tree
    let end = rows.last().map_or(0, |row| row.adr + row.len);
    let mat = &mut mat[..end];
    let below = padded[top..].iter().zip(&rows[top..]).zip(&mut inv[top..]);
    for ((own, row), inv) in below {
        let last = row.len - 1;
        *inv = own[N][0];
        let factor = f64x4::splat(simd, *inv);
        let rest = &mut mat[row.adr..];
        if let Some(out) = rest.as_chunks_mut::<4>().0.first_chunk_mut::<N>() {
            for v in 0..N {
                (f64x4::load_array_ref(simd, &own[v]) * factor).store_array(&mut out[v]);
            }
        } else {
            for (out, number) in rest[..last].iter_mut().zip(own.as_flattened()) {
                *out = number * *inv;
            }
        }
        rest[last] = own.as_flattened()[last];
    }
}

/// Equation (1) for row `i` of a tree, which is stored padded with the inverse of its diagonal.
#[inline(always)]
fn sum<S: Simd, const N: usize, const W: usize>(
    simd: S,
    i: usize,
    rows: &[Row],
    padded: &mut [Padded<W>],
    mat: &[f64],
) {
    let row = rows[i];
    // vectors extend into the rows that follow, but these numbers are not used
    let mut acc = load::<S, N>(simd, mat, row.adr);
    let Some([own, below @ ..]) = padded.get_mut(i..i + 1 + row.below) else {
        return;
    };
    // the diagonal; no row is longer than `4 N`
    let last = (row.len - 1).min(4 * N - 1);
    for other in below.iter().rev() {
        let l = f64x4::splat(simd, other.as_flattened()[last] * other[N][0]);
        for v in 0..N {
            acc[v] -= f64x4::load_array_ref(simd, &other[v]) * l;
        }
    }
    for v in 0..N {
        acc[v].store_array(&mut own[v]);
    }
    own[N][0] = 1.0 / own.as_flattened()[last];
}

/// The first six rows of a tree, all of which are ancestors of the padded rows `below`.
#[inline(always)]
fn root<S: Simd, const W: usize>(
    simd: S,
    mat: &mut [f64],
    adr: usize,
    inv: &mut [f64],
    below: &[Padded<W>],
) {
    // rows 0 to 3 are a vector each, rows 4 and 5 two
    let mut t = [0.0; 24];
    t[..21].copy_from_slice(&mat[adr..adr + 21]);
    let four = |at: usize| f64x4::load_array(simd, [t[at], t[at + 1], t[at + 2], t[at + 3]]);
    let mut low = [four(0), four(1), four(3), four(6), four(10), four(15)];
    let mut high = [four(14), four(19)];

    // the rows below, then those of the block, from the last to the first
    for other in below.iter().rev() {
        let inv = f64x4::splat(simd, other[W - 1][0]);
        let (a, b) = (
            f64x4::load_array_ref(simd, &other[0]),
            f64x4::load_array_ref(simd, &other[1]),
        );
        let (f, g) = ((a * inv).to_array(), (b * inv).to_array());
        for i in 0..4 {
            low[i] -= a * f64x4::splat(simd, f[i]);
        }
        for i in 0..2 {
            let l = f64x4::splat(simd, g[i]);
            low[4 + i] -= a * l;
            high[i] -= b * l;
        }
    }
    let mut out = [0.0; 24];
    let mut diag = [0.0; ROOT];
    let mut inverse = [0.0; ROOT];
    let mut scaled = [f64x4::splat(simd, 0.0); 8];
    for k in (0..ROOT).rev() {
        diag[k] = if k < 4 {
            low[k].to_array()[k]
        } else {
            high[k - 4].to_array()[k - 4]
        };
        inverse[k] = 1.0 / diag[k];
        let inv = f64x4::splat(simd, inverse[k]);
        let a = low[k];
        scaled[k] = a * inv;
        let f = scaled[k].to_array();
        if k == 5 {
            let b = high[1];
            scaled[7] = b * inv;
            let l = f64x4::splat(simd, scaled[7].to_array()[0]);
            low[4] -= a * l;
            high[0] -= b * l;
        }
        for i in (0..k.min(4)).rev() {
            low[i] -= a * f64x4::splat(simd, f[i]);
        }
    }
    // from the first row to the last, because vectors extend into the row that follows
    for (k, at) in [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (7, 19)] {
        out[at..at + 4].copy_from_slice(&scaled[k].to_array());
    }
    for (k, at) in [0, 2, 5, 9, 14, 20].into_iter().enumerate() {
        out[at] = diag[k];
    }
    mat[adr..adr + 21].copy_from_slice(&out[..21]);
    inv[..ROOT].copy_from_slice(&inverse);
}
