//! How names resolve while static bodies are being fused, and afterwards.
//!
//! A body can be fused if every reference still resolves without its name. Fusing changes ids: bodies after the fused one move up,
//! its geoms and sites move behind those of its parent. The ids that names stand for do not follow.
//!
//! QUIRK(fused-references): the name of a geom or site stands for the id that the object had before anything was fused, whichever
//! object has this id now. The names of bodies are corrected when the last body was fused.
//!
//! QUIRK(fused-kept): a static body is also kept if such a lookup fails: if a later body that something refers to had an id that
//! is no longer in range, or if what a tendon wraps around is now a geom of another shape. Who asks is a named body; one without a
//! name is fused unasked.

use std::collections::HashMap;

use synovia_math::Pose;
use synovia_model::enums::{GeomType, ObjType};

use super::Tree;
use super::references::{Need, Reference, references};
use crate::cx::Cx;

/// Where the content of each body is now, and through which transform.
pub(crate) type Target = [(usize, Pose)];

/// Geoms and sites that names stand for in place of the ones that are named, by places in the flat model. Those that are found are not
/// listed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mistaken {
    /// Found geom by named geom.
    pub geoms: HashMap<usize, usize>,
    /// Found site by named site.
    pub sites: HashMap<usize, usize>,
}

/// The names while bodies are being fused.
pub(crate) struct Lookup<'a> {
    references: Vec<Reference<'a>>,
    /// Places in the flat model of all geoms and sites, in the order before anything was fused.
    before: [Vec<usize>; 2],
    /// Geoms and sites, as places in the tree, in the current order.
    geoms: Vec<usize>,
    sites: Vec<usize>,
    /// The current order matters before the last body was fused.
    ordered: bool,
    /// Number of bodies that remain.
    remaining: usize,
}

impl<'a> Lookup<'a> {
    /// The names of a tree of which nothing is fused yet.
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

    /// Resolves every reference while body `b` has no name; false if one fails.
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

    /// One body less; its geoms and sites move behind those of its parent.
    pub(crate) fn fused(&mut self, tree: &Tree, target: &Target) {
        self.remaining -= 1;
        if self.ordered {
            self.geoms.sort_by_key(|&g| target[tree.geoms[g].body].0);
            self.sites.sort_by_key(|&s| target[tree.sites[s].body].0);
        }
    }

    /// What is found in place of what is named now that the tree has its final order, with a warning for each reference that finds
    /// another object.
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
                "{what} \"{named}\" is taken for {found}: fusestatic fused static bodies and changed the order of {what}s, and the name \
                 still stands for {what} {id}, as in the reference"
            );
            let warning = cx.diag.warning(reference.span, message);
            warning
                .element(reference.element)
                .named(reference.name)
                .attr(reference.attr);
        }
    }
}

/// What a message calls an object.
pub(crate) fn called(what: &str, name: &str) -> String {
    if name.is_empty() {
        format!("a {what} without a name")
    } else {
        format!("{what} \"{name}\"")
    }
}
