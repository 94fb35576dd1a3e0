//! Slider-cranks: a rod of fixed length between a crank pin and a slider on an axis.
//!
//! ```text
//! v = pin − slider origin,  a = slider axis
//! l = a·v − √D,             D = (a·v)² + r² − v·v                                              (1)
//! ∂l/∂v = a (1 − a·v/√D) + v/√D,     ∂l/∂a = v (1 − a·v/√D)                                     (2)
//! ```
//!
//! Where the rod cannot reach (`D ≤ 0`), the length is that of the projection, `l = a·v`.

use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::id::{ActuatorId, SiteId};

use super::Moment;
use crate::data::{ComFrame, Kin};
use crate::position::jacobian::{column, for_each_dof_of_pair, site_point};

/// Length of the transmission; the moment arms are appended to `row`.
pub(crate) fn length(
    model: &Model,
    kin: &Kin,
    com: &ComFrame,
    u: ActuatorId,
    row: &mut Moment<'_>,
) -> f64 {
    let [crank, slider] = model.actuator.trnid[u].map(SiteId);
    let gear = model.actuator.gear[u][0];
    let rod = model.actuator.cranklength[u];
    let axis = kin.site_xmat[slider].col(2);
    let arm = kin.site_xpos[crank] - kin.site_xpos[slider];

    // equations (1) and (2)
    let along = arm.dot(axis);
    let det = along * along + rod * rod - arm.dot(arm);
    let (length, by_arm, by_axis) = if det <= 0.0 {
        (along, axis, arm)
    } else {
        let root = det.sqrt();
        let share = 1.0 - along / root;
        (along - root, axis * share + arm * (1.0 / root), arm * share)
    };

    let crank = site_point(model, kin, crank);
    let slider = site_point(model, kin, slider);
    let (crank_offset, slider_offset) = (crank.offset(model, com), slider.offset(model, com));
    for_each_dof_of_pair(model, crank.body, slider.body, |i, on_crank, on_slider| {
        let mut arm_rate = Vec3::ZERO;
        let mut axis_rate = Vec3::ZERO;
        if on_crank {
            arm_rate += column(com, i, crank_offset).lin();
        }
        if on_slider {
            let col = column(com, i, slider_offset);
            arm_rate -= col.lin();
            axis_rate = col.rot().cross(axis);
        }
        // order: by coordinate
        let mut moment = 0.0;
        for k in 0..3 {
            moment += by_axis[k] * axis_rate[k] + by_arm[k] * arm_rate[k];
        }
        row.push_nonzero(i.index(), moment * gear);
    });
    row.reverse();
    length * gear
}
