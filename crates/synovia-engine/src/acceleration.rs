//! Smooth acceleration: what would happen without constraints.
//!
//! ```text
//! qfrc_smooth = qfrc_passive − qfrc_bias + qfrc_applied + qfrc_actuator + Jᵀ xfrc_applied      (1)
//! qacc_smooth = M⁻¹ qfrc_smooth                                                                (2)
//! ```

use synovia_math::Vec3;
use synovia_model::Model;

use crate::data::{ComFrame, Data, Kin, State};
use crate::position::inertia::solve_m;
use crate::position::jacobian::{BodyPoint, apply_wrench};

/// Sum of all forces but constraints, and its acceleration.
///
/// Reads `state`, `kin`, `com`, `inertia`, and the parts of `force`; writes `force.qfrc_smooth`, `force.qacc_smooth`.
#[doc(alias = "mj_fwdAcceleration")]
pub fn acceleration(model: &Model, data: &mut Data) {
    let Data {
        state,
        kin,
        com,
        inertia,
        force,
        ..
    } = data;
    for i in model.dof.ids() {
        // order: as in equation (1)
        let sum = force.qfrc_passive[i] - force.qfrc_bias[i] + state.qfrc_applied[i];
        force.qfrc_smooth[i] = sum + force.qfrc_actuator[i];
    }
    add_applied_wrenches(model, state, kin, com, force.qfrc_smooth.rows_mut());
    force.qacc_smooth.copy_from(&force.qfrc_smooth);
    solve_m(model, inertia, force.qacc_smooth.rows_mut());
}

/// Adds the generalised force of `xfrc_applied`.
#[doc(alias = "mj_xfrcAccumulate")]
pub fn add_applied_wrenches(
    model: &Model,
    state: &State,
    kin: &Kin,
    com: &ComFrame,
    out: &mut [f64],
) {
    for b in model.body.ids().skip(1) {
        let [fx, fy, fz, tx, ty, tz] = state.xfrc_applied[b];
        let (force, torque) = (Vec3::new(fx, fy, fz), Vec3::new(tx, ty, tz));
        if force == Vec3::ZERO && torque == Vec3::ZERO {
            continue;
        }
        apply_wrench(
            model,
            com,
            BodyPoint::new(b, kin.xipos[b]),
            force,
            torque,
            out,
        );
    }
}
