//! Writes default classes.
//!
//! Classes without a parent are states of `main`, the root is the last of them: each becomes one top-level section with the attributes it
//! adds to the previous state, and with the classes nested in that state.

use super::xml::Xml;
use crate::Element;
use crate::spec::defaults::{ClassId, DefaultClass, Defaults};

/// Writes all classes, unless all of them are empty.
pub(super) fn write(xml: &mut Xml, defaults: &Defaults) {
    let nothing = DefaultClass::default();
    let mut before = &nothing;
    let earlier = (1..defaults.classes.len()).filter(|&id| defaults.classes[id].parent.is_none());
    for id in earlier.chain([Defaults::ROOT]) {
        let class = &defaults.classes[id];
        let named = class.name.is_set() && id == Defaults::ROOT;
        let attrs = if named {
            vec![("class".to_owned(), "main".to_owned())]
        } else {
            Vec::new()
        };
        let mut inside = Xml::default();
        elements(&mut inside, class, before);
        nested(&mut inside, defaults, id);
        if named || !inside.finish().is_empty() {
            xml.element("default", &attrs, |xml| {
                elements(xml, class, before);
                nested(xml, defaults, id);
            });
        }
        before = class;
    }
}

/// Writes the classes nested in class `parent`.
fn nested(xml: &mut Xml, defaults: &Defaults, parent: ClassId) {
    let nothing = DefaultClass::default();
    for (id, class) in defaults.classes.iter().enumerate() {
        if class.parent == Some(parent) && id != parent {
            let attrs = [("class".to_owned(), class.name.text().to_owned())];
            xml.element("default", &attrs, |xml| {
                elements(xml, class, &nothing);
                nested(xml, defaults, id);
            });
        }
    }
}

/// Writes the attributes of `class` that differ from `before`.
fn elements(xml: &mut Xml, class: &DefaultClass, before: &DefaultClass) {
    fn added<E: Element>(new: &E, old: &E) -> Vec<(String, String)> {
        let old = old.written();
        new.written()
            .into_iter()
            .filter(|pair| !old.contains(pair))
            .collect()
    }
    xml.leaf_if_any("mesh", &added(&class.mesh, &before.mesh));
    let layers = class
        .material
        .layers
        .get(before.material.layers.len()..)
        .unwrap_or(&[]);
    let material = added(&class.material, &before.material);
    if !(material.is_empty() && layers.is_empty()) {
        xml.element("material", &material, |xml| {
            for layer in layers {
                xml.leaf("layer", &layer.written());
            }
        });
    }
    xml.leaf_if_any("joint", &added(&class.joint, &before.joint));
    xml.leaf_if_any("geom", &added(&class.geom, &before.geom));
    xml.leaf_if_any("site", &added(&class.site, &before.site));
    xml.leaf_if_any("camera", &added(&class.camera, &before.camera));
    xml.leaf_if_any("light", &added(&class.light, &before.light));
    xml.leaf_if_any("pair", &added(&class.pair, &before.pair));
    xml.leaf_if_any("equality", &added(&class.equality, &before.equality));
    xml.leaf_if_any("tendon", &added(&class.tendon, &before.tendon));
    for actuator in class.actuators.get(before.actuators.len()..).unwrap_or(&[]) {
        xml.leaf(actuator.kind.tag(), &actuator.written());
    }
}
