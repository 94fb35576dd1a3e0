//! Editing by kind: the functions of [`crate::spec::edit`] and [`super::join`] for callers that know kinds and handles only at run time.

use synovia_mjcf::spec::body;
use synovia_model::enums::JointType;

use super::attach::AttachedPart;
use super::join::{Moved, Rename};
use super::members::Slot;
use crate::spec::arena::Id;
use crate::spec::edit::{EditError, Listed, Place, Stored};
use crate::spec::kinds::{by_kind, by_list, by_row, by_tree, tree_kinds};
use crate::spec::names::{Obj, from_file};
use crate::spec::sensor::SensorRecord;
use crate::spec::store::Spec;

impl Place {
    /// The body with this handle.
    pub fn body(index: usize) -> Self {
        Self::Body(Id::new(index))
    }

    /// The frame with this handle.
    pub fn frame(index: usize) -> Self {
        Self::Frame(Id::new(index))
    }
}

fn numbers<T>(ids: &[Id<T>]) -> Vec<usize> {
    ids.iter().map(|id| id.index()).collect()
}

impl Spec {
    /// Creates an element: in a body or a frame, or in the model as a whole.
    pub fn make(
        &mut self,
        obj: Obj,
        place: Option<Place>,
        class: Option<&str>,
    ) -> Result<usize, EditError> {
        let inherited = match place {
            // the class of the body, whatever its frames specify
            Some(place) if class.is_none() => {
                self.bodies[self.resolve(place)?.0].body.class.clone()
            }
            _ => String::new(),
        };
        let inherited = Some(inherited.as_str()).filter(|class| !class.is_empty());
        let class = class.or(inherited).unwrap_or(Self::MAIN);
        let Some(place) = place else {
            // records have all values: they start with those of their class
            let of = self.classes.inherited(class);
            match obj {
                Obj::Actuator => return Ok(self.list_new(of.actuator.clone(), class)),
                Obj::Equality => return Ok(self.list_new(of.equality.clone(), class)),
                _ => {}
            }
            return by_list!(
                obj,
                T => Ok(self.append(T::of_class(class)).index()),
                Err(EditError::Unknown("place"))
            );
        };
        if obj == Obj::Body {
            let el = body::Body::of_class(class);
            return self.add_body(place, el).map(Id::index);
        }
        by_tree!(
            obj,
            T => self.add_to(place, T::of_class(class)).map(Id::index),
            Err(EditError::Unknown("kind of element in the tree"))
        )
    }

    /// Appends a record that was created from a class.
    fn list_new<T: Listed>(&mut self, record: T, class: &str) -> usize {
        self.names.add(T::OBJ, record.name().text(), 0);
        self.list_one(record, 0, class, None).index()
    }

    /// Creates a free joint.
    pub fn make_free_joint(&mut self, place: Place) -> Result<usize, EditError> {
        let mut joint = body::Joint::default();
        joint.kind.set(JointType::Free);
        let id = self.add_to(place, joint)?;
        self.joints[id].free_align = Some(synovia_mjcf::keyword::AlignFree::Auto);
        Ok(id.index())
    }

    /// The handles of a kind, in the order of the model.
    pub fn all_of(&self, obj: Obj) -> Vec<usize> {
        by_kind!(obj, T => numbers(&<T as Stored>::all(self)), Vec::new())
    }

    /// The handles of all elements of a kind in a subtree, in order; for bodies, those below it.
    pub fn below_of(&self, obj: Obj, body: usize) -> Vec<usize> {
        if body >= self.bodies.len() {
            return Vec::new();
        }
        let order = self.depth_first(body);
        if obj == Obj::Body {
            return order.into_iter().skip(1).collect();
        }
        let order = order.into_iter().map(Id::new);
        by_tree!(obj, T => order.flat_map(|b| numbers(self.carried::<T>(b))).collect(), Vec::new())
    }

    /// The handles of the elements of a kind in a body.
    pub fn carried_of(&self, obj: Obj, body: usize) -> Vec<usize> {
        if obj == Obj::Body {
            let node = self.bodies.get(body);
            return node.map_or_else(Vec::new, |node| node.bodies.clone());
        }
        by_tree!(obj, T => numbers(self.carried::<T>(Id::new(body))), Vec::new())
    }

    /// The body and the frame that contain a tree element.
    pub fn around_of(&self, obj: Obj, index: usize) -> (Option<usize>, Option<usize>) {
        if obj == Obj::Body {
            let id = Id::new(index);
            return (
                self.parent(id).map(Id::index),
                self.frame_of_body(id).map(Id::index),
            );
        }
        by_tree!(
            obj,
            T => {
                let id = Id::<T>::new(index);
                (self.body_of(id).map(Id::index), self.frame_of(id).map(Id::index))
            },
            (None, None)
        )
    }

    /// Moves a tree element into a frame, or out of all frames.
    pub fn put_into_frame(
        &mut self,
        obj: Obj,
        index: usize,
        frame: Option<usize>,
    ) -> Result<(), EditError> {
        let frame = frame.map(Id::new);
        if obj == Obj::Body {
            return self.set_frame_of_body(Id::new(index), frame);
        }
        by_tree!(
            obj,
            T => self.set_frame(Id::<T>::new(index), frame),
            Err(EditError::Unknown("element in the tree"))
        )
    }

    /// Deletes an element.
    pub fn delete_one(&mut self, obj: Obj, index: usize) -> Result<(), EditError> {
        by_kind!(
            obj,
            T => self.delete(Id::<T>::new(index)),
            Err(EditError::Unknown("element"))
        )
    }

    /// Converts a body to a frame.
    pub fn to_frame(&mut self, body: usize) -> Result<usize, EditError> {
        self.body_to_frame(Id::new(body)).map(Id::index)
    }

    /// A frame at the pose of a site.
    pub fn frame_at(&mut self, site: usize) -> Result<usize, EditError> {
        self.frame_at_site(Id::new(site)).map(Id::index)
    }

    /// Attaches a part of another model: `body`, `frame`, or `model` for all of it.
    pub fn attach_part(
        &mut self,
        place: Place,
        other: &mut Self,
        part: &str,
        index: usize,
        names: Rename<'_>,
    ) -> Result<(usize, Moved), EditError> {
        match (part, place) {
            ("body", Place::Frame(frame)) => {
                let done = self.attach_body(frame, other, Id::new(index), names);
                done.map(|(id, moved)| (id.index(), moved))
            }
            ("frame", place) => {
                let done = self.attach_frame(place, other, Id::new(index), names);
                done.map(|(id, moved)| (id.index(), moved))
            }
            ("model", place) => {
                let done = self.attach_model(place, other, names);
                done.map(|(id, moved)| (id.index(), moved))
            }
            _ => Err(EditError::Unknown("part that could be attached there")),
        }
    }

    /// Attaches a copy of a part of this model to itself: `body`, `frame`, or `model` for all of it.
    pub fn attach_own_part(
        &mut self,
        place: Place,
        part: &str,
        index: usize,
        names: Rename<'_>,
    ) -> Result<usize, EditError> {
        let part = match (part, place) {
            ("body", Place::Frame(_)) => AttachedPart::Body(index),
            ("frame", _) => AttachedPart::Frame(Id::new(index)),
            ("model", _) => AttachedPart::World,
            _ => return Err(EditError::Unknown("part that could be attached there")),
        };
        self.attach_copy(place, part, names)
    }

    /// The handles and names of a kind, in the order of the model; unnamed meshes and textures are named after their file.
    pub fn names_of(&self, obj: Obj) -> Vec<(usize, String)> {
        fn all<T: Stored>(spec: &Spec) -> Vec<(usize, String)> {
            let named = |(id, el): (Id<T>, &T)| (id.index(), el.name().text().to_owned());
            spec.iter::<T>().map(named).collect()
        }
        let mut names = by_kind!(obj, T => all::<T>(self), Vec::new());
        for (id, name) in names.iter_mut().filter(|(_, name)| name.is_empty()) {
            let file = match obj {
                Obj::Mesh => self.meshes.get(Id::new(*id)).map(|item| &item.el.file),
                Obj::Texture => self.textures.get(Id::new(*id)).map(|item| &item.el.file),
                _ => None,
            };
            if let Some(file) = file {
                from_file(file.text()).clone_into(name);
            }
        }
        names
    }

    /// Kind, handle and name of an element and of all that it carries.
    pub fn names_with(&self, obj: Obj, index: usize) -> Vec<(Obj, usize, String)> {
        fn one<T: Stored>(spec: &Spec, id: Id<T>) -> Option<(Obj, usize, String)> {
            let name = spec.get(id)?.name().text().to_owned();
            Some((T::OBJ, id.index(), name))
        }
        if obj != Obj::Body {
            let found = by_kind!(obj, T => one(self, Id::<T>::new(index)), None);
            return found.into_iter().collect();
        }
        let mut all = Vec::new();
        for id in self.subtree(Id::new(index)) {
            all.extend(one::<body::Body>(self, id));
            macro_rules! carried {
                ($([$Obj:ident, $T:ty, $list:ident, $class:ident])*) => { $(
                    all.extend(self.carried::<$T>(id).iter().filter_map(|&id| one(self, id)));
                )* };
            }
            tree_kinds!(carried!);
        }
        all
    }

    /// All default classes: handle, name, handle of the parent.
    pub fn class_list(&self) -> Vec<(usize, String, Option<usize>)> {
        let all = self.classes.iter();
        all.map(|(k, name, around)| (k, name.to_owned(), around))
            .collect()
    }

    /// The name of a default class.
    pub fn class_name(&self, class: usize) -> Option<&str> {
        let mut all = self.classes.iter();
        all.find(|&(k, ..)| k == class).map(|(_, name, _)| name)
    }

    /// The handle of the class with this name.
    pub fn find_class(&self, name: &str) -> Option<usize> {
        self.classes.find(name)
    }

    /// Adds a child class with the values of its parent.
    pub fn add_class(&mut self, name: &str, around: usize) -> Result<usize, EditError> {
        let added = self.classes.add(name, around);
        added.ok_or_else(|| EditError::Class(name.to_owned()))
    }

    /// Deletes a class with its descendants.
    pub fn delete_class(&mut self, class: usize) -> Result<(), EditError> {
        if self.classes.delete(class) {
            Ok(())
        } else {
            Err(EditError::Undeletable("the root class"))
        }
    }

    /// The number of outputs of a sensor; `None` if it depends on the rest of the model.
    pub fn data_size(&self, sensor: usize) -> Option<i32> {
        let record: &SensorRecord = self.get(Id::new(sensor))?;
        record.data_size()
    }

    /// Renames a class.
    pub fn rename_class(&mut self, class: usize, name: &str) {
        self.classes.rename(class, name);
    }

    /// Calls `visit` with a member of a class; false if there is none.
    pub fn class_member(
        &mut self,
        class: usize,
        obj: Obj,
        name: &str,
        visit: &mut dyn FnMut(&mut dyn Slot),
    ) -> bool {
        let class = self.classes.get_mut(class);
        class.is_some_and(|class| class.member(obj, name, visit))
    }
}
