//! Plugins by name.
//!
//! A model is compiled with a [`Registry`]. The process has one, which starts with the built-in plugins and to which
//! [`register`] adds; a program can compile with its own, so that tests do not interfere.

use std::sync::{Arc, PoisonError, RwLock};

use synovia_model::id::PluginId;
use synovia_model::{Brought, Model, Plugins};

use super::cable::Cable;
use super::pid::Pid;
use super::touch_grid::TouchGrid;
use super::{Capability, Config, ConfigError, Plugin, sdf};

/// A plugin as models store it: see [`Brought`].
pub(crate) struct Kept(pub Arc<dyn Plugin>);

/// The plugin of an instance.
pub fn kind(model: &Model, at: PluginId) -> Option<&dyn Plugin> {
    let kept = model.plugins.get(at)?.plugin.downcast_ref::<Kept>()?;
    Some(&*kept.0)
}

/// A plugin in the form in which models store it.
pub fn keep(plugin: Arc<dyn Plugin>) -> Arc<dyn core::any::Any + Send + Sync> {
    Arc::new(Kept(plugin))
}

/// Why a plugin cannot be registered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RegisterError {
    /// It has no name.
    #[error("a plugin needs a name")]
    Nameless,
    /// Another plugin has this name.
    #[error("there is a plugin \"{0}\" already")]
    Taken(String),
}

/// Plugins by name, each with its number: the order of registration.
#[derive(Clone)]
pub struct Registry {
    list: Vec<Arc<dyn Plugin>>,
}

impl Registry {
    /// The built-in plugins, with the numbers of the reference.
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

    /// A copy of the registry of this process.
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

    /// The plugin with this name, and its number.
    pub fn find(&self, name: &str) -> Option<(usize, &Arc<dyn Plugin>)> {
        let mut all = self.list.iter().enumerate();
        all.find(|(_, plugin)| plugin.name() == name)
    }

    /// Attaches the code of plugins, by their numbers, to a model that was stored and read again.
    ///
    /// Refuses a model whose plugins declare something else about it than when it was compiled.
    pub fn bring(&self, model: &mut Model) -> Result<(), ConfigError> {
        let mut brought = Vec::with_capacity(model.plugin.len());
        for at in model.plugin.ids() {
            let slot = model.plugin.slot[at];
            let plugin = usize::try_from(slot).ok().and_then(|k| self.list.get(k));
            let plugin = plugin.ok_or_else(|| {
                ConfigError::new(format!(
                    "plugin[{}] is {slot}, but no plugin is registered with that number",
                    at.0
                ))
            })?;
            let config = Config::read(&**plugin, model, at);
            let shape = if plugin.capabilities().has(Capability::SDF) {
                Some(
                    plugin
                        .shape(&config)
                        .map_err(|e| in_plugin(&**plugin, at, e))?,
                )
            } else {
                None
            };
            brought.push(Brought {
                plugin: keep(Arc::clone(plugin)),
                shape,
            });
        }
        model.plugins = Plugins::new(brought);
        check_uses(model)?;
        for at in model.plugin.ids() {
            if let Some(plugin) = kind(model, at) {
                check_fits(plugin, model, at).map_err(|error| in_plugin(plugin, at, error))?;
            }
        }
        Ok(())
    }

    /// All names, in the order of their numbers.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|plugin| plugin.name())
    }
}

/// Adds the name of the plugin to its error.
fn in_plugin(plugin: &dyn Plugin, at: PluginId, error: ConfigError) -> ConfigError {
    let message = format!("plugin {}, instance {}: {error}", plugin.name(), at.0);
    ConfigError {
        key: error.key,
        message,
    }
}

/// Checks that every element uses a plugin with the required capability.
fn check_uses(model: &Model) -> Result<(), ConfigError> {
    let uses = [
        ("body_plugin", model.body.plugin.rows(), Capability::PASSIVE),
        ("geom_plugin", model.geom.plugin.rows(), Capability::SDF),
        (
            "actuator_plugin",
            model.actuator.plugin.rows(),
            Capability::ACTUATOR,
        ),
        (
            "sensor_plugin",
            model.sensor.plugin.rows(),
            Capability::SENSOR,
        ),
    ];
    for (name, rows, needed) in uses {
        for (row, &at) in rows.iter().enumerate() {
            let Some(plugin) = kind(model, at) else {
                continue;
            };
            if !plugin.capabilities().has(needed) {
                let message = format!(
                    "{name}[{row}] is {}, but plugin {} does not have that capability",
                    at.0,
                    plugin.name()
                );
                return Err(ConfigError::new(message));
            }
        }
    }
    Ok(())
}

/// Checks that a plugin needs exactly the memory that the model reserves for it, and that it can be instantiated.
fn check_fits(plugin: &dyn Plugin, model: &Model, at: PluginId) -> Result<(), ConfigError> {
    let (found, asked) = (model.plugin.statenum[at], plugin.state_len(model, at)?);
    if usize::try_from(found) != Ok(asked) {
        let message = format!("its state has {found} numbers, but it needs {asked}");
        return Err(ConfigError::new(message));
    }
    for s in model.sensor.ids().filter(|&s| model.sensor.plugin[s] == at) {
        let (found, asked) = (model.sensor.dim[s], plugin.sensor_len(model, at, s)?);
        if usize::try_from(found) != Ok(asked) {
            let row = s.index();
            let message = format!("sensor_dim[{row}] is {found}, but it has {asked} numbers");
            return Err(ConfigError::new(message));
        }
    }
    plugin.instance(model, at).map(|_| ())
}

impl core::fmt::Debug for Registry {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

static PROCESS: RwLock<Option<Registry>> = RwLock::new(None);

/// Adds a plugin to the registry of the process; returns its number.
#[doc(alias = "mjp_registerPlugin")]
pub fn register(plugin: Arc<dyn Plugin>) -> Result<usize, RegisterError> {
    let mut process = PROCESS.write().unwrap_or_else(PoisonError::into_inner);
    process.get_or_insert_with(Registry::builtin).add(plugin)
}
