//! Rasterization with edge functions and the depth test, sample by sample (Pineda 1988).
//!
//! With vertices `p₀ p₁ p₂` counter-clockwise in 1/256 pixel, a sample `q` is inside if for every edge
//!
//! ```text
//! E_k(q) = (p_{k+1} − p_k) × (q − p_k) > 0,   or = 0 on a left or top edge                                       (1)
//! ```
//!
//! the top-left rule: a sample on a shared edge belongs to one triangle only. From pixel to pixel `E` changes by a multiple of
//! 256: the part below never matters, and the rest fits into 32 bits inside a tile. All of it is exact.
//!
//! The depth test keeps the triangle with the greatest (reversed) depth, and the last of equals.
#![expect(
    clippy::inline_always,
    reason = "loops are compiled for several vector units"
)]

use crate::geometry::triangle_assembly::ScreenTriangle;
use crate::visibility::visibility_buffer::{Fragment, VisibilityBuffer, merge_samples};

/// Sample positions in 1/256 pixel: the pixel's centre only.
pub(crate) const SINGLE_SAMPLE: [[i32; 2]; 1] = [[128, 128]];
/// Four samples per pixel on a rotated grid.
pub(crate) const ROTATED_GRID: [[i32; 2]; 4] = [[96, 32], [224, 96], [32, 160], [160, 224]];

/// The pixels of a tile.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct TileRect {
    /// Lower left pixel.
    pub(crate) x: usize,
    /// The same upwards.
    pub(crate) y: usize,
    /// Columns.
    pub(crate) w: usize,
    /// Rows.
    pub(crate) h: usize,
    /// Pixels of a row in memory: a multiple of 8, at least `w`.
    pub(crate) stride: usize,
}

/// Pixels of a block, rasterized together.
pub(crate) const LANES: usize = 8;

/// One edge function inside a tile, equation (1) in steps of a pixel.
#[derive(Clone, Copy, Default)]
struct EdgeFunction {
    start: i32,
    dx: i32,
    dy: i32,
}

/// The edge functions of a triangle at a tile's corner, before a sample is chosen.
pub(crate) struct EdgeFunctions {
    pub(crate) value: [i64; 3],
    pub(crate) dx: [i64; 3],
    pub(crate) dy: [i64; 3],
}

impl EdgeFunctions {
    #[inline(always)]
    pub(crate) fn new(tri: &ScreenTriangle, rect: &TileRect) -> Self {
        let mut out = Self {
            value: [0; 3],
            dx: [0; 3],
            dy: [0; 3],
        };
        let (px, py) = ((rect.x << 8) as i64, (rect.y << 8) as i64);
        for k in 0..3 {
            let (a, b) = (k, (k + 1) % 3);
            let dx = i64::from(tri.x[b] - tri.x[a]);
            let dy = i64::from(tri.y[b] - tri.y[a]);
            let closed = dy < 0 || (dy == 0 && dx < 0);
            out.value[k] = dx * (py - i64::from(tri.y[a]))
                - dy * (px - i64::from(tri.x[a]))
                - i64::from(!closed);
            (out.dx[k], out.dy[k]) = (dx, dy);
        }
        out
    }
}

/// A triangle inside a tile, for one sample of the pixels.
struct TileTriangle {
    side: [EdgeFunction; 3],
    /// First pixels of the first and last block.
    x: [usize; 2],
    y: [usize; 2],
    z: [f64; 3],
}

impl TileTriangle {
    /// The part of `tri` in the tile; `None` if it is empty.
    #[inline(always)]
    fn new(
        tri: &ScreenTriangle,
        edges: &EdgeFunctions,
        rect: &TileRect,
        sample: [i32; 2],
    ) -> Option<Self> {
        let span = |c: &[i32; 3], origin: usize, size: usize, s: i32| {
            // pixels whose sample is in the bounding box
            let low = (c[0].min(c[1]).min(c[2]) - s + 255) >> 8;
            let high = (c[0].max(c[1]).max(c[2]) - s) >> 8;
            let low = (low - origin as i32).max(0);
            let high = (high - origin as i32).min(size as i32 - 1);
            (low <= high).then_some([low as usize, high as usize])
        };
        // whole blocks: depth is rounded per block of the image, so results do not depend on tiles
        let [first, last] = span(&tri.x, rect.x, rect.w, sample[0])?;
        let x = [first / LANES * LANES, last / LANES * LANES];
        let y = span(&tri.y, rect.y, rect.h, sample[1])?;
        let right = i64::from((x[0] << 8) as i32 + sample[0]);
        let up = i64::from((y[0] << 8) as i32 + sample[1]);
        let (w, h) = ((x[1] - x[0] + LANES - 1) as i64, (y[1] - y[0]) as i64);
        let mut side = [EdgeFunction::default(); 3];
        for k in 0..3 {
            let (dx, dy) = (edges.dx[k], edges.dy[k]);
            let start = (edges.value[k] + dx * up - dy * right) >> 8;
            let most = start + dx.max(0) * h + (-dy).max(0) * w;
            let least = start + dx.min(0) * h + (-dy).min(0) * w;
            if most < 0 {
                return None;
            }
            if least < 0 {
                side[k] = EdgeFunction {
                    start: start as i32,
                    dx: -dy as i32,
                    dy: dx as i32,
                };
            }
        }
        let (sx, sy) = (f64::from(sample[0]) / 256.0, f64::from(sample[1]) / 256.0);
        let z = tri.z[0] + tri.z[1] * sx + tri.z[2] * sy;
        Some(Self {
            side,
            x,
            y,
            z: [z, tri.z[1], tri.z[2]],
        })
    }

    /// Calls `visit` for each block of pixels with its first pixel, the edge functions and the depth there.
    #[inline(always)]
    fn blocks(&self, rect: &TileRect, mut visit: impl FnMut(usize, [i32; 3], f32)) {
        for y in self.y[0]..=self.y[1] {
            let row = (y - self.y[0]) as i32;
            for x in (self.x[0]..=self.x[1]).step_by(LANES) {
                let column = (x - self.x[0]) as i32;
                let s = &self.side;
                let e = [
                    s[0].start + s[0].dy * row + s[0].dx * column,
                    s[1].start + s[1].dy * row + s[1].dx * column,
                    s[2].start + s[2].dy * row + s[2].dx * column,
                ];
                let z =
                    self.z[0] + self.z[1] * (rect.x + x) as f64 + self.z[2] * (rect.y + y) as f64;
                visit(y * rect.stride + x, e, z as f32);
            }
        }
    }
}

impl VisibilityBuffer {
    /// Rasterizes an opaque triangle with the depth test.
    pub(crate) fn rasterize(
        &mut self,
        tri: &ScreenTriangle,
        id: u32,
        rect: &TileRect,
        samples: &[[i32; 2]],
    ) {
        let edges = EdgeFunctions::new(tri, rect);
        for (s, &sample) in samples.iter().enumerate() {
            let Some(clipped) = TileTriangle::new(tri, &edges, rect, sample) else {
                continue;
            };
            let step = [clipped.side[0].dx, clipped.side[1].dx, clipped.side[2].dx];
            let zx = clipped.z[1] as f32;
            let base = s * self.pixels;
            clipped.blocks(rect, |first, e, z| {
                let range = base + first..base + first + LANES;
                let depth = &mut self.depth[range.clone()];
                let seen = &mut self.tri[range];
                for (i, (d, t)) in depth.iter_mut().zip(seen).enumerate() {
                    let n = i as i32;
                    let sides = (e[0] + step[0] * n) | (e[1] + step[1] * n) | (e[2] + step[2] * n);
                    let here = z + zx * i as f32;
                    let pass = sides >= 0 && here >= *d;
                    *d = if pass { here } else { *d };
                    *t = if pass { id } else { *t };
                }
            });
        }
    }

    /// Calls `visit` for each sample inside a triangle with its index, its position in 1/256 pixel and the depth there.
    pub(crate) fn for_each_covered(
        pixels: usize,
        tri: &ScreenTriangle,
        rect: &TileRect,
        samples: &[[i32; 2]],
        mut visit: impl FnMut(usize, [i32; 2], f32),
    ) {
        let edges = EdgeFunctions::new(tri, rect);
        for (s, &sample) in samples.iter().enumerate() {
            let Some(clipped) = TileTriangle::new(tri, &edges, rect, sample) else {
                continue;
            };
            let zx = clipped.z[1] as f32;
            clipped.blocks(rect, |first, e, z| {
                for i in 0..LANES {
                    let n = i as i32;
                    let sides = (0..3).fold(0, |all, k| all | (e[k] + clipped.side[k].dx * n));
                    if sides >= 0 {
                        let (x, y) = ((first + i) % rect.stride, (first + i) / rect.stride);
                        let at = [
                            ((rect.x + x) << 8) as i32 + sample[0],
                            ((rect.y + y) << 8) as i32 + sample[1],
                        ];
                        visit(s * pixels + first + i, at, z + zx * i as f32);
                    }
                }
            });
        }
    }

    /// Adds the fragments of a triangle that pass the depth test; with `write` its depth is kept.
    pub(crate) fn rasterize_blended(
        &mut self,
        tri: &ScreenTriangle,
        id: u32,
        rect: &TileRect,
        samples: &[[i32; 2]],
        write: bool,
        out: &mut Vec<Fragment>,
    ) {
        let first = out.len();
        let edges = EdgeFunctions::new(tri, rect);
        for (s, &sample) in samples.iter().enumerate() {
            let Some(clipped) = TileTriangle::new(tri, &edges, rect, sample) else {
                continue;
            };
            let zx = clipped.z[1] as f32;
            clipped.blocks(rect, |first, e, z| {
                for i in 0..LANES {
                    let n = i as i32;
                    let sides = (0..3).fold(0, |all, k| all | (e[k] + clipped.side[k].dx * n));
                    let here = z + zx * i as f32;
                    let depth = &mut self.depth[s * self.pixels + first + i];
                    if sides >= 0 && here >= *depth {
                        if write {
                            *depth = here;
                        }
                        let pixel = (first + i) as u16;
                        out.push(Fragment {
                            pixel,
                            mask: 1 << s,
                            shadow: 0,
                            tri: id,
                        });
                    }
                }
            });
        }
        merge_samples(out, first);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use synovia_math::wide;

    /// A small random number generator, for tests only.
    struct Numbers(u64);

    impl Numbers {
        fn next(&mut self, below: i32) -> i32 {
            self.0 = self
                .0
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            ((self.0 >> 33) % below as u64) as i32
        }
    }

    fn random_tri(n: &mut Numbers, spread: i32) -> Option<ScreenTriangle> {
        let mut tri = ScreenTriangle::default();
        let middle = [n.next(40 * 256), n.next(40 * 256)];
        for k in 0..3 {
            tri.x[k] = middle[0] + n.next(2 * spread) - spread;
            tri.y[k] = middle[1] + n.next(2 * spread) - spread;
        }
        let area = i64::from(tri.x[1] - tri.x[0]) * i64::from(tri.y[2] - tri.y[0])
            - i64::from(tri.x[2] - tri.x[0]) * i64::from(tri.y[1] - tri.y[0]);
        if area < 0 {
            tri.x.swap(1, 2);
            tri.y.swap(1, 2);
        }
        tri.z = [f64::from(n.next(1000)) / 1000.0, 0.001, -0.0005];
        (area != 0).then_some(tri)
    }

    /// The definition, equation (1), for one sample in 128 bits.
    fn reference(tri: &ScreenTriangle, x: usize, y: usize, s: [i32; 2]) -> Option<f64> {
        let (px, py) = (
            (x as i128) * 256 + i128::from(s[0]),
            (y as i128) * 256 + i128::from(s[1]),
        );
        for k in 0..3 {
            let (a, b) = (k, (k + 1) % 3);
            let dx = i128::from(tri.x[b]) - i128::from(tri.x[a]);
            let dy = i128::from(tri.y[b]) - i128::from(tri.y[a]);
            let e = dx * (py - i128::from(tri.y[a])) - dy * (px - i128::from(tri.x[a]));
            let closed = dy < 0 || (dy == 0 && dx < 0);
            if e < 0 || (e == 0 && !closed) {
                return None;
            }
        }
        Some(tri.z[0] + tri.z[1] * (px as f64 / 256.0) + tri.z[2] * (py as f64 / 256.0))
    }

    #[test]
    fn rasterizer_covers_the_samples_of_the_definition() {
        let mut n = Numbers(1);
        let rect = TileRect {
            x: 8,
            y: 4,
            w: 24,
            h: 20,
            stride: 24,
        };
        for round in 0..3000 {
            let spread = [300, 3000, 300_000, 8_000_000, 40][round % 5];
            let Some(tri) = random_tri(&mut n, spread) else {
                continue;
            };
            let mut v = VisibilityBuffer::default();
            v.clear(rect.w * rect.h, 4);
            let tri = ScreenTriangle {
                z: [1.0, 0.0, 0.0],
                ..tri
            };
            v.rasterize(&tri, 7, &rect, &ROTATED_GRID);
            for y in 0..rect.h {
                for x in 0..rect.w {
                    for (s, &sample) in ROTATED_GRID.iter().enumerate() {
                        let seen = v.tri[s * rect.w * rect.h + y * rect.w + x] == 7;
                        let expected = reference(&tri, rect.x + x, rect.y + y, sample).is_some();
                        assert_eq!(seen, expected, "{tri:?} {x} {y}");
                    }
                }
            }
        }
    }

    #[test]
    fn simd_rasterizes_what_the_scalar_path_does() {
        let mut n = Numbers(11);
        let rect = TileRect {
            x: 64,
            y: 32,
            w: 29,
            h: 32,
            stride: 32,
        };
        let (mut one, mut many) = (VisibilityBuffer::default(), VisibilityBuffer::default());
        one.clear(1024, 4);
        many.clear(1024, 4);
        for k in 0..2000 {
            let Some(mut tri) = random_tri(&mut n, [300, 6000, 60000, 4_000_000][k % 4]) else {
                continue;
            };
            tri.z = match k % 5 {
                0 => [f64::NAN, 0.0, 0.0],
                1 => [0.5, f64::INFINITY, 0.0],
                2 => [0.5, 1e-3, -1e-3],
                3 => [-0.5, 1e-2, 1e-2],
                _ => [1e-3, 0.0, 0.0],
            };
            one.rasterize(&tri, k as u32, &rect, &ROTATED_GRID);
            wide!(simd => many.rasterize_simd(simd, &tri, k as u32, &rect, &ROTATED_GRID));
        }
        assert_eq!(one.tri, many.tri);
        let bits = |v: &VisibilityBuffer| v.depth.iter().map(|d| d.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&one), bits(&many));
    }

    #[test]
    fn adjacent_triangles_cover_each_sample_once() {
        let mut n = Numbers(5);
        let rect = TileRect {
            x: 0,
            y: 0,
            w: 32,
            h: 32,
            stride: 32,
        };
        for _ in 0..300 {
            // a fan around a point inside a square: every sample once
            let c = [n.next(8192), n.next(8192)];
            let corners = [[0, 0], [8192, 0], [8192, 8192], [0, 8192]];
            let mut count = vec![0; 32 * 32];
            for k in 0..4 {
                let (a, b) = (corners[k], corners[(k + 1) % 4]);
                let tri = ScreenTriangle {
                    x: [a[0], b[0], c[0]],
                    y: [a[1], b[1], c[1]],
                    z: [1.0, 0.0, 0.0],
                    ..ScreenTriangle::default()
                };
                let mut v = VisibilityBuffer::default();
                v.clear(32 * 32, 1);
                v.rasterize(&tri, 1, &rect, &SINGLE_SAMPLE);
                for (p, total) in count.iter_mut().enumerate() {
                    *total += i32::from(v.tri[p] == 1);
                }
            }
            assert!(count.iter().all(|&k| k == 1));
        }
    }

    #[test]
    fn results_do_not_depend_on_tiles() {
        let mut n = Numbers(9);
        let tris: Vec<ScreenTriangle> = (0..200).filter_map(|_| random_tri(&mut n, 6000)).collect();
        let whole = TileRect {
            x: 0,
            y: 0,
            w: 40,
            h: 40,
            stride: 40,
        };
        let mut all = VisibilityBuffer::default();
        all.clear(1600, 1);
        for (k, t) in tris.iter().enumerate() {
            all.rasterize(t, k as u32, &whole, &SINGLE_SAMPLE);
        }
        for x0 in (0..40).step_by(8) {
            let rect = TileRect {
                x: x0,
                y: 16,
                w: 8,
                h: 10,
                stride: 8,
            };
            let mut part = VisibilityBuffer::default();
            part.clear(80, 1);
            for (k, t) in tris.iter().enumerate() {
                part.rasterize(t, k as u32, &rect, &SINGLE_SAMPLE);
            }
            for y in 0..10 {
                for x in 0..8 {
                    let (here, there) = (y * 8 + x, (16 + y) * 40 + x0 + x);
                    assert_eq!(part.tri[here], all.tri[there]);
                    assert_eq!(part.depth[here], all.depth[there]);
                }
            }
        }
    }
}
