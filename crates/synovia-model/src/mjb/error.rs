//! Errors in the bytes of a binary model.

use core::fmt;

use crate::validate::ReferenceError;

/// Why bytes are not a model. Positions are byte offsets from the beginning.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MjbError {
    /// The first number is not the magic number.
    #[error("not a binary model of MuJoCo: it begins with {found}, not with 54321")]
    Magic {
        /// The first number.
        found: i32,
    },
    /// The first number has the opposite byte order.
    #[error(
        "the model was saved on a big-endian machine (highest byte first); save it again on a little-endian one"
    )]
    ByteOrder,
    /// Numbers have another size.
    #[error("byte 4: the numbers of the model have {found} bytes, expected 8 (double precision)")]
    Precision {
        /// Bytes of one number.
        found: i32,
    },
    /// The model was saved by another version of MuJoCo.
    #[error(
        "byte 12: saved by MuJoCo {}, expected 3.5.0; save the model again with that version, or load its XML", Version(*found)
    )]
    Version {
        /// The value in the place of the version.
        found: i32,
    },
    /// The version is the same, but the number of fields differs.
    #[error("byte {at}: the model has {found} {what}, expected {expected}")]
    Fields {
        /// Offset of the number.
        at: usize,
        /// Sizes or arrays.
        what: &'static str,
        /// Number in the file.
        found: i32,
        /// Number in this format.
        expected: i32,
    },
    /// The bytes end too early.
    #[error(
        "the file ends in the middle of {what}, which begins at byte {at}: {missing} bytes are missing"
    )]
    Truncated {
        /// The part that was being read.
        what: &'static str,
        /// Offset where it begins.
        at: usize,
        /// Number of missing bytes.
        missing: usize,
    },
    /// Bytes follow the end of the model.
    #[error("the model ends at byte {at}, but {count} bytes follow")]
    Trailing {
        /// Where the model ends.
        at: usize,
        /// Number of surplus bytes.
        count: usize,
    },
    /// A size is out of range.
    #[error("byte {at}: {name} is {value}, but it must be from {least} to {most}")]
    Size {
        /// Name of the size.
        name: &'static str,
        /// Offset of the size.
        at: usize,
        /// Its value.
        value: i64,
        /// Smallest allowed value.
        least: i64,
        /// Largest allowed value.
        most: i64,
    },
    /// A size is inconsistent with the others.
    #[error("byte {at}: {name} is {value}, but the other sizes require {expected}")]
    Sum {
        /// Name of the size.
        name: &'static str,
        /// Offset of the size.
        at: usize,
        /// Its value.
        value: i64,
        /// The value that follows from the other sizes.
        expected: i64,
    },
    /// An array is larger than the address space.
    #[error("the sizes require {rows} rows of {name}, more than memory can hold")]
    Array {
        /// Name of the array.
        name: &'static str,
        /// Number of its rows.
        rows: usize,
    },
    /// An id or address is out of range.
    #[error("{error} (the array begins at byte {at})")]
    Reference {
        /// Offset where the array begins.
        at: usize,
        /// The error.
        error: ReferenceError,
    },
}

/// A version as text. Before 3.5.0 a small number was stored in the place of the version.
struct Version(i32);

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            n @ 1_000_000.. => {
                write!(f, "{}.{}.{}", n / 1_000_000, n / 1000 % 1000, n % 1000)
            }
            0..100_000 => f.write_str("from before 3.5.0"),
            n => write!(f, "of unknown version {n}"),
        }
    }
}
