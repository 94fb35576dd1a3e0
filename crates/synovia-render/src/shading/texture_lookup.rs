//! Texture lookups of fragments: interpolated coordinates, screen-space derivatives for the mip level, filtered texels.
#![expect(
    clippy::inline_always,
    reason = "loops are compiled for several vector units"
)]

use synovia_math::fearless_simd::{Simd, f32x8, prelude::*};

use crate::draw::material::{Material, TextureMapping};
use crate::matrix::Vec3;
use crate::resources::texture::{MipmapChain, Rgba, cube_face, cube_face_uv};
use crate::shading::triangle_setup::{
    LANES, TriangleSetup, barycentrics_simd, interpolate, interpolate_simd,
};

/// The texture's colour at a pixel; white if there is no texture.
#[inline(always)]
pub(crate) fn sample_texture(
    material: &Material<'_>,
    s: &TriangleSetup,
    b: Vec3,
    x: f32,
    y: f32,
) -> Rgba {
    match material.texture {
        TextureMapping::None => [1.0; 4],
        TextureMapping::MeshCoords(image) | TextureMapping::Planar { image, .. } => {
            let at = interpolate(b, &s.texture);
            let (right, above) = s.derivatives(x, y, at);
            let size = image.size();
            let steps = |k: usize| right[k].abs().max(above[k].abs()) * size[k];
            image.sample(at[0], at[1], steps(0).max(steps(1)), true)
        }
        TextureMapping::CubeMap { faces, .. } => {
            let at = interpolate(b, &s.texture);
            let face = cube_face(at);
            let middle = cube_face_uv(face, at);
            let right = cube_face_uv(face, interpolate(s.barycentrics(x + 1.0, y), &s.texture));
            let above = cube_face_uv(face, interpolate(s.barycentrics(x, y + 1.0), &s.texture));
            let image = &faces[face];
            image.sample(
                middle[0],
                middle[1],
                texels_per_pixel(image, middle, right, above),
                false,
            )
        }
    }
}

/// Texels that a step of one pixel crosses, along the axis with most of them.
#[inline]
fn texels_per_pixel(image: &MipmapChain, at: [f32; 2], right: [f32; 2], above: [f32; 2]) -> f32 {
    let size = image.size();
    let step = |k: usize| (right[k] - at[k]).abs().max((above[k] - at[k]).abs()) * size[k];
    step(0).max(step(1))
}

/// The texture's colours at the first `count` of eight adjacent pixels; `None` if there is no texture.
#[inline(always)]
pub(crate) fn sample_texture_simd<S: Simd>(
    simd: S,
    material: &Material<'_>,
    s: &TriangleSetup,
    b: [f32x8<S>; 3],
    (x, y): (f32x8<S>, f32),
    count: usize,
) -> Option<[f32x8<S>; 4]> {
    let mut out = [[0.0; LANES]; 4];
    match material.texture {
        TextureMapping::None => return None,
        TextureMapping::MeshCoords(image) | TextureMapping::Planar { image, .. } => {
            let at = interpolate_simd(simd, b, &s.texture);
            let (right, above) = derivatives(simd, s, (x, y), at);
            let size = image.size();
            let steps = |k: usize| right[k].abs().max_precise(above[k].abs()) * size[k];
            let rho = steps(0).max_precise(steps(1)).to_array();
            let (u, v) = (at[0].to_array(), at[1].to_array());
            for i in 0..count.min(LANES) {
                let texel = image.sample(u[i], v[i], rho[i], true);
                (0..4).for_each(|k| out[k][i] = texel[k]);
            }
        }
        TextureMapping::CubeMap { faces, .. } => {
            let at = interpolate_simd(simd, b, &s.texture);
            let d = [at[0].to_array(), at[1].to_array(), at[2].to_array()];
            let face_of = |i: usize| cube_face([d[0][i], d[1][i], d[2][i]]);
            let face = face_of(0);
            let count = count.min(LANES);
            if (1..count).any(|i| face_of(i) != face) {
                let b = [b[0].to_array(), b[1].to_array(), b[2].to_array()];
                let x = x.to_array();
                for i in 0..count {
                    let weights = [b[0][i], b[1][i], b[2][i]];
                    let texel = sample_texture(material, s, weights, x[i], y);
                    (0..4).for_each(|k| out[k][i] = texel[k]);
                }
            } else {
                let place = |x: f32x8<S>, y: f32| {
                    let b = barycentrics_simd(simd, &s.weight, x, y);
                    cube_face_uv_simd(face, interpolate_simd(simd, b, &s.texture))
                };
                let middle = cube_face_uv_simd(face, at);
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

/// As [`cube_face_uv`], for adjacent pixels.
#[inline(always)]
fn cube_face_uv_simd<S: Simd>(face: usize, d: [f32x8<S>; 3]) -> [f32x8<S>; 2] {
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

/// As [`TriangleSetup::derivatives`] for the first two coordinates of adjacent pixels.
#[inline(always)]
fn derivatives<S: Simd>(
    simd: S,
    setup: &TriangleSetup,
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
