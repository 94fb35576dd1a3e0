//! Loops over all bodies and dofs, or over those that are awake.
//!
//! A stage that skips sleeping trees is written once, for any [`Visit`], and compiled twice: if nothing sleeps, its loops
//! are plain counters.

use synovia_model::Model;
use synovia_model::id::{BodyId, DofId, JointId};

use super::Awake;

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
