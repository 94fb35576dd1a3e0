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

/// Name of the root class.
pub const MAIN: &str = "main";

/// What one class says about each kind of element, everything inherited included.
#[derive(Clone, Debug, Default)]
pub struct Class {
    mesh: asset::Mesh,
    material: asset::Material,
    joint: body::Joint,
    geom: body::Geom,
    site: body::Site,
    camera: body::Camera,
    light: body::Light,
    pair: relation::Pair,
    equality: relation::Equality,
    tendon: relation::Tendon,
    actuator: ActuatorRecord,
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
            camera: own.camera.over_class(self),
            light: own.light.over_class(self),
            pair: own.pair.over_class(self),
            equality: own.equality.over_class(self),
            tendon: own.tendon.over_class(self),
            actuator,
        }
    }

    /// The actuator that a new one starts from.
    pub fn actuator(&self) -> &ActuatorRecord {
        &self.actuator
    }
}

/// An element that has a class.
pub trait Classed: Element {
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

/// All classes of a model.
#[derive(Clone, Debug)]
pub struct Classes {
    /// In the order in which they became known; the root is the first.
    list: Vec<(String, Rc<Class>)>,
    /// The latest class of each name.
    latest: HashMap<String, usize>,
}

impl Classes {
    /// Resolves the classes of a specification.
    pub fn new(defaults: &Defaults, diag: &mut Diagnostics) -> Self {
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
        for (id, class) in resolved.into_iter().enumerate() {
            // an earlier state of the root has no name of its own
            let name = match defaults.classes[id].name.get() {
                Some(name) => name.as_str(),
                None if id == Defaults::ROOT => MAIN,
                None => continue,
            };
            classes.push(name.to_owned(), class.unwrap_or_default());
        }
        if classes.list.is_empty() {
            classes.push(MAIN.to_owned(), builtin);
        }
        classes
    }

    fn push(&mut self, name: String, class: Rc<Class>) {
        self.latest.insert(name.clone(), self.list.len());
        self.list.push((name, class));
    }

    /// Brings the classes of an attached model along.
    pub fn adopt(&mut self, other: &Self, affix: &Affix) {
        for (name, class) in &other.list {
            self.push(affix.of(name), Rc::clone(class));
        }
    }

    /// The root.
    pub fn root(&self) -> Rc<Class> {
        Rc::clone(&self.list[0].1)
    }

    /// The class that things inside a body or frame inherit by name.
    pub fn inherited(&self, name: &str) -> Rc<Class> {
        let at = self.latest.get(name).copied().unwrap_or(0);
        Rc::clone(&self.list[at].1)
    }

    /// The class that an attribute names, if it names one; reports it if there is none of that name.
    pub fn named(
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
        let found = self.list.iter().find(|(known, _)| known == wanted);
        if found.is_none() {
            let what = "default class name";
            let unknown = NameError::Unknown {
                what,
                name: wanted.clone(),
            };
            diag.error(attr.span(), unknown)
                .element(element)
                .named(name)
                .suggest(wanted, self.list.iter().map(|(known, _)| known.as_str()));
        }
        found.map(|(_, class)| Rc::clone(class))
    }
}
