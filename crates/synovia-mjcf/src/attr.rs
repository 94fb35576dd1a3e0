//! One attribute: set or unset, its value, and where it was written.
//!
//! *Set* and *unset* differ even where the values agree: an explicit value equal to the built-in default still beats
//! a default class. Merging is one operation everywhere, [`Value::over`]: the nearer value replaces the farther one,
//! except that a short list ([`Lead`]) replaces only the leading entries.

use crate::Span;
use crate::member::{self, Cell};

/// An attribute that may have been written.
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
    /// A value written at `span`.
    pub fn new(value: T, span: Span) -> Self {
        Self {
            value: Some(value),
            span,
        }
    }

    /// The value, if written.
    pub fn get(&self) -> Option<&T> {
        self.value.as_ref()
    }

    /// The value for editing, if written.
    pub fn get_mut(&mut self) -> Option<&mut T> {
        self.value.as_mut()
    }

    /// True if the attribute was written.
    pub fn is_set(&self) -> bool {
        self.value.is_some()
    }

    /// Where the value was written; meaningless if it was not.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Writes a value in code, keeping the place of an earlier one.
    pub fn set(&mut self, value: T) {
        self.value = Some(value);
    }

    /// Says where it belongs if it was never written in a file.
    pub fn place(&mut self, span: Span) {
        if self.span == Span::default() {
            self.span = span;
        }
    }

    /// Forgets the value.
    pub fn clear(&mut self) {
        self.value = None;
    }
}

impl<T: Clone> Attr<T> {
    /// The value, or `default` if it was not written.
    pub fn or(&self, default: T) -> T {
        self.value.clone().unwrap_or(default)
    }
}

impl Attr<f64> {
    /// The value, if one was written that is a number: some attributes take NaN for nothing.
    pub fn defined(&self) -> Option<f64> {
        self.value.filter(|x| !x.is_nan())
    }
}

impl<const N: usize> Attr<[f64; N]> {
    /// The values, if the first of them is a number: some attributes take NaN for nothing.
    pub fn defined(&self) -> Option<[f64; N]> {
        self.value.filter(|list| !list[0].is_nan())
    }
}

impl Attr<String> {
    /// The text, or the empty string if it was not written.
    pub fn text(&self) -> &str {
        self.value.as_deref().unwrap_or("")
    }
}

impl<const N: usize> Attr<Lead<N>> {
    /// The leading entries written, the rest from `default`.
    pub fn fill(&self, default: [f64; N]) -> [f64; N] {
        self.value
            .as_ref()
            .map_or(default, |lead| lead.fill(default))
    }
}

impl<T: Value> Attr<T> {
    /// Puts `over` on top of `self`, see [`Value::over`].
    pub fn overlay(&mut self, over: &Self) {
        let Some(near) = &over.value else { return };
        self.value = Some(match self.value.take() {
            Some(far) => near.clone().over(far),
            None => near.clone(),
        });
        self.span = over.span;
    }
}

/// Something an attribute can hold.
pub trait Value: Sized + Clone + Cell + 'static {
    /// What the value is where it is used: all numbers of a short list, a borrowed string.
    type Plain<'a>: Copy + Into<member::Value>;

    /// True if a blank text means that nothing was written.
    const BLANK_IS_UNSET: bool = false;

    /// True for a list that may be short.
    const SHORT: bool = false;

    /// The words that it is one of; empty if it is anything else.
    const WORDS: &'static [&'static str] = &[];

    /// What was written, or else the built-in value.
    fn plain<'a>(written: Option<&'a Self>, builtin: Self::Plain<'static>) -> Self::Plain<'a>;

    /// A built-in value as it would be written.
    fn text(builtin: Self::Plain<'static>) -> String;

    /// The value of a member; `None` if that stands for nothing.
    fn from_member(value: member::Value) -> Result<Option<Self>, String> {
        Self::from_value(value).map(Some)
    }

    /// Reads the value of the attribute called `name` from its text.
    fn parse(name: &str, text: &str) -> Result<Self, ValueError>;

    /// The attribute's name and text as they would be written, given its usual `name`.
    fn write(&self, name: &str) -> (String, String);

    /// True if one of its numbers is NaN.
    fn has_nan(&self) -> bool {
        false
    }

    /// This value put on top of one that lies farther away (in an outer class).
    #[must_use]
    fn over(self, far: Self) -> Self {
        let _ = far;
        self
    }
}

/// A value whose attributes have a built-in value without declaring one: zero, empty, false or unset.
pub trait Blank: Value {
    /// That value.
    const BLANK: Self::Plain<'static>;
}

/// Why a text is not the value that was expected.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ValueError {
    /// Not a number.
    #[error("expected a number, found \"{found}\"")]
    NotANumber {
        /// The word that is no number.
        found: String,
    },
    /// Not an integer.
    #[error("expected an integer, found \"{found}\"")]
    NotAnInteger {
        /// The word that is no integer.
        found: String,
    },
    /// A number that is too large or too small for its type.
    #[error("number out of range: \"{found}\"")]
    OutOfRange {
        /// The word.
        found: String,
    },
    /// Too many entries.
    #[error("too much data: expected {expected}, found {found} values")]
    TooMuch {
        /// How many values the attribute takes.
        expected: usize,
        /// How many were written.
        found: usize,
    },
    /// Too few entries.
    #[error("not enough data: expected {expected}, found {found} values")]
    TooFew {
        /// How many values the attribute takes.
        expected: usize,
        /// How many were written.
        found: usize,
    },
    /// A word that is not in the list.
    #[error("invalid keyword \"{found}\", expected one of {}", expected.join(", "))]
    UnknownKeyword {
        /// The word.
        found: String,
        /// What would have been valid.
        expected: &'static [&'static str],
    },
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

/// Up to `N` numbers; a shorter list leaves the remaining entries to whoever is farther away.
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

    /// What was written.
    pub fn leading(&self) -> &[f64] {
        &self.values[..self.len]
    }

    /// The leading entries, the rest from `default`.
    pub fn fill(&self, mut default: [f64; N]) -> [f64; N] {
        default[..self.len].copy_from_slice(self.leading());
        default
    }
}

/// An orientation in another form than a quaternion; one element may use one form only.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)] // the variants are the attributes
pub enum Orientation {
    AxisAngle([f64; 4]),
    Euler([f64; 3]),
    XyAxes([f64; 6]),
    ZAxis([f64; 3]),
}

/// A number of bytes with an optional suffix; −1 means "decide yourself".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemorySize(pub i64);
