//! The compiler: its options, and its passes in order.
//!
//! ```text
//! Document ──read──> Spec ──lay out──> FlatModel ──assets, tree, relations──> tables ──constants──> Model
//! ```
//!
//! Errors are collected: each pass reports as many as it can, and compilation stops before a pass that depends on values
//! with errors.

use synovia_engine::plugin::Registry;
use synovia_mjcf::files::Files;
use synovia_mjcf::{Diagnostics, Document, Errors, Span};
use synovia_model::Model;
use synovia_model::budget::Budget;

use crate::cache::Cache;
use crate::compiled::{Compiled, Order};
use crate::cx::Cx;
use crate::origin::Origin;
use crate::spec::{self, Spec};
use crate::tree::Tree;
use crate::{assets, extension, finish, flex, names, plugins, relations, sleep, tree};

/// The options of compilation: plugins, asset cache, memory limit.
///
/// ```
/// use synovia_compile::Compiler;
/// use synovia_mjcf::{NoFiles, parse_str};
///
/// let xml = "<mujoco><worldbody><geom size='1'/></worldbody></mujoco>";
/// let compiled = Compiler::new().document(&parse_str("ball.xml", xml, &NoFiles)?, &NoFiles)?;
/// assert_eq!(compiled.model.size.ngeom, 1);
/// # Ok::<(), synovia_mjcf::Errors>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Compiler<'a> {
    plugins: Option<Registry>,
    cache: Option<&'a Cache>,
    budget: Budget,
    strict: bool,
}

impl<'a> Compiler<'a> {
    /// The plugins of the process, no cache, the memory limit of the process, extensions allowed.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the plugins that models may use, instead of those of the process.
    #[must_use]
    pub fn plugins(mut self, plugins: Registry) -> Self {
        self.plugins = Some(plugins);
        self
    }

    /// Sets the cache of processed assets. The compiled model is the same to the last bit with and without it.
    #[must_use]
    pub fn cache(mut self, cache: &'a Cache) -> Self {
        self.cache = Some(cache);
        self
    }

    /// Sets the memory limit of a model in bytes, instead of that of the process.
    #[must_use]
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.budget = Budget::new(bytes);
        self
    }

    /// Whether [extensions](synovia_model::extension::Extension) are refused.
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// Compiles a document; asset files are read through `files`.
    #[doc(alias = "mj_compile")]
    pub fn document(&self, doc: &Document, files: &dyn Files) -> Result<Compiled, Errors> {
        // errors of reading and of compiling are reported together
        let mut diag = Diagnostics::new();
        let spec = spec::read(doc, files, self.budget, &mut diag);
        let compiled = self.run(spec, files, diag)?;
        if self.strict {
            extension::refuse(&compiled, &doc.sources, Some(doc))?;
        }
        Ok(compiled)
    }

    /// Compiles a model that was read or built in code; asset files are read through `files`.
    #[doc(alias = "mj_compile")]
    pub fn spec(&self, mut spec: Spec, files: &dyn Files) -> Result<Compiled, Errors> {
        // a program may have changed names and files through handles since the last compilation
        spec.budget.set_limit(self.budget.limit());
        spec.name_assets();
        spec.refresh_names();
        spec.place_made();
        // compilation consumes the spec, errors about extensions still need its sources
        let sources = self.strict.then(|| spec.sources.clone());
        let compiled = self.run(spec, files, Diagnostics::new())?;
        if let Some(sources) = sources {
            extension::refuse(&compiled, &sources, None)?;
        }
        Ok(compiled)
    }

    /// Reads a document as an editable model; files of `flexcomp`s are read through `files`.
    #[doc(alias = "mj_parseXML")]
    pub fn read(&self, doc: &Document, files: &dyn Files) -> Result<Spec, Errors> {
        let mut diag = Diagnostics::new();
        let mut spec = spec::read(doc, files, self.budget, &mut diag);
        // what a program expects to find before compilation
        spec.as_read();
        let lines = doc.sources.lines();
        // QUIRK(include-info): the reference does not know the lines of included files
        let included = |span: Span| doc.sources.get(span.file).is_some_and(|file| file.included);
        spec.note_lines(&|span| {
            if included(span) {
                Some(0)
            } else {
                lines.of(span)
            }
        });
        diag.into_result(&doc.sources, spec)
    }

    /// All passes; `diag` has the errors found so far.
    fn run(
        &self,
        spec: Spec,
        files: &dyn Files,
        mut diag: Diagnostics,
    ) -> Result<Compiled, Errors> {
        // the flat model, with plugins resolved; nothing can be derived from a flat model with errors
        let sources = &spec.sources.clone();
        let budget = spec.budget_of_rest();
        let flat = spec::lay_out(spec, &mut diag);
        let mut cx = Cx::new(&flat, sources, diag);
        cx.cache = self.cache;
        cx.budget = budget;
        match &self.plugins {
            Some(registry) => plugins::resolve(&mut cx, registry),
            None => plugins::resolve(&mut cx, &Registry::process()),
        }
        // requests that would exceed the memory limit are refused before anything is allocated for them
        finish::check_asked(&mut cx);
        flex::check_count(&mut cx);
        if !cx.diag.is_empty() {
            return Err(cx.diag.into_errors(sources));
        }

        // assets and tree: every element has an id; names are registered again only if later passes change the ids
        names::assets(&mut cx);
        let assets = assets::load(&mut cx, files);
        let made_meshes = assets::mesh::made(&cx);
        let mut tree = tree::build(&mut cx, &assets);
        names::tree(&mut cx, &tree);

        // fused bodies and discarded geoms are gone, ids are final; masses can be checked now
        let poses = flex::reference_poses(&cx, &tree);
        let used = drop_unneeded(&mut cx, &mut tree, assets.meshes.len());
        tree::body::check_free(&mut cx, &tree);
        tree::body::check_masses(&mut cx, &tree);
        let flexes = flex::build(&mut cx, &tree, &poses);
        if !cx.diag.is_empty() {
            return Err(cx.diag.into_errors(sources));
        }

        // the tables of the model
        let mut model = Model {
            opt: flat.opt.clone(),
            vis: flat.vis.clone(),
            ..Model::default()
        };
        // order: each pass refers to rows that the earlier ones have filled
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

        // constants derived from the tables by the engine
        let computed = finish::constants(&mut cx, &tree, &mut model);
        // checks that need a complete model, because they run parts of the engine on it
        sleep::check(&mut cx, &tree, &model);
        plugins::check_instances(&mut cx, &model);
        model.size.nbuffer = model.nbuffer();
        finish::check_tables(&mut cx, &model);
        // the result: model, warnings, rows of the elements, and the origin for writing the model again
        let (warnings, configs) = (cx.diag.take_warnings(), cx.plugins.configs());
        cx.diag.into_result(sources, ())?;
        let order = Order::new(&flat.origins, &tree, &used);
        let origin = Origin {
            size: model.size,
            signature: model.signature,
            computed,
            configs,
            used_meshes: used,
            made_meshes,
            beside: cx.beside,
            tree,
            flat,
        };
        Ok(Compiled {
            model,
            warnings,
            order,
            origin,
        })
    }
}

/// Fuses static bodies and discards visual geoms, if the model requests it; returns which meshes are still used.
///
/// Names resolve to indices in the tree, and are registered again if these have changed.
fn drop_unneeded(cx: &mut Cx<'_>, tree: &mut Tree, nmesh: usize) -> Vec<bool> {
    // the settings of the main model apply, not those of attached ones
    let main = cx.flat.settings.first();
    if main.is_some_and(|own| own.fusestatic) {
        let bodies = tree.bodies.len();
        tree::fuse::fuse(cx, tree);
        if tree.bodies.len() < bodies {
            names::tree(cx, tree);
        }
    }
    if !main.is_some_and(|own| own.discardvisual) {
        return vec![true; nmesh];
    }
    let geoms = tree.geoms.len();
    let used = tree::discard::visual_geoms(cx, tree, nmesh);
    if tree.geoms.len() < geoms {
        names::tree(cx, tree);
    }
    if used.contains(&false) {
        names::meshes(cx, &used);
    }
    used
}
