//! Colours of a tile: fragments shaded and mixed, samples of a pixel to its colour.
//!
//! A pixel is the mean of its samples. Where nothing is blended over it and one triangle covers all of it, its samples are
//! equal and are not kept: the colour goes straight into the picture, several pixels of a row at a time.
#![expect(
    clippy::inline_always,
    reason = "loops are compiled for several vector units"
)]

use synovia_math::fearless_simd::{Simd, f32x8, i32x8, prelude::*};
use synovia_math::wide;

use crate::look::Shading;
use crate::raster::{Fragment, Rect};
use crate::setup::{LANES, Setup};
use crate::shade::Shader;
use crate::texture::Rgba;
use crate::tile::{Fragments, at, run_of};

/// Most samples of a pixel.
const MOST: usize = 4;
/// Shorter runs are shaded pixel by pixel.
const WORTH: usize = 3;

/// The colour of a pixel: the mean of its samples as bytes.
#[inline]
pub(crate) fn resolve(samples: &[Rgba]) -> [u8; 3] {
    let share = 255.0 / samples.len() as f32;
    // order: one sample after the other
    let sum = samples
        .iter()
        .fold([0.0; 3], |a, c| [a[0] + c[0], a[1] + c[1], a[2] + c[2]]);
    sum.map(|c| (c * share + 0.5) as u8)
}

/// Paints the fragments of a tile.
pub(crate) struct Painter<'a> {
    shader: &'a Shader<'a>,
    rect: Rect,
    /// What mirrors show, sample by sample.
    under: Option<&'a [Rgba]>,
}

impl<'a> Painter<'a> {
    pub(crate) fn new(shader: &'a Shader<'a>, rect: Rect, under: Option<&'a [Rgba]>) -> Self {
        Self {
            shader,
            rect,
            under,
        }
    }

    /// Calls `visit` with each fragment of a list, its triangle and its colour.
    #[inline(always)]
    fn each<S: Simd>(
        &self,
        simd: S,
        list: &Fragments,
        mut visit: impl FnMut(Fragment, &Setup, Rgba),
    ) {
        let mut k = 0;
        while let Some(&f) = list.list.get(k) {
            let setup = &list.setups[f.tri as usize];
            let mut count = if self.shader.plain {
                1
            } else {
                run_of(&list.list[k..], self.rect.stride)
            };
            let (x, y) = at(f, &self.rect);
            if count < WORTH {
                let color = self.shader.color(f, setup, &list.extras, x, y);
                visit(f, setup, color);
                count = 1;
            } else {
                let run = &list.list[k..k + count];
                let colors = self.shader.colors(simd, run, setup, &list.extras, (x, y));
                let c = [
                    colors[0].to_array(),
                    colors[1].to_array(),
                    colors[2].to_array(),
                    colors[3].to_array(),
                ];
                for (i, &f) in run.iter().enumerate() {
                    visit(f, setup, [c[0][i], c[1][i], c[2][i], c[3][i]]);
                }
            }
            k += count;
        }
    }

    /// Calls `visit` with each fragment of a list, its triangle and its colour.
    pub(crate) fn each_alone(&self, list: &Fragments, visit: impl FnMut(Fragment, &Setup, Rgba)) {
        wide!(simd => self.each(simd, list, visit));
    }

    /// Puts an opaque colour into the samples of a pixel that its fragment covers.
    #[inline(always)]
    fn put(&self, f: Fragment, setup: &Setup, color: Rgba, samples: &mut [Rgba]) {
        let under = self.under.filter(|_| setup.mirror);
        let first = f.pixel as usize * samples.len();
        for (s, out) in samples.iter_mut().enumerate() {
            if f.mask >> s & 1 == 0 {
                continue;
            }
            *out = color;
            if let Some(under) = under {
                for k in 0..3 {
                    out[k] = (color[k] + under[first + s][k]).min(1.0);
                }
            }
        }
    }

    /// Paints opaque fragments into samples, then those that are blended over them.
    pub(crate) fn samples(&self, lists: [&Fragments; 2], out: &mut [Rgba]) {
        wide!(simd => self.samples_in(simd, lists, out));
    }

    #[inline(always)]
    fn samples_in<S: Simd>(&self, simd: S, lists: [&Fragments; 2], out: &mut [Rgba]) {
        let (shader, n) = (self.shader, self.shader.samples);
        let of = |f: Fragment| f.pixel as usize * n..(f.pixel as usize + 1) * n;
        self.each(simd, lists[0], |f, setup, color| {
            self.put(f, setup, color, &mut out[of(f)]);
        });
        self.each(simd, lists[1], |f, setup, color| {
            // haze is mixed in any case
            let haze = shader.looks[setup.look as usize].shading == Shading::Fade;
            let keep = if shader.additive && !haze {
                1.0
            } else {
                1.0 - color[3]
            };
            for (s, out) in out[of(f)].iter_mut().enumerate() {
                if f.mask >> s & 1 == 1 {
                    for k in 0..3 {
                        out[k] = (color[3] * color[k] + keep * out[k]).clamp(0.0, 1.0);
                    }
                }
            }
        });
    }

    /// Paints opaque fragments, with nothing over them, into pixels.
    pub(crate) fn pixels(&self, list: &Fragments, out: &mut [[u8; 3]]) {
        wide!(simd => self.pixels_in(simd, list, out));
    }

    #[inline(always)]
    fn pixels_in<S: Simd>(&self, simd: S, list: &Fragments, out: &mut [[u8; 3]]) {
        let n = self.shader.samples.min(MOST);
        let all = (1u8 << n) - 1;
        let mut k = 0;
        while let Some(&f) = list.list.get(k) {
            let setup = &list.setups[f.tri as usize];
            let near = &list.list[k..];
            let run = &near[..run_of(near, self.rect.stride)];
            let whole = run.iter().take_while(|f| f.mask == all).count();
            if whole >= WORTH {
                let run = &run[..whole];
                let place = at(f, &self.rect);
                let mut colors = self.shader.colors(simd, run, setup, &list.extras, place);
                let first = f.pixel as usize;
                let out = &mut out[first..first + whole];
                k += whole;
                if let Some(under) = self.under.filter(|_| setup.mirror) {
                    let under = &under[first * n..(first + whole) * n];
                    if under.iter().any(|c| *c != [0.0; 4]) {
                        mirrored(simd, colors, under, out);
                        continue;
                    }
                    // nothing is mirrored there
                    for c in &mut colors {
                        *c = at_most_one(simd, *c);
                    }
                }
                let channel = |c: usize| equal_samples(simd, colors[c], n);
                let bytes = [channel(0), channel(1), channel(2)];
                for (i, rgb) in out.iter_mut().enumerate() {
                    *rgb = [bytes[0][i] as u8, bytes[1][i] as u8, bytes[2][i] as u8];
                }
                continue;
            }
            // a pixel of several fragments
            let mut samples = [[0.0; 4]; MOST];
            let pixel = f.pixel;
            while let Some(&f) = list.list.get(k).filter(|f| f.pixel == pixel) {
                let setup = &list.setups[f.tri as usize];
                let (x, y) = at(f, &self.rect);
                let color = self.shader.color(f, setup, &list.extras, x, y);
                self.put(f, setup, color, &mut samples[..n]);
                k += 1;
            }
            out[pixel as usize] = resolve(&samples[..n]);
        }
    }
}

/// As `f32::min` with 1: what is not a number becomes 1.
#[inline(always)]
fn at_most_one<S: Simd>(simd: S, c: f32x8<S>) -> f32x8<S> {
    let one = f32x8::splat(simd, 1.0);
    c.simd_le(one).select(c, one)
}

/// The colours of neighbouring pixels of a mirror: their own, and in each sample what it mirrors.
#[inline(always)]
fn mirrored<S: Simd>(simd: S, colors: [f32x8<S>; 4], under: &[Rgba], out: &mut [[u8; 3]]) {
    let n = under.len() / out.len();
    let share = 255.0 / n as f32;
    let mut bytes = [[0; LANES]; 3];
    for (c, bytes) in bytes.iter_mut().enumerate() {
        // order: one sample after the other
        let mut sum = f32x8::splat(simd, 0.0);
        for s in 0..n {
            let mut below = [0.0; LANES];
            for (i, below) in below.iter_mut().enumerate().take(out.len()) {
                *below = under[i * n + s][c];
            }
            sum += at_most_one(simd, colors[c] + f32x8::load_array(simd, below));
        }
        *bytes = to_bytes(simd, sum * share + 0.5);
    }
    for (i, rgb) in out.iter_mut().enumerate() {
        *rgb = [bytes[0][i] as u8, bytes[1][i] as u8, bytes[2][i] as u8];
    }
}

/// As [`resolve`] of `n` equal samples, for one channel of several pixels.
#[inline(always)]
fn equal_samples<S: Simd>(simd: S, c: f32x8<S>, n: usize) -> [i32; LANES] {
    let share = 255.0 / n as f32;
    // order: one sample after the other
    let mut sum = f32x8::splat(simd, 0.0) + c;
    for _ in 1..n {
        sum += c;
    }
    to_bytes(simd, sum * share + 0.5)
}

/// Numbers as bytes, cut off.
#[inline(always)]
fn to_bytes<S: Simd>(simd: S, v: f32x8<S>) -> [i32; LANES] {
    let zero = f32x8::splat(simd, 0.0);
    let most = f32x8::splat(simd, 255.0);
    // what is not a number is black
    let v = v.simd_ge(zero).select(v, zero);
    let v = v.simd_le(most).select(v, most);
    let bytes: i32x8<S> = v.to_int();
    bytes.to_array()
}
