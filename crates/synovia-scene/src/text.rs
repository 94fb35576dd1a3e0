//! Labels: short zero-terminated strings in fixed memory, truncated if they do not fit.

use core::fmt::{self, Write};

use synovia_model::{Model, ObjType};

/// A text of at most `N` bytes.
pub(crate) struct Text<const N: usize> {
    bytes: [u8; N],
    len: usize,
}

impl<const N: usize> Text<N> {
    pub(crate) fn new() -> Self {
        let bytes = [0; N];
        Self { bytes, len: 0 }
    }

    /// The bytes, with at least one zero at the end.
    pub(crate) fn into_bytes(self) -> [u8; N] {
        self.bytes
    }

    /// The text so far.
    pub(crate) fn written(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// Appends as much as there is room for.
    pub(crate) fn push(&mut self, more: &[u8]) {
        let room = N.saturating_sub(self.len + 1);
        let more = &more[..more.len().min(room)];
        self.bytes[self.len..self.len + more.len()].copy_from_slice(more);
        self.len += more.len();
    }

    /// Appends formatted text, truncated if it does not fit.
    pub(crate) fn add(&mut self, text: fmt::Arguments<'_>) {
        // writing itself never fails
        let _ = self.write_fmt(text);
    }

    /// Appends a number with three digits after the decimal point.
    pub(crate) fn add_fixed(&mut self, x: f64) {
        if x.is_finite() {
            self.add(format_args!("{x:.3}"));
        } else {
            self.add_odd(x);
        }
    }

    /// Appends a number as `%.3g`: three significant digits, without trailing zeros, with an exponent if it is tiny or large.
    pub(crate) fn add_general(&mut self, x: f64) {
        if !x.is_finite() {
            return self.add_odd(x);
        }
        let mut rounded = Text::<32>::new();
        rounded.add(format_args!("{x:.2e}"));
        let rounded = core::str::from_utf8(rounded.written()).unwrap_or_default();
        let (digits, exponent) = rounded.split_once('e').unwrap_or((rounded, "0"));
        let exponent: i32 = exponent.parse().unwrap_or(0);
        if (-4..3).contains(&exponent) {
            let mut fixed = Text::<32>::new();
            fixed.add(format_args!("{x:.*}", (2 - exponent) as usize));
            self.push(without_zeros(fixed.written()));
        } else {
            self.push(without_zeros(digits.as_bytes()));
            let sign = if exponent < 0 { '-' } else { '+' };
            self.add(format_args!("e{sign}{:02}", exponent.abs()));
        }
    }

    fn add_odd(&mut self, x: f64) {
        let sign = if x.is_sign_negative() { "-" } else { "" };
        let word = if x.is_nan() { "nan" } else { "inf" };
        self.add(format_args!("{sign}{word}"));
    }
}

/// Removes trailing zeros of a fraction.
fn without_zeros(number: &[u8]) -> &[u8] {
    if !number.contains(&b'.') {
        return number;
    }
    let end = number.iter().rposition(|&c| c != b'0').unwrap_or(0);
    if number[end] == b'.' {
        &number[..end]
    } else {
        &number[..=end]
    }
}

impl<const N: usize> Write for Text<N> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text.as_bytes());
        Ok(())
    }
}

/// The name of an element, or its kind and number if it has no name.
pub(crate) fn name(model: &Model, kind: ObjType, id: i32) -> [u8; 100] {
    let mut text = Text::new();
    let name = usize::try_from(id)
        .ok()
        .and_then(|id| model.name_of(kind, id));
    match (name, kind.keyword()) {
        (Some(name), _) => text.push(name.as_bytes()),
        (None, Some(kind)) => text.add(format_args!("{kind} {id}")),
        (None, None) => text.add(format_args!("{id}")),
    }
    text.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn general(x: f64) -> String {
        let mut text = Text::<100>::new();
        text.add_general(x);
        String::from_utf8(text.written().to_vec()).unwrap()
    }

    #[test]
    fn three_significant_digits_are_written_as_c_does() {
        for (x, expected) in [
            (0.0, "0"),
            (1.0, "1"),
            (19.62, "19.6"),
            (123.4, "123"),
            (999.5, "1e+03"),
            (1234.0, "1.23e+03"),
            (0.000_123_4, "0.000123"),
            (0.000_012_34, "1.23e-05"),
            (-0.5, "-0.5"),
            (f64::NAN, "nan"),
            (f64::NEG_INFINITY, "-inf"),
        ] {
            assert_eq!(general(x), expected);
        }
    }

    #[test]
    fn what_does_not_fit_is_cut() {
        let mut text = Text::<4>::new();
        text.push(b"contact");
        assert_eq!(text.into_bytes(), *b"con\0");
    }
}
