//! Scenes: what a model and its simulation look like, as numbers that any renderer can draw.
//!
//! A [`Scene`] lists shapes ([`Geom`]), lights ([`Light`]), two cameras ([`GlCamera`], one for each eye) and the surfaces of skins
//! and flexes. Nothing in it depends on how it is rendered: a software rasterizer, a window and a program that only counts shapes
//! all read the same numbers. They are in single precision, with the fields, order and meaning of the reference.
//!
//! ```
//! use synovia_scene::{Camera, Options, Scene, enums::category};
//! let model = synovia::Model::from_xml_str(
//!     "<mujoco><worldbody><light/><geom size='.1' rgba='1 0 0 1'/></worldbody></mujoco>",
//! )?;
//! let mut data = synovia::Data::new(&model);
//! synovia::forward(&model, &mut data)?;
//! let mut scene = Scene::new(Some(&model), 100);
//! let mut camera = Camera::free_default(&model);
//! scene.update(&model, &mut data, &Options::default(), None, &mut camera, category::ALL)?;
//! assert_eq!(scene.shapes()[0].rgba, [1.0, 0.0, 0.0, 1.0]);
//! assert_eq!(scene.nlight, 2); // the headlight and the model's
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod add;
mod builder;
mod camera;
mod color;
pub mod enums;
mod error;
mod figure;
mod interact;
mod light;
mod records;
mod scene;
mod shape;
mod single;
mod surface;
mod text;
mod update;

pub use camera::{CameraFrame, Frustum, camera_frame, camera_frustum};
pub use error::SceneError;
pub use figure::{Figure, MAX_LINE, MAX_LINE_POINTS};
pub use interact::{
    Eye, Selection, align_to_camera, apply_perturb_force, apply_perturb_pose, average_camera,
};
pub use records::{Camera, Geom, GlCamera, Light, Options, Perturb};
pub use scene::{FlexSurfaces, MAX_LIGHT, Scene, SkinSurfaces};
