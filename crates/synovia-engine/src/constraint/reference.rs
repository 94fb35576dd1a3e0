//! Velocities and reference accelerations of the rows.
//!
//! ```text
//! v = J q̇,     a* = −b v − k d (pos − margin)
//! ```

use synovia_math::Csr;
use synovia_model::Model;

use crate::data::{Efc, Jacobian, State};
use crate::is_sparse;

/// Velocities and reference accelerations of all rows.
///
/// Reads `state.qvel` and `efc`; writes `efc.vel`, `efc.aref`.
#[doc(alias = "mj_referenceConstraint")]
pub(crate) fn reference_constraint(model: &Model, state: &State, efc: &mut Efc) {
    let pattern = Csr::new(
        efc.jac_rownnz.rows(),
        efc.jac_rowadr.rows(),
        efc.jac_colind.rows(),
    );
    let jacobian = Jacobian::new(is_sparse(model), model.dof.len(), pattern, efc.jac.rows());
    // `v = J q̇`
    jacobian.mul_vec_in_fours(efc.vel.rows_mut(), state.qvel.rows());
    let rows = efc.aref.iter_mut().zip(&efc.vel).zip(&efc.kbip);
    let rows = rows.zip(&efc.pos).zip(&efc.margin).take(efc.counts.nefc);
    for ((((aref, vel), &[stiffness, damping, imp, _]), pos), margin) in rows {
        // order: damping first
        *aref = -damping * vel - stiffness * imp * (pos - margin);
    }
}
