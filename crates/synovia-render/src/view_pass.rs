//! One view of a scene, pass by pass: tile binning, visibility, shadow tests, shading, copy to the frame buffer.

use rayon::prelude::*;
use synovia_scene::Scene;
use synovia_scene::enums::rnd;

use crate::camera::CameraView;
use crate::draw::draw_item::DrawItem;
use crate::draw::draw_list::{DrawLists, PlanarReflection};
use crate::geometry::tile_binning::{Tiling, ViewBins};
use crate::geometry::vertex_transform::{GeometryStage, ViewportTransform};
use crate::lighting::light::{EyeLight, MAX_LIGHTS, lights};
use crate::matrix::{Mat4, reflection};
use crate::render::Workspace;
use crate::resources::context::Context;
use crate::shading::fragment_shader::FragmentShader;
use crate::shading::triangle_setup::PassState;
use crate::shadow::shadow_bounds::ShadowBounds;
use crate::shadow::shadow_map::{ShadowMap, shadow_maps};
use crate::target::frame_buffer::{FrameBuffer, Viewport};
use crate::visibility::rasterizer::TileRect;
use crate::visibility::tile::{BinnedPass, ScratchGuard, Tile, ViewLayer};

/// One view of a scene.
pub(crate) struct ViewPass<'a> {
    context: &'a Context,
    scene: &'a Scene,
    view: &'a CameraView,
    viewport: ViewportTransform,
    /// Part of the frame buffer that is drawn to: first column and row, and the ones after the last.
    inside: [usize; 4],
    samples: usize,
    segment: bool,
    wireframe: Option<f32>,
}

/// The lights of a view, as each pass uses them.
struct ViewLights {
    /// All lights, none with shadows.
    unshadowed: Vec<EyeLight>,
    /// All lights; those that cast shadows are marked and shaded by additive light passes.
    shadowed: Vec<EyeLight>,
    /// Shadow maps of the lights that cast shadows.
    shadow_maps: Vec<ShadowMap>,
    /// Eye space of the reflected camera from world space.
    reflection_eye: Mat4,
    /// All lights in the eye space of the reflected camera, none with shadows.
    reflection_lights: Vec<EyeLight>,
}

impl<'a> ViewPass<'a> {
    pub(crate) fn new(
        context: &'a Context,
        scene: &'a Scene,
        view: &'a CameraView,
        viewport: Viewport,
        inside: [usize; 4],
    ) -> Self {
        let segment = scene.flags[rnd::SEGMENT] != 0;
        let wireframe = scene.flags[rnd::WIREFRAME] != 0 && !segment;
        Self {
            context,
            scene,
            view,
            viewport: ViewportTransform {
                origin: [
                    viewport.left as f32 - inside[0] as f32,
                    viewport.bottom as f32 - inside[1] as f32,
                ],
                size: [viewport.width as f32, viewport.height as f32],
            },
            inside,
            samples: if segment { 1 } else { context.samples },
            segment,
            wireframe: wireframe.then_some(context.line_width),
        }
    }

    /// Draws the lists into the frame buffer, pass by pass.
    pub(crate) fn draw(
        &self,
        lists: &DrawLists<'_>,
        frame: &mut FrameBuffer,
        work: &mut Workspace,
    ) {
        let [x0, y0, x1, y1] = self.inside;
        let tiling = Tiling {
            size: [x1 - x0, y1 - y0],
            tile: work.tile,
        };
        let reflect = lists.reflection.as_ref().map(|m| reflection(m.pos, &m.mat));
        let lights = self.lights(reflect.as_ref());

        // each tile has the triangles that may cover it
        self.geometry_pass(lists, reflect.as_ref(), tiling, work);
        layout_tiles(tiling, work);

        // each tile has its fragments, set up and lit, and its open shadow queries
        self.bound_shadows(lists, &lights, work);
        self.visibility_pass(lists, &lights, work);

        // each fragment knows which lights do not reach it
        self.shadow_pass(lists, &lights, work);

        // each tile has its colours
        self.shading_pass(lists, &lights, work);
        self.copy_to_frame(&work.tiles, frame);
    }

    /// Fills the conservative depth bounds of the shadow casters of each light with shadows.
    fn bound_shadows(&self, lists: &DrawLists<'_>, lights: &ViewLights, work: &mut Workspace) {
        let size = self.context.shadow.size;
        let count = lights.shadow_maps.len();
        if work.shadow_bounds.len() < count {
            work.shadow_bounds.resize_with(count, ShadowBounds::default);
        }
        for (bounds, map) in work.shadow_bounds.iter_mut().zip(&lights.shadow_maps) {
            if work.scalar || self.wireframe.is_some() {
                bounds.fill_unknown(size);
            } else {
                bounds.fill(&map.matrix, size, &lists.casters);
            }
        }
    }

    /// Rasterizes all tiles and sets up the triangles of their fragments.
    fn visibility_pass(&self, lists: &DrawLists<'_>, lights: &ViewLights, work: &mut Workspace) {
        let layer = self.layer(lists, lights, &work.bins, work.scalar);
        let reflection = lists
            .reflection
            .as_ref()
            .map(|m| self.reflection_layer(m, lights, &work.bins, work.scalar));
        let stencil = BinnedPass {
            bins: &work.bins.stencil,
            pass: layer.opaque.pass,
        };
        let bounds = &work.shadow_bounds[..lights.shadow_maps.len()];
        let shadows = (bounds, self.context.shadow.size);
        let acquire = || ScratchGuard::new(&work.scratch);
        let tiles = work.tiles.par_iter_mut();
        tiles.for_each_init(acquire, |guard, tile| {
            let scratch = &mut guard.scratch;
            if self.wireframe.is_some() {
                let reflection = reflection.as_ref().map(|layer| (layer, stencil));
                tile.wireframe_pass(&layer, reflection, self.samples, shadows, scratch);
            } else {
                tile.visibility_pass(&layer, reflection.as_ref(), self.samples, shadows, scratch);
            }
        });
    }

    /// Answers the shadow queries of all tiles, light by light.
    fn shadow_pass(&self, lists: &DrawLists<'_>, lights: &ViewLights, work: &mut Workspace) {
        let (size, casters) = (self.context.shadow.size, &lists.casters);
        for (n, map) in lights.shadow_maps.iter().enumerate() {
            work.queries.clear();
            for tile in &work.tiles {
                work.queries.extend_from_slice(&tile.queries[n]);
            }
            let (grid, bounds) = (&mut work.query_grid, &work.shadow_bounds[n]);
            grid.fill(&work.queries);
            grid.test_casters(&map.matrix, size, casters, bounds, self.wireframe);
            for query in grid.shadowed() {
                work.tiles[query.tile as usize].mark_shadowed(query.fragment, n);
            }
        }
    }

    /// Shades the fragments of all tiles and resolves them to pixels.
    fn shading_pass(&self, lists: &DrawLists<'_>, lights: &ViewLights, work: &mut Workspace) {
        let fog = self.scene.flags[rnd::FOG] != 0 && !self.segment;
        let shader = FragmentShader {
            materials: &lists.materials,
            view: self.view,
            fog: fog.then_some(self.context.fog),
            shadows: lights.shadow_maps.len(),
            samples: self.samples,
            additive: self.scene.flags[rnd::ADDITIVE] != 0,
            scalar: work.scalar,
        };
        let reflection_shader = lists.reflection.as_ref().map(|m| FragmentShader {
            materials: &m.materials,
            shadows: 0,
            ..shader
        });
        let acquire = || ScratchGuard::new(&work.scratch);
        let tiles = work.tiles.par_iter_mut();
        tiles.for_each_init(acquire, |guard, tile| {
            let (other, wireframe) = (reflection_shader.as_ref(), self.wireframe.is_some());
            tile.shading_pass(&shader, other, &mut guard.scratch, wireframe);
        });
    }

    /// Transforms, culls and bins the triangles of all draw lists.
    fn geometry_pass(
        &self,
        lists: &DrawLists<'_>,
        reflect: Option<&Mat4>,
        tiling: Tiling,
        work: &mut Workspace,
    ) {
        let stage = GeometryStage {
            clip: self.view.projection.mul(&self.view.eye),
            viewport: self.viewport,
            clip_plane: None,
            flip_winding: false,
            no_culling: false,
            wireframe: self.wireframe,
            rectangular_lines: self.samples > 1,
            scalar: work.scalar,
            sample_spacing_log2: if self.samples == 4 { 6 } else { 8 },
        };
        work.bins.opaque.fill(&stage, &lists.opaque, tiling);
        work.bins.blend.fill(&stage, &lists.blend, tiling);
        if let (Some(reflection), Some(reflect)) = (&lists.reflection, reflect) {
            if stage.wireframe.is_some() {
                // in wireframe the reflection shows inside the reflective geom, the first of all, drawn filled
                let filled = GeometryStage {
                    wireframe: None,
                    ..stage
                };
                let first = lists.opaque.iter().take_while(|item| item.material == 0);
                work.bins
                    .stencil
                    .fill(&filled, &lists.opaque[..first.count()], tiling);
            }
            // the camera is reflected, and only what is in front of the mirror plane is drawn
            let n = [reflection.mat[2], reflection.mat[5], reflection.mat[8]];
            let p = reflection.pos;
            let plane = [n[0], n[1], n[2], -(n[0] * p[0] + n[1] * p[1] + n[2] * p[2])];
            let clip = self.view.projection.mul(&self.view.eye.mul(reflect));
            let stage = GeometryStage {
                clip,
                clip_plane: Some(plane),
                flip_winding: true,
                ..stage
            };
            work.bins
                .reflection_opaque
                .fill(&stage, &reflection.opaque, tiling);
            work.bins
                .reflection_blend
                .fill(&stage, &reflection.blend, tiling);
        }
    }

    fn lights(&self, reflect: Option<&Mat4>) -> ViewLights {
        let settings = &self.context.shadow;
        let shadows = self.scene.flags[rnd::SHADOW] != 0 && settings.size > 2 && !self.segment;
        let reflection_eye = reflect.map_or(self.view.eye, |reflect| self.view.eye.mul(reflect));
        let range = self.view.range;
        ViewLights {
            unshadowed: lights(self.scene, &self.view.eye, false),
            shadowed: lights(self.scene, &self.view.eye, shadows),
            shadow_maps: if shadows {
                shadow_maps(self.scene, settings, range, MAX_LIGHTS)
            } else {
                Vec::new()
            },
            reflection_eye,
            reflection_lights: lights(self.scene, &reflection_eye, false),
        }
    }

    /// What all passes of this view share.
    fn pass<'b>(&self, items: &'b [DrawItem<'b>], lights: &'b [EyeLight]) -> PassState<'b> {
        PassState {
            items,
            materials: &[],
            eye: self.view.eye,
            projection: self.view.projection,
            viewport: self.viewport,
            lights,
            ambient: if self.scene.nlight > 0 { 0.0 } else { 0.3 },
            shadow_maps: &[],
            wireframe: self
                .wireframe
                .map(|_| if self.samples > 1 { 0.5 } else { 0.0 }),
            reflective_faces: 0,
        }
    }

    fn layer<'b>(
        &self,
        lists: &'b DrawLists<'b>,
        l: &'b ViewLights,
        bins: &'b ViewBins,
        scalar: bool,
    ) -> ViewLayer<'b> {
        let opaque = PassState {
            materials: &lists.materials,
            shadow_maps: &l.shadow_maps,
            reflective_faces: lists.reflection.as_ref().map_or(0, |m| m.faces),
            ..self.pass(&lists.opaque, &l.shadowed)
        };
        let blend = PassState {
            materials: &lists.materials,
            ..self.pass(&lists.blend, &l.unshadowed)
        };
        ViewLayer {
            opaque: BinnedPass {
                bins: &bins.opaque,
                pass: opaque,
            },
            blend: BinnedPass {
                bins: &bins.blend,
                pass: blend,
            },
            scalar,
        }
    }

    fn reflection_layer<'b>(
        &self,
        m: &'b PlanarReflection<'b>,
        l: &'b ViewLights,
        bins: &'b ViewBins,
        scalar: bool,
    ) -> ViewLayer<'b> {
        let pass = |items: &'b [DrawItem<'b>]| PassState {
            eye: l.reflection_eye,
            materials: &m.materials,
            ..self.pass(items, &l.reflection_lights)
        };
        ViewLayer {
            opaque: BinnedPass {
                bins: &bins.reflection_opaque,
                pass: pass(&m.opaque),
            },
            blend: BinnedPass {
                bins: &bins.reflection_blend,
                pass: pass(&m.blend),
            },
            scalar,
        }
    }

    fn copy_to_frame(&self, tiles: &[Tile], frame: &mut FrameBuffer) {
        let width = frame.width();
        for tile in tiles {
            let rect = &tile.rect;
            for r in 0..rect.h {
                let from = r * rect.stride..r * rect.stride + rect.w;
                let to = (self.inside[1] + rect.y + r) * width + self.inside[0] + rect.x;
                let rgb = tile.rgb[from.clone()].as_flattened();
                frame.color_mut()[3 * to..3 * (to + rect.w)].copy_from_slice(rgb);
                frame.depth_mut()[to..to + rect.w].copy_from_slice(&tile.depth[from]);
            }
        }
    }
}

fn layout_tiles(tiling: Tiling, work: &mut Workspace) {
    let [nx, ny] = tiling.counts();
    work.tiles.resize_with(nx * ny, Tile::default);
    for (k, tile) in work.tiles.iter_mut().enumerate() {
        let (x, y) = (k % nx * tiling.tile, k / nx * tiling.tile);
        let rect = TileRect {
            x,
            y,
            w: tiling.tile.min(tiling.size[0] - x),
            h: tiling.tile.min(tiling.size[1] - y),
            stride: tiling.tile,
        };
        tile.set_rect(rect, k);
    }
}
