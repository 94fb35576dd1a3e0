//! Members: the values of every element under the names that the reference's programming interface gives them.
//!
//! What nobody wrote reads as its built-in value. Numbers of the reference stand for keywords.

mod assets;
mod relations;
mod settings;
mod tree;
mod value;

pub use value::{Cell, MemberError, Slot, Value};

use synovia_mjcf::spec::{asset, body, relation};

use crate::spec::actuator::ActuatorRecord;
use crate::spec::arena::Id;
use crate::spec::classes::Class;
use crate::spec::edit::Listed;
use crate::spec::equality::EqualityRecord;
use crate::spec::names::Obj;
use crate::spec::store::{Kind, Spec};

/// An element whose members are known by name.
pub trait Members {
    /// The names of its members.
    const NAMES: &'static [&'static str];
    /// Calls `visit` with the place of a member; false if there is none of this name.
    fn member(&mut self, name: &str, visit: &mut dyn FnMut(&mut dyn Slot)) -> bool;
}

/// Declares the members of an element: name, place.
macro_rules! members {
    ($T:ty, $el:ident { $( $name:literal => $slot:expr; )* }) => {
        impl $crate::spec::edit::members::Members for $T {
            const NAMES: &'static [&'static str] = &[$($name),*];
            #[allow(clippy::too_many_lines)] // one line for each member
            fn member(
                &mut self,
                name: &str,
                visit: &mut dyn FnMut(&mut dyn $crate::spec::edit::members::Slot),
            ) -> bool {
                let $el = self;
                match name {
                    $( $name => visit(&mut $slot), )*
                    _ => return false,
                }
                true
            }
        }
    };
}
use members;

/// `or!(el.pos, default)`: an attribute with its built-in value.
macro_rules! or {
    ($attr:expr, $default:expr) => {
        $crate::spec::edit::members::value::Or {
            attr: &mut $attr,
            default: $default,
        }
    };
}
use or;

/// `full!(el.size, default)`: a short list, shown in full.
macro_rules! full {
    ($attr:expr, $default:expr) => {
        $crate::spec::edit::members::value::Full {
            attr: &mut $attr,
            default: $default,
        }
    };
}
use full;

/// `text!(el.name)`: a string.
macro_rules! text {
    ($attr:expr) => {
        $crate::spec::edit::members::value::Or {
            attr: &mut $attr,
            default: String::new(),
        }
    };
}
use text;

/// Reads one member.
pub fn read<T: Members>(el: &mut T, name: &str) -> Option<Value> {
    let mut found = None;
    el.member(name, &mut |slot| found = Some(slot.read()));
    found
}

/// Writes one member; `None` if there is none of this name.
pub fn write<T: Members>(el: &mut T, name: &str, value: Value) -> Option<Result<(), String>> {
    let (mut done, mut value) = (None, Some(value));
    el.member(name, &mut |slot| {
        if let Some(value) = value.take() {
            done = Some(slot.write(value));
        }
    });
    done
}

type Visit<'a> = &'a mut dyn FnMut(&mut dyn Slot);

fn tree_member<T: Kind + Members>(
    spec: &mut Spec,
    index: usize,
    name: &str,
    visit: Visit<'_>,
) -> Option<bool> {
    let item = T::arena_mut(spec).get_mut(Id::new(index))?;
    match name {
        "info" => visit(&mut value::Plain(&mut item.info)),
        "class" => visit(&mut value::Plain(&mut item.class)),
        "childclass" if T::OBJ == Obj::Frame => visit(&mut value::Plain(&mut item.class)),
        _ => return Some(item.el.member(name, visit)),
    }
    Some(true)
}

fn list_member<T: Listed + Members>(
    spec: &mut Spec,
    index: usize,
    name: &str,
    visit: Visit<'_>,
) -> Option<bool> {
    let loose = T::list_mut(spec).get_mut(Id::new(index))?;
    match name {
        "info" => visit(&mut value::Plain(&mut loose.info)),
        "class" => visit(&mut value::Plain(&mut loose.class)),
        _ => return Some(loose.el.member(name, visit)),
    }
    Some(true)
}

impl Spec {
    /// Calls `visit` with the place of a member of an element, given by its kind and the number of its handle.
    pub fn member(
        &mut self,
        obj: Obj,
        index: usize,
        name: &str,
        visit: Visit<'_>,
    ) -> Result<(), MemberError> {
        let found = match obj {
            Obj::Body => self
                .bodies
                .get_mut(index)
                .map(|node| node.member(name, visit)),
            Obj::Joint if name == "align" => {
                let joint = self.joints.get_mut(Id::new(index));
                joint.map(|item| {
                    visit(&mut tree::Align(&mut item.free_align));
                    true
                })
            }
            Obj::Joint => tree_member::<body::Joint>(self, index, name, visit),
            Obj::Geom => tree_member::<body::Geom>(self, index, name, visit),
            Obj::Site => tree_member::<body::Site>(self, index, name, visit),
            Obj::Camera => tree_member::<body::Camera>(self, index, name, visit),
            Obj::Light => tree_member::<body::Light>(self, index, name, visit),
            Obj::Frame => tree_member::<body::Frame>(self, index, name, visit),
            Obj::Mesh => list_member::<asset::Mesh>(self, index, name, visit),
            Obj::Skin => list_member::<asset::Skin>(self, index, name, visit),
            Obj::Flex => list_member::<synovia_mjcf::spec::flex::Flex>(self, index, name, visit),
            Obj::Hfield => list_member::<asset::Hfield>(self, index, name, visit),
            Obj::Texture => list_member::<asset::Texture>(self, index, name, visit),
            Obj::Material => list_member::<asset::Material>(self, index, name, visit),
            Obj::Pair => list_member::<relation::Pair>(self, index, name, visit),
            Obj::Exclude => list_member::<relation::Exclude>(self, index, name, visit),
            Obj::Equality => list_member::<EqualityRecord>(self, index, name, visit),
            Obj::Tendon => list_member::<relation::Tendon>(self, index, name, visit),
            Obj::Actuator => list_member::<ActuatorRecord>(self, index, name, visit),
            Obj::Sensor => {
                list_member::<crate::spec::sensor::SensorRecord>(self, index, name, visit)
            }
            Obj::Numeric => {
                list_member::<synovia_mjcf::spec::custom::Numeric>(self, index, name, visit)
            }
            Obj::Text => list_member::<synovia_mjcf::spec::custom::Text>(self, index, name, visit),
            Obj::Tuple => {
                list_member::<synovia_mjcf::spec::custom::Tuple>(self, index, name, visit)
            }
            Obj::Key => list_member::<synovia_mjcf::spec::custom::Key>(self, index, name, visit),
            Obj::Plugin => None,
        };
        match found {
            Some(true) => Ok(()),
            _ => Err(MemberError::Unknown {
                element: obj.word(),
                name: name.to_owned(),
            }),
        }
    }

    /// Reads a member, see [`Spec::member`].
    pub fn read_member(
        &mut self,
        obj: Obj,
        index: usize,
        name: &str,
    ) -> Result<Value, MemberError> {
        let mut found = None;
        self.member(obj, index, name, &mut |slot| found = Some(slot.read()))?;
        found.ok_or(MemberError::Unknown {
            element: obj.word(),
            name: name.to_owned(),
        })
    }

    /// Writes a member, see [`Spec::member`].
    pub fn write_member(
        &mut self,
        obj: Obj,
        index: usize,
        name: &str,
        value: Value,
    ) -> Result<(), MemberError> {
        let (mut value, mut done) = (Some(value), Ok(()));
        self.member(obj, index, name, &mut |slot| {
            if let Some(value) = value.take() {
                done = slot.write(value);
            }
        })?;
        done.map_err(|expected| MemberError::Mismatch {
            name: name.to_owned(),
            expected,
        })
    }
}

impl Class {
    /// Calls `visit` with the place of a member of what the class says about a kind of element; false if there is none.
    pub fn member(&mut self, obj: Obj, name: &str, visit: Visit<'_>) -> bool {
        match obj {
            Obj::Mesh => self.mesh.member(name, visit),
            Obj::Material => self.material.member(name, visit),
            Obj::Joint => self.joint.member(name, visit),
            Obj::Geom => self.geom.member(name, visit),
            Obj::Site => self.site.member(name, visit),
            Obj::Camera => self.camera.member(name, visit),
            Obj::Light => self.light.member(name, visit),
            Obj::Pair => self.pair.member(name, visit),
            Obj::Equality => self.equality.member(name, visit),
            Obj::Tendon => self.tendon.member(name, visit),
            Obj::Actuator => self.actuator.member(name, visit),
            Obj::Flex => self.flex.member(name, visit),
            _ => false,
        }
    }
}
