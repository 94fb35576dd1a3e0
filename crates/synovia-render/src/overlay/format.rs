//! Numbers of a figure as text, in the formats of C's `printf`: `%.2g`, `%.0f`, `%.3e`.

/// Formats a number; in the shortest exact form if the format is not one of these.
pub(super) fn number(format: &str, x: f32) -> String {
    let shortest = || format!("{x}");
    let Some((before, rest)) = format.split_once('%') else {
        return shortest();
    };
    let Some(end) = rest.find(|c: char| c.is_ascii_alphabetic()) else {
        return shortest();
    };
    let (spec, after) = (&rest[..end], &rest[end + 1..]);
    let digits = match spec.split_once('.') {
        Some((_, digits)) => digits.parse().unwrap_or(0),
        None => 6,
    };
    let digits = usize::min(digits, 20);
    let x = f64::from(x);
    let text = match &rest[end..=end] {
        "f" | "F" => format!("{x:.digits$}"),
        "e" | "E" => exponent(x, digits),
        "g" | "G" => general(x, digits),
        _ => return shortest(),
    };
    let plus = if spec.contains('+') && x >= 0.0 {
        "+"
    } else {
        ""
    };
    format!("{before}{plus}{text}{after}")
}

/// As `%e`: an exponent of at least two digits.
fn exponent(x: f64, digits: usize) -> String {
    let text = format!("{x:.digits$e}");
    let Some((mantissa, power)) = text.split_once('e') else {
        return text;
    };
    let (sign, power) = power.strip_prefix('-').map_or(('+', power), |p| ('-', p));
    format!("{mantissa}e{sign}{power:0>2}")
}

/// As `%g`: significant digits without trailing zeros, with an exponent if that is shorter.
fn general(x: f64, digits: usize) -> String {
    let digits = digits.max(1);
    if !x.is_finite() || x == 0.0 {
        return format!("{x}").to_lowercase();
    }
    let rounded = exponent(x, digits - 1);
    let (mantissa, power) = rounded.split_once('e').unwrap_or((&rounded, "0"));
    let power: i32 = power.parse().unwrap_or(0);
    if power < -4 || power >= digits as i32 {
        let (mantissa, power) = (
            trim_zeros(mantissa),
            rounded.split_once('e').map_or("", |(_, p)| p),
        );
        return format!("{mantissa}e{power}");
    }
    let after = (digits as i32 - 1 - power).max(0) as usize;
    trim_zeros(&format!("{x:.after$}")).to_owned()
}

/// Removes trailing zeros of a fraction.
pub(super) fn trim_zeros(text: &str) -> &str {
    if !text.contains('.') || text.contains('e') {
        return text;
    }
    text.trim_end_matches('0').trim_end_matches('.')
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn formats_are_those_of_c() {
        // expected: printf of a C library
        let cases = [
            ("%.2g", 0.25, "0.25"),
            ("%.2g", 100.0, "1e+02"),
            ("%.2g", 99.0, "99"),
            ("%.4g", 0.00001234, "1.234e-05"),
            ("%.2g", 0.0, "0"),
            ("%.0f", 2.5, "2"),
            ("%.3f", -1.0, "-1.000"),
            ("%.1e", 12345.0, "1.2e+04"),
            ("x = %.1f m", 3.25, "x = 3.2 m"),
            ("%g", 0.1, "0.1"),
            ("no number", 1.5, "1.5"),
            ("%", 1.5, "1.5"),
            ("%s", 1.5, "1.5"),
            ("%.99f", 1.0, "1.00000000000000000000"),
        ];
        for (format, x, text) in cases {
            assert_eq!(number(format, x), text, "{format} of {x}");
        }
    }
}
