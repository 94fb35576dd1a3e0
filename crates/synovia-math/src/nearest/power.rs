//! The exponential function and powers.
//!
//! ```text
//! exp z = 2^m · 2^(i/64) · exp r,   |r| ≤ ln 2 / 128,   exp r = 1 + r + r²/2 + …                                    (1)
//! log x = l + (x exp(−l) − 1) + O(ε²),   l the rough value,      x^y = exp(y log x)                                  (2)
//! ```

use super::double::{Double, product, sum};

/// Table entries per factor of two.
const STEPS: usize = 64;

/// ln 2 in three parts, the first two of 33 bits, so that small multiples of them are exact.
const LN_2: [f64; 3] = [
    0.693_147_180_485_539_1,
    7.440_617_109_802_979e-11,
    2.094_174_429_270_072_5e-21,
];

/// Largest exponent that is reduced here; larger ones are left to `libm`.
const LARGEST: f64 = 700.0;

/// 2^(i/64).
static TABLE: [Double; STEPS] = {
    let mut table = [Double::ONE; STEPS];
    let ln_2 = sum(core::f64::consts::LN_2, 2.319_046_813_846_299_6e-17);
    let mut i = 0;
    while i < STEPS {
        let z = ln_2.times(Double::from(i as f64 / STEPS as f64));
        let mut k = 30;
        while k > 0 {
            table[i] = Double::ONE.plus(z.times(table[i]).over(k as f64));
            k -= 1;
        }
        i += 1;
    }
    table
};

/// exp (z + low) = 2^m · value, equation (1), for |z| up to [`LARGEST`]: the value and m.
fn scaled_exp(z: f64, low: f64) -> (Double, i32) {
    const PARTS: f64 = STEPS as f64;
    let k = (z * (PARTS * core::f64::consts::LOG2_E)).round();
    let steps = k / PARTS;
    let r = sum(z - steps * LN_2[0], -steps * LN_2[1]);
    let (t, low) = (r.high, low + (r.low - steps * LN_2[2]));
    // exp (t + low) − 1 − t
    let series = 1.0 / 24.0 + t * (1.0 / 120.0 + t * (1.0 / 720.0 + t * (1.0 / 5040.0)));
    let rest = low + t * (low + t * (0.5 + t * (1.0 / 6.0 + t * series)));
    let (m, i) = (
        (k as i32).div_euclid(STEPS as i32),
        (k as i32).rem_euclid(STEPS as i32),
    );
    let whole = TABLE[i as usize];
    let first = product(whole.high, t);
    let mut value = sum(whole.high, first.high);
    value.low += first.low + (whole.low + (whole.high * rest + whole.low * t));
    (value, m)
}

/// e to the power of `z`.
pub fn exp(z: f64) -> f64 {
    if z.is_nan() || z.abs() > LARGEST {
        return libm::exp(z);
    }
    let (value, m) = scaled_exp(z, 0.0);
    libm::ldexp(value.round(), m)
}

/// `x` to the power of `y`.
pub fn pow(x: f64, y: f64) -> f64 {
    let rough = libm::log(x);
    let plain = |v: f64| v.abs() > 1e-100 && v.abs() < 1e100;
    // comparisons with NaN are false
    let reduced = plain(x) && plain(y) && rough != 0.0 && (rough * y).abs() <= LARGEST;
    if x <= 0.0 || !reduced {
        return libm::pow(x, y);
    }
    let (back, m) = scaled_exp(-rough, 0.0);
    let scale = libm::ldexp(x, m);
    let one = product(scale, back.high);
    let low = (one.high - 1.0) + (one.low + scale * back.low);
    let power = product(y, rough);
    let (value, m) = scaled_exp(power.high, power.low + y * low);
    libm::ldexp(value.round(), m)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_that_are_known_otherwise() {
        assert_eq!(exp(1.0), core::f64::consts::E);
        assert_eq!((exp(0.0), exp(-1e4), exp(1e4)), (1.0, 0.0, f64::INFINITY));
        assert!(exp(f64::NAN).is_nan() && pow(-1.0, 0.5).is_nan());
        assert_eq!(
            (pow(0.0, 2.0), pow(1.0, 7.3), pow(3.0, 0.0)),
            (0.0, 1.0, 1.0)
        );
        let mut x = 1e-3;
        while x < 1e3 {
            // both results are the nearest number
            assert_eq!(pow(x, 0.5), x.sqrt(), "{x}");
            assert_eq!(pow(x, 2.0), x * x, "{x}");
            assert_eq!(pow(x, -1.0), 1.0 / x, "{x}");
            x *= 1.003_7;
        }
    }

    #[test]
    fn exponentials_multiply() {
        for k in -600..600 {
            let z = f64::from(k) * 0.7;
            let ratio = exp(z) * exp(-z);
            assert!((ratio - 1.0).abs() < 3e-16, "{z}");
            assert!((exp(z) / libm::exp(z) - 1.0).abs() < 3e-16, "{z}");
        }
    }
}
