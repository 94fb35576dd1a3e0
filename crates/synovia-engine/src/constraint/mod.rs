//! Constraint rows: the constraints that the solver enforces.
//!
//! A row is a scalar quantity with a velocity `J q̇`, a position and a softness. Rows come in a fixed order: equalities,
//! dry friction of dofs and tendons, limits of joints and tendons, contacts. Each family has its own file and adds its rows
//! through [`rows::Rows`], which also computes their impedance ([`impedance`]). Reference accelerations are computed by
//! [`mod@reference`], states and forces at a given acceleration by [`update`], the Delassus matrix by [`project`].
//!
//! | rows                   | force                      | file         |
//! |------------------------|----------------------------|--------------|
//! | equalities             | free                       | [`equality`] |
//! | dry friction           | between ± `frictionloss`   | [`friction`] |
//! | limits                 | nonnegative                | [`limit`]    |
//! | contacts, frictionless | nonnegative                | [`contact`]  |
//! | contacts, pyramidal    | nonnegative for each facet | [`contact`]  |
//! | contacts, elliptic     | in the friction cone       | [`contact`]  |

mod arena;
pub(crate) mod block;
mod columns;
pub(crate) mod complete;
pub(crate) mod contact;
pub(crate) mod contact_force;
mod contact_rows;
pub(crate) mod equality;
pub(crate) mod flex_contact;
pub(crate) mod friction;
pub(crate) mod impedance;
pub(crate) mod limit;
pub(crate) mod project;
pub(crate) mod reference;
pub(crate) mod rows;
pub(crate) mod update;

use synovia_model::Model;
use synovia_model::enums::{Cone, Disable, Warning};

use crate::data::{Contact, Contacts, Data, Diag, Efc, EngineError};
use crate::scratch::{Need, ScratchBuffer};
use crate::workspace::Workspace;
use flex_contact::ColumnSum;
use rows::{RowInputs, Rows};

/// Temporaries of [`make_constraint`].
pub(crate) fn scratch_len(model: &Model) -> Need {
    let nv = model.dof.len();
    let need = Need::new(7 * nv, 3 * nv);
    if model.flex.is_empty() {
        return need;
    }
    need.or(Need::new(6 * nv, nv).and(ColumnSum::need(nv)))
}

/// Builds all rows of the current pose: [`rows_of`] with the groups of a simulation, whose islands of previous rows are
/// cleared.
#[doc(alias = "mj_makeConstraint")]
pub(crate) fn make_constraint(model: &Model, data: &mut Data) {
    let Data {
        state,
        kin,
        com,
        tendon,
        contact,
        efc,
        island,
        diag,
        work: Workspace { scratch, awake, .. },
        ..
    } = data;
    // new rows are in no island yet
    (island.nisland, island.nidof) = (0, 0);
    let inputs = RowInputs {
        state,
        kin,
        com,
        tendon,
        resting: awake.resting(model, island),
        awake,
    };
    rows_of(model, &inputs, scratch, contact, efc, diag);
}

/// Builds all rows of the current pose.
///
/// Reads `state`, `kin`, `com`, `tendon`; writes the position part of `efc`, the rows of each contact to `contact`, and
/// counts to `diag`.
///
/// If the rows do not fit into the arena of the model, all of them are dropped, with a warning.
fn rows_of(
    model: &Model,
    inputs: &RowInputs<'_>,
    scratch: &mut ScratchBuffer,
    contact: &mut Contacts,
    efc: &mut Efc,
    diag: &mut Diag,
) {
    let mut unsound = None;
    let counters = [&mut diag.replaced_reference, &mut diag.undirected];
    let mut rows = Rows::begin(model, contact.list.len(), efc, counters);
    if !model.opt.disabled(Disable::CONSTRAINT) {
        let need = scratch_len(model);
        // the families, in the order of their rows
        equality::equalities(model, inputs, &mut rows, scratch.frame(need));
        friction::frictions(model, inputs, &mut rows);
        limit::limits(model, inputs, &mut rows);
        unsound = contact::contacts(
            model,
            inputs,
            &mut contact.list,
            &mut rows,
            scratch.frame(need),
        );
    }
    // rows that do not fit into the arena are dropped: contacts have no rows
    if !rows.end() {
        for contact in &mut contact.list {
            contact.efc_address = -1;
            contact.mu = 0.0;
            if contact.exclude == Contact::MOVES_NOTHING {
                contact.exclude = 0;
            }
        }
        let bytes = usize::try_from(model.size.narena).unwrap_or(0);
        diag.warn(Warning::ConstraintFull, bytes, inputs.state.time);
    }
    // the first invalid contact stops the step
    if let Some(k) = unsound {
        diag.error = Some(EngineError::UnsoundContact(k));
    }
    // an unknown cone is an error as soon as there is a contact
    let (option, value) = ("cone", model.opt.cone.0);
    if Cone::from_i32(value).is_none() && !contact.list.is_empty() {
        diag.error = Some(EngineError::UnknownOption { option, value });
    }
}
