//! Numbers in the format of the reference.
//!
//! A number has `p` significant digits, without trailing zeros, and an exponent where that is shorter:
//!
//! ```text
//! x = d.ddd · 10ᵉ     fixed for −4 ≤ e < p, otherwise d.ddde±ee                     (1)
//! ```
//!
//! A number within 10⁻¹² of an integer is written as that integer.

/// The number of significant digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// Six, as in saved models.
    #[default]
    Short,
    /// Seventeen, but six in long lists, and integers for numbers close to them, as the reference writes with all digits.
    Full,
    /// As many as needed to read the same number again, everywhere. The text also includes what the reference's format omits, so that it
    /// reads as the same model.
    Exact,
}

impl Precision {
    /// The number of significant digits.
    pub const fn digits(self) -> usize {
        match self {
            Self::Short => 6,
            Self::Full | Self::Exact => 17,
        }
    }
}

/// Equation (1).
pub fn general(x: f64, digits: usize) -> String {
    if x.is_nan() {
        return if x.is_sign_negative() { "-nan" } else { "nan" }.to_owned();
    }
    if x.is_infinite() {
        return if x > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let digits = digits.max(1);
    let text = format!("{x:.*e}", digits - 1);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..digits as i32).contains(&exponent) {
        let decimals = usize::try_from(digits as i32 - 1 - exponent).unwrap_or(0);
        return trim(&format!("{x:.decimals$}")).to_owned();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", trim(mantissa), exponent.abs())
}

/// Removes trailing zeros after the decimal point.
fn trim(text: &str) -> &str {
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        text
    }
}

/// A number of an attribute; without a decimal point if it is an integer.
pub(super) fn attribute(x: f64, precision: Precision) -> String {
    if precision == Precision::Exact {
        return exact(x);
    }
    let largest = f64::from(i32::MAX);
    if x < largest && x > -largest {
        let (below, above) = ((x - x.floor()).abs(), (x - x.ceil()).abs());
        if below < 1e-12 || above < 1e-12 {
            let whole = if below < above { x.floor() } else { x.ceil() };
            return format!("{}", whole as i64);
        }
    }
    general(x, precision.digits())
}

/// A number of a long list, which the reference writes with six digits.
pub(super) fn list_item(x: f64, precision: Precision) -> String {
    match precision {
        Precision::Exact => exact(x),
        Precision::Short | Precision::Full => general(x, 6),
    }
}

/// The shortest text that reads as the same number.
fn exact(x: f64) -> String {
    if !x.is_finite() {
        return general(x, 17);
    }
    let single = x as f32;
    if f64::from(single).to_bits() == x.to_bits() {
        // a single-precision number reads back as the same single where it is stored as one, and as the same double elsewhere
        let short = format!("{single:?}");
        if short.parse() == Ok(x) {
            return whole(short);
        }
    }
    whole(format!("{x:?}"))
}

/// Removes the `.0` that Rust appends to integers.
fn whole(text: String) -> String {
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_short_as_their_digits_allow() {
        let short = |x: f64| attribute(x, Precision::Short);
        for (x, text) in [
            (0.1, "0.1"),
            (1.0 / 3.0, "0.333333"),
            (123_456.7, "123457"),
            (1_234_567.8, "1.23457e+06"),
            (0.000_123_456_7, "0.000123457"),
            (0.000_012_345_67, "1.23457e-05"),
            (-0.0, "0"),
            (1e-13, "0"),
            (2.0 - 1e-13, "2"),
            (999_999.5, "1e+06"),
            (1e10, "1e+10"),
            (2_147_483_646.0, "2147483646"),
            (2_147_483_647.0, "2.14748e+09"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(short(x), text);
        }
        let full = |x: f64| attribute(x, Precision::Full);
        assert_eq!(full(0.1), "0.10000000000000001");
        assert_eq!(full(1.0 / 3.0), "0.33333333333333331");
        assert_eq!(full(1e-5), "1.0000000000000001e-05");
    }

    #[test]
    fn exact_numbers_are_read_again_with_every_bit() {
        let cases = [
            0.1,
            1.0 / 3.0,
            1e-13,
            2.0 - 1e-13,
            -0.0,
            1e300,
            5e-324,
            f64::from(0.1_f32),
            12.0,
            1e10,
        ];
        for x in cases {
            let text = attribute(x, Precision::Exact);
            assert_eq!(
                text.parse::<f64>().map(f64::to_bits),
                Ok(x.to_bits()),
                "{text}"
            );
            assert_eq!(list_item(x, Precision::Exact), text);
        }
        assert_eq!(attribute(12.0, Precision::Exact), "12");
        assert_eq!(list_item(1.0 / 3.0, Precision::Full), "0.333333");
    }
}
