//! What the options ask for now, where earlier stages ran under others.
//!
//! Between two calls a program may choose another solver, or another way to store Jacobians. Rows that are stored in another way
//! than the options say, and a Delassus matrix that is missing, are made anew before a stage reads them.

use synovia_model::Model;
use synovia_model::enums::Stage;

use super::project::{is_dual, project_constraint};
use super::reference::reference_constraint;
use crate::data::{Data, EngineError};
use crate::gate::{self, Admitted, Derived};
use crate::{constraint, is_sparse, tendon};

/// Makes the rows anew if their Jacobian is not stored as the options say.
pub(crate) fn rows(at: &mut Admitted<'_>) {
    let (model, data) = at.parts();
    if !data.efc.has_jacobian(is_sparse(model), model.dof.len()) {
        // rows of tendons are taken from their Jacobian, which is stored in the same way
        tendon::tendons(at);
        constraint::make_constraint(at);
        let (_, data) = at.parts();
        reference_constraint(model, &data.state, &mut data.efc);
    }
}

/// What the solver reads: rows, and the Delassus matrix if it needs one.
pub(crate) fn problem(at: &mut Admitted<'_>) {
    rows(at);
    let (model, data) = at.parts();
    if is_dual(model) && !data.efc.has_projection(is_sparse(model)) {
        project_constraint(at);
    }
}

/// Admits a call that starts with a later stage, and makes rows anew if that stage reads them and an option has changed since.
pub fn enter_after<'a>(
    model: &'a Model,
    data: &'a mut Data,
    reads: &[Derived],
) -> Result<Admitted<'a>, EngineError> {
    let mut at = gate::enter_after(model, data, reads)?;
    if reads.contains(&Derived::Rows) && at.data().diag.error.is_none() {
        rows(&mut at);
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
