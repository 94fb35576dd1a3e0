//! Which triangle is seen where: edge functions and depth, sample by sample.
//!
//! With corners `p₀ p₁ p₂` counter-clockwise on a grid of 1/256 pixel, a sample `q` is inside if for every side
//!
//! ```text
//! E_k(q) = (p_{k+1} − p_k) × (q − p_k) > 0,   or = 0 on a left or upper side                                     (1)
//! ```
//!
//! so that a sample on a shared side belongs to one triangle only. From pixel to pixel `E` changes by a multiple of 256:
//! its part below never matters, and the rest fits into 32 bits inside a tile. All of it is exact.
//!
//! Of several triangles the one with the greatest depth is seen, the last of equals.
#![expect(
    clippy::inline_always,
    reason = "loops are compiled for several vector units"
)]

use crate::geometry::Tri;

/// No triangle.
pub(crate) const NOTHING: u32 = u32::MAX;

/// Samples of a pixel, in 1/256: its middle only.
pub(crate) const ONE: [[i32; 2]; 1] = [[128, 128]];
/// Four samples on a turned grid.
pub(crate) const FOUR: [[i32; 2]; 4] = [[96, 32], [224, 96], [32, 160], [160, 224]];

/// A tile's place in the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Rect {
    /// Lower left pixel.
    pub(crate) x: usize,
    /// The same upwards.
    pub(crate) y: usize,
    /// Pixels across.
    pub(crate) w: usize,
    /// Pixels upwards.
    pub(crate) h: usize,
    /// Pixels of a row in memory: a multiple of 8, not less than `w`.
    pub(crate) stride: usize,
}

/// Pixels that are drawn together.
pub(crate) const LANES: usize = 8;

/// What a triangle covers of a pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Fragment {
    /// Pixel of the tile, row after row.
    pub(crate) pixel: u16,
    /// Its samples.
    pub(crate) mask: u8,
    /// Lights that do not reach it.
    pub(crate) shadow: u8,
    /// The triangle, later the number of its setup.
    pub(crate) tri: u32,
}

/// Depth and triangle of every sample of a tile: samples apart, pixels row after row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visible {
    pub(crate) depth: Vec<f32>,
    pub(crate) tri: Vec<u32>,
    pub(crate) pixels: usize,
}

/// One side of a triangle inside a tile, equation (1) in steps of a pixel.
#[derive(Clone, Copy, Default)]
struct Side {
    start: i32,
    dx: i32,
    dy: i32,
}

/// The sides of a triangle at a tile's corner, before a sample is chosen.
pub(crate) struct Edges {
    pub(crate) value: [i64; 3],
    pub(crate) dx: [i64; 3],
    pub(crate) dy: [i64; 3],
}

impl Edges {
    #[inline(always)]
    pub(crate) fn new(tri: &Tri, rect: &Rect) -> Self {
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
struct Inside {
    side: [Side; 3],
    /// First pixels of the first and last block.
    x: [usize; 2],
    y: [usize; 2],
    z: [f64; 3],
}

impl Inside {
    /// The part of `tri` in the tile; `None` if there is none.
    #[inline(always)]
    fn new(tri: &Tri, edges: &Edges, rect: &Rect, sample: [i32; 2]) -> Option<Self> {
        let span = |c: &[i32; 3], origin: usize, size: usize, s: i32| {
            // pixels whose sample is between the least and the greatest coordinate
            let low = (c[0].min(c[1]).min(c[2]) - s + 255) >> 8;
            let high = (c[0].max(c[1]).max(c[2]) - s) >> 8;
            let low = (low - origin as i32).max(0);
            let high = (high - origin as i32).min(size as i32 - 1);
            (low <= high).then_some([low as usize, high as usize])
        };
        // whole blocks of pixels: the number of a block, not where a tile begins, decides how depth is rounded
        let [first, last] = span(&tri.x, rect.x, rect.w, sample[0])?;
        let x = [first / LANES * LANES, last / LANES * LANES];
        let y = span(&tri.y, rect.y, rect.h, sample[1])?;
        let right = i64::from((x[0] << 8) as i32 + sample[0]);
        let up = i64::from((y[0] << 8) as i32 + sample[1]);
        let (w, h) = ((x[1] - x[0] + LANES - 1) as i64, (y[1] - y[0]) as i64);
        let mut side = [Side::default(); 3];
        for k in 0..3 {
            let (dx, dy) = (edges.dx[k], edges.dy[k]);
            let start = (edges.value[k] + dx * up - dy * right) >> 8;
            let most = start + dx.max(0) * h + (-dy).max(0) * w;
            let least = start + dx.min(0) * h + (-dy).min(0) * w;
            if most < 0 {
                return None;
            }
            if least < 0 {
                side[k] = Side {
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

    /// Calls `visit` for each block of pixels: its first pixel, the sides there, the depth there.
    #[inline(always)]
    fn blocks(&self, rect: &Rect, mut visit: impl FnMut(usize, [i32; 3], f32)) {
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

impl Visible {
    /// Nothing is seen; `pixels` of the tile, `samples` each.
    pub(crate) fn clear(&mut self, pixels: usize, samples: usize) {
        self.pixels = pixels;
        self.depth.clear();
        self.depth.resize(pixels * samples, 0.0);
        self.tri.clear();
        self.tri.resize(pixels * samples, NOTHING);
    }

    /// Draws a triangle named `name`.
    pub(crate) fn draw(&mut self, tri: &Tri, name: u32, rect: &Rect, samples: &[[i32; 2]]) {
        let edges = Edges::new(tri, rect);
        for (s, &sample) in samples.iter().enumerate() {
            let Some(inside) = Inside::new(tri, &edges, rect, sample) else {
                continue;
            };
            let step = [inside.side[0].dx, inside.side[1].dx, inside.side[2].dx];
            let zx = inside.z[1] as f32;
            let base = s * self.pixels;
            inside.blocks(rect, |first, e, z| {
                let range = base + first..base + first + LANES;
                let depth = &mut self.depth[range.clone()];
                let seen = &mut self.tri[range];
                for (i, (d, t)) in depth.iter_mut().zip(seen).enumerate() {
                    let n = i as i32;
                    let sides = (e[0] + step[0] * n) | (e[1] + step[1] * n) | (e[2] + step[2] * n);
                    let here = z + zx * i as f32;
                    let pass = sides >= 0 && here >= *d;
                    *d = if pass { here } else { *d };
                    *t = if pass { name } else { *t };
                }
            });
        }
    }

    /// Calls `visit` for each sample inside a triangle: its number among all, its place in 1/256 pixel, the depth there.
    pub(crate) fn covered(
        pixels: usize,
        tri: &Tri,
        rect: &Rect,
        samples: &[[i32; 2]],
        mut visit: impl FnMut(usize, [i32; 2], f32),
    ) {
        let edges = Edges::new(tri, rect);
        for (s, &sample) in samples.iter().enumerate() {
            let Some(inside) = Inside::new(tri, &edges, rect, sample) else {
                continue;
            };
            let zx = inside.z[1] as f32;
            inside.blocks(rect, |first, e, z| {
                for i in 0..LANES {
                    let n = i as i32;
                    let sides = (0..3).fold(0, |all, k| all | (e[k] + inside.side[k].dx * n));
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

    /// Adds what a triangle would cover in front of what is seen; `write` keeps its depth.
    pub(crate) fn blend(
        &mut self,
        tri: &Tri,
        name: u32,
        rect: &Rect,
        samples: &[[i32; 2]],
        write: bool,
        out: &mut Vec<Fragment>,
    ) {
        let first = out.len();
        let edges = Edges::new(tri, rect);
        for (s, &sample) in samples.iter().enumerate() {
            let Some(inside) = Inside::new(tri, &edges, rect, sample) else {
                continue;
            };
            let zx = inside.z[1] as f32;
            inside.blocks(rect, |first, e, z| {
                for i in 0..LANES {
                    let n = i as i32;
                    let sides = (0..3).fold(0, |all, k| all | (e[k] + inside.side[k].dx * n));
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
                            tri: name,
                        });
                    }
                }
            });
        }
        merge(out, first);
    }

    /// What is seen, pixel by pixel: the samples of one triangle make a fragment.
    pub(crate) fn fragments(&self, rect: &Rect, samples: usize, out: &mut Vec<Fragment>) {
        let pixels = (0..rect.h).flat_map(|y| y * rect.stride..y * rect.stride + rect.w);
        let all = (1u8 << samples) - 1;
        for pixel in pixels {
            // most pixels show one triangle
            let tri = self.tri[pixel];
            if (1..samples).all(|s| self.tri[s * self.pixels + pixel] == tri) {
                if tri != NOTHING {
                    out.push(Fragment {
                        pixel: pixel as u16,
                        mask: all,
                        shadow: 0,
                        tri,
                    });
                }
                continue;
            }
            let mut left = all;
            while left != 0 {
                let first = left.trailing_zeros() as usize;
                let tri = self.tri[first * self.pixels + pixel];
                let mut mask = 0;
                for s in first..samples {
                    mask |= u8::from(self.tri[s * self.pixels + pixel] == tri) << s;
                }
                mask &= left;
                left &= !mask;
                if tri != NOTHING {
                    out.push(Fragment {
                        pixel: pixel as u16,
                        mask,
                        shadow: 0,
                        tri,
                    });
                }
            }
        }
    }
}

/// Joins the samples of a triangle that fall on the same pixel.
pub(crate) fn merge(out: &mut Vec<Fragment>, first: usize) {
    out[first..].sort_unstable_by_key(|f| (f.pixel, f.mask));
    let mut kept = first;
    for k in first..out.len() {
        let f = out[k];
        if kept > first && out[kept - 1].pixel == f.pixel {
            out[kept - 1].mask |= f.mask;
        } else {
            out[kept] = f;
            kept += 1;
        }
    }
    out.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;
    use synovia_math::wide;

    /// A small generator of numbers, for tests only.
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

    fn random_tri(n: &mut Numbers, spread: i32) -> Option<Tri> {
        let mut tri = Tri::default();
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

    /// The plain definition: every pixel, 128 bits.
    fn plain(tri: &Tri, x: usize, y: usize, s: [i32; 2]) -> Option<f64> {
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
    fn fast_and_plain_rasterisers_cover_the_same_samples() {
        let mut n = Numbers(1);
        let rect = Rect {
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
            let mut v = Visible::default();
            v.clear(rect.w * rect.h, 4);
            let tri = Tri {
                z: [1.0, 0.0, 0.0],
                ..tri
            };
            v.draw(&tri, 7, &rect, &FOUR);
            for y in 0..rect.h {
                for x in 0..rect.w {
                    for (s, &sample) in FOUR.iter().enumerate() {
                        let seen = v.tri[s * rect.w * rect.h + y * rect.w + x] == 7;
                        let expected = plain(&tri, rect.x + x, rect.y + y, sample).is_some();
                        assert_eq!(seen, expected, "{tri:?} {x} {y}");
                    }
                }
            }
        }
    }

    #[test]
    fn vectors_draw_what_single_pixels_do() {
        let mut n = Numbers(11);
        let rect = Rect {
            x: 64,
            y: 32,
            w: 29,
            h: 32,
            stride: 32,
        };
        let (mut one, mut many) = (Visible::default(), Visible::default());
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
            one.draw(&tri, k as u32, &rect, &FOUR);
            wide!(simd => many.draw_lanes(simd, &tri, k as u32, &rect, &FOUR));
        }
        assert_eq!(one.tri, many.tri);
        let bits = |v: &Visible| v.depth.iter().map(|d| d.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&one), bits(&many));
    }

    #[test]
    fn neighbours_share_no_sample_and_leave_none_out() {
        let mut n = Numbers(5);
        let rect = Rect {
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
                let tri = Tri {
                    x: [a[0], b[0], c[0]],
                    y: [a[1], b[1], c[1]],
                    z: [1.0, 0.0, 0.0],
                    ..Tri::default()
                };
                let mut v = Visible::default();
                v.clear(32 * 32, 1);
                v.draw(&tri, 1, &rect, &ONE);
                for (p, total) in count.iter_mut().enumerate() {
                    *total += i32::from(v.tri[p] == 1);
                }
            }
            assert!(count.iter().all(|&k| k == 1));
        }
    }

    #[test]
    fn the_tile_does_not_matter() {
        let mut n = Numbers(9);
        let tris: Vec<Tri> = (0..200).filter_map(|_| random_tri(&mut n, 6000)).collect();
        let whole = Rect {
            x: 0,
            y: 0,
            w: 40,
            h: 40,
            stride: 40,
        };
        let mut all = Visible::default();
        all.clear(1600, 1);
        for (k, t) in tris.iter().enumerate() {
            all.draw(t, k as u32, &whole, &ONE);
        }
        for x0 in (0..40).step_by(8) {
            let rect = Rect {
                x: x0,
                y: 16,
                w: 8,
                h: 10,
                stride: 8,
            };
            let mut part = Visible::default();
            part.clear(80, 1);
            for (k, t) in tris.iter().enumerate() {
                part.draw(t, k as u32, &rect, &ONE);
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

    #[test]
    fn samples_of_a_pixel_become_fragments_by_triangle() {
        let mut v = Visible::default();
        v.clear(2, 4);
        v.tri = vec![1, 2, 1, 2, 3, 2, 1, NOTHING];
        let mut out = Vec::new();
        let rect = Rect {
            x: 0,
            y: 0,
            w: 2,
            h: 1,
            stride: 2,
        };
        v.fragments(&rect, 4, &mut out);
        let found: Vec<_> = out.iter().map(|f| (f.pixel, f.mask, f.tri)).collect();
        assert_eq!(found, [(0, 0b1011, 1), (0, 0b0100, 3), (1, 0b0111, 2)]);
    }
}
