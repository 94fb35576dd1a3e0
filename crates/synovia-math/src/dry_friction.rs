//! Dry friction along a line: the polynomials of many rows at once.
//!
//! A row with stiffness `d`, softness `r` and largest force `f` has the cost `½ d x²` while `|x| < r f`, beyond that a cost
//! with slope `± f`. Along a line `x + α v` its polynomial in `α` is
//!
//! ```text
//! q₀ + q₁ α + q₂ α²                  inside
//! f (∓x − ½ r f) ∓ f v α             at or beyond the bounds, − below and + above                       (1)
//! ```
//!
//! Zones and polynomials are computed in fours, the sums row by row.
#![expect(
    clippy::inline_always,
    reason = "loops are compiled for several SIMD levels"
)]

use fearless_simd::{Simd, f64x4, prelude::*};

use crate::simd::wide;

/// Rows of dry friction along a line, with one list per quantity; all of the same length.
#[derive(Clone, Copy, Debug)]
pub struct DryRows<'a> {
    /// Residuals at the start.
    pub x: &'a [f64],
    /// Their changes along the line.
    pub v: &'a [f64],
    /// Largest forces.
    pub loss: &'a [f64],
    /// Softness.
    pub softness: &'a [f64],
    /// The three coefficients inside the bounds.
    pub quad: [&'a [f64]; 3],
}

impl DryRows<'_> {
    /// Adds the polynomials of all rows at `x + α v` to `sum`, one row after the other.
    pub fn add_to(&self, sum: &mut [f64; 3], alpha: f64) {
        let [q0, q1, q2] = self.quad;
        let all = [self.x, self.v, self.loss, self.softness, q0, q1, q2];
        let n = all.iter().fold(self.x.len(), |n, list| n.min(list.len()));
        let groups = all.map(|list| &list.as_chunks::<4>().0[..n / 4]);
        wide!(simd => {
            let at = f64x4::splat(simd, alpha);
            for k in 0..n / 4 {
                let four = groups.map(#[inline(always)] |list| f64x4::load_array_ref(simd, &list[k]));
                let [q0, q1, q2] = polynomials(simd, four, at);
                let [q0, q1, q2] = [q0.to_array(), q1.to_array(), q2.to_array()];
                // order: row by row
                for place in 0..4 {
                    sum[0] += q0[place];
                    sum[1] += q1[place];
                    sum[2] += q2[place];
                }
            }
            for k in n & !3..n {
                let four = all.map(#[inline(always)] |list| f64x4::splat(simd, list[k]));
                let polynomial = polynomials(simd, four, at);
                for (sum, q) in sum.iter_mut().zip(polynomial) {
                    *sum += q.to_array()[0];
                }
            }
        });
    }
}

/// The polynomials of four rows, equation (1).
#[inline(always)]
fn polynomials<S: Simd>(simd: S, rows: [f64x4<S>; 7], alpha: f64x4<S>) -> [f64x4<S>; 3] {
    let [x, v, loss, softness, q0, q1, q2] = rows;
    let there = x + alpha * v;
    let bound = softness * loss;
    let inside = (-bound).simd_lt(there) & there.simd_lt(bound);
    let below = there.simd_le(-bound);
    // beyond the bounds, with either sign
    let edge = f64x4::splat(simd, -0.5) * bound;
    let constant = loss * below.select(edge - x, edge + x);
    let slope = below.select(-loss, loss) * v;
    [
        inside.select(q0, constant),
        inside.select(q1, slope),
        inside.select(q2, f64x4::splat(simd, 0.0)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Equation (1) row by row.
    fn plain(rows: &DryRows<'_>, sum: &mut [f64; 3], alpha: f64) {
        for k in 0..rows.x.len() {
            let (start, step, f) = (rows.x[k], rows.v[k], rows.loss[k]);
            let (x, bound) = (start + alpha * step, rows.softness[k] * f);
            let q = if -bound < x && x < bound {
                rows.quad.map(|q| q[k])
            } else if x <= -bound {
                [f * (-0.5 * bound - start), -f * step, 0.0]
            } else {
                [f * (-0.5 * bound + start), f * step, 0.0]
            };
            for (sum, q) in sum.iter_mut().zip(q) {
                *sum += q;
            }
        }
    }

    proptest! {
        #[test]
        fn sums_have_the_bits_of_rows_one_after_the_other(
            numbers in (0..19_usize).prop_flat_map(|n| {
                let number = prop_oneof![
                    9 => -2.0..2.0_f64, 1 => Just(0.0), 1 => Just(-0.0), 1 => Just(f64::NAN), 1 => Just(f64::INFINITY),
                ];
                prop::collection::vec(prop::array::uniform7(number), n)
            }),
            alpha in prop_oneof![-1.0..1.0_f64, Just(0.0)],
        ) {
            let list = |k: usize| numbers.iter().map(|row| row[k]).collect::<Vec<_>>();
            let [x, v, loss, softness, q0, q1, q2] = [0, 1, 2, 3, 4, 5, 6].map(list);
            let rows = DryRows { x: &x, v: &v, loss: &loss, softness: &softness, quad: [&q0, &q1, &q2] };
            let (mut got, mut want) = ([0.3, -0.0, 2.0], [0.3, -0.0, 2.0]);
            rows.add_to(&mut got, alpha);
            plain(&rows, &mut want, alpha);
            let bits = |x: f64| if x.is_nan() { u64::MAX } else { x.to_bits() };
            prop_assert_eq!(got.map(bits), want.map(bits));
        }
    }
}
