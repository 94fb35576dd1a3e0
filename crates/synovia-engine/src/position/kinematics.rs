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

use synovia_math::fearless_simd::Simd;
use synovia_math::{Mat3, Quat, Vec3, wide};
use synovia_model::Model;
use synovia_model::enums::{Enable, JointType, SameFrame, SleepState};
use synovia_model::id::{BodyId, MocapId, TableId};

use super::turns::{JointPositions, Turns};
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
            wide!(simd => place_some(simd, model, trees.state, kin, &trees.awake.movers));
            if (trees.awake.sleepers).are_untouched(model, trees.state, kin) {
                return wide!(_simd => place_frames_of(model, kin, who, who, |_| true));
            }
        }
        // static bodies keep their poses; sleeping trees that the user has moved are marked
        wide!(simd => place_unless_resting(simd, model, trees.state, kin, trees.island));
    } else {
        let state = &*trees.state;
        wide!(simd => place_bodies(simd, model, state, kin));
    }
    // a tree that should wake but cannot is an error of each step, so it is compared again
    if wake::by_change(model, trees) {
        trees.record_poses(model, kin);
    }
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
pub(crate) fn place_bodies<S: Simd>(simd: S, model: &Model, state: &State, kin: &mut Kin) {
    let mut tree = Tree::rooted(simd, model, state, kin);
    for b in 1..tree.parentid.len() {
        let (pos, quat) = tree.pose(b);
        tree.put(b, pos, quat);
    }
}

/// [`place_bodies`] of some bodies, in ascending order.
#[inline(always)]
fn place_some<S: Simd>(simd: S, model: &Model, state: &State, kin: &mut Kin, bodies: &[BodyId]) {
    let mut tree = Tree::rooted(simd, model, state, kin);
    for &b in bodies {
        let (pos, quat) = tree.pose(b.index());
        tree.put(b.index(), pos, quat);
    }
}

/// [`place_bodies`], except that static bodies keep their poses, and a sleeping tree whose pose has changed is marked.
#[inline(always)]
fn place_unless_resting<S: Simd>(
    simd: S,
    model: &Model,
    state: &State,
    kin: &mut Kin,
    island: &mut Islands,
) {
    let mut tree = Tree::rooted(simd, model, state, kin);
    for b in model.body.ids().skip(1) {
        // static bodies were placed by the reset
        let resting = SleepState(island.body_awake[b]);
        if resting == SleepState::Static {
            continue;
        }
        let (pos, quat) = tree.pose(b.index());
        // a sleeping tree keeps its poses, unless the user has moved it
        if resting == SleepState::Asleep && model.body.jntnum[b] > 0 {
            if tree.xpos[b.index()] == pos && tree.xquat[b.index()] == quat {
                continue;
            }
            island.tree_awake[model.body.treeid[b]] = 1;
        }
        tree.put(b.index(), pos, quat);
    }
}

/// The bodies while they are placed, parents first.
///
/// Columns over bodies are slices of one length, as are those over joints: one check of an index is enough for all of them.
struct Tree<'a, S: Simd> {
    simd: S,
    /// Mocap poses.
    state: &'a State,
    /// Parents of bodies, their first joints, their numbers of joints, and mocap bodies.
    parentid: &'a [BodyId],
    jntadr: &'a [i32],
    jntnum: &'a [i32],
    mocapid: &'a [MocapId],
    /// Offsets from the parent, `p_b` and `q_b⁰`.
    pos: &'a [Vec3],
    quat: &'a [Quat],
    /// Anchors and axes of joints in the frame of the body, `r` and `n⁰`.
    anchor: &'a [Vec3],
    axis: &'a [Vec3],
    /// The joint positions.
    at: JointPositions<'a>,
    /// Sines and cosines of hinges.
    turns: Turns,
    /// Positions of bodies that are placed so far, `x`.
    xpos: &'a mut [Vec3],
    /// Orientations, `q`.
    xquat: &'a mut [Quat],
    /// Orientations as matrices, `R`.
    xmat: &'a mut [Mat3],
    /// Anchors of joints, `a`.
    xanchor: &'a mut [Vec3],
    /// Axes of joints, `n`.
    xaxis: &'a mut [Vec3],
}

impl<'a, S: Simd> Tree<'a, S> {
    /// The world, at the origin; all other bodies follow.
    #[inline(always)]
    fn rooted(simd: S, model: &'a Model, state: &'a State, kin: &'a mut Kin) -> Self {
        // the world frame; its inertial frame coincides with it
        kin.xpos[BodyId::WORLD] = Vec3::ZERO;
        kin.xquat[BodyId::WORLD] = Quat::IDENTITY;
        kin.xmat[BodyId::WORLD] = Mat3::IDENTITY;
        kin.xipos[BodyId::WORLD] = Vec3::ZERO;
        kin.ximat[BodyId::WORLD] = Mat3::IDENTITY;
        let (body, joint) = (&model.body, &model.joint);
        let (n, m) = (body.len(), joint.len());
        Self {
            simd,
            state,
            parentid: &body.parentid.rows()[..n],
            jntadr: &body.jntadr.rows()[..n],
            jntnum: &body.jntnum.rows()[..n],
            mocapid: &body.mocapid.rows()[..n],
            pos: &body.pos.rows()[..n],
            quat: &body.quat.rows()[..n],
            anchor: &joint.pos.rows()[..m],
            axis: &joint.axis.rows()[..m],
            at: JointPositions {
                kind: &joint.type_.rows()[..m],
                adr: &joint.qposadr.rows()[..m],
                qpos: &state.qpos.rows()[..model.qpos0.len()],
                qpos0: model.qpos0.rows(),
            },
            turns: Turns::default(),
            xpos: &mut kin.xpos.rows_mut()[..n],
            xquat: &mut kin.xquat.rows_mut()[..n],
            xmat: &mut kin.xmat.rows_mut()[..n],
            xanchor: &mut kin.xanchor.rows_mut()[..m],
            xaxis: &mut kin.xaxis.rows_mut()[..m],
        }
    }

    /// The pose of body `b`, once its parent is placed; also places its joints.
    #[inline(always)]
    fn pose(&mut self, b: usize) -> (Vec3, Quat) {
        // a free joint is the only joint of its body
        let (first, count) = (self.jntadr[b] as usize, self.jntnum[b]);
        let free = count == 1 && self.at.kind[first] == JointType::Free;
        let (pos, quat) = if free {
            self.place_free(first)
        } else {
            self.place_jointed(b, first, count as usize)
        };
        // a product of unit quaternions may deviate from unit length by rounding
        (pos, quat.normalized())
    }

    /// Stores the pose of a body.
    #[inline(always)]
    fn put(&mut self, b: usize, pos: Vec3, quat: Quat) {
        self.xpos[b] = pos;
        self.xquat[b] = quat;
        self.xmat[b] = quat.to_mat();
    }

    /// The pose of a free body is in `qpos`.
    #[inline(always)]
    fn place_free(&mut self, j: usize) -> (Vec3, Quat) {
        let (adr, qpos) = (self.at.adr[j] as usize, self.at.qpos);
        let pos = vec3_at(qpos, adr);
        self.xanchor[j] = pos;
        self.xaxis[j] = self.axis[j];
        (pos, quat_at(qpos, adr + 3).normalized())
    }

    /// Any other body starts in its parent's frame and is moved by its joints in order.
    #[inline(always)]
    fn place_jointed(&mut self, b: usize, first: usize, count: usize) -> (Vec3, Quat) {
        // offset from the parent `p_b, q_b⁰`, or the pose of a mocap body
        let (offset, turn) = match self.mocapid[b].get() {
            Some(k) => {
                let state = self.state;
                (state.mocap_pos[k], state.mocap_quat[k].normalized())
            }
            None => (self.pos[b], self.quat[b]),
        };

        // equation (1); a child of the world needs no transformation
        let parent = self.parentid[b].index();
        let (mut pos, mut quat) = if parent == 0 {
            (offset, turn)
        } else {
            (
                self.xmat[parent] * offset + self.xpos[parent],
                self.xquat[parent] * turn,
            )
        };

        // each joint moves the body, in order
        for j in first..first.wrapping_add(count) {
            let local_axis = self.axis[j];
            let local_anchor = self.anchor[j];

            // equation (2); most anchors are at the origin, which a rotation does not move
            let off_center = local_anchor != Vec3::ZERO;
            let axis = quat.rotate(local_axis);
            let mut anchor = pos;
            if off_center {
                anchor = quat.rotate(local_anchor) + pos;
            }

            // equation (3): a slide moves the position, a hinge or ball the orientation
            let kind = self.at.kind[j];
            if kind == JointType::Slide {
                pos += axis * self.at.moved(j);
            } else {
                let local = if kind == JointType::Ball {
                    quat_at(self.at.qpos, self.at.adr[j] as usize).normalized()
                } else {
                    self.turns.about(self.simd, self.at, j, local_axis)
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
    let n = body.len();
    let (xpos, xquat, xmat) = (&xpos.rows()[..n], &xquat.rows()[..n], &xmat.rows()[..n]);
    let (xipos, ximat) = (&mut xipos.rows_mut()[..n], &mut ximat.rows_mut()[..n]);
    let (sameframe, ipos, iquat) = (
        &body.sameframe.rows()[..n],
        &body.ipos.rows()[..n],
        &body.iquat.rows()[..n],
    );
    for b in who.bodies() {
        // the inertial frame can coincide only with the body frame
        let b = b.index();
        let same = SameFrame(i32::from(sameframe[b]));
        xipos[b] = match same {
            SameFrame::Body => xpos[b],
            _ => xmat[b] * ipos[b] + xpos[b],
        };
        ximat[b] = match same {
            SameFrame::Body | SameFrame::BodyRot => xmat[b],
            _ => (xquat[b] * iquat[b]).to_mat(),
        };
    }

    let bodies = BodyFrames {
        xpos,
        xquat,
        xmat,
        xipos,
        ximat,
    };
    // geoms
    let (geom, n) = (&model.geom, model.geom.len());
    let fixed_to = Fixed {
        body: &geom.bodyid.rows()[..n],
        pos: &geom.pos.rows()[..n],
        quat: &geom.quat.rows()[..n],
        sameframe: &geom.sameframe.rows()[..n],
    };
    let placed = (
        &mut geom_xpos.rows_mut()[..n],
        &mut geom_xmat.rows_mut()[..n],
    );
    let geoms = fixed.geoms(model).map(TableId::index);
    bodies.place_all(&fixed_to, geoms, &moves, placed);
    // sites
    let (site, n) = (&model.site, model.site.len());
    let fixed_to = Fixed {
        body: &site.bodyid.rows()[..n],
        pos: &site.pos.rows()[..n],
        quat: &site.quat.rows()[..n],
        sameframe: &site.sameframe.rows()[..n],
    };
    let placed = (
        &mut site_xpos.rows_mut()[..n],
        &mut site_xmat.rows_mut()[..n],
    );
    let sites = fixed.sites(model).map(TableId::index);
    bodies.place_all(&fixed_to, sites, &moves, placed);
}

/// Columns of frames that are fixed to bodies, of one length.
struct Fixed<'a> {
    /// The bodies.
    body: &'a [BodyId],
    /// Origins in the frame of the body.
    pos: &'a [Vec3],
    /// Orientations in the frame of the body.
    quat: &'a [Quat],
    /// Frames they coincide with, see [`SameFrame`].
    sameframe: &'a [u8],
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
            xpos: kin.xpos.rows(),
            xquat: kin.xquat.rows(),
            xmat: kin.xmat.rows(),
            xipos: kin.xipos.rows(),
            ximat: kin.ximat.rows(),
        };
        bodies.place(self)
    }
}

/// Poses of the bodies and their inertial frames.
struct BodyFrames<'a> {
    /// Positions of bodies.
    xpos: &'a [Vec3],
    /// Orientations of bodies.
    xquat: &'a [Quat],
    /// The same as matrices.
    xmat: &'a [Mat3],
    /// Centres of mass.
    xipos: &'a [Vec3],
    /// Axes of inertial frames.
    ximat: &'a [Mat3],
}

impl BodyFrames<'_> {
    /// The world poses of some frames, on bodies for which `moves` is true.
    #[inline(always)]
    fn place_all(
        &self,
        frames: &Fixed<'_>,
        which: impl Iterator<Item = usize>,
        moves: &impl Fn(BodyId) -> bool,
        (xpos, xmat): (&mut [Vec3], &mut [Mat3]),
    ) {
        for k in which {
            if !moves(frames.body[k]) {
                continue;
            }
            let frame = Attached {
                body: frames.body[k],
                pos: frames.pos[k],
                quat: frames.quat[k],
                sameframe: frames.sameframe[k],
            };
            (xpos[k], xmat[k]) = self.place(&frame);
        }
    }

    /// The world pose of a frame that is fixed to a body.
    #[inline(always)]
    fn place(&self, frame: &Attached) -> (Vec3, Mat3) {
        let b = frame.body.index();
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
