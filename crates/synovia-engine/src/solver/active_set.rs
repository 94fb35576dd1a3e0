//! ActiveSet: the dual problem solved exactly, for rows that have bounds and not cones.
//!
//! ```text
//! minimise ½ fᵀ AR f + fᵀ b      equality free, dry friction |f| ≤ loss, limits and contacts f ≥ 0        (1)
//! ```
//!
//! The reference has no such solver. Equation (1) is what PGS approaches row by row; here the rows that carry are found one by
//! one and their forces solved for, see [`synovia_math::active_set`]. The result does not depend on the order of the rows or on the
//! ratio of masses. Pyramids only: the facets of a pyramid are rows with bounds, an ellipse is not. Each island is a problem
//! of its own.

use synovia_math::active_set::{self, ActiveSetSolver, BoxProblem, Limits, Outcome, RowState};
use synovia_model::Model;
use synovia_model::enums::{Cone, ConstraintState, Solver};

use super::dual::{Delassus, Dual};
use super::problem::{Task, Unknowns};
use super::warm_start;
use crate::data::{EfcCounts, EngineError, SolverStat};
use crate::island::view::Subset;
use crate::scratch::Scratch;

/// A row at its bound is violated if its acceleration is wrong by more than this…
const TOLERANCE: f64 = 1e-10;
/// …and this times the largest acceleration there is.
const RELATIVE_TOLERANCE: f64 = 1e-13;

/// The workspace of the solver, kept between steps: no results.
#[derive(Clone, Debug, Default)]
pub(crate) struct ActiveSetWorkspace {
    walk: ActiveSetSolver,
    a: Vec<f64>,
    b: Vec<f64>,
    lower: Vec<f64>,
    upper: Vec<f64>,
    /// Passes of the second phase after which a problem is left unfinished; `None` is more than rounding should ever need.
    pub(crate) second_phase: Option<usize>,
}

/// Says that the model asks for elliptic cones, which this solver does not have.
pub(super) fn asks_for_ellipses(model: &Model) -> bool {
    model.opt.solver == Solver::ActiveSet && model.opt.cone == Cone::Elliptic
}

/// Solves exactly, problem by problem, from a warm start on.
pub(super) fn solve(task: &mut Task<'_>, workspace: &mut ActiveSetWorkspace, scratch: Scratch<'_>) {
    let warm = warm_start::dual(task, scratch);
    let Unknowns {
        force,
        state,
        contacts,
        ..
    } = &mut task.unknowns;
    let dual = &Dual::new(&task.problem, task.delassus, task.b, contacts);
    let nefc = dual.rows.counts.nefc;
    let report = &mut task.report;
    if task.opt.cone == Cone::Elliptic || dual.rows.cones < nefc {
        // no answer is better than a wrong one: the step will see it and reset
        report.diag.error = Some(EngineError::EllipticActiveSet);
        force.fill(f64::NAN);
        task.forces_to_joints();
        return;
    }
    let iterations = task.opt.iterations.max(0) as usize;
    for k in 0..task.views.count() {
        let rows = task.views.rows(k, nefc, task.island);
        let guess = match task.qacc_last {
            None => Guess::All,
            Some(_) if warm => Guess::Carrying(state),
            Some(_) => Guess::Violated,
        };
        let outcome = workspace.solve(dual, rows, guess, iterations);
        for (k, &f) in workspace.walk.lambda().iter().enumerate() {
            force[rows.item(k)] = f;
        }
        report.island = k;
        let stat = SolverStat {
            nactive: workspace.walk.working() as i32,
            ..SolverStat::default()
        };
        report.iteration(outcome.iterations.saturating_sub(1), stat);
        report.end(outcome.iterations, rows.count() * rows.count());
        if !outcome.converged {
            let unsolved = &mut report.diag.unsolved;
            unsolved.number = unsolved.number.saturating_add(1);
            unsolved.lastinfo = k as i32;
        }
    }
    report.island = 0;
    dual.states(force, state);
    task.forces_to_joints();
}

/// The first working set. Equalities and dry friction are in it unless states place them at a bound.
#[derive(Clone, Copy, Debug)]
enum Guess<'a> {
    /// All rows: there is no warm start.
    All,
    /// The rows that carry at the last acceleration, by their states.
    Carrying(&'a [i32]),
    /// The rows that are violated without forces: the last acceleration is a worse guess than none.
    Violated,
}

impl ActiveSetWorkspace {
    /// Finds the forces of some rows, with at most `first` passes of the first phase.
    fn solve(
        &mut self,
        dual: &Dual<'_>,
        rows: Subset<'_>,
        guess: Guess<'_>,
        first: usize,
    ) -> Outcome {
        self.gather(dual, rows);
        let Self {
            walk,
            a,
            b,
            lower,
            upper,
            second_phase,
        } = self;
        let problem = BoxProblem { a, b, lower, upper };
        let first = first.min(2 * rows.count());
        let largest = b.iter().fold(0.0_f64, |m, b| m.max(b.abs()));
        let limits = Limits {
            tolerance: TOLERANCE + RELATIVE_TOLERANCE * largest,
            first,
            total: first + second_phase.unwrap_or_else(|| active_set::second_phase(rows.count())),
            refine: 0,
        };
        let states = match guess {
            Guess::All => return walk.solve(&problem, None, &limits),
            Guess::Carrying(states) => states,
            Guess::Violated => {
                let one_sided = |k: usize| upper[k] == f64::INFINITY && lower[k] == 0.0;
                let place = |k: usize| {
                    if one_sided(k) && b[k] <= 0.0 {
                        RowState::Lower
                    } else {
                        RowState::Working
                    }
                };
                return walk.solve(&problem, Some(&place), &limits);
            }
        };
        let carried = |k: usize| match ConstraintState(states[rows.item(k)]) {
            ConstraintState::Satisfied | ConstraintState::LinearPos => RowState::Lower,
            ConstraintState::LinearNeg => RowState::Upper,
            _ => RowState::Working,
        };
        walk.solve(&problem, Some(&carried), &limits)
    }

    /// The dense problem of some rows.
    fn gather(&mut self, dual: &Dual<'_>, rows: Subset<'_>) {
        let n = rows.count();
        let EfcCounts { ne, nf, .. } = dual.rows.counts;
        self.a.clear();
        self.a.resize(n * n, 0.0);
        for column in [&mut self.b, &mut self.lower, &mut self.upper] {
            column.clear();
        }
        for (k, out) in self.a.chunks_exact_mut(n.max(1)).enumerate() {
            let r = rows.item(k);
            match dual.ar {
                Delassus::Dense { n: width, values } => {
                    let from = &values[r * width..(r + 1) * width];
                    for (j, out) in out.iter_mut().enumerate() {
                        *out = from[rows.item(j)];
                    }
                }
                Delassus::Sparse { pattern, values } => {
                    for (&c, &value) in pattern.cols(r).iter().zip(&values[pattern.range(r)]) {
                        out[rows.place(c as usize)] = value;
                    }
                }
            }
            self.b.push(-dual.b[r]);
            let (lower, upper) = if r < ne {
                (f64::NEG_INFINITY, f64::INFINITY)
            } else if r < ne + nf {
                (-dual.rows.frictionloss[r], dual.rows.frictionloss[r])
            } else {
                (0.0, f64::INFINITY)
            };
            self.lower.push(lower);
            self.upper.push(upper);
        }
    }
}
