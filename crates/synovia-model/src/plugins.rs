//! The code of the plugins of a model; their numbers are in [`PluginTable`](crate::tables::PluginTable).
//!
//! A plugin is opaque here; the engine casts it to its own type. Shapes are stored separately, because collision detection
//! and rays look them up by geom, without a simulation.

use core::any::Any;
use core::fmt;
use std::sync::Arc;

use synovia_geom::sdf::Implicit;

use crate::id::PluginId;

/// The code of one plugin instance.
#[derive(Clone)]
pub struct Brought {
    /// The plugin, opaque to this crate.
    pub plugin: Arc<dyn Any + Send + Sync>,
    /// Its shape, if it is a signed distance field.
    pub shape: Option<Arc<dyn Implicit>>,
}

/// The code of all plugin instances. Cheap to copy; equal to any other one, because it has no numbers.
#[derive(Clone, Default)]
pub struct Plugins {
    list: Arc<[Brought]>,
}

impl Plugins {
    /// One entry per row of the plugin table.
    pub fn new(list: Vec<Brought>) -> Self {
        Self { list: list.into() }
    }

    /// The code of an instance.
    #[inline]
    pub fn get(&self, at: PluginId) -> Option<&Brought> {
        self.list.get(at.get()?.index())
    }

    /// The shape of an instance that is a signed distance field.
    #[inline]
    pub fn shape(&self, at: PluginId) -> Option<&dyn Implicit> {
        self.get(at)?.shape.as_deref()
    }

    /// Number of instances.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// True if there are no plugins.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

impl fmt::Debug for Plugins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Plugins({})", self.list.len())
    }
}

impl PartialEq for Plugins {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
