//! Geoms and meshes that relations refer to, which are therefore not only visual.

use std::collections::HashSet;

use synovia_mjcf::Attr;
use synovia_mjcf::spec::relation::Wrap;

use synovia_model::ObjType;

use crate::spec::FlatModel;

/// Names of geoms and meshes that pairs, tendons, sensors and tuples refer to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kept<'a> {
    /// Geoms.
    pub geoms: HashSet<&'a str>,
    /// Meshes.
    pub meshes: HashSet<&'a str>,
}

/// Collects the geoms and meshes to keep when visual ones are discarded.
pub(crate) fn kept(flat: &FlatModel) -> Kept<'_> {
    let mut kept = Kept::default();
    for pair in &flat.pairs {
        kept.geom(&pair.el.geom1);
        kept.geom(&pair.el.geom2);
    }
    for tendon in &flat.tendons {
        for wrap in &tendon.el.path {
            if let Wrap::Geom(geom) = wrap {
                kept.geom(&geom.geom);
            }
        }
    }
    for sensor in &flat.sensors {
        let el = &sensor.el;
        for (kind, name) in [(el.objtype, &el.objname), (el.reftype, &el.refname)] {
            if kind == ObjType::Geom {
                kept.geom(name);
            }
            if let (ObjType::Mesh, Some(name)) = (kind, name.get()) {
                kept.meshes.insert(name);
            }
        }
    }
    for object in flat.tuples.iter().flat_map(|tuple| &tuple.el.elements) {
        if object.objtype.text() == "geom" {
            kept.geom(&object.objname);
        }
    }
    kept
}

impl<'a> Kept<'a> {
    fn geom(&mut self, name: &'a Attr<String>) {
        if let Some(name) = name.get() {
            self.geoms.insert(name);
        }
    }
}
