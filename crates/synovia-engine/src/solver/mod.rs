//! Constraint solvers: the acceleration that respects the rows.
//!
//! All solvers minimise the same convex cost over accelerations,
//!
//! ```text
//! ½ (q̈ − q̈_s)ᵀ M (q̈ − q̈_s) + Σ_r s_r(J q̈ − a*)                                              (1)
//! ```
//!
//! whose minimum balances inertia against constraint forces: `M q̈ = qfrc_smooth + Jᵀ f`. [`primal`] walks down this cost by
//! Newton steps or conjugate gradients, [`mod@line`] decides how far, [`hessian`] holds the curvature. Islands are problems of their
//! own, [`by_island`].

pub mod by_island;
pub mod hessian;
pub mod line;
pub mod primal;

pub use hessian::NewtonMemory;

use synovia_math::Csr;
use synovia_model::Model;
use synovia_model::enums::{Disable, Solver};

use crate::constraint::update::{RowSet, constraint_update};
use crate::data::{Data, Jacobian};
use crate::is_sparse;
use crate::position::inertia;
use crate::scratch::Need;
use primal::{Method, Problem, Report, Unknowns};

/// Temporaries of [`solve`] for a number of rows.
pub fn scratch_len(model: &Model, nefc: usize) -> Need {
    primal::scratch_len(model.dof.len(), nefc)
}

/// Constraint forces and the acceleration they allow.
///
/// Reads `inertia`, `force.qfrc_smooth`, `qacc_smooth`, `state.qacc_warmstart`, `efc`; writes `force.qacc`,
/// `force.qfrc_constraint`, `efc.b`, `efc.force`, `efc.state`.
#[doc(alias = "mj_fwdConstraint")]
pub fn solve(model: &Model, data: &mut Data) {
    let Data {
        state,
        inertia,
        force,
        contact,
        efc,
        island,
        counts,
        diag,
        scratch,
        newton,
        ..
    } = data;
    let (nisland, nidof) = (&data.nisland, &data.nidof);
    force.qfrc_constraint.rows_mut().fill(0.0);
    diag.solver_niter.fill(0);
    let nefc = counts.nefc;
    if nefc == 0 {
        force.qacc.copy_from(&force.qacc_smooth);
        return;
    }

    let pattern = Csr::new(
        efc.jac_rownnz.rows(),
        efc.jac_rowadr.rows(),
        efc.jac_colind.rows(),
    );
    let jacobian = Jacobian::new(is_sparse(model), model.dof.len(), pattern, efc.jac.rows());
    let rows = RowSet {
        counts: *counts,
        kind: efc.kind.rows(),
        id: efc.id.rows(),
        d: efc.d.rows(),
        r: efc.r.rows(),
        frictionloss: efc.frictionloss.rows(),
    };
    let problem = Problem {
        rows,
        jacobian,
        aref: efc.aref.rows(),
        inertia_pattern: inertia::pattern(model),
        inertia: inertia.m.rows(),
        factor: inertia.qld.rows(),
        factor_diag_inv: inertia.qld_diag_inv.rows(),
        qfrc_smooth: force.qfrc_smooth.rows(),
        qacc_smooth: force.qacc_smooth.rows(),
        scale: 1.0 / (model.stat.meaninertia * (model.dof.len().max(1)) as f64),
    };
    let mut unknowns = Unknowns {
        qacc: force.qacc.rows_mut(),
        qfrc_constraint: force.qfrc_constraint.rows_mut(),
        force: efc.force.rows_mut(),
        state: efc.state.rows_mut(),
        contacts: &mut contact.list,
    };

    // residuals without constraint forces
    let b = efc.b.rows_mut();
    jacobian.mul_vec(b, problem.qacc_smooth);
    for (b, aref) in b.iter_mut().zip(problem.aref) {
        *b -= aref;
    }
    let need = scratch_len(model, nefc);
    if model.opt.disabled(Disable::WARMSTART) {
        unknowns.qacc.copy_from_slice(problem.qacc_smooth);
        unknowns.force.fill(0.0);
    } else {
        warmstart(
            &problem,
            &mut unknowns,
            state.qacc_warmstart.rows(),
            b,
            scratch.frame(need),
        );
    }

    let method = match model.opt.solver {
        Solver::Cg => Method::ConjugateGradient,
        _ => Method::Newton,
    };
    let limits = primal::Limits::new(&model.opt);
    if *nisland == 0 || model.opt.noslip_iterations > 0 {
        let mut report = Report { diag, island: 0 };
        let frame = scratch.frame(need);
        primal::minimize(
            &problem,
            &mut unknowns,
            method,
            &limits,
            newton,
            &mut report,
            frame,
        );
        return;
    }

    // one problem after the other, in island order; dofs without constraints keep their smooth acceleration
    for &dof in &island.map_idof2dof.rows()[*nidof..] {
        unknowns.qacc[dof as usize] = problem.qacc_smooth[dof as usize];
    }
    by_island::gather(&problem, &unknowns, *nidof, island);
    for k in 0..*nisland {
        let mut report = Report { diag, island: k };
        let frame = scratch.frame(need);
        let contacts = &mut *unknowns.contacts;
        let sparse = is_sparse(model);
        by_island::with(sparse, *nidof, k, island, contacts, |problem, unknowns| {
            primal::minimize(
                problem,
                unknowns,
                method,
                &limits,
                newton,
                &mut report,
                frame,
            );
        });
    }
    by_island::scatter(&mut unknowns, *nidof, island);
}

/// Starts from the last acceleration or from the smooth one, whichever costs less.
fn warmstart(
    problem: &Problem<'_>,
    unknowns: &mut Unknowns<'_>,
    last: &[f64],
    smooth_residual: &[f64],
    mut scratch: crate::scratch::Scratch<'_>,
) {
    let residual = scratch.take(smooth_residual.len());
    problem.jacobian.mul_vec(residual, last);
    for (residual, aref) in residual.iter_mut().zip(problem.aref) {
        *residual -= aref;
    }
    let mut cost_of = |residual: &[f64]| {
        let (state, force) = (&mut *unknowns.state, &mut *unknowns.force);
        constraint_update(
            &problem.rows,
            residual,
            unknowns.contacts,
            state,
            force,
            false,
        )
    };
    let mut cost = cost_of(residual);
    let momentum = scratch.take(last.len());
    problem.mul_inertia(momentum, last);
    for i in 0..last.len() {
        cost += 0.5 * (momentum[i] - problem.qfrc_smooth[i]) * (last[i] - problem.qacc_smooth[i]);
    }
    let start = if cost > cost_of(smooth_residual) {
        problem.qacc_smooth
    } else {
        last
    };
    unknowns.qacc.copy_from_slice(start);
}
