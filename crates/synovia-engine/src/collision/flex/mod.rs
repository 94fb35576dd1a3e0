//! Contacts of flexes: with planes, geoms, each other and themselves.
//!
//! ```text
//! pairs           the bodies and flexes, and the pairs of flexes, that may be in contact at all
//! descent         elements that are near each other: bounding volume hierarchies
//! plane           vertices of a flex below a plane
//! element         the manifold of an element with a geom, another element or a vertex
//! self_collision  a flex with itself
//! sweep           elements that are near each other: sweep and prune
//! internal        vertices that leave the elements they belong to
//! ```
//!
//! A flex is ordered like a body after the last one: its contacts with body `b` come after those of `b` with other bodies,
//! contacts of two flexes after those of all bodies, and contacts of flexes with themselves are the last. Within a pair
//! they are sorted by geoms and elements, unless hierarchies are disabled or a flex is in contact with itself.

mod descent;
mod element;
mod internal;
mod pairs;
mod plane;
mod self_collision;
mod sweep;

use synovia_geom::collide::convex::Element;
use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::enums::{Disable, GeomType};
use synovia_model::id::{BodyId, FlexElemId, FlexId, FlexVertId, GeomId};

use super::contacts::Sides;
use super::filter::{Filter, bits_match};
use super::narrow::ccd_options;
use super::obb::Aabb;
use super::parameters::{self, Parameters};
use super::{Pass, filter};
use crate::data::Kin;
use descent::Descent;
use pairs::{BodyFlex, FlexPairs};
use sweep::ElementSweep;

/// Memory of collision detection of flexes, kept between steps; no results.
#[derive(Clone, Debug, Default)]
pub(super) struct FlexMemory {
    /// Bodies and flexes that may be in contact at all.
    pairs: FlexPairs,
    /// Traversal of hierarchies, and its results.
    descent: Descent,
    /// Sweep and prune over elements.
    sweep: ElementSweep,
    /// Hulls of all elements of a flex that has many elements near each other.
    hulls: Vec<Element>,
}

impl FlexMemory {
    /// Prepares a pass; `changed` is true if the lists of bodies were rebuilt.
    pub(super) fn begin(&mut self, model: &Model, filter: &Filter, changed: bool, marks: bool) {
        self.pairs.update(model, filter, changed);
        self.descent.begin(model, marks);
    }

    /// 1 for each node of the hierarchies that was not ruled out; empty if no marks were requested.
    pub(super) fn marks(&self) -> &[u8] {
        self.descent.marks()
    }
}

/// An element of a flex, by its index in the flex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Piece {
    /// The flex.
    flex: FlexId,
    /// The element.
    elem: i32,
}

impl Piece {
    /// Its vertices, numbered within the flex.
    #[inline]
    fn corners(self, model: &Model) -> &[i32] {
        let flex = &model.flex;
        let count = (flex.dim[self.flex] + 1) as usize;
        let start = flex.elemdataadr[self.flex] as usize + self.elem as usize * count;
        &flex.elem[start..start + count]
    }

    /// Its box, inflated by the radius of the flex.
    #[inline]
    fn aabb(self, model: &Model, kin: &Kin) -> Aabb {
        let first = model.flex.elemadr[self.flex];
        kin.flexelem_aabb[FlexElemId::new((first + self.elem) as usize)]
    }

    /// True if one of its vertices moves with a body.
    #[inline]
    fn moves_with(self, model: &Model, b: BodyId) -> bool {
        let bodies = bodies_of(model, self.flex);
        let corners = self.corners(model).iter();
        b.0 >= 0 && corners.into_iter().any(|&v| bodies[v as usize] == b)
    }

    /// True if a vertex of each moves with the same body.
    #[inline]
    fn shares_body(self, model: &Model, other: Self) -> bool {
        let bodies = bodies_of(model, self.flex);
        let mut corners = self.corners(model).iter();
        corners.any(|&v| other.moves_with(model, bodies[v as usize]))
    }
}

/// Bodies of the vertices of a flex; −1 where nodes move them.
#[inline]
fn bodies_of(model: &Model, f: FlexId) -> &[BodyId] {
    let start = model.flex.vertadr[f] as usize;
    &model.flex.vertbodyid.rows()[start..start + model.flex.vertnum[f] as usize]
}

/// Position of a vertex of a flex, by its index in the flex.
#[inline]
fn vertex(model: &Model, kin: &Kin, f: FlexId, v: i32) -> Vec3 {
    kin.flexvert_xpos[FlexVertId::new((model.flex.vertadr[f] + v) as usize)]
}

/// True if two axis-aligned boxes in the world are farther apart than the margin.
#[doc(alias = "filterBox")]
#[inline]
fn boxes_apart(a: &Aabb, b: &Aabb, margin: f64) -> bool {
    let before = |a: &Aabb, b: &Aabb, k: usize| a[k] + a[3 + k] + margin < b[k] - b[3 + k];
    (0..3).any(|k| before(a, b, k) || before(b, a, k))
}

/// True if a cube around a point, of half size `bound`, is apart from a box.
#[doc(alias = "filterSphereBox")]
#[inline]
fn point_and_box_apart(at: Vec3, bound: f64, b: &Aabb) -> bool {
    (0..3).any(|k| at[k] + bound < b[k] - b[3 + k] || at[k] - bound > b[k] + b[3 + k])
}

/// Bits of a flex.
fn bits(model: &Model, f: FlexId) -> [i32; 2] {
    [model.flex.contype[f], model.flex.conaffinity[f]]
}

/// True if the elements of a flex are searched by its hierarchy.
fn has_hierarchy(model: &Model, f: FlexId) -> bool {
    !model.opt.disabled(Disable::MIDPHASE) && model.flex.bvhadr[f] >= 0
}

impl Pass<'_> {
    /// Number of pairs of bodies and flexes.
    pub(super) fn body_flex_pairs(&self) -> usize {
        self.flexes.pairs.bodies.len()
    }

    /// The body of such a pair.
    pub(super) fn body_of_pair(&self, at: usize) -> BodyId {
        self.flexes.pairs.bodies[at].body
    }

    /// Contacts of the geoms of a body with a flex.
    pub(super) fn body_and_flex(&mut self, at: usize) {
        let (model, kin) = (self.model, self.kin);
        let pair @ BodyFlex { body, flex, .. } = self.flexes.pairs.bodies[at];
        let marks = !self.flexes.descent.marks().is_empty();
        // bounding boxes rule most pairs out
        if !pair.everywhere
            && (!marks && self.is_far(body, flex)
                || !self.boxes.overlap_flex(model, kin, body, flex))
        {
            return;
        }
        // predefined pairs of geoms that come first in the order of contacts
        let place = BodyId::new(model.body.len() + flex.index());
        self.predefined_up_to([body, place]);
        // by hierarchies, or one by one if there are none
        let trees = has_hierarchy(model, flex) && model.body.bvhadr[body] >= 0;
        if !(trees && self.body_and_flex_by_trees(body, flex)) {
            self.body_and_flex_one_by_one(body, flex);
        }
    }

    /// True if no geom of a body can reach a flex: all elements are outside its bounding sphere, taken as a cube.
    fn is_far(&self, b: BodyId, f: FlexId) -> bool {
        let (model, kin) = (self.model, self.kin);
        let known = model.body.bvhadr[b] >= 0;
        let Some(around) = descent::root_box(model, kin, f).filter(|_| known) else {
            return false;
        };
        model.body.geoms(b).all(|g| {
            // the bounding sphere as a cube, with room for rounding
            let bound = model.geom.rbound[g] + self.margin_with(g, f);
            let size = around.iter().fold(bound.abs(), |sum, x| sum + x.abs());
            model.geom.type_[g] != GeomType::Plane
                && point_and_box_apart(kin.geom_xpos[g], bound + 1e-9 * size, &around)
        })
    }

    /// The margin of a geom and a flex.
    #[inline]
    fn margin_with(&self, g: GeomId, f: FlexId) -> f64 {
        let sum = self.model.geom.margin[g] + self.model.flex.margin[f];
        parameters::margin(self.model, sum)
    }

    /// By the hierarchies of both; returns false if one of them is invalid.
    fn body_and_flex_by_trees(&mut self, b: BodyId, f: FlexId) -> bool {
        let (model, kin) = (self.model, self.kin);
        if self
            .flexes
            .descent
            .body_and_flex(model, kin, b, f)
            .is_none()
        {
            return false;
        }
        // QUIRK(plane-flex-bits): planes of static bodies touch every flex that their body may touch, regardless of their
        // own bits; planes of other bodies touch none
        if model.body.weldid[b] == BodyId::WORLD {
            for g in model.body.geoms(b) {
                if model.geom.type_[g] == GeomType::Plane {
                    self.flexes.descent.near.push([g.0, -1]);
                }
            }
        }
        // order: by geom, then by element
        self.flexes.descent.near.sort_unstable();
        for at in 0..self.flexes.descent.near.len() {
            let [g, elem] = self.flexes.descent.near[at];
            // a plane touches vertices, any other geom the element
            if elem < 0 {
                self.plane_and_flex(GeomId(g), f);
            } else {
                self.geom_and_element(GeomId(g), Piece { flex: f, elem });
            }
        }
        true
    }

    /// Tests each geom with each element.
    fn body_and_flex_one_by_one(&mut self, b: BodyId, f: FlexId) {
        let (model, kin) = (self.model, self.kin);
        for g in model.body.geoms(b) {
            let geom = &model.geom;
            if !bits_match([geom.contype[g], geom.conaffinity[g]], bits(model, f)) {
                continue;
            }
            // planes touch vertices
            if geom.type_[g] == GeomType::Plane {
                self.plane_and_flex(g, f);
                continue;
            }
            let bound = geom.rbound[g] + self.margin_with(g, f);
            for elem in 0..model.flex.elemnum[f] {
                let piece = Piece { flex: f, elem };
                if !point_and_box_apart(kin.geom_xpos[g], bound, &piece.aabb(model, kin)) {
                    self.geom_and_element(g, piece);
                }
            }
        }
    }

    /// Contacts of a geom and an element.
    #[doc(alias = "mj_collideGeomElem")]
    fn geom_and_element(&mut self, g: GeomId, piece: Piece) {
        let (model, f) = (self.model, piece.flex);
        // a geom does not touch elements that are attached to its own body
        if piece.moves_with(model, model.geom.bodyid[g]) || !self.contacts.has_room() {
            return;
        }
        let margin = self.margin_with(g, f);
        element::geom_and_element(model, self.kin, g, piece, margin, self.narrow);
        let manifold = &self.narrow.manifold;
        if manifold.is_empty() {
            return;
        }
        let sides = Sides {
            geom: [g.0, -1],
            flex: [-1, f.0],
            elem: [-1, piece.elem],
            ..Sides::NONE
        };
        self.contacts.push(sides, manifold, |contact| {
            Parameters::of_geom_and_flex(model, g, f).apply(model, margin, contact);
        });
    }

    /// Contacts of two flexes, for all pairs of them.
    pub(super) fn flexes_with_each_other(&mut self) {
        let (model, kin) = (self.model, self.kin);
        for at in 0..self.flexes.pairs.flexes.len() {
            let flexes @ [f1, f2] = self.flexes.pairs.flexes[at];
            // bounding boxes of the flexes
            if !self.boxes.overlap_flexes(model, kin, flexes) {
                continue;
            }
            let trees = flexes.iter().all(|&f| has_hierarchy(model, f));
            let FlexMemory { descent, sweep, .. } = &mut *self.flexes;
            if trees && descent.flexes(model, kin, flexes).is_some() {
                // order: by the first element, then by the second
                descent.near.sort_unstable();
            } else {
                descent.all_elements(model, kin, flexes, sweep);
            }
            self.elements_near(flexes, |model| Parameters::of_flexes(model, f1, f2));
        }
    }

    /// Computes the hulls of all elements of a flex if it is tested against itself and they are needed more than once.
    fn share_hulls(&mut self, [f1, f2]: [FlexId; 2]) -> bool {
        let (model, kin) = (self.model, self.kin);
        let FlexMemory { descent, hulls, .. } = &mut *self.flexes;
        let count = model.flex.elemnum[f1];
        let shared = f1 == f2 && model.flex.dim[f1] > 1 && descent.near.len() > count as usize;
        if shared {
            hulls.clear();
            let pieces = (0..count).map(|elem| Piece { flex: f1, elem });
            hulls.extend(pieces.map(|piece| element::hull(model, kin, piece)));
        }
        shared
    }

    /// Contacts of the elements of two flexes, or of one, that were found near each other.
    fn elements_near(&mut self, flexes: [FlexId; 2], parameters: impl Fn(&Model) -> Parameters) {
        let model = self.model;
        let margin = descent::margin_of(model, flexes);
        let options = ccd_options(model);
        let shared = self.share_hulls(flexes);
        let mut known = None;
        for at in 0..self.flexes.descent.near.len() {
            let elem = self.flexes.descent.near[at];
            if !self.contacts.has_room() {
                continue;
            }
            // the two elements
            let [one, two] = [0, 1].map(|k| Piece {
                flex: flexes[k],
                elem: elem[k],
            });
            // the manifold, from stored hulls or from the elements
            if shared {
                let hulls = elem.map(|e| &self.flexes.hulls[e as usize]);
                element::two_hulls(hulls, &options, self.narrow);
            } else {
                element::two_elements(model, self.kin, [one, two], margin, self.narrow);
            }
            let manifold = &self.narrow.manifold;
            if manifold.is_empty() {
                continue;
            }
            let sides = Sides {
                flex: flexes.map(|f| f.0),
                elem,
                ..Sides::NONE
            };
            // parameters are the same for all elements
            let parameters = known.get_or_insert_with(|| parameters(model));
            let apply = |contact: &mut _| parameters.apply(model, margin, contact);
            self.contacts.push(sides, manifold, apply);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_apart_beyond_the_margin_on_one_axis() {
        let a = [0.0, 0.0, 0.0, 1.0, 1.0, 1.0];
        let b = [0.0, 0.0, 2.25, 1.0, 1.0, 1.0];
        assert!(boxes_apart(&a, &b, 0.2) && boxes_apart(&b, &a, 0.2));
        assert!(!boxes_apart(&a, &b, 0.25) && !boxes_apart(&b, &a, 0.25));
        assert!(point_and_box_apart(Vec3::new(1.5, 0.0, 0.0), 0.4, &a));
        assert!(!point_and_box_apart(Vec3::new(1.5, 0.0, 0.0), 0.5, &a));
    }
}
