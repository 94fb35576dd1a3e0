//! The chunks of a PNG file: their names, contents and checksums are checked.
//!
//! ```text
//! 8 bytes    signature
//! n times    length (4), name (4), content (length), checksum of name and content (4)
//! ```
//!
//! Chunks may be in any order after the header; those after the end chunk are not read. A chunk whose name begins with a capital is
//! critical: a reader that does not know it cannot decode the image. The checksums of other chunks are compared only if the chunk is known.
//! Chunks that do not affect pixels are checked exactly as far as the reference checks them, so that the same files are refused.

use super::{PngError, zlib};

/// The first bytes of every PNG file.
pub(super) const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
/// The largest size that compressed text or a profile may unpack to.
const MOST_TEXT: usize = 1 << 24;
/// The maximum length of the keyword of a text or profile.
const LONGEST_KEY: usize = 79;

/// The channels of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Color {
    Grey,
    Rgb,
    Palette,
    GreyAlpha,
    Rgba,
}

impl Color {
    /// Samples per pixel.
    pub(super) const fn samples(self) -> usize {
        match self {
            Self::Grey | Self::Palette => 1,
            Self::GreyAlpha => 2,
            Self::Rgb => 3,
            Self::Rgba => 4,
        }
    }
}

/// The content of the first chunk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    pub(super) width: u32,
    pub(super) height: u32,
    /// Bits per sample: 1, 2, 4, 8 or 16.
    pub(super) depth: usize,
    pub(super) color: Color,
    pub(super) interlaced: bool,
}

/// The contents of a complete, valid file.
#[derive(Debug)]
pub(super) struct Chunks {
    pub(super) header: Header,
    /// Colours with alpha, at most 256.
    pub(super) palette: Vec<[u8; 4]>,
    /// The grey level or colour that is transparent.
    pub(super) transparent: Option<[u16; 3]>,
    /// Whether any palette entry is not opaque.
    translucent: bool,
    /// Whether the file declares its colours as sRGB.
    pub(super) srgb: bool,
    /// Compressed scanlines.
    pub(super) data: Vec<u8>,
}

impl Chunks {
    /// Whether pixels have alpha.
    pub(super) fn has_alpha(&self) -> bool {
        match self.header.color {
            Color::GreyAlpha | Color::Rgba => true,
            Color::Palette => self.translucent,
            Color::Grey | Color::Rgb => self.transparent.is_some(),
        }
    }
}

/// One chunk.
struct Chunk<'a> {
    name: [u8; 4],
    content: &'a [u8],
    sum: u32,
}

impl<'a> Chunk<'a> {
    /// The chunk at byte `at`, and the position of the next one.
    fn at(bytes: &'a [u8], at: usize) -> Result<(Self, usize), PngError> {
        let truncated = PngError::Truncated { at };
        let rest = bytes.get(at..).unwrap_or_default();
        let (Some((len, rest)), true) = (rest.split_first_chunk::<4>(), rest.len() >= 12) else {
            return Err(truncated);
        };
        let len = u32::from_be_bytes(*len);
        let Some((name, rest)) = rest.split_first_chunk::<4>() else {
            return Err(truncated);
        };
        let len = usize::try_from(len).ok().filter(|&n| n < 1 << 31);
        let Some((content, rest)) = len.and_then(|len| rest.split_at_checked(len)) else {
            return Err(truncated);
        };
        let Some(sum) = rest.first_chunk::<4>() else {
            return Err(truncated);
        };
        let letters = name.iter().all(u8::is_ascii_alphabetic);
        if !letters || name[2].is_ascii_lowercase() {
            return Err(PngError::Name { at });
        }
        let chunk = Self {
            name: *name,
            content,
            sum: u32::from_be_bytes(*sum),
        };
        Ok((chunk, at + content.len() + 12))
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.name).into_owned()
    }

    fn check_sum(&self) -> Result<(), PngError> {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&self.name);
        hasher.update(self.content);
        if hasher.finalize() == self.sum {
            return Ok(());
        }
        Err(PngError::Sum { name: self.text() })
    }

    fn wrong(&self, what: &'static str) -> PngError {
        PngError::Content {
            name: self.text(),
            what,
        }
    }

    /// The content as `N` two-byte numbers; an error if its length differs.
    fn numbers<const N: usize>(&self) -> Result<[u16; N], PngError> {
        let pairs = self.content.as_chunks::<2>().0;
        if self.content.len() != 2 * N {
            return Err(self.wrong("its length is wrong"));
        }
        Ok(core::array::from_fn(|k| u16::from_be_bytes(pairs[k])))
    }
}

/// Reads the header of a file.
pub(super) fn header(bytes: &[u8]) -> Result<Header, PngError> {
    if !bytes.starts_with(&SIGNATURE) {
        return Err(PngError::Signature);
    }
    let (chunk, _) = Chunk::at(bytes, SIGNATURE.len())?;
    let content: Result<[u8; 13], _> = chunk.content.try_into();
    let (b"IHDR", Ok(content)) = (&chunk.name, content) else {
        return Err(PngError::Header("it is not the first chunk"));
    };
    chunk.check_sum()?;
    let [
        w0,
        w1,
        w2,
        w3,
        h0,
        h1,
        h2,
        h3,
        depth,
        color,
        packing,
        filter,
        lacing,
    ] = content;
    let [width, height] = [[w0, w1, w2, w3], [h0, h1, h2, h3]].map(u32::from_be_bytes);
    if width == 0 || height == 0 {
        return Err(PngError::Header("the image has no pixels"));
    }
    let (color, depths): (_, &[u8]) = match color {
        0 => (Color::Grey, &[1, 2, 4, 8, 16]),
        2 => (Color::Rgb, &[8, 16]),
        3 => (Color::Palette, &[1, 2, 4, 8]),
        4 => (Color::GreyAlpha, &[8, 16]),
        6 => (Color::Rgba, &[8, 16]),
        _ => return Err(PngError::Header("unknown colour type")),
    };
    if !depths.contains(&depth) {
        return Err(PngError::Header("unknown bit depth"));
    }
    if packing != 0 || filter != 0 || lacing > 1 {
        return Err(PngError::Header(
            "unknown compression, filter or interlace method",
        ));
    }
    Ok(Header {
        width,
        height,
        depth: depth.into(),
        color,
        interlaced: lacing == 1,
    })
}

impl Chunks {
    /// Reads all chunks up to the end chunk.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, PngError> {
        let mut all = Self {
            header: header(bytes)?,
            palette: Vec::new(),
            transparent: None,
            translucent: false,
            srgb: false,
            data: Vec::new(),
        };
        let (_, mut at) = Chunk::at(bytes, SIGNATURE.len())?;
        loop {
            let (chunk, next) = Chunk::at(bytes, at)?;
            let known = all.take(&chunk)?;
            if known {
                chunk.check_sum()?;
            } else if chunk.name[0].is_ascii_uppercase() {
                return Err(PngError::Unknown { name: chunk.text() });
            }
            if &chunk.name == b"IEND" {
                break;
            }
            at = next;
        }
        if all.header.color == Color::Palette && all.palette.is_empty() {
            return Err(PngError::NoPalette);
        }
        Ok(all)
    }

    /// Stores the content of a chunk; false if the chunk is unknown.
    fn take(&mut self, chunk: &Chunk<'_>) -> Result<bool, PngError> {
        match &chunk.name {
            b"IDAT" => self.data.extend_from_slice(chunk.content),
            b"IEND" | b"eXIf" => {}
            b"PLTE" => self.palette(chunk)?,
            b"tRNS" => self.transparency(chunk)?,
            b"bKGD" => self.background(chunk)?,
            b"sBIT" => self.significant(chunk)?,
            b"sRGB" => {
                length(chunk, 1)?;
                self.srgb = true;
            }
            b"tIME" => length(chunk, 7)?,
            b"pHYs" => length(chunk, 9)?,
            b"gAMA" | b"cICP" => length(chunk, 4)?,
            b"cHRM" => length(chunk, 32)?,
            b"cLLI" => length(chunk, 8)?,
            b"mDCV" => length(chunk, 24)?,
            b"tEXt" => {
                keyword(chunk)?;
            }
            b"zTXt" => packed_text(chunk, false)?,
            b"iCCP" => packed_text(chunk, true)?,
            b"iTXt" => translated_text(chunk)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Colours of three bytes; one or two trailing bytes are ignored.
    fn palette(&mut self, chunk: &Chunk<'_>) -> Result<(), PngError> {
        let colours = chunk.content.as_chunks::<3>().0;
        if !(1..=256).contains(&colours.len()) {
            return Err(chunk.wrong("there must be between 1 and 256 colours"));
        }
        self.palette = colours.iter().map(|&[r, g, b]| [r, g, b, 255]).collect();
        Ok(())
    }

    /// Alpha of the first palette entries, or the transparent colour.
    fn transparency(&mut self, chunk: &Chunk<'_>) -> Result<(), PngError> {
        match self.header.color {
            Color::Palette => {
                if chunk.content.len() > self.palette.len() {
                    return Err(chunk.wrong("it has more entries than the palette"));
                }
                for (colour, &alpha) in self.palette.iter_mut().zip(chunk.content) {
                    colour[3] = alpha;
                }
                self.translucent = self.palette.iter().any(|colour| colour[3] != 255);
            }
            Color::Grey => {
                let [grey] = chunk.numbers()?;
                self.transparent = Some([grey; 3]);
            }
            Color::Rgb => self.transparent = Some(chunk.numbers()?),
            Color::GreyAlpha | Color::Rgba => {
                return Err(chunk.wrong("the pixels have alpha already"));
            }
        }
        Ok(())
    }

    /// The background colour: checked, not used.
    fn background(&self, chunk: &Chunk<'_>) -> Result<(), PngError> {
        match self.header.color {
            Color::Palette => {
                length(chunk, 1)?;
                if usize::from(chunk.content[0]) >= self.palette.len() {
                    return Err(chunk.wrong("it is not in the palette"));
                }
                Ok(())
            }
            Color::Grey | Color::GreyAlpha => length(chunk, 2),
            Color::Rgb | Color::Rgba => length(chunk, 6),
        }
    }
}

impl Chunks {
    /// The significant bits per sample of the original image: checked, not used.
    fn significant(&self, chunk: &Chunk<'_>) -> Result<(), PngError> {
        let (samples, most) = match self.header.color {
            Color::Palette => (3, 8),
            color => (color.samples(), self.header.depth),
        };
        length(chunk, samples)?;
        let valid = |&bits: &u8| (1..=most).contains(&usize::from(bits));
        if !chunk.content.iter().all(valid) {
            return Err(chunk.wrong("significant bits must be between 1 and the bit depth"));
        }
        Ok(())
    }
}

/// Checks that the content has this length.
fn length(chunk: &Chunk<'_>, expected: usize) -> Result<(), PngError> {
    if chunk.content.len() == expected {
        return Ok(());
    }
    Err(chunk.wrong("its length is wrong"))
}

/// The length of the keyword at the beginning of the content.
fn keyword(chunk: &Chunk<'_>) -> Result<usize, PngError> {
    let content = chunk.content;
    let len = content.iter().position(|&byte| byte == 0);
    let len = len.unwrap_or(content.len());
    if !(1..=LONGEST_KEY).contains(&len) {
        return Err(chunk.wrong("its keyword must have between 1 and 79 characters"));
    }
    Ok(len)
}

/// A keyword, zero, the compression method, which is zero, and the compressed text or profile.
fn packed_text(chunk: &Chunk<'_>, profile: bool) -> Result<(), PngError> {
    let content = chunk.content;
    let end = content.iter().position(|&byte| byte == 0);
    let Some(end) = end.filter(|end| end + 2 < content.len()) else {
        return Err(chunk.wrong("its keyword is not terminated"));
    };
    if !profile {
        keyword(chunk)?;
    }
    if content[end + 1] != 0 {
        return Err(chunk.wrong("its compression method is unknown"));
    }
    keyword(chunk)?;
    if !zlib::is_sound(&content[end + 2..], MOST_TEXT) {
        return Err(chunk.wrong("it cannot be decompressed"));
    }
    Ok(())
}

/// A keyword, a compression flag and method, a language, the translated keyword, and the text.
fn translated_text(chunk: &Chunk<'_>) -> Result<(), PngError> {
    let content = chunk.content;
    let end = content.iter().position(|&byte| byte == 0);
    let Some(end) = end.filter(|end| content.len() >= 5 && end + 3 < content.len()) else {
        return Err(chunk.wrong("its keyword is not terminated"));
    };
    keyword(chunk)?;
    if content[end + 2] != 0 {
        return Err(chunk.wrong("its compression method is unknown"));
    }
    let mut rest = &content[end + 3..];
    for _ in 0..2 {
        let end = rest.iter().position(|&byte| byte == 0);
        rest = end.map_or(&[][..], |end| &rest[end + 1..]);
    }
    if content[end + 1] != 0 && !zlib::is_sound(rest, MOST_TEXT) {
        return Err(chunk.wrong("it cannot be decompressed"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{file, header as head};
    use super::*;

    /// An RGB image of one pixel with one additional chunk.
    fn with(name: [u8; 4], content: &[u8]) -> Result<Chunks, PngError> {
        let header = head(1, 1, [8, 2, 0, 0, 0]);
        Chunks::read(&file(&[
            (b"IHDR", &header),
            (&name, content),
            (b"IEND", &[]),
        ]))
    }

    #[test]
    fn chunks_have_the_lengths_that_the_reference_asks_for() {
        for (name, good) in [
            (b"gAMA", 4),
            (b"cHRM", 32),
            (b"sRGB", 1),
            (b"pHYs", 9),
            (b"tIME", 7),
            (b"sBIT", 3),
            (b"cICP", 4),
            (b"mDCV", 24),
            (b"cLLI", 8),
            (b"bKGD", 6),
            (b"tRNS", 6),
        ] {
            for len in 0..40 {
                let read = with(*name, &vec![1; len]);
                assert_eq!(read.is_ok(), len == good, "{name:?} {len} {read:?}");
            }
        }
        assert!(with(*b"sRGB", &[0]).unwrap().srgb && !with(*b"gAMA", &[0; 4]).unwrap().srgb);
    }

    #[test]
    fn text_chunks_have_a_keyword_and_can_be_unpacked() {
        let packed = miniz_oxide::deflate::compress_to_vec_zlib(b"hello", 6);
        let text = |start: &[u8], cut: usize| [start, &packed[..packed.len() - cut]].concat();
        for (name, content, good) in [
            (b"tEXt", b"k\0hi".to_vec(), true),
            (b"tEXt", b"k".to_vec(), true),
            (b"tEXt", b"".to_vec(), false),
            (b"tEXt", vec![b'k'; 80], false),
            (b"zTXt", text(b"k\0\0", 0), true),
            (b"zTXt", text(b"k\0\0", 1), false),
            (b"zTXt", text(b"k\0\x01", 0), false),
            (b"zTXt", b"k\0\0".to_vec(), false),
            (b"iCCP", text(b"k\0\0", 0), true),
            (b"iCCP", text(b"\0\0", 0), false),
            (b"iTXt", b"k\0\0\0\0\0hi".to_vec(), true),
            (b"iTXt", b"k\0\0\0hi".to_vec(), true),
            (b"iTXt", b"k\0\0\x01\0\0hi".to_vec(), false),
            (b"iTXt", text(b"k\0\x01\0en\0x\0", 0), true),
            (b"iTXt", text(b"k\0\x01\0en\0x\0", 1), false),
            (b"iTXt", b"k\0\0\0".to_vec(), false),
        ] {
            let read = with(*name, &content);
            assert_eq!(read.is_ok(), good, "{name:?} {content:?} {read:?}");
        }
    }

    #[test]
    fn what_is_not_known_must_not_be_critical() {
        assert!(with(*b"abCd", b"anything").is_ok());
        assert!(matches!(with(*b"AbCd", b""), Err(PngError::Unknown { .. })));
        assert!(matches!(with(*b"ab1d", b""), Err(PngError::Name { .. })));
        assert!(matches!(with(*b"abcd", b""), Err(PngError::Name { .. })));
    }
}
