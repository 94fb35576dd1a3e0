//! What the plugins of a model brought along: code, beside the numbers of [`PluginTable`](crate::tables::PluginTable).
//!
//! The engine knows what a plugin is; here it is something that the engine will recognise. Shapes are kept apart, because
//! collision detection and rays ask for them by geom, without a simulation.

use core::any::Any;
use core::fmt;
use std::sync::Arc;

use synovia_geom::sdf::Implicit;

use crate::id::PluginId;

/// What one instance of a plugin brought along.
#[derive(Clone)]
pub struct Brought {
    /// The plugin, for the engine.
    pub plugin: Arc<dyn Any + Send + Sync>,
    /// Its shape, if it is a signed distance field.
    pub shape: Option<Arc<dyn Implicit>>,
}

/// What plugins brought along, instance by instance. Cheap to copy; equal to any other one, because it has no numbers.
#[derive(Clone, Default)]
pub struct Plugins {
    list: Arc<[Brought]>,
}

impl Plugins {
    /// One entry for each row of the table of plugins.
    pub fn new(list: Vec<Brought>) -> Self {
        Self { list: list.into() }
    }

    /// What an instance brought.
    #[inline]
    pub fn get(&self, at: PluginId) -> Option<&Brought> {
        self.list.get(at.get()?.index())
    }

    /// The shape of an instance that is a signed distance field.
    #[inline]
    pub fn shape(&self, at: PluginId) -> Option<&dyn Implicit> {
        self.get(at)?.shape.as_deref()
    }

    /// How many instances there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// True without plugins.
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
