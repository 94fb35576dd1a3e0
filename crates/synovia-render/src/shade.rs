//! Colours of pixels: what the corners give, times the texture, behind fog.
//!
//! Most pixels have neighbours in their row that show the same triangle. [`Shader::colors`] computes a row of [`LANES`] of
//! them at once, one in each lane of a vector, with the operations of [`Shader::color`] in the same order: both give the same
//! bits.
#![expect(
    clippy::inline_always,
    reason = "loops are compiled for several vector units"
)]

use synovia_math::fearless_simd::{Simd, f32x8, mask32x8, prelude::*};

use crate::context::Fog;
use crate::look::{Look, TextureUse};
use crate::matrix::Vec3;
use crate::raster::Fragment;
use crate::setup::{Extra, LANES, Setup, count_from, lanes, mix, mix_lanes};
use crate::texture::{Image, Rgba, cube_face, on_face};
use crate::view::View;

/// What shading needs beside the triangle.
#[derive(Clone, Copy)]
pub(crate) struct Shader<'a> {
    pub(crate) looks: &'a [Look<'a>],
    pub(crate) view: &'a View,
    pub(crate) fog: Option<Fog>,
    /// Lights with shadows.
    pub(crate) shadows: usize,
    /// Samples of a pixel.
    pub(crate) samples: usize,
    /// Transparent things add their light.
    pub(crate) additive: bool,
    /// Every pixel alone, without vectors.
    pub(crate) plain: bool,
}

impl Shader<'_> {
    /// The colour of a fragment at pixel `(x, y)`, counted as in its setup.
    #[inline(always)]
    pub(crate) fn color(&self, f: Fragment, s: &Setup, extras: &[Extra], x: f32, y: f32) -> Rgba {
        let look = &self.looks[s.look as usize];
        let b = s.at(x, y);
        let texel = texture_color(look, s, b, x, y);
        let mut color = mix(b, &s.color);
        for k in 0..4 {
            color[k] = color[k].clamp(0.0, 1.0) * texel[k];
        }
        let clear = self.fog.map_or(1.0, |fog| {
            let z = s.z[0] + s.z[1] * x + s.z[2] * y;
            let distance = self.view.distance(z).abs();
            ((fog.end - distance) / (fog.end - fog.start)).clamp(0.0, 1.0)
        });
        if let Some(fog) = self.fog {
            for k in 0..3 {
                color[k] = clear * color[k] + (1.0 - clear) * fog.color[k];
            }
        }
        // each light with shadows adds a picture of its own, where texture and light are opaque
        let reached = s.catches & !f.shadow;
        if reached != 0 && color[3] >= 0.99 {
            for n in 0..self.shadows {
                if reached >> n & 1 == 1 {
                    let light = mix(b, &extras[s.extra as usize + n].color);
                    for k in 0..3 {
                        let add = light[k].clamp(0.0, 1.0) * texel[k] * clear;
                        color[k] = (color[k] + add).min(1.0);
                    }
                }
            }
        }
        color
    }

    /// What light `n` with shadows adds to a fragment at pixel `(x, y)`, if it reaches it.
    pub(crate) fn light(
        &self,
        f: Fragment,
        s: &Setup,
        extras: &[Extra],
        n: usize,
        (x, y): (f32, f32),
    ) -> Option<Rgba> {
        if (s.catches & !f.shadow) >> n & 1 == 0 {
            return None;
        }
        let mut only = *s;
        only.color = [[0.0, 0.0, 0.0, s.color[0][3]]; 3];
        only.catches = 1 << n;
        let dark = Shader {
            fog: self.fog.map(|fog| Fog {
                color: [0.0; 3],
                ..fog
            }),
            ..*self
        };
        Some(dark.color(f, &only, extras, x, y))
    }

    /// The colours of a run of fragments that show one triangle, side by side from pixel `(x, y)` on; at most [`LANES`].
    #[inline(always)]
    pub(crate) fn colors<S: Simd>(
        &self,
        simd: S,
        run: &[Fragment],
        s: &Setup,
        extras: &[Extra],
        (x, y): (f32, f32),
    ) -> [f32x8<S>; 4] {
        let look = &self.looks[s.look as usize];
        let one = f32x8::splat(simd, 1.0);
        let xs = count_from(simd, x);
        let b = lanes(simd, &s.weight, xs, y);
        let texel = texture_colors(simd, look, s, b, (xs, y), run.len());
        let mut color = mix_lanes(simd, b, &s.color);
        for c in &mut color {
            *c = unit(simd, *c);
        }
        if let Some(texel) = texel {
            for k in 0..4 {
                color[k] *= texel[k];
            }
        }
        let mut clear = None;
        if let Some(fog) = self.fog {
            let z = xs * s.z[1] + s.z[0] + f32x8::splat(simd, s.z[2] * y);
            let distance = self.view.distances(simd, z).abs();
            let share = (f32x8::splat(simd, fog.end) - distance) / (fog.end - fog.start);
            let share = unit(simd, share);
            for k in 0..3 {
                color[k] = share * color[k] + (one - share) * fog.color[k];
            }
            clear = Some(share);
        }
        let dense = color[3].simd_ge(f32x8::splat(simd, 0.99));
        for n in 0..self.shadows {
            let bits = run.iter().enumerate().fold(0, |bits, (i, f)| {
                bits | u64::from((s.catches & !f.shadow) >> n & 1) << i
            });
            if bits == 0 {
                continue;
            }
            let reached = mask32x8::from_bitmask(simd, bits) & dense;
            let light = mix_lanes(simd, b, &extras[s.extra as usize + n].color);
            for k in 0..3 {
                let mut add = unit(simd, light[k]);
                if let Some(texel) = texel {
                    add *= texel[k];
                }
                if let Some(clear) = clear {
                    add *= clear;
                }
                let sum = color[k] + add;
                let most = sum.simd_le(one).select(sum, one);
                color[k] = reached.select(most, color[k]);
            }
        }
        color
    }
}

/// Each number at least 0 and at most 1, as `f32::clamp` has it.
#[inline(always)]
pub(crate) fn unit<S: Simd>(simd: S, v: f32x8<S>) -> f32x8<S> {
    let (zero, one) = (f32x8::splat(simd, 0.0), f32x8::splat(simd, 1.0));
    let v = v.simd_lt(zero).select(zero, v);
    v.simd_gt(one).select(one, v)
}

/// The texture's colour at a pixel; white if there is none.
#[inline(always)]
fn texture_color(look: &Look<'_>, s: &Setup, b: Vec3, x: f32, y: f32) -> Rgba {
    match look.texture {
        TextureUse::None => [1.0; 4],
        TextureUse::Corners(image) | TextureUse::Flat { image, .. } => {
            let at = mix(b, &s.texture);
            let (right, above) = s.slopes(x, y, at);
            let size = image.size();
            let steps = |k: usize| right[k].abs().max(above[k].abs()) * size[k];
            image.sample(at[0], at[1], steps(0).max(steps(1)), true)
        }
        TextureUse::Cube { faces, .. } => {
            let at = mix(b, &s.texture);
            let face = cube_face(at);
            let middle = on_face(face, at);
            let right = on_face(face, mix(s.at(x + 1.0, y), &s.texture));
            let above = on_face(face, mix(s.at(x, y + 1.0), &s.texture));
            let image = &faces[face];
            image.sample(
                middle[0],
                middle[1],
                texels(image, middle, right, above),
                false,
            )
        }
    }
}

/// Texels that a step of one pixel crosses, along the axis where they are most.
#[inline]
fn texels(image: &Image, at: [f32; 2], right: [f32; 2], above: [f32; 2]) -> f32 {
    let size = image.size();
    let step = |k: usize| (right[k] - at[k]).abs().max((above[k] - at[k]).abs()) * size[k];
    step(0).max(step(1))
}

/// The texture's colours at the first `count` of neighbouring pixels; none if there is no texture.
#[inline(always)]
fn texture_colors<S: Simd>(
    simd: S,
    look: &Look<'_>,
    s: &Setup,
    b: [f32x8<S>; 3],
    (x, y): (f32x8<S>, f32),
    count: usize,
) -> Option<[f32x8<S>; 4]> {
    let mut out = [[0.0; LANES]; 4];
    match look.texture {
        TextureUse::None => return None,
        TextureUse::Corners(image) | TextureUse::Flat { image, .. } => {
            let at = mix_lanes(simd, b, &s.texture);
            let (right, above) = slopes(simd, s, (x, y), at);
            let size = image.size();
            let steps = |k: usize| right[k].abs().max_precise(above[k].abs()) * size[k];
            let rho = steps(0).max_precise(steps(1)).to_array();
            let (u, v) = (at[0].to_array(), at[1].to_array());
            for i in 0..count.min(LANES) {
                let texel = image.sample(u[i], v[i], rho[i], true);
                (0..4).for_each(|k| out[k][i] = texel[k]);
            }
        }
        TextureUse::Cube { faces, .. } => {
            let at = mix_lanes(simd, b, &s.texture);
            let d = [at[0].to_array(), at[1].to_array(), at[2].to_array()];
            let face_of = |i: usize| cube_face([d[0][i], d[1][i], d[2][i]]);
            let face = face_of(0);
            let count = count.min(LANES);
            if (1..count).any(|i| face_of(i) != face) {
                let b = [b[0].to_array(), b[1].to_array(), b[2].to_array()];
                let x = x.to_array();
                for i in 0..count {
                    let weights = [b[0][i], b[1][i], b[2][i]];
                    let texel = texture_color(look, s, weights, x[i], y);
                    (0..4).for_each(|k| out[k][i] = texel[k]);
                }
            } else {
                let place = |x: f32x8<S>, y: f32| {
                    let b = lanes(simd, &s.weight, x, y);
                    on_face_lanes(face, mix_lanes(simd, b, &s.texture))
                };
                let middle = on_face_lanes(face, at);
                let (right, above) = (place(x + 1.0, y), place(x, y + 1.0));
                let image = &faces[face];
                let size = image.size();
                let step = |k: usize| {
                    let along = (right[k] - middle[k]).abs();
                    along.max_precise((above[k] - middle[k]).abs()) * size[k]
                };
                let rho = step(0).max_precise(step(1)).to_array();
                let (u, v) = (middle[0].to_array(), middle[1].to_array());
                for i in 0..count {
                    let texel = image.sample(u[i], v[i], rho[i], false);
                    (0..4).for_each(|k| out[k][i] = texel[k]);
                }
            }
        }
    }
    let load = |c: usize| f32x8::load_array(simd, out[c]);
    Some([load(0), load(1), load(2), load(3)])
}

/// As [`on_face`], for neighbouring pixels.
#[inline(always)]
fn on_face_lanes<S: Simd>(face: usize, d: [f32x8<S>; 3]) -> [f32x8<S>; 2] {
    let (s, t, m) = match face {
        0 => (-d[2], -d[1], d[0]),
        1 => (d[2], -d[1], d[0]),
        2 => (d[0], d[2], d[1]),
        3 => (d[0], -d[2], d[1]),
        4 => (d[0], -d[1], d[2]),
        _ => (-d[0], -d[1], d[2]),
    };
    let m = m.abs();
    [(s / m + 1.0) * 0.5, (t / m + 1.0) * 0.5]
}

/// As [`Setup::slopes`] for the first two coordinates of neighbouring pixels.
#[inline(always)]
fn slopes<S: Simd>(
    simd: S,
    setup: &Setup,
    (x, y): (f32x8<S>, f32),
    at: [f32x8<S>; 3],
) -> ([f32x8<S>; 2], [f32x8<S>; 2]) {
    let w = &setup.weight;
    let sum = |k: usize| w[0][k] + w[1][k] + w[2][k];
    let total = x * sum(0) + sum(1) * y + sum(2);
    let zero = f32x8::splat(simd, 0.0);
    let inverse = f32x8::splat(simd, 1.0) / total;
    let inverse = total.simd_eq(zero).select(zero, inverse);
    let slope = |k: usize, d: usize| {
        let t = [
            setup.texture[0][k],
            setup.texture[1][k],
            setup.texture[2][k],
        ];
        let along = w[0][d] * t[0] + w[1][d] * t[1] + w[2][d] * t[2];
        (f32x8::splat(simd, along) - at[k] * sum(d)) * inverse
    };
    ([slope(0, 0), slope(1, 0)], [slope(0, 1), slope(1, 1)])
}
