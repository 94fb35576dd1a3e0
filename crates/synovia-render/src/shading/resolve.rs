//! Output merging of a tile: shaded fragments are blended into samples, and samples are resolved to pixels.
//!
//! A pixel is the mean of its samples (multisample resolve). Where nothing is blended over a pixel and one triangle covers all of
//! it, its samples are equal and are not stored: the colour is written directly, several pixels of a row at a time.
#![expect(
    clippy::inline_always,
    reason = "loops are compiled for several vector units"
)]

use synovia_math::fearless_simd::{Simd, f32x8, i32x8, prelude::*};
use synovia_math::wide;

use crate::draw::material::Shading;
use crate::resources::texture::Rgba;
use crate::shading::fragment_shader::FragmentShader;
use crate::shading::triangle_setup::{LANES, TriangleSetup};
use crate::visibility::rasterizer::TileRect;
use crate::visibility::tile::{FragmentList, fragment_coord, same_triangle_run};
use crate::visibility::visibility_buffer::Fragment;

/// Most samples per pixel.
const MAX_SAMPLES: usize = 4;
/// Shorter runs are shaded pixel by pixel.
const MIN_SIMD_RUN: usize = 3;

/// Multisample resolve: the mean of a pixel's samples as bytes.
#[inline]
pub(crate) fn resolve(samples: &[Rgba]) -> [u8; 3] {
    let share = 255.0 / samples.len() as f32;
    // order: one sample after the other
    let sum = samples
        .iter()
        .fold([0.0; 3], |a, c| [a[0] + c[0], a[1] + c[1], a[2] + c[2]]);
    sum.map(|c| (c * share + 0.5) as u8)
}

/// Blends and resolves the fragments of a tile.
pub(crate) struct OutputMerger<'a> {
    shader: &'a FragmentShader<'a>,
    rect: TileRect,
    /// The planar reflection, sample by sample.
    reflection: Option<&'a [Rgba]>,
}

impl<'a> OutputMerger<'a> {
    pub(crate) fn new(
        shader: &'a FragmentShader<'a>,
        rect: TileRect,
        reflection: Option<&'a [Rgba]>,
    ) -> Self {
        Self {
            shader,
            rect,
            reflection,
        }
    }

    /// Shades each fragment of a list and calls `visit` with it, its triangle and its colour.
    #[inline(always)]
    fn for_each_run<S: Simd>(
        &self,
        simd: S,
        list: &FragmentList,
        mut visit: impl FnMut(Fragment, &TriangleSetup, Rgba),
    ) {
        let mut k = 0;
        while let Some(&f) = list.list.get(k) {
            let setup = &list.setups[f.tri as usize];
            let mut count = if self.shader.scalar {
                1
            } else {
                same_triangle_run(&list.list[k..], self.rect.stride)
            };
            let (x, y) = fragment_coord(f, &self.rect);
            if count < MIN_SIMD_RUN {
                let color = self.shader.shade(f, setup, &list.additive, x, y);
                visit(f, setup, color);
                count = 1;
            } else {
                let run = &list.list[k..k + count];
                let colors = self
                    .shader
                    .shade_simd(simd, run, setup, &list.additive, (x, y));
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

    /// Shades each fragment of a list and calls `visit` with it, its triangle and its colour.
    pub(crate) fn for_each_shaded(
        &self,
        list: &FragmentList,
        visit: impl FnMut(Fragment, &TriangleSetup, Rgba),
    ) {
        wide!(simd => self.for_each_run(simd, list, visit));
    }

    /// Writes an opaque colour into the samples that a fragment covers.
    #[inline(always)]
    fn write_opaque(&self, f: Fragment, setup: &TriangleSetup, color: Rgba, samples: &mut [Rgba]) {
        let reflection = self.reflection.filter(|_| setup.reflection);
        let first = f.pixel as usize * samples.len();
        for (s, out) in samples.iter_mut().enumerate() {
            if f.mask >> s & 1 == 0 {
                continue;
            }
            *out = color;
            if let Some(reflection) = reflection {
                for k in 0..3 {
                    out[k] = (color[k] + reflection[first + s][k]).min(1.0);
                }
            }
        }
    }

    /// Merges opaque fragments into samples, then blends transparent ones over them.
    pub(crate) fn merge_samples(&self, lists: [&FragmentList; 2], out: &mut [Rgba]) {
        wide!(simd => self.merge_samples_in(simd, lists, out));
    }

    #[inline(always)]
    fn merge_samples_in<S: Simd>(&self, simd: S, lists: [&FragmentList; 2], out: &mut [Rgba]) {
        let (shader, n) = (self.shader, self.shader.samples);
        let of = |f: Fragment| f.pixel as usize * n..(f.pixel as usize + 1) * n;
        self.for_each_run(simd, lists[0], |f, setup, color| {
            self.write_opaque(f, setup, color, &mut out[of(f)]);
        });
        self.for_each_run(simd, lists[1], |f, setup, color| {
            // haze is never additive
            let haze = shader.materials[setup.material as usize].shading == Shading::Haze;
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

    /// Shades opaque fragments and resolves them directly to pixels; nothing is blended over them.
    pub(crate) fn resolve_pixels(&self, list: &FragmentList, out: &mut [[u8; 3]]) {
        wide!(simd => self.resolve_pixels_in(simd, list, out));
    }

    #[inline(always)]
    fn resolve_pixels_in<S: Simd>(&self, simd: S, list: &FragmentList, out: &mut [[u8; 3]]) {
        let n = self.shader.samples.min(MAX_SAMPLES);
        let all = (1u8 << n) - 1;
        let mut k = 0;
        while let Some(&f) = list.list.get(k) {
            let setup = &list.setups[f.tri as usize];
            let near = &list.list[k..];
            let run = &near[..same_triangle_run(near, self.rect.stride)];
            let full = run.iter().take_while(|f| f.mask == all).count();
            if full >= MIN_SIMD_RUN {
                let run = &run[..full];
                let place = fragment_coord(f, &self.rect);
                let mut colors = self
                    .shader
                    .shade_simd(simd, run, setup, &list.additive, place);
                let first = f.pixel as usize;
                let out = &mut out[first..first + full];
                k += full;
                if let Some(reflection) = self.reflection.filter(|_| setup.reflection) {
                    let reflection = &reflection[first * n..(first + full) * n];
                    if reflection.iter().any(|c| *c != [0.0; 4]) {
                        resolve_reflected(simd, colors, reflection, out);
                        continue;
                    }
                    // the reflection is empty there
                    for c in &mut colors {
                        *c = clamp_above(simd, *c);
                    }
                }
                let channel = |c: usize| resolve_uniform(simd, colors[c], n);
                let bytes = [channel(0), channel(1), channel(2)];
                for (i, rgb) in out.iter_mut().enumerate() {
                    *rgb = [bytes[0][i] as u8, bytes[1][i] as u8, bytes[2][i] as u8];
                }
                continue;
            }
            // a pixel with several fragments
            let mut samples = [[0.0; 4]; MAX_SAMPLES];
            let pixel = f.pixel;
            while let Some(&f) = list.list.get(k).filter(|f| f.pixel == pixel) {
                let setup = &list.setups[f.tri as usize];
                let (x, y) = fragment_coord(f, &self.rect);
                let color = self.shader.shade(f, setup, &list.additive, x, y);
                self.write_opaque(f, setup, color, &mut samples[..n]);
                k += 1;
            }
            out[pixel as usize] = resolve(&samples[..n]);
        }
    }
}

/// As `f32::min` with 1: NaN becomes 1.
#[inline(always)]
fn clamp_above<S: Simd>(simd: S, c: f32x8<S>) -> f32x8<S> {
    let one = f32x8::splat(simd, 1.0);
    c.simd_le(one).select(c, one)
}

/// Resolves adjacent pixels of the reflective geom: its own colour plus the reflection in each sample.
#[inline(always)]
fn resolve_reflected<S: Simd>(
    simd: S,
    colors: [f32x8<S>; 4],
    reflection: &[Rgba],
    out: &mut [[u8; 3]],
) {
    let n = reflection.len() / out.len();
    let share = 255.0 / n as f32;
    let mut bytes = [[0; LANES]; 3];
    for (c, bytes) in bytes.iter_mut().enumerate() {
        // order: one sample after the other
        let mut sum = f32x8::splat(simd, 0.0);
        for s in 0..n {
            let mut below = [0.0; LANES];
            for (i, below) in below.iter_mut().enumerate().take(out.len()) {
                *below = reflection[i * n + s][c];
            }
            sum += clamp_above(simd, colors[c] + f32x8::load_array(simd, below));
        }
        *bytes = to_bytes(simd, sum * share + 0.5);
    }
    for (i, rgb) in out.iter_mut().enumerate() {
        *rgb = [bytes[0][i] as u8, bytes[1][i] as u8, bytes[2][i] as u8];
    }
}

/// As [`resolve`] of `n` equal samples, for one channel of several pixels.
#[inline(always)]
fn resolve_uniform<S: Simd>(simd: S, c: f32x8<S>, n: usize) -> [i32; LANES] {
    let share = 255.0 / n as f32;
    // order: one sample after the other
    let mut sum = f32x8::splat(simd, 0.0) + c;
    for _ in 1..n {
        sum += c;
    }
    to_bytes(simd, sum * share + 0.5)
}

/// Numbers as bytes, truncated.
#[inline(always)]
fn to_bytes<S: Simd>(simd: S, v: f32x8<S>) -> [i32; LANES] {
    let zero = f32x8::splat(simd, 0.0);
    let most = f32x8::splat(simd, 255.0);
    // NaN becomes black
    let v = v.simd_ge(zero).select(v, zero);
    let v = v.simd_le(most).select(v, most);
    let bytes: i32x8<S> = v.to_int();
    bytes.to_array()
}
