//! Multisampled rasterization with SIMD: all samples of eight pixels at once, with the bits of the scalar `rasterizer.rs`.
//!
//! Edge functions are set up once for a tile; samples differ by their start values. Blocks of pixels that are outside an edge for
//! all samples are skipped.
#![expect(
    clippy::inline_always,
    reason = "loops are compiled for several vector units"
)]

use synovia_math::fearless_simd::{Simd, f32x8, i32x8, prelude::*, u32x8};

use crate::geometry::triangle_assembly::ScreenTriangle;
use crate::shading::triangle_setup::lane_ramp;
use crate::visibility::rasterizer::{EdgeFunctions, LANES, TileRect};
use crate::visibility::visibility_buffer::VisibilityBuffer;

/// Most samples per pixel.
const MAX_SAMPLES: usize = 4;

/// A triangle inside a tile, for all samples of a pixel.
struct MultisampledTriangle {
    /// Edge functions at the first pixel, for each sample.
    start: [[i32; 3]; MAX_SAMPLES],
    /// The maximum over the samples.
    most: [i32; 3],
    dx: [i32; 3],
    dy: [i32; 3],
    /// First pixels of the first and last block.
    x: [usize; 2],
    y: [usize; 2],
    /// Depth at the origin of the image, for each sample.
    z: [f64; MAX_SAMPLES],
}

impl MultisampledTriangle {
    /// The part of `tri` in the tile; `None` if it is empty.
    #[inline(always)]
    fn new(tri: &ScreenTriangle, rect: &TileRect, samples: &[[i32; 2]]) -> Option<Self> {
        let (mut first, mut last) = (samples[0], samples[0]);
        for s in samples {
            for k in 0..2 {
                first[k] = first[k].min(s[k]);
                last[k] = last[k].max(s[k]);
            }
        }
        // pixels with a sample in the bounding box
        let span = |c: &[i32; 3], origin: usize, size: usize, k: usize| {
            let low = (c[0].min(c[1]).min(c[2]) - last[k] + 255) >> 8;
            let high = (c[0].max(c[1]).max(c[2]) - first[k]) >> 8;
            let low = (low - origin as i32).max(0);
            let high = (high - origin as i32).min(size as i32 - 1);
            (low <= high).then_some([low as usize, high as usize])
        };
        let [left, right] = span(&tri.x, rect.x, rect.w, 0)?;
        let x = [left / LANES * LANES, right / LANES * LANES];
        let y = span(&tri.y, rect.y, rect.h, 1)?;
        let mut out = Self {
            start: [[0; 3]; MAX_SAMPLES],
            most: [0; 3],
            dx: [0; 3],
            dy: [0; 3],
            x,
            y,
            z: [0.0; MAX_SAMPLES],
        };
        let edges = EdgeFunctions::new(tri, rect);
        let (w, h) = ((x[1] - x[0] + LANES - 1) as i64, (y[1] - y[0]) as i64);
        for k in 0..3 {
            let (dx, dy) = (edges.dx[k], edges.dy[k]);
            let corner = edges.value[k] + dx * ((y[0] << 8) as i64) - dy * ((x[0] << 8) as i64);
            let mut start = [0; MAX_SAMPLES];
            let (mut least, mut most) = (i64::MAX, i64::MIN);
            for (start, s) in start.iter_mut().zip(samples) {
                *start = (corner + dx * i64::from(s[1]) - dy * i64::from(s[0])) >> 8;
                least = least.min(*start);
                most = most.max(*start);
            }
            if most + dx.max(0) * h + (-dy).max(0) * w < 0 {
                return None;
            }
            // an edge that all pixels are inside of stays zero; the others fit into 32 bits
            if least + dx.min(0) * h + (-dy).min(0) * w < 0 {
                out.most[k] = most as i32;
                (out.dx[k], out.dy[k]) = (-dy as i32, dx as i32);
                for (out, start) in out.start.iter_mut().zip(start) {
                    out[k] = start as i32;
                }
            }
        }
        for (z, s) in out.z.iter_mut().zip(samples) {
            let (sx, sy) = (f64::from(s[0]) / 256.0, f64::from(s[1]) / 256.0);
            *z = tri.z[0] + tri.z[1] * sx + tri.z[2] * sy;
        }
        Some(out)
    }
}

impl VisibilityBuffer {
    /// As [`VisibilityBuffer::rasterize`], a block of eight pixels in the lanes of a vector, all samples of a pixel together.
    #[inline(always)]
    pub(crate) fn rasterize_simd<S: Simd>(
        &mut self,
        simd: S,
        tri: &ScreenTriangle,
        id: u32,
        rect: &TileRect,
        samples: &[[i32; 2]],
    ) {
        let Some(all) = MultisampledTriangle::new(tri, rect, samples) else {
            return;
        };
        let ids = u32x8::splat(simd, id);
        let zero = i32x8::splat(simd, 0);
        let count = i32x8::load_array(simd, [0, 1, 2, 3, 4, 5, 6, 7]);
        let steps = all.dx.map(|dx| count * dx);
        let rise = lane_ramp(simd, 0.0) * (tri.z[1] as f32);
        // upper bound of the increase of an edge function inside a block
        let reach = all.dx.map(|dx| (dx * (LANES as i32 - 1)).max(0));
        for y in all.y[0]..=all.y[1] {
            let row = (y - all.y[0]) as i32;
            let zy = tri.z[2] * (rect.y + y) as f64;
            for x in (all.x[0]..=all.x[1]).step_by(LANES) {
                let column = (x - all.x[0]) as i32;
                let e: [i32; 3] = core::array::from_fn(|k| all.dy[k] * row + all.dx[k] * column);
                let outside = (0..3).any(|k| all.most[k] + e[k] + reach[k] < 0);
                if outside {
                    continue;
                }
                let zx = tri.z[1] * (rect.x + x) as f64;
                for (s, (start, z)) in all.start.iter().zip(&all.z).enumerate().take(samples.len())
                {
                    let sides = (steps[0] + (start[0] + e[0]))
                        | (steps[1] + (start[1] + e[1]))
                        | (steps[2] + (start[2] + e[2]));
                    let inside = sides.simd_ge(zero);
                    if !inside.any_true() {
                        continue;
                    }
                    let first = s * self.pixels + y * rect.stride + x;
                    let depth = &mut self.depth[first..first + LANES];
                    let here = rise + (z + zx + zy) as f32;
                    let before = f32x8::from_slice(simd, depth);
                    let pass = inside & here.simd_ge(before);
                    if pass.any_true() {
                        pass.select(here, before).store_slice(depth);
                        let seen = &mut self.tri[first..first + LANES];
                        let known = u32x8::from_slice(simd, seen);
                        pass.select(ids, known).store_slice(seen);
                    }
                }
            }
        }
    }
}
