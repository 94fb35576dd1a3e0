//! The editable model, [`Spec`]: read from a document or built by a program, changed, and laid out as a flat scene.
//!
//! ```text
//! Document ──build──> Spec ──replicate, attach──> Spec ──finish──> Scene
//! ```
//!
//! | file         | what happens there                                                   |
//! |--------------|----------------------------------------------------------------------|
//! | [`scene`]    | the result: flat lists in the order of the compiled model            |
//! | [`actuator`] | the actuator record and how each kind of actuator edits it           |
//! | [`equality`] | the equality record and how its elements edit it                     |
//! | [`sensor`]   | the sensor record and what its elements say                          |
//! | [`orient`]   | orientations in all their forms, frames folded into each other       |
//! | `classes`    | default classes merged into elements                                 |
//! | `names`      | names in use, names of copies                                        |
//! | `refs`       | which elements follow a copy, and what they then refer to            |
//! | [`plugins`]  | instances of plugins, and what uses them                             |
//! | `keys`       | keyframes of a model that grows                                      |
//! | `arena`      | places that elements keep as long as there is a model                |
//! | [`store`]    | the elements of a spec; its tree is copied and cut                   |
//! | [`by_kind`]  | the same for kinds that are known only at run time                   |
//! | `made`       | where messages about what a program made point to                    |
//! | [`members`]  | the values of elements by name                                       |
//! | [`author`]   | elements written in code, as they would be in a file                 |
//! | `default`    | default classes in code                                              |
//! | `shortcut`   | actuators become motors, servos, muscles                             |
//! | [`edit`]     | elements added, found, moved, deleted                                |
//! | `lift`       | a body becomes a frame                                               |
//! | `branch`     | a part of a tree on its way to another place                         |
//! | `attach`     | copies inside a model and from another                               |
//! | `build`      | a document read into a spec, outside the tree                        |
//! | `tree`       | the tree read into a spec                                            |
//! | `cable`      | composites: chains of bodies along a curve                           |
//! | `cable_skin` | the skin of such a chain                                             |
//! | `flexcomp`   | generated flexes and their bodies put into the tree                  |
//! | `finish`     | the spec laid out flat                                               |

pub mod actuator;
pub mod arena;
mod attach;
pub mod author;
mod branch;
mod build;
pub mod by_kind;
mod cable;
mod cable_skin;
pub mod classes;
mod default;
pub mod edit;
pub mod equality;
mod finish;
mod flexcomp;
pub mod join;
mod keys;
mod lift;
mod made;
pub mod members;
pub mod names;
pub mod orient;
pub mod plugins;
mod refs;
pub mod scene;
pub mod sensor;
mod shortcut;
pub mod store;
mod tree;

pub use actuator::{ActuatorRecord, Transmission};
pub use arena::Id;
pub use classes::{Class, Classes};
pub use equality::EqualityRecord;
pub use finish::{expand, lay_out, read, read_within};
pub use names::Obj;
pub use plugins::{PluginInstance, PluginUse};
pub use scene::{Owned, Placed, Scene, SceneBody, Settings};
pub use sensor::SensorRecord;
pub use store::Spec;
