//! Memory that the stages keep between calls: temporaries, caches, and the result of the last check.
//!
//! | part         | contents                                                     | used by     |
//! |--------------|--------------------------------------------------------------|-------------|
//! | `scratch`    | temporaries, released at the end of a stage                  | every stage |
//! | `ctrl`       | controls that take effect                                    | actuation   |
//! | `elimination` | symbolic analysis of the pattern of `M`                      | factors     |
//! | `awake`      | lists of awake elements                                      | sleep       |
//! | `collision`  | neighbour list, pair cache                                   | collision   |
//! | `project`    | pattern of the Delassus matrix                               | projection  |
//! | `newton`     | the Hessian, its factor and patterns                         | solver      |
//! | `active_set` | factors of the working set                                   | solver      |
//! | `integrator` | matrices of implicit integrators, intermediate states of RK4 | integrators |
//! | `gate`       | the model that passed the check                              | the gate    |
//!
//! None of it is a result: a simulation with a new workspace continues with the same bits.

mod awake;
mod gate;
mod integrator;

pub use awake::{Awake, Sleepers};
pub use gate::Gate;
pub(crate) use integrator::{FlexMemory, Rk4Stages, SpringMemory, StepMemory};

use synovia_model::Size;

use crate::collision::CollisionMemory;
use crate::constraint::project::ProjectWorkspace;
use crate::data::Data;
use crate::position::elimination::Elimination;
use crate::scratch::ScratchBuffer;
use crate::solver::NewtonWorkspace;
use crate::solver::active_set::ActiveSetWorkspace;

/// The private memory of a simulation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Workspace {
    /// Temporaries of the stages.
    pub scratch: ScratchBuffer,
    /// Controls that take effect.
    pub ctrl: Vec<f64>,
    /// Lists of awake elements.
    pub awake: Awake,
    /// Symbolic analysis of the pattern of `M`.
    pub elimination: Elimination,
    /// Caches of collision detection.
    pub collision: CollisionMemory,
    /// Memory of the projection of constraints.
    pub project: ProjectWorkspace,
    /// Memory of the primal solvers.
    pub newton: NewtonWorkspace,
    /// Memory of the solver ActiveSet.
    pub active_set: ActiveSetWorkspace,
    /// Memory of the integrators.
    pub integrator: StepMemory,
    /// Sizes of the model for which the simulation was created.
    pub made_for: Size,
    /// Result of the check of the model with which it was last called.
    pub gate: Gate,
}

impl Data {
    /// Takes the workspace of another simulation of the same model: for tests that it holds no results.
    #[doc(hidden)]
    pub fn take_workspace(&mut self, other: &mut Self) {
        self.work = core::mem::take(&mut other.work);
    }

    /// Visits sleeping elements one by one: for tests that skipping them changes no bit.
    #[doc(hidden)]
    pub fn skip_nothing_asleep(&mut self) {
        self.work.awake.plain = true;
    }

    /// Limits the second phase of the exact solver: for tests of its behaviour at the limit.
    #[doc(hidden)]
    pub fn limit_second_phase(&mut self, iterations: Option<usize>) {
        self.work.active_set.second_phase = iterations;
    }
}
