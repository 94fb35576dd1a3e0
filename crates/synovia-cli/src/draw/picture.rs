//! Images: rows of pixels, top row first.

/// Width and height in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl Size {
    /// Largest width or height, so that a typing error does not fill the memory.
    const MOST: usize = 8192;

    /// Parses `WIDTHxHEIGHT`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let sides = text.split_once('x');
        let sides = sides.and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
        match sides {
            Some((width, height))
                if (1..=Self::MOST).contains(&width) && (1..=Self::MOST).contains(&height) =>
            {
                Ok(Self { width, height })
            }
            _ => Err(format!(
                "expected WIDTHxHEIGHT, each from 1 to {}",
                Self::MOST
            )),
        }
    }
}

/// The pixels of an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pixels {
    /// Red, green and blue.
    Rgb(Vec<u8>),
    /// Shades of grey with 16 bits, fine enough for distances.
    Grey(Vec<u16>),
}

/// An image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Picture {
    /// Its size.
    pub size: Size,
    /// Its pixels, top row first.
    pub pixels: Pixels,
}

impl Picture {
    /// The pixels as red, green and blue, whatever their type.
    pub(crate) fn into_rgb(self) -> Vec<u8> {
        match self.pixels {
            Pixels::Rgb(bytes) => bytes,
            Pixels::Grey(shades) => shades.iter().flat_map(|s| [(s >> 8) as u8; 3]).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_two_numbers() {
        let (width, height) = (640, 480);
        assert_eq!(Size::parse("640x480"), Ok(Size { width, height }));
        for wrong in ["640", "0x5", "5x", "99999x5", "-1x5"] {
            assert!(Size::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn shades_become_grey() {
        let (width, height) = (2, 1);
        let picture = Picture {
            size: Size { width, height },
            pixels: Pixels::Grey(vec![0x1234, 0xffff]),
        };
        assert_eq!(picture.into_rgb(), [0x12, 0x12, 0x12, 255, 255, 255]);
    }
}
