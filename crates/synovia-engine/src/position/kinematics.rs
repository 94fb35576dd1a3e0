//! Forward kinematics: from joint positions to world poses.
//!
//! Bodies are in depth-first order, parents first. A body starts at its offset in the parent's frame, then each of its
//! joints moves it:
//!
//! ```text
//! x_b = x_p + R_p p_b,   q_b = q_p ⊗ q_b⁰                         fixed offset from the parent       (1)
//! a = x + R r,  n = R n⁰                                          anchor and axis before the joint   (2)
//! slide:  x ← x + n (θ − θ₀)
//! hinge:  q ← q ⊗ exp(n⁰ (θ − θ₀)),   x ← a − R r                 rotation about the anchor          (3)
//! ball:   q ← q ⊗ q_j,                x ← a − R r
//! ```
//!
//! | here            | in the code              | meaning                                                 |
//! |-----------------|--------------------------|---------------------------------------------------------|
//! | `x_b, q_b, R_b` | `kin.xpos, xquat, xmat`  | pose of body `b` in the world, as quaternion and matrix |
//! | `p_b, q_b⁰`     | `body.pos, body.quat`    | pose of body `b` in its parent's frame                  |
//! | `a, n`          | `kin.xanchor, kin.xaxis` | anchor and axis of a joint, in the world                |
//! | `r, n⁰`         | `joint.pos, joint.axis`  | the same in the frame of the body                       |
//! | `θ, θ₀`         | `qpos, qpos0`            | joint position, and that of the reference pose          |
//!
//! A free joint replaces (1) by its own position and orientation, a mocap body by the mocap pose. Quaternions in `qpos`
//! need not have unit length: they are normalised here, but not written back.
//!
//! Inertial frames, geoms and sites are fixed to their body; if the compiler found that two frames coincide (`sameframe`),
//! the pose is copied.

#![expect(
    clippy::inline_always,
    reason = "poses are written where they are computed, not returned through memory"
)]

use synovia_math::{Mat3, Quat, Vec3, wide};
use synovia_model::Model;
use synovia_model::enums::{Enable, JointType, SameFrame, SleepState};
use synovia_model::id::{BodyId, JointId};
use synovia_model::view::{Rows, RowsMut};

use crate::data::{Data, Islands, Kin, State};
use crate::sleep::SleepGroups;
use crate::sleep::visit::{Visit, VisitAll, visiting};
use crate::sleep::wake;
use crate::workspace::Workspace;

/// Poses of bodies, joints, geoms and sites: [`place`] with the groups of a simulation.
#[doc(alias = "mj_kinematics")]
pub(crate) fn kinematics(model: &Model, data: &mut Data) {
    let Data {
        state,
        kin,
        island,
        diag,
        work: Workspace { awake, .. },
        ..
    } = data;
    let mut trees = SleepGroups {
        state,
        island,
        awake,
        diag,
    };
    place(model, &mut trees, kin);
}

/// Poses of bodies, joints, geoms and sites.
///
/// Reads `state.qpos` and the mocap poses; writes `kin` except cameras, lights and flexes. Trees that the user has changed
/// wake before the frames of what is awake are placed.
pub(crate) fn place(model: &Model, trees: &mut SleepGroups<'_>, kin: &mut Kin) {
    if model.opt.enabled(Enable::SLEEP) {
        // nothing that sleeps has changed: only what is awake is placed
        if let Some(who) = trees.awake.skipped(model)
            && trees.awake.agrees(trees.state, trees.island)
        {
            wide!(_simd => place_some(model, trees.state, kin, &trees.awake.movers));
            if (trees.awake.sleepers).are_untouched(model, trees.state, kin) {
                return wide!(_simd => place_frames_of(model, kin, who, who, |_| true));
            }
        }
        // static bodies keep their poses; sleeping trees that the user has moved are marked
        place_unless_resting(model, trees.state, kin, trees.island);
    } else {
        let state = &*trees.state;
        wide!(_simd => place_bodies(model, state, kin));
    }
    wake::by_change(model, trees);
    trees.record_poses(model, kin);
    let SleepGroups { island, awake, .. } = trees;
    // frames of bodies that are awake, or of all bodies
    if awake.is_partial(model) {
        let moves = |b: BodyId| island.body_awake[b] == SleepState::Awake.0;
        visiting!(model, awake, who => place_frames_of(model, kin, who, VisitAll(model), moves));
    } else {
        wide!(_simd => place_frames(model, kin));
    }
}

/// Poses of bodies and joints, equations (1) to (3).
#[inline(always)]
pub(crate) fn place_bodies(model: &Model, state: &State, kin: &mut Kin) {
    let mut tree = Tree::rooted(model, state, kin);
    for b in model.body.ids().skip(1) {
        let (pos, quat) = tree.pose(b);
        tree.put(b, pos, quat);
    }
}

/// [`place_bodies`] of some bodies, in ascending order.
#[inline(always)]
fn place_some(model: &Model, state: &State, kin: &mut Kin, bodies: &[BodyId]) {
    let mut tree = Tree::rooted(model, state, kin);
    for &b in bodies {
        let (pos, quat) = tree.pose(b);
        tree.put(b, pos, quat);
    }
}

/// [`place_bodies`], except that static bodies keep their poses, and a sleeping tree whose pose has changed is marked.
fn place_unless_resting(model: &Model, state: &State, kin: &mut Kin, island: &mut Islands) {
    let mut tree = Tree::rooted(model, state, kin);
    for b in model.body.ids().skip(1) {
        // static bodies were placed by the reset
        let resting = SleepState(island.body_awake[b]);
        if resting == SleepState::Static {
            continue;
        }
        let (pos, quat) = tree.pose(b);
        // a sleeping tree keeps its poses, unless the user has moved it
        if resting == SleepState::Asleep && model.body.jntnum[b] > 0 {
            if tree.xpos[b] == pos && tree.xquat[b] == quat {
                continue;
            }
            island.tree_awake[model.body.treeid[b]] = 1;
        }
        tree.put(b, pos, quat);
    }
}

/// The free joint of a body, if it has one.
#[inline]
fn free_joint(model: &Model, b: BodyId) -> Option<JointId> {
    let mut joints = model.body.joints(b);
    match (joints.next(), joints.next()) {
        (Some(j), None) if model.joint.type_[j] == JointType::Free => Some(j),
        _ => None,
    }
}

/// The bodies while they are placed, parents first.
struct Tree<'a> {
    /// Offsets, axes, and the tree structure.
    model: &'a Model,
    /// Joint positions and mocap poses.
    state: &'a State,
    /// Positions of bodies that are placed so far, `x`.
    xpos: RowsMut<'a, BodyId, Vec3>,
    /// Orientations, `q`.
    xquat: RowsMut<'a, BodyId, Quat>,
    /// Orientations as matrices, `R`.
    xmat: RowsMut<'a, BodyId, Mat3>,
    /// Anchors of joints, `a`.
    xanchor: RowsMut<'a, JointId, Vec3>,
    /// Axes of joints, `n`.
    xaxis: RowsMut<'a, JointId, Vec3>,
}

impl<'a> Tree<'a> {
    /// The world, at the origin; all other bodies follow.
    #[inline(always)]
    fn rooted(model: &'a Model, state: &'a State, kin: &'a mut Kin) -> Self {
        // the world frame; its inertial frame coincides with it
        kin.xpos[BodyId::WORLD] = Vec3::ZERO;
        kin.xquat[BodyId::WORLD] = Quat::IDENTITY;
        kin.xmat[BodyId::WORLD] = Mat3::IDENTITY;
        kin.xipos[BodyId::WORLD] = Vec3::ZERO;
        kin.ximat[BodyId::WORLD] = Mat3::IDENTITY;
        Self {
            model,
            state,
            xpos: kin.xpos.view_mut(),
            xquat: kin.xquat.view_mut(),
            xmat: kin.xmat.view_mut(),
            xanchor: kin.xanchor.view_mut(),
            xaxis: kin.xaxis.view_mut(),
        }
    }

    /// The pose of body `b`, once its parent is placed; also places its joints.
    #[inline(always)]
    fn pose(&mut self, b: BodyId) -> (Vec3, Quat) {
        // a free joint is the only joint of its body
        let (pos, quat) = match free_joint(self.model, b) {
            Some(j) => self.place_free(j),
            None => self.place_jointed(b),
        };
        // a product of unit quaternions may deviate from unit length by rounding
        (pos, quat.normalized())
    }

    /// Stores the pose of a body.
    #[inline(always)]
    fn put(&mut self, b: BodyId, pos: Vec3, quat: Quat) {
        self.xpos[b] = pos;
        self.xquat[b] = quat;
        self.xmat[b] = quat.to_mat();
    }

    /// The pose of a free body is in `qpos`.
    #[inline(always)]
    fn place_free(&mut self, j: JointId) -> (Vec3, Quat) {
        let joint = &self.model.joint;
        let adr = joint.qposadr[j] as usize;
        let qpos = self.state.qpos.rows();
        let pos = vec3_at(qpos, adr);
        self.xanchor[j] = pos;
        self.xaxis[j] = joint.axis[j];
        (pos, quat_at(qpos, adr + 3).normalized())
    }

    /// Any other body starts in its parent's frame and is moved by its joints in order.
    #[inline(always)]
    fn place_jointed(&mut self, b: BodyId) -> (Vec3, Quat) {
        let (model, state) = (self.model, self.state);
        // offset from the parent `p_b, q_b⁰`, or the pose of a mocap body
        let (offset, turn) = match model.body.mocapid[b].get() {
            Some(k) => (state.mocap_pos[k], state.mocap_quat[k].normalized()),
            None => (model.body.pos[b], model.body.quat[b]),
        };

        // equation (1); a child of the world needs no transformation
        let parent = model.body.parentid[b];
        let (mut pos, mut quat) = if parent == BodyId::WORLD {
            (offset, turn)
        } else {
            (
                self.xmat[parent] * offset + self.xpos[parent],
                self.xquat[parent] * turn,
            )
        };

        // each joint moves the body, in order
        let qpos = state.qpos.rows();
        for j in model.body.joints(b) {
            let adr = model.joint.qposadr[j] as usize;
            let local_axis = model.joint.axis[j];
            let local_anchor = model.joint.pos[j];

            // equation (2); most anchors are at the origin, which a rotation does not move
            let off_center = local_anchor != Vec3::ZERO;
            let axis = quat.rotate(local_axis);
            let mut anchor = pos;
            if off_center {
                anchor = quat.rotate(local_anchor) + pos;
            }

            // equation (3): a slide moves the position, a hinge or ball the orientation
            let kind = model.joint.type_[j];
            if kind == JointType::Slide {
                pos += axis * (qpos[adr] - model.qpos0[adr]);
            } else {
                let local = if kind == JointType::Ball {
                    quat_at(qpos, adr).normalized()
                } else {
                    Quat::from_axis_angle(local_axis, qpos[adr] - model.qpos0[adr])
                };
                quat = quat * local;
                // rotation about the anchor, which does not move
                if off_center {
                    pos = anchor - quat.rotate(local_anchor);
                }
            }
            self.xanchor[j] = anchor;
            self.xaxis[j] = axis;
        }
        (pos, quat)
    }
}

/// Inertial frames, geoms and sites.
#[inline(always)]
pub(crate) fn place_frames(model: &Model, kin: &mut Kin) {
    place_frames_of(model, kin, VisitAll(model), VisitAll(model), |_| true);
}

/// Inertial frames of the bodies that `who` visits; geoms and sites that `fixed` visits, on bodies for which `moves` is true.
#[inline(always)]
fn place_frames_of(
    model: &Model,
    kin: &mut Kin,
    who: impl Visit,
    fixed: impl Visit,
    moves: impl Fn(BodyId) -> bool,
) {
    let Kin {
        xpos,
        xquat,
        xmat,
        xipos,
        ximat,
        geom_xpos,
        geom_xmat,
        site_xpos,
        site_xmat,
        ..
    } = kin;

    // inertial frames
    let body = &model.body;
    let mut inertial = (xipos.view_mut(), ximat.view_mut());
    for b in who.bodies() {
        // the inertial frame can coincide only with the body frame
        let quat = xquat[b];
        let same = SameFrame(i32::from(body.sameframe[b]));
        inertial.0[b] = match same {
            SameFrame::Body => xpos[b],
            _ => xmat[b] * body.ipos[b] + xpos[b],
        };
        inertial.1[b] = match same {
            SameFrame::Body | SameFrame::BodyRot => xmat[b],
            _ => (quat * body.iquat[b]).to_mat(),
        };
    }

    let bodies = BodyFrames {
        xpos: xpos.view(),
        xquat: xquat.view(),
        xmat: xmat.view(),
        xipos: xipos.view(),
        ximat: ximat.view(),
    };
    // geoms
    let (geom, mut placed) = (&model.geom, (geom_xpos.view_mut(), geom_xmat.view_mut()));
    for g in fixed.geoms(model) {
        if !moves(geom.bodyid[g]) {
            continue;
        }
        let frame = Attached {
            body: geom.bodyid[g],
            pos: geom.pos[g],
            quat: geom.quat[g],
            sameframe: geom.sameframe[g],
        };
        (placed.0[g], placed.1[g]) = bodies.place(&frame);
    }
    // sites
    let (site, mut placed) = (&model.site, (site_xpos.view_mut(), site_xmat.view_mut()));
    for s in fixed.sites(model) {
        if !moves(site.bodyid[s]) {
            continue;
        }
        let frame = Attached {
            body: site.bodyid[s],
            pos: site.pos[s],
            quat: site.quat[s],
            sameframe: site.sameframe[s],
        };
        (placed.0[s], placed.1[s]) = bodies.place(&frame);
    }
}

/// A frame fixed to a body.
#[derive(Clone, Copy, Debug)]
pub struct Attached {
    /// The body.
    pub body: BodyId,
    /// Origin in the frame of the body.
    pub pos: Vec3,
    /// Orientation in the frame of the body.
    pub quat: Quat,
    /// The frame it coincides with, see [`SameFrame`].
    pub sameframe: u8,
}

impl Attached {
    /// The world pose of the frame.
    #[doc(alias = "mj_local2Global")]
    pub fn place(&self, kin: &Kin) -> (Vec3, Mat3) {
        let bodies = BodyFrames {
            xpos: kin.xpos.view(),
            xquat: kin.xquat.view(),
            xmat: kin.xmat.view(),
            xipos: kin.xipos.view(),
            ximat: kin.ximat.view(),
        };
        bodies.place(self)
    }
}

/// Poses of the bodies and their inertial frames.
struct BodyFrames<'a> {
    /// Positions of bodies.
    xpos: Rows<'a, BodyId, Vec3>,
    /// Orientations of bodies.
    xquat: Rows<'a, BodyId, Quat>,
    /// The same as matrices.
    xmat: Rows<'a, BodyId, Mat3>,
    /// Centres of mass.
    xipos: Rows<'a, BodyId, Vec3>,
    /// Axes of inertial frames.
    ximat: Rows<'a, BodyId, Mat3>,
}

impl BodyFrames<'_> {
    /// The world pose of a frame that is fixed to a body.
    #[inline(always)]
    fn place(&self, frame: &Attached) -> (Vec3, Mat3) {
        let b = frame.body;
        let same = SameFrame(i32::from(frame.sameframe));
        // the position, then the orientation: copied if the frames coincide
        let pos = match same {
            SameFrame::Body => self.xpos[b],
            SameFrame::Inertia => self.xipos[b],
            _ => self.xmat[b] * frame.pos + self.xpos[b],
        };
        let mat = match same {
            SameFrame::Body | SameFrame::BodyRot => self.xmat[b],
            SameFrame::Inertia | SameFrame::InertiaRot => self.ximat[b],
            _ => (self.xquat[b] * frame.quat).to_mat(),
        };
        (pos, mat)
    }
}

/// The world position of a point in the frame of body `b`.
#[inline]
pub(crate) fn point_on(kin: &Kin, b: BodyId, local: Vec3) -> Vec3 {
    kin.xmat[b] * local + kin.xpos[b]
}

/// Three numbers of a vector as a vector.
#[inline]
pub(crate) fn vec3_at(x: &[f64], adr: usize) -> Vec3 {
    Vec3::new(x[adr], x[adr + 1], x[adr + 2])
}

/// Four numbers of a vector as a quaternion.
#[inline]
pub(crate) fn quat_at(x: &[f64], adr: usize) -> Quat {
    Quat::new(x[adr], x[adr + 1], x[adr + 2], x[adr + 3])
}
