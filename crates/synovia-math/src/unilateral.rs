//! Unilateral rows, which can only push: forces and costs of many rows at once.
//!
//! With stiffness `d` and residual `x` a row has the force `−d x` and the cost `½ d x²` if `x < 0`, and zero
//! otherwise; a NaN residual makes both NaN. Along a line `x + α v` the cost of a pushing row is the polynomial
//!
//! ```text
//! ½ d x² + d x v α + ½ d v² α² = q₀ + q₁ α + q₂ α²                                              (1)
//! ```
//!
//! Sums have four lanes, added as `(lane₀ + lane₂) + (lane₁ + lane₃) + rest`.
#![expect(
    clippy::inline_always,
    reason = "loops are compiled for several SIMD levels"
)]

use fearless_simd::{Simd, f64x4, prelude::*};

use crate::simd::wide;

#[inline(always)]
fn total<S: Simd>(lanes: f64x4<S>) -> f64 {
    let [a, b, c, d] = lanes.to_array();
    (a + c) + (b + d)
}

/// Cost of all rows.
pub fn cost(d: &[f64], x: &[f64]) -> f64 {
    let n = d.len().min(x.len());
    let (d, d_rest) = d[..n].as_chunks::<4>();
    let (x, x_rest) = x[..n].as_chunks::<4>();
    wide!(simd => {
        let (zero, half) = (f64x4::splat(simd, 0.0), f64x4::splat(simd, 0.5));
        let mut lanes = zero;
        for (d, x) in d.iter().zip(x) {
            let (d, x) = (f64x4::load_array_ref(simd, d), f64x4::load_array_ref(simd, x));
            lanes += x.simd_ge(zero).select(zero, half * d * x * x);
        }
        let rest = d_rest.iter().zip(x_rest);
        rest.fold(total(lanes), |sum, (d, x)| {
            sum + if *x >= 0.0 { 0.0 } else { 0.5 * d * x * x }
        })
    })
}

/// Computes the forces of all rows, and sets `pushes` to 1 for rows that push, 0 for the others; returns the cost.
pub fn push(force: &mut [f64], pushes: &mut [i32], d: &[f64], x: &[f64]) -> f64 {
    let n = d.len().min(x.len()).min(force.len());
    let (force, force_rest) = force[..n].as_chunks_mut::<4>();
    let (d, d_rest) = d[..n].as_chunks::<4>();
    let (xs, x_rest) = x[..n].as_chunks::<4>();
    for (pushes, x) in pushes.iter_mut().zip(x) {
        *pushes = 1 - i32::from(*x >= 0.0);
    }
    wide!(simd => {
        let (zero, half) = (f64x4::splat(simd, 0.0), f64x4::splat(simd, 0.5));
        let mut lanes = zero;
        for ((force, d), x) in force.iter_mut().zip(d).zip(xs) {
            let (d, x) = (f64x4::load_array_ref(simd, d), f64x4::load_array_ref(simd, x));
            let idle = x.simd_ge(zero);
            idle.select(zero, -d * x).store_array(force);
            lanes += idle.select(zero, half * d * x * x);
        }
        let mut cost = total(lanes);
        for ((force, d), x) in force_rest.iter_mut().zip(d_rest).zip(x_rest) {
            *force = if *x >= 0.0 { 0.0 } else { -d * x };
            cost += if *x >= 0.0 { 0.0 } else { 0.5 * d * x * x };
        }
        cost
    })
}

/// The polynomials (1) of rows along a line, with one list per coefficient.
#[derive(Debug, Default)]
pub struct Polynomials<'a> {
    /// Constant coefficients.
    pub q0: &'a mut [f64],
    /// Slopes at the start.
    pub q1: &'a mut [f64],
    /// Half the second derivatives.
    pub q2: &'a mut [f64],
}

impl Polynomials<'_> {
    /// Computes the coefficients of all rows.
    pub fn set(&mut self, d: &[f64], x: &[f64], v: &[f64]) {
        let n = d.len().min(x.len()).min(v.len());
        let (d, x, v) = (&d[..n], &x[..n], &v[..n]);
        let (q0, q1, q2) = (&mut self.q0[..n], &mut self.q1[..n], &mut self.q2[..n]);
        wide!(simd => {
            let (d4, d) = d.as_chunks::<4>();
            let (x4, x) = x.as_chunks::<4>();
            let (v4, v) = v.as_chunks::<4>();
            let (q04, q0) = q0.as_chunks_mut::<4>();
            let (q14, q1) = q1.as_chunks_mut::<4>();
            let (q24, q2) = q2.as_chunks_mut::<4>();
            let half = f64x4::splat(simd, 0.5);
            for k in 0..d4.len() {
                let d = f64x4::load_array_ref(simd, &d4[k]);
                let x = f64x4::load_array_ref(simd, &x4[k]);
                let v = f64x4::load_array_ref(simd, &v4[k]);
                let weighted = d * x;
                (half * (x * weighted)).store_array(&mut q04[k]);
                (v * weighted).store_array(&mut q14[k]);
                (half * (v * d * v)).store_array(&mut q24[k]);
            }
            for k in 0..d.len() {
                let weighted = d[k] * x[k];
                q0[k] = 0.5 * (x[k] * weighted);
                q1[k] = v[k] * weighted;
                q2[k] = 0.5 * (v[k] * d[k] * v[k]);
            }
        });
    }

    /// The sum of the polynomials of all rows from `first` to `end` that push at `x + α v`.
    pub fn sum(&self, first: usize, end: usize, x: &[f64], v: &[f64], alpha: f64) -> [f64; 3] {
        let (x4, x) = x[first..end].as_chunks::<4>();
        let (v4, v) = v[first..end].as_chunks::<4>();
        let (q04, q0) = self.q0[first..end].as_chunks::<4>();
        let (q14, q1) = self.q1[first..end].as_chunks::<4>();
        let (q24, q2) = self.q2[first..end].as_chunks::<4>();
        wide!(simd => {
            let (zero, at) = (f64x4::splat(simd, 0.0), f64x4::splat(simd, alpha));
            let mut lanes = [zero; 3];
            for ((((x, v), q0), q1), q2) in x4.iter().zip(v4).zip(q04).zip(q14).zip(q24) {
                let (x, v) = (f64x4::load_array_ref(simd, x), f64x4::load_array_ref(simd, v));
                let active = (x + at * v).simd_lt(zero);
                lanes[0] += active.select(f64x4::load_array_ref(simd, q0), zero);
                lanes[1] += active.select(f64x4::load_array_ref(simd, q1), zero);
                lanes[2] += active.select(f64x4::load_array_ref(simd, q2), zero);
            }
            let mut sum = [total(lanes[0]), total(lanes[1]), total(lanes[2])];
            for k in 0..x.len() {
                if x[k] + alpha * v[k] < 0.0 {
                    sum[0] += q0[k];
                    sum[1] += q1[k];
                    sum[2] += q2[k];
                }
            }
            sum
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::close;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn forces_are_slopes_of_the_cost(
            rows in prop::collection::vec((0.1..9.0_f64, -2.0..2.0_f64, -2.0..2.0_f64), 0..30),
            alpha in -1.0..1.0_f64,
        ) {
            let d: Vec<f64> = rows.iter().map(|row| row.0).collect();
            let x: Vec<f64> = rows.iter().map(|row| row.1).collect();
            let v: Vec<f64> = rows.iter().map(|row| row.2).collect();
            let n = rows.len();
            let (mut force, mut pushes) = (vec![f64::NAN; n], vec![7; n]);
            let found = push(&mut force, &mut pushes, &d, &x);
            prop_assert_eq!(found, cost(&d, &x));
            let mut want = 0.0;
            for k in 0..n {
                let active = x[k] < 0.0;
                want += if active { 0.5 * d[k] * x[k] * x[k] } else { 0.0 };
                prop_assert_eq!(force[k], if active { -d[k] * x[k] } else { 0.0 });
                prop_assert_eq!(pushes[k], i32::from(active));
            }
            prop_assert!(close(found, want, 1e-13));

            // along a line, the sum of the polynomials of pushing rows is the cost
            let mut q = [vec![0.0; n], vec![0.0; n], vec![0.0; n]];
            let [q0, q1, q2] = &mut q;
            let mut polynomials = Polynomials { q0, q1, q2 };
            polynomials.set(&d, &x, &v);
            let [c0, c1, c2] = polynomials.sum(0, n, &x, &v, alpha);
            let there: Vec<f64> = x.iter().zip(&v).map(|(x, v)| x + alpha * v).collect();
            prop_assert!((c0 + alpha * c1 + alpha * alpha * c2 - cost(&d, &there)).abs() < 1e-9);
        }
    }
}
