//! Wireframe: the visibility and shading passes for edges of polygons, which are drawn one after the other.
//!
//! For areas each sample shows one triangle, and what is behind it does not matter. Lines are different. Each edge is drawn by both
//! of its polygons, the reflective geom adds its colour each time, each additive light pass draws where a line has exactly the depth
//! of the depth buffer, and the reflection shows between the lines of the reflective geom. So everything that passes the depth test is
//! kept in drawing order:
//!
//! 1. reflected lines, inside the stencil of the reflective geom;
//! 2. opaque lines and the skybox, which overwrite what is there, or add to it if they are reflective;
//! 3. for each light with shadows the opaque lines again, where they pass the depth test;
//! 4. haze and transparent lines.

use crate::draw::draw_item::DrawShape;
use crate::draw::material::Shading;
use crate::geometry::triangle_assembly::ScreenTriangle;
use crate::resources::texture::Rgba;
use crate::shading::fragment_shader::FragmentShader;
use crate::shading::resolve::OutputMerger;
use crate::shading::triangle_setup::{PassState, interpolate};
use crate::shadow::shadow_bounds::ShadowBounds;
use crate::shadow::shadow_map::{ShadowQuery, texel};
use crate::visibility::rasterizer::TileRect;
use crate::visibility::tile::{
    BinnedPass, FragmentList, Tile, TileScratch, ViewLayer, fragment_coord, sample_positions,
    triangles,
};
use crate::visibility::visibility_buffer::{Fragment, VisibilityBuffer, merge_samples};

/// Whether a line writes its depth.
#[derive(Clone, Copy, PartialEq)]
enum DepthWrite {
    Write,
    Keep,
}

/// Rasterizes lines into a tile.
struct LineRasterizer<'a> {
    visible: &'a mut VisibilityBuffer,
    rect: &'a TileRect,
    sample_positions: &'a [[i32; 2]],
    /// Stencil buffer: samples that may be drawn to; all of them if empty.
    stencil: Vec<bool>,
}

impl LineRasterizer<'_> {
    /// Sets the stencil to the samples inside the first `faces` triangles of a mesh.
    fn set_stencil(&mut self, outline: &BinnedPass<'_>, tile: usize, faces: usize) {
        self.stencil.clear();
        self.stencil.resize(self.visible.depth.len(), false);
        let inside = triangles(outline.bins.chunks(), tile);
        for (_, tri) in inside.filter(|(_, tri)| (tri.face as usize) < faces) {
            let pixels = self.visible.pixels;
            VisibilityBuffer::for_each_covered(
                pixels,
                tri,
                self.rect,
                self.sample_positions,
                |k, _, _| {
                    self.stencil[k] = true;
                },
            );
        }
    }

    /// Rasterizes a triangle that is half of a line, or filled; adds the fragments that pass the depth test.
    fn draw(
        &mut self,
        tri: &ScreenTriangle,
        id: u32,
        line: bool,
        depth: DepthWrite,
        out: &mut Vec<Fragment>,
    ) {
        let first = out.len();
        let pixels = self.visible.pixels;
        let seen = &mut self.visible.depth;
        let middle = if self.sample_positions.len() > 1 {
            0.0
        } else {
            0.5
        };
        VisibilityBuffer::for_each_covered(
            pixels,
            tri,
            self.rect,
            self.sample_positions,
            |k, fragment_coord, area| {
                let here = if line {
                    depth_at(&tri.z, fragment_coord, middle)
                } else {
                    area
                };
                if here < seen[k] || here.is_nan() || self.stencil.get(k) == Some(&false) {
                    return;
                }
                if depth == DepthWrite::Write {
                    seen[k] = here;
                }
                out.push(Fragment {
                    pixel: (k % pixels) as u16,
                    mask: 1 << (k / pixels),
                    shadow: 0,
                    tri: id,
                });
            },
        );
        merge_samples(out, first);
    }

    /// Rasterizes all triangles of a pass in the tile.
    fn pass(
        &mut self,
        drawn: &BinnedPass<'_>,
        tile: usize,
        depth: DepthWrite,
        out: &mut Vec<Fragment>,
    ) {
        for (id, tri) in triangles(drawn.bins.chunks(), tile) {
            let line = is_line(&drawn.pass, tri);
            let haze = drawn.pass.shading(tri) == Shading::Haze;
            let depth = if haze { DepthWrite::Write } else { depth };
            self.draw(tri, id, line, depth, out);
        }
    }
}

/// The skybox and haze are always filled.
fn is_line(pass: &PassState<'_>, tri: &ScreenTriangle) -> bool {
    let item = &pass.items[tri.item as usize];
    matches!(item.shape, DrawShape::Line(..)) || item.geom != u32::MAX
}

/// The depth of a line at a point in 1/256 pixel; `middle` is where it has single precision: see `geometry/lines.rs`.
///
/// The two polygons of an edge have its ends in opposite order, and the depths differ by rounding. Whether the second one passes
/// the depth test depends on that, so each sum is rounded as in the rasterizer that images are compared with.
fn depth_at(z: &[f64; 3], at: [i32; 2], middle: f64) -> f32 {
    let [x, y] = at.map(|c| f64::from(c) / 256.0 - middle);
    let first = (z[0] + middle * (z[1] + z[2])) as f32;
    let along = (f64::from(first) + z[1] * x) as f32;
    (f64::from(along) + z[2] * y) as f32
}

impl Tile {
    /// Finds the fragments of all lines and their shadow queries; `outline` is the reflective geom, filled.
    pub(crate) fn wireframe_pass(
        &mut self,
        main: &ViewLayer<'_>,
        reflection: Option<(&ViewLayer<'_>, BinnedPass<'_>)>,
        samples: usize,
        (shadow_bounds, shadow_map_size): (&[ShadowBounds], i32),
        scratch: &mut TileScratch,
    ) {
        let rect = self.rect;
        let (tile, pixels) = (self.index, self.pixels());
        let TileScratch {
            visible,
            setup_table,
            vertex_cache,
            ..
        } = scratch;
        visible.clear(pixels, samples);
        let mut lines = LineRasterizer {
            visible,
            rect: &rect,
            sample_positions: sample_positions(samples),
            stencil: Vec::new(),
        };
        let lists = [
            &mut self.reflection,
            &mut self.reflection_blend,
            &mut self.opaque,
            &mut self.blend,
        ];
        lists.into_iter().for_each(FragmentList::clear);
        self.additive_lines
            .resize_with(shadow_bounds.len(), FragmentList::default);
        self.additive_lines.iter_mut().for_each(FragmentList::clear);

        if let Some((layer, outline)) = &reflection {
            lines.set_stencil(outline, tile, main.opaque.pass.reflective_faces);
            lines.pass(
                &layer.opaque,
                tile,
                DepthWrite::Write,
                &mut self.reflection.list,
            );
            lines.pass(
                &layer.blend,
                tile,
                DepthWrite::Keep,
                &mut self.reflection_blend.list,
            );
            lines.stencil.clear();
        }
        lines.pass(&main.opaque, tile, DepthWrite::Write, &mut self.opaque.list);
        for additive_lines in &mut self.additive_lines {
            lines.pass(
                &main.opaque,
                tile,
                DepthWrite::Keep,
                &mut additive_lines.list,
            );
        }
        lines.pass(&main.blend, tile, DepthWrite::Keep, &mut self.blend.list);

        self.depth.clear();
        self.depth.extend_from_slice(&visible.depth[..pixels]);
        let mut prepare = |list: &mut FragmentList, drawn: &BinnedPass<'_>| {
            list.prepare(
                drawn,
                &rect,
                (&mut *setup_table, &mut *vertex_cache),
                main.scalar,
            );
        };
        if let Some((layer, _)) = reflection {
            prepare(&mut self.reflection, &layer.opaque);
            prepare(&mut self.reflection_blend, &layer.blend);
        }
        prepare(&mut self.opaque, &main.opaque);
        self.additive_lines
            .iter_mut()
            .for_each(|additive_lines| prepare(additive_lines, &main.opaque));
        prepare(&mut self.blend, &main.blend);
        self.gather_line_queries(shadow_map_size);
    }

    /// Gathers the shadow queries of lines.
    fn gather_line_queries(&mut self, shadow_map_size: i32) {
        self.queries.iter_mut().for_each(Vec::clear);
        if self.queries.len() < self.additive_lines.len() {
            self.queries
                .resize_with(self.additive_lines.len(), Vec::new);
        }
        for (n, (additive_lines, queries)) in self
            .additive_lines
            .iter()
            .zip(&mut self.queries)
            .enumerate()
        {
            for (k, &f) in additive_lines.list.iter().enumerate() {
                let setup = &additive_lines.setups[f.tri as usize];
                if setup.light_mask >> n & 1 == 0 {
                    continue;
                }
                let (x, y) = fragment_coord(f, &self.rect);
                let additive = &additive_lines.additive[setup.additive as usize + n];
                if let Some((x, y, depth)) = texel(
                    interpolate(setup.barycentrics(x, y), &additive.shadow_coord),
                    shadow_map_size,
                ) {
                    queries.push(ShadowQuery {
                        x,
                        y,
                        depth,
                        tile: self.index as u32,
                        fragment: k as u32,
                    });
                }
            }
        }
    }

    /// Shades lines and blends them into samples, in drawing order.
    pub(crate) fn shade_wireframe(
        &self,
        main: &FragmentShader<'_>,
        reflection: Option<&FragmentShader<'_>>,
        out: &mut [Rgba],
    ) {
        if let Some(reflection) = reflection {
            let lists = [&self.reflection, &self.reflection_blend];
            OutputMerger::new(reflection, self.rect, None).merge_samples(lists, out);
        }
        // additive light passes follow
        let unshadowed = FragmentShader {
            shadows: 0,
            ..*main
        };
        let n = main.samples;
        OutputMerger::new(&unshadowed, self.rect, None).for_each_shaded(
            &self.opaque,
            |f, setup, color| {
                let adds = main.materials[setup.material as usize].additive;
                for out in covered_samples(f, out, n) {
                    if adds {
                        add(color, out);
                    } else {
                        *out = color;
                    }
                }
            },
        );
        for (l, additive_lines) in self.additive_lines.iter().enumerate() {
            for &f in &additive_lines.list {
                let setup = &additive_lines.setups[f.tri as usize];
                let (x, y) = fragment_coord(f, &self.rect);
                if let Some(light) =
                    main.shade_additive_light(f, setup, &additive_lines.additive, l, (x, y))
                {
                    covered_samples(f, out, n).for_each(|out| add(light, out));
                }
            }
        }
        let merger = OutputMerger::new(main, self.rect, None);
        merger.merge_samples([&FragmentList::default(), &self.blend], out);
    }
}

/// The samples that a fragment covers.
fn covered_samples(f: Fragment, out: &mut [Rgba], n: usize) -> impl Iterator<Item = &mut Rgba> {
    let first = f.pixel as usize * n;
    let samples = out[first..first + n].iter_mut().enumerate();
    samples.filter_map(move |(s, out)| (f.mask >> s & 1 == 1).then_some(out))
}

/// Adds a colour to a sample.
fn add(color: Rgba, out: &mut Rgba) {
    for k in 0..3 {
        out[k] = (out[k] + color[k]).min(1.0);
    }
}
