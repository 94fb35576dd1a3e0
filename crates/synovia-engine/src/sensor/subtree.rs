//! A body with its subtree: centre of mass, its velocity, angular momentum about it.

use synovia_model::Model;
use synovia_model::id::{BodyId, SensorId};

use super::{Sensed, put};

/// What is read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Quantity {
    Com,
    LinVel,
    AngMom,
}

/// One of the quantities above.
pub(crate) fn read(
    model: &Model,
    now: &Sensed<'_>,
    s: SensorId,
    quantity: Quantity,
    out: &mut [f64],
) {
    let b = BodyId(model.sensor.objid[s]);
    let value = match quantity {
        Quantity::Com => now.com.subtree_com[b],
        Quantity::LinVel => now.vel.subtree_linvel[b],
        Quantity::AngMom => now.vel.subtree_angmom[b],
    };
    put(out, &value.to_array());
}
