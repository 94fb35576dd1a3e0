//! Built-in plugins against recorded numbers, laws and their configuration errors.

#[path = "../support/mod.rs"]
mod support;

mod cable;
mod pid;
mod touch_grid;

use synovia_engine::plugin::{ConfigError, Instance, Plugin, Registry, registry};
use synovia_model::id::PluginId;
use synovia_model::tables::PluginTable;
use synovia_model::{Brought, Model, Plugins};

/// The instance of the models in these tests.
pub(crate) const AT: PluginId = PluginId(0);

/// Adds one instance of a built-in plugin with this configuration to a model.
pub(crate) fn extend(model: &mut Model, name: &str, config: &[(&str, &str)]) {
    let builtin = Registry::builtin();
    let (slot, plugin) = builtin.find(name).expect("it is built in");
    let mut attr = Vec::new();
    for key in plugin.attributes() {
        let entry = config.iter().find(|(k, _)| k == key);
        attr.extend(entry.map_or("", |(_, value)| value).bytes());
        attr.push(0);
    }
    model.plugin.slot = vec![slot as i32].into();
    model.plugin.stateadr = vec![-1].into();
    model.plugin.statenum = vec![0].into();
    model.plugin.attradr = vec![0].into();
    model.plugin.attr = attr.into();
    model.plugins = Plugins::new(vec![Brought {
        plugin: registry::keep(plugin.clone()),
        shape: None,
    }]);
}

/// An instance of the model's plugin.
pub(crate) fn instance(model: &Model) -> Result<Box<dyn Instance>, ConfigError> {
    kind(model).instance(model, AT)
}

/// The model's plugin.
pub(crate) fn kind(model: &Model) -> &dyn Plugin {
    registry::kind(model, AT).expect("the model was extended")
}

/// The same model without plugins.
pub(crate) fn bare(model: &Model) -> Model {
    let mut bare = model.clone();
    bare.plugins = Plugins::default();
    bare.plugin = PluginTable::default();
    bare.body.plugin.rows_mut().fill(PluginId(-1));
    bare.actuator.plugin.rows_mut().fill(PluginId(-1));
    bare.sensor.plugin.rows_mut().fill(PluginId(-1));
    bare
}

/// Asserts that a call allocates nothing after its first time.
#[track_caller]
pub(crate) fn allocates_nothing(mut call: impl FnMut()) {
    call();
    assert_eq!(allocation_counter::measure(call).count_total, 0);
}

#[test]
fn plg_10_built_in_plugins_have_the_numbers_of_the_reference() {
    let names: Vec<String> = Registry::builtin().names().map(str::to_owned).collect();
    assert_eq!(
        names,
        [
            "mujoco.pid",
            "mujoco.elasticity.cable",
            "mujoco.sensor.touch_grid",
            "mujoco.sdf.bolt",
            "mujoco.sdf.bowl",
            "mujoco.sdf.gear",
            "mujoco.sdf.nut",
            "mujoco.sdf.torus",
        ]
    );
}
