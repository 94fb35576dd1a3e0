//! Adhesion: actuators that act on all contacts of a body.
//!
//! The moment arms are the mean of the contact normals, with the sign of a pull:
//!
//! ```text
//! m = −(1/n) Σ_k J_normal(k)       k over the n contacts of the body
//! ```
//!
//! Normals of contacts with constraint rows are taken from those rows; for a pyramid the mean of all its edges is the
//! normal. Contacts in the gap have no rows, and their normals are computed here. There is no length.

use synovia_model::Model;
use synovia_model::enums::Cone;
use synovia_model::id::{ActuatorId, BodyId};

use super::Moment;
use crate::data::{ComFrame, Contact, Efc, EfcCounts};
use crate::is_sparse;
use crate::position::jacobian::{BodyPoint, for_each_difference};
use crate::scratch::{Need, Scratch};

/// The contacts and their constraint rows.
#[derive(Debug)]
pub(crate) struct Touching<'a> {
    /// Motion axes.
    pub com: &'a ComFrame,
    /// Contacts.
    pub contacts: &'a [Contact],
    /// Constraint rows.
    pub efc: &'a Efc,
    /// Number of rows.
    pub counts: EfcCounts,
}

/// Temporaries of [`length`].
pub(crate) fn scratch_len(model: &Model) -> Need {
    Need::new(model.dof.len(), 0)
}

/// Always zero; the moment arms are appended to `row`.
pub(crate) fn length(
    model: &Model,
    scene: &Touching<'_>,
    u: ActuatorId,
    row: &mut Moment<'_>,
    mut scratch: Scratch<'_>,
) -> f64 {
    let body = BodyId(model.actuator.trnid[u][0]);
    let nv = model.dof.len();
    let sum = scratch.take(nv);
    let mut count = 0;

    for contact in scene.contacts {
        let [Some(g1), Some(g2)] = contact.sides(model) else {
            continue;
        };
        let (b1, b2) = (model.geom.bodyid[g1], model.geom.bodyid[g2]);
        if b1 != body && b2 != body {
            continue;
        }
        if contact.exclude == 0 {
            count += 1;
            add_rows(model, scene, contact, sum);
        } else if contact.exclude == 1 {
            count += 1;
            let normal = contact.frame.row(0);
            let (p1, p2) = (
                BodyPoint::new(b1, contact.pos),
                BodyPoint::new(b2, contact.pos),
            );
            for_each_difference(model, scene.com, p1, p2, |i, col| {
                sum[i.index()] += normal.dot(col.lin());
            });
        }
    }

    if count > 0 {
        for (i, value) in sum.iter().enumerate() {
            row.push_nonzero(i, value * (-1.0 / f64::from(count)));
        }
    }
    0.0
}

/// Adds the normal of a contact that has constraint rows.
fn add_rows(model: &Model, scene: &Touching<'_>, contact: &Contact, sum: &mut [f64]) {
    let Ok(adr) = usize::try_from(contact.efc_address) else {
        return;
    };
    let directions = contact.dimension() - 1;
    let (rows, weight) = if directions == 0 || model.opt.cone == Cone::Elliptic {
        (1, 1.0)
    } else {
        (2 * directions, 0.5 / directions as f64)
    };
    let end = (adr + rows).min(scene.counts.nefc);
    let jacobian = scene.efc.jacobian(is_sparse(model), sum.len());
    for r in adr..end {
        jacobian.add_row(sum, r, weight);
    }
}
