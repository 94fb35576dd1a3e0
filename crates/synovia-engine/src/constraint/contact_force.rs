//! Forces of contacts, from the forces of their rows and back.
//!
//! ```text
//! pyramid   f_n = Σ_k (p_k⁺ + p_k⁻),   f_k = μ_k (p_k⁺ − p_k⁻)                                   (1)
//!           a = f_n / (dim − 1),   b_k = min(a, f_k/μ_k),   p_k± = ½ (a ± b_k)                   (2)
//! ellipse   f = the forces of the rows
//! ```
//!
//! Equation (2) is one of many pyramids with the force (1): exact if no `f_k/μ_k` exceeds `a`.

use synovia_model::Model;
use synovia_model::enums::Cone;

use crate::data::{Contact, Efc};

/// Force in the frame of a contact, from the forces of its facets, equation (1).
///
/// `force` has as many elements as the contact has dimensions; a single number is copied.
#[doc(alias = "mju_decodePyramid")]
pub fn decode_pyramid(force: &mut [f64], facets: &[f64], friction: &[f64]) {
    force.fill(0.0);
    let Some((normal, tangents)) = force.split_first_mut() else {
        return;
    };
    if tangents.is_empty() {
        *normal = facets.first().copied().unwrap_or(0.0);
        return;
    }
    // order: facets in their order
    let pairs = facets.as_chunks::<2>().0.iter().zip(friction);
    for (tangent, (&[plus, minus], mu)) in tangents.iter_mut().zip(pairs) {
        *normal += plus;
        *normal += minus;
        *tangent = (plus - minus) * mu;
    }
}

/// Forces of the facets of a contact, from its force, equation (2).
#[doc(alias = "mju_encodePyramid")]
pub fn encode_pyramid(facets: &mut [f64], force: &[f64], friction: &[f64]) {
    let Some((&normal, tangents)) = force.split_first() else {
        return;
    };
    if tangents.is_empty() {
        facets.fill(normal);
        return;
    }
    let share = normal / tangents.len() as f64;
    let pairs = facets.as_chunks_mut::<2>().0.iter_mut();
    for (pair, (tangent, mu)) in pairs.zip(tangents.iter().zip(friction)) {
        let tilt = share.min(tangent / mu);
        *pair = [0.5 * (share + tilt), 0.5 * (share - tilt)];
    }
}

/// Force, then torque, of the first geom on the second, in the frame of the contact. Zero without rows.
#[doc(alias = "mj_contactForce")]
pub fn contact_force(model: &Model, efc: &Efc, contact: &Contact) -> [f64; 6] {
    let mut out = [0.0; 6];
    let Ok(adr) = usize::try_from(contact.efc_address) else {
        return out;
    };
    let dim = contact.dimension();
    let rows = efc.force.rows().get(adr..).unwrap_or(&[]);
    if dim > 1 && model.opt.cone == Cone::Pyramidal {
        decode_pyramid(&mut out[..dim], rows, &contact.friction);
    } else {
        for (out, row) in out.iter_mut().zip(rows).take(dim) {
            *out = *row;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pyr_15_facets_are_encoded_and_decoded() {
        let mu = [1.0, 0.5, 0.02, 0.01, 0.02];
        let mut facets = [0.0; 10];
        encode_pyramid(&mut facets, &[10.0, 1.0, 2.0, 0.1, 0.05, 0.02], &mu);
        let expected = [1.5, 0.5, 2.0, 0.0, 2.0, 0.0, 2.0, 0.0, 1.5, 0.5];
        assert!(
            facets
                .iter()
                .zip(&expected)
                .all(|(a, b)| (a - b).abs() < 1e-12)
        );

        // no component exceeds its share: encoding and decoding are inverse
        let force = [10.0, 1.5, -0.9, 0.03, 0.015, -0.02];
        for dim in [1, 3, 4, 6] {
            let mut back = [f64::NAN; 6];
            let facets = &mut facets[..(2 * (dim - 1)).max(1)];
            encode_pyramid(facets, &force[..dim], &mu);
            decode_pyramid(&mut back[..dim], facets, &mu);
            assert!(
                back[..dim]
                    .iter()
                    .zip(&force)
                    .all(|(a, b)| (a - b).abs() < 1e-12)
            );
        }
    }
}
