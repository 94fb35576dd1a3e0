//! `Context::render`: one view pass for each eye, then the border around the image and the depth image.

use std::sync::Mutex;

use synovia_scene::Scene;
use synovia_scene::enums::{rnd, stereo};

use crate::camera::CameraView;
use crate::draw::draw_list::DrawListBuilder;
use crate::geometry::tile_binning::ViewBins;
use crate::overlay::geom_labels;
use crate::resources::context::Context;
use crate::resources::dynamic_mesh::build_dynamic_meshes;
use crate::resources::mesh::RenderMesh;
use crate::shadow::query_grid::QueryGrid;
use crate::shadow::shadow_bounds::ShadowBounds;
use crate::shadow::shadow_map::ShadowQuery;
use crate::target::frame_buffer::{FrameBuffer, Viewport};
use crate::view_pass::ViewPass;
use crate::visibility::tile::{Tile, TileScratch};

/// Larger viewports are not drawn: their edge functions would overflow 32 bits.
const LARGEST: i32 = 1 << 14;

/// Buffers that are kept between frames, so that the next frame allocates nothing.
#[derive(Debug)]
pub(crate) struct Workspace {
    pub(crate) tile: usize,
    /// Scalar reference path: one pixel at a time, without SIMD and shadow bounds.
    pub(crate) scalar: bool,
    /// Pool of the buffers that threads use for one tile after the other.
    pub(crate) scratch: Mutex<Vec<TileScratch>>,
    /// Conservative depth bounds of the shadow casters of each light.
    pub(crate) shadow_bounds: Vec<ShadowBounds>,
    pub(crate) tiles: Vec<Tile>,
    pub(crate) bins: ViewBins,
    dynamic_meshes: Vec<(usize, RenderMesh)>,
    spare: Vec<RenderMesh>,
    pub(crate) queries: Vec<ShadowQuery>,
    pub(crate) query_grid: QueryGrid,
}

impl Default for Workspace {
    fn default() -> Self {
        Self {
            tile: 32,
            scalar: false,
            scratch: Mutex::default(),
            shadow_bounds: Vec::new(),
            tiles: Vec::new(),
            bins: ViewBins::default(),
            dynamic_meshes: Vec::new(),
            spare: Vec::new(),
            queries: Vec::new(),
            query_grid: QueryGrid::default(),
        }
    }
}

impl Context {
    /// Draws a scene into a part of a frame buffer.
    ///
    /// Nothing is drawn where the viewport is outside the frame buffer, or if the camera's frustum is empty.
    #[doc(alias = "mjr_render")]
    pub fn render(&self, frame: &mut FrameBuffer, viewport: Viewport, scene: &Scene) {
        let fits = |n: i32| (1..=LARGEST).contains(&n);
        if !fits(viewport.width) || !fits(viewport.height) {
            return;
        }
        let mut work = core::mem::take(&mut frame.work);
        build_dynamic_meshes(self, scene, &mut work.dynamic_meshes, &mut work.spare);
        if scene.stereo == stereo::NONE {
            self.render_eye(frame, &mut work, viewport, scene, None);
        } else {
            frame.fill(&viewport, [0; 3]);
            let width = viewport.width / 2;
            for eye in 0..2 {
                let left = viewport.left.saturating_add(eye as i32 * width);
                let half = Viewport {
                    left,
                    width,
                    ..viewport
                };
                self.render_eye(frame, &mut work, half, scene, Some(eye));
            }
        }
        frame.work = work;
        // QUIRK(frame-of-one-eye): of two eyes side by side, only the right one has a border
        let mut framed = viewport;
        if scene.stereo != stereo::NONE {
            framed.width /= 2;
            framed.left = framed.left.saturating_add(framed.width);
        }
        border(frame, framed, scene);
        if scene.flags[rnd::DEPTH] != 0 {
            grey_depth(frame, viewport);
        }
    }

    /// Draws the view of one eye.
    fn render_eye(
        &self,
        frame: &mut FrameBuffer,
        work: &mut Workspace,
        viewport: Viewport,
        scene: &Scene,
        eye: Option<usize>,
    ) {
        let Some(inside) = frame.inside(&viewport) else {
            return;
        };
        let size = [viewport.width as usize, viewport.height as usize];
        let Some(view) = CameraView::new(scene, eye, size) else {
            return;
        };
        let segment = scene.flags[rnd::SEGMENT] != 0;
        let dynamic_meshes = core::mem::take(&mut work.dynamic_meshes);
        {
            let maker = DrawListBuilder::new(self, scene, &dynamic_meshes, &view);
            let lists = if segment {
                maker.segmentation_lists()
            } else {
                maker.color_lists()
            };
            let picture = ViewPass::new(self, scene, &view, viewport, inside);
            picture.draw(&lists, frame, work);
        }
        work.dynamic_meshes = dynamic_meshes;
        // a segmentation image has no labels
        if !segment {
            geom_labels::draw(self, frame, viewport, &view, scene);
        }
    }
}

/// Draws the border around the image.
fn border(frame: &mut FrameBuffer, v: Viewport, scene: &Scene) {
    let n = scene.framewidth;
    if n <= 0 {
        return;
    }
    let rgb = scene
        .framergb
        .map(|c| (c.clamp(0.0, 1.0) * 255.0 + 0.5) as u8);
    let n = n.min(v.width).min(v.height);
    frame.fill(&Viewport { height: n, ..v }, rgb);
    frame.fill(
        &Viewport {
            bottom: v.bottom.saturating_add(v.height - n),
            height: n,
            ..v
        },
        rgb,
    );
    frame.fill(&Viewport { width: n, ..v }, rgb);
    frame.fill(
        &Viewport {
            left: v.left.saturating_add(v.width - n),
            width: n,
            ..v
        },
        rgb,
    );
}

/// Replaces colours by depths in shades of grey.
fn grey_depth(frame: &mut FrameBuffer, v: Viewport) {
    let Some([x0, y0, x1, y1]) = frame.inside(&v) else {
        return;
    };
    for y in y0..y1 {
        for x in x0..x1 {
            let k = y * frame.width() + x;
            let grey = (frame.depth()[k].clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
            frame.color_mut()[3 * k..3 * k + 3].fill(grey);
        }
    }
}
