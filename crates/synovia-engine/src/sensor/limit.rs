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
use synovia_model::enums::{ConstraintType, SensorType};
use synovia_model::id::SensorId;

use super::{Sensed, put};

/// One of the quantities above.
pub(crate) fn read(model: &Model, now: &Sensed<'_>, s: SensorId, out: &mut [f64]) {
    let kind = model.sensor.type_[s];
    let wanted = match kind {
        SensorType::JointLimitPos | SensorType::JointLimitVel | SensorType::JointLimitFrc => {
            ConstraintType::LimitJoint
        }
        SensorType::TendonLimitPos | SensorType::TendonLimitVel | SensorType::TendonLimitFrc => {
            ConstraintType::LimitTendon
        }
        _ => return out.fill(f64::NAN),
    };
    let (efc, counts) = (now.efc, now.counts);
    let row = (counts.ne + counts.nf..counts.nefc)
        .find(|&r| efc.kind[r] == wanted.to_i32() && efc.id[r] == model.sensor.objid[s]);
    let value = row.map_or(0.0, |r| match kind {
        SensorType::JointLimitPos | SensorType::TendonLimitPos => efc.pos[r] - efc.margin[r],
        SensorType::JointLimitVel | SensorType::TendonLimitVel => efc.vel[r],
        _ => efc.force[r],
    });
    put(out, &[value]);
}
