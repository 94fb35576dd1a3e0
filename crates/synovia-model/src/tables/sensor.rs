//! Sensors.

use core::ops::Range;

use crate::column::{Col, Grid};
use crate::enums::{DataType, ObjType, SensorType, Stage};
use crate::id::{PluginId, SensorId, range};
use crate::table::table;

table! {
    /// Sensors in the order of `sensordata`.
    pub struct SensorTable of named SensorId {
        /// Kind of sensor.
        type_: Col<SensorId, SensorType> = "sensor_type" ["nsensor"],
        /// Kind of output: real, positive, axis or quaternion.
        datatype: Col<SensorId, DataType> = "sensor_datatype" ["nsensor"],
        /// Stage of the step after which the value is known.
        needstage: Col<SensorId, Stage> = "sensor_needstage" ["nsensor"],
        /// Kind of the sensed object.
        objtype: Col<SensorId, ObjType> = "sensor_objtype" ["nsensor"],
        /// The sensed object; −1 if there is none.
        objid: Col<SensorId, i32> = "sensor_objid" ["nsensor"],
        /// Kind of the reference frame.
        reftype: Col<SensorId, ObjType> = "sensor_reftype" ["nsensor"],
        /// The reference frame; −1 for the world.
        refid: Col<SensorId, i32> = "sensor_refid" ["nsensor"],
        /// Integer parameters.
        intprm: Col<SensorId, [i32; 3]> = "sensor_intprm" ["nsensor x mjNSENS"],
        /// Number of outputs.
        dim: Col<SensorId, i32> = "sensor_dim" ["nsensor"],
        /// First output in `sensordata`. See [`SensorTable::outputs`].
        adr: Col<SensorId, i32> = "sensor_adr" ["nsensor"],
        /// Outputs are clamped to ± this; 0 means no clamp.
        cutoff: Col<SensorId, f64> = "sensor_cutoff" ["nsensor"],
        /// Standard deviation of noise, for the user.
        noise: Col<SensorId, f64> = "sensor_noise" ["nsensor"],
        /// Samples kept of the output, and the order of interpolation between them.
        history: Col<SensorId, [i32; 2]> = "sensor_history" ["nsensor x 2"],
        /// First number in the history buffer; −1 if there is no history.
        historyadr: Col<SensorId, i32> = "sensor_historyadr" ["nsensor"],
        /// Age of the value that is reported \[s\]; 0 is now.
        delay: Col<SensorId, f64> = "sensor_delay" ["nsensor"],
        /// Sampling period and phase \[s\].
        interval: Col<SensorId, [f64; 2]> = "sensor_interval" ["nsensor x 2"],
        /// User data.
        user: Grid<SensorId, f64> = "sensor_user" ["nsensor x nuser_sensor"],
        /// Plugin instance; −1 if none.
        plugin: Col<SensorId, PluginId> = "sensor_plugin" ["nsensor"],
    }
}

impl SensorTable {
    /// Outputs of sensor `s`, as positions in `sensordata`.
    #[inline]
    pub fn outputs(&self, s: SensorId) -> Range<usize> {
        range(self.adr[s], self.dim[s])
    }
}
