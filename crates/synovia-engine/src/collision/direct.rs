//! Few geoms: every pair that may touch in one list, and a sphere test for each.
//!
//! With some hundred pairs nothing is faster than to look at all of them. The list holds what the filter lets through, in
//! the order of contacts, and is kept as long as the filter is. A pair passes if its bounding spheres, with the margins, are
//! not apart; a little more passes than the exact test of [`super::sphere`] will let through.
//!
//! The broad phase rejects nothing that matters: boxes around spheres overlap if the spheres do. Only where spheres touch
//! to the last digits may the two disagree, because of rounding; there the boxes are asked, so that the result is always
//! theirs ([`surely_near`]).

use synovia_model::Model;
use synovia_model::enums::{Disable, Enable, GeomType};
use synovia_model::id::{BodyId, GeomId};

use super::dispatch;
use super::filter::{BodyPair, bits_match};
use crate::data::Kin;

/// With more pairs than this bodies are looked at first.
const MAX_PAIRS: usize = 4000;
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

/// The list, and the spheres of the current pose.
#[derive(Clone, Debug, Default)]
pub struct Direct {
    pairs: Vec<GeomPair>,
    /// Centre and radius with margin of each geom; planes are everywhere.
    spheres: Vec<[f64; 4]>,
    /// Pairs that passed the test.
    pub near: Vec<GeomPair>,
}

impl Direct {
    /// Lists the geoms of all body pairs; returns false if there are too many.
    pub fn list(&mut self, model: &Model, bodies: &[BodyPair]) -> bool {
        self.pairs.clear();
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
        let shared = (model.opt.enabled(Enable::OVERRIDE)).then_some(0.5 * model.opt.o_margin);
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
        self.near.clear();
        for pair in &self.pairs {
            let [a, b] = pair.geoms.map(|g| &self.spheres[g.index()]);
            let (x, y, z) = (a[0] - b[0], a[1] - b[1], a[2] - b[2]);
            let bound = a[3] + b[3];
            if x * x + y * y + z * z <= bound * bound * (1.0 + 1e-9) {
                self.near.push(*pair);
            }
        }
    }
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
