//! Checks of the kinematic tree: bodies in depth-first order, their joints and dofs in the order of the bodies.
//!
//! Everything follows from the parents of bodies, the number of joints of each, and the kinds of the joints: with `n(b)`
//! joints of body `b` and `d(j)` dofs of joint `j`,
//!
//! ```text
//! jntadr(b) = Σ_{c<b} n(c),     dofadr(j) = Σ_{k<j} d(k)
//! ```
//!
//! and roots, welds, kinematic trees and the parents of dofs are found by walking up.

use super::error::{exactly, id, ids, ints, refuse};
use super::{Allowed, ReferenceError};
use crate::id::{BodyId, DofId, JointId, TreeId};
use crate::model::Model;

const TREE: &str = "the tree of bodies";
const JOINTS: &str = "the joints of the bodies before";
const KINDS: &str = "jnt_type of the joints before";

/// Addresses of the next joint, dof and position.
#[derive(Default)]
struct Next {
    joint: usize,
    dof: usize,
    qpos: usize,
}

impl Model {
    /// Checks bodies, joints, dofs and kinematic trees.
    pub(super) fn check_tree(&self) -> Result<(), ReferenceError> {
        self.check_parents()?;
        self.check_joints()?;
        self.check_ancestors()?;
        self.check_trees()?;
        self.check_simple_dofs()
    }

    /// A parent precedes its children, among bodies and among dofs.
    fn check_parents(&self) -> Result<(), ReferenceError> {
        for b in self.body.ids() {
            let parent = self.body.parentid[b].0;
            // the world is its own parent
            let limit = b.index().max(1);
            id(
                "body_parentid",
                b.index(),
                parent,
                0,
                "the body itself",
                limit,
            )?;
        }
        for i in self.dof.ids() {
            let parent = self.dof.parentid[i].0;
            id(
                "dof_parentid",
                i.index(),
                parent,
                -1,
                "the dof itself",
                i.index(),
            )?;
        }
        let bodies = &self.body;
        let nmocap = self.size.nmocap;
        ids(
            "body_mocapid",
            ints(bodies.mocapid.rows()),
            -1,
            "nmocap",
            nmocap,
        )
    }

    /// Joints follow the order of their bodies, dofs and positions that of their joints.
    fn check_joints(&self) -> Result<(), ReferenceError> {
        let mut next = Next::default();
        for b in self.body.ids() {
            let row = b.index();
            let count = self.body.jntnum[b];
            let left = self.joint.len() - next.joint;
            id(
                "body_jntnum",
                row,
                count,
                0,
                "the remaining joints",
                left + 1,
            )?;
            let start = if count == 0 { -1 } else { next.joint as i64 };
            exactly("body_jntadr", row, self.body.jntadr[b], start, JOINTS)?;

            let first_dof = next.dof;
            for _ in 0..count {
                self.check_joint(b, &mut next)?;
            }
            let dofs = next.dof - first_dof;
            let start = if dofs == 0 { -1 } else { first_dof as i64 };
            exactly(
                "body_dofnum",
                row,
                self.body.dofnum[b],
                dofs as i64,
                "jnt_type of its joints",
            )?;
            exactly("body_dofadr", row, self.body.dofadr[b], start, KINDS)?;
        }
        // joints, dofs or positions that belong to no body
        if next.joint < self.joint.len() {
            let allowed = Allowed::OneOf("a joint of some body (see body_jntnum)");
            return refuse("jnt_bodyid", next.joint, -1, allowed);
        }
        let last = self.joint.len().saturating_sub(1);
        for (name, found, len) in [
            ("jnt_dofadr", next.dof, self.dof.len()),
            ("jnt_qposadr", next.qpos, self.qpos0.len()),
        ] {
            if found != len {
                let allowed = Allowed::OneOf("such that the joints fill nq and nv (see jnt_type)");
                return refuse(name, last, found as i64, allowed);
            }
        }
        Ok(())
    }

    /// Checks the next joint, which belongs to body `b`.
    fn check_joint(&self, b: BodyId, next: &mut Next) -> Result<(), ReferenceError> {
        let j = JointId::new(next.joint);
        let row = next.joint;
        let kind = self.joint.type_[j];
        if kind.dof_len() == 0 {
            let allowed = Allowed::OneOf("0 (free), 1 (ball), 2 (slide) or 3 (hinge)");
            return refuse("jnt_type", row, kind.0, allowed);
        }
        let by = "body_jntadr and body_jntnum";
        exactly("jnt_bodyid", row, self.joint.bodyid[j].0, b.0.into(), by)?;
        let (qpos, dof) = (next.qpos as i64, next.dof as i64);
        exactly("jnt_qposadr", row, self.joint.qposadr[j], qpos, KINDS)?;
        exactly("jnt_dofadr", row, self.joint.dofadr[j], dof, KINDS)?;
        let end = next.dof + kind.dof_len();
        for i in next.dof..end {
            if i >= self.dof.len() {
                let allowed = Allowed::OneOf("a joint whose dofs fit into nv");
                return refuse("jnt_type", row, kind.0, allowed);
            }
            let dof = DofId::new(i);
            exactly(
                "dof_bodyid",
                i,
                self.dof.bodyid[dof].0,
                b.0.into(),
                "jnt_bodyid",
            )?;
            exactly(
                "dof_jntid",
                i,
                self.dof.jntid[dof].0,
                row as i64,
                "jnt_dofadr",
            )?;
        }
        next.joint += 1;
        next.dof = end;
        next.qpos += kind.qpos_len();
        if next.qpos > self.qpos0.len() {
            let allowed = Allowed::OneOf("a joint whose positions fit into nq");
            return refuse("jnt_type", row, kind.0, allowed);
        }
        Ok(())
    }

    /// Roots, welds and the parents of dofs.
    fn check_ancestors(&self) -> Result<(), ReferenceError> {
        let body = &self.body;
        let mut last_dof = vec![DofId::NONE; body.len()];
        for b in body.ids() {
            let row = b.index();
            let parent = body.parentid[b];
            let at_root = row == 0 || parent == BodyId::WORLD;
            let root = if at_root { b } else { body.rootid[parent] };
            exactly("body_rootid", row, body.rootid[b].0, root.0.into(), TREE)?;
            // `weldid` may be any body up to this one
            let weld = body.weldid[b].0;
            id(
                "body_weldid",
                row,
                weld,
                0,
                "the bodies up to itself",
                row + 1,
            )?;

            let mut last = if row == 0 {
                DofId::NONE
            } else {
                last_dof[parent.index()]
            };
            for i in body.dofs(b) {
                exactly(
                    "dof_parentid",
                    i.index(),
                    self.dof.parentid[i].0,
                    last.0.into(),
                    TREE,
                )?;
                last = i;
            }
            last_dof[row] = last;
        }
        Ok(())
    }

    /// Kinematic trees: each begins at a dof without parent; bodies and dofs of a tree are consecutive.
    fn check_trees(&self) -> Result<(), ReferenceError> {
        let mut count = 0i32;
        let mut dofs = vec![(-1, 0); self.tree.len()];
        for i in self.dof.ids() {
            count += i32::from(self.dof.parent(i).is_none());
            let tree = count - 1;
            exactly(
                "dof_treeid",
                i.index(),
                self.dof.treeid[i].0,
                tree.into(),
                TREE,
            )?;
            id("dof_treeid", i.index(), tree, 0, "ntree", self.tree.len())?;
            count_in(&mut dofs, tree, i.0);
        }
        let mut bodies = vec![(-1, 0); self.tree.len()];
        let mut trees = vec![TreeId::NONE; self.body.len()];
        for b in self.body.ids() {
            // the tree of its dofs, or else of its parent
            let own = self.body.dofs(b).next();
            let carrier = trees[self.body.parentid[b].index()];
            let tree = own.map_or(carrier, |i| self.dof.treeid[i]);
            trees[b.index()] = tree;
            let found = self.body.treeid[b].0;
            exactly("body_treeid", b.index(), found, tree.0.into(), TREE)?;
            count_in(&mut bodies, tree.0, b.0);
        }
        for t in self.tree.ids() {
            let row = t.index();
            let ((body, bodynum), (dof, dofnum)) = (bodies[row], dofs[row]);
            exactly("tree_bodyadr", row, self.tree.bodyadr[t], body.into(), TREE)?;
            exactly(
                "tree_bodynum",
                row,
                self.tree.bodynum[t],
                bodynum.into(),
                TREE,
            )?;
            exactly("tree_dofadr", row, self.tree.dofadr[t], dof.into(), TREE)?;
            exactly("tree_dofnum", row, self.tree.dofnum[t], dofnum.into(), TREE)?;
        }
        Ok(())
    }

    /// Each simple dof has the number of simple dofs from it on.
    fn check_simple_dofs(&self) -> Result<(), ReferenceError> {
        let mut after = 0i64;
        for i in self.dof.ids().rev() {
            let found = self.dof.simplenum[i];
            if found != 0 {
                exactly(
                    "dof_simplenum",
                    i.index(),
                    found,
                    after + 1,
                    "the dofs that follow",
                )?;
            }
            after = found.into();
        }
        Ok(())
    }
}

/// Adds a member to a tree: the address of the first, and their number.
fn count_in(trees: &mut [(i32, i32)], tree: i32, member: i32) {
    let known = usize::try_from(tree).ok().and_then(|t| trees.get_mut(t));
    if let Some((first, count)) = known {
        if *count == 0 {
            *first = member;
        }
        *count += 1;
    }
}
