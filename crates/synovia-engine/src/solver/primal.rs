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

use synovia_math::{Csr, MIN_VAL, kernel, ldl};
use synovia_model::Opt;
use synovia_model::enums::{Cone, ConstraintState};

use super::hessian::{Hessian, NewtonMemory};
use super::line::{self, LineSearch};
use super::report::Report;
use crate::constraint::update::{RowSet, constraint_update};
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
    /// `out ← M x`.
    pub fn mul_inertia(&self, out: &mut [f64], x: &[f64]) {
        ldl::mul_sym(out, self.inertia, x, self.inertia_pattern);
    }
}

/// What the solver finds.
#[derive(Debug)]
pub struct Unknowns<'a> {
    /// Acceleration; holds the starting point at first.
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
    Need::new(12 * nv + 6 * nefc, nefc)
}

/// Minimises the cost from the acceleration in `unknowns`.
#[doc(alias = "mj_solPrimal")]
pub fn minimize(
    problem: &Problem<'_>,
    unknowns: &mut Unknowns<'_>,
    method: Method,
    limits: &Limits,
    memory: &mut NewtonMemory,
    report: &mut Report<'_>,
    mut scratch: Scratch<'_>,
) {
    let nv = problem.qacc_smooth.len();
    let nefc = problem.rows.counts.nefc;
    let mut at = Iterate::new(problem, unknowns, &mut scratch);
    let search = scratch.take(nv);
    let direction = scratch.take(nv);
    let (old_gradient, old_direction) = (scratch.take(nv), scratch.take(nv));
    let old_state = scratch.take_ints(nefc);
    let newton = method == Method::Newton;
    let mut line = LineSearch::new(nv, nefc, &mut scratch);

    at.update(problem, unknowns, newton);
    let mut hessian = Hessian::new(problem, memory);
    if newton {
        hessian.analyze(problem);
        hessian.factor(problem, unknowns.state, unknowns.contacts, at.cones);
    }
    at.set_gradient(problem, unknowns);
    let precondition = |hessian: &Hessian<'_>, cones: usize, x: &mut [f64]| {
        if newton {
            hessian.solve(x, cones);
        } else {
            ldl::solve(
                x,
                problem.factor,
                problem.factor_diag_inv,
                problem.inertia_pattern,
            );
        }
    };
    direction.copy_from_slice(at.gradient);
    precondition(&hessian, at.cones, direction);
    for (p, d) in search.iter_mut().zip(&*direction) {
        *p = -d;
    }

    let mut iteration = 0;
    while iteration < limits.iterations {
        let alpha = line.search(problem, &at, search, unknowns.contacts, &limits.line);
        if alpha == 0.0 {
            break;
        }
        kernel::axpy(unknowns.qacc, alpha, search);
        kernel::axpy(at.momentum, alpha, line.momentum());
        kernel::axpy(at.residual, alpha, line.residual());

        old_gradient.copy_from_slice(at.gradient);
        old_direction.copy_from_slice(direction);
        old_state.copy_from_slice(unknowns.state);
        let old_cost = at.cost;
        at.update(problem, unknowns, newton);
        if newton {
            hessian.change(
                problem,
                old_state,
                unknowns.state,
                unknowns.contacts,
                at.cones,
            );
        }
        at.set_gradient(problem, unknowns);
        direction.copy_from_slice(at.gradient);
        precondition(&hessian, at.cones, direction);

        let improvement = problem.scale * (old_cost - at.cost);
        let gradient = problem.scale * kernel::norm(at.gradient);
        let changed = old_state
            .iter()
            .zip(&*unknowns.state)
            .filter(|(a, b)| a != b)
            .count();
        let stat = SolverStat {
            improvement,
            gradient,
            lineslope: line.slope(),
            nactive: at.active as i32,
            nchange: changed as i32,
            neval: line.evaluations() as i32,
            nupdate: hessian.updates() as i32,
        };
        report.iteration(iteration, stat);
        iteration += 1;
        if improvement < limits.tolerance || gradient < limits.tolerance {
            break;
        }

        let beta = if newton {
            0.0
        } else {
            let mut turned = 0.0;
            for i in 0..nv {
                turned += at.gradient[i] * (direction[i] - old_direction[i]);
            }
            (turned / kernel::dot(old_gradient, old_direction).max(MIN_VAL)).max(0.0)
        };
        for (p, d) in search.iter_mut().zip(&*direction) {
            *p = -d + beta * *p;
        }
    }
    report.end(
        iteration,
        if newton {
            hessian.nonzeros(limits.cone)
        } else {
            0
        },
    );
}

/// The current point and what follows from it.
#[derive(Debug)]
pub struct Iterate<'a> {
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

impl<'a> Iterate<'a> {
    fn new(problem: &Problem<'_>, unknowns: &Unknowns<'_>, scratch: &mut Scratch<'a>) -> Self {
        let nv = problem.qacc_smooth.len();
        let residual = scratch.take(problem.rows.counts.nefc);
        let momentum = scratch.take(nv);
        problem.mul_inertia(momentum, unknowns.qacc);
        problem.jacobian.mul_vec(residual, unknowns.qacc);
        kernel::sub_from(residual, problem.aref);
        let gradient = scratch.take(nv);
        Self {
            residual,
            momentum,
            gradient,
            cost: 0.0,
            gauss: 0.0,
            active: 0,
            cones: 0,
        }
    }

    /// States, forces and cost.
    fn update(&mut self, problem: &Problem<'_>, unknowns: &mut Unknowns<'_>, hessians: bool) {
        let (state, force) = (&mut *unknowns.state, &mut *unknowns.force);
        let contacts = &mut *unknowns.contacts;
        let cost = constraint_update(
            &problem.rows,
            self.residual,
            contacts,
            state,
            force,
            hessians,
        );
        problem.jacobian.mul_t_vec(unknowns.qfrc_constraint, force);

        let count = |s: ConstraintState| state.iter().filter(|&&x| x == s.to_i32()).count();
        self.active = state.len() - count(ConstraintState::Satisfied);
        self.cones = count(ConstraintState::Cone);
        self.gauss = 0.0;
        for i in 0..self.momentum.len() {
            let away = unknowns.qacc[i] - problem.qacc_smooth[i];
            self.gauss += 0.5 * (self.momentum[i] - problem.qfrc_smooth[i]) * away;
        }
        self.cost = cost + self.gauss;
    }

    fn set_gradient(&mut self, problem: &Problem<'_>, unknowns: &Unknowns<'_>) {
        for i in 0..self.gradient.len() {
            let balance = self.momentum[i] - problem.qfrc_smooth[i];
            self.gradient[i] = balance - unknowns.qfrc_constraint[i];
        }
    }
}
