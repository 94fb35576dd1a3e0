//! Falling asleep.
//!
//! A tree is quiet if no force is applied to it and it is slow,
//!
//! ```text
//! max_i l_i |q̇_i| < tol                 l_i the length of dof i, tol = opt.sleep_tolerance                 (1)
//! ```
//!
//! Each quiet step increments `tree_asleep` up to −1. Then a tree without constraints falls asleep by itself, and trees of
//! an island fall asleep together: their `tree_asleep` become a cycle, their velocities and accelerations zero.

use synovia_model::Model;
use synovia_model::enums::{Enable, SleepPolicy};
use synovia_model::id::TreeId;

use super::visit::{Visit, VisitAll};
use super::{Awake, WIDE_AWAKE};
use crate::data::{Diag, Efc, EngineError, Forces, Islands, State};

/// True if the tree may sleep, no force is applied to it, and equation (1) holds; without a tolerance it must not move at
/// all.
pub(super) fn is_quiet(model: &Model, state: &State, t: TreeId, tolerance: Option<f64>) -> bool {
    // the policy of the tree may forbid sleep
    let policy = model.tree.sleep_policy[t];
    if policy == SleepPolicy::Never || policy == SleepPolicy::AutoNever {
        return false;
    }
    // QUIRK(sleep-minus-zero): zero means that all bits are zero; a force of −0 keeps the tree awake
    let zero = |x: &f64| x.to_bits() == 0;
    let (bodies, dofs) = (model.tree.bodies(t).range(), model.tree.dofs(t).range());
    // no force on any body or dof
    let untouched = (state.xfrc_applied.rows()[bodies].iter().flatten()).all(zero)
        && state.qfrc_applied.rows()[dofs.clone()].iter().all(zero);
    // equation (1)
    let (qvel, lengths) = (&state.qvel.rows()[dofs.clone()], &model.dof.length[dofs]);
    untouched
        && match tolerance {
            None => qvel.iter().all(zero),
            Some(tolerance) => {
                let mut speeds = qvel.iter().zip(lengths).map(|(v, length)| length * v.abs());
                !speeds.any(|speed| speed >= tolerance)
            }
        }
}

/// Counts quiet steps and puts trees to sleep that have been quiet for long enough; returns the number of trees that fell
/// asleep.
///
/// The lists of awake elements are not updated: see [`update`](super::awake::update).
///
/// A tree of an island that is already asleep is an error.
///
/// Reads the island columns of `island`; writes `state.tree_asleep`, and `qvel` and `qacc` of trees that fall asleep.
#[doc(alias = "mj_sleep")]
pub(crate) fn fall_asleep(
    model: &Model,
    efc: &Efc,
    island: &Islands,
    awake: &Awake,
    state: &mut State,
    force: &mut Forces,
    diag: &mut Diag,
) -> usize {
    // without islands it is not known which trees are coupled
    if !model.opt.enabled(Enable::SLEEP) || (efc.counts.nefc > 0 && island.nisland == 0) {
        return 0;
    }
    // trees that sleep are not looked at, unless a program has changed what sleeps
    match awake.skipped(model) {
        Some(who) if awake.agrees(state, island) => {
            fall_asleep_of(model, island, who, state, force, diag)
        }
        _ => fall_asleep_of(model, island, VisitAll(model), state, force, diag),
    }
}

/// [`fall_asleep`] of the trees that `who` visits; all others sleep.
fn fall_asleep_of(
    model: &Model,
    island: &Islands,
    who: impl Visit,
    state: &mut State,
    force: &mut Forces,
    diag: &mut Diag,
) -> usize {
    let tolerance = Some(model.opt.sleep_tolerance).filter(|&tolerance| tolerance != 0.0);
    // count quiet steps
    for t in who.trees(model) {
        // a tree that is not quiet starts counting again
        let count = state.tree_asleep[t];
        if count < 0 {
            let quiet = is_quiet(model, state, t, tolerance);
            state.tree_asleep[t] = if quiet {
                (count + 1).min(-1)
            } else {
                WIDE_AWAKE
            };
        }
    }

    let mut fallen = 0;
    // islands fall asleep once all their trees are quiet
    for k in 0..island.nisland {
        // the trees of island `k` are consecutive
        let first = island.island_itreeadr[k] as usize;
        let end = first + island.island_ntree[k] as usize;
        let trees = &island.map_itree2tree.rows()[first..end];
        match trees.iter().find(|&&t| state.tree_asleep[TreeId(t)] != -1) {
            None => {
                put_to_sleep(model, state, force, trees);
                fallen += trees.len();
            }
            Some(&t) if state.tree_asleep[TreeId(t)] >= 0 => {
                diag.error = Some(EngineError::AsleepInIsland(t as usize));
                return fallen;
            }
            Some(_) => {}
        }
    }
    // trees without constraints fall asleep individually
    for t in who.trees(model) {
        let constrained = island.nisland > 0 && island.tree_island[t] >= 0;
        if !constrained && state.tree_asleep[t] == -1 {
            put_to_sleep(model, state, force, &[t.0]);
            fallen += 1;
        }
    }
    fallen
}

/// Links trees to a cycle and stops them.
fn put_to_sleep(model: &Model, state: &mut State, force: &mut Forces, trees: &[i32]) {
    // each tree links to the next, the last to the first
    for (k, &t) in trees.iter().enumerate() {
        let t = TreeId(t);
        state.tree_asleep[t] = trees[(k + 1) % trees.len()];
        let dofs = model.tree.dofs(t).range();
        state.qvel.rows_mut()[dofs.clone()].fill(0.0);
        force.qacc.rows_mut()[dofs].fill(0.0);
    }
}
