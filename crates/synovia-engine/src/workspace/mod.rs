//! What the stages keep between calls: room for temporaries, caches, and what was checked before.
//!
//! | part         | holds                                                        | of          |
//! |--------------|--------------------------------------------------------------|-------------|
//! | `scratch`    | temporaries, given back at the end of a stage                | every stage |
//! | `ctrl`       | controls as they take effect                                 | actuation   |
//! | `awake`      | lists of what is awake                                       | sleep       |
//! | `collision`  | neighbour list, pair cache                                   | collision   |
//! | `project`    | pattern of the Delassus matrix                               | projection  |
//! | `newton`     | the Hessian, its factor and patterns                         | solver      |
//! | `active_set` | factors of the working set                                   | solver      |
//! | `integrator` | matrices of implicit integrators, intermediate states of RK4 | integrators |
//! | `gate`       | the model that passed the check                              | the gate    |
//!
//! Nothing of it is a result: a simulation with a new workspace goes on with the same bits.

mod awake;
mod gate;
mod integrator;

pub use awake::Awake;
pub use gate::Gate;
pub(crate) use integrator::{FlexMemory, Rk4Stages, SpringMemory, StepMemory};

use synovia_model::Size;

use crate::collision::CollisionMemory;
use crate::constraint::project::ProjectWorkspace;
use crate::data::Data;
use crate::scratch::ScratchBuffer;
use crate::solver::NewtonWorkspace;
use crate::solver::active_set::ActiveSetWorkspace;

/// The private memory of a simulation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Workspace {
    /// Temporaries of the stages.
    pub scratch: ScratchBuffer,
    /// Controls as they take effect.
    pub ctrl: Vec<f64>,
    /// Lists of what is awake.
    pub awake: Awake,
    /// Caches of collision detection.
    pub collision: CollisionMemory,
    /// Of the projection of constraints.
    pub project: ProjectWorkspace,
    /// Of the primal solvers.
    pub newton: NewtonWorkspace,
    /// Of the solver ActiveSet.
    pub active_set: ActiveSetWorkspace,
    /// Of the integrators.
    pub integrator: StepMemory,
    /// Sizes of the model that the simulation was made for.
    pub made_for: Size,
    /// What is known about the model that it was last called with.
    pub gate: Gate,
}

impl Data {
    /// Takes the workspace of another simulation of the same model: for tests that it holds no result.
    #[doc(hidden)]
    pub fn take_workspace(&mut self, other: &mut Self) {
        self.work = core::mem::take(&mut other.work);
    }

    /// Stops the exact solver early in its second phase: for tests of what it then does.
    #[doc(hidden)]
    pub fn limit_second_phase(&mut self, iterations: Option<usize>) {
        self.work.active_set.second_phase = iterations;
    }
}
