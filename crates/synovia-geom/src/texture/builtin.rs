//! Procedural textures: gradient, checker and flat colour, with edges, a cross or random dots on top.
//!
//! A gradient passes through the sigmoid
//!
//! ```text
//! α = ½ (1 + √2 · x / √(1 + x²)),  clamped to [0, 1],     colour = α·rgb₁ + (1 − α)·rgb₂         (1)
//! ```
//!
//! where `x` is the distance from the centre of an image, or the elevation seen from the centre of a cube.

use core::f64::consts::PI;

use rand_mt::Mt64;

use super::{Texture, byte_count, to_bytes};
use crate::TextureError;

/// The pattern that fills the texture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pattern {
    /// From one colour to the other.
    Gradient,
    /// Two by two squares.
    Checker,
    /// One colour; the second for the bottom of a cube.
    #[default]
    Flat,
}

/// The mark drawn on top of the pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Mark {
    /// Nothing.
    #[default]
    None,
    /// The border of each face.
    Edge,
    /// A cross through the middle of each face.
    Cross,
    /// Random pixels, each with this probability.
    Random(f64),
}

/// A procedural texture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Style {
    /// Pattern.
    pub pattern: Pattern,
    /// First colour.
    pub rgb1: [f64; 3],
    /// Second colour.
    pub rgb2: [f64; 3],
    /// Mark drawn on top.
    pub mark: Mark,
    /// Colour of the mark.
    pub markrgb: [f64; 3],
}

impl Style {
    /// An image of `width` by `height` pixels. With more than three bytes per pixel, the remaining bytes at the end
    /// of the data stay 0.
    pub fn picture(
        &self,
        width: i32,
        height: i32,
        nchannel: usize,
    ) -> Result<Texture, TextureError> {
        let mut canvas = Canvas::new(width, height, nchannel, 1)?;
        match self.pattern {
            Pattern::Gradient => {
                let (w, h) = (canvas.width, canvas.height);
                canvas.paint(0, |r, c| {
                    let [x, y] = unit_square(r, c, w, h);
                    blend(self.rgb2, self.rgb1, 2.0 * (x * x + y * y).sqrt() - 1.0)
                });
            }
            Pattern::Checker => canvas.checker(0, self.rgb1, self.rgb2),
            Pattern::Flat => canvas.paint(0, |_, _| to_bytes(self.rgb1)),
        }
        canvas.mark(self);
        Ok(canvas.texture)
    }

    /// The six faces of a cube or sky, `width` pixels wide.
    pub fn cube(&self, width: i32, nchannel: usize) -> Result<Texture, TextureError> {
        let mut canvas = Canvas::new(width, width, nchannel, 6)?;
        match self.pattern {
            Pattern::Gradient => canvas.sky(self.rgb1, self.rgb2),
            Pattern::Checker => {
                for face in 0..6 {
                    // front and back are swapped, so that colours meet at the edges
                    let swapped = face >= 4;
                    let (one, two) = if swapped {
                        (self.rgb2, self.rgb1)
                    } else {
                        (self.rgb1, self.rgb2)
                    };
                    canvas.checker(face, one, two);
                }
            }
            Pattern::Flat => {
                for face in 0..6 {
                    let colour = if face == 3 { self.rgb2 } else { self.rgb1 };
                    canvas.paint(face, |_, _| to_bytes(colour));
                }
            }
        }
        canvas.mark(self);
        Ok(canvas.texture)
    }
}

/// Faces of equal size, one below the other, painted with three bytes per pixel.
struct Canvas {
    texture: Texture,
    width: usize,
    height: usize,
    faces: usize,
}

impl Canvas {
    fn new(width: i32, height: i32, nchannel: usize, faces: usize) -> Result<Self, TextureError> {
        for (what, value) in [("width", width), ("height", height)] {
            if value < 1 {
                return Err(TextureError::Dimension {
                    what,
                    value: value.into(),
                });
            }
        }
        // QUIRK(builtin-three-bytes): three bytes per pixel are painted, whatever the number of channels;
        // DIFFERENCE(texture-channels): with one channel that is beyond the end of the array
        if nchannel < 3 {
            return Err(TextureError::Channels(nchannel));
        }
        let (width, height) = (width as usize, height as usize);
        let total = faces * height;
        let data = vec![0; byte_count(width, total, nchannel)? as usize];
        let texture = Texture {
            width,
            height: total,
            nchannel,
            data,
        };
        Ok(Self {
            texture,
            width,
            height,
            faces,
        })
    }

    fn set(&mut self, face: usize, r: usize, c: usize, colour: [u8; 3]) {
        let at = 3 * ((face * self.height + r) * self.width + c);
        self.texture.data[at..at + 3].copy_from_slice(&colour);
    }

    fn get(&self, face: usize, r: usize, c: usize) -> [u8; 3] {
        let at = 3 * ((face * self.height + r) * self.width + c);
        core::array::from_fn(|k| self.texture.data[at + k])
    }

    fn paint(&mut self, face: usize, colour: impl Fn(usize, usize) -> [u8; 3]) {
        for r in 0..self.height {
            for c in 0..self.width {
                self.set(face, r, c, colour(r, c));
            }
        }
    }

    /// A gradient over all faces of a cube.
    fn sky(&mut self, rgb1: [f64; 3], rgb2: [f64; 3]) {
        let (w, face) = (self.width, 3 * self.width * self.width);
        let place = |k| unit_square(k, k, w, w);
        let (x, y): (Vec<f64>, Vec<f64>) = (0..w).map(|k| place(k).into()).unzip();
        // columns and rows whose coordinates differ only in sign have the same colours: the first of the two
        let twin = |at: &[f64], k: usize| {
            let other = w - 1 - k;
            (other < k && at[other].abs() == at[k].abs()).then_some(other)
        };
        let twins: Vec<Option<usize>> = (0..w).map(|c| twin(&x, c)).collect();

        // the four faces around the horizon are equal
        for r in 0..w {
            for c in 0..w {
                let colour = twins[c].map_or_else(
                    || {
                        let far = (1.0 + x[c] * x[c] + y[r] * y[r]).sqrt();
                        blend(rgb1, rgb2, libm::asin(y[r] / far) / (0.5 * PI))
                    },
                    |twin| self.get(0, r, twin),
                );
                self.set(0, r, c, colour);
            }
        }
        for copy in [1, 4, 5] {
            self.texture.data.copy_within(0..face, copy * face);
        }

        // top and bottom
        for r in 0..w {
            if let Some(twin) = twin(&y, r) {
                for at in [2, 3].map(|side| side * face) {
                    let row = at + 3 * w * twin;
                    let data = &mut self.texture.data;
                    data.copy_within(row..row + 3 * w, at + 3 * w * r);
                }
                continue;
            }
            for c in 0..w {
                let [above, below] = if let Some(twin) = twins[c] {
                    [2, 3].map(|side| self.get(side, r, twin))
                } else {
                    let far = (1.0 + x[c] * x[c] + y[r] * y[r]).sqrt();
                    let up = 1.0 - libm::acos(1.0 / far) / (0.5 * PI);
                    [up, -up].map(|elevation| blend(rgb1, rgb2, elevation))
                };
                self.set(2, r, c, above);
                self.set(3, r, c, below);
            }
        }
    }

    fn checker(&mut self, face: usize, rgb1: [f64; 3], rgb2: [f64; 3]) {
        let (one, two) = (to_bytes(rgb1), to_bytes(rgb2));
        let (w, h) = (self.width, self.height);
        self.paint(
            face,
            |r, c| if (r < h / 2) == (c < w / 2) { one } else { two },
        );
    }

    fn mark(&mut self, style: &Style) {
        let colour = to_bytes(style.markrgb);
        let (w, h) = (self.width, self.height);
        let (rows, cols) = match style.mark {
            Mark::None => return,
            Mark::Edge => ([0, h - 1], [0, w - 1]),
            Mark::Cross => ([h / 2; 2], [w / 2; 2]),
            Mark::Random(probability) => return self.dots(colour, probability),
        };
        for face in 0..self.faces {
            for c in 0..w {
                for r in rows {
                    self.set(face, r, c, colour);
                }
            }
            for r in 0..h {
                for c in cols {
                    self.set(face, r, c, colour);
                }
            }
        }
    }

    fn dots(&mut self, colour: [u8; 3], probability: f64) {
        if probability <= 0.0 {
            return;
        }
        let mut random = Mt64::new(42);
        for pixel in self
            .texture
            .data
            .chunks_exact_mut(3)
            .take(self.width * self.height * self.faces)
        {
            if unit(&mut random) < probability {
                pixel.copy_from_slice(&colour);
            }
        }
    }
}

/// Coordinates of a pixel in [−1, 1], up positive.
fn unit_square(r: usize, c: usize, width: usize, height: usize) -> [f64; 2] {
    [
        2.0 * c as f64 / (width as f64 - 1.0) - 1.0,
        1.0 - 2.0 * r as f64 / (height as f64 - 1.0),
    ]
}

/// The colour by equation (1); black if `x` is NaN.
fn blend(rgb1: [f64; 3], rgb2: [f64; 3], x: f64) -> [u8; 3] {
    let root = 1.0 / 2.0_f64.sqrt();
    let alpha = (0.5 * (1.0 + x / (1.0 + x * x).sqrt() / root)).clamp(0.0, 1.0);
    to_bytes(core::array::from_fn(|k| {
        alpha * rgb1[k] + (1.0 - alpha) * rgb2[k]
    }))
}

/// The next random number of the Mersenne twister, uniform in [0, 1), as computed by the C++ standard library.
fn unit(random: &mut Mt64) -> f64 {
    let x = random.next_u64() as f64 / 18_446_744_073_709_551_616.0;
    if x < 1.0 { x } else { 1.0 - f64::EPSILON / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: Style = Style {
        pattern: Pattern::Checker,
        rgb1: [1.0, 0.0, 0.0],
        rgb2: [0.0, 0.0, 1.0],
        mark: Mark::None,
        markrgb: [1.0, 1.0, 1.0],
    };

    #[test]
    fn the_twister_gives_the_published_number() {
        // the 10000th output with the default seed, fixed by the C++ standard
        let mut random = Mt64::new(5489);
        for _ in 0..9999 {
            random.next_u64();
        }
        assert_eq!(random.next_u64(), 9981545732273789042);
    }

    #[test]
    fn a_checker_alternates() {
        let t = STYLE.picture(2, 2, 3).unwrap();
        assert_eq!(t.data, [255, 0, 0, 0, 0, 255, 0, 0, 255, 255, 0, 0]);
        let cube = STYLE.cube(2, 3).unwrap();
        assert_eq!((cube.width, cube.height, cube.data.len()), (2, 12, 72));
        assert_eq!(cube.data[4 * 12..4 * 12 + 3], [0, 0, 255]);
    }

    #[test]
    fn a_sky_is_painted_pixel_by_pixel() {
        let style = Style {
            pattern: Pattern::Gradient,
            rgb1: [0.3, 0.5, 0.7],
            rgb2: [0.9, 0.1, 0.0],
            ..STYLE
        };
        for w in [1, 2, 5, 64, 101] {
            let cube = style.cube(w as i32, 3).unwrap();
            let mut pixels = cube.data.chunks_exact(3);
            for face in 0..6 {
                for k in 0..w * w {
                    let [x, y] = unit_square(k / w, k % w, w, w);
                    let far = (1.0 + x * x + y * y).sqrt();
                    let up = 1.0 - libm::acos(1.0 / far) / (0.5 * PI);
                    let elevation = match face {
                        2 => up,
                        3 => -up,
                        _ => libm::asin(y / far) / (0.5 * PI),
                    };
                    let wanted = blend(style.rgb1, style.rgb2, elevation);
                    assert_eq!(pixels.next().unwrap(), wanted, "{w} {face} {k}");
                }
            }
        }
    }

    #[test]
    fn edges_and_crosses_are_drawn_on_every_face() {
        let white = |t: &Texture| t.data.chunks_exact(3).filter(|p| **p == [255; 3]).count();
        let edge = Style {
            mark: Mark::Edge,
            ..STYLE
        };
        assert_eq!(white(&edge.picture(4, 3, 3).unwrap()), 10);
        assert_eq!(white(&edge.cube(4, 3).unwrap()), 72);
        let cross = Style {
            mark: Mark::Cross,
            ..STYLE
        };
        assert_eq!(white(&cross.picture(5, 5, 3).unwrap()), 9);
    }

    #[test]
    fn bad_dimensions_are_errors() {
        assert!(STYLE.picture(0, 4, 3).is_err());
        assert!(STYLE.picture(4, -1, 3).is_err());
        assert!(STYLE.picture(i32::MAX, i32::MAX, 3).is_err());
        assert_eq!(STYLE.cube(4, 1), Err(TextureError::Channels(1)));
        // the coordinates of a single pixel are NaN; its gradient is still a colour
        assert_eq!(
            Style {
                pattern: Pattern::Gradient,
                ..STYLE
            }
            .picture(1, 1, 3)
            .unwrap()
            .data
            .len(),
            3
        );
    }
}
