//! What people do with a scene: look at it from elsewhere, select things and drag them.

mod eyes;
mod mouse;
mod perturb;
mod select;

pub use eyes::{Eye, align_to_camera, average_camera};
pub use perturb::{apply_perturb_force, apply_perturb_pose};
pub use select::Selection;
