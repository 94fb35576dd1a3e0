//! Height fields: a grid of elevations between 0 and 1.
//!
//! Whatever the source, the data are shifted and scaled so that the lowest sample is 0 and the highest 1; a flat
//! field becomes 0. Row 0 is at the smallest y.

use synovia_math::Vec3;

use crate::HFieldError;

/// Fields whose elevations span no more than this are flat.
const FLAT: f64 = 1e-14;

/// A grid of elevations, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct HField {
    /// Number of rows, along y.
    pub nrow: usize,
    /// Number of columns, along x.
    pub ncol: usize,
    /// Elevations in [0, 1], `nrow · ncol` of them.
    pub data: Vec<f32>,
}

impl HField {
    /// Creates a field from the elevations in a model file.
    ///
    /// An empty list is an error, as in the reference: dimensions alone do not define a field here.
    pub fn from_elevation(
        nrow: usize,
        ncol: usize,
        elevation: Vec<f32>,
    ) -> Result<Self, HFieldError> {
        if elevation.is_empty() {
            return Err(HFieldError::Missing);
        }
        if nrow < 1 || ncol < 1 {
            return Err(HFieldError::Dimensions {
                nrow: nrow as i64,
                ncol: ncol as i64,
            });
        }
        if nrow.checked_mul(ncol) != Some(elevation.len()) {
            return Err(HFieldError::Length {
                found: elevation.len(),
                nrow,
                ncol,
            });
        }
        Self {
            nrow,
            ncol,
            data: elevation,
        }
        .normalized()
    }

    /// A flat field of the given size.
    pub fn flat(nrow: usize, ncol: usize) -> Result<Self, HFieldError> {
        match nrow.checked_mul(ncol) {
            Some(n) if n > 0 && i32::try_from(n).is_ok() => Ok(Self {
                nrow,
                ncol,
                data: vec![0.0; n],
            }),
            _ => Err(HFieldError::Dimensions {
                nrow: nrow as i64,
                ncol: ncol as i64,
            }),
        }
    }

    /// Creates a field from the grey levels of an image, whose first row is at the largest y.
    pub fn from_grey(width: usize, height: usize, grey: &[u8]) -> Result<Self, HFieldError> {
        if width < 1 || height < 1 {
            return Err(HFieldError::Dimensions {
                nrow: height as i64,
                ncol: width as i64,
            });
        }
        if width.checked_mul(height) != Some(grey.len()) {
            return Err(HFieldError::Length {
                found: grey.len(),
                nrow: height,
                ncol: width,
            });
        }
        let data = grey
            .chunks_exact(width)
            .rev()
            .flatten()
            .map(|&g| f32::from(g))
            .collect();
        Self {
            nrow: height,
            ncol: width,
            data,
        }
        .normalized()
    }

    /// Creates a field from the reference's binary format: rows and columns as `i32`, then samples as `f32`, little-endian.
    pub fn from_binary(bytes: &[u8]) -> Result<Self, HFieldError> {
        let (Some(rows), Some(cols)) = (bytes.first_chunk::<4>(), bytes.get(4..8)) else {
            return Err(HFieldError::Header { bytes: bytes.len() });
        };
        let nrow = i32::from_le_bytes(*rows);
        let ncol = i32::from_le_bytes([cols[0], cols[1], cols[2], cols[3]]);
        if nrow < 1 || ncol < 1 {
            return Err(HFieldError::Dimensions {
                nrow: nrow.into(),
                ncol: ncol.into(),
            });
        }
        let (nrow, ncol) = (nrow as usize, ncol as usize);
        if (bytes.len() - 8) as u64 != 4 * nrow as u64 * ncol as u64 {
            return Err(HFieldError::Length {
                found: (bytes.len() - 8) / 4,
                nrow,
                ncol,
            });
        }
        let sample = |b: &[u8]| f32::from_le_bytes([b[0], b[1], b[2], b[3]]);
        let data = bytes[8..].chunks_exact(4).map(sample).collect();
        Self { nrow, ncol, data }.normalized()
    }

    fn normalized(mut self) -> Result<Self, HFieldError> {
        let (mut low, mut high) = (1e10_f32, -1e10_f32);
        for &x in &self.data {
            low = if x < low { x } else { low };
            high = if x > high { x } else { high };
        }
        if low > high {
            return Err(HFieldError::Range);
        }
        let span = high - low;
        for x in &mut self.data {
            *x -= low;
            if f64::from(span) > FLAT {
                *x /= span;
            }
        }
        Ok(self)
    }
}

/// Checks the four size parameters: half sizes in x and y, elevation, thickness of the base.
pub fn check_size(size: [f64; 4]) -> Result<(), HFieldError> {
    match size.iter().position(|&s| s <= 0.0) {
        Some(index) => Err(HFieldError::Size { index }),
        None => Ok(()),
    }
}

/// Half sizes of the box whose mass and inertia stand for the field's, INR-24.
pub fn inertia_box(size: [f64; 4]) -> Vec3 {
    Vec3::new(size[0], size[1], 0.25 * size[2] + 0.5 * size[3])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn elevations_span_zero_to_one() {
        let field = HField::from_elevation(2, 2, vec![3.0, 5.0, 4.0, 7.0]).unwrap();
        assert_eq!(field.data, [0.0, 0.5, 0.25, 1.0]);
        let flat = HField::from_elevation(1, 2, vec![4.0, 4.0]).unwrap();
        assert_eq!(flat.data, [0.0, 0.0]);
    }

    #[test]
    fn pictures_are_turned_upside_down() {
        let field = HField::from_grey(2, 2, &[0, 51, 102, 255]).unwrap();
        assert_eq!(field.data, [0.4, 1.0, 0.0, 0.2]);
    }

    #[test]
    fn inr_24_a_height_field_weighs_as_a_box() {
        let h = inertia_box([1.0, 1.0, 1.0, 0.5]);
        assert_eq!(8.0 * h.x * h.y * h.z * 1000.0, 4000.0);
    }

    #[test]
    fn sizes_that_are_not_positive_are_named() {
        assert_eq!(
            check_size([1.0, 1.0, 0.0, 1.0]),
            Err(HFieldError::Size { index: 2 })
        );
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_field_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            if let Ok(field) = HField::from_binary(&bytes) {
                prop_assert_eq!(field.data.len(), field.nrow * field.ncol);
            }
        }
    }
}
