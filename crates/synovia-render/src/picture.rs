//! One view of a scene, on its way to the frame buffer: what is seen, what is in shadow, colours.

use rayon::prelude::*;
use synovia_scene::Scene;
use synovia_scene::enums::rnd;

use crate::bins::{Binned, Tiling};
use crate::context::Context;
use crate::cover::Cover;
use crate::frame::{FrameBuffer, Viewport};
use crate::geometry::{Stage, Window};
use crate::items::Item;
use crate::light::{EyeLight, LIT, lights};
use crate::matrix::{Mat4, reflection};
use crate::passes::{Lists, Mirror};
use crate::raster::Rect;
use crate::render::Workspace;
use crate::setup::Pass;
use crate::shade::Shader;
use crate::shadow::maps;
use crate::tile::{Drawn, Layer, Lent, Tile};
use crate::view::View;

/// One view of a scene.
pub(crate) struct Picture<'a> {
    context: &'a Context,
    scene: &'a Scene,
    view: &'a View,
    window: Window,
    /// Part of the frame buffer: first column and row, and those after the last.
    inside: [usize; 4],
    samples: usize,
    segment: bool,
    wire: Option<f32>,
}

/// The lights of a picture, as each pass sees them.
struct Lighting {
    /// All of them reach everything.
    bright: Vec<EyeLight>,
    /// Some cast shadows.
    dim: Vec<EyeLight>,
    /// The maps of those.
    maps: Vec<(usize, Mat4)>,
    /// World to eye space in the mirror.
    mirror_eye: Mat4,
    /// All of them, in the mirror.
    mirrored: Vec<EyeLight>,
}

impl<'a> Picture<'a> {
    pub(crate) fn new(
        context: &'a Context,
        scene: &'a Scene,
        view: &'a View,
        viewport: Viewport,
        inside: [usize; 4],
    ) -> Self {
        let segment = scene.flags[rnd::SEGMENT] != 0;
        let wire = scene.flags[rnd::WIREFRAME] != 0 && !segment;
        Self {
            context,
            scene,
            view,
            window: Window {
                origin: [
                    viewport.left as f32 - inside[0] as f32,
                    viewport.bottom as f32 - inside[1] as f32,
                ],
                size: [viewport.width as f32, viewport.height as f32],
            },
            inside,
            samples: if segment { 1 } else { context.samples },
            segment,
            wire: wire.then_some(context.line_width),
        }
    }

    /// Draws the lists into the frame buffer.
    pub(crate) fn draw(&self, lists: &Lists<'_>, frame: &mut FrameBuffer, work: &mut Workspace) {
        let [x0, y0, x1, y1] = self.inside;
        let tiling = Tiling {
            size: [x1 - x0, y1 - y0],
            tile: work.tile,
        };
        let turn = lists.mirror.as_ref().map(|m| reflection(m.pos, &m.mat));
        self.bin(lists, turn.as_ref(), tiling, work);
        place_tiles(tiling, work);
        let lighting = self.lighting(turn.as_ref());

        // where shadows can be
        let size = self.context.shadow.size;
        let count = lighting.maps.len();
        if work.covers.len() < count {
            work.covers.resize_with(count, Cover::default);
        }
        let covers = &mut work.covers[..count];
        for (cover, (_, map)) in covers.iter_mut().zip(&lighting.maps) {
            if work.plain || self.wire.is_some() {
                cover.open(size);
            } else {
                cover.fill(map, size, &lists.casters);
            }
        }
        let covers = &*covers;

        // what is seen
        let plain = work.plain;
        let layer = self.layer(lists, &lighting, &work.binned, plain);
        let mirror = lists
            .mirror
            .as_ref()
            .map(|m| self.mirror_layer(m, &lighting, &work.binned, plain));
        let outline = Drawn {
            binned: &work.binned[4],
            pass: layer.opaque.pass,
        };
        let lend = || Lent::new(&work.scratch);
        work.tiles.par_iter_mut().for_each_init(lend, |lent, tile| {
            let shadows = (covers, size);
            let scratch = &mut lent.scratch;
            if self.wire.is_some() {
                let mirror = mirror.as_ref().map(|mirror| (mirror, outline));
                tile.look_at_lines(&layer, mirror, self.samples, shadows, scratch);
            } else {
                tile.look(&layer, mirror.as_ref(), self.samples, shadows, scratch);
            }
        });
        // what the lights do not reach
        for (n, (_, map)) in lighting.maps.iter().enumerate() {
            work.points.clear();
            work.tiles
                .iter()
                .for_each(|t| work.points.extend_from_slice(&t.points[n]));
            work.cells.fill(&work.points);
            work.cells
                .cast(map, size, &lists.casters, &covers[n], self.wire);
            for p in work.cells.dark() {
                work.tiles[p.tile as usize].darken(p.fragment, n);
            }
        }
        // colours
        let fog = (self.scene.flags[rnd::FOG] != 0 && !self.segment).then_some(self.context.fog);
        let additive = self.scene.flags[rnd::ADDITIVE] != 0;
        let shader = Shader {
            looks: &lists.looks,
            view: self.view,
            fog,
            shadows: lighting.maps.len(),
            samples: self.samples,
            additive,
            plain,
        };
        let other = lists.mirror.as_ref().map(|m| Shader {
            looks: &m.looks,
            shadows: 0,
            ..shader
        });
        work.tiles.par_iter_mut().for_each_init(lend, |lent, tile| {
            let scratch = &mut lent.scratch;
            tile.shade(&shader, other.as_ref(), scratch, self.wire.is_some());
        });
        self.copy(&work.tiles, frame);
    }

    /// Sorts the triangles of all passes into tiles.
    fn bin(&self, lists: &Lists<'_>, turn: Option<&Mat4>, tiling: Tiling, work: &mut Workspace) {
        let stage = Stage {
            clip: self.view.projection.mul(&self.view.eye),
            window: self.window,
            plane: None,
            flip: false,
            all: false,
            wire: self.wire,
            rectangles: self.samples > 1,
            plain: work.plain,
            grid: if self.samples == 4 { 6 } else { 8 },
        };
        work.binned[0].fill(&stage, &lists.opaque, tiling);
        work.binned[1].fill(&stage, &lists.blend, tiling);
        if let (Some(mirror), Some(turn)) = (&lists.mirror, turn) {
            if stage.wire.is_some() {
                // what is mirrored shows inside of the outline of what mirrors, the first of all
                let filled = Stage {
                    wire: None,
                    ..stage
                };
                let first = lists.opaque.iter().take_while(|item| item.look == 0);
                work.binned[4].fill(&filled, &lists.opaque[..first.count()], tiling);
            }
            // turned around, and only what is before the mirror
            let n = [mirror.mat[2], mirror.mat[5], mirror.mat[8]];
            let p = mirror.pos;
            let plane = [n[0], n[1], n[2], -(n[0] * p[0] + n[1] * p[1] + n[2] * p[2])];
            let clip = self.view.projection.mul(&self.view.eye.mul(turn));
            let stage = Stage {
                clip,
                plane: Some(plane),
                flip: true,
                ..stage
            };
            work.binned[2].fill(&stage, &mirror.opaque, tiling);
            work.binned[3].fill(&stage, &mirror.blend, tiling);
        }
    }

    fn lighting(&self, turn: Option<&Mat4>) -> Lighting {
        let settings = &self.context.shadow;
        let shadows = self.scene.flags[rnd::SHADOW] != 0 && settings.size > 2 && !self.segment;
        let mirror_eye = turn.map_or(self.view.eye, |turn| self.view.eye.mul(turn));
        let range = self.view.range;
        Lighting {
            bright: lights(self.scene, &self.view.eye, false),
            dim: lights(self.scene, &self.view.eye, shadows),
            maps: if shadows {
                maps(self.scene, settings, range, LIT)
            } else {
                Vec::new()
            },
            mirror_eye,
            mirrored: lights(self.scene, &mirror_eye, false),
        }
    }

    /// What passes of this picture share.
    fn pass<'b>(&self, items: &'b [Item<'b>], lights: &'b [EyeLight]) -> Pass<'b> {
        Pass {
            items,
            looks: &[],
            eye: self.view.eye,
            projection: self.view.projection,
            window: self.window,
            lights,
            ambient: if self.scene.nlight > 0 { 0.0 } else { 0.3 },
            shadows: &[],
            wire: self.wire.map(|_| if self.samples > 1 { 0.5 } else { 0.0 }),
            mirror_faces: 0,
        }
    }

    fn layer<'b>(
        &self,
        lists: &'b Lists<'b>,
        l: &'b Lighting,
        binned: &'b [Binned; 5],
        plain: bool,
    ) -> Layer<'b> {
        let opaque = Pass {
            looks: &lists.looks,
            shadows: &l.maps,
            mirror_faces: lists.mirror.as_ref().map_or(0, |m| m.faces),
            ..self.pass(&lists.opaque, &l.dim)
        };
        let blend = Pass {
            looks: &lists.looks,
            ..self.pass(&lists.blend, &l.bright)
        };
        Layer {
            opaque: Drawn {
                binned: &binned[0],
                pass: opaque,
            },
            blend: Drawn {
                binned: &binned[1],
                pass: blend,
            },
            plain,
        }
    }

    fn mirror_layer<'b>(
        &self,
        m: &'b Mirror<'b>,
        l: &'b Lighting,
        binned: &'b [Binned; 5],
        plain: bool,
    ) -> Layer<'b> {
        let pass = |items: &'b [Item<'b>]| Pass {
            eye: l.mirror_eye,
            looks: &m.looks,
            ..self.pass(items, &l.mirrored)
        };
        Layer {
            opaque: Drawn {
                binned: &binned[2],
                pass: pass(&m.opaque),
            },
            blend: Drawn {
                binned: &binned[3],
                pass: pass(&m.blend),
            },
            plain,
        }
    }

    fn copy(&self, tiles: &[Tile], frame: &mut FrameBuffer) {
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

fn place_tiles(tiling: Tiling, work: &mut Workspace) {
    let [nx, ny] = tiling.counts();
    work.tiles.resize_with(nx * ny, Tile::default);
    for (k, tile) in work.tiles.iter_mut().enumerate() {
        let (x, y) = (k % nx * tiling.tile, k / nx * tiling.tile);
        let rect = Rect {
            x,
            y,
            w: tiling.tile.min(tiling.size[0] - x),
            h: tiling.tile.min(tiling.size[1] - y),
            stride: tiling.tile,
        };
        tile.place(rect, k);
    }
}
