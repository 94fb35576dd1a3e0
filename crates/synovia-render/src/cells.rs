//! Points of the picture in the map of a light, sorted by cell, and which of them are in shadow.
//!
//! Each triangle is compared with the points of the cells that it meets, at the middles of their texels. One that hides a point
//! is enough, so their order does not matter, and a point that is in shadow is not compared again: its depth becomes infinite,
//! and that of its cell the least of those that are left. Groups and triangles that are not nearer to the light than any open
//! point of their cells are left out.

use core::ops::Range;
use core::sync::atomic::{AtomicU32, Ordering};

use rayon::prelude::*;

use crate::cover::{Cover, GroupBounds, bounds};
use crate::frustum::Frustum;
use crate::geometry::{Place, Tri, Vertex};
use crate::items::{Item, Shape};
use crate::matrix::Mat4;
use crate::shadow::{Offset, Point, Sides, lift, stage};

/// There may be so many cells, however few the points.
const FEWEST: usize = 1 << 12;

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
                        for tri in &*tris {
                            self.compare(tri, Offset::Line);
                        }
                        continue;
                    }
                    let bounds = bounds(&clip, size, group);
                    if bounds.is_some_and(|bounds| !self.reaches(&bounds)) {
                        continue;
                    }
                    stage.group_where(place, verts, tris, |at, z| self.meets(at, z));
                    for tri in &*tris {
                        self.compare(tri, Offset::Area(lift(tri)));
                    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shadow::tests::some_triangles;

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
}
