//! The factor, equation (1) of [`super`].

use fearless_simd::{Simd, f64x4, prelude::*};

use super::{Kind, ROOT, Row, Symbolic, Tree, chain, load};
use crate::simd::wide;

/// Padded rows of `W` vectors.
type Padded<const W: usize> = [[f64; 4]; W];

impl Symbolic {
    /// Replaces `mat` by its factor and fills `diag_inv` with the inverse of `D`: the bits of [`ldl::factor`](crate::ldl::factor).
    #[doc(alias = "mj_factorI")]
    pub fn factor(&mut self, mat: &mut [f64], diag_inv: &mut [f64]) {
        let Self {
            trees,
            rows,
            padded,
            ..
        } = self;
        wide!(simd => for tree in &*trees {
            let inv = &mut diag_inv[tree.first..tree.end];
            let rows = &rows[tree.first..tree.end];
            match tree.kind {
                Kind::Diagonal => invert(inv, mat, rows),
                Kind::Chain2 => chain::factor::<2, 3>(&mut mat[rows[0].adr..], inv),
                Kind::Chain3 => chain::factor::<3, 6>(&mut mat[rows[0].adr..], inv),
                Kind::Chain4 => chain::factor::<4, 10>(&mut mat[rows[0].adr..], inv),
                Kind::Chain5 => chain::factor::<5, 15>(&mut mat[rows[0].adr..], inv),
                Kind::Root => root::<_, 2>(simd, mat, rows[0].adr, inv, core::iter::empty()),
                Kind::Rows8 => tree_of::<_, 2>(simd, *tree, rows, padded, mat, inv),
                Kind::Rows16 => tree_of::<_, 4>(simd, *tree, rows, padded, mat, inv),
                Kind::Rows32 => tree_of::<_, 8>(simd, *tree, rows, padded, mat, inv),
                Kind::Rows64 => tree_of::<_, 16>(simd, *tree, rows, padded, mat, inv),
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

/// One tree; `rows` and `inv` are those of the tree.
#[inline(always)]
fn tree_of<S: Simd, const W: usize>(
    simd: S,
    tree: Tree,
    rows: &[Row],
    padded: &mut [[f64; 4]],
    mat: &mut [f64],
    inv: &mut [f64],
) {
    let n = rows.len();
    let padded = &mut padded.as_chunks_mut::<W>().0[..n];
    let top = if tree.rooted { ROOT } else { 0 };

    // equation (1), from the last row to the first
    for i in (top..n).rev() {
        let row = rows[i];
        let (own, below) = padded.split_at_mut(i + 1);
        let (inv, inv_below) = inv.split_at_mut(i + 1);
        let descendants = row.below - tree.first - i - 1;
        let (below, inv_below) = (&below[..descendants], &inv_below[..descendants]);
        let own = &mut own[i];
        macro_rules! by_length {
            ($($n:literal)*) => {
                match row.len.div_ceil(4) {
                    $($n if $n <= W => sum::<S, W, $n>(simd, mat, row, own, below, inv_below),)*
                    _ => 1.0,
                }
            };
        }
        let diag = by_length!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);
        inv[i] = 1.0 / diag;
    }

    if tree.rooted {
        let (inv, inv_below) = inv.split_at_mut(ROOT);
        let below = padded[ROOT..].iter().zip(&*inv_below);
        root(simd, mat, rows[0].adr, inv, below);
    }
    // rows of `L` with `D`; from the first to the last, because vectors extend into the row that follows, but not into the
    // next tree
    let end = rows.last().map_or(0, |row| row.adr + row.len);
    let mat = &mut mat[..end];
    let scaled = padded[top..].iter().zip(&rows[top..]).zip(&inv[top..]);
    for ((own, row), &inv) in scaled {
        let last = row.adr + row.len - 1;
        let inv = f64x4::splat(simd, inv);
        let count = row.len.div_ceil(4);
        if let Some(out) = mat.get_mut(row.adr..row.adr + 4 * count) {
            for (out, own) in out.as_chunks_mut::<4>().0.iter_mut().zip(own) {
                (f64x4::load_array_ref(simd, own) * inv).store_array(out);
            }
        } else {
            let scaled = own.map(|own| (f64x4::load_array_ref(simd, &own) * inv).to_array());
            mat[row.adr..last].copy_from_slice(&scaled.as_flattened()[..row.len - 1]);
        }
        mat[last] = own.as_flattened()[row.len - 1];
    }
}

/// Equation (1) for one row of `N` vectors, which is stored padded; returns its diagonal.
#[inline(always)]
fn sum<S: Simd, const W: usize, const N: usize>(
    simd: S,
    mat: &[f64],
    row: Row,
    own: &mut Padded<W>,
    below: &[Padded<W>],
    inv_below: &[f64],
) -> f64 {
    // the diagonal is in the last vector
    let lane = (row.len - 1) & 3;
    let mut acc = load::<S, N>(simd, mat, row.adr);
    for (other, inv) in below.iter().zip(inv_below).rev() {
        let l = f64x4::splat(simd, other[N - 1][lane] * inv);
        for v in 0..N {
            acc[v] -= f64x4::load_array_ref(simd, &other[v]) * l;
        }
    }
    for v in 0..N {
        acc[v].store_array(&mut own[v]);
    }
    own[N - 1][lane]
}

/// The first six rows of a tree, all of which are ancestors of the padded rows `below`.
#[inline(always)]
fn root<'a, S: Simd, const W: usize>(
    simd: S,
    mat: &mut [f64],
    adr: usize,
    inv: &mut [f64],
    below: impl DoubleEndedIterator<Item = (&'a Padded<W>, &'a f64)>,
) {
    // rows 0 to 3 are a vector each, rows 4 and 5 two
    let mut t = [0.0; 24];
    t[..21].copy_from_slice(&mat[adr..adr + 21]);
    let four = |at: usize| f64x4::load_array(simd, [t[at], t[at + 1], t[at + 2], t[at + 3]]);
    let mut low = [four(0), four(1), four(3), four(6), four(10), four(15)];
    let mut high = [four(14), four(19)];

    // the rows below, then those of the block, from the last to the first
    for (other, &inv) in below.rev() {
        let inv = f64x4::splat(simd, inv);
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
