//! Pairs of geoms for the contact filter of the program.
//!
//! The filter replaces the bits of geoms. It gets the whole simulation, which a pass has borrowed; so there are two passes:
//! one collects the pairs, then the filter is called for all of them, then the other pass omits the excluded ones.
//!
//! DIFFERENCE(contact-filter-calls): the filter is called only for pairs that no bounding volume rules out; the reference
//! calls it for all that its broad phase finds. A filter whose result depends on the two geoms only has the same effect.

use synovia_model::id::GeomId;

use crate::callback;
use crate::gate::{Admitted, Derived};

/// How pairs of geoms are filtered, once their bodies may touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Filtering {
    /// By their bits.
    Bits,
    /// By the program: this pass only collects pairs.
    Questions,
    /// By the program: its results are known.
    Answers,
}

/// Pairs and results of the filter; memory that is kept between calls.
#[derive(Clone, Debug, Default)]
pub(super) struct Asked {
    /// The pairs, the smaller kind first, in the order of contacts.
    pub pairs: Vec<[GeomId; 2]>,
    /// The excluded pairs, sorted.
    ruled_out: Vec<[GeomId; 2]>,
}

impl Asked {
    /// True if the program has excluded the pair.
    pub(super) fn is_ruled_out(&self, geoms: [GeomId; 2]) -> bool {
        self.ruled_out.binary_search(&geoms).is_ok()
    }
}

/// Calls the filter for all pairs of the current pose; false if the call must stop.
///
/// Takes the [`Admitted`] because the filter gets the whole simulation, which is then checked.
pub(super) fn ask(at: &mut Admitted<'_>) -> bool {
    let (model, data) = at.parts();
    data.work.collision.asked.pairs.clear();
    super::pass(model, data, Filtering::Questions);

    // moved out of the data, because the filter may run another pass
    let mut asked = core::mem::take(&mut data.work.collision.asked);
    asked.ruled_out.clear();
    for &geoms in &asked.pairs {
        if callback::rules_out(model, data, geoms) {
            asked.ruled_out.push(geoms);
        }
    }
    asked.ruled_out.sort_unstable();
    data.work.collision.asked = asked;
    at.recheck(&[Derived::Tendons]);
    at.data().diag.error.is_none()
}
