//! Synovia: a physics engine for robots, muscles, contacts and soft bodies that computes what MuJoCo computes.
//!
//! This crate is the entry point: the dependency to add to a Rust program, and the basis of the command line and the
//! Python module.
//!
//! ```
//! let model = synovia::Model::from_xml_str(
//!     "<mujoco>
//!        <worldbody>
//!          <body pos='0 0 1'>
//!            <joint name='hinge' axis='0 1 0'/>
//!            <geom type='capsule' size='.02' fromto='0 0 0 .5 0 0'/>
//!          </body>
//!        </worldbody>
//!      </mujoco>",
//! )?;
//! let mut data = synovia::Data::new(&model);
//! while data.state.time < 0.1 {
//!     synovia::step(&model, &mut data)?;
//! }
//! assert!(data.state.qpos[0] > 0.1); // it falls
//! # Ok::<(), synovia::Error>(())
//! ```
//!
//! Where to find things:
//!
//! | to                                     | use                                                                                 |
//! |----------------------------------------|-------------------------------------------------------------------------------------|
//! | load a model                           | [`Model::from_xml_path`], [`Model::from_xml_str`]                                    |
//! | … with options, from bytes, with warnings | [`Loader`]: options, then [`path`](Loader::path), [`string`](Loader::string) or [`bytes`](Loader::bytes), then [`load`](Source::load) |
//! | read or write numbers of a model       | [`Model`]: tables by element, `model.geom.size[id]`; ids from `named`, `ids`, `GeomId::new` |
//! | edit a model, build one in code        | [`spec`]: [`Source::spec`] or [`spec::Spec::new`], then [`Loader::compile`]           |
//! | save a model                           | [`Loaded::to_xml`], [`Loaded::save`], [`Loaded::to_zip`], [`Model::save_binary`]      |
//! | simulate                               | [`Data::new`], [`step`]; [`forward`], [`inverse`], [`step1`], [`step2`]              |
//! | read results                           | groups of [`Data`]: `data.state.qpos`, `data.kin.xpos[id]`; methods of [`Data`]: contacts, Jacobians, rays |
//! | run a single stage, or look inside     | [`engine`]: [`engine::stage`], [`engine::probe`]                                     |
//! | run many simulations on all cores      | [`batch`]                                                                            |
//! | add forces, actuators, sensors, shapes | [`plugin`]                                                                           |
//! | draw                                   | [`scene`], then [`render`]                                                           |
//! | limit memory, refuse extensions        | [`set_memory_limit`], [`set_strict`], or a [`Loader`]                                |
//!
//! `use synovia::prelude::*` brings what most programs need.

pub mod archive;
pub mod batch;
mod binary;
mod bundle;
mod error;
mod files;
mod load;
mod loaded;
pub mod prelude;
mod shared;
pub mod spec;
mod whole;

pub use binary::{BinaryError, BinaryFault};
pub use bundle::{Bundle, BundleError, Overwrite};
pub use error::{ArchiveFault, Error};
pub use files::{Assets, Disk, Memory};
pub use load::{Loader, Source, asset_cache, dependencies};
pub use loaded::{Format, Loaded};
pub use shared::Model;
pub use synovia_compile::Cache;
pub use synovia_compile::Origin;
pub use synovia_compile::write::{WriteError, write};
pub use synovia_engine as engine;
pub use synovia_engine::data::Contact;
pub use synovia_engine::plugin;
pub use synovia_engine::{
    BadNumber, Data, EngineError, StepOutcome, forward, inverse, step, step1, step2,
};
pub use synovia_math as math;
pub use synovia_mjcf::diag::nearest;
pub use synovia_mjcf::grammar::{Entry as GrammarEntry, grammar};
pub use synovia_mjcf::write::Precision;
pub use synovia_model as model;
pub use synovia_model::budget::{memory_limit, set_memory_limit};
pub use synovia_model::extension::{set_strict, strict};
pub use synovia_render as render;
pub use synovia_scene as scene;
pub use whole::{Draft, WholeFile};

/// The guide, whose examples are tested here.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide.md")]
pub struct Guide;

/// The front page, whose examples are tested here.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct FrontPage;
