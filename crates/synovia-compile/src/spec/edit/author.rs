//! Authoring: a model is written in code like in a file, element by element.
//!
//! An element is created by a constructor with its name, its values are set with one method per attribute, and it is added to a place: the
//! world, a body, a frame, or the model as a whole. A body may be added together with its contents. An added element has the values of its
//! class unless it sets them; if it names no class, that of the enclosing body or frame applies.
//!
//! ```
//! use synovia_compile::spec::Spec;
//! use synovia_mjcf::spec::actuator::Actuator;
//! use synovia_mjcf::spec::body::{Body, Geom, Joint};
//!
//! let mut spec = Spec::new();
//! let arm = spec.world().add(Body::new("arm").pos([0.0, 0.0, 1.0]))?;
//! spec.body(arm).add(Joint::hinge("elbow").axis([0.0, 1.0, 0.0]).range(-90.0..=90.0))?;
//! spec.body(arm).add(Geom::capsule("upper", 0.05, 0.3).rgba([0.8, 0.2, 0.2, 1.0]))?;
//! spec.add(Actuator::motor("m").joint("elbow").gear(50.0))?;
//!
//! let hand = Body::new("hand").pos([0.0, 0.0, 0.35]).with(Geom::sphere("palm", 0.06));
//! let hand = spec.body(arm).add(hand)?;
//! assert_eq!(spec.children(arm), [hand]);
//! assert!(spec.world().add(Joint::hinge("nowhere")).is_err());
//! # Ok::<(), synovia_compile::spec::edit::EditError>(())
//! ```

use synovia_mjcf::Attr;
use synovia_mjcf::diag::Diagnostics;
use synovia_mjcf::spec::actuator::Actuator;
use synovia_mjcf::spec::body::Node;
use synovia_mjcf::spec::plugin::Plugin;
use synovia_mjcf::spec::relation::Equality;
use synovia_mjcf::spec::sensor::Sensor;
use synovia_mjcf::spec::{asset, body, custom, flex, relation};
use synovia_model::TrnType;
use synovia_model::enums::JointType;

use super::join::{Moved, Rename};
use crate::spec::actuator::ActuatorRecord;
use crate::spec::arena::Id;
use crate::spec::classes::{Class, Classed};
use crate::spec::edit::{Carried, EditError, Listed, Place};
use crate::spec::equality::EqualityRecord;
use crate::spec::names::Named;
use crate::spec::plugins;
use crate::spec::sensor::SensorRecord;
use crate::spec::store::{Item, Spec};

/// An element that can be added to a body or frame.
pub trait IntoTree {
    /// Its type in the model.
    type Kept;
    /// Adds it.
    fn put_into(self, spec: &mut Spec, place: Place) -> Result<Id<Self::Kept>, EditError>;
}

/// An element outside the tree, as it is written.
pub trait IntoModel: Sized {
    /// Its type in the model.
    type Kept: Listed;

    /// Its form in the model, with the defaults of its class; `None` after an error.
    fn into_kept(self, class: &Class, diag: &mut Diagnostics) -> Option<Self::Kept>;

    /// Its tag and its name, for messages.
    fn label(&self) -> (&str, &str);

    /// The attribute that names its class, if its kind has classes.
    fn class(&self) -> Option<&Attr<String>> {
        None
    }

    /// The plugin that it uses.
    fn used(&self) -> Option<Plugin> {
        None
    }

    /// Reports attributes that exclude each other.
    fn check(&self, diag: &mut Diagnostics) {
        let _ = diag;
    }
}

/// A body or a frame of a model, to which elements are added.
#[derive(Debug)]
pub struct At<'a> {
    spec: &'a mut Spec,
    place: Place,
}

impl At<'_> {
    /// Appends an element.
    pub fn add<T: IntoTree>(&mut self, el: T) -> Result<Id<T::Kept>, EditError> {
        el.put_into(self.spec, self.place)
    }

    /// Attaches the contents of another model's world, under other names; see [`Spec::attach_model`].
    #[doc(alias = "mjs_attach")]
    pub fn attach(
        &mut self,
        other: &mut Spec,
        names: Rename<'_>,
    ) -> Result<(Id<body::Frame>, Moved), EditError> {
        self.spec.attach_model(self.place, other, names)
    }

    /// Attaches a body of another model; if this is a body, a frame is created for it. See [`Spec::attach_body`].
    #[doc(alias = "mjs_attach")]
    pub fn attach_body(
        &mut self,
        other: &mut Spec,
        child: Id<body::Body>,
        names: Rename<'_>,
    ) -> Result<(Id<body::Body>, Moved), EditError> {
        let frame = match self.place {
            Place::Frame(frame) => frame,
            Place::Body(_) => self.add(body::Frame::default())?,
        };
        self.spec.attach_body(frame, other, child, names)
    }

    /// Attaches a frame of another model; see [`Spec::attach_frame`].
    #[doc(alias = "mjs_attach")]
    pub fn attach_frame(
        &mut self,
        other: &mut Spec,
        child: Id<body::Frame>,
        names: Rename<'_>,
    ) -> Result<(Id<body::Frame>, Moved), EditError> {
        self.spec.attach_frame(self.place, other, child, names)
    }
}

macro_rules! leaves {
    ($($T:ty),*) => { $(
        impl IntoTree for $T {
            type Kept = Self;
            fn put_into(self, spec: &mut Spec, place: Place) -> Result<Id<Self>, EditError> {
                spec.known_class(self.class.text())?;
                spec.add_to(place, self)
            }
        }
    )* };
}

leaves!(body::Joint, body::Site, body::Camera, body::Light);

impl IntoTree for body::Geom {
    type Kept = Self;

    fn put_into(self, spec: &mut Spec, place: Place) -> Result<Id<Self>, EditError> {
        spec.known_class(self.class.text())?;
        let plugin = self.plugin.clone();
        let id = spec.add_to(place, self)?;
        if let Some(plugin) = plugin {
            spec.geoms[id].plugin = Some(plugins::used(&plugin, &mut spec.plugins));
        }
        Ok(id)
    }
}

impl IntoTree for body::Freejoint {
    type Kept = body::Joint;

    /// Default classes do not apply to it.
    fn put_into(self, spec: &mut Spec, place: Place) -> Result<Id<body::Joint>, EditError> {
        let align = self.values().align;
        let mut joint = body::Joint {
            name: self.name,
            group: self.group,
            ..body::Joint::default()
        };
        joint.kind.set(JointType::Free);
        let id = spec.add_plain(place, joint)?;
        spec.joints[id].free_align = Some(align);
        Ok(id)
    }
}

impl IntoTree for body::Body {
    type Kept = Self;

    fn put_into(mut self, spec: &mut Spec, place: Place) -> Result<Id<Self>, EditError> {
        spec.known_class(self.childclass.text())?;
        let nodes = core::mem::take(&mut self.nodes);
        let id = spec.add_body(place, self)?;
        spec.fill(Place::Body(id), &nodes, |spec| spec.remove(id.index()))?;
        Ok(id)
    }
}

impl IntoTree for body::Frame {
    type Kept = Self;

    fn put_into(mut self, spec: &mut Spec, place: Place) -> Result<Id<Self>, EditError> {
        spec.known_class(self.childclass.text())?;
        let nodes = core::mem::take(&mut self.nodes);
        let id = spec.add_to(place, self)?;
        spec.fill(Place::Frame(id), &nodes, |spec| spec.clear_frame(id))?;
        Ok(id)
    }
}

macro_rules! lists {
    (classed $($classed:ty),*; classless $($classless:ty),*;) => {
        $(
            impl IntoModel for $classed {
                type Kept = Self;
                fn into_kept(self, class: &Class, _: &mut Diagnostics) -> Option<Self> {
                    Some(self.over_class(class))
                }
                fn label(&self) -> (&str, &str) {
                    (Self::OBJ.word(), self.name.text())
                }
                fn class(&self) -> Option<&Attr<String>> {
                    Some(&self.class)
                }
            }
        )*
        $(
            impl IntoModel for $classless {
                type Kept = Self;
                fn into_kept(self, _: &Class, _: &mut Diagnostics) -> Option<Self> {
                    Some(self)
                }
                fn label(&self) -> (&str, &str) {
                    (Self::OBJ.word(), self.name.text())
                }
            }
        )*
    };
}

lists! {
    classed asset::Material, relation::Pair, relation::Tendon;
    classless asset::Skin, flex::Flex, asset::Hfield, asset::Texture, relation::Exclude, custom::Numeric, custom::Text, custom::Tuple,
        custom::Key, ActuatorRecord, EqualityRecord, SensorRecord;
}

impl IntoModel for asset::Mesh {
    type Kept = Self;

    fn into_kept(self, class: &Class, _: &mut Diagnostics) -> Option<Self> {
        Some(self.over_class(class))
    }

    fn label(&self) -> (&str, &str) {
        (Self::OBJ.word(), self.name.text())
    }

    fn class(&self) -> Option<&Attr<String>> {
        Some(&self.class)
    }

    fn used(&self) -> Option<Plugin> {
        self.plugin.clone()
    }
}

impl IntoModel for Actuator {
    type Kept = ActuatorRecord;

    fn into_kept(self, class: &Class, diag: &mut Diagnostics) -> Option<ActuatorRecord> {
        let mut record = class.actuator.clone();
        record.edit(&self, diag);
        Some(record)
    }

    fn label(&self) -> (&str, &str) {
        (self.kind.tag(), self.name.text())
    }

    fn class(&self) -> Option<&Attr<String>> {
        Some(&self.class)
    }

    fn used(&self) -> Option<Plugin> {
        Self::used(self)
    }

    fn check(&self, diag: &mut Diagnostics) {
        self.check(TrnType::Undefined, diag);
    }
}

impl IntoModel for Equality {
    type Kept = EqualityRecord;

    fn into_kept(self, class: &Class, _: &mut Diagnostics) -> Option<EqualityRecord> {
        Some(EqualityRecord::new(&self, &class.equality))
    }

    fn label(&self) -> (&str, &str) {
        (self.kind.tag(), self.name.text())
    }

    fn class(&self) -> Option<&Attr<String>> {
        Some(&self.class)
    }
}

impl IntoModel for Sensor {
    type Kept = SensorRecord;

    fn into_kept(self, _: &Class, diag: &mut Diagnostics) -> Option<SensorRecord> {
        SensorRecord::new(&self, diag)
    }

    fn label(&self) -> (&str, &str) {
        (&self.tag, self.name.text())
    }

    fn used(&self) -> Option<Plugin> {
        Self::used(self)
    }

    fn check(&self, diag: &mut Diagnostics) {
        self.check(diag);
    }
}

impl Spec {
    /// The world, for adding elements.
    pub fn world(&mut self) -> At<'_> {
        self.at(Self::WORLD)
    }

    /// A body, for adding elements.
    pub fn body(&mut self, id: Id<body::Body>) -> At<'_> {
        self.at(id)
    }

    /// A frame, for adding elements.
    pub fn frame(&mut self, id: Id<body::Frame>) -> At<'_> {
        self.at(id)
    }

    /// A body or a frame, for adding elements.
    pub fn at(&mut self, place: impl Into<Place>) -> At<'_> {
        At {
            place: place.into(),
            spec: self,
        }
    }

    /// Adds an element outside the tree: an asset, a tendon, an actuator, a sensor, and so on.
    pub fn add<T: IntoModel>(&mut self, el: T) -> Result<Id<T::Kept>, EditError> {
        let class = el.class().map_or("", Attr::text).to_owned();
        self.known_class(&class)?;
        let mut diag = Diagnostics::new();
        el.check(&mut diag);
        let used = el.used();
        let values = self.classes.inherited(&class);
        let kept = el.into_kept(&values, &mut diag);
        Self::said(&diag)?;
        let kept = kept.ok_or(EditError::Unknown("element"))?;
        self.names.add(T::Kept::OBJ, kept.name().text(), 0);
        Ok(self.list_one(kept, 0, &class, used.as_ref()))
    }

    /// Appends an element outside the tree, with its class and its plugin.
    pub(crate) fn list_one<T: Listed>(
        &mut self,
        el: T,
        settings: usize,
        class: &str,
        plugin: Option<&Plugin>,
    ) -> Id<T> {
        let mut item = Item::new(el, settings);
        if !class.is_empty() {
            class.clone_into(&mut item.class);
        }
        item.plugin = plugin.map(|plugin| plugins::used(plugin, &mut self.plugins));
        T::list_mut(self).push(item)
    }

    /// Refuses the name of an unknown class.
    fn known_class(&self, name: &str) -> Result<(), EditError> {
        if name.is_empty() || self.classes.find(name).is_some() {
            return Ok(());
        }
        Err(EditError::NoClass(name.to_owned()))
    }

    /// Adds nodes to a place; `undo` is called if that fails.
    fn fill(
        &mut self,
        place: Place,
        nodes: &[Node],
        undo: impl FnOnce(&mut Self),
    ) -> Result<(), EditError> {
        if nodes.is_empty() {
            return Ok(());
        }
        let filled = self.grow(place, nodes);
        if filled.is_err() {
            undo(self);
        }
        filled
    }

    /// Adds an element to a body or a frame as it is, without a class.
    fn add_plain<T: Carried>(&mut self, place: Place, el: T) -> Result<Id<T>, EditError> {
        let id = self.add_to(place, T::default())?;
        self.names.add(T::OBJ, el.name().text(), 0);
        T::arena_mut(self)[id].el = el;
        Ok(id)
    }

    /// Removes a frame with its contents.
    fn clear_frame(&mut self, frame: Id<body::Frame>) {
        let Some(b) = self.frames.get(frame).map(|item| item.body) else {
            return;
        };
        let inside = |spec: &Self, around| spec.around(around).contains(&frame);
        for child in self.bodies[b].bodies.clone() {
            if inside(self, self.bodies[child].body.frame) {
                self.remove(child);
            }
        }
        macro_rules! clear {
            ($($list:ident),*) => { $(
                let mut kept = self.bodies[b].$list.clone();
                kept.retain(|&id| !inside(self, self.$list[id].frame));
                self.total = self.total.saturating_sub(self.bodies[b].$list.len() - kept.len());
                self.bodies[b].$list = kept;
            )* };
        }
        clear!(joints, geoms, sites, cameras, lights, frames);
        self.bodies[b].frames.retain(|&id| id != frame);
        self.total = self.total.saturating_sub(1);
    }
}
