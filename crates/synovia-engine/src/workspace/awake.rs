//! What is awake, as lists.

use synovia_model::id::{BodyId, DofId};

/// What is awake, as lists in ascending order.
#[derive(Clone, Debug, Default)]
pub struct Awake {
    /// Bodies that are awake or static, without the world.
    pub bodies: Vec<BodyId>,
    /// Bodies whose parent is awake or static, and whether they are asleep themselves.
    pub children: Vec<(BodyId, bool)>,
    /// Dofs that are awake.
    pub dofs: Vec<DofId>,
    /// How many trees are asleep.
    pub asleep: usize,
    /// True if `tree_asleep` has been overwritten as a whole since the lists were made.
    pub stale: bool,
}
