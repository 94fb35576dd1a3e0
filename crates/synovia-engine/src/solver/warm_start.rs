//! Warm start: where the search begins.
//!
//! The acceleration of the last step is a good guess for this one, as long as it costs less than the smooth acceleration, which
//! is where a search without it begins.

use synovia_math::kernel;

use super::dual::Dual;
use super::primal::copy_padded;
use super::problem::{Problem, Start, Task, Unknowns};
use super::system::System;
use crate::constraint::update::{Order, RowUpdate, constraint_cost, constraint_update};
use crate::scratch::Scratch;

/// Forces and states alone.
const PLAIN: RowUpdate = RowUpdate {
    hessians: false,
    order: Order::Lanes,
    equalities: None,
};

/// Where a descent may start from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidates<'a> {
    /// The last acceleration, if it may be used.
    pub(super) last: Option<&'a [f64]>,
    /// The smooth acceleration, padded with zeros.
    pub(super) smooth: &'a [f64],
    /// Residuals at the smooth acceleration.
    pub(super) smooth_residual: &'a [f64],
}

/// Dofs without constraints, which have the smooth acceleration in any case.
#[derive(Clone, Copy, Debug)]
pub(super) struct FreeDofs<'a> {
    /// The dofs.
    pub(super) dofs: &'a [i32],
    /// They are solved together with the others.
    pub(super) together: bool,
}

/// Starts from the last acceleration or from the smooth one, whichever costs less; from the smooth one if there is no other.
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
    let residual = scratch.take_unset(smooth_residual.len());
    let m_qacc = scratch.take(smooth.len());
    let nv = problem.qacc_smooth.len();
    let mut from_last = None;
    if let Some(last) = from.last {
        let padded = copy_padded(last, smooth.len(), scratch);
        system.mul_jac(problem, residual, padded);
        kernel::sub_from(residual, problem.aref);
        system.mul_inertia(problem, m_qacc, padded);
        let mut cost = constraint_cost(&problem.rows, residual, unknowns.contacts);
        for i in 0..nv {
            let away = last[i] - problem.qacc_smooth[i];
            cost += 0.5 * (m_qacc[i] - problem.qfrc_smooth[i]) * away;
        }
        let worse = cost > update(problem, smooth_residual, unknowns);
        from_last = (!worse).then_some(padded);
    } else {
        unknowns.force.fill(0.0);
    }
    if let Some(start) = from_last {
        for &dof in free.dofs {
            start[dof as usize] = smooth[dof as usize];
        }
        if free.together && !free.dofs.is_empty() {
            system.mul_inertia(problem, m_qacc, start);
        }
        unknowns.qacc.copy_from_slice(&start[..nv]);
        let m_qacc = &m_qacc[..nv];
        return Start { residual, m_qacc };
    }
    unknowns.qacc.copy_from_slice(problem.qacc_smooth);
    system.mul_inertia(problem, m_qacc, smooth);
    Start {
        residual: smooth_residual,
        m_qacc: &m_qacc[..nv],
    }
}

/// States and forces at some residuals; returns the cost of the rows.
fn update(problem: &Problem<'_>, residual: &[f64], unknowns: &mut Unknowns<'_>) -> f64 {
    let Unknowns {
        state,
        force,
        contacts,
        ..
    } = unknowns;
    constraint_update(&problem.rows, residual, contacts, state, force, PLAIN)
}

/// Residuals without forces, and the forces to start from: those at the last acceleration or, if that is better, none.
///
/// Returns whether they are those at the last acceleration.
pub(super) fn dual(task: &mut Task<'_>, mut scratch: Scratch<'_>) -> bool {
    let Task {
        problem,
        delassus,
        b,
        unknowns,
        ..
    } = task;
    problem.jacobian.mul_vec_in_fours(b, problem.qacc_smooth);
    kernel::sub_from(b, problem.aref);
    let Some(last) = task.qacc_last else {
        unknowns.qacc.copy_from_slice(problem.qacc_smooth);
        unknowns.force.fill(0.0);
        return false;
    };
    let residual = scratch.take_unset(b.len());
    problem.jacobian.mul_vec_in_fours(residual, last);
    kernel::sub_from(residual, problem.aref);
    update(problem, residual, unknowns);
    unknowns.qacc.copy_from_slice(last);
    let dual = Dual::new(problem, *delassus, b, unknowns.contacts);
    let worse = dual.cost(unknowns.force, residual) > 0.0;
    if worse {
        unknowns.force.fill(0.0);
    }
    !worse
}
