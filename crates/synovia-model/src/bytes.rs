//! A model as bytes: our own format, checked when it is read.
//!
//! ```text
//! magic, version, schema | sizes | signature | opt, vis, stat | columns
//! ```
//!
//! Numbers are little-endian. The schema is a fingerprint of every name, type and shape of this crate, so a file of
//! another layout is refused by name. Sizes come first and say how long everything after them is; nothing is
//! allocated before the bytes for it are known to be there.

use crate::column::DType;
use crate::model::{Model, ShapeError, expected};
use crate::opt::{Opt, Stat};
use crate::record::{FieldInfo, Record};
use crate::size::Size;
use crate::validate::ReferenceError;
use crate::vis::{VisGlobal, VisHeadlight, VisMap, VisQuality, VisRgba, VisScale};

const MAGIC: [u8; 8] = *b"SYNOVIA\x1a";
const VERSION: u32 = 1;

/// Why bytes are not a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BytesError {
    /// The first bytes are not those of this format.
    #[error("not a saved Synovia model")]
    Magic,
    /// Another version of the format.
    #[error("saved in format version {found}, this build reads version {expected}")]
    Version {
        /// Version of the bytes.
        found: u32,
        /// Version of this build.
        expected: u32,
    },
    /// The same format with other fields.
    #[error("saved by a build with other model fields; save the model again with this one")]
    Schema,
    /// The bytes end too early.
    #[error("the data end in the middle of {what}: {missing} bytes are missing")]
    Truncated {
        /// What was being read.
        what: &'static str,
        /// How many bytes there should still be.
        missing: usize,
    },
    /// Something follows the end.
    #[error("{0} bytes follow the end of the model")]
    Trailing(usize),
    /// A size that no model can have.
    #[error("{name} is {value}")]
    Size {
        /// Which size.
        name: &'static str,
        /// What it is.
        value: i64,
    },
    /// A column that does not fit the sizes.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// An id or address that is out of range.
    #[error(transparent)]
    Reference(#[from] ReferenceError),
}

/// Calls `f` with the fields and memory of every record of a model.
macro_rules! each_record {
    ($model:ident, $get:ident, |$fields:ident, $info:ident, $bytes:ident| $body:block) => {
        each_record!(@one Opt, $model.opt, $get, |$fields, $info, $bytes| $body);
        each_record!(@one VisGlobal, $model.vis.global, $get, |$fields, $info, $bytes| $body);
        each_record!(@one VisQuality, $model.vis.quality, $get, |$fields, $info, $bytes| $body);
        each_record!(@one VisHeadlight, $model.vis.headlight, $get, |$fields, $info, $bytes| $body);
        each_record!(@one VisMap, $model.vis.map, $get, |$fields, $info, $bytes| $body);
        each_record!(@one VisScale, $model.vis.scale, $get, |$fields, $info, $bytes| $body);
        each_record!(@one VisRgba, $model.vis.rgba, $get, |$fields, $info, $bytes| $body);
        each_record!(@one Stat, $model.stat, $get, |$fields, $info, $bytes| $body);
    };
    (@one $ty:ident, $record:expr, $get:ident, |$fields:ident, $info:ident, $bytes:ident| $body:block) => {
        let $fields: &'static [FieldInfo] = <$ty as Record>::FIELDS;
        for (k, $info) in $fields.iter().enumerate() {
            if let Some($bytes) = $record.$get(k) $body
        }
    };
}

/// Fingerprint of all names, types and shapes (FNV-1a).
fn schema() -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut add = |text: &str, dtype: DType, width: usize| {
        for byte in text.bytes().chain([dtype as u8, width as u8, b'\n']) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for name in Size::NAMES {
        add(name, DType::I64, 0);
    }
    for fields in [
        Opt::FIELDS,
        VisGlobal::FIELDS,
        VisQuality::FIELDS,
        VisHeadlight::FIELDS,
        VisMap::FIELDS,
        VisScale::FIELDS,
        VisRgba::FIELDS,
        Stat::FIELDS,
    ] {
        for field in fields {
            add(field.name, field.dtype, field.width);
        }
    }
    for info in Model::column_infos() {
        add(info.name, info.dtype, info.width);
        add(info.shape, info.dtype, info.rank);
    }
    hash
}

/// Turns the scalars of `bytes` from this machine's order into little-endian order, or back: the same swap.
fn swap(bytes: &mut [u8], dtype: DType) {
    if cfg!(target_endian = "big") {
        for scalar in bytes.chunks_exact_mut(dtype.size()) {
            scalar.reverse();
        }
    }
}

/// Reads from the front of a slice.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, n: usize, what: &'static str) -> Result<&'a [u8], BytesError> {
        let Some((head, rest)) = self.rest.split_at_checked(n) else {
            return Err(BytesError::Truncated {
                what,
                missing: n - self.rest.len(),
            });
        };
        self.rest = rest;
        Ok(head)
    }

    fn array<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], BytesError> {
        let mut out = [0; N];
        out.copy_from_slice(self.take(N, what)?);
        Ok(out)
    }
}

impl Model {
    /// The model as bytes, to be read by [`Model::from_bytes`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        out.extend(MAGIC);
        out.extend(VERSION.to_le_bytes());
        out.extend(schema().to_le_bytes());
        for (_, value) in self.size.iter() {
            out.extend(value.to_le_bytes());
        }
        out.extend(self.signature.to_le_bytes());

        let mut put = |bytes: &[u8], dtype: DType| {
            let start = out.len();
            out.extend_from_slice(bytes);
            swap(&mut out[start..], dtype);
        };
        each_record!(self, field, |fields, info, bytes| {
            put(bytes, info.dtype);
        });
        for (info, column) in self.columns() {
            put(column.bytes(), info.dtype);
        }
        out
    }

    /// Reads what [`Model::to_bytes`] wrote. Any other bytes are an error, never a panic or a broken model: shapes,
    /// ids and addresses are checked.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BytesError> {
        let mut reader = Reader { rest: bytes };
        if reader.take(MAGIC.len(), "the header").ok() != Some(&MAGIC[..]) {
            return Err(BytesError::Magic);
        }
        let found = u32::from_le_bytes(reader.array("the version")?);
        if found != VERSION {
            return Err(BytesError::Version {
                found,
                expected: VERSION,
            });
        }
        if u64::from_le_bytes(reader.array("the schema")?) != schema() {
            return Err(BytesError::Schema);
        }

        // sizes: all but the two that may say "not given" count something
        let mut model = Self::default();
        for &name in Size::NAMES {
            let value = i64::from_le_bytes(reader.array(name)?);
            let least = if matches!(name, "njmax" | "nconmax") {
                -1
            } else {
                0
            };
            let most = match name {
                _ if is_bytes(name) => i64::MAX,
                // what no column of the model bounds, but simulations have memory for
                "nuserdata" | "npluginstate" => MAX_FREE,
                _ => i64::from(i32::MAX),
            };
            if value < least || value > most {
                return Err(BytesError::Size { name, value });
            }
            if let Some(size) = model.size.get_mut(name) {
                *size = value;
            }
        }
        model.signature = u64::from_le_bytes(reader.array("the signature")?);

        each_record!(model, field_mut, |fields, info, bytes| {
            bytes.copy_from_slice(reader.take(bytes.len(), info.name)?);
            swap(bytes, info.dtype);
        });

        // columns: room is made only for bytes that are there
        let size = model.size;
        for (info, column) in model.columns_mut() {
            let (rows, width) = expected(info, &size);
            let scalars = if info.rank == 1 {
                Some(rows)
            } else {
                rows.checked_mul(width)
            };
            let Some(n) = scalars.and_then(|n| n.checked_mul(info.dtype.size())) else {
                return Err(BytesError::Size {
                    name: info.name,
                    value: rows as i64,
                });
            };
            let memory = reader.take(n, info.name)?;
            column.reset(rows, width);
            column.bytes_mut().copy_from_slice(memory);
            swap(column.bytes_mut(), info.dtype);
        }
        if !reader.rest.is_empty() {
            return Err(BytesError::Trailing(reader.rest.len()));
        }

        model.check_shapes()?;
        model.check_references()?;
        model.index_names();
        Ok(model)
    }
}

/// The largest size of what only simulations have.
const MAX_FREE: i64 = 1 << 24;

/// Sizes that count bytes may exceed what an id can say.
fn is_bytes(name: &str) -> bool {
    matches!(name, "ntexdata" | "ntextdata" | "narena" | "nbuffer")
}
