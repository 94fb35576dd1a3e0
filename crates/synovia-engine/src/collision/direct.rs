//! Few geoms: every pair that may touch in one list, and a sphere test for each.
//!
//! The list holds what the filter lets through, in the order of contacts, and is kept as long as the filter is. A pair
//! passes if its bounding spheres, with the margins, are not apart; a little more passes than the exact test of
//! [`super::sphere`] will let through.
//!
//! Not every pair is looked at in every step. Those whose spheres, each grown by some room `s`, do not meet cannot touch as
//! long as no geom has moved further than `s`:
//!
//! ```text
//! |x₁ − x₂| > r₁ + r₂ + 2s,   |x′ᵢ − xᵢ| ≤ s     ⇒     |x′₁ − x′₂| > r₁ + r₂                              (1)
//! ```
//!
//! The others are kept as a shorter list, made anew when a geom leaves its room. The same holds for the height over a plane,
//! as long as the plane does not turn.
//!
//! The broad phase rejects nothing that matters: boxes around spheres overlap if the spheres do. Only where spheres touch
//! to the last digits may the two disagree, because of rounding; there the boxes are asked, so that the result is always
//! theirs ([`surely_near`]).

use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::enums::{Disable, Enable, GeomType};
use synovia_model::id::{BodyId, GeomId};

use super::dispatch;
use super::filter::{BodyPair, bits_match};
use crate::data::Kin;

/// With more pairs than this bodies are looked at first.
const MAX_PAIRS: usize = 10_000;
/// Radii that are this much larger make up for rounding.
const WIDER: f64 = 1.0 + 1e-8;
/// The room of geoms to begin with, in mean radii.
const ROOM: f64 = 0.1;
/// The room stays within these bounds, in mean radii.
const ROOM_BOUNDS: [f64; 2] = [0.02, 2.0];
/// The short list should last about this many steps.
const LASTS: core::ops::Range<u32> = 6..40;
/// More than the rounding of boxes in single precision.
const ROUNDING: f64 = 1e-6;

/// Two geoms that may touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GeomPair {
    /// The geoms, the smaller kind first.
    pub geoms: [GeomId; 2],
    /// The pair of their bodies, in the filter's list.
    pub bodies: u32,
    /// True if boxes around the geoms are compared first, as they are where bodies have trees of boxes.
    pub boxes: bool,
}

/// What of a plane is not in its sphere.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Plane {
    geom: GeomId,
    normal: Vec3,
    margin: f64,
}

impl Plane {
    fn of(model: &Model, kin: &Kin, geom: GeomId) -> Self {
        let shared = shared_margin(model);
        Self {
            geom,
            normal: kin.geom_xmat[geom].col(2),
            margin: shared.unwrap_or(model.geom.margin[geom]),
        }
    }
}

/// The share of each geom in the margin of all contacts, if the options say one.
fn shared_margin(model: &Model) -> Option<f64> {
    (model.opt.enabled(Enable::OVERRIDE)).then_some(0.5 * model.opt.o_margin)
}

/// A pair that passed the test.
#[derive(Clone, Copy, Debug)]
pub struct Near {
    /// The pair.
    pub pair: GeomPair,
    /// True if the spheres surely meet, whatever the rounding.
    pub surely: bool,
}

/// The list, and the spheres of the current pose.
#[derive(Clone, Debug, Default)]
pub struct Direct {
    pairs: Vec<GeomPair>,
    /// Pairs that may meet while no geom leaves its room.
    short: Vec<GeomPair>,
    /// Centre and radius with margin of each geom; planes are everywhere.
    spheres: Vec<[f64; 4]>,
    /// The spheres for which the short list was made.
    before: Vec<[f64; 4]>,
    /// The same for what else is known of planes.
    planes: Vec<Plane>,
    /// How far a geom may move, in metres and in mean radii.
    room: f64,
    share: f64,
    /// How many steps the short list has served.
    age: u32,
    /// Pairs that passed the test.
    pub near: Vec<Near>,
}

impl Direct {
    /// Lists the geoms of all body pairs; returns false if there are too many.
    pub fn list(&mut self, model: &Model, bodies: &[BodyPair]) -> bool {
        self.pairs.clear();
        self.before.clear();
        self.share = ROOM;
        for (at, pair) in bodies.iter().enumerate() {
            let start = self.pairs.len();
            let (geoms1, geoms2) = (model.body.geoms(pair.b1), model.body.geoms(pair.b2));
            if start + geoms1.len() * geoms2.len() > 16 * MAX_PAIRS {
                return false;
            }
            let trees = has_trees(model, [pair.b1, pair.b2]);
            for g1 in geoms1 {
                for g2 in geoms2.clone() {
                    let geoms = super::by_kind(model, [g1, g2]);
                    if may_touch(model, geoms) && !named(model, geoms) {
                        self.pairs.push(GeomPair {
                            geoms,
                            bodies: at as u32,
                            boxes: trees && !is_cheap(model, geoms),
                        });
                    }
                }
            }
            if trees {
                // order: by number, once the geom of the smaller kind is first
                self.pairs[start..].sort_unstable_by_key(|pair| pair.geoms);
            }
            if self.pairs.len() > MAX_PAIRS {
                return false;
            }
        }
        true
    }

    /// Finds the pairs whose spheres are near each other.
    pub fn find(&mut self, model: &Model, kin: &Kin) {
        let geom = &model.geom;
        let shared = shared_margin(model);
        let columns = kin.geom_xpos.iter().zip(&geom.rbound).zip(&geom.margin);
        self.spheres.clear();
        self.spheres.extend(columns.map(|((at, &radius), &margin)| {
            let reach = if radius > 0.0 {
                radius + shared.unwrap_or(margin)
            } else {
                f64::INFINITY
            };
            [at.x, at.y, at.z, reach]
        }));
        if !self.is_current(model, kin) {
            self.shorten(model, kin);
        }
        self.age = self.age.saturating_add(1);

        self.near.clear();
        for pair in &self.short {
            let [a, b] = pair.geoms.map(|g| &self.spheres[g.index()]);
            let bound = a[3] + b[3];
            let (dist2, bound2) = (distance_squared(a, b), bound * bound);
            if dist2 <= bound2 * WIDER {
                self.near.push(Near {
                    pair: *pair,
                    surely: dist2 * WIDER < bound2 && bound2 < f64::INFINITY,
                });
            }
        }
    }

    /// True if no geom has left its room or changed its size since the short list was made.
    fn is_current(&self, model: &Model, kin: &Kin) -> bool {
        let room2 = self.room * self.room;
        let stays = |(now, before): (&[f64; 4], &[f64; 4])| {
            distance_squared(now, before) <= room2 && now[3] == before[3]
        };
        self.before.len() == self.spheres.len()
            && self.spheres.iter().zip(&self.before).all(stays)
            && (self.planes.iter()).all(|plane| *plane == Plane::of(model, kin, plane.geom))
    }

    /// Makes the short list, equation (1); the room grows if the one before did not last, and shrinks if it lasted long.
    fn shorten(&mut self, model: &Model, kin: &Kin) {
        if !self.before.is_empty() {
            if self.age < LASTS.start {
                self.share *= 1.5;
            } else if self.age > LASTS.end {
                self.share *= 0.8;
            }
            self.share = self.share.clamp(ROOM_BOUNDS[0], ROOM_BOUNDS[1]);
        }
        self.age = 0;
        let finite = || self.spheres.iter().map(|s| s[3]).filter(|r| r.is_finite());
        let mean = finite().sum::<f64>() / finite().count().max(1) as f64;
        self.room = self.share * mean;
        self.before.clone_from(&self.spheres);
        self.short.clear();
        self.short.reserve(self.pairs.len());
        self.near.clear();
        self.near.reserve(self.pairs.len());
        self.planes.clear();
        let planes = (model.geom.ids()).filter(|&g| model.geom.type_[g] == GeomType::Plane);
        (self.planes).extend(planes.map(|g| Plane::of(model, kin, g)));
        let room = 2.0 * WIDER * self.room;
        for pair in &self.pairs {
            let [a, b] = pair.geoms.map(|g| &self.spheres[g.index()]);
            let bound = (a[3] + b[3]) * WIDER + room;
            let apart = || {
                let plane = self.planes.iter().find(|plane| plane.geom == pair.geoms[0]);
                plane.is_some_and(|plane| is_above(plane, a, b, room))
            };
            let far = distance_squared(a, b) > bound * bound;
            if !far && (bound < f64::INFINITY || !apart()) {
                self.short.push(*pair);
            }
        }
    }
}

/// Square of the distance of two centres.
#[inline]
fn distance_squared(a: &[f64; 4], b: &[f64; 4]) -> f64 {
    let (x, y, z) = (a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    x * x + y * y + z * z
}

/// True if a sphere, at `b`, is further above a plane through `a` than their margins and some room.
fn is_above(plane: &Plane, a: &[f64; 4], b: &[f64; 4], room: f64) -> bool {
    let [from, to] = [a, b].map(|s| Vec3::new(s[0], s[1], s[2]));
    let rounding = (WIDER - 1.0) * (from.abs() + to.abs()).dot(Vec3::splat(1.0));
    (to - from).dot(plane.normal) > (b[3] + plane.margin.abs()) * WIDER + room + rounding
}

/// True if geoms of these bodies are found by trees of boxes.
pub fn has_trees(model: &Model, [b1, b2]: [BodyId; 2]) -> bool {
    let body = &model.body;
    let single = body.geomnum[b1] == 1 && body.geomnum[b2] == 1;
    let trees = body.bvhadr[b1] >= 0 && body.bvhadr[b2] >= 0;
    !single && trees && !model.opt.disabled(Disable::MIDPHASE)
}

/// True if it takes no longer to find where two geoms touch than to compare boxes around them.
fn is_cheap(model: &Model, geoms: [GeomId; 2]) -> bool {
    match geoms.map(|g| model.geom.type_[g]) {
        [GeomType::Plane | GeomType::Sphere, kind] => {
            !matches!(kind, GeomType::Ellipsoid | GeomType::Mesh)
        }
        kinds => kinds == [GeomType::Capsule; 2],
    }
}

/// Bits and kinds of two geoms.
fn may_touch(model: &Model, [g1, g2]: [GeomId; 2]) -> bool {
    let geom = &model.geom;
    let bits = |g| [geom.contype[g], geom.conaffinity[g]];
    dispatch::collides(geom.type_[g1], geom.type_[g2]) && bits_match(bits(g1), bits(g2))
}

/// True if there is a predefined pair of two geoms.
fn named(model: &Model, [g1, g2]: [GeomId; 2]) -> bool {
    let mut named = model.pair.geom1.iter().zip(&model.pair.geom2);
    named.any(|(&h1, &h2)| [h1, h2] == [g1, g2] || [h1, h2] == [g2, g1])
}

/// True if two geoms are so near that boxes around their bodies overlap in any frame and precision.
pub fn surely_near(model: &Model, kin: &Kin, [g1, g2]: [GeomId; 2], margin: f64) -> bool {
    let (r1, r2) = (model.geom.rbound[g1], model.geom.rbound[g2]);
    let (c1, c2) = (kin.geom_xpos[g1], kin.geom_xpos[g2]);
    let bound = r1 + r2 + margin;
    let size = (c1.abs() + c2.abs()).to_array().iter().sum::<f64>() + bound;
    let inner = bound - ROUNDING * size;
    r1 > 0.0 && r2 > 0.0 && inner > 0.0 && (c1 - c2).norm_squared() < inner * inner
}
