//! The constraint rows.

use synovia_model::column::Col;
use synovia_model::id::TendonId;
use synovia_model::table;

table! {
    /// Written by the constraint stage row by row, completed by its later parts and by the solver.
    ///
    /// As with tendons, the Jacobian is packed rows in a sparse model and a dense matrix otherwise.
    pub struct Efc {
        /// Kind of row, see [`crate::constraint::RowKind`].
        kind: Col<usize, i32> = "efc_type" ["nefc"],
        /// The object that made the row: equality, dof, joint, tendon or contact.
        id: Col<usize, i32> = "efc_id" ["nefc"],
        /// Non-zeros of the Jacobian row; sparse only.
        jac_rownnz: Col<usize, i32> = "efc_J_rownnz" ["nefc"],
        /// Where the Jacobian row starts; sparse only.
        jac_rowadr: Col<usize, i32> = "efc_J_rowadr" ["nefc"],
        /// How many of the following rows have the same columns; sparse only.
        jac_rowsuper: Col<usize, i32> = "efc_J_rowsuper" ["nefc"],
        /// Columns of the Jacobian; sparse only.
        jac_colind: Col<usize, i32> = "efc_J_colind" ["nJ"],
        /// Derivative of the constrained quantity by velocity.
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
        /// Non-zeros of each row of J M⁻¹ Jᵀ + R; dual solvers only.
        ar_rownnz: Col<usize, i32> = "efc_AR_rownnz" ["nefc"],
        /// Where each row of that matrix starts.
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
    }
}

/// How many rows of each kind there are, in the order of the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EfcCounts {
    /// Equality rows.
    pub ne: usize,
    /// Friction rows of dofs and tendons.
    pub nf: usize,
    /// Limit rows of joints and tendons.
    pub nl: usize,
    /// All rows, those of contacts last.
    pub nefc: usize,
}

impl Efc {
    /// Calls `f(dof, value)` for each stored entry of Jacobian row `r`.
    #[inline]
    pub fn for_each_entry(&self, sparse: bool, nv: usize, r: usize, mut f: impl FnMut(usize, f64)) {
        if sparse {
            let adr = self.jac_rowadr[r] as usize;
            let range = adr..adr + self.jac_rownnz[r] as usize;
            for (&i, &value) in self.jac_colind[range.clone()].iter().zip(&self.jac[range]) {
                f(i as usize, value);
            }
        } else {
            for (i, &value) in self.jac[r * nv..(r + 1) * nv].iter().enumerate() {
                f(i, value);
            }
        }
    }
}
