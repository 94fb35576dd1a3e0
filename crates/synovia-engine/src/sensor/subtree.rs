//! A body with its subtree: centre of mass, its velocity, angular momentum about it.

use synovia_model::Model;
use synovia_model::enums::SensorType;
use synovia_model::id::{BodyId, SensorId};

use super::{Sensed, put};

/// One of the quantities above.
pub(crate) fn read(model: &Model, now: &Sensed<'_>, s: SensorId, out: &mut [f64]) {
    let b = BodyId(model.sensor.objid[s]);
    let value = match model.sensor.type_[s] {
        SensorType::SubtreeCom => now.com.subtree_com[b],
        SensorType::SubtreeLinVel => now.vel.subtree_linvel[b],
        SensorType::SubtreeAngMom => now.vel.subtree_angmom[b],
        _ => return out.fill(f64::NAN),
    };
    put(out, &value.to_array());
}
