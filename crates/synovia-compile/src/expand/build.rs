//! Building: from a specification to a draft, section by section.
//!
//! What stands outside the tree comes first, because `replicate` and `attach` copy it while the tree grows; the tree follows in
//! [`super::tree`].

use std::rc::Rc;

use synovia_mjcf::Attr;
use synovia_mjcf::diag::Diagnostics;
use synovia_mjcf::files::Files;
use synovia_mjcf::keyword::AngleUnit;
use synovia_mjcf::source::Sources;
use synovia_mjcf::spec::plugin::Plugin;
use synovia_mjcf::spec::{Spec, asset};

use super::attach::add_name;
use super::classes::{Class, Classed, Classes};
use super::draft::{Draft, Loose};
use super::names::{Named, Names, Obj, from_file};
use super::plugins::{Instances, PluginInstance, used};
use super::scene::Settings;

/// Name of a model that says none.
pub(super) const UNNAMED: &str = "MuJoCo Model";

/// Builds drafts; keeps what all models share.
pub(super) struct Builder<'a> {
    /// How each model is to be understood.
    pub settings: Vec<Settings>,
    /// Opens files.
    pub files: &'a dyn Files,
    /// The files that the model was read from.
    pub sources: &'a Sources,
    /// Mistakes.
    pub diag: &'a mut Diagnostics,
}

impl Builder<'_> {
    /// Builds the draft of one model, all models that it attaches included.
    pub(super) fn build(&mut self, spec: &Spec) -> Draft {
        let own = self.settings.len();
        self.settings.push(settings(spec));
        let mut children: Vec<_> = spec.models.iter().map(|asset| self.child(asset)).collect();

        let classes = Classes::new(&spec.defaults, self.diag);
        let mut draft = Draft::new(classes, own);
        self.sections(spec, own, &mut draft);
        self.tree(spec, own, &mut draft, &mut children);
        draft
    }

    /// A model to attach from, and its name.
    fn child(&mut self, asset: &asset::ModelAsset) -> (String, Draft) {
        let name = asset.file.name.get().or(asset.spec.model.get());
        let name = name.map_or(UNNAMED, String::as_str).to_owned();
        (name, self.build(&asset.spec))
    }

    /// Everything outside the tree.
    fn sections(&mut self, spec: &Spec, own: usize, draft: &mut Draft) {
        macro_rules! plain {
            ($($list:ident),*) => { $(
                for el in &spec.$list {
                    self.add(&mut draft.names, &mut draft.$list, el.clone(), own);
                }
            )* };
        }
        macro_rules! classed {
            ($($list:ident),*) => { $(
                for el in &spec.$list {
                    let class = self.class_of(&draft.classes, el);
                    self.add(&mut draft.names, &mut draft.$list, el.over_class(&class), own);
                    draft.$list.belongs(&el.class);
                }
            )* };
        }
        Self::declarations(spec, draft);
        plain!(numerics, texts, tuples);
        for el in &spec.meshes {
            let class = self.class_of(&draft.classes, el);
            let mut mesh = el.over_class(&class);
            name_after_file(&mut mesh.name, &mesh.file);
            self.add(&mut draft.names, &mut draft.meshes, mesh, own);
            draft.meshes.belongs(&el.class);
            draft.meshes.uses(el.plugin.as_ref(), &mut draft.plugins);
        }
        for el in &spec.skins {
            let mut skin = el.clone();
            name_after_file(&mut skin.name, &skin.file);
            self.add(&mut draft.names, &mut draft.skins, skin, own);
        }
        for el in &spec.hfields {
            let mut hfield = el.clone();
            name_after_file(&mut hfield.name, &hfield.file);
            self.add(&mut draft.names, &mut draft.hfields, hfield, own);
        }
        for el in &spec.textures {
            let mut texture = el.clone();
            name_after_file(&mut texture.name, &texture.file);
            self.add(&mut draft.names, &mut draft.textures, texture, own);
        }
        classed!(materials, pairs);
        plain!(excludes, flexes);
        classed!(equalities, tendons);
        for el in &spec.actuators {
            let name = el.name.text();
            let tag = el.kind.tag();
            let class = draft.classes.named(&el.class, tag, name, self.diag);
            let class = class.unwrap_or_else(|| draft.classes.root());
            let mut record = class.actuator().clone();
            record.edit(el, self.diag);
            self.add(&mut draft.names, &mut draft.actuators, record, own);
            draft.actuators.belongs(&el.class);
            draft.actuators.uses(el.used().as_ref(), &mut draft.plugins);
        }
        for el in &spec.sensors {
            self.add(&mut draft.names, &mut draft.sensors, el.clone(), own);
            draft.sensors.uses(el.used().as_ref(), &mut draft.plugins);
        }
        plain!(keys);
    }

    /// Plugins that may be used, and their instances.
    fn declarations(spec: &Spec, draft: &mut Draft) {
        for el in &spec.extension {
            draft.declared.push(el.plugin.clone());
            for instance in &el.instances {
                let instance = PluginInstance::declared(&el.plugin, instance);
                draft.names.add(Obj::Plugin, instance.name.text(), 0);
                draft.plugins.add(instance);
            }
        }
    }

    /// The class of an element outside the tree: the one it names, or else the root.
    fn class_of<T: Classed + Named>(&mut self, classes: &Classes, el: &T) -> Rc<Class> {
        let name = el.name().text();
        classes
            .named(el.class(), T::OBJ.word(), name, self.diag)
            .unwrap_or_else(|| classes.root())
    }

    /// Appends an element and registers its name.
    pub(super) fn add<T: Named>(
        &mut self,
        names: &mut Names,
        list: &mut Vec<Loose<T>>,
        el: T,
        own: usize,
    ) {
        add_name(&el, 0, names, self.diag);
        list.push(Loose::new(el, own));
    }
}

/// Calls an asset after its file if it has no name.
fn name_after_file(name: &mut Attr<String>, file: &Attr<String>) {
    if name.text().is_empty() {
        let stem = from_file(file.text());
        if !stem.is_empty() {
            *name = Attr::new(stem.to_owned(), file.span());
        }
    }
}

/// Elements of which the last one may name a class and use a plugin.
trait Last {
    fn belongs(&mut self, class: &Attr<String>);
    fn uses(&mut self, el: Option<&Plugin>, instances: &mut Instances);
}

impl<T> Last for Vec<Loose<T>> {
    fn belongs(&mut self, class: &Attr<String>) {
        if let (Some(last), false) = (self.last_mut(), class.text().is_empty()) {
            class.text().clone_into(&mut last.class);
        }
    }

    fn uses(&mut self, el: Option<&Plugin>, instances: &mut Instances) {
        if let (Some(last), Some(el)) = (self.last_mut(), el) {
            last.plugin = Some(used(el, instances));
        }
    }
}

/// How the elements of a model are to be understood.
fn settings(spec: &Spec) -> Settings {
    let c = &spec.compiler;
    let default = Settings::default();
    let dir = |own: &Attr<String>| own.get().or(c.assetdir.get()).cloned().unwrap_or_default();
    let eulerseq = c.eulerseq.text().as_bytes().try_into();
    Settings {
        degree: c
            .angle
            .get()
            .map_or(default.degree, |unit| *unit == AngleUnit::Degree),
        eulerseq: eulerseq.unwrap_or(default.eulerseq),
        meshdir: dir(&c.meshdir),
        texturedir: dir(&c.texturedir),
        dir: spec.dir.clone(),
        autolimits: c.autolimits.is_true_or(default.autolimits),
        strippath: c.strippath.is_true_or(default.strippath),
        discardvisual: c.discardvisual.is_true_or(default.discardvisual),
        fitaabb: c.fitaabb.is_true_or(default.fitaabb),
        boundmass: c.boundmass.or(default.boundmass),
        boundinertia: c.boundinertia.or(default.boundinertia),
        settotalmass: c.settotalmass.or(default.settotalmass),
        balanceinertia: c.balanceinertia.is_true_or(default.balanceinertia),
        inertiafromgeom: c.inertiafromgeom.or(default.inertiafromgeom),
        inertiagrouprange: c.inertiagrouprange.or(default.inertiagrouprange),
        usethread: c.usethread.is_true_or(default.usethread),
        alignfree: c.alignfree.is_true_or(default.alignfree),
        fusestatic: c.fusestatic.is_true_or(default.fusestatic),
        saveinertial: c.saveinertial.is_true_or(default.saveinertial),
        exactmeshinertia: c.exactmeshinertia.is_true_or(default.exactmeshinertia),
    }
}

impl Draft {
    /// Number of elements outside the tree.
    pub(super) fn count_outside(&self) -> usize {
        self.meshes.len()
            + self.skins.len()
            + self.flexes.len()
            + self.hfields.len()
            + self.textures.len()
            + self.materials.len()
            + self.pairs.len()
            + self.excludes.len()
            + self.equalities.len()
            + self.tendons.len()
            + self.actuators.len()
            + self.sensors.len()
            + self.numerics.len()
            + self.texts.len()
            + self.tuples.len()
            + self.keys.len()
    }
}
