//! Solving island by island.
//!
//! The position stage has sorted inertia and rows by island; here the rest follows, each island becomes a problem, and the
//! solutions go back.

use synovia_math::{Csr, kernel};

use super::primal::{Problem, Unknowns};
use crate::constraint::update::RowSet;
use crate::data::{Contact, EfcCounts, Islands, Jacobian};

/// Copies what depends on velocity and acceleration to island order.
pub fn gather(problem: &Problem<'_>, unknowns: &Unknowns<'_>, nidof: usize, out: &mut Islands) {
    let dofs = &out.map_idof2dof.rows()[..nidof];
    kernel::gather(out.ifrc_smooth.rows_mut(), problem.qfrc_smooth, dofs);
    kernel::gather(out.iacc_smooth.rows_mut(), problem.qacc_smooth, dofs);
    kernel::gather(
        out.ifrc_constraint.rows_mut(),
        unknowns.qfrc_constraint,
        dofs,
    );
    kernel::gather(out.iacc.rows_mut(), unknowns.qacc, dofs);
    let rows = out.map_iefc2efc.rows();
    kernel::gather(out.iefc_force.rows_mut(), unknowns.force, rows);
    kernel::gather(out.iefc_aref.rows_mut(), problem.aref, rows);
}

/// Copies accelerations and forces back.
pub fn scatter(unknowns: &mut Unknowns<'_>, nidof: usize, from: &Islands) {
    let dofs = &from.map_idof2dof.rows()[..nidof];
    kernel::scatter(unknowns.qacc, from.iacc.rows(), dofs);
    kernel::scatter(unknowns.qfrc_constraint, from.ifrc_constraint.rows(), dofs);
    kernel::gather(
        unknowns.force,
        from.iefc_force.rows(),
        from.map_efc2iefc.rows(),
    );
}

/// Calls `f` with the problem of island `k`.
pub fn with(
    sparse: bool,
    nidof: usize,
    k: usize,
    island: &mut Islands,
    contacts: &mut [Contact],
    f: impl FnOnce(&Problem<'_>, &mut Unknowns<'_>),
) {
    let (nv, nefc) = (island.island_nv[k] as usize, island.island_nefc[k] as usize);
    let (dof, row) = (
        island.island_idofadr[k] as usize,
        island.island_iefcadr[k] as usize,
    );
    let (dofs, rows) = (dof..dof + nv, row..row + nefc);
    let jacobian = if sparse {
        let pattern = Csr::new(
            &island.iefc_jac_rownnz[rows.clone()],
            &island.iefc_jac_rowadr[rows.clone()],
            island.iefc_jac_colind.rows(),
        );
        Jacobian::Sparse {
            nv,
            pattern,
            values: island.iefc_jac.rows(),
        }
    } else {
        let start = nidof * row;
        Jacobian::Dense {
            nv,
            values: &island.iefc_jac[start..start + nefc * nv],
        }
    };
    let inertia_pattern = Csr::new(
        &island.im_rownnz[dofs.clone()],
        &island.im_rowadr[dofs.clone()],
        island.im_colind.rows(),
    );
    let mut inertia = 0.0;
    for i in 0..nv {
        inertia += island.im[inertia_pattern.range(i).end - 1];
    }
    let problem = Problem {
        rows: RowSet {
            counts: EfcCounts {
                ne: island.island_ne[k] as usize,
                nf: island.island_nf[k] as usize,
                nl: 0,
                nefc,
            },
            kind: &island.iefc_kind[rows.clone()],
            id: &island.iefc_id[rows.clone()],
            d: &island.iefc_d[rows.clone()],
            r: &island.iefc_r[rows.clone()],
            frictionloss: &island.iefc_frictionloss[rows.clone()],
        },
        jacobian,
        aref: &island.iefc_aref[rows.clone()],
        inertia_pattern,
        inertia: island.im.rows(),
        factor: island.ild.rows(),
        factor_diag_inv: &island.ild_diag_inv[dofs.clone()],
        qfrc_smooth: &island.ifrc_smooth[dofs.clone()],
        qacc_smooth: &island.iacc_smooth[dofs.clone()],
        scale: 1.0 / inertia,
    };
    let mut unknowns = Unknowns {
        qacc: &mut island.iacc[dofs.clone()],
        qfrc_constraint: &mut island.ifrc_constraint[dofs],
        force: &mut island.iefc_force[rows.clone()],
        state: &mut island.iefc_state[rows],
        contacts,
    };
    f(&problem, &mut unknowns);
}
