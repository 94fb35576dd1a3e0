//! Editing: elements are added, found, moved and deleted.
//!
//! Elements are referred to by typed handles ([`Id`]) that stay valid whatever happens to the rest of the model. An added element has the
//! values of its class unless it sets them, as in a file.
//!
//! ```
//! use synovia_compile::spec::Spec;
//! use synovia_mjcf::attr::Lead;
//! use synovia_mjcf::spec::body::{Body, Geom};
//!
//! let mut spec = Spec::new();
//! let ball = spec.world().add(Body::new("ball").pos([0.0, 0.0, 1.0]))?;
//! let geom = spec.body(ball).add(Geom::sphere("round", 0.1))?;
//! assert_eq!(spec.ids::<Geom>(), [geom]);
//!
//! spec.named_mut::<Geom>("round")?.size.set(Lead::new(&[0.2]));
//! spec.delete(geom)?;
//! assert!(spec.find::<Geom>("round").is_none());
//! # Ok::<(), synovia_compile::spec::edit::EditError>(())
//! ```

pub(crate) mod attach;
pub mod author;
pub(crate) mod branch;
pub mod by_kind;
pub(crate) mod default;
pub mod join;
pub(crate) mod keys;
mod lift;
pub(crate) mod made;
pub mod members;
mod path;
pub(crate) mod refs;
mod shortcut;

use synovia_mjcf::diag::Diagnostics;
use synovia_mjcf::spec::body;
use thiserror::Error;

use crate::spec::arena::Id;
use crate::spec::classes::{Classes, MAIN};
use crate::spec::kinds::{born, list_kinds, tree_kinds};
use crate::spec::layout::flat::Settings;
use crate::spec::names::{Names, Obj};
use crate::spec::store::{Item, Spec};

pub use crate::spec::kinds::{Carried, Listed, Stored};

/// The reason why an edit is not possible.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EditError {
    /// A handle of another model.
    #[error("there is no such {0} in this model")]
    Unknown(&'static str),
    /// An element that the world cannot have.
    #[error("the world cannot have a {0}")]
    World(&'static str),
    /// A frame of another body, or one inside itself.
    #[error("the frame is not in the same body, or is inside the element that it would contain")]
    Frame,
    /// The world itself, or the root class.
    #[error("{0} cannot be deleted")]
    Undeletable(&'static str),
    /// The class already exists.
    #[error("a default class \"{0}\" already exists")]
    Class(String),
    /// The class does not exist.
    #[error("there is no default class \"{0}\"")]
    NoClass(String),
    /// No element has this name.
    #[error("there is no {0} \"{1}\" in this model")]
    NoName(&'static str, String),
    /// Errors found while models were joined.
    #[error("{0}")]
    Joined(String),
}

/// The place of a tree element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a body.
    Body(Id<body::Body>),
    /// In a frame of a body.
    Frame(Id<body::Frame>),
}

impl From<Id<body::Body>> for Place {
    fn from(id: Id<body::Body>) -> Self {
        Self::Body(id)
    }
}

impl From<Id<body::Frame>> for Place {
    fn from(id: Id<body::Frame>) -> Self {
        Self::Frame(id)
    }
}

impl Default for Spec {
    fn default() -> Self {
        Self::new()
    }
}

impl Spec {
    /// A model with only the world.
    pub fn new() -> Self {
        Self::with(Classes::builtin(), Settings::default())
    }

    /// The handle of the world.
    pub const WORLD: Id<body::Body> = Id::FIRST;

    /// The element of a handle; `None` for a handle of another model.
    pub fn get<T: Stored>(&self, id: Id<T>) -> Option<&T> {
        T::item(self, id).map(|item| &item.el)
    }

    /// The element of a handle, for editing.
    pub fn get_mut<T: Stored>(&mut self, id: Id<T>) -> Option<&mut T> {
        T::item_mut(self, id).map(|item| &mut item.el)
    }

    /// Like [`Self::get_mut`], with an error for a handle of another model.
    pub fn edit<T: Stored>(&mut self, id: Id<T>) -> Result<&mut T, EditError> {
        self.get_mut(id).ok_or(EditError::Unknown(T::OBJ.word()))
    }

    /// The handles of all elements of a kind, in the order of the compiled model.
    pub fn ids<T: Stored>(&self) -> Vec<Id<T>> {
        T::all(self)
    }

    /// The first element of this kind and name.
    pub fn find<T: Stored>(&self, name: &str) -> Option<Id<T>> {
        let named = |&id: &Id<T>| self.get(id).is_some_and(|el| el.name().text() == name);
        T::all(self).into_iter().find(named)
    }

    /// Like [`Self::find`], with an error if there is none.
    pub fn named<T: Stored>(&self, name: &str) -> Result<Id<T>, EditError> {
        let found = self.find(name);
        found.ok_or_else(|| EditError::NoName(T::OBJ.word(), name.to_owned()))
    }

    /// The first element of this kind and name, for editing.
    pub fn named_mut<T: Stored>(&mut self, name: &str) -> Result<&mut T, EditError> {
        let id = self.named::<T>(name)?;
        self.get_mut(id).ok_or(EditError::Unknown(T::OBJ.word()))
    }

    /// All elements of a kind with their handles, in the order of the compiled model.
    pub fn iter<T: Stored>(&self) -> impl Iterator<Item = (Id<T>, &T)> {
        let ids = T::all(self).into_iter();
        ids.filter_map(|id| Some((id, self.get(id)?)))
    }

    /// A body and its descendants, depth first.
    pub fn subtree(&self, body: Id<body::Body>) -> Vec<Id<body::Body>> {
        if body.index() >= self.bodies.len() {
            return Vec::new();
        }
        let order = self.depth_first(body.index());
        order.into_iter().map(Id::new).collect()
    }

    /// The elements of a kind in the subtree of a body, in order.
    pub fn below<T: Carried>(&self, body: Id<body::Body>) -> Vec<Id<T>> {
        let bodies = self.subtree(body).into_iter();
        bodies
            .flat_map(|b| self.carried::<T>(b).iter().copied())
            .collect()
    }

    /// The elements of a kind in a body, in order.
    pub fn carried<T: Carried>(&self, body: Id<body::Body>) -> &[Id<T>] {
        let node = self.bodies.get(body.index());
        node.map_or(&[], |node| T::carried(node).as_slice())
    }

    /// The child bodies of a body, in order.
    pub fn children(&self, body: Id<body::Body>) -> Vec<Id<body::Body>> {
        let node = self.bodies.get(body.index());
        let children = node.map_or(&[][..], |node| node.bodies.as_slice());
        children.iter().map(|&child| Id::new(child)).collect()
    }

    /// The parent of a body; `None` for the world.
    pub fn parent(&self, body: Id<body::Body>) -> Option<Id<body::Body>> {
        let node = self.bodies.get(body.index())?;
        (body.index() != 0).then(|| Id::new(node.parent))
    }

    /// The body that contains an element.
    pub fn body_of<T: Carried>(&self, id: Id<T>) -> Option<Id<body::Body>> {
        T::item(self, id).map(|item| Id::new(item.body))
    }

    /// The frame that encloses an element, inside its body.
    pub fn frame_of<T: Carried>(&self, id: Id<T>) -> Option<Id<body::Frame>> {
        T::item(self, id)?.frame
    }

    /// The frame that encloses a body, inside its parent.
    pub fn frame_of_body(&self, id: Id<body::Body>) -> Option<Id<body::Frame>> {
        body::Body::item(self, id)?.frame
    }

    /// The body and the frame of a place.
    pub(crate) fn resolve(
        &self,
        place: Place,
    ) -> Result<(usize, Option<Id<body::Frame>>), EditError> {
        match place {
            Place::Body(id) if id.index() < self.bodies.len() => Ok((id.index(), None)),
            Place::Body(_) => Err(EditError::Unknown("body")),
            Place::Frame(id) => match self.frames.get(id) {
                Some(frame) => Ok((frame.body, Some(id))),
                None => Err(EditError::Unknown("frame")),
            },
        }
    }

    /// Name of the default class of elements in a body, or in one of its frames.
    pub(crate) fn class_at(&self, body: usize, frame: Option<Id<body::Frame>>) -> String {
        let frames = self.around(frame).into_iter().rev();
        let around = frames.map(|id| self.frames[id].class.as_str());
        let own = core::iter::once(self.bodies[body].body.class.as_str());
        let found = around.chain(own).find(|class| !class.is_empty());
        found.unwrap_or(MAIN).to_owned()
    }

    /// Adds a body, without its contents.
    pub fn add_body(
        &mut self,
        place: impl Into<Place>,
        el: body::Body,
    ) -> Result<Id<body::Body>, EditError> {
        let (parent, frame) = self.resolve(place.into())?;
        let class = match el.childclass.text() {
            "" => self.class_at(parent, frame),
            named => named.to_owned(),
        };
        self.names.add(Obj::Body, el.name.text(), 0);
        let item = Item {
            el,
            frame,
            class,
            ..Item::default()
        };
        Ok(Id::new(self.push_body(parent, item)))
    }

    /// Adds an element to a body or a frame, with the values of the class it names.
    pub fn add_to<T: Carried>(
        &mut self,
        place: impl Into<Place>,
        el: T,
    ) -> Result<Id<T>, EditError> {
        let (body, frame) = self.resolve(place.into())?;
        if body == 0 && T::OBJ == Obj::Joint {
            return Err(EditError::World("joint"));
        }
        let class = match el.class_name() {
            "" if T::OBJ == Obj::Frame => String::new(),
            "" => self.class_at(body, frame),
            named => named.to_owned(),
        };
        let values = self.classes.inherited(&class);
        let (el, born) = (el.merged(&values), born::<T>(&values));
        self.names.add(T::OBJ, el.name().text(), born);
        Ok(self.put(Item {
            el,
            frame,
            class,
            body,
            born,
            ..Item::default()
        }))
    }

    /// Adds an element outside the tree, with the values of the class it names.
    pub fn append<T: Listed>(&mut self, el: T) -> Id<T> {
        let class = el.class_name().to_owned();
        let el = el.merged(&self.classes.inherited(&class));
        self.names.add(T::OBJ, el.name().text(), 0);
        let mut item = Item::new(el, 0);
        if !class.is_empty() {
            item.class = class;
        }
        T::list_mut(self).push(item)
    }

    /// Moves an element to another frame of the same body, or out of all frames.
    pub fn set_frame<T: Carried>(
        &mut self,
        id: Id<T>,
        frame: Option<Id<body::Frame>>,
    ) -> Result<(), EditError> {
        let unknown = EditError::Unknown(T::OBJ.word());
        let body = T::item(self, id).ok_or(unknown.clone())?.body;
        let own = (T::OBJ == Obj::Frame).then(|| Id::new(id.index()));
        self.check_frame(body, frame, own)?;
        T::item_mut(self, id).ok_or(unknown)?.frame = frame;
        Ok(())
    }

    /// Moves a body to a frame of its parent, or out of all frames.
    pub fn set_frame_of_body(
        &mut self,
        id: Id<body::Body>,
        frame: Option<Id<body::Frame>>,
    ) -> Result<(), EditError> {
        let parent = self.parent(id).ok_or(EditError::Unknown("body"))?;
        self.check_frame(parent.index(), frame, None)?;
        self.bodies[id.index()].body.frame = frame;
        Ok(())
    }

    /// Refuses a frame that is not in this body, or is inside the frame `own`.
    fn check_frame(
        &self,
        body: usize,
        frame: Option<Id<body::Frame>>,
        own: Option<Id<body::Frame>>,
    ) -> Result<(), EditError> {
        let Some(frame) = frame else { return Ok(()) };
        let there = self.frames.get(frame).ok_or(EditError::Unknown("frame"))?;
        let inside = own.is_some_and(|own| self.around(Some(frame)).contains(&own));
        if there.body != body || inside {
            return Err(EditError::Frame);
        }
        Ok(())
    }

    /// Deletes an element: a body with its contents and all elements that refer to them, see [`Self::delete_body`]; any other element
    /// alone.
    #[doc(alias = "mjs_delete")]
    pub fn delete<T: Stored>(&mut self, id: Id<T>) -> Result<(), EditError> {
        T::delete(self, id)
    }

    /// Deletes a tree element. References to it stay, and are reported when the model is compiled.
    pub fn delete_from<T: Carried>(&mut self, id: Id<T>) -> Result<(), EditError> {
        let unknown = EditError::Unknown(T::OBJ.word());
        let item = T::item(self, id).ok_or(unknown)?;
        let (body, frame, own) = (item.body, item.frame, item.plugin.clone());
        let list = T::carried_mut(&mut self.bodies[body]);
        let before = list.len();
        list.retain(|&other| other != id);
        self.total = self.total.saturating_sub(before - list.len());
        self.plugins.drop_own(own.as_ref());
        if T::OBJ == Obj::Frame {
            self.dissolve(Id::new(id.index()), body, frame);
        }
        Ok(())
    }

    /// Moves the contents of a deleted frame to the frame that enclosed it.
    fn dissolve(&mut self, gone: Id<body::Frame>, body: usize, outer: Option<Id<body::Frame>>) {
        self.each_frame(body, |frame| {
            if *frame == Some(gone) {
                *frame = outer;
            }
        });
    }

    /// Calls `visit` with the frame around each element of a body and around each child body.
    pub(crate) fn each_frame(
        &mut self,
        body: usize,
        mut visit: impl FnMut(&mut Option<Id<body::Frame>>),
    ) {
        let node = &self.bodies[body];
        macro_rules! tree {
            ($([$Obj:ident, $T:ty, $list:ident, $class:ident])*) => { $(
                for &id in &node.$list {
                    visit(&mut self.$list[id].frame);
                }
            )* };
        }
        tree_kinds!(tree!);
        for child in node.bodies.clone() {
            visit(&mut self.bodies[child].body.frame);
        }
    }

    /// Deletes an element outside the tree.
    pub fn delete_listed<T: Listed>(&mut self, id: Id<T>) -> Result<(), EditError> {
        let unknown = EditError::Unknown(T::OBJ.word());
        let own = T::item(self, id).ok_or(unknown)?.plugin.clone();
        T::list_mut(self).take_out(id);
        self.plugins.drop_own(own.as_ref());
        Ok(())
    }

    /// Deletes a body with its contents, and every pair, exclude, tendon, equality, actuator and sensor that refers to any
    /// of them; its numbers are removed from keyframes.
    pub fn delete_body(&mut self, id: Id<body::Body>) -> Result<(), EditError> {
        if id.index() == 0 {
            return Err(EditError::Undeletable("the world"));
        }
        if id.index() >= self.bodies.len() {
            return Err(EditError::Unknown("body"));
        }
        // names are only needed for references; skipping them otherwise avoids the cost of the whole model
        if self.has_relations() {
            self.refresh_names();
        }
        // DIFFERENCE(delete-keyframes): the reference silently deletes nothing if keyframes are shorter than the model
        self.lengthen_keys();
        let mut diag = Diagnostics::new();
        self.cut_template(id.index(), &mut diag);
        Self::said(&diag)
    }

    /// Whether there are elements that refer to the tree and are deleted with it.
    fn has_relations(&self) -> bool {
        !(self.pairs.is_empty()
            && self.excludes.is_empty()
            && self.tendons.is_empty()
            && self.equalities.is_empty()
            && self.actuators.is_empty()
            && self.sensors.is_empty())
    }

    /// The first error.
    pub(crate) fn said(diag: &Diagnostics) -> Result<(), EditError> {
        match diag.errors().first() {
            Some(error) => Err(EditError::Joined(error.message())),
            None => Ok(()),
        }
    }

    /// Registers all names again: programs may have changed them through handles.
    pub fn refresh_names(&mut self) {
        let mut names = Names::default();
        for b in self.depth_first(0) {
            let node = &self.bodies[b];
            names.add(Obj::Body, node.body.el.name.text(), 0);
            macro_rules! tree {
                ($([$Obj:ident, $T:ty, $list:ident, $class:ident])*) => { $(
                    for item in self.$list.each(&node.$list) {
                        names.add(Obj::$Obj, item.el.name.text(), item.born);
                    }
                )* };
            }
            tree_kinds!(tree!);
        }
        macro_rules! lists {
            ($([$Obj:ident, $T:ty, $list:ident, $class:ident])*) => { $(
                for item in self.$list.iter() {
                    names.add(Obj::$Obj, item.el.name.text(), 0);
                }
            )* };
        }
        list_kinds!(lists!);
        for name in self.plugins.names() {
            names.add(Obj::Plugin, name, 0);
        }
        self.names = names;
    }

    /// Name of the root class.
    pub const MAIN: &'static str = MAIN;
}
