//! PNG files, decoded to bytes.

use std::io::Cursor;

/// A decoded picture.
#[derive(Clone, Debug)]
pub struct Image {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Bytes of a pixel: 1 grey, 2 grey and alpha, 3 colour, 4 colour and alpha.
    pub channels: usize,
    /// The pixels, row by row from the top.
    pub pixels: Vec<u8>,
    /// The file says that its colours are sRGB.
    pub srgb: bool,
}

/// The most bytes that one picture may decode to.
const MAX_BYTES: usize = 1 << 31;

/// Decodes a PNG file to eight bits per channel.
pub fn decode(bytes: &[u8]) -> Result<Image, png::DecodingError> {
    let mut decoder =
        png::Decoder::new_with_limits(Cursor::new(bytes), png::Limits { bytes: MAX_BYTES });
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info()?;
    let size = reader.output_buffer_size().unwrap_or(usize::MAX);
    if size > MAX_BYTES {
        return Err(png::DecodingError::LimitsExceeded);
    }
    let mut pixels = vec![0; size];
    let info = reader.next_frame(&mut pixels)?;
    pixels.truncate(info.buffer_size());
    Ok(Image {
        width: info.width as usize,
        height: info.height as usize,
        channels: info.color_type.samples(),
        pixels,
        srgb: reader.info().srgb.is_some(),
    })
}
