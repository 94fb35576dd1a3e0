//! Elementary functions, correctly rounded to the nearest number.
//!
//! A value is represented as an unevaluated sum `h + l` of two numbers, |l| ≤ ½ ulp(h). First, about 14 bits more
//! than a number has are computed, from a table and a short series:
//!
//! ```text
//! x = k π/2 + r,  |r| ≤ π/4,   r = c + t,  c = i/64,  |t| ≤ 1/128
//! sin r = sin c + (cos c · t + …),   cos r = cos c − (sin c · t + …)                                                (1)
//! ```
//!
//! If the rounding is then still uncertain, about once in several thousand evaluations, the whole series is summed to 100 bits:
//!
//! ```text
//! sin r = r (1 − r²/2·3 (1 − r²/4·5 (…))),   cos r = 1 − r²/1·2 (1 − r²/3·4 (…))                                    (2)
//! ```
//!
//! Inverse functions take one step of Newton's method from a rough value `t`:
//!
//! ```text
//! atan2(y, x) = t + (y cos t − x sin t) / (x cos t + y sin t) + O(ε³),   acos u = t + (cos t − u) / sin t + O(ε²)   (3)
//! ```

mod double;
mod lanes;
mod power;

pub use lanes::sincos_each;
pub use power::{exp, pow};

use double::{Double, ordered_sum, product, split, sum};

/// π/2 in three parts, the first two of 33 bits, so that small multiples of them are exact.
const HALF_PI: [f64; 3] = [
    1.570_796_326_734_125_6,
    6.077_100_506_303_966e-11,
    2.022_266_248_795_950_6e-21,
];

/// Largest angle that is reduced here; larger ones are left to `libm`.
const LARGEST: f64 = 1e5;

/// Table entries per radian.
const STEPS: f64 = 64.0;

/// Number of table entries: up to π/4, and one for rounding.
const ENTRIES: usize = 52;

/// sin c and cos c at c = i/64, three numbers each: the first 26 bits, the remainder, and the whole, rounded. Two zeros.
static TABLE: [[f64; 8]; ENTRIES] = {
    let mut table = [[0.0; 8]; ENTRIES];
    let mut i = 0;
    while i < ENTRIES {
        let c = Double::from(i as f64 / STEPS);
        let square = c.times(c);
        let (s, c) = (c.times(series(square, 1.0)), series(square, 0.0));
        let ((s_head, s_tail), (c_head, c_tail)) = (split(s.high), split(c.high));
        let (s_rest, c_rest) = (s_tail + s.low, c_tail + c.low);
        table[i] = [s_head, s_rest, s.high, c_head, c_rest, c.high, 0.0, 0.0];
        i += 1;
    }
    table
};

/// The entry of the table for an angle to whose multiple of 1/64 [`WHOLE`] was added.
#[inline(always)]
#[expect(clippy::inline_always, reason = "a part of loops over vectors")]
fn entry(nearest: f64) -> &'static [f64; 8] {
    &TABLE[(nearest.to_bits() as usize & 63).min(ENTRIES - 1)]
}

/// Σ of (2): `start` 1 for the sine, 0 for the cosine.
const fn series(square: Double, start: f64) -> Double {
    let mut total = Double::ONE;
    let mut k = 15;
    while k > 0 {
        k -= 1;
        let n = start + 2.0 * k as f64;
        total = Double::ONE.plus(square.times(total).over((n + 1.0) * (n + 2.0)).negated());
    }
    total
}

/// Moves sine and cosine of `r` to the quadrant `k`.
#[inline]
fn in_quadrant(k: i32, s: Double, c: Double) -> (Double, Double) {
    let (up, flat) = if k & 1 == 0 { (s, c) } else { (c, s) };
    (up.signed(k & 2), flat.signed((k + 1) & 2))
}

/// Number of quarter turns in `x`, rounded to an integer, and its last bits.
#[inline]
fn quarters(x: f64) -> (f64, i32) {
    let shifted = x * core::f64::consts::FRAC_2_PI + WHOLE;
    (shifted - WHOLE, shifted.to_bits() as i32)
}

/// 1.5 · 2⁵²: adding it rounds to an integer, whose last bits are those of the sum.
const WHOLE: f64 = 6_755_399_441_055_744.0;

/// Sine and cosine to 100 bits, equation (2), for angles up to [`LARGEST`].
#[cold]
fn both(x: f64) -> (Double, Double) {
    let (k, quadrant) = quarters(x);
    let r = HALF_PI.iter().fold(Double::from(x), |rest, part| {
        rest.plus(product(k, *part).negated())
    });
    let square = r.times(r);
    in_quadrant(quadrant, r.times(series(square, 1.0)), series(square, 0.0))
}

/// Relative error of [`quick`].
const QUICK: f64 = 1.0 / (1u64 << 63) as f64 / 4.0;

/// Sine and cosine to [`QUICK`], equation (1), for angles up to [`LARGEST`].
#[inline]
fn quick(x: f64) -> (Double, Double) {
    let (s, c) = if x.abs() <= core::f64::consts::FRAC_PI_4 {
        octant(x.abs(), 0.0)
    } else {
        return reduced(x);
    };
    (s.with_sign_of(x).normalized(), c.normalized())
}

/// [`quick`] for an angle beyond 45°.
#[inline(never)]
fn reduced(x: f64) -> (Double, Double) {
    let (k, quadrant) = quarters(x);
    // the first difference is exact: a multiple of π/2 is subtracted from a number of about the same size
    let r = sum(x - k * HALF_PI[0], -k * HALF_PI[1]);
    let (high, low) = (r.high, r.low - k * HALF_PI[2]);
    let sign = 1.0_f64.copysign(high);
    let (s, c) = octant(sign * high, sign * low);
    let s = s.with_sign_of(high).normalized();
    in_quadrant(quadrant, s, c.normalized())
}

/// Sine and cosine of `size + low`, equation (1), with 0 ≤ size up to slightly more than π/4. Their second parts may
/// be as large as 2⁻²⁶ of the first.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "about sixty operations for every joint in every step"
)]
fn octant(size: f64, low: f64) -> (Double, Double) {
    let nearest = size * STEPS + WHOLE;
    let [s_head, s_rest, s_whole, c_head, c_rest, c_whole, ..] = *entry(nearest);
    let t = size - (nearest - WHOLE) * (1.0 / STEPS);
    // sin (t + low) − t and cos (t + low) − 1
    let u = t * t;
    let sine = low + t * u * (-1.0 / 6.0 + u * (1.0 / 120.0 + u * (-1.0 / 5040.0)));
    let cosine = u * (-0.5 + u * (1.0 / 24.0 + u * (-1.0 / 720.0))) - t * low;
    // halves of t with at most 27 bits: their products with 26-bit heads are exact
    let t_high = f64::from_bits(t.to_bits() & !0x7ff_ffff);
    let t_low = t - t_high;
    let up = ordered_sum(s_head, c_head * t_high);
    let flat = ordered_sum(c_head, -(s_head * t_high));
    let up_rest = c_head * t_low + (s_rest + (s_whole * cosine + (c_whole * sine + c_rest * t)));
    let flat_rest = (c_rest + (c_whole * cosine - (s_whole * sine + s_rest * t))) - s_head * t_low;
    let (mut sine, mut cosine) = (up, flat);
    sine.low += up_rest;
    cosine.low += flat_rest;
    (sine, cosine)
}

/// True for angles that are reduced here.
#[inline]
fn is_plain_angle(x: f64) -> bool {
    x != 0.0 && x.abs() <= LARGEST
}

/// The sine and the cosine of `x` \[rad\].
#[inline]
pub fn sincos(x: f64) -> (f64, f64) {
    let size = x.abs();
    if size <= core::f64::consts::FRAC_PI_4 && size > 0.0 {
        let (s, c) = octant(size, 0.0);
        if let (Some(s), Some(c)) = (near(s), near(c)) {
            return (s.copysign(x), c);
        }
    }
    far_sincos(x)
}

/// [`sincos`] for angles beyond 45°, and for angles for which the table is not accurate enough.
#[inline(never)]
fn far_sincos(x: f64) -> (f64, f64) {
    if !is_plain_angle(x) {
        return libm::sincos(x);
    }
    let (s, c) = quick(x);
    if let (Some(s), Some(c)) = (near(s), near(c)) {
        return (s, c);
    }
    let (s, c) = both(x);
    (s.round(), c.round())
}

/// The number nearest to a value of [`quick`], if its error cannot change the rounding.
#[inline]
fn near(value: Double) -> Option<f64> {
    value.rounded_within(value.high.abs() * QUICK)
}

/// The tangent of `x` \[rad\].
#[inline]
pub fn tan(x: f64) -> f64 {
    if !is_plain_angle(x) {
        return libm::tan(x);
    }
    let (s, c) = quick(x);
    let rough = s.high / c.high;
    let back = product(rough, c.high);
    let rest = ((s.high - back.high) - back.low) + (s.low - rough * c.low);
    rough + rest / c.high
}

/// Performs the Newton step (3) in higher precision; if the rounding is uncertain, it is repeated with [`both`].
#[inline]
fn refined(rough: f64, step: impl Fn(Double, Double) -> (f64, f64)) -> f64 {
    let (s, c) = quick(rough);
    let (across, along) = step(s, c);
    let value = Double {
        high: rough,
        low: across / along,
    };
    value
        .rounded_within(rough.abs() * (2.0 * QUICK))
        .unwrap_or_else(|| {
            let (s, c) = both(rough);
            let (across, along) = step(s, c);
            rough + across / along
        })
}

/// The angle of the point (x, y), equation (3).
#[inline]
pub fn atan2(y: f64, x: f64) -> f64 {
    let rough = libm::atan2(y, x);
    let plain = |v: f64| v.abs() > 1e-100 && v.abs() < 1e100;
    if !plain(x) || !plain(y) || rough.abs() < 1e-100 {
        return rough;
    }
    refined(rough, |s, c| {
        let (up, down) = (product(y, c.high), product(x, s.high));
        let across = (up.high - down.high) + ((up.low - down.low) + (y * c.low - x * s.low));
        (across, x * c.high + y * s.high)
    })
}

/// The angle with the cosine `u`, equation (3).
#[inline]
pub fn acos(u: f64) -> f64 {
    let rough = libm::acos(u);
    // the step divides by the sine; NaN is passed through
    if rough > 1e-3 && rough < 3.1 {
        refined(rough, |s, c| ((c.high - u) + c.low, s.high))
    } else {
        rough
    }
}

/// The angle with the sine `u`, within a quarter turn of zero.
#[inline]
pub fn asin(u: f64) -> f64 {
    let rough = libm::asin(u);
    // the step divides by the cosine; NaN is passed through
    if rough.abs() > 1e-100 && rough.abs() < 1.55 {
        refined(rough, |s, c| ((u - s.high) - s.low, c.high))
    } else {
        rough
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_are_known_to_many_digits() {
        // 0.84147098480789650665250232163029899962…, 0.54030230586813971740093660744297660373…
        assert_eq!(
            sincos(1.0),
            (0.841_470_984_807_896_5, 0.540_302_305_868_139_8)
        );
        // atan2(1, 2) = 0.46364760900080611621425623146121440202…
        assert_eq!(atan2(1.0, 2.0), 0.463_647_609_000_806_1);
        // the cosine of the number nearest to π/2 is the difference of that number from π/2
        assert_eq!(
            sincos(core::f64::consts::FRAC_PI_2),
            (1.0, 6.123_233_995_736_766e-17)
        );
        assert_eq!(atan2(0.0, -1.0), core::f64::consts::PI);
    }

    #[test]
    fn squares_add_up_and_angles_come_back() {
        for k in -400..400 {
            let x = f64::from(k) * 0.037;
            let (s, c) = sincos(x);
            assert!((s * s + c * c - 1.0).abs() < 4e-16, "{x}");
            assert!(
                (libm::sin(x) - s).abs() < 2e-16 && (libm::cos(x) - c).abs() < 2e-16,
                "{x}"
            );
            let turn = x - (x / core::f64::consts::TAU).round() * core::f64::consts::TAU;
            assert!((atan2(s, c) - turn).abs() < 4e-15, "{x}");
        }
    }

    #[test]
    fn the_table_agrees_with_the_whole_series() {
        for k in 1..20_000 {
            let x = f64::from(k) * 0.000_731 * if k % 2 == 0 { -1.0 } else { 1.0 };
            let (s, c) = both(x);
            assert_eq!(sincos(x), (s.round(), c.round()), "{x}");
            let ((qs, qc), far) = (quick(x), f64::from(k) * 4.5);
            let off = |a: Double, b: Double| ((a.high - b.high) + (a.low - b.low)).abs();
            assert!(off(qs, s) <= s.high.abs() * QUICK && off(qc, c) <= c.high.abs() * QUICK);
            let (s, c) = both(far);
            assert_eq!(sincos(far), (s.round(), c.round()), "{far}");
        }
    }

    #[test]
    fn arcs_of_a_half_are_parts_of_pi() {
        assert_eq!(acos(0.5), core::f64::consts::FRAC_PI_3);
        assert_eq!(asin(0.5), core::f64::consts::FRAC_PI_6);
        // tan 0.5 = 0.54630248984379051325517946578028538…
        assert_eq!(
            (tan(0.5), tan(-0.5), tan(0.0)),
            (0.546_302_489_843_790_5, -0.546_302_489_843_790_5, 0.0)
        );
        assert_eq!((acos(1.0), acos(-1.0)), (0.0, core::f64::consts::PI));
        assert_eq!((asin(0.0), asin(1.0)), (0.0, core::f64::consts::FRAC_PI_2));
        assert!(acos(1.1).is_nan() && asin(-1.1).is_nan() && atan2(f64::NAN, 1.0).is_nan());
        for k in 1..2000 {
            let u = f64::from(k) * 0.0005 - 0.5;
            assert!((acos(u) - libm::acos(u)).abs() <= 4.5e-16, "{u}");
            assert!((asin(u) - libm::asin(u)).abs() <= 2.3e-16, "{u}");
        }
    }

    #[test]
    fn angles_without_room_for_a_table_are_left_to_the_library() {
        for x in [0.0, -0.0, 1e6, f64::INFINITY, f64::NAN] {
            let (want, got) = (libm::sincos(x), sincos(x));
            assert_eq!(
                (want.0.to_bits(), want.1.to_bits()),
                (got.0.to_bits(), got.1.to_bits())
            );
        }
    }
}
