//! The parts of one problem that is solved by descent.
//!
//! If there is one part and it contains everything, the solver works on rows and dofs in their original order. Otherwise
//! the position stage has sorted inertia and rows by island; here the remaining columns are sorted, each island becomes a
//! problem, and the solutions are copied back.
//!
//! | word    | direction                      | columns                                                                |
//! |---------|--------------------------------|------------------------------------------------------------------------|
//! | gather  | original order to island order | inputs that depend on velocity: smooth forces, reference accelerations |
//! | scatter | island order to original order | outputs: accelerations, forces                                         |

use synovia_math::{Csr, kernel};

use super::problem::{Problem, Start, Unknowns};
use crate::constraint::update::{RowColumns, RowSet};
use crate::data::{EfcCounts, Islands, Jacobian};
use crate::island::view::{Views, dof_range, row_range};
use crate::scratch::Scratch;

/// The independent parts of a problem.
#[derive(Debug)]
pub(super) struct Subproblems<'p, 'a> {
    /// Which dofs and rows belong to which part.
    views: Views,
    /// The problem of all rows.
    whole: &'p Problem<'a>,
    /// Outputs in the original order.
    unknowns: Unknowns<'a>,
    /// Columns in island order.
    island: &'a mut Islands,
    /// In the order of the parts.
    start: Start<'a>,
}

/// One part.
#[derive(Debug)]
pub(super) struct Subproblem<'a> {
    /// The problem to be solved.
    pub(super) problem: Problem<'a>,
    /// The outputs.
    pub(super) unknowns: Unknowns<'a>,
    /// The starting point.
    pub(super) start: Start<'a>,
}

impl<'p, 'a> Subproblems<'p, 'a> {
    /// The parts that `views` defines, starting from the accelerations in `unknowns` with the products in `start`.
    pub(super) fn new(
        views: Views,
        whole: &'p Problem<'a>,
        unknowns: Unknowns<'a>,
        start: Start<'a>,
        island: &'a mut Islands,
        scratch: &mut Scratch<'a>,
    ) -> Self {
        let mut subproblems = Self {
            views,
            whole,
            unknowns,
            island,
            start,
        };
        // one part with everything needs no copies
        if !views.is_identity() {
            subproblems.gather(scratch);
        }
        subproblems
    }

    /// Copies the columns that depend on velocity and acceleration to island order.
    fn gather(&mut self, scratch: &mut Scratch<'a>) {
        // the products `J q̈ − a*` and `M q̈` of the start, in the order of the parts
        let (whole, from) = (self.whole, self.start);
        let island = &mut *self.island;
        let residual = scratch.take_unset(from.residual.len());
        let m_qacc = scratch.take_unset(island.nidof);
        for k in 0..self.views.count() {
            let (dofs, rows) = (dof_range(island, k), row_range(island, k));
            // columns over dofs
            let order = &island.map_idof2dof.rows()[dofs.clone()];
            for (to, from) in [
                (&mut island.ifrc_smooth[dofs.clone()], whole.qfrc_smooth),
                (&mut island.iacc_smooth[dofs.clone()], whole.qacc_smooth),
                (&mut island.iacc[dofs.clone()], &*self.unknowns.qacc),
                (&mut m_qacc[dofs], from.m_qacc),
            ] {
                kernel::gather_increasing(to, from, order);
            }
            // columns over rows
            let order = &island.map_iefc2efc.rows()[rows.clone()];
            kernel::gather_increasing(&mut island.iefc_aref[rows.clone()], whole.aref, order);
            kernel::gather_increasing(&mut residual[rows], from.residual, order);
        }
        self.start = Start { residual, m_qacc };
    }

    /// Part `k`.
    pub(super) fn subproblem(&mut self, k: usize) -> Subproblem<'_> {
        let views = self.views;
        // columns in the original order, or those of the island
        let mut subproblem = if views.is_identity() {
            self.everything()
        } else {
            self.island(k)
        };
        // costs of an island are scaled by the trace of its inertia
        if views.by_island() {
            subproblem.problem.scale = 1.0 / subproblem.problem.trace();
        }
        subproblem
    }

    /// The whole problem as the only part.
    fn everything(&mut self) -> Subproblem<'_> {
        let mut unknowns = self.unknowns.reborrow();
        if self.views.by_island() {
            // QUIRK(island-states): the states of a solution by islands are stored in island order only; `efc_state` keeps
            // those that the warm start found at the smooth acceleration
            unknowns.state = self.island.iefc_state.rows_mut();
        }
        Subproblem {
            problem: *self.whole,
            unknowns,
            start: self.start,
        }
    }

    /// The problem of island `k`, from columns in island order.
    fn island(&mut self, k: usize) -> Subproblem<'_> {
        let island = &mut *self.island;
        // slices of the columns in island order
        let (dofs, rows) = (dof_range(island, k), row_range(island, k));
        let (nv, nefc) = (dofs.len(), rows.len());
        // the rows of the island; a dense Jacobian is packed to the island's dofs
        let jacobian = match self.whole.jacobian {
            Jacobian::Sparse { .. } => Jacobian::Sparse {
                nv,
                pattern: Csr::new(
                    &island.iefc_jac_rownnz[rows.clone()],
                    &island.iefc_jac_rowadr[rows.clone()],
                    island.iefc_jac_colind.rows(),
                ),
                values: island.iefc_jac.rows(),
            },
            Jacobian::Dense { .. } => {
                let start = island.nidof * rows.start;
                let values = &island.iefc_jac[start..start + nefc * nv];
                Jacobian::Dense { nv, values }
            }
        };
        // limits are not counted separately: the solver treats them like contacts
        let counts = EfcCounts {
            ne: island.island_ne[k] as usize,
            nf: island.island_nf[k] as usize,
            nl: 0,
            nefc,
        };
        // the columns that determine the cost of each row
        let columns = RowColumns {
            kind: island.iefc_kind.rows(),
            id: island.iefc_id.rows(),
            d: island.iefc_d.rows(),
            r: island.iefc_r.rows(),
            frictionloss: island.iefc_frictionloss.rows(),
        };
        // the inertia and the smooth forces of the island's dofs
        let problem = Problem {
            rows: RowSet::new(counts, columns, rows.clone()),
            jacobian,
            aref: &island.iefc_aref[rows.clone()],
            inertia_pattern: Csr::new(
                &island.im_rownnz[dofs.clone()],
                &island.im_rowadr[dofs.clone()],
                island.im_colind.rows(),
            ),
            inertia: island.im.rows(),
            factor: island.ild.rows(),
            factor_diag_inv: &island.ild_diag_inv[dofs.clone()],
            qfrc_smooth: &island.ifrc_smooth[dofs.clone()],
            qacc_smooth: &island.iacc_smooth[dofs.clone()],
            scale: self.whole.scale,
        };
        // inputs and outputs are slices of the columns in island order
        Subproblem {
            problem,
            start: Start {
                residual: &self.start.residual[rows.clone()],
                m_qacc: &self.start.m_qacc[dofs.clone()],
            },
            unknowns: Unknowns {
                qacc: &mut island.iacc[dofs.clone()],
                qfrc_constraint: &mut island.ifrc_constraint[dofs],
                force: &mut island.iefc_force[rows.clone()],
                state: &mut island.iefc_state[rows],
                contacts: self.unknowns.contacts,
            },
        }
    }

    /// Copies the accelerations and forces of all parts back to the original order.
    pub(super) fn scatter(self) {
        if self.views.is_identity() {
            return;
        }
        let (unknowns, from) = (self.unknowns, &*self.island);
        for k in 0..self.views.count() {
            let (dofs, rows) = (dof_range(from, k), row_range(from, k));
            // accelerations and generalised forces
            let order = &from.map_idof2dof.rows()[dofs.clone()];
            let (iacc, ifrc) = (&from.iacc[dofs.clone()], &from.ifrc_constraint[dofs]);
            kernel::scatter_increasing(unknowns.qacc, iacc, order);
            kernel::scatter_increasing(unknowns.qfrc_constraint, ifrc, order);
            // forces of the rows
            let order = &from.map_iefc2efc.rows()[rows.clone()];
            kernel::scatter_increasing(unknowns.force, &from.iefc_force[rows], order);
        }
    }
}
