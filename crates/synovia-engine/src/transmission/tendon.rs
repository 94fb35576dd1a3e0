//! Actuators on tendons: length and derivative of the tendon, times the gear.

use synovia_model::Model;
use synovia_model::id::{ActuatorId, TendonId};

use super::Moment;
use crate::data::{TendonGroup, TendonRow};
use crate::is_sparse;

/// Length of the transmission; the moment arms are appended to `row`.
pub(crate) fn length(
    model: &Model,
    tendon: &TendonGroup,
    u: ActuatorId,
    row: &mut Moment<'_>,
) -> f64 {
    let t = TendonId(model.actuator.trnid[u][0]);
    let gear = model.actuator.gear[u][0];
    match tendon.row(is_sparse(model), model.dof.len(), t) {
        // a dense row is packed without its zeros
        TendonRow::Dense(values) => {
            for (i, value) in values.iter().enumerate() {
                row.push_nonzero(i, value * gear);
            }
        }
        TendonRow::Sparse(columns, values) => {
            for (&i, value) in columns.iter().zip(values) {
                row.push(i as usize, value * gear);
            }
        }
    }
    tendon.length[t] * gear
}
