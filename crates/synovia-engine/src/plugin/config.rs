//! The strings that configure an instance of a plugin.
//!
//! A model stores one string for each key of the plugin, in the order of [`Plugin::attributes`], each terminated by a zero
//! byte; a key that was not specified has an empty string.

use synovia_model::Model;
use synovia_model::id::PluginId;

use super::{Plugin, registry};

/// An error in the configuration of an instance.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ConfigError {
    /// The key whose value is wrong; `None` if the error concerns no single key.
    pub key: Option<String>,
    /// Description of the error.
    pub message: String,
}

impl ConfigError {
    /// An error that concerns no single key.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            key: None,
            message: message.into(),
        }
    }

    /// An error in the value of `key`.
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
    /// Keys with their values; an empty value means not specified.
    entries: Vec<(&'a str, &'a str)>,
}

impl<'a> Config<'a> {
    /// Keys with their values.
    pub fn new(entries: Vec<(&'a str, &'a str)>) -> Self {
        Self { entries }
    }

    /// The configuration of an instance of a compiled model.
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

    /// All keys of the plugin.
    pub fn keys(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.entries.iter().map(|(key, _)| *key)
    }

    /// The value of a key; `None` if it was not specified.
    pub fn get(&self, key: &str) -> Option<&'a str> {
        let entry = self.entries.iter().find(|(name, _)| *name == key);
        entry.map(|(_, value)| *value).filter(|v| !v.is_empty())
    }

    /// The value of a key as a number; `None` if it was not specified.
    pub fn number(&self, key: &str) -> Result<Option<f64>, ConfigError> {
        let Some(text) = self.get(key) else {
            return Ok(None);
        };
        // DIFFERENCE(plugin-number): the whole string must be a number
        let wrong = |_| ConfigError::of(key, format!("\"{text}\" is not a number"));
        text.trim().parse().map(Some).map_err(wrong)
    }
}
