//! Lists of awake elements.

use synovia_model::id::{BodyId, DofId};

/// Awake elements, as lists in ascending order.
#[derive(Clone, Debug, Default)]
pub struct Awake {
    /// Bodies that are awake or static, without the world.
    pub bodies: Vec<BodyId>,
    /// Bodies whose parent is awake or static, and whether they are asleep themselves.
    pub children: Vec<(BodyId, bool)>,
    /// Dofs that are awake.
    pub dofs: Vec<DofId>,
    /// Number of trees that are asleep.
    pub asleep: usize,
    /// True if `tree_asleep` has been overwritten as a whole since the lists were built.
    pub stale: bool,
}
