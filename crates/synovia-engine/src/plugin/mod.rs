//! Plugins: passive forces, actuators, sensors and shapes that a program adds to the engine.
//!
//! A [`Plugin`] is a kind, registered under a name: it declares its configuration keys and capabilities, and creates an
//! [`Instance`] for each `<instance>` of a model and each simulation. The step calls the instance:
//!
//! | call                    | when                                          | writes                                 |
//! |-------------------------|-----------------------------------------------|----------------------------------------|
//! | [`Instance::reset`]     | the simulation is reset                       | its state                              |
//! | [`Instance::passive`]   | after all other passive forces                | adds to `force.qfrc_passive`           |
//! | [`Instance::act_dot`]   | after the native activation dynamics          | its actuators' `actuator.act_dot`      |
//! | [`Instance::actuate`]   | after the forces of all other actuators       | its actuators' `actuator.force`        |
//! | [`Instance::sense`]     | after all other sensors of its stage          | its sensors' `sensor.sensordata`       |
//! | [`Instance::advance`]   | the step integrates                           | its state                              |
//! | [`Instance::draw`]      | a scene is built                              | shapes and colours of the scene        |
//!
//! Numbers that must survive a saved and restored run are stored in `state.plugin_state`, in the range
//! [`PluginTable::state`](synovia_model::tables::PluginTable::state) of the instance; fields of the instance itself are
//! derived from the model, or a cache. A shape is created when the model is compiled, and belongs to it.
//!
//! | file          | holds                                             |
//! |---------------|---------------------------------------------------|
//! | [`config`]    | the strings that configure an instance            |
//! | [`registry`]  | plugins by name                                   |
//! | `instances`   | the instances of a simulation, and their calls    |
//! | [`draw`]      | drawing by instances                              |
//! | `pid`         | control of actuators                              |
//! | `cable`       | rods that resist twist and bending                |
//! | `touch_grid`  | images of contact forces                          |
//! | `sdf`         | bolt, bowl, gear, nut and torus                   |

mod cable;
pub mod config;
pub mod draw;
pub(crate) mod instances;
mod pid;
pub mod registry;
mod sdf;
mod touch_grid;

use std::sync::Arc;

use synovia_geom::sdf::Implicit;
use synovia_model::Model;
use synovia_model::enums::Stage;
use synovia_model::id::{PluginId, SensorId};

use crate::data::Data;
pub use config::{Config, ConfigError};
pub use draw::{Drawn, Pen};
pub use registry::{RegisterError, Registry, register};

/// The capabilities of a plugin: a sum of the constants.
#[doc(alias = "mjtPluginCapabilityBit")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capability(pub i32);

impl Capability {
    /// Forces of actuators.
    pub const ACTUATOR: Self = Self(1);
    /// Readings of sensors.
    pub const SENSOR: Self = Self(1 << 1);
    /// Passive forces.
    pub const PASSIVE: Self = Self(1 << 2);
    /// Signed distance fields.
    pub const SDF: Self = Self(1 << 3);

    /// True if it includes all of `other`.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for Capability {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A kind of plugin.
#[doc(alias = "mjpPlugin")]
pub trait Plugin: Send + Sync {
    /// The name that models use: `company.area.name`.
    fn name(&self) -> &str;

    /// The configuration keys.
    fn attributes(&self) -> &[&str] {
        &[]
    }

    /// The capabilities.
    fn capabilities(&self) -> Capability;

    /// True for plugins of the engine itself, whose writes are trusted; writes of others are checked.
    #[doc(hidden)]
    fn is_builtin(&self) -> bool {
        false
    }

    /// True if its instances need a host: see [`Callbacks::host`](crate::callback::Callbacks::host).
    fn is_hosted(&self) -> bool {
        false
    }

    /// The stage after which its sensors are evaluated.
    fn stage(&self) -> Stage {
        Stage::Acc
    }

    /// Number of state variables of an instance.
    fn state_len(&self, model: &Model, at: PluginId) -> Result<usize, ConfigError> {
        let _ = (model, at);
        Ok(0)
    }

    /// Number of outputs of a sensor of an instance.
    fn sensor_len(&self, model: &Model, at: PluginId, s: SensorId) -> Result<usize, ConfigError> {
        let _ = (model, at, s);
        Ok(0)
    }

    /// An instance for a new simulation. The model is complete; the compiler has checked that the instance can be created.
    fn instance(&self, model: &Model, at: PluginId) -> Result<Box<dyn Instance>, ConfigError>;

    /// The shape of an instance that is a signed distance field. Called while the model is compiled, before its tables
    /// exist.
    fn shape(&self, config: &Config<'_>) -> Result<Arc<dyn Implicit>, ConfigError> {
        let _ = config;
        Err(ConfigError::new("this plugin has no signed distance field"))
    }
}

/// Why an instance cannot continue: a message, shown with the name of the plugin.
pub type Failure = Box<dyn core::error::Error + Send + Sync>;

/// An instance of a plugin in one simulation.
///
/// A call may read and write all of the simulation; the table of the [module](self) lists what each is meant to write.
/// After warm-up it should not allocate.
pub trait Instance: Send + Sync {
    /// The same instance for a copy of the simulation.
    fn copy(&self) -> Box<dyn Instance>;

    /// Resets the instance; `state` is zero.
    fn reset(&mut self, model: &Model, at: PluginId, state: &mut [f64]) {
        let _ = (model, at, state);
    }

    /// Adds its passive forces.
    fn passive(&mut self, model: &Model, data: &mut Data, at: PluginId) -> Result<(), Failure> {
        let _ = (model, data, at);
        Ok(())
    }

    /// Sets the rates of its activations.
    fn act_dot(&mut self, model: &Model, data: &mut Data, at: PluginId) -> Result<(), Failure> {
        let _ = (model, data, at);
        Ok(())
    }

    /// Sets the forces of its actuators.
    fn actuate(&mut self, model: &Model, data: &mut Data, at: PluginId) -> Result<(), Failure> {
        let _ = (model, data, at);
        Ok(())
    }

    /// Sets the readings of its sensors.
    fn sense(&mut self, model: &Model, data: &mut Data, at: PluginId) -> Result<(), Failure> {
        let _ = (model, data, at);
        Ok(())
    }

    /// Advances its state by a step.
    fn advance(&mut self, model: &Model, data: &mut Data, at: PluginId) -> Result<(), Failure> {
        let _ = (model, data, at);
        Ok(())
    }

    /// Draws the results of the last step.
    #[doc(alias = "visualize")]
    fn draw(&self, model: &Model, data: &Data, at: PluginId, pen: &mut dyn Pen) {
        let _ = (model, data, at, pen);
    }
}
