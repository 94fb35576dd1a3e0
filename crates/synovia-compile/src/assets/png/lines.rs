//! Scanlines: unfiltered, expanded to one sample per element, and placed in the image.
//!
//! A line begins with the number of its filter, which predicts each byte `x` from the byte of the pixel to the left `a`, the byte
//! above `b`, and the byte above left `c`:
//!
//! ```text
//! 0: 0    1: a    2: b    3: ⌊(a + b)/2⌋    4: whichever of a, b, c is nearest to a + b − c          (1)
//! ```
//!
//! An interlaced image consists of seven images of every eighth, fourth or second pixel (Adam7); those without pixels are omitted.

use super::chunks::{Chunks, Color, Header};

/// One of the images that a file consists of: the position of its first pixel, and the steps to the next ones.
#[derive(Clone, Copy, Debug)]
struct Pass {
    start: [usize; 2],
    step: [usize; 2],
    width: usize,
    height: usize,
}

/// Column and row of the first pixel, and the steps, per pass.
const ADAM7: [[usize; 4]; 7] = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
];

fn passes(header: &Header) -> impl Iterator<Item = Pass> + use<> {
    let size = [header.width as usize, header.height as usize];
    let laced: &[[usize; 4]] = if header.interlaced {
        &ADAM7
    } else {
        &[[0, 0, 1, 1]]
    };
    let pass = move |&[x, y, dx, dy]: &[usize; 4]| Pass {
        start: [x, y],
        step: [dx, dy],
        width: size[0].saturating_sub(x).div_ceil(dx),
        height: size[1].saturating_sub(y).div_ceil(dy),
    };
    laced
        .iter()
        .map(pass)
        .filter(|pass| pass.width > 0 && pass.height > 0)
}

/// Bits per pixel.
const fn bits(header: &Header) -> usize {
    header.color.samples() * header.depth
}

/// Bytes of a line without its filter byte.
fn line_len(header: &Header, pass: &Pass) -> Option<usize> {
    Some(pass.width.checked_mul(bits(header))?.div_ceil(8))
}

/// Bytes of all lines; `None` if they, or the pixels, exceed the address space.
pub(super) fn raw_len(header: &Header) -> Option<usize> {
    let pixels = (header.width as usize).checked_mul(header.height as usize)?;
    pixels.checked_mul(8)?;
    passes(header).try_fold(0usize, |sum, pass| {
        let line = line_len(header, &pass)?.checked_add(1)?;
        sum.checked_add(line.checked_mul(pass.height)?)
    })
}

/// Undoes the filters of all lines and returns the samples in image order: two bytes each if the bit depth is 16, else one byte. `raw` has
/// [`raw_len`] bytes.
pub(super) fn unfilter(header: &Header, raw: &mut [u8]) -> Result<Vec<u8>, &'static str> {
    let wide = header.depth.div_ceil(8);
    let pixel = header.color.samples() * wide;
    let (width, height) = (header.width as usize, header.height as usize);
    let mut out = vec![0; width * height * pixel];
    let mut rest = raw;
    for pass in passes(header) {
        let len = line_len(header, &pass).unwrap_or(0);
        let (lines, others) = rest.split_at_mut(pass.height * (len + 1));
        rest = others;
        let mut above = vec![0; len];
        for (r, line) in lines.chunks_exact_mut(len + 1).enumerate() {
            let Some((&mut filter, line)) = line.split_first_mut() else {
                continue;
            };
            undo(filter, line, &above, (bits(header) / 8).max(1))?;
            above.copy_from_slice(line);
            let row = (pass.start[1] + r * pass.step[1]) * width + pass.start[0];
            if header.depth >= 8 && pass.step[0] == 1 {
                let at = row * pixel;
                out[at..at + line.len()].copy_from_slice(line);
                continue;
            }
            for c in 0..pass.width {
                let at = (row + c * pass.step[0]) * pixel;
                let to = &mut out[at..at + pixel];
                if header.depth >= 8 {
                    to.copy_from_slice(&line[c * pixel..(c + 1) * pixel]);
                } else {
                    // the first sample of a byte is in its most significant bits
                    let bit = c * header.depth;
                    let byte = line[bit / 8] >> (8 - header.depth - bit % 8);
                    to[0] = byte & ((1 << header.depth) - 1);
                }
            }
        }
    }
    Ok(out)
}

/// Equation (1), for pixels of `step` bytes.
fn undo(filter: u8, line: &mut [u8], above: &[u8], step: usize) -> Result<(), &'static str> {
    let first = step.min(line.len());
    match filter {
        0 => {}
        1 => {
            for k in first..line.len() {
                line[k] = line[k].wrapping_add(line[k - step]);
            }
        }
        2 => {
            for (x, &b) in line.iter_mut().zip(above) {
                *x = x.wrapping_add(b);
            }
        }
        3 => {
            for (x, &b) in line.iter_mut().zip(above).take(first) {
                *x = x.wrapping_add(b / 2);
            }
            for k in first..line.len() {
                line[k] = line[k].wrapping_add(u8::midpoint(line[k - step], above[k]));
            }
        }
        4 => {
            for (x, &b) in line.iter_mut().zip(above).take(first) {
                *x = x.wrapping_add(b);
            }
            for k in first..line.len() {
                let predicted = nearest(line[k - step], above[k], above[k - step]);
                line[k] = line[k].wrapping_add(predicted);
            }
        }
        _ => return Err("a scanline has an unknown filter"),
    }
    Ok(())
}

/// Whichever of `a`, `b` and `c` is nearest to `a + b − c`; on a tie the first of them.
fn nearest(a: u8, b: u8, c: u8) -> u8 {
    let [x, y, z] = [a, b, c].map(i16::from);
    let (da, db, dc) = ((y - z).abs(), (x - z).abs(), (x + y - 2 * z).abs());
    if da <= db && da <= dc {
        a
    } else if db <= dc {
        b
    } else {
        c
    }
}

/// Pixels with eight bits per channel; of sixteen bits the upper half.
pub(super) fn to_bytes(chunks: &Chunks, samples: Vec<u8>, channels: usize) -> Vec<u8> {
    let header = &chunks.header;
    let (wide, alpha) = (header.depth.div_ceil(8), chunks.has_alpha());
    let plain = match header.color {
        Color::Palette => false,
        Color::Grey | Color::Rgb => header.depth == 8 && !alpha,
        Color::GreyAlpha | Color::Rgba => header.depth == 8,
    };
    if plain {
        return samples;
    }
    // grey levels of fewer than eight bits are scaled to the whole range
    let scale = if header.color == Color::Grey && header.depth < 8 {
        255 / ((1u16 << header.depth) - 1)
    } else {
        1
    };
    let count = samples.len() / (header.color.samples() * wide).max(1);
    let mut out = Vec::with_capacity(count * channels);
    for pixel in samples.chunks_exact(header.color.samples() * wide) {
        if header.color == Color::Palette {
            // an index outside the palette is black
            let colour = chunks.palette.get(usize::from(pixel[0]));
            let colour = colour.unwrap_or(&[0, 0, 0, 255]);
            out.extend_from_slice(&colour[..channels]);
            continue;
        }
        for sample in pixel.chunks_exact(wide) {
            out.push((u16::from(sample[0]) * scale) as u8);
        }
        if let Some(clear) = chunks.transparent {
            let value = |sample: &[u8]| match sample {
                [high, low] => u16::from_be_bytes([*high, *low]),
                _ => sample.first().copied().unwrap_or(0).into(),
            };
            let is_clear = pixel
                .chunks_exact(wide)
                .map(value)
                .eq(clear.into_iter().take(header.color.samples()));
            out.push(if is_clear { 0 } else { 255 });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_are_undone() {
        // differences to the left byte, the byte above, the mean, and the nearest of the three
        for (filter, expected) in [
            (0, [1, 2, 3, 4]),
            (1, [1, 3, 6, 10]),
            (2, [11, 22, 33, 44]),
            (3, [6, 15, 25, 36]),
            (4, [11, 22, 33, 44]),
        ] {
            let mut line = [1, 2, 3, 4];
            undo(filter, &mut line, &[10, 20, 30, 40], 1).unwrap();
            assert_eq!(line, expected, "{filter}");
        }
        assert!(undo(5, &mut [0], &[0], 1).is_err());
        assert_eq!(
            (nearest(3, 7, 5), nearest(3, 7, 7), nearest(3, 7, 3)),
            (5, 3, 7)
        );
        assert_eq!(nearest(9, 9, 1), 9);
    }

    #[test]
    fn every_pixel_is_in_one_pass() {
        for (width, height) in [(1, 1), (5, 4), (8, 16), (12, 3)] {
            let header = Header {
                width,
                height,
                depth: 8,
                color: Color::Grey,
                interlaced: true,
            };
            let mut seen = vec![0; (width * height) as usize];
            for pass in passes(&header) {
                for r in 0..pass.height {
                    for c in 0..pass.width {
                        let (y, x) = (
                            pass.start[1] + r * pass.step[1],
                            pass.start[0] + c * pass.step[0],
                        );
                        seen[y * width as usize + x] += 1;
                    }
                }
            }
            assert!(seen.iter().all(|&n| n == 1));
        }
    }
}
