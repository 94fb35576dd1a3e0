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
//! own, [`by_island`]. [`dual`] is the same problem over forces, which [`pgs`] solves row by row and [`mod@active_set`]
//! exactly; [`noslip`] may follow any solver.

pub mod active_set;
pub mod by_island;
pub mod dual;
pub mod hessian;
pub mod line;
pub mod noslip;
pub mod pgs;
pub mod primal;
pub mod report;

pub use hessian::NewtonMemory;

use synovia_math::{Csr, kernel, ldl};
use synovia_model::Model;
use synovia_model::enums::{Disable, Solver};

use crate::constraint::project::{is_dual, project_constraint};
use crate::constraint::update::{RowSet, constraint_update};
use crate::constraint;
use crate::data::{Data, Fault, Islands, Jacobian, SolverStat};
use crate::is_sparse;
use crate::position::inertia;
use crate::scratch::{Need, Scratch};
use active_set::{ActiveSetMemory, Part, Start};
use dual::{Dual, DualMatrix};
use primal::{Method, Problem, Unknowns};
use report::Report;

/// Temporaries of [`solve`] for a number of rows.
pub fn scratch_len(model: &Model, nefc: usize) -> Need {
    primal::scratch_len(model.dof.len(), nefc)
        .or(pgs::scratch_len(nefc))
        .or(noslip::scratch_len(nefc))
}

/// Constraint forces and the acceleration they allow.
///
/// Reads `inertia`, `force.qfrc_smooth`, `qacc_smooth`, `state.qacc_warmstart`, `efc`; writes `force.qacc`,
/// `force.qfrc_constraint`, `efc.b`, `efc.force`, `efc.state`.
#[doc(alias = "mj_fwdConstraint")]
pub fn solve(model: &Model, data: &mut Data) {
    complete(model, data);
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
        active_set: memory,
        ..
    } = data;
    let (nisland, nidof) = (data.nisland, data.nidof);
    force.qfrc_constraint.rows_mut().fill(0.0);
    diag.solver_niter.fill(0);
    let refused = active_set::asks_for_ellipses(model);
    if refused {
        diag.fault = Some(Fault::EllipticActiveSet);
    }
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
    let sparse = is_sparse(model);
    let jacobian = Jacobian::new(sparse, model.dof.len(), pattern, efc.jac.rows());
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
    kernel::sub_from(b, problem.aref);
    let ar_pattern = Csr::new(
        efc.ar_rownnz.rows(),
        efc.ar_rowadr.rows(),
        efc.ar_colind.rows(),
    );
    let ar = DualMatrix::new(sparse, nefc, ar_pattern, efc.ar.rows());

    // where to start; dofs without constraints need no solver
    let need = scratch_len(model, nefc);
    let last = state.qacc_warmstart.rows();
    let frame = scratch.frame(need);
    match model.opt.solver {
        _ if model.opt.disabled(Disable::WARMSTART) => {
            unknowns.qacc.copy_from_slice(problem.qacc_smooth);
            unknowns.force.fill(0.0);
        }
        Solver::Pgs | Solver::ActiveSet => {
            warmstart_dual(&problem, &mut unknowns, last, (ar, b), frame);
        }
        _ => warmstart(&problem, &mut unknowns, last, b, frame),
    }
    if nisland > 0 {
        for &dof in &island.map_idof2dof.rows()[nidof..] {
            unknowns.qacc[dof as usize] = problem.qacc_smooth[dof as usize];
        }
    }

    let frame = scratch.frame(need);
    let mut report = Report { diag, island: 0 };
    let iterations = model.opt.iterations.max(0) as usize;
    let by_island = (nisland > 0 && model.opt.noslip_iterations <= 0).then_some(nisland);
    match model.opt.solver {
        Solver::Pgs => {
            let Unknowns {
                force,
                state,
                contacts,
                ..
            } = &mut unknowns;
            let dual = Dual::new(&problem, ar, b, contacts);
            let tolerance = model.opt.tolerance;
            pgs::sweep_until(
                &dual,
                force,
                state,
                iterations,
                tolerance,
                &mut report,
                frame,
            );
            to_joints(&problem, &mut unknowns);
        }
        Solver::ActiveSet => {
            let Unknowns {
                force,
                state,
                contacts,
                ..
            } = &mut unknowns;
            let dual = Dual::new(&problem, ar, b, contacts);
            if refused {
                // no answer is better than a wrong one: the step will see it and reset
                force.fill(f64::NAN);
            } else {
                let start = if model.opt.disabled(Disable::WARMSTART) {
                    Start::All
                } else {
                    Start::States
                };
                let parts = (by_island, &*island);
                let unknown = (&mut **force, &**state);
                let how = (start, iterations);
                active_sets(&dual, parts, how, unknown, memory, &mut report);
                dual.states(force, state);
            }
            to_joints(&problem, &mut unknowns);
        }
        _ => {
            let method = if model.opt.solver == Solver::Cg {
                Method::ConjugateGradient
            } else {
                Method::Newton
            };
            let work = (method, &primal::Limits::new(&model.opt), &mut *newton);
            if let Some(nisland) = by_island {
                let split = (nisland, nidof, island);
                minimize_islands(&problem, &mut unknowns, split, work, &mut report, frame);
            } else {
                let (method, limits, memory) = work;
                primal::minimize(
                    &problem,
                    &mut unknowns,
                    method,
                    limits,
                    memory,
                    &mut report,
                    frame,
                );
            }
        }
    }

    if model.opt.noslip_iterations > 0 {
        let Unknowns {
            force,
            state,
            contacts,
            ..
        } = &mut unknowns;
        let dual = Dual::new(&problem, ar, b, contacts);
        noslip::noslip(
            &dual,
            force,
            state,
            model.opt.noslip_iterations as usize,
            model.opt.noslip_tolerance,
            &mut report,
            scratch.frame(need),
        );
        to_joints(&problem, &mut unknowns);
    }
}

/// Makes up for stages that were left out, or run before an option changed.
fn complete(model: &Model, data: &mut Data) {
    let sparse = is_sparse(model);
    if !data.efc.has_jacobian(sparse, model.dof.len()) {
        constraint::make_constraint(model, data);
        constraint::reference::reference_constraint(model, data);
    }
    if is_dual(model) && !data.efc.has_projection(sparse) {
        project_constraint(model, data);
    }
}

/// One problem after the other, in island order.
fn minimize_islands(
    problem: &Problem<'_>,
    unknowns: &mut Unknowns<'_>,
    (nisland, nidof, island): (usize, usize, &mut Islands),
    (method, limits, memory): (Method, &primal::Limits, &mut NewtonMemory),
    report: &mut Report<'_>,
    mut scratch: Scratch<'_>,
) {
    by_island::gather(problem, unknowns, nidof, island);
    let sparse = matches!(problem.jacobian, Jacobian::Sparse { .. });
    for k in 0..nisland {
        report.island = k;
        let frame = scratch.reborrow();
        let contacts = &mut *unknowns.contacts;
        by_island::with(sparse, nidof, k, island, contacts, |problem, unknowns| {
            primal::minimize(problem, unknowns, method, limits, memory, report, frame);
        });
    }
    report.island = 0;
    by_island::scatter(unknowns, nidof, island);
}

/// The exact forces of each island, or of all rows at once.
fn active_sets(
    dual: &Dual<'_>,
    (nisland, island): (Option<usize>, &Islands),
    (start, iterations): (Start, usize),
    (force, state): (&mut [f64], &[i32]),
    memory: &mut ActiveSetMemory,
    report: &mut Report<'_>,
) {
    for k in 0..nisland.unwrap_or(1) {
        let part = if nisland.is_some() {
            let first = island.island_iefcadr[k] as usize;
            let len = island.island_nefc[k] as usize;
            Part {
                rows: Some(&island.map_iefc2efc.rows()[first..first + len]),
                order: (island.map_efc2iefc.rows(), first),
                len,
            }
        } else {
            Part::all(dual.rows.counts.nefc)
        };
        let outcome = active_set::solve(dual, part, start, iterations, force, state, memory);
        report.island = k;
        report.iteration(
            outcome.iterations.saturating_sub(1),
            SolverStat {
                nactive: memory.working() as i32,
                ..SolverStat::default()
            },
        );
        report.end(outcome.iterations, part.len * part.len);
        if !outcome.converged {
            let unsolved = &mut report.diag.unsolved;
            unsolved.number = unsolved.number.saturating_add(1);
            unsolved.lastinfo = k as i32;
        }
    }
    report.island = 0;
}

/// From forces of rows to generalised force and acceleration.
fn to_joints(problem: &Problem<'_>, unknowns: &mut Unknowns<'_>) {
    let (qfrc, qacc) = (&mut *unknowns.qfrc_constraint, &mut *unknowns.qacc);
    problem.jacobian.mul_t_vec(qfrc, unknowns.force);
    qacc.copy_from_slice(qfrc);
    ldl::solve(
        qacc,
        problem.factor,
        problem.factor_diag_inv,
        problem.inertia_pattern,
    );
    kernel::add_to(qacc, problem.qacc_smooth);
}

/// Forces and states of the rows at the last acceleration; returns their cost.
fn at_last(
    problem: &Problem<'_>,
    unknowns: &mut Unknowns<'_>,
    last: &[f64],
    residual: &mut [f64],
) -> f64 {
    problem.jacobian.mul_vec(residual, last);
    kernel::sub_from(residual, problem.aref);
    let Unknowns {
        state,
        force,
        contacts,
        ..
    } = unknowns;
    constraint_update(&problem.rows, residual, contacts, state, force, false)
}

/// Starts from the last acceleration or from the smooth one, whichever costs less.
fn warmstart(
    problem: &Problem<'_>,
    unknowns: &mut Unknowns<'_>,
    last: &[f64],
    smooth_residual: &[f64],
    mut scratch: Scratch<'_>,
) {
    let residual = scratch.take(smooth_residual.len());
    let mut cost = at_last(problem, unknowns, last, residual);
    let momentum = scratch.take(last.len());
    problem.mul_inertia(momentum, last);
    for i in 0..last.len() {
        cost += 0.5 * (momentum[i] - problem.qfrc_smooth[i]) * (last[i] - problem.qacc_smooth[i]);
    }
    let Unknowns {
        state,
        force,
        contacts,
        ..
    } = &mut *unknowns;
    let smooth_cost = constraint_update(
        &problem.rows,
        smooth_residual,
        contacts,
        state,
        force,
        false,
    );
    let start = if cost > smooth_cost {
        problem.qacc_smooth
    } else {
        last
    };
    unknowns.qacc.copy_from_slice(start);
}

/// Starts from the forces at the last acceleration, all of them or, if that is better, none.
fn warmstart_dual(
    problem: &Problem<'_>,
    unknowns: &mut Unknowns<'_>,
    last: &[f64],
    (ar, b): (DualMatrix<'_>, &[f64]),
    mut scratch: Scratch<'_>,
) {
    let residual = scratch.take(b.len());
    at_last(problem, unknowns, last, residual);
    unknowns.qacc.copy_from_slice(last);
    let dual = Dual::new(problem, ar, b, unknowns.contacts);
    if dual.cost(unknowns.force, residual) > 0.0 {
        unknowns.force.fill(0.0);
    }
}
