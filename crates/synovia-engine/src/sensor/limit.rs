//! Limits of joints and tendons, from the constraint rows.
//!
//! ```text
//! position   distance − margin, negative while the limit acts
//! velocity   J q̇
//! force      of the constraint
//! ```
//!
//! All are zero while the limit is inactive. Of two rows, one for each end of the range, the first is used.

use synovia_model::Model;
use synovia_model::enums::ConstraintType;
use synovia_model::id::SensorId;

use super::{Sensed, put};

/// What is read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Quantity {
    Pos,
    Vel,
    Force,
}

/// One of the quantities above; `wanted` is the kind of the limit.
pub(crate) fn read(
    model: &Model,
    now: &Sensed<'_>,
    s: SensorId,
    wanted: ConstraintType,
    quantity: Quantity,
    out: &mut [f64],
) {
    let (efc, counts) = (now.efc, now.counts);
    let row = (counts.ne + counts.nf..counts.nefc)
        .find(|&r| efc.kind[r] == wanted.to_i32() && efc.id[r] == model.sensor.objid[s]);
    let value = row.map_or(0.0, |r| match quantity {
        Quantity::Pos => efc.pos[r] - efc.margin[r],
        Quantity::Vel => efc.vel[r],
        Quantity::Force => efc.force[r],
    });
    put(out, &[value]);
}
