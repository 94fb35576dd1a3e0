//! Every threshold of the caches and searches on convex shapes.
//!
//! None of them changes a result: tests run with [`Policy::PLAIN`] beside the default and compare bits. Figures are
//! instructions of a step, counted by `scripts/measure/thresholds`.

/// Most nodes of a hull that can be scanned as a whole: what [`Policy::scanned_nodes`] can be.
pub(super) const MAX_SCANNED: usize = 32;

/// Thresholds of searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Hulls of up to so many nodes are scanned as a whole, larger ones are walked on. A cube of 26 meshes: instructions are
    /// the same (2.14 million with, 2.15 without), but the scan need not wait for one node after the other: by
    /// `synovia bench`, collision takes 84 µs with and 88 µs without.
    pub scanned_nodes: usize,
    /// Entries of the support-vertex cache; a power of two, or 0 for none. Directions fall into 4096 cells, so twice as
    /// many entries let two meshes live side by side. Bunnies on a table: 5.13 million without the cache, 3.96 with 2048
    /// entries or with 8192; a cube of 26 meshes: 2.32 million without, 2.15 with.
    pub vertex_entries: usize,
}

impl Policy {
    /// Every search is the walk of the reference, and nothing is kept.
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
