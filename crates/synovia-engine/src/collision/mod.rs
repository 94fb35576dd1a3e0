//! Collision detection: from poses to the list of contacts.
//!
//! ```text
//! asked       pairs for the contact filter of the program, if it has one
//! filter      the bodies that may be in contact at all: bits, welds, exclusions
//! broad       the pairs of them that are near each other: sweep and prune
//! neighbours  the neighbour (Verlet) list with skin: pairs of geoms, valid for several steps
//! spheres     bounding spheres of neighbours in the current pose
//! lanes       the tests of spheres and segments for four neighbours at a time; `box_lanes` those of boxes
//! segments    spheres, capsules and planes that a closed formula shows to be apart
//! body_boxes  the boxes of the reference, where spheres graze
//! mid         bodies with many geoms: bounding volume hierarchies
//! obb         the last test before the narrow phase: oriented boxes, with a separating-axis cache
//! narrow      the contact manifold of two geoms: one function for each pair of kinds
//! pair_cache  results of the previous step for a pair, used by `obb` and `narrow`
//! flex        contacts of flexes
//! parameters  parameters of a contact: friction, softness, margin
//! contacts    the list, with frames
//! policy      every threshold of lists and caches
//! ```
//!
//! Contacts are sorted by body pairs, the smaller id first; within a pair by geoms. Neighbours are stored in this order, so
//! nothing is sorted afterwards. Predefined pairs of the model come at the position of their bodies, before the contacts
//! detected there, and replace those of the same geoms.

mod asked;
mod body_boxes;
mod box_lanes;
mod broad;
mod contacts;
pub(crate) mod field;
mod filter;
mod flex;
mod lanes;
mod mid;
pub mod narrow;
mod neighbour;
mod neighbours;
mod obb;
mod pair_cache;
mod parameters;
pub(crate) mod policy;
mod segments;
mod spheres;

use core::ops::Range;

use synovia_model::Model;
use synovia_model::enums::{Cone, Disable, Enable, SleepState};
use synovia_model::id::{BodyId, GeomId, PairId};

pub use contacts::capacity;

use crate::data::{Contact, Contacts as ContactGroup, Data, Diag, Islands, Kin, State};
use crate::gate::Admitted;
use crate::sleep::Awake;
use crate::workspace::Workspace;
use asked::{Asked, Filtering};
use body_boxes::BodyBoxes;
use contacts::{Contacts, Sides};
use filter::Filter;
use flex::FlexMemory;
use lanes::{ALL, ApartMask, Lanes};
use mid::BvhTraversal;
use narrow::{MeshViews, NarrowMemory};
use neighbour::{LANES, Neighbour, NeighbourKind, Spheres};
use neighbours::Neighbours;
use parameters::Parameters;
use policy::Policy;
use spheres::spheres_apart;

/// Memory and caches of collision detection, kept between steps; no results.
#[derive(Clone, Debug, Default)]
pub(crate) struct CollisionMemory {
    /// Thresholds of lists and caches.
    policy: Policy,
    /// Bodies and geoms that may be in contact at all.
    filter: Filter,
    /// Pairs that are near each other, valid for several steps.
    neighbours: Neighbours,
    /// Tests of four neighbours at a time.
    lanes: Lanes,
    /// Boxes of bodies as in the reference, for the current pose.
    boxes: BodyBoxes,
    traversal: BvhTraversal,
    pub(crate) narrow: NarrowMemory,
    /// Lists and hierarchies of flexes.
    flexes: FlexMemory,
    /// Pairs for the contact filter of the program.
    asked: Asked,
    /// True if the contacts of the previous pose may have Hessians.
    cones: bool,
}

impl CollisionMemory {
    /// Empty memory with other thresholds, which change no result, only the run time.
    fn with_policy(policy: Policy) -> Self {
        Self {
            policy,
            narrow: NarrowMemory::with_policy(&policy),
            ..Self::default()
        }
    }
}

/// Sets other thresholds of a simulation, for tests and benchmarks; caches are cleared.
pub fn set_policy(data: &mut Data, policy: Policy) {
    data.work.collision = CollisionMemory::with_policy(policy);
}

/// Finds all contacts of the current pose; with a contact filter of the program in two passes, one to collect pairs.
///
/// Takes the [`Admitted`] because the filter gets the whole simulation, and may stop the call.
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

/// The groups of a pass.
struct Groups<'a> {
    /// The time, for warnings.
    state: &'a State,
    /// Sleep states.
    island: &'a Islands,
    /// Lists of awake elements.
    awake: &'a Awake,
    /// Poses; visited nodes of hierarchies are marked.
    kin: &'a mut Kin,
    /// The contacts.
    contact: &'a mut ContactGroup,
    /// Warnings.
    diag: &'a mut Diag,
}

/// A pass with the groups of a simulation, [`find`]; the constraint rows of the previous contacts and their islands are
/// cleared.
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
    // rows and islands of the previous contacts are invalid
    efc.clear();
    (island.nisland, island.nidof) = (0, 0);
    let groups = Groups {
        state,
        island,
        awake,
        kin,
        contact,
        diag,
    };
    find(model, groups, memory, filtering);
}

/// Contacts of all pairs that may touch; `filtering` selects how pairs of geoms are filtered.
///
/// Reads `kin`, `island`; writes `contact`, `kin.bvh_active`, and warnings to `diag`.
fn find(model: &Model, groups: Groups<'_>, memory: &mut CollisionMemory, filtering: Filtering) {
    let Groups {
        state,
        island,
        awake,
        kin,
        contact,
        diag,
    } = groups;
    // nodes of hierarchies are marked only if they are drawn
    let marks = model.vis.global.bvactive != 0;
    if marks {
        kin.bvh_active.rows_mut().fill(0);
    }
    // no contacts: disabled, nothing to touch, or nothing that moves
    let off = model.opt.disabled(Disable::CONSTRAINT) || model.opt.disabled(Disable::CONTACT);
    // flexes do not sleep, and may touch the world even if nothing else is awake
    let still = model.flex.is_empty() && awake.nobody_moves(model);
    if off || model.body.len() + model.flex.len() < 2 || still {
        contact.list.clear();
        return;
    }
    // lists and caches for this model and pose
    memory.begin(model, kin, awake, marks, filtering != Filtering::Bits);
    let resting = |bodies| resting(model, island, bodies);
    let in_lanes = memory.neighbours.lanes;
    let neighbours = memory.neighbours.list_of(model, awake, resting);
    let masks = if in_lanes.any && model.flex.is_empty() {
        let pairs = &memory.narrow.pairs;
        (memory.lanes).test(model, kin, neighbours, pairs, in_lanes)
    } else {
        &[]
    };

    // Hessians of contacts are zero unless there were elliptic cones before
    let elliptic = model.opt.cone == Cone::Elliptic;
    if memory.cones && !elliptic {
        contact.list.clear();
    }
    memory.cones = elliptic;
    // all phases, pair by pair
    let mut views = MeshViews::default();
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
        views: &mut views,
    };
    pass.run(neighbours, masks);

    // mark the visited nodes of the hierarchies, for drawing
    if marks {
        for &node in &memory.traversal.visited {
            // the simulation may have been created for fewer boxes
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
    /// Prepares a pass: updates lists and caches for the model and the pose.
    fn begin(&mut self, model: &Model, kin: &Kin, awake: &Awake, marks: bool, custom: bool) {
        // the filter depends on the model only
        let changed = self.filter.update(model, custom);
        // a new model: the lists are rebuilt, the pair cache is resized
        if changed {
            self.neighbours.forget(model, &self.filter, &self.policy);
            self.lanes.reserve(self.neighbours.capacity());
            self.narrow.pairs.fit(model.geom.len(), &self.policy);
        }
        // the neighbour list depends on the pose, within its skin
        self.neighbours
            .update(model, kin, &self.filter, awake, marks, &self.policy);
        // caches of this pose
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
    /// The model.
    model: &'a Model,
    /// Poses.
    kin: &'a Kin,
    /// Sleep states.
    island: &'a Islands,
    /// The list of contacts.
    contacts: Contacts<'a>,
    /// Boxes of bodies, computed on first use.
    boxes: &'a mut BodyBoxes,
    traversal: &'a mut BvhTraversal,
    narrow: &'a mut NarrowMemory,
    /// Lists and hierarchies of flexes.
    flexes: &'a mut FlexMemory,
    /// The filter of the model.
    filter: &'a Filter,
    /// How pairs of geoms are filtered.
    filtering: Filtering,
    /// Pairs for the contact filter, and its results.
    asked: &'a mut Asked,
    /// True if trees may sleep.
    sleep: bool,
    /// Number of predefined pairs already processed.
    merged: usize,
    /// Views of meshes.
    views: &'a mut MeshViews<'a>,
}

impl Pass<'_> {
    /// Runs all phases over the neighbours, of which `masks` rules some out, and completes the list.
    fn run(mut self, neighbours: &[Neighbour], masks: &[ApartMask]) {
        // only collect pairs for the filter of the program
        if self.filtering == Filtering::Questions {
            self.bodies(neighbours);
        // predefined pairs are merged in order; the rest of them comes last
        } else if self.model.flex.is_empty() {
            self.bodies_in_lanes(neighbours, masks);
            self.predefined(self.merged..self.model.pair.len());
        } else {
            self.bodies_and_flexes(neighbours);
        }
        self.contacts.finish();
    }

    /// Contacts between bodies, of bodies with flexes, then between flexes.
    #[inline(never)]
    fn bodies_and_flexes(&mut self, neighbours: &[Neighbour]) {
        let mut rest = neighbours;
        for at in 0..self.body_flex_pairs() {
            // order: a flex is ordered like a body after the last one
            let body = self.body_of_pair(at);
            let (before, after) = rest.split_at(rest.partition_point(|p| p.bodies[0] <= body));
            self.bodies(before);
            self.body_and_flex(at);
            rest = after;
        }
        // the remaining bodies and predefined pairs
        self.bodies(rest);
        self.predefined(self.merged..self.model.pair.len());
        self.merged = self.model.pair.len();
        // flexes with each other, then with themselves
        self.flexes_with_each_other();
        self.flexes_with_themselves();
    }

    /// Contacts between bodies, of which some are known to be apart.
    #[inline]
    fn bodies_in_lanes(&mut self, neighbours: &[Neighbour], masks: &[ApartMask]) {
        // an incomplete last block has no mask
        let count = (LANES * masks.len()).min(neighbours.len());
        let (tested, untested) = neighbours.split_at(count);
        for (block, mask) in tested.as_chunks::<LANES>().0.iter().zip(masks) {
            // a program's filter is asked about pairs whatever their shapes, and a full list counts them
            let closed =
                self.filtering == Filtering::Bits && self.contacts.has_room_for_pairs(LANES);
            let apart = mask.bounds | if closed { mask.closed } else { 0 };
            let mut rest = !apart & ALL;
            while rest != 0 {
                let k = rest.trailing_zeros() as usize % LANES;
                rest &= rest - 1;
                let pair = &block[k];
                let tested = pair.kind != NeighbourKind::AbovePlane || mask.planes;
                self.pair(pair, closed && tested);
            }
        }
        self.bodies(untested);
    }

    /// Contacts between bodies.
    #[inline]
    fn bodies(&mut self, neighbours: &[Neighbour]) {
        for pair in neighbours {
            self.pair(pair, false);
        }
    }

    /// Contacts of two neighbours; `tested` if the closed test of segments has not shown that they are apart.
    #[expect(
        clippy::inline_always,
        reason = "most neighbours end in its first lines"
    )]
    #[inline(always)]
    fn pair(&mut self, pair: &Neighbour, tested: bool) {
        // bounding spheres and sleep rule most neighbours out
        let spheres = pair.spheres(self.kin);
        if spheres == Spheres::Apart || self.sleep && resting(self.model, self.island, pair.bodies)
        {
            return;
        }
        // bodies with many geoms: descend into their hierarchies
        if pair.kind == NeighbourKind::Hierarchies {
            if pair.everywhere || self.boxes.overlap(self.model, self.kin, pair.bodies) {
                self.hierarchies(pair.bodies);
            }
        // two geoms: predefined pairs that precede them, then the narrow phase
        } else if !self.apart(pair, spheres, tested) {
            self.predefined_up_to(pair.bodies);
            self.found(pair.geoms);
        }
    }

    /// True if a test cheaper than the shapes rules two geoms out.
    #[inline]
    fn apart(&mut self, pair: &Neighbour, spheres: Spheres, tested: bool) -> bool {
        let (model, kin) = (self.model, self.kin);
        let sure = spheres == Spheres::Meeting;
        // spheres that surely overlap need no further test, unless something is cheaper than the shapes
        if sure && pair.kind == NeighbourKind::Geoms {
            return false;
        }
        let margin = self.margin(pair.geoms);
        // a closed test; a program's filter is asked about pairs whatever their shapes, and a full list counts them
        let closed = pair.is_closed() && self.filtering == Filtering::Bits && !tested;
        if closed && !self.contacts.is_full() && segments::apart(model, kin, pair.geoms, margin) {
            return true;
        }
        // spheres exactly, then oriented boxes of the geoms, then boxes of the bodies as in the reference
        !sure && spheres_apart(model, kin, pair.geoms, margin)
            || pair.kind == NeighbourKind::GeomsWithBoxes
                && obb::geoms_apart(model, kin, pair.geoms, margin, &mut self.narrow.pairs)
            || !sure && !pair.everywhere && !self.boxes.overlap(model, kin, pair.bodies)
    }

    /// Adds the contacts of predefined pairs that precede those of two bodies; returns these pairs.
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

    /// Contacts of predefined pairs, regardless of the bits and bodies of their geoms.
    fn predefined(&mut self, pairs: Range<usize>) {
        let model = self.model;
        for p in pairs.map(PairId::new) {
            // a predefined pair needs one geom that is awake
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

    /// Contacts of two bodies, found by their hierarchies, except for geoms of predefined pairs.
    fn hierarchies(&mut self, bodies: [BodyId; 2]) {
        let model = self.model;
        let predefined = self.predefined_up_to(bodies);
        self.traversal
            .find(model, self.kin, bodies, &mut self.narrow.pairs);
        // predefined pairs replace pairs that were found
        let named = |[g1, g2]: [GeomId; 2]| {
            predefined.clone().any(|p| {
                let named = [model.pair.geom1.rows()[p], model.pair.geom2.rows()[p]];
                named == [g1, g2] || named == [g2, g1]
            })
        };
        if !predefined.is_empty() {
            self.traversal.near.retain(|&geoms| !named(geoms));
        }
        // the function of a pair expects the smaller kind first
        for geoms in &mut self.traversal.near {
            *geoms = by_kind(model, *geoms);
        }
        // order: by id, once the geom of the smaller kind is first
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

    /// Contacts of two geoms without a predefined pair, after all cheaper tests.
    fn found(&mut self, geoms @ [g1, g2]: [GeomId; 2]) {
        match self.filtering {
            // the first pass only collects pairs
            Filtering::Questions => return self.asked.pairs.push(geoms),
            Filtering::Answers if self.asked.is_ruled_out(geoms) => return,
            Filtering::Bits | Filtering::Answers => {}
        }
        // the narrow phase, with parameters combined from both geoms
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

    /// Contacts of two geoms, after all cheaper tests.
    fn narrow_phase(
        &mut self,
        geoms: [GeomId; 2],
        margin: f64,
        parameters: impl FnOnce(&mut Contact),
    ) {
        // a full list is a warning, and the pair is skipped
        if !self.contacts.has_room() {
            return;
        }
        let (narrow, views) = (&mut *self.narrow, &mut *self.views);
        narrow::manifold(self.model, self.kin, geoms, margin, narrow, views);
        let manifold = &self.narrow.manifold;
        if !manifold.is_empty() {
            self.contacts
                .push(Sides::geoms(geoms), manifold, parameters);
        }
    }
}

/// True if one of two bodies sleeps, and the other one sleeps or is static.
fn resting(model: &Model, island: &Islands, [b1, b2]: [BodyId; 2]) -> bool {
    let asleep = |b: BodyId| island.body_awake[b] == SleepState::Asleep.0;
    let fixed = |b: BodyId| model.body.weldid[b] == BodyId::WORLD;
    (asleep(b1) && (asleep(b2) || fixed(b2))) || (asleep(b2) && fixed(b1))
}

/// The two geoms, the smaller kind first.
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
