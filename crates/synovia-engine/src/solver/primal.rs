//! Descent in acceleration space: Newton and conjugate gradients.
//!
//! ```text
//! g = M q̈ − qfrc_smooth − Jᵀ f                          gradient                                (1)
//! Newton    p = −H⁻¹ g,   H = M + Jᵀ D̃ J + cones        D̃: rows in their quadratic zone         (2)
//! CG        p = −M⁻¹ g + β p                             β of Polak and Ribière, never negative  (3)
//! q̈ ← q̈ + α p                                           α from the line search
//! ```
//!
//! Done when the improvement or the gradient, scaled by the mean inertia, falls below the tolerance.

use synovia_math::padded::fours;
use synovia_math::{Csr, MIN_VAL, kernel, ldl};
use synovia_model::Opt;
use synovia_model::enums::{Cone, ConstraintState};

use super::dual::changed;
use super::line::{self, LineSearch};
use super::report::Report;
use super::system::System;
use crate::constraint::update::{Order, RowSet, constraint_update};
use crate::data::{Contact, Jacobian, SolverStat};
use crate::scratch::{Need, Scratch};

/// What is to be solved.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// Rows.
    pub rows: RowSet<'a>,
    /// Their Jacobian.
    pub jacobian: Jacobian<'a>,
    /// Their reference accelerations.
    pub aref: &'a [f64],
    /// Where the entries of the inertia are.
    pub inertia_pattern: Csr<'a>,
    /// Inertia.
    pub inertia: &'a [f64],
    /// Its factor.
    pub factor: &'a [f64],
    /// Reciprocal diagonal of the factor.
    pub factor_diag_inv: &'a [f64],
    /// Forces but constraints.
    pub qfrc_smooth: &'a [f64],
    /// Acceleration without constraints.
    pub qacc_smooth: &'a [f64],
    /// Turns costs and gradients into numbers that do not depend on the size of the model.
    pub scale: f64,
}

impl Problem<'_> {
    /// The sum of the diagonal of the inertia.
    pub fn trace(&self) -> f64 {
        let diagonal = |i: usize| self.inertia[self.inertia_pattern.range(i).end - 1];
        (0..self.inertia_pattern.nrow()).fold(0.0, |sum, i| sum + diagonal(i))
    }

    /// `out ← M x`.
    pub fn mul_inertia(&self, out: &mut [f64], x: &[f64]) {
        ldl::mul_sym(out, self.inertia, x, self.inertia_pattern);
    }
}

/// What the solver finds.
#[derive(Debug)]
pub struct Unknowns<'a> {
    /// Acceleration; holds the starting point at first, see [`Start`].
    pub qacc: &'a mut [f64],
    /// Generalised constraint force.
    pub qfrc_constraint: &'a mut [f64],
    /// Force of each row.
    pub force: &'a mut [f64],
    /// State of each row.
    pub state: &'a mut [i32],
    /// Contacts, for their cones.
    pub contacts: &'a mut [Contact],
}

/// What is known where the search starts.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// `J q̈ − a*`.
    pub residual: &'a [f64],
    /// `M q̈`.
    pub momentum: &'a [f64],
}

/// How to find the next direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Equation (2).
    Newton,
    /// Equation (3).
    ConjugateGradient,
}

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    iterations: usize,
    tolerance: f64,
    line: line::Limits,
    cone: Cone,
}

impl Limits {
    /// The limits that the options set.
    pub fn new(opt: &Opt) -> Self {
        Self {
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

/// Temporaries of [`minimize`].
pub fn scratch_len(nv: usize, nefc: usize) -> Need {
    Need::new(9 * 4 * fours(nv) + 5 * nefc, nefc)
}

/// Minimises the cost from the acceleration in `unknowns`.
///
/// Vectors over dofs are padded with zeros to groups of four while the search lasts.
#[doc(alias = "mj_solPrimal")]
pub fn minimize(
    (problem, system): (&Problem<'_>, &mut System<'_>),
    unknowns: &mut Unknowns<'_>,
    start: Start<'_>,
    (method, limits): (Method, &Limits),
    report: &mut Report<'_>,
    mut scratch: Scratch<'_>,
) {
    let nv = problem.qacc_smooth.len();
    let (padded, nefc) = (4 * fours(nv), problem.rows.counts.nefc);
    let newton = method == Method::Newton;
    let mut at = Iterate::new(unknowns.qacc, start, padded, &mut scratch);
    let search = scratch.take(padded);
    let direction = scratch.take(padded);
    let remembered = if newton { 0 } else { padded };
    let (old_gradient, old_direction) = (scratch.take(remembered), scratch.take(remembered));
    let old_state = scratch.take_ints(nefc);
    let mut line = LineSearch::new(padded, nefc, order_of(newton), &mut scratch);
    if !newton {
        // what its own rows say, to the last digit
        system.mul_jac(problem, at.residual, at.qacc);
        kernel::sub_from(at.residual, problem.aref);
        system.mul_inertia(problem, at.momentum, at.qacc);
    }

    at.update(problem, system, unknowns, newton);
    system.factor(problem, unknowns.state, unknowns.contacts, at.cones);
    direction.copy_from_slice(at.gradient);
    system.solve(problem, direction, at.cones);
    for (p, d) in search.iter_mut().zip(&*direction) {
        *p = -d;
    }

    let mut iteration = 0;
    while iteration < limits.iterations {
        let matrices = (problem, &*system);
        let alpha = line.search(matrices, &at, search, unknowns.contacts, &limits.line);
        if alpha == 0.0 {
            break;
        }
        kernel::axpy(at.qacc, alpha, search);
        kernel::axpy(at.momentum, alpha, line.momentum());
        kernel::axpy(at.residual, alpha, line.residual());

        if !newton {
            old_gradient.copy_from_slice(at.gradient);
            old_direction.copy_from_slice(direction);
        }
        old_state.copy_from_slice(unknowns.state);
        let old_cost = at.cost;
        at.update(problem, system, unknowns, newton);

        let improvement = problem.scale * (old_cost - at.cost);
        let gradient = problem.scale * kernel::norm(&at.gradient[..nv]);
        let done = improvement < limits.tolerance || gradient < limits.tolerance;
        // the last point needs no curvature
        let goes_on = !done && iteration + 1 < limits.iterations;
        let states = (&*old_state, &*unknowns.state);
        system.change(problem, states, unknowns.contacts, at.cones, goes_on);
        let stat = SolverStat {
            improvement,
            gradient,
            lineslope: line.slope(),
            nactive: at.active as i32,
            nchange: changed(old_state, unknowns.state) as i32,
            neval: line.evaluations() as i32,
            nupdate: system.updates() as i32,
        };
        report.iteration(iteration, stat);
        iteration += 1;
        if !goes_on {
            break;
        }

        direction.copy_from_slice(at.gradient);
        system.solve(problem, direction, at.cones);
        let beta = if newton {
            0.0
        } else {
            let mut turned = 0.0;
            for i in 0..nv {
                turned += at.gradient[i] * (direction[i] - old_direction[i]);
            }
            (turned / kernel::dot(&old_gradient[..nv], &old_direction[..nv]).max(MIN_VAL)).max(0.0)
        };
        for (p, d) in search.iter_mut().zip(&*direction) {
            *p = -d + beta * *p;
        }
    }
    unknowns.qacc.copy_from_slice(&at.qacc[..nv]);
    unknowns.qfrc_constraint.copy_from_slice(&at.qfrc[..nv]);
    report.end(iteration, system.nonzeros(problem, limits.cone));
}

/// Newton steps are done long before the last digit of the cost matters; conjugate gradients are not.
const fn order_of(newton: bool) -> Order {
    if newton { Order::Lanes } else { Order::Rows }
}

/// The current point and what follows from it.
#[derive(Debug)]
pub struct Iterate<'a> {
    /// Acceleration.
    qacc: &'a mut [f64],
    /// `Jᵀ f`.
    qfrc: &'a mut [f64],
    /// `J q̈ − a*`.
    pub residual: &'a mut [f64],
    /// `M q̈`.
    pub momentum: &'a mut [f64],
    /// Equation (1).
    pub gradient: &'a mut [f64],
    /// Cost of the rows and of leaving the smooth acceleration.
    pub cost: f64,
    /// The second part of the cost.
    pub gauss: f64,
    /// Rows that push.
    pub active: usize,
    /// Rows of sliding contacts.
    pub cones: usize,
}

/// A copy with zeros up to `n`.
pub fn copy_padded<'a>(from: &[f64], n: usize, scratch: &mut Scratch<'a>) -> &'a mut [f64] {
    let to = scratch.take_unset(n);
    let (front, pad) = to.split_at_mut(from.len());
    front.copy_from_slice(from);
    pad.fill(0.0);
    to
}

impl<'a> Iterate<'a> {
    fn new(qacc: &[f64], start: Start<'_>, padded: usize, scratch: &mut Scratch<'a>) -> Self {
        let nefc = start.residual.len();
        Self {
            residual: copy_padded(start.residual, nefc, scratch),
            qacc: copy_padded(qacc, padded, scratch),
            momentum: copy_padded(start.momentum, padded, scratch),
            qfrc: scratch.take(padded),
            gradient: scratch.take(padded),
            cost: 0.0,
            gauss: 0.0,
            active: 0,
            cones: 0,
        }
    }

    /// States, forces, cost and gradient.
    fn update(
        &mut self,
        problem: &Problem<'_>,
        system: &System<'_>,
        unknowns: &mut Unknowns<'_>,
        newton: bool,
    ) {
        let (state, force) = (&mut *unknowns.state, &mut *unknowns.force);
        let (rows, contacts) = (&problem.rows, &mut *unknowns.contacts);
        let how = (newton, order_of(newton));
        let cost = constraint_update(rows, self.residual, contacts, state, force, how);
        system.mul_jac_t(problem, self.qfrc, force);

        let count = |s: ConstraintState, from: usize| {
            state[from..].iter().filter(|&&x| x == s.to_i32()).count()
        };
        self.active = state.len() - count(ConstraintState::Satisfied, 0);
        self.cones = count(ConstraintState::Cone, rows.cones);
        self.gauss = self.balance(problem);
        self.cost = cost + self.gauss;
    }

    /// Sets the gradient; returns the cost of leaving the smooth acceleration.
    fn balance(&mut self, problem: &Problem<'_>) -> f64 {
        let n = problem.qacc_smooth.len();
        let (momentum, qfrc_smooth) = (&self.momentum[..n], &problem.qfrc_smooth[..n]);
        let (qacc, qfrc) = (&self.qacc[..n], &self.qfrc[..n]);
        let gradient = &mut self.gradient[..n];
        let mut gauss = 0.0;
        for i in 0..n {
            let balance = momentum[i] - qfrc_smooth[i];
            gradient[i] = balance - qfrc[i];
            gauss += 0.5 * balance * (qacc[i] - problem.qacc_smooth[i]);
        }
        gauss
    }
}
