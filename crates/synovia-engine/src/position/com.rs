//! Centres of mass, and inertias and motion axes about them.
//!
//! ```text
//! c_b = (Σ_{k ∈ subtree(b)} m_k x_k) / m^c_b                                                    (1)
//! I_b about c_root(b), world axes                                                               (2)
//! S_i = (n, n × (c_root − a))  rotation about the axis n through a                              (3)
//! S_i = (0, n)                 translation along n
//! ```
//!
//! | here         | in the code                   | meaning                                           |
//! |--------------|-------------------------------|---------------------------------------------------|
//! | `c_b`        | `com.subtree_com`             | centre of mass of the subtree of body `b`         |
//! | `m_k, m^c_b` | `body.mass, body.subtreemass` | mass of a body, and of the subtree of `b`         |
//! | `x_k`        | `kin.xipos`                   | centre of mass of body `k`                        |
//! | `I_b`        | `com.cinert`                  | spatial inertia of body `b`, ten numbers          |
//! | `S_i`        | `com.cdof`                    | motion axis of dof `i`: angular part, linear part |
//! | `n, a`       | `kin.xaxis, kin.xanchor`      | axis and anchor of the joint                      |
//!
//! Every tree has one reference point, the centre of mass of the whole tree: offsets stay small, and inertias and motions
//! of different bodies of a tree can be added directly.

#![expect(
    clippy::inline_always,
    reason = "the stage is compiled for the available vector unit"
)]

use synovia_math::body_lanes::{Frames, inertias};
use synovia_math::fearless_simd::Simd;
use synovia_math::{Inertia10, MIN_VAL, Spatial, Vec3, wide};
use synovia_model::Model;
use synovia_model::enums::JointType;
use synovia_model::id::BodyId;

use crate::data::{ComFrame, Kin};
use crate::sleep::Awake;
use crate::sleep::visit::{Visit, visiting};

/// Centres of mass, com-based inertias and motion axes.
///
/// Reads `kin`; writes `com`.
#[doc(alias = "mj_comPos")]
pub(crate) fn com_pos(model: &Model, kin: &Kin, com: &mut ComFrame, awake: &Awake) {
    visiting!(model, awake, who => wide!(simd => {
        subtree_com(model, kin, com, who);
        body_inertias(simd, model, kin, com, who);
        motion_axes(model, kin, com, who);
    }));
}

/// Equation (1): moments are accumulated from the leaves to the root, then divided by mass.
///
/// A subtree that is skipped still has its centre of mass, which is multiplied by its mass again.
#[inline(always)]
pub(crate) fn subtree_com(model: &Model, kin: &Kin, com: &mut ComFrame, who: impl Visit) {
    let mut sum = com.subtree_com.view_mut();
    sum[BodyId::WORLD] = kin.xipos[BodyId::WORLD] * model.body.mass[BodyId::WORLD];
    // mass times position of each body
    for b in who.bodies() {
        sum[b] = kin.xipos[b] * model.body.mass[b];
    }
    // order: last body first, so that a parent is complete before it is added to its own parent
    let mut world = sum[BodyId::WORLD];
    for (b, left_out) in who.children().rev() {
        let mut carried = sum[b];
        if left_out {
            carried *= model.body.subtreemass[b];
        }
        match model.body.parentid[b] {
            BodyId::WORLD => world += carried,
            parent => sum[parent] += carried,
        }
    }
    sum[BodyId::WORLD] = world;
    // divide by the mass of the subtree; a massless one has its own position
    let mut divide = |b: BodyId| {
        let mass = model.body.subtreemass[b];
        if mass < MIN_VAL {
            sum[b] = kin.xipos[b];
        } else {
            sum[b] *= 1.0 / mass;
        }
    };
    divide(BodyId::WORLD);
    for b in who.bodies() {
        divide(b);
    }
}

/// Equation (2): the inertia of each body, shifted from its centre of mass to that of the tree and rotated to world axes.
#[inline(always)]
pub(crate) fn body_inertias<S: Simd>(
    simd: S,
    model: &Model,
    kin: &Kin,
    com: &mut ComFrame,
    who: impl Visit,
) {
    let n = model.body.len();
    let cinert = &mut com.cinert.rows_mut()[..n];
    let (root, subtree_com) = (&model.body.rootid.rows()[..n], com.subtree_com.view());
    let (xipos, ximat) = (&kin.xipos.rows()[..n], &kin.ximat.rows()[..n]);
    let (mass, diag) = (
        &model.body.mass.rows()[..n],
        &model.body.inertia.rows()[..n],
    );
    cinert[0] = Inertia10::ZERO;
    // the offset from the reference point of the tree
    let offset = |b: usize| xipos[b] - subtree_com[root[b]];
    if who.is_all() {
        let (mass, diag, axes) = (&mass[1..], &diag[1..], &ximat[1..]);
        let frames = Frames { mass, diag, axes };
        return inertias(simd, frames, |k| offset(k + 1), &mut cinert[1..]);
    }
    for b in who.bodies() {
        let b = b.index();
        cinert[b] = Inertia10::new(mass[b], offset(b), diag[b], &ximat[b]);
    }
}

/// Equation (3): the motion axis of each dof.
#[inline(always)]
pub(crate) fn motion_axes(model: &Model, kin: &Kin, com: &mut ComFrame, who: impl Visit) {
    let cdof = com.cdof.rows_mut();
    let subtree_com = com.subtree_com.view();
    for j in who.joints(model) {
        let b = model.joint.bodyid[j];
        let adr = model.joint.dofadr[j] as usize;
        // from the anchor to the reference point
        let offset = subtree_com[model.body.rootid[b]] - kin.xanchor[j];

        // rotation about a coordinate axis of the body
        let turns = |k: usize| Spatial::hinge(kin.xmat[b].col(k), offset);
        match model.joint.type_[j] {
            JointType::Free => {
                // a free joint: three translations along world axes, three rotations about body axes
                cdof[adr] = Spatial::slide(Vec3::X);
                cdof[adr + 1] = Spatial::slide(Vec3::Y);
                cdof[adr + 2] = Spatial::slide(Vec3::Z);
                cdof[adr + 3..adr + 6].copy_from_slice(&[turns(0), turns(1), turns(2)]);
            }
            // a ball rotates about the axes of the body that it moves
            JointType::Ball => {
                cdof[adr..adr + 3].copy_from_slice(&[turns(0), turns(1), turns(2)]);
            }
            JointType::Slide => cdof[adr] = Spatial::slide(kin.xaxis[j]),
            _ => cdof[adr] = Spatial::hinge(kin.xaxis[j], offset),
        }
    }
}
