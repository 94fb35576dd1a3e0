//! Several right-hand sides of [`ldl`] at once.
//!
//! A solve reads the whole factor. Along a chain of 2,400 dofs these are 23 MB, more than the cache, so the time of a
//! solve is that of reading memory. `W` vectors side by side, with `x[i][k]` being element `i` of vector `k`, read
//! the factor once; each of them has the additions of [`ldl::solve_rows`] in the same order.
#![expect(
    clippy::inline_always,
    reason = "loops are compiled for the selected SIMD level"
)]

use crate::Csr;
#[cfg(doc)]
use crate::ldl;
use crate::simd::wide;

/// `x ← M⁻¹ x` for `W` vectors, in the given rows only, which are ascending and include all ancestors.
///
/// Outside of these rows `x` must be zero before and remains zero, although `M⁻¹ x` need not be zero there. The
/// factor must be finite.
pub fn solve_rows<const W: usize>(
    x: &mut [[f64; W]],
    factor: &[f64],
    diag_inv: &[f64],
    pattern: Csr<'_>,
    rows: &[i32],
) {
    wide!(_simd => solve_each(x, factor, diag_inv, pattern, rows));
}

#[inline(always)]
fn solve_each<const W: usize>(
    x: &mut [[f64; W]],
    factor: &[f64],
    diag_inv: &[f64],
    pattern: Csr<'_>,
    rows: &[i32],
) {
    // x ← L⁻ᵀ x, from the leaves to the root
    for &i in rows.iter().rev() {
        let i = i as usize;
        let minus = x[i].map(|x| -x);
        if minus == [0.0; W] {
            continue;
        }
        let range = pattern.range(i);
        let Some((_, ancestors)) = pattern.colind[range.clone()].split_last() else {
            continue;
        };
        for (l, &j) in factor[range].iter().zip(ancestors) {
            add_scaled(&mut x[j as usize], *l, &minus);
        }
    }

    // x ← D⁻¹ x
    for &i in rows {
        let inv = diag_inv[i as usize];
        x[i as usize].iter_mut().for_each(|x| *x *= inv);
    }

    // x ← L⁻¹ x
    for &i in rows {
        let i = i as usize;
        let range = pattern.range(i);
        let Some((_, ancestors)) = pattern.colind[range.clone()].split_last() else {
            continue;
        };
        if !ancestors.is_empty() {
            let sum = dot(&factor[range], ancestors, x);
            for (x, sum) in x[i].iter_mut().zip(sum) {
                *x -= sum;
            }
        }
    }
}

#[inline(always)]
fn add_scaled<const W: usize>(y: &mut [f64; W], s: f64, x: &[f64; W]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += s * x;
    }
}

/// `Σ val · x[ind]` for each vector.
///
/// order: that of `kernel::dot_sparse`, eight partial sums and then the rest
#[inline(always)]
fn dot<const W: usize>(val: &[f64], ind: &[i32], x: &[[f64; W]]) -> [f64; W] {
    let (val_fours, val_rest) = val[..ind.len()].as_chunks::<4>();
    let (ind_fours, ind_rest) = ind.as_chunks::<4>();
    let add = |lane: &mut [[f64; W]; 4], val: &[f64; 4], ind: &[i32; 4]| {
        for ((lane, v), &i) in lane.iter_mut().zip(val).zip(ind) {
            add_scaled(lane, *v, &x[i as usize]);
        }
    };
    let (mut lane, mut high) = ([[0.0; W]; 4], [[0.0; W]; 4]);
    let (val_pairs, val_four) = val_fours.as_chunks::<2>();
    let (ind_pairs, ind_four) = ind_fours.as_chunks::<2>();
    for ([v_low, v_high], [i_low, i_high]) in val_pairs.iter().zip(ind_pairs) {
        add(&mut lane, v_low, i_low);
        add(&mut high, v_high, i_high);
    }
    for (lane, high) in lane.iter_mut().zip(&high) {
        add_scaled(lane, 1.0, high);
    }
    if let ([v], [i]) = (val_four, ind_four) {
        add(&mut lane, v, i);
    }
    let mut sum = core::array::from_fn(|k| (lane[0][k] + lane[2][k]) + (lane[1][k] + lane[3][k]));
    for (v, &i) in val_rest.iter().zip(ind_rest) {
        add_scaled(&mut sum, *v, &x[i as usize]);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ldl;
    use proptest::prelude::*;

    /// A forest given by the parent of each row (−1 for none), and a matrix of its pattern that can be factored.
    fn forest(parents: &[i32], values: &[f64]) -> (Vec<i32>, Vec<i32>, Vec<i32>, Vec<f64>) {
        let (mut nnz, mut adr, mut col, mut mat) = (vec![], vec![], vec![], vec![]);
        for i in 0..parents.len() {
            let mut chain = vec![i as i32];
            while let Some(&parent) = chain.last().map(|&k| &parents[k as usize])
                && parent >= 0
            {
                chain.push(parent);
            }
            chain.reverse();
            adr.push(col.len() as i32);
            nnz.push(chain.len() as i32);
            for &j in &chain {
                let k = (7 * i + 13 * j as usize) % values.len();
                let own = if j as usize == i {
                    2.0 * parents.len() as f64
                } else {
                    0.0
                };
                mat.push(values[k] + own);
            }
            col.extend(chain);
        }
        (nnz, adr, col, mat)
    }

    proptest! {
        #[test]
        fn several_vectors_have_the_bits_of_one_alone(
            branches in prop::collection::vec(0..6_i32, 1..40),
            values in prop::collection::vec(-1.0..1.0_f64, 31),
            y in prop::collection::vec(-2.0..2.0_f64, 120),
        ) {
            // mostly chains: long rows, and some separate roots
            let parents: Vec<i32> = branches.iter().enumerate().map(|(i, &b)| i as i32 - 1 - (b / 5) * b).collect();
            let parents: Vec<i32> = parents.into_iter().map(|p| p.max(-1)).collect();
            let n = parents.len();
            let (nnz, adr, col, mut mat) = forest(&parents, &values);
            let pattern = Csr::new(&nnz, &adr, &col);
            let mut diag_inv = vec![0.0; n];
            ldl::factor(&mut mat, &mut diag_inv, pattern);

            let rows = pattern.cols(n - 1);
            let mut x = vec![[0.0; 3]; n];
            for &i in rows {
                x[i as usize] = core::array::from_fn(|k| y[3 * i as usize + k]);
            }
            let alone: [Vec<f64>; 3] = core::array::from_fn(|k| {
                let mut one: Vec<f64> = x.iter().map(|x| x[k]).collect();
                ldl::solve(&mut one, &mat, &diag_inv, pattern);
                one
            });
            solve_rows(&mut x, &mat, &diag_inv, pattern, rows);
            for (i, x) in x.iter().enumerate() {
                let inside = rows.contains(&(i as i32));
                for (x, alone) in x.iter().zip(&alone) {
                    prop_assert_eq!(*x, if inside { alone[i] } else { 0.0 });
                }
            }
        }
    }
}
