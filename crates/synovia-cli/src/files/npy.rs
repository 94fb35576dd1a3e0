//! Arrays of numbers in numpy's format NPY.
//!
//! A magic word and a version, the length of the header, the header (a Python dictionary with `descr`, `fortran_order` and
//! `shape`, padded so that the numbers start at a multiple of 64 bytes), the numbers.

const MAGIC: &[u8; 6] = b"\x93NUMPY";

/// An array of numbers in row-major order.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// Its sides.
    pub shape: Vec<usize>,
    /// Its numbers.
    pub values: Vec<f64>,
}

/// What can be wrong with an NPY file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NpyError {
    /// It does not begin as one.
    #[error("not an NPY file")]
    Magic,
    /// The header is not understood.
    #[error("the header of the NPY file has no {0}")]
    Header(&'static str),
    /// Numbers of a type that is not read.
    #[error("the numbers are of type {0}, expected one of <f8, <f4, <i4, <i8")]
    Type(String),
    /// Column-major order.
    #[error("the array is in column-major order; save it with numpy.ascontiguousarray")]
    Fortran,
    /// Too few or too many numbers.
    #[error("{found} bytes of numbers, but the shape asks for {expected}")]
    Length {
        /// Bytes that are there.
        found: usize,
        /// Bytes that the shape asks for.
        expected: usize,
    },
}

/// Types of numbers that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Doubles.
    Double,
    /// Integers of 32 bits.
    Integer,
}

impl Kind {
    /// Bytes of a number.
    pub fn size(self) -> usize {
        match self {
            Self::Double => 8,
            Self::Integer => 4,
        }
    }
}

/// Bytes before the numbers: the same for every shape of one or two sides, so that it can be written last.
pub const HEAD: usize = 128;

/// The head of a file with `rows` numbers, or rows of `width` numbers.
pub fn head(kind: Kind, rows: u64, width: Option<usize>) -> [u8; HEAD] {
    let descr = match kind {
        Kind::Double => "<f8",
        Kind::Integer => "<i4",
    };
    // a single side needs its comma to be a tuple
    let width = width.map_or_else(String::new, |width| format!(" {width}"));
    let text =
        format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({rows},{width}), }}");
    // magic, version, length of two bytes, text, newline; two sides of 20 digits still fit
    let start = MAGIC.len() + 4;
    let mut bytes = [b' '; HEAD];
    bytes[..MAGIC.len()].copy_from_slice(MAGIC);
    bytes[MAGIC.len()..start - 2].copy_from_slice(&[1, 0]);
    bytes[start - 2..start].copy_from_slice(&((HEAD - start) as u16).to_le_bytes());
    bytes[start..start + text.len()].copy_from_slice(text.as_bytes());
    bytes[HEAD - 1] = b'\n';
    bytes
}

/// What follows `'key':` in the header.
fn entry<'a>(header: &'a str, key: &'static str) -> Result<&'a str, NpyError> {
    let at = header.find(&format!("'{key}'"));
    let rest = at.and_then(|at| header[at..].split_once(':'));
    rest.map(|(_, rest)| rest.trim_start())
        .ok_or(NpyError::Header(key))
}

/// Reads an array.
pub fn read(bytes: &[u8]) -> Result<Array, NpyError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(NpyError::Magic)?;
    // version 1 has a length of two bytes, later ones of four
    let (length, start) = match rest {
        [1, _, a, b, ..] => (u16::from_le_bytes([*a, *b]) as usize, 4),
        [2 | 3, _, a, b, c, d, ..] => (u32::from_le_bytes([*a, *b, *c, *d]) as usize, 6),
        _ => return Err(NpyError::Magic),
    };
    let end = start + length;
    let header = rest.get(start..end).ok_or(NpyError::Header("end"))?;
    let header = std::str::from_utf8(header).map_err(|_| NpyError::Header("text"))?;

    if entry(header, "fortran_order")?.starts_with("True") {
        return Err(NpyError::Fortran);
    }
    let sides = entry(header, "shape")?;
    let sides = sides.strip_prefix('(').and_then(|s| s.split_once(')'));
    let (sides, _) = sides.ok_or(NpyError::Header("shape"))?;
    let shape: Result<Vec<usize>, _> = (sides.split(',').map(str::trim))
        .filter(|side| !side.is_empty())
        .map(str::parse)
        .collect();
    let shape = shape.map_err(|_| NpyError::Header("shape"))?;

    let descr = entry(header, "descr")?;
    let descr = descr.split(['\'', '"']).nth(1).unwrap_or(descr);
    let data = &rest[end..];
    let values: Vec<f64> = match descr {
        "<f8" => pieces(data, &shape, f64::from_le_bytes)?,
        "<f4" => pieces(data, &shape, |b| f64::from(f32::from_le_bytes(b)))?,
        "<i4" => pieces(data, &shape, |b| f64::from(i32::from_le_bytes(b)))?,
        "<i8" => pieces(data, &shape, |b| i64::from_le_bytes(b) as f64)?,
        other => return Err(NpyError::Type(other.to_owned())),
    };
    Ok(Array { shape, values })
}

/// The numbers of `N` bytes each, as many as the shape asks for.
fn pieces<const N: usize>(
    data: &[u8],
    shape: &[usize],
    number: impl Fn([u8; N]) -> f64,
) -> Result<Vec<f64>, NpyError> {
    let expected = shape.iter().try_fold(N, |n, &side| n.checked_mul(side));
    if expected != Some(data.len()) {
        return Err(NpyError::Length {
            found: data.len(),
            expected: expected.unwrap_or(usize::MAX),
        });
    }
    let (numbers, _) = data.as_chunks();
    Ok(numbers.iter().map(|&bytes| number(bytes)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_doubles(values: &[f64], width: Option<usize>) -> Vec<u8> {
        let rows = values.len() / width.unwrap_or(1);
        let mut bytes = head(Kind::Double, rows as u64, width).to_vec();
        bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        bytes
    }

    #[test]
    fn the_longest_head_has_its_length() {
        let bytes = head(Kind::Integer, u64::MAX, Some(usize::MAX));
        let text = std::str::from_utf8(&bytes[10..]).unwrap();
        assert!(text.contains("(18446744073709551615, 18446744073709551615), }"));
        assert!(text.ends_with(" \n"));
    }

    #[test]
    fn what_is_written_is_read() {
        let values = [1.0, -0.0, f64::MIN_POSITIVE, 0.1, 1e300, 5.0];
        let bytes = of_doubles(&values, Some(3));
        assert_eq!(bytes.len(), HEAD + 48);
        let array = read(&bytes).unwrap();
        assert_eq!(array.shape, [2, 3]);
        for (found, expected) in array.values.iter().zip(values) {
            assert_eq!(found.to_bits(), expected.to_bits());
        }
        let mut counts = head(Kind::Integer, 2, None).to_vec();
        counts.extend([3_i32, -1].iter().flat_map(|n| n.to_le_bytes()));
        let counts = read(&counts).unwrap();
        assert_eq!((counts.shape, counts.values), (vec![2], vec![3.0, -1.0]));
    }

    #[test]
    fn a_wrong_file_is_explained() {
        assert_eq!(read(b"PK"), Err(NpyError::Magic));
        let mut short = of_doubles(&[1.0, 2.0], None);
        short.pop();
        let (found, expected) = (15, 16);
        assert_eq!(read(&short), Err(NpyError::Length { found, expected }));
        let text = of_doubles(&[1.0], None);
        let swap = |from: &[u8], to: &[u8]| {
            let at = text.windows(from.len()).position(|w| w == from).unwrap();
            let mut text = text.clone();
            text[at..at + to.len()].copy_from_slice(to);
            read(&text)
        };
        assert_eq!(swap(b"<f8", b"<c8"), Err(NpyError::Type("<c8".to_owned())));
        assert_eq!(swap(b"False", b"True "), Err(NpyError::Fortran));
        assert_eq!(swap(b"shape", b"shame"), Err(NpyError::Header("shape")));
        // a shape that no memory holds
        assert!(matches!(swap(b"(1,)", b"(9e9"), Err(NpyError::Header(_))));
    }

    #[test]
    fn no_prefix_of_a_file_panics() {
        let whole = of_doubles(&[1.0, 2.0], Some(2));
        for n in 0..whole.len() {
            assert!(read(&whole[..n]).is_err());
        }
    }
}
