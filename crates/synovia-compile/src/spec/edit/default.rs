//! Default classes in code: creating, finding and editing them.
//!
//! ```
//! use synovia_compile::spec::Spec;
//! use synovia_mjcf::spec::body::{Body, Geom, Joint};
//!
//! let mut spec = Spec::new();
//! spec.add_default("soft", Spec::MAIN)?
//!     .geom(Geom::default().margin(0.01))
//!     .joint(Joint::default().damping(2.0));
//!
// by name, or for all elements of a body
//! spec.world().add(Geom::sphere("ball", 0.1).class("soft"))?;
//! let leg = Body::new("leg").childclass("soft").with(Joint::hinge("knee"));
//! let leg = spec.world().add(leg)?;
//! let knee = spec.carried::<Joint>(leg)[0];
//! assert_eq!(spec.get(knee).and_then(|joint| joint.damping.get()), Some(&2.0));
//! assert!(spec.world().add(Geom::sphere("other", 0.1).class("hard")).is_err());
//! # Ok::<(), synovia_compile::spec::edit::EditError>(())
//! ```

use synovia_mjcf::Element;
use synovia_mjcf::diag::Diagnostics;
use synovia_mjcf::spec::actuator::Actuator;
use synovia_mjcf::spec::relation::Equality;
use synovia_mjcf::spec::{asset, body, relation};

use crate::spec::arena::Id;
use crate::spec::classes::Class;
use crate::spec::edit::{EditError, Stored};
use crate::spec::store::Spec;

macro_rules! says {
    ($($(#[$meta:meta])* $field:ident: $T:ty;)*) => { $(
        $(#[$meta])*
        pub fn $field(&mut self, el: $T) -> &mut Self {
            self.$field.overlay(&el);
            self
        }
    )* };
}

/// Sets the defaults of a class for each kind of element; values that are set replace the present ones.
impl Class {
    says! {
        /// Defaults of meshes.
        mesh: asset::Mesh;
        /// Defaults of materials.
        material: asset::Material;
        /// Defaults of joints.
        joint: body::Joint;
        /// Defaults of geoms.
        geom: body::Geom;
        /// Defaults of sites.
        site: body::Site;
        /// Defaults of cameras.
        camera: body::Camera;
        /// Defaults of lights.
        light: body::Light;
        /// Defaults of contact pairs.
        pair: relation::Pair;
        /// Defaults of tendons.
        tendon: relation::Tendon;
    }

    /// Defaults of equality constraints.
    pub fn equality(&mut self, el: &Equality) -> &mut Self {
        self.equality.edit(el);
        self
    }

    /// Defaults of actuators; a shortcut sets the fields it stands for.
    pub fn actuator(&mut self, el: &Actuator) -> Result<&mut Self, EditError> {
        let mut diag = Diagnostics::new();
        self.actuator.edit(el, &mut diag);
        Spec::said(&diag)?;
        Ok(self)
    }
}

impl Spec {
    /// Adds a child class with the values of its parent; returns it for editing.
    #[doc(alias = "mjs_addDefault")]
    pub fn add_default(&mut self, name: &str, around: &str) -> Result<&mut Class, EditError> {
        let around = self.classes.find(around);
        let around = around.ok_or_else(|| EditError::NoClass(name.to_owned()))?;
        let class = self.add_class(name, around)?;
        let added = self.classes.get_mut(class);
        added.ok_or_else(|| EditError::NoClass(name.to_owned()))
    }

    /// The defaults of a class; `None` if the name is unknown.
    #[doc(alias = "mjs_findDefault")]
    pub fn class(&self, name: &str) -> Option<&Class> {
        self.classes.get(self.classes.find(name)?)
    }

    /// The defaults of a class, for editing. Elements that were created earlier do not change.
    pub fn class_mut(&mut self, name: &str) -> Result<&mut Class, EditError> {
        let class = self.classes.find(name);
        let found = class.and_then(|class| self.classes.get_mut(class));
        found.ok_or_else(|| EditError::NoClass(name.to_owned()))
    }

    /// Names of all classes, the root first.
    pub fn class_names(&self) -> Vec<&str> {
        self.classes.iter().map(|(_, name, _)| name).collect()
    }

    /// Name of the class of an element, for a body or a frame that of its contents.
    #[doc(alias = "mjs_getDefault")]
    pub fn class_of<T: Stored>(&self, id: Id<T>) -> Option<&str> {
        T::item(self, id).map(|item| item.class.as_str())
    }

    /// Name of the class of the contents of a body.
    pub fn class_of_body(&self, id: Id<body::Body>) -> Option<&str> {
        self.class_of(id)
    }
}
