//! Textures: images for surfaces and skyboxes.
//!
//! A texture is rows of pixels from the top, 1, 3 or 4 bytes each. A cube (or skybox) texture is six square faces one
//! below the other, in the order right, left, up, down, front, back; or a single square that all faces share.

mod builtin;
mod cube;

pub use builtin::{Mark, Pattern, Style};
pub use cube::{Grid, cube_from_faces, cube_from_grid};

use crate::TextureError;

/// The maximum number of bytes of a texture.
const MAX_BYTES: u64 = 1 << 31;

/// A rectangle of pixels, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texture {
    /// Pixels in a row.
    pub width: usize,
    /// Rows; six times the width for a cube with six faces.
    pub height: usize,
    /// Bytes per pixel.
    pub nchannel: usize,
    /// The pixels, `width · height · nchannel` bytes.
    pub data: Vec<u8>,
}

impl Texture {
    /// Creates a texture; the number of bytes must match the dimensions.
    pub fn new(
        width: usize,
        height: usize,
        nchannel: usize,
        data: Vec<u8>,
    ) -> Result<Self, TextureError> {
        let expected = byte_count(width, height, nchannel)?;
        if data.len() as u64 != expected {
            return Err(TextureError::Length {
                found: data.len(),
                expected,
            });
        }
        Ok(Self {
            width,
            height,
            nchannel,
            data,
        })
    }

    /// Reads the reference's binary format: width and height as `i32`, then three bytes per pixel.
    pub fn from_binary(bytes: &[u8]) -> Result<Self, TextureError> {
        let (Some(w), Some(h)) = (bytes.first_chunk::<4>(), bytes.get(4..8)) else {
            return Err(TextureError::Header { bytes: bytes.len() });
        };
        let width = i32::from_le_bytes(*w);
        let height = i32::from_le_bytes([h[0], h[1], h[2], h[3]]);
        for (what, value) in [("width", width), ("height", height)] {
            if value < 1 {
                return Err(TextureError::Dimension {
                    what,
                    value: value.into(),
                });
            }
        }
        let expected = 3 * width as u64 * height as u64;
        if (bytes.len() - 8) as u64 != expected {
            return Err(TextureError::Length {
                found: bytes.len() - 8,
                expected,
            });
        }
        Self::new(width as usize, height as usize, 3, bytes[8..].to_vec())
    }

    /// Keeps a KTX file unchanged: one row whose width is the number of bytes, padded with zeros to `nchannel` bytes
    /// per pixel.
    // DIFFERENCE(ktx-padding): the reference pads with whatever follows the file in its memory
    pub fn from_ktx(bytes: &[u8], nchannel: usize, flip: bool) -> Result<Self, TextureError> {
        if flip {
            return Err(TextureError::FlipKtx);
        }
        if bytes.is_empty() {
            return Err(TextureError::Header { bytes: 0 });
        }
        let mut data = bytes.to_vec();
        data.resize(byte_count(bytes.len(), 1, nchannel)? as usize, 0);
        Ok(Self {
            width: bytes.len(),
            height: 1,
            nchannel,
            data,
        })
    }

    /// Converts an image with `from` bytes per pixel (grey, grey and alpha, colour, colour and alpha) to `nchannel`.
    ///
    /// Grey is copied to all colours; colour to grey keeps the red byte; a missing alpha is opaque.
    pub fn from_pixels(
        width: usize,
        height: usize,
        from: usize,
        pixels: &[u8],
        nchannel: usize,
    ) -> Result<Self, TextureError> {
        if !(1..=4).contains(&from) {
            return Err(TextureError::Channels(from));
        }
        let count = byte_count(width, height, nchannel)? / nchannel as u64;
        if pixels.len() as u64 != count * from as u64 {
            return Err(TextureError::Length {
                found: pixels.len(),
                expected: count * from as u64,
            });
        }
        let mut data = Vec::with_capacity(pixels.len() / from * nchannel);
        for p in pixels.chunks_exact(from) {
            let rgb = if from < 3 {
                [p[0]; 3]
            } else {
                [p[0], p[1], p[2]]
            };
            let alpha = if from.is_multiple_of(2) {
                p[from - 1]
            } else {
                u8::MAX
            };
            match nchannel {
                1 => data.push(rgb[0]),
                3 => data.extend(rgb),
                _ => data.extend([rgb[0], rgb[1], rgb[2], alpha]),
            }
        }
        Self::new(width, height, nchannel, data)
    }

    /// Mirrors the image left to right.
    pub fn flip_horizontal(&mut self) {
        let n = self.nchannel;
        for row in self.data.chunks_exact_mut((self.width * n).max(1)) {
            for c in 0..self.width / 2 {
                let (left, right) = (n * c, n * (self.width - 1 - c));
                for k in 0..n {
                    row.swap(left + k, right + k);
                }
            }
        }
    }

    /// Mirrors the image top to bottom.
    pub fn flip_vertical(&mut self) {
        let row = self.width * self.nchannel;
        for r in 0..self.height / 2 {
            let (top, bottom) = self.data.split_at_mut((self.height - 1 - r) * row);
            top[r * row..(r + 1) * row].swap_with_slice(&mut bottom[..row]);
        }
    }
}

/// Number of bytes of an image; an error if the dimensions are invalid.
fn byte_count(width: usize, height: usize, nchannel: usize) -> Result<u64, TextureError> {
    if !matches!(nchannel, 1 | 3 | 4) {
        return Err(TextureError::Channels(nchannel));
    }
    let total = (width as u64)
        .checked_mul(height as u64)
        .and_then(|n| n.checked_mul(nchannel as u64));
    match total {
        _ if width == 0 => Err(TextureError::Dimension {
            what: "width",
            value: 0,
        }),
        _ if height == 0 => Err(TextureError::Dimension {
            what: "height",
            value: 0,
        }),
        Some(bytes) if bytes <= MAX_BYTES => Ok(bytes),
        _ => Err(TextureError::Dimension {
            what: "width",
            value: width as i64,
        }),
    }
}

/// A colour in [0, 1] as bytes; fractions are truncated.
///
/// QUIRK(colour-wrap): larger values wrap around, and values outside of the range of a 32-bit integer become 0.
fn to_bytes(rgb: [f64; 3]) -> [u8; 3] {
    let whole = f64::from(i32::MIN)..=f64::from(i32::MAX);
    rgb.map(|x| 255.0 * x).map(|x| {
        if whole.contains(&x) {
            x as i32 as u8
        } else {
            0
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// DIFFERENCE(ktx-padding): the reference has three times as many bytes too, but the last two thirds are not from the file.
    #[test]
    fn a_ktx_file_is_one_row_of_its_bytes_filled_up_with_zeros() {
        let t = Texture::from_ktx(&[7, 8, 9, 10], 3, false).unwrap();
        assert_eq!((t.width, t.height, t.nchannel), (4, 1, 3));
        assert_eq!(t.data, [7, 8, 9, 10, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert!(Texture::from_ktx(&[7], 3, true).is_err());
    }

    #[test]
    fn colours_that_no_byte_holds_wrap_around_or_vanish() {
        assert_eq!(to_bytes([1.0, 2.0, -1.0]), [255, 254, 1]);
        assert_eq!(to_bytes([1e30, f64::NAN, f64::NEG_INFINITY]), [0, 0, 0]);
    }

    #[test]
    fn flips_undo_themselves() {
        let data: Vec<u8> = (0..24).collect();
        let mut t = Texture::new(4, 2, 3, data.clone()).unwrap();
        t.flip_horizontal();
        assert_eq!(t.data[..3], [9, 10, 11]);
        t.flip_horizontal();
        t.flip_vertical();
        assert_eq!(t.data[..3], [12, 13, 14]);
        t.flip_vertical();
        assert_eq!(t.data, data);
    }

    #[test]
    fn channels_are_converted() {
        let t = Texture::from_pixels(2, 1, 1, &[7, 9], 4).unwrap();
        assert_eq!(t.data, [7, 7, 7, 255, 9, 9, 9, 255]);
        let t = Texture::from_pixels(1, 1, 4, &[1, 2, 3, 4], 3).unwrap();
        assert_eq!(t.data, [1, 2, 3]);
        assert_eq!(
            Texture::from_pixels(1, 1, 3, &[1, 2, 3], 2),
            Err(TextureError::Channels(2))
        );
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_texture_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            if let Ok(t) = Texture::from_binary(&bytes) {
                prop_assert_eq!(t.data.len(), 3 * t.width * t.height);
            }
        }
    }
}
