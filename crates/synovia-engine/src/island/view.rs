//! The dofs and rows of each problem of the solver.
//!
//! Islands do not interact, so each is a separate problem; without islands, or if a pass over all rows follows, everything
//! is one problem. Solvers always see a list of problems and do not depend on their number:
//!
//! | problems                            | how many  | dofs and rows of problem `k`                        |
//! |-------------------------------------|-----------|-----------------------------------------------------|
//! | everything together                 | 1         | all of them                                         |
//! | one island with everything in it    | 1         | all of them: island order is the original order     |
//! | islands                             | `nisland` | a permutation: `map_idof2dof`, `map_iefc2efc`       |
//!
//! The first two are the identity: nothing has to be copied to another order before it can be solved.

use core::ops::Range;

use synovia_model::Model;

use crate::data::Islands;

/// The problems into which the current rows decompose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Views {
    /// Number of islands that are solved separately; `None` if everything is solved together.
    islands: Option<usize>,
    /// True if problem 0 is everything in its original order.
    identity: bool,
    /// First dof without constraints in island order; `None` if it is not known.
    free_from: Option<usize>,
}

impl Views {
    /// Each island separately or, if there are none or `together` is set, one problem with everything.
    pub(crate) fn new(model: &Model, island: &Islands, nefc: usize, together: bool) -> Self {
        let any = island.nisland > 0;
        let islands = (any && !together).then_some(island.nisland);
        Self {
            islands,
            identity: islands.is_none() || is_everything(model, island, nefc),
            free_from: any.then_some(island.nidof),
        }
    }

    /// Number of problems.
    pub(crate) fn count(&self) -> usize {
        self.islands.unwrap_or(1)
    }

    /// True if problems are islands.
    pub(crate) const fn by_island(&self) -> bool {
        self.islands.is_some()
    }

    /// True if there is one problem, with all dofs and rows in their original order.
    pub(crate) const fn is_identity(&self) -> bool {
        self.identity
    }

    /// Dofs that no row touches.
    pub(crate) fn free_dofs<'a>(&self, island: &'a Islands) -> &'a [i32] {
        self.free_from
            .map_or(&[], |nidof| &island.map_idof2dof.rows()[nidof..])
    }

    /// The rows of problem `k`, out of `nefc`.
    pub(crate) fn rows<'a>(&self, k: usize, nefc: usize, island: &'a Islands) -> Subset<'a> {
        if self.identity {
            return Subset::All(nefc);
        }
        let rows = row_range(island, k);
        Subset::Some {
            first: rows.start,
            items: &island.map_iefc2efc.rows()[rows],
            places: island.map_efc2iefc.rows(),
        }
    }
}

/// True if there is one island, with all dofs and all `nefc` rows in it.
pub(super) fn is_everything(model: &Model, island: &Islands, nefc: usize) -> bool {
    let all_rows = |&rows: &i32| rows as usize == nefc;
    let rows = island.island_nefc.rows().first();
    island.nisland == 1 && island.nidof == model.dof.len() && rows.is_some_and(all_rows)
}

/// The same, when the graph of trees is known but nothing is counted yet.
pub(super) fn will_be_everything(island: &Islands) -> bool {
    let in_first = |of: &[i32]| of.iter().all(|&k| k == 0);
    let (trees, rows) = (island.tree_island.rows(), island.efc_island.rows());
    island.nisland == 1 && in_first(trees) && in_first(rows)
}

/// Positions of the dofs of island `k` in island order.
pub(crate) fn dof_range(island: &Islands, k: usize) -> Range<usize> {
    let (adr, num) = (island.island_idofadr[k], island.island_nv[k]);
    adr as usize..(adr + num) as usize
}

/// Positions of the rows of island `k` in island order.
pub(crate) fn row_range(island: &Islands, k: usize) -> Range<usize> {
    let (adr, num) = (island.island_iefcadr[k], island.island_nefc[k]);
    adr as usize..(adr + num) as usize
}

/// A subset of items, in ascending order.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Subset<'a> {
    /// All of them, with their number.
    All(usize),
    /// The items of an island.
    Some {
        /// The items.
        items: &'a [i32],
        /// The position of each item, of this island or not, in island order.
        places: &'a [i32],
        /// Position where this island starts.
        first: usize,
    },
}

impl Subset<'_> {
    /// Number of items.
    pub(crate) const fn count(&self) -> usize {
        match self {
            Self::All(len) => *len,
            Self::Some { items, .. } => items.len(),
        }
    }

    /// Item number `k`.
    #[inline]
    pub(crate) fn item(&self, k: usize) -> usize {
        match self {
            Self::All(_) => k,
            Self::Some { items, .. } => items[k] as usize,
        }
    }

    /// The index of an item in this subset.
    #[inline]
    pub(crate) fn place(&self, item: usize) -> usize {
        match self {
            Self::All(_) => item,
            Self::Some { places, first, .. } => places[item] as usize - first,
        }
    }
}
