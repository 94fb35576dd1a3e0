//! Loops over all bodies and dofs, or over those that are awake.
//!
//! A stage that skips sleeping trees is written once, for any [`Visit`], and compiled twice: if nothing sleeps, its loops
//! are plain counters.

use synovia_model::Model;
use synovia_model::id::{BodyId, DofId, GeomId, JointId, SiteId, TreeId};

use super::{Awake, sleepers};

/// Bodies and dofs that a stage visits, in ascending order.
pub trait Visit: Copy {
    /// Bodies, without the world.
    fn bodies(&self) -> impl DoubleEndedIterator<Item = BodyId> + Clone;
    /// Bodies whose parent is visited or the world, and whether they themselves are skipped.
    fn children(&self) -> impl DoubleEndedIterator<Item = (BodyId, bool)>;
    /// Joints of these bodies.
    fn joints(&self, model: &Model) -> impl Iterator<Item = JointId>;
    /// Dofs.
    fn dofs(&self) -> impl DoubleEndedIterator<Item = DofId> + Clone;
    /// Geoms of bodies that move.
    fn geoms(&self, model: &Model) -> impl Iterator<Item = GeomId>;
    /// Sites of bodies that move.
    fn sites(&self, model: &Model) -> impl Iterator<Item = SiteId>;
    /// Trees.
    fn trees(&self, model: &Model) -> impl Iterator<Item = TreeId>;
    /// Bodies whose parent is visited, and not the world.
    fn carried(&self) -> impl DoubleEndedIterator<Item = BodyId>;
    /// Clears a column over dofs.
    fn clear(&self, column: &mut [f64]);
    /// Copies a column over dofs to another one.
    fn copy(&self, to: &mut [f64], from: &[f64]);
    /// True if nothing is skipped.
    fn is_all(&self) -> bool;

    /// Dofs as positions.
    #[inline]
    fn places(&self) -> impl DoubleEndedIterator<Item = usize> + Clone {
        self.dofs().map(DofId::index)
    }
}

/// All bodies and dofs.
#[derive(Clone, Copy, Debug)]
pub struct VisitAll<'a>(pub &'a Model);

impl Visit for VisitAll<'_> {
    #[inline]
    fn bodies(&self) -> impl DoubleEndedIterator<Item = BodyId> + Clone {
        self.0.body.ids().skip(1)
    }
    #[inline]
    fn children(&self) -> impl DoubleEndedIterator<Item = (BodyId, bool)> {
        self.bodies().map(|b| (b, false))
    }
    #[inline]
    fn joints(&self, model: &Model) -> impl Iterator<Item = JointId> {
        model.joint.ids()
    }
    #[inline]
    fn dofs(&self) -> impl DoubleEndedIterator<Item = DofId> + Clone {
        self.0.dof.ids()
    }
    #[inline]
    fn geoms(&self, model: &Model) -> impl Iterator<Item = GeomId> {
        model.geom.ids()
    }
    #[inline]
    fn sites(&self, model: &Model) -> impl Iterator<Item = SiteId> {
        model.site.ids()
    }
    #[inline]
    fn trees(&self, model: &Model) -> impl Iterator<Item = TreeId> {
        model.tree.ids()
    }
    #[inline]
    fn carried(&self) -> impl DoubleEndedIterator<Item = BodyId> {
        let parents = &self.0.body.parentid;
        self.bodies().filter(|&b| parents[b] != BodyId::WORLD)
    }
    #[inline]
    fn clear(&self, column: &mut [f64]) {
        column.fill(0.0);
    }
    #[inline]
    fn copy(&self, to: &mut [f64], from: &[f64]) {
        to.copy_from_slice(from);
    }
    #[inline]
    fn is_all(&self) -> bool {
        true
    }
    #[inline]
    fn places(&self) -> impl DoubleEndedIterator<Item = usize> + Clone {
        0..self.0.dof.len()
    }
}

/// The bodies and dofs on the lists of [`Awake`].
#[derive(Clone, Copy, Debug)]
pub struct Listed<'a>(pub(super) &'a Awake);

impl Listed<'_> {
    /// True if a body is awake, and not static.
    #[inline]
    pub(crate) fn moves(self, b: BodyId) -> bool {
        self.0.moving[b.index()]
    }
}

impl Visit for Listed<'_> {
    #[inline]
    fn bodies(&self) -> impl DoubleEndedIterator<Item = BodyId> + Clone {
        self.0.bodies.iter().copied()
    }
    #[inline]
    fn children(&self) -> impl DoubleEndedIterator<Item = (BodyId, bool)> {
        self.0.children.iter().copied()
    }
    #[inline]
    fn joints(&self, model: &Model) -> impl Iterator<Item = JointId> {
        self.bodies().flat_map(|b| model.body.joints(b))
    }
    #[inline]
    fn dofs(&self) -> impl DoubleEndedIterator<Item = DofId> + Clone {
        self.0.dofs.iter().copied()
    }
    #[inline]
    fn geoms(&self, _model: &Model) -> impl Iterator<Item = GeomId> {
        self.0.geoms.iter().copied()
    }
    #[inline]
    fn sites(&self, _model: &Model) -> impl Iterator<Item = SiteId> {
        self.0.sites.iter().copied()
    }
    #[inline]
    fn trees(&self, _model: &Model) -> impl Iterator<Item = TreeId> {
        self.0.trees.iter().copied()
    }
    #[inline]
    fn carried(&self) -> impl DoubleEndedIterator<Item = BodyId> {
        self.0.carried.iter().copied()
    }
    fn clear(&self, column: &mut [f64]) {
        for i in self.places() {
            column[i] = 0.0;
        }
        sleepers::clear_asleep(&self.0.sleepers, column);
    }
    fn copy(&self, to: &mut [f64], from: &[f64]) {
        for i in self.places() {
            to[i] = from[i];
        }
        sleepers::copy_asleep(&self.0.sleepers, to, from);
    }
    #[inline]
    fn is_all(&self) -> bool {
        false
    }
}

/// Evaluates an expression with `$who` bound to the bodies and dofs that a stage visits.
macro_rules! visiting {
    ($model:expr, $awake:expr, $who:ident => $run:expr) => {
        match $awake.listed($model) {
            Some($who) => $run,
            None => {
                let $who = $crate::sleep::visit::VisitAll($model);
                $run
            }
        }
    };
}
pub(crate) use visiting;

/// The same for a stage whose loops also test each element: in tests nothing may be [skipped](Awake::skipped).
macro_rules! skipping {
    ($model:expr, $awake:expr, $who:ident => $run:expr) => {
        match $awake.skipped($model) {
            Some($who) => $run,
            None => {
                let $who = $crate::sleep::visit::VisitAll($model);
                $run
            }
        }
    };
}
pub(crate) use skipping;
