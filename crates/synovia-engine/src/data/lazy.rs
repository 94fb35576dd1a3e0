//! What has been computed on demand.

/// True for what is already known about the current state: computed only if a sensor or the user asks for it.
///
/// Position and velocity stages forget their part. What follows from the accelerations is forgotten by `forward` but not by
/// `step2`, as in the reference: between the two halves of a step accelerations of bodies are those first asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lazy {
    /// Potential energy.
    #[doc(alias = "flg_energypos")]
    pub energy_pos: bool,
    /// Kinetic energy.
    #[doc(alias = "flg_energyvel")]
    pub energy_vel: bool,
    /// Velocities and momenta of subtrees.
    #[doc(alias = "flg_subtreevel")]
    pub subtree_vel: bool,
    /// Accelerations of bodies and forces between them.
    #[doc(alias = "flg_rnepost")]
    pub rne_post: bool,
    /// Rows in island order, where that is the order they have anyway; see [`rows_in_order`](crate::island::rows_in_order).
    pub island_rows: bool,
}
