//! From a scene to pixels.

use std::sync::Mutex;

use synovia_scene::Scene;
use synovia_scene::enums::{rnd, stereo};

use crate::bins::Binned;
use crate::cells::Cells;
use crate::context::Context;
use crate::cover::Cover;
use crate::frame::{FrameBuffer, Viewport};
use crate::labels;
use crate::moving::gather;
use crate::passes::Maker;
use crate::picture::Picture;
use crate::shadow::Point;
use crate::surface::Surface;
use crate::tile::{Scratch, Tile};
use crate::view::View;

/// Viewports larger than this are not drawn: integers would not hold their edges.
const LARGEST: i32 = 1 << 14;

/// What is kept between pictures, so that the next needs no memory.
#[derive(Debug)]
pub(crate) struct Workspace {
    pub(crate) tile: usize,
    /// Every pixel alone, without vectors and bounds.
    pub(crate) plain: bool,
    /// What threads keep between tiles.
    pub(crate) scratch: Mutex<Vec<Scratch>>,
    /// Where each light's shadows can be.
    pub(crate) covers: Vec<Cover>,
    pub(crate) tiles: Vec<Tile>,
    pub(crate) binned: [Binned; 5],
    moving: Vec<(usize, Surface)>,
    spare: Vec<Surface>,
    pub(crate) points: Vec<Point>,
    pub(crate) cells: Cells,
}

impl Default for Workspace {
    fn default() -> Self {
        Self {
            tile: 32,
            plain: false,
            scratch: Mutex::default(),
            covers: Vec::new(),
            tiles: Vec::new(),
            binned: Default::default(),
            moving: Vec::new(),
            spare: Vec::new(),
            points: Vec::new(),
            cells: Cells::default(),
        }
    }
}

impl Context {
    /// Draws a scene into a part of a frame buffer.
    ///
    /// Nothing is drawn where the viewport is outside the frame buffer, nor for a camera whose frustum is empty.
    #[doc(alias = "mjr_render")]
    pub fn render(&self, frame: &mut FrameBuffer, viewport: Viewport, scene: &Scene) {
        let fits = |n: i32| (1..=LARGEST).contains(&n);
        if !fits(viewport.width) || !fits(viewport.height) {
            return;
        }
        let mut work = core::mem::take(&mut frame.work);
        gather(self, scene, &mut work.moving, &mut work.spare);
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
        // QUIRK(frame-of-one-eye): of two eyes beside each other, only the right one has a frame
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

    /// Draws what one eye sees.
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
        let Some(view) = View::new(scene, eye, size) else {
            return;
        };
        let segment = scene.flags[rnd::SEGMENT] != 0;
        let moving = core::mem::take(&mut work.moving);
        {
            let maker = Maker::new(self, scene, &moving, &view);
            let lists = if segment {
                maker.segments()
            } else {
                maker.lit()
            };
            let picture = Picture::new(self, scene, &view, viewport, inside);
            picture.draw(&lists, frame, work);
        }
        work.moving = moving;
        // a picture of ids has no letters
        if !segment {
            labels::draw(self, frame, viewport, &view, scene);
        }
    }
}

/// Draws the frame around the picture.
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

/// Shows depth as shades of grey.
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
