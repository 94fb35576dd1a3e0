//! Vector kernels on slices: the inner loops of all sparse and dense computations.
//!
//! A sum of many products has one order of additions, whatever the SIMD width of the hardware. Eight lanes accumulate
//! the products of their column of each block of eight; then
//!
//! ```text
//! lane[k] ← lane[k] + lane[k+4]           k = 0…3          two halves become one
//! lane[k] ← lane[k] + product[k]          if four or more are left
//! sum = (lane₀ + lane₂) + (lane₁ + lane₃) + rest
//! ```
//!
//! Eight lanes are four registers of the narrowest SIMD level, enough to hide the latency of an addition. Below
//! sixteen elements this is the order of the reference, which has four lanes.
//!
//! Slices of different length are truncated to the shorter one. Functions named `…_in` are for use inside of loops
//! that are compiled for several SIMD levels.
#![expect(
    clippy::inline_always,
    reason = "kernels are compiled for the SIMD level of their caller"
)]

use fearless_simd::{Simd, f64x4, prelude::*};

use crate::simd::{narrow, wide};

/// Rows with fewer elements than this are not worth the setup of a vector loop.
pub(crate) const SHORT: usize = 8;

/// `Σ aₖ bₖ`, in the order of the module.
#[doc(alias = "mju_dot")]
#[inline]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    narrow!(simd => dot_in(simd, a, b))
}

/// `Σ aₖ bₖ` with four lanes at any length, the order of the reference: for results that depend on the last digit.
pub fn dot_in_fours(a: &[f64], b: &[f64]) -> f64 {
    wide!(simd => dot_in_fours_in(simd, a, b))
}

/// [`dot_in_fours`] inside of a loop that is compiled for a SIMD level.
#[inline(always)]
pub fn dot_in_fours_in<S: Simd>(simd: S, a: &[f64], b: &[f64]) -> f64 {
    let n = a.len().min(b.len());
    if n < SHORT {
        // order: that of four lanes, which below this length equals that of the module
        return dot(a, b);
    }
    let [sum] = dots_in_fours_in(simd, [&a[..n]], &b[..n]);
    sum
}

/// [`dot_in_fours`] of several rows, not shorter than `x`, with `x`; `x` is read once, and the sums are independent.
pub fn dots_in_fours<const M: usize>(rows: [&[f64]; M], x: &[f64]) -> [f64; M] {
    let rows = rows.map(|row| &row[..x.len()]);
    wide!(simd => dots_in_fours_in(simd, rows, x))
}

/// [`dot_in_fours`] of several rows of the same length as `x`, with `x`.
#[inline(always)]
pub(crate) fn dots_in_fours_in<S: Simd, const M: usize>(
    simd: S,
    rows: [&[f64]; M],
    x: &[f64],
) -> [f64; M] {
    let (fours, rest) = x.as_chunks::<4>();
    let blocks = rows.map(|row| &row.as_chunks::<4>().0[..fours.len()]);
    let mut lanes = [f64x4::splat(simd, 0.0); M];
    for (k, x) in fours.iter().enumerate() {
        let x = f64x4::load_array_ref(simd, x);
        for m in 0..M {
            lanes[m] += f64x4::load_array_ref(simd, &blocks[m][k]) * x;
        }
    }
    let mut sums = lanes.map(|lane| {
        let lane: [f64; 4] = lane.into();
        (lane[0] + lane[2]) + (lane[1] + lane[3])
    });
    // order: the rest is summed first, then added
    let done = x.len() - rest.len();
    for m in 0..M {
        let products = rows[m][done..].iter().zip(rest).map(|(a, b)| a * b);
        sums[m] += products.reduce(|sum, x| sum + x).unwrap_or(0.0);
    }
    sums
}

/// `g₀·d₀` and `g·(d − d₀)` of two gradients and two directions, the old ones first: denominator and numerator of the
/// Polak–Ribière formula.
///
/// Both have the order of [`dot_in_fours`] and are computed independently.
pub fn polak_ribiere([g0, g]: [&[f64]; 2], [d0, d]: [&[f64]; 2]) -> [f64; 2] {
    let n = g0.len().min(g.len()).min(d0.len()).min(d.len());
    let all = [&g0[..n], &g[..n], &d0[..n], &d[..n]];
    wide!(simd => {
        let fours = all.map(|x| &x.as_chunks::<4>().0[..n / 4]);
        let mut lanes = [f64x4::splat(simd, 0.0); 2];
        for k in 0..n / 4 {
            let [g0, g, d0, d] = fours.map(|x| f64x4::load_array_ref(simd, &x[k]));
            lanes[0] += g0 * d0;
            lanes[1] += g * (d - d0);
        }
        let mut sums = lanes.map(|lane| {
            let [a, b, c, d] = lane.to_array();
            (a + c) + (b + d)
        });
        // order: the rest is summed first, then added
        let rest = || n / 4 * 4..n;
        let old = rest().map(|k| all[0][k] * all[2][k]);
        let new = rest().map(|k| all[1][k] * (all[3][k] - all[2][k]));
        sums[0] += old.reduce(|sum, x| sum + x).unwrap_or(0.0);
        sums[1] += new.reduce(|sum, x| sum + x).unwrap_or(0.0);
        sums
    })
}

/// Euclidean length with the sum of [`dot_in_fours`].
pub fn norm_in_fours(x: &[f64]) -> f64 {
    dot_in_fours(x, x).sqrt()
}

/// [`dot`] with the SIMD level `simd`.
#[inline(always)]
pub(crate) fn dot_in<S: Simd>(simd: S, a: &[f64], b: &[f64]) -> f64 {
    let [sum] = dots_in(simd, [a], b);
    sum
}

/// [`dot`] of several rows, not shorter than `x`, with `x`; `x` is read once, and the sums are independent.
pub fn dots<const M: usize>(rows: [&[f64]; M], x: &[f64]) -> [f64; M] {
    if x.len() < SHORT {
        return rows.map(|row| dot(&row[..x.len()], x));
    }
    wide!(simd => dots_in(simd, rows, x))
}

/// The products of several rows with one vector, each in the order of the module; the vector is read once.
#[inline(always)]
pub(crate) fn dots_in<S: Simd, const M: usize>(simd: S, rows: [&[f64]; M], x: &[f64]) -> [f64; M] {
    let n = rows.iter().fold(x.len(), |n, row| n.min(row.len()));
    let rows = rows.map(|row| &row[..n]);
    let x = &x[..n];
    let mut sums = lanes(simd, rows, x);

    // order: the rest is summed separately, then added
    let done = n & !3;
    let x = &x[done..];
    for (sum, row) in sums.iter_mut().zip(rows) {
        match (&row[done..], x) {
            ([a0], [x0]) => *sum += a0 * x0,
            ([a0, a1], [x0, x1]) => *sum += a0 * x0 + a1 * x1,
            ([a0, a1, a2], [x0, x1, x2]) => *sum += a0 * x0 + a1 * x1 + a2 * x2,
            _ => {}
        }
    }
    sums
}

/// The products of several rows of the same length as `x` with `x`, each in the order of [`dot_sparse`].
#[inline(always)]
pub(crate) fn dots_row_rest_in<S: Simd, const M: usize>(
    simd: S,
    rows: [&[f64]; M],
    x: &[f64],
) -> [f64; M] {
    let mut sums = lanes(simd, rows, x);
    for k in x.len() & !3..x.len() {
        for m in 0..M {
            sums[m] += rows[m][k] * x[k];
        }
    }
    sums
}

/// For rows of the same length as `x`, the sums over all complete groups of four.
#[inline(always)]
fn lanes<S: Simd, const M: usize>(simd: S, rows: [&[f64]; M], x: &[f64]) -> [f64; M] {
    let (x_pairs, x_four) = x.as_chunks::<4>().0.as_chunks::<2>();
    let zero = f64x4::splat(simd, 0.0);
    let mut lane = [zero; M];
    if !x_pairs.is_empty() {
        let rows = rows.map(|row| &row.as_chunks::<4>().0.as_chunks::<2>().0[..x_pairs.len()]);
        let mut high = [zero; M];
        for (block, [x_low, x_high]) in x_pairs.iter().enumerate() {
            let x_low = f64x4::load_array_ref(simd, x_low);
            let x_high = f64x4::load_array_ref(simd, x_high);
            for m in 0..M {
                let [a_low, a_high] = &rows[m][block];
                lane[m] += f64x4::load_array_ref(simd, a_low) * x_low;
                high[m] += f64x4::load_array_ref(simd, a_high) * x_high;
            }
        }
        for m in 0..M {
            lane[m] += high[m];
        }
    }
    if let [x] = x_four {
        let x = f64x4::load_array_ref(simd, x);
        for m in 0..M {
            if let [.., a] = rows[m].as_chunks::<4>().0 {
                lane[m] += f64x4::load_array_ref(simd, a) * x;
            }
        }
    }
    lane.map(|lane| {
        let [a, b, c, d] = lane.to_array();
        (a + c) + (b + d)
    })
}

/// `Σ valₖ x[indₖ]`: a sparse row times a dense vector. The indices are increasing.
///
/// The order of the module, except that the rest is added element by element.
#[doc(alias = "mju_dotSparse")]
#[inline]
pub fn dot_sparse(val: &[f64], ind: &[i32], x: &[f64]) -> f64 {
    narrow!(simd => dot_sparse_in(simd, val, ind, x))
}

/// [`dot_sparse`] with the SIMD level `simd`.
#[inline(always)]
pub(crate) fn dot_sparse_in<S: Simd>(simd: S, val: &[f64], ind: &[i32], x: &[f64]) -> f64 {
    let n = val.len().min(ind.len());
    let (val, ind) = (&val[..n], &ind[..n]);
    let done = n & !3;
    if n < SHORT {
        let at = |k: usize| val[k] * x[ind[k] as usize];
        let head = if done == 0 {
            0.0
        } else {
            (at(0) + at(2)) + (at(1) + at(3))
        };
        return (done..n).fold(head, |sum, k| sum + at(k));
    }

    // a run of neighbouring indices needs no gather
    if let Some(run) = contiguous(ind) {
        let x = &x[run..run + n];
        let [head] = lanes(simd, [val], x);
        let rest = val[done..].iter().zip(&x[done..]);
        return rest.fold(head, |sum, (a, b)| sum + a * b);
    }

    let (val_fours, val_rest) = val.as_chunks::<4>();
    let (ind_fours, ind_rest) = ind.as_chunks::<4>();
    let products = |v: &[f64; 4], i: &[i32; 4]| -> [f64; 4] {
        core::array::from_fn(|k| v[k] * x[i[k] as usize])
    };
    let add = |a: [f64; 4], b: [f64; 4]| -> [f64; 4] { core::array::from_fn(|k| a[k] + b[k]) };
    let (mut lane, mut high) = ([0.0; 4], [0.0; 4]);
    let (val_pairs, val_four) = val_fours.as_chunks::<2>();
    let (ind_pairs, ind_four) = ind_fours.as_chunks::<2>();
    for ([v_low, v_high], [i_low, i_high]) in val_pairs.iter().zip(ind_pairs) {
        lane = add(lane, products(v_low, i_low));
        high = add(high, products(v_high, i_high));
    }
    lane = add(lane, high);
    if let ([v], [i]) = (val_four, ind_four) {
        lane = add(lane, products(v, i));
    }
    let head = (lane[0] + lane[2]) + (lane[1] + lane[3]);
    val_rest
        .iter()
        .zip(ind_rest)
        .fold(head, |sum, (v, &i)| sum + v * x[i as usize])
}

/// Σ over the common indices of two sparse vectors, in increasing order of the index.
#[doc(alias = "mju_dotSparse2")]
pub fn dot_sparse2(a_val: &[f64], a_ind: &[i32], b_val: &[f64], b_ind: &[i32]) -> f64 {
    let mut a = a_ind.iter().zip(a_val).peekable();
    let mut b = b_ind.iter().zip(b_val).peekable();
    let mut sum = 0.0;
    while let (Some(&(i, u)), Some(&(j, v))) = (a.peek(), b.peek()) {
        if i == j {
            sum += u * v;
        }
        if i <= j {
            a.next();
        }
        if j <= i {
            b.next();
        }
    }
    sum
}

/// The first index of a run of increasing indices without gaps.
#[inline(always)]
fn contiguous(ind: &[i32]) -> Option<usize> {
    debug_assert!(
        ind.is_sorted_by(|a, b| a < b),
        "indices of a sparse row increase"
    );
    let (&first, &last) = (ind.first()?, ind.last()?);
    (last - first + 1 == ind.len() as i32).then_some(first as usize)
}

/// `y ← y + s x`.
#[doc(alias = "mju_addToScl")]
#[inline]
pub fn axpy(y: &mut [f64], s: f64, x: &[f64]) {
    narrow!(simd => axpy_in(simd, y, s, x));
}

/// [`axpy`] of several vectors with one factor, compiled for the widest vectors.
pub fn axpy_each<const N: usize>(y: [&mut [f64]; N], s: f64, x: [&[f64]; N]) {
    wide!(simd => for (y, x) in y.into_iter().zip(x) {
        axpy_in(simd, y, s, x);
    });
}

/// [`axpy`] with the SIMD level `simd`.
#[inline(always)]
pub(crate) fn axpy_in<S: Simd>(simd: S, y: &mut [f64], s: f64, x: &[f64]) {
    axpys_in(simd, y, [s], [x]);
}

/// [`axpy`] for fewer than [`SHORT`] elements: each length has its own unrolled code.
#[inline(always)]
pub(crate) fn axpy_short(y: &mut [f64], s: f64, x: &[f64]) {
    macro_rules! straight {
        ($($n:literal)*) => {
            match y.len() {
                $($n => if let (Some(y), Some(x)) = (y.first_chunk_mut::<$n>(), x.first_chunk::<$n>()) {
                    for k in 0..$n {
                        y[k] += x[k] * s;
                    }
                },)*
                _ => {}
            }
        };
    }
    debug_assert!(y.len() < SHORT && x.len() >= y.len(), "a short row");
    straight!(1 2 3 4 5 6 7);
}

/// `y ← y + s₀ x₀ + s₁ x₁ …`, from left to right; the sum is read and written once.
#[inline(always)]
pub(crate) fn axpys_in<S: Simd, const M: usize>(
    simd: S,
    y: &mut [f64],
    s: [f64; M],
    x: [&[f64]; M],
) {
    let n = x.iter().fold(y.len(), |n, x| n.min(x.len()));
    let (y_fours, y_rest) = y[..n].as_chunks_mut::<4>();
    let x_fours = x.map(|x| &x.as_chunks::<4>().0[..y_fours.len()]);
    let scale = s.map(|s| f64x4::splat(simd, s));
    for (block, y) in y_fours.iter_mut().enumerate() {
        let mut sum = f64x4::load_array_ref(simd, y);
        for m in 0..M {
            sum += f64x4::load_array_ref(simd, &x_fours[m][block]) * scale[m];
        }
        sum.store_array(y);
    }
    let x_rest = x.map(|x| &x[n - y_rest.len()..n]);
    for (k, y) in y_rest.iter_mut().enumerate() {
        *y = (0..M).fold(*y, |sum, m| sum + x_rest[m][k] * s[m]);
    }
}

/// `(a, b) ← (c a + t b, c b − s a)`: a rotation of two rows, or with `t = −s` its hyperbolic counterpart.
#[inline(always)]
pub(crate) fn rotate_in<S: Simd>(simd: S, a: &mut [f64], b: &mut [f64], c: f64, s: f64, t: f64) {
    let n = a.len().min(b.len());
    let (a_fours, a_rest) = a[..n].as_chunks_mut::<4>();
    let (b_fours, b_rest) = b[..n].as_chunks_mut::<4>();
    let [cs, ss, ts] = [c, s, t].map(|s| f64x4::splat(simd, s));
    for (a, b) in a_fours.iter_mut().zip(b_fours) {
        let (u, v) = (
            f64x4::load_array_ref(simd, a),
            f64x4::load_array_ref(simd, b),
        );
        (cs * u + ts * v).store_array(a);
        (cs * v - ss * u).store_array(b);
    }
    for (a, b) in a_rest.iter_mut().zip(b_rest) {
        (*a, *b) = (c * *a + t * *b, c * *b - s * *a);
    }
}

/// `y[indₖ] ← y[indₖ] + s valₖ`: a sparse row added to a dense vector. The indices are increasing.
#[doc(alias = "mju_addToSclSparse")]
#[inline]
pub fn axpy_sparse(y: &mut [f64], s: f64, val: &[f64], ind: &[i32]) {
    narrow!(simd => axpy_sparse_in(simd, y, s, val, ind));
}

/// [`axpy_sparse`] with the SIMD level `simd`.
#[inline(always)]
pub(crate) fn axpy_sparse_in<S: Simd>(simd: S, y: &mut [f64], s: f64, val: &[f64], ind: &[i32]) {
    if ind.len() >= SHORT
        && let Some(run) = contiguous(ind)
    {
        return axpy_in(simd, &mut y[run..run + ind.len()], s, val);
    }
    for (v, &i) in val.iter().zip(ind) {
        y[i as usize] += v * s;
    }
}

/// `out ← a + s b`.
#[doc(alias = "mju_addScl")]
#[inline]
pub fn add_scl(out: &mut [f64], a: &[f64], b: &[f64], s: f64) {
    for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
        *out = a + b * s;
    }
}

/// `x ← s x`.
#[doc(alias = "mju_scl")]
#[inline]
pub fn scale(x: &mut [f64], s: f64) {
    for x in x {
        *x *= s;
    }
}

/// `out ← a − b`.
#[doc(alias = "mju_sub")]
#[inline]
pub fn sub(out: &mut [f64], a: &[f64], b: &[f64]) {
    for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
        *out = a - b;
    }
}

/// `y ← y + x`.
#[doc(alias = "mju_addTo")]
#[inline]
pub fn add_to(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += x;
    }
}

/// `y ← y − x`.
#[doc(alias = "mju_subFrom")]
#[inline]
pub fn sub_from(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y -= x;
    }
}

/// Euclidean length.
#[doc(alias = "mju_norm")]
#[inline]
pub fn norm(x: &[f64]) -> f64 {
    dot(x, x).sqrt()
}

/// `Σ xₖ`, from the first element on.
#[doc(alias = "mju_sum")]
#[inline]
pub fn sum(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |sum, x| sum + x)
}

/// Normalises the vector and returns its former length; one shorter than [`MIN_VAL`](crate::MIN_VAL) becomes (1, 0, …).
#[doc(alias = "mju_normalize")]
pub fn normalize(x: &mut [f64]) -> f64 {
    let length = norm(x);
    if length < crate::MIN_VAL {
        x.fill(0.0);
        if let Some(first) = x.first_mut() {
            *first = 1.0;
        }
    } else {
        scale(x, 1.0 / length);
    }
    length
}

/// `outₖ ← x[indₖ]`.
#[doc(alias = "mju_gather")]
#[inline]
pub fn gather(out: &mut [f64], x: &[f64], ind: &[i32]) {
    for (out, &i) in out.iter_mut().zip(ind) {
        *out = x[i as usize];
    }
}

/// [`gather`] for increasing indices: a contiguous run is copied directly.
#[inline]
pub fn gather_increasing(out: &mut [f64], x: &[f64], ind: &[i32]) {
    match contiguous(ind) {
        Some(run) if out.len() == ind.len() => out.copy_from_slice(&x[run..run + ind.len()]),
        _ => gather(out, x, ind),
    }
}

/// [`scatter`] for increasing indices: a contiguous run is copied directly.
#[inline]
pub fn scatter_increasing(y: &mut [f64], val: &[f64], ind: &[i32]) {
    match contiguous(ind) {
        Some(run) if val.len() == ind.len() => y[run..run + ind.len()].copy_from_slice(val),
        _ => scatter(y, val, ind),
    }
}

/// `y[indₖ] ← valₖ`.
#[doc(alias = "mju_scatter")]
#[inline]
pub fn scatter(y: &mut [f64], val: &[f64], ind: &[i32]) {
    for (v, &i) in val.iter().zip(ind) {
        y[i as usize] = *v;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::close;
    use proptest::prelude::*;

    /// The sum with four lanes, as the reference defines it.
    fn four_lanes(a: &[f64], b: &[f64]) -> f64 {
        let product: Vec<f64> = a.iter().zip(b).map(|(a, b)| a * b).collect();
        let cut = product.len() / 4 * 4;
        let lane = |k: usize| {
            product[..cut]
                .iter()
                .skip(k)
                .step_by(4)
                .copied()
                .reduce(|a, b| a + b)
                .unwrap_or(0.0)
        };
        let rest = product[cut..]
            .iter()
            .copied()
            .reduce(|a, b| a + b)
            .unwrap_or(0.0);
        ((lane(0) + lane(2)) + (lane(1) + lane(3))) + rest
    }

    fn any_pair(
        len: impl Into<prop::collection::SizeRange>,
    ) -> impl Strategy<Value = (Vec<f64>, Vec<f64>)> {
        prop::collection::vec((-3.0..3.0_f64, -3.0..3.0_f64), len)
            .prop_map(|pairs| pairs.into_iter().unzip())
    }

    /// A sparse vector: increasing indices below 60, with gaps or without, and their values.
    fn any_sparse() -> impl Strategy<Value = (Vec<i32>, Vec<f64>)> {
        let gaps = prop_oneof![
            prop::collection::vec(1..3_i32, 0..30),
            prop::collection::vec(Just(1), 0..30),
        ];
        (gaps, prop::collection::vec(-3.0..3.0_f64, 30)).prop_map(|(gaps, mut val)| {
            val.truncate(gaps.len());
            let ind = gaps.iter().scan(-1, |i, gap| {
                *i += gap;
                Some(*i)
            });
            (ind.collect(), val)
        })
    }

    proptest! {
        #[test]
        fn dot_below_sixteen_has_the_order_of_the_reference((a, b) in any_pair(0..16)) {
            prop_assert_eq!(dot(&a, &b), four_lanes(&a, &b));
        }

        #[test]
        fn dot_in_fours_has_the_order_of_the_reference((a, b) in any_pair(0..80)) {
            prop_assert_eq!(dot_in_fours(&a, &b), four_lanes(&a, &b));
        }

        #[test]
        fn dot_of_whole_numbers_is_exact(ints in prop::collection::vec((-99..99_i32, -99..99_i32), 0..100)) {
            let a: Vec<f64> = ints.iter().map(|p| f64::from(p.0)).collect();
            let b: Vec<f64> = ints.iter().map(|p| f64::from(p.1)).collect();
            let want: i64 = ints.iter().map(|p| i64::from(p.0) * i64::from(p.1)).sum();
            prop_assert_eq!(dot(&a, &b), want as f64);
        }

        #[test]
        fn long_sums_have_eight_lanes((a, b) in any_pair(16..80)) {
            let mut lane = [0.0; 8];
            let cut = a.len() / 8 * 8;
            for k in 0..cut {
                lane[k % 8] += a[k] * b[k];
            }
            for k in 0..4 {
                lane[k] += lane[k + 4];
            }
            let four = a.len() / 4 * 4;
            for k in cut..four {
                lane[k % 4] += a[k] * b[k];
            }
            let mut rest = 0.0;
            for k in four..a.len() {
                rest += a[k] * b[k];
            }
            prop_assert_eq!(dot(&a, &b), (lane[0] + lane[2]) + (lane[1] + lane[3]) + rest);
        }

        #[test]
        fn runs_and_gathers_sum_alike((val, x) in any_pair(1..60)) {
            // the same products, once contiguous and once scattered
            let run: Vec<i32> = (0..val.len() as i32).collect();
            let spread: Vec<i32> = run.iter().map(|i| 2 * i).collect();
            let wide: Vec<f64> = x.iter().flat_map(|&x| [x, f64::NAN]).collect();
            prop_assert_eq!(dot_sparse(&val, &run, &x), dot_sparse(&val, &spread, &wide));
        }

        #[test]
        fn sparse_rows_are_dense_rows_with_holes(
            (ind, val) in any_sparse(), (other_ind, other) in any_sparse(), x in prop::array::uniform32(-2.0..2.0_f64),
        ) {
            let x: Vec<f64> = x.iter().chain(&x).copied().collect();
            let mut dense = vec![0.0; 64];
            scatter(&mut dense, &val, &ind);
            let mut other_dense = vec![0.0; 64];
            scatter(&mut other_dense, &other, &other_ind);
            prop_assert!(close(dot_sparse(&val, &ind, &x), dot(&dense, &x), 1e-13));
            prop_assert!(close(dot_sparse2(&val, &ind, &other, &other_ind), dot(&dense, &other_dense), 1e-13));

            let (mut thin, mut full) = (x.clone(), x.clone());
            axpy_sparse(&mut thin, 0.7, &val, &ind);
            axpy(&mut full, 0.7, &dense);
            prop_assert_eq!(thin, full);

            let mut back = vec![0.0; val.len()];
            gather(&mut back, &dense, &ind);
            prop_assert_eq!(back, val);
        }

        #[test]
        fn element_wise_kernels_do_what_they_say((a, b) in any_pair(0..20), s in -2.0..2.0_f64) {
            let mut out = vec![0.0; a.len()];
            add_scl(&mut out, &a, &b, s);
            let mut y = a.clone();
            axpy(&mut y, s, &b);
            prop_assert_eq!(&out, &y);
            axpy(&mut out, -s, &a);
            let mut both = a.clone();
            narrow!(simd => axpys_in(simd, &mut both, [s, -s], [&b, &a]));
            prop_assert_eq!(&both, &out);
            sub(&mut out, &a, &b);
            for k in 0..a.len() {
                prop_assert_eq!(y[k], a[k] + b[k] * s);
                prop_assert_eq!(out[k], a[k] - b[k]);
            }
            let mut back = out.clone();
            sub_from(&mut back, &a);
            add_to(&mut back, &b);
            prop_assert!(back.iter().all(|x| x.abs() < 1e-15));
        }

        #[test]
        fn normalised_vectors_have_length_one((a, _) in any_pair(1..30)) {
            let mut x = a.clone();
            let length = normalize(&mut x);
            prop_assert!(close(length * length, a.iter().map(|a| a * a).sum(), 1e-14));
            prop_assert!(close(norm(&x), 1.0, 1e-14));
        }
    }

    proptest! {
        #[test]
        fn rotation_of_rows_is_element_by_element((a, b) in any_pair(0..20), c in 0.1..1.0_f64, s in -1.0..1.0_f64) {
            let (mut u, mut v) = (a.clone(), b.clone());
            narrow!(simd => rotate_in(simd, &mut u, &mut v, c, s, -s));
            for k in 0..a.len() {
                prop_assert_eq!(u[k], c * a[k] - s * b[k]);
                prop_assert_eq!(v[k], c * b[k] - s * a[k]);
            }
        }
    }

    #[test]
    fn vanishing_vector_becomes_the_first_axis() {
        let mut x = [0.0, 0.0, 1e-16];
        assert!(normalize(&mut x) < 1e-15);
        assert_eq!(x, [1.0, 0.0, 0.0]);
        assert_eq!(sum(&[0.1, 0.2, 0.3]), 0.1 + 0.2 + 0.3);
    }
}
