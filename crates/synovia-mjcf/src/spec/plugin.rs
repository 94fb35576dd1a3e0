//! Plugins: those that a model declares, their instances, and the elements that use them.
//!
//! An element refers to an instance that `extension` declares by its name, or defines its own by the name of the plugin and a
//! configuration. The names of plugins and their keys are not known here.

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
    /// `plugin` inside another element: the plugin that the element uses.
    pub struct Plugin {
        /// Name of the plugin.
        plugin: String,
        /// Name of a declared instance.
        instance: String,
    }
    children {
        /// `config`; not used with a declared instance.
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
