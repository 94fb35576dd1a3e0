//! Contact rows: normal, and friction as a pyramid or an elliptic cone.
//!
//! In the frame of a contact the relative velocity has a normal, two tangential, one torsional and two rolling components,
//! of which the first `dim` are used:
//!
//! ```text
//! frictionless   J_n                                   one row
//! pyramid        J_n ± μ_k J_k                         two rows for each friction direction k
//! ellipse        J_n, J_1, …                           dim rows, coupled by the cone
//! ```
//!
//! The relative velocity of two bodies is computed by [`columns`](super::columns); that of a flex depends on several bodies, see
//! [`flex_contact`]. The rows are added by [`contact_rows`](super::contact_rows).
//!
//! | here  | in the code               | meaning                                             |
//! |-------|---------------------------|-----------------------------------------------------|
//! | `J_n` | `block.row(0)`            | normal component of the relative velocity           |
//! | `J_k` | `block.row(k)`            | friction components: slide, slide, spin, roll, roll |
//! | `μ_k` | `contact.friction[k − 1]` | friction coefficients                               |
//! | `dim` | `contact.dim`             | number of components                                |
#![expect(
    clippy::inline_always,
    reason = "the columns are compiled for the available vector unit"
)]

use synovia_math::fearless_simd::{Simd, f64x4, prelude::*};
use synovia_math::wide;
use synovia_model::Model;
use synovia_model::enums::{Cone, ConstraintType, Disable};
use synovia_model::id::BodyId;

use super::block::Block;
use super::columns::Relative;
use super::flex_contact::{self, ColumnSum, Shares, single_bodies};
use super::rows::{RowInputs, RowParams, Rows};
use crate::data::{ComFrame, Contact};
use crate::is_sparse;
use crate::position::jacobian::BodyPoint;
use crate::scratch::Scratch;

/// Adds the rows of all contacts; returns the first contact that is invalid, which has no rows.
#[doc(alias = "mj_instantiateContact")]
pub(crate) fn contacts(
    model: &Model,
    inputs: &RowInputs<'_>,
    contacts: &mut [Contact],
    rows: &mut Rows<'_>,
    mut scratch: Scratch<'_>,
) -> Option<usize> {
    if model.opt.disabled(Disable::CONTACT) {
        return None;
    }
    // contacts of flexes that act as passive forces have no rows
    let soft = !model.flex.is_empty();
    if soft {
        flex_contact::mark_passive(model, contacts);
    }
    // without dofs nothing can be constrained
    let nv = model.dof.len();
    if nv == 0 || contacts.is_empty() {
        return None;
    }
    // memory for the six components, and for sums over several bodies
    let mut unsound = None;
    let mut block = Block::new(nv, is_sparse(model), &mut scratch);
    let mut several = soft.then(|| (Shares::new(), ColumnSum::new(nv, &mut scratch)));
    for (id, contact) in contacts.iter_mut().enumerate() {
        // contacts in the gap have no rows
        if contact.exclude != 0 {
            continue;
        }
        // a program may have written ids that are out of range
        if !contact.is_sound(model) {
            contact.efc_address = -1;
            unsound = unsound.or(Some(id));
            continue;
        }
        // the Jacobian in the contact frame, and the approximate inverse inertia
        let inertia = match (contact.geoms(), &mut several) {
            // two geoms: one body on each side
            (Some(geoms), _) => {
                let bodies = geoms.map(|g| model.geom.bodyid[g]);
                columns(model, inputs.com, contact, bodies, &mut block);
                inverse_inertia(model, bodies)
            }
            // a flex: several bodies, each with a weight
            (None, Some((shares, sum))) => {
                shares.find(model, inputs.kin, contact);
                match single_bodies(model, contact) {
                    Some(bodies) => columns(model, inputs.com, contact, bodies, &mut block),
                    None => sum.columns(model, inputs.com, contact, shares, &mut block),
                }
                shares.diag_approx[0]
            }
            (None, None) => continue,
        };
        // without dofs there is no row; a dense Jacobian stores a row of zeros
        if block.dofs().is_empty() && is_sparse(model) {
            contact.efc_address = -1;
            contact.exclude = Contact::MOVES_NOTHING;
            continue;
        }
        // the rows begin here
        contact.efc_address = rows.len() as i32;
        add(model, contact, id, inertia, &block, rows);
    }
    unsound
}

/// Relative velocity in the frame of the contact, one column per dof.
pub(crate) fn columns(
    model: &Model,
    com: &ComFrame,
    contact: &Contact,
    bodies: [BodyId; 2],
    block: &mut Block<'_>,
) {
    block.clear();
    // rotation is needed for torsional and rolling friction only
    wide!(simd => if contact.dim > 3 {
        columns_of::<_, true>(simd, model, com, contact, bodies, block);
    } else {
        columns_of::<_, false>(simd, model, com, contact, bodies, block);
    });
}

/// The columns; with rotation if `TURNS`.
#[inline(always)]
fn columns_of<S: Simd, const TURNS: bool>(
    simd: S,
    model: &Model,
    com: &ComFrame,
    contact: &Contact,
    bodies: [BodyId; 2],
    block: &mut Block<'_>,
) {
    let points = bodies.map(|b| BodyPoint::new(b, contact.pos));
    let relative = Relative::new(simd, model, com, points);
    let frame = contact.frame.0.map(|x| f64x4::splat(simd, x));
    if TURNS {
        relative.fill(
            block,
            #[inline(always)]
            |[a, b, c, d, e, f]| {
                let ([a, b, c], [d, e, f]) = (turned(&frame, [a, b, c]), turned(&frame, [d, e, f]));
                [a, b, c, d, e, f]
            },
        );
    } else {
        relative.fill(
            block,
            #[inline(always)]
            |[x, y, z, ..]| turned(&frame, [x, y, z]),
        );
    }
}

/// Turned from world axes to the frame of the contact.
#[inline(always)]
fn turned<S: Simd>(m: &[f64x4<S>; 9], [x, y, z]: [f64x4<S>; 3]) -> [f64x4<S>; 3] {
    [
        m[0] * x + m[1] * y + m[2] * z,
        m[3] * x + m[4] * y + m[5] * z,
        m[6] * x + m[7] * y + m[8] * z,
    ]
}

/// Approximate inverse inertia of both bodies together, for translation.
fn inverse_inertia(model: &Model, bodies: [BodyId; 2]) -> f64 {
    let [a, b] = bodies.map(|b| model.body.invweight0[b][0]);
    // order: from zero
    0.0 + a + b
}

/// Adds the rows of one contact of a valid dimension.
fn add(
    model: &Model,
    contact: &mut Contact,
    id: usize,
    inertia: f64,
    block: &Block<'_>,
    rows: &mut Rows<'_>,
) {
    let kind = match (contact.dim, model.opt.cone) {
        (1, _) => ConstraintType::ContactFrictionless,
        (_, Cone::Elliptic) => ConstraintType::ContactElliptic,
        _ => ConstraintType::ContactPyramidal,
    };
    let params = RowParams {
        kind,
        id: id as i32,
        solref: &contact.solref,
        solimp: &contact.solimp,
        frictionloss: 0.0,
    };
    // the slope of the regularised cone, which the solver uses
    let mu = if kind == ConstraintType::ContactPyramidal {
        rows.pyramid(&params, contact, inertia, block)
    } else {
        rows.ellipse(&params, contact, inertia, block)
    };
    if contact.dim > 1 {
        contact.mu = mu;
    }
}
