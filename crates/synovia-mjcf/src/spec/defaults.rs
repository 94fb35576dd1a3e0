//! Default classes: a tree of partial elements.

use crate::spec::{actuator, asset, body, relation};
use crate::{Attr, Span};

/// Index of a class in [`Defaults`].
pub type ClassId = usize;

/// The attributes of one class for each kind of element; inherited values are not included.
#[derive(Clone, Debug, Default)]
pub struct DefaultClass {
    /// The place of the class in the source.
    pub span: Span,
    /// Its name.
    pub name: Attr<String>,
    /// Its parent class; `None` for the root.
    pub parent: Option<ClassId>,
    /// `mesh`.
    pub mesh: asset::Mesh,
    /// `material`.
    pub material: asset::Material,
    /// `joint`.
    pub joint: body::Joint,
    /// `geom`.
    pub geom: body::Geom,
    /// `site`.
    pub site: body::Site,
    /// `camera`.
    pub camera: body::Camera,
    /// `light`.
    pub light: body::Light,
    /// `pair`.
    pub pair: relation::Pair,
    /// `equality`.
    pub equality: relation::Equality,
    /// `tendon`.
    pub tendon: relation::Tendon,
    /// `general`, `motor`, … in the order of the file: all of them edit one record, one after the other.
    pub actuators: Vec<actuator::Actuator>,
}

/// The tree of classes; the first is the root, and a parent precedes its children.
#[derive(Clone, Debug)]
pub struct Defaults {
    /// All classes.
    pub classes: Vec<DefaultClass>,
}

impl Default for Defaults {
    fn default() -> Self {
        Self {
            classes: vec![DefaultClass::default()],
        }
    }
}

impl Defaults {
    /// The root, named `main` unless specified otherwise.
    pub const ROOT: ClassId = 0;

    /// Name of a class.
    pub fn name(&self, id: ClassId) -> &str {
        self.classes[id].name.get().map_or("main", String::as_str)
    }

    /// The class with this name.
    pub fn find(&self, name: &str) -> Option<ClassId> {
        (0..self.classes.len()).find(|&id| self.name(id) == name)
    }

    /// The classes from the root to `id`.
    pub fn lineage(&self, id: ClassId) -> Vec<ClassId> {
        let mut line: Vec<_> =
            core::iter::successors(Some(id), |&k| self.classes[k].parent).collect();
        line.reverse();
        line
    }
}
