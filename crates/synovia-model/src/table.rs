//! The declaration of a table: each column once, with its meaning, its type and the reference's name.

use crate::column::{AnyColumn, DType};

/// The declaration of a column, available without a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnInfo {
    /// The reference's field name, such as `body_pos`.
    pub name: &'static str,
    /// The reference's shape, in sizes and constants: `nbody x 3`.
    pub shape: &'static str,
    /// Its parts, see [`ColumnInfo::rows_symbol`] and [`ColumnInfo::width_symbol`].
    pub symbols: (&'static str, Option<&'static str>),
    /// Scalar type.
    pub dtype: DType,
    /// Scalars in a row; 0 for bare scalars and for widths that depend on the model.
    pub width: usize,
    /// Number of dimensions.
    pub rank: usize,
    /// One sentence about the column.
    pub doc: &'static str,
}

impl ColumnInfo {
    /// The size that is the number of rows, such as `nbody`.
    pub const fn rows_symbol(&self) -> &'static str {
        self.symbols.0
    }

    /// The number or symbol that is the width of a row, such as `3` or `nuser_body`.
    pub const fn width_symbol(&self) -> Option<&'static str> {
        self.symbols.1
    }
}

/// The two parts of a shape such as `nbody x 3`; the second is missing if there is one only.
pub const fn split_shape(shape: &'static str) -> (&'static str, Option<&'static str>) {
    let bytes = shape.as_bytes();
    let mut at = 0;
    while at + 2 < bytes.len() {
        if bytes[at] == b' ' && bytes[at + 1] == b'x' && bytes[at + 2] == b' ' {
            let (rows, rest) = shape.split_at(at);
            return (rows, Some(rest.split_at(3).1));
        }
        at += 1;
    }
    (shape, None)
}

/// A group of columns with reflection.
pub trait Table {
    /// The columns in the reference's order.
    const COLUMNS: &'static [ColumnInfo];
    /// All columns, in the order of [`Table::COLUMNS`].
    fn columns(&self) -> Vec<&dyn AnyColumn>;
    /// All columns, writable, in the order of [`Table::COLUMNS`].
    fn columns_mut(&mut self) -> Vec<&mut dyn AnyColumn>;
    /// Column `k`.
    fn column(&self, k: usize) -> Option<&dyn AnyColumn>;
    /// Column `k`, writable.
    fn column_mut(&mut self, k: usize) -> Option<&mut dyn AnyColumn>;
    /// Passes all columns to `f`, in the order of [`Table::COLUMNS`].
    fn each_mut(&mut self, f: &mut dyn FnMut(&mut dyn AnyColumn));
    /// Passes all columns to `f`, each with the same column of `other`.
    fn each_pair(&mut self, other: &Self, f: &mut dyn FnMut(&mut dyn AnyColumn, &dyn AnyColumn));
}

/// Declares a table: documented columns, each with its type and the reference's field and shape.
///
/// The engine also declares the groups of its data with it.
#[macro_export]
macro_rules! table {
    (
        $(#[$meta:meta])*
        pub struct $table:ident {
            $( $(#[doc = $doc:literal])+ $col:ident: $ty:ty = $name:literal [$shape:literal], )*
            $( ; $( $(#[$about:meta])+ $field:ident: $kind:ty, )+ )?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $table {
            $( $(#[doc = $doc])+ #[doc = concat!("\n\nReference: `", $name, "` (", $shape, ").")] pub $col: $ty, )*
            $( $( $(#[$about])+ pub $field: $kind, )+ )?
        }

        impl $crate::table::Table for $table {
            const COLUMNS: &'static [$crate::table::ColumnInfo] = &[$(
                $crate::table::ColumnInfo {
                    name: $name,
                    shape: $shape,
                    symbols: $crate::table::split_shape($shape),
                    dtype: <$ty as $crate::column::ColumnType>::DTYPE,
                    width: <$ty as $crate::column::ColumnType>::WIDTH,
                    rank: <$ty as $crate::column::ColumnType>::RANK,
                    doc: concat!($($doc),+),
                },
            )*];

            fn columns(&self) -> Vec<&dyn $crate::column::AnyColumn> {
                vec![$(&self.$col),*]
            }

            fn columns_mut(&mut self) -> Vec<&mut dyn $crate::column::AnyColumn> {
                vec![$(&mut self.$col),*]
            }

            fn column(&self, k: usize) -> Option<&dyn $crate::column::AnyColumn> {
                let all: [&dyn $crate::column::AnyColumn; Self::COLUMNS.len()] = [$(&self.$col),*];
                all.get(k).copied()
            }

            fn column_mut(&mut self, k: usize) -> Option<&mut dyn $crate::column::AnyColumn> {
                let all: [&mut dyn $crate::column::AnyColumn; Self::COLUMNS.len()] =
                    [$(&mut self.$col),*];
                all.into_iter().nth(k)
            }

            fn each_mut(&mut self, f: &mut dyn FnMut(&mut dyn $crate::column::AnyColumn)) {
                $( f(&mut self.$col); )*
            }

            fn each_pair(
                &mut self,
                other: &Self,
                f: &mut dyn FnMut(
                    &mut dyn $crate::column::AnyColumn,
                    &dyn $crate::column::AnyColumn,
                ),
            ) {
                $( f(&mut self.$col, &other.$col); )*
            }
        }
    };
    (
        $(#[$meta:meta])*
        pub struct $table:ident of named $id:ident {
            $($columns:tt)*
        }
    ) => {
        $crate::table::table! {
            $(#[$meta])*
            pub struct $table by $id {
                $($columns)*
                ;
                /// The names of the rows.
                names: $crate::names::NameList,
            }
        }

        impl $table {
            /// The row with that name.
            #[doc(alias = "mj_name2id")]
            pub fn named(&self, name: &str) -> Option<$id> {
                self.names.find(name).map($id::new)
            }

            /// The name of a row, if it has one.
            #[doc(alias = "mj_id2name")]
            pub fn name(&self, id: $id) -> Option<&str> {
                self.names.get(id.index())
            }
        }
    };
    (
        $(#[$meta:meta])*
        pub struct $table:ident by $id:ident {
            $(#[doc = $doc:literal])+ $first:ident: $($rest:tt)*
        }
    ) => {
        $crate::table::table! {
            $(#[$meta])*
            pub struct $table {
                $(#[doc = $doc])+ $first: $($rest)*
            }
        }

        impl $table {
            /// Number of rows.
            #[inline]
            pub fn len(&self) -> usize {
                self.$first.len()
            }

            /// True if the table has no row.
            #[inline]
            pub fn is_empty(&self) -> bool {
                self.$first.is_empty()
            }

            /// The ids of all rows, in order.
            #[inline]
            pub fn ids(&self) -> $crate::id::Ids<$id> {
                $crate::id::Ids::new(0, self.$first.len())
            }
        }
    };
}
pub(crate) use table;

#[cfg(test)]
mod tests {
    use super::split_shape;

    #[test]
    fn shapes_have_one_or_two_parts() {
        assert_eq!(split_shape("nbody x 3"), ("nbody", Some("3")));
        assert_eq!(split_shape("nkey x nmocap*3"), ("nkey", Some("nmocap*3")));
        assert_eq!(split_shape("nxyz"), ("nxyz", None));
        assert_eq!(split_shape(""), ("", None));
    }
}
