//! What the options ask for now, where earlier stages ran under others.
//!
//! Between two calls a program may choose another solver, or another way to store Jacobians. Rows that are stored in another way
//! than the options say, and a Delassus matrix that is missing, are made anew before a stage reads them.

use synovia_model::Model;

use super::project::{is_dual, project_constraint};
use super::reference::reference_constraint;
use crate::data::Data;
use crate::{constraint, is_sparse, tendon};

/// Makes the rows anew if their Jacobian is not stored as the options say.
pub(crate) fn rows(model: &Model, data: &mut Data) {
    if !data.efc.has_jacobian(is_sparse(model), model.dof.len()) {
        // rows of tendons are taken from their Jacobian, which is stored in the same way
        tendon::tendons(model, data);
        constraint::make_constraint(model, data);
        reference_constraint(model, data);
    }
}

/// What the solver reads: rows, and the Delassus matrix if it needs one.
pub(crate) fn problem(model: &Model, data: &mut Data) {
    rows(model, data);
    if is_dual(model) && !data.efc.has_projection(is_sparse(model)) {
        project_constraint(model, data);
    }
}
