//! Shadow queries of one light, sorted into a grid of light space, and their test against the shadow casters.
//!
//! This is an irregular z-buffer. Each caster triangle is tested against the queries of the cells that it overlaps, at the centres
//! of their texels. One occluder is enough, so the order of triangles does not matter. A query in shadow is not tested again: its
//! depth becomes infinite, and the minimum of its cell is taken over the remaining ones. Clusters and triangles that are not nearer
//! to the light than any open query of their cells are skipped.

use core::ops::Range;
use core::sync::atomic::{AtomicU32, Ordering};

use rayon::prelude::*;

use crate::draw::draw_item::{DrawItem, DrawShape};
use crate::geometry::frustum_culling::Frustum;
use crate::geometry::triangle_assembly::{ClusterDraw, ScreenTriangle};
use crate::geometry::vertex_transform::ClipVertex;
use crate::matrix::Mat4;
use crate::shadow::shadow_bounds::{ClusterBounds, ShadowBounds, cluster_bounds};
use crate::shadow::shadow_map::{
    CasterEdges, DepthBias, ShadowQuery, shadow_stage, slope_scaled_bias,
};

/// Lower bound of the number of cells, however few the queries are.
const MIN_CELLS: usize = 1 << 12;

/// A depth that several threads raise without synchronization: a bound may stay too low, which costs time only.
#[derive(Debug)]
struct AtomicDepth(AtomicU32);

impl AtomicDepth {
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

/// Shadow queries of one light, sorted by cell.
#[derive(Debug, Default)]
pub(crate) struct QueryGrid {
    queries: Vec<ShadowQuery>,
    /// Depth of each query, infinite if it is in shadow.
    depth: Vec<AtomicDepth>,
    first: Vec<u32>,
    /// Lower bound of the depths of a cell's queries.
    min_depth: Vec<AtomicDepth>,
    /// Lower bound of the depths in blocks of 8 × 8 cells.
    block_min_depth: Vec<AtomicDepth>,
    /// Texels along a side of a cell, as a power of two.
    shift: u32,
    low: [i32; 2],
    count: [usize; 2],
}

impl QueryGrid {
    /// Sorts queries into cells of a few queries each (a counting sort).
    pub(crate) fn fill(&mut self, queries: &[ShadowQuery]) {
        let (mut low, mut high) = ([i32::MAX; 2], [i32::MIN; 2]);
        for p in queries {
            for (k, v) in [p.x, p.y].into_iter().enumerate() {
                low[k] = low[k].min(v);
                high[k] = high[k].max(v);
            }
        }
        self.queries.clear();
        if queries.is_empty() {
            return;
        }
        let span = [0, 1].map(|k| (high[k] - low[k] + 1) as usize);
        self.shift = 0;
        while (span[0] >> self.shift) * (span[1] >> self.shift) > queries.len().max(MIN_CELLS) {
            self.shift += 1;
        }
        self.low = low;
        self.count = span.map(|s| (s >> self.shift) + 1);
        let query_grid = self.count[0] * self.count[1];
        self.first.clear();
        self.first.resize(query_grid + 2, 0);
        let nothing = || AtomicDepth::new(f32::INFINITY);
        self.min_depth.clear();
        self.min_depth.resize_with(query_grid, nothing);
        let blocks = self.count.map(|n| n.div_ceil(8));
        self.block_min_depth.clear();
        self.block_min_depth
            .resize_with(blocks[0] * blocks[1], nothing);
        for p in queries {
            let c = self.cell(p);
            self.first[c + 2] += 1;
            let min_depth = &self.min_depth[c];
            min_depth.set(min_depth.get().min(p.depth));
        }
        for c in 0..query_grid {
            self.first[c + 2] += self.first[c + 1];
        }
        for y in 0..blocks[1] {
            for x in 0..blocks[0] {
                self.block_min_depth[y * blocks[0] + x].set(self.min_of_block(x, y));
            }
        }
        let empty = ShadowQuery {
            x: 0,
            y: 0,
            depth: 0.0,
            tile: 0,
            fragment: 0,
        };
        self.queries.resize(queries.len(), empty);
        for p in queries {
            let slot = self.cell(p) + 1;
            self.queries[self.first[slot] as usize] = *p;
            self.first[slot] += 1;
        }
        self.depth.clear();
        let depths = self.queries.iter().map(|p| AtomicDepth::new(p.depth));
        self.depth.extend(depths);
    }

    /// The minimum depth of a block of 8 × 8 cells.
    fn min_of_block(&self, x: usize, y: usize) -> f32 {
        let xs = 8 * x..(8 * x + 8).min(self.count[0]);
        let rows = 8 * y..(8 * y + 8).min(self.count[1]);
        let query_grid = rows.flat_map(|y| &self.min_depth[y * self.count[0]..][xs.clone()]);
        query_grid.fold(f32::INFINITY, |min_depth, d| min_depth.min(d.get()))
    }

    fn cell(&self, p: &ShadowQuery) -> usize {
        let x = (p.x - self.low[0]) as usize >> self.shift;
        let y = (p.y - self.low[1]) as usize >> self.shift;
        y * self.count[0] + x
    }

    /// Tests the queries against all casters that `shadow_bounds` has not tested.
    pub(crate) fn test_casters(
        &self,
        map: &Mat4,
        size: i32,
        items: &[DrawItem<'_>],
        shadow_bounds: &ShadowBounds,
        wireframe: Option<f32>,
    ) {
        if self.queries.is_empty() {
            return;
        }
        let shadow_stage = shadow_stage(map, size, wireframe);
        let narrow = self.narrowed(map, size);
        let mut jobs = Vec::new();
        for (i, item) in items.iter().enumerate() {
            if let DrawShape::Mesh(mesh) = item.shape
                && !shadow_bounds.covers_item(i)
            {
                let frustum = Frustum::new(&narrow.mul(&item.world));
                let is_plane = mesh.plane_grid.is_some() && wireframe.is_none();
                let mesh = if is_plane { mesh.proxy() } else { mesh };
                for (c, cluster) in mesh.clusters.iter().enumerate() {
                    if !frustum.culls(cluster.center, cluster.radius) {
                        jobs.push((i as u32, c as u32, mesh, is_plane));
                    }
                }
            }
        }
        let scratch = || (Vec::<ClipVertex>::new(), Vec::<ScreenTriangle>::new());
        jobs.par_chunks(8)
            .for_each_init(scratch, |(verts, tris), chunk| {
                let (mut last, mut clip) = (u32::MAX, Mat4::IDENTITY);
                for &(i, c, mesh, is_plane) in chunk {
                    let item = &items[i as usize];
                    if i != last {
                        (last, clip) = (i, shadow_stage.clip.mul(&item.world));
                    }
                    let cluster = &mesh.clusters[c as usize];
                    let draw = ClusterDraw {
                        item,
                        clip: &clip,
                        item_index: i,
                        mesh,
                        cluster,
                        cluster_index: c,
                        is_plane,
                    };
                    tris.clear();
                    if wireframe.is_some() {
                        shadow_stage.assemble(draw, verts, tris);
                        for tri in &*tris {
                            self.test_triangle(tri, DepthBias::Quantized);
                        }
                        continue;
                    }
                    let bounds = cluster_bounds(&clip, size, cluster);
                    if bounds.is_some_and(|bounds| !self.cluster_may_occlude(&bounds)) {
                        continue;
                    }
                    shadow_stage.assemble_where(draw, verts, tris, |at, z| self.may_occlude(at, z));
                    for tri in &*tris {
                        self.test_triangle(tri, DepthBias::SlopeScaled(slope_scaled_bias(tri)));
                    }
                }
            });
    }

    /// Whether a cluster may occlude a query.
    fn cluster_may_occlude(&self, bounds: &ClusterBounds) -> bool {
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
            let row = self.block_min_depth.get(y * across..(y + 1) * across);
            let row = row.and_then(|row| row.get(xs.clone()));
            row.is_some_and(|row| row.iter().any(|min_depth| min_depth.get() < bounds.depth))
        })
    }

    /// The cells along axis `k` that the bounding box of three vertices overlaps.
    #[inline]
    fn span(&self, c: [i32; 3], k: usize) -> Range<usize> {
        let low = (c[0].min(c[1]).min(c[2]) >> 8).max(self.low[k]);
        let high = c[0].max(c[1]).max(c[2]) >> 8;
        let first = (low - self.low[k]) as usize >> self.shift;
        let last = (high - self.low[k]).max(-1) >> self.shift;
        first..((last + 1).max(0) as usize).min(self.count[k])
    }

    /// Whether a triangle with these vertices and depths may occlude a query.
    #[inline]
    fn may_occlude(&self, at: [[i32; 2]; 3], z: [f64; 3]) -> bool {
        let spans = [0, 1].map(|k| self.span([at[0][k], at[1][k], at[2][k]], k));
        let max_depth = z[0].max(z[1]).max(z[2]) as f32;
        self.any_cell_behind(spans, max_depth, |_| true)
    }

    /// Calls `visit` for the cells of a rectangle that have queries farther from the light than `max_depth`, until it returns true;
    /// returns whether it did.
    #[inline]
    fn any_cell_behind(
        &self,
        [xs, ys]: [Range<usize>; 2],
        max_depth: f32,
        mut visit: impl FnMut(usize) -> bool,
    ) -> bool {
        if xs.is_empty() || ys.is_empty() {
            return false;
        }
        let across = self.count[0].div_ceil(8);
        for by in ys.start / 8..=(ys.end - 1) / 8 {
            for bx in xs.start / 8..=(xs.end - 1) / 8 {
                if self.block_min_depth[by * across + bx].get() >= max_depth {
                    continue;
                }
                for y in ys.start.max(8 * by)..ys.end.min(8 * by + 8) {
                    for x in xs.start.max(8 * bx)..xs.end.min(8 * bx + 8) {
                        let c = y * self.count[0] + x;
                        if self.min_depth[c].get() < max_depth && visit(c) {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// The shadow matrix narrowed to the cells: its square from −1 to 1 is what they cover, with a margin.
    fn narrowed(&self, map: &Mat4, size: i32) -> Mat4 {
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

    /// Tests a triangle against the queries of the cells that it overlaps, equation (1) of `shadow_map.rs`.
    fn test_triangle(&self, tri: &ScreenTriangle, bias: DepthBias) {
        let corner = |k: usize| {
            tri.z[0]
                + tri.z[1] * f64::from(tri.x[k]) / 256.0
                + tri.z[2] * f64::from(tri.y[k]) / 256.0
        };
        let max_depth = corner(0).max(corner(1)).max(corner(2)) as f32;
        let mut edges = None;
        let spans = [self.span(tri.x, 0), self.span(tri.y, 1)];
        self.any_cell_behind(spans, max_depth, |c| {
            let edges = edges.get_or_insert_with(|| CasterEdges::new(tri));
            self.test_cell(c, tri, edges, bias);
            false
        });
    }

    /// Tests a triangle against the queries of one cell.
    fn test_cell(&self, c: usize, tri: &ScreenTriangle, edges: &CasterEdges, bias: DepthBias) {
        let (mut hidden, mut min_depth) = (false, f32::INFINITY);
        for k in self.first[c] as usize..self.first[c + 1] as usize {
            let depth = self.depth[k].get();
            let p = &self.queries[k];
            if edges.occludes(tri, bias, p.x, p.y, depth) {
                self.depth[k].set(f32::INFINITY);
                hidden = true;
            } else {
                min_depth = min_depth.min(depth);
            }
        }
        if hidden {
            self.min_depth[c].set(min_depth);
            if min_depth == f32::INFINITY {
                let [x, y] = [c % self.count[0] / 8, c / self.count[0] / 8];
                let block = y * self.count[0].div_ceil(8) + x;
                self.block_min_depth[block].set(self.min_of_block(x, y));
            }
        }
    }

    /// The queries in shadow.
    pub(crate) fn shadowed(&self) -> impl Iterator<Item = &ShadowQuery> {
        let pairs = self.queries.iter().zip(&self.depth);
        pairs
            .filter(|(_, depth)| depth.get() == f32::INFINITY)
            .map(|(p, _)| p)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shadow::shadow_map::tests::random_casters;

    #[test]
    fn queries_under_a_triangle_are_in_shadow_and_those_above_it_lit() {
        let mut query_grid = QueryGrid::default();
        let mut queries = Vec::new();
        for y in 1..60 {
            for x in 1..60 {
                for depth in [0.2, 0.8] {
                    queries.push(ShadowQuery {
                        x,
                        y,
                        depth,
                        tile: 0,
                        fragment: queries.len() as u32,
                    });
                }
            }
        }
        query_grid.fill(&queries);
        let tri = ScreenTriangle {
            x: [10 * 256, 50 * 256, 10 * 256],
            y: [10 * 256, 10 * 256, 50 * 256],
            z: [0.5, 0.0, 0.0],
            ..ScreenTriangle::default()
        };
        query_grid.test_triangle(&tri, DepthBias::SlopeScaled(slope_scaled_bias(&tri)));
        let shadowed: Vec<_> = query_grid.shadowed().map(|p| (p.x, p.y, p.depth)).collect();
        for p in &queries {
            let inside = p.x >= 10 && p.y >= 10 && p.x - 10 + p.y - 10 + 1 < 40;
            let expected = inside && p.depth < 0.5;
            let found = shadowed.contains(&(p.x, p.y, p.depth));
            // the slanted edge passes through texel centres: either result is right there
            if p.x + p.y != 59 {
                assert_eq!(found, expected, "{p:?}");
            }
        }
    }

    #[test]
    fn the_grid_finds_the_occluded_queries_that_testing_all_of_them_finds() {
        let mut queries = Vec::new();
        for k in 0..3000i32 {
            queries.push(ShadowQuery {
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
        let mut query_grid = QueryGrid::default();
        query_grid.fill(&queries);
        let mut hidden = vec![false; queries.len()];
        for (at, z, tri) in random_casters(400) {
            let edges = CasterEdges::new(&tri);
            let mut any = false;
            for (p, hidden) in queries.iter().zip(&mut hidden) {
                if edges.occludes(
                    &tri,
                    DepthBias::SlopeScaled(slope_scaled_bias(&tri)),
                    p.x,
                    p.y,
                    p.depth,
                ) && !*hidden
                {
                    (*hidden, any) = (true, true);
                }
            }
            // a skipped triangle occludes nothing
            assert!(query_grid.may_occlude(at, z) || !any);
            query_grid.test_triangle(&tri, DepthBias::SlopeScaled(slope_scaled_bias(&tri)));
        }
        let mut found = vec![false; queries.len()];
        query_grid
            .shadowed()
            .for_each(|p| found[p.fragment as usize] = true);
        assert_eq!(found, hidden);
        let shadowed = found.iter().filter(|&&d| d).count();
        assert!(shadowed > 500 && shadowed < 2500, "{shadowed}");
    }
}
