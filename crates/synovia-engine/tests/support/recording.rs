//! Recordings of the reference: a model, some states, and the fields that the reference derived from them.
//!
//! The format is that of `conformance/tools/record.py`: consecutive arrays, each a header line `name dtype dims…` and the raw
//! little-endian bytes.

use std::collections::BTreeMap;
use std::path::Path;

use bytemuck::Zeroable;
use synovia_engine::Data;
use synovia_engine::data::Contact;
use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::column::{AnyColumn, DType};
use synovia_model::record::Record;

/// One array of a recording.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    /// Scalar type: `f8`, `f4`, `i4`, `i8`, `u1`.
    pub(crate) dtype: String,
    /// Extent of each dimension.
    pub(crate) shape: Vec<usize>,
    /// The memory.
    pub(crate) bytes: Vec<u8>,
}

impl Array {
    /// The scalars as numbers, for any type.
    pub(crate) fn numbers(&self) -> Vec<f64> {
        numbers(&self.dtype, &self.bytes)
    }
}

fn numbers(dtype: &str, bytes: &[u8]) -> Vec<f64> {
    fn each<const N: usize>(bytes: &[u8], f: impl Fn([u8; N]) -> f64) -> Vec<f64> {
        bytes.as_chunks::<N>().0.iter().map(|&b| f(b)).collect()
    }
    match dtype {
        "f8" => each(bytes, f64::from_le_bytes),
        "f4" => each(bytes, |b| f64::from(f32::from_le_bytes(b))),
        "i4" => each(bytes, |b| f64::from(i32::from_le_bytes(b))),
        "i8" => each(bytes, |b| i64::from_le_bytes(b) as f64),
        _ => each(bytes, |b: [u8; 1]| f64::from(b[0])),
    }
}

/// A recording.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recording {
    arrays: BTreeMap<String, Array>,
}

impl Recording {
    /// Reads a recording.
    pub(crate) fn open(path: &Path) -> std::io::Result<Self> {
        Ok(Self::parse(&std::fs::read(path)?))
    }

    /// Parses a recording; an incomplete tail is ignored.
    pub(crate) fn parse(bytes: &[u8]) -> Self {
        let mut arrays = BTreeMap::new();
        let mut rest = bytes;
        while let Some(end) = rest.iter().position(|&b| b == b'\n') {
            let header = String::from_utf8_lossy(&rest[..end]).into_owned();
            let mut words = header.split(' ');
            let (Some(name), Some(dtype)) = (words.next(), words.next()) else {
                break;
            };
            let shape: Vec<usize> = words.filter_map(|w| w.parse().ok()).collect();
            let width = dtype[1..].parse::<usize>().unwrap_or(1);
            let len = shape.iter().product::<usize>() * width;
            rest = &rest[end + 1..];
            if rest.len() < len {
                break;
            }
            let array = Array {
                dtype: dtype.to_owned(),
                shape,
                bytes: rest[..len].to_vec(),
            };
            arrays.insert(name.to_owned(), array);
            rest = &rest[len..];
        }
        Self { arrays }
    }

    /// The array `name`.
    pub(crate) fn get(&self, name: &str) -> Option<&Array> {
        self.arrays.get(name)
    }

    /// A single number.
    pub(crate) fn scalar(&self, name: &str) -> Option<f64> {
        self.get(name)?.numbers().first().copied()
    }

    /// Number of states.
    pub(crate) fn states(&self) -> usize {
        self.scalar("states").unwrap_or(0.0) as usize
    }

    /// The model, with every field as the reference compiled it.
    pub(crate) fn model(&self) -> Model {
        let mut model = Model::default();
        let mut size = model.size;
        for name in synovia_model::Size::NAMES {
            if let (Some(value), Some(slot)) =
                (self.scalar(&format!("m.{name}")), size.get_mut(name))
            {
                *slot = value as i64;
            }
        }
        model = Model::with_size(size);
        fill_record(&mut model.opt, "m.opt.", self);
        fill_record(&mut model.stat, "m.stat.", self);
        for (info, column) in model.columns_mut() {
            if let Some(array) = self.get(&format!("m.{}", info.name)) {
                fill(column, array, info.name);
            }
        }
        model
    }

    /// The contacts of state `k`, if they were recorded.
    pub(crate) fn contacts(&self, k: usize) -> Option<Vec<Contact>> {
        let numbers = |name: &str| Some(self.get(&format!("c{k}.{name}"))?.numbers());
        let dist = numbers("dist")?;
        let mut list = vec![Contact::zeroed(); dist.len()];
        for (contact, dist) in list.iter_mut().zip(dist) {
            contact.dist = dist;
        }
        let mut wide = |name: &str, put: &mut dyn FnMut(&mut Contact, &[f64])| {
            let values = numbers(name)?;
            let width = values.len() / list.len().max(1);
            for (contact, row) in list.iter_mut().zip(values.chunks_exact(width.max(1))) {
                put(contact, row);
            }
            Some(())
        };
        wide("pos", &mut |c, v| c.pos = Vec3::new(v[0], v[1], v[2]))?;
        wide("frame", &mut |c, v| c.frame.0.copy_from_slice(v))?;
        wide("includemargin", &mut |c, v| c.includemargin = v[0])?;
        wide("friction", &mut |c, v| c.friction.copy_from_slice(v))?;
        wide("solref", &mut |c, v| c.solref.copy_from_slice(v))?;
        wide("solreffriction", &mut |c, v| {
            c.solreffriction.copy_from_slice(v);
        })?;
        wide("solimp", &mut |c, v| c.solimp.copy_from_slice(v))?;
        wide("dim", &mut |c, v| c.dim = v[0] as i32)?;
        // results of the constraint stage are cleared
        wide("exclude", &mut |c, _| {
            c.exclude = i32::from(c.dist >= c.includemargin);
            c.efc_address = -1;
        })?;
        let pair = |v: &[f64]| [v[0] as i32, v[1] as i32];
        wide("geom", &mut |c, v| {
            c.geom = pair(v);
            [c.geom1, c.geom2] = c.geom;
        })?;
        wide("flex", &mut |c, v| c.flex = pair(v))?;
        wide("elem", &mut |c, v| c.elem = pair(v))?;
        wide("vert", &mut |c, v| c.vert = pair(v))?;
        Some(list)
    }

    /// Sets the inputs of state `k` in `data`.
    pub(crate) fn load_state(&self, k: usize, data: &mut Data) {
        let prefix = format!("s{k}.");
        for (info, column) in data.columns_mut() {
            if let Some(array) = self.get(&format!("{prefix}{}", info.name)) {
                fill(column, array, info.name);
            }
        }
        if let Some(contacts) = self.contacts(k) {
            data.contact.list = contacts;
        }
    }
}

fn fill_record(record: &mut impl Record, prefix: &str, from: &Recording) {
    fn fields<R: Record>(_: &R) -> Vec<(usize, &'static str, DType)> {
        R::FIELDS
            .iter()
            .enumerate()
            .map(|(k, f)| (k, f.name, f.dtype))
            .collect()
    }
    for (k, name, dtype) in fields(record) {
        let Some(array) = from.get(&format!("{prefix}{name}")) else {
            continue;
        };
        let Some(slot) = record.field_mut(k) else {
            continue;
        };
        let values = array.numbers();
        let bytes: Vec<u8> = match dtype {
            DType::F64 => values.iter().flat_map(|v| v.to_le_bytes()).collect(),
            _ => values
                .iter()
                .flat_map(|&v| (v as i32).to_le_bytes())
                .collect(),
        };
        assert_eq!(slot.len(), bytes.len(), "{prefix}{name}");
        slot.copy_from_slice(&bytes);
    }
}

fn fill(column: &mut dyn AnyColumn, array: &Array, name: &str) {
    let slot = column.bytes_mut();
    assert_eq!(slot.len(), array.bytes.len(), "{name} {:?}", array.shape);
    slot.copy_from_slice(&array.bytes);
}

/// The scalars of a column as numbers.
pub(crate) fn column_numbers(column: &dyn AnyColumn) -> Vec<f64> {
    let dtype = match column.dtype() {
        DType::F64 => "f8",
        DType::F32 => "f4",
        DType::I32 => "i4",
        DType::I64 => "i8",
        DType::U8 => "u1",
    };
    numbers(dtype, column.bytes())
}

/// Largest difference of two arrays, relative to the largest number of the second; infinite if their lengths differ.
pub(crate) fn deviation(found: &[f64], expected: &[f64]) -> f64 {
    if found.len() != expected.len() {
        return f64::INFINITY;
    }
    let scale = expected.iter().fold(
        1e-3_f64,
        |m, x| if x.is_finite() { m.max(x.abs()) } else { m },
    );
    let mut worst: f64 = 0.0;
    for (a, b) in found.iter().zip(expected) {
        let gap = if a == b || (a.is_nan() && b.is_nan()) {
            0.0
        } else {
            (a - b).abs()
        };
        worst = if gap.is_nan() {
            f64::INFINITY
        } else {
            worst.max(gap)
        };
    }
    worst / scale
}
