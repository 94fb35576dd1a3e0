//! Plugin instances, and how they follow the elements that use them into copies.
//!
//! An instance is declared under a name, or defined inside the one element that uses it. Composites and flexcomps
//! define one for all their bodies, and give it a name. In a copy of part of a model
//!
//! | instance                     | from an attached model                      | in a replicate                             |
//! |------------------------------|---------------------------------------------|--------------------------------------------|
//! | with a name                  | copied if an element uses it, renamed       | the same                                   |
//! | inside an actuator or sensor | each copy has its own                       | each copy has its own                      |
//! | inside a geom                | each copy has its own                       | all copies share it                        |
//! | inside a mesh                | copied                                      | meshes are not copied                      |
//! | inside a body                | each copy has its own                       | no copy has one                            |
//!
//! DIFFERENCE(plugin-copies): the reference fails if a copy of a tree has an instance inside it, and aborts the process
//! if a replicate copies a named instance, an actuator or a sensor; it refuses instance names after a replicate in
//! which no element uses them.

use std::collections::{HashMap, HashSet};

use synovia_mjcf::spec::plugin::{Config, Instance, Plugin};
use synovia_mjcf::{Attr, Span};

use super::arena::Id;
use super::edit::branch::FreeBody;
use super::names::{Affix, Obj};
use super::store::{Item, Spec};

/// A plugin instance.
#[derive(Clone, Debug, Default)]
pub struct PluginInstance {
    /// Its place in the source: that of `instance`, or of the element that defines it.
    pub span: Span,
    /// Name; empty if it belongs to a single element.
    pub name: Attr<String>,
    /// Name of the plugin.
    pub plugin: Attr<String>,
    /// Its configuration.
    pub config: Vec<Config>,
    /// Its key, which is stable while copies are made.
    key: usize,
    /// Whether an element defines it; it is copied and deleted with that element.
    owned: bool,
    /// Whether a composite or flexcomp defines it for all its bodies.
    shared: bool,
    /// Whether no element used it when a replicate was expanded.
    idle: bool,
}

impl PluginInstance {
    /// A declared instance.
    pub(super) fn declared(plugin: &Attr<String>, el: &Instance) -> Self {
        Self {
            span: el.span,
            name: el.name.clone(),
            plugin: plugin.clone(),
            config: el.config.clone(),
            ..Self::default()
        }
    }

    /// An instance without configuration, for the attributes of an element.
    pub fn bare(used: &PluginUse) -> Self {
        Self {
            span: used.span,
            plugin: used.plugin.clone(),
            ..Self::default()
        }
    }

    /// The instance that an element defines.
    fn described(el: &Plugin) -> Self {
        Self {
            span: el.span,
            plugin: el.plugin.clone(),
            config: el.config.clone(),
            ..Self::default()
        }
    }
}

/// The use of a plugin by an element.
#[derive(Clone, Debug, Default)]
pub struct PluginUse {
    /// The place of the use in the source.
    pub span: Span,
    /// Name of the plugin.
    pub plugin: Attr<String>,
    /// Name of the instance; empty if the element has its own.
    pub instance: Attr<String>,
    /// Its own instance: its index in [`FlatModel::plugins`](super::FlatModel::plugins). `None` if it was lost.
    pub own: Option<usize>,
}

/// The instances of a spec, in the order of the compiled model. Uses refer to their own instance by its key.
#[derive(Clone, Debug, Default)]
pub(super) struct Instances {
    list: Vec<PluginInstance>,
    next: usize,
}

impl Instances {
    /// Copies of the named instances, which elements can refer to.
    pub(super) fn named(&self) -> Vec<PluginInstance> {
        let named = |instance: &&PluginInstance| !instance.name.text().is_empty();
        self.list.iter().filter(named).cloned().collect()
    }

    /// Adds an instance and returns its key.
    pub(super) fn add(&mut self, mut instance: PluginInstance) -> usize {
        instance.key = self.next;
        self.next += 1;
        self.list.push(instance);
        self.next - 1
    }

    /// The names of the named instances.
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

    /// Gives a copied element its own instance, equal to that of the original in `from`.
    fn again(&mut self, from: Option<&Self>, used: &mut PluginUse) {
        let Some(key) = used.own else { return };
        let original = from.unwrap_or(self).get(key).cloned();
        used.own = original.map(|instance| self.add(instance));
    }

    /// Gives copied elements outside the tree their own instances.
    pub(super) fn follow<T>(&mut self, from: Option<&Self>, copied: &mut [Item<T>]) {
        for used in copied.iter_mut().filter_map(|copy| copy.plugin.as_mut()) {
            self.again(from, used);
        }
    }

    /// Removes an element's own instance.
    pub(super) fn drop_own(&mut self, used: Option<&PluginUse>) {
        if let Some(key) = used.and_then(|used| used.own) {
            self.remove(key);
        }
    }
}

/// The use of a plugin, with the instance that the element defines.
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

/// An instance as seen by a program: key, name, plugin, configuration.
pub(crate) type Known = (usize, String, String, Vec<(String, String)>);

/// The use of a plugin as set by a program: plugin, name of the instance, configuration of an own instance.
pub(crate) type Used<'a> = (&'a str, &'a str, &'a [(String, String)]);

/// The use of a plugin as returned to a program.
pub(crate) type Using = (String, String, Vec<(String, String)>);

/// The configuration of an instance.
fn config_of(instance: &PluginInstance) -> Vec<(String, String)> {
    let config = instance.config.iter();
    config
        .map(|c| (c.key.text().to_owned(), c.value.text().to_owned()))
        .collect()
}

/// An instance as seen by a program; those that elements define have no plugin of their own.
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
    /// Declares a plugin, so that elements can use it.
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

    /// The instance with this key.
    pub fn instance(&self, key: usize) -> Option<Known> {
        self.plugins.get(key).map(known)
    }

    /// Whether there are instances and an element uses one by name.
    pub fn shares_instances(&self) -> bool {
        let named = |used: &HashSet<String>| used.iter().any(|name| !name.is_empty());
        !self.plugins.list.is_empty() && self.uses().iter().any(named)
    }

    /// Creates an instance and returns its key.
    pub fn add_instance(&mut self) -> usize {
        self.plugins.add(PluginInstance::default())
    }

    /// Sets name, plugin and configuration of an instance; false if there is none with this key.
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

    /// The plugin use of an element, for editing.
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

    /// The plugin use of an element: plugin, name of the instance, and the configuration of its own instance.
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

    /// The key of the instance that an element, or the composite that it is part of, defines itself.
    pub fn own_instance(&mut self, obj: Obj, index: usize) -> Option<usize> {
        let used = self.use_of(obj, index)?.clone()?;
        let name = used.instance.text();
        let mut shared = self.plugins.list.iter().filter(|known| known.shared);
        let shared = shared.find(|known| known.name.text() == name);
        used.own.or(shared.map(|known| known.key))
    }

    /// Sets the plugin use of an element: a named instance, or its own if the name is empty; `None` removes the use.
    pub fn set_used(&mut self, obj: Obj, index: usize, used: Option<Used<'_>>) {
        let Some(place) = self.use_of(obj, index) else {
            return;
        };
        let before = place.take().and_then(|used| used.own);
        // an own instance keeps its index among the others
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
    /// The use of a plugin by many bodies, which share the instance `name` unless one is named.
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

    /// Gives the bodies and geoms of a branch of another model their own instances.
    pub(super) fn adopt_own(&mut self, from: &Instances, branch: &mut [FreeBody]) {
        for node in branch {
            let body = node.body.plugin.iter_mut();
            let geoms = node.geoms.iter_mut().filter_map(|g| g.plugin.as_mut());
            for used in body.chain(geoms) {
                self.plugins.again(Some(from), used);
            }
        }
    }

    /// Copies the named instances that elements use under the names of a copy.
    ///
    /// order: instances of bodies, then geoms, meshes, actuators and sensors
    pub(super) fn copy_named(&mut self, source: &[PluginInstance], affix: &Affix) {
        // collecting the uses visits the whole tree for each copy, so skip it if there are no instances
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
        let order = self.depth_first(0);
        let nodes = || order.iter().map(|&b| &self.bodies[b]);
        [
            items(nodes().map(|node| &node.body)),
            items(nodes().flat_map(|node| self.geoms.each(&node.geoms))),
            items(self.meshes.iter()),
            items(self.actuators.iter()),
            items(self.sensors.iter()),
        ]
    }

    /// Marks the named instances that no element uses; called after a replicate is expanded.
    ///
    /// QUIRK(replicate-unused-instances): if no element uses them later either, they are not in the model. Without a replicate
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

    /// Removes the instances of the bodies of a branch: those of a template.
    ///
    /// QUIRK(replicate-body-plugin): the copies have then lost their instances.
    pub(super) fn drop_branch(&mut self, root: usize) {
        for b in self.depth_first(root) {
            let used = self.bodies[b].body.plugin.take();
            self.plugins.drop_own(used.as_ref());
        }
    }

    /// The remaining instances; uses refer to their own by index from now on.
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

    /// Calls `visit` with all uses of plugins.
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
                self.$list.for_each_mut(|_, item| item.plugin.iter_mut().for_each(&mut visit));
            )* };
        }
        lists!(meshes, actuators, sensors);
    }
}
