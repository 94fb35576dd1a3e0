//! Dense matrices whose rows are padded to groups of four numbers.
//!
//! Loops over such rows have no remainder: a row of `n` numbers is ⌈n/4⌉ groups [`Four`], and elements beyond `n` are
//! zero. A product of a row and a vector has four lanes, one for each position in a group, which are added as
//! `(lane₀ + lane₂) + (lane₁ + lane₃)`.
//!
//! Matrices here are row-major, with as many groups per row as the vector they are multiplied with.
#![expect(
    clippy::inline_always,
    reason = "loops are compiled for several SIMD levels"
)]

use fearless_simd::{Simd, f64x4, prelude::*};

use crate::simd::wide;

/// Four neighbouring elements of a row.
pub type Four = [f64; 4];

/// Number of groups for `n` numbers.
#[inline]
pub const fn fours(n: usize) -> usize {
    n.div_ceil(4)
}

/// `unrolled!(n, N => fixed, any)` evaluates `fixed` with the constant `N` equal to `n` from 1 to 8, `any` for all others.
///
/// Rows of a known number of groups need neither loops nor bounds checks: half of the instructions of short rows.
macro_rules! unrolled {
    ($n:expr, $N:ident => $fixed:expr, $any:expr) => {
        unrolled!(@ $n, $N, $fixed, $any, 1 2 3 4 5 6 7 8)
    };
    (@ $n:expr, $N:ident, $fixed:expr, $any:expr, $($size:literal)*) => {
        match $n {
            $($size => {
                const $N: usize = $size;
                $fixed
            })*
            _ => $any,
        }
    };
}

pub(crate) use unrolled;

/// `out ← mat · x`; there are `out.len()` rows.
pub fn mul_vec(out: &mut [f64], mat: &[Four], x: &[Four]) {
    if x.is_empty() {
        return out.fill(0.0);
    }
    wide!(simd => unrolled!(x.len(), N => {
        if let Some(x) = x.as_array::<N>() {
            mul_vec_fixed(simd, out, mat.as_chunks::<N>().0, x);
        }
    }, {
        let mut rows = mat.chunks_exact(x.len());
        let (blocks, rest) = out.as_chunks_mut::<4>();
        for out in blocks {
            let (Some(a), Some(b), Some(c), Some(d)) =
                (rows.next(), rows.next(), rows.next(), rows.next())
            else {
                break;
            };
            *out = dots_in(simd, &[a, b, c, d], x);
        }
        for (out, row) in rest.iter_mut().zip(rows) {
            let [sum] = dots_in(simd, &[row], x);
            *out = sum;
        }
    }));
}

/// [`mul_vec`] for rows of `N` groups.
#[inline(always)]
fn mul_vec_fixed<S: Simd, const N: usize>(
    simd: S,
    out: &mut [f64],
    mat: &[[Four; N]],
    x: &[Four; N],
) {
    let (out, out_rest) = out.as_chunks_mut::<4>();
    let (rows, _) = mat.as_chunks::<4>();
    let done = 4 * out.len().min(rows.len());
    for (out, [a, b, c, d]) in out.iter_mut().zip(rows) {
        store(simd, out, dots_fixed(simd, [a, b, c, d], x));
    }
    for (out, row) in out_rest.iter_mut().zip(&mat[done..]) {
        [*out] = dots_fixed(simd, [row], x);
    }
}

/// The rows of a dense matrix with `n` columns, padded.
pub fn copy_rows(out: &mut [Four], mat: &[f64], n: usize) {
    let rows = mat.chunks_exact(n.max(1));
    wide!(simd => for (out, row) in out.chunks_exact_mut(fours(n).max(1)).zip(rows) {
        let (groups, rest) = row.as_chunks::<4>();
        let (full, last) = out.split_at_mut(groups.len());
        for (to, from) in full.iter_mut().zip(groups) {
            f64x4::load_array_ref(simd, from).store_array(to);
        }
        if let [last] = last {
            let padded = match *rest {
                [a] => [a, 0.0, 0.0, 0.0],
                [a, b] => [a, b, 0.0, 0.0],
                [a, b, c] => [a, b, c, 0.0],
                _ => [0.0; 4],
            };
            store(simd, last, padded);
        }
    });
}

/// Stores four numbers as one vector: if they were stored one by one, reading them as a vector would wait for all stores.
#[inline(always)]
pub(crate) fn store<S: Simd>(simd: S, to: &mut Four, numbers: Four) {
    f64x4::load_array(simd, numbers).store_array(to);
}

/// The products of several rows of `N` groups with one vector, in the order of [`dots_in`].
#[inline(always)]
pub(crate) fn dots_fixed<S: Simd, const M: usize, const N: usize>(
    simd: S,
    rows: [&[Four; N]; M],
    x: &[Four; N],
) -> [f64; M] {
    let mut lane = [f64x4::splat(simd, 0.0); M];
    for k in 0..N {
        let x = f64x4::load_array_ref(simd, &x[k]);
        for m in 0..M {
            lane[m] += f64x4::load_array_ref(simd, &rows[m][k]) * x;
        }
    }
    let mut sums = [0.0; M];
    for m in 0..M {
        let [a, b, c, d] = lane[m].to_array();
        sums[m] = (a + c) + (b + d);
    }
    sums
}

/// `out ← out + f₀ row₀ + f₁ row₁ …` for rows of `N` groups, from left to right.
#[inline(always)]
pub(crate) fn add_rows_fixed<S: Simd, const M: usize, const N: usize>(
    simd: S,
    out: &mut [Four; N],
    f: [f64; M],
    rows: [&[Four; N]; M],
) {
    let mut scale = [f64x4::splat(simd, 0.0); M];
    for m in 0..M {
        scale[m] = f64x4::splat(simd, f[m]);
    }
    for k in 0..N {
        let mut sum = f64x4::load_array_ref(simd, &out[k]);
        for m in 0..M {
            sum += f64x4::load_array_ref(simd, &rows[m][k]) * scale[m];
        }
        sum.store_array(&mut out[k]);
    }
}

/// The first `N` groups of each row; `None` if a row is shorter.
#[inline(always)]
pub(crate) fn heads<'a, const M: usize, const N: usize>(
    rows: &[&'a [Four]; M],
) -> Option<[&'a [Four; N]; M]> {
    let mut out = [&[[0.0; 4]; N]; M];
    for m in 0..M {
        out[m] = rows[m].first_chunk::<N>()?;
    }
    Some(out)
}

/// The first `n` groups of each row.
#[inline(always)]
fn cut<'a, const M: usize>(rows: &[&'a [Four]; M], n: usize) -> [&'a [Four]; M] {
    let mut out = [&[][..]; M];
    for m in 0..M {
        out[m] = &rows[m][..n];
    }
    out
}

/// The products of several rows with one vector; rows are at least as long as the vector.
#[inline(always)]
pub(crate) fn dots_in<S: Simd, const M: usize>(
    simd: S,
    rows: &[&[Four]; M],
    x: &[Four],
) -> [f64; M] {
    let rows = cut(rows, x.len());
    let mut lane = [f64x4::splat(simd, 0.0); M];
    for (k, x) in x.iter().enumerate() {
        let x = f64x4::load_array_ref(simd, x);
        for m in 0..M {
            lane[m] += f64x4::load_array_ref(simd, &rows[m][k]) * x;
        }
    }
    let mut sums = [0.0; M];
    for m in 0..M {
        let [a, b, c, d] = lane[m].to_array();
        sums[m] = (a + c) + (b + d);
    }
    sums
}

/// `out ← out + f₀ row₀ + f₁ row₁ …`, from left to right; rows are at least as long as `out`.
#[inline(always)]
pub(crate) fn add_rows_in<S: Simd, const M: usize>(
    simd: S,
    out: &mut [Four],
    f: &[f64; M],
    rows: &[&[Four]; M],
) {
    let rows = cut(rows, out.len());
    let mut scale = [f64x4::splat(simd, 0.0); M];
    for m in 0..M {
        scale[m] = f64x4::splat(simd, f[m]);
    }
    for (k, out) in out.iter_mut().enumerate() {
        let mut sum = f64x4::load_array_ref(simd, out);
        for m in 0..M {
            sum += f64x4::load_array_ref(simd, &rows[m][k]) * scale[m];
        }
        sum.store_array(out);
    }
}

/// To each row `i` of `out`, up to its diagonal, adds the rows multiplied by factors that `factors` derives from
/// their column `i`.
///
/// `factors` is given four neighbouring columns at once, one in each lane. Columns of zeros are skipped.
#[inline(always)]
pub(crate) fn outer_in<S: Simd, const M: usize>(
    simd: S,
    out: &mut [Four],
    width: usize,
    rows: &[&[Four]; M],
    factors: impl Fn(&[f64x4<S>; M]) -> [f64x4<S>; M],
) {
    for (group, out) in out.chunks_mut(4 * width).enumerate().take(width) {
        unrolled!(group + 1, N => {
            let Some(rows) = heads::<M, N>(rows) else { return };
            each_column(simd, rows.map(#[inline(always)] |row| &row[N - 1]), &factors, #[inline(always)] |place, column| {
                let row = out.get_mut(place * width..).and_then(<[Four]>::first_chunk_mut::<N>);
                if let Some(row) = row {
                    add_rows_fixed(simd, row, column, rows);
                }
            });
        }, {
            let part = cut(rows, group + 1);
            each_column(simd, part.map(#[inline(always)] |row| &row[group]), &factors, #[inline(always)] |place, column| {
                if let Some(row) = out.get_mut(place * width..) {
                    add_rows_in(simd, &mut row[..=group], &column, &part);
                }
            });
        });
    }
}

/// Calls `add` with the place and the factors of each of four neighbouring columns, unless it has only zeros.
#[inline(always)]
fn each_column<S: Simd, const M: usize>(
    simd: S,
    columns: [&Four; M],
    factors: &impl Fn(&[f64x4<S>; M]) -> [f64x4<S>; M],
    mut add: impl FnMut(usize, [f64; M]),
) {
    let mut loaded = [f64x4::splat(simd, 0.0); M];
    let mut sizes = f64x4::splat(simd, 0.0);
    for m in 0..M {
        loaded[m] = f64x4::load_array_ref(simd, columns[m]);
        sizes += loaded[m].abs();
    }
    // a sum of absolute values is zero only if all of them are; NaN differs from zero
    let zeros = sizes.simd_eq(f64x4::splat(simd, 0.0)).to_bitmask() as u32;
    let mut places = !zeros & 0xF;
    if places == 0 {
        return;
    }
    let mut scale = [[0.0; 4]; M];
    for (scale, factors) in scale.iter_mut().zip(factors(&loaded)) {
        *scale = factors.to_array();
    }
    while places != 0 {
        let place = places.trailing_zeros() as usize & 3;
        places &= places - 1;
        let mut column = [0.0; M];
        for m in 0..M {
            column[m] = scale[m][place];
        }
        add(place, column);
    }
}

/// Four neighbouring rows of a matrix.
#[inline(always)]
fn neighbours(block: &[Four], width: usize) -> [&[Four]; 4] {
    let (a, rest) = block.split_at(width);
    let (b, rest) = rest.split_at(width);
    let (c, d) = rest.split_at(width);
    [a, b, c, d]
}

/// `out ← matᵀ · x`; there are `x.len()` rows. Four neighbouring zeros in `x` are skipped.
pub fn mul_t_vec(out: &mut [Four], mat: &[Four], x: &[f64]) {
    let width = out.len().max(1);
    wide!(simd => unrolled!(width, N => {
        if let Some(out) = out.as_mut_array::<N>() {
            *out = mul_t_vec_fixed(simd, mat.as_chunks::<N>().0, x);
        }
    }, {
        out.fill([0.0; 4]);
        let (fours, rest) = x.as_chunks::<4>();
        let blocks = mat.chunks_exact(4 * width);
        let last = &mat[(fours.len() * 4 * width).min(mat.len())..];
        for (x, block) in fours.iter().zip(blocks) {
            if x[0] != 0.0 || x[1] != 0.0 || x[2] != 0.0 || x[3] != 0.0 {
                add_rows_in(simd, out, x, &neighbours(block, width));
            }
        }
        for (x, row) in rest.iter().zip(last.chunks_exact(width)) {
            if *x != 0.0 {
                add_rows_in(simd, out, &[*x], &[row]);
            }
        }
    }));
}

/// [`mul_t_vec`] for rows of `N` groups.
#[inline(always)]
fn mul_t_vec_fixed<S: Simd, const N: usize>(simd: S, mat: &[[Four; N]], x: &[f64]) -> [Four; N] {
    let mut out = [[0.0; 4]; N];
    let (fours, rest) = x.as_chunks::<4>();
    let (blocks, _) = mat.as_chunks::<4>();
    for (x, [a, b, c, d]) in fours.iter().zip(blocks) {
        if x[0] != 0.0 || x[1] != 0.0 || x[2] != 0.0 || x[3] != 0.0 {
            add_rows_fixed(simd, &mut out, *x, [a, b, c, d]);
        }
    }
    let last = &mat[(4 * fours.len()).min(mat.len())..];
    for (x, row) in rest.iter().zip(last) {
        if *x != 0.0 {
            add_rows_fixed(simd, &mut out, [*x], [row]);
        }
    }
    out
}

/// Adds `matᵀ · diag · mat` to the lower triangle of `out`; elements above the diagonal are undefined afterwards.
///
/// Four neighbouring rows of `mat` whose elements of `diag` are zero are skipped.
pub fn add_gram(out: &mut [Four], mat: &[Four], diag: &[f64], n: usize) {
    let width = fours(n).max(1);
    let out = &mut out[..n * width];
    wide!(simd => {
        let (fours, rest) = diag.as_chunks::<4>();
        let blocks = mat.chunks_exact(4 * width);
        let last = &mat[(fours.len() * 4 * width).min(mat.len())..];
        for (&[p, q, r, s], block) in fours.iter().zip(blocks) {
            if p != 0.0 || q != 0.0 || r != 0.0 || s != 0.0 {
                outer_in(simd, out, width, &neighbours(block, width), #[inline(always)] |c| {
                    let [p, q, r, s] = [p, q, r, s].map(#[inline(always)] |d| f64x4::splat(simd, d));
                    [c[0] * p, c[1] * q, c[2] * r, c[3] * s]
                });
            }
        }
        for (&d, row) in rest.iter().zip(last.chunks_exact(width)) {
            if d != 0.0 {
                outer_in(simd, out, width, &[row], #[inline(always)] |c| [c[0] * f64x4::splat(simd, d)]);
            }
        }
    });
}

/// Adds `rowsᵀ · inner · rows` to the lower triangle of `out`, as [`add_gram`] does; `inner` is a symmetric matrix of
/// size `count`, the number of rows, which is at most six.
pub fn add_block(out: &mut [Four], rows: &[Four], inner: &[f64], count: usize, n: usize) {
    let width = fours(n).max(1);
    let out = &mut out[..n * width];
    macro_rules! by_size {
        ($($size:literal)*) => {
            match count {
                $($size => {
                    let mut block = [&[][..]; $size];
                    let mut weights = [[0.0; $size]; $size];
                    for (k, row) in rows.chunks_exact(width).take($size).enumerate() {
                        block[k] = row;
                        weights[k].copy_from_slice(&inner[k * $size..(k + 1) * $size]);
                    }
                    wide!(simd => outer_in(simd, out, width, &block, #[inline(always)] |column| {
                        let mut factors = [f64x4::splat(simd, 0.0); $size];
                        for k in 0..$size {
                            for m in 0..$size {
                                factors[k] += f64x4::splat(simd, weights[k][m]) * column[m];
                            }
                        }
                        factors
                    }));
                })*
                _ => {}
            }
        };
    }
    by_size!(1 2 3 4 5 6);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dense;
    use crate::testing::close;
    use proptest::prelude::*;

    /// A matrix with this many columns, padded.
    fn padded(mat: &[f64], n: usize) -> Vec<Four> {
        let mut out = vec![[f64::NAN; 4]; mat.len() / n * fours(n)];
        copy_rows(&mut out, mat, n);
        for (to, from) in out.chunks_exact(fours(n)).zip(mat.chunks_exact(n)) {
            let (row, pad) = to.as_flattened().split_at(n);
            assert_eq!(row, from);
            assert!(pad.iter().all(|&x| x == 0.0));
        }
        out
    }

    fn any_matrix() -> impl Strategy<Value = (usize, Vec<f64>)> {
        (1..45_usize, 0..11_usize).prop_flat_map(|(n, rows)| {
            let element = prop_oneof![Just(0.0), -3.0..3.0_f64];
            (Just(n), prop::collection::vec(element, n * rows))
        })
    }

    proptest! {
        #[test]
        fn products_are_those_of_the_dense_matrix((n, mat) in any_matrix(), seed in -2.0..2.0_f64) {
            let rows = mat.len() / n;
            let wide = padded(&mat, n);
            let x: Vec<f64> = (0..n).map(|k| seed + k as f64 / 3.0).collect();
            let (mut got, mut want) = (vec![f64::NAN; rows], vec![0.0; rows]);
            mul_vec(&mut got, &wide, &padded(&x, n));
            dense::mul_vec(&mut want, &mat, &x);
            prop_assert!(got.iter().zip(&want).all(|(a, b)| close(*a, *b, 1e-13)));

            let f: Vec<f64> = (0..rows).map(|k| if k % 3 == 1 { 0.0 } else { seed - k as f64 }).collect();
            let (mut got, mut want) = (vec![[f64::NAN; 4]; fours(n)], vec![0.0; n]);
            mul_t_vec(&mut got, &wide, &f);
            dense::mul_t_vec(&mut want, &mat, &f);
            prop_assert!(got.as_flattened().iter().zip(&want).all(|(a, b)| close(*a, *b, 1e-13)));

            let mut got = vec![[0.0; 4]; n * fours(n)];
            let mut want = vec![0.0; n * n];
            add_gram(&mut got, &wide, &f, n);
            dense::sqr_t(&mut want, &mat, &f, n);
            for r in 0..n {
                for c in 0..=r {
                    let found = got[r * fours(n) + c / 4][c % 4];
                    prop_assert!(close(found, want[r * n + c], 1e-12));
                }
            }
        }

        #[test]
        fn blocks_are_sums_of_products_of_rows((n, mat) in any_matrix(), seed in -2.0..2.0_f64) {
            let count = (mat.len() / n).min(6);
            prop_assume!(count > 0);
            let at = |a: usize, b: usize| seed + (a.min(b) * 3 + a.max(b)) as f64 / 5.0;
            let inner: Vec<f64> = (0..count * count).map(|k| at(k / count, k % count)).collect();
            let mut got = vec![[0.0; 4]; n * fours(n)];
            add_block(&mut got, &padded(&mat, n), &inner, count, n);
            for r in 0..n {
                for c in 0..=r {
                    let mut want = 0.0;
                    for a in 0..count {
                        for b in 0..count {
                            want += mat[a * n + r] * at(a, b) * mat[b * n + c];
                        }
                    }
                    let found = got[r * fours(n) + c / 4][c % 4];
                    prop_assert!(close(found, want, 1e-11));
                }
            }
        }
    }

    proptest! {
        /// Rows of fixed and of any length: products have the bits of sums in four lanes, and of one row after the other.
        #[test]
        fn products_have_the_bits_of_plain_sums((n, mat) in any_matrix(), seed in -2.0..2.0_f64) {
            let (rows, width) = (mat.len() / n, fours(n));
            let wide = padded(&mat, n);
            let x: Vec<f64> = (0..n).map(|k| seed + k as f64 / 3.0).collect();
            let mut got = vec![f64::NAN; rows];
            mul_vec(&mut got, &wide, &padded(&x, n));
            for (r, got) in got.iter().enumerate() {
                let mut lanes = [0.0; 4];
                for c in 0..n {
                    lanes[c % 4] += mat[r * n + c] * x[c];
                }
                let want: f64 = (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
                prop_assert_eq!(got.to_bits(), want.to_bits());
            }

            let f: Vec<f64> = (0..rows).map(|k| if k % 7 < 4 { 0.0 } else { seed - k as f64 }).collect();
            let mut got = vec![[f64::NAN; 4]; width];
            mul_t_vec(&mut got, &wide, &f);
            for (c, got) in got.as_flattened()[..n].iter().enumerate() {
                let want = (0..rows).fold(0.0, |sum, r| sum + mat[r * n + c] * f[r]);
                prop_assert_eq!(got.to_bits(), f64::to_bits(want));
            }
        }
    }

    proptest! {
        /// Four rows at once and four columns at once: the bits of one product after the other.
        #[test]
        fn weighted_products_have_the_bits_of_plain_sums((n, mat) in any_matrix(), seed in -2.0..2.0_f64) {
            let rows = mat.len() / n;
            let weights: Vec<f64> = (0..rows).map(|k| if k % 5 == 1 { 0.0 } else { seed + k as f64 / 7.0 }).collect();
            let start = |r: usize, c: usize| seed * (r as f64 + 0.3) - c as f64;
            let mut got = vec![[0.0; 4]; n * fours(n)];
            for r in 0..n {
                for c in 0..=r {
                    got[r * fours(n) + c / 4][c % 4] = start(r, c);
                }
            }
            add_gram(&mut got, &padded(&mat, n), &weights, n);
            for r in 0..n {
                for c in 0..=r {
                    let mut want = start(r, c);
                    for k in 0..rows {
                        want += mat[k * n + c] * (mat[k * n + r] * weights[k]);
                    }
                    prop_assert_eq!(got[r * fours(n) + c / 4][c % 4].to_bits(), want.to_bits());
                }
            }
        }
    }
}
