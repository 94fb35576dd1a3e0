//! The whole model: energies and time.

use synovia_model::Model;
use synovia_model::enums::SensorType;
use synovia_model::id::SensorId;

use super::{Sensed, put};

/// Potential energy, kinetic energy or time.
pub(crate) fn read(model: &Model, now: &Sensed<'_>, s: SensorId, out: &mut [f64]) {
    let value = match model.sensor.type_[s] {
        SensorType::EPotential => now.energy[0],
        SensorType::EKinetic => now.energy[1],
        SensorType::Clock => now.time,
        _ => return out.fill(f64::NAN),
    };
    put(out, &[value]);
}
