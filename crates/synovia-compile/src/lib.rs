//! The compiler: from an MJCF document to a model.
//!
//! ```text
//! Document ──read──> Spec ──lay out──> FlatModel ──assets, tree, relations──> tables ──constants──> Model
//! ```
//!
//! [`Compiler`] has the options and runs the passes. Public modules:
//!
//! | module        | contents                                                                             |
//! |---------------|--------------------------------------------------------------------------------------|
//! | [`spec`]      | the editable model: classes merged, replicas and attachments expanded, frames folded |
//! | [`compiled`]  | a model, the rows of its elements, transfer of states                                |
//! | [`mod@write`] | writes a model as MJCF                                                               |
//! | [`cache`]     | the asset cache                                                                      |
//!
//! Private modules:
//!
//! | module      | purpose                                                                |
//! |-------------|------------------------------------------------------------------------|
//! | `compiler`  | options, and the passes in order                                       |
//! | `cx`        | the context of every pass: the flat model, the names, the errors            |
//! | `flexcomp`  | flexes and their bodies generated from shapes and files                |
//! | `plugins`   | instances of plugins: which element uses which, and their configuration |
//! | `assets`    | meshes, height fields, skins, textures: read, processed, stored        |
//! | `tree`      | bodies and their elements: poses, masses, inertias                     |
//! | `flex`      | deformable meshes: topology, stiffness, boxes                          |
//! | `relations` | pairs, equalities, tendons, actuators, sensors, custom data, keyframes |
//! | `settings`  | options, visual settings, statistics                                   |
//! | `names`     | names get ids                                                          |
//! | `finish`    | constants at the reference pose, computed by the engine                |
//! | `sleep`     | reports trees that are marked to start asleep but cannot               |
//! | `extension` | extensions of MJCF, which strict compilation refuses                   |
//!
//! Errors are collected: one run reports as many as it can.

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
