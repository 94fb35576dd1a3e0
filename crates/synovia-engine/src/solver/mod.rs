//! Constraint solvers: the acceleration subject to the constraint rows.
//!
//! All solvers minimise the same convex cost over accelerations,
//!
//! ```text
//! ½ (q̈ − q̈_s)ᵀ M (q̈ − q̈_s) + Σ_r s_r(J q̈ − a*)                                              (1)
//! ```
//!
//! whose minimum balances inertia against constraint forces: `M q̈ = qfrc_smooth + Jᵀ f`.
//!
//! | here                                  | does                                                             |
//! |---------------------------------------|------------------------------------------------------------------|
//! | `problem`                             | equation (1), built from the rows, and the outputs               |
//! | `warm_start`                          | the starting point                                               |
//! | `primal`                              | minimises (1) by Newton or conjugate gradients, island by island |
//! | `parts`, `line`, `system`             | the problem of each island; the line search; the matrices        |
//! | `dual`                                | the same problem over forces                                     |
//! | `pgs`, [`active_set`](mod@active_set) | solve it row by row, and exactly; `few`: the former in registers   |
//! | `noslip`                              | corrects friction, after any solver                              |
//!
//! | here       | in the code                 | meaning                                            |
//! |------------|-----------------------------|----------------------------------------------------|
//! | `q̈`, `q̈_s` | `force.qacc`, `qacc_smooth` | acceleration with and without constraints          |
//! | `M`        | `inertia.m`                 | joint-space inertia                                |
//! | `J`, `a*`  | `efc.jac`, `efc.aref`       | Jacobian and reference accelerations of the rows   |
//! | `s_r`      | `constraint::update`        | cost of row `r`, a convex function of its residual |
//! | `f`        | `efc.force`                 | forces of the rows, `f_r = −s_r'`                  |

pub(crate) mod active_set;
mod dual;
mod few;
mod line;
mod noslip;
mod padded;
mod pgs;
mod primal;
mod problem;
mod report;
mod residual;
mod sparse;
mod subproblems;
mod system;
mod warm_start;

pub(crate) use system::NewtonWorkspace;

use synovia_math::padded::fours;
use synovia_model::Model;
use synovia_model::enums::Solver;

use crate::data::{Data, EngineError, Forces, Lazy};
use crate::island;
use crate::island::view::Views;
use crate::scratch::{Need, ScratchBuffer};
use crate::sleep::Awake;
use crate::sleep::visit::{Visit, skipping};
use crate::workspace::Workspace;
use active_set::ActiveSetWorkspace;
use primal::Direction;
use problem::{Groups, Task};

/// Temporaries of [`solve`] for a number of rows.
pub(crate) fn scratch_len(model: &Model, nefc: usize) -> Need {
    let nv = model.dof.len();
    // residuals and `M q̈` at the starting point, in the original order and in island order
    let start = Need::new(4 * 4 * fours(nv) + 2 * nefc, 0);
    primal::scratch_len(nv, nefc)
        .and(start)
        .or(pgs::scratch_len(nefc).and(start))
        .or(noslip::scratch_len(nefc))
}

/// The solution method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    /// Descent in acceleration space.
    Primal(Direction),
    /// Projected Gauss–Seidel.
    Pgs,
    /// Exact forces.
    ActiveSet,
}

impl Method {
    /// The method of a solver option; `None` for an unknown number.
    const fn of(solver: Solver) -> Option<Self> {
        match solver {
            Solver::Newton => Some(Self::Primal(Direction::Newton)),
            Solver::Cg => Some(Self::Primal(Direction::ConjugateGradient)),
            Solver::Pgs => Some(Self::Pgs),
            Solver::ActiveSet => Some(Self::ActiveSet),
            _ => None,
        }
    }
}

/// The memory of the solvers.
struct Memory<'a> {
    /// Temporaries.
    scratch: &'a mut ScratchBuffer,
    /// Memory of the primal solvers.
    newton: &'a mut NewtonWorkspace,
    /// Memory of the solver ActiveSet.
    active_set: &'a mut ActiveSetWorkspace,
}

/// Computes constraint forces and the constrained acceleration: [`solve_of`] with the groups of a simulation.
pub(crate) fn solve(model: &Model, data: &mut Data) {
    let Data {
        state,
        inertia,
        force,
        contact,
        efc,
        island,
        lazy,
        diag,
        work,
        ..
    } = data;
    let Workspace {
        scratch,
        awake,
        newton,
        active_set,
        ..
    } = work;
    let groups = Groups {
        state,
        inertia,
        force,
        contacts: &mut contact.list,
        efc,
        island,
        diag,
    };
    let memory = Memory {
        scratch,
        newton,
        active_set,
    };
    solve_of(model, groups, awake, lazy, memory);
}

/// Computes constraint forces and the constrained acceleration.
///
/// Reads `inertia`, `force.qfrc_smooth`, `qacc_smooth`, `state.qacc_warmstart`, `efc`; writes `force.qacc`,
/// `force.qfrc_constraint`, `efc.b`, `efc.force`, `efc.state`, and marks the columns in island order in `lazy`.
fn solve_of(model: &Model, groups: Groups<'_>, awake: &Awake, lazy: &mut Lazy, memory: Memory<'_>) {
    let qfrc = groups.force.qfrc_constraint.rows_mut();
    skipping!(model, awake, who => who.clear(qfrc));
    groups.diag.solver_niter.fill(0);
    // elliptic cones cannot be solved exactly: reported even if there is no contact
    if active_set::asks_for_ellipses(model) {
        groups.diag.error = Some(EngineError::EllipticActiveSet);
    }

    // without rows the acceleration is the smooth one
    let nefc = groups.efc.counts.nefc;
    if nefc == 0 {
        return without_constraints(model, awake, groups.force);
    }
    // an unknown solver is an error
    let Some(method) = Method::of(model.opt.solver) else {
        let (option, value) = ("solver", model.opt.solver.0);
        groups.diag.error = Some(EngineError::UnknownOption { option, value });
        return without_constraints(model, awake, groups.force);
    };

    // the problem and its independent parts; the noslip pass needs all rows together
    let noslip = model.opt.noslip_iterations > 0;
    let views = Views::new(model, groups.island, nefc, noslip);
    // copies in island order become invalid
    island::solution_changes(model, groups.island, nefc, lazy);
    let need = scratch_len(model, nefc);
    let Memory {
        scratch,
        newton,
        active_set,
    } = memory;
    let mut task = Task::new(model, views, groups);

    // each method starts from its warm start
    match method {
        Method::Primal(direction) => {
            primal::solve(&mut task, direction, newton, scratch.frame(need));
        }
        Method::Pgs => pgs::solve(&mut task, scratch.frame(need)),
        Method::ActiveSet => active_set::solve(&mut task, active_set, scratch.frame(need)),
    }
    // friction is corrected after any method
    if noslip {
        noslip::solve(&mut task, scratch.frame(need));
    }
}

/// The solution without constraints, also used if the solver is unknown.
fn without_constraints(model: &Model, awake: &Awake, force: &mut Forces) {
    let (qacc, smooth) = (force.qacc.rows_mut(), force.qacc_smooth.rows());
    skipping!(model, awake, who => who.copy(qacc, smooth));
}
