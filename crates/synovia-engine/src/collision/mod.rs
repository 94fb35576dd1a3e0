//! Collision detection: which geoms touch, where, and how their contacts behave.
//!
//! ```text
//! filter      which bodies may touch at all: bits, welds, exclusions; kept from step to step
//! broad       which of them are near each other: boxes around bodies
//! tree        which of their geoms are near each other: trees of boxes, where bodies have several geoms
//! direct      in place of both where there are not too many geoms: their pairs, one by one
//! sphere      cheap tests before the shapes themselves: bounding spheres
//! boxes       and oriented boxes
//! dispatch    where two geoms touch: one function for each pair of kinds
//! hints       what was between two convex geoms in the step before
//! parameters  how the contact behaves: friction, softness, margin
//! ```
//!
//! Contacts come in the order of body pairs, the smaller number first; within a pair in the order of geoms. Predefined
//! pairs of the model come at the place of their bodies, before what is found there, and take the place of what would be
//! found for the same geoms.

pub mod boxes;
pub mod broad;
pub mod direct;
pub mod dispatch;
pub mod filter;
pub mod hints;
pub mod parameters;
pub mod sphere;
pub mod tree;

use core::ops::Range;

use synovia_geom::collide::ContactPoint;
use synovia_math::{Mat3, Vec3};
use synovia_model::Model;
use synovia_model::consts::MAX_CONTACTS_PER_PAIR;
use synovia_model::enums::{Cone, Disable, Enable, SleepState, Warning};
use synovia_model::id::{BodyId, GeomId, PairId};

use crate::data::{Contact, Data, Diag, EngineError, Islands, Kin};
use crate::gate;
use crate::workspace::Workspace;
use boxes::AxisNotes;
use broad::Broad;
use direct::Direct;
use dispatch::NarrowMemory;
use filter::{BodyPair, Filter, bits_match};
use parameters::Parameters;
use sphere::spheres_apart;
use tree::Walk;

/// Up to so many pairs of geoms of two bodies a tree of boxes does not pay.
const FEW_GEOMS: i32 = 12;

/// What collision detection keeps between steps: memory, no results.
#[derive(Clone, Debug, Default)]
pub struct CollisionMemory {
    filter: Filter,
    /// True if `direct` holds every pair of geoms.
    few: bool,
    direct: Direct,
    broad: Broad,
    walk: Walk,
    pub(crate) narrow: NarrowMemory,
    /// True if the contacts of the pose before may have Hessians.
    cones: bool,
}

/// Finds all contacts of the current pose.
///
/// Reads `kin`; writes `contact` and `kin.bvh_active`, and forgets the constraint rows of the contacts before.
#[doc(alias = "mj_collision")]
pub fn collision(model: &Model, data: &mut Data) {
    if !gate::open(model, data) {
        return;
    }
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
    if off || model.body.len() < 2 || awake.nobody_moves(model) {
        contact.list.clear();
        return;
    }

    let CollisionMemory {
        filter,
        few,
        direct,
        broad,
        walk,
        narrow,
        cones,
    } = memory;
    narrow.ccd.begin();
    if filter.update(model) {
        *few = filter.complete && direct.list(model, &filter.pairs);
    }
    // Hessians of cones are zero, unless elliptic cones were there before
    let elliptic = model.opt.cone == Cone::Elliptic;
    if *cones && !elliptic {
        contact.list.clear();
    }
    *cones = elliptic;
    let mut detection = Detection {
        model,
        time: state.time,
        kin,
        island,
        list: &mut contact.list,
        count: 0,
        cones: *cones,
        diag,
        narrow,
        capacity: capacity(model),
        sleep: model.opt.enabled(Enable::SLEEP),
    };

    // predefined pairs come before what is found at the place of their bodies
    let mut merged = 0;
    if *few && !marks {
        direct.find(model, detection.kin);
        broad.forget();
        for near in &direct.near {
            let bodies = &filter.pairs[near.pair.bodies as usize];
            if detection.apart(near, bodies, broad, &mut walk.axes) {
                continue;
            }
            let predefined = filter::pairs_up_to(model, merged, bodies.signature());
            merged = predefined.end;
            detection.predefined(predefined);
            detection.found(near.pair.geoms);
        }
    } else {
        let resting = awake.is_partial(model).then_some(&*island);
        broad.find(model, detection.kin, filter, resting);
        walk.visited.clear();
        for near in &broad.near {
            let bodies @ [b1, b2] = near.bodies();
            let predefined = filter::pairs_up_to(model, merged, filter::signature(b1, b2));
            merged = predefined.end;
            detection.predefined(predefined.clone());
            detection.bodies(bodies, predefined, walk, marks);
        }
    }
    detection.predefined(merged..model.pair.len());
    let found = detection.count;
    contact.list.truncate(found);

    complete_frames(&mut contact.list);

    if marks {
        for &node in &walk.visited {
            // a simulation may have been made for fewer boxes
            if let Some(mark) = kin.bvh_active.rows_mut().get_mut(node) {
                *mark = 1;
            }
        }
    }
}

/// How many contacts there is room for: the reference keeps them in an arena of bounded size, beside the list of all body
/// pairs.
pub fn capacity(model: &Model) -> usize {
    let bodies = model.body.len() + model.flex.len();
    let pairs = size_of::<i32>() * (bodies * bodies.saturating_sub(1) / 2);
    let arena = usize::try_from(model.size.narena).unwrap_or(0);
    arena.saturating_sub(pairs) / size_of::<Contact>()
}

/// A pass over the pairs of one pose.
struct Detection<'a> {
    model: &'a Model,
    time: f64,
    kin: &'a Kin,
    island: &'a Islands,
    /// Contacts of the pose before, from the front replaced by those of this one: memory is written once.
    list: &'a mut Vec<Contact>,
    /// How many are of this pose.
    count: usize,
    /// True if Hessians of contacts are to be cleared.
    cones: bool,
    diag: &'a mut Diag,
    narrow: &'a mut NarrowMemory,
    capacity: usize,
    sleep: bool,
}

impl Detection<'_> {
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

    /// Contacts of two bodies, but for geoms that are among the predefined pairs.
    fn bodies(
        &mut self,
        bodies @ [b1, b2]: [BodyId; 2],
        predefined: Range<usize>,
        walk: &mut Walk,
        marks: bool,
    ) {
        let model = self.model;
        if self.sleep && self.resting(bodies) {
            return;
        }
        let named = |[g1, g2]: [GeomId; 2]| {
            predefined.clone().any(|p| {
                let named = [model.pair.geom1[p], model.pair.geom2[p]];
                named == [g1, g2] || named == [g2, g1]
            })
        };
        let body = &model.body;
        if direct::has_trees(model, bodies) {
            if marks || body.geomnum[b1] * body.geomnum[b2] > FEW_GEOMS {
                walk.find(model, self.kin, bodies);
            } else {
                walk.find_all(model, self.kin, bodies);
            }
            walk.near.retain(|&geoms| !named(geoms));
            for geoms in &mut walk.near {
                *geoms = by_kind(model, *geoms);
            }
            // order: by number, once the geom of the smaller kind is first
            walk.near.sort_unstable();
            for &geoms in &walk.near {
                self.geoms(geoms);
            }
            return;
        }
        for g1 in body.geoms(b1) {
            for g2 in body.geoms(b2) {
                if !named([g1, g2]) {
                    self.geoms(by_kind(model, [g1, g2]));
                }
            }
        }
    }

    /// True if neither of two bodies moves.
    fn resting(&self, [b1, b2]: [BodyId; 2]) -> bool {
        let asleep = |b: BodyId| self.island.body_awake[b] == SleepState::Asleep.0;
        let fixed = |b: BodyId| self.model.body.weldid[b] == BodyId::WORLD;
        (asleep(b1) && (asleep(b2) || fixed(b2))) || (asleep(b2) && fixed(b1))
    }

    /// True if two geoms of the list of all pairs are ruled out by what is cheaper than their shapes.
    #[inline]
    fn apart(
        &self,
        near: &direct::Near,
        bodies: &BodyPair,
        broad: &mut Broad,
        axes: &mut AxisNotes,
    ) -> bool {
        let (model, kin) = (self.model, self.kin);
        let geoms = near.pair.geoms;
        let margin = self.margin(geoms);
        self.sleep && self.resting([bodies.b1, bodies.b2])
            || !near.surely && spheres_apart(model, kin, geoms, margin)
            || near.pair.boxes && boxes::geoms_apart(model, kin, geoms, margin, axes)
            || !direct::surely_near(model, kin, geoms, margin) && !broad.overlap(model, kin, bodies)
    }

    /// Contacts of two geoms that are not ruled out.
    fn found(&mut self, geoms @ [g1, g2]: [GeomId; 2]) {
        let (model, margin) = (self.model, self.margin(geoms));
        self.narrow_phase(geoms, margin, |contact| {
            Parameters::of_geoms(model, g1, g2).apply(model, margin, contact);
        });
    }

    /// The margin of two geoms that nobody named.
    #[inline]
    fn margin(&self, [g1, g2]: [GeomId; 2]) -> f64 {
        let margin = &self.model.geom.margin;
        parameters::margin(self.model, margin[g1] + margin[g2])
    }

    /// Contacts of two geoms that nobody named.
    fn geoms(&mut self, [g1, g2]: [GeomId; 2]) {
        let (model, geom) = (self.model, &self.model.geom);
        let bits = |g| [geom.contype[g], geom.conaffinity[g]];
        if bits_match(bits(g1), bits(g2)) {
            let margin = self.margin([g1, g2]);
            self.collide([g1, g2], margin, |contact| {
                Parameters::of_geoms(model, g1, g2).apply(model, margin, contact);
            });
        }
    }

    /// Contacts of two geoms, the smaller kind first.
    #[doc(alias = "mj_collideGeoms")]
    fn collide(&mut self, geoms: [GeomId; 2], margin: f64, parameters: impl FnOnce(&mut Contact)) {
        let (model, kin) = (self.model, self.kin);
        let [kind1, kind2] = geoms.map(|g| model.geom.type_[g]);
        if dispatch::collides(kind1, kind2) && !spheres_apart(model, kin, geoms, margin) {
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
        let (model, kin) = (self.model, self.kin);
        if self.count + MAX_CONTACTS_PER_PAIR > self.capacity {
            self.diag.warn(Warning::ContactFull, self.count, self.time);
            return;
        }
        dispatch::manifold(model, kin, geoms, margin, self.narrow);
        let manifold = &self.narrow.manifold;
        if manifold.is_empty() {
            return;
        }
        let missing = (self.count + manifold.len()).saturating_sub(self.list.len());
        for _ in 0..missing {
            self.list.push(bytemuck::Zeroable::zeroed());
        }
        let places = &mut self.list[self.count..];
        self.count += manifold.len();
        let ([first, others @ ..], [point, further @ ..]) = (places, &manifold[..]) else {
            return;
        };
        parameters(first);
        if first.dimension() as i32 != first.dim {
            self.diag.error = Some(EngineError::UnsoundContact(self.count - manifold.len()));
        }
        fill(first, point, geoms, self.cones);
        for (contact, point) in others.iter_mut().zip(further) {
            parameters::copy(first, contact);
            fill(contact, point, geoms, self.cones);
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

/// Writes everything that is not a parameter. The frame gets the normal and the tangent that is asked for; it is completed
/// when all contacts are found.
#[inline]
fn fill(contact: &mut Contact, point: &ContactPoint, geoms: [GeomId; 2], cones: bool) {
    let [g1, g2] = geoms.map(|g| g.0);
    contact.dist = point.dist;
    contact.pos = point.pos;
    contact.frame = Mat3::from_rows(point.normal, point.tangent, Vec3::ZERO);
    contact.mu = 0.0;
    if cones {
        contact.hessian = [0.0; 36];
    }
    contact.geom1 = g1;
    contact.geom2 = g2;
    contact.geom = [g1, g2];
    contact.flex = [-1; 2];
    contact.elem = [-1; 2];
    contact.vert = [-1; 2];
    contact.exclude = i32::from(point.dist >= contact.includemargin);
    contact.efc_address = -1;
    contact.pad = 0;
}

/// Completes the frames of all contacts: one root after another takes its time, but those of several contacts overlap.
fn complete_frames(list: &mut [Contact]) {
    let mut asked = (Vec3::ZERO, Vec3::ZERO);
    let mut last = frame(asked.0, asked.1);
    for contact in list {
        let rows = (contact.frame.row(0), contact.frame.row(1));
        // the contacts of a flat side share their axes
        if rows != asked {
            asked = rows;
            last = frame(asked.0, asked.1);
        }
        contact.frame = last;
    }
}

/// The axes of a contact as rows: the normal, the tangent that is asked for or else one near y or z, and the third.
#[doc(alias = "mju_makeFrame")]
#[inline]
fn frame(normal: Vec3, tangent: Vec3) -> Mat3 {
    let x = normal.normalized();
    let mut y = tangent;
    if y.norm_squared() < 0.25 {
        y = if x.y < 0.5 && x.y > -0.5 {
            Vec3::Y
        } else {
            Vec3::Z
        };
    }
    y -= x * x.dot(y);
    y.normalize();
    Mat3::from_rows(x, y, x.cross(y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_without_anything_has_no_contacts() {
        let model = Model::default();
        assert_eq!(capacity(&model), 0);
        let mut data = Data::new(&model);
        collision(&model, &mut data);
        assert!(data.contact.list.is_empty());
    }

    #[test]
    fn a_tangent_that_is_asked_for_is_kept() {
        let any = frame(Vec3::Z, Vec3::ZERO);
        assert_eq!(any, Mat3::from_rows(Vec3::Z, Vec3::Y, -Vec3::X));
        let along = frame(Vec3::Z, Vec3::new(1.0, 0.0, 5.0));
        assert_eq!(along, Mat3::from_rows(Vec3::Z, Vec3::X, Vec3::Y));
        assert_eq!(frame(Vec3::Y, Vec3::ZERO).row(1), Vec3::Z);
    }
}
