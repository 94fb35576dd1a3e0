//! The compiler: from an MJCF document to a model.
//!
//! ```text
//! Document ──read──> Spec ──lay out──> Scene ──assets, tree, relations──> tables ──constants──> Model
//! ```
//!
//! | module        | what it does                                                                        |
//! |---------------|-------------------------------------------------------------------------------------|
//! | [`spec`]      | the editable model: classes merged, replicas and attachments expanded, frames folded |
//! | `flexcomp`    | flexes and their bodies generated from shapes and files                             |
//! | [`plugins`]   | instances of plugins: who uses which, and what the plugins say                      |
//! | [`assets`]    | meshes, height fields, skins, textures: read, processed, stored                     |
//! | [`tree`]      | bodies and what they carry: poses, masses, inertias                                 |
//! | `flex`        | deformable meshes: topology, stiffness, boxes                                       |
//! | [`relations`] | pairs, equalities, tendons, actuators, sensors, custom data, keyframes               |
//! | [`settings`]  | options, visual settings, statistics                                                |
//! | [`cache`]     | processed assets, kept for the next compilation                                     |
//! | [`names`]     | who is called what                                                                  |
//! | [`compiled`]  | which element became which row, states carried over                                 |
//! | [`finish`]    | constants at the reference pose, computed by the engine                             |
//! | [`sleep`]     | trees that are to start asleep but cannot                                           |
//!
//! Mistakes are collected, not thrown: one run reports as many as it can.

pub mod assets;
pub mod cache;
pub mod compiled;
pub mod cx;
pub mod extension;
pub mod finish;
mod flex;
mod flexcomp;
mod interface_texts;
pub mod names;
pub mod origin;
pub mod plugins;
pub mod relations;
pub mod settings;
pub mod sleep;
pub mod spec;
pub mod tree;
pub mod write;

use synovia_engine::plugin::Registry;
use synovia_mjcf::files::Files;
use synovia_mjcf::{Diagnostics, Document, Error, Errors};
use synovia_model::Model;
use synovia_model::budget::Budget;

pub use crate::cache::Cache;
use crate::cx::Cx;
use crate::origin::Origin;
use crate::spec::Spec;

pub use crate::compiled::{Compiled, Order};
pub use crate::spec::{Id, edit, join};

/// Compiles a document; asset files are read through `files`.
#[doc(alias = "mj_compile")]
pub fn compile(doc: &Document, files: &dyn Files) -> Result<Model, Errors> {
    compile_with(doc, files, &Registry::process())
}

/// Compiles a document with the plugins of `registry`.
pub fn compile_with(
    doc: &Document,
    files: &dyn Files,
    registry: &Registry,
) -> Result<Model, Errors> {
    compile_telling(doc, files, registry).map(|(model, _)| model)
}

/// Like [`compile_with`], with what loads but is probably not meant.
pub fn compile_telling(
    doc: &Document,
    files: &dyn Files,
    registry: &Registry,
) -> Result<(Model, Vec<Error>), Errors> {
    compile_keeping(doc, files, registry, None).map(|made| (made.model, made.warnings))
}

/// Like [`compile_telling`], with what the model was compiled from, and with the assets of earlier compilations, with which the model
/// is the same to the last bit.
pub fn compile_keeping(
    doc: &Document,
    files: &dyn Files,
    registry: &Registry,
    cache: Option<&Cache>,
) -> Result<Compiled, Errors> {
    compile_within(doc, files, registry, cache, Budget::default())
}

/// Like [`compile_keeping`], for a model that may take so much memory.
pub fn compile_within(
    doc: &Document,
    files: &dyn Files,
    registry: &Registry,
    cache: Option<&Cache>,
    budget: Budget,
) -> Result<Compiled, Errors> {
    let mut diag = Diagnostics::new();
    let spec = spec::read_within(doc, files, budget, &mut diag);
    compile_spec(spec, files, registry, cache, diag)
}

/// Compiles a model that was read or built; `diag` has what was wrong so far.
pub fn compile_spec(
    spec: Spec,
    files: &dyn Files,
    registry: &Registry,
    cache: Option<&Cache>,
    mut diag: Diagnostics,
) -> Result<Compiled, Errors> {
    let sources = &spec.sources.clone();
    let budget = spec.budget_of_rest();
    let scene = spec::lay_out(spec, &mut diag);
    let mut cx = Cx::new(&scene, sources, diag);
    cx.cache = cache;
    cx.budget = budget;
    plugins::resolve(&mut cx, registry);
    finish::check_asked(&mut cx);
    flex::check_count(&mut cx);
    if !cx.diag.is_empty() {
        return Err(cx.diag.into_errors(sources));
    }

    // what is there
    names::assets(&mut cx);
    let assets = assets::load(&mut cx, files);
    let made_meshes = assets::mesh::made(&cx);
    let mut tree = tree::build(&mut cx, &assets);
    names::tree(&mut cx, &tree);

    // what remains
    let poses = flex::reference_poses(&cx, &tree);
    let settings = &scene.settings[0];
    if settings.fusestatic {
        tree::fuse::fuse(&mut cx, &mut tree);
        names::tree(&mut cx, &tree);
    }
    let mut used = vec![true; assets.meshes.len()];
    if settings.discardvisual {
        used = tree::discard::visual_geoms(&cx, &mut tree, assets.meshes.len());
        names::meshes(&mut cx, &used);
    }
    names::tree(&mut cx, &tree);
    tree::body::check_free(&mut cx, &tree);
    tree::body::check_masses(&mut cx, &tree);
    let flexes = flex::build(&mut cx, &tree, &poses);
    if !cx.diag.is_empty() {
        return Err(cx.diag.into_errors(sources));
    }

    // the tables
    let mut model = Model {
        opt: scene.opt.clone(),
        vis: scene.vis.clone(),
        ..Model::default()
    };
    tree::fill(&mut cx, &tree, &mut model);
    assets::fill(&mut cx, assets, &used, &mut model);
    flex::fill(&cx, &flexes, &mut model);
    plugins::fill(&cx, &mut model);
    relations::fill(&mut cx, &mut model);
    plugins::states(&mut cx, &mut model);
    finish::sizes(&mut cx, &tree, &mut model);
    flex::fill_bounds(flexes, &mut model);
    names::fill(&cx, &mut model);
    finish::check_sums(&mut cx, &model);
    if !cx.diag.is_empty() {
        return Err(cx.diag.into_errors(sources));
    }

    // what follows from them
    let computed = finish::constants(&mut cx, &tree, &mut model);
    sleep::check(&mut cx, &tree, &model);
    plugins::check_instances(&mut cx, &model);
    model.size.nbuffer = model.nbuffer();
    finish::check_tables(&mut cx, &model);
    let (warnings, configs) = (cx.diag.take_warnings(), cx.plugins.configs());
    cx.diag.into_result(sources, ())?;
    let order = Order::new(&scene.origins, &tree, &used);
    let origin = Origin {
        size: model.size,
        signature: model.signature,
        computed,
        configs,
        used_meshes: used,
        made_meshes,
        beside: cx.beside,
        tree,
        scene,
    };
    Ok(Compiled {
        model,
        warnings,
        order,
        origin,
    })
}
