//! Images of many simulations of one model at once, on all cores: pixels for learning.
//!
//! Each image has a scene and a frame buffer of its own, so it has the same bits as when rendered alone, for any number of
//! threads.
//!
//! ```
//! use synovia::batch::{Pictures, View};
//!
//! let model = synovia::Model::from_xml_str(
//!     "<mujoco>
//!        <worldbody>
//!          <light pos='0 0 3'/>
//!          <body><joint type='slide'/><geom size='.2' rgba='1 0 0 1'/></body>
//!        </worldbody>
//!      </mujoco>",
//! )?;
//! let mut all: Vec<synovia::Data> = (0..4).map(|_| synovia::Data::new(&model)).collect();
//! for (k, data) in all.iter_mut().enumerate() {
//!     data.state.qpos[0] = 0.1 * k as f64;
//!     synovia::forward(&model, data)?;
//! }
//! let mut pictures = Pictures::new(&model, 32, 24, 100);
//! let mut out = vec![0; 4 * 24 * 32 * 3];
//! let mut simulations: Vec<&mut synovia::Data> = all.iter_mut().collect();
//! pictures.colors(&model, &mut simulations, &View::free(&model), &mut out)?;
//! assert_ne!(out[..24 * 32 * 3], out[24 * 32 * 3..2 * 24 * 32 * 3]); // they are in different positions
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use synovia_engine::Data;
use synovia_model::Model;
use synovia_render::{Context, Distances, FrameBuffer, Objects};
use synovia_scene::enums::{camera, category, rnd};
use synovia_scene::{Camera, Options, Scene, SceneError};

/// How simulations are viewed: camera, options, rendering effects.
#[derive(Clone, Debug)]
pub struct View {
    /// The camera.
    pub camera: Camera,
    /// What is drawn.
    pub options: Options,
    /// Rendering flags that differ from the defaults: an index of [`rnd`] and its value.
    pub effects: Vec<(usize, u8)>,
}

impl View {
    /// The free camera of a model.
    pub fn free(model: &Model) -> Self {
        Self {
            camera: Camera::free_default(model),
            options: Options::default(),
            effects: Vec::new(),
        }
    }

    /// Camera number `id` of the model.
    pub fn fixed(id: i32) -> Self {
        let camera = Camera {
            kind: camera::FIXED,
            fixedcamid: id,
            ..Camera::default()
        };
        Self {
            camera,
            options: Options::default(),
            effects: Vec::new(),
        }
    }
}

/// Why images cannot be rendered.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The scene of a simulation cannot be updated.
    #[error("simulation {index}: {error}")]
    Scene {
        /// Which simulation.
        index: usize,
        /// Why.
        error: SceneError,
    },
    /// The output has another length than the images need.
    #[error("the output has {found} elements, the images need {expected}")]
    Room {
        /// Elements that are needed.
        expected: usize,
        /// Elements that there are.
        found: usize,
    },
}

/// A scene and the frame buffer that it is rendered into.
#[derive(Debug)]
struct RenderTarget {
    scene: Scene,
    frame: FrameBuffer,
}

/// Renders many simulations of one model at once.
#[derive(Debug)]
pub struct Pictures {
    context: Context,
    size: [usize; 2],
    max_geom: usize,
    /// Pool of targets that are not in use; there are never more than threads.
    targets: Mutex<Vec<RenderTarget>>,
}

impl Pictures {
    /// For images of `width` by `height` pixels with at most `max_geom` shapes.
    pub fn new(model: &Model, width: usize, height: usize, max_geom: usize) -> Self {
        Self {
            context: Context::new(model),
            size: [width, height],
            max_geom,
            targets: Mutex::default(),
        }
    }

    /// The rendering context; meshes, textures and height fields that changed are uploaded there again.
    pub fn context_mut(&mut self) -> &mut Context {
        &mut self.context
    }

    /// Colours: red, green and blue of each pixel, the highest row first, one image after the other.
    pub fn colors(
        &mut self,
        model: &Model,
        simulations: &mut [&mut Data],
        view: &View,
        out: &mut [u8],
    ) -> Result<(), PictureError> {
        let row = 3 * self.size[0];
        self.draw(model, simulations, view, out, 3, |frame, _, image| {
            let rows = frame.color().rchunks_exact(row.max(1));
            for (to, from) in image.chunks_exact_mut(row.max(1)).zip(rows) {
                to.copy_from_slice(from);
            }
        })
    }

    /// Distances along the view direction \[m\], the highest row first, one image after the other.
    pub fn distances(
        &mut self,
        model: &Model,
        simulations: &mut [&mut Data],
        view: &View,
        out: &mut [f32],
    ) -> Result<(), PictureError> {
        let view = segmented(view);
        let width = self.size[0].max(1);
        self.draw(model, simulations, &view, out, 1, |frame, scene, image| {
            let camera = &scene.camera[0];
            let distances = Distances::new(camera.frustum_near, camera.frustum_far);
            let rows = frame.depth().rchunks_exact(width);
            for (to, from) in image.chunks_exact_mut(width).zip(rows) {
                distances.fill(from, to);
            }
        })
    }

    /// Id and type of the object at each pixel, the highest row first, one image after the other; −1 for the background.
    pub fn segmentations(
        &mut self,
        model: &Model,
        simulations: &mut [&mut Data],
        view: &View,
        out: &mut [i32],
    ) -> Result<(), PictureError> {
        let view = segmented(view);
        let width = self.size[0].max(1);
        self.draw(model, simulations, &view, out, 2, |frame, scene, image| {
            let objects = Objects::new(scene);
            let rows = frame.color().rchunks_exact(3 * width);
            for (to, from) in image.chunks_exact_mut(2 * width).zip(rows) {
                objects.fill(from, to.as_chunks_mut().0);
            }
        })
    }

    /// Renders every simulation and lets `read` copy its image, of `channels` numbers per pixel.
    fn draw<T: Send>(
        &self,
        model: &Model,
        simulations: &mut [&mut Data],
        view: &View,
        out: &mut [T],
        channels: usize,
        read: impl Fn(&FrameBuffer, &Scene, &mut [T]) + Sync,
    ) -> Result<(), PictureError> {
        let one = channels * self.size[0] * self.size[1];
        let expected = one * simulations.len();
        if expected != out.len() {
            let found = out.len();
            return Err(PictureError::Room { expected, found });
        }
        if one == 0 {
            return Ok(());
        }
        let pairs = simulations
            .par_iter_mut()
            .zip(out.par_chunks_exact_mut(one));
        pairs.enumerate().try_for_each(|(index, (data, image))| {
            let mut target = self.target(model);
            let rendered = self.render(&mut target, model, data, view);
            let rendered = rendered.map_err(|error| PictureError::Scene { index, error });
            if rendered.is_ok() {
                read(&target.frame, &target.scene, image);
            }
            let mut targets = self.targets.lock().unwrap_or_else(PoisonError::into_inner);
            targets.push(target);
            rendered
        })
    }

    /// A target from the pool, or a new one.
    fn target(&self, model: &Model) -> RenderTarget {
        let mut targets = self.targets.lock().unwrap_or_else(PoisonError::into_inner);
        targets.pop().unwrap_or_else(|| RenderTarget {
            scene: Scene::new(Some(model), self.max_geom),
            frame: FrameBuffer::new(self.size[0], self.size[1]),
        })
    }

    fn render(
        &self,
        target: &mut RenderTarget,
        model: &Model,
        data: &mut Data,
        view: &View,
    ) -> Result<(), SceneError> {
        let RenderTarget { scene, frame } = target;
        let default_flags = scene.flags;
        for &(flag, value) in &view.effects {
            if let Some(flag) = scene.flags.get_mut(flag) {
                *flag = value;
            }
        }
        let mut camera = view.camera;
        let rendered = scene.update(model, data, &view.options, None, &mut camera, category::ALL);
        if rendered.is_ok() {
            let all = frame.viewport();
            self.context.render(frame, all, scene);
        }
        scene.flags = default_flags;
        rendered
    }
}

/// The same view with segmentation ids as colours; one sample per pixel makes depths exact as well.
fn segmented(view: &View) -> View {
    let mut view = view.clone();
    view.effects.extend([(rnd::SEGMENT, 1), (rnd::ID_COLOR, 1)]);
    view
}
