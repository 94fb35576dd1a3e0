//! Islands: groups of trees that constraints couple, and sleep states.

use synovia_model::column::Col;
use synovia_model::id::{BodyId, DofId, TreeId};
use synovia_model::table;

table! {
    /// Written by the island stage; the awake columns by the sleep stage.
    pub struct Islands {
        /// 1 if the tree is awake.
        tree_awake: Col<TreeId, i32> = "tree_awake" ["ntree"],
        /// −1 static, 0 asleep, 1 awake.
        body_awake: Col<BodyId, i32> = "body_awake" ["nbody"],
        /// Bodies that are awake or static.
        body_awake_ind: Col<usize, i32> = "body_awake_ind" ["nbody"],
        /// Bodies whose parent is awake or static.
        parent_awake_ind: Col<usize, i32> = "parent_awake_ind" ["nbody"],
        /// Dofs that are awake.
        dof_awake_ind: Col<usize, i32> = "dof_awake_ind" ["nv"],
        /// Island of each tree; −1 if no constraint touches it.
        tree_island: Col<TreeId, i32> = "tree_island" ["ntree"],
        /// Number of trees in each island.
        island_ntree: Col<usize, i32> = "island_ntree" ["nisland"],
        /// First entry of each island in the list of trees.
        island_itreeadr: Col<usize, i32> = "island_itreeadr" ["nisland"],
        /// Trees ordered by island.
        map_itree2tree: Col<usize, i32> = "map_itree2tree" ["ntree"],
        /// Island of each dof; −1 if unconstrained.
        dof_island: Col<DofId, i32> = "dof_island" ["nv"],
        /// Number of dofs in each island.
        island_nv: Col<usize, i32> = "island_nv" ["nisland"],
        /// First dof of each island in island order.
        island_idofadr: Col<usize, i32> = "island_idofadr" ["nisland"],
        /// First dof of each island.
        island_dofadr: Col<usize, i32> = "island_dofadr" ["nisland"],
        /// Position of each dof in island order.
        map_dof2idof: Col<DofId, i32> = "map_dof2idof" ["nv"],
        /// Dof at each position in island order.
        map_idof2dof: Col<usize, i32> = "map_idof2dof" ["nv"],
        /// `qfrc_smooth` in island order.
        ifrc_smooth: Col<usize, f64> = "ifrc_smooth" ["nidof"],
        /// `qacc_smooth` in island order.
        iacc_smooth: Col<usize, f64> = "iacc_smooth" ["nidof"],
        /// Nonzeros of each row of the inertia in island order.
        im_rownnz: Col<usize, i32> = "iM_rownnz" ["nidof"],
        /// Address of each row of the inertia in island order.
        im_rowadr: Col<usize, i32> = "iM_rowadr" ["nidof"],
        /// Columns of the inertia in island order.
        im_colind: Col<usize, i32> = "iM_colind" ["nC"],
        /// Inertia in island order.
        im: Col<usize, f64> = "iM" ["nC"],
        /// Its factor.
        ild: Col<usize, f64> = "iLD" ["nC"],
        /// Reciprocals of the diagonal of the factor.
        ild_diag_inv: Col<usize, f64> = "iLDiagInv" ["nidof"],
        /// `qacc` in island order.
        iacc: Col<usize, f64> = "iacc" ["nidof"],
        /// Island of each constraint row.
        efc_island: Col<usize, i32> = "efc_island" ["nefc"],
        /// Equality rows of each island.
        island_ne: Col<usize, i32> = "island_ne" ["nisland"],
        /// Friction rows of each island.
        island_nf: Col<usize, i32> = "island_nf" ["nisland"],
        /// Rows of each island.
        island_nefc: Col<usize, i32> = "island_nefc" ["nisland"],
        /// First row of each island in island order.
        island_iefcadr: Col<usize, i32> = "island_iefcadr" ["nisland"],
        /// Position of each row in island order.
        map_efc2iefc: Col<usize, i32> = "map_efc2iefc" ["nefc"],
        /// Row at each position in island order.
        map_iefc2efc: Col<usize, i32> = "map_iefc2efc" ["nefc"],
        /// `efc_type` in island order.
        iefc_kind: Col<usize, i32> = "iefc_type" ["nefc"],
        /// `efc_id` in island order.
        iefc_id: Col<usize, i32> = "iefc_id" ["nefc"],
        /// `efc_J_rownnz` in island order.
        iefc_jac_rownnz: Col<usize, i32> = "iefc_J_rownnz" ["nefc"],
        /// `efc_J_rowadr` in island order.
        iefc_jac_rowadr: Col<usize, i32> = "iefc_J_rowadr" ["nefc"],
        /// `efc_J_rowsuper` in island order.
        iefc_jac_rowsuper: Col<usize, i32> = "iefc_J_rowsuper" ["nefc"],
        /// `efc_J_colind` in island order.
        iefc_jac_colind: Col<usize, i32> = "iefc_J_colind" ["nJ"],
        /// `efc_J` in island order.
        iefc_jac: Col<usize, f64> = "iefc_J" ["nJ"],
        /// `efc_frictionloss` in island order.
        iefc_frictionloss: Col<usize, f64> = "iefc_frictionloss" ["nefc"],
        /// `efc_D` in island order.
        iefc_d: Col<usize, f64> = "iefc_D" ["nefc"],
        /// `efc_R` in island order.
        iefc_r: Col<usize, f64> = "iefc_R" ["nefc"],
        /// `efc_aref` in island order.
        iefc_aref: Col<usize, f64> = "iefc_aref" ["nefc"],
        /// `efc_state` in island order.
        iefc_state: Col<usize, i32> = "iefc_state" ["nefc"],
        /// `efc_force` in island order.
        iefc_force: Col<usize, f64> = "iefc_force" ["nefc"],
        /// `qfrc_constraint` in island order.
        ifrc_constraint: Col<usize, f64> = "ifrc_constraint" ["nidof"],
        ;
        /// Number of islands.
        nisland: usize,
        /// Number of dofs in islands.
        nidof: usize,
    }
}
