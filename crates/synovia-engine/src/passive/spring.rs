//! Springs and dampers of joints and tendons.
//!
//! ```text
//! joint spring     −k (q − q_s),  for orientations −k log(q_s* ⊗ q)                            (1)
//! tendon spring    J_tᵀ k (s − L)   where L leaves the band [s₀, s₁] around its rest length    (2)
//! dampers          −b q̇,  −J_tᵀ b L̇                                                            (3)
//! ```
//!
//! | here        | in the code                                   | meaning                                       |
//! |-------------|-----------------------------------------------|-----------------------------------------------|
//! | `k, b`      | `stiffness, damping`                          | coefficients of a joint, dof or tendon        |
//! | `q_s`       | `qpos_spring`                                 | joint position at which the spring is relaxed |
//! | `s₀, s₁`    | `tendon.lengthspring`                         | band in which a tendon is relaxed             |
//! | `s`         | `upper` or `lower`                            | the end of the band that is nearer            |
//! | `J_t, L, L̇` | `tendon.jac, tendon.length, vel.ten_velocity` | row, length and rate of a tendon              |

use synovia_math::{Vec3, wide};
use synovia_model::Model;
use synovia_model::enums::{Disable, JointType};
use synovia_model::id::TendonId;

use crate::data::{State, TendonGroup, Velocities};
use crate::is_sparse;
use crate::position::kinematics::quat_at;
use crate::sleep::visit::Visit;

/// Sets the spring forces of joints, equation (1).
pub(crate) fn joint_springs(model: &Model, state: &State, who: impl Visit, out: &mut [f64]) {
    if model.opt.disabled(Disable::SPRING) {
        return;
    }
    let (qpos, rest) = (state.qpos.rows(), model.qpos_spring.rows());
    let stiffness = model.joint.stiffness.view();
    for j in who.joints(model) {
        let stiffness = stiffness[j];
        if stiffness == 0.0 {
            continue;
        }
        let (adr, dof) = (
            model.joint.qposadr[j] as usize,
            model.joint.dofadr[j] as usize,
        );
        // three components of rotation: the difference of quaternions, equation (1)
        let mut turn = |adr: usize, dof: usize| {
            let away: Vec3 = quat_at(qpos, adr).normalized().sub_quat(quat_at(rest, adr));
            for k in 0..3 {
                out[dof + k] = -stiffness * away[k];
            }
        };
        match model.joint.type_[j] {
            // a free joint has one stiffness for translation and rotation
            JointType::Free => {
                turn(adr + 3, dof + 3);
                for k in 0..3 {
                    out[dof + k] = -stiffness * (qpos[adr + k] - rest[adr + k]);
                }
            }
            JointType::Ball => turn(adr, dof),
            _ => out[dof] = -stiffness * (qpos[adr] - rest[adr]),
        }
    }
}

/// Adds the spring forces of tendons, equation (2).
pub(crate) fn tendon_springs(
    model: &Model,
    tendon: &TendonGroup,
    pulls: impl Fn(TendonId) -> bool,
    out: &mut [f64],
) {
    if model.opt.disabled(Disable::SPRING) {
        return;
    }
    let (sparse, nv) = (is_sparse(model), model.dof.len());
    for t in model.tendon.ids() {
        let stiffness = model.tendon.stiffness[t];
        if stiffness == 0.0 || !pulls(t) {
            continue;
        }
        let length = tendon.length[t];
        let [lower, upper] = model.tendon.lengthspring[t];
        // a spring acts outside its band, towards the nearer end
        let pull = if length > upper {
            stiffness * (upper - length)
        } else if length < lower {
            stiffness * (lower - length)
        } else {
            continue;
        };
        // `Jᵀ` times the force along the tendon
        tendon.row(sparse, nv, t).add_scaled_to(out, pull);
    }
}

/// Sets the damper forces of dofs, equation (3); if all dofs are visited, also those without damping.
pub(crate) fn dof_dampers(model: &Model, state: &State, who: impl Visit, out: &mut [f64]) {
    if model.opt.disabled(Disable::DAMPER) {
        if who.is_all() {
            out.fill(0.0);
        }
        return;
    }
    if who.is_all() {
        let rates = model.dof.damping.iter().zip(&state.qvel);
        wide!(_simd => for (out, (&damping, rate)) in out.iter_mut().zip(rates) {
            *out = if damping == 0.0 { 0.0 } else { -damping * rate };
        });
        return;
    }
    for i in who.dofs() {
        let damping = model.dof.damping[i];
        if damping != 0.0 {
            out[i.index()] = -damping * state.qvel[i];
        }
    }
}

/// Adds the damper forces of tendons, equation (3).
pub(crate) fn tendon_dampers(
    model: &Model,
    tendon: &TendonGroup,
    vel: &Velocities,
    pulls: impl Fn(TendonId) -> bool,
    out: &mut [f64],
) {
    if model.opt.disabled(Disable::DAMPER) {
        return;
    }
    let (sparse, nv) = (is_sparse(model), model.dof.len());
    for t in model.tendon.ids() {
        // a tendon without spring and damper is skipped
        if model.tendon.damping[t] == 0.0 && model.tendon.stiffness[t] == 0.0 {
            continue;
        }
        // equation (3)
        let pull = -model.tendon.damping[t] * vel.ten_velocity[t];
        if pull != 0.0 && pulls(t) {
            tendon.row(sparse, nv, t).add_scaled_to(out, pull);
        }
    }
}
