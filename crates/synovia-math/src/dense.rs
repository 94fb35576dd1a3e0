//! Dense matrices, row-major: products with vectors and with themselves.
//!
//! Rows are as long as the vector they are multiplied with, so the number of columns need not be passed.

use crate::kernel;
use crate::simd::wide;

/// `out ← mat · x`; each row has the length of `x`, and there are `out.len()` rows.
#[doc(alias = "mju_mulMatVec")]
pub fn mul_vec(out: &mut [f64], mat: &[f64], x: &[f64]) {
    let ncol = x.len();
    if ncol == 0 {
        return out.fill(0.0);
    }
    wide!(simd => for (out, row) in out.iter_mut().zip(mat.chunks_exact(ncol)) {
        *out = kernel::dot_in(simd, row, x);
    });
}

/// [`mul_vec`] with four lanes at any length, which is the order of the reference.
pub fn mul_vec_in_fours(out: &mut [f64], mat: &[f64], x: &[f64]) {
    if x.is_empty() {
        return out.fill(0.0);
    }
    let ncol = x.len();
    wide!(simd => {
        // four rows at a time hide the latency of additions
        let (fours, rest) = out.as_chunks_mut::<4>();
        let done = 4 * fours.len() * ncol;
        for (out, rows) in fours.iter_mut().zip(mat.chunks_exact(4 * ncol)) {
            let row = |k: usize| &rows[k * ncol..(k + 1) * ncol];
            *out = kernel::dots_in_fours_in(simd, [row(0), row(1), row(2), row(3)], x);
        }
        let last = mat.get(done..).unwrap_or_default();
        for (out, row) in rest.iter_mut().zip(last.chunks_exact(ncol)) {
            [*out] = kernel::dots_in_fours_in(simd, [row], x);
        }
    });
}

/// `out ← matᵀ · x`; each row has the length of `out`, and there are `x.len()` rows. Zeros in `x` are skipped.
#[doc(alias = "mju_mulMatTVec")]
pub fn mul_t_vec(out: &mut [f64], mat: &[f64], x: &[f64]) {
    out.fill(0.0);
    let ncol = out.len();
    let mut rows = mat
        .chunks_exact(ncol.max(1))
        .zip(x)
        .filter(|(_, x)| **x != 0.0);
    wide!(simd => loop {
        // order: by row of the matrix; four rows are added in one pass over the result
        let next = [rows.next(), rows.next(), rows.next(), rows.next()];
        if let [Some((a, p)), Some((b, q)), Some((c, r)), Some((d, s))] = next {
            kernel::axpys_in(simd, out, [*p, *q, *r, *s], [a, b, c, d]);
            continue;
        }
        for (row, x) in next.into_iter().flatten() {
            kernel::axpy_in(simd, out, *x, row);
        }
        break;
    });
}

/// The lower triangle of `matᵀ · diag · mat`, which replaces that of `out`; `mat` has `ncol` columns.
///
/// Rows whose element of `diag` is zero are skipped, and the upper triangle of `out` is not modified.
#[doc(alias = "mju_sqrMatTD")]
pub fn sqr_t(out: &mut [f64], mat: &[f64], diag: &[f64], ncol: usize) {
    let ncol = ncol.max(1);
    for (i, out) in out.chunks_exact_mut(ncol).enumerate() {
        out[..=i].fill(0.0);
    }
    let mut rows = mat.chunks_exact(ncol).zip(diag).filter(|(_, d)| **d != 0.0);
    wide!(simd => {
        // order: by row of the matrix; four rows are added in one pass over the result
        while let Some((first, d)) = rows.next() {
            let mut block = [first; 4];
            let mut scale = [*d, 0.0, 0.0, 0.0];
            let mut count = 1;
            let slots = block.iter_mut().zip(&mut scale).skip(1);
            for ((to, s), (row, d)) in slots.zip(rows.by_ref()) {
                (*to, *s) = (row, *d);
                count += 1;
            }
            for (i, out) in out.chunks_exact_mut(ncol).enumerate() {
                let out = &mut out[..=i];
                let factors: [f64; 4] = core::array::from_fn(|k| block[k][i] * scale[k]);
                if factors == [0.0; 4] {
                    continue;
                }
                if count == 4 {
                    kernel::axpys_in(simd, out, factors, block.map(|row| &row[..=i]));
                } else {
                    for (factor, row) in factors.iter().zip(block).take(count) {
                        kernel::axpy_in(simd, out, *factor, row);
                    }
                }
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::close;
    use proptest::prelude::*;

    /// Rows, columns and elements, of which about a third are zero.
    fn any_matrix() -> impl Strategy<Value = (usize, usize, Vec<f64>)> {
        (0..12_usize, 1..14_usize).prop_flat_map(|(nr, nc)| {
            let element = prop_oneof![1 => Just(0.0), 2 => -2.0..2.0_f64];
            prop::collection::vec(element, nr * nc).prop_map(move |mat| (nr, nc, mat))
        })
    }

    proptest! {
        #[test]
        fn products_are_sums_over_elements((nr, nc, mat) in any_matrix()) {
            let x: Vec<f64> = (0..nc).map(|k| k as f64 - 3.0).collect();
            let mut out = vec![f64::NAN; nr];
            mul_vec(&mut out, &mat, &x);
            for r in 0..nr {
                let want: f64 = (0..nc).map(|c| mat[r * nc + c] * x[c]).sum();
                prop_assert!(close(out[r], want, 1e-13));
            }

            let y: Vec<f64> = (0..nr).map(|k| k as f64 - 2.0).collect();
            let mut out = vec![f64::NAN; nc];
            mul_t_vec(&mut out, &mat, &y);
            for c in 0..nc {
                // order: by row, from zero, skipping rows with the factor zero
                let rows = (0..nr).filter(|&r| y[r] != 0.0);
                let want = rows.fold(0.0, |sum, r| sum + mat[r * nc + c] * y[r]);
                prop_assert_eq!(out[c].to_bits(), want.to_bits());
            }
        }

        #[test]
        fn square_is_the_product_with_the_transpose((nr, nc, mat) in any_matrix()) {
            let diag: Vec<f64> = (0..nr).map(|k| if k % 4 == 1 { 0.0 } else { 0.5 + k as f64 }).collect();
            let mut out = vec![f64::NAN; nc * nc];
            sqr_t(&mut out, &mat, &diag, nc);
            for r in 0..nc {
                for c in 0..nc {
                    if c > r {
                        prop_assert!(out[r * nc + c].is_nan());
                        continue;
                    }
                    // order: by row, from zero, each product with the scaled element
                    let mut want = 0.0;
                    for k in 0..nr {
                        want += mat[k * nc + c] * (mat[k * nc + r] * diag[k]);
                    }
                    prop_assert_eq!(out[r * nc + c], want);
                }
            }
        }
    }
}
