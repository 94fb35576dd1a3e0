//! Warm start: the starting point of the search.
//!
//! The acceleration of the previous step is a good guess for this one if its cost is lower than that of the smooth
//! acceleration, which is the starting point otherwise.
//!
//! Primal methods compare the costs of both accelerations. Dual methods compute the forces at the previous acceleration,
//! and compare their dual cost with that of zero forces, which is zero.

use synovia_math::kernel;

use super::dual::Dual;
use super::primal::copy_padded;
use super::problem::{Problem, Start, Task, Unknowns};
use super::system::System;
use crate::constraint::update::{Order, RowUpdate, constraint_cost, constraint_update};
use crate::scratch::Scratch;

/// Computes only forces and states.
const PLAIN: RowUpdate = RowUpdate {
    hessians: false,
    order: Order::Lanes,
    equalities: None,
};

/// The candidates for the starting point of a descent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidates<'a> {
    /// The previous acceleration, if warm starts are enabled.
    pub(super) last: Option<&'a [f64]>,
    /// The smooth acceleration, padded with zeros.
    pub(super) smooth: &'a [f64],
    /// Residuals at the smooth acceleration.
    pub(super) smooth_residual: &'a [f64],
}

/// Dofs without constraints, whose acceleration is always the smooth one.
#[derive(Clone, Copy, Debug)]
pub(super) struct FreeDofs<'a> {
    /// The dofs.
    pub(super) dofs: &'a [i32],
    /// True if they are solved together with the others.
    pub(super) together: bool,
}

/// Starts from the previous or the smooth acceleration, whichever has the lower cost; from the smooth one without warm
/// starts.
pub(super) fn primal<'a>(
    problem: &Problem<'_>,
    system: &System<'_>,
    unknowns: &mut Unknowns<'_>,
    from: Candidates<'a>,
    free: FreeDofs<'_>,
    scratch: &mut Scratch<'a>,
) -> Start<'a> {
    let Candidates {
        smooth,
        smooth_residual,
        ..
    } = from;
    // memory for the residual and `M q̈` at the starting point
    let residual = scratch.take_unset(smooth_residual.len());
    let m_qacc = scratch.take(smooth.len());
    let nv = problem.qacc_smooth.len();
    let mut from_last = None;
    if let Some(last) = from.last {
        // residual, `M q̈` and cost at the previous acceleration
        let padded = copy_padded(last, smooth.len(), scratch);
        system.mul_jac(problem, residual, padded);
        kernel::sub_from(residual, problem.aref);
        system.mul_inertia(problem, m_qacc, padded);
        let mut cost = constraint_cost(&problem.rows, residual, unknowns.contacts);
        // plus the cost of the deviation from the smooth acceleration: `½ (M q̈ − qfrc_smooth)·(q̈ − q̈_s)`
        let (last, m_qacc) = (&last[..nv], &m_qacc[..nv]);
        let (qfrc_smooth, qacc_smooth) = (&problem.qfrc_smooth[..nv], &problem.qacc_smooth[..nv]);
        for i in 0..nv {
            cost += 0.5 * (m_qacc[i] - qfrc_smooth[i]) * (last[i] - qacc_smooth[i]);
        }
        // it is used unless the smooth acceleration has a lower cost
        let worse = cost > update(problem, smooth_residual, unknowns);
        from_last = (!worse).then_some(padded);
    } else {
        // without a warm start no row has a force yet
        unknowns.force.fill(0.0);
    }
    if let Some(start) = from_last {
        // unconstrained dofs start at their solution
        for &dof in free.dofs {
            start[dof as usize] = smooth[dof as usize];
        }
        // `M q̈` changes with them if they are part of the same problem
        if free.together && !free.dofs.is_empty() {
            system.mul_inertia(problem, m_qacc, start);
        }
        unknowns.qacc.copy_from_slice(&start[..nv]);
        let m_qacc = &m_qacc[..nv];
        return Start { residual, m_qacc };
    }
    // otherwise the smooth acceleration, whose residuals are known
    unknowns.qacc.copy_from_slice(problem.qacc_smooth);
    system.mul_inertia(problem, m_qacc, smooth);
    Start {
        residual: smooth_residual,
        m_qacc: &m_qacc[..nv],
    }
}

/// Computes states and forces at given residuals; returns the cost of the rows.
fn update(problem: &Problem<'_>, residual: &[f64], unknowns: &mut Unknowns<'_>) -> f64 {
    let Unknowns {
        state,
        force,
        contacts,
        ..
    } = unknowns;
    constraint_update(&problem.rows, residual, contacts, state, force, PLAIN)
}

/// Computes the residuals without forces, and the initial forces: those at the previous acceleration, or zero if that has a
/// lower cost.
///
/// Returns true if the forces are those at the previous acceleration.
pub(super) fn dual(task: &mut Task<'_>, mut scratch: Scratch<'_>) -> bool {
    let Task {
        problem,
        delassus,
        b,
        unknowns,
        ..
    } = task;
    // `b = J q̈_s − a*`
    problem.jacobian.mul_vec_in_fours(b, problem.qacc_smooth);
    kernel::sub_from(b, problem.aref);
    // without a warm start: zero forces, smooth acceleration
    let Some(last) = task.qacc_last else {
        unknowns.qacc.copy_from_slice(problem.qacc_smooth);
        unknowns.force.fill(0.0);
        return false;
    };
    // forces at the previous acceleration
    let residual = scratch.take_unset(b.len());
    problem.jacobian.mul_vec_in_fours(residual, last);
    kernel::sub_from(residual, problem.aref);
    update(problem, residual, unknowns);
    unknowns.qacc.copy_from_slice(last);
    // zero forces have zero cost: keep the forces only if theirs is not positive
    let dual = Dual::new(problem, *delassus, b, unknowns.contacts);
    let worse = dual.cost(unknowns.force, residual) > 0.0;
    if worse {
        unknowns.force.fill(0.0);
    }
    !worse
}
