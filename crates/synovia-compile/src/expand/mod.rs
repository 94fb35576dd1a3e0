//! Expansion: from what the author wrote to a flat scene.

pub mod actuator;
pub mod scene;

pub use actuator::{ActuatorRecord, Transmission};
pub use scene::{Owned, Placed, Scene, SceneBody, Settings};
