//! One attribute: set or unset, its value, and its place in the source.
//!
//! *Set* and *unset* differ even if the values are equal: an explicit value equal to the built-in default still wins over
//! a default class. Merging is one operation everywhere, [`Value::over`]: the inner value replaces the outer one,
//! except that a short list ([`Lead`]) replaces only the leading entries.

use crate::Span;
use crate::member::{self, Cell};

/// An attribute that may be set.
#[derive(Clone, Debug, PartialEq)]
pub struct Attr<T> {
    value: Option<T>,
    span: Span,
}

impl<T> Default for Attr<T> {
    fn default() -> Self {
        Self {
            value: None,
            span: Span::default(),
        }
    }
}

impl<T> Attr<T> {
    /// A value at `span`.
    pub fn new(value: T, span: Span) -> Self {
        Self {
            value: Some(value),
            span,
        }
    }

    /// The value, if set.
    pub fn get(&self) -> Option<&T> {
        self.value.as_ref()
    }

    /// The value for editing, if set.
    pub fn get_mut(&mut self) -> Option<&mut T> {
        self.value.as_mut()
    }

    /// Whether the attribute is set.
    pub fn is_set(&self) -> bool {
        self.value.is_some()
    }

    /// The place of the value in the source; meaningless if it is unset.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The place of the value in the source, or that of its element if the attribute is not set.
    pub fn span_or(&self, element: Span) -> Span {
        if self.is_set() { self.span } else { element }
    }

    /// Sets a value in code, keeping the place of the previous one.
    pub fn set(&mut self, value: T) {
        self.value = Some(value);
    }

    /// Sets the place of a value that was never written in a file.
    pub fn place(&mut self, span: Span) {
        if self.span == Span::default() {
            self.span = span;
        }
    }

    /// Removes the value.
    pub fn clear(&mut self) {
        self.value = None;
    }
}

impl<T: Clone> Attr<T> {
    /// The value, or `default` if it is unset.
    pub fn or(&self, default: T) -> T {
        self.value.clone().unwrap_or(default)
    }
}

impl Attr<f64> {
    /// The value, if it is set and not NaN: for some attributes NaN means unset.
    pub fn defined(&self) -> Option<f64> {
        self.value.filter(|x| !x.is_nan())
    }
}

impl<const N: usize> Attr<[f64; N]> {
    /// The values, if the first of them is not NaN: for some attributes NaN means unset.
    pub fn defined(&self) -> Option<[f64; N]> {
        self.value.filter(|list| !list[0].is_nan())
    }
}

impl Attr<String> {
    /// The text, or an empty string if it is unset.
    pub fn text(&self) -> &str {
        self.value.as_deref().unwrap_or("")
    }
}

impl<const N: usize> Attr<Lead<N>> {
    /// The leading entries that are set, the rest from `default`.
    pub fn fill(&self, default: [f64; N]) -> [f64; N] {
        self.value
            .as_ref()
            .map_or(default, |lead| lead.fill(default))
    }
}

impl<T: Value> Attr<T> {
    /// Merges `over` into `self`, see [`Value::over`].
    pub fn overlay(&mut self, over: &Self) {
        // an unset attribute changes nothing; otherwise the inner value and its place win
        let Some(near) = &over.value else { return };
        self.value = Some(match self.value.take() {
            Some(far) => near.clone().over(far),
            None => near.clone(),
        });
        self.span = over.span;
    }
}

/// The value type of an attribute.
pub trait Value: Sized + Clone + Cell + 'static {
    /// The form in which the value is used: all numbers of a short list, a borrowed string.
    type Plain<'a>: Copy + Into<member::Value>;

    /// Whether blank text means unset.
    const BLANK_IS_UNSET: bool = false;

    /// Whether it is a list that may be short.
    const SHORT: bool = false;

    /// The keywords of the value; empty if it has none.
    const WORDS: &'static [&'static str] = &[];

    /// The value if it is set, or else the built-in value.
    fn plain<'a>(written: Option<&'a Self>, builtin: Self::Plain<'static>) -> Self::Plain<'a>;

    /// The text of a built-in value.
    fn text(builtin: Self::Plain<'static>) -> String;

    /// The value of a member; `None` if the member's value means unset.
    fn from_member(value: member::Value) -> Result<Option<Self>, String> {
        Self::from_value(value).map(Some)
    }

    /// Parses the value of the attribute `name` from its text.
    fn parse(name: &str, text: &str) -> Result<Self, ValueError>;

    /// The name and text with which the attribute is written, given its usual `name`.
    fn write(&self, name: &str) -> (String, String);

    /// Whether one of its numbers is NaN.
    fn has_nan(&self) -> bool {
        false
    }

    /// Merges this value with an outer one (of an outer class).
    #[must_use]
    fn over(self, far: Self) -> Self {
        let _ = far;
        self
    }
}

/// A value type with a built-in value that need not be declared: zero, empty, false or unset.
pub trait Blank: Value {
    /// That value.
    const BLANK: Self::Plain<'static>;
}

/// The reason why a text is not a valid value.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ValueError {
    /// Not a number.
    #[error("expected a number, found \"{found}\"")]
    NotANumber {
        /// The invalid word.
        found: String,
    },
    /// Not an integer.
    #[error("expected an integer, found \"{found}\"")]
    NotAnInteger {
        /// The invalid word.
        found: String,
    },
    /// A number that is out of the range of its type.
    #[error("number out of range: \"{found}\"")]
    OutOfRange {
        /// The word.
        found: String,
    },
    /// Too many entries.
    #[error("too much data: expected {expected}, found {found} values")]
    TooMuch {
        /// The number of values that the attribute takes.
        expected: usize,
        /// The number of values found.
        found: usize,
    },
    /// Too few entries.
    #[error("not enough data: expected {expected}, found {found} values")]
    TooFew {
        /// The number of values that the attribute takes.
        expected: usize,
        /// The number of values found.
        found: usize,
    },
    /// An unknown keyword.
    #[error("invalid keyword \"{found}\", expected one of {}", expected.join(", "))]
    UnknownKeyword {
        /// The word.
        found: String,
        /// The valid keywords.
        expected: &'static [&'static str],
    },
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

/// Up to `N` numbers; a shorter list leaves the remaining entries to the outer value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead<const N: usize> {
    values: [f64; N],
    len: usize,
}

impl<const N: usize> Lead<N> {
    /// The leading entries; at most `N` are kept.
    pub fn new(leading: &[f64]) -> Self {
        let mut values = [0.0; N];
        let len = leading.len().min(N);
        values[..len].copy_from_slice(&leading[..len]);
        Self { values, len }
    }

    /// The entries that are set.
    pub fn leading(&self) -> &[f64] {
        &self.values[..self.len]
    }

    /// The leading entries, the rest from `default`.
    pub fn fill(&self, mut default: [f64; N]) -> [f64; N] {
        default[..self.len].copy_from_slice(self.leading());
        default
    }
}

/// An orientation that is not a quaternion; an element may use only one form.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)] // the variants are the attributes
pub enum Orientation {
    AxisAngle([f64; 4]),
    Euler([f64; 3]),
    XyAxes([f64; 6]),
    ZAxis([f64; 3]),
}

/// A number of bytes with an optional suffix; −1 means automatic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemorySize(pub i64);
