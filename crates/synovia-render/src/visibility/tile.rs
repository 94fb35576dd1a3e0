//! One tile of the image: its visibility pass, its shadow queries and its shading pass.

use std::sync::Mutex;

use synovia_math::fearless_simd::Simd;
use synovia_math::wide;

use crate::draw::material::Shading;
use crate::geometry::tile_binning::{BinChunk, TileBins};
use crate::geometry::triangle_assembly::ScreenTriangle;
use crate::lighting::vertex_cache::VertexCache;
use crate::resources::texture::Rgba;
use crate::shading::fragment_shader::FragmentShader;
use crate::shading::resolve::{OutputMerger, resolve};
use crate::shading::triangle_setup::{
    AdditiveTriangle, LANES, PassState, TriangleSetup, barycentrics_simd, interpolate,
    interpolate_simd, lane_ramp,
};
use crate::shadow::shadow_bounds::{ShadowBounds, ShadowTest};
use crate::shadow::shadow_map::{ShadowQuery, Texels, texel};
use crate::visibility::rasterizer::{ROTATED_GRID, SINGLE_SAMPLE, TileRect};
use crate::visibility::visibility_buffer::{Fragment, NO_TRIANGLE, VisibilityBuffer};

/// Fragments of a pass in a tile, in drawing order, with the setups of their triangles.
#[derive(Clone, Debug, Default)]
pub(crate) struct FragmentList {
    pub(crate) list: Vec<Fragment>,
    pub(crate) setups: Vec<TriangleSetup>,
    pub(crate) additive: Vec<AdditiveTriangle>,
}

/// A draw list with its triangles binned by tile, and what its fragments share.
#[derive(Clone, Copy)]
pub(crate) struct BinnedPass<'a> {
    pub(crate) bins: &'a TileBins,
    pub(crate) pass: PassState<'a>,
}

/// The opaque pass of a view or reflection, and the blended pass over it.
#[derive(Clone, Copy)]
pub(crate) struct ViewLayer<'a> {
    pub(crate) opaque: BinnedPass<'a>,
    pub(crate) blend: BinnedPass<'a>,
    /// Scalar reference path: one pixel at a time, without SIMD.
    pub(crate) scalar: bool,
}

/// The triangles that may cover a tile, with their ids, in drawing order.
#[inline]
pub(crate) fn triangles(
    chunks: &[BinChunk],
    tile: usize,
) -> impl Iterator<Item = (u32, &ScreenTriangle)> {
    chunks.iter().enumerate().flat_map(move |(c, chunk)| {
        let list = chunk.of_tile(tile).iter();
        list.map(move |&k| ((c as u32) << 16 | u32::from(k), &chunk.tris[k as usize]))
    })
}

/// A tile and its intermediate results.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tile {
    pub(crate) rect: TileRect,
    pub(crate) index: usize,
    pub(crate) opaque: FragmentList,
    pub(crate) blend: FragmentList,
    pub(crate) reflection: FragmentList,
    pub(crate) reflection_blend: FragmentList,
    /// Wireframe: the opaque lines of the additive pass of each light with shadows; empty if areas are drawn.
    pub(crate) additive_lines: Vec<FragmentList>,
    /// Depth of the first sample.
    pub(crate) depth: Vec<f32>,
    /// Colours, row by row.
    pub(crate) rgb: Vec<[u8; 3]>,
    /// Open shadow queries of each light with shadows.
    pub(crate) queries: Vec<Vec<ShadowQuery>>,
}

/// Buffers that a thread reuses for one tile after the other.
#[derive(Debug, Default)]
pub(crate) struct TileScratch {
    pub(crate) visible: VisibilityBuffer,
    pub(crate) setup_table: SetupTable,
    pub(crate) vertex_cache: VertexCache,
    color: Vec<Rgba>,
    /// Samples of the planar reflection.
    reflection_samples: Vec<Rgba>,
}

/// Takes buffers from a pool for some tiles and returns them when dropped.
pub(crate) struct ScratchGuard<'a> {
    pub(crate) scratch: TileScratch,
    pool: &'a Mutex<Vec<TileScratch>>,
}

impl<'a> ScratchGuard<'a> {
    pub(crate) fn new(pool: &'a Mutex<Vec<TileScratch>>) -> Self {
        let kept = pool.lock().ok().and_then(|mut kept| kept.pop());
        Self {
            scratch: kept.unwrap_or_default(),
            pool,
        }
    }
}

impl Drop for ScratchGuard<'_> {
    fn drop(&mut self) {
        if let Ok(mut kept) = self.pool.lock() {
            kept.push(core::mem::take(&mut self.scratch));
        }
    }
}

/// From triangle ids to indices of setups: a hash table with open addressing.
#[derive(Debug, Default)]
pub(crate) struct SetupTable {
    slot: Vec<(u64, u32)>,
}

impl SetupTable {
    fn clear(&mut self, room: usize) {
        self.slot.clear();
        self.slot
            .resize((2 * room).next_power_of_two().max(16), (u64::MAX, 0));
    }

    /// The index of `id`; `make` provides it if there is none yet.
    fn index(&mut self, id: u64, make: impl FnOnce() -> u32) -> u32 {
        let last = self.slot.len() - 1;
        let mut fragment_coord = (id.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize & last;
        loop {
            let (index_of, index) = self.slot[fragment_coord];
            if index_of == id {
                return index;
            }
            if index_of == u64::MAX {
                let index = make();
                self.slot[fragment_coord] = (id, index);
                return index;
            }
            fragment_coord = (fragment_coord + 1) & last;
        }
    }
}

impl FragmentList {
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.setups.clear();
        self.additive.clear();
    }

    /// Sets up the triangles of all fragments, each once.
    pub(crate) fn prepare(
        &mut self,
        drawn: &BinnedPass<'_>,
        rect: &TileRect,
        (setup_table, vertex_cache): (&mut SetupTable, &mut VertexCache),
        scalar: bool,
    ) {
        setup_table.clear(self.list.len());
        vertex_cache.clear(drawn.pass.shadow_maps.len(), scalar);
        let mut first = 0;
        while let Some(&Fragment { tri: id, .. }) = self.list.get(first) {
            // a run of fragments of one triangle
            let same = self.list[first..].iter().take_while(|f| f.tri == id);
            let run = first..first + same.count();
            first = run.end;
            let chunk = &drawn.bins.chunks()[(id >> 16) as usize];
            let tri = &chunk.tris[(id & 0xffff) as usize];
            let mut index = |id: u64, tri: &ScreenTriangle| {
                setup_table.index(id, || {
                    let additive = &mut self.additive;
                    let setup = drawn
                        .pass
                        .setup(tri, block_origin(rect), vertex_cache, additive);
                    self.setups.push(setup);
                    (self.setups.len() - 1) as u32
                })
            };
            let Some(plane) = drawn.pass.plane_lookup(tri, block_origin(rect)) else {
                let index = index(u64::from(id), tri);
                self.list[run].iter_mut().for_each(|f| f.tri = index);
                continue;
            };
            // a plane is one triangle until lighting needs its grid
            let (mut face, mut index_of) = (NO_TRIANGLE, 0);
            let mut find = |f: &mut Fragment, tri: &ScreenTriangle| {
                if tri.face != face {
                    face = tri.face;
                    let id = 1 << 63 | u64::from(tri.item) << 32 | u64::from(tri.face);
                    index_of = index(id, tri);
                }
                f.tri = index_of;
            };
            let list = &mut self.list[run];
            if scalar {
                for f in list {
                    let (x, y) = fragment_coord(*f, rect);
                    find(f, &plane.triangle_at(x, y));
                }
            } else {
                wide!(simd => {
                    let (mut done, mut cell) = (0, [0; 2]);
                    while let Some(&f) = list.get(done) {
                        let count = adjacent_run(&list[done..], rect.stride);
                        plane.triangles_at(simd, fragment_coord(f, rect), count, &mut cell, |i, tri| {
                            find(&mut list[done + i], &tri);
                        });
                        done += count;
                    }
                });
            }
        }
    }
}

/// Length of the run of adjacent pixels at the start of a list, at most [`LANES`].
#[inline]
pub(crate) fn adjacent_run(list: &[Fragment], stride: usize) -> usize {
    let Some(f) = list.first() else {
        return 0;
    };
    let room = (stride - f.pixel as usize % stride).min(LANES);
    let pixels = f.pixel..;
    let same = list.iter().take(room).zip(pixels);
    same.take_while(|(f, pixel)| f.pixel == *pixel).count()
}

/// Length of the run of adjacent pixels that show the same triangle, at the start of a list, at most [`LANES`].
#[inline]
pub(crate) fn same_triangle_run(list: &[Fragment], stride: usize) -> usize {
    let Some(first) = list.first() else {
        return 0;
    };
    let count = adjacent_run(list, stride);
    let same = list[..count].iter().take_while(|f| f.tri == first.tri);
    same.count()
}

/// The sample positions of a pixel.
pub(crate) fn sample_positions(samples: usize) -> &'static [[i32; 2]] {
    if samples == 4 {
        &ROTATED_GRID
    } else {
        &SINGLE_SAMPLE
    }
}

impl Tile {
    pub(crate) fn set_rect(&mut self, rect: TileRect, index: usize) {
        self.rect = rect;
        self.index = index;
    }

    pub(crate) fn pixels(&self) -> usize {
        self.rect.stride * self.rect.h
    }

    /// Rasterizes the opaque and the blended pass of a layer, and sets up their triangles.
    fn rasterize_layer(
        &self,
        layer: &ViewLayer<'_>,
        samples: usize,
        scratch: &mut TileScratch,
        out: [&mut FragmentList; 2],
    ) {
        let places = sample_positions(samples);
        let [opaque, blend] = out;
        opaque.clear();
        blend.clear();
        scratch.visible.clear(self.pixels(), samples);
        let visible = &mut scratch.visible;
        let chunks = layer.opaque.bins.chunks();
        if layer.scalar {
            for (id, tri) in triangles(chunks, self.index) {
                visible.rasterize(tri, id, &self.rect, places);
            }
        } else {
            wide!(simd => {
                for (id, tri) in triangles(chunks, self.index) {
                    visible.rasterize_simd(simd, tri, id, &self.rect, places);
                }
            });
        }
        scratch
            .visible
            .collect_fragments(&self.rect, samples, &mut opaque.list);
        let pass = &layer.blend.pass;
        for (id, tri) in triangles(layer.blend.bins.chunks(), self.index) {
            let write = pass.shading(tri) == Shading::Haze;
            let visible = &mut scratch.visible;
            visible.rasterize_blended(tri, id, &self.rect, places, write, &mut blend.list);
        }
        let TileScratch {
            setup_table,
            vertex_cache,
            ..
        } = scratch;
        let (rect, scalar) = (&self.rect, layer.scalar);
        opaque.prepare(&layer.opaque, rect, (setup_table, vertex_cache), scalar);
        blend.prepare(&layer.blend, rect, (setup_table, vertex_cache), scalar);
    }

    /// Finds the fragments of the tile and its open shadow queries.
    pub(crate) fn visibility_pass(
        &mut self,
        main: &ViewLayer<'_>,
        reflection: Option<&ViewLayer<'_>>,
        samples: usize,
        (shadow_bounds, shadow_map_size): (&[ShadowBounds], i32),
        scratch: &mut TileScratch,
    ) {
        self.additive_lines.clear();
        let mut lists = [
            core::mem::take(&mut self.reflection),
            core::mem::take(&mut self.reflection_blend),
            core::mem::take(&mut self.opaque),
            core::mem::take(&mut self.blend),
        ];
        {
            let [a, b, c, d] = &mut lists;
            a.clear();
            b.clear();
            if let Some(reflection) = reflection {
                self.rasterize_layer(reflection, samples, scratch, [a, b]);
            }
            self.rasterize_layer(main, samples, scratch, [c, d]);
        }
        [
            self.reflection,
            self.reflection_blend,
            self.opaque,
            self.blend,
        ] = lists;
        self.depth.clear();
        self.depth
            .extend_from_slice(&scratch.visible.depth[..self.pixels()]);
        self.gather_shadow_queries(shadow_bounds, shadow_map_size, main.scalar);
    }

    /// Tests the fragments against the shadow bounds of each light; undecided ones become shadow queries.
    fn gather_shadow_queries(
        &mut self,
        shadow_bounds: &[ShadowBounds],
        shadow_map_size: i32,
        scalar: bool,
    ) {
        self.queries.iter_mut().for_each(Vec::clear);
        if self.queries.len() < shadow_bounds.len() {
            self.queries.resize_with(shadow_bounds.len(), Vec::new);
        }
        if shadow_bounds.is_empty() {
            return;
        }
        if scalar {
            self.gather_queries_scalar(shadow_bounds, shadow_map_size);
        } else {
            wide!(simd => self.gather_queries_simd(simd, shadow_bounds, shadow_map_size));
        }
    }

    /// One fragment at a time.
    fn gather_queries_scalar(&mut self, shadow_bounds: &[ShadowBounds], shadow_map_size: i32) {
        for k in 0..self.opaque.list.len() {
            let f = self.opaque.list[k];
            let setup = self.opaque.setups[f.tri as usize];
            let (x, y) = fragment_coord(f, &self.rect);
            let b = setup.barycentrics(x, y);
            for n in (0..shadow_bounds.len()).filter(|n| setup.light_mask >> n & 1 == 1) {
                let set_rect = interpolate(
                    b,
                    &self.opaque.additive[setup.additive as usize + n].shadow_coord,
                );
                if let Some(fragment_coord) = texel(set_rect, shadow_map_size) {
                    self.query_shadow(n, &shadow_bounds[n], k, fragment_coord);
                }
            }
        }
    }

    /// Runs of adjacent fragments of one triangle at a time.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for several vector units")]
    fn gather_queries_simd<S: Simd>(
        &mut self,
        simd: S,
        shadow_bounds: &[ShadowBounds],
        shadow_map_size: i32,
    ) {
        let mut k = 0;
        while let Some(&f) = self.opaque.list.get(k) {
            let count = same_triangle_run(&self.opaque.list[k..], self.rect.stride);
            let setup = self.opaque.setups[f.tri as usize];
            if setup.light_mask != 0 {
                let (x, y) = fragment_coord(f, &self.rect);
                let xs = lane_ramp(simd, x);
                let b = barycentrics_simd(simd, &setup.weight, xs, y);
                for n in (0..shadow_bounds.len()).filter(|n| setup.light_mask >> n & 1 == 1) {
                    let additive = &self.opaque.additive[setup.additive as usize + n];
                    let texels = Texels::new(
                        simd,
                        interpolate_simd(simd, b, &additive.shadow_coord),
                        shadow_map_size,
                    );
                    if shadow_bounds[n].lights_all(&texels.bounds(count)) {
                        continue;
                    }
                    for i in 0..count {
                        if let Some(fragment_coord) = texels.get(i) {
                            self.query_shadow(n, &shadow_bounds[n], k + i, fragment_coord);
                        }
                    }
                }
            }
            k += count;
        }
    }

    /// Tests fragment `k` against the shadow bounds of light `n` at a texel and depth; keeps a shadow query if it is undecided.
    #[inline]
    fn query_shadow(
        &mut self,
        n: usize,
        shadow_bounds: &ShadowBounds,
        k: usize,
        (x, y, depth): (i32, i32, f32),
    ) {
        match shadow_bounds.test(x, y, depth) {
            ShadowTest::Lit => {}
            ShadowTest::Shadowed => self.opaque.list[k].shadow |= 1 << n,
            ShadowTest::Unresolved => self.queries[n].push(ShadowQuery {
                x,
                y,
                depth,
                tile: self.index as u32,
                fragment: k as u32,
            }),
        }
    }

    /// Marks fragment `k` as in the shadow of light `n`.
    pub(crate) fn mark_shadowed(&mut self, k: u32, n: usize) {
        let list = self.additive_lines.get_mut(n).unwrap_or(&mut self.opaque);
        if let Some(f) = list.list.get_mut(k as usize) {
            f.shadow |= 1 << n;
        }
    }

    /// Shades the fragments of the tile and resolves them to pixels.
    pub(crate) fn shading_pass(
        &mut self,
        main: &FragmentShader<'_>,
        reflection: Option<&FragmentShader<'_>>,
        scratch: &mut TileScratch,
        wireframe: bool,
    ) {
        let (pixels, rect) = (self.pixels(), self.rect);
        let TileScratch {
            color,
            reflection_samples,
            ..
        } = scratch;
        if wireframe {
            color.clear();
            color.resize(pixels * main.samples, [0.0; 4]);
            self.shade_wireframe(main, reflection, color);
            self.rgb.clear();
            let samples = color.chunks_exact(main.samples);
            self.rgb.extend(samples.map(resolve));
            return;
        }
        if let Some(reflection) = reflection {
            reflection_samples.clear();
            reflection_samples.resize(pixels * main.samples, [0.0; 4]);
            let lists = [&self.reflection, &self.reflection_blend];
            OutputMerger::new(reflection, rect, None).merge_samples(lists, reflection_samples);
        }
        let under = reflection.map(|_| reflection_samples.as_slice());
        let merger = OutputMerger::new(main, rect, under);
        self.rgb.clear();
        self.rgb.resize(pixels, [0; 3]);
        if self.blend.list.is_empty() && !main.scalar {
            merger.resolve_pixels(&self.opaque, &mut self.rgb);
            return;
        }
        color.clear();
        color.resize(pixels * main.samples, [0.0; 4]);
        merger.merge_samples([&self.opaque, &self.blend], color);
        for (rgb, samples) in self.rgb.iter_mut().zip(color.chunks_exact(main.samples)) {
            *rgb = resolve(samples);
        }
    }
}

/// Blocks of the image whose fragments share an origin, so that rounding does not depend on tiles.
pub(crate) const BLOCK: usize = 64;

/// The lower left pixel of a tile's block.
fn block_origin(rect: &TileRect) -> [usize; 2] {
    [rect.x, rect.y].map(|c| c / BLOCK * BLOCK)
}

/// The pixel of a fragment relative to the first pixel of its block.
#[inline]
pub(crate) fn fragment_coord(f: Fragment, rect: &TileRect) -> (f32, f32) {
    let pixel = f.pixel as usize;
    let x = rect.x % BLOCK + pixel % rect.stride;
    let y = rect.y % BLOCK + pixel / rect.stride;
    (x as f32, y as f32)
}
