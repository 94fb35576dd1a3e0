//! The kinds of elements, listed once: where the elements of each are, and which class they start from.
//!
//! | list          | kinds                    | where the elements are                               |
//! |---------------|--------------------------|------------------------------------------------------|
//! | `tree_kinds!` | what bodies carry        | an [`Arena`]; bodies have the handles of theirs      |
//! | `list_kinds!` | what is outside the tree | a [`List`]                                           |
//!
//! Both call another macro with a row for each kind: its [`Obj`], its type, the name of the field that has its elements, and whether it
//! starts from a class (`frame`: it names the class of its contents). Bodies and instances of plugins are in neither.

use core::fmt::Debug;

use synovia_mjcf::spec::body;

use super::arena::{Arena, Id, List};
use super::classes::{Class, Classed};
use super::edit::EditError;
use super::names::{Named, Obj};
use super::store::{BodyNode, Item, Spec};

/// `tree_kinds!(rows! arguments)` calls `rows!` with all kinds that bodies carry, and the arguments.
macro_rules! tree_kinds {
    ($rows:ident! $($arguments:tt)*) => {
        $rows! {
            [Joint, synovia_mjcf::spec::body::Joint, joints, classed]
            [Geom, synovia_mjcf::spec::body::Geom, geoms, classed]
            [Site, synovia_mjcf::spec::body::Site, sites, classed]
            [Camera, synovia_mjcf::spec::body::Camera, cameras, classed]
            [Light, synovia_mjcf::spec::body::Light, lights, classed]
            [Frame, synovia_mjcf::spec::body::Frame, frames, frame]
            $($arguments)*
        }
    };
}
pub(super) use tree_kinds;

/// `list_kinds!(rows! arguments)` calls `rows!` with all kinds outside the tree, and the arguments.
macro_rules! list_kinds {
    ($rows:ident! $($arguments:tt)*) => {
        $rows! {
            [Mesh, synovia_mjcf::spec::asset::Mesh, meshes, classed]
            [Skin, synovia_mjcf::spec::asset::Skin, skins, classless]
            [Flex, synovia_mjcf::spec::flex::Flex, flexes, classless]
            [Hfield, synovia_mjcf::spec::asset::Hfield, hfields, classless]
            [Texture, synovia_mjcf::spec::asset::Texture, textures, classless]
            [Material, synovia_mjcf::spec::asset::Material, materials, classed]
            [Pair, synovia_mjcf::spec::relation::Pair, pairs, classed]
            [Exclude, synovia_mjcf::spec::relation::Exclude, excludes, classless]
            [Equality, crate::spec::equality::EqualityRecord, equalities, classless]
            [Tendon, synovia_mjcf::spec::relation::Tendon, tendons, classed]
            [Actuator, crate::spec::actuator::ActuatorRecord, actuators, classless]
            [Sensor, crate::spec::sensor::SensorRecord, sensors, classless]
            [Numeric, synovia_mjcf::spec::custom::Numeric, numerics, classless]
            [Text, synovia_mjcf::spec::custom::Text, texts, classless]
            [Tuple, synovia_mjcf::spec::custom::Tuple, tuples, classless]
            [Key, synovia_mjcf::spec::custom::Key, keys, classless]
            $($arguments)*
        }
    };
}
pub(super) use list_kinds;

/// `by_kind!(obj, T => with T, otherwise)`: one expression for each kind.
macro_rules! by_kind {
    ($obj:expr, $T:ident => $run:expr, $otherwise:expr) => {
        match $obj {
            $crate::spec::names::Obj::Body => {
                type $T = synovia_mjcf::spec::body::Body;
                $run
            }
            _ => $crate::spec::kinds::by_tree!(
                $obj,
                $T => $run,
                $crate::spec::kinds::by_list!($obj, $T => $run, $otherwise)
            ),
        }
    };
}
pub(super) use by_kind;

/// The same for what bodies carry, except for bodies.
macro_rules! by_tree {
    ($obj:expr, $T:ident => $run:expr, $otherwise:expr) => {
        $crate::spec::kinds::tree_kinds!(by_row! ($obj) $T ($run) ($otherwise))
    };
}
pub(super) use by_tree;

/// The same for what is outside the tree.
macro_rules! by_list {
    ($obj:expr, $T:ident => $run:expr, $otherwise:expr) => {
        $crate::spec::kinds::list_kinds!(by_row! ($obj) $T ($run) ($otherwise))
    };
}
pub(super) use by_list;

/// See above.
macro_rules! by_row {
    ($([$Obj:ident, $Kind:ty, $list:ident, $class:ident])* ($obj:expr) $T:ident ($run:expr) ($otherwise:expr)) => {
        match $obj {
            $( $crate::spec::names::Obj::$Obj => {
                type $T = $Kind;
                $run
            } )*
            _ => $otherwise,
        }
    };
}
pub(super) use by_row;

/// Any kind of element that a handle can refer to.
pub trait Stored: Named + Clone + Debug + Default {
    /// The element of a handle, with what the model knows of it.
    fn item(spec: &Spec, id: Id<Self>) -> Option<&Item<Self>>;
    /// The element of a handle, for editing.
    fn item_mut(spec: &mut Spec, id: Id<Self>) -> Option<&mut Item<Self>>;
    /// All of the kind that are in the model, in its order.
    fn all(spec: &Spec) -> Vec<Id<Self>>;
    /// Takes an element out of the model.
    fn delete(spec: &mut Spec, id: Id<Self>) -> Result<(), EditError>;
    /// The class that it names, for a body or a frame that of its contents; empty if it names none.
    fn class_name(&self) -> &str;
    /// One that names a class and nothing else, if its kind starts from one.
    fn of_class(name: &str) -> Self;
    /// The element with its class merged in.
    #[must_use]
    fn merged(self, class: &Class) -> Self;
}

/// A kind of element that bodies carry.
pub trait Carried: Stored {
    /// All elements of this kind, for editing.
    fn arena_mut(spec: &mut Spec) -> &mut Arena<Self>;
    /// Those of a body.
    fn carried(node: &BodyNode) -> &Vec<Id<Self>>;
    /// Those of a body, for editing.
    fn carried_mut(node: &mut BodyNode) -> &mut Vec<Id<Self>>;
}

/// A kind of element outside the tree.
pub trait Listed: Stored {
    /// All elements of this kind, for editing.
    fn list_mut(spec: &mut Spec) -> &mut List<Self>;
}

/// The functions of [`Stored`] that concern classes.
macro_rules! class_of_kind {
    (classed) => {
        fn class_name(&self) -> &str {
            self.class.text()
        }
        fn of_class(name: &str) -> Self {
            Self::default().class(name)
        }
        fn merged(self, class: &Class) -> Self {
            self.over_class(class)
        }
    };
    (frame) => {
        fn class_name(&self) -> &str {
            self.childclass.text()
        }
        class_of_kind!(own);
    };
    (classless) => {
        fn class_name(&self) -> &str {
            ""
        }
        class_of_kind!(own);
    };
    (own) => {
        fn of_class(_: &str) -> Self {
            Self::default()
        }
        fn merged(self, _: &Class) -> Self {
            self
        }
    };
}

macro_rules! carried {
    ($([$Obj:ident, $T:ty, $list:ident, $class:ident])*) => { $(
        impl Carried for $T {
            fn arena_mut(spec: &mut Spec) -> &mut Arena<Self> {
                &mut spec.$list
            }
            fn carried(node: &BodyNode) -> &Vec<Id<Self>> {
                &node.$list
            }
            fn carried_mut(node: &mut BodyNode) -> &mut Vec<Id<Self>> {
                &mut node.$list
            }
        }

        impl Stored for $T {
            fn item(spec: &Spec, id: Id<Self>) -> Option<&Item<Self>> {
                spec.$list.get(id)
            }
            fn item_mut(spec: &mut Spec, id: Id<Self>) -> Option<&mut Item<Self>> {
                spec.$list.get_mut(id)
            }
            fn all(spec: &Spec) -> Vec<Id<Self>> {
                let order = spec.depth_first(0);
                let ids = order.iter().flat_map(|&b| &spec.bodies[b].$list);
                ids.copied().collect()
            }
            fn delete(spec: &mut Spec, id: Id<Self>) -> Result<(), EditError> {
                spec.delete_from(id)
            }
            class_of_kind!($class);
        }
    )* };
}

macro_rules! listed {
    ($([$Obj:ident, $T:ty, $list:ident, $class:ident])*) => { $(
        impl Listed for $T {
            fn list_mut(spec: &mut Spec) -> &mut List<Self> {
                &mut spec.$list
            }
        }

        impl Stored for $T {
            fn item(spec: &Spec, id: Id<Self>) -> Option<&Item<Self>> {
                spec.$list.get(id)
            }
            fn item_mut(spec: &mut Spec, id: Id<Self>) -> Option<&mut Item<Self>> {
                spec.$list.get_mut(id)
            }
            fn all(spec: &Spec) -> Vec<Id<Self>> {
                spec.$list.ids().to_vec()
            }
            fn delete(spec: &mut Spec, id: Id<Self>) -> Result<(), EditError> {
                spec.delete_listed(id)
            }
            class_of_kind!($class);
        }
    )* };
}

tree_kinds!(carried!);
list_kinds!(listed!);

impl Stored for body::Body {
    fn item(spec: &Spec, id: Id<Self>) -> Option<&Item<Self>> {
        spec.bodies.get(id.index()).map(|node| &node.body)
    }
    fn item_mut(spec: &mut Spec, id: Id<Self>) -> Option<&mut Item<Self>> {
        let node = spec.bodies.get_mut(id.index())?;
        Some(&mut node.body)
    }
    fn all(spec: &Spec) -> Vec<Id<Self>> {
        spec.depth_first(0).into_iter().map(Id::new).collect()
    }
    fn delete(spec: &mut Spec, id: Id<Self>) -> Result<(), EditError> {
        spec.delete_body(id)
    }
    fn class_name(&self) -> &str {
        self.childclass.text()
    }
    fn of_class(name: &str) -> Self {
        Self::default().childclass(name)
    }
    fn merged(self, _: &Class) -> Self {
        self
    }
}

/// The type that a joint or geom of a class has before it says so itself; zero for other kinds.
pub(super) fn born<T: Named>(class: &Class) -> i32 {
    match T::OBJ {
        Obj::Joint => class.joint.values().kind.to_i32(),
        Obj::Geom => class.geom.values().kind.to_i32(),
        _ => 0,
    }
}
