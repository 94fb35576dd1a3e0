//! The fragment shader: interpolated vertex colour times texture, fog, additive light passes.
//!
//! Most fragments have neighbours in their row that show the same triangle. [`FragmentShader::shade_simd`] shades eight of them at
//! once, one in each lane of a vector, with the operations of [`FragmentShader::shade`] in the same order: both give the same bits.
#![expect(
    clippy::inline_always,
    reason = "loops are compiled for several vector units"
)]

use synovia_math::fearless_simd::{Simd, f32x8, mask32x8, prelude::*};

use crate::camera::CameraView;
use crate::draw::material::Material;
use crate::resources::context::Fog;
use crate::resources::texture::Rgba;
use crate::shading::texture_lookup::{sample_texture, sample_texture_simd};
use crate::shading::triangle_setup::{
    AdditiveTriangle, TriangleSetup, barycentrics_simd, interpolate, interpolate_simd, lane_ramp,
};
use crate::visibility::visibility_buffer::Fragment;

/// What shading needs besides the triangle.
#[derive(Clone, Copy)]
pub(crate) struct FragmentShader<'a> {
    pub(crate) materials: &'a [Material<'a>],
    pub(crate) view: &'a CameraView,
    pub(crate) fog: Option<Fog>,
    /// Number of lights with shadows.
    pub(crate) shadows: usize,
    /// Samples per pixel.
    pub(crate) samples: usize,
    /// Transparent items are blended additively.
    pub(crate) additive: bool,
    /// Scalar reference path: one pixel at a time, without SIMD.
    pub(crate) scalar: bool,
}

impl FragmentShader<'_> {
    /// The colour of a fragment at pixel `(x, y)`, relative to the origin of its setup.
    #[inline(always)]
    pub(crate) fn shade(
        &self,
        f: Fragment,
        s: &TriangleSetup,
        additive: &[AdditiveTriangle],
        x: f32,
        y: f32,
    ) -> Rgba {
        let material = &self.materials[s.material as usize];
        let b = s.barycentrics(x, y);
        let texel = sample_texture(material, s, b, x, y);
        let mut color = interpolate(b, &s.color);
        for k in 0..4 {
            color[k] = color[k].clamp(0.0, 1.0) * texel[k];
        }
        let fog_factor = self.fog.map_or(1.0, |fog| {
            let z = s.z[0] + s.z[1] * x + s.z[2] * y;
            let distance = self.view.distance(z).abs();
            ((fog.end - distance) / (fog.end - fog.start)).clamp(0.0, 1.0)
        });
        if let Some(fog) = self.fog {
            for k in 0..3 {
                color[k] = fog_factor * color[k] + (1.0 - fog_factor) * fog.color[k];
            }
        }
        // additive light passes: each light with shadows adds its colour, where the fragment is opaque
        let reached = s.light_mask & !f.shadow;
        if reached != 0 && color[3] >= 0.99 {
            for n in 0..self.shadows {
                if reached >> n & 1 == 1 {
                    let shade_additive_light =
                        interpolate(b, &additive[s.additive as usize + n].color);
                    for k in 0..3 {
                        let add = shade_additive_light[k].clamp(0.0, 1.0) * texel[k] * fog_factor;
                        color[k] = (color[k] + add).min(1.0);
                    }
                }
            }
        }
        color
    }

    /// The contribution of the additive pass of light `n` to a fragment at pixel `(x, y)`, if the light reaches it.
    pub(crate) fn shade_additive_light(
        &self,
        f: Fragment,
        s: &TriangleSetup,
        additive: &[AdditiveTriangle],
        n: usize,
        (x, y): (f32, f32),
    ) -> Option<Rgba> {
        if (s.light_mask & !f.shadow) >> n & 1 == 0 {
            return None;
        }
        let mut only = *s;
        only.color = [[0.0, 0.0, 0.0, s.color[0][3]]; 3];
        only.light_mask = 1 << n;
        let dark = FragmentShader {
            fog: self.fog.map(|fog| Fog {
                color: [0.0; 3],
                ..fog
            }),
            ..*self
        };
        Some(dark.shade(f, &only, additive, x, y))
    }

    /// The colours of at most eight adjacent fragments of one triangle, from pixel `(x, y)` on.
    #[inline(always)]
    pub(crate) fn shade_simd<S: Simd>(
        &self,
        simd: S,
        run: &[Fragment],
        s: &TriangleSetup,
        additive: &[AdditiveTriangle],
        (x, y): (f32, f32),
    ) -> [f32x8<S>; 4] {
        let material = &self.materials[s.material as usize];
        let one = f32x8::splat(simd, 1.0);
        let xs = lane_ramp(simd, x);
        let b = barycentrics_simd(simd, &s.weight, xs, y);
        let texel = sample_texture_simd(simd, material, s, b, (xs, y), run.len());
        let mut color = interpolate_simd(simd, b, &s.color);
        for c in &mut color {
            *c = saturate(simd, *c);
        }
        if let Some(texel) = texel {
            for k in 0..4 {
                color[k] *= texel[k];
            }
        }
        let mut fog_factor = None;
        if let Some(fog) = self.fog {
            let z = xs * s.z[1] + s.z[0] + f32x8::splat(simd, s.z[2] * y);
            let distance = self.view.distances(simd, z).abs();
            let share = (f32x8::splat(simd, fog.end) - distance) / (fog.end - fog.start);
            let share = saturate(simd, share);
            for k in 0..3 {
                color[k] = share * color[k] + (one - share) * fog.color[k];
            }
            fog_factor = Some(share);
        }
        let dense = color[3].simd_ge(f32x8::splat(simd, 0.99));
        for n in 0..self.shadows {
            let bits = run.iter().enumerate().fold(0, |bits, (i, f)| {
                bits | u64::from((s.light_mask & !f.shadow) >> n & 1) << i
            });
            if bits == 0 {
                continue;
            }
            let reached = mask32x8::from_bitmask(simd, bits) & dense;
            let shade_additive_light =
                interpolate_simd(simd, b, &additive[s.additive as usize + n].color);
            for k in 0..3 {
                let mut add = saturate(simd, shade_additive_light[k]);
                if let Some(texel) = texel {
                    add *= texel[k];
                }
                if let Some(fog_factor) = fog_factor {
                    add *= fog_factor;
                }
                let sum = color[k] + add;
                let most = sum.simd_le(one).select(sum, one);
                color[k] = reached.select(most, color[k]);
            }
        }
        color
    }
}

/// Clamps to `[0, 1]` as `f32::clamp` does.
#[inline(always)]
pub(crate) fn saturate<S: Simd>(simd: S, v: f32x8<S>) -> f32x8<S> {
    let (zero, one) = (f32x8::splat(simd, 0.0), f32x8::splat(simd, 1.0));
    let v = v.simd_lt(zero).select(zero, v);
    v.simd_gt(one).select(one, v)
}
