//! Forces of contacts, from the forces of their rows.
//!
//! ```text
//! pyramid   f_n = Σ_k (p_k⁺ + p_k⁻),   f_k = μ_k (p_k⁺ − p_k⁻)                                   (1)
//! ellipse   f = the forces of the rows
//! ```

use synovia_model::Model;
use synovia_model::enums::Cone;

use crate::data::{Contact, Efc};

/// Force, then torque, in the frame of the contact; what the first geom does to the second. Zero without rows.
#[doc(alias = "mj_contactForce")]
pub fn contact_force(model: &Model, efc: &Efc, contact: &Contact) -> [f64; 6] {
    let mut out = [0.0; 6];
    let Ok(adr) = usize::try_from(contact.efc_address) else {
        return out;
    };
    let dim = (contact.dim.max(1) as usize).min(6);
    let rows = efc.force.rows().get(adr..).unwrap_or(&[]);
    if dim > 1 && model.opt.cone == Cone::Pyramidal {
        // equation (1); order: the edges as they come
        for (k, pair) in rows.chunks_exact(2).take(dim - 1).enumerate() {
            out[0] += pair[0];
            out[0] += pair[1];
            out[k + 1] = (pair[0] - pair[1]) * contact.friction[k];
        }
    } else {
        for (out, row) in out.iter_mut().zip(rows).take(dim) {
            *out = *row;
        }
    }
    out
}
