//! Reads `extension`, and plugins inside other elements.

use std::collections::HashSet;

use super::Reader;
use super::tree::NodeRef;
use crate::spec::plugin::{Config, Declaration, Instance, Plugin};

impl<'t> Reader<'_, '_, 't> {
    pub(super) fn extension(&mut self, section: NodeRef<'t>) {
        for node in section.tagged("plugin") {
            let mut declared: Declaration = self.element(node);
            self.require(node, "plugin");
            for child in node.tagged("instance") {
                let mut instance: Instance = self.element(child);
                self.require(child, "name");
                instance.config = self.config(child);
                declared.instances.push(instance);
            }
            self.doc.extension.push(declared);
        }
    }

    /// The plugin inside an element; if there are several, the first one is used.
    pub(super) fn first_plugin(&mut self, node: NodeRef<'t>) -> Option<Plugin> {
        let mut plugins = node.tagged("plugin");
        let first = plugins.next()?;
        if let Some(second) = plugins.next() {
            let message = format!(
                "a {} can have only one plugin, this one is ignored",
                node.tag()
            );
            self.job
                .diag
                .warning(second.span(), message)
                .element("plugin");
        }
        Some(self.plugin(first))
    }

    pub(super) fn plugin(&mut self, node: NodeRef<'t>) -> Plugin {
        let mut plugin: Plugin = self.element(node);
        plugin.config = self.used_config(node, plugin.instance.text());
        plugin
    }

    /// The configuration inside an element that uses a plugin.
    ///
    /// QUIRK(plugin-config-ignored): with the name of a declared instance it is neither checked nor used.
    pub(super) fn used_config(&mut self, node: NodeRef<'t>, instance: &str) -> Vec<Config> {
        if instance.is_empty() {
            return self.config(node);
        }
        if let Some(config) = node.tagged("config").next() {
            let message = format!(
                "ignored, because instance \"{instance}\" is configured at its declaration"
            );
            self.job
                .diag
                .warning(config.span(), message)
                .element("config");
        }
        node.tagged("config")
            .map(|child| self.element(child))
            .collect()
    }

    /// All `config` elements inside an element; keys must be unique.
    fn config(&mut self, node: NodeRef<'t>) -> Vec<Config> {
        let mut seen = HashSet::new();
        let mut list = Vec::new();
        for child in node.tagged("config") {
            let config: Config = self.element(child);
            self.require(child, "key");
            self.require(child, "value");
            let key = config.key.text().to_owned();
            if config.key.is_set() && seen.contains(&key) {
                self.attr_error(
                    child,
                    "key",
                    format!("repeated config key \"{key}\"; remove one of them"),
                );
            }
            seen.insert(key);
            list.push(config);
        }
        list
    }
}
