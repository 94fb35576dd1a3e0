//! Descent in acceleration space: Newton and conjugate gradients.
//!
//! ```text
//! g = M q̈ − qfrc_smooth − Jᵀ f                          gradient                                (1)
//! Newton    p = −H⁻¹ g,   H = M + Jᵀ D̃ J + cones        D̃: rows in their quadratic zone         (2)
//! CG        p = −M⁻¹ g + β p                             β of Polak and Ribière, never negative  (3)
//! q̈ ← q̈ + α p                                           α from the line search
//! ```
//!
//! The iteration ends when the improvement or the gradient, scaled by the mean inertia, falls below the tolerance.
//!
//! | here | in the code         | meaning                                               |
//! |------|---------------------|-------------------------------------------------------|
//! | `g`  | `Iterate::gradient` | gradient of the cost at the current acceleration      |
//! | `p`  | `Descent::search`   | search direction                                      |
//! | `α`  | `line::LineSearch`  | step length, by exact line search                     |
//! | `H`  | `System`            | Hessian, factored once and then updated               |
//! | `D̃`  | `system::weights`   | constraint masses of active rows, zero for the others |
#![expect(clippy::inline_always, reason = "the inner step of two loops")]

use synovia_math::padded::fours;
use synovia_math::{MIN_VAL, kernel};
use synovia_model::Opt;
use synovia_model::enums::{Cone, ConstraintState};

use super::dual::changed;
use super::line::{self, LineSearch};
use super::problem::{Problem, Start, Task, Unknowns};
use super::report::Report;
use super::subproblems::{Subproblem, Subproblems};
use super::system::{NewtonWorkspace, StateChange, System};
use super::warm_start::{self, Candidates, FreeDofs};
use crate::constraint::update::{Order, RowUpdate, constraint_update};
use crate::data::{EfcCounts, EngineError, SolverStat};
use crate::scratch::{Need, Scratch};

/// The rule for the next search direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// Equation (2).
    Newton,
    /// Equation (3).
    ConjugateGradient,
}

/// Search direction and termination criteria.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// The rule for the search direction.
    direction: Direction,
    /// Maximum number of iterations.
    iterations: usize,
    /// Tolerance of improvement and gradient.
    tolerance: f64,
    /// Criteria of the line search.
    line: line::Limits,
    /// Kind of friction cone, for the statistics of the matrix.
    cone: Cone,
}

impl Limits {
    /// The criteria set by the options.
    fn new(opt: &Opt, direction: Direction) -> Self {
        Self {
            direction,
            iterations: opt.iterations.max(0) as usize,
            tolerance: opt.tolerance,
            cone: opt.cone,
            line: line::Limits {
                tolerance: opt.tolerance * opt.ls_tolerance,
                iterations: opt.ls_iterations.max(0) as usize,
            },
        }
    }
}

/// Temporaries of the descent.
pub(super) fn scratch_len(nv: usize, nefc: usize) -> Need {
    Need::new(9 * 4 * fours(nv) + 5 * nefc, nefc)
}

/// Solves by descent: one warm start for all rows, then part by part.
pub(super) fn solve(
    task: &mut Task<'_>,
    direction: Direction,
    workspace: &mut NewtonWorkspace,
    mut scratch: Scratch<'_>,
) {
    let mut scratch = scratch.reborrow();
    let Task {
        opt,
        problem,
        unknowns,
        b,
        views,
        island,
        report,
        ..
    } = task;
    // the matrices in the format of the method
    let mut system = System::new(direction, workspace);
    // the matrices of a single part also serve its warm start
    if views.is_identity() {
        system.lay_out(problem, 0);
    }

    // `b`: residuals at the smooth acceleration
    let width = 4 * fours(problem.qacc_smooth.len());
    let smooth = copy_padded(problem.qacc_smooth, width, &mut scratch);
    system.mul_jac(problem, b, smooth);
    kernel::sub_from(b, problem.aref);

    // previous or smooth acceleration, whichever is cheaper
    let candidates = Candidates {
        last: task.qacc_last,
        smooth,
        smooth_residual: b,
    };
    // the starting point for all rows
    let free = FreeDofs {
        dofs: views.free_dofs(island),
        together: !views.by_island(),
    };
    let start = warm_start::primal(problem, &system, unknowns, candidates, free, &mut scratch);

    // each part is minimised on its own
    let limits = Limits::new(opt, direction);
    let unknowns = unknowns.reborrow();
    let mut subproblems = Subproblems::new(*views, problem, unknowns, start, island, &mut scratch);
    for k in 0..views.count() {
        report.island = k;
        // the problem of island `k`, its matrices, its minimum
        let mut subproblem = subproblems.subproblem(k);
        system.lay_out(&subproblem.problem, k);
        minimize(
            &mut subproblem,
            &mut system,
            &limits,
            report,
            scratch.reborrow(),
        );
    }
    report.island = 0;
    // back to the original order
    subproblems.scatter();
}

/// Minimises the cost of a part, starting from the acceleration in its unknowns.
///
/// During the search, vectors over dofs are padded with zeros to a multiple of four.
#[doc(alias = "mj_solPrimal")]
fn minimize(
    subproblem: &mut Subproblem<'_>,
    system: &mut System<'_>,
    limits: &Limits,
    report: &mut Report<'_>,
    mut scratch: Scratch<'_>,
) {
    let Subproblem {
        problem,
        unknowns,
        start,
    } = subproblem;
    let nv = problem.qacc_smooth.len();
    let (padded, EfcCounts { ne, nefc, .. }) = (4 * fours(nv), problem.rows.counts);
    let newton = limits.direction == Direction::Newton;
    // the first point: its states, forces, cost, gradient and factored Hessian
    let mut at = Iterate::new(unknowns.qacc, *start, padded, &mut scratch);
    let mut descent = Descent::new(limits.direction, padded, &mut scratch);
    let old_state = scratch.take_ints(nefc);
    let mut line = LineSearch::new(padded, nefc, order_of(newton), &mut scratch);
    // conjugate gradients need these products to the last bit, from the matrices of this part
    if !newton {
        at.refresh(problem, system);
    }

    at.update(problem, system, unknowns, newton);
    system.factor(problem, unknowns.state, unknowns.contacts, at.cones);
    descent.begin(problem, system, &at);

    let mut iteration = 0;
    while iteration < limits.iterations && !system.is_deficient() {
        // minimise along the search direction
        let (search, contacts) = (&*descent.search, &*unknowns.contacts);
        let alpha = line.search(problem, system, &at, search, contacts, &limits.line);
        // no improvement along this direction: the minimum is reached to machine precision
        if alpha == 0.0 {
            break;
        }
        // move the point, and with it `M q̈` and `J q̈ − a*`
        let along = [search, line.m_search(), line.jac_search()];
        let moved = [&mut *at.qacc, &mut *at.m_qacc, &mut *at.residual];
        kernel::axpy_each(moved, alpha, along);

        // states, forces, cost and gradient at the new point
        descent.remember(&at);
        old_state.copy_from_slice(unknowns.state);
        let old_cost = at.cost;
        at.update(problem, system, unknowns, newton);

        // convergence: scaled improvement and gradient
        let improvement = problem.scale * (old_cost - at.cost);
        let length = match order_of(newton) {
            Order::Rows => kernel::norm_in_fours(&at.gradient[..nv]),
            Order::Lanes => kernel::norm(&at.gradient[..nv]),
        };
        let gradient = problem.scale * length;
        let done = improvement < limits.tolerance || gradient < limits.tolerance;
        // the last point needs no Hessian
        // an update that is not needed is skipped
        let continues = !done && iteration + 1 < limits.iterations;
        let states = StateChange {
            old: old_state,
            new: unknowns.state,
        };
        system.change(problem, states, unknowns.contacts, at.cones, continues);
        // statistics of the iteration
        let stat = SolverStat {
            improvement,
            gradient,
            lineslope: line.slope(),
            nactive: at.active as i32,
            nchange: changed(&old_state[ne..], &unknowns.state[ne..]) as i32,
            neval: line.evaluations() as i32,
            nupdate: system.updates() as i32,
        };
        report.iteration(iteration, stat);
        iteration += 1;
        if !continues {
            break;
        }
        // equations (2) and (3): the next search direction
        descent.turn(problem, system, &at);
    }
    // a rank-deficient Hessian is an error
    if system.is_deficient() {
        report.diag.error = Some(EngineError::SingularHessian);
    }
    // the outputs, without padding
    unknowns.qacc.copy_from_slice(&at.qacc[..nv]);
    unknowns.qfrc_constraint.copy_from_slice(&at.qfrc[..nv]);
    report.end(iteration, system.nonzeros(problem, limits.cone));
}

/// The search direction.
#[derive(Debug)]
struct Descent<'a> {
    /// `p`.
    search: &'a mut [f64],
    /// `H⁻¹ g`, or `M⁻¹ g` for conjugate gradients.
    direction: &'a mut [f64],
    /// Vectors of the previous iteration, for conjugate gradients.
    old: Option<Previous<'a>>,
}

/// The previous iteration.
#[derive(Debug)]
struct Previous<'a> {
    /// `g` of the previous iteration.
    gradient: &'a mut [f64],
    /// `M⁻¹ g` of the previous iteration.
    direction: &'a mut [f64],
}

impl<'a> Descent<'a> {
    /// Takes the memory for vectors of this length.
    fn new(direction: Direction, padded: usize, scratch: &mut Scratch<'a>) -> Self {
        Self {
            search: scratch.take(padded),
            direction: scratch.take(padded),
            old: match direction {
                Direction::Newton => None,
                Direction::ConjugateGradient => Some(Previous {
                    gradient: scratch.take(padded),
                    direction: scratch.take(padded),
                }),
            },
        }
    }

    /// The first direction: that of steepest descent in the metric of the Hessian or the inertia.
    fn begin(&mut self, problem: &Problem<'_>, system: &System<'_>, at: &Iterate<'_>) {
        // `p = −H⁻¹ g`, or `−M⁻¹ g`
        self.direction.copy_from_slice(at.gradient);
        system.solve(problem, self.direction, at.cones);
        for (p, d) in self.search.iter_mut().zip(&*self.direction) {
            *p = -d;
        }
    }

    /// Stores the vectors of this point that the next direction needs.
    fn remember(&mut self, at: &Iterate<'_>) {
        if let Some(old) = &mut self.old {
            old.gradient.copy_from_slice(at.gradient);
            old.direction.copy_from_slice(self.direction);
        }
    }

    /// The next direction, equations (2) and (3).
    fn turn(&mut self, problem: &Problem<'_>, system: &System<'_>, at: &Iterate<'_>) {
        let nv = problem.qacc_smooth.len();
        // `H⁻¹ g`, or `M⁻¹ g`
        self.direction.copy_from_slice(at.gradient);
        system.solve(problem, self.direction, at.cones);
        // the coefficient of Polak and Ribière; zero for Newton
        let beta = match &self.old {
            None => 0.0,
            Some(old) => {
                let [before, numerator] = kernel::polak_ribiere(
                    [&old.gradient[..nv], &at.gradient[..nv]],
                    [&old.direction[..nv], &self.direction[..nv]],
                );
                (numerator / before.max(MIN_VAL)).max(0.0)
            }
        };
        // `p ← −d + β p`
        for (p, d) in self.search.iter_mut().zip(&*self.direction) {
            *p = -d + beta * *p;
        }
    }
}

/// Newton steps converge long before the last digit of the cost matters; conjugate gradients do not.
const fn order_of(newton: bool) -> Order {
    if newton { Order::Lanes } else { Order::Rows }
}

/// The current point and the quantities derived from it.
#[derive(Debug)]
pub(super) struct Iterate<'a> {
    /// Acceleration.
    qacc: &'a mut [f64],
    /// `Jᵀ f`.
    qfrc: &'a mut [f64],
    /// `J q̈ − a*`.
    pub(super) residual: &'a mut [f64],
    /// `M q̈`.
    pub(super) m_qacc: &'a mut [f64],
    /// Equation (1).
    pub(super) gradient: &'a mut [f64],
    /// Total cost: of the rows and of the deviation from the smooth acceleration.
    pub(super) cost: f64,
    /// The second subproblem of the cost.
    pub(super) gauss: f64,
    /// Number of active rows.
    pub(super) active: usize,
    /// Number of rows of sliding contacts.
    pub(super) cones: usize,
}

/// A copy padded with zeros to the length `n`.
pub(super) fn copy_padded<'a>(from: &[f64], n: usize, scratch: &mut Scratch<'a>) -> &'a mut [f64] {
    let to = scratch.take_unset(n);
    let (front, pad) = to.split_at_mut(from.len());
    front.copy_from_slice(from);
    pad.fill(0.0);
    to
}

impl<'a> Iterate<'a> {
    /// The first point, copied to padded memory; cost and gradient are computed by `update`.
    fn new(qacc: &[f64], start: Start<'_>, padded: usize, scratch: &mut Scratch<'a>) -> Self {
        let nefc = start.residual.len();
        Self {
            residual: copy_padded(start.residual, nefc, scratch),
            qacc: copy_padded(qacc, padded, scratch),
            m_qacc: copy_padded(start.m_qacc, padded, scratch),
            qfrc: scratch.take(padded),
            gradient: scratch.take(padded),
            cost: 0.0,
            gauss: 0.0,
            active: 0,
            cones: 0,
        }
    }

    /// Recomputes residuals and `M q̈` with the matrices of this problem, for exact agreement.
    fn refresh(&mut self, problem: &Problem<'_>, system: &System<'_>) {
        system.mul_jac(problem, self.residual, self.qacc);
        kernel::sub_from(self.residual, problem.aref);
        system.mul_inertia(problem, self.m_qacc, self.qacc);
    }

    /// Computes states, forces, cost and gradient.
    fn update(
        &mut self,
        problem: &Problem<'_>,
        system: &System<'_>,
        unknowns: &mut Unknowns<'_>,
        newton: bool,
    ) {
        // states, forces and cost of the rows, then `Jᵀ f`
        let (state, force) = (&mut *unknowns.state, &mut *unknowns.force);
        let (rows, contacts) = (&problem.rows, &mut *unknowns.contacts);
        // conjugate gradients sum the two parts of the cost in index order
        let beside = (!newton).then(|| self.leaving_beside_equalities(problem, force));
        let how = RowUpdate {
            hessians: newton,
            order: order_of(newton),
            equalities: beside.map(|(_, equalities)| equalities),
        };
        let cost = constraint_update(rows, self.residual, contacts, state, force, how);
        system.mul_jac_t(problem, self.qfrc, force);

        // statistics: active rows and rows of sliding contacts
        // equalities are always active
        let ne = rows.counts.ne;
        let count = |s: ConstraintState, from: usize| {
            state[from..].iter().filter(|&&x| x == s.to_i32()).count()
        };
        self.active = state.len() - count(ConstraintState::Satisfied, ne);
        self.cones = count(ConstraintState::Cone, rows.cones);
        // equation (1), and the cost of the deviation from the smooth acceleration
        self.gauss = match beside {
            None => self.balance(problem),
            Some((gauss, _)) => {
                self.balance_alone(problem);
                gauss
            }
        };
        self.cost = cost + self.gauss;
    }

    /// Computes the gradient; returns the cost of the deviation from the smooth acceleration.
    fn balance(&mut self, problem: &Problem<'_>) -> f64 {
        let n = problem.qacc_smooth.len();
        let (m_qacc, qfrc_smooth) = (&self.m_qacc[..n], &problem.qfrc_smooth[..n]);
        let (qacc, qacc_smooth) = (&self.qacc[..n], &problem.qacc_smooth[..n]);
        let (gradient, qfrc) = (&mut self.gradient[..n], &self.qfrc[..n]);
        let mut gauss = 0.0;
        // equation (1) and `½ (M q̈ − qfrc_smooth)·(q̈ − q̈_s)` in one pass
        for i in 0..n {
            let balance = m_qacc[i] - qfrc_smooth[i];
            gradient[i] = balance - qfrc[i];
            gauss += 0.5 * balance * (qacc[i] - qacc_smooth[i]);
        }
        gauss
    }

    /// Computes the gradient.
    fn balance_alone(&mut self, problem: &Problem<'_>) {
        let n = problem.qacc_smooth.len();
        let (m_qacc, qfrc_smooth) = (&self.m_qacc[..n], &problem.qfrc_smooth[..n]);
        let (gradient, qfrc) = (&mut self.gradient[..n], &self.qfrc[..n]);
        // equation (1)
        for i in 0..n {
            gradient[i] = (m_qacc[i] - qfrc_smooth[i]) - qfrc[i];
        }
    }

    /// The term of each dof in the cost of the deviation from the smooth acceleration.
    #[inline(always)]
    fn leaving_by<'b>(&'b self, problem: &'b Problem<'_>) -> impl Fn(usize) -> f64 + 'b {
        let n = problem.qacc_smooth.len();
        let (m_qacc, qacc) = (&self.m_qacc[..n], &self.qacc[..n]);
        let (qfrc_smooth, qacc_smooth) = (&problem.qfrc_smooth[..n], &problem.qacc_smooth[..n]);
        move |i| 0.5 * (m_qacc[i] - qfrc_smooth[i]) * (qacc[i] - qacc_smooth[i])
    }

    /// The cost of the deviation from the smooth acceleration, together with the forces and the cost of equalities.
    ///
    /// Both costs are sums in index order, in which each addition depends on the previous one: computed side by side, their
    /// latencies overlap.
    fn leaving_beside_equalities(&self, problem: &Problem<'_>, force: &mut [f64]) -> (f64, f64) {
        let (n, ne) = (problem.qacc_smooth.len(), problem.rows.counts.ne);
        let (d, x, force) = (
            &problem.rows.d[..ne],
            &self.residual[..ne],
            &mut force[..ne],
        );
        let by = self.leaving_by(problem);
        let (mut gauss, mut cost) = (0.0, 0.0);
        let both = n.min(ne);
        // the common range of both sums, then the rest of either
        for k in 0..both {
            force[k] = -d[k] * x[k];
            cost += 0.5 * d[k] * x[k] * x[k];
            gauss += by(k);
        }
        for k in both..ne {
            force[k] = -d[k] * x[k];
            cost += 0.5 * d[k] * x[k] * x[k];
        }
        for i in both..n {
            gauss += by(i);
        }
        (gauss, cost)
    }
}
