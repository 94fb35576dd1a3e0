//! What has been computed on demand.

/// Flags: true for what is already computed for the current state. It is computed only if a sensor or the user needs it.
///
/// Position and velocity stages clear their flags, `forward` clears those of accelerations; `step2` does not.
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
