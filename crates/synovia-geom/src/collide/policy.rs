//! Every threshold of the caches and searches on convex shapes.
//!
//! None of them changes a result: tests run with [`Policy::PLAIN`] beside the default and compare bits.

/// Most nodes of a hull that can be scanned as a whole: what [`Policy::scanned_nodes`] can be.
pub(super) const MAX_SCANNED: usize = 32;

/// Thresholds of searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Hulls of up to so many nodes are scanned as a whole, larger ones are walked on.
    pub scanned_nodes: usize,
    /// Entries of the support-vertex cache; a power of two, or 0 for none.
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
