//! Memory of integrators and inverse dynamics.

use synovia_math::Vec3;
use synovia_model::id::DofId;

/// Memory of integrators, kept between steps; no results.
#[derive(Clone, Debug, Default)]
pub(crate) struct StepMemory {
    pub qacc: Vec<f64>,
    pub rk4: Rk4Stages,
    pub flex: Option<Box<FlexMemory>>,
    pub spring: Option<Box<SpringMemory>>,
    /// The acceleration that discrete inverse dynamics saves.
    pub kept: Vec<f64>,
    pub forward: ForwardMemory,
}

/// Memory for the start and the derivatives of all stages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rk4Stages {
    pub qpos: Vec<f64>,
    pub qvel: Vec<f64>,
    pub act: Vec<f64>,
    pub moved: Vec<f64>,
    /// Velocity, acceleration and activation rate of each stage.
    pub rates: [[Vec<f64>; 3]; 4],
    pub sums: [Vec<f64>; 3],
}

/// Memory of equation (1) of [`crate::integrate::implicit_flex`].
#[derive(Clone, Debug, Default)]
pub(crate) struct FlexMemory {
    /// Dofs of the nodes.
    pub dofs: Vec<DofId>,
    /// For each dof its position among those, or −1.
    pub local: Vec<i32>,
    /// The matrix, later its factor.
    pub matrix: Vec<f64>,
    /// Entries of `H'`: row, dof, value.
    pub coupling: Vec<(usize, DofId, f64)>,
    /// Positions of the nodes of one flex in its frame.
    pub nodes: Vec<Vec3>,
    /// Velocities of the nodes of one flex.
    pub moving: Vec<Vec3>,
    /// Right-hand side, later the solution.
    pub force: Vec<f64>,
    /// `Jᵀ K J q̇` of all dofs.
    pub pull: Vec<f64>,
}

/// Memory of [`crate::integrate::implicit_spring`].
#[derive(Clone, Debug, Default)]
pub(crate) struct SpringMemory {
    /// Whether each dof is awake; empty if all are.
    pub awake: Vec<bool>,
    /// The row of one spring: dofs, ascending, and values.
    pub dofs: Vec<usize>,
    pub values: Vec<f64>,
    /// `h K q̇` of all dofs.
    pub pull: Vec<f64>,
    /// Rows `W` outside the pattern of the tree, over all dofs, and `H⁻¹ Wᵀ`.
    pub rows: Vec<f64>,
    pub solved: Vec<f64>,
    /// The factor of `1 + W H⁻¹ Wᵀ`.
    pub small: Vec<f64>,
    /// `W a`, then the solution for it.
    pub along: Vec<f64>,
}

/// Memory of the comparison of forward and inverse dynamics; no results.
#[derive(Clone, Debug, Default)]
pub(crate) struct ForwardMemory {
    pub qfrc_constraint: Vec<f64>,
    pub efc_force: Vec<f64>,
    pub applied: Vec<f64>,
}
