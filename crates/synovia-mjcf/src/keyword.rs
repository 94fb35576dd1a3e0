//! Attributes whose value is a keyword: those that become numbers of a model, which declares them, and those that the
//! compiler resolves.

pub use synovia_model::enums::{
    AlignFree, BiasType, Builtin, CamLight, ColorSpace, Cone, DataType, DynType, FlexSelf,
    GainType, GeomType, InertiaFromGeom, Integrator, Jacobian, JointType, LengthRangeMode, Limited,
    Mark, MeshBuiltin, MeshInertia, Projection, SleepPolicy, Solver, Stage, TextureRole,
    TextureType,
};
use synovia_model::enums::{EqType, LightType, ObjType, SensorType, TrnType};

use crate::attr::Blank;
use crate::member::{self, Cell, Kind};
use crate::{Value, ValueError};

/// Enumerations whose values are written as keywords.
macro_rules! words {
    ($($Name:ident)*) => { $(
        impl Value for $Name {
            type Plain<'a> = Self;
            const WORDS: &'static [&'static str] = Self::WORDS;

            fn plain(written: Option<&Self>, builtin: Self) -> Self {
                written.copied().unwrap_or(builtin)
            }

            fn text(builtin: Self) -> String {
                builtin.word().to_owned()
            }

            fn parse(_name: &str, text: &str) -> Result<Self, ValueError> {
                Self::from_keyword(text).ok_or_else(|| ValueError::UnknownKeyword {
                    found: text.to_owned(),
                    expected: Self::WORDS,
                })
            }

            fn write(&self, name: &str) -> (String, String) {
                (name.to_owned(), self.word().to_owned())
            }
        }
    )* };
}

words! {
    Limited AlignFree InertiaFromGeom LengthRangeMode Integrator Cone Jacobian Solver SleepPolicy JointType GeomType Projection CamLight TextureRole TextureType ColorSpace Builtin Mark MeshInertia MeshBuiltin DynType GainType BiasType Stage DataType FlexSelf
}

/// Members with such values take the numbers of the keywords.
///
/// DIFFERENCE(spec-keywords): other numbers are refused; the reference accepts any.
macro_rules! numbers_of_words {
    ($kind:expr; $($Name:ident)*) => { $(
        impl Cell for $Name {
            const KIND: Kind = $kind;

            fn to_value(&self) -> member::Value {
                member::Value::Int(i64::from(self.to_i32()))
            }

            fn from_value(value: member::Value) -> Result<Self, String> {
                let number = i32::from_value(value)?;
                let known = Self::from_i32(number).filter(|value| value.keyword().is_some());
                known.ok_or_else(|| format!("one of {}, not {number}", Self::WORDS.join(", ")))
            }
        }

        impl From<$Name> for member::Value {
            fn from(value: $Name) -> Self {
                value.to_value()
            }
        }
    )* };
}

numbers_of_words! { Kind::Int; Limited AlignFree InertiaFromGeom }
numbers_of_words! {
    Kind::Enum(Self::REFERENCE); LengthRangeMode Integrator Cone Jacobian Solver SleepPolicy JointType GeomType Projection CamLight TextureRole TextureType ColorSpace Builtin Mark MeshInertia MeshBuiltin DynType GainType BiasType FlexSelf LightType
}

/// Members that take any number.
macro_rules! any_number {
    ($($Name:ident)*) => { $(
        impl Cell for $Name {
            const KIND: Kind = Kind::Enum(Self::REFERENCE);

            fn to_value(&self) -> member::Value {
                member::Value::Int(i64::from(self.0))
            }

            fn from_value(value: member::Value) -> Result<Self, String> {
                i32::from_value(value).map(Self)
            }
        }

        impl From<$Name> for member::Value {
            fn from(value: $Name) -> Self {
                value.to_value()
            }
        }
    )* };
}

impl Cell for TrnType {
    const KIND: Kind = Kind::Enum(Self::REFERENCE);

    fn to_value(&self) -> member::Value {
        member::Value::Int(i64::from(self.0))
    }

    fn from_value(value: member::Value) -> Result<Self, String> {
        let known = Self::from_i32(i32::from_value(value)?);
        known.ok_or_else(|| "a type of transmission".to_owned())
    }
}

any_number! { EqType ObjType SensorType DataType Stage }

/// Declares an enum whose variants are keywords that are not stored in models.
macro_rules! keywords {
    ($( $(#[$meta:meta])* pub enum $Name:ident $(as $kind:ident)? { $( $Variant:ident = $text:literal ),* $(,)? } )*) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(i32)]
        #[allow(missing_docs)] // the variants are the words
        pub enum $Name { $( $Variant ),* }

        impl $Name {
            /// All keywords, in order.
            pub const WORDS: &'static [&'static str] = &[$($text),*];

            /// The variant of a keyword.
            pub fn from_keyword(word: &str) -> Option<Self> {
                match word { $( $text => Some(Self::$Variant), )* _ => None }
            }

            /// The variant with this number in the reference.
            pub fn from_number(number: i32) -> Option<Self> {
                [$( Self::$Variant ),*].into_iter().find(|variant| *variant as i32 == number)
            }

            /// The keyword of this variant.
            pub fn word(self) -> &'static str {
                match self { $( Self::$Variant => $text ),* }
            }
        }

        impl Cell for $Name {
            const KIND: Kind = [$(Kind::$kind,)? Kind::Int][0];

            fn to_value(&self) -> member::Value {
                member::Value::Int(i64::from(*self as i32))
            }

            fn from_value(value: member::Value) -> Result<Self, String> {
                let number = i32::from_value(value)?;
                Self::from_number(number).ok_or_else(|| {
                    format!("one of {}, not {number}", Self::WORDS.join(", "))
                })
            }
        }

        impl From<$Name> for member::Value {
            fn from(value: $Name) -> Self {
                value.to_value()
            }
        }
    )* };
}

keywords! {
    /// True or false.
    pub enum Bool as Flag { False = "false", True = "true" }
    /// True, false, or inferred from other attributes.
    /// A flag of `<option><flag>`.
    pub enum Enable { Disable = "disable", Enable = "enable" }
    /// Unit of angles.
    pub enum AngleUnit { Radian = "radian", Degree = "degree" }
    /// Coordinates of positions; only local is supported.
    pub enum Coordinate { Local = "local", Global = "global" }
    /// Fluid interaction of a geom.
    pub enum FluidShape as Real { None = "none", Ellipsoid = "ellipsoid" }
    /// Interpolation of delayed signals.
    pub enum Interp { Zoh = "zoh", Linear = "linear", Cubic = "cubic" }
    /// Reduction of a contact sensor.
    pub enum Reduce { None = "none", MinDist = "mindist", MaxForce = "maxforce", NetForce = "netforce" }
    /// Composite type.
    pub enum CompositeType {
        Particle = "particle", Grid = "grid", Rope = "rope", Loop = "loop", Cable = "cable", Cloth = "cloth",
    }
    /// The joints of a composite that an element describes.
    pub enum CompositeJointKind { Main = "main" }
    /// Flexcomp type.
    pub enum FlexcompType {
        Grid = "grid", Box = "box", Cylinder = "cylinder", Ellipsoid = "ellipsoid", Square = "square", Disc = "disc",
        Circle = "circle", Mesh = "mesh", Gmsh = "gmsh", Direct = "direct",
    }
    /// Flexcomp degrees of freedom.
    pub enum FlexcompDof { Full = "full", Radial = "radial", Trilinear = "trilinear", Quadratic = "quadratic" }
    /// Flex two-dimensional elasticity.
    pub enum Elastic2d { None = "none", Bend = "bend", Stretch = "stretch", Both = "both" }
    /// Flex edge equality.
    pub enum FlexEquality { False = "false", True = "true", Vert = "vert" }
}

words! {
    Enable AngleUnit Coordinate FluidShape Interp Reduce CompositeType CompositeJointKind FlexcompType FlexcompDof Elastic2d FlexEquality
}

impl Value for Bool {
    type Plain<'a> = bool;
    const WORDS: &'static [&'static str] = Self::WORDS;

    fn plain(written: Option<&Self>, builtin: bool) -> bool {
        written.map_or(builtin, |flag| flag.is_true())
    }

    fn text(builtin: bool) -> String {
        builtin.to_string()
    }

    fn parse(_name: &str, text: &str) -> Result<Self, ValueError> {
        Self::from_keyword(text).ok_or_else(|| ValueError::UnknownKeyword {
            found: text.to_owned(),
            expected: Self::WORDS,
        })
    }

    fn write(&self, name: &str) -> (String, String) {
        (name.to_owned(), self.word().to_owned())
    }
}

impl Blank for Bool {
    const BLANK: bool = false;
}

impl Bool {
    /// The truth value.
    pub fn is_true(self) -> bool {
        self == Self::True
    }
}

impl crate::Attr<Bool> {
    /// The truth value, or `default` if it is unset.
    pub fn is_true_or(&self, default: bool) -> bool {
        self.get().map_or(default, |b| b.is_true())
    }
}
