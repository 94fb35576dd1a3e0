//! Plugins by name.
//!
//! A [`Registry`] is what a model is compiled with. There is one of the process, which starts with the built-in plugins and
//! which [`register`] adds to; a program can compile with its own, so that tests do not meet.

use std::sync::{Arc, PoisonError, RwLock};

use synovia_model::id::PluginId;
use synovia_model::{Brought, Model, Plugins};

use super::cable::Cable;
use super::pid::Pid;
use super::touch_grid::TouchGrid;
use super::{Capability, Config, ConfigError, Plugin, sdf};

/// A plugin as models keep it: see [`Brought`].
pub(crate) struct Kept(pub Arc<dyn Plugin>);

/// The plugin of an instance.
pub fn kind(model: &Model, at: PluginId) -> Option<&dyn Plugin> {
    let kept = model.plugins.get(at)?.plugin.downcast_ref::<Kept>()?;
    Some(&*kept.0)
}

/// A plugin, as models keep it.
pub fn keep(plugin: Arc<dyn Plugin>) -> Arc<dyn core::any::Any + Send + Sync> {
    Arc::new(Kept(plugin))
}

/// Why a plugin is not registered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RegisterError {
    /// It has no name.
    #[error("a plugin needs a name")]
    Nameless,
    /// There is another plugin of this name.
    #[error("there is a plugin \"{0}\" already")]
    Taken(String),
}

/// Plugins by name, each with its number: the place at which it was registered.
#[derive(Clone)]
pub struct Registry {
    list: Vec<Arc<dyn Plugin>>,
}

impl Registry {
    /// The built-in plugins, with the numbers that the reference gives them.
    pub fn builtin() -> Self {
        Self {
            list: vec![
                Arc::new(Pid),
                Arc::new(Cable),
                Arc::new(TouchGrid),
                Arc::new(sdf::BOLT),
                Arc::new(sdf::BOWL),
                Arc::new(sdf::GEAR),
                Arc::new(sdf::NUT),
                Arc::new(sdf::TORUS),
            ],
        }
    }

    /// What is registered in this process now.
    pub fn process() -> Self {
        PROCESS
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
            .unwrap_or_else(Self::builtin)
    }

    /// Adds a plugin; returns its number.
    pub fn add(&mut self, plugin: Arc<dyn Plugin>) -> Result<usize, RegisterError> {
        let name = plugin.name();
        if name.is_empty() {
            return Err(RegisterError::Nameless);
        }
        if self.find(name).is_some() {
            return Err(RegisterError::Taken(name.to_owned()));
        }
        self.list.push(plugin);
        Ok(self.list.len() - 1)
    }

    /// The plugin of a name, with its number.
    pub fn find(&self, name: &str) -> Option<(usize, &Arc<dyn Plugin>)> {
        let mut all = self.list.iter().enumerate();
        all.find(|(_, plugin)| plugin.name() == name)
    }

    /// Gives a model that was stored and read again what its plugins bring along, by their numbers.
    pub fn bring(&self, model: &mut Model) -> Result<(), ConfigError> {
        let mut brought = Vec::with_capacity(model.plugin.len());
        for at in model.plugin.ids() {
            let slot = model.plugin.slot[at];
            let plugin = usize::try_from(slot).ok().and_then(|k| self.list.get(k));
            let plugin = plugin.ok_or_else(|| {
                ConfigError::new(format!("no plugin is registered with the number {slot}"))
            })?;
            let config = Config::read(&**plugin, model, at);
            let shape = if plugin.capabilities().has(Capability::SDF) {
                Some(plugin.shape(&config)?)
            } else {
                None
            };
            brought.push(Brought {
                plugin: keep(Arc::clone(plugin)),
                shape,
            });
        }
        model.plugins = Plugins::new(brought);
        Ok(())
    }

    /// All names, in the order of their numbers.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|plugin| plugin.name())
    }
}

impl core::fmt::Debug for Registry {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

static PROCESS: RwLock<Option<Registry>> = RwLock::new(None);

/// Adds a plugin to those of the process; returns its number.
#[doc(alias = "mjp_registerPlugin")]
pub fn register(plugin: Arc<dyn Plugin>) -> Result<usize, RegisterError> {
    let mut process = PROCESS.write().unwrap_or_else(PoisonError::into_inner);
    process.get_or_insert_with(Registry::builtin).add(plugin)
}
