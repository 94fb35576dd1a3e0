//! Contacts of flexes that request passive forces: linear springs along the normal, without friction.
//!
//! ```text
//! f = −k d J_nᵀ         k = 10⁴ N/m,   d the distance of the contact, negative when penetrating
//! ```

use synovia_model::Model;
use synovia_model::enums::Disable;

use super::FlexInputs;
use crate::constraint::block::Block;
use crate::constraint::contact::columns;
use crate::constraint::flex_contact::{ColumnSum, Shares, single_bodies};
use crate::data::Contact;
use crate::is_sparse;
use crate::scratch::{Need, Scratch};

/// Stiffness \[N/m\].
const STIFFNESS: f64 = 1e4;

/// Temporaries of [`add`].
pub(crate) fn scratch_len(model: &Model) -> Need {
    let nv = model.dof.len();
    if model.flex.passive.iter().all(|&passive| passive == 0) {
        return Need::default();
    }
    Need::new(6 * nv, nv).and(ColumnSum::need(nv))
}

/// Adds the forces of passive contacts.
#[doc(alias = "mj_contactPassive")]
pub(crate) fn add(
    model: &Model,
    inputs: &FlexInputs<'_>,
    contacts: &mut [Contact],
    out: &mut [f64],
    mut scratch: Scratch<'_>,
) {
    // contacts that were marked as passive
    let passive = |contact: &Contact| contact.exclude == Contact::PASSIVE;
    let nv = model.dof.len();
    if nv == 0 || model.opt.disabled(Disable::CONTACT) || !contacts.iter().any(passive) {
        return;
    }
    let mut block = Block::new(nv, is_sparse(model), &mut scratch);
    let mut sum = ColumnSum::new(nv, &mut scratch);
    let mut shares = Shares::new();
    // passive contacts have no constraint rows
    for contact in contacts.iter_mut().filter(|contact| passive(contact)) {
        contact.efc_address = -1;
        if !contact.is_sound(model) {
            continue;
        }
        // `J_n` of two bodies, or of several that share an element
        if let Some(bodies) = single_bodies(model, contact) {
            columns(model, inputs.com, contact, bodies, &mut block);
        } else {
            shares.find(model, inputs.kin, contact);
            sum.columns(model, inputs.com, contact, &shares, &mut block);
        }
        if block.dofs().is_empty() && is_sparse(model) {
            contact.exclude = Contact::MOVES_NOTHING;
            continue;
        }
        // QUIRK(flex-passive-gap): contacts in the gap pull
        let push = -STIFFNESS * contact.dist;
        for (&i, normal) in block.dofs().iter().zip(block.entries(0)) {
            out[i as usize] += normal * push;
        }
    }
}
