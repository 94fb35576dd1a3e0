//! Plugins: the instance that each element uses, and the values that plugins report about the model.
//!
//! | when                     | function                                                                                |
//! |--------------------------|-----------------------------------------------------------------------------------------|
//! | before assets            | [`resolve`]: plugins are found, configurations checked, shapes created, uses resolved   |
//! | before relations         | [`fill`]: the table of plugins, and their code                                          |
//! | with the sensors         | [`sensor_len`]: the number of outputs of a sensor                                       |
//! | after relations          | [`states`]: the number of state variables of an instance                                |
//! | after constants          | [`check_instances`]: whether instances can be created                                   |
//!
//! A plugin can be used if the model declares it and the registry has it. Errors that a plugin returns are reported at the configuration
//! key they name.

use std::sync::Arc;

use synovia_engine::plugin::registry::keep;
use synovia_engine::plugin::{Capability, Config, ConfigError, Plugin, Registry};
use synovia_geom::sdf::Implicit;
use synovia_mjcf::diag::NameError;
use synovia_mjcf::{Attr, Span};
use synovia_model::budget::table_bytes;
use synovia_model::enums::{ObjType, Stage};
use synovia_model::{Brought, Model, PluginId, SensorId};

use crate::cx::Cx;
use crate::spec::{PluginInstance, PluginUse};

/// An instance with the code of its plugin.
#[derive(Clone)]
struct Known {
    /// Slot of the plugin in the registry.
    slot: usize,
    plugin: Arc<dyn Plugin>,
    /// The values of all keys, each terminated by a zero byte.
    attr: Vec<u8>,
    shape: Option<Arc<dyn Implicit>>,
}

/// The plugin instances of a model, and the instance that each element uses.
#[derive(Clone, Default)]
pub(crate) struct Plugins {
    /// The instances of the flat model; `None` where there is an error.
    known: Vec<Option<Known>>,
    /// The instance of each body of the flat model.
    pub bodies: Vec<PluginId>,
    /// The instance of each geom of the flat model.
    pub geoms: Vec<PluginId>,
    /// The instance of each mesh of the flat model.
    pub meshes: Vec<PluginId>,
    /// The instance of each actuator of the flat model.
    pub actuators: Vec<PluginId>,
    /// The instance of each sensor of the flat model.
    pub sensors: Vec<PluginId>,
}

impl core::fmt::Debug for Plugins {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Plugins({})", self.known.len())
    }
}

impl Plugins {
    fn known(&self, at: PluginId) -> Option<&Known> {
        self.known.get(at.get()?.index())?.as_ref()
    }

    /// Keys and values of each instance, in the order of its plugin; empty values are omitted.
    pub(crate) fn configs(&self) -> Vec<Vec<(String, String)>> {
        let pairs = |known: &Option<Known>| {
            let Some(known) = known else {
                return Vec::new();
            };
            let values = known.attr.split(|&byte| byte == 0);
            let pairs = known.plugin.attributes().iter().zip(values);
            let text = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
            pairs
                .filter(|(_, value)| !value.is_empty())
                .map(|(key, value)| ((*key).to_owned(), text(value)))
                .collect()
        };
        self.known.iter().map(pairs).collect()
    }

    /// The shape of an instance.
    pub(crate) fn shape(&self, at: PluginId) -> Option<Arc<dyn Implicit>> {
        self.known(at)?.shape.clone()
    }

    /// The stage after which the sensors of an instance are read.
    pub(crate) fn stage(&self, at: PluginId) -> Option<Stage> {
        Some(self.known(at)?.plugin.stage())
    }
}

/// Finds the plugins of all instances, and the instances that elements use.
pub(crate) fn resolve(cx: &mut Cx<'_>, registry: &Registry) {
    let flat = cx.flat;
    check_declared(cx, registry);
    let place = |p: &PluginInstance| p.name.span_or(p.span);
    let names = flat.plugins.iter().map(|p| (p.name.text(), place(p)));
    cx.register(ObjType::Plugin, names);
    let known = flat
        .plugins
        .iter()
        .map(|instance| find(cx, registry, instance));
    let known = known.collect();
    cx.plugins.known = known;

    macro_rules! uses {
        ($list:ident, $does:expr) => {
            let ids = flat
                .$list
                .iter()
                .map(|el| used(cx, registry, el.plugin.as_ref(), $does));
            let ids = ids.collect();
            cx.plugins.$list = ids;
        };
    }
    uses!(bodies, (Capability::PASSIVE, "passive forces"));
    uses!(geoms, (Capability::SDF, "signed distance fields"));
    uses!(meshes, (Capability::SDF, "signed distance fields"));
    uses!(actuators, (Capability::ACTUATOR, "actuators"));
    uses!(sensors, (Capability::SENSOR, "sensors"));
}

/// Reports declared plugins that the registry does not have.
fn check_declared(cx: &mut Cx<'_>, registry: &Registry) {
    let flat = cx.flat;
    for declared in &flat.declared {
        let name = declared.text();
        if registry.find(name).is_none() {
            let there: Vec<_> = registry.names().collect();
            let message = format!(
                "plugin \"{name}\" not found, expected one of {}",
                there.join(", ")
            );
            let report = cx.diag.error(declared.span(), message);
            report.element("plugin").suggest(name, registry.names());
        }
    }
}

/// The plugin of an instance, with its configuration and its shape.
fn find(cx: &mut Cx<'_>, registry: &Registry, instance: &PluginInstance) -> Option<Known> {
    let flat = cx.flat;
    let name = instance.plugin.text();
    let declared = || flat.declared.iter().map(Attr::text);
    if name.is_empty() {
        let message = "neither plugin nor instance is set; set one of them";
        cx.diag.error(instance.span, message).element("plugin");
        return None;
    }
    if !declared().any(|there| there == name) {
        let hint = match registry.find(name) {
            Some(_) => format!("plugin \"{name}\" is not declared in <extension>"),
            None => format!("unknown plugin \"{name}\", and <extension> does not declare it"),
        };
        let report = cx.diag.error(instance.plugin.span(), hint);
        report.element("plugin").attr("plugin");
        report.suggest(name, declared());
        return None;
    }
    // a missing plugin was reported at its declaration
    let (slot, plugin) = registry.find(name)?;
    let attr = flatten(cx, &**plugin, instance)?;
    let mut known = Known {
        slot,
        plugin: Arc::clone(plugin),
        attr,
        shape: None,
    };
    if plugin.capabilities().has(Capability::SDF) {
        let entries = instance.config.iter();
        let entries = entries.map(|c| (c.key.text(), c.value.text())).collect();
        match plugin.shape(&Config::new(entries)) {
            Ok(shape) => known.shape = Some(shape),
            Err(error) => {
                complain(cx, instance, &error);
                return None;
            }
        }
    }
    Some(known)
}

/// The values of all keys of a plugin, in its order; reports unknown keys.
fn flatten(cx: &mut Cx<'_>, plugin: &dyn Plugin, instance: &PluginInstance) -> Option<Vec<u8>> {
    let keys = plugin.attributes();
    let mut fits = true;
    for config in &instance.config {
        let (key, value) = (config.key.text(), config.value.text());
        if !keys.contains(&key) {
            let message = format!(
                "unrecognized attribute 'plugin:{key}' of plugin {}, expected one of {}",
                plugin.name(),
                keys.join(", ")
            );
            let report = cx.diag.error(config.key.span(), message);
            report.element("config").attr("key");
            report.suggest(key, keys.iter().copied());
            fits = false;
        }
        if value.contains('\0') {
            let report = cx.diag.error(
                config.value.span(),
                "a configuration value must not contain a zero byte",
            );
            report.element("config").attr("value");
            fits = false;
        }
    }
    let mut attr = Vec::new();
    for key in keys {
        let config = instance
            .config
            .iter()
            .find(|config| config.key.text() == *key);
        attr.extend(config.map_or("", |config| config.value.text()).bytes());
        attr.push(0);
    }
    if keys.is_empty() {
        attr.push(0);
    }
    fits.then_some(attr)
}

/// The instance that an element uses; reports one whose plugin does not have the required capability.
fn used(
    cx: &mut Cx<'_>,
    registry: &Registry,
    used: Option<&PluginUse>,
    does: (Capability, &str),
) -> PluginId {
    let Some(used) = used else {
        return PluginId::NONE;
    };
    let flat = cx.flat;
    let (plugin, instance) = (used.plugin.text(), used.instance.text());
    let at = if instance.is_empty() {
        if used.own.is_none() {
            lost(cx, registry, used);
        }
        used.own
    } else {
        named(cx, used)
    };
    let of = at.and_then(|at| flat.plugins.get(at));
    let name = of.map_or(plugin, |of| of.plugin.text());
    // DIFFERENCE(plugin-mismatch): the reference uses the plugin of the element with the configuration of the instance
    if !plugin.is_empty() && plugin != name {
        let message = format!("instance \"{instance}\" belongs to plugin {name}, not {plugin}");
        let report = cx.diag.error(used.plugin.span(), message);
        report.element("plugin").attr("plugin");
    }
    let (can, what) = does;
    let found = registry.find(name);
    if found.is_some_and(|(_, found)| !found.capabilities().has(can)) {
        let message = format!("plugin {name} does not support {what}");
        cx.diag.error(used_span(used), message).element("plugin");
    }
    at.map_or(PluginId::NONE, PluginId::new)
}

/// The declared instance that an element names.
fn named(cx: &mut Cx<'_>, used: &PluginUse) -> Option<usize> {
    let name = used.instance.text();
    let found = cx.ids.find(ObjType::Plugin, name);
    if found.is_none() {
        let near = cx.ids.nearest(ObjType::Plugin, name);
        let near = near.unwrap_or_default().to_owned();
        let kind = NameError::Unknown {
            // DIFFERENCE(mesh-plugin-instance): for meshes with files as well
            what: "plugin instance",
            name: name.to_owned(),
        };
        let report = cx.diag.error(used.instance.span(), kind);
        report.element("plugin").attr("instance");
        report.suggestion = near;
    }
    found
}

/// Reports a body whose plugin was lost because the body is a copy; see [`crate::spec::plugins`].
fn lost(cx: &mut Cx<'_>, registry: &Registry, used: &PluginUse) {
    let name = used.plugin.text();
    let flat = cx.flat;
    if registry.find(name).is_none() || flat.declared.iter().all(|d| d.text() != name) {
        // the copy has no instance of its own to report errors at
        find(cx, registry, &PluginInstance::bare(used));
        return;
    }
    let message = "bodies inside a replicate have no plugin: declare an instance in <extension>";
    cx.diag.warning(used.span, message).element("plugin");
}

/// The place of the attribute that refers to a plugin or instance.
fn used_span(used: &PluginUse) -> Span {
    let said = if used.plugin.is_set() {
        &used.plugin
    } else {
        &used.instance
    };
    if said.is_set() {
        said.span()
    } else {
        used.span
    }
}

/// Reports an error of a plugin, at the configuration key that it names.
fn complain(cx: &mut Cx<'_>, instance: &PluginInstance, error: &ConfigError) {
    let key = error.key.as_deref();
    let config = key.and_then(|key| instance.config.iter().find(|c| c.key.text() == key));
    let mut message = format!("plugin {}: {error}", instance.plugin.text());
    if let (Some(key), None) = (key, config) {
        message = format!("plugin {}, key \"{key}\": {error}", instance.plugin.text());
    }
    let report = match config {
        Some(config) => cx
            .diag
            .error(config.value.span(), message)
            .element("config"),
        None => cx.diag.error(instance.span, message).element("plugin"),
    };
    report.named(key.unwrap_or_else(|| instance.name.text()));
}

/// Fills the table of plugins, except for their states, and `model.plugins`.
pub(crate) fn fill(cx: &Cx<'_>, model: &mut Model) {
    let mut brought = Vec::new();
    let table = &mut model.plugin;
    for known in cx.plugins.known.iter().flatten() {
        table.slot.push(known.slot as i32);
        table.attradr.push(table.attr.len() as i32);
        table.attr.extend(known.attr.iter().copied());
        table.stateadr.push(0);
        table.statenum.push(0);
        brought.push(Brought {
            plugin: keep(Arc::clone(&known.plugin)),
            shape: known.shape.clone(),
        });
    }
    model.size.nplugin = brought.len() as i64;
    model.size.npluginattr = table.attr.len() as i64;
    model.plugins = synovia_model::Plugins::new(brought);
}

/// The number of outputs of a plugin sensor.
pub(crate) fn sensor_len(cx: &mut Cx<'_>, model: &Model, s: SensorId) -> i64 {
    let at = model.sensor.plugin[s];
    let Some(known) = cx.plugins.known(at).cloned() else {
        return 0;
    };
    match known.plugin.sensor_len(model, at, s) {
        Ok(len) => len as i64,
        Err(error) => {
            complain(cx, &cx.flat.plugins[at.index()], &error);
            0
        }
    }
}

/// The addresses of instance states.
pub(crate) fn states(cx: &mut Cx<'_>, model: &mut Model) {
    let mut adr = 0usize;
    for at in model.plugin.ids() {
        let Some(known) = cx.plugins.known(at).cloned() else {
            continue;
        };
        let instance = &cx.flat.plugins[at.index()];
        let len = known.plugin.state_len(model, at).unwrap_or_else(|error| {
            complain(cx, instance, &error);
            0
        });
        let bytes = table_bytes(len as u64, 1, size_of::<f64>());
        if !cx.pay(bytes, instance.span, "plugin", "") {
            return;
        }
        let places = (i32::try_from(adr), i32::try_from(len));
        let (Ok(first), Ok(count)) = places else {
            cx.error(instance.span, "the plugins have too many state variables");
            return;
        };
        model.plugin.stateadr[at] = first;
        model.plugin.statenum[at] = count;
        adr += len;
    }
    model.size.npluginstate = adr as i64;
}

/// Reports instances that cannot be created; the model is complete at this point.
pub(crate) fn check_instances(cx: &mut Cx<'_>, model: &Model) {
    for at in model.plugin.ids() {
        let Some(known) = cx.plugins.known(at).cloned() else {
            continue;
        };
        if let Err(error) = known.plugin.instance(model, at) {
            complain(cx, &cx.flat.plugins[at.index()], &error);
        }
    }
}
