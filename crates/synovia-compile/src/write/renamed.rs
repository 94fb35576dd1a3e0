//! References to objects other than those with the name.
//!
//! After bodies were fused, the name of a geom or site may resolve to another one: see [`crate::tree::lookup`]. The written tree has
//! no bodies to fuse any more, so names resolve to the objects that have them. To get the same model, an element must name
//! the object it resolved to. An unnamed geom or site cannot be named; there the text keeps the name in the file.
//!
//! QUIRK(written-paths): in the reference's text only the sites and geoms of tendon paths are those that were resolved, side sites and
//! all other elements have the names in the file.

use std::collections::HashMap;

use synovia_mjcf::Attr;
use synovia_mjcf::spec::relation::Wrap;
use synovia_mjcf::write::Precision;
use synovia_model::{ObjType, TrnType};

use crate::origin::Origin;
use crate::spec::FlatModel;
use crate::spec::sensor::object_kind;
use crate::tree::lookup::Mistaken;

/// The origin with the names of resolved objects; `None` if every name resolves to the object that has it.
pub(super) fn renamed(origin: &Origin, precision: Precision) -> Option<Origin> {
    let mistaken = &origin.tree.mistaken;
    if mistaken.geoms.is_empty() && mistaken.sites.is_empty() {
        return None;
    }
    let exact = precision == Precision::Exact;
    let mut origin = origin.clone();
    let found = Found::new(&origin, exact);
    paths(&mut origin.flat, &found, exact);
    if exact {
        others(&mut origin.flat, &found);
        origin.tree.mistaken = Mistaken::default();
    }
    Some(origin)
}

/// Renames the objects of tendon paths.
fn paths(flat: &mut FlatModel, found: &Found, side: bool) {
    for wrap in flat.tendons.iter_mut().flat_map(|t| &mut t.el.path) {
        match wrap {
            Wrap::Site(el) => found.rename(ObjType::Site, &mut el.site),
            Wrap::Geom(el) => {
                found.rename(ObjType::Geom, &mut el.geom);
                if side {
                    found.rename(ObjType::Site, &mut el.sidesite);
                }
            }
            Wrap::Joint(_) | Wrap::Pulley(_) => {}
        }
    }
}

/// Renames the references of all other elements.
fn others(flat: &mut FlatModel, found: &Found) {
    for pair in &mut flat.pairs {
        found.rename(ObjType::Geom, &mut pair.el.geom1);
        found.rename(ObjType::Geom, &mut pair.el.geom2);
    }
    for equality in &mut flat.equalities {
        let kind = equality.el.related();
        found.rename(kind, &mut equality.el.name1);
        found.rename(kind, &mut equality.el.name2);
    }
    for actuator in &mut flat.actuators {
        let el = &mut actuator.el;
        if matches!(el.trntype, TrnType::Site | TrnType::SliderCrank) {
            for name in [&mut el.target, &mut el.refsite, &mut el.slidersite] {
                found.rename(ObjType::Site, name);
            }
        }
    }
    for sensor in &mut flat.sensors {
        let el = &mut sensor.el;
        found.rename(el.objtype, &mut el.objname);
        found.rename(el.reftype, &mut el.refname);
    }
    for element in flat.tuples.iter_mut().flat_map(|t| &mut t.el.elements) {
        if let Some(kind) = object_kind(element.objtype.text()) {
            found.rename(kind, &mut element.objname);
        }
    }
}

/// Names of resolved objects, by the names in the file.
struct Found {
    geoms: HashMap<String, String>,
    sites: HashMap<String, String>,
}

impl Found {
    /// Names of the objects of `origin`; with `named` only of those that have one.
    fn new(origin: &Origin, named: bool) -> Self {
        let (flat, mistaken) = (&origin.flat, &origin.tree.mistaken);
        let names = |pairs: &HashMap<usize, usize>, name: &dyn Fn(usize) -> String| {
            let pairs = pairs
                .iter()
                .map(|(&said, &found)| (name(said), name(found)));
            let useful =
                |(said, found): &(String, String)| !(said.is_empty() || named && found.is_empty());
            pairs.filter(useful).collect()
        };
        Self {
            geoms: names(&mistaken.geoms, &|src| {
                flat.geoms[src].el.name.text().to_owned()
            }),
            sites: names(&mistaken.sites, &|src| {
                flat.sites[src].el.name.text().to_owned()
            }),
        }
    }

    fn rename(&self, kind: ObjType, name: &mut Attr<String>) {
        let names = match kind {
            ObjType::Geom => &self.geoms,
            ObjType::Site => &self.sites,
            _ => return,
        };
        if let Some(found) = names.get(name.text()) {
            name.set(found.clone());
        }
    }
}
