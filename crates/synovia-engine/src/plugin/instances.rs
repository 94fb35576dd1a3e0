//! The instances of plugins in a simulation, and how the step calls them.

use core::fmt;

use synovia_model::Model;
use synovia_model::enums::Stage;
use synovia_model::id::PluginId;

use super::{Capability, Failure, Instance, Pen, registry};
use crate::data::{Data, EngineError};
use crate::gate::{Admitted, Derived};

/// Why an instance of a plugin cannot be created.
const WITHOUT_CODE: &str =
    "the code of this plugin is not available: register the plugin and load the model again";

/// One instance and the properties of its kind that the step needs.
struct Slot {
    /// The instance.
    instance: Box<dyn Instance>,
    /// What it can compute.
    capabilities: Capability,
    /// The stage of its sensors.
    stage: Stage,
    /// True for plugins of the engine, whose writes need no check.
    builtin: bool,
}

/// The instances of a simulation, one per row of the plugin table.
#[derive(Default)]
pub(crate) struct Instances {
    /// In the order of the table.
    list: Vec<Slot>,
}

impl Clone for Instances {
    fn clone(&self) -> Self {
        let copies = self.list.iter().map(|slot| Slot {
            instance: slot.instance.copy(),
            capabilities: slot.capabilities,
            stage: slot.stage,
            builtin: slot.builtin,
        });
        Self {
            list: copies.collect(),
        }
    }
}

impl fmt::Debug for Instances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Instances({})", self.list.len())
    }
}

/// The computations that an instance may provide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ask {
    /// Passive forces.
    Passive,
    /// Rates of activations.
    ActDot,
    /// Forces of actuators.
    Actuate,
    /// Readings of this stage.
    Sense(Stage),
    /// The next state.
    Advance,
}

impl Slot {
    /// True if the instance provides this computation.
    fn answers(&self, ask: Ask) -> bool {
        match ask {
            Ask::Passive => self.capabilities.has(Capability::PASSIVE),
            Ask::ActDot | Ask::Actuate => self.capabilities.has(Capability::ACTUATOR),
            Ask::Sense(stage) => {
                let at_start = stage == Stage::Pos && self.stage == Stage::None;
                self.capabilities.has(Capability::SENSOR) && (self.stage == stage || at_start)
            }
            Ask::Advance => true,
        }
    }

    /// Calls the function for this computation.
    fn call(
        &mut self,
        model: &Model,
        data: &mut Data,
        at: PluginId,
        ask: Ask,
    ) -> Result<(), Failure> {
        let instance = &mut self.instance;
        match ask {
            Ask::Passive => instance.passive(model, data, at),
            Ask::ActDot => instance.act_dot(model, data, at),
            Ask::Actuate => instance.actuate(model, data, at),
            Ask::Sense(_) => instance.sense(model, data, at),
            Ask::Advance => instance.advance(model, data, at),
        }
    }
}

/// The name of the plugin of an instance, for messages.
fn title(model: &Model, at: PluginId) -> String {
    let name = registry::kind(model, at).map_or("unknown", |plugin| plugin.name());
    format!("plugin {name}, instance {}", at.0)
}

impl Data {
    /// Creates the instances of the model's plugins.
    pub(crate) fn make_instances(&mut self, model: &Model) -> Result<(), EngineError> {
        self.plugins.list.clear();
        for at in model.plugin.ids() {
            let Some(plugin) = registry::kind(model, at) else {
                return Err(EngineError::extension(title(model, at), WITHOUT_CODE));
            };
            let made = plugin.instance(model, at);
            let instance =
                made.map_err(|e| EngineError::extension(title(model, at), e.to_string()))?;
            self.plugins.list.push(Slot {
                instance,
                capabilities: plugin.capabilities(),
                stage: plugin.stage(),
                builtin: plugin.is_builtin(),
            });
        }
        Ok(())
    }

    /// Resets all instances; their state is zero.
    pub(crate) fn reset_instances(&mut self, model: &Model) {
        // the state of this instance
        for (at, slot) in model.plugin.ids().zip(&mut self.plugins.list) {
            let state = self.state.plugin_state.rows_mut();
            let state = state.get_mut(model.plugin.state(at)).unwrap_or_default();
            slot.instance.reset(model, at, state);
        }
    }
}

impl Data {
    /// Lets all plugin instances draw the results of the last step.
    pub fn draw_plugins(&self, model: &Model, pen: &mut dyn Pen) {
        for (at, slot) in model.plugin.ids().zip(&self.plugins.list) {
            slot.instance.draw(model, self, at, pen);
        }
    }
}

/// True if an instance provides this computation.
pub(crate) fn any(data: &Data, ask: Ask) -> bool {
    data.plugins.list.iter().any(|slot| slot.answers(ask))
}

/// Calls all instances that provide this computation. The first one that fails stops the call: `data.diag.error` names it.
#[inline]
pub(crate) fn ask(at: &mut Admitted<'_>, ask: Ask) {
    if !at.model().plugin.is_empty() {
        ask_all(at, ask);
    }
}

#[inline(never)]
fn ask_all(at: &mut Admitted<'_>, ask: Ask) {
    let (model, data) = at.parts();
    if data.diag.error.is_some() {
        return;
    }
    // an instance without code
    if let Some(id) = model.plugin.ids().nth(data.plugins.list.len()) {
        data.diag.error = Some(EngineError::extension(title(model, id), WITHOUT_CODE));
        return;
    }
    // moved out of the data, because an instance may write to any part of the simulation
    let mut instances = core::mem::take(&mut data.plugins);
    let mut foreign = false;
    for (id, slot) in model.plugin.ids().zip(&mut instances.list) {
        if !slot.answers(ask) {
            continue;
        }
        // writes of foreign plugins are checked afterwards
        foreign |= !slot.builtin;
        if let Err(failure) = slot.call(model, data, id, ask) {
            let message = failure.to_string();
            data.diag.error = Some(EngineError::extension(title(model, id), message));
            break;
        }
    }
    data.plugins = instances;
    if foreign {
        at.recheck(Derived::ALL);
    }
}
