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
//! The velocity of a flex at a contact depends on several bodies: see [`flex_contact`].
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

use synovia_math::{Mat3, Spatial, Vec3, wide};
use synovia_model::Model;
use synovia_model::enums::{Cone, ConstraintType, Disable};
use synovia_model::id::{BodyId, DofId};

use super::block::Block;
use super::flex_contact::{self, ColumnSum, Shares, single_bodies};
use super::impedance::{FrictionCone, Softness};
use super::rows::{Row, RowInputs, RowParams, Rows};
use crate::data::{ComFrame, Contact};
use crate::is_sparse;
use crate::position::jacobian::{BodyPoint, column, last_dof};
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
                shares.diag_approx
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
    wide!(_simd => if contact.dim > 3 {
        columns_of::<true>(model, com, contact, bodies, block);
    } else {
        columns_of::<false>(model, com, contact, bodies, block);
    });
}

/// The columns; with rotation if `TURNS`.
#[inline(always)]
fn columns_of<const TURNS: bool>(
    model: &Model,
    com: &ComFrame,
    contact: &Contact,
    bodies: [BodyId; 2],
    block: &mut Block<'_>,
) {
    let frame = contact.frame;
    // the contact point relative to the reference points of both trees
    let [offset1, offset2] = bodies.map(|b| BodyPoint::new(b, contact.pos).offset(model, com));
    let [mut one, mut two] = bodies.map(|b| last_dof(model, b));
    // one of the bodies is often static: a single chain; the columns of the first body are negative
    if !TURNS && (one.is_none() || two.is_none()) {
        let (cdof, parents) = (com.cdof.rows(), model.dof.parentid.rows());
        let moved = |i: usize, offset: Vec3| cdof[i].lin() + cdof[i].rot().cross(offset);
        if let Some(last) = two {
            block.fill_chain(parents, last, |i| frame * moved(i, offset2));
        } else if let Some(last) = one {
            block.fill_chain(parents, last, |i| frame * -moved(i, offset1));
        }
        return;
    }
    // chains of one tree are disjoint up to their common ancestor; `None` is smaller than any dof
    loop {
        if let Some(i) = two.filter(|_| two > one) {
            push::<TURNS>(block, &frame, i, column(com, i, offset2));
            two = model.dof.parent(i);
        } else if let Some(i) = one.filter(|_| one > two) {
            push::<TURNS>(block, &frame, i, -column(com, i, offset1));
            one = model.dof.parent(i);
        } else if let Some(i) = one {
            let difference = column(com, i, offset2) - column(com, i, offset1);
            push::<TURNS>(block, &frame, i, difference);
            one = model.dof.parent(i);
            two = one;
        } else {
            break;
        }
    }
}

/// Prepends the column of a dof, turned from world axes to the frame of the contact.
#[inline(always)]
fn push<const TURNS: bool>(block: &mut Block<'_>, frame: &Mat3, i: DofId, column: Spatial) {
    if TURNS {
        block.push_both(i, *frame * column.lin(), *frame * column.rot());
    } else {
        block.push(i, *frame * column.lin());
    }
}

/// Approximate inverse inertia of both bodies together: translation, rotation.
fn inverse_inertia(model: &Model, bodies: [BodyId; 2]) -> [f64; 2] {
    core::array::from_fn(|k| {
        bodies
            .iter()
            .map(|&b| model.body.invweight0[b][k])
            .fold(0.0, |a, b| a + b)
    })
}

/// Adds the rows of one contact of a valid dimension.
fn add(
    model: &Model,
    contact: &mut Contact,
    id: usize,
    [tran, rot]: [f64; 2],
    block: &Block<'_>,
    rows: &mut Rows<'_>,
) {
    let dim = contact.dim as usize;
    // kind of rows, and softness with friction
    let kind = match (dim, model.opt.cone) {
        (1, _) => ConstraintType::ContactFrictionless,
        (_, Cone::Elliptic) => ConstraintType::ContactElliptic,
        _ => ConstraintType::ContactPyramidal,
    };
    let mut softness = Softness::new(model, contact.solref, contact.solimp);
    if dim > 1 {
        let cone = FrictionCone {
            friction: contact.friction,
        };
        softness = softness.with_friction(model, contact.solreffriction, cone);
    }
    let params = RowParams {
        kind,
        id: id as i32,
        softness,
        frictionloss: 0.0,
    };
    // the distance to the margin is the violation
    let (pos, margin) = (contact.dist, contact.includemargin);

    // the facets of a pyramid share position and softness; the rows of an ellipse have their own
    let mu = if kind == ConstraintType::ContactPyramidal {
        let friction = &contact.friction[..(dim - 1).min(5)];
        let mu = friction[0];
        let first = Row {
            pos,
            margin,
            diag_approx: tran + mu * mu * tran,
        };
        rows.pyramid(&params, first, block, friction)
    } else {
        for k in 0..dim {
            // the first three components are translations
            let diag_approx = if k < 3 { tran } else { rot };
            let row = match k {
                // only the normal row has a position
                0 => Row {
                    pos,
                    margin,
                    diag_approx,
                },
                _ => Row {
                    pos: 0.0,
                    margin: 0.0,
                    diag_approx,
                },
            };
            rows.push(&params, row, block, k);
        }
        rows.close(&params, pos)
    };
    // the slope of the regularised cone, which the solver uses
    if dim > 1 {
        contact.mu = mu;
    }
}
