//! Members: attributes under the names of the reference's programming interface, for programs that know an element
//! only at run time.
//!
//! A member is read and written as a [`Value`]. An unset attribute reads as its built-in value, and keywords are
//! the numbers of the reference.

use synovia_math::Vec3;

use crate::Attr;
use crate::attr::{self, Lead, MemorySize, Orientation};
use crate::band::Band;
use crate::value::Outputs;

/// A value of any member.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // the variants are the types
pub enum Value {
    Int(i64),
    Real(f64),
    Text(String),
    Reals(Vec<f64>),
    Floats(Vec<f32>),
    Ints(Vec<i32>),
    Texts(Vec<String>),
    Bytes(Vec<u8>),
    IntLists(Vec<Vec<i32>>),
    FloatLists(Vec<Vec<f32>>),
}

impl Value {
    /// Whether the value is NaN or a list that begins with NaN, which means unset for some members.
    fn is_nothing(&self) -> bool {
        match self {
            Self::Real(x) => x.is_nan(),
            Self::Reals(list) => list.first().is_some_and(|x| x.is_nan()),
            _ => false,
        }
    }
}

/// The type of a member's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A double-precision number.
    Real,
    /// A single-precision number.
    Single,
    /// An integer.
    Int,
    /// An integer whose only valid values are zero and one.
    Flag,
    /// A value of one of the reference's enumerations.
    Enum(&'static str),
    /// A string.
    Text,
    /// Double-precision numbers; 0 for any number of them.
    Reals(usize),
    /// Single-precision numbers; 0 for any number of them.
    Floats(usize),
    /// Integers; 0 for any number of them.
    Ints(usize),
    /// Strings.
    Texts,
    /// Bytes.
    Bytes,
    /// Lists of integers.
    IntLists,
    /// Lists of single-precision numbers.
    FloatLists,
    /// The type of an orientation, then its numbers.
    Orientation,
}

/// The description of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Info {
    /// Its name.
    pub name: &'static str,
    /// The XML attribute; empty if there is none.
    pub attribute: &'static str,
    /// The type of its value.
    pub kind: Kind,
    /// Its unit; empty for dimensionless numbers.
    pub unit: &'static str,
    /// Its meaning, in one sentence.
    pub doc: &'static str,
}

/// A place from which a value is read and to which it is written.
pub trait Slot {
    /// The value.
    fn read(&self) -> Value;
    /// Writes a value; the error describes a valid one.
    fn write(&mut self, value: Value) -> Result<(), String>;
}

/// A type that can be converted from and to a value.
pub trait Cell: Sized {
    /// The type of its value.
    const KIND: Kind;
    /// Converts to a value.
    fn to_value(&self) -> Value;
    /// Converts from a value.
    fn from_value(value: Value) -> Result<Self, String>;
}

fn reals(value: Value) -> Option<Vec<f64>> {
    Some(match value {
        Value::Reals(list) => list,
        Value::Floats(list) => list.into_iter().map(f64::from).collect(),
        Value::Ints(list) => list.into_iter().map(f64::from).collect(),
        _ => return None,
    })
}

macro_rules! numbers {
    ($($T:ty, $kind:ident, $variant:ident, $list:ident, $word:literal;)*) => { $(
        impl Cell for $T {
            const KIND: Kind = Kind::$kind;

            fn to_value(&self) -> Value {
                Value::$variant((*self).into())
            }
            fn from_value(value: Value) -> Result<Self, String> {
                match value {
                    Value::Real(x) => Ok(x as Self),
                    Value::Int(n) => Ok(n as Self),
                    _ => Err(format!("a number ({})", $word)),
                }
            }
        }

        impl Cell for Vec<$T> {
            const KIND: Kind = Kind::$list(0);

            fn to_value(&self) -> Value {
                Value::$list(self.clone())
            }
            fn from_value(value: Value) -> Result<Self, String> {
                let list = reals(value).ok_or_else(|| format!("a list of numbers ({})", $word))?;
                Ok(list.into_iter().map(|x| x as $T).collect())
            }
        }

        impl<const N: usize> Cell for [$T; N] {
            const KIND: Kind = Kind::$list(N);

            fn to_value(&self) -> Value {
                Value::$list(self.to_vec())
            }
            fn from_value(value: Value) -> Result<Self, String> {
                let list = <Vec<$T>>::from_value(value)?;
                list.try_into().map_err(|_| format!("{N} numbers ({})", $word))
            }
        }

        impl From<$T> for Value {
            fn from(number: $T) -> Self {
                Self::$variant(number.into())
            }
        }

        impl From<&[$T]> for Value {
            fn from(list: &[$T]) -> Self {
                Self::$list(list.to_vec())
            }
        }

        impl<const N: usize> From<[$T; N]> for Value {
            fn from(list: [$T; N]) -> Self {
                Self::$list(list.to_vec())
            }
        }
    )* };
}

numbers! {
    f64, Real, Real, Reals, "float64";
    f32, Single, Real, Floats, "float32";
    i32, Int, Int, Ints, "int";
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Int(flag.into())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl Cell for bool {
    const KIND: Kind = Kind::Flag;

    fn to_value(&self) -> Value {
        Value::Int((*self).into())
    }
    fn from_value(value: Value) -> Result<Self, String> {
        i32::from_value(value).map(|n| n != 0)
    }
}

impl Cell for String {
    const KIND: Kind = Kind::Text;

    fn to_value(&self) -> Value {
        Value::Text(self.clone())
    }
    fn from_value(value: Value) -> Result<Self, String> {
        match value {
            Value::Text(text) => Ok(text),
            _ => Err("a string".to_owned()),
        }
    }
}

impl Cell for Vec<String> {
    const KIND: Kind = Kind::Texts;

    fn to_value(&self) -> Value {
        Value::Texts(self.clone())
    }
    fn from_value(value: Value) -> Result<Self, String> {
        match value {
            Value::Texts(texts) => Ok(texts),
            _ => Err("a list of strings".to_owned()),
        }
    }
}

/// Rows, one after the other.
impl<const N: usize> Cell for Vec<[f32; N]> {
    const KIND: Kind = Kind::Floats(0);

    fn to_value(&self) -> Value {
        Value::Floats(self.concat())
    }
    fn from_value(value: Value) -> Result<Self, String> {
        let list = <Vec<f32>>::from_value(value)?;
        Ok(list.as_chunks().0.to_vec())
    }
}

/// An empty list is one of no kind in particular.
macro_rules! lists {
    ($($T:ty, $lists:ident;)*) => { $(
        impl Cell for Vec<Vec<$T>> {
            const KIND: Kind = Kind::$lists;

            fn to_value(&self) -> Value {
                Value::$lists(self.clone())
            }
            fn from_value(value: Value) -> Result<Self, String> {
                match value {
                    Value::$lists(lists) => Ok(lists),
                    Value::Texts(none) if none.is_empty() => Ok(Self::new()),
                    _ => Err("a list of lists".to_owned()),
                }
            }
        }
    )* };
}

lists! {
    i32, IntLists;
    f32, FloatLists;
}

impl Cell for Vec3 {
    const KIND: Kind = Kind::Reals(3);

    fn to_value(&self) -> Value {
        <[f64; 3]>::from(*self).to_value()
    }
    fn from_value(value: Value) -> Result<Self, String> {
        <[f64; 3]>::from_value(value).map(Self::from)
    }
}

impl<const N: usize> Cell for Lead<N> {
    const KIND: Kind = Kind::Reals(N);

    fn to_value(&self) -> Value {
        Value::Reals(self.fill([0.0; N]).to_vec())
    }
    fn from_value(value: Value) -> Result<Self, String> {
        <[f64; N]>::from_value(value).map(|list| Self::new(&list))
    }
}

/// The sum of the bits.
impl Cell for Outputs {
    const KIND: Kind = Kind::Int;

    fn to_value(&self) -> Value {
        self.0.to_value()
    }
    fn from_value(value: Value) -> Result<Self, String> {
        let outputs = Self(i32::from_value(value)?);
        let known = outputs.is_known().then_some(outputs);
        known.ok_or_else(|| "bits of outputs".to_owned())
    }
}

impl From<Outputs> for Value {
    fn from(outputs: Outputs) -> Self {
        outputs.to_value()
    }
}

impl From<MemorySize> for Value {
    fn from(size: MemorySize) -> Self {
        size.to_value()
    }
}

impl From<Option<Orientation>> for Value {
    fn from(alt: Option<Orientation>) -> Self {
        alt.to_value()
    }
}

impl Cell for Band {
    const KIND: Kind = Kind::Reals(2);

    fn to_value(&self) -> Value {
        self.0.to_value()
    }
    fn from_value(value: Value) -> Result<Self, String> {
        Cell::from_value(value).map(Self)
    }
}

impl Cell for MemorySize {
    const KIND: Kind = Kind::Int;

    fn to_value(&self) -> Value {
        Value::Int(self.0)
    }
    fn from_value(value: Value) -> Result<Self, String> {
        match value {
            Value::Int(n) => Ok(Self(n)),
            _ => Err("a number of bytes".to_owned()),
        }
    }
}

/// The type of an orientation, then its numbers; type 0 means none.
impl Cell for Option<Orientation> {
    const KIND: Kind = Kind::Orientation;

    fn to_value(&self) -> Value {
        let (kind, list): (f64, &[f64]) = match self {
            None => (0.0, &[]),
            Some(Orientation::AxisAngle(v)) => (1.0, v),
            Some(Orientation::XyAxes(v)) => (2.0, v),
            Some(Orientation::ZAxis(v)) => (3.0, v),
            Some(Orientation::Euler(v)) => (4.0, v),
        };
        Value::Reals([&[kind], list].concat())
    }
    fn from_value(value: Value) -> Result<Self, String> {
        let wrong = || "the kind of an orientation and its numbers".to_owned();
        let list = reals(value).ok_or_else(wrong)?;
        let (&kind, rest) = list.split_first().ok_or_else(wrong)?;
        let three = || rest.try_into().map_err(|_| wrong());
        Ok(match kind as i32 {
            0 => None,
            1 => Some(Orientation::AxisAngle(
                rest.try_into().map_err(|_| wrong())?,
            )),
            2 => Some(Orientation::XyAxes(rest.try_into().map_err(|_| wrong())?)),
            3 => Some(Orientation::ZAxis(three()?)),
            4 => Some(Orientation::Euler(three()?)),
            _ => return Err(wrong()),
        })
    }
}

impl Cell for Orientation {
    const KIND: Kind = Kind::Orientation;

    fn to_value(&self) -> Value {
        Some(*self).to_value()
    }
    fn from_value(value: Value) -> Result<Self, String> {
        let alt = Option::<Self>::from_value(value)?;
        alt.ok_or_else(|| "an orientation".to_owned())
    }
}

/// An attribute that reads as its built-in value if it is unset.
///
/// If that value is NaN, or a list that begins with NaN, writing such a value unsets the attribute.
pub struct Bound<'a, T: attr::Value> {
    /// The attribute.
    pub attr: &'a mut Attr<T>,
    /// Its built-in value.
    pub builtin: T::Plain<'static>,
}

impl<T: attr::Value> Slot for Bound<'_, T> {
    fn read(&self) -> Value {
        T::plain(self.attr.get(), self.builtin).into()
    }

    fn write(&mut self, value: Value) -> Result<(), String> {
        if value.is_nothing() && self.builtin.into().is_nothing() {
            self.attr.clear();
            return Ok(());
        }
        match T::from_member(value)? {
            Some(value) => self.attr.set(value),
            None => self.attr.clear(),
        }
        Ok(())
    }
}

/// A field that always has a value.
pub struct Plain<'a, T>(pub &'a mut T);

impl<T: Cell> Slot for Plain<'_, T> {
    fn read(&self) -> Value {
        self.0.to_value()
    }
    fn write(&mut self, value: Value) -> Result<(), String> {
        *self.0 = T::from_value(value)?;
        Ok(())
    }
}

/// A field of a record as a slot: a value, or an attribute, which is blank if it is unset.
pub trait Field {
    /// Calls `visit` with the slot.
    fn visit(&mut self, visit: &mut dyn FnMut(&mut dyn Slot));
}

impl<T: Cell> Field for T {
    fn visit(&mut self, visit: &mut dyn FnMut(&mut dyn Slot)) {
        visit(&mut Plain(self));
    }
}

impl<T: attr::Blank> Field for Attr<T> {
    fn visit(&mut self, visit: &mut dyn FnMut(&mut dyn Slot)) {
        let builtin = T::BLANK;
        visit(&mut Bound {
            attr: self,
            builtin,
        });
    }
}
