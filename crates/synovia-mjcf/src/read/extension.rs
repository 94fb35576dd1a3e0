//! `<extension>`: which plugins a model declares.
//!
//! A declared plugin must be one that the reference brings along. One that nothing uses changes nothing; instances, and elements that
//! use a plugin, are kept as written for those who compile the model.

use super::tree::NodeRef;
use super::{Reader, raw};
use crate::diag::SchemaError;

/// The plugins of the reference.
const PLUGINS: [&str; 8] = [
    "mujoco.elasticity.cable",
    "mujoco.pid",
    "mujoco.sdf.bolt",
    "mujoco.sdf.bowl",
    "mujoco.sdf.gear",
    "mujoco.sdf.nut",
    "mujoco.sdf.torus",
    "mujoco.sensor.touch_grid",
];

impl<'t> Reader<'_, '_, 't> {
    pub(super) fn extension(&mut self, section: NodeRef<'t>) {
        for plugin in section.tagged("plugin") {
            let Some(attr) = plugin.attr("plugin") else {
                self.error(plugin, SchemaError::MissingAttribute("plugin"));
                continue;
            };
            let name = attr.value().into_owned();
            if !PLUGINS.contains(&name.as_str()) {
                self.attr_error(plugin, "plugin", format!("plugin \"{name}\" not found"))
                    .suggest(&name, PLUGINS);
            }
            for instance in plugin.tagged("instance") {
                self.require(instance, "name");
                for config in instance.tagged("config") {
                    self.require(config, "key");
                    self.require(config, "value");
                }
            }
        }
        self.spec.extension.push(raw::raw(section));
    }
}
