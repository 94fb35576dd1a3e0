//! Kinematic trees.

use crate::column::Col;
use crate::enums::SleepPolicy;
use crate::id::{BodyId, DofId, Ids, TreeId, span};
use crate::table::table;

table! {
    /// Kinematic trees: each movable child of the world with everything it carries.
    pub struct TreeTable by TreeId {
        /// First body of the tree. See [`TreeTable::bodies`].
        bodyadr: Col<TreeId, i32> = "tree_bodyadr" ["ntree"],
        /// Number of bodies.
        bodynum: Col<TreeId, i32> = "tree_bodynum" ["ntree"],
        /// First dof of the tree. See [`TreeTable::dofs`].
        dofadr: Col<TreeId, i32> = "tree_dofadr" ["ntree"],
        /// Number of dofs.
        dofnum: Col<TreeId, i32> = "tree_dofnum" ["ntree"],
        /// Whether the tree may fall asleep.
        sleep_policy: Col<TreeId, SleepPolicy> = "tree_sleep_policy" ["ntree"],
    }
}

impl TreeTable {
    /// Bodies of tree `t`.
    #[inline]
    pub fn bodies(&self, t: TreeId) -> Ids<BodyId> {
        span(self.bodyadr[t], self.bodynum[t])
    }

    /// Dofs of tree `t`.
    #[inline]
    pub fn dofs(&self, t: TreeId) -> Ids<DofId> {
        span(self.dofadr[t], self.dofnum[t])
    }
}
