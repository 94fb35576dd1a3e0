//! Velocities of bodies and of motion axes, com-based.
//!
//! ```text
//! v_b = v_p + Σ_i S_i q̇_i           i over the dofs of b                                       (1)
//! Ṡ_i = v × S_i                     v of the frame that carries the axis                       (2)
//! ```
//!
//! | here       | in the code              | meaning                                        |
//! |------------|--------------------------|------------------------------------------------|
//! | `v_b, v_p` | `vel.cvel`               | spatial velocity of body `b` and of its parent |
//! | `S_i, Ṡ_i` | `com.cdof, vel.cdof_dot` | motion axis of dof `i`, and its rate           |
//! | `q̇_i`      | `state.qvel`             | velocity of dof `i`                            |
//!
//! Axes of hinges and slides are fixed to the frame before them. The three axes of a ball are those of the moving body;
//! their rate uses the velocity before the ball, so that `Σ Ṡ_i q̇_i` is the velocity-dependent part of the acceleration.
//! The translations of a free joint are along world axes and do not change.

#![expect(
    clippy::inline_always,
    reason = "the stage is compiled for the available vector unit"
)]

use synovia_math::{Spatial, wide};
use synovia_model::Model;
use synovia_model::enums::JointType;
use synovia_model::id::BodyId;

use crate::data::{ComFrame, State, Velocities};
use crate::sleep::Awake;
use crate::sleep::visit::{Visit, visiting};

/// Velocities of bodies and motion axes.
///
/// Reads `state.qvel` and `com.cdof`; writes `vel.cvel`, `vel.cdof_dot`.
#[doc(alias = "mj_comVel")]
pub(crate) fn com_vel(
    model: &Model,
    state: &State,
    com: &ComFrame,
    awake: &Awake,
    vel: &mut Velocities,
) {
    visiting!(model, awake, who => wide!(_simd => com_vel_of(model, state, com, vel, who)));
}

/// Equations (1) and (2) of the bodies that are visited, parents first.
#[inline(always)]
fn com_vel_of(model: &Model, state: &State, com: &ComFrame, vel: &mut Velocities, who: impl Visit) {
    let qvel = state.qvel.rows();
    let cdof = com.cdof.rows();
    let mut cvel = vel.cvel.view_mut();
    let cdof_dot = vel.cdof_dot.rows_mut();
    cvel[BodyId::WORLD] = Spatial::ZERO;
    for b in who.bodies() {
        // start with the velocity of the parent; each joint adds to it
        let mut v = cvel[model.body.parentid[b]];
        for j in model.body.joints(b) {
            let dofs = model.joint.dofs(j).range();
            let mut rest = dofs.clone();

            // translations of a free joint, whose axes are constant; its rotations follow like a ball
            if model.joint.type_[j] == JointType::Free {
                let (shifts, turns) = (dofs.start..dofs.start + 3, dofs.start + 3..dofs.end);
                cdof_dot[shifts.clone()].fill(Spatial::ZERO);
                v += Spatial::combine(&cdof[shifts.clone()], &qvel[shifts]);
                rest = turns;
            }
            // equation (2) with the velocity before the joint, then equation (1)
            let axes = &cdof[rest.clone()];
            for (rate, axis) in cdof_dot[rest.clone()].iter_mut().zip(axes) {
                *rate = v.cross_motion(axis);
            }
            v += Spatial::combine(axes, &qvel[rest]);
        }
        cvel[b] = v;
    }
}
