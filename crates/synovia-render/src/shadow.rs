//! Shadows: which points of the picture a light does not reach.
//!
//! The reference draws a map of depths from the light and looks up, for each pixel, the texel that it falls into. Here only
//! those texels are asked for: points are sorted into cells of the map, and each triangle is compared with the points of the
//! cells that it meets, at the middles of their texels. The answer is the same and no map is filled. With `z` the depth of
//! a triangle there, `m` its steepest slope per texel and `r` the depth of the point, the point is in shadow if
//!
//! ```text
//! z − 1.5 m − 4·2⁻²⁴ > r                                                                                        (1)
//! ```
//!
//! (depth is greater nearer to the light). One such triangle is enough, so their order does not matter, and a point that is
//! in shadow is not compared again: its depth becomes infinite, and that of its cell the least of those that are left.

use core::ops::Range;
use core::sync::atomic::{AtomicU32, Ordering};

use rayon::prelude::*;
use synovia_math::fearless_simd::{Simd, f32x8, prelude::*};
use synovia_model::LightType;
use synovia_scene::{Light, Scene};

use crate::context::ShadowSettings;
use crate::cover::{Cover, GroupBounds, bounds};
use crate::frustum::Frustum;
use crate::geometry::{Place, Stage, Tri, Vertex, Window};
use crate::items::{Item, Shape};
use crate::matrix::{
    Mat4, Vec3, cross, dot, frustum, look_at, normalize, orthographic, reversed_depth,
};
use crate::setup::LANES;
use crate::shade::unit;
use crate::texture::floor;

/// There may be so many cells, however few the points.
const FEWEST: usize = 1 << 12;

/// A point of the picture in the map of a light.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    /// Texel.
    pub(crate) x: i32,
    /// The same upwards.
    pub(crate) y: i32,
    /// Depth.
    pub(crate) depth: f32,
    /// Tile and fragment that it belongs to.
    pub(crate) tile: u32,
    /// The same within the tile.
    pub(crate) fragment: u32,
}

/// An upright direction for the view along `dir`.
fn upright(dir: Vec3) -> Vec3 {
    let first = cross(dir, [-1.0, 0.0, 0.0]);
    if dot(first, first) > 0.01 {
        normalize(first)
    } else {
        normalize(cross(dir, [0.0, 1.0, 0.0]))
    }
}

/// From the world to the map of a light, homogeneous; `range` are the near and far distances.
fn map_of(light: &Light, settings: &ShadowSettings, range: [f32; 2]) -> Mat4 {
    let [near, far] = range;
    let projection = if light.kind == LightType::Directional.0 {
        let side = [-settings.clip, settings.clip];
        orthographic(side, side, near, far)
    } else if light.kind == LightType::Spot.0 {
        let angle = (2.0 * light.cutoff * settings.scale).min(160.0);
        let half = libm::tan(f64::from(angle) / 360.0 * core::f64::consts::PI) * f64::from(near);
        let side = [-half as f32, half as f32];
        frustum(side, side, near, far)
    } else {
        Mat4::IDENTITY
    };
    let view = look_at(light.pos, light.dir, upright(light.dir));
    reversed_depth().mul(&projection).mul(&view)
}

/// The lights of a scene that cast shadows, of the first `most`, each with its map.
pub(crate) fn maps(
    scene: &Scene,
    settings: &ShadowSettings,
    range: [f32; 2],
    most: usize,
) -> Vec<(usize, Mat4)> {
    let count = (scene.nlight.max(0) as usize)
        .min(scene.lights.len())
        .min(most);
    let lights = scene.lights[..count].iter().enumerate();
    let casting = lights.filter(|(_, l)| l.castshadow != 0);
    casting
        .map(|(k, l)| (k, map_of(l, settings, range)))
        .collect()
}

/// The texel and depth of a point in a map of `size` texels; `None` where light always reaches.
#[inline]
pub(crate) fn texel(place: [f32; 4], size: i32) -> Option<(i32, i32, f32)> {
    let inverse = 1.0 / place[3];
    let at = |k: usize| {
        let s = place[k] * inverse * 0.5 + 0.5;
        floor(s * size as f32)
    };
    let (x, y) = (at(0), at(1));
    // the map's outermost texels stay empty
    let inside = |v: i32| v >= 1 && v < size - 1;
    (place[3] > 0.0 && inside(x) && inside(y)).then(|| (x, y, (place[2] * inverse).clamp(0.0, 1.0)))
}

/// As [`texel`], for neighbouring pixels.
pub(crate) struct Texels {
    x: [f32; LANES],
    y: [f32; LANES],
    depth: [f32; LANES],
    inside: u64,
}

impl Texels {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for several vector units")]
    pub(crate) fn new<S: Simd>(simd: S, place: [f32x8<S>; 4], size: i32) -> Self {
        let inverse = f32x8::splat(simd, 1.0) / place[3];
        let at = |k: usize| ((place[k] * inverse * 0.5 + 0.5) * size as f32).floor();
        let (x, y) = (at(0), at(1));
        let first = f32x8::splat(simd, 1.0);
        let end = f32x8::splat(simd, (size - 1) as f32);
        let within = |v: f32x8<S>| v.simd_ge(first) & v.simd_lt(end);
        let ahead = place[3].simd_gt(f32x8::splat(simd, 0.0));
        Self {
            x: x.to_array(),
            y: y.to_array(),
            depth: unit(simd, place[2] * inverse).to_array(),
            inside: (ahead & within(x) & within(y)).to_bitmask(),
        }
    }

    /// The texels of the first `count` pixels.
    #[inline]
    pub(crate) fn bounds(&self, count: usize) -> TexelBounds {
        let mut out = TexelBounds {
            low: [f32::INFINITY; 2],
            high: [f32::NEG_INFINITY; 2],
            least: f32::INFINITY,
        };
        for i in (0..count.min(LANES)).filter(|i| self.inside >> i & 1 == 1) {
            for (k, v) in [self.x[i], self.y[i]].into_iter().enumerate() {
                out.low[k] = if v < out.low[k] { v } else { out.low[k] };
                out.high[k] = if v > out.high[k] { v } else { out.high[k] };
            }
            // what is not a number is never lit for certain
            let d = self.depth[i];
            let d = if d.is_nan() { f32::NEG_INFINITY } else { d };
            out.least = if d < out.least { d } else { out.least };
        }
        out
    }

    /// The texel and depth of pixel `i`; `None` where light always reaches.
    #[inline]
    pub(crate) fn get(&self, i: usize) -> Option<(i32, i32, f32)> {
        let inside = self.inside >> i & 1 == 1;
        inside.then(|| (self.x[i] as i32, self.y[i] as i32, self.depth[i]))
    }
}

/// Texels of some pixels: the least and the greatest, and the least depth.
pub(crate) struct TexelBounds {
    pub(crate) low: [f32; 2],
    pub(crate) high: [f32; 2],
    pub(crate) least: f32,
}

/// A depth that several threads raise. None of them waits for another: a bound may stay too low, which costs time only.
#[derive(Debug)]
struct Depth(AtomicU32);

impl Depth {
    fn new(depth: f32) -> Self {
        Self(AtomicU32::new(depth.to_bits()))
    }

    #[inline]
    fn get(&self) -> f32 {
        f32::from_bits(self.0.load(Ordering::Relaxed))
    }

    #[inline]
    fn set(&self, depth: f32) {
        self.0.store(depth.to_bits(), Ordering::Relaxed);
    }
}

/// Points of one light, sorted by cell.
#[derive(Debug, Default)]
pub(crate) struct Cells {
    points: Vec<Point>,
    /// Depth of each point, infinite if it is in shadow.
    depth: Vec<Depth>,
    first: Vec<u32>,
    /// Least depth of a cell's points, or less.
    least: Vec<Depth>,
    /// Least depth of blocks of 8 × 8 cells, or less.
    coarse: Vec<Depth>,
    /// Texels along a side of a cell, as a power of two.
    shift: u32,
    low: [i32; 2],
    count: [usize; 2],
}

impl Cells {
    /// Sorts points into cells of a few points each.
    pub(crate) fn fill(&mut self, points: &[Point]) {
        let (mut low, mut high) = ([i32::MAX; 2], [i32::MIN; 2]);
        for p in points {
            for (k, v) in [p.x, p.y].into_iter().enumerate() {
                low[k] = low[k].min(v);
                high[k] = high[k].max(v);
            }
        }
        self.points.clear();
        if points.is_empty() {
            return;
        }
        let span = [0, 1].map(|k| (high[k] - low[k] + 1) as usize);
        self.shift = 0;
        while (span[0] >> self.shift) * (span[1] >> self.shift) > points.len().max(FEWEST) {
            self.shift += 1;
        }
        self.low = low;
        self.count = span.map(|s| (s >> self.shift) + 1);
        let cells = self.count[0] * self.count[1];
        self.first.clear();
        self.first.resize(cells + 2, 0);
        let nothing = || Depth::new(f32::INFINITY);
        self.least.clear();
        self.least.resize_with(cells, nothing);
        let blocks = self.count.map(|n| n.div_ceil(8));
        self.coarse.clear();
        self.coarse.resize_with(blocks[0] * blocks[1], nothing);
        for p in points {
            let c = self.cell(p);
            self.first[c + 2] += 1;
            let least = &self.least[c];
            least.set(least.get().min(p.depth));
        }
        for c in 0..cells {
            self.first[c + 2] += self.first[c + 1];
        }
        for y in 0..blocks[1] {
            for x in 0..blocks[0] {
                self.coarse[y * blocks[0] + x].set(self.least_of_block(x, y));
            }
        }
        let empty = Point {
            x: 0,
            y: 0,
            depth: 0.0,
            tile: 0,
            fragment: 0,
        };
        self.points.resize(points.len(), empty);
        for p in points {
            let slot = self.cell(p) + 1;
            self.points[self.first[slot] as usize] = *p;
            self.first[slot] += 1;
        }
        self.depth.clear();
        let depths = self.points.iter().map(|p| Depth::new(p.depth));
        self.depth.extend(depths);
    }

    /// The least depth of 8 × 8 cells.
    fn least_of_block(&self, x: usize, y: usize) -> f32 {
        let xs = 8 * x..(8 * x + 8).min(self.count[0]);
        let rows = 8 * y..(8 * y + 8).min(self.count[1]);
        let cells = rows.flat_map(|y| &self.least[y * self.count[0]..][xs.clone()]);
        cells.fold(f32::INFINITY, |least, d| least.min(d.get()))
    }

    fn cell(&self, p: &Point) -> usize {
        let x = (p.x - self.low[0]) as usize >> self.shift;
        let y = (p.y - self.low[1]) as usize >> self.shift;
        y * self.count[0] + x
    }

    /// Finds the points in the shadow of `items` that `cover` has not compared.
    pub(crate) fn cast(
        &self,
        map: &Mat4,
        size: i32,
        items: &[Item<'_>],
        cover: &Cover,
        wire: Option<f32>,
    ) {
        if self.points.is_empty() {
            return;
        }
        let stage = stage(map, size, wire);
        let narrow = self.around(map, size);
        let mut jobs = Vec::new();
        for (i, item) in items.iter().enumerate() {
            if let Shape::Surface(surface) = item.shape
                && !cover.has(i)
            {
                let frustum = Frustum::new(&narrow.mul(&item.world));
                let sheet = surface.sheet.is_some() && wire.is_none();
                let surface = if sheet { surface.outline() } else { surface };
                for (c, group) in surface.cluster.iter().enumerate() {
                    if !frustum.misses(group.center, group.radius) {
                        jobs.push((i as u32, c as u32, surface, sheet));
                    }
                }
            }
        }
        let scratch = || (Vec::<Vertex>::new(), Vec::<Tri>::new());
        jobs.par_chunks(8)
            .for_each_init(scratch, |(verts, tris), chunk| {
                let (mut last, mut clip) = (u32::MAX, Mat4::IDENTITY);
                for &(i, c, surface, sheet) in chunk {
                    let item = &items[i as usize];
                    if i != last {
                        (last, clip) = (i, stage.clip.mul(&item.world));
                    }
                    let group = &surface.cluster[c as usize];
                    let place = Place {
                        item,
                        clip: &clip,
                        number: i,
                        surface,
                        group,
                        cluster: c,
                        sheet,
                    };
                    tris.clear();
                    if wire.is_some() {
                        stage.group(place, verts, tris);
                        tris.iter().for_each(|tri| self.compare(tri, Offset::Line));
                        continue;
                    }
                    let bounds = bounds(&clip, size, group);
                    if bounds.is_some_and(|bounds| !self.reaches(&bounds)) {
                        continue;
                    }
                    stage.group_where(place, verts, tris, |at, z| self.meets(at, z));
                    let compare = |tri: &Tri| self.compare(tri, Offset::Area(lift(tri)));
                    tris.iter().for_each(compare);
                }
            });
    }

    /// Whether a group may hide a point.
    fn reaches(&self, bounds: &GroupBounds) -> bool {
        let [xs, ys] = [0, 1].map(|k| {
            let cell = |v: f32| (v as i32 - self.low[k]).max(0) as usize >> self.shift;
            let last = cell(bounds.high[k]).min(self.count[k] - 1);
            if bounds.high[k] < self.low[k] as f32 {
                return 0..0;
            }
            cell(bounds.low[k]) / 8..last / 8 + 1
        });
        let across = self.count[0].div_ceil(8);
        ys.into_iter().any(|y| {
            let row = self.coarse.get(y * across..(y + 1) * across);
            let row = row.and_then(|row| row.get(xs.clone()));
            row.is_some_and(|row| row.iter().any(|least| least.get() < bounds.depth))
        })
    }

    /// The cells along axis `k` that the box around three corners meets.
    #[inline]
    fn span(&self, c: [i32; 3], k: usize) -> Range<usize> {
        let low = (c[0].min(c[1]).min(c[2]) >> 8).max(self.low[k]);
        let high = c[0].max(c[1]).max(c[2]) >> 8;
        let first = (low - self.low[k]) as usize >> self.shift;
        let last = (high - self.low[k]).max(-1) >> self.shift;
        first..((last + 1).max(0) as usize).min(self.count[k])
    }

    /// Whether a triangle with these corners and depths may hide a point.
    #[inline]
    fn meets(&self, at: [[i32; 2]; 3], z: [f64; 3]) -> bool {
        let spans = [0, 1].map(|k| self.span([at[0][k], at[1][k], at[2][k]], k));
        let most = z[0].max(z[1]).max(z[2]) as f32;
        self.any_before(spans, most, |_| true)
    }

    /// Calls `visit` for the cells of a rectangle that have points farther from the light than `most`, until it says true;
    /// whether it did.
    #[inline]
    fn any_before(
        &self,
        [xs, ys]: [Range<usize>; 2],
        most: f32,
        mut visit: impl FnMut(usize) -> bool,
    ) -> bool {
        if xs.is_empty() || ys.is_empty() {
            return false;
        }
        let across = self.count[0].div_ceil(8);
        for by in ys.start / 8..=(ys.end - 1) / 8 {
            for bx in xs.start / 8..=(xs.end - 1) / 8 {
                if self.coarse[by * across + bx].get() >= most {
                    continue;
                }
                for y in ys.start.max(8 * by)..ys.end.min(8 * by + 8) {
                    for x in xs.start.max(8 * bx)..xs.end.min(8 * bx + 8) {
                        let c = y * self.count[0] + x;
                        if self.least[c].get() < most && visit(c) {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// The map narrowed to the cells: its square from −1 to 1 is what they cover, with a margin.
    fn around(&self, map: &Mat4, size: i32) -> Mat4 {
        let texels = (size - 2).max(1) as f32;
        let mut low = [0.0; 2];
        let mut high = [0.0; 2];
        for k in 0..2 {
            let last = self.low[k] + ((self.count[k] as i32) << self.shift);
            low[k] = 2.0 * (self.low[k] - 2) as f32 / texels - 1.0;
            high[k] = 2.0 * (last + 2) as f32 / texels - 1.0;
        }
        let s = [0, 1].map(|k| 2.0 / (high[k] - low[k]));
        let t = [0, 1].map(|k| -(high[k] + low[k]) / (high[k] - low[k]));
        Mat4::IDENTITY
            .translate([t[0], t[1], 0.0])
            .scale([s[0], s[1], 1.0])
            .mul(map)
    }

    /// Compares a triangle with the points of the cells that it meets, equation (1).
    fn compare(&self, tri: &Tri, offset: Offset) {
        let corner = |k: usize| {
            tri.z[0]
                + tri.z[1] * f64::from(tri.x[k]) / 256.0
                + tri.z[2] * f64::from(tri.y[k]) / 256.0
        };
        let most = corner(0).max(corner(1)).max(corner(2)) as f32;
        let mut sides = None;
        let spans = [self.span(tri.x, 0), self.span(tri.y, 1)];
        self.any_before(spans, most, |c| {
            let sides = sides.get_or_insert_with(|| Sides::new(tri));
            self.compare_cell(c, tri, sides, offset);
            false
        });
    }

    /// Compares a triangle with the points of one cell.
    fn compare_cell(&self, c: usize, tri: &Tri, sides: &Sides, offset: Offset) {
        let (mut hidden, mut least) = (false, f32::INFINITY);
        for k in self.first[c] as usize..self.first[c + 1] as usize {
            let depth = self.depth[k].get();
            let p = &self.points[k];
            if sides.hide(tri, offset, p.x, p.y, depth) {
                self.depth[k].set(f32::INFINITY);
                hidden = true;
            } else {
                least = least.min(depth);
            }
        }
        if hidden {
            self.least[c].set(least);
            if least == f32::INFINITY {
                let [x, y] = [c % self.count[0] / 8, c / self.count[0] / 8];
                let block = y * self.count[0].div_ceil(8) + x;
                self.coarse[block].set(self.least_of_block(x, y));
            }
        }
    }

    /// The points in shadow.
    pub(crate) fn dark(&self) -> impl Iterator<Item = &Point> {
        let pairs = self.points.iter().zip(&self.depth);
        pairs
            .filter(|(_, depth)| depth.get() == f32::INFINITY)
            .map(|(p, _)| p)
    }
}

/// How triangles come to the map of a light.
pub(crate) fn stage(map: &Mat4, size: i32, wire: Option<f32>) -> Stage {
    Stage {
        clip: *map,
        window: Window {
            origin: [1.0; 2],
            size: [(size - 2) as f32; 2],
        },
        plane: None,
        flip: false,
        all: true,
        wire,
        rectangles: false,
        plain: false,
        grid: 8,
    }
}

/// Depths of a map have so many steps from 0 to 1.
const LEVELS: f64 = ((1 << 24) - 1) as f64;

/// How the depths of a map differ from those of triangles.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Offset {
    /// Areas are lifted, equation (1): steps do not matter.
    Area(f64),
    /// Lines are not: what they hide of themselves depends on the steps.
    Line,
}

/// How much nearer to the light a triangle must be than a point, equation (1).
#[inline]
pub(crate) fn lift(tri: &Tri) -> f64 {
    let slope = tri.z[1].abs().max(tri.z[2].abs());
    1.5 * slope + 4.0 / f64::from(1 << 24)
}

/// The sides of a triangle, for middles of texels.
#[derive(Clone, Debug)]
pub(crate) struct Sides([[i64; 3]; 3]);

impl Sides {
    /// Whether the triangle hides a point from the light, equation (1).
    #[inline]
    pub(crate) fn hide(&self, tri: &Tri, offset: Offset, x: i32, y: i32, depth: f32) -> bool {
        let px = f64::from(x) + 0.5;
        let py = f64::from(y) + 0.5;
        let z = tri.z[0] + tri.z[1] * px + tri.z[2] * py;
        let map = match offset {
            Offset::Area(lift) => z - lift,
            Offset::Line => (z * LEVELS).round_ties_even() / LEVELS,
        };
        z >= 0.0 && map as f32 > depth && self.contain(x, y)
    }

    /// Whether the triangle surely hides none of the points within bounds: sums are rounded alike, so their order is kept.
    #[inline]
    pub(crate) fn misses(tri: &Tri, lift: f64, bounds: &TexelBounds) -> bool {
        let most = |k: usize| {
            let [low, high] = [bounds.low[k], bounds.high[k]].map(|v| f64::from(v) + 0.5);
            (tri.z[k + 1] * low).max(tri.z[k + 1] * high)
        };
        let z = tri.z[0] + most(0) + most(1);
        (z - lift) as f32 <= bounds.least
    }

    pub(crate) fn new(tri: &Tri) -> Self {
        Self(core::array::from_fn(|k| {
            let (a, b) = (k, (k + 1) % 3);
            let dx = i64::from(tri.x[b] - tri.x[a]);
            let dy = i64::from(tri.y[b] - tri.y[a]);
            let closed = dy < 0 || (dy == 0 && dx < 0);
            let start = dx * i64::from(128 - tri.y[a]) - dy * i64::from(128 - tri.x[a]);
            [start - i64::from(!closed), -dy * 256, dx * 256]
        }))
    }

    #[inline]
    fn contain(&self, x: i32, y: i32) -> bool {
        self.0
            .iter()
            .all(|s| s[0] + s[1] * i64::from(x) + s[2] * i64::from(y) >= 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_under_a_triangle_are_dark_and_those_above_it_lit() {
        let mut cells = Cells::default();
        let mut points = Vec::new();
        for y in 1..60 {
            for x in 1..60 {
                for depth in [0.2, 0.8] {
                    points.push(Point {
                        x,
                        y,
                        depth,
                        tile: 0,
                        fragment: points.len() as u32,
                    });
                }
            }
        }
        cells.fill(&points);
        let tri = Tri {
            x: [10 * 256, 50 * 256, 10 * 256],
            y: [10 * 256, 10 * 256, 50 * 256],
            z: [0.5, 0.0, 0.0],
            ..Tri::default()
        };
        cells.compare(&tri, Offset::Area(lift(&tri)));
        let dark: Vec<_> = cells.dark().map(|p| (p.x, p.y, p.depth)).collect();
        for p in &points {
            let inside = p.x >= 10 && p.y >= 10 && p.x - 10 + p.y - 10 + 1 < 40;
            let expected = inside && p.depth < 0.5;
            let found = dark.contains(&(p.x, p.y, p.depth));
            // the slanted side passes through middles of texels: either is right there
            if p.x + p.y != 59 {
                assert_eq!(found, expected, "{p:?}");
            }
        }
    }

    /// Triangles of all sizes, with some that have no area, and the corners that they come from.
    fn some_triangles(count: i32) -> Vec<([[i32; 2]; 3], [f64; 3], Tri)> {
        let stage = stage(&Mat4::IDENTITY, 130, None);
        let at =
            |k: i32, n: i32| (k.wrapping_mul(7919).wrapping_add(n * 104_729)).rem_euclid(10_007);
        (0..count)
            .flat_map(|k| {
                let size = [300, 3_000, 20_000, 90_000][k as usize % 4];
                let corner = |n: i32| {
                    let from = [at(k, 1) * 3, at(k, 2) * 3];
                    [0, 1].map(|c| from[c] + (at(k, 10 * n + c as i32) - 5_000) * size / 10_000)
                };
                let p = [
                    corner(3),
                    corner(4),
                    if k % 17 == 0 { corner(3) } else { corner(5) },
                ];
                let z = [6, 7, 8].map(|n| f64::from(at(k, n)) / 10_007.0);
                let mut out = Vec::new();
                stage.emit_for_tests(p, z, &mut out);
                out.into_iter()
                    .map(move |tri| (p, z, tri))
                    .collect::<Vec<_>>()
            })
            .collect()
    }

    #[test]
    fn cells_find_the_points_that_comparing_all_of_them_finds() {
        let mut points = Vec::new();
        for k in 0..3000i32 {
            points.push(Point {
                x: k * 37 % 127 + 1,
                y: k * 53 % 113 + 1,
                depth: if k % 50 == 0 {
                    1.0
                } else {
                    (k * 29 % 1000) as f32 / 1000.0
                },
                tile: 0,
                fragment: k as u32,
            });
        }
        let mut cells = Cells::default();
        cells.fill(&points);
        let mut hidden = vec![false; points.len()];
        for (at, z, tri) in some_triangles(400) {
            let sides = Sides::new(&tri);
            let mut any = false;
            for (p, hidden) in points.iter().zip(&mut hidden) {
                if sides.hide(&tri, Offset::Area(lift(&tri)), p.x, p.y, p.depth) && !*hidden {
                    (*hidden, any) = (true, true);
                }
            }
            // what may be left out hides nothing
            assert!(cells.meets(at, z) || !any);
            cells.compare(&tri, Offset::Area(lift(&tri)));
        }
        let mut found = vec![false; points.len()];
        cells.dark().for_each(|p| found[p.fragment as usize] = true);
        assert_eq!(found, hidden);
        let dark = found.iter().filter(|&&d| d).count();
        assert!(dark > 500 && dark < 2500, "{dark}");
    }

    #[test]
    fn a_triangle_that_misses_bounds_hides_no_point_within_them() {
        let mut missed = 0;
        for (k, (_, _, tri)) in some_triangles(400).into_iter().enumerate() {
            let sides = Sides::new(&tri);
            let low = [(k * 31 % 110) as f32, (k * 17 % 110) as f32];
            let bounds = TexelBounds {
                low,
                high: low.map(|v| v + 7.0),
                least: (k % 97) as f32 / 97.0,
            };
            if Sides::misses(&tri, lift(&tri), &bounds) {
                missed += 1;
                for n in 0..64 {
                    let [x, y] = [low[0] as i32 + n % 8, low[1] as i32 + n / 8];
                    assert!(!sides.hide(&tri, Offset::Area(lift(&tri)), x, y, bounds.least));
                }
            }
        }
        assert!(missed > 50);
    }

    #[test]
    fn a_light_straight_down_sees_its_axis_in_the_middle() {
        let light = Light {
            kind: LightType::Spot.0,
            pos: [1.0, 2.0, 3.0],
            dir: [0.0, 0.0, -1.0],
            cutoff: 45.0,
            ..Light::default()
        };
        let settings = ShadowSettings {
            clip: 1.0,
            scale: 0.6,
            size: 1024,
        };
        let map = map_of(&light, &settings, [0.01, 50.0]);
        let (x, y, _) = texel(map.point([1.001, 2.001, 0.0]), 1024).unwrap();
        assert!((x - 512).abs() <= 1 && (y - 512).abs() <= 1);
        assert!(texel(map.point([9.0, 2.0, 0.0]), 1024).is_none());
    }
}
