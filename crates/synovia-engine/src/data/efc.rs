//! The constraint rows.

use synovia_math::{Csr, dense, kernel};
use synovia_model::column::{AnyColumn, Col};
use synovia_model::id::TendonId;
use synovia_model::table;

table! {
    /// Written by the constraint stage row by row, completed by its later parts and by the solver.
    ///
    /// As with tendons, the Jacobian is packed rows in a sparse model and a dense matrix otherwise.
    pub struct Efc {
        /// Kind of row, an `mjtConstraint`.
        kind: Col<usize, i32> = "efc_type" ["nefc"],
        /// The object of the row: equality, dof, joint, tendon or contact.
        id: Col<usize, i32> = "efc_id" ["nefc"],
        /// Nonzeros of the Jacobian row; sparse only.
        jac_rownnz: Col<usize, i32> = "efc_J_rownnz" ["nefc"],
        /// Address of the Jacobian row; sparse only.
        jac_rowadr: Col<usize, i32> = "efc_J_rowadr" ["nefc"],
        /// Number of following rows with the same columns; sparse only.
        jac_rowsuper: Col<usize, i32> = "efc_J_rowsuper" ["nefc"],
        /// Columns of the Jacobian; sparse only.
        jac_colind: Col<usize, i32> = "efc_J_colind" ["nJ"],
        /// Derivative of the constrained quantity with respect to velocity.
        jac: Col<usize, f64> = "efc_J" ["nJ"],
        /// Position of the constrained quantity: violation, distance, angle.
        pos: Col<usize, f64> = "efc_pos" ["nefc"],
        /// Distance at which the row becomes active.
        margin: Col<usize, f64> = "efc_margin" ["nefc"],
        /// Largest friction force.
        frictionloss: Col<usize, f64> = "efc_frictionloss" ["nefc"],
        /// Approximate diagonal of J M⁻¹ Jᵀ.
        diag_approx: Col<usize, f64> = "efc_diagApprox" ["nefc"],
        /// Stiffness, damping, impedance and its derivative.
        kbip: Col<usize, [f64; 4]> = "efc_KBIP" ["nefc x 4"],
        /// Constraint mass 1/R.
        d: Col<usize, f64> = "efc_D" ["nefc"],
        /// Regularisation.
        r: Col<usize, f64> = "efc_R" ["nefc"],
        /// First row of each tendon; −1 if it has none.
        tendon_efcadr: Col<TendonId, i32> = "tendon_efcadr" ["ntendon"],
        /// Nonzeros of each row of J M⁻¹ Jᵀ + R; dual solvers only.
        ar_rownnz: Col<usize, i32> = "efc_AR_rownnz" ["nefc"],
        /// Address of each row of that matrix.
        ar_rowadr: Col<usize, i32> = "efc_AR_rowadr" ["nefc"],
        /// Columns of that matrix.
        ar_colind: Col<usize, i32> = "efc_AR_colind" ["nA"],
        /// J M⁻¹ Jᵀ + R; dual solvers only.
        ar: Col<usize, f64> = "efc_AR" ["nA"],
        /// Velocity of the constrained quantity.
        vel: Col<usize, f64> = "efc_vel" ["nefc"],
        /// Reference acceleration.
        aref: Col<usize, f64> = "efc_aref" ["nefc"],
        /// J · qacc_smooth − aref.
        b: Col<usize, f64> = "efc_b" ["nefc"],
        /// State of the row in the solution: satisfied, quadratic, linear, on the cone.
        state: Col<usize, i32> = "efc_state" ["nefc"],
        /// Constraint force.
        force: Col<usize, f64> = "efc_force" ["nefc"],
        ;
        /// Number of rows of each kind.
        counts: EfcCounts,
    }
}

/// Number of rows of each kind, in the order of the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EfcCounts {
    /// Equality rows.
    pub ne: usize,
    /// Friction rows of dofs and tendons.
    pub nf: usize,
    /// Limit rows of joints and tendons.
    pub nl: usize,
    /// All rows; those of contacts are last.
    pub nefc: usize,
}

impl Efc {
    /// Removes all rows, except the columns of the Jacobian; memory is kept.
    pub fn clear(&mut self) {
        self.counts = EfcCounts::default();
        for column in [&mut self.kind, &mut self.id, &mut self.state] {
            column.reset(0, 0);
        }
        for column in [
            &mut self.jac_rownnz,
            &mut self.jac_rowadr,
            &mut self.jac_rowsuper,
        ] {
            column.reset(0, 0);
        }
        self.clear_projection();
        for column in [
            &mut self.jac,
            &mut self.pos,
            &mut self.margin,
            &mut self.frictionloss,
            &mut self.diag_approx,
            &mut self.d,
            &mut self.r,
            &mut self.vel,
            &mut self.aref,
            &mut self.b,
            &mut self.force,
        ] {
            column.reset(0, 0);
        }
        self.kbip.reset(0, 0);
    }

    /// Removes the matrix of dual solvers.
    #[inline]
    pub(crate) fn clear_projection(&mut self) {
        for column in [
            &mut self.ar_rownnz,
            &mut self.ar_rowadr,
            &mut self.ar_colind,
        ] {
            column.reset(0, 0);
        }
        self.ar.reset(0, 0);
    }

    /// True if the Jacobian is stored in the given format, for `nv` dofs.
    pub fn has_jacobian(&self, sparse: bool, nv: usize) -> bool {
        let n = self.kind.len();
        let expected = if sparse {
            packed(self.jac_rownnz.rows(), self.jac_rowadr.rows())
        } else {
            n * nv
        };
        self.jac_rownnz.len() == n && self.jac.len() == expected
    }

    /// True if the matrix of dual solvers belongs to these rows and is stored in the given format.
    pub fn has_projection(&self, sparse: bool) -> bool {
        let n = self.kind.len();
        if sparse {
            let expected = packed(self.ar_rownnz.rows(), self.ar_rowadr.rows());
            self.ar_rownnz.len() == n && self.ar.len() == expected
        } else {
            self.ar.len() == n * n
        }
    }

    /// The Jacobian of all rows.
    #[inline]
    pub fn jacobian(&self, sparse: bool, nv: usize) -> Jacobian<'_> {
        Jacobian::new(
            sparse,
            nv,
            Csr::new(
                self.jac_rownnz.rows(),
                self.jac_rowadr.rows(),
                self.jac_colind.rows(),
            ),
            self.jac.rows(),
        )
    }
}

/// Entries of packed rows.
fn packed(rownnz: &[i32], rowadr: &[i32]) -> usize {
    match (rownnz.last(), rowadr.last()) {
        (Some(&nnz), Some(&adr)) => (i64::from(nnz) + i64::from(adr)) as usize,
        _ => 0,
    }
}

/// A Jacobian in its storage format: packed rows, or a dense matrix.
#[derive(Clone, Copy, Debug)]
pub enum Jacobian<'a> {
    /// Rows of `nv` numbers.
    Dense {
        /// Length of a row.
        nv: usize,
        /// The matrix.
        values: &'a [f64],
    },
    /// Rows with their columns.
    Sparse {
        /// Length of a row.
        nv: usize,
        /// Sparsity pattern.
        pattern: Csr<'a>,
        /// The entries.
        values: &'a [f64],
    },
}

impl<'a> Jacobian<'a> {
    /// A view of `values`, sparse or dense.
    #[inline]
    pub fn new(sparse: bool, nv: usize, pattern: Csr<'a>, values: &'a [f64]) -> Self {
        if sparse {
            Self::Sparse {
                nv,
                pattern,
                values,
            }
        } else {
            Self::Dense { nv, values }
        }
    }

    /// Number of columns.
    #[inline]
    pub const fn nv(&self) -> usize {
        match self {
            Self::Dense { nv, .. } | Self::Sparse { nv, .. } => *nv,
        }
    }

    /// The numbers of row `r`.
    #[inline]
    pub fn values(&self, r: usize) -> &'a [f64] {
        match self {
            Self::Dense { nv, values } => &values[r * nv..(r + 1) * nv],
            Self::Sparse {
                pattern, values, ..
            } => &values[pattern.range(r)],
        }
    }

    /// The columns of row `r`; `None` means all of them.
    #[inline]
    pub fn columns(&self, r: usize) -> Option<&'a [i32]> {
        match self {
            Self::Dense { .. } => None,
            Self::Sparse { pattern, .. } => Some(pattern.cols(r)),
        }
    }

    /// `out ← J x`.
    #[doc(alias = "mj_mulJacVec")]
    pub fn mul_vec(&self, out: &mut [f64], x: &[f64]) {
        match self {
            Self::Dense { values, .. } => dense::mul_vec(out, values, x),
            Self::Sparse {
                pattern, values, ..
            } => pattern.mul_vec(out, values, x),
        }
    }

    /// [`mul_vec`](Self::mul_vec) with sums in the order of the reference at any length.
    pub(crate) fn mul_vec_in_fours(&self, out: &mut [f64], x: &[f64]) {
        match self {
            Self::Dense { values, .. } => dense::mul_vec_in_fours(out, values, x),
            Self::Sparse {
                pattern, values, ..
            } => pattern.mul_vec_in_fours(out, values, x),
        }
    }

    /// `out ← Jᵀ x`.
    #[doc(alias = "mj_mulJacTVec")]
    pub fn mul_t_vec(&self, out: &mut [f64], x: &[f64]) {
        match self {
            Self::Dense { values, .. } => dense::mul_t_vec(out, values, x),
            Self::Sparse {
                pattern, values, ..
            } => pattern.mul_t_vec(out, values, x),
        }
    }

    /// `out ← out + s · row r`.
    #[inline]
    pub fn add_row(&self, out: &mut [f64], r: usize, s: f64) {
        let values = self.values(r);
        match self.columns(r) {
            None => kernel::axpy(out, s, values),
            Some(columns) => kernel::axpy_sparse(out, s, values, columns),
        }
    }
}
