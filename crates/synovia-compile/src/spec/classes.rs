//! Default classes, resolved: the initial values of the elements of a class.
//!
//! A class starts with the values of its parent class and overrides some; an element starts with those of its class:
//!
//! ```text
//! class   = overlay(parent class, attributes of the class)                          (1)
//! element = overlay(class, attributes of the element)                               (2)
//! ```
//!
//! The class of an element is the one it names, else the nearest enclosing `childclass`, else the root. The classes of an attached
//! model are added with a prefix.
//!
//! Resolved classes are shared (`Arc`): editing one copies it first if it is in use elsewhere.

use std::collections::HashMap;
use std::sync::Arc;

use synovia_mjcf::diag::{Diagnostics, NameError};
use synovia_mjcf::spec::defaults::{DefaultClass, Defaults};
use synovia_mjcf::spec::{asset, body, flex, relation};
use synovia_mjcf::{Attr, Element};
use synovia_model::enums::TextureRole;

use super::actuator::ActuatorRecord;
use super::equality::EqualityRecord;
use super::layout::flat::FlatClass;
use super::names::Affix;

/// Name of the root class.
pub(crate) const MAIN: &str = "main";

/// The defaults of one class for each kind of element, including all inherited values.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)] // the fields are the elements
pub struct Class {
    pub mesh: asset::Mesh,
    pub material: asset::Material,
    pub joint: body::Joint,
    pub geom: body::Geom,
    pub site: body::Site,
    pub camera: body::Camera,
    pub light: body::Light,
    pub pair: relation::Pair,
    pub equality: EqualityRecord,
    pub tendon: relation::Tendon,
    pub actuator: ActuatorRecord,
    /// Programs may write to it, but it is not used as a default, as in the reference.
    pub flex: flex::Flex,
}

impl Class {
    /// A class nested in `around`, equation (1).
    fn inside(around: &Arc<Self>, own: &DefaultClass, diag: &mut Diagnostics) -> Arc<Self> {
        // a copy of all values, edited where it is: classes are large
        let mut class = Arc::clone(around);
        let values = Arc::make_mut(&mut class);
        own.mesh.onto(&mut values.mesh);
        own.material.onto(&mut values.material);
        own.joint.onto(&mut values.joint);
        own.geom.onto(&mut values.geom);
        own.site.onto(&mut values.site);
        own.camera.onto(&mut values.camera);
        // defaults of cameras inherit user data; cameras do not
        if !own.camera.user.is_set() {
            values.camera.user.clone_from(&around.camera.user);
        }
        own.light.onto(&mut values.light);
        own.pair.onto(&mut values.pair);
        own.tendon.onto(&mut values.tendon);
        // actuators and equalities are records that elements edit one after the other
        values.equality.edit(&own.equality);
        for edit in &own.actuators {
            values.actuator.edit(edit, diag);
        }
        class
    }
}

/// An element that has a class.
pub(crate) trait Classed: Element {
    /// The name of its class.
    fn class(&self) -> &Attr<String>;
    /// The defaults of `class` for elements of this kind.
    fn of(class: &Class) -> &Self;
    /// Copies fields that are not attributes from `own`.
    fn keep(&mut self, own: &Self);

    /// The element merged with its class, equation (2).
    #[must_use]
    fn over_class(&self, class: &Class) -> Self {
        let mut merged = Self::of(class).clone();
        self.onto(&mut merged);
        merged
    }

    /// Merges the element into values of its class.
    fn onto(&self, values: &mut Self) {
        values.overlay(self);
        values.keep(self);
    }
}

/// Implements [`Classed`]; the fields after the arrow are not attributes.
macro_rules! classed {
    ($( $T:ty, $field:ident => [$($kept:ident),*] ; )*) => { $(
        impl Classed for $T {
            fn class(&self) -> &Attr<String> {
                &self.class
            }
            fn of(class: &Class) -> &Self {
                &class.$field
            }
            fn keep(&mut self, own: &Self) {
                self.span = own.span;
                $( self.$kept.clone_from(&own.$kept); )*
            }
        }
    )* };
}

classed! {
    asset::Mesh, mesh => [plugin];
    body::Joint, joint => [];
    body::Geom, geom => [plugin];
    body::Site, site => [];
    // QUIRK(camera-user-default): user data of cameras is not inherited; that of all other elements is
    body::Camera, camera => [user];
    body::Light, light => [];
    relation::Pair, pair => [];
    relation::Tendon, tendon => [kind, path];
}

impl Classed for asset::Material {
    fn class(&self) -> &Attr<String> {
        &self.class
    }

    fn of(class: &Class) -> &Self {
        &class.material
    }

    /// Textures are inherited role by role; the attribute `texture` is the colour.
    fn keep(&mut self, own: &Self) {
        self.span = own.span;
        // a role that the element sets replaces that of the class, as attribute or as layer
        let says = |role: Option<&TextureRole>| {
            (own.texture.is_set() && role == Some(&TextureRole::Rgb))
                || own.layers.iter().any(|layer| layer.role.get() == role)
        };
        self.layers.retain(|layer| !says(layer.role.get()));
        if !own.texture.is_set() && says(Some(&TextureRole::Rgb)) {
            self.texture = Attr::default();
        }
        self.layers.extend(own.layers.iter().cloned());
    }
}

/// One class.
#[derive(Clone, Debug)]
struct Entry {
    name: String,
    /// Its parent class.
    around: Option<usize>,
    class: Arc<Class>,
    /// Whether it was deleted; its index stays reserved.
    gone: bool,
}

/// All classes of a model.
#[derive(Clone, Debug)]
pub struct Classes {
    /// In order of creation; the root is the first.
    list: Vec<Entry>,
    /// The last class created with each name.
    latest: HashMap<String, usize>,
}

impl Classes {
    /// Only the root, without any values.
    pub fn builtin() -> Self {
        Self {
            list: vec![Entry {
                name: MAIN.to_owned(),
                around: None,
                class: Arc::default(),
                gone: false,
            }],
            latest: HashMap::from([(MAIN.to_owned(), 0)]),
        }
    }

    /// Resolves the classes of a document.
    pub fn new(defaults: &Defaults, diag: &mut Diagnostics) -> Self {
        // each class once, its ancestors first
        let mut resolved: Vec<Option<Arc<Class>>> = vec![None; defaults.classes.len()];
        let builtin = Arc::new(Class::default());
        let parent = |id: usize| {
            let around = defaults.classes[id].parent;
            around.filter(|&around| around < defaults.classes.len())
        };
        for id in 0..defaults.classes.len() {
            // unresolved ancestors, the nearest first; then resolve them from the outermost inwards
            let mut open = Vec::new();
            let mut at = Some(id);
            while let Some(k) = at.filter(|&k| resolved[k].is_none() && open.len() < resolved.len())
            {
                open.push(k);
                at = parent(k);
            }
            for k in open.into_iter().rev() {
                let own = &defaults.classes[k];
                let around = parent(k).and_then(|around| resolved[around].as_ref());
                let class = Class::inside(around.unwrap_or(&builtin), own, diag);
                resolved[k] = Some(class);
            }
        }

        // the list of named classes, in the order of the document
        let mut classes = Self {
            list: Vec::with_capacity(resolved.len().max(1)),
            latest: HashMap::new(),
        };
        let mut place = vec![None; resolved.len()];
        for (id, class) in resolved.into_iter().enumerate() {
            // an earlier state of the root has no name of its own
            let name = match defaults.classes[id].name.get() {
                Some(name) => name.as_str(),
                None if id == Defaults::ROOT => MAIN,
                None => continue,
            };
            place[id] = Some(classes.list.len());
            // a class inside an earlier state of the root is a child of the root
            let root = (id != Defaults::ROOT).then_some(0);
            let around = parent(id).and_then(|around| place[around]).or(root);
            classes.push(name.to_owned(), around, class.unwrap_or_default());
        }
        if classes.list.is_empty() {
            classes.push(MAIN.to_owned(), None, builtin);
        }
        classes
    }

    fn push(&mut self, name: String, around: Option<usize>, class: Arc<Class>) {
        self.latest.insert(name.clone(), self.list.len());
        self.list.push(Entry {
            name,
            around,
            class,
            gone: false,
        });
    }

    /// Adds the classes of an attached model; its root becomes a child of the root here.
    pub fn adopt(&mut self, other: &Self, affix: &Affix) {
        // indices of the other model are shifted to the end of this list
        let first = self.list.len();
        for entry in &other.list {
            let around = entry.around.map_or(0, |around| first + around);
            // a copy: both models can be edited independently
            let class = Arc::new((*entry.class).clone());
            self.push(affix.of(&entry.name), Some(around), class);
            if let Some(last) = self.list.last_mut() {
                last.gone = entry.gone;
            }
        }
    }

    /// The root class.
    pub fn root(&self) -> Arc<Class> {
        Arc::clone(&self.list[0].class)
    }

    /// All existing classes: index, name, index of the parent.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &str, Option<usize>)> {
        let all = self
            .list
            .iter()
            .enumerate()
            .filter(|(_, entry)| !entry.gone);
        all.map(|(k, entry)| (k, entry.name.as_str(), entry.around))
    }

    /// All classes in the form of a flat model, the root first.
    pub(super) fn all(&self) -> Vec<FlatClass> {
        // deleted classes are left out, so indices of parents shift
        let there = |k: usize| self.list[..k].iter().filter(|entry| !entry.gone).count();
        let kept = self.list.iter().filter(|entry| !entry.gone);
        kept.map(|entry| FlatClass {
            name: entry.name.clone(),
            parent: entry.around.map(there),
            class: entry.class.clone(),
        })
        .collect()
    }

    /// The defaults of a class.
    pub fn get(&self, class: usize) -> Option<&Class> {
        self.list.get(class).map(|entry| &*entry.class)
    }

    /// The defaults of a class, for editing. Elements that were created earlier do not change.
    pub fn get_mut(&mut self, class: usize) -> Option<&mut Class> {
        self.list
            .get_mut(class)
            .map(|entry| Arc::make_mut(&mut entry.class))
    }

    /// Adds a class with the values of its parent; `None` if the name is taken.
    pub fn add(&mut self, name: &str, around: usize) -> Option<usize> {
        if self.find(name).is_some() {
            return None;
        }
        let class = Arc::new(self.get(around)?.clone());
        self.push(name.to_owned(), Some(around), class);
        Some(self.list.len() - 1)
    }

    /// The class with this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.list
            .iter()
            .position(|entry| entry.name == name && !entry.gone)
    }

    /// Renames a class.
    pub fn rename(&mut self, class: usize, name: &str) {
        if let Some(entry) = self.list.get_mut(class) {
            name.clone_into(&mut entry.name);
            self.latest.insert(name.to_owned(), class);
        }
    }

    /// Deletes a class and its descendants; false for the root.
    pub fn delete(&mut self, class: usize) -> bool {
        if class == 0 || class >= self.list.len() {
            return false;
        }
        // children come after their parents, so one pass finds all descendants
        for k in class..self.list.len() {
            let inside = self.list[k]
                .around
                .is_some_and(|around| self.list[around].gone);
            if k == class || inside {
                self.list[k].gone = true;
                let name = self.list[k].name.clone();
                self.latest.remove(&name);
            }
        }
        true
    }

    /// The class that elements inside a body or frame inherit by name.
    pub fn inherited(&self, name: &str) -> Arc<Class> {
        let at = self.latest.get(name).copied().unwrap_or(0);
        Arc::clone(&self.list[at].class)
    }

    /// The class that an attribute names, if it is set; an unknown name is reported.
    pub fn named(
        &self,
        attr: &Attr<String>,
        element: &str,
        name: &str,
        diag: &mut Diagnostics,
    ) -> Option<Arc<Class>> {
        // an empty name is ignored
        let wanted = attr.get()?;
        if wanted.is_empty() {
            return None;
        }
        let found = self.find(wanted);
        if found.is_none() {
            let what = "default class";
            let unknown = NameError::Unknown {
                what,
                name: wanted.clone(),
            };
            diag.error(attr.span(), unknown)
                .element(element)
                .named(name)
                .suggest(wanted, self.iter().map(|(_, known, _)| known));
        }
        found.map(|at| Arc::clone(&self.list[at].class))
    }
}
