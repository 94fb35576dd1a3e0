//! The reference's enumerations.
//!
//! They are stored in columns that a user may write, so they are open: an `i32` with named values; any other number is
//! representable and equals none of them. Match on the names as on a Rust enum, with a last arm for the rest.

/// Declares an open enumeration: value, the reference's name, and the MJCF keyword where there is one.
macro_rules! open_enum {
    (
        $(#[$meta:meta])*
        pub enum $name:ident = $ref:literal {
            $( $variant:ident = $value:literal, $cname:literal $(, $keyword:literal)?; )*
        }
    ) => {
        $(#[$meta])*
        #[doc(alias = $ref)]
        #[repr(transparent)]
        #[derive(
            Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash,
            bytemuck::Pod, bytemuck::Zeroable,
        )]
        pub struct $name(pub i32);

        #[allow(non_upper_case_globals, reason = "the values read as the variants of an enum")]
        impl $name {
            $(
                #[doc = concat!("`", $cname, "`" $(, ", keyword `", $keyword, "`")?)]
                #[doc(alias = $cname)]
                pub const $variant: Self = Self($value);
            )*

            /// The reference's name of this enumeration.
            pub const REFERENCE: &'static str = $ref;

            /// All values with the reference's names, in the reference's order.
            pub const VALUES: &'static [(&'static str, Self)] = &[$(($cname, Self($value))),*];

            /// MJCF keywords and their values.
            pub const KEYWORDS: &'static [(&'static str, Self)] =
                &[$($(($keyword, Self($value)),)?)*];

            /// MJCF keywords, in the reference's order.
            pub const WORDS: &'static [&'static str] = &[$($($keyword,)?)*];

            /// The value `v` if it has a name.
            pub fn from_i32(v: i32) -> Option<Self> {
                Self::VALUES.iter().map(|&(_, value)| value).find(|value| value.0 == v)
            }

            /// The value of an MJCF keyword.
            pub fn from_keyword(keyword: &str) -> Option<Self> {
                Self::KEYWORDS.iter().find(|(k, _)| *k == keyword).map(|&(_, value)| value)
            }

            /// The MJCF keyword of this value.
            pub fn keyword(self) -> Option<&'static str> {
                Self::KEYWORDS.iter().find(|(_, value)| *value == self).map(|&(k, _)| k)
            }

            /// The MJCF keyword of this value; empty if it has no keyword.
            pub fn word(self) -> &'static str {
                self.keyword().unwrap_or_default()
            }

            /// The number in memory.
            #[inline]
            pub const fn to_i32(self) -> i32 {
                self.0
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match *self {
                    $(Self::$variant => f.write_str(stringify!($variant)),)*
                    Self(v) => write!(f, concat!(stringify!($name), "({})"), v),
                }
            }
        }

        impl From<i32> for $name {
            #[inline]
            fn from(v: i32) -> Self {
                Self(v)
            }
        }

        impl From<$name> for i32 {
            #[inline]
            fn from(v: $name) -> Self {
                v.0
            }
        }

        $crate::column::transparent_element!($name);
    };
}

/// Declares names for the bits of an `i32`.
macro_rules! bit_set {
    (
        $(#[$meta:meta])*
        pub struct $name:ident = $ref:literal {
            $( $bit:ident = $value:literal, $cname:literal $(, $keyword:literal)?; )*
        }
    ) => {
        $(#[$meta])*
        #[doc(alias = $ref)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name;

        impl $name {
            $(
                #[doc = concat!("`", $cname, "`")]
                #[doc(alias = $cname)]
                pub const $bit: i32 = $value;
            )*

            /// The reference's name of this enumeration.
            pub const REFERENCE: &'static str = $ref;

            /// All bits with the reference's names, in the reference's order.
            pub const VALUES: &'static [(&'static str, i32)] = &[$(($cname, $value)),*];

            /// MJCF keywords and their bits.
            pub const KEYWORDS: &'static [(&'static str, i32)] = &[$($(($keyword, $value),)?)*];

            /// MJCF keywords, in the reference's order.
            pub const WORDS: &'static [&'static str] = &[$($($keyword,)?)*];
        }
    };
}

mod assets;
mod bits;
mod forces;
mod kinematics;
mod objects;
mod options;
mod runtime;
mod sensors;

pub use assets::{
    Builtin, ColorSpace, FlexSelf, GeomInertia, Mark, MeshBuiltin, MeshInertia, SdfType,
    TextureRole, TextureType,
};
pub use bits::{CamOut, Disable, Enable, StateBit};
pub use forces::{
    BiasType, ConstraintState, ConstraintType, DynType, EqType, GainType, TrnType, WrapType,
};
pub use kinematics::{
    CamLight, GeomType, JointType, LightType, Projection, SameFrame, SleepPolicy, SleepState,
};
pub use objects::ObjType;
pub use options::{
    AlignFree, Cone, InertiaFromGeom, Integrator, Jacobian, LengthRangeMode, Limited, Orientation,
    Solver,
};
pub use runtime::{Timer, Warning};
pub use sensors::{
    ConData, DataType, KnownSensor, RayData, SensorKind, SensorTarget, SensorType, Stage,
};

impl JointType {
    /// Numbers that a joint of this kind has in `qpos`.
    #[inline]
    pub const fn qpos_len(self) -> usize {
        match self {
            Self::Free => 7,
            Self::Ball => 4,
            Self::Slide | Self::Hinge => 1,
            Self(_) => 0,
        }
    }

    /// Numbers that a joint of this kind has in `qvel`.
    #[inline]
    pub const fn dof_len(self) -> usize {
        match self {
            Self::Free => 6,
            Self::Ball => 3,
            Self::Slide | Self::Hinge => 1,
            Self(_) => 0,
        }
    }
}
