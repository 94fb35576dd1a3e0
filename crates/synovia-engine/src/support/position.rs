//! Differences of poses.

use synovia_model::Model;
use synovia_model::enums::JointType;

use crate::position::kinematics::quat_at;

/// The velocity from `from` to `to` in the time `dt`.
///
/// The inverse of [`crate::integrate::integrate_pos`] if no rotation exceeds half a turn.
///
/// ```
/// use synovia::engine::state::{differentiate_pos, integrate_pos};
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let from = model.qpos0.rows().to_vec();
/// let velocity = [1.0, 2.0, 3.0, 0.4, 0.5, 0.6];
/// let mut to = from.clone();
/// integrate_pos(&model, &mut to, &velocity, 0.1);
/// let mut found = [0.0; 6];
/// differentiate_pos(&model, &mut found, 0.1, &from, &to);
/// assert!(velocity.iter().zip(found).all(|(a, b)| (a - b).abs() < 1e-12));
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_differentiatePos")]
pub fn differentiate_pos(model: &Model, qvel: &mut [f64], dt: f64, from: &[f64], to: &[f64]) {
    for j in model.joint.ids() {
        let adr = model.joint.qposadr[j] as usize;
        let dof = model.joint.dofadr[j] as usize;
        let (mut shifts, mut turn) = (1, None);
        match model.joint.type_[j] {
            JointType::Free => (shifts, turn) = (3, Some((adr + 3, dof + 3))),
            JointType::Ball => (shifts, turn) = (0, Some((adr, dof))),
            _ => {}
        }
        for k in 0..shifts {
            qvel[dof + k] = (to[adr + k] - from[adr + k]) / dt;
        }
        if let Some((adr, dof)) = turn {
            let turned = quat_at(to, adr).sub_quat(quat_at(from, adr)) * (1.0 / dt);
            qvel[dof..dof + 3].copy_from_slice(&turned.to_array());
        }
    }
}

/// Normalises all quaternions of a pose.
///
/// ```
/// use synovia::engine::state::normalize_quats;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let mut qpos = [0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0];
/// normalize_quats(&model, &mut qpos);
/// assert_eq!(qpos[3], 1.0);
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_normalizeQuat")]
pub fn normalize_quats(model: &Model, qpos: &mut [f64]) {
    for j in model.joint.ids() {
        let adr = model.joint.qposadr[j] as usize;
        let adr = match model.joint.type_[j] {
            JointType::Free => adr + 3,
            JointType::Ball => adr,
            _ => continue,
        };
        let unit = quat_at(qpos, adr).normalized();
        qpos[adr..adr + 4].copy_from_slice(&unit.to_array());
    }
}
