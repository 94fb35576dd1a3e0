//! Expansion: from what the author wrote to a flat scene.
//!
//! ```text
//! Spec ──build──> Draft ──replicate, attach──> Draft ──finish──> Scene
//! ```
//!
//! | file         | what happens there                                                   |
//! |--------------|----------------------------------------------------------------------|
//! | [`scene`]    | the result: flat lists in the order of the compiled model            |
//! | [`actuator`] | the actuator record and how each kind of actuator edits it           |
//! | [`orient`]   | orientations in all their forms, frames folded into each other       |
//! | `classes`    | default classes merged into elements                                 |
//! | `names`      | names in use, names of copies                                        |
//! | `refs`       | which elements follow a copy, and what they then refer to            |
//! | [`plugins`]  | instances of plugins, and what uses them                             |
//! | `keys`       | keyframes of a model that grows                                      |
//! | `draft`      | the tree while it can still be copied and cut                        |
//! | `attach`     | copies inside a model and from another                               |
//! | `build`      | the specification read into a draft, outside the tree                |
//! | `tree`       | the tree read into a draft                                           |
//! | `cable`      | composites: chains of bodies along a curve                           |
//! | `cable_skin` | the skin of such a chain                                             |
//! | `flexcomp`   | generated flexes and their bodies put into the tree                  |
//! | `finish`     | the draft laid out flat                                              |

pub mod actuator;
mod attach;
mod build;
mod cable;
mod cable_skin;
pub mod classes;
mod draft;
mod finish;
mod flexcomp;
mod keys;
mod names;
pub mod orient;
pub mod plugins;
mod refs;
pub mod scene;
mod tree;

pub use actuator::{ActuatorRecord, Transmission};
pub use finish::expand;
pub use plugins::{PluginInstance, PluginUse};
pub use scene::{Owned, Placed, Scene, SceneBody, Settings};
