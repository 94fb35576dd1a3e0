//! Completion of rows after a change of options.
//!
//! Between two calls a program may choose another solver, or another storage format of Jacobians. Rows that are stored in
//! another format than the options specify, and a missing Delassus matrix, are recomputed before a stage reads them.

use synovia_model::Model;
use synovia_model::enums::Stage;

use super::project::{is_dual, project_constraint};
use super::reference::reference_constraint;
use crate::data::{Data, EngineError};
use crate::gate::{self, Admitted, Derived};
use crate::{constraint, is_sparse, tendon};

/// Recomputes the rows if their Jacobian is not stored in the format of the options.
pub(crate) fn rows(model: &Model, data: &mut Data) {
    if !data.efc.has_jacobian(is_sparse(model), model.dof.len()) {
        // rows of tendons are copied from their Jacobian, which has the same format
        tendon::tendons(model, data);
        constraint::make_constraint(model, data);
        reference_constraint(model, &data.state, &mut data.efc);
    }
}

/// Completes the inputs of the solver: rows, and the Delassus matrix if it needs one.
pub(crate) fn problem(model: &Model, data: &mut Data) {
    rows(model, data);
    if is_dual(model) && !data.efc.has_projection(is_sparse(model)) {
        project_constraint(model, data);
    }
}

/// Admits a call that starts with a later stage, and recomputes rows if that stage reads them and an option has changed.
pub fn enter_after<'a>(
    model: &'a Model,
    data: &'a mut Data,
    reads: &[Derived],
) -> Result<Admitted<'a>, EngineError> {
    let mut at = gate::enter_after(model, data, reads)?;
    if reads.contains(&Derived::Rows) && at.data().diag.error.is_none() {
        let (model, data) = at.parts();
        rows(model, data);
    }
    Ok(at)
}

/// Admits a call that starts after the stage `done`.
pub(crate) fn enter_from<'a>(
    model: &'a Model,
    data: &'a mut Data,
    done: Stage,
) -> Result<Admitted<'a>, EngineError> {
    if done.to_i32() < Stage::Pos.to_i32() {
        gate::enter(model, data)
    } else {
        enter_after(model, data, Derived::ALL)
    }
}
