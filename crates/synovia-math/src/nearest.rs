//! Sine, cosine and arc tangent, rounded to the nearest number.
//!
//! A value is carried as an unevaluated sum `h + l` of two numbers, |l| ≤ ½ ulp(h), so about 106 bits; one rounding at the end gives the
//! nearest number in all but about one of 10¹⁵ cases. Slow: for where a model is compiled, not for the step.
//!
//! ```text
//! x = k π/2 + r,  |r| ≤ π/4,   sin r = r (1 − r²/2·3 (1 − r²/4·5 (…))),   cos r = 1 − r²/1·2 (1 − r²/3·4 (…))      (1)
//! atan2(y, x) = t + (y cos t − x sin t) / (x cos t + y sin t) + O(ε³),   t the rough value                          (2)
//! ```

use core::ops::{Add, Mul, Neg};

/// An unevaluated sum of two numbers.
#[derive(Clone, Copy, Debug)]
struct Double {
    high: f64,
    low: f64,
}

/// The exact sum of two numbers.
fn sum(a: f64, b: f64) -> Double {
    let high = a + b;
    let part = high - a;
    let low = (a - (high - part)) + (b - part);
    Double { high, low }
}

/// The halves of a number, of 26 bits each.
fn split(a: f64) -> (f64, f64) {
    let scaled = 134_217_729.0 * a;
    let high = scaled - (scaled - a);
    (high, a - high)
}

/// The exact product of two numbers.
fn product(a: f64, b: f64) -> Double {
    let high = a * b;
    let ((ah, al), (bh, bl)) = (split(a), split(b));
    let low = ((ah * bh - high) + ah * bl + al * bh) + al * bl;
    Double { high, low }
}

impl Double {
    const ONE: Self = Self::from(1.0);

    const fn from(x: f64) -> Self {
        Self { high: x, low: 0.0 }
    }

    /// Rounded to one number.
    fn round(self) -> f64 {
        self.high + self.low
    }

    /// Divided by a number.
    fn over(self, b: f64) -> Self {
        let first = self.high / b;
        let rest = self + -product(first, b);
        sum(first, rest.round() / b)
    }
}

impl Add for Double {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        let (high, low) = (sum(self.high, o.high), sum(self.low, o.low));
        let once = sum(high.high, high.low + low.high);
        sum(once.high, once.low + low.low)
    }
}

impl Mul for Double {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        let p = product(self.high, o.high);
        sum(p.high, p.low + (self.high * o.low + self.low * o.high))
    }
}

impl Neg for Double {
    type Output = Self;
    fn neg(self) -> Self {
        Self {
            high: -self.high,
            low: -self.low,
        }
    }
}

/// π/2 in three parts, the first two of 33 bits, so that small multiples of them are exact.
const HALF_PI: [f64; 3] = [
    1.570_796_326_734_125_6,
    6.077_100_506_303_966e-11,
    2.022_266_248_795_950_6e-21,
];

/// Largest angle that is reduced here.
const LARGEST: f64 = 1e5;

/// Σ of (1): `start` 1 for the sine, 0 for the cosine.
fn series(square: Double, start: f64) -> Double {
    let mut total = Double::ONE;
    for k in (0..15).rev() {
        let n = start + 2.0 * f64::from(k);
        total = Double::ONE + -(square * total).over((n + 1.0) * (n + 2.0));
    }
    total
}

/// Sine and cosine of an angle that is not larger than [`LARGEST`].
fn both(x: f64) -> (Double, Double) {
    let k = (x / core::f64::consts::FRAC_PI_2).round();
    let r = HALF_PI
        .iter()
        .fold(Double::from(x), |rest, part| rest + -product(k, *part));
    let square = r * r;
    let (s, c) = (r * series(square, 1.0), series(square, 0.0));
    match k.rem_euclid(4.0) as i32 {
        0 => (s, c),
        1 => (c, -s),
        2 => (-s, -c),
        _ => (-c, s),
    }
}

/// The sine and the cosine of `x` \[rad\].
pub fn sincos(x: f64) -> (f64, f64) {
    if x == 0.0 || x.is_nan() || x.abs() > LARGEST {
        return libm::sincos(x);
    }
    let (s, c) = both(x);
    (s.round(), c.round())
}

/// The angle of the point (x, y), equation (2).
pub fn atan2(y: f64, x: f64) -> f64 {
    let rough = libm::atan2(y, x);
    let plain = |v: f64| v.abs() > 1e-100 && v.abs() < 1e100;
    if !plain(x) || !plain(y) || rough.abs() < 1e-100 {
        return rough;
    }
    let (s, c) = both(rough);
    let (x, y) = (Double::from(x), Double::from(y));
    let across = y * c + -(x * s);
    let along = x * c + y * s;
    rough + across.round() / along.round()
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
        // the cosine of the number nearest to π/2 is what that number lacks
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
}
