//! Images and animations as lossless WebP.
//!
//! `image-webp` encodes images; the container of an animation is written here, chunk by chunk as frames arrive:
//!
//! ```text
//! RIFF size WEBP
//!   VP8X  flags, 24 bits of width − 1 and height − 1
//!   ANIM  background, number of loops (0: for ever)
//!   ANMF  x/2, y/2, width − 1, height − 1, milliseconds (24 bits each), flags; VP8L image
//!   ANMF  …
//! ```
//!
//! A chunk is its name, its size and its content, padded to an even length. A frame of an animation is the rectangle in
//! which it differs from the previous one. WebP container specification, "Extended file format".

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

use image_webp::{ColorType, WebPEncoder};

use crate::draw::{Picture, Size};

/// Bytes before the chunk with the pixels in a file with one image: `RIFF size WEBP`.
const HEAD: usize = 12;
/// Flag of an animated file.
const ANIMATED: u8 = 1 << 1;
/// Flag of a frame that overwrites the pixels below it, without blending.
const REPLACE: u8 = 1 << 1;

/// Encodes one image.
pub(crate) fn encode(picture: Picture) -> io::Result<Vec<u8>> {
    let size = picture.size;
    still(&picture.into_rgb(), size)
}

fn still(rgb: &[u8], size: Size) -> io::Result<Vec<u8>> {
    let mut file = Vec::new();
    let (width, height) = (size.width as u32, size.height as u32);
    WebPEncoder::new(&mut file)
        .encode(rgb, width, height, ColorType::Rgb8)
        .map_err(io::Error::other)?;
    Ok(file)
}

/// An animation that frames are appended to.
#[derive(Debug)]
pub(crate) struct Animation {
    file: File,
    size: Size,
    fps: f64,
    /// Number of frames written.
    count: u64,
    /// The last frame.
    last: Vec<u8>,
    /// Number of bytes written.
    bytes: u64,
}

/// A rectangle of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ChangedRect {
    x: usize,
    y: usize,
    size: Size,
}

impl Animation {
    /// Starts an animation in an empty file.
    pub(crate) fn new(mut file: File, size: Size, fps: f64) -> io::Result<Self> {
        let mut head = b"RIFF\0\0\0\0WEBP".to_vec();
        let mut canvas = vec![ANIMATED, 0, 0, 0];
        canvas.extend(low(size.width as u64 - 1));
        canvas.extend(low(size.height as u64 - 1));
        chunk(&mut head, *b"VP8X", &canvas);
        // black background, endless loop
        chunk(&mut head, *b"ANIM", &[0, 0, 0, 255, 0, 0]);
        file.write_all(&head)?;
        Ok(Self {
            file,
            size,
            fps,
            count: 0,
            last: Vec::new(),
            bytes: head.len() as u64,
        })
    }

    /// Appends a frame.
    pub(crate) fn add(&mut self, picture: Picture) -> io::Result<()> {
        let rgb = picture.into_rgb();
        let part = difference(&self.last, &rgb, self.size);
        let mut content = Vec::new();
        let place = [
            part.x / 2,
            part.y / 2,
            part.size.width - 1,
            part.size.height - 1,
        ];
        for number in place {
            content.extend(low(number as u64));
        }
        // frame ends are rounded, not durations, so that errors do not accumulate
        let end = |k: u64| (k as f64 * 1000.0 / self.fps).round() as u64;
        content.extend(low(end(self.count + 1) - end(self.count)));
        content.push(REPLACE);
        let pixels = cut(&rgb, self.size, part);
        let file = still(&pixels, part.size)?;
        content.extend_from_slice(file.get(HEAD..).unwrap_or_default());

        let mut bytes = Vec::with_capacity(content.len() + 9);
        chunk(&mut bytes, *b"ANMF", &content);
        self.bytes += bytes.len() as u64;
        if self.bytes > u64::from(u32::MAX) {
            let told = "an animation cannot be larger than 4 GiB; write a video *.mp4 instead";
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, told));
        }
        self.file.write_all(&bytes)?;
        self.count += 1;
        self.last = rgb;
        Ok(())
    }

    /// Completes the file and returns its size.
    pub(crate) fn finish(mut self) -> io::Result<u64> {
        self.file.seek(SeekFrom::Start(4))?;
        self.file
            .write_all(&(self.bytes as u32 - 8).to_le_bytes())?;
        self.file.seek(SeekFrom::End(0))?;
        Ok(self.bytes)
    }
}

/// The low 24 bits of a number, which saturates there.
fn low(number: u64) -> [u8; 3] {
    let bytes = number.min(0xff_ffff).to_le_bytes();
    [bytes[0], bytes[1], bytes[2]]
}

fn chunk(into: &mut Vec<u8>, name: [u8; 4], content: &[u8]) {
    into.extend_from_slice(&name);
    into.extend_from_slice(&(content.len() as u32).to_le_bytes());
    into.extend_from_slice(content);
    if content.len() % 2 == 1 {
        into.push(0);
    }
}

/// The rectangle in which two frames differ, starting at even coordinates; the whole frame if there is no previous one.
fn difference(last: &[u8], next: &[u8], size: Size) -> ChangedRect {
    let whole = ChangedRect { x: 0, y: 0, size };
    if last.len() != next.len() {
        return whole;
    }
    let row = 3 * size.width;
    let rows = || {
        last.chunks_exact(row)
            .zip(next.chunks_exact(row))
            .enumerate()
    };
    let mut changed = rows().filter(|(_, (a, b))| a != b).map(|(y, _)| y);
    let Some(top) = changed.next() else {
        // a frame needs at least one pixel
        let (width, height) = (1, 1);
        let size = Size { width, height };
        return ChangedRect { x: 0, y: 0, size };
    };
    let bottom = changed.next_back().unwrap_or(top);
    let (mut left, mut right) = (size.width - 1, 0);
    for (_, (a, b)) in rows() {
        let differs = |k: &usize| a[*k] != b[*k];
        if let Some(first) = (0..row).find(differs) {
            left = left.min(first / 3);
            right = right.max((0..row).rfind(differs).unwrap_or(first) / 3);
        }
    }
    let (x, y) = (left & !1, top & !1);
    let (width, height) = (right + 1 - x, bottom + 1 - y);
    let size = Size { width, height };
    ChangedRect { x, y, size }
}

/// The pixels of a rectangle.
fn cut(rgb: &[u8], size: Size, part: ChangedRect) -> Vec<u8> {
    let rows = rgb.chunks_exact(3 * size.width);
    let rows = rows.skip(part.y).take(part.size.height);
    rows.flat_map(|row| &row[3 * part.x..3 * (part.x + part.size.width)])
        .copied()
        .collect()
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Cursor};

    use image_webp::{LoopCount, WebPDecoder};

    use super::*;
    use crate::draw::Pixels;

    const SIZE: Size = Size {
        width: 23,
        height: 11,
    };

    /// Frame `k`: a gradient with a moving block; 4 is the same as 3.
    fn picture(k: usize) -> Picture {
        let k = if k == 4 { 3 } else { k };
        let mut rgb: Vec<u8> = (0..3 * 23 * 11).map(|n| (n % 251) as u8).collect();
        for y in k..k + 3 {
            let at = 3 * (y * 23 + 2 * k + 5);
            rgb[at..at + 9].fill(200 + k as u8);
        }
        let pixels = Pixels::Rgb(rgb);
        Picture { size: SIZE, pixels }
    }

    #[test]
    fn an_animation_reads_back_picture_by_picture() {
        let path = std::env::temp_dir().join(format!("synovia-webp-{}.webp", std::process::id()));
        let file = File::create(&path).unwrap();
        let mut animation = Animation::new(file, SIZE, 30.0).unwrap();
        for k in 0..7 {
            animation.add(picture(k)).unwrap();
        }
        let bytes = animation.finish().unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().len(), bytes);
        let reader = BufReader::new(File::open(&path).unwrap());
        let mut decoder = WebPDecoder::new(reader).unwrap();
        assert!(decoder.is_animated() && !decoder.has_alpha());
        assert_eq!((decoder.dimensions(), decoder.num_frames()), ((23, 11), 7));
        assert_eq!(decoder.loop_count(), LoopCount::Forever);
        let mut found = vec![0; decoder.output_buffer_size().unwrap()];
        let mut times = Vec::new();
        for k in 0..7 {
            times.push(decoder.read_frame(&mut found).unwrap());
            assert!(found == picture(k).into_rgb(), "picture {k}");
        }
        // 7 frames at 30 frames per second
        assert_eq!(times, [33, 34, 33, 33, 34, 33, 33]);
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_picture_reads_back() {
        let file = encode(picture(2)).unwrap();
        let mut decoder = WebPDecoder::new(Cursor::new(file)).unwrap();
        assert!(!decoder.is_animated());
        let mut found = vec![0; decoder.output_buffer_size().unwrap()];
        decoder.read_image(&mut found).unwrap();
        assert!(found == picture(2).into_rgb());
    }

    #[test]
    fn only_what_changed_is_written() {
        let rgb = |k| picture(k).into_rgb();
        let whole = difference(&[], &rgb(0), SIZE);
        assert_eq!((whole.x, whole.y, whole.size), (0, 0, SIZE));
        let same = difference(&rgb(3), &rgb(4), SIZE);
        assert_eq!((same.size.width, same.size.height), (1, 1));
        // blocks at (9..12, 2..5) and (11..14, 3..6), from even coordinates
        let moved = difference(&rgb(2), &rgb(3), SIZE);
        let (width, height) = (6, 4);
        assert_eq!(
            (moved.x, moved.y, moved.size),
            (8, 2, Size { width, height })
        );
    }
}
