//! Name lookup while static bodies are being fused, and afterwards.
//!
//! A body can be fused if every reference still resolves without its name. Fusing changes ids: the ids of later bodies decrease, and the
//! geoms and sites of the fused body move behind those of its parent. The ids that names resolve to are not updated.
//!
//! QUIRK(fused-references): the name of a geom or site resolves to the id that the object had before any fusion, whichever
//! object has this id now. The names of bodies are corrected after the last fusion.
//!
//! QUIRK(fused-kept): a static body is also kept if such a lookup fails: if a later body that is referred to had an id that
//! is no longer in range, or if the geom that a tendon wraps around is now one of another shape. Lookups run for named bodies only; a body
//! without a name is fused without them.

use std::collections::HashMap;

use synovia_math::Pose;
use synovia_model::enums::{GeomType, ObjType};

use super::Tree;
use super::references::{Need, Reference, references};
use crate::cx::Cx;

/// For each body, the body that has its elements now, and the transform to it.
pub(crate) type Target = [(usize, Pose)];

/// Geoms and sites that names resolve to instead of the named ones, as indices in the flat model. Names that resolve correctly are not
/// listed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mistaken {
    /// Found geom by named geom.
    pub geoms: HashMap<usize, usize>,
    /// Found site by named site.
    pub sites: HashMap<usize, usize>,
}

/// The state of name lookup while bodies are being fused.
pub(crate) struct Lookup<'a> {
    references: Vec<Reference<'a>>,
    /// FlatModel indices of all geoms and sites, in the order before any fusion.
    before: [Vec<usize>; 2],
    /// Geoms and sites, as indices in the tree, in the current order.
    geoms: Vec<usize>,
    sites: Vec<usize>,
    /// Whether the current order is needed before the last fusion.
    ordered: bool,
    /// Number of remaining bodies.
    remaining: usize,
}

impl<'a> Lookup<'a> {
    /// The lookup of a tree before any fusion.
    pub(crate) fn new(cx: &Cx<'a>, tree: &Tree) -> Self {
        let references = references(cx);
        Self {
            ordered: references.iter().any(|r| r.need != Need::Exists),
            references,
            before: [
                tree.geoms.iter().map(|geom| geom.src).collect(),
                tree.sites.iter().map(|site| site.src).collect(),
            ],
            geoms: (0..tree.geoms.len()).collect(),
            sites: (0..tree.sites.len()).collect(),
            remaining: tree.bodies.len(),
        }
    }

    /// Resolves every reference as if body `b` had no name; false if one fails.
    pub(crate) fn succeeds_without(&self, b: usize, tree: &mut Tree, target: &Target) -> bool {
        for reference in &self.references {
            let id = reference.id;
            let found = match (reference.kind, reference.need) {
                // bodies before this one have their final ids
                (ObjType::Body, _) => id < b || (id != b && id < self.remaining),
                (ObjType::Geom, Need::Round) => self.geom(id).is_some_and(|g| {
                    matches!(tree.geoms[g].kind, GeomType::Sphere | GeomType::Cylinder)
                }),
                (ObjType::Geom, Need::Stays) => {
                    if let Some(g) = self.geom(id) {
                        tree.geoms[g].stays = true;
                    }
                    true
                }
                (ObjType::Site, Need::Held) => {
                    let body = self.sites.get(id).map(|&s| tree.sites[s].body);
                    body.is_none_or(|body| target[body].0 != b)
                }
                _ => true,
            };
            if !found {
                return false;
            }
        }
        true
    }

    fn geom(&self, id: usize) -> Option<usize> {
        self.geoms.get(id).copied()
    }

    /// Records a fusion; the geoms and sites of the fused body move behind those of its parent.
    pub(crate) fn fused(&mut self, tree: &Tree, target: &Target) {
        self.remaining -= 1;
        if self.ordered {
            self.geoms.sort_by_key(|&g| target[tree.geoms[g].body].0);
            self.sites.sort_by_key(|&s| target[tree.sites[s].body].0);
        }
    }

    /// Determines which names resolve to other objects in the final order, and adds a warning for each reference to such a
    /// name.
    pub(crate) fn finish(self, cx: &mut Cx<'_>, tree: &mut Tree) {
        let moved = |before: &[usize], now: &mut dyn Iterator<Item = usize>| {
            let both = before.iter().copied().zip(now);
            both.filter(|(named, found)| named != found).collect()
        };
        let [geoms, sites] = &self.before;
        tree.mistaken = Mistaken {
            geoms: moved(geoms, &mut tree.geoms.iter().map(|geom| geom.src)),
            sites: moved(sites, &mut tree.sites.iter().map(|site| site.src)),
        };

        let flat = cx.flat;
        for reference in self.references.iter().filter(|r| r.need != Need::Held) {
            let (names, mistaken): ([&str; 2], _) = match reference.kind {
                ObjType::Geom => {
                    let named = geoms[reference.id];
                    let found = tree.mistaken.geoms.get(&named);
                    let name = |src: usize| flat.geoms[src].el.name.text();
                    ([name(named), found.map_or("", |&src| name(src))], found)
                }
                ObjType::Site => {
                    let named = sites[reference.id];
                    let found = tree.mistaken.sites.get(&named);
                    let name = |src: usize| flat.sites[src].el.name.text();
                    ([name(named), found.map_or("", |&src| name(src))], found)
                }
                _ => continue,
            };
            if mistaken.is_none() {
                continue;
            }
            let what = reference.kind.keyword().unwrap_or("object");
            let (named, found) = (names[0], called(what, names[1]));
            let id = reference.id;
            let message = format!(
                "{what} \"{named}\" resolves to {found}: fusestatic fused static bodies and changed the order of {what}s, and the name \
                 still refers to {what} {id}, as in the reference"
            );
            let warning = cx.diag.warning(reference.span, message);
            warning
                .element(reference.element)
                .named(reference.name)
                .attr(reference.attr);
        }
    }
}

/// The description of an object in messages.
pub(crate) fn called(what: &str, name: &str) -> String {
    if name.is_empty() {
        format!("a {what} without a name")
    } else {
        format!("{what} \"{name}\"")
    }
}
