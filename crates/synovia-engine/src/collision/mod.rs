//! Collision detection: from poses to the list of contacts.
//!
//! ```text
//! asked       pairs that the program is asked about, if it has a filter of its own
//! filter      which bodies may be in contact at all: bits, welds, exclusions
//! broad       which of them are near each other: sweep and prune
//! neighbours  the neighbour (Verlet) list with skin that this makes, pairs of geoms, for several steps
//! spheres     which neighbours are near each other now: bounding spheres
//! body_boxes  and, where these graze, the boxes of the reference
//! mid         geoms of bodies with many of them: bounding volume hierarchies
//! obb         the last test before the shapes: oriented boxes, with a separating-axis cache
//! narrow      the contact manifold of two geoms: one function for each pair of kinds
//! pair_cache  what was found out about a pair in the step before, for `obb` and `narrow`
//! flex        contacts of flexes
//! parameters  how a contact behaves: friction, softness, margin
//! contacts    the list, with frames
//! policy      every threshold of lists and caches
//! ```
//!
//! Contacts come sorted by body pairs, the smaller number first; within a pair by geoms. Neighbours are kept in this order,
//! so nothing is sorted afterwards. Predefined pairs of the model come at the place of their bodies, before what is found
//! there, and take the place of what would be found for the same geoms.

mod asked;
mod body_boxes;
mod broad;
mod contacts;
pub(crate) mod field;
mod filter;
mod flex;
mod mid;
pub mod narrow;
mod neighbours;
mod obb;
mod pair_cache;
mod parameters;
pub(crate) mod policy;
mod spheres;

use core::ops::Range;

use synovia_model::Model;
use synovia_model::enums::{Cone, Disable, Enable, SleepState};
use synovia_model::id::{BodyId, GeomId, PairId};

pub use contacts::capacity;

use crate::data::{Contact, Data, Islands, Kin};
use crate::gate::Admitted;
use crate::workspace::Workspace;
use asked::{Asked, Filtering};
use body_boxes::BodyBoxes;
use contacts::{Contacts, Sides};
use filter::Filter;
use flex::FlexMemory;
use mid::BvhTraversal;
use narrow::NarrowMemory;
use neighbours::{Neighbour, NeighbourKind, Neighbours, Spheres};
use parameters::Parameters;
use policy::Policy;
use spheres::spheres_apart;

/// What collision detection keeps between steps: memory, no results.
#[derive(Clone, Debug, Default)]
pub(crate) struct CollisionMemory {
    policy: Policy,
    filter: Filter,
    neighbours: Neighbours,
    boxes: BodyBoxes,
    traversal: BvhTraversal,
    pub(crate) narrow: NarrowMemory,
    flexes: FlexMemory,
    asked: Asked,
    /// True if the contacts of the pose before may have Hessians.
    cones: bool,
}

impl CollisionMemory {
    /// Empty memory with other thresholds: they change no result, only how long it takes.
    fn with_policy(policy: Policy) -> Self {
        Self {
            policy,
            narrow: NarrowMemory::with_policy(&policy),
            ..Self::default()
        }
    }
}

/// Gives a simulation other thresholds, for tests and benchmarks; what was kept is forgotten.
pub fn set_policy(data: &mut Data, policy: Policy) {
    data.work.collision = CollisionMemory::with_policy(policy);
}

/// Finds all contacts of the current pose.
///
/// Reads `kin`; writes `contact` and `kin.bvh_active`, and forgets the constraint rows of the contacts before.
#[doc(alias = "mj_collision")]
pub(crate) fn collision(at: &mut Admitted<'_>) {
    let (model, data) = at.parts();
    if data.callbacks.contact_filter.is_none() {
        pass(model, data, Filtering::Bits);
    } else if asked::ask(at) {
        let (_, data) = at.parts();
        pass(model, data, Filtering::Answers);
    }
}

/// A pass over all pairs that may touch; `filtering` says what happens with those that the bits do not decide.
fn pass(model: &Model, data: &mut Data, filtering: Filtering) {
    let Data {
        state,
        kin,
        contact,
        efc,
        island,
        diag,
        work: Workspace {
            collision: memory,
            awake,
            ..
        },
        ..
    } = data;
    efc.clear();
    (island.nisland, island.nidof) = (0, 0);
    let marks = model.vis.global.bvactive != 0;
    if marks {
        kin.bvh_active.rows_mut().fill(0);
    }
    let off = model.opt.disabled(Disable::CONSTRAINT) || model.opt.disabled(Disable::CONTACT);
    // flexes do not sleep, and are in contact with the world even if nothing else is awake
    let still = model.flex.is_empty() && awake.nobody_moves(model);
    if off || model.body.len() + model.flex.len() < 2 || still {
        contact.list.clear();
        return;
    }
    memory.begin(model, kin, marks, filtering != Filtering::Bits);

    // Hessians of cones are zero, unless elliptic cones were there before
    let elliptic = model.opt.cone == Cone::Elliptic;
    if memory.cones && !elliptic {
        contact.list.clear();
    }
    memory.cones = elliptic;
    let pass = Pass {
        model,
        kin,
        island,
        contacts: Contacts {
            list: &mut contact.list,
            count: 0,
            cones: elliptic,
            capacity: capacity(model),
            time: state.time,
            diag,
        },
        boxes: &mut memory.boxes,
        traversal: &mut memory.traversal,
        narrow: &mut memory.narrow,
        flexes: &mut memory.flexes,
        filter: &memory.filter,
        filtering,
        asked: &mut memory.asked,
        sleep: model.opt.enabled(Enable::SLEEP),
        merged: 0,
    };
    pass.run(memory.neighbours.list());

    if marks {
        for &node in &memory.traversal.visited {
            // a simulation may have been made for fewer boxes
            if let Some(mark) = kin.bvh_active.rows_mut().get_mut(node) {
                *mark = 1;
            }
        }
        if !model.flex.is_empty() {
            let marks = memory.flexes.marks();
            for (mark, more) in kin.bvh_active.rows_mut().iter_mut().zip(marks) {
                *mark |= more;
            }
        }
    }
}

impl CollisionMemory {
    /// Prepares a pass: lists and caches are those of the model and of the pose.
    fn begin(&mut self, model: &Model, kin: &Kin, marks: bool, custom: bool) {
        let changed = self.filter.update(model, custom);
        if changed {
            self.neighbours.forget(model, &self.filter);
            self.narrow.pairs.fit(model.geom.len(), &self.policy);
        }
        self.neighbours
            .update(model, kin, &self.filter, marks, &self.policy);
        self.narrow.ccd.begin();
        self.boxes.forget(model.body.len() + model.flex.len());
        self.traversal.visited.clear();
        if !model.flex.is_empty() {
            self.flexes.begin(model, &self.filter, changed, marks);
        }
    }
}

/// A pass over the neighbours of one pose.
struct Pass<'a> {
    model: &'a Model,
    kin: &'a Kin,
    island: &'a Islands,
    contacts: Contacts<'a>,
    boxes: &'a mut BodyBoxes,
    traversal: &'a mut BvhTraversal,
    narrow: &'a mut NarrowMemory,
    flexes: &'a mut FlexMemory,
    filter: &'a Filter,
    filtering: Filtering,
    asked: &'a mut Asked,
    sleep: bool,
    /// How many predefined pairs are done.
    merged: usize,
}

impl Pass<'_> {
    fn run(mut self, neighbours: &[Neighbour]) {
        if self.filtering == Filtering::Questions {
            self.bodies(neighbours);
        } else if self.model.flex.is_empty() {
            self.bodies(neighbours);
            self.predefined(self.merged..self.model.pair.len());
        } else {
            self.bodies_and_flexes(neighbours);
        }
        self.contacts.finish();
    }

    /// Contacts of bodies with each other and with flexes, then those of flexes.
    #[inline(never)]
    fn bodies_and_flexes(&mut self, neighbours: &[Neighbour]) {
        let mut rest = neighbours;
        for at in 0..self.body_flex_pairs() {
            // order: flexes come after the last body
            let body = self.body_of_pair(at);
            let (before, after) = rest.split_at(rest.partition_point(|p| p.bodies[0] <= body));
            self.bodies(before);
            self.body_and_flex(at);
            rest = after;
        }
        self.bodies(rest);
        self.predefined(self.merged..self.model.pair.len());
        self.merged = self.model.pair.len();
        self.flexes_with_each_other();
        self.flexes_with_themselves();
    }

    /// Contacts of bodies with each other.
    #[inline]
    fn bodies(&mut self, neighbours: &[Neighbour]) {
        for pair in neighbours {
            let spheres = pair.spheres(self.kin);
            if spheres == Spheres::Apart || self.sleep && self.resting(pair.bodies) {
                continue;
            }
            if pair.kind == NeighbourKind::Hierarchies {
                if pair.everywhere || self.boxes.overlap(self.model, self.kin, pair.bodies) {
                    self.hierarchies(pair.bodies);
                }
            } else if !self.apart(pair, spheres) {
                self.predefined_up_to(pair.bodies);
                self.found(pair.geoms);
            }
        }
    }

    /// True if neither of two bodies moves.
    fn resting(&self, [b1, b2]: [BodyId; 2]) -> bool {
        let asleep = |b: BodyId| self.island.body_awake[b] == SleepState::Asleep.0;
        let fixed = |b: BodyId| self.model.body.weldid[b] == BodyId::WORLD;
        (asleep(b1) && (asleep(b2) || fixed(b2))) || (asleep(b2) && fixed(b1))
    }

    /// True if two geoms are ruled out by what is cheaper than their shapes.
    #[inline]
    fn apart(&mut self, pair: &Neighbour, spheres: Spheres) -> bool {
        let (model, kin) = (self.model, self.kin);
        let sure = spheres == Spheres::Meeting;
        if sure && pair.kind == NeighbourKind::Geoms {
            return false;
        }
        let margin = self.margin(pair.geoms);
        !sure && spheres_apart(model, kin, pair.geoms, margin)
            || pair.kind == NeighbourKind::GeomsWithBoxes
                && obb::geoms_apart(model, kin, pair.geoms, margin, &mut self.narrow.pairs)
            || !sure && !pair.everywhere && !self.boxes.overlap(model, kin, pair.bodies)
    }

    /// Contacts of predefined pairs that come before those of two bodies; returns these pairs.
    #[inline]
    fn predefined_up_to(&mut self, [b1, b2]: [BodyId; 2]) -> Range<usize> {
        let signature = filter::signature(b1, b2);
        let pairs = filter::pairs_up_to(self.model, self.merged, signature);
        if !pairs.is_empty() {
            self.merged = pairs.end;
            if self.filtering != Filtering::Questions {
                self.predefined(pairs.clone());
            }
        }
        pairs
    }

    /// Contacts of predefined pairs, whatever the bits and bodies of their geoms say.
    fn predefined(&mut self, pairs: Range<usize>) {
        let model = self.model;
        for p in pairs.map(PairId::new) {
            let geoms = [model.pair.geom1[p], model.pair.geom2[p]];
            let awake = |g| self.island.body_awake[model.geom.bodyid[g]] == SleepState::Awake.0;
            if self.sleep && !geoms.into_iter().any(awake) {
                continue;
            }
            let geoms = by_kind(model, geoms);
            let margin = parameters::margin(model, model.pair.margin[p]);
            self.collide(geoms, margin, |contact| {
                Parameters::of_pair(model, p).apply(model, margin, contact);
            });
        }
    }

    /// Contacts of two bodies, found by their hierarchies, but for geoms that are among the predefined pairs.
    fn hierarchies(&mut self, bodies: [BodyId; 2]) {
        let model = self.model;
        let predefined = self.predefined_up_to(bodies);
        self.traversal
            .find(model, self.kin, bodies, &mut self.narrow.pairs);
        let named = |[g1, g2]: [GeomId; 2]| {
            predefined.clone().any(|p| {
                let named = [model.pair.geom1.rows()[p], model.pair.geom2.rows()[p]];
                named == [g1, g2] || named == [g2, g1]
            })
        };
        if !predefined.is_empty() {
            self.traversal.near.retain(|&geoms| !named(geoms));
        }
        for geoms in &mut self.traversal.near {
            *geoms = by_kind(model, *geoms);
        }
        // order: by number, once the geom of the smaller kind is first
        self.traversal.near.sort_unstable();
        let kind = &model.geom.type_;
        for at in 0..self.traversal.near.len() {
            let geoms @ [g1, g2] = self.traversal.near[at];
            if self.filter.bits_allow(model, geoms) && narrow::collides(kind[g1], kind[g2]) {
                self.found(geoms);
            }
        }
    }

    /// The margin of two geoms without a predefined pair.
    #[inline]
    fn margin(&self, [g1, g2]: [GeomId; 2]) -> f64 {
        let margin = &self.model.geom.margin;
        parameters::margin(self.model, margin[g1] + margin[g2])
    }

    /// Contacts of two geoms without a predefined pair that no cheaper test has ruled out.
    fn found(&mut self, geoms @ [g1, g2]: [GeomId; 2]) {
        match self.filtering {
            Filtering::Questions => return self.asked.pairs.push(geoms),
            Filtering::Answers if self.asked.is_ruled_out(geoms) => return,
            Filtering::Bits | Filtering::Answers => {}
        }
        let (model, margin) = (self.model, self.margin(geoms));
        self.narrow_phase(geoms, margin, |contact| {
            Parameters::of_geoms(model, g1, g2).apply(model, margin, contact);
        });
    }

    /// Contacts of two geoms, the smaller kind first.
    #[doc(alias = "mj_collideGeoms")]
    fn collide(&mut self, geoms: [GeomId; 2], margin: f64, parameters: impl FnOnce(&mut Contact)) {
        let (model, kin) = (self.model, self.kin);
        let [kind1, kind2] = geoms.map(|g| model.geom.type_[g]);
        if narrow::collides(kind1, kind2) && !spheres_apart(model, kin, geoms, margin) {
            self.narrow_phase(geoms, margin, parameters);
        }
    }

    /// Contacts of two geoms that no cheaper test has ruled out.
    fn narrow_phase(
        &mut self,
        geoms: [GeomId; 2],
        margin: f64,
        parameters: impl FnOnce(&mut Contact),
    ) {
        if !self.contacts.has_room() {
            return;
        }
        narrow::manifold(self.model, self.kin, geoms, margin, self.narrow);
        let manifold = &self.narrow.manifold;
        if !manifold.is_empty() {
            self.contacts
                .push(Sides::geoms(geoms), manifold, parameters);
        }
    }
}

/// The geom of the smaller kind first.
#[inline]
fn by_kind(model: &Model, [g1, g2]: [GeomId; 2]) -> [GeomId; 2] {
    if model.geom.type_[g1] > model.geom.type_[g2] {
        [g2, g1]
    } else {
        [g1, g2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_without_anything_has_no_contacts() {
        let model = Model::default();
        assert_eq!(capacity(&model), 0);
        let mut data = Data::new(&model);
        collision(&mut Admitted::unchecked(&model, &mut data));
        assert!(data.contact.list.is_empty());
    }
}
