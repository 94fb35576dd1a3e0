//! Filter: the bodies that may be in contact at all, independent of their poses.
//!
//! ```text
//! bits      (contype₁ & conaffinity₂) ∨ (contype₂ & conaffinity₁), over the unions of the bodies' geoms      (1)
//! welds     not welded to each other; not weld parent and weld child, unless that filter is disabled or one is static
//! excludes  not listed in the model
//! ```
//!
//! If the program has its own filter ([`crate::callback`]), equation (1) applies to the compiled bits of bodies only.
//!
//! All of this depends on the model only, so the result is kept between steps as a list of body pairs. A model may be
//! edited at any time: the list stores the columns from which it was derived and is rebuilt when one of them has changed.
//!
//! A static body with a plane, and the world, are near everything: their pairs are listed. For other pairs, the
//! [broad phase](super::broad) calls [`Filter::may_collide`] once it has found them near each other.

use core::ops::Range;

use synovia_model::Model;
use synovia_model::column::AnyColumn;
use synovia_model::enums::{Disable, GeomType};
use synovia_model::id::{BodyId, GeomId};

use super::broad::BodyPair;
use super::narrow;

/// Signature of two bodies, the smaller id first, by which predefined pairs and exclusions are sorted.
#[inline]
pub(super) const fn signature(b1: BodyId, b2: BodyId) -> u32 {
    ((b1.0 as u32) << 16) + b2.0 as u32
}

/// True if the bits of two objects allow them to collide: equation (1).
#[inline]
pub(super) const fn bits_match([type1, affinity1]: [i32; 2], [type2, affinity2]: [i32; 2]) -> bool {
    type1 & affinity2 != 0 || type2 & affinity1 != 0
}

/// Everything that follows from the model alone.
#[derive(Clone, Debug, Default)]
pub(super) struct Filter {
    /// Bodies with bits, ascending, without the world.
    pub bodies: Vec<BodyId>,
    /// Sorted pairs in which one body is near everything.
    pub everywhere_pairs: Vec<BodyPair>,
    /// Geoms of predefined pairs, the smaller id first, sorted.
    predefined: Vec<[GeomId; 2]>,
    /// Geoms with bits, body by body, and the first geom of each body.
    geoms: Vec<GeomId>,
    /// First geom of each body in `geoms`.
    first_geom: Vec<usize>,
    /// Union of the bits of each body's geoms.
    bits: Vec<[i32; 2]>,
    /// True for static bodies that are near everything.
    everywhere: Vec<bool>,
    /// True if the program has a contact filter: the bits of geoms are ignored, only those of bodies apply.
    custom: bool,
    /// Options and columns from which all this was derived.
    source: Vec<u8>,
    /// The options, and the content numbers of the columns, when they were last compared.
    compared: ([u8; 4], [u64; COLUMNS]),
}

macro_rules! columns {
    ($($table:ident.$column:ident,)*) => {
        const COLUMNS: usize = [$(stringify!($column)),*].len();

        /// The columns from which a filter is derived.
        fn columns(model: &Model) -> [&dyn AnyColumn; COLUMNS] {
            [$(&model.$table.$column),*]
        }

        /// Their content numbers: the columns are unchanged while these stay the same.
        #[inline]
        fn contents(model: &Model) -> [u64; COLUMNS] {
            [$(model.$table.$column.content()),*]
        }
    };
}

columns! {
    body.contype,
    body.conaffinity,
    body.weldid,
    body.parentid,
    body.geomadr,
    body.geomnum,
    geom.contype,
    geom.conaffinity,
    geom.type_,
    exclude.signature,
    body.bvhadr,
    pair.signature,
    pair.geom1,
    pair.geom2,
}

/// The options that the filter depends on.
fn options(model: &Model) -> [u8; 4] {
    (model.opt.disableflags & (Disable::FILTERPARENT | Disable::MIDPHASE)).to_ne_bytes()
}

impl Filter {
    /// Rebuilds the lists if the model has changed; returns true if it did. `custom` is true if the program has its own
    /// filter.
    #[inline]
    pub(super) fn update(&mut self, model: &Model, custom: bool) -> bool {
        let now = (options(model), contents(model));
        // fast path: no column was written since the last comparison
        if self.custom == custom && self.compared == now {
            return false;
        }
        self.compared = now;
        self.update_slowly(model, custom)
    }

    /// Compares the columns themselves: a column may have been written with the same values.
    #[cold]
    fn update_slowly(&mut self, model: &Model, custom: bool) -> bool {
        let changed = self.custom != custom || !self.is_of(model);
        if changed {
            self.custom = custom;
            self.rebuild(model);
        }
        changed
    }

    /// True if the lists were derived from the current options and columns.
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

    /// Derives all lists from the model.
    fn rebuild(&mut self, model: &Model) {
        let body = &model.body;
        // a copy of everything that the lists depend on
        self.source.clear();
        self.source.extend(options(model));
        for column in columns(model) {
            self.source.extend_from_slice(column.bytes());
        }
        // bits of each body: the union over its current geoms
        self.bits.clear();
        self.bits.extend(body.ids().map(|b| {
            body.geoms(b).fold([0, 0], |[contype, affinity], g| {
                [
                    contype | model.geom.contype[g],
                    affinity | model.geom.conaffinity[g],
                ]
            })
        }));
        // compiled bits of a body, and whether it has a plane
        let collides = |b: &BodyId| body.contype[*b] != 0 || body.conaffinity[*b] != 0;
        let plane = |b| (body.geoms(b)).any(|g| model.geom.type_[g] == GeomType::Plane);
        // bodies that are near everything: the world, and static bodies with a plane
        self.everywhere.clear();
        self.everywhere.extend(body.ids().map(|b| {
            let world = b == BodyId::WORLD && body.geomnum[b] > 0;
            collides(&b) && (world || (body.weldid[b] == BodyId::WORLD && plane(b)))
        }));
        // bodies and geoms that can collide
        self.bodies.clear();
        self.bodies.extend(body.ids().skip(1).filter(collides));

        self.geoms.clear();
        self.first_geom.clear();
        // with a contact filter of the program the bits of geoms are ignored
        let custom = self.custom;
        let has_bits =
            |g: &GeomId| custom || model.geom.contype[*g] != 0 || model.geom.conaffinity[*g] != 0;
        for b in body.ids() {
            self.first_geom.push(self.geoms.len());
            self.geoms.extend(body.geoms(b).filter(has_bits));
        }
        self.first_geom.push(self.geoms.len());

        // pairs with a body that is near everything
        self.everywhere_pairs.clear();
        for b1 in body.ids().filter(|&b| self.everywhere[b.index()]) {
            for &b2 in &self.bodies {
                if self.may_collide(model, b1, b2) {
                    self.everywhere_pairs.push(BodyPair::new(b1, b2));
                }
            }
        }
        self.everywhere_pairs.sort_unstable();

        // geoms of predefined pairs, for binary search
        self.predefined.clear();
        let pairs = model.pair.geom1.iter().zip(&model.pair.geom2);
        (self.predefined).extend(pairs.map(|(&g1, &g2)| [g1.min(g2), g1.max(g2)]));
        self.predefined.sort_unstable();
    }

    /// True unless the model excludes contacts of the two bodies. Predefined pairs do not depend on it.
    pub(super) fn may_collide(&self, model: &Model, b1: BodyId, b2: BodyId) -> bool {
        let body = &model.body;
        // welded to each other
        let (w1, w2) = (body.weldid[b1], body.weldid[b2]);
        if w1 == w2 {
            return false;
        }
        // weld parent and weld child, if both move
        let moving = w1 != BodyId::WORLD && w2 != BodyId::WORLD;
        if moving && !model.opt.disabled(Disable::FILTERPARENT) {
            let parent = |w: BodyId| body.weldid[body.parentid[w]];
            if w1 == parent(w2) || w2 == parent(w1) {
                return false;
            }
        }
        // both unions apply: the compiled one and the one of the current geoms
        let compiled = |b| [body.contype[b], body.conaffinity[b]];
        (self.custom || bits_match(self.bits[b1.index()], self.bits[b2.index()]))
            && bits_match(compiled(b1), compiled(b2))
            && !excluded(model, signature(b1.min(b2), b1.max(b2)))
    }

    /// True if the program has a contact filter.
    #[inline]
    pub(super) fn is_custom(&self) -> bool {
        self.custom
    }

    /// Union of the bits of a body's geoms.
    #[inline]
    pub(super) fn bits(&self, b: BodyId) -> [i32; 2] {
        self.bits[b.index()]
    }

    /// True for a static body that is near everything.
    #[inline]
    pub(super) fn is_everywhere(&self, b: BodyId) -> bool {
        self.everywhere[b.index()]
    }

    /// The geoms of a body that have bits.
    #[inline]
    pub(super) fn geoms(&self, b: BodyId) -> &[GeomId] {
        &self.geoms[self.first_geom[b.index()]..self.first_geom[b.index() + 1]]
    }

    /// True if two geoms of such bodies may be in contact: by their bits and kinds, and if no predefined pair has them.
    #[inline]
    pub(super) fn may_collide_geoms(&self, model: &Model, geoms @ [g1, g2]: [GeomId; 2]) -> bool {
        let geom = &model.geom;
        narrow::collides(geom.type_[g1], geom.type_[g2])
            && self.bits_allow(model, geoms)
            && !self.is_predefined(geoms)
    }

    /// True if the bits of two geoms allow them to collide, or are ignored.
    #[inline]
    pub(super) fn bits_allow(&self, model: &Model, [g1, g2]: [GeomId; 2]) -> bool {
        let bits = |g| [model.geom.contype[g], model.geom.conaffinity[g]];
        self.custom || bits_match(bits(g1), bits(g2))
    }

    /// True if a predefined pair has these two geoms.
    fn is_predefined(&self, [g1, g2]: [GeomId; 2]) -> bool {
        let geoms = [g1.min(g2), g1.max(g2)];
        !self.predefined.is_empty() && self.predefined.binary_search(&geoms).is_ok()
    }
}

/// True if the reference searches the bounding volume hierarchies of two bodies.
#[inline]
pub(super) fn has_hierarchies(model: &Model, [b1, b2]: [BodyId; 2]) -> bool {
    let body = &model.body;
    // two single geoms are tested directly
    let single = body.geomnum[b1] == 1 && body.geomnum[b2] == 1;
    let known = body.bvhadr[b1] >= 0 && body.bvhadr[b2] >= 0;
    !single && known && !model.opt.disabled(Disable::MIDPHASE)
}

/// True if the model excludes contacts of these bodies.
pub(super) fn excluded(model: &Model, signature: u32) -> bool {
    let list = model.exclude.signature.rows();
    list.binary_search_by_key(&signature, |&s| s as u32).is_ok()
}

/// Predefined pairs from `start` on whose signature is at most that of two bodies.
pub(super) fn pairs_up_to(model: &Model, start: usize, signature: u32) -> Range<usize> {
    let rest = &model.pair.signature.rows()[start..];
    let count = rest.iter().take_while(|&&s| s as u32 <= signature).count();
    start..start + count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_to_its_columns_are_seen_even_through_views() {
        let mut model = Model::default();
        model.size.nbody = 2;
        model.size.ngeom = 2;
        let model = Model::with_size(model.size);
        let all = model.columns();
        for column in columns(&model) {
            let named = all
                .iter()
                .find(|(_, named)| core::ptr::addr_eq(column, *named));
            assert!(Model::is_watched(named.unwrap().0.name));
        }
    }

    #[test]
    fn equal_content_makes_no_new_lists() {
        let mut model = Model::with_size(Model::default().size);
        let mut filter = Filter::default();
        assert!(filter.update(&model, false));
        assert!(!filter.update(&model, false));
        // marked as written, but unchanged
        model.geom.contype.written();
        assert!(!filter.update(&model, false));
        assert!(filter.update(&model, true));
        model.opt.disableflags |= Disable::FILTERPARENT;
        assert!(filter.update(&model, true));
        assert!(!filter.update(&model, true));
    }
}
