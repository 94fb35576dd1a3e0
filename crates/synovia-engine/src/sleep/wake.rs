//! Waking up.
//!
//! | cause                                            | after           | new `tree_asleep`      |
//! |--------------------------------------------------|-----------------|------------------------|
//! | the user: a pose, a velocity, a force, a policy  | poses of bodies | wide awake             |
//! | a tendon at its limit, from an awake tree        | tendons         | that of the awake tree |
//! | a contact with an awake tree                     | collision       | that of the awake tree |
//! | an equality with an awake tree or another island | collision       | wide awake             |
//!
//! A tree wakes together with all trees of its cycle.
//!
//! `tree_asleep` of an awake tree is negative and increases by one in each quiet step, up to −1. That of a sleeping tree is
//! the index of the next tree of its cycle: trees that fell asleep together form a closed list.

use synovia_model::Model;
use synovia_model::enums::{Enable, EqType, SleepState};
use synovia_model::id::{EqualityId, JointId, TreeId};

use super::rest::is_quiet;
use super::{SleepGroups, WIDE_AWAKE};
use crate::constraint::limit;
use crate::data::{Contact, Data, EngineError, TendonGroup};
use crate::gate::Admitted;
use crate::workspace::Workspace;

/// The trees of the cycle that starts at `t`, which must be asleep; ends early if the cycle is broken.
fn cycle(tree_asleep: &[i32], t: TreeId) -> impl Iterator<Item = TreeId> + '_ {
    let next = move |&at: &TreeId| {
        // the link; `None` for an awake tree or an index out of range
        let next = usize::try_from(*tree_asleep.get(at.index())?).ok()?;
        (next < tree_asleep.len()).then(|| TreeId::new(next))
    };
    // at most as many links as there are trees, so that a broken cycle ends
    let mut rest = core::iter::successors(next(&t), next).take(tree_asleep.len());
    let mut home = false;
    core::iter::once(t).chain(core::iter::from_fn(move || {
        let tree = rest.next().filter(|&tree| !home && tree != t);
        home |= tree.is_none();
        tree
    }))
}

/// The smallest tree of the cycle that starts at `t`; `None` if the cycle is not closed.
#[doc(alias = "mj_sleepCycle")]
pub fn first_of_cycle(tree_asleep: &[i32], t: TreeId) -> Option<TreeId> {
    let mut last = t;
    // walk along the cycle
    let mut first = t;
    for tree in cycle(tree_asleep, t) {
        last = tree;
        first = first.min(tree);
    }
    // the last tree must link back to `t`
    (tree_asleep.get(last.index()) == Some(&t.0)).then_some(first)
}

/// Wakes tree `t` and its cycle; a tree that is already awake stays awake for at least as long as `value` specifies.
///
/// Returns the number of trees that woke; `None` if the cycle is broken, in which case none wakes.
#[doc(alias = "mj_wakeTree")]
pub fn wake_tree(tree_asleep: &mut [i32], t: TreeId, value: i32) -> Option<usize> {
    // already awake: the smaller, longer count is kept
    let own = tree_asleep.get_mut(t.index())?;
    if *own < 0 {
        *own = value.min(*own);
        return Some(0);
    }
    // an unclosed cycle is an error
    first_of_cycle(tree_asleep, t)?;
    // replace the links of the cycle by the count, one after the other
    let (mut at, mut count) = (t, 0);
    loop {
        at = TreeId(core::mem::replace(&mut tree_asleep[at.index()], value));
        count += 1;
        if at == t {
            return Some(count);
        }
    }
}

/// Wakes a tree of the simulation and its cycle; returns true if any tree woke.
fn rouse(trees: &mut SleepGroups<'_>, t: TreeId, value: i32) -> bool {
    let woke = wake_tree(trees.state.tree_asleep.rows_mut(), t, value);
    if woke.is_none() {
        trees.diag.error = Some(EngineError::BrokenSleepCycle(t.index()));
    }
    woke.is_some_and(|count| count > 0)
}

/// If exactly one of two trees is asleep, wakes it with the count of the other.
fn rouse_other(trees: &mut SleepGroups<'_>, pair: [TreeId; 2]) -> bool {
    // one of them awake, the other asleep
    let (sleeper, other) = match pair.map(|t| trees.island.tree_awake[t] != 0) {
        [true, false] => (pair[1], pair[0]),
        [false, true] => (pair[0], pair[1]),
        _ => return false,
    };
    let value = trees.state.tree_asleep[other];
    // an awake tree must have a negative count
    if value >= 0 {
        trees.diag.error = Some(EngineError::BrokenSleepCycle(other.index()));
        return false;
    }
    rouse(trees, sleeper, value)
}

/// Wakes trees that the user has changed: poses (marked by kinematics), velocities, forces, policies. If sleeping is
/// disabled, all trees wake.
///
/// Reads `state`, and the marks in `island.tree_awake`; writes `state.tree_asleep`, and what follows from it. Returns false if a
/// changed tree cannot wake because its cycle is broken.
#[doc(alias = "mj_wake")]
pub(crate) fn by_change(model: &Model, trees: &mut SleepGroups<'_>) -> bool {
    if !model.opt.enabled(Enable::SLEEP) {
        // sleeping is disabled: wake all trees once
        if trees.awake.asleep() > 0 {
            trees.state.tree_asleep.rows_mut().fill(WIDE_AWAKE);
            trees.update(model, SleepState::Static);
        }
        return true;
    }
    // any change by the user wakes a tree and its cycle
    let (mut woke, mut broken) = (false, false);
    for t in model.tree.ids() {
        let asleep = trees.state.tree_asleep[t] >= 0;
        // kinematics marks a sleeping tree whose pose has changed
        let moved = trees.island.tree_awake[t] != 0;
        if asleep && (moved || !is_quiet(model, trees.state, t, None)) {
            let roused = rouse(trees, t, WIDE_AWAKE);
            woke |= roused;
            broken |= !roused;
        }
    }
    // the lists of awake elements
    if woke {
        trees.update(model, SleepState::Static);
    }
    !broken
}

/// Wakes trees that a tendon at its limit couples to an awake tree.
///
/// Reads `tendon.length`; writes `state.tree_asleep`, and what follows from it.
#[doc(alias = "mj_wakeTendon")]
pub(crate) fn by_tendon(model: &Model, tendon: &TendonGroup, trees: &mut SleepGroups<'_>) {
    if !trees.awake.is_partial(model) {
        return;
    }
    let mut woke = false;
    // a tendon that couples two trees and is at its limit
    for t in model.tendon.ids() {
        if model.tendon.treenum[t] == 2 && limit::is_taut(model, t, tendon.length[t]) {
            woke |= rouse_other(trees, model.tendon.treeid[t]);
        }
    }
    // the lists of awake elements
    if woke {
        trees.update(model, SleepState::Static);
    }
}

/// Wakes trees that touch an awake tree; returns true if there were any: contacts must then be found again.
///
/// Reads `contact`; writes `state.tree_asleep`, and what follows from it.
#[doc(alias = "mj_wakeCollision")]
pub fn by_contact(at: &mut Admitted<'_>) -> bool {
    let (model, data) = at.parts();
    let Data {
        state,
        contact,
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
    by_contact_of(model, &contact.list, &mut trees)
}

/// [`by_contact`] from its groups.
fn by_contact_of(model: &Model, contacts: &[Contact], trees: &mut SleepGroups<'_>) -> bool {
    if !trees.awake.is_partial(model) {
        return false;
    }
    let mut woke = false;
    for contact in contacts {
        // contacts of two geoms; those of flexes do not wake trees
        let [Some(g1), Some(g2)] = contact.sides(model) else {
            continue;
        };
        // the trees of the two bodies; static bodies have none
        let pair = [g1, g2].map(|g| model.body.treeid[model.geom.bodyid[g]]);
        if pair.iter().all(|t| t.is_some()) {
            woke |= rouse_other(trees, pair);
        }
    }
    // the lists of awake elements
    if woke {
        trees.update(model, SleepState::Static);
    }
    woke
}

/// Wakes trees that an equality couples to an awake tree or to another sleeping island.
///
/// Reads `state.eq_active`; writes `state.tree_asleep`, and what follows from it.
#[doc(alias = "mj_wakeEquality")]
pub(crate) fn by_equality(model: &Model, trees: &mut SleepGroups<'_>) {
    if !model.opt.enabled(Enable::SLEEP) {
        return;
    }
    let mut woke = false;
    // active equalities that couple two trees
    for e in model.equality.ids() {
        if trees.state.eq_active[e] == 0 {
            continue;
        }
        // equalities of tendons and flexes have no pair of trees
        if matches!(
            model.equality.type_[e],
            EqType::Tendon | EqType::Flex | EqType::FlexVert
        ) {
            trees.diag.error = Some(EngineError::SleepingEquality(e.index()));
            continue;
        }
        // two different trees
        let [t1, t2] = tied(model, e);
        if !t1.is_some() || !t2.is_some() || t1 == t2 {
            continue;
        }
        // both asleep: wake them only if they belong to different islands
        match [t1, t2].map(|t| trees.island.tree_awake[t] != 0) {
            [true, true] => {}
            [false, false] => {
                let asleep = trees.state.tree_asleep.rows();
                if first_of_cycle(asleep, t1) != first_of_cycle(asleep, t2) {
                    woke |= rouse(trees, t1, WIDE_AWAKE);
                    woke |= rouse(trees, t2, WIDE_AWAKE);
                }
            }
            [first_awake, _] => {
                woke |= rouse(trees, if first_awake { t2 } else { t1 }, WIDE_AWAKE);
            }
        }
    }
    // the lists of awake elements
    if woke {
        trees.update(model, SleepState::Static);
    }
}

/// The trees of the two objects of an equality.
fn tied(model: &Model, e: EqualityId) -> [TreeId; 2] {
    let ids = [model.equality.obj1id[e], model.equality.obj2id[e]];
    // equalities of bodies and sites; then those of joints
    if let Some(bodies) = model.held_bodies(e) {
        return bodies.map(|b| model.body.treeid[b]);
    }
    ids.map(|id| match model.equality.type_[e] {
        EqType::Joint if id >= 0 => model.body.treeid[model.joint.bodyid[JointId(id)]],
        _ => TreeId::NONE,
    })
}
