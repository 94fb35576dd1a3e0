//! Velocity stages: what follows from `qvel` at a known pose.

pub mod com_vel;
pub mod object;
pub mod rne;
pub mod subtree;

use synovia_math::Csr;
use synovia_model::Model;
use synovia_model::enums::Disable;

use crate::data::Data;
use crate::is_sparse;

/// Rates of tendon and actuator lengths.
///
/// Reads `state.qvel` and the Jacobians of `tendon` and `actuator`; writes `vel.ten_velocity`, `vel.actuator_velocity`.
pub fn length_rates(model: &Model, data: &mut Data) {
    let Data {
        state,
        tendon,
        actuator,
        vel,
        ..
    } = data;
    let qvel = state.qvel.rows();
    let (sparse, nv) = (is_sparse(model), model.dof.len());
    for t in model.tendon.ids() {
        vel.ten_velocity[t] = tendon.row(sparse, nv, t).dot(qvel);
    }
    if model.opt.disabled(Disable::ACTUATION) {
        vel.actuator_velocity.rows_mut().fill(0.0);
    } else {
        let pattern = Csr::new(
            actuator.moment_rownnz.rows(),
            actuator.moment_rowadr.rows(),
            actuator.moment_colind.rows(),
        );
        pattern.mul_vec(
            vel.actuator_velocity.rows_mut(),
            actuator.moment.rows(),
            qvel,
        );
    }
}
