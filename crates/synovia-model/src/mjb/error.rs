//! What is wrong with the bytes of a binary model.

use core::fmt;

use crate::validate::ReferenceError;

/// Why bytes are not a model. Places are counted in bytes from the beginning.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MjbError {
    /// The first number is another one.
    #[error("not a binary model of MuJoCo: it begins with {found}, not with 54321")]
    Magic {
        /// The first number.
        found: i32,
    },
    /// The first number is written the other way round.
    #[error(
        "the model was saved by a machine whose numbers begin with their highest byte; save it again on another one"
    )]
    ByteOrder,
    /// Numbers of another length.
    #[error("byte 4: the numbers of the model have {found} bytes, expected 8 (double precision)")]
    Precision {
        /// Bytes of one number.
        found: i32,
    },
    /// Another version of MuJoCo.
    #[error(
        "byte 12: saved by MuJoCo {}, expected 3.5.0; save the model again with that version, or load its XML", Version(*found)
    )]
    Version {
        /// What stands where the version should.
        found: i32,
    },
    /// The same version with other fields.
    #[error("byte {at}: the model has {found} {what}, expected {expected}")]
    Fields {
        /// Where the number is.
        at: usize,
        /// Sizes or arrays.
        what: &'static str,
        /// How many it has.
        found: i32,
        /// How many a model has.
        expected: i32,
    },
    /// The bytes end too early.
    #[error(
        "the file ends in the middle of {what}, which begins at byte {at}: {missing} bytes are missing"
    )]
    Truncated {
        /// What was being read.
        what: &'static str,
        /// Where it begins.
        at: usize,
        /// How many bytes there should still be.
        missing: usize,
    },
    /// Something follows the end.
    #[error("the model ends at byte {at}, but {count} bytes follow")]
    Trailing {
        /// Where the model ends.
        at: usize,
        /// How many bytes there are too many.
        count: usize,
    },
    /// A size that no model can have.
    #[error("byte {at}: {name} is {value}, but it must be from {least} to {most}")]
    Size {
        /// Which size.
        name: &'static str,
        /// Where it is.
        at: usize,
        /// What it is.
        value: i64,
        /// The smallest that it may be.
        least: i64,
        /// The largest that it may be.
        most: i64,
    },
    /// A size that does not follow from the others.
    #[error("byte {at}: {name} is {value}, but by the other sizes it must be {expected}")]
    Sum {
        /// Which size.
        name: &'static str,
        /// Where it is.
        at: usize,
        /// What it is.
        value: i64,
        /// What it should be.
        expected: i64,
    },
    /// An array that is larger than memory can be.
    #[error("the sizes ask for {name} of {rows} rows, which no memory can hold")]
    Array {
        /// Which array.
        name: &'static str,
        /// How many rows it would have.
        rows: usize,
    },
    /// An id or address that is out of range.
    #[error("{error} (the array begins at byte {at})")]
    Reference {
        /// Where the array begins.
        at: usize,
        /// What is wrong.
        error: ReferenceError,
    },
}

/// A version in words. Before 3.5.0 the place of the version held a small number of something else.
struct Version(i32);

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            n @ 1_000_000.. => {
                write!(f, "{}.{}.{}", n / 1_000_000, n / 1000 % 1000, n % 1000)
            }
            0..100_000 => f.write_str("of a version before 3.5.0"),
            n => write!(f, "of the unknown version {n}"),
        }
    }
}
