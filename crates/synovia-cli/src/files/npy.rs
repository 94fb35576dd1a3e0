//! Arrays of numbers in numpy's NPY format: a header with type, order and shape, then the numbers.
//!
//! The size given by the header is compared with the length of the file before memory is allocated.

use super::npy_header::{Header, MAGIC};

/// An array of numbers in row-major order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Array {
    /// Its dimensions.
    pub shape: Vec<usize>,
    /// Its numbers.
    pub values: Vec<f64>,
}

/// Errors of an NPY file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NpyError {
    /// The file does not start with the magic bytes.
    #[error("not an NPY file")]
    Magic,
    /// The header is invalid.
    #[error("the header of the NPY file is damaged: {0}")]
    Header(String),
    /// The type of the numbers is not supported.
    #[error("the numbers are of type {0}, expected one of <f8, <f4, <i4, <i8")]
    Type(String),
    /// Too few or too many numbers.
    #[error("{found} bytes of numbers, but the shape requires {expected}")]
    Length {
        /// Bytes in the file.
        found: usize,
        /// Bytes required by the shape.
        expected: usize,
    },
}

/// Types of numbers that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NpyType {
    /// Doubles.
    Double,
    /// Integers of 32 bits.
    Integer,
}

impl NpyType {
    /// Bytes per number.
    pub(crate) fn size(self) -> usize {
        match self {
            Self::Double => 8,
            Self::Integer => 4,
        }
    }
}

/// The header of an array with `rows` numbers, or with `rows` rows of `width` numbers.
pub(crate) fn header(kind: NpyType, rows: u64, width: Option<usize>) -> Result<Vec<u8>, NpyError> {
    let rows = usize::try_from(rows).map_err(|error| NpyError::Header(error.to_string()))?;
    let descr = match kind {
        NpyType::Double => "<f8",
        NpyType::Integer => "<i4",
    };
    let header = Header {
        descr: descr.to_owned(),
        fortran_order: false,
        shape: core::iter::once(rows).chain(width).collect(),
    };
    Ok(header.to_bytes())
}

/// Reads an array in row-major or column-major order.
pub(crate) fn read(bytes: &[u8]) -> Result<Array, NpyError> {
    if !bytes.starts_with(MAGIC) {
        return Err(NpyError::Magic);
    }
    let (header, start) = Header::read(bytes).map_err(NpyError::Header)?;
    let (content, shape) = (&bytes[start..], &header.shape);
    let values = match header.descr.as_str() {
        "<f8" => numbers(content, shape, f64::from_le_bytes)?,
        "<f4" => numbers(content, shape, |x| f32::from_le_bytes(x).into())?,
        "<i4" => numbers(content, shape, |x| i32::from_le_bytes(x).into())?,
        "<i8" => numbers(content, shape, |x| i64::from_le_bytes(x) as f64)?,
        other => return Err(NpyError::Type(other.to_owned())),
    };
    let values = if header.fortran_order {
        row_major(&values, shape)
    } else {
        values
    };
    let shape = header.shape;
    Ok(Array { shape, values })
}

/// The numbers, of `N` bytes each; their count must match the shape.
fn numbers<const N: usize>(
    bytes: &[u8],
    shape: &[usize],
    number: impl Fn([u8; N]) -> f64,
) -> Result<Vec<f64>, NpyError> {
    let found = bytes.len();
    let expected = (shape.iter()).try_fold(N, |n, &side| n.checked_mul(side));
    if expected != Some(found) {
        let expected = expected.unwrap_or(usize::MAX);
        return Err(NpyError::Length { found, expected });
    }
    let (numbers, _) = bytes.as_chunks();
    Ok(numbers.iter().map(|&bytes| number(bytes)).collect())
}

/// Reorders numbers from column-major order (first index fastest) to row-major order (last index fastest).
fn row_major(values: &[f64], shape: &[usize]) -> Vec<f64> {
    let mut index = vec![0; shape.len()];
    let mut turned = Vec::with_capacity(values.len());
    for _ in values {
        // i₀ + n₀ (i₁ + n₁ (i₂ + …))
        let sides = shape.iter().zip(&index).rev();
        turned.push(values[sides.fold(0, |place, (&side, &i)| place * side + i)]);
        // increment the index, last dimension first
        for (i, &side) in index.iter_mut().zip(shape).rev() {
            *i += 1;
            if *i < side {
                break;
            }
            *i = 0;
        }
    }
    turned
}

#[cfg(test)]
mod tests {
    use ndarray_npy::WriteNpyExt;

    use super::*;

    fn of_doubles(values: &[f64], width: Option<usize>) -> Vec<u8> {
        let rows = values.len() / width.unwrap_or(1);
        let mut bytes = header(NpyType::Double, rows as u64, width).unwrap();
        bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        bytes
    }

    /// Reads the file with one byte string replaced by another of the same length.
    fn swapped(bytes: &[u8], from: &[u8], to: &[u8]) -> Result<Array, NpyError> {
        let mut bytes = bytes.to_vec();
        let at = bytes.windows(from.len()).position(|w| w == from).unwrap();
        bytes[at..at + to.len()].copy_from_slice(to);
        read(&bytes)
    }

    #[test]
    fn what_is_written_is_read() {
        let values = [1.0, -0.0, f64::MIN_POSITIVE, 0.1, 1e300, 5.0];
        let bytes = of_doubles(&values, Some(3));
        let array = read(&bytes).unwrap();
        assert_eq!(array.shape, [2, 3]);
        for (found, expected) in array.values.iter().zip(values) {
            assert_eq!(found.to_bits(), expected.to_bits());
        }
        let mut counts = header(NpyType::Integer, 2, None).unwrap();
        counts.extend([3_i32, -1].iter().flat_map(|n| n.to_le_bytes()));
        let counts = read(&counts).unwrap();
        assert_eq!((counts.shape, counts.values), (vec![2], vec![3.0, -1.0]));
    }

    #[test]
    fn an_array_in_column_major_order_is_turned() {
        let bytes = of_doubles(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], Some(3));
        let array = swapped(&bytes, b"False", b"True ").unwrap();
        assert_eq!(array.shape, [2, 3]);
        assert_eq!(array.values, [1.0, 3.0, 5.0, 2.0, 4.0, 6.0]);
    }

    #[test]
    fn cubes_in_column_major_order_are_turned_as_another_reader_turns_them() {
        let numbers: Vec<f64> = (0..24).map(f64::from).collect();
        let cube = ndarray::Array3::from_shape_vec((2, 3, 4), numbers.clone()).unwrap();
        let mut columns = Vec::new();
        let turned = cube.t();
        turned.write_npy(&mut columns).unwrap();
        let array = read(&columns).unwrap();
        assert_eq!(array.shape, [4, 3, 2]);
        assert_eq!(array.values, turned.iter().copied().collect::<Vec<_>>());
        let mut rows = Vec::new();
        cube.write_npy(&mut rows).unwrap();
        assert_eq!(read(&rows).unwrap().values, numbers);
    }

    #[test]
    fn a_wrong_file_is_explained() {
        assert_eq!(read(b"PK"), Err(NpyError::Magic));
        let mut short = of_doubles(&[1.0, 2.0], None);
        short.pop();
        let (found, expected) = (15, 16);
        assert_eq!(read(&short), Err(NpyError::Length { found, expected }));
        let text = of_doubles(&[1.0], None);
        let swap = |from: &[u8], to: &[u8]| swapped(&text, from, to);
        assert_eq!(swap(b"<f8", b"<c8"), Err(NpyError::Type("<c8".to_owned())));
        for (from, to) in [("shape", "shame"), ("(1,)", "(9e9"), ("False", "Maybe")] {
            let wrong = swap(from.as_bytes(), to.as_bytes());
            assert!(matches!(wrong, Err(NpyError::Header(_))), "{wrong:?}");
        }
    }

    #[test]
    fn a_header_that_promises_too_much_takes_no_memory() {
        let bytes = of_doubles(&[1.0], None);
        let shape = b"(1,), }                                 ";
        let found = 8;
        for (promised, expected) in [
            (b"(999999999999,)}                        ", 7999999999992),
            (b"(9223372036854775807, 9)}               ", usize::MAX),
        ] {
            let wrong = swapped(&bytes, shape, promised);
            assert_eq!(wrong, Err(NpyError::Length { found, expected }));
        }
        // a header of four gigabytes
        let wrong = read(b"\x93NUMPY\x02\x00\xff\xff\xff\xff{}");
        assert!(matches!(wrong, Err(NpyError::Header(_))), "{wrong:?}");
    }

    #[test]
    fn no_prefix_of_a_file_panics() {
        let whole = of_doubles(&[1.0, 2.0], Some(2));
        for n in 0..whole.len() {
            assert!(read(&whole[..n]).is_err());
        }
    }

    #[test]
    fn no_changed_byte_panics() {
        let whole = of_doubles(&[1.0, 2.0], Some(2));
        for at in 0..whole.len() - 16 {
            for byte in [0, 1, 2, 3, b'(', b'{', b'9', b'\'', 128, 255] {
                let mut changed = whole.clone();
                changed[at] = byte;
                let _ = read(&changed);
            }
        }
    }
}
