//! Momentum of subtrees.
//!
//! ```text
//! p_b = Σ_k m_k ẋ_k,   v_b = p_b / m^c_b                     k over the subtree of b            (1)
//! L_b = Σ_k (R I Rᵀ ω)_k + m_k (x_k − c_b) × (ẋ_k − v_b)                                       (2)
//! ```

use synovia_math::{MIN_VAL, Spatial};
use synovia_model::Model;
use synovia_model::id::BodyId;

use super::object::{Frame, object_velocity};
use crate::data::{ComFrame, Data, Kin, Velocities};
use crate::scratch::{Need, ScratchBuffer};
use crate::sleep::Awake;
use crate::sleep::visit::{Visit, visiting};
use crate::workspace::Workspace;

/// Temporaries of [`subtree_vel`].
pub(crate) fn scratch_len(model: &Model) -> Need {
    Need::new(6 * model.body.len(), 0)
}

/// Velocity of the centre of mass and angular momentum of each subtree: [`subtree_vel_of`] with the groups of a
/// simulation, where they are marked as computed.
#[doc(alias = "mj_subtreeVel")]
pub(crate) fn subtree_vel(model: &Model, data: &mut Data) {
    let Data {
        kin,
        com,
        vel,
        work: Workspace { scratch, awake, .. },
        ..
    } = data;
    subtree_vel_of(model, kin, com, awake, scratch, vel);
    data.lazy.subtree_vel = true;
}

/// Velocity of the centre of mass and angular momentum of each subtree.
///
/// Reads `kin`, `com`, `vel.cvel`; writes `vel.subtree_linvel`, `vel.subtree_angmom`.
fn subtree_vel_of(
    model: &Model,
    kin: &Kin,
    com: &ComFrame,
    awake: &Awake,
    scratch: &mut ScratchBuffer,
    vel: &mut Velocities,
) {
    let mut frame = scratch.frame(scratch_len(model));
    let moving: &mut [Spatial] = bytemuck::cast_slice_mut(frame.take(6 * model.body.len()));

    visiting!(model, awake, who => momenta(model, kin, com, vel, moving, who));
}

fn momenta(
    model: &Model,
    kin: &Kin,
    com: &ComFrame,
    vel: &mut Velocities,
    moving: &mut [Spatial],
    who: impl Visit,
) {
    // each body alone: linear momentum, and angular momentum about its centre of mass
    let world = || core::iter::once(BodyId::WORLD);
    for b in world().chain(who.bodies()) {
        let at = Frame {
            body: b,
            pos: kin.xipos[b],
            axes: None,
        };
        let v = object_velocity(model, com, vel, at);
        let spin = kin.ximat[b]
            .transpose_mul(v.rot())
            .scale_by(model.body.inertia[b]);
        vel.subtree_linvel[b] = v.lin() * model.body.mass[b];
        vel.subtree_angmom[b] = kin.ximat[b] * spin;
        moving[b.index()] = v;
    }

    // equation (1); order: last body first
    for b in who.bodies().rev().chain(world()) {
        let momentum = vel.subtree_linvel[b];
        if b.index() != 0 {
            vel.subtree_linvel[model.body.parentid[b]] += momentum;
        }
        vel.subtree_linvel[b] = momentum * (1.0 / model.body.subtreemass[b].max(MIN_VAL));
    }

    // equation (2), in two parts: the body about the centre of its subtree, the subtree about that of the parent
    for b in who.bodies().rev() {
        let parent = model.body.parentid[b];
        let arm = kin.xipos[b] - com.subtree_com[b];
        let drift = (moving[b.index()].lin() - vel.subtree_linvel[b]) * model.body.mass[b];
        vel.subtree_angmom[b] += arm.cross(drift);
        let own = vel.subtree_angmom[b];
        vel.subtree_angmom[parent] += own;

        let arm = com.subtree_com[b] - com.subtree_com[parent];
        let drift = vel.subtree_linvel[b] - vel.subtree_linvel[parent];
        vel.subtree_angmom[parent] += arm.cross(drift * model.body.subtreemass[b]);
    }
}
