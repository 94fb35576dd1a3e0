//! Lists of awake elements.
//!
//! | state    | bodies                                     |
//! |----------|--------------------------------------------|
//! | static   | in no tree, unless they follow a mocap body |
//! | asleep   | in a tree that is asleep                   |
//! | awake    | all others                                 |
//!
//! Everything follows from `state.tree_asleep`: flags and lists as columns of `island`, and the same lists in [`Awake`].
//! Stages read only [`Awake`], because users may write to the columns.

use synovia_math::wide;
use synovia_model::Model;
use synovia_model::enums::{Enable, SleepState};
use synovia_model::id::BodyId;

use super::visit::Listed;
use crate::data::{Data, Islands, State};
use crate::gate::Admitted;
pub use crate::workspace::Awake;
use crate::workspace::Workspace;

impl Awake {
    /// Records that `tree_asleep` has been overwritten as a whole; see [`refresh`].
    pub fn forget(&mut self) {
        self.stale = true;
    }

    /// Number of trees that are asleep, whether or not sleeping is enabled.
    #[inline]
    pub fn asleep(&self) -> usize {
        self.asleep
    }

    /// True if some tree sleeps and must be skipped.
    #[inline]
    pub fn is_partial(&self, model: &Model) -> bool {
        self.asleep > 0 && model.opt.enabled(Enable::SLEEP)
    }

    /// Sleep states, if some tree sleeps and must be skipped.
    #[inline]
    pub fn resting<'a>(&self, model: &Model, island: &'a Islands) -> Option<&'a Islands> {
        self.is_partial(model).then_some(island)
    }

    /// True if all trees sleep and nothing else can move.
    #[inline]
    pub fn nobody_moves(&self, model: &Model) -> bool {
        self.is_partial(model) && self.asleep == model.tree.len() && model.size.nmocap == 0
    }

    /// The lists, if some tree sleeps and its elements need not even be looked at.
    #[inline]
    pub fn skipped(&self, model: &Model) -> Option<Listed<'_>> {
        (!self.plain).then(|| self.listed(model)).flatten()
    }

    /// True if `tree_asleep` and the flags of awake trees are those with which the lists were built: nothing has written to
    /// one of them since.
    pub(crate) fn agrees(&self, state: &State, island: &Islands) -> bool {
        let columns = (state.tree_asleep.iter()).zip(&island.tree_awake);
        let all = self.flags.iter().zip(columns);
        // zero if nothing differs
        let differs = |listed: i32, asleep: i32, awake: i32| {
            (i32::from(asleep < 0) ^ listed) | (awake ^ listed)
        };
        // without early exit, so that it is vectorised
        wide!(_simd => {
            all.fold(0, |any, (&listed, (&asleep, &awake))| any | differs(listed, asleep, awake))
        }) == 0
    }

    /// Reserves memory for everything that may sleep, so that no step allocates.
    pub(super) fn reserve(&mut self, model: &Model) {
        let bodies = model.body.len();
        empty(&mut self.trees, model.tree.len());
        empty(&mut self.flags, model.tree.len());
        empty(&mut self.movers, bodies);
        empty(&mut self.moving, bodies);
        empty(&mut self.carried, bodies);
        empty(&mut self.geoms, model.geom.len());
        empty(&mut self.sites, model.site.len());
        self.sleepers.reserve(model);
    }

    /// Takes the lists of another simulation of the same model, whose columns are copied, too.
    pub(crate) fn copy_lists(&mut self, source: &Self) {
        let version = self.version.max(source.version) + 1;
        self.clone_from(source);
        // caches have seen neither these lists nor this model
        self.version = version;
        self.sleepers.recorded = false;
    }

    /// The lists, if some tree sleeps and must be skipped.
    #[inline]
    pub fn listed(&self, model: &Model) -> Option<Listed<'_>> {
        self.is_partial(model).then_some(Listed(self))
    }
}

/// Rebuilds the lists if they were [invalidated](Awake::forget).
pub fn refresh(at: &mut Admitted<'_>) {
    if at.data().work.awake.stale {
        update(at);
    }
}

/// Builds the lists of awake elements.
#[doc(alias = "mj_updateSleep")]
pub fn update(at: &mut Admitted<'_>) {
    let (model, data) = at.parts();
    let Data {
        state,
        island,
        work: Workspace { awake, .. },
        ..
    } = data;
    update_with(model, state, island, awake, SleepState::Static);
}

/// [`update`] from its groups, with `fixed` as the state of static bodies.
///
/// Reads `state.tree_asleep`; writes `awake` and the corresponding columns of `island`.
pub(crate) fn update_with(
    model: &Model,
    state: &State,
    island: &mut Islands,
    awake: &mut Awake,
    fixed: SleepState,
) {
    awake.asleep = 0;
    awake.stale = false;
    awake.version += 1;
    awake.scattered = false;
    for t in model.tree.ids() {
        let asleep = state.tree_asleep[t] >= 0;
        island.tree_awake[t] = i32::from(!asleep);
        awake.asleep += usize::from(asleep);
    }

    let body = &model.body;
    awake.bodies.clear();
    awake.children.clear();
    for b in body.ids() {
        let state = match body.treeid[b].get() {
            Some(t) if island.tree_awake[t] == 0 => SleepState::Asleep,
            None if !body.mocapid[body.rootid[b]].is_some() => fixed,
            _ => SleepState::Awake,
        };
        island.body_awake[b] = state.0;
        let asleep = state == SleepState::Asleep;
        if b == BodyId::WORLD {
            continue;
        }
        if !asleep {
            awake.bodies.push(b);
        }
        if island.body_awake[body.parentid[b]] != SleepState::Asleep.0 {
            awake.children.push((b, asleep));
        }
    }
    awake.dofs.clear();
    for i in model.dof.ids() {
        if island.tree_awake[model.dof.treeid[i]] != 0 {
            awake.dofs.push(i);
        }
    }
    if awake.asleep > 0 {
        list_more(model, island, awake);
    }

    // the same for the user; entries beyond the end of a list are unchanged
    let world = core::iter::once(&BodyId::WORLD).filter(|_| !body.is_empty());
    for (out, b) in (island.body_awake_ind.iter_mut()).zip(world.chain(&awake.bodies)) {
        *out = b.0;
    }
    for (out, (b, _)) in (island.parent_awake_ind.iter_mut()).zip(&awake.children) {
        *out = b.0;
    }
    for (out, i) in island.dof_awake_ind.iter_mut().zip(&awake.dofs) {
        *out = i.0;
    }
}

/// Removes everything, with memory for `n` elements.
fn empty<T>(list: &mut Vec<T>, n: usize) {
    list.clear();
    list.reserve(n);
}

/// The lists that are needed only if some tree sleeps.
fn list_more(model: &Model, island: &Islands, awake: &mut Awake) {
    let moves = |b: BodyId| island.body_awake[b] == SleepState::Awake.0;
    let Awake {
        bodies,
        children,
        trees,
        flags,
        movers,
        moving,
        carried,
        geoms,
        sites,
        sleepers,
        ..
    } = awake;
    // trees, as a list or as runs
    trees.clear();
    flags.clear();
    flags.extend_from_slice(island.tree_awake.rows());
    sleepers.clear();
    for t in model.tree.ids() {
        if island.tree_awake[t] != 0 {
            trees.push(t);
        } else {
            sleepers.push(model, t);
        }
    }
    // bodies that are not static, and those that others carry
    movers.clear();
    movers.extend(bodies.iter().copied().filter(|&b| moves(b)));
    moving.clear();
    moving.extend(model.body.ids().map(moves));
    carried.clear();
    let below = |&b: &BodyId| model.body.parentid[b] != BodyId::WORLD;
    carried.extend(children.iter().map(|&(b, _)| b).filter(below));
    // what is fixed to bodies that move
    geoms.clear();
    geoms.extend((model.geom.ids()).filter(|&g| moves(model.geom.bodyid[g])));
    sites.clear();
    sites.extend((model.site.ids()).filter(|&s| moves(model.site.bodyid[s])));
}
