//! `extension`, and the plugins that elements use.

use std::collections::HashSet;

use synovia_mjcf::write::Node;

use super::Context;
use crate::spec::PluginUse;

/// Declared plugins, with their named instances.
pub(super) fn extension(cx: &Context<'_>, root: &mut Node) {
    let flat = &cx.origin.flat;
    if flat.declared.is_empty() {
        return;
    }
    let section = root.child("extension");
    let mut seen = HashSet::new();
    let mut group: Option<(&str, Node)> = None;
    let named = flat
        .plugins
        .iter()
        .take_while(|p| !p.name.text().is_empty());
    for (k, instance) in named.enumerate() {
        let plugin = instance.plugin.text();
        if group.as_ref().is_none_or(|(last, _)| *last != plugin) {
            section.extend(group.take().map(|(_, node)| node));
            let mut node = cx.node("plugin");
            node.text("plugin", plugin);
            seen.insert(plugin);
            group = Some((plugin, node));
        }
        if let Some((_, node)) = &mut group {
            let node = node.child("instance");
            node.text("name", instance.name.text());
            configs(cx, Some(k), node);
        }
    }
    section.extend(group.take().map(|(_, node)| node));
    for declared in &flat.declared {
        if seen.insert(declared.text()) {
            section.child("plugin").text("plugin", declared.text());
        }
    }
}

/// Keys of an instance with their values, in the order of the plugin.
fn configs(cx: &Context<'_>, instance: Option<usize>, node: &mut Node) {
    let configs = instance.and_then(|k| cx.origin.configs.get(k));
    for (key, value) in configs.into_iter().flatten() {
        let config = node.child("config");
        config.text("key", key.as_str());
        config.text("value", value.as_str());
    }
}

/// The plugin use of an element: an instance by name, or its own.
pub(super) fn used(cx: &Context<'_>, used: &PluginUse, node: &mut Node) {
    if used.instance.text().is_empty() {
        node.text("plugin", used.plugin.text());
        configs(cx, used.own, node);
    } else {
        node.text("instance", used.instance.text());
    }
}
