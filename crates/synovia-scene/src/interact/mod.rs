//! Interaction with a scene: moving the camera, selecting objects and perturbing them.

mod eyes;
mod mouse;
mod perturb;
mod select;

pub use eyes::{Eye, align_to_camera, average_camera};
pub use perturb::{apply_perturb_force, apply_perturb_pose};
pub use select::Selection;
