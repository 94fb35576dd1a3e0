//! Writes attributes that differ from those of a class, one row each.
//!
//! `differ!(node, own, class; contype, kind "type", [friction])` adds the fields of `own` that differ from those of `class`, under
//! their own names or the names that follow. A list in brackets is written without trailing numbers that do not differ.

use synovia_mjcf::keyword::{FluidShape, Interp, Limited};
use synovia_mjcf::member::Value;
use synovia_mjcf::write::Node;
use synovia_mjcf::{Element, Outputs};
use synovia_model::DType;
use synovia_model::enums::{
    BiasType, CamLight, DynType, FlexSelf, GainType, GeomType, JointType, LightType, Mark,
    MeshInertia, Projection, SleepPolicy,
};
use synovia_model::record::Record;

/// A value that is written if it differs from that of a class.
pub(super) trait Differ {
    /// Adds it if it differs.
    fn differ(self, class: Self, name: &'static str, node: &mut Node);
}

impl Differ for i32 {
    fn differ(self, class: Self, name: &'static str, node: &mut Node) {
        node.int(name, self, i64::from(class));
    }
}

impl Differ for [i32; 2] {
    fn differ(self, class: Self, name: &'static str, node: &mut Node) {
        self.map(f64::from).differ(class.map(f64::from), name, node);
    }
}

impl Differ for f64 {
    fn differ(self, class: Self, name: &'static str, node: &mut Node) {
        node.number(name, self, class);
    }
}

impl<const N: usize> Differ for [f64; N] {
    fn differ(self, class: Self, name: &'static str, node: &mut Node) {
        node.numbers_unless(name, &self, &class);
    }
}

impl Differ for f32 {
    fn differ(self, class: Self, name: &'static str, node: &mut Node) {
        node.singles(name, &[self], &[class]);
    }
}

impl<const N: usize> Differ for [f32; N] {
    fn differ(self, class: Self, name: &'static str, node: &mut Node) {
        node.singles(name, &self, &class);
    }
}

impl Differ for &str {
    fn differ(self, class: Self, name: &'static str, node: &mut Node) {
        node.text_unless(name, self, class);
    }
}

impl Differ for bool {
    fn differ(self, class: Self, name: &'static str, node: &mut Node) {
        if self != class {
            node.text(name, self.to_string());
        }
    }
}

impl Differ for Outputs {
    fn differ(self, class: Self, name: &'static str, node: &mut Node) {
        if self != class {
            node.text(name, self.words());
        }
    }
}

macro_rules! words {
    ($($Name:ident)*) => { $(
        impl Differ for $Name {
            fn differ(self, class: Self, name: &'static str, node: &mut Node) {
                if self != class {
                    node.text(name, self.word());
                }
            }
        }
    )* };
}

words! {
    BiasType CamLight DynType FlexSelf FluidShape GainType GeomType Interp JointType LightType Mark MeshInertia Projection SleepPolicy Limited
}

/// Adds the field of a record that the attribute `name` of an element belongs to, if it differs; nothing if either does not have it.
/// Numbers of words are written as words.
pub(super) fn differ_field<E: Element, R: Record>(
    name: &str,
    now: &R,
    default: &R,
    node: &mut Node,
) {
    let attribute = E::ATTRIBUTES.iter().find(|one| one.member.name == name);
    let place = R::FIELDS.iter().position(|field| field.name == name);
    let (Some(attribute), Some(k)) = (attribute, place) else {
        return;
    };
    let (name, info) = (attribute.names[0], &R::FIELDS[k]);
    let (Some(now), Some(default)) = (now.field(k), default.field(k)) else {
        return;
    };
    match info.dtype {
        DType::F64 => node.numbers_unless(name, &f64s(now), &f64s(default)),
        DType::F32 => node.singles(name, &f32s(now), &f32s(default)),
        _ => {
            let number = |bytes: &[u8]| bytes.try_into().map_or(0, i32::from_ne_bytes);
            let (now, default) = (number(now), number(default));
            if attribute.words.is_empty() {
                node.int(name, now, i64::from(default));
            } else if now != default {
                let mut el = E::default();
                el.slot(info.name, &mut |slot| {
                    let _without_word = slot.write(Value::Int(now.into()));
                });
                let word = el.written().into_iter().next();
                node.text(name, word.map_or_else(String::new, |(_, word)| word));
            }
        }
    }
}

fn f64s(bytes: &[u8]) -> Vec<f64> {
    let (numbers, _) = bytes.as_chunks();
    numbers.iter().map(|x| f64::from_ne_bytes(*x)).collect()
}

fn f32s(bytes: &[u8]) -> Vec<f32> {
    let (numbers, _) = bytes.as_chunks();
    numbers.iter().map(|x| f32::from_ne_bytes(*x)).collect()
}

/// See above.
macro_rules! differ {
    ($node:expr, $own:expr, $class:expr; $($row:tt $($name:literal)?),* $(,)?) => {
        { $( $crate::write::differ::differ!(@row $node, $own, $class, $row $($name)?); )* }
    };
    (@row $node:expr, $own:expr, $class:expr, [$field:ident]) => {
        $node.leading_unless(stringify!($field), &$own.$field, &$class.$field)
    };
    (@row $node:expr, $own:expr, $class:expr, $field:ident) => {
        $crate::write::differ::differ!(@row $node, $own, $class, $field stringify!($field))
    };
    (@row $node:expr, $own:expr, $class:expr, $field:ident $name:expr) => {
        $crate::write::differ::Differ::differ($own.$field, $class.$field, $name, $node)
    };
}
pub(super) use differ;
