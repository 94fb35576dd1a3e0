//! Textures: mipmap chains and trilinear filtering.
//!
//! With `ρ` the largest number of texels that a step of one pixel crosses, the mip levels `ℓ` and `ℓ + 1` are mixed, where
//!
//! ```text
//! 1.2374 ρ = 2^ℓ m,   1 ≤ m < 2,   weight of level ℓ + 1:  max(0, 2m − 3)                                        (1)
//! ```
//!
//! as in the software rasterizer that the reference is compared with: most pixels read one level only.
#![expect(
    clippy::inline_always,
    reason = "reading a texel is compiled for several vector units"
)]

use synovia_model::Model;
use synovia_model::enums::{ColorSpace, TextureType};

/// A colour with alpha, each between 0 and 1.
pub(crate) type Rgba = [f32; 4];

/// A mipmap chain: an image and its successive halvings.
#[derive(Clone, Debug, Default)]
pub(crate) struct MipmapChain {
    levels: Vec<MipLevel>,
}

/// One mip level: texels row by row, channels as bytes.
#[derive(Clone, Debug, Default)]
struct MipLevel {
    width: usize,
    height: usize,
    texel: Vec<[u8; 4]>,
}

/// A texture of the model.
#[derive(Clone, Debug)]
pub(crate) enum Texture {
    /// A 2-D texture, repeated in both directions.
    Map2d(MipmapChain),
    /// A cube map: six images in the order +x, −x, +y, −y, +z, −z (right, left, up, down, front, back).
    CubeMap(Box<[MipmapChain; 6]>),
}

impl Texture {
    /// Texture `t` of a model with its mipmaps; `None` if its sizes do not match its bytes.
    pub(crate) fn new(model: &Model, t: usize) -> Option<Self> {
        let table = &model.texture;
        let width = usize::try_from(*table.width.get(t)?).ok()?;
        let height = usize::try_from(*table.height.get(t)?).ok()?;
        let channels = usize::try_from(*table.nchannel.get(t)?).ok()?;
        let adr = usize::try_from(*table.adr.get(t)?).ok()?;
        let bytes = table.data.rows().get(adr..)?;
        if *table.type_.get(t)? == TextureType::Flat {
            let linear = *table.colorspace.get(t)? == ColorSpace::Srgb;
            return Some(Self::Map2d(MipmapChain::new(
                bytes,
                [width, height],
                channels,
                linear,
            )?));
        }
        let side = 3 * width * width;
        let face = |k: usize| {
            let first = if width == height { 0 } else { k * side };
            MipmapChain::new(bytes.get(first..)?, [width, width], 3, false)
        };
        Some(Self::CubeMap(Box::new([
            face(0)?,
            face(1)?,
            face(2)?,
            face(3)?,
            face(4)?,
            face(5)?,
        ])))
    }
}

/// An sRGB byte as a linear one.
fn srgb_to_linear(byte: u8) -> u8 {
    let c = f32::from(byte) / 255.0;
    let l = if c <= 0.04045 {
        c / 12.92
    } else {
        libm::powf((c + 0.055) / 1.055, 2.4)
    };
    (l * 255.0 + 0.5) as u8
}

impl MipmapChain {
    fn new(bytes: &[u8], size: [usize; 2], channels: usize, srgb: bool) -> Option<Self> {
        let count = size[0].checked_mul(size[1])?;
        if count == 0 || !(3..=4).contains(&channels) {
            return None;
        }
        let bytes = bytes.get(..count.checked_mul(channels)?)?;
        let curve = |b: u8| if srgb { srgb_to_linear(b) } else { b };
        let texel = bytes.chunks_exact(channels).map(|p| {
            [
                curve(p[0]),
                curve(p[1]),
                curve(p[2]),
                p.get(3).copied().unwrap_or(255),
            ]
        });
        let mut levels = vec![MipLevel {
            width: size[0],
            height: size[1],
            texel: texel.collect(),
        }];
        while let Some(last) = levels.last().filter(|l| l.width > 1 || l.height > 1) {
            let half = last.downsampled();
            levels.push(half);
        }
        Some(Self { levels })
    }

    /// Width and height of level 0.
    pub(crate) fn size(&self) -> [f32; 2] {
        self.levels
            .first()
            .map_or([1.0; 2], |l| [l.width as f32, l.height as f32])
    }

    /// The filtered colour at `(s, t)`, equation (1); `rho` in texels of level 0.
    #[inline(always)]
    pub(crate) fn sample(&self, s: f32, t: f32, rho: f32, repeat: bool) -> Rgba {
        let scaled = rho * 1.237_436_9;
        let (mut level, mut share) = (0, 0.0);
        if scaled >= 1.0 {
            let bits = scaled.to_bits();
            level = (bits >> 23) as usize - 127;
            let mantissa = f32::from_bits((bits & 0x007f_ffff) | 0x3f80_0000);
            share = (2.0 * mantissa - 3.0).max(0.0);
        }
        let last = self.levels.len().saturating_sub(1);
        if level >= last {
            (level, share) = (last, 0.0);
        }
        let Some(fine) = self.levels.get(level).map(|l| l.bilinear(s, t, repeat)) else {
            return [1.0; 4];
        };
        if share <= 0.0 {
            return fine;
        }
        let coarse = self.levels[level + 1].bilinear(s, t, repeat);
        let mut out = fine;
        for k in 0..4 {
            out[k] += share * (coarse[k] - fine[k]);
        }
        out
    }
}

impl MipLevel {
    #[inline(always)]
    fn texel(&self, x: usize, y: usize) -> [u8; 4] {
        self.texel
            .get(y * self.width + x)
            .copied()
            .unwrap_or([255; 4])
    }

    /// Bilinear filtering of the four nearest texels.
    #[inline(always)]
    fn bilinear(&self, s: f32, t: f32, repeat: bool) -> Rgba {
        let (x0, x1, fx) = bilinear_footprint(s, self.width, repeat);
        let (y0, y1, fy) = bilinear_footprint(t, self.height, repeat);
        let (a, b) = (self.texel(x0, y0), self.texel(x1, y0));
        let (c, d) = (self.texel(x0, y1), self.texel(x1, y1));
        let mut out = [0.0; 4];
        for k in 0..4 {
            let low = f32::from(a[k]) + fx * (f32::from(b[k]) - f32::from(a[k]));
            let high = f32::from(c[k]) + fx * (f32::from(d[k]) - f32::from(c[k]));
            out[k] = (low + fy * (high - low)) * (1.0 / 255.0);
        }
        out
    }

    fn downsampled(&self) -> Self {
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        let mut texel = Vec::with_capacity(width * height);
        for y in 0..height {
            for x in 0..width {
                let s = (x as f32 + 0.5) / width as f32;
                let t = (y as f32 + 0.5) / height as f32;
                texel.push(self.bilinear(s, t, false).map(|c| (c * 255.0 + 0.5) as u8));
            }
        }
        Self {
            width,
            height,
            texel,
        }
    }
}

/// The floor of a number, within 31 bits.
#[inline]
pub(crate) fn floor(x: f32) -> i32 {
    let near = (x as i32).clamp(-(1 << 30), 1 << 30);
    near - i32::from(x < near as f32)
}

/// The two texels on either side of a coordinate, and the fraction between them.
#[inline(always)]
fn bilinear_footprint(s: f32, n: usize, repeat: bool) -> (usize, usize, f32) {
    let inside = if repeat {
        s - s.floor()
    } else {
        s.clamp(0.0, 1.0)
    };
    let u = inside * n as f32 - 0.5;
    let low = u.floor();
    let f = u - low;
    let last = n as i32 - 1;
    let (mut a, mut b) = (low as i32, low as i32 + 1);
    if repeat {
        if a < 0 {
            a = last;
        }
        if b > last {
            b = 0;
        }
    }
    (a.clamp(0, last) as usize, b.clamp(0, last) as usize, f)
}

/// The cube-map face that a direction hits.
#[inline]
pub(crate) fn cube_face(d: [f32; 3]) -> usize {
    let (x, y, z) = (d[0].abs(), d[1].abs(), d[2].abs());
    let (cone_axis, value) = if x >= y && x >= z {
        (0, d[0])
    } else if y >= z {
        (1, d[1])
    } else {
        (2, d[2])
    };
    2 * cone_axis + usize::from(value < 0.0)
}

/// The texture coordinates where a direction hits a cube-map face, between 0 and 1 inside the face.
#[inline]
pub(crate) fn cube_face_uv(face: usize, d: [f32; 3]) -> [f32; 2] {
    let (s, t, m) = match face {
        0 => (-d[2], -d[1], d[0]),
        1 => (d[2], -d[1], d[0]),
        2 => (d[0], d[2], d[1]),
        3 => (d[0], -d[2], d[1]),
        4 => (d[0], -d[1], d[2]),
        _ => (-d[0], -d[1], d[2]),
    };
    let m = m.abs();
    [0.5 * (s / m + 1.0), 0.5 * (t / m + 1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checker() -> MipmapChain {
        let bytes: Vec<u8> = (0..64)
            .flat_map(|k| {
                if (k % 8 + k / 8) % 2 == 0 {
                    [255, 0, 0]
                } else {
                    [0, 0, 255]
                }
            })
            .collect();
        MipmapChain::new(&bytes, [8, 8], 3, false).unwrap()
    }

    #[test]
    fn a_texel_in_its_middle_has_its_own_colour() {
        let image = checker();
        assert_eq!(
            image.sample(0.5 / 8.0, 0.5 / 8.0, 0.1, true),
            [1.0, 0.0, 0.0, 1.0]
        );
        assert_eq!(
            image.sample(1.5 / 8.0, 0.5 / 8.0, 0.1, true),
            [0.0, 0.0, 1.0, 1.0]
        );
        // one repetition further
        assert_eq!(
            image.sample(-6.5 / 8.0, 0.5 / 8.0, 0.1, true),
            [0.0, 0.0, 1.0, 1.0]
        );
    }

    #[test]
    fn far_away_only_the_mean_is_left() {
        let far = checker().sample(0.3, 0.7, 1e9, true);
        assert!((far[0] - 0.5).abs() < 0.01 && (far[2] - 0.5).abs() < 0.01);
    }

    #[test]
    fn axes_meet_the_middles_of_their_faces() {
        for face in 0..6 {
            let mut d = [0.0; 3];
            d[face / 2] = if face % 2 == 0 { 2.0 } else { -2.0 };
            assert_eq!(cube_face(d), face);
            assert_eq!(cube_face_uv(face, d), [0.5, 0.5]);
        }
    }

    #[test]
    fn bytes_of_the_wrong_length_are_not_an_image() {
        assert!(MipmapChain::new(&[0; 11], [2, 2], 3, false).is_none());
        assert!(MipmapChain::new(&[], [0, 0], 3, false).is_none());
        assert!(MipmapChain::new(&[0; 64], [usize::MAX, 2], 3, false).is_none());
    }
}
