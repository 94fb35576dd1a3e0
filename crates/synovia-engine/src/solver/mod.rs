//! Constraint solvers: the acceleration that respects the rows.
//!
//! All solvers minimise the same convex cost over accelerations,
//!
//! ```text
//! ½ (q̈ − q̈_s)ᵀ M (q̈ − q̈_s) + Σ_r s_r(J q̈ − a*)                                              (1)
//! ```
//!
//! whose minimum balances inertia against constraint forces: `M q̈ = qfrc_smooth + Jᵀ f`. [`primal`] walks down this cost by
//! Newton steps or conjugate gradients, [`mod@line`] decides how far, [`system`] holds the matrices. Islands are problems of their
//! own, [`by_island`]. [`dual`] is the same problem over forces, which [`pgs`] solves row by row and [`mod@active_set`]
//! exactly; [`noslip`] may follow any solver.

pub mod active_set;
pub mod by_island;
pub mod dual;
pub mod line;
pub mod noslip;
pub mod padded;
pub mod pgs;
pub mod primal;
pub mod report;
mod residual;
pub mod sparse;
pub mod system;

pub use system::NewtonMemory;

use synovia_math::padded::fours;
use synovia_math::{Csr, kernel, ldl};
use synovia_model::Model;
use synovia_model::enums::{Disable, Solver};

use crate::constraint;
use crate::constraint::project::{is_dual, project_constraint};
use crate::constraint::update::{Order, RowColumns, RowSet, constraint_cost, constraint_update};
use crate::data::{Data, EngineError, Islands, Jacobian, SolverStat};
use crate::gate::{self, Left};
use crate::is_sparse;
use crate::position::inertia;
use crate::scratch::{Need, Scratch};
use crate::tendon;
use crate::workspace::Workspace;
use active_set::{ActiveSetMemory, Part};
use dual::{Dual, DualMatrix};
use primal::{Method, Problem, Start, Unknowns};
use report::Report;
use system::System;

/// Temporaries of [`solve`] for a number of rows.
pub fn scratch_len(model: &Model, nefc: usize) -> Need {
    let nv = model.dof.len();
    // residuals and momenta at the start, as they are and in island order
    let start = Need::new(4 * 4 * fours(nv) + 2 * nefc, 0);
    primal::scratch_len(nv, nefc)
        .and(start)
        .or(pgs::scratch_len(nefc).and(start))
        .or(noslip::scratch_len(nefc))
}

/// Constraint forces and the acceleration they allow.
///
/// Reads `inertia`, `force.qfrc_smooth`, `qacc_smooth`, `state.qacc_warmstart`, `efc`; writes `force.qacc`,
/// `force.qfrc_constraint`, `efc.b`, `efc.force`, `efc.state`.
#[doc(alias = "mj_fwdConstraint")]
pub fn solve(model: &Model, data: &mut Data) {
    gate::onward(model, data, Left::ALL, solve_rows);
}

fn solve_rows(model: &Model, data: &mut Data) {
    complete(model, data);
    let Data {
        state,
        inertia,
        force,
        contact,
        efc,
        island,
        diag,
        lazy,
        work:
            Workspace {
                scratch,
                newton,
                active_set: memory,
                ..
            },
        ..
    } = data;
    let (nisland, nidof) = (island.nisland, island.nidof);
    force.qfrc_constraint.rows_mut().fill(0.0);
    diag.solver_niter.fill(0);
    let mut refused = active_set::asks_for_ellipses(model);
    if refused {
        diag.error = Some(EngineError::EllipticActiveSet);
    }
    let nefc = efc.counts.nefc;
    if nefc == 0 {
        force.qacc.copy_from(&force.qacc_smooth);
        return;
    }
    if Solver::from_i32(model.opt.solver.0).is_none() && model.opt.solver != Solver::ActiveSet {
        let (option, value) = ("solver", model.opt.solver.0);
        diag.error = Some(EngineError::UnknownOption { option, value });
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
    let columns = RowColumns {
        kind: efc.kind.rows(),
        id: efc.id.rows(),
        d: efc.d.rows(),
        r: efc.r.rows(),
        frictionloss: efc.frictionloss.rows(),
    };
    let rows = RowSet::new(efc.counts, columns, 0..nefc);
    if model.opt.solver == Solver::ActiveSet && rows.cones < nefc {
        refused = true;
        diag.error = Some(EngineError::EllipticActiveSet);
    }
    let nv = model.dof.len();
    let mut problem = Problem {
        rows,
        jacobian,
        aref: efc.aref.rows(),
        inertia_pattern: inertia::pattern(model),
        inertia: inertia.m.rows(),
        factor: inertia.qld.rows(),
        factor_diag_inv: inertia.qld_diag_inv.rows(),
        qfrc_smooth: force.qfrc_smooth.rows(),
        qacc_smooth: force.qacc_smooth.rows(),
        scale: 1.0 / (model.stat.meaninertia * (nv.max(1)) as f64),
    };
    let mut unknowns = Unknowns {
        qacc: force.qacc.rows_mut(),
        qfrc_constraint: force.qfrc_constraint.rows_mut(),
        force: efc.force.rows_mut(),
        state: efc.state.rows_mut(),
        contacts: &mut contact.list,
    };

    // islands, or everything at once: without islands, or because there is but one
    let by_island = (nisland > 0 && model.opt.noslip_iterations == 0).then_some(nisland);
    let dual = matches!(model.opt.solver, Solver::Pgs | Solver::ActiveSet);
    let method = match model.opt.solver {
        Solver::Cg => Method::ConjugateGradient,
        _ => Method::Newton,
    };
    let whole = nisland == 1 && nidof == nv && island.island_nefc[0] as usize == nefc;
    if whole {
        lazy.island_rows = false;
    }
    let one = whole && by_island.is_some();
    if one && !dual {
        problem.scale = 1.0 / problem.trace();
    }
    let mut system = if !dual && (one || by_island.is_none()) {
        System::new(&problem, method, newton)
    } else {
        System::plain()
    };

    // residuals without constraint forces
    let need = scratch_len(model, nefc);
    let mut frame = scratch.frame(need);
    let b = efc.b.rows_mut();
    let smooth = primal::copy_padded(problem.qacc_smooth, 4 * fours(nv), &mut frame);
    system.mul_jac(&problem, b, smooth);
    kernel::sub_from(b, problem.aref);
    let ar_pattern = Csr::new(
        efc.ar_rownnz.rows(),
        efc.ar_rowadr.rows(),
        efc.ar_colind.rows(),
    );
    let ar = DualMatrix::new(sparse, nefc, ar_pattern, efc.ar.rows());

    // where to start; dofs without constraints need no solver
    let last = (!model.opt.disabled(Disable::WARMSTART)).then(|| state.qacc_warmstart.rows());
    let start = if dual {
        warmstart_dual(&problem, &mut unknowns, last, (ar, b), frame.reborrow());
        None
    } else {
        let matrices = (&problem, &system);
        let from = (last, &*smooth);
        let free = match nisland {
            0 => &[],
            _ => &island.map_idof2dof.rows()[nidof..],
        };
        let free = (free, by_island.is_none());
        Some(warmstart(
            matrices,
            &mut unknowns,
            from,
            free,
            b,
            &mut frame,
        ))
    };

    let mut report = Report { diag, island: 0 };
    let iterations = model.opt.iterations.max(0) as usize;
    match (model.opt.solver, start) {
        (Solver::Pgs, _) => {
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
        (Solver::ActiveSet, _) => {
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
                    active_set::Start::All
                } else {
                    active_set::Start::States
                };
                let parts = (by_island, &*island);
                let unknown = (&mut **force, &**state);
                let how = (start, iterations);
                active_sets(&dual, parts, how, unknown, memory, &mut report);
                dual.states(force, state);
            }
            to_joints(&problem, &mut unknowns);
        }
        (_, Some(start)) => {
            let limits = primal::Limits::new(&model.opt);
            let how = (method, &limits);
            match by_island {
                Some(nisland) if !one => {
                    let split = (nisland, nidof, island);
                    let work = (how, newton);
                    let unknowns = &mut unknowns;
                    minimize_islands(&problem, unknowns, start, split, work, &mut report, frame);
                }
                _ => {
                    let matrices = (&problem, &mut system);
                    let mut whole = Unknowns {
                        qacc: &mut *unknowns.qacc,
                        qfrc_constraint: &mut *unknowns.qfrc_constraint,
                        force: &mut *unknowns.force,
                        state: &mut *unknowns.state,
                        contacts: &mut *unknowns.contacts,
                    };
                    if one {
                        // states of an island are its own
                        whole.state = island.iefc_state.rows_mut();
                    }
                    primal::minimize(matrices, &mut whole, start, how, &mut report, frame);
                }
            }
        }
        _ => {}
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
    complete_rows(model, data);
    if is_dual(model) && !data.efc.has_projection(is_sparse(model)) {
        project_constraint(model, data);
    }
}

/// Makes the rows anew if their Jacobian is not stored as the options say.
pub(crate) fn complete_rows(model: &Model, data: &mut Data) {
    if !data.efc.has_jacobian(is_sparse(model), model.dof.len()) {
        // rows of tendons are taken from their Jacobian, which is stored in the same way
        tendon::tendons(model, data);
        constraint::make_constraint(model, data);
        constraint::reference::reference_constraint(model, data);
    }
}

/// One problem after the other, in island order.
fn minimize_islands(
    problem: &Problem<'_>,
    unknowns: &mut Unknowns<'_>,
    start: Start<'_>,
    (nisland, nidof, island): (usize, usize, &mut Islands),
    (how, memory): ((Method, &primal::Limits), &mut NewtonMemory),
    report: &mut Report<'_>,
    mut scratch: Scratch<'_>,
) {
    let residual = scratch.take_unset(start.residual.len());
    let momentum = scratch.take_unset(nidof);
    let from = (nisland, start);
    by_island::gather(problem, unknowns.qacc, from, (residual, momentum), island);
    let start = Start { residual, momentum };
    let sparse = matches!(problem.jacobian, Jacobian::Sparse { .. });
    for k in 0..nisland {
        report.island = k;
        let frame = scratch.reborrow();
        let contacts = &mut *unknowns.contacts;
        let solve = |problem: &Problem<'_>, unknowns: &mut Unknowns<'_>, start: Start<'_>| {
            let mut system = System::new(problem, how.0, memory);
            let matrices = (problem, &mut system);
            primal::minimize(matrices, unknowns, start, how, report, frame);
        };
        by_island::with(sparse, nidof, k, island, contacts, start, solve);
    }
    report.island = 0;
    by_island::scatter(unknowns, nisland, island);
}

/// The exact forces of each island, or of all rows at once.
fn active_sets(
    dual: &Dual<'_>,
    (nisland, island): (Option<usize>, &Islands),
    (start, iterations): (active_set::Start, usize),
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

/// Starts from the last acceleration or from the smooth one, whichever costs less; from the smooth one if there is no other.
///
/// Dofs that are `free` of constraints have the smooth acceleration in any case; their momentum is needed if all dofs are
/// solved together.
fn warmstart<'a>(
    (problem, system): (&Problem<'_>, &System<'_>),
    unknowns: &mut Unknowns<'_>,
    (last, smooth): (Option<&[f64]>, &[f64]),
    (free, together): (&[i32], bool),
    smooth_residual: &'a [f64],
    scratch: &mut Scratch<'a>,
) -> Start<'a> {
    let residual = scratch.take_unset(smooth_residual.len());
    let momentum = scratch.take(smooth.len());
    let nv = problem.qacc_smooth.len();
    let mut from_last = None;
    if let Some(last) = last {
        let padded = primal::copy_padded(last, smooth.len(), scratch);
        system.mul_jac(problem, residual, padded);
        kernel::sub_from(residual, problem.aref);
        system.mul_inertia(problem, momentum, padded);
        let mut cost = constraint_cost(&problem.rows, residual, unknowns.contacts);
        for i in 0..nv {
            let away = last[i] - problem.qacc_smooth[i];
            cost += 0.5 * (momentum[i] - problem.qfrc_smooth[i]) * away;
        }
        let Unknowns {
            state,
            force,
            contacts,
            ..
        } = &mut *unknowns;
        let (rows, plain) = (&problem.rows, (false, Order::Lanes));
        let smooth = constraint_update(rows, smooth_residual, contacts, state, force, plain);
        let worse = cost > smooth;
        from_last = (!worse).then_some(padded);
    } else {
        unknowns.force.fill(0.0);
    }
    if let Some(start) = from_last {
        for &dof in free {
            start[dof as usize] = smooth[dof as usize];
        }
        if together && !free.is_empty() {
            system.mul_inertia(problem, momentum, start);
        }
        unknowns.qacc.copy_from_slice(&start[..nv]);
        let momentum = &momentum[..nv];
        return Start { residual, momentum };
    }
    unknowns.qacc.copy_from_slice(problem.qacc_smooth);
    system.mul_inertia(problem, momentum, smooth);
    Start {
        residual: smooth_residual,
        momentum: &momentum[..nv],
    }
}

/// Starts from the forces at the last acceleration, all of them or, if that is better, none.
fn warmstart_dual(
    problem: &Problem<'_>,
    unknowns: &mut Unknowns<'_>,
    last: Option<&[f64]>,
    (ar, b): (DualMatrix<'_>, &[f64]),
    mut scratch: Scratch<'_>,
) {
    let Some(last) = last else {
        unknowns.qacc.copy_from_slice(problem.qacc_smooth);
        unknowns.force.fill(0.0);
        return;
    };
    let residual = scratch.take_unset(b.len());
    problem.jacobian.mul_vec(residual, last);
    kernel::sub_from(residual, problem.aref);
    let Unknowns {
        state,
        force,
        contacts,
        ..
    } = &mut *unknowns;
    let plain = (false, Order::Lanes);
    constraint_update(&problem.rows, residual, contacts, state, force, plain);
    unknowns.qacc.copy_from_slice(last);
    let dual = Dual::new(problem, ar, b, unknowns.contacts);
    if dual.cost(unknowns.force, residual) > 0.0 {
        unknowns.force.fill(0.0);
    }
}
