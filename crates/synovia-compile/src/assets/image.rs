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
/// The most bytes that a byte of the file can stand for, as the format compresses.
const DEFLATED: usize = 1032;

/// Decodes a PNG file to eight bits per channel.
pub fn decode(bytes: &[u8]) -> Result<Image, png::DecodingError> {
    let mut decoder =
        png::Decoder::new_with_limits(Cursor::new(bytes), png::Limits { bytes: MAX_BYTES });
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info()?;
    let size = reader.output_buffer_size().unwrap_or(usize::MAX);
    // a file that promises more than it can hold gets no memory
    if size > MAX_BYTES || reader.info().raw_bytes() > DEFLATED.saturating_mul(bytes.len()) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_promises_more_than_it_holds_gets_no_memory() {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, 3, 2);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&[7; 18]).unwrap();
        writer.finish().unwrap();
        assert_eq!(decode(&file).unwrap().pixels, [7; 18]);

        // the header says that there are 20000 by 20000 pixels
        let mut large = file.clone();
        large[16..24].copy_from_slice(&[0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20]);
        let sum = [0x6c, 0x12, 0xd1, 0x6e];
        large[29..33].copy_from_slice(&sum);
        let used = allocation_counter::measure(|| {
            let refused = decode(&large).unwrap_err();
            assert!(
                matches!(refused, png::DecodingError::LimitsExceeded),
                "{refused}"
            );
        });
        assert!(used.bytes_max < 1 << 20);
    }
}
