//! Which bodies may touch at all, whatever their poses.
//!
//! ```text
//! bits      (contype₁ & conaffinity₂) ∨ (contype₂ & conaffinity₁), over the unions of the bodies' geoms      (1)
//! welds     not welded to each other; not weld parent and weld child, unless that filter is off or one is static
//! excludes  not listed in the model
//! ```
//!
//! All of this is in the model, so the answer is kept from step to step as a list of body pairs. A model may be edited at
//! any time: the list remembers the columns that it was made from and is made anew when one of them has changed.
//!
//! A static body with a plane, and the world, are near everything: their pairs need no further look. Other pairs name the
//! two boxes of the [broad phase](super::broad) that must overlap. With many bodies the list would grow with the square of
//! their number: beyond some length it holds the pairs of static bodies only. The broad phase sweeps along an axis for the
//! others before that.

use core::ops::Range;

use synovia_model::Model;
use synovia_model::column::AnyColumn;
use synovia_model::enums::{Disable, GeomType};
use synovia_model::id::BodyId;

/// With more pairs than this the broad phase sweeps instead of looking at every pair.
const MAX_LOOKED_AT: usize = 1500;
/// With more pairs than this they are not listed.
const MAX_LISTED: usize = 10_000;

/// Two bodies in one number, the smaller first; what predefined pairs and exclusions are sorted by.
#[inline]
pub const fn signature(b1: BodyId, b2: BodyId) -> u32 {
    ((b1.0 as u32) << 16) + b2.0 as u32
}

/// True if the bits of two objects let them touch: equation (1).
#[inline]
pub const fn bits_match([type1, affinity1]: [i32; 2], [type2, affinity2]: [i32; 2]) -> bool {
    type1 & affinity2 != 0 || type2 & affinity1 != 0
}

/// Two bodies that may touch, the smaller number first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyPair {
    /// First body.
    pub b1: BodyId,
    /// Second body.
    pub b2: BodyId,
    /// Boxes that must overlap; none for bodies that are near everything.
    pub boxes: Option<(u32, u32)>,
}

impl BodyPair {
    /// Both bodies in one number.
    #[inline]
    pub const fn signature(&self) -> u32 {
        signature(self.b1, self.b2)
    }
}

/// What follows from the model alone.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Bodies that get a box, ascending.
    pub boxed: Vec<BodyId>,
    /// Pairs by signature; if there are too many, only those that need no boxes.
    pub pairs: Vec<BodyPair>,
    /// Those that need no boxes.
    pub boxless: Vec<BodyPair>,
    /// True if all pairs are listed.
    pub complete: bool,
    /// True if pairs of boxes are to be found by sweeping.
    pub sweep: bool,
    /// Union of the bits of each body's geoms.
    bits: Vec<[i32; 2]>,
    /// True for static bodies that are near everything.
    everywhere: Vec<bool>,
    /// Columns and options that all this was made from.
    source: Vec<u8>,
}

/// The columns that a filter is made from.
fn columns(model: &Model) -> [&dyn AnyColumn; 14] {
    [
        &model.body.contype,
        &model.body.conaffinity,
        &model.body.weldid,
        &model.body.parentid,
        &model.body.geomadr,
        &model.body.geomnum,
        &model.geom.contype,
        &model.geom.conaffinity,
        &model.geom.type_,
        &model.exclude.signature,
        &model.body.bvhadr,
        &model.pair.signature,
        &model.pair.geom1,
        &model.pair.geom2,
    ]
}

fn options(model: &Model) -> [u8; 4] {
    (model.opt.disableflags & (Disable::FILTERPARENT | Disable::MIDPHASE)).to_ne_bytes()
}

impl Filter {
    /// Makes the lists anew if the model is not the one that they were made from; returns true if it did.
    #[inline]
    pub fn update(&mut self, model: &Model) -> bool {
        let changed = !self.is_of(model);
        if changed {
            self.rebuild(model);
        }
        changed
    }

    fn is_of(&self, model: &Model) -> bool {
        let mut rest = self.source.as_slice();
        let mut same = |bytes: &[u8]| match rest.split_at_checked(bytes.len()) {
            Some((head, tail)) if head == bytes => {
                rest = tail;
                true
            }
            _ => false,
        };
        same(&options(model)) && columns(model).iter().all(|c| same(c.bytes())) && rest.is_empty()
    }

    fn rebuild(&mut self, model: &Model) {
        let body = &model.body;
        self.source.clear();
        self.source.extend(options(model));
        for column in columns(model) {
            self.source.extend_from_slice(column.bytes());
        }
        self.bits.clear();
        self.bits.extend(body.ids().map(|b| {
            body.geoms(b).fold([0, 0], |[contype, affinity], g| {
                [
                    contype | model.geom.contype[g],
                    affinity | model.geom.conaffinity[g],
                ]
            })
        }));
        let collides = |b: &BodyId| body.contype[*b] != 0 || body.conaffinity[*b] != 0;
        let plane = |b| (body.geoms(b)).any(|g| model.geom.type_[g] == GeomType::Plane);
        self.everywhere.clear();
        self.everywhere.extend(body.ids().map(|b| {
            let world = b == BodyId::WORLD && body.geomnum[b] > 0;
            collides(&b) && (world || (body.weldid[b] == BodyId::WORLD && plane(b)))
        }));
        self.boxed.clear();
        self.boxed.extend(body.ids().skip(1).filter(collides));
        self.list(model);
    }

    /// Lists the pairs; tells whether to sweep instead.
    fn list(&mut self, model: &Model) {
        self.pairs.clear();
        let everywhere = model.body.ids().filter(|&b| self.everywhere[b.index()]);
        for b1 in everywhere {
            for &b2 in &self.boxed {
                if self.may_touch(model, b1, b2) {
                    self.pairs.push(BodyPair {
                        b1: b1.min(b2),
                        b2: b1.max(b2),
                        boxes: None,
                    });
                }
            }
        }
        self.pairs.sort_unstable_by_key(BodyPair::signature);
        self.boxless.clone_from(&self.pairs);
        let first = self.pairs.len();
        self.complete = true;
        'all: for k2 in 0..self.boxed.len() {
            for k1 in 0..k2 {
                let (b1, b2) = (self.boxed[k1], self.boxed[k2]);
                let listed = self.everywhere[b1.index()] || self.everywhere[b2.index()];
                if !listed && self.may_touch(model, b1, b2) {
                    if self.pairs.len() - first == MAX_LISTED {
                        self.pairs.truncate(first);
                        self.complete = false;
                        break 'all;
                    }
                    let boxes = Some((k1 as u32, k2 as u32));
                    self.pairs.push(BodyPair { b1, b2, boxes });
                }
            }
        }
        self.sweep = !self.complete || self.pairs.len() - first > MAX_LOOKED_AT;
        self.pairs.sort_unstable_by_key(BodyPair::signature);
    }

    /// True unless the model rules contacts of the two bodies out. Predefined pairs do not ask.
    pub fn may_touch(&self, model: &Model, b1: BodyId, b2: BodyId) -> bool {
        let body = &model.body;
        let (w1, w2) = (body.weldid[b1], body.weldid[b2]);
        if w1 == w2 {
            return false;
        }
        let moving = w1 != BodyId::WORLD && w2 != BodyId::WORLD;
        if moving && !model.opt.disabled(Disable::FILTERPARENT) {
            let parent = |w: BodyId| body.weldid[body.parentid[w]];
            if w1 == parent(w2) || w2 == parent(w1) {
                return false;
            }
        }
        // both unions count: the one that was compiled and the one that follows from the geoms as they are now
        let compiled = |b| [body.contype[b], body.conaffinity[b]];
        bits_match(self.bits[b1.index()], self.bits[b2.index()])
            && bits_match(compiled(b1), compiled(b2))
            && !excluded(model, signature(b1.min(b2), b1.max(b2)))
    }

    /// True for a static body that is near everything.
    #[inline]
    pub fn is_everywhere(&self, b: BodyId) -> bool {
        self.everywhere[b.index()]
    }
}

/// True if the model excludes contacts of these bodies.
fn excluded(model: &Model, signature: u32) -> bool {
    let list = model.exclude.signature.rows();
    list.binary_search_by_key(&signature, |&s| s as u32).is_ok()
}

/// Predefined pairs from `start` on whose signature is below or equal to that of two bodies.
pub fn pairs_up_to(model: &Model, start: usize, signature: u32) -> Range<usize> {
    let rest = &model.pair.signature.rows()[start..];
    let count = rest.iter().take_while(|&&s| s as u32 <= signature).count();
    start..start + count
}
