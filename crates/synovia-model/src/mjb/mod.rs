//! Binary models: MuJoCo's own format, byte for byte.
//!
//! ```text
//! byte 0     five integers: 54321, bytes per number, number of sizes, version, number of arrays
//! byte 20    the sizes, 64 bits each, in the order of `Size`
//! byte 732   mjOption, mjVisual, mjStatistic as they are in memory
//! then       the arrays in the order of `Model::columns`, one directly after the other
//! ```
//!
//! All numbers are little-endian. A struct is padded to its alignment: mjOption ends with an odd number of integers, so
//! four bytes of zeros follow. The file contains nothing else: code of plugins and measures of hulls are derived again
//! after reading, and the signature is zero.
//!
//! | file    | contents                                                   |
//! |---------|------------------------------------------------------------|
//! | `read`  | bytes to a model, checked before memory is allocated       |
//! | `error` | errors in the bytes, with their offsets                    |

mod error;
mod read;

pub use error::MjbError;

use crate::column::DType;
use crate::consts::LOAD_MULTIPLE;
use crate::model::Model;
use crate::opt::{Opt, Stat};
use crate::record::{FieldInfo, Record};
use crate::size::Size;
use crate::vis::{VisGlobal, VisHeadlight, VisMap, VisQuality, VisRgba, VisScale};

/// The first integer of every binary model.
const MAGIC: i32 = 54321;
/// The version whose format this is, as the reference writes it: 3.5.0.
const VERSION: i32 = 3_005_000;
/// Bytes before the sizes.
const HEADER: usize = 5 * size_of::<i32>();

/// The first five integers of a file.
fn header() -> [i32; 5] {
    [
        MAGIC,
        size_of::<f64>() as i32,
        Size::NAMES.len() as i32,
        VERSION,
        Model::column_infos().len() as i32,
    ]
}

/// Padding of a struct to its alignment, that of its largest scalar.
fn padding(fields: &[FieldInfo]) -> usize {
    let scalars = |field: &FieldInfo| field.width.max(1) * field.dtype.size();
    let len: usize = fields.iter().map(scalars).sum();
    let align = fields.iter().map(|field| field.dtype.size()).max();
    let align = align.unwrap_or(1);
    len.next_multiple_of(align) - len
}

/// Converts the scalars of `bytes` from native to little-endian byte order, or back: the same swap.
fn swap(bytes: &mut [u8], dtype: DType) {
    if cfg!(target_endian = "big") {
        for scalar in bytes.chunks_exact_mut(dtype.size()) {
            scalar.reverse();
        }
    }
}

/// Number of slots of the name maps: twice the number of objects that can have a name.
fn names_map(size: &Size) -> i64 {
    let counted = Model::column_infos().into_iter();
    let counted = counted.filter(|info| info.name.starts_with("name_"));
    let rows = counted.map(|info| size.get(info.rows_symbol()).unwrap_or(0));
    LOAD_MULTIPLE as i64 * rows.sum::<i64>()
}

/// Appends to a buffer.
struct Writer {
    out: Vec<u8>,
}

impl Writer {
    fn put(&mut self, bytes: &[u8], dtype: DType) {
        let start = self.out.len();
        self.out.extend_from_slice(bytes);
        swap(&mut self.out[start..], dtype);
    }

    fn record<R: Record>(&mut self, record: &R) {
        for (k, info) in R::FIELDS.iter().enumerate() {
            self.put(record.field(k).unwrap_or_default(), info.dtype);
        }
        let filled = self.out.len() + padding(R::FIELDS);
        self.out.resize(filled, 0);
    }
}

impl Model {
    /// The model in the binary format of MuJoCo 3.5.0, which [`Model::from_mjb`] reads.
    #[doc(alias = "mj_saveModel")]
    pub fn to_mjb(&self) -> Vec<u8> {
        let mut writer = Writer {
            out: Vec::with_capacity(self.mjb_len()),
        };
        for number in header() {
            writer.put(&number.to_ne_bytes(), DType::I32);
        }
        for (name, value) in self.size.iter() {
            let value = if name == "nbuffer" {
                self.nbuffer()
            } else {
                value
            };
            writer.put(&value.to_ne_bytes(), DType::I64);
        }

        // mjOption, mjVisual, mjStatistic
        writer.record(&self.opt);
        writer.record(&self.vis.global);
        writer.record(&self.vis.quality);
        writer.record(&self.vis.headlight);
        writer.record(&self.vis.map);
        writer.record(&self.vis.scale);
        writer.record(&self.vis.rgba);
        writer.record(&self.stat);

        for (info, column) in self.columns() {
            writer.put(column.bytes(), info.dtype);
        }
        writer.out
    }

    /// Length of [`Model::to_mjb`] in bytes.
    #[doc(alias = "mj_sizeModel")]
    pub fn mjb_len(&self) -> usize {
        let columns = self.columns().into_iter();
        let columns: usize = columns.map(|(_, column)| column.bytes().len()).sum();
        HEADER + Size::NAMES.len() * size_of::<i64>() + records_len() + columns
    }
}

/// Bytes of mjOption, mjVisual and mjStatistic.
fn records_len() -> usize {
    fn len<R: Record>() -> usize {
        let scalars = |field: &FieldInfo| field.width.max(1) * field.dtype.size();
        R::FIELDS.iter().map(scalars).sum::<usize>() + padding(R::FIELDS)
    }
    len::<Opt>()
        + len::<VisGlobal>()
        + len::<VisQuality>()
        + len::<VisHeadlight>()
        + len::<VisMap>()
        + len::<VisScale>()
        + len::<VisRgba>()
        + len::<Stat>()
}

/// True if `bytes` begin like a binary model; the rest is not examined.
pub fn is_mjb(bytes: &[u8]) -> bool {
    let magic = bytes.first_chunk().map(|&first| i32::from_le_bytes(first));
    magic.is_some_and(|magic| magic == MAGIC || magic.swap_bytes() == MAGIC)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_file_are_as_long_as_the_structs_of_the_reference() {
        // sizeof(mjOption) + sizeof(mjVisual) + sizeof(mjStatistic) of a 64-bit machine
        assert_eq!(padding(Opt::FIELDS), 4);
        assert_eq!(records_len(), 304 + 632 + 56);
        assert_eq!(HEADER + 8 * Size::NAMES.len(), 732);
    }

    #[test]
    fn the_header_is_that_of_the_reference() {
        assert_eq!(header(), [54321, 8, 89, 3_005_000, 456]);
        assert!(is_mjb(&54321i32.to_le_bytes()) && is_mjb(&54321i32.to_be_bytes()));
        assert!(!is_mjb(b"<mujoco/>") && !is_mjb(b"") && !is_mjb(&[0x31]));
    }
}
