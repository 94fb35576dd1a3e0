//! Writes attributes that differ from those of a class, one row each.
//!
//! `differ!(node, own, class; contype, kind "type", [friction])` adds the fields of `own` that differ from those of `class`, under
//! their own names or the names that follow. A list in brackets is written without trailing numbers that do not differ.

use synovia_mjcf::Outputs;
use synovia_mjcf::keyword::{FluidShape, Interp, Tri};
use synovia_mjcf::write::Node;
use synovia_model::enums::{
    BiasType, CamLight, DynType, FlexSelf, GainType, GeomType, JointType, LightType, Mark,
    MeshInertia, Projection, SleepPolicy,
};

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
    BiasType CamLight DynType FlexSelf FluidShape GainType GeomType Interp JointType LightType Mark MeshInertia Projection SleepPolicy Tri
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
