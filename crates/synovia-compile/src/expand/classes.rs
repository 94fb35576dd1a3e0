//! Default classes, resolved: what an element of a class starts from.
//!
//! A class starts from the class around it and says more; an element starts from its class:
//!
//! ```text
//! class   = overlay(class around it, what it says)                                  (1)
//! element = overlay(class, what it says)                                            (2)
//! ```
//!
//! The class of an element is the one it names, else the nearest `childclass` around it, else the root. A model that is attached
//! brings its classes along, prefixed.

use std::collections::HashMap;
use std::rc::Rc;

use synovia_mjcf::diag::{Diagnostics, NameError};
use synovia_mjcf::keyword::TextureRole;
use synovia_mjcf::spec::defaults::{DefaultClass, Defaults};
use synovia_mjcf::spec::{asset, body, relation};
use synovia_mjcf::{Attr, Element};

use super::actuator::ActuatorRecord;
use super::names::Affix;
use super::scene::SceneClass;

/// Name of the root class.
pub(crate) const MAIN: &str = "main";

/// What one class says about each kind of element, everything inherited included.
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
    pub equality: relation::Equality,
    pub tendon: relation::Tendon,
    pub actuator: ActuatorRecord,
}

impl Class {
    /// Equation (1).
    fn inside(&self, own: &DefaultClass, diag: &mut Diagnostics) -> Self {
        let mut actuator = self.actuator.clone();
        for edit in &own.actuators {
            actuator.edit(edit, diag);
        }
        Self {
            mesh: own.mesh.over_class(self),
            material: own.material.over_class(self),
            joint: own.joint.over_class(self),
            geom: own.geom.over_class(self),
            site: own.site.over_class(self),
            camera: camera_class(&own.camera, self),
            light: own.light.over_class(self),
            pair: own.pair.over_class(self),
            equality: own.equality.over_class(self),
            tendon: own.tendon.over_class(self),
            actuator,
        }
    }

    /// The actuator that a new one starts from.
    pub(super) fn actuator(&self) -> &ActuatorRecord {
        &self.actuator
    }
}

/// A class of cameras inherits user data; cameras do not.
fn camera_class(own: &body::Camera, around: &Class) -> body::Camera {
    let mut merged = own.over_class(around);
    if !own.user.is_set() {
        merged.user.clone_from(&around.camera.user);
    }
    merged
}

/// An element that has a class.
pub(super) trait Classed: Element {
    /// The class it names.
    fn class(&self) -> &Attr<String>;
    /// What `class` says about elements of this kind.
    fn of(class: &Class) -> &Self;
    /// Takes from `own` what is not an attribute.
    fn keep(&mut self, own: &Self);

    /// Equation (2).
    fn over_class(&self, class: &Class) -> Self {
        let mut merged = Self::of(class).clone();
        merged.overlay(self);
        merged.keep(self);
        merged
    }
}

/// Implements [`Classed`]; after the arrow what is not an attribute.
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
    // QUIRK(camera-user-default): user data of cameras is not inherited, that of all others is
    body::Camera, camera => [user];
    body::Light, light => [];
    relation::Pair, pair => [];
    relation::Equality, equality => [kind];
    relation::Tendon, tendon => [kind, path];
}

impl Classed for asset::Material {
    fn class(&self) -> &Attr<String> {
        &self.class
    }

    fn of(class: &Class) -> &Self {
        &class.material
    }

    /// Textures are inherited role by role; the attribute stands for the colour.
    fn keep(&mut self, own: &Self) {
        self.span = own.span;
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

/// A class with its name.
#[derive(Clone, Debug)]
struct Entry {
    name: String,
    /// The class around it: its place in the list. None for the root.
    parent: Option<usize>,
    class: Rc<Class>,
}

/// All classes of a model.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    /// In the order in which they became known; the root is the first.
    list: Vec<Entry>,
    /// The latest class of each name.
    latest: HashMap<String, usize>,
}

impl Classes {
    /// Resolves the classes of a specification.
    pub(super) fn new(defaults: &Defaults, diag: &mut Diagnostics) -> Self {
        let mut resolved: Vec<Option<Rc<Class>>> = vec![None; defaults.classes.len()];
        let builtin = Rc::new(Class::default());
        let parent = |id: usize| {
            let around = defaults.classes[id].parent;
            around.filter(|&around| around < defaults.classes.len())
        };
        for id in 0..defaults.classes.len() {
            // the classes around it that are not resolved yet, the nearest first
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
                let class = around.unwrap_or(&builtin).inside(own, diag);
                resolved[k] = Some(Rc::new(class));
            }
        }

        let mut classes = Self {
            list: Vec::with_capacity(resolved.len().max(1)),
            latest: HashMap::new(),
        };
        let mut place = vec![0; resolved.len()];
        for (id, class) in resolved.into_iter().enumerate() {
            // an earlier state of the root has no name of its own
            let name = match defaults.classes[id].name.get() {
                Some(name) => name.as_str(),
                None if id == Defaults::ROOT => MAIN,
                None => continue,
            };
            place[id] = classes.list.len();
            let around =
                (id != Defaults::ROOT).then(|| parent(id).map_or(0, |around| place[around]));
            classes.push(name.to_owned(), around, class.unwrap_or_default());
        }
        if classes.list.is_empty() {
            classes.push(MAIN.to_owned(), None, builtin);
        }
        classes
    }

    fn push(&mut self, name: String, parent: Option<usize>, class: Rc<Class>) {
        self.latest.insert(name.clone(), self.list.len());
        self.list.push(Entry {
            name,
            parent,
            class,
        });
    }

    /// All of them with their names and the places of their parents, the root first.
    pub(super) fn all(&self) -> Vec<SceneClass> {
        let copied = self.list.iter().map(|entry| SceneClass {
            name: entry.name.clone(),
            parent: entry.parent,
            class: (*entry.class).clone(),
        });
        copied.collect()
    }

    /// Brings the classes of an attached model along.
    pub(super) fn adopt(&mut self, other: &Self, affix: &Affix) {
        let first = self.list.len();
        for entry in &other.list {
            let parent = entry.parent.map_or(0, |around| first + around);
            let class = Rc::clone(&entry.class);
            self.push(affix.of(&entry.name), Some(parent), class);
        }
    }

    /// The root.
    pub(super) fn root(&self) -> Rc<Class> {
        Rc::clone(&self.list[0].class)
    }

    /// The class that things inside a body or frame inherit by name.
    pub(super) fn inherited(&self, name: &str) -> Rc<Class> {
        let at = self.latest.get(name).copied().unwrap_or(0);
        Rc::clone(&self.list[at].class)
    }

    /// The class that an attribute names, if it names one; reports it if there is none of that name.
    pub(super) fn named(
        &self,
        attr: &Attr<String>,
        element: &str,
        name: &str,
        diag: &mut Diagnostics,
    ) -> Option<Rc<Class>> {
        let wanted = attr.get()?;
        if wanted.is_empty() {
            return None;
        }
        let found = self.list.iter().find(|known| known.name == *wanted);
        if found.is_none() {
            let what = "default class name";
            let unknown = NameError::Unknown {
                what,
                name: wanted.clone(),
            };
            diag.error(attr.span(), unknown)
                .element(element)
                .named(name)
                .suggest(wanted, self.list.iter().map(|known| known.name.as_str()));
        }
        found.map(|entry| Rc::clone(&entry.class))
    }
}
