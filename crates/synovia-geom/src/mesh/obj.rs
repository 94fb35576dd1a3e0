//! Wavefront OBJ: vertices `v`, texture coordinates `vt`, normals `vn` and faces `f`.
//!
//! The reader follows the reference:
//!
//! - Only the faces of the first non-empty group (`g`) or object (`o`) are used, but the vertices of the whole file.
//! - Polygons are triangulated by ear clipping in the coordinate plane in which they appear largest (see
//!   [`super::ears`]).
//! - Indices may be negative, counted backwards from the last element read so far. Zero is an error.
//! - Materials, smoothing groups, lines, points and unknown keywords are ignored.
//! - The second texture coordinate is measured from the opposite edge: v becomes 1 − v.

use super::ears::{Corner, triangulate};
use super::weld::{check_finite, weld};
use super::{MeshOrigin, MeshSource};
use crate::MeshError;

/// The largest number of corners of a face: triangulation takes at least quadratic time.
const MAX_CORNERS: usize = 10_000;

/// Reads an OBJ file; `mirror` swaps two corners of each triangle, `merge` removes repeated vertices.
pub(super) fn read(bytes: &[u8], mirror: bool, merge: bool) -> Result<MeshSource, MeshError> {
    let mut file = File::default();
    for (number, line) in Lines(bytes).enumerate() {
        file.line(line, number + 1)?;
    }
    file.flush(true);

    let File {
        vertex,
        normal,
        mut texcoord,
        triangles,
        ..
    } = file;
    let mut source = MeshSource {
        origin: MeshOrigin::Obj,
        ..MeshSource::default()
    };
    source.face.reserve(3 * triangles.len());
    for mut triangle in triangles {
        if mirror {
            triangle.swap(1, 2);
        }
        source.face.extend(triangle.map(|c| c.vertex));
        if !normal.is_empty() {
            source.face_normal.extend(triangle.map(|c| c.normal));
        }
        if !texcoord.is_empty() {
            source.face_texcoord.extend(triangle.map(|c| c.texcoord));
        }
    }
    for uv in texcoord.chunks_exact_mut(2) {
        uv[1] = 1.0 - uv[1];
    }
    source.vertex = vertex;
    source.normal = normal;
    source.texcoord = texcoord;
    check_finite(&source.vertex)?;
    if merge {
        weld(&mut source.vertex, &mut source.face);
    }
    Ok(source)
}

/// The elements read so far.
#[derive(Default)]
struct File {
    vertex: Vec<f32>,
    normal: Vec<f32>,
    texcoord: Vec<f32>,
    /// Triangles of the first shape.
    triangles: Vec<[Corner; 3]>,
    /// Corners of the faces of the current shape, one after the other.
    pending: Vec<Corner>,
    /// End of each pending face in `pending`.
    ends: Vec<usize>,
    /// The current shape contains lines or points.
    other: bool,
    /// The first shape is complete: later faces are ignored.
    done: bool,
}

impl File {
    fn line(&mut self, line: &[u8], number: usize) -> Result<(), MeshError> {
        let mut rest = Cursor(line);
        rest.skip_blanks();
        let line = rest.0;
        let blank_at = |k: usize| matches!(line.get(k), Some(b' ' | b'\t'));
        match line {
            [b'v', b'n', ..] if blank_at(2) => {
                let mut c = Cursor(&line[3..]);
                self.normal.extend([c.real(), c.real(), c.real()]);
            }
            [b'v', b't', ..] if blank_at(2) => {
                let mut c = Cursor(&line[3..]);
                let uv = [c.real(), c.real()];
                // texture coordinates are not used in computations; as in the reference, infinite ones become the
                // largest finite number
                self.texcoord
                    .extend(uv.map(|x| x.clamp(f32::MIN, f32::MAX)));
            }
            [b'v', ..] if blank_at(1) => {
                let mut c = Cursor(&line[2..]);
                self.vertex.extend([c.real(), c.real(), c.real()]);
            }
            [b'f', ..] if blank_at(1) => {
                let mut c = Cursor(&line[2..]);
                c.skip_blanks();
                let first = self.pending.len();
                self.corners(c, number)?;
                if self.pending.len() - first > MAX_CORNERS {
                    return Err(MeshError::ObjPolygon {
                        line: number,
                        most: MAX_CORNERS,
                    });
                }
                if self.done {
                    self.pending.truncate(first);
                } else {
                    self.ends.push(self.pending.len());
                }
            }
            [b'l' | b'p', ..] if blank_at(1) => {
                let first = self.pending.len();
                self.corners(Cursor(&line[2..]), number)?;
                self.pending.truncate(first);
                self.other = true;
            }
            [b'g', ..] if blank_at(1) => {
                self.flush(false);
                self.other = false;
            }
            [b'o', ..] if blank_at(1) => {
                self.flush(false);
                self.done |= self.other;
                self.other = false;
            }
            _ => {}
        }
        Ok(())
    }

    /// Appends the corners `i`, `i/j`, `i//k` or `i/j/k` of a line.
    fn corners(&mut self, mut c: Cursor<'_>, line: usize) -> Result<(), MeshError> {
        let fix = |index: i64, len: usize| match index {
            0 => Err(MeshError::ObjIndex { line }),
            1.. => Ok((index - 1).min(i64::from(i32::MAX)) as i32),
            _ => Ok((len as i64 + index).max(i64::from(i32::MIN)) as i32),
        };
        while !c.0.is_empty() {
            let mut corner = Corner {
                vertex: 0,
                normal: -1,
                texcoord: -1,
            };
            corner.vertex = fix(c.index(), self.vertex.len() / 3)?;
            if c.take(b'/') {
                if c.take(b'/') {
                    corner.normal = fix(c.index(), self.normal.len() / 3)?;
                } else {
                    corner.texcoord = fix(c.index(), self.texcoord.len() / 2)?;
                    if c.take(b'/') {
                        corner.normal = fix(c.index(), self.normal.len() / 3)?;
                    }
                }
            }
            self.pending.push(corner);
            // rejected here, because a fourth part `/l` would never be consumed
            if c.0.first() == Some(&b'/') {
                return Err(MeshError::ObjIndex { line });
            }
            c.skip_blanks();
        }
        Ok(())
    }

    /// Completes the current shape.
    ///
    /// QUIRK(obj-first-group): the first group or object with a triangle is the mesh, later faces are ignored.
    fn flush(&mut self, last: bool) {
        if !self.done {
            let mut start = 0;
            for &end in &self.ends {
                triangulate(&self.pending[start..end], &self.vertex, &mut self.triangles);
                start = end;
            }
            self.done = last || !self.triangles.is_empty();
        }
        self.pending.clear();
        self.ends.clear();
    }
}

/// Splits at `\n`, `\r` and `\r\n`; the part of a line after a zero byte is dropped.
struct Lines<'a>(&'a [u8]);

impl<'a> Iterator for Lines<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        if self.0.is_empty() {
            return None;
        }
        let end = self
            .0
            .iter()
            .position(|&b| b == b'\n' || b == b'\r')
            .unwrap_or(self.0.len());
        let (line, rest) = self.0.split_at(end);
        self.0 = match rest {
            [b'\r', b'\n', tail @ ..] | [_, tail @ ..] => tail,
            [] => rest,
        };
        let stop = line.iter().position(|&b| b == 0).unwrap_or(line.len());
        Some(&line[..stop])
    }
}

/// The rest of a line.
struct Cursor<'a>(&'a [u8]);

impl Cursor<'_> {
    fn skip_blanks(&mut self) {
        while let [b' ' | b'\t', tail @ ..] = self.0 {
            self.0 = tail;
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        match self.0 {
            [first, tail @ ..] if *first == byte => {
                self.0 = tail;
                true
            }
            _ => false,
        }
    }

    /// A number; 0 if it is missing or malformed. An infinite number is returned as it is and rejected later.
    fn real(&mut self) -> f32 {
        self.skip_blanks();
        let end = self
            .0
            .iter()
            .position(|b| matches!(b, b' ' | b'\t'))
            .unwrap_or(self.0.len());
        let (word, rest) = self.0.split_at(end);
        self.0 = rest;
        decimal(word).unwrap_or(0.0) as f32
    }

    /// The integer at the beginning of a word up to `/` or a blank; 0 if there is no integer.
    ///
    /// QUIRK(obj-missing-index): if an index is left out, as in `f 1/ 2 3`, the number of the next corner is used,
    /// and it is read again as that corner.
    fn index(&mut self) -> i64 {
        let start = self.0.trim_ascii_start();
        let end = self
            .0
            .iter()
            .position(|b| matches!(b, b' ' | b'\t' | b'/'))
            .unwrap_or(self.0.len());
        self.0 = &self.0[end..];
        let (negative, digits) = match start {
            [b'-', tail @ ..] => (true, tail),
            [b'+', tail @ ..] => (false, tail),
            _ => (false, start),
        };
        let size = digits
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .fold(0_i64, |n, b| (10 * n + i64::from(b - b'0')).min(1 << 40));
        if negative { -size } else { size }
    }
}

/// Powers of ten for the digits after the point.
const TENTHS: [f64; 20] = [
    1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14,
    1e-15, 1e-16, 1e-17, 1e-18, 1e-19,
];

/// Reads `[sign] digits [. digits] [e [sign] digits]`, a hexadecimal number, infinity or NaN; the rest is ignored.
///
/// QUIRK(obj-decimal): digits are accumulated from left to right, and a power of ten is computed as 5ⁿ·2ⁿ; both can
/// differ from the nearest `f64` by a few roundings, which is visible after the conversion to `f32` only next to a
/// tie.
fn decimal(word: &[u8]) -> Option<f64> {
    let (negative, mut rest) = match word {
        [b'-', tail @ ..] => (true, tail),
        [b'+', tail @ ..] => (false, tail),
        _ => (false, word),
    };
    let signed = |value: f64| if negative { -value } else { value };
    match rest {
        [b'0', b'x' | b'X', tail @ ..] => return Some(signed(hexadecimal(tail))),
        // DIFFERENCE(obj-infinite): the reference reads infinity, and anything above the largest `f32`, as the largest `f32`
        [b'i' | b'I', b'n' | b'N', b'f' | b'F', ..] => return Some(signed(f64::INFINITY)),
        [b'n' | b'N', b'a' | b'A', b'n' | b'N', ..] => return Some(f64::NAN),
        _ => {}
    }
    let mut value = 0.0;
    let mut any = false;
    while let [digit @ b'0'..=b'9', tail @ ..] = rest {
        value = value * 10.0 + f64::from(digit - b'0');
        rest = tail;
        any = true;
    }
    if !any && rest.first() != Some(&b'.') {
        return None;
    }
    if let [b'.', tail @ ..] = rest {
        rest = tail;
        let mut place = 1;
        while let [digit @ b'0'..=b'9', tail @ ..] = rest {
            let unit = TENTHS
                .get(place)
                .copied()
                .unwrap_or_else(|| libm::pow(10.0, -(place as f64)));
            value += f64::from(digit - b'0') * unit;
            rest = tail;
            place += 1;
        }
    }
    if let [b'e' | b'E', tail @ ..] = rest {
        let (down, mut rest) = match tail {
            [b'-', tail @ ..] => (true, tail),
            [b'+', tail @ ..] => (false, tail),
            _ => (false, tail),
        };
        // an `e` without digits is not an exponent
        let mut exponent = 0_i32;
        while let [digit @ b'0'..=b'9', tail @ ..] = rest {
            exponent = (10 * exponent + i32::from(digit - b'0')).min(10_000);
            rest = tail;
        }
        if down {
            exponent = -exponent;
        }
        if exponent != 0 {
            value = libm::ldexp(value * libm::pow(5.0, f64::from(exponent)), exponent);
        }
    }
    Some(signed(value))
}

/// The digits `h [. h] [p [sign] digits]` of a hexadecimal number; 0 if there are no digits.
fn hexadecimal(digits: &[u8]) -> f64 {
    let (mut value, mut unit, mut rest) = (0.0, 1.0, digits);
    let mut after_point = false;
    while let Some((&first, tail)) = rest.split_first() {
        if first == b'.' && !after_point {
            after_point = true;
        } else if let Some(digit) = char::from(first).to_digit(16) {
            value = value * 16.0 + f64::from(digit);
            unit *= if after_point { 1.0 / 16.0 } else { 1.0 };
        } else {
            break;
        }
        rest = tail;
    }
    let mut exponent = 0_i32;
    if let [b'p' | b'P', tail @ ..] = rest {
        let (down, tail) = match tail {
            [b'-', tail @ ..] => (true, tail),
            [b'+', tail @ ..] => (false, tail),
            _ => (false, tail),
        };
        for digit in tail.iter().take_while(|b| b.is_ascii_digit()) {
            exponent = (10 * exponent + i32::from(digit - b'0')).min(10_000);
        }
        if down {
            exponent = -exponent;
        }
    }
    libm::ldexp(value * unit, exponent)
}
