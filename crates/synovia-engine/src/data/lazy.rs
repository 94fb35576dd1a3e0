//! Flags of quantities that are computed on demand.

/// True for quantities that are up to date with the current state. They are computed only if a sensor or the user needs
/// them.
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
    /// Rows in island order, if that is the original order; see [`rows_in_order`](crate::island::rows_in_order).
    pub island_rows: bool,
}
