//! Lists of awake and of sleeping elements.

use core::ops::Range;

use synovia_model::id::{BodyId, DofId, GeomId, SiteId, TreeId};

/// Awake elements, as lists in ascending order, and sleeping ones, as runs.
///
/// Lists marked with * are built only if some tree sleeps.
#[derive(Clone, Debug, Default)]
pub struct Awake {
    /// Bodies that are awake or static, without the world.
    pub bodies: Vec<BodyId>,
    /// Bodies whose parent is awake or static, and whether they are asleep themselves.
    pub children: Vec<(BodyId, bool)>,
    /// Dofs that are awake.
    pub dofs: Vec<DofId>,
    /// Trees that are awake *.
    pub trees: Vec<TreeId>,
    /// The flags of awake trees with which the lists were built *.
    pub flags: Vec<i32>,
    /// Bodies that are awake, but not static *.
    pub movers: Vec<BodyId>,
    /// For each body, whether it is a mover *.
    pub moving: Vec<bool>,
    /// The children whose parent is not the world *.
    pub carried: Vec<BodyId>,
    /// Geoms of the movers *.
    pub geoms: Vec<GeomId>,
    /// Sites of the movers *.
    pub sites: Vec<SiteId>,
    /// Everything that sleeps *.
    pub sleepers: Sleepers,
    /// Number of trees that are asleep.
    pub asleep: usize,
    /// Changes whenever the lists are rebuilt; never 0 after that.
    pub version: u64,
    /// True if `qM` has the rows of sleeping trees.
    pub scattered: bool,
    /// True if `tree_asleep` has been overwritten as a whole since the lists were built.
    pub stale: bool,
    /// True if sleeping elements are visited one by one: for tests that skipping them changes no bit.
    pub plain: bool,
}

/// Sleeping elements, as runs of consecutive ones, and what the pose of each sleeping tree was computed from.
#[derive(Clone, Debug, Default)]
pub struct Sleepers {
    /// Bodies.
    pub bodies: Vec<Range<usize>>,
    /// Joints.
    pub joints: Vec<Range<usize>>,
    /// Dofs.
    pub dofs: Vec<Range<usize>>,
    /// Positions in `qpos`.
    pub qpos: Vec<Range<usize>>,
    /// The bodies of trees that are more than a single free body.
    pub jointed_bodies: Vec<Range<usize>>,
    /// The joints of these trees.
    pub jointed_joints: Vec<Range<usize>>,
    /// Their positions in `qpos`.
    pub jointed_qpos: Vec<Range<usize>>,
    /// The parents of roots of sleeping trees, except the world.
    pub carriers: Vec<BodyId>,
    /// The numbers from which their poses were computed, and the poses.
    pub seen: Vec<f64>,
    /// True if `seen` was recorded after the lists were built, with a model that has not been checked again since.
    pub recorded: bool,
}
