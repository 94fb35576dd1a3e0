//! Pairs of geoms that the program is asked about, where it has a filter of its own.
//!
//! The filter takes the place of the bits of geoms. It gets the whole simulation, which a pass has borrowed; so there are two
//! passes: one lists the pairs, then all are asked about, then the other one leaves out what was ruled out.
//!
//! DIFFERENCE(contact-filter-calls): only pairs that no bounding volume rules out are asked about; the reference asks about all
//! that its broad phase finds. A filter whose answers depend on the two geoms has the same effect.

use synovia_model::id::GeomId;

use crate::callback;
use crate::gate::{Admitted, Derived};

/// What decides about pairs of geoms, once their bodies may touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Filtering {
    /// Their bits.
    Bits,
    /// The program: the pass only lists what to ask.
    Questions,
    /// The program: its answers are known.
    Answers,
}

/// Questions and answers; memory that is kept between calls.
#[derive(Clone, Debug, Default)]
pub(super) struct Asked {
    /// The pairs, the smaller kind first, in the order of contacts.
    pub pairs: Vec<[GeomId; 2]>,
    /// Those that are ruled out, sorted.
    ruled_out: Vec<[GeomId; 2]>,
}

impl Asked {
    /// True if the program has ruled the pair out.
    pub(super) fn is_ruled_out(&self, geoms: [GeomId; 2]) -> bool {
        self.ruled_out.binary_search(&geoms).is_ok()
    }
}

/// Asks about all pairs of the current pose; false if the call must not go on.
pub(super) fn ask(at: &mut Admitted<'_>) -> bool {
    let (model, data) = at.parts();
    data.work.collision.asked.pairs.clear();
    super::pass(model, data, Filtering::Questions);

    // moved out, because the filter may run another pass
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
