//! The problem to be solved and the outputs of its solution.

use synovia_math::{Csr, kernel, ldl};
use synovia_model::enums::Disable;
use synovia_model::{Model, Opt};

use super::dual::Delassus;
use super::report::Report;
use crate::constraint::update::{RowColumns, RowSet};
use crate::data::{Contact, Diag, Efc, Forces, InertiaGroup, Islands, Jacobian, State};
use crate::is_sparse;
use crate::island::view::Views;
use crate::position::inertia;

/// The problem over accelerations, equation (1) of [`super`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Problem<'a> {
    /// Rows.
    pub(super) rows: RowSet<'a>,
    /// Their Jacobian.
    pub(super) jacobian: Jacobian<'a>,
    /// Their reference accelerations.
    pub(super) aref: &'a [f64],
    /// Sparsity pattern of the inertia.
    pub(super) inertia_pattern: Csr<'a>,
    /// Inertia.
    pub(super) inertia: &'a [f64],
    /// Its factor.
    pub(super) factor: &'a [f64],
    /// Reciprocal diagonal of the factor.
    pub(super) factor_diag_inv: &'a [f64],
    /// Smooth forces.
    pub(super) qfrc_smooth: &'a [f64],
    /// Acceleration without constraints.
    pub(super) qacc_smooth: &'a [f64],
    /// Scales costs and gradients such that they do not depend on the size of the model.
    pub(super) scale: f64,
}

impl Problem<'_> {
    /// The sum of the diagonal of the inertia.
    pub(super) fn trace(&self) -> f64 {
        // the diagonal is the last entry of each row
        let rows = self.inertia_pattern.rowadr.iter();
        let rows = rows.zip(self.inertia_pattern.rownnz);
        rows.fold(0.0, |sum, (&adr, &n)| {
            sum + self.inertia[(adr + n - 1) as usize]
        })
    }

    /// `out ← M x`.
    pub(super) fn mul_inertia(&self, out: &mut [f64], x: &[f64]) {
        ldl::mul_sym(out, self.inertia, x, self.inertia_pattern);
    }
}

/// The outputs of the solver.
#[derive(Debug)]
pub(super) struct Unknowns<'a> {
    /// Acceleration; initially the starting point, see [`Start`].
    pub(super) qacc: &'a mut [f64],
    /// Generalised constraint force.
    pub(super) qfrc_constraint: &'a mut [f64],
    /// Force of each row.
    pub(super) force: &'a mut [f64],
    /// State of each row.
    pub(super) state: &'a mut [i32],
    /// Contacts, for their cones.
    pub(super) contacts: &'a mut [Contact],
}

impl Unknowns<'_> {
    /// Reborrows all of them.
    pub(super) const fn reborrow(&mut self) -> Unknowns<'_> {
        Unknowns {
            qacc: self.qacc,
            qfrc_constraint: self.qfrc_constraint,
            force: self.force,
            state: self.state,
            contacts: self.contacts,
        }
    }
}

/// Products at the starting point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start<'a> {
    /// `J q̈ − a*`.
    pub(super) residual: &'a [f64],
    /// `M q̈`.
    pub(super) m_qacc: &'a [f64],
}

/// The input of a method: the whole problem, its independent parts, and the outputs.
#[derive(Debug)]
pub(super) struct Task<'a> {
    /// The options.
    pub(super) opt: &'a Opt,
    /// All rows as one problem.
    pub(super) problem: Problem<'a>,
    /// The matrix of the dual problem, if it was computed.
    pub(super) delassus: Delassus<'a>,
    /// Acceleration of the last step; `None` without warm starts.
    pub(super) qacc_last: Option<&'a [f64]>,
    /// The independent parts of the problem.
    pub(super) views: Views,
    /// The columns in island order.
    pub(super) island: &'a mut Islands,
    /// Residuals without constraint forces, `J q̈_s − a*`.
    pub(super) b: &'a mut [f64],
    /// The solution.
    pub(super) unknowns: Unknowns<'a>,
    /// Statistics.
    pub(super) report: Report<'a>,
}

/// The groups of `Data` that a solver reads and writes.
#[derive(Debug)]
pub(super) struct Groups<'a> {
    /// The acceleration of the previous step, for the warm start.
    pub(super) state: &'a State,
    /// `M` and its factor.
    pub(super) inertia: &'a InertiaGroup,
    /// Smooth forces; the accelerations and constraint forces are written.
    pub(super) force: &'a mut Forces,
    /// Contacts, for their cones.
    pub(super) contacts: &'a mut [Contact],
    /// Rows; `b`, forces and states are written.
    pub(super) efc: &'a mut Efc,
    /// Rows in island order.
    pub(super) island: &'a mut Islands,
    /// Statistics and errors.
    pub(super) diag: &'a mut Diag,
}

impl<'a> Task<'a> {
    /// Builds the problem of the current rows.
    pub(super) fn new(model: &'a Model, views: Views, groups: Groups<'a>) -> Self {
        let Groups {
            state,
            inertia,
            force,
            contacts,
            efc,
            island,
            diag,
        } = groups;
        let (nv, nefc, sparse) = (model.dof.len(), efc.counts.nefc, is_sparse(model));
        // rows, and the patterns of `J` and of the Delassus matrix
        let columns = RowColumns {
            kind: efc.kind.rows(),
            id: efc.id.rows(),
            d: efc.d.rows(),
            r: efc.r.rows(),
            frictionloss: efc.frictionloss.rows(),
        };
        let pattern = |rownnz, rowadr, colind| Csr::new(rownnz, rowadr, colind);
        let of_jacobian = pattern(
            efc.jac_rownnz.rows(),
            efc.jac_rowadr.rows(),
            efc.jac_colind.rows(),
        );
        let of_delassus = pattern(
            efc.ar_rownnz.rows(),
            efc.ar_rowadr.rows(),
            efc.ar_colind.rows(),
        );
        // equation (1) of the module: costs are scaled by the mean inertia and the number of dofs
        let problem = Problem {
            rows: RowSet::new(efc.counts, columns, 0..nefc),
            jacobian: Jacobian::new(sparse, nv, of_jacobian, efc.jac.rows()),
            aref: efc.aref.rows(),
            inertia_pattern: inertia::pattern(model),
            inertia: inertia.m.rows(),
            factor: inertia.qld.rows(),
            factor_diag_inv: inertia.qld_diag_inv.rows(),
            qfrc_smooth: force.qfrc_smooth.rows(),
            qacc_smooth: force.qacc_smooth.rows(),
            scale: 1.0 / (model.stat.meaninertia * (nv.max(1)) as f64),
        };
        // the warm start uses the acceleration of the previous step
        let warm = !model.opt.disabled(Disable::WARMSTART);
        // views of the outputs; nothing is copied
        Self {
            opt: &model.opt,
            problem,
            delassus: Delassus::new(sparse, nefc, of_delassus, efc.ar.rows()),
            qacc_last: warm.then(|| state.qacc_warmstart.rows()),
            views,
            island,
            b: efc.b.rows_mut(),
            unknowns: Unknowns {
                qacc: force.qacc.rows_mut(),
                qfrc_constraint: force.qfrc_constraint.rows_mut(),
                force: efc.force.rows_mut(),
                state: efc.state.rows_mut(),
                contacts,
            },
            report: Report { diag, island: 0 },
        }
    }

    /// Computes generalised force and acceleration from the forces of rows: `q̈ = q̈_s + M⁻¹ Jᵀ f`.
    pub(super) fn forces_to_joints(&mut self) {
        let (problem, unknowns) = (&self.problem, &mut self.unknowns);
        let (qfrc, qacc) = (&mut *unknowns.qfrc_constraint, &mut *unknowns.qacc);
        // `Jᵀ f`
        problem.jacobian.mul_t_vec(qfrc, unknowns.force);
        // `q̈_s + M⁻¹ Jᵀ f`
        qacc.copy_from_slice(qfrc);
        ldl::solve(
            qacc,
            problem.factor,
            problem.factor_diag_inv,
            problem.inertia_pattern,
        );
        kernel::add_to(qacc, problem.qacc_smooth);
    }
}
