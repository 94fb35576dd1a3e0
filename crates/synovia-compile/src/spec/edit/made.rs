//! Elements that a program created: they have no place in a file, and messages refer to them by their handles.
//!
//! Before a model is compiled, each of them gets a span in a file that does not exist, one for each kind, at the position of its handle.
//! A message about it can thus be traced back to it.

use synovia_mjcf::{Element, FileId, Span};

use crate::spec::actuator::ActuatorRecord;
use crate::spec::edit::attach::REPLICA;
use crate::spec::equality::EqualityRecord;
use crate::spec::kinds::{list_kinds, tree_kinds};
use crate::spec::names::Obj;
use crate::spec::sensor::SensorRecord;
use crate::spec::store::Spec;

/// Files with these numbers do not exist.
const FIRST: u32 = u32::MAX - 64;

fn span(obj: Obj, index: usize) -> Span {
    Span {
        file: FileId(FIRST + obj as u32),
        start: u32::try_from(index).unwrap_or(u32::MAX),
        end: 0,
    }
}

/// An element whose place can be set.
trait Placed {
    fn put(&mut self, span: Span);
}

impl<T: Element> Placed for T {
    fn put(&mut self, span: Span) {
        if *self.place() == Span::default() {
            *self.place() = span;
        }
        self.place_all();
    }
}

/// Implements it for a record.
macro_rules! record {
    ($($T:ty: $($attr:ident)*;)*) => { $(
        impl Placed for $T {
            fn put(&mut self, span: Span) {
                if self.span == Span::default() {
                    self.span = span;
                }
                $( self.$attr.place(self.span); )*
            }
        }
    )* };
}

record! {
    EqualityRecord: name name1 name2;
    SensorRecord: name objname refname dim cutoff noise user;
    ActuatorRecord: name target slidersite refsite;
}

impl Spec {
    /// Gives all elements that a program created a place that identifies them.
    pub fn place_made(&mut self) {
        for (index, node) in self.bodies.iter_mut().enumerate() {
            node.body.el.put(span(Obj::Body, index));
            if let Some(inertial) = &mut node.inertial {
                inertial.el.put(span(Obj::Body, index));
            }
        }
        macro_rules! tree {
            ($([$Obj:ident, $T:ty, $list:ident, $class:ident])*) => { $(
                self.$list.for_each_made(|index, item| item.el.put(span(Obj::$Obj, index)));
            )* };
        }
        tree_kinds!(tree!);
        macro_rules! lists {
            ($([$Obj:ident, $T:ty, $list:ident, $class:ident])*) => { $(
                self.$list.for_each_mut(|id, item| item.el.put(span(Obj::$Obj, id.index())));
            )* };
        }
        list_kinds!(lists!);
    }

    /// Stores the line of each element for messages; `line_of` maps spans to lines.
    pub fn note_lines(&mut self, line_of: &dyn Fn(Span) -> Option<usize>) {
        let generators = core::mem::take(&mut self.generators);
        let note = |info: &mut String, span: Span| {
            if (info.is_empty() || *info == REPLICA)
                && span != Span::default()
                && !generators.contains(&span)
                && let Some(line) = line_of(span)
            {
                let start = if info.is_empty() { "line " } else { REPLICA };
                *info = format!("{start}{line}");
            }
        };
        // the world has no line
        for node in self.bodies.iter_mut().skip(1) {
            note(&mut node.body.info, node.body.el.span);
        }
        macro_rules! tree {
            ($($list:ident)*) => { $(
                self.$list.for_each_made(|_, item| note(&mut item.info, item.el.span));
            )* };
        }
        tree!(geoms sites cameras lights frames);
        // the reference has no lines of `freejoint` elements
        self.joints.for_each_made(|_, item| {
            if item.free_align.is_none() {
                note(&mut item.info, item.el.span);
            }
        });
        macro_rules! lists {
            ($($list:ident)*) => { $(
                self.$list.for_each_mut(|_, item| note(&mut item.info, item.el.span));
            )* };
        }
        lists!(meshes skins flexes hfields textures materials pairs excludes tendons numerics texts tuples);
        lists!(equalities sensors actuators);
        self.generators = generators;
    }

    /// The element that a message is about, if a program created it: its kind and its handle.
    pub fn made_at(&self, span: Span) -> Option<(Obj, usize)> {
        let number = span.file.0.checked_sub(FIRST)?;
        let obj = Obj::ALL.into_iter().find(|&obj| obj as u32 == number)?;
        Some((obj, span.start as usize))
    }

    /// A message with the element that it is about: its name, its id among those of its kind, and its info text.
    pub fn explain(&mut self, error: &synovia_mjcf::Error) -> String {
        let meant = match error.suggestion.as_str() {
            "" => String::new(),
            near => format!(" (did you mean \"{near}\"?)"),
        };
        let message = format!("Error: {}{meant}", error.kind);
        let Some((obj, index)) = error.span.and_then(|span| self.made_at(span)) else {
            return message;
        };
        let mut text = |member: &str| match self.read_member(obj, index, member) {
            Ok(super::members::Value::Text(text)) => text,
            _ => String::new(),
        };
        let (name, info) = (text("name"), text("info"));
        let number = self.all_of(obj).iter().position(|&id| id == index);
        let number = number.map_or(-1, |number| number as i64);
        let comma = if info.is_empty() { "" } else { ", " };
        format!("{message}\nElement name '{name}', id {number}{comma}{info}")
    }
}
