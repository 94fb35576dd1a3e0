//! Plugins: which ones a model declares, their instances, and the elements that use one.
//!
//! An element uses an instance that `extension` declares, by its name, or describes one of its own by the name of the plugin and a
//! configuration. What a plugin is called and which keys it has is not known here.

use crate::element;

element! {
    /// `extension/plugin`: a plugin that the model may use.
    pub struct Declaration {
        /// Name of the plugin.
        plugin: String,
    }
    children {
        /// `instance`.
        instances: Vec<Instance>,
    }
}

element! {
    /// `extension/plugin/instance`: an instance that several elements may share.
    pub struct Instance {
        /// Name.
        name: String,
    }
    children {
        /// `config`.
        config: Vec<Config>,
    }
}

element! {
    /// `plugin` inside another element: what that element uses.
    pub struct Plugin {
        /// Name of the plugin.
        plugin: String,
        /// Name of a declared instance.
        instance: String,
    }
    children {
        /// `config`; without meaning for a declared instance.
        config: Vec<Config>,
    }
}

element! {
    /// A key of an instance with its value.
    pub struct Config {
        /// Key.
        key: String,
        /// Value.
        value: String,
    }
}
