//! Sensor readings.

use synovia_model::column::Col;
use synovia_model::table;

table! {
    /// Written by the sensor stages.
    pub struct Sensors {
        /// Readings of all sensors, one after the other.
        sensordata: Col<usize, f64> = "sensordata" ["nsensordata"],
    }
}
