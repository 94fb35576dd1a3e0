//! Dry friction of dofs and tendons: rows with zero reference velocity and a bounded force.
//!
//! ```text
//! −loss ≤ f ≤ loss,     a* = −b J q̇                              J = e_i for a dof, J_t for a tendon
//! ```
//!
//! There is no position to restore: the rows have damping but no stiffness, see [`super::impedance`].

use synovia_model::Model;
use synovia_model::enums::{ConstraintType, Disable};

use super::rows::{Row, RowInputs, RowParams, Rows};
use crate::data::{Data, EfcCounts};
use crate::gate;
use crate::is_sparse;
use crate::sleep::visit::{Visit, skipping};

/// Adds the rows of all dofs and tendons with friction loss.
#[doc(alias = "mj_instantiateFriction")]
pub(crate) fn frictions(model: &Model, inputs: &RowInputs<'_>, rows: &mut Rows<'_>) {
    if model.opt.disabled(Disable::FRICTIONLOSS) {
        return;
    }
    // most models have no dry friction; the sign of a zero does not matter
    let loss = model.dof.frictionloss.iter();
    if loss.fold(0, |any, loss| any | (loss.to_bits() << 1)) != 0 {
        skipping!(model, inputs.awake, who => of_dofs(model, inputs, who, rows));
    }
    of_tendons(model, inputs, rows);
}

/// Rows with a single dof.
fn of_dofs(model: &Model, inputs: &RowInputs<'_>, who: impl Visit, rows: &mut Rows<'_>) {
    for i in who.dofs() {
        let frictionloss = model.dof.frictionloss[i];
        if frictionloss == 0.0 || inputs.sleeps(|| model.dof.bodyid[i]) {
            continue;
        }
        // its velocity is the velocity of the dof itself
        let params = RowParams {
            kind: ConstraintType::FrictionDof,
            id: i.0,
            solref: &model.dof.solref[i],
            solimp: &model.dof.solimp[i],
            frictionloss,
        };
        let row = Row {
            diag_approx: model.dof.invweight0[i],
            ..Row::default()
        };
        rows.axis(&params, row, i.0, 1.0);
    }
}

/// The rows of the Jacobians of tendons.
fn of_tendons(model: &Model, inputs: &RowInputs<'_>, rows: &mut Rows<'_>) {
    let (sparse, nv) = (is_sparse(model), model.dof.len());
    for t in model.tendon.ids() {
        let frictionloss = model.tendon.frictionloss[t];
        if frictionloss <= 0.0 {
            continue;
        }
        let params = RowParams {
            kind: ConstraintType::FrictionTendon,
            id: t.0,
            solref: &model.tendon.solref_fri[t],
            solimp: &model.tendon.solimp_fri[t],
            frictionloss,
        };
        let row = Row {
            diag_approx: model.tendon.invweight0[t],
            ..Row::default()
        };
        // sensors and the user find the row of a tendon by this address
        let adr = rows.len();
        rows.tendon(&params, row, inputs.tendon.row(sparse, nv, t), 1.0);
        rows.mark_tendon(t, adr);
    }
}

/// The part of `qfrc_constraint` due to dry friction of dofs and tendons; `out` has one element per dof.
pub fn qfrc_frictionloss(model: &Model, data: &Data, out: &mut [f64]) {
    // without friction rows the result is zero
    out.fill(0.0);
    let EfcCounts { ne, nf, .. } = data.efc.counts;
    // rows that a program has written may be inconsistent
    if gate::check(model, data).is_err() || ne + nf > data.efc.force.len() {
        return out.fill(f64::NAN);
    }
    let jacobian = data.efc.jacobian(is_sparse(model), model.dof.len());
    // `Jᵀ f` over the friction rows
    for r in ne..ne + nf {
        jacobian.add_row(out, r, data.efc.force[r]);
    }
}
