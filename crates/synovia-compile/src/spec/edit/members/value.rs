//! Values by name: what a program reads and writes that knows an element only when it runs.

use synovia_math::Vec3;
use synovia_mjcf::Attr;
use synovia_mjcf::attr::{Flags, Lead, MemorySize, Orientation};
use synovia_mjcf::band::Band;
use synovia_mjcf::keyword as kw;
use synovia_model::enums;
use thiserror::Error;

use crate::spec::actuator::Transmission;

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

/// Why a member cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MemberError {
    /// There is no member of this name.
    #[error("{element} has no member {name}")]
    Unknown {
        /// The element.
        element: &'static str,
        /// The name.
        name: String,
    },
    /// The value is of another type, or has another length.
    #[error("{name} takes {expected}")]
    Mismatch {
        /// The name.
        name: String,
        /// What it takes.
        expected: String,
    },
}

/// A place that a value is read from and written to.
pub trait Slot {
    /// The value.
    fn read(&self) -> Value;
    /// Writes a value; says what would fit if it does not.
    fn write(&mut self, value: Value) -> Result<(), String>;
}

/// Something that a value can stand for.
pub trait Cell: Sized {
    /// As a value.
    fn to_value(&self) -> Value;
    /// From a value.
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
    ($($T:ty, $variant:ident, $list:ident, $word:literal;)*) => { $(
        impl Cell for $T {
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
            fn to_value(&self) -> Value {
                Value::$list(self.clone())
            }
            fn from_value(value: Value) -> Result<Self, String> {
                let list = reals(value).ok_or_else(|| format!("a list of numbers ({})", $word))?;
                Ok(list.into_iter().map(|x| x as $T).collect())
            }
        }

        impl<const N: usize> Cell for [$T; N] {
            fn to_value(&self) -> Value {
                Value::$list(self.to_vec())
            }
            fn from_value(value: Value) -> Result<Self, String> {
                let list = <Vec<$T>>::from_value(value)?;
                list.try_into().map_err(|_| format!("{N} numbers ({})", $word))
            }
        }
    )* };
}

numbers! {
    f64, Real, Reals, "float64";
    f32, Real, Floats, "float32";
    i32, Int, Ints, "int";
}

impl Cell for bool {
    fn to_value(&self) -> Value {
        Value::Int((*self).into())
    }
    fn from_value(value: Value) -> Result<Self, String> {
        i32::from_value(value).map(|n| n != 0)
    }
}

impl Cell for String {
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

impl Cell for Vec3 {
    fn to_value(&self) -> Value {
        <[f64; 3]>::from(*self).to_value()
    }
    fn from_value(value: Value) -> Result<Self, String> {
        <[f64; 3]>::from_value(value).map(Self::from)
    }
}

impl<const N: usize> Cell for Lead<N> {
    fn to_value(&self) -> Value {
        Value::Reals(self.fill([0.0; N]).to_vec())
    }
    fn from_value(value: Value) -> Result<Self, String> {
        <[f64; N]>::from_value(value).map(|list| Self::new(&list))
    }
}

/// Keywords are numbers of the reference here.
///
/// DIFFERENCE(spec-keywords): other numbers are refused; the reference takes any.
macro_rules! keywords {
    ($($T:ty),* $(,)?) => { $(
        impl Cell for $T {
            fn to_value(&self) -> Value {
                Value::Int(i64::from(*self as i32))
            }
            fn from_value(value: Value) -> Result<Self, String> {
                let number = i32::from_value(value)?;
                Self::from_number(number).ok_or_else(|| {
                    format!("one of {}, not {number}", Self::KEYWORDS.join(", "))
                })
            }
        }
    )* };
}

keywords! { kw::Bool, kw::Tri, kw::FluidShape, kw::Interp, kw::Elastic2d }

/// Like [`keywords!`], for those that are numbers of a model.
macro_rules! words_of_models {
    ($($T:ident),* $(,)?) => { $(
        impl Cell for enums::$T {
            fn to_value(&self) -> Value {
                Value::Int(i64::from(self.to_i32()))
            }
            fn from_value(value: Value) -> Result<Self, String> {
                let number = i32::from_value(value)?;
                let known = Self::from_i32(number).filter(|value| value.keyword().is_some());
                known.ok_or_else(|| format!("one of {}, not {number}", Self::WORDS.join(", ")))
            }
        }
    )* };
}

words_of_models! {
    JointType, GeomType, Projection, CamLight, LightType, SleepPolicy, MeshInertia, TextureType, ColorSpace, Builtin, Mark, DynType,
    GainType, BiasType, FlexSelf, LengthRangeMode,
}

/// Numbers that may be anything.
macro_rules! open {
    ($($T:ty),* $(,)?) => { $(
        impl Cell for $T {
            fn to_value(&self) -> Value {
                Value::Int(i64::from(self.0))
            }
            fn from_value(value: Value) -> Result<Self, String> {
                i32::from_value(value).map(Self)
            }
        }
    )* };
}

open! {
    synovia_model::EqType, synovia_model::ObjType, synovia_model::SensorType, synovia_model::DataType,
    synovia_model::Stage,
}

impl Cell for Flags<kw::CameraOutput> {
    fn to_value(&self) -> Value {
        Value::Int(self.0.iter().fold(0, |bits, &k| bits | i64::from(k as i32)))
    }
    fn from_value(value: Value) -> Result<Self, String> {
        let bits = i32::from_value(value)?;
        let all = (0..31).map(|k| 1 << k).filter(|bit| bits & bit != 0);
        let known: Option<Vec<_>> = all.map(kw::CameraOutput::from_number).collect();
        known.map(Flags).ok_or_else(|| "bits of outputs".to_owned())
    }
}

impl Cell for Band {
    fn to_value(&self) -> Value {
        self.0.to_value()
    }
    fn from_value(value: Value) -> Result<Self, String> {
        Cell::from_value(value).map(Self)
    }
}

impl Cell for MemorySize {
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

/// The numbers of the reference.
const TRANSMISSIONS: [(Transmission, i64); 7] = [
    (Transmission::Joint, 0),
    (Transmission::JointInParent, 1),
    (Transmission::SliderCrank, 2),
    (Transmission::Tendon, 3),
    (Transmission::Site, 4),
    (Transmission::Body, 5),
    (Transmission::Undefined, 1000),
];

impl Cell for Transmission {
    fn to_value(&self) -> Value {
        let found = TRANSMISSIONS.iter().find(|(kind, _)| kind == self);
        Value::Int(found.map_or(1000, |&(_, number)| number))
    }
    fn from_value(value: Value) -> Result<Self, String> {
        let number = i64::from(i32::from_value(value)?);
        let found = TRANSMISSIONS.iter().find(|&&(_, known)| known == number);
        found
            .map(|&(kind, _)| kind)
            .ok_or_else(|| "a type of transmission".to_owned())
    }
}

/// The kind of an orientation, then its numbers; kind 0 is for none.
impl Cell for Option<Orientation> {
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

/// An attribute that reads as `default` where nothing was written.
pub(super) struct Or<'a, T> {
    pub attr: &'a mut Attr<T>,
    pub default: T,
}

impl<T: Cell + Clone> Slot for Or<'_, T> {
    fn read(&self) -> Value {
        self.attr.or(self.default.clone()).to_value()
    }
    fn write(&mut self, value: Value) -> Result<(), String> {
        self.attr.set(T::from_value(value)?);
        Ok(())
    }
}

/// A short list that is shown in full.
pub(super) struct Full<'a, const N: usize> {
    pub attr: &'a mut Attr<Lead<N>>,
    pub default: [f64; N],
}

impl<const N: usize> Slot for Full<'_, N> {
    fn read(&self) -> Value {
        Value::Reals(self.attr.fill(self.default).to_vec())
    }
    fn write(&mut self, value: Value) -> Result<(), String> {
        self.attr.set(Lead::from_value(value)?);
        Ok(())
    }
}

/// An attribute for which NaN, or a list that begins with it, stands for nothing.
pub(super) struct Defined<'a, T> {
    pub attr: &'a mut Attr<T>,
    pub default: T,
}

impl<T: Cell + Clone> Slot for Defined<'_, T> {
    fn read(&self) -> Value {
        self.attr.or(self.default.clone()).to_value()
    }
    fn write(&mut self, value: Value) -> Result<(), String> {
        let nothing = match &value {
            Value::Real(x) => x.is_nan(),
            Value::Reals(list) => list.first().is_some_and(|x| x.is_nan()),
            _ => false,
        };
        if nothing {
            self.attr.clear();
        } else {
            self.attr.set(T::from_value(value)?);
        }
        Ok(())
    }
}

/// A field that is always there.
pub(super) struct Plain<'a, T>(pub &'a mut T);

impl<T: Cell> Slot for Plain<'_, T> {
    fn read(&self) -> Value {
        self.0.to_value()
    }
    fn write(&mut self, value: Value) -> Result<(), String> {
        *self.0 = T::from_value(value)?;
        Ok(())
    }
}

/// An orientation in another form.
pub(super) struct Alt<'a>(pub &'a mut Attr<Orientation>);

impl Slot for Alt<'_> {
    fn read(&self) -> Value {
        self.0.get().copied().to_value()
    }
    fn write(&mut self, value: Value) -> Result<(), String> {
        match Option::<Orientation>::from_value(value)? {
            Some(alt) => self.0.set(alt),
            None => self.0.clear(),
        }
        Ok(())
    }
}

/// Three letters.
pub(super) struct Letters<'a>(pub &'a mut [u8; 3]);

impl Slot for Letters<'_> {
    fn read(&self) -> Value {
        Value::Text(self.0.iter().map(|&c| char::from(c)).collect())
    }
    fn write(&mut self, value: Value) -> Result<(), String> {
        let text = String::from_value(value)?;
        let wrong = || "three letters".to_owned();
        let letters: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(c).ok()).collect();
        let letters = letters.ok_or_else(wrong)?.try_into();
        *self.0 = letters.map_err(|_| wrong())?;
        Ok(())
    }
}
