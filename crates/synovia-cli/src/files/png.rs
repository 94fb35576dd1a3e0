//! Images as PNG: 8-bit red, green and blue, or 16-bit grey.

use std::io;

use crate::draw::{Picture, Pixels};

/// Compression effort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// Small file.
    Small,
    /// Fast, for one of many files.
    Quick,
}

/// Encodes an image.
pub(crate) fn encode(picture: &Picture, effort: Effort) -> io::Result<Vec<u8>> {
    let mut file = Vec::new();
    let size = picture.size;
    let mut encoder = png::Encoder::new(&mut file, size.width as u32, size.height as u32);
    encoder.set_compression(match effort {
        Effort::Small => png::Compression::High,
        Effort::Quick => png::Compression::Fast,
    });
    let (color, depth) = match &picture.pixels {
        Pixels::Rgb(_) => (png::ColorType::Rgb, png::BitDepth::Eight),
        Pixels::Grey(_) => (png::ColorType::Grayscale, png::BitDepth::Sixteen),
    };
    encoder.set_color(color);
    encoder.set_depth(depth);
    let mut writer = encoder.write_header()?;
    match &picture.pixels {
        Pixels::Rgb(bytes) => writer.write_image_data(bytes)?,
        Pixels::Grey(shades) => {
            let bytes: Vec<u8> = shades.iter().flat_map(|s| s.to_be_bytes()).collect();
            writer.write_image_data(&bytes)?;
        }
    }
    writer.finish()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Size;

    #[test]
    fn pictures_read_back() {
        let (width, height) = (3, 2);
        let size = Size { width, height };
        let rgb: Vec<u8> = (0..18).collect();
        let grey: Vec<u16> = (0..6).map(|k| k * 1000).collect();
        let big: Vec<u8> = grey.iter().flat_map(|s| s.to_be_bytes()).collect();
        for (pixels, expected) in [(Pixels::Rgb(rgb.clone()), rgb), (Pixels::Grey(grey), big)] {
            for effort in [Effort::Small, Effort::Quick] {
                let pixels = pixels.clone();
                let file = encode(&Picture { size, pixels }, effort).unwrap();
                let mut reader = png::Decoder::new(io::Cursor::new(file))
                    .read_info()
                    .unwrap();
                let mut found = vec![0; reader.output_buffer_size().unwrap()];
                let info = reader.next_frame(&mut found).unwrap();
                assert_eq!((info.width, info.height), (3, 2));
                assert_eq!(found, expected);
            }
        }
    }
}
