//! PNG files, decoded to eight bits per channel.
//!
//! ```text
//! bytes ──chunks──> header, palette, compressed scanlines ──inflate──> scanlines ──unfilter, interlace──> samples ──> bytes of pixels
//! ```
//!
//! | file     | what happens there                                                                   |
//! |----------|--------------------------------------------------------------------------------------|
//! | `chunks` | the file is cut into chunks; lengths, checksums and contents are checked              |
//! | `lines`  | scanlines are unfiltered, samples expanded to bytes, passes of an interlaced image placed |
//! | `zlib`   | compressed data, with its checksum                                                   |
//!
//! Damaged files are refused where the reference refuses them; nothing is guessed.

mod chunks;
mod lines;
mod zlib;

use chunks::{Chunks, Color};

/// A decoded image.
#[derive(Clone, Debug)]
pub(crate) struct Image {
    /// Pixels per row.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// Bytes per pixel: 1 grey, 2 grey and alpha, 3 colour, 4 colour and alpha.
    pub channels: usize,
    /// The pixels, row by row from the top.
    pub pixels: Vec<u8>,
    /// Whether the file declares its colours as sRGB.
    pub srgb: bool,
}

/// The size of the image according to the file's header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extent {
    /// Pixels per row.
    pub width: u64,
    /// Number of rows.
    pub height: u64,
    /// The largest number of bytes per pixel while the file is decoded.
    pub channels: u64,
}

/// The reason why a PNG file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum PngError {
    /// The signature is missing.
    #[error("the file does not begin with the PNG signature")]
    Signature,
    /// The first chunk is not a header, or its values are invalid.
    #[error("the header is damaged: {0}")]
    Header(&'static str),
    /// A chunk is longer than the file.
    #[error("the chunk at byte {at} is longer than the file")]
    Truncated {
        /// Position of the chunk.
        at: usize,
    },
    /// The name of a chunk is invalid.
    #[error("the chunk at byte {at} has an invalid name")]
    Name {
        /// Position of the chunk.
        at: usize,
    },
    /// A critical chunk is unknown.
    #[error("unknown critical chunk {name}")]
    Unknown {
        /// Its name.
        name: String,
    },
    /// A checksum is wrong.
    #[error("the checksum of chunk {name} is wrong")]
    Sum {
        /// Its name.
        name: String,
    },
    /// The content of a chunk is invalid.
    #[error("chunk {name}: {what}")]
    Content {
        /// Its name.
        name: String,
        /// What is wrong.
        what: &'static str,
    },
    /// The palette is missing.
    #[error("the palette is missing")]
    NoPalette,
    /// The compressed data is damaged.
    #[error("the compressed pixels are damaged: {0}")]
    Pixels(&'static str),
}

/// The maximum compression ratio of the deflate format.
const DEFLATED: u64 = 1032;

/// The size of the image according to the file's header; `None` if the header is missing or invalid.
pub(crate) fn extent(bytes: &[u8]) -> Option<Extent> {
    let header = chunks::header(bytes).ok()?;
    Some(Extent {
        width: header.width.into(),
        height: header.height.into(),
        // scanlines with sixteen bits per sample, or an RGBA colour for each index
        channels: (header.color.samples() * header.depth.div_ceil(8)).max(4) as u64,
    })
}

/// Decodes a PNG file to eight bits per channel.
pub(crate) fn decode(bytes: &[u8]) -> Result<Image, PngError> {
    let chunks = Chunks::read(bytes)?;
    let header = chunks.header;
    let len = lines::raw_len(&header).ok_or(PngError::Header("the image is too large"))?;
    // do not allocate for a header that promises more pixels than the compressed data can hold
    if len as u64 > DEFLATED.saturating_mul(chunks.data.len() as u64) {
        return Err(PngError::Pixels("there are too few"));
    }
    let mut raw = zlib::inflate(&chunks.data, len).map_err(PngError::Pixels)?;
    let samples = lines::unfilter(&header, &mut raw).map_err(PngError::Pixels)?;
    drop(raw);
    let channels = match (header.color, chunks.has_alpha()) {
        (Color::Grey, false) => 1,
        (Color::Grey, true) | (Color::GreyAlpha, _) => 2,
        (Color::Rgb | Color::Palette, false) => 3,
        _ => 4,
    };
    Ok(Image {
        width: header.width as usize,
        height: header.height as usize,
        channels,
        pixels: lines::to_bytes(&chunks, samples, channels),
        srgb: chunks.srgb,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A PNG file with these chunks.
    pub(crate) fn file(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
        let mut out = chunks::SIGNATURE.to_vec();
        for (name, content) in chunks {
            out.extend((content.len() as u32).to_be_bytes());
            let body = [&name[..], content].concat();
            out.extend_from_slice(&body);
            out.extend(crc32fast::hash(&body).to_be_bytes());
        }
        out
    }

    pub(crate) fn header(width: u32, height: u32, rest: [u8; 5]) -> Vec<u8> {
        let mut out = [width.to_be_bytes(), height.to_be_bytes()].concat();
        out.extend(rest);
        out
    }

    fn packed(raw: &[u8]) -> Vec<u8> {
        miniz_oxide::deflate::compress_to_vec_zlib(raw, 6)
    }

    fn picture(palette: &[u8], more: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
        let (head, data) = (header(2, 1, [8, 3, 0, 0, 0]), packed(&[0, 0, 1]));
        let mut chunks: Vec<(&[u8; 4], &[u8])> = vec![(b"IHDR", &head), (b"PLTE", palette)];
        chunks.extend_from_slice(more);
        chunks.extend([(b"IDAT", &data[..]), (b"IEND", &[])]);
        file(&chunks)
    }

    #[test]
    fn a_palette_that_is_not_a_multiple_of_three_bytes_loses_the_rest() {
        let pixels = [10, 11, 12, 20, 21, 22];
        for rest in [&[][..], &[7], &[7, 8]] {
            let palette = [&pixels[..], rest].concat();
            assert_eq!(decode(&picture(&palette, &[])).unwrap().pixels, pixels);
        }
        // an index outside the palette is black
        assert_eq!(
            decode(&picture(&pixels[..3], &[])).unwrap().pixels,
            [10, 11, 12, 0, 0, 0]
        );
        for wrong in [&[][..], &[1, 2], &[0; 3 * 257]] {
            let refused = decode(&picture(wrong, &[])).unwrap_err();
            assert!(matches!(refused, PngError::Content { .. }), "{refused}");
        }
    }

    #[test]
    fn damaged_files_are_refused() {
        let palette = [10, 11, 12, 20, 21, 22];
        let good = picture(&palette, &[]);
        assert!(decode(&good).is_ok());
        // a change in any byte is detected, except in the last, empty chunk
        for at in 0..good.len() {
            let mut bytes = good.clone();
            bytes[at] ^= 0x55;
            assert!(decode(&bytes).is_err(), "byte {at}");
            assert!(decode(&good[..at]).is_err(), "cut at {at}");
        }
        // bytes after the end chunk are not read
        assert!(decode(&[&good[..], b"more"].concat()).is_ok());
        // data after the compressed pixels, and surplus pixels
        let head = header(2, 1, [8, 0, 0, 0, 0]);
        for data in [
            [packed(&[0, 1, 2]), vec![0]].concat(),
            packed(&[0, 1, 2, 3]),
            packed(&[0, 1]),
            packed(&[9, 1, 2]),
        ] {
            let bytes = file(&[(b"IHDR", &head), (b"IDAT", &data), (b"IEND", &[])]);
            let refused = decode(&bytes).unwrap_err();
            assert!(matches!(refused, PngError::Pixels(_)), "{refused}");
        }
    }

    #[test]
    fn a_file_that_promises_more_than_it_holds_gets_no_memory() {
        let (head, data) = (header(20_000, 20_000, [8, 2, 0, 0, 0]), packed(&[7; 19]));
        let large = file(&[(b"IHDR", &head), (b"IDAT", &data), (b"IEND", &[])]);
        let used = allocation_counter::measure(|| {
            let refused = decode(&large).unwrap_err();
            assert!(matches!(refused, PngError::Pixels(_)), "{refused}");
        });
        assert!(used.bytes_max < 1 << 20);
        let expected = Extent {
            width: 20_000,
            height: 20_000,
            channels: 4,
        };
        assert_eq!(extent(&large), Some(expected));
    }

    #[test]
    fn pictures_of_another_encoder_are_read() {
        for (color, samples) in [
            (png::ColorType::Grayscale, 1),
            (png::ColorType::GrayscaleAlpha, 2),
            (png::ColorType::Rgb, 3),
            (png::ColorType::Rgba, 4),
        ] {
            for depth in [png::BitDepth::Eight, png::BitDepth::Sixteen] {
                let wide = usize::from(depth == png::BitDepth::Sixteen) + 1;
                let (w, h) = (13, 9);
                let data: Vec<u8> = (0..w * h * samples * wide)
                    .map(|k| (k * k % 251) as u8)
                    .collect();
                let mut bytes = Vec::new();
                let mut encoder = png::Encoder::new(&mut bytes, w as u32, h as u32);
                encoder.set_color(color);
                encoder.set_depth(depth);
                encoder.set_filter(png::Filter::Adaptive);
                let mut writer = encoder.write_header().unwrap();
                writer.write_image_data(&data).unwrap();
                writer.finish().unwrap();
                let read = decode(&bytes).unwrap();
                let high: Vec<u8> = data.iter().step_by(wide).copied().collect();
                assert_eq!((read.width, read.height, read.channels), (w, h, samples));
                assert_eq!(read.pixels, high, "{color:?} {depth:?}");
            }
        }
    }
}
