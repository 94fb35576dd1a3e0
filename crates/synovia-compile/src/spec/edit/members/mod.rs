//! Members: the values of every element under the names of the reference's programming interface.
//!
//! Attributes are members by their declaration (`synovia_mjcf::element!`); the files here list members that are not attributes or have
//! another form.

mod assets;
mod relations;
mod settings;
mod tree;

pub use synovia_mjcf::member::{Cell, Info, Kind as MemberKind, Slot, Value};

use synovia_mjcf::member::{Bound, Field, Plain};
use synovia_mjcf::spec::body;
use synovia_mjcf::{Attr, Blank, Element};
use thiserror::Error;

use crate::spec::arena::Id;
use crate::spec::classes::Class;
use crate::spec::kinds::{Stored, by_list, by_row, by_tree};
use crate::spec::names::Obj;
use crate::spec::store::Spec;

/// The reason why a member cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MemberError {
    /// There is no member of this name.
    #[error("{element} has no member {name}")]
    Unknown {
        /// The element.
        element: &'static str,
        /// The name.
        name: String,
    },
    /// The value has another type or another length.
    #[error("{name} takes {expected}")]
    Mismatch {
        /// The name.
        name: String,
        /// The expected value.
        expected: String,
    },
}

/// An element whose members are accessed by name.
pub trait Members {
    /// The descriptions of its members.
    fn infos() -> Vec<Info>;
    /// Calls `visit` with a member; false if the name is unknown.
    fn member(&mut self, name: &str, visit: &mut dyn FnMut(&mut dyn Slot)) -> bool;
}

/// The members that are attributes of an element; its class is not among them.
fn declared<E: Element>() -> impl Iterator<Item = Info> {
    let all = E::ATTRIBUTES.iter().map(|attribute| attribute.member);
    all.filter(|info| !matches!(info.name, "" | "class"))
}

/// The member of an element with this name.
fn declared_as<E: Element>(name: &'static str) -> Info {
    let found = declared::<E>().find(|info| info.name == name);
    found.unwrap_or(Info {
        name,
        attribute: "",
        kind: MemberKind::Text,
        unit: "",
        doc: "",
    })
}

/// A string or number of a record that is empty or zero if it is unset.
fn blank<T: Blank>(attr: &mut Attr<T>) -> Bound<'_, T> {
    let builtin = T::BLANK;
    Bound { attr, builtin }
}

/// Declares members besides the attributes of an element: name, type, unit, place. With `as`, members of a record: those without a type
/// are described by the attributes of that element, and those in brackets are the fields of the same names.
macro_rules! members {
    (@info $E:ty, $name:literal, []) => { super::declared_as::<$E>($name) };
    (@info $E:ty, $name:literal, [$($doc:literal)+] ($kind:expr $(, $unit:literal)?)) => {
        super::Info {
            name: $name,
            attribute: "",
            kind: { use super::MemberKind::*; $kind },
            unit: concat!($($unit)?),
            doc: concat!($($doc),+),
        }
    };
    (@list $E:ty, $el:ident { $(
        $([$($same:ident)*])?
        $(#[doc = $doc:literal])* $name:literal $(($kind:expr $(, $unit:literal)?))? => $slot:expr;
    )* $(and [$($last:ident)*])? }) => {
        [
            $(
                $( $( super::declared_as::<$E>(stringify!($same)), )* )?
                super::members!(@info $E, $name, [$($doc)*] $(($kind $(, $unit)?))?),
            )*
            $( $( super::declared_as::<$E>(stringify!($last)), )* )?
        ]
    };
    (@visit $el:ident, $member:ident, $visit:ident { $(
        $([$($same:ident)*])?
        $(#[doc = $doc:literal])* $name:literal $(($kind:expr $(, $unit:literal)?))? => $slot:expr;
    )* $(and [$($last:ident)*])? } else $rest:expr) => {
        match $member {
            $(
                $( $( _ if $member == stringify!($same) => super::Field::visit(&mut $el.$same, $visit), )* )?
                $name => $visit(&mut $slot),
            )*
            $( $( _ if $member == stringify!($last) => super::Field::visit(&mut $el.$last, $visit), )* )?
            _ => return $rest,
        }
    };
    ($T:ty, $el:ident { $($rows:tt)* }) => {
        impl super::Members for $T {
            fn infos() -> Vec<super::Info> {
                let special = super::members!(@list $T, $el { $($rows)* });
                super::declared::<$T>().chain(special).collect()
            }
            #[allow(unreachable_code)] // where all are attributes
            fn member(&mut self, name: &str, visit: &mut dyn FnMut(&mut dyn super::Slot)) -> bool {
                let $el = self;
                super::members!(@visit $el, name, visit { $($rows)* } else synovia_mjcf::Element::slot($el, name, visit));
                true
            }
        }
    };
    ($T:ty as $E:ty, $el:ident { $($rows:tt)* }) => {
        impl super::Members for $T {
            fn infos() -> Vec<super::Info> {
                super::members!(@list $E, $el { $($rows)* }).into()
            }
            fn member(&mut self, name: &str, visit: &mut dyn FnMut(&mut dyn super::Slot)) -> bool {
                let $el = self;
                super::members!(@visit $el, name, visit { $($rows)* } else false);
                true
            }
        }
    };
}
use members;

/// Reads one member.
pub fn read<T: Members>(el: &mut T, name: &str) -> Option<Value> {
    let mut found = None;
    el.member(name, &mut |slot| found = Some(slot.read()));
    found
}

/// Writes one member; `None` if the name is unknown.
pub fn write<T: Members>(el: &mut T, name: &str, value: Value) -> Option<Result<(), String>> {
    let (mut done, mut value) = (None, Some(value));
    el.member(name, &mut |slot| {
        if let Some(value) = value.take() {
            done = Some(slot.write(value));
        }
    });
    done
}

/// One value of each of the elements inside another, as a list. More values than elements make more of them; none at all, where `clear` is
/// given, clear that of each.
struct Each<'a, T, V> {
    all: &'a mut Vec<T>,
    get: fn(&T) -> V,
    set: fn(&mut T, V),
    clear: Option<fn(&mut T)>,
}

impl<T: Default, V> Slot for Each<'_, T, V>
where
    Vec<V>: Cell,
{
    fn read(&self) -> Value {
        let values: Vec<V> = self.all.iter().map(self.get).collect();
        values.to_value()
    }
    fn write(&mut self, value: Value) -> Result<(), String> {
        let values = <Vec<V>>::from_value(value)?;
        if let (true, Some(clear)) = (values.is_empty(), self.clear) {
            self.all.iter_mut().for_each(clear);
        }
        if self.all.len() < values.len() {
            self.all.resize_with(values.len(), T::default);
        }
        for (el, value) in self.all.iter_mut().zip(values) {
            (self.set)(el, value);
        }
        Ok(())
    }
}

impl<'a, T, V> Each<'a, T, V> {
    fn new(all: &'a mut Vec<T>, get: fn(&T) -> V, set: fn(&mut T, V)) -> Self {
        let clear = None;
        Self {
            all,
            get,
            set,
            clear,
        }
    }

    fn or_clear(self, clear: fn(&mut T)) -> Self {
        Self {
            clear: Some(clear),
            ..self
        }
    }
}

type Visit<'a> = &'a mut dyn FnMut(&mut dyn Slot);

fn member_of<T: Stored + Members>(
    spec: &mut Spec,
    index: usize,
    name: &str,
    visit: Visit<'_>,
) -> Option<bool> {
    let item = T::item_mut(spec, Id::new(index))?;
    match name {
        "info" => visit(&mut Plain(&mut item.info)),
        "class" => visit(&mut Plain(&mut item.class)),
        "childclass" if T::OBJ == Obj::Frame => visit(&mut Plain(&mut item.class)),
        _ => return Some(item.el.member(name, visit)),
    }
    Some(true)
}

impl Spec {
    /// Calls `visit` with a member of an element, specified by its kind and the index of its handle.
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
            _ => by_tree!(
                obj,
                T => member_of::<T>(self, index, name, visit),
                by_list!(obj, T => member_of::<T>(self, index, name, visit), None)
            ),
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

/// The descriptions of the members of a kind of element; those that all elements have come last.
pub fn infos(obj: Obj) -> Vec<Info> {
    let mut all = match obj {
        Obj::Body => crate::spec::store::BodyNode::infos(),
        Obj::Joint => {
            let align = declared_as::<body::Freejoint>("align");
            body::Joint::infos().into_iter().chain([align]).collect()
        }
        _ => by_tree!(obj, T => T::infos(), by_list!(obj, T => T::infos(), return Vec::new())),
    };
    // records have their class among the members; programs do not see it as one
    all.retain(|info| info.name != "class");
    let common = |name, attribute, doc| Info {
        name,
        attribute,
        kind: MemberKind::Text,
        unit: "",
        doc,
    };
    if matches!(obj, Obj::Body | Obj::Frame) {
        let doc = "Default class of the elements inside that do not name one.";
        all.push(common("childclass", "childclass", doc));
    }
    all.push(common(
        "info",
        "",
        "Text that is added to messages about the element.",
    ));
    all
}

impl Class {
    /// Calls `visit` with a member of the defaults of a class for a kind of element; false if there is none.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::edit::Place;

    #[test]
    fn every_member_is_there_and_has_a_sentence() {
        let mut spec = Spec::new();
        let body = spec.make(Obj::Body, Some(Place::body(0)), None).unwrap();
        let inside = Place::body(body);
        for obj in Obj::ALL.into_iter().filter(|&obj| obj != Obj::Plugin) {
            let in_tree = spec.make(obj, Some(inside), None);
            let index = in_tree.or_else(|_| spec.make(obj, None, None)).unwrap();
            for info in infos(obj) {
                let read = spec.read_member(obj, index, info.name);
                assert!(read.is_ok(), "{obj:?} {info:?}: {read:?}");
                assert!(info.doc.trim().ends_with('.'), "{obj:?} {info:?}");
            }
        }
    }
}
