//! Instances of plugins, and how they follow the elements that use them into copies.
//!
//! An instance is declared under a name, or described inside the one element that uses it. Composites and flexcomps
//! describe one for all their bodies, and give it a name. In a copy of part of a model
//!
//! | instance                     | of an attached model                        | of a replicate                             |
//! |------------------------------|---------------------------------------------|--------------------------------------------|
//! | with a name                  | comes along if something uses it, renamed   | likewise                                   |
//! | inside an actuator or sensor | each copy has its own                       | each copy has its own                      |
//! | inside a geom                | each copy has its own                       | all copies share it                        |
//! | inside a mesh                | comes along                                 | meshes are not copied                      |
//! | inside a body                | each copy has its own                       | no copy has one                            |
//!
//! DIFFERENCE(plugin-copies): the reference fails where a copy of a tree has an instance inside it, and ends the program
//! where a replicate copies a named instance, an actuator or a sensor; it refuses names that stand behind a replicate in
//! which nothing uses them.

use std::collections::{HashMap, HashSet};

use synovia_mjcf::spec::plugin::{Config, Instance, Plugin};
use synovia_mjcf::{Attr, Span};

use super::arena::{Id, List};
use super::edit::branch::FreeBody;
use super::names::{Affix, Obj};
use super::store::{Item, Loose, Spec};

/// An instance of a plugin.
#[derive(Clone, Debug, Default)]
pub struct PluginInstance {
    /// Where it was written: `instance`, or the element that describes it.
    pub span: Span,
    /// Name; empty if an element has it for itself.
    pub name: Attr<String>,
    /// Name of the plugin.
    pub plugin: Attr<String>,
    /// Its configuration.
    pub config: Vec<Config>,
    /// By what it is known as long as there are copies.
    key: usize,
    /// An element describes it, and it goes with that element.
    owned: bool,
    /// A composite or flexcomp describes it for all its bodies.
    shared: bool,
    /// Nothing used it when a replicate was done.
    idle: bool,
}

impl PluginInstance {
    /// A declared one.
    pub(super) fn declared(plugin: &Attr<String>, el: &Instance) -> Self {
        Self {
            span: el.span,
            name: el.name.clone(),
            plugin: plugin.clone(),
            config: el.config.clone(),
            ..Self::default()
        }
    }

    /// One without a configuration, for what an element says.
    pub fn bare(used: &PluginUse) -> Self {
        Self {
            span: used.span,
            plugin: used.plugin.clone(),
            ..Self::default()
        }
    }

    /// The one that an element describes.
    fn described(el: &Plugin) -> Self {
        Self {
            span: el.span,
            plugin: el.plugin.clone(),
            config: el.config.clone(),
            ..Self::default()
        }
    }
}

/// The plugin that an element uses.
#[derive(Clone, Debug, Default)]
pub struct PluginUse {
    /// Where it was written.
    pub span: Span,
    /// Name of the plugin.
    pub plugin: Attr<String>,
    /// Name of the instance; empty if it is the element's own.
    pub instance: Attr<String>,
    /// Its own instance: its place in [`FlatModel::plugins`](super::FlatModel::plugins). `None` if it was lost.
    pub own: Option<usize>,
}

impl PluginUse {
    /// Gives the instance the name that it has in a copy.
    pub(super) fn rename(&mut self, affix: &Affix) {
        affix.apply(&mut self.instance);
    }
}

/// The instances of a spec, in the order of the compiled model. Uses know their own by its key.
#[derive(Clone, Debug, Default)]
pub(super) struct Instances {
    list: Vec<PluginInstance>,
    next: usize,
}

impl Instances {
    /// Copies of those that have a name: the ones that elements refer to.
    pub(super) fn named(&self) -> Vec<PluginInstance> {
        let named = |instance: &&PluginInstance| !instance.name.text().is_empty();
        self.list.iter().filter(named).cloned().collect()
    }

    /// Adds an instance; returns its key.
    pub(super) fn add(&mut self, mut instance: PluginInstance) -> usize {
        instance.key = self.next;
        self.next += 1;
        self.list.push(instance);
        self.next - 1
    }

    /// The names of the instances that have one.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let names = self.list.iter().map(|instance| instance.name.text());
        names.filter(|name| !name.is_empty())
    }

    fn get(&self, key: usize) -> Option<&PluginInstance> {
        self.list.iter().find(|instance| instance.key == key)
    }

    fn remove(&mut self, key: usize) {
        self.list.retain(|instance| instance.key != key);
    }

    /// Gives a copy of an element an instance of its own, equal to the one that the original has in `from`.
    fn again(&mut self, from: Option<&Self>, used: &mut PluginUse) {
        let Some(key) = used.own else { return };
        let original = from.unwrap_or(self).get(key).cloned();
        used.own = original.map(|instance| self.add(instance));
    }

    /// Lets copies of elements outside the tree have instances of their own.
    pub(super) fn follow<T>(&mut self, from: Option<&Self>, copied: &mut [Loose<T>]) {
        for used in copied.iter_mut().filter_map(|copy| copy.plugin.as_mut()) {
            self.again(from, used);
        }
    }

    /// Takes an element's own instance out.
    pub(super) fn drop_own(&mut self, used: Option<&PluginUse>) {
        if let Some(key) = used.and_then(|used| used.own) {
            self.remove(key);
        }
    }
}

/// A use of a plugin, with the instance that it describes.
pub(super) fn used(el: &Plugin, instances: &mut Instances) -> PluginUse {
    let own = el.instance.text().is_empty().then(|| {
        instances.add(PluginInstance {
            owned: true,
            ..PluginInstance::described(el)
        })
    });
    PluginUse {
        span: el.span,
        plugin: el.plugin.clone(),
        instance: el.instance.clone(),
        own,
    }
}

/// An instance as a program knows it: number, name, plugin, configuration.
pub(crate) type Known = (usize, String, String, Vec<(String, String)>);

/// What an element uses, as a program says it: plugin, name of the instance, configuration of one of its own.
pub(crate) type Used<'a> = (&'a str, &'a str, &'a [(String, String)]);

/// What an element uses, as a program is told.
pub(crate) type Using = (String, String, Vec<(String, String)>);

/// The configuration of an instance.
fn config_of(instance: &PluginInstance) -> Vec<(String, String)> {
    let config = instance.config.iter();
    config
        .map(|c| (c.key.text().to_owned(), c.value.text().to_owned()))
        .collect()
}

/// An instance as a program knows it; those that elements describe have no plugin of their own.
fn known(instance: &PluginInstance) -> Known {
    let described = instance.owned || instance.shared;
    let plugin = if described {
        ""
    } else {
        instance.plugin.text()
    };
    let name = instance.name.text().to_owned();
    (instance.key, name, plugin.to_owned(), config_of(instance))
}

fn settings_of(config: &[(String, String)]) -> Vec<Config> {
    let made = config.iter().map(|(key, value)| {
        let mut el = Config::default();
        el.key.set(key.clone());
        el.value.set(value.clone());
        el
    });
    made.collect()
}

impl Spec {
    /// Allows a plugin to be used.
    pub fn declare_plugin(&mut self, plugin: &str) {
        if self.declared.iter().all(|known| known.text() != plugin) {
            self.declared
                .push(Attr::new(plugin.to_owned(), Span::default()));
        }
    }

    /// The instances in the order of the model; those inside elements have neither a name nor a plugin of their own.
    pub fn instances(&self) -> Vec<Known> {
        let uses = self.uses();
        let used = |instance: &&PluginInstance| {
            let named = |used: &HashSet<String>| used.contains(instance.name.text());
            !instance.idle || uses.iter().any(named)
        };
        let all = self.plugins.list.iter().filter(used);
        all.map(known).collect()
    }

    /// The instance with this number.
    pub fn instance(&self, key: usize) -> Option<Known> {
        self.plugins.get(key).map(known)
    }

    /// Whether there are instances, and whether an element uses one by its name.
    pub fn shares_instances(&self) -> bool {
        let named = |used: &HashSet<String>| used.iter().any(|name| !name.is_empty());
        !self.plugins.list.is_empty() && self.uses().iter().any(named)
    }

    /// Makes an instance; returns its number.
    pub fn add_instance(&mut self) -> usize {
        self.plugins.add(PluginInstance::default())
    }

    /// Says what an instance is; false if there is none of this number.
    pub fn set_instance(&mut self, known: &Known) -> bool {
        let (key, name, plugin, config) = known;
        let found = self.plugins.list.iter_mut().find(|i| i.key == *key);
        let Some(instance) = found.filter(|i| !i.owned) else {
            return false;
        };
        instance.name.set(name.clone());
        instance.plugin.set(plugin.clone());
        instance.config = settings_of(config);
        true
    }

    /// Deletes an instance.
    pub fn delete_instance(&mut self, key: usize) {
        self.plugins.remove(key);
    }

    /// The place for what an element uses.
    fn use_of(&mut self, obj: Obj, index: usize) -> Option<&mut Option<PluginUse>> {
        Some(match obj {
            Obj::Body => &mut self.bodies.get_mut(index)?.body.plugin,
            Obj::Geom => &mut self.geoms.get_mut(Id::new(index))?.plugin,
            Obj::Mesh => &mut self.meshes.get_mut(Id::new(index))?.plugin,
            Obj::Actuator => &mut self.actuators.get_mut(Id::new(index))?.plugin,
            Obj::Sensor => &mut self.sensors.get_mut(Id::new(index))?.plugin,
            _ => return None,
        })
    }

    /// What an element uses: plugin, name of the instance, and the configuration of one of its own.
    pub fn used_by(&mut self, obj: Obj, index: usize) -> Option<Using> {
        let used = self.use_of(obj, index)?.as_ref()?;
        let (plugin, instance) = (
            used.plugin.text().to_owned(),
            used.instance.text().to_owned(),
        );
        let own = used.own;
        let own = own.and_then(|key| self.plugins.get(key));
        Some((plugin, instance, own.map(config_of).unwrap_or_default()))
    }

    /// The number of the instance that an element, or the composite that it is part of, describes itself.
    pub fn own_instance(&mut self, obj: Obj, index: usize) -> Option<usize> {
        let used = self.use_of(obj, index)?.clone()?;
        let name = used.instance.text();
        let mut shared = self.plugins.list.iter().filter(|known| known.shared);
        let shared = shared.find(|known| known.name.text() == name);
        used.own.or(shared.map(|known| known.key))
    }

    /// Says what an element uses: a named instance, or one of its own if the name is empty; nothing with `None`.
    pub fn set_used(&mut self, obj: Obj, index: usize, used: Option<Used<'_>>) {
        let Some(place) = self.use_of(obj, index) else {
            return;
        };
        let before = place.take().and_then(|used| used.own);
        // an instance of its own keeps its place among the others
        let kept = before.filter(|_| used.is_some_and(|(_, instance, _)| instance.is_empty()));
        if let Some(key) = before.filter(|_| kept.is_none()) {
            self.plugins.remove(key);
        }
        let Some((plugin, instance, config)) = used else {
            return;
        };
        let own = instance.is_empty().then(|| {
            let key = kept.unwrap_or_else(|| {
                self.plugins.add(PluginInstance {
                    owned: true,
                    ..PluginInstance::default()
                })
            });
            if let Some(made) = self.plugins.list.iter_mut().find(|made| made.key == key) {
                made.plugin.set(plugin.to_owned());
                made.config = settings_of(config);
            }
            key
        });
        let mut used = PluginUse {
            own,
            ..PluginUse::default()
        };
        if !plugin.is_empty() {
            used.plugin.set(plugin.to_owned());
        }
        if !instance.is_empty() {
            used.instance.set(instance.to_owned());
        }
        if let Some(place) = self.use_of(obj, index) {
            *place = Some(used);
        }
    }
}

impl Spec {
    /// A use of a plugin by many bodies, which share the instance `name` if none is named.
    pub(super) fn shared_use(&mut self, el: &Plugin, name: String) -> PluginUse {
        let mut instance = el.instance.clone();
        if instance.text().is_empty() {
            instance = Attr::new(name, el.span);
            self.names.add(Obj::Plugin, instance.text(), 0);
            self.plugins.add(PluginInstance {
                name: instance.clone(),
                shared: true,
                ..PluginInstance::described(el)
            });
        }
        PluginUse {
            span: el.span,
            plugin: el.plugin.clone(),
            instance,
            own: None,
        }
    }

    /// Lets the bodies and geoms of a branch of another model have instances of their own.
    pub(super) fn adopt_own(&mut self, from: &Instances, branch: &mut [FreeBody]) {
        for node in branch {
            let body = node.body.plugin.iter_mut();
            let geoms = node.geoms.iter_mut().filter_map(|g| g.plugin.as_mut());
            for used in body.chain(geoms) {
                self.plugins.again(Some(from), used);
            }
        }
    }

    /// Copies those of these named instances that elements use under the names of a copy.
    ///
    /// order: what bodies use, then geoms, meshes, actuators and sensors
    pub(super) fn copy_named(&mut self, source: &[PluginInstance], affix: &Affix) {
        // finding what is used visits the whole tree, once for each copy: only if there is something to find
        if source.is_empty() {
            return;
        }
        let uses = self.uses();
        for used in uses {
            for instance in source {
                let name = affix.of(instance.name.text());
                if !used.contains(&name) || self.names.has(Obj::Plugin, &name) {
                    continue;
                }
                let mut copy = instance.clone();
                copy.name.set(name);
                copy.idle = false;
                self.names.add(Obj::Plugin, copy.name.text(), 0);
                self.plugins.add(copy);
            }
        }
    }

    /// The names of instances that bodies, geoms, meshes, actuators and sensors use.
    fn uses(&self) -> [HashSet<String>; 5] {
        fn items<'a, T: 'a>(all: impl Iterator<Item = &'a Item<T>>) -> HashSet<String> {
            let used = all.filter_map(|item| item.plugin.as_ref());
            used.map(|used| used.instance.text().to_owned()).collect()
        }
        fn loose<T>(list: &List<T>) -> HashSet<String> {
            let used = list.iter().filter_map(|item| item.plugin.as_ref());
            used.map(|used| used.instance.text().to_owned()).collect()
        }
        let order = self.depth_first(0);
        let nodes = || order.iter().map(|&b| &self.bodies[b]);
        [
            items(nodes().map(|node| &node.body)),
            items(nodes().flat_map(|node| self.geoms.each(&node.geoms))),
            loose(&self.meshes),
            loose(&self.actuators),
            loose(&self.sensors),
        ]
    }

    /// Marks the named instances that nothing uses; called when a replicate is done.
    ///
    /// QUIRK(replicate-unused-instances): if nothing uses them later either, they are not in the model. Without a replicate
    /// all declared instances are.
    pub(super) fn mark_idle(&mut self) {
        if self.plugins.list.is_empty() {
            return;
        }
        let uses = self.uses();
        for instance in &mut self.plugins.list {
            let name = instance.name.text();
            let unused = uses.iter().all(|used| !used.contains(name));
            instance.idle |= !name.is_empty() && unused;
        }
    }

    /// Takes the instances of the bodies of a branch out: those of a template.
    ///
    /// QUIRK(replicate-body-plugin): its copies have lost theirs then.
    pub(super) fn drop_branch(&mut self, root: usize) {
        for b in self.depth_first(root) {
            let used = self.bodies[b].body.plugin.take();
            self.plugins.drop_own(used.as_ref());
        }
    }

    /// The instances that remain; uses know the places of their own from now on.
    pub(super) fn finish_plugins(&mut self) -> Vec<PluginInstance> {
        let uses = self.uses();
        let mut list = core::mem::take(&mut self.plugins.list);
        let mut owned = HashSet::new();
        self.each_use(|used| owned.extend(used.own));
        list.retain(|instance| {
            let named = |used: &HashSet<String>| used.contains(instance.name.text());
            if instance.owned {
                owned.contains(&instance.key)
            } else {
                !instance.idle || uses.iter().any(named)
            }
        });
        let places: HashMap<usize, usize> = list
            .iter()
            .enumerate()
            .map(|(k, instance)| (instance.key, k))
            .collect();
        self.each_use(|used| used.own = used.own.and_then(|key| places.get(&key).copied()));
        list
    }

    /// All uses of plugins.
    fn each_use(&mut self, mut visit: impl FnMut(&mut PluginUse)) {
        for b in self.depth_first(0) {
            let node = &mut self.bodies[b];
            node.body.plugin.iter_mut().for_each(&mut visit);
            for &id in &node.geoms {
                self.geoms[id].plugin.iter_mut().for_each(&mut visit);
            }
        }
        macro_rules! lists {
            ($($list:ident),*) => { $(
                self.$list.for_each_mut(|item| item.plugin.iter_mut().for_each(&mut visit));
            )* };
        }
        lists!(meshes, actuators, sensors);
    }
}
