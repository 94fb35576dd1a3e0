//! Plugins.

use core::ops::Range;

use crate::column::Col;
use crate::id::{PluginId, range};
use crate::table::table;

table! {
    /// Plugin instances.
    pub struct PluginTable of named PluginId {
        /// Number under which the plugin is registered.
        slot: Col<PluginId, i32> = "plugin" ["nplugin"],
        /// First number in the plugin state.
        stateadr: Col<PluginId, i32> = "plugin_stateadr" ["nplugin"],
        /// Number of state variables.
        statenum: Col<PluginId, i32> = "plugin_statenum" ["nplugin"],
        /// Configuration strings, each terminated by 0.
        attr: Col<usize, u8> = "plugin_attr" ["npluginattr"],
        /// First character of each instance's configuration.
        attradr: Col<PluginId, i32> = "plugin_attradr" ["nplugin"],
    }
}

impl PluginTable {
    /// State variables of instance `at`, as positions in `plugin_state`.
    #[inline]
    pub fn state(&self, at: PluginId) -> Range<usize> {
        range(self.stateadr[at], self.statenum[at])
    }
}
