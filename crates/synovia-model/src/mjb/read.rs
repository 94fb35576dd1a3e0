//! From the bytes of a binary model to the model.
//!
//! The sizes determine the length of everything after them. Memory for an array is allocated once its bytes are known to be
//! present, so a damaged file needs no more memory than it has bytes. At the end every id, address, count and kind is
//! checked.

use super::{HEADER, MAGIC, MjbError, VERSION, header, names_map, padding, swap};
use crate::budget::Budget;
use crate::column::DType;
use crate::model::{Model, expected};
use crate::record::Record;
use crate::size::Size;

/// The largest value of a size that does not count bytes.
const MAX_COUNT: i64 = i32::MAX as i64;

/// Reads from the front of a slice.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> usize {
        self.bytes.len() - self.at
    }

    fn take(&mut self, n: usize, what: &'static str) -> Result<&'a [u8], MjbError> {
        if n > self.rest() {
            return Err(MjbError::Truncated {
                what,
                at: self.at,
                missing: n - self.rest(),
            });
        }
        let start = self.at;
        self.at += n;
        Ok(&self.bytes[start..self.at])
    }

    fn array<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], MjbError> {
        let mut out = [0; N];
        out.copy_from_slice(self.take(N, what)?);
        Ok(out)
    }

    fn fill(
        &mut self,
        memory: &mut [u8],
        dtype: DType,
        what: &'static str,
    ) -> Result<(), MjbError> {
        memory.copy_from_slice(self.take(memory.len(), what)?);
        swap(memory, dtype);
        Ok(())
    }

    fn record<R: Record>(&mut self, record: &mut R) -> Result<(), MjbError> {
        for (k, info) in R::FIELDS.iter().enumerate() {
            if let Some(memory) = record.field_mut(k) {
                self.fill(memory, info.dtype, info.name)?;
            }
        }
        // padding is not part of the model
        self.take(padding(R::FIELDS), "the options").map(|_| ())
    }
}

/// Checks that the five integers are those of this format.
fn read_header(reader: &mut Reader<'_>) -> Result<(), MjbError> {
    let mut found = [0; 5];
    for number in &mut found {
        *number = i32::from_le_bytes(reader.array("the header")?);
        // a file of another kind is recognised even if it is shorter than a header
        if reader.at == size_of::<i32>() && *number != MAGIC {
            let swapped = number.swap_bytes() == MAGIC;
            return Err(if swapped {
                MjbError::ByteOrder
            } else {
                MjbError::Magic { found: *number }
            });
        }
    }
    let [_, precision, sizes, version, arrays] = found;
    let expected = header();
    if precision != expected[1] {
        return Err(MjbError::Precision { found: precision });
    }
    // before the counts, which differ between versions
    if version != VERSION {
        return Err(MjbError::Version { found: version });
    }
    for (at, what, found, expected) in [
        (8, "sizes", sizes, expected[2]),
        (16, "arrays", arrays, expected[4]),
    ] {
        if found != expected {
            return Err(MjbError::Fields {
                at,
                what,
                found,
                expected,
            });
        }
    }
    Ok(())
}

/// The smallest and the largest allowed value of a size.
fn bounds(name: &str, budget: &Budget) -> (i64, i64) {
    match name {
        "nbody" => (1, MAX_COUNT),
        // −1 means "not set"
        "njmax" | "nconmax" => (-1, MAX_COUNT),
        // sizes in bytes
        "ntexdata" | "ntextdata" | "narena" | "nbuffer" => (0, i64::MAX),
        // sizes that no array in the file bounds, but simulations allocate memory for
        "nuserdata" | "npluginstate" => {
            let most = budget.left() / size_of::<f64>() as u64;
            (
                0,
                i64::try_from(most).map_or(MAX_COUNT, |most| most.min(MAX_COUNT)),
            )
        }
        _ => (0, MAX_COUNT),
    }
}

/// Offset of the size called `name`.
fn place(name: &str) -> usize {
    let k = Size::NAMES.iter().position(|known| *known == name);
    HEADER + k.unwrap_or(0) * size_of::<i64>()
}

fn read_sizes(reader: &mut Reader<'_>, budget: &Budget) -> Result<Size, MjbError> {
    let mut size = Size::default();
    for &name in Size::NAMES {
        let at = reader.at;
        let value = i64::from_le_bytes(reader.array(name)?);
        let (least, most) = bounds(name, budget);
        if !(least..=most).contains(&value) {
            return Err(MjbError::Size {
                name,
                at,
                value,
                least,
                most,
            });
        }
        if let Some(slot) = size.get_mut(name) {
            *slot = value;
        }
    }

    // three sizes follow from the others
    let follows = [
        ("nbvhdynamic", size.nbvhdynamic, size.nbvh - size.nbvhstatic),
        ("nnames_map", size.nnames_map, names_map(&size)),
        ("nbuffer", size.nbuffer, buffer(&size)?),
    ];
    for (name, value, expected) in follows {
        if value != expected {
            return Err(MjbError::Sum {
                name,
                at: place(name),
                value,
                expected,
            });
        }
    }
    Ok(size)
}

/// Bytes of an array in a model of these sizes.
fn len(name: &'static str, scalar: DType, rows: usize, width: usize) -> Result<usize, MjbError> {
    let scalars = rows.checked_mul(width);
    let bytes = scalars.and_then(|n| n.checked_mul(scalar.size()));
    // at most the size of the address space
    bytes
        .filter(|&n| isize::try_from(n).is_ok())
        .ok_or(MjbError::Array { name, rows })
}

/// Bytes of all arrays, each aligned to 64: the required value of `nbuffer`.
fn buffer(size: &Size) -> Result<i64, MjbError> {
    let mut sum = 0i64;
    for info in Model::column_infos() {
        let (rows, width) = expected(info, size);
        let width = if info.rank == 1 { 1 } else { width };
        let bytes = len(info.name, info.dtype, rows, width)? as i64;
        let name = info.name;
        let aligned = sum.checked_add(63).map(|sum| sum / 64 * 64);
        sum = aligned
            .and_then(|sum| sum.checked_add(bytes))
            .ok_or(MjbError::Array { name, rows })?;
    }
    Ok(sum)
}

impl Model {
    /// Reads the output of [`Model::to_mjb`] or of MuJoCo 3.5.0. Any other bytes are an error, never a panic or an
    /// inconsistent model: sizes, ids and addresses are checked.
    ///
    /// The file does not contain the code of plugins and the properties of the hulls of meshes, so these are empty.
    #[doc(alias = "mj_loadModel")]
    pub fn from_mjb(bytes: &[u8]) -> Result<Self, MjbError> {
        Self::from_mjb_within(bytes, Budget::default())
    }

    /// Like [`Model::from_mjb`], with a budget for the memory of a simulation.
    pub fn from_mjb_within(bytes: &[u8], budget: Budget) -> Result<Self, MjbError> {
        let mut reader = Reader { bytes, at: 0 };
        read_header(&mut reader)?;
        let size = read_sizes(&mut reader, &budget)?;
        let mut model = Self {
            size,
            ..Self::default()
        };

        // mjOption, mjVisual, mjStatistic
        reader.record(&mut model.opt)?;
        reader.record(&mut model.vis.global)?;
        reader.record(&mut model.vis.quality)?;
        reader.record(&mut model.vis.headlight)?;
        reader.record(&mut model.vis.map)?;
        reader.record(&mut model.vis.scale)?;
        reader.record(&mut model.vis.rgba)?;
        reader.record(&mut model.stat)?;

        let first = reader.at;
        for (info, column) in model.columns_mut() {
            let (rows, width) = expected(info, &size);
            let in_row = if info.rank == 1 { 1 } else { width };
            let n = len(info.name, info.dtype, rows, in_row)?;
            if n > reader.rest() {
                // fails with the name of the missing array
                reader.take(n, info.name)?;
            }
            column.reset(rows, width);
            reader.fill(column.bytes_mut(), info.dtype, info.name)?;
        }
        if reader.rest() > 0 {
            return Err(MjbError::Trailing {
                at: reader.at,
                count: reader.rest(),
            });
        }

        if let Err(error) = model.check_references() {
            let at = model.place_of(first, error.name);
            return Err(MjbError::Reference { at, error });
        }
        model.index_names();
        Ok(model)
    }

    /// Offset where the array of that name begins, if the arrays begin at `first`.
    fn place_of(&self, first: usize, name: &str) -> usize {
        let before = self.columns().into_iter();
        let before = before.take_while(|(info, _)| info.name != name);
        first
            + before
                .map(|(_, column)| column.bytes().len())
                .sum::<usize>()
    }
}
