//! The strings that configure an instance of a plugin.
//!
//! A model keeps one string for each key that the plugin has, in the order of [`Plugin::attributes`], each ended by a zero
//! byte; a key that was not written has an empty string.

use synovia_model::Model;
use synovia_model::id::PluginId;

use super::{Plugin, registry};

/// A mistake in the configuration of an instance.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ConfigError {
    /// The key whose value is wrong, if it is one.
    pub key: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl ConfigError {
    /// A mistake that no single key has.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            key: None,
            message: message.into(),
        }
    }

    /// A mistake in the value of `key`.
    pub fn of(key: &str, message: impl Into<String>) -> Self {
        Self {
            key: Some(key.to_owned()),
            message: message.into(),
        }
    }
}

/// The configuration of an instance.
#[derive(Clone, Debug, Default)]
pub struct Config<'a> {
    /// Keys with their values; empty ones were not written.
    entries: Vec<(&'a str, &'a str)>,
}

impl<'a> Config<'a> {
    /// Keys with their values.
    pub fn new(entries: Vec<(&'a str, &'a str)>) -> Self {
        Self { entries }
    }

    /// That of an instance of a compiled model.
    #[doc(alias = "mj_getPluginConfig")]
    pub fn of(model: &'a Model, at: PluginId) -> Self {
        let Some(plugin) = registry::kind(model, at) else {
            return Self::default();
        };
        Self::read(plugin, model, at)
    }

    pub(super) fn read(plugin: &'a dyn Plugin, model: &'a Model, at: PluginId) -> Self {
        let start = usize::try_from(model.plugin.attradr[at]).unwrap_or(usize::MAX);
        let bytes = model.plugin.attr.rows().get(start..).unwrap_or_default();
        let texts = bytes.split(|&byte| byte == 0);
        let texts = texts.map(|text| core::str::from_utf8(text).unwrap_or_default());
        Self::new(plugin.attributes().iter().copied().zip(texts).collect())
    }

    /// All keys that the plugin has.
    pub fn keys(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.entries.iter().map(|(key, _)| *key)
    }

    /// The value of a key; `None` if it was not written.
    pub fn get(&self, key: &str) -> Option<&'a str> {
        let entry = self.entries.iter().find(|(name, _)| *name == key);
        entry.map(|(_, value)| *value).filter(|v| !v.is_empty())
    }

    /// The value of a key as a number; `None` if it was not written.
    pub fn number(&self, key: &str) -> Result<Option<f64>, ConfigError> {
        let Some(text) = self.get(key) else {
            return Ok(None);
        };
        // DIFFERENCE(plugin-number): all of the text has to be a number
        let wrong = |_| ConfigError::of(key, format!("\"{text}\" is not a number"));
        text.trim().parse().map(Some).map_err(wrong)
    }
}
