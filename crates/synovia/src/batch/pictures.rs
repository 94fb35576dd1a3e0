//! Pictures of many simulations of one model at once, on all cores: pixels for learning.
//!
//! Each picture is that of a scene of its own, so that they are the same bits as one by one, however many threads there
//! are.
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
//! assert_ne!(out[..24 * 32 * 3], out[24 * 32 * 3..2 * 24 * 32 * 3]); // they are at different places
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use synovia_engine::Data;
use synovia_model::Model;
use synovia_render::{Context, Distances, FrameBuffer, Objects};
use synovia_scene::enums::{camera, category, rnd};
use synovia_scene::{Camera, Options, Scene, SceneError};

/// From where simulations are seen, and what of them.
#[derive(Clone, Debug)]
pub struct View {
    /// The camera.
    pub camera: Camera,
    /// What is drawn.
    pub options: Options,
    /// Places of [`rnd`] that differ from the defaults, with their values.
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

/// Why there are no pictures.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// A scene cannot be made.
    #[error("simulation {index}: {error}")]
    Scene {
        /// Which simulation.
        index: usize,
        /// Why.
        error: SceneError,
    },
    /// The memory for pictures has another size than they need.
    #[error("the pictures need {expected} numbers, there is room for {found}")]
    Room {
        /// Numbers that are needed.
        expected: usize,
        /// Numbers that there are.
        found: usize,
    },
}

/// What one picture is made with.
#[derive(Debug)]
struct Easel {
    scene: Scene,
    frame: FrameBuffer,
}

/// Draws many simulations of one model at once.
#[derive(Debug)]
pub struct Pictures {
    context: Context,
    size: [usize; 2],
    max_geom: usize,
    /// Those that are not in use: there are never more than threads.
    easels: Mutex<Vec<Easel>>,
}

impl Pictures {
    /// For pictures of `width` by `height` pixels with at most `max_geom` shapes.
    pub fn new(model: &Model, width: usize, height: usize, max_geom: usize) -> Self {
        Self {
            context: Context::new(model),
            size: [width, height],
            max_geom,
            easels: Mutex::default(),
        }
    }

    /// What is drawn with; meshes, textures and height fields that changed are uploaded again there.
    pub fn context_mut(&mut self) -> &mut Context {
        &mut self.context
    }

    /// Colours: red, green and blue of each pixel, the highest row first, one picture after the other.
    pub fn colors(
        &mut self,
        model: &Model,
        simulations: &mut [&mut Data],
        view: &View,
        out: &mut [u8],
    ) -> Result<(), PictureError> {
        let row = 3 * self.size[0];
        self.draw(model, simulations, view, out, 3, |frame, _, picture| {
            let rows = frame.color().rchunks_exact(row.max(1));
            for (to, from) in picture.chunks_exact_mut(row.max(1)).zip(rows) {
                to.copy_from_slice(from);
            }
        })
    }

    /// Distances along the view \[m\], the highest row first, one picture after the other.
    pub fn distances(
        &mut self,
        model: &Model,
        simulations: &mut [&mut Data],
        view: &View,
        out: &mut [f32],
    ) -> Result<(), PictureError> {
        let view = segmented(view);
        let width = self.size[0].max(1);
        self.draw(
            model,
            simulations,
            &view,
            out,
            1,
            |frame, scene, picture| {
                let camera = &scene.camera[0];
                let distances = Distances::new(camera.frustum_near, camera.frustum_far);
                let rows = frame.depth().rchunks_exact(width);
                for (to, from) in picture.chunks_exact_mut(width).zip(rows) {
                    distances.fill(from, to);
                }
            },
        )
    }

    /// Id and type of the object at each pixel, the highest row first, one picture after the other; −1 where there is none.
    pub fn segmentations(
        &mut self,
        model: &Model,
        simulations: &mut [&mut Data],
        view: &View,
        out: &mut [i32],
    ) -> Result<(), PictureError> {
        let view = segmented(view);
        let width = self.size[0].max(1);
        self.draw(
            model,
            simulations,
            &view,
            out,
            2,
            |frame, scene, picture| {
                let objects = Objects::new(scene);
                let rows = frame.color().rchunks_exact(3 * width);
                for (to, from) in picture.chunks_exact_mut(2 * width).zip(rows) {
                    objects.fill(from, to.as_chunks_mut().0);
                }
            },
        )
    }

    /// Draws every simulation and lets `read` copy its picture, of `channels` numbers a pixel.
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
        pairs.enumerate().try_for_each(|(index, (data, picture))| {
            let mut easel = self.easel(model);
            let made = self.paint(&mut easel, model, data, view);
            let made = made.map_err(|error| PictureError::Scene { index, error });
            if made.is_ok() {
                read(&easel.frame, &easel.scene, picture);
            }
            let mut easels = self.easels.lock().unwrap_or_else(PoisonError::into_inner);
            easels.push(easel);
            made
        })
    }

    /// One that is not in use, or a new one.
    fn easel(&self, model: &Model) -> Easel {
        let mut easels = self.easels.lock().unwrap_or_else(PoisonError::into_inner);
        easels.pop().unwrap_or_else(|| Easel {
            scene: Scene::new(Some(model), self.max_geom),
            frame: FrameBuffer::new(self.size[0], self.size[1]),
        })
    }

    fn paint(
        &self,
        easel: &mut Easel,
        model: &Model,
        data: &mut Data,
        view: &View,
    ) -> Result<(), SceneError> {
        let Easel { scene, frame } = easel;
        let usual = scene.flags;
        for &(place, value) in &view.effects {
            if let Some(flag) = scene.flags.get_mut(place) {
                *flag = value;
            }
        }
        let mut camera = view.camera;
        let made = scene.update(model, data, &view.options, None, &mut camera, category::ALL);
        if made.is_ok() {
            let all = frame.viewport();
            self.context.render(frame, all, scene);
        }
        scene.flags = usual;
        made
    }
}

/// The same view with ids for colours, by which depth is exact as well.
fn segmented(view: &View) -> View {
    let mut view = view.clone();
    view.effects.extend([(rnd::SEGMENT, 1), (rnd::ID_COLOR, 1)]);
    view
}
