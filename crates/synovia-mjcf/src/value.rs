//! The value types of attributes, and how each is parsed from text.
//!
//! | type                         | text                                                         |
//! |------------------------------|--------------------------------------------------------------|
//! | `f64`, `f32`, `i32`          | exactly one number                                           |
//! | `[T; N]`                     | exactly `N` numbers                                          |
//! | `Vec<T>`                     | any number of numbers                                        |
//! | [`Lead`]                     | up to `N` numbers; the rest is inherited                     |
//! | `String`                     | the text itself                                              |
//! | [`Orientation`]              | as many numbers as the attribute's form has                  |
//! | [`Outputs`]                  | keywords, each at most once                                  |
//! | [`MemorySize`]               | a number of bytes with an optional suffix                    |
//!
//! Numbers are parsed like in C, because that is what the reference does: the same strings are accepted and refused. Formatting uses the
//! shortest text that reads back as the same number.

use synovia_model::enums::{CamOut, LightType};

use crate::attr::{Blank, MemorySize, Orientation};
use crate::keyword::Bool;
use crate::member;
use crate::{Lead, Value, ValueError};

/// A number type that is parsed from one word.
trait Number: Copy + Default {
    /// Parses a word.
    fn word(word: &str) -> Result<Self, ValueError>;

    /// The text of the number.
    fn show(self) -> String;

    /// Whether the number is NaN.
    fn is_nan(self) -> bool {
        false
    }
}

/// Floating-point numbers as the C library reads them: decimal or hexadecimal, `inf` and `nan` in any case. Numbers that overflow, or
/// underflow to subnormal numbers, are refused.
macro_rules! floating {
    ($T:ty) => {
        impl Number for $T {
            fn word(word: &str) -> Result<Self, ValueError> {
                // Rust parses decimal numbers, `inf` and `nan`; hexadecimal ones are parsed below
                let value: Self = match word.parse() {
                    Ok(value) => value,
                    Err(_) => match hexadecimal(word) {
                        Some(value) => value as Self,
                        None => return Err(ValueError::NotANumber { found: clip(word) }),
                    },
                };
                // infinity from digits is an overflow; a value below the smallest normal number lost digits
                let digits = || word.bytes().any(|c| c.is_ascii_digit() && c != b'0');
                let overflow = value.is_infinite() && digits();
                let underflow =
                    value.abs() < Self::MIN_POSITIVE && (value != 0.0 || mantissa_digits(word));
                if overflow || underflow {
                    return Err(ValueError::OutOfRange { found: clip(word) });
                }
                Ok(value)
            }

            // integers without a point; all others in the shortest form that reads the same
            fn show(self) -> String {
                if self.fract() == 0.0 && self.abs() < 1e15 {
                    self.to_string()
                } else {
                    format!("{self:?}")
                }
            }

            fn is_nan(self) -> bool {
                self.is_nan()
            }
        }
    };
}

floating!(f64);
floating!(f32);

impl Number for i32 {
    fn word(word: &str) -> Result<Self, ValueError> {
        word.parse()
            .map_err(|error: core::num::ParseIntError| match error.kind() {
                core::num::IntErrorKind::PosOverflow | core::num::IntErrorKind::NegOverflow => {
                    ValueError::OutOfRange { found: clip(word) }
                }
                _ => ValueError::NotAnInteger { found: clip(word) },
            })
    }

    fn show(self) -> String {
        self.to_string()
    }
}

/// Whether a decimal number has a nonzero digit before its exponent.
fn mantissa_digits(word: &str) -> bool {
    word.bytes()
        .take_while(|c| !matches!(c, b'e' | b'E'))
        .any(|c| c.is_ascii_digit() && c != b'0')
}

/// Parses a number such as `0x1.8p3`.
fn hexadecimal(word: &str) -> Option<f64> {
    // sign, prefix, mantissa and binary exponent
    let (sign, rest) = match word.as_bytes().first()? {
        b'-' => (-1.0, &word[1..]),
        b'+' => (1.0, &word[1..]),
        _ => (1.0, word),
    };
    let rest = rest
        .strip_prefix("0x")
        .or_else(|| rest.strip_prefix("0X"))?;
    let (mantissa, exponent) = match rest.find(['p', 'P']) {
        Some(k) => (&rest[..k], rest[k + 1..].parse::<i32>().ok()?),
        None => (rest, 0),
    };
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && part.is_empty() || whole.len() + part.len() > 13 {
        return None;
    }
    // at most 13 digits: exact in 53 bits
    let digits = u64::from_str_radix(&format!("{whole}{part}"), 16).ok()?;
    // in two steps, so that neither power of two overflows
    let scale = exponent
        .checked_sub(4 * part.len() as i32)?
        .clamp(-1200, 1200);
    Some(sign * digits as f64 * 2f64.powi(scale / 2) * 2f64.powi(scale - scale / 2))
}

/// A word shortened for a message.
fn clip(word: &str) -> String {
    match word.char_indices().nth(40) {
        Some((k, _)) => format!("{}…", &word[..k]),
        None => word.to_owned(),
    }
}

/// Parses words as numbers; NaN is allowed.
fn words<T: Number>(text: &str) -> impl Iterator<Item = Result<T, ValueError>> {
    text.split_ascii_whitespace().map(T::word)
}

/// Parses all words of a text as numbers.
fn numbers<T: Number>(text: &str) -> Result<Vec<T>, ValueError> {
    words(text).collect()
}

/// At most `N` numbers, and their count.
fn at_most<T: Number, const N: usize>(text: &str) -> Result<([T; N], usize), ValueError> {
    // surplus numbers are counted, for the error message, but not stored
    let mut out = [T::default(); N];
    let mut found = 0;
    for value in words(text) {
        let value = value?;
        if let Some(place) = out.get_mut(found) {
            *place = value;
        }
        found += 1;
    }
    if found > N {
        return Err(ValueError::TooMuch { expected: N, found });
    }
    Ok((out, found))
}

/// Exactly `N` numbers.
fn exactly<T: Number, const N: usize>(text: &str) -> Result<[T; N], ValueError> {
    match at_most(text)? {
        (out, found) if found == N => Ok(out),
        (_, found) => Err(ValueError::TooFew { expected: N, found }),
    }
}

/// The text of a list, separated by spaces.
fn join<T: Number>(list: &[T]) -> String {
    list.iter()
        .map(|value| value.show())
        .collect::<Vec<_>>()
        .join(" ")
}

macro_rules! numeric_values {
    ($($T:ty: $blank:literal),*) => { $(
        impl Value for $T {
            type Plain<'a> = Self;
            const BLANK_IS_UNSET: bool = $blank;

            fn plain(written: Option<&Self>, builtin: Self) -> Self {
                written.copied().unwrap_or(builtin)
            }
            fn text(builtin: Self) -> String {
                builtin.show()
            }

            fn parse(_name: &str, text: &str) -> Result<Self, ValueError> {
                exactly::<$T, 1>(text).map(|[x]| x)
            }
            fn has_nan(&self) -> bool {
                self.is_nan()
            }
            fn write(&self, name: &str) -> (String, String) {
                (name.to_owned(), self.show())
            }
        }

        impl Blank for $T {
            const BLANK: Self = 0 as $T;
        }

        impl<const N: usize> Value for [$T; N] {
            type Plain<'a> = Self;
            const BLANK_IS_UNSET: bool = true;

            fn plain(written: Option<&Self>, builtin: Self) -> Self {
                written.copied().unwrap_or(builtin)
            }
            fn text(builtin: Self) -> String {
                join(&builtin)
            }

            fn parse(_name: &str, text: &str) -> Result<Self, ValueError> {
                exactly(text)
            }
            fn has_nan(&self) -> bool {
                self.iter().any(|x| x.is_nan())
            }
            fn write(&self, name: &str) -> (String, String) {
                (name.to_owned(), join(self))
            }
        }

        impl<const N: usize> Blank for [$T; N] {
            const BLANK: Self = [0 as $T; N];
        }

        impl Value for Vec<$T> {
            type Plain<'a> = &'a [$T];
            const BLANK_IS_UNSET: bool = true;

            fn plain<'a>(written: Option<&'a Self>, builtin: &'static [$T]) -> &'a [$T] {
                written.map_or(builtin, Vec::as_slice)
            }
            fn text(builtin: &'static [$T]) -> String {
                join(builtin)
            }

            fn parse(_name: &str, text: &str) -> Result<Self, ValueError> {
                numbers(text)
            }
            fn has_nan(&self) -> bool {
                self.iter().any(|x| x.is_nan())
            }
            fn write(&self, name: &str) -> (String, String) {
                (name.to_owned(), join(self))
            }
        }

        impl Blank for Vec<$T> {
            const BLANK: &'static [$T] = &[];
        }
    )* };
}

// a blank integer is an error, a blank list is unset
numeric_values!(f64: true, f32: true, i32: false);

impl<const N: usize> Value for Lead<N> {
    type Plain<'a> = [f64; N];
    const BLANK_IS_UNSET: bool = true;
    const SHORT: bool = true;

    fn plain(written: Option<&Self>, builtin: [f64; N]) -> [f64; N] {
        written.map_or(builtin, |lead| lead.fill(builtin))
    }

    fn text(builtin: [f64; N]) -> String {
        join(&builtin)
    }

    fn parse(_name: &str, text: &str) -> Result<Self, ValueError> {
        // only the numbers that were written replace inherited ones
        let (list, found) = at_most::<f64, N>(text)?;
        Ok(Self::new(&list[..found]))
    }

    fn has_nan(&self) -> bool {
        self.leading().iter().any(|x| x.is_nan())
    }

    fn write(&self, name: &str) -> (String, String) {
        (name.to_owned(), join(self.leading()))
    }

    fn over(self, far: Self) -> Self {
        // the inner list replaces the beginning of the outer one
        let mut list = far.leading().to_vec();
        let near = self.leading();
        list.resize(list.len().max(near.len()), 0.0);
        list[..near.len()].copy_from_slice(near);
        Self::new(&list)
    }
}

impl<const N: usize> Blank for Lead<N> {
    const BLANK: [f64; N] = [0.0; N];
}

impl Blank for String {
    const BLANK: &'static str = "";
}

impl Value for String {
    type Plain<'a> = &'a str;

    fn plain<'a>(written: Option<&'a Self>, builtin: &'static str) -> &'a str {
        written.map_or(builtin, Self::as_str)
    }

    fn text(builtin: &'static str) -> String {
        builtin.to_owned()
    }

    fn parse(_name: &str, text: &str) -> Result<Self, ValueError> {
        Ok(text.to_owned())
    }

    fn write(&self, name: &str) -> (String, String) {
        (name.to_owned(), self.clone())
    }
}

impl Blank for Orientation {
    const BLANK: Option<Self> = None;
}

impl Value for Orientation {
    type Plain<'a> = Option<Self>;
    const BLANK_IS_UNSET: bool = true;

    fn plain(written: Option<&Self>, builtin: Option<Self>) -> Option<Self> {
        written.copied().or(builtin)
    }

    fn text(_builtin: Option<Self>) -> String {
        String::new()
    }

    fn from_member(value: member::Value) -> Result<Option<Self>, String> {
        member::Cell::from_value(value)
    }

    fn parse(name: &str, text: &str) -> Result<Self, ValueError> {
        match name {
            "axisangle" => exactly(text).map(Self::AxisAngle),
            "xyaxes" => exactly(text).map(Self::XyAxes),
            "zaxis" => exactly(text).map(Self::ZAxis),
            _ => exactly(text).map(Self::Euler),
        }
    }

    fn has_nan(&self) -> bool {
        match self {
            Self::AxisAngle(v) => v.has_nan(),
            Self::XyAxes(v) => v.has_nan(),
            Self::ZAxis(v) | Self::Euler(v) => v.has_nan(),
        }
    }

    fn write(&self, _name: &str) -> (String, String) {
        let (name, text) = match self {
            Self::AxisAngle(v) => ("axisangle", join(v)),
            Self::Euler(v) => ("euler", join(v)),
            Self::XyAxes(v) => ("xyaxes", join(v)),
            Self::ZAxis(v) => ("zaxis", join(v)),
        };
        (name.to_owned(), text)
    }
}

/// Two attributes: `type`, and `directional` in older files.
impl Value for LightType {
    type Plain<'a> = Self;
    const WORDS: &'static [&'static str] = Self::WORDS;

    fn plain(written: Option<&Self>, builtin: Self) -> Self {
        written.copied().unwrap_or(builtin)
    }

    fn text(builtin: Self) -> String {
        builtin.word().to_owned()
    }

    fn parse(name: &str, text: &str) -> Result<Self, ValueError> {
        if name == "directional" {
            let directional = Bool::parse(name, text)?.is_true();
            return Ok(if directional {
                Self::Directional
            } else {
                Self::Spot
            });
        }
        Self::from_keyword(text).ok_or_else(|| ValueError::UnknownKeyword {
            found: clip(text),
            expected: Self::WORDS,
        })
    }

    fn write(&self, _name: &str) -> (String, String) {
        ("type".to_owned(), self.word().to_owned())
    }
}

/// The outputs of a camera: bits of [`CamOut`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outputs(pub i32);

impl Outputs {
    /// Whether all bits are known outputs.
    pub(crate) fn is_known(self) -> bool {
        let all = CamOut::KEYWORDS.iter().fold(0, |bits, (_, bit)| bits | bit);
        self.0 & !all == 0
    }

    /// The keywords of its bits.
    pub fn words(self) -> String {
        let there = CamOut::KEYWORDS.iter().filter(|(_, bit)| self.0 & bit != 0);
        there.map(|&(word, _)| word).collect::<Vec<_>>().join(" ")
    }
}

impl Value for Outputs {
    type Plain<'a> = Self;
    const WORDS: &'static [&'static str] = CamOut::WORDS;

    fn plain(written: Option<&Self>, builtin: Self) -> Self {
        written.copied().unwrap_or(builtin)
    }

    fn text(builtin: Self) -> String {
        builtin.words()
    }

    fn parse(_name: &str, text: &str) -> Result<Self, ValueError> {
        // one bit per keyword
        let mut bits = 0;
        for word in text.split_ascii_whitespace() {
            let known = CamOut::KEYWORDS.iter().find(|(known, _)| *known == word);
            let Some((_, bit)) = known else {
                return Err(ValueError::UnknownKeyword {
                    found: word.to_owned(),
                    expected: CamOut::WORDS,
                });
            };
            if bits & bit != 0 {
                return Err(ValueError::Other(format!(
                    "repeated keyword \"{word}\"; remove one of them"
                )));
            }
            bits |= bit;
        }
        Ok(Self(bits))
    }

    fn write(&self, name: &str) -> (String, String) {
        (name.to_owned(), self.words())
    }
}

impl Value for MemorySize {
    type Plain<'a> = Self;

    fn plain(written: Option<&Self>, builtin: Self) -> Self {
        written.copied().unwrap_or(builtin)
    }

    fn text(builtin: Self) -> String {
        builtin.0.to_string()
    }

    fn parse(_name: &str, text: &str) -> Result<Self, ValueError> {
        let bad = || {
            ValueError::Other(format!(
                "expected a number of bytes with an optional suffix K, M, G, T, P or E, found \"{text}\""
            ))
        };
        // −1 is the only negative value: automatic
        let word = text.trim_ascii();
        if word == "-1" {
            return Ok(Self(-1));
        }
        // a decimal integer, then a binary multiple
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let base: i64 = word[..digits].parse().map_err(|_| bad())?;
        let bits = match &word[digits..] {
            "" => 0,
            "K" | "k" => 10,
            "M" | "m" => 20,
            "G" | "g" => 30,
            "T" | "t" => 40,
            "P" | "p" => 50,
            "E" | "e" => 60,
            _ => return Err(bad()),
        };
        base.checked_mul(1 << bits).map(Self).ok_or_else(bad)
    }

    fn write(&self, name: &str) -> (String, String) {
        (name.to_owned(), self.0.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Result<f64, ValueError> {
        <f64 as Value>::parse("size", text)
    }

    #[test]
    fn numbers_are_read_as_the_reference_reads_them() {
        for (text, value) in [
            ("1.", 1.0),
            ("+1", 1.0),
            (".5", 0.5),
            ("1e5 ", 1e5),
            ("0x1p1", 2.0),
            ("0x1.8", 1.5),
            ("-0XA", -10.0),
            ("0e999", 0.0),
        ] {
            assert_eq!(number(text), Ok(value), "{text}");
        }
        assert_eq!(number("inf"), Ok(f64::INFINITY));
        assert_eq!(number("-Infinity"), Ok(f64::NEG_INFINITY));
        for text in ["1e", "1,2", "1;", "1d2", "e5", ".", "0x", "abc", "nanx"] {
            assert!(
                matches!(number(text), Err(ValueError::NotANumber { .. })),
                "{text}"
            );
        }
        for text in ["1e-320", "1e400", "-1e999", "1e-999"] {
            assert!(
                matches!(number(text), Err(ValueError::OutOfRange { .. })),
                "{text}"
            );
        }
        assert_eq!(
            number("1 2"),
            Err(ValueError::TooMuch {
                expected: 1,
                found: 2
            })
        );
    }

    #[test]
    fn integers_are_decimal_and_whole() {
        let read = |text| <i32 as Value>::parse("condim", text);
        assert_eq!(read(" +3 "), Ok(3));
        assert_eq!(read("007"), Ok(7));
        for text in ["3.5", "0x3", "1e0", "nan"] {
            assert!(
                matches!(read(text), Err(ValueError::NotAnInteger { .. })),
                "{text}"
            );
        }
        assert!(matches!(
            read("99999999999"),
            Err(ValueError::OutOfRange { .. })
        ));
        assert_eq!(
            read(""),
            Err(ValueError::TooFew {
                expected: 1,
                found: 0
            })
        );
    }

    #[test]
    fn what_is_written_reads_the_same() {
        for value in [
            0.1,
            -0.0,
            1e300,
            5e-300,
            123456789.12345679,
            f64::INFINITY,
            1e15,
            1e16,
            3.0,
        ] {
            let text = value.show();
            assert_eq!(
                f64::word(&text).map(f64::to_bits),
                Ok(value.to_bits()),
                "{text}"
            );
        }
    }

    #[test]
    fn nan_is_a_number_of_which_the_reader_is_told() {
        for text in ["nan", "NaN", "-nan"] {
            assert!(
                number(text).is_ok_and(|x| x.is_nan() && x.has_nan()),
                "{text}"
            );
        }
        let list = <Vec<f64> as Value>::parse("qpos", "0 nan");
        assert!(list.is_ok_and(|list| list.has_nan() && list[1].is_nan()));
    }
}
