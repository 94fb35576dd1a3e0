//! ActiveSet: exact solution of the dual problem, for rows with bounds but not cones.
//!
//! ```text
//! minimise ½ fᵀ AR f + fᵀ b      equality free, dry friction |f| ≤ loss, limits and contacts f ≥ 0        (1)
//! ```
//!
//! The reference has no such solver. PGS approximates the solution of (1) row by row; here the set of rows that carry force
//! is found by pivoting and their forces are solved for, see [`synovia_math::active_set`]. The result does not depend on
//! the order of the rows or on mass ratios. Only pyramidal cones are supported: the facets of a pyramid are rows with
//! bounds, an ellipse is not. Each island is solved separately.

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
/// …plus this times the largest acceleration.
const RELATIVE_TOLERANCE: f64 = 1e-13;

/// The workspace of the solver, kept between steps; it holds no results.
#[derive(Clone, Debug, Default)]
pub(crate) struct ActiveSetWorkspace {
    walk: ActiveSetSolver,
    a: Vec<f64>,
    /// `−b` of the current rows.
    b: Vec<f64>,
    /// Lower bounds of the forces.
    lower: Vec<f64>,
    /// Upper bounds of the forces.
    upper: Vec<f64>,
    /// Maximum number of passes of the second phase; `None` is more than rounding should ever need.
    pub(crate) second_phase: Option<usize>,
}

/// True if the model requests elliptic cones, which this solver does not support.
pub(super) fn asks_for_ellipses(model: &Model) -> bool {
    model.opt.solver == Solver::ActiveSet && model.opt.cone == Cone::Elliptic
}

/// Solves each part exactly, starting from a warm start.
pub(super) fn solve(task: &mut Task<'_>, workspace: &mut ActiveSetWorkspace, scratch: Scratch<'_>) {
    let warm = warm_start::dual(task, scratch);
    let Unknowns {
        force,
        state,
        contacts,
        ..
    } = &mut task.unknowns;
    // the dual problem, whose rows must not be elliptic
    let dual = &Dual::new(&task.problem, task.delassus, task.b, contacts);
    let nefc = dual.rows.counts.nefc;
    let report = &mut task.report;
    if task.opt.cone == Cone::Elliptic || dual.rows.cones < nefc {
        // no result is better than a wrong one: the step detects NaN and resets
        report.diag.error = Some(EngineError::EllipticActiveSet);
        force.fill(f64::NAN);
        task.forces_to_joints();
        return;
    }
    let iterations = task.opt.iterations.max(0) as usize;
    for k in 0..task.views.count() {
        let rows = task.views.rows(k, nefc, task.island);
        // the initial working set: from the warm start, if it is better than zero forces
        let guess = match task.qacc_last {
            None => Guess::All,
            Some(_) if warm => Guess::Carrying(state),
            Some(_) => Guess::Violated,
        };
        // forces and statistics of this part
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
        // the iteration limit was reached: counted, but the forces are used
        if !outcome.converged {
            let unsolved = &mut report.diag.unsolved;
            unsolved.number = unsolved.number.saturating_add(1);
            unsolved.lastinfo = k as i32;
        }
    }
    report.island = 0;
    // states of the final forces, then accelerations
    dual.states(force, state);
    task.forces_to_joints();
}

/// The initial working set. Equalities and dry friction are in it unless their states place them at a bound.
#[derive(Clone, Copy, Debug)]
enum Guess<'a> {
    /// All rows: there is no warm start.
    All,
    /// The rows with nonzero force at the previous acceleration, by their states.
    Carrying(&'a [i32]),
    /// The rows that are violated without forces: the previous acceleration is a worse guess than zero forces.
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
        // the dense problem and its limits
        self.gather(dual, rows);
        let Self {
            walk,
            a,
            b,
            lower,
            upper,
            second_phase,
        } = self;
        // limits of both phases; tolerances grow with the accelerations
        let problem = BoxProblem { a, b, lower, upper };
        let first = first.min(2 * rows.count());
        let largest = b.iter().fold(0.0_f64, |m, b| m.max(b.abs()));
        let limits = Limits {
            tolerance: TOLERANCE + RELATIVE_TOLERANCE * largest,
            first,
            total: first + second_phase.unwrap_or_else(|| active_set::second_phase(rows.count())),
            refine: 0,
        };
        // the initial working set, by the kind of guess
        let states = match guess {
            Guess::All => return walk.solve(&problem, None, &limits),
            Guess::Carrying(states) => states,
            Guess::Violated => {
                // rows without an upper bound that are satisfied start at zero force
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
        // by the state of each row at the previous acceleration
        let carried = |k: usize| match ConstraintState(states[rows.item(k)]) {
            ConstraintState::Satisfied | ConstraintState::LinearPos => RowState::Lower,
            ConstraintState::LinearNeg => RowState::Upper,
            _ => RowState::Working,
        };
        walk.solve(&problem, Some(&carried), &limits)
    }

    /// Copies the problem of some rows to dense form.
    fn gather(&mut self, dual: &Dual<'_>, rows: Subset<'_>) {
        let n = rows.count();
        let EfcCounts { ne, nf, .. } = dual.rows.counts;
        // clear the previous problem, keep its memory
        self.a.clear();
        self.a.resize(n * n, 0.0);
        for column in [&mut self.b, &mut self.lower, &mut self.upper] {
            column.clear();
        }
        for (k, out) in self.a.chunks_exact_mut(n.max(1)).enumerate() {
            let r = rows.item(k);
            // a row of `AR`, restricted to these rows
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
            // the linear term, and the bounds by the kind of row
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
