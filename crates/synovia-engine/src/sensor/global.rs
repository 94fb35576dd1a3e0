//! The whole model: energies and time.

use synovia_model::Model;
use synovia_model::enums::SensorType;
use synovia_model::id::SensorId;

use super::put;
use crate::data::Data;

/// Potential energy, kinetic energy or time.
pub fn read(model: &Model, data: &Data, s: SensorId, out: &mut [f64]) {
    let value = match model.sensor.type_[s] {
        SensorType::EPotential => data.energy[0],
        SensorType::EKinetic => data.energy[1],
        _ => data.time,
    };
    put(out, &[value]);
}
