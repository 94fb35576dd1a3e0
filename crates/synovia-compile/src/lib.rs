//! The compiler: from an MJCF document to a model.
//!
//! ```text
//! Document ──read──> Spec ──lay out──> FlatModel ──assets, tree, relations──> tables ──constants──> Model
//! ```
//!
//! [`Compiler`] has the options and runs the passes. What a program sees of them:
//!
//! | module        | what is there                                                                        |
//! |---------------|--------------------------------------------------------------------------------------|
//! | [`spec`]      | the editable model: classes merged, replicas and attachments expanded, frames folded |
//! | [`compiled`]  | a model, which element became which row, states carried over                         |
//! | [`mod@write`] | a model as MJCF again                                                                |
//! | [`cache`]     | processed assets, kept for the next compilation                                      |
//!
//! Inside:
//!
//! | module      | what it does                                                           |
//! |-------------|------------------------------------------------------------------------|
//! | `compiler`  | options, and the passes in their order                                 |
//! | `cx`        | what every pass is given: the flat model, the names, the mistakes           |
//! | `flexcomp`  | flexes and their bodies generated from shapes and files                |
//! | `plugins`   | instances of plugins: which element uses which, and their configuration |
//! | `assets`    | meshes, height fields, skins, textures: read, processed, stored        |
//! | `tree`      | bodies and what they carry: poses, masses, inertias                    |
//! | `flex`      | deformable meshes: topology, stiffness, boxes                          |
//! | `relations` | pairs, equalities, tendons, actuators, sensors, custom data, keyframes |
//! | `settings`  | options, visual settings, statistics                                   |
//! | `names`     | names get ids                                                          |
//! | `finish`    | constants at the reference pose, computed by the engine                |
//! | `sleep`     | trees that are to start asleep but cannot                              |
//! | `extension` | extensions of MJCF, which strict compilation refuses                   |
//!
//! Mistakes are collected, not thrown: one run reports as many as it can.

mod assets;
pub mod cache;
pub mod compiled;
mod compiler;
mod cx;
mod extension;
mod finish;
mod flex;
mod flexcomp;
mod interface_messages;
mod names;
mod origin;
mod plugins;
mod relations;
mod settings;
mod sleep;
pub mod spec;
mod tree;
pub mod write;

pub use crate::cache::Cache;
pub use crate::compiled::{Compiled, Order};
pub use crate::compiler::Compiler;
pub use crate::origin::Origin;
pub use crate::spec::{Id, Spec};
