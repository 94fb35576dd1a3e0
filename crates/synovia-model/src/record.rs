//! The declaration of a record: named single values, each with its default.

use crate::column::DType;

/// The declaration of a field of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldInfo {
    /// The reference's field name.
    pub name: &'static str,
    /// Scalar type.
    pub dtype: DType,
    /// Number of scalars; 0 for a bare scalar.
    pub width: usize,
    /// One sentence about the field.
    pub doc: &'static str,
}

/// A group of single values with reflection.
pub trait Record {
    /// The fields in the reference's order.
    const FIELDS: &'static [FieldInfo];
    /// The memory of field `k`.
    fn field(&self, k: usize) -> Option<&[u8]>;
    /// The memory of field `k`, writable.
    fn field_mut(&mut self, k: usize) -> Option<&mut [u8]>;
}

/// Declares a record: documented fields with type and default.
macro_rules! record {
    (
        $(#[$meta:meta])*
        pub struct $record:ident {
            $( $(#[doc = $doc:literal])+ $field:ident: $ty:ty = $default:expr, )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $record {
            $( $(#[doc = $doc])+ pub $field: $ty, )*
        }

        impl $record {
            /// The built-in values.
            pub const DEFAULT: Self = Self { $($field: $default,)* };
        }

        impl Default for $record {
            fn default() -> Self {
                Self::DEFAULT
            }
        }

        impl $crate::record::Record for $record {
            const FIELDS: &'static [$crate::record::FieldInfo] = &[$(
                $crate::record::FieldInfo {
                    name: stringify!($field),
                    dtype: <$ty as $crate::column::Element>::DTYPE,
                    width: <$ty as $crate::column::Element>::WIDTH,
                    doc: concat!($($doc),+),
                },
            )*];

            fn field(&self, k: usize) -> Option<&[u8]> {
                [$(bytemuck::bytes_of(&self.$field)),*].into_iter().nth(k)
            }

            fn field_mut(&mut self, k: usize) -> Option<&mut [u8]> {
                [$(bytemuck::bytes_of_mut(&mut self.$field)),*].into_iter().nth(k)
            }
        }
    };
}
pub(crate) use record;
