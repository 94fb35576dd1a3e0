//! Trees of two to five rows without a branch, in unrolled code.
//!
//! Rows of 1, 2 … `T` numbers are a lower triangle of `N = T (T + 1) / 2` contiguous numbers. Trees of six rows are
//! [`root_chain`](crate::root_chain).

use fearless_simd::Simd;

/// Place of an element in the triangle.
const fn at(row: usize, column: usize) -> usize {
    row * (row + 1) / 2 + column
}

/// Replaces the triangle by its factor.
#[inline(always)]
pub(super) fn factor<const T: usize, const N: usize>(mat: &mut [f64], inv: &mut [f64]) {
    let (Some(mat), Some(inv)) = (mat.first_chunk_mut::<N>(), inv.first_chunk_mut::<T>()) else {
        return;
    };
    let mut m = *mat;
    for k in (0..T).rev() {
        let inverse = 1.0 / m[at(k, k)];
        inv[k] = inverse;
        for i in (0..k).rev() {
            let l = m[at(k, i)] * inverse;
            for j in 0..=i {
                m[at(i, j)] -= m[at(k, j)] * l;
            }
        }
        for j in 0..k {
            m[at(k, j)] *= inverse;
        }
    }
    *mat = m;
}

/// `x ← L⁻ᵀ x`; zeros are skipped.
#[inline(always)]
pub(super) fn solve_lower_t<const T: usize, const N: usize>(x: &mut [f64], l: &[f64]) {
    let (Some(x), Some(l)) = (x.first_chunk_mut::<T>(), l.first_chunk::<N>()) else {
        return;
    };
    for i in (1..T).rev() {
        let x_i = -x[i];
        if x_i == 0.0 {
            continue;
        }
        for j in 0..i {
            x[j] += l[at(i, j)] * x_i;
        }
    }
}

/// `x ← L⁻¹ x`.
#[inline(always)]
pub(super) fn solve_lower<S: Simd, const T: usize, const N: usize>(
    simd: S,
    x: &mut [f64],
    l: &[f64],
) {
    let (Some(x), Some(l)) = (x.first_chunk_mut::<T>(), l.first_chunk::<N>()) else {
        return;
    };
    for i in 1..T {
        let (above, own) = x.split_at_mut(i);
        own[0] -= super::solve::dot(simd, &l[at(i, 0)..at(i, i)], above, false);
    }
}

/// `out ← M x`, where `m` is the lower triangle of `M`.
#[inline(always)]
pub(super) fn mul_sym<const T: usize, const N: usize>(out: &mut [f64], m: &[f64], x: &[f64]) {
    let (Some(out), Some(m), Some(x)) = (
        out.first_chunk_mut::<T>(),
        m.first_chunk::<N>(),
        x.first_chunk::<T>(),
    ) else {
        return;
    };
    let mut sum = [0.0; T];
    for i in 0..T {
        // order: the diagonal, then from the parent to the root; descendants add their terms later
        sum[i] = m[at(i, i)] * x[i];
        for j in (0..i).rev() {
            sum[i] += m[at(i, j)] * x[j];
        }
        for j in 0..i {
            sum[j] += m[at(i, j)] * x[i];
        }
    }
    *out = sum;
}
