//! Solving island by island.
//!
//! The position stage has sorted inertia and rows by island; here the rest follows, each island becomes a problem, and the
//! solutions go back.

use core::ops::Range;

use synovia_math::{Csr, kernel};

use super::primal::{Problem, Start, Unknowns};
use crate::constraint::update::{RowColumns, RowSet};
use crate::data::{Contact, EfcCounts, Islands, Jacobian};

/// Copies what depends on velocity and acceleration to island order; what is known at the start goes to `start`.
pub fn gather(
    problem: &Problem<'_>,
    qacc: &[f64],
    (nisland, from): (usize, Start<'_>),
    (residual, momentum): (&mut [f64], &mut [f64]),
    out: &mut Islands,
) {
    let Islands {
        map_idof2dof,
        map_iefc2efc,
        island_idofadr,
        island_nv,
        island_iefcadr,
        island_nefc,
        ifrc_smooth,
        iacc_smooth,
        iacc,
        iefc_aref,
        ..
    } = out;
    for k in 0..nisland {
        let dofs = part(island_idofadr[k], island_nv[k]);
        let order = &map_idof2dof.rows()[dofs.clone()];
        for (to, from) in [
            (&mut ifrc_smooth[dofs.clone()], problem.qfrc_smooth),
            (&mut iacc_smooth[dofs.clone()], problem.qacc_smooth),
            (&mut iacc[dofs.clone()], qacc),
            (&mut momentum[dofs], from.momentum),
        ] {
            kernel::gather_increasing(to, from, order);
        }
        let rows = part(island_iefcadr[k], island_nefc[k]);
        let order = &map_iefc2efc.rows()[rows.clone()];
        kernel::gather_increasing(&mut iefc_aref[rows.clone()], problem.aref, order);
        kernel::gather_increasing(&mut residual[rows], from.residual, order);
    }
}

fn part(adr: i32, num: i32) -> Range<usize> {
    adr as usize..(adr + num) as usize
}

/// Copies accelerations and forces back.
pub fn scatter(unknowns: &mut Unknowns<'_>, nisland: usize, from: &Islands) {
    for k in 0..nisland {
        let dofs = part(from.island_idofadr[k], from.island_nv[k]);
        let order = &from.map_idof2dof.rows()[dofs.clone()];
        kernel::scatter_increasing(unknowns.qacc, &from.iacc[dofs.clone()], order);
        kernel::scatter_increasing(unknowns.qfrc_constraint, &from.ifrc_constraint[dofs], order);
        let rows = part(from.island_iefcadr[k], from.island_nefc[k]);
        let order = &from.map_iefc2efc.rows()[rows.clone()];
        kernel::scatter_increasing(unknowns.force, &from.iefc_force[rows], order);
    }
}

/// Calls `f` with the problem of island `k`.
pub fn with(
    sparse: bool,
    nidof: usize,
    k: usize,
    island: &mut Islands,
    contacts: &mut [Contact],
    start: Start<'_>,
    f: impl FnOnce(&Problem<'_>, &mut Unknowns<'_>, Start<'_>),
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
    let mut problem = Problem {
        rows: RowSet::new(
            EfcCounts {
                ne: island.island_ne[k] as usize,
                nf: island.island_nf[k] as usize,
                nl: 0,
                nefc,
            },
            RowColumns {
                kind: island.iefc_kind.rows(),
                id: island.iefc_id.rows(),
                d: island.iefc_d.rows(),
                r: island.iefc_r.rows(),
                frictionloss: island.iefc_frictionloss.rows(),
            },
            rows.clone(),
        ),
        jacobian,
        aref: &island.iefc_aref[rows.clone()],
        inertia_pattern,
        inertia: island.im.rows(),
        factor: island.ild.rows(),
        factor_diag_inv: &island.ild_diag_inv[dofs.clone()],
        qfrc_smooth: &island.ifrc_smooth[dofs.clone()],
        qacc_smooth: &island.iacc_smooth[dofs.clone()],
        scale: 1.0,
    };
    problem.scale = 1.0 / problem.trace();
    let start = Start {
        residual: &start.residual[rows.clone()],
        momentum: &start.momentum[dofs.clone()],
    };
    let mut unknowns = Unknowns {
        qacc: &mut island.iacc[dofs.clone()],
        qfrc_constraint: &mut island.ifrc_constraint[dofs],
        force: &mut island.iefc_force[rows.clone()],
        state: &mut island.iefc_state[rows],
        contacts,
    };
    f(&problem, &mut unknowns, start);
}
