//! Thresholds of the caches and searches on convex shapes.
//!
//! None of them changes a result: tests run with [`Policy::PLAIN`] as well as the default and compare bits. Figures
//! are instructions per step, counted by `scripts/measure/thresholds`.

/// The largest number of nodes of a hull that is scanned completely: the maximum of [`Policy::scanned_nodes`].
pub(super) const MAX_SCANNED: usize = 32;

/// Thresholds of searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Hulls with up to this many nodes are scanned completely; larger ones are searched by hill climbing. For a cube
    /// of 26 meshes the instructions are about equal (2.14 million with, 2.15 without), but the scan has no
    /// dependency from node to node: by `synovia bench`, collision takes 84 µs with and 88 µs without.
    pub scanned_nodes: usize,
    /// Entries of the support-vertex cache; a power of two, or 0 for no cache. Directions fall into 4096 cells, so
    /// twice as many entries have room for two meshes. Bunnies on a table: 5.13 million without the cache, 3.96 with
    /// 2048 entries or with 8192; a cube of 26 meshes: 2.32 million without, 2.15 with.
    pub vertex_entries: usize,
}

impl Policy {
    /// Every search is the hill climbing of the reference, and nothing is cached.
    pub const PLAIN: Self = Self {
        scanned_nodes: 0,
        vertex_entries: 0,
    };
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            scanned_nodes: MAX_SCANNED,
            vertex_entries: 1 << 13,
        }
    }
}
