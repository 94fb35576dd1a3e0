//! Recursive Newton–Euler: the force that produces a given motion.
//!
//! ```text
//! a_b = a_p + Σ_i Ṡ_i q̇_i (+ Σ_i S_i q̈_i)          a_world = −g                                (1)
//! f_b = I_b a_b + v_b ×* I_b v_b                                                               (2)
//! F_b = f_b + Σ_k F_k                               k over the children of b                   (3)
//! c_i = S_i · F_b(i)                                                                           (4)
//! ```
//!
//! | here       | in the code              | meaning                                       |
//! |------------|--------------------------|-----------------------------------------------|
//! | `a_b`      | `acc`                    | acceleration of body `b`                      |
//! | `v_b`      | `vel.cvel`               | velocity of body `b`                          |
//! | `I_b`      | `com.cinert`             | spatial inertia of body `b`                   |
//! | `S_i, Ṡ_i` | `com.cdof, vel.cdof_dot` | motion axis of dof `i`, and its rate          |
//! | `f_b, F_b` | `frc`                    | force of body `b` alone, and with its subtree |
//! | `×*`       | `cross_force`            | cross product of a motion and a force         |
//!
//! Gravity enters as an upward acceleration of the world. Without `q̈` the result is the bias force `c(q, q̇)`, with it
//! `M q̈ + c`. Featherstone, *RBDA* (2008), chapter 5.

#![expect(
    clippy::inline_always,
    reason = "the stage is compiled for the available vector unit"
)]

use synovia_math::body_lanes::net_forces;
use synovia_math::fearless_simd::Simd;
use synovia_math::{Spatial, Vec3, wide};
use synovia_model::Model;
use synovia_model::enums::Disable;

use crate::EngineError;
use crate::data::{ComFrame, Data, Forces, State, Velocities};
use crate::gate;
use crate::scratch::{Need, Scratch, ScratchBuffer};
use crate::sleep::Awake;
use crate::sleep::visit::{Visit, visiting};
use crate::workspace::Workspace;

/// Temporaries of [`rne`]: `acc` and `frc`, six numbers per body each.
pub(crate) fn scratch_len(model: &Model) -> Need {
    Need::new(12 * model.body.len(), 0)
}

/// Coriolis, centrifugal and gravitational forces.
///
/// Reads `state.qvel`, `com`, `vel`; writes `force.qfrc_bias`.
#[doc(alias = "mj_rne")]
pub(crate) fn bias(
    model: &Model,
    state: &State,
    com: &ComFrame,
    vel: &Velocities,
    awake: &Awake,
    scratch: &mut ScratchBuffer,
    force: &mut Forces,
) {
    let frame = scratch.frame(scratch_len(model));
    let out = force.qfrc_bias.rows_mut();
    let qvel = state.qvel.rows();
    let moving = Motion { qvel, com, vel };
    visiting!(model, awake, who => wide!(simd => rne(simd, model, moving, None, out, frame, who)));
}

/// The force that produces the motion, with the acceleration `force.qacc` or without; written where dofs are awake.
///
/// Reads `state.qvel`, `com`, `vel`, `force.qacc`.
#[doc(alias = "mj_rne")]
pub fn motion_force(
    model: &Model,
    data: &mut Data,
    accelerated: bool,
    out: &mut [f64],
) -> Result<(), EngineError> {
    gate::enter(model, data)?;
    let Data {
        state,
        com,
        vel,
        force,
        work: Workspace { scratch, awake, .. },
        ..
    } = data;
    let frame = scratch.frame(scratch_len(model));
    let qacc = accelerated.then(|| force.qacc.rows());
    let qvel = state.qvel.rows();
    let moving = Motion { qvel, com, vel };
    visiting!(model, awake, who => wide!(simd => rne(simd, model, moving, qacc, out, frame, who)));
    Ok(())
}

/// The motion of the bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion<'a> {
    /// Velocities of dofs.
    pub qvel: &'a [f64],
    /// Motion axes and inertias.
    pub com: &'a ComFrame,
    /// Velocities of bodies.
    pub vel: &'a Velocities,
}

/// Equations (1) to (4); `qacc` adds the inertial term.
#[inline(always)]
pub(crate) fn rne<S: Simd>(
    simd: S,
    model: &Model,
    moving: Motion<'_>,
    qacc: Option<&[f64]>,
    out: &mut [f64],
    mut scratch: Scratch<'_>,
    who: impl Visit,
) {
    let n = model.body.len();
    // `a` and `f` of all bodies
    let acc: &mut [Spatial] = bytemuck::cast_slice_mut(scratch.take_unset(6 * n));
    let frc: &mut [Spatial] = bytemuck::cast_slice_mut(scratch.take_unset(6 * n));
    let Motion { qvel, com, vel } = moving;
    let (cdof, cdof_dot) = (com.cdof.rows(), vel.cdof_dot.rows());
    let (parents, cinert) = (&model.body.parentid.rows()[..n], &com.cinert.rows()[..n]);
    let (dofadr, dofnum) = (
        &model.body.dofadr.rows()[..n],
        &model.body.dofnum.rows()[..n],
    );
    let cvel = &vel.cvel.rows()[..n];

    // forward: accelerations (1)
    acc[0] = Spatial::new(Vec3::ZERO, upward(model));
    for b in who.bodies() {
        let b = b.index();
        let mut a = acc[parents[b].index()];
        if dofnum[b] > 0 {
            // with the inertial term if `q̈` is given
            let dofs = dofadr[b] as usize..(dofadr[b] + dofnum[b]) as usize;
            a += Spatial::combine(&cdof_dot[dofs.clone()], &qvel[dofs.clone()]);
            if let Some(qacc) = qacc {
                a += Spatial::combine(&cdof[dofs.clone()], &qacc[dofs]);
            }
        } else {
            // order: the sum over no dofs is added too, which decides the sign of a zero
            a += Spatial::ZERO;
        }
        acc[b] = a;
    }
    // the force of each body alone (2)
    if who.is_all() {
        net_forces(simd, &cinert[1..], &cvel[1..], &acc[1..], &mut frc[1..]);
    } else {
        for b in who.bodies() {
            let (inertia, v) = (&com.cinert[b], &vel.cvel[b]);
            frc[b.index()] = inertia.mul_vec(&acc[b.index()]) + v.cross_force(&inertia.mul_vec(v));
        }
    }

    // backward: the force of each body is added to that of its parent (3)
    for b in who.bodies().rev() {
        let parent = model.body.parentid[b].index();
        if parent != 0 {
            let carried = frc[b.index()];
            frc[parent] += carried;
        }
    }
    // projection on the motion axes (4)
    if who.is_all() {
        let axes = com.cdof.iter().zip(&model.dof.bodyid);
        for (out, (axis, b)) in out.iter_mut().zip(axes) {
            *out = axis.dot(&frc[b.index()]);
        }
    } else {
        for i in who.dofs() {
            out[i.index()] = com.cdof[i].dot(&frc[model.dof.bodyid[i].index()]);
        }
    }
}

/// The acceleration of the world that represents gravity.
pub(crate) fn upward(model: &Model) -> Vec3 {
    if model.opt.disabled(Disable::GRAVITY) {
        Vec3::ZERO
    } else {
        -model.opt.gravity
    }
}
