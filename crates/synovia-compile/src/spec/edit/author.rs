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

use synovia_mjcf::diag::Diagnostics;
use synovia_mjcf::spec::actuator::Actuator;
use synovia_mjcf::spec::body::Node;
use synovia_mjcf::spec::relation::Equality;
use synovia_mjcf::spec::sensor::Sensor;
use synovia_mjcf::spec::{asset, body, custom, flex, relation};
use synovia_model::enums::JointType;

use super::join::{Moved, Rename};
use crate::spec::actuator::ActuatorRecord;
use crate::spec::arena::Id;
use crate::spec::edit::{Carried, EditError, Listed, Place};
use crate::spec::equality::EqualityRecord;
use crate::spec::plugins;
use crate::spec::sensor::SensorRecord;
use crate::spec::store::Spec;

/// An element that can be added to a body or frame.
pub trait IntoTree {
    /// Its type in the model.
    type Kept;
    /// Adds it.
    fn put_into(self, spec: &mut Spec, place: Place) -> Result<Id<Self::Kept>, EditError>;
}

/// An element outside the tree.
pub trait IntoModel {
    /// Its type in the model.
    type Kept;
    /// Adds it.
    fn put_into(self, spec: &mut Spec) -> Result<Id<Self::Kept>, EditError>;
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
    ($($T:ty),*) => { $(
        impl IntoModel for $T {
            type Kept = Self;
            fn put_into(self, spec: &mut Spec) -> Result<Id<Self>, EditError> {
                spec.known_class(self.class_name().unwrap_or_default())?;
                Ok(spec.append(self))
            }
        }
    )* };
}

lists!(
    asset::Material,
    relation::Pair,
    relation::Tendon,
    asset::Skin,
    flex::Flex,
    asset::Hfield,
    asset::Texture,
    relation::Exclude,
    custom::Numeric,
    custom::Text,
    custom::Tuple,
    custom::Key,
    ActuatorRecord,
    EqualityRecord,
    SensorRecord
);

impl IntoModel for asset::Mesh {
    type Kept = Self;

    fn put_into(self, spec: &mut Spec) -> Result<Id<Self>, EditError> {
        spec.known_class(self.class.text())?;
        let plugin = self.plugin.clone();
        let id = spec.append(self);
        spec.lend_plugin(id, plugin.as_ref());
        Ok(id)
    }
}

impl IntoModel for Actuator {
    type Kept = ActuatorRecord;

    fn put_into(self, spec: &mut Spec) -> Result<Id<ActuatorRecord>, EditError> {
        spec.known_class(self.class.text())?;
        let mut record = spec.classes.inherited(self.class.text()).actuator.clone();
        let mut diag = Diagnostics::new();
        record.edit(&self, &mut diag);
        Spec::said(&diag)?;
        let id = spec.append_of(record, self.class.text());
        spec.lend_plugin(id, self.used().as_ref());
        Ok(id)
    }
}

impl IntoModel for Equality {
    type Kept = EqualityRecord;

    fn put_into(self, spec: &mut Spec) -> Result<Id<EqualityRecord>, EditError> {
        spec.known_class(self.class.text())?;
        let class = spec.classes.inherited(self.class.text());
        let record = EqualityRecord::new(&self, &class.equality);
        Ok(spec.append_of(record, self.class.text()))
    }
}

impl IntoModel for Sensor {
    type Kept = SensorRecord;

    fn put_into(self, spec: &mut Spec) -> Result<Id<SensorRecord>, EditError> {
        let mut diag = Diagnostics::new();
        let record = SensorRecord::new(&self, &mut diag);
        Spec::said(&diag)?;
        let record = record.ok_or(EditError::Unknown("sensor"))?;
        let id = spec.append(record);
        spec.lend_plugin(id, self.used().as_ref());
        Ok(id)
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
        el.put_into(self)
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

    /// Appends a record that was created from a class.
    pub(crate) fn append_of<T: Listed>(&mut self, record: T, class: &str) -> Id<T> {
        let id = self.append(record);
        if let (Some(loose), false) = (T::list_mut(self).get_mut(id), class.is_empty()) {
            class.clone_into(&mut loose.class);
        }
        id
    }

    /// Sets the plugin of an element outside the tree.
    fn lend_plugin<T: Listed>(
        &mut self,
        id: Id<T>,
        plugin: Option<&synovia_mjcf::spec::plugin::Plugin>,
    ) {
        let used = plugin.map(|plugin| plugins::used(plugin, &mut self.plugins));
        if let Some(loose) = T::list_mut(self).get_mut(id) {
            loose.plugin = used;
        }
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
