//! What sleeps, and whether a program has written to it.
//!
//! Nothing is computed for trees that sleep, but a program may change them between two calls: positions, velocities and
//! forces, and the columns of the model that their poses depend on. Their elements are kept as runs of consecutive ones, so
//! that one pass over contiguous memory finds out that nothing has changed:
//!
//! ```text
//! qvel, qfrc_applied, xfrc_applied    all bits are zero
//! qpos, xpos, xquat                   the bits that were recorded when poses were last compared body by body
//! body_pos, body_quat, jnt_pos,       the same, for trees that are more than a single free body
//!   jnt_axis, qpos0
//! ```
//!
//! If anything has changed, trees are compared one by one, which finds those that wake: see `by_change` of [`super::wake`].

#![expect(
    clippy::inline_always,
    reason = "scans are compiled for the available vector unit"
)]

use core::ops::Range;

use synovia_math::wide;
use synovia_model::Model;
use synovia_model::enums::JointType;
use synovia_model::id::{BodyId, TreeId};

use crate::data::{Kin, State};
pub use crate::workspace::Sleepers;

impl Sleepers {
    /// All runs.
    fn runs(&mut self) -> [&mut Vec<Range<usize>>; 7] {
        [
            &mut self.bodies,
            &mut self.joints,
            &mut self.dofs,
            &mut self.qpos,
            &mut self.jointed_bodies,
            &mut self.jointed_joints,
            &mut self.jointed_qpos,
        ]
    }

    /// Removes everything, and reserves memory for all trees of the model.
    pub(super) fn reserve(&mut self, model: &Model) {
        self.clear();
        let trees = model.tree.len();
        for runs in self.runs() {
            runs.reserve(trees);
        }
        self.carriers.reserve(trees);
        // at most what `each` passes
        let (bodies, joints) = (model.body.len(), model.joint.len());
        (self.seen).reserve(30 * bodies + 6 * joints + 2 * model.qpos0.len());
    }

    /// Removes everything.
    pub(super) fn clear(&mut self) {
        for runs in self.runs() {
            runs.clear();
        }
        self.carriers.clear();
        self.seen.clear();
        self.recorded = false;
    }

    /// Appends a tree; trees are appended in ascending order.
    pub(super) fn push(&mut self, model: &Model, t: TreeId) {
        let (bodies, dofs) = (model.tree.bodies(t).range(), model.tree.dofs(t).range());
        let (joints, qpos) = coordinates(model, bodies.clone());
        let root = BodyId::new(bodies.start);
        let free = bodies.len() == 1
            && joints.len() == 1
            && model.joint.type_.rows()[joints.start] == JointType::Free;
        if !free {
            append(&mut self.jointed_bodies, bodies.clone());
            append(&mut self.jointed_joints, joints.clone());
            append(&mut self.jointed_qpos, qpos.clone());
            let carrier = model.body.parentid[root];
            if carrier != BodyId::WORLD && self.carriers.last() != Some(&carrier) {
                self.carriers.push(carrier);
            }
        }
        append(&mut self.bodies, bodies);
        append(&mut self.joints, joints);
        append(&mut self.dofs, dofs);
        append(&mut self.qpos, qpos);
    }

    /// Records the poses of all sleeping trees, and what they were computed from.
    pub(super) fn record(&mut self, model: &Model, state: &State, kin: &Kin) {
        let mut seen = core::mem::take(&mut self.seen);
        seen.clear();
        self.each(model, state, kin, |numbers| {
            seen.extend_from_slice(numbers);
            true
        });
        self.seen = seen;
        self.recorded = true;
    }

    /// True if no program has written to a sleeping tree since its pose was recorded.
    ///
    /// Reads `state`, the poses of sleeping bodies and of bodies that carry them.
    pub(crate) fn are_untouched(&self, model: &Model, state: &State, kin: &Kin) -> bool {
        self.recorded
            && wide!(_simd => self.are_still(state) && self.are_in_place(model, state, kin))
    }

    /// True if no external force is applied to a sleeping body.
    pub(crate) fn have_no_wrench(&self, state: &State) -> bool {
        let wrenches = bytemuck::cast_slice(state.xfrc_applied.rows());
        wide!(_simd => zero_in(wrenches, &self.bodies, 6))
    }

    /// True if all bits of velocities and applied forces are zero.
    #[inline(always)]
    fn are_still(&self, state: &State) -> bool {
        let (bodies, dofs) = (&self.bodies, &self.dofs);
        zero_in(bytemuck::cast_slice(state.xfrc_applied.rows()), bodies, 6)
            && zero_in(state.qfrc_applied.rows(), dofs, 1)
            && zero_in(state.qvel.rows(), dofs, 1)
    }

    /// True if poses, and what they are computed from, have the recorded bits.
    #[inline(always)]
    fn are_in_place(&self, model: &Model, state: &State, kin: &Kin) -> bool {
        let mut rest = self.seen.as_slice();
        self.each(model, state, kin, |numbers| {
            let Some((before, after)) = rest.split_at_checked(numbers.len()) else {
                return false;
            };
            rest = after;
            same_bits(numbers, before)
        })
    }

    /// Passes everything that poses follow from to `f`, in a fixed order, and the poses; ends with false as soon as `f` is
    /// false.
    #[inline(always)]
    fn each(
        &self,
        model: &Model,
        state: &State,
        kin: &Kin,
        mut f: impl FnMut(&[f64]) -> bool,
    ) -> bool {
        let mut all = |numbers: &[f64], runs: &[Range<usize>], width: usize| {
            let of = |run: &Range<usize>| width * run.start..width * run.end;
            runs.iter().all(|run| f(&numbers[of(run)]))
        };
        // any tree
        let poses = [kin.xpos.flat(), kin.xquat.flat()];
        let any = all(state.qpos.rows(), &self.qpos, 1)
            && all(poses[0], &self.bodies, 3)
            && all(poses[1], &self.bodies, 4)
            && all(model.joint.axis.flat(), &self.joints, 3);
        // trees that are more than a free body
        let (bodies, joints) = (&self.jointed_bodies, &self.jointed_joints);
        any && all(model.body.pos.flat(), bodies, 3)
            && all(model.body.quat.flat(), bodies, 4)
            && all(model.joint.pos.flat(), joints, 3)
            && all(model.qpos0.rows(), &self.jointed_qpos, 1)
            && self.carriers.iter().all(|&b| {
                let [pos, quat, mat] = [3, 4, 9].map(|n| n * b.index()..n * (b.index() + 1));
                f(&poses[0][pos]) && f(&poses[1][quat]) && f(&kin.xmat.flat()[mat])
            })
    }
}

/// Joints and positions in `qpos` of consecutive bodies.
fn coordinates(model: &Model, bodies: Range<usize>) -> (Range<usize>, Range<usize>) {
    let mut joints = bodies.flat_map(|b| model.body.joints(BodyId::new(b)));
    let Some(first) = joints.next() else {
        return (0..0, 0..0);
    };
    let last = joints.last().unwrap_or(first);
    let qpos = model.joint.qpos(first).start..model.joint.qpos(last).end;
    (first.index()..last.index() + 1, qpos)
}

/// Appends a run, which continues the last one if it starts at its end.
fn append(runs: &mut Vec<Range<usize>>, run: Range<usize>) {
    match runs.last_mut() {
        _ if run.is_empty() => {}
        Some(last) if last.end == run.start => last.end = run.end,
        _ => runs.push(run),
    }
}

/// True if all bits of the runs are zero; each row of a run has `width` numbers.
#[inline(always)]
fn zero_in(numbers: &[f64], runs: &[Range<usize>], width: usize) -> bool {
    let zero = |x: &[f64]| x.iter().fold(0, |any, x| any | x.to_bits()) == 0;
    (runs.iter()).all(|run| zero(&numbers[width * run.start..width * run.end]))
}

/// True if two slices of the same length have the same bits.
#[inline(always)]
pub(crate) fn same_bits(a: &[f64], b: &[f64]) -> bool {
    let pairs = a.iter().zip(b);
    pairs.fold(0, |any, (a, b)| any | (a.to_bits() ^ b.to_bits())) == 0
}

/// Clears a column over dofs, whose sleeping rows usually are zero already.
pub(crate) fn clear_asleep(sleepers: &Sleepers, column: &mut [f64]) {
    if !wide!(_simd => zero_in(column, &sleepers.dofs, 1)) {
        for run in &sleepers.dofs {
            column[run.clone()].fill(0.0);
        }
    }
}

/// Copies a column over dofs to another one, whose sleeping rows usually are the same already.
pub(crate) fn copy_asleep(sleepers: &Sleepers, to: &mut [f64], from: &[f64]) {
    for run in &sleepers.dofs {
        let (to, from) = (&mut to[run.clone()], &from[run.clone()]);
        if !wide!(_simd => same_bits(to, from)) {
            to.copy_from_slice(from);
        }
    }
}
