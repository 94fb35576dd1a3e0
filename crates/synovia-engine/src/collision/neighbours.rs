//! The neighbour (Verlet) list: pairs of geoms that are near each other, with a skin.
//!
//! Geoms whose bounding spheres, each inflated by a skin `s`, are apart cannot be in contact while no geom has moved
//! farther than `s`:
//!
//! ```text
//! |x₁ − x₂| > r₁ + r₂ + 2s,   |x′ᵢ − xᵢ| ≤ s     ⇒     |x′₁ − x′₂| > r₁ + r₂                              (1)
//! ```
//!
//! All other pairs are the neighbours, in the order of contacts. The list is rebuilt by the [broad phase](super::broad)
//! when a geom has left its skin. The same holds for the height above a plane, while the plane does not rotate.
//!
//! In every step neighbours are classified by their spheres: apart, surely overlapping, or grazing. If spheres surely
//! overlap, so do the [boxes](super::body_boxes) of the bodies, for all axes and precisions; only grazing pairs need the
//! exact tests. Bodies with many geoms, and all bodies with hierarchies if their nodes are to be marked, are neighbours as
//! a whole: the [mid phase](super::mid) finds their geoms in every step.

use synovia_math::{Vec3, wide};
use synovia_model::Model;
use synovia_model::enums::{Enable, GeomType};
use synovia_model::id::{BodyId, GeomId};

use super::broad::{BodyPair, Broad, Sphere, Sweep};
use super::filter::{Filter, has_hierarchies};
use super::neighbour::{InLanes, Neighbour, NeighbourKind};
use super::policy::{BOX_ROUNDING, Policy, RESERVED, WIDER};
use super::{by_kind, segments};
use crate::data::Kin;
use crate::sleep::Awake;
use crate::sleep::sleepers::same_bits;
use crate::sleep::visit::{Listed, Visit};

/// The data of a plane that its sphere does not have.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Plane {
    /// The plane.
    geom: GeomId,
    /// Its normal, world frame.
    normal: Vec3,
    /// Its share of the margin.
    margin: f64,
}

impl Plane {
    /// The plane in the current pose.
    fn of(model: &Model, kin: &Kin, geom: GeomId) -> Self {
        let shared = shared_margin(model);
        Self {
            geom,
            normal: kin.geom_xmat[geom].col(2),
            margin: shared.unwrap_or(model.geom.margin[geom]),
        }
    }

    /// True if a sphere is above the plane through `at` by more than their margins plus `room`.
    fn is_below(&self, at: Vec3, sphere: &Sphere, room: f64) -> bool {
        // rounding of the height, then the height itself
        let rounding = (WIDER - 1.0) * (at.abs() + sphere.at.abs()).dot(Vec3::splat(1.0));
        let reach = (sphere.reach + self.margin.abs()) * WIDER;
        (sphere.at - at).dot(self.normal) > reach + room + rounding
    }
}

/// The share of each geom in the margin of all contacts, if the options override it.
pub(super) fn shared_margin(model: &Model) -> Option<f64> {
    (model.opt.enabled(Enable::OVERRIDE)).then_some(0.5 * model.opt.o_margin)
}

/// Bounding spheres with margins of all geoms, in the current pose.
fn spheres(model: &Model, kin: &Kin) -> impl ExactSizeIterator<Item = Sphere> {
    let geom = &model.geom;
    let shared = shared_margin(model);
    let columns = kin.geom_xpos.iter().zip(&geom.rbound).zip(&geom.margin);
    columns.map(move |((&at, &radius), &margin)| {
        let reach = if radius > 0.0 {
            radius + shared.unwrap_or(margin)
        } else {
            f64::INFINITY
        };
        Sphere { at, reach }
    })
}

/// If more than one body in this many moves, all pairs are searched again. For 1000 boxes on a grid, following one of them
/// takes 0.1 million instructions, a whole search 3.9 million.
const FEW: usize = 8;

/// The list, and the pose for which it was built.
#[derive(Clone, Debug, Default)]
pub(super) struct Neighbours {
    /// The pairs, in the order of contacts.
    list: Vec<Neighbour>,
    /// All pairs of geoms that may collide in any pose, in the order of contacts, if there are few; empty if not.
    every: Vec<Neighbour>,
    /// The broad phase.
    broad: Broad,
    /// True if the broad phase has found the list: its balls are those of the last search.
    swept: bool,
    /// The tests that are made four at a time.
    pub(super) lanes: InLanes,
    /// True if the list was built for the current model and `marks`.
    valid: bool,
    /// True if nodes of hierarchies are marked.
    marks: bool,
    /// The pairs of which one body is awake, while some trees sleep.
    awake: Vec<Neighbour>,
    /// True if `awake` is newer than the list of all pairs.
    partial: bool,
    /// Version of the lists of awake elements for which `awake` was made; 0 if it was not.
    filtered: u64,
    /// The same for the last comparison of all geoms: until these lists change, those that sleep stay where they are.
    compared: u64,
    /// Radii and margins of all geoms when the list was built.
    reaches: [Vec<f64>; 2],
    /// Their common margin, if there was one.
    shared: Option<f64>,
    /// Bounding spheres when the list was built.
    spheres: Vec<Sphere>,
    /// Planes when the list was built.
    planes: Vec<Plane>,
    /// Distance that a geom may move \[m\].
    skin: f64,
}

impl Neighbours {
    /// The pairs, in the order of contacts, without those that rest if some trees sleep.
    #[inline]
    pub(super) fn list_of(
        &mut self,
        model: &Model,
        awake: &Awake,
        rests: impl Fn([BodyId; 2]) -> bool,
    ) -> &[Neighbour] {
        if awake.skipped(model).is_none() {
            return &self.list;
        }
        if self.filtered != awake.version {
            self.filtered = awake.version;
            self.awake.clear();
            let pairs = self.list.iter().filter(|pair| !rests(pair.bodies));
            self.awake.extend(pairs.copied());
        }
        &self.awake
    }

    /// Number of pairs for which there is memory.
    pub(super) fn capacity(&self) -> usize {
        self.list.capacity()
    }

    /// Invalidates the list for a new model.
    pub(super) fn forget(&mut self, model: &Model, filter: &Filter, policy: &Policy) {
        self.valid = false;
        let geoms = model.geom.len();
        self.list.clear();
        // enough for all pairs of a small model, so that no step allocates
        self.list
            .reserve((geoms * geoms.saturating_sub(1) / 2).min(RESERVED));
        self.awake.clear();
        if model.opt.enabled(Enable::SLEEP) {
            self.awake.reserve(self.list.capacity());
        }
        self.broad.reserve(filter);
        self.list_every(model, filter, policy);
    }

    /// Lists all pairs of geoms that may collide, if there are few and none of them needs hierarchies.
    fn list_every(&mut self, model: &Model, filter: &Filter, policy: &Policy) {
        self.every.clear();
        let bodies = filter.bodies.len();
        if filter.is_custom() || bodies * bodies.saturating_sub(1) / 2 > policy.listed_pairs {
            return;
        }
        let mut pairs = filter.everywhere_pairs.clone();
        let swept = |b: &&BodyId| !filter.is_everywhere(**b);
        for (k, &b1) in filter.bodies.iter().enumerate().filter(|(_, b)| swept(b)) {
            let later = filter.bodies[k + 1..].iter().filter(swept);
            let found = later.filter(|&&b2| filter.may_collide(model, b1, b2));
            pairs.extend(found.map(|&b2| BodyPair::new(b1, b2)));
        }
        pairs.sort_unstable();
        let geoms = |b| filter.geoms(b).len();
        let count = |pair: &BodyPair| pair.bodies().map(geoms).into_iter().product::<usize>();
        if pairs.iter().map(count).sum::<usize>() > policy.listed_pairs {
            return;
        }
        let mut every = core::mem::take(&mut self.every);
        self.collect(model, filter, policy, &pairs, |_, _| true, &mut every);
        if (every.iter()).any(|pair| pair.kind == NeighbourKind::Hierarchies) {
            every.clear();
        }
        self.every = every;
    }

    /// Rebuilds the list if it may miss a pair of the current pose; `marks` is true if nodes of hierarchies are marked.
    pub(super) fn update(
        &mut self,
        model: &Model,
        kin: &Kin,
        filter: &Filter,
        awake: &Awake,
        marks: bool,
        policy: &Policy,
    ) {
        let who = awake.skipped(model);
        // a list of moving bodies is complete until something else falls asleep or wakes
        let same = who.is_some() && self.compared == awake.version;
        let usable = self.valid && self.marks == marks && (same || !self.partial);
        let still = usable
            && same
            && self.swept
            && self.has_reaches_of(model)
            && self.has_planes_of(model, kin);
        self.compared = awake.version;
        match who {
            // geoms that do not move have been compared before
            Some(who) if still => {
                if who.geoms(model).all(|g| self.is_in_skin(kin, g)) {
                    return;
                }
                if FEW * awake.movers.len() < filter.bodies.len() {
                    return self.follow(model, kin, filter, who, policy);
                }
            }
            _ if usable && self.is_current(model, kin) => return,
            _ => {}
        }
        (self.valid, self.marks) = (true, marks);
        (self.filtered, self.partial) = (0, false);
        // the pose, the pairs of bodies, then the pairs of geoms
        self.place(model, kin, policy);
        let mut list = core::mem::take(&mut self.list);
        self.swept = self.every.is_empty() || marks || who.is_some();
        if self.swept {
            let sweep = Sweep {
                skin: self.skin,
                boxes: marks,
            };
            self.broad.find(model, filter, &self.spheres, sweep);
            self.collect_near(model, filter, policy, &mut list);
        } else {
            list.clear();
            let every = self.every.iter().copied();
            list.extend(every.filter_map(|mut pair| self.bound(&mut pair).then_some(pair)));
        }
        self.list = list;
        let count =
            |test: fn(&Neighbour) -> bool| self.list.iter().filter(|&pair| test(pair)).count();
        let segments = count(Neighbour::is_closed);
        let boxes = count(|pair| pair.kind == NeighbourKind::GeomsWithBoxes);
        // Worth while if nearly all pairs are tested, and there are more of them than geoms. Collision in thousands of
        // instructions, without and with: a humanoid 17.9 and 11.6; with a third of other shapes, 63 and 69. Boxes only in
        // large scenes: cards 258 and 205, but the step of a quadruped of 26 geoms 240 and 250.
        let (geoms, pairs) = (model.geom.len(), self.list.len());
        let boxes = policy.segments && boxes > (3 * geoms).max(400);
        self.lanes = InLanes {
            any: boxes || segments > geoms.max(pairs - pairs / 10),
            boxes,
        };
    }

    /// Finds the pairs of the bodies that move; all other geoms are where they were compared last.
    fn follow(
        &mut self,
        model: &Model,
        kin: &Kin,
        filter: &Filter,
        who: Listed<'_>,
        policy: &Policy,
    ) {
        for g in who.geoms(model) {
            self.spheres[g.index()].at = kin.geom_xpos[g];
        }
        let sweep = Sweep {
            skin: self.skin,
            boxes: self.marks,
        };
        let moves = |b| who.moves(b);
        (self.broad).find_moving(model, filter, &self.spheres, sweep, moves);
        let mut list = core::mem::take(&mut self.awake);
        self.collect_near(model, filter, policy, &mut list);
        self.awake = list;
        (self.filtered, self.partial) = (self.compared, true);
    }

    /// True if no geom has left its skin or changed its size, and no plane has rotated.
    fn is_current(&self, model: &Model, kin: &Kin) -> bool {
        let skin2 = self.skin * self.skin;
        let places = kin.geom_xpos.rows();
        self.has_reaches_of(model)
            && places.len() == self.spheres.len()
            && wide!(_simd => {
                // without a branch for each geom
                let near = |(now, before): (&Vec3, &Sphere)| (*now - before.at).norm_squared() <= skin2;
                places.iter().zip(&self.spheres).map(near).fold(true, |all, near| all & near)
            })
            && self.has_planes_of(model, kin)
    }

    /// True if a geom has not left its skin.
    fn is_in_skin(&self, kin: &Kin, g: GeomId) -> bool {
        let away = kin.geom_xpos[g] - self.spheres[g.index()].at;
        away.norm_squared() <= self.skin * self.skin
    }

    /// True if no plane has rotated or changed its margin.
    fn has_planes_of(&self, model: &Model, kin: &Kin) -> bool {
        (self.planes.iter()).all(|plane| *plane == Plane::of(model, kin, plane.geom))
    }

    /// True if all geoms have the radii and margins with which the list was built.
    fn has_reaches_of(&self, model: &Model) -> bool {
        let [radii, margins] = [model.geom.rbound.rows(), model.geom.margin.rows()];
        let [radii0, margins0] = &self.reaches;
        self.spheres.len() == radii.len()
            && self.shared == shared_margin(model)
            && wide!(_simd => same_bits(radii, radii0) && same_bits(margins, margins0))
    }

    /// Stores the pose, and computes the skin from the mean radius.
    fn place(&mut self, model: &Model, kin: &Kin, policy: &Policy) {
        let [radii, margins] = &mut self.reaches;
        radii.clear();
        radii.extend_from_slice(model.geom.rbound.rows());
        margins.clear();
        margins.extend_from_slice(model.geom.margin.rows());
        self.shared = shared_margin(model);
        // spheres of all geoms; planes have an infinite radius
        self.spheres.clear();
        self.spheres.extend(spheres(model, kin));
        let finite = || {
            self.spheres
                .iter()
                .map(|s| s.reach)
                .filter(|r| r.is_finite())
        };
        // the skin is a fraction of the mean radius
        let mean = finite().sum::<f64>() / finite().count().max(1) as f64;
        self.skin = policy.skin * mean.abs();
        self.planes.clear();
        let planes = (model.geom.ids()).filter(|&g| model.geom.type_[g] == GeomType::Plane);
        (self.planes).extend(planes.map(|g| Plane::of(model, kin, g)));
    }

    /// Lists the geoms of the bodies that the broad phase has found.
    fn collect_near(
        &self,
        model: &Model,
        filter: &Filter,
        policy: &Policy,
        list: &mut Vec<Neighbour>,
    ) {
        let near = Self::bound;
        self.collect(model, filter, policy, &self.broad.pairs, near, list);
    }

    /// Lists the geoms of pairs of bodies that may collide and are `near` each other.
    fn collect(
        &self,
        model: &Model,
        filter: &Filter,
        policy: &Policy,
        pairs: &[BodyPair],
        near: impl Fn(&Self, &mut Neighbour) -> bool,
        list: &mut Vec<Neighbour>,
    ) {
        list.clear();
        for pair in pairs {
            // a whole pair of bodies, to begin with
            let bodies @ [b1, b2] = pair.bodies();
            let everywhere = bodies.iter().any(|&b| filter.is_everywhere(b));
            let trees = has_hierarchies(model, bodies);
            let (geoms1, geoms2) = (filter.geoms(b1), filter.geoms(b2));
            let mut neighbour = Neighbour {
                bodies,
                geoms: [GeomId::NONE; 2],
                kind: NeighbourKind::Hierarchies,
                everywhere,
                apart_beyond: f64::INFINITY,
                meet_within: 0.0,
            };
            let many = geoms1.len() * geoms2.len() > policy.tree_pairs;
            // without bits only hierarchies know which geoms can touch: those that had bits when the model was compiled
            if trees && (self.marks || filter.is_custom() || many) {
                list.push(neighbour);
                continue;
            }
            let start = list.len();
            // all pairs of geoms that are within the skin and may collide
            for &g1 in geoms1 {
                for &g2 in geoms2 {
                    neighbour.geoms = by_kind(model, [g1, g2]);
                    if near(self, &mut neighbour)
                        && filter.may_collide_geoms(model, neighbour.geoms)
                    {
                        let boxes = trees && !is_cheap(model, neighbour.geoms);
                        let kinds = neighbour.geoms.map(|g| model.geom.type_[g]);
                        neighbour.kind = if boxes {
                            NeighbourKind::GeomsWithBoxes
                        } else if segments::is_known(kinds) && policy.segments {
                            match kinds[0] {
                                GeomType::Plane => NeighbourKind::AbovePlane,
                                _ => NeighbourKind::Segments,
                            }
                        } else {
                            NeighbourKind::Geoms
                        };
                        list.push(neighbour);
                    }
                }
            }
            if trees {
                // order: by id, once the geom of the smaller kind is first
                list[start..].sort_unstable_by_key(|neighbour| neighbour.geoms);
            }
        }
    }

    /// Computes the distances at which two spheres touch; returns false if they are not neighbours, equation (1).
    #[inline]
    fn bound(&self, neighbour: &mut Neighbour) -> bool {
        let [a, b] = neighbour.geoms.map(|g| &self.spheres[g.index()]);
        let bound = a.reach + b.reach;
        let room = 2.0 * WIDER * self.skin;
        // beyond this distance they are not neighbours
        let reach = bound.abs() * WIDER + room;
        let dist2 = (a.at - b.at).norm_squared();
        if dist2 > reach * reach {
            return false;
        }
        // a plane has no sphere: use the height above it
        if bound == f64::INFINITY {
            (neighbour.apart_beyond, neighbour.meet_within) = (f64::INFINITY, 0.0);
            let plane = (self.planes.iter()).find(|plane| plane.geom == neighbour.geoms[0]);
            return !plane.is_some_and(|plane| plane.is_below(a.at, b, room));
        }
        // centres may have moved by the skin, on every axis
        let places = (a.at.abs() + b.at.abs()).dot(Vec3::splat(1.0)) + 6.0 * self.skin;
        let inner = (bound - BOX_ROUNDING * (places + bound)).max(0.0);
        neighbour.apart_beyond = bound * bound * WIDER;
        neighbour.meet_within = inner * inner;
        true
    }
}

/// True if finding the contact points of two geoms takes no longer than comparing their boxes.
fn is_cheap(model: &Model, geoms: [GeomId; 2]) -> bool {
    match geoms.map(|g| model.geom.type_[g]) {
        // formulas with planes and spheres are cheap
        [GeomType::Plane | GeomType::Sphere, kind] => {
            !matches!(kind, GeomType::Ellipsoid | GeomType::Mesh)
        }
        kinds => kinds == [GeomType::Capsule; 2],
    }
}
