//! Builds a spec from a document, section by section.
//!
//! Elements outside the tree come first, because `replicate` and `attach` copy them while the tree grows; the tree follows in
//! [`super::tree`].
//!
//! Every element passes the same three steps: it is merged with its class, its name is registered, and it is appended to its list. A
//! name that is used twice is reported at once, so that the error points at the second element.

use synovia_mjcf::Attr;
use synovia_mjcf::Document;
use synovia_mjcf::diag::Diagnostics;
use synovia_mjcf::files::Files;
use synovia_mjcf::source::Sources;
use synovia_mjcf::spec::asset;
use synovia_model::budget::Budget;
use synovia_model::enums::{MeshBuiltin, MeshInertia};

use crate::spec::arena::List;
use crate::spec::classes::Classes;
use crate::spec::edit::attach::add_name;
use crate::spec::edit::author::IntoModel;
use crate::spec::kinds::list_kinds;
use crate::spec::layout::flat::Settings;
use crate::spec::names::{Named, Names, Obj, from_file};
use crate::spec::plugins::PluginInstance;
use crate::spec::store::{Item, Spec};

/// Default model name.
pub(crate) const UNNAMED: &str = "MuJoCo Model";

/// Builds models; has the state that all models share.
pub(crate) struct Builder<'a> {
    /// Opens files.
    pub files: &'a dyn Files,
    /// The source files of the model.
    pub sources: &'a Sources,
    /// Memory budget for generated arrays, shared by all models.
    pub budget: Budget,
    /// Errors and warnings found so far.
    pub diag: &'a mut Diagnostics,
}

impl Builder<'_> {
    /// Builds the spec of one model, including all models that it attaches.
    pub(crate) fn build(&mut self, doc: &Document) -> Spec {
        let own = 0;
        // models to attach are complete before the tree refers to them
        let mut children: Vec<_> = doc.models.iter().map(|asset| self.child(asset)).collect();

        // settings of the model, then elements outside the tree, then the tree, which may copy those
        let classes = Classes::new(&doc.defaults, self.diag);
        let mut spec = Spec::with(classes, settings(doc));
        spec.sources = doc.sources.clone();
        spec.budget = self.budget;
        // an unnamed model has the reference's default name
        let name = doc.model.get().map_or(UNNAMED, String::as_str);
        name.clone_into(&mut spec.modelname);
        spec.comment.clone_from(&doc.comment);
        spec.opt = crate::settings::options(&doc.option, &doc.flag, self.diag);
        spec.timestep = doc.option.timestep.span();
        spec.vis = crate::settings::visual(&doc.visual);
        spec.stat = crate::settings::statistics(&doc.statistic);
        spec.size = doc.size.clone();
        spec.lengthrange = doc.lengthrange.clone();
        self.sections(doc, own, &mut spec);
        self.tree(doc, own, &mut spec, &mut children);
        spec
    }

    /// A model to attach, and its name.
    fn child(&mut self, asset: &asset::ModelAsset) -> (String, Spec) {
        let name = asset.file.name.get().or(asset.document.model.get());
        let name = name.map_or(UNNAMED, String::as_str).to_owned();
        (name, self.build(&asset.document))
    }

    /// Adds all elements outside the tree.
    fn sections(&mut self, doc: &Document, own: usize, spec: &mut Spec) {
        macro_rules! add {
            ($($list:ident),*) => { $(
                for el in &doc.$list {
                    self.list(spec, el.clone(), own, |_| {});
                }
            )* };
        }
        // plugins first: elements refer to their instances
        Self::declarations(doc, spec);
        add!(numerics, texts, tuples);
        // assets are named after their files if they have no name
        for el in &doc.meshes {
            self.list(spec, el.clone(), own, |el| {
                name_after_file(&mut el.name, &el.file);
            });
        }
        for el in &doc.skins {
            self.list(spec, el.clone(), own, |el| {
                name_after_file(&mut el.name, &el.file);
            });
        }
        for el in &doc.hfields {
            self.list(spec, el.clone(), own, |el| {
                // rows in the file are from top to bottom, in the model from bottom to top
                let width = usize::try_from(el.values().ncol).unwrap_or(0).max(1);
                if let Some(rows) = el.elevation.get_mut() {
                    *rows = rows.chunks(width).rev().flatten().copied().collect();
                }
                name_after_file(&mut el.name, &el.file);
            });
        }
        for el in &doc.textures {
            self.list(spec, el.clone(), own, |el| {
                name_after_file(&mut el.name, &el.file);
            });
        }
        add!(
            materials, pairs, excludes, flexes, equalities, tendons, actuators, sensors, keys
        );
    }

    /// Adds an element outside the tree with the defaults of the class that it names, or else of the root, once `finish` has changed it.
    fn list<T: IntoModel>(
        &mut self,
        spec: &mut Spec,
        el: T,
        own: usize,
        finish: impl FnOnce(&mut T::Kept),
    ) {
        let (tag, name) = el.label();
        let named = |attr| spec.classes.named(attr, tag, name, self.diag);
        let class = el.class().and_then(named);
        let class = class.unwrap_or_else(|| spec.classes.root());
        let (word, used) = (el.class().map_or("", Attr::text).to_owned(), el.used());
        let Some(mut kept) = el.into_kept(&class, self.diag) else {
            return;
        };
        finish(&mut kept);
        add_name(&kept, 0, &mut spec.names, self.diag);
        spec.list_one(kept, own, &word, used.as_ref());
    }

    /// Declared plugins, and their instances.
    fn declarations(doc: &Document, spec: &mut Spec) {
        for el in &doc.extension {
            spec.declared.push(el.plugin.clone());
            for instance in &el.instances {
                let instance = PluginInstance::declared(&el.plugin, instance);
                spec.names.add(Obj::Plugin, instance.name.text(), 0);
                spec.plugins.add(instance);
            }
        }
    }

    /// Appends an element and registers its name.
    pub(crate) fn add<T: Named + Default>(
        &mut self,
        names: &mut Names,
        list: &mut List<T>,
        el: T,
        own: usize,
    ) {
        add_name(&el, 0, names, self.diag);
        list.push(Item::new(el, own));
    }
}

/// Names an asset after its file if it has no name.
fn name_after_file(name: &mut Attr<String>, file: &Attr<String>) {
    if name.text().is_empty() {
        let stem = from_file(file.text());
        if !stem.is_empty() {
            *name = Attr::new(stem.to_owned(), file.span());
        }
    }
}

impl Spec {
    /// Changes a model that was read to what a program sees before compilation: assets are not yet named after their files, because the
    /// program may change those; named arrays have all their numbers, unless they exceed the memory budget, which the compiler reports.
    pub fn as_read(&mut self) {
        // a name with the span of the file is derived, not written
        macro_rules! unnamed {
            ($($list:ident),*) => { $(
                self.$list.for_each_mut(|_, item| {
                    let (name, file) = (&mut item.el.name, &item.el.file);
                    if file.is_set() && name.span() == file.span() {
                        name.clear();
                    }
                });
            )* };
        }
        unnamed!(meshes, skins, hfields, textures);
        // arrays get their full length, within the budget
        let mut budget = self.budget_of_rest();
        let mut fits = |count: usize| budget.take(8 * count as u64).is_ok();
        self.hfields.for_each_mut(|_, item| {
            let el = &mut item.el;
            let count = i64::from(el.values().nrow) * i64::from(el.values().ncol);
            // a grid without elevations is flat
            let said = el.file.is_set() || el.elevation.get().is_some_and(|data| !data.is_empty());
            if let Ok(count @ 1..) = usize::try_from(count)
                && !said
                && fits(count)
            {
                el.elevation.set(vec![0.0; count]);
            }
        });
        self.meshes.for_each_mut(|_, item| {
            let el = &mut item.el;
            // a plate has no volume, so its inertia is that of a shell
            if el.builtin.get() == Some(&MeshBuiltin::Plate) && !el.inertia.is_set() {
                el.inertia.set(MeshInertia::Shell);
            }
        });
        self.numerics.for_each_mut(|_, item| {
            let size = usize::try_from(item.el.values().size).unwrap_or(0);
            let mut data = item.el.data.get().cloned().unwrap_or_default();
            if data.len() <= size && fits(size) {
                data.resize(size, 0.0);
                item.el.data.set(data);
            }
        });
    }

    /// Whether the last change of the tree was a copy or attachment.
    pub fn has_copies(&self) -> bool {
        self.counted
    }

    /// Names assets without a name after their files.
    pub fn name_assets(&mut self) {
        macro_rules! named {
            ($($list:ident),*) => { $(
                self.$list.for_each_mut(|_, item| name_after_file(&mut item.el.name, &item.el.file));
            )* };
        }
        named!(meshes, skins, hfields, textures);
    }
}

/// The compiler settings of a model.
fn settings(doc: &Document) -> Settings {
    let (c, own) = (&doc.compiler, doc.compiler.values());
    // `assetdir` applies where no specific directory is set
    let dir = |own: &Attr<String>| own.get().or(c.assetdir.get()).cloned().unwrap_or_default();
    Settings {
        meshdir: dir(&c.meshdir),
        texturedir: dir(&c.texturedir),
        dir: doc.dir.clone(),
        ..Settings::new(&own)
    }
}

impl Spec {
    /// Number of elements outside the tree.
    pub(crate) fn count_outside(&self) -> usize {
        macro_rules! count {
            ($([$Obj:ident, $T:ty, $list:ident, $class:ident])*) => { 0 $( + self.$list.len() )* };
        }
        list_kinds!(count!)
    }
}
