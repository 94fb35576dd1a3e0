//! Colours of pixels: what the corners give, times the texture, behind fog.

use crate::context::Fog;
use crate::look::{Look, TextureUse};
use crate::matrix::Vec3;
use crate::raster::Fragment;
use crate::setup::{Extra, Setup, mix};
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
}

impl Shader<'_> {
    /// The colour of a fragment at pixel `(x, y)`, counted as in its setup.
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
}

/// The texture's colour at a pixel; white if there is none.
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
