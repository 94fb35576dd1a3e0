//! Sine and cosine of four angles at once.
#![expect(
    clippy::inline_always,
    reason = "compiled for the SIMD level of the caller"
)]

use core::f64::consts::FRAC_PI_4;
use fearless_simd::{Simd, f64x4, prelude::*, u64x4};

use super::{QUICK, STEPS, WHOLE, entry, far_sincos};

/// [`sincos`](super::sincos) of each angle: the sines and the cosines.
#[inline(always)]
pub fn sincos_each<S: Simd>(simd: S, angles: &[f64; 4]) -> ([f64; 4], [f64; 4]) {
    let x = f64x4::load_array_ref(simd, angles);
    let size = x.abs();
    let (s, c) = octants(simd, size);
    let ((sine, s_sure), (cosine, c_sure)) = (s.rounded(simd), c.rounded(simd));
    let sure = size.simd_le(f64x4::splat(simd, FRAC_PI_4)) & s_sure & c_sure;
    let (mut sines, mut cosines) = (sine.copysign(x).to_array(), cosine.to_array());
    if !sure.all_true() {
        let sure = sure.to_bitmask();
        for lane in 0..4 {
            if sure >> lane & 1 == 0 {
                (sines[lane], cosines[lane]) = far_sincos(angles[lane]);
            }
        }
    }
    (sines, cosines)
}

/// Four [`Double`](super::Double) numbers.
struct Doubles<S: Simd> {
    high: f64x4<S>,
    low: f64x4<S>,
}

impl<S: Simd> Doubles<S> {
    /// The exact sum of two numbers, the first of which is zero or at least as large as the second.
    #[inline(always)]
    fn ordered_sum(a: f64x4<S>, b: f64x4<S>) -> Self {
        let high = a + b;
        let low = b - (high - a);
        Self { high, low }
    }

    /// The nearest numbers, and where an error of [`QUICK`] cannot change the rounding.
    #[inline(always)]
    fn rounded(&self, simd: S) -> (f64x4<S>, <f64x4<S> as SimdBase<S>>::Mask) {
        let error = self.high.abs() * f64x4::splat(simd, QUICK);
        let nearest = self.high + (self.low + error);
        (nearest, nearest.simd_eq(self.high + (self.low - error)))
    }
}

/// [`octant`](super::octant) without a second part of the angle, in its order.
#[inline(always)]
fn octants<S: Simd>(simd: S, size: f64x4<S>) -> (Doubles<S>, Doubles<S>) {
    let number = |x: f64| f64x4::splat(simd, x);
    let (steps, whole) = (number(STEPS), number(WHOLE));
    let nearest = size * steps + whole;
    let [p, q, r, o] = nearest.to_array().map(entry);
    let column = |k: usize| f64x4::load_array(simd, [p[k], q[k], r[k], o[k]]);
    let [s_head, s_rest, s_whole] = [column(0), column(1), column(2)];
    let [c_head, c_rest, c_whole] = [column(3), column(4), column(5)];

    let t = size - (nearest - whole) * number(1.0 / STEPS);
    let u = t * t;
    let (zero, odd) = (number(0.0), number(1.0 / 120.0) + u * number(-1.0 / 5040.0));
    let sine = zero + t * u * (number(-1.0 / 6.0) + u * odd);
    let even = number(1.0 / 24.0) + u * number(-1.0 / 720.0);
    let cosine = u * (number(-0.5) + u * even) - t * zero;

    let bits: u64x4<S> = t.bitcast();
    let t_high: f64x4<S> = (bits & u64x4::splat(simd, !0x7ff_ffff)).bitcast();
    let t_low = t - t_high;
    let mut up = Doubles::ordered_sum(s_head, c_head * t_high);
    let mut flat = Doubles::ordered_sum(c_head, -(s_head * t_high));
    up.low += c_head * t_low + (s_rest + (s_whole * cosine + (c_whole * sine + c_rest * t)));
    flat.low += (c_rest + (c_whole * cosine - (s_whole * sine + s_rest * t))) - s_head * t_low;
    (up, flat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nearest::sincos;
    use crate::simd::{narrow, wide};
    use proptest::prelude::*;

    fn any_angle() -> impl Strategy<Value = f64> {
        const SPECIAL: &[f64] = &[
            0.0,
            -0.0,
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            FRAC_PI_4,
            -FRAC_PI_4,
            5e-324,
            -1e-310,
            1e6,
        ];
        prop_oneof![
            6 => -0.79..0.79_f64,
            2 => -9.0..9.0_f64,
            1 => -1e-9..1e-9_f64,
            1 => -2e5..2e5_f64,
            2 => proptest::sample::select(SPECIAL),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]
        #[test]
        fn lanes_have_the_bits_of_single_angles(x in prop::array::uniform4(any_angle())) {
            let bits = |v: [f64; 4]| v.map(|v| if v.is_nan() { f64::NAN } else { v }.to_bits());
            let want = (bits(x.map(|x| sincos(x).0)), bits(x.map(|x| sincos(x).1)));
            let (s, c) = wide!(simd => sincos_each(simd, &x));
            prop_assert_eq!((bits(s), bits(c)), want);
            let (s, c) = narrow!(simd => sincos_each(simd, &x));
            prop_assert_eq!((bits(s), bits(c)), want);
        }
    }
}
