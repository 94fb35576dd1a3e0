//! Velocity stages: quantities that follow from `qvel` at a known pose.
//!
//! ```text
//! L̇ = J q̇                          edges of flexes, tendons, actuators                         (1)
//! ```
//!
//! | file        | computes                             |
//! |-------------|--------------------------------------|
//! | [`com_vel`] | velocities of bodies and motion axes |
//! | [`object`]  | velocity of a frame                  |
//! | [`rne`]     | bias forces                          |
//! | [`subtree`] | momenta of subtrees                  |

pub(crate) mod com_vel;
pub(crate) mod object;
pub(crate) mod rne;
pub(crate) mod subtree;

use synovia_math::Csr;
use synovia_model::Model;
use synovia_model::enums::Disable;

use crate::data::{ActuatorGroup, Kin, State, TendonGroup, Velocities};
use crate::flex::edges;
use crate::is_sparse;

/// Rates of flex edge, tendon and actuator lengths.
///
/// Reads `state.qvel` and the Jacobians of `kin`, `tendon` and `actuator`; writes `vel.flexedge_velocity`,
/// `vel.ten_velocity`, `vel.actuator_velocity`.
pub(crate) fn length_rates(
    model: &Model,
    state: &State,
    kin: &Kin,
    tendon: &TendonGroup,
    actuator: &ActuatorGroup,
    vel: &mut Velocities,
) {
    let qvel = state.qvel.rows();
    // equation (1) of flex edges
    if !model.flex.is_empty() {
        let out = vel.flexedge_velocity.rows_mut();
        edges::rates(model, kin.flexedge_jac.rows(), qvel, out);
    }
    // equation (1) of tendons
    let (sparse, nv) = (is_sparse(model), model.dof.len());
    for t in model.tendon.ids() {
        vel.ten_velocity[t] = tendon.row(sparse, nv, t).dot(qvel);
    }
    // equation (1) of actuators; disabled ones have no rate
    if model.opt.disabled(Disable::ACTUATION) {
        vel.actuator_velocity.rows_mut().fill(0.0);
    } else {
        let pattern = Csr::new(
            actuator.moment_rownnz.rows(),
            actuator.moment_rowadr.rows(),
            actuator.moment_colind.rows(),
        );
        pattern.mul_vec_in_fours(
            vel.actuator_velocity.rows_mut(),
            actuator.moment.rows(),
            qvel,
        );
    }
}
