//! Writes soft bodies and composites.

use super::plugins;
use super::xml::Xml;
use crate::Element;
use crate::spec::composite::Composite;
use crate::spec::flex::{Elasticity, Flex, FlexContact, FlexEdge, Flexcomp};

/// Writes an explicit flex.
pub(super) fn flex(xml: &mut Xml, flex: &Flex) {
    xml.element("flex", &flex.written(), |xml| {
        parts(xml, &flex.contact, &flex.edge, &flex.elasticity);
    });
}

/// Writes a flexcomp.
pub(super) fn flexcomp(xml: &mut Xml, comp: &Flexcomp) {
    xml.element("flexcomp", &comp.written(), |xml| {
        parts(xml, &comp.contact, &comp.edge, &comp.elasticity);
        for pin in &comp.pins {
            xml.leaf("pin", &pin.written());
        }
        plugins(xml, comp.plugin.as_slice());
    });
}

/// Writes a cable.
pub(super) fn composite(xml: &mut Xml, composite: &Composite) {
    xml.element("composite", &composite.written(), |xml| {
        for joint in &composite.joints {
            xml.leaf("joint", &joint.written());
        }
        if let Some(skin) = &composite.skin {
            xml.leaf("skin", &skin.written());
        }
        xml.leaf_if_any("geom", &composite.geom.written());
        xml.leaf_if_any("site", &composite.site.written());
        plugins(xml, composite.plugin.as_slice());
    });
}

fn parts(xml: &mut Xml, contact: &FlexContact, edge: &FlexEdge, elasticity: &Elasticity) {
    xml.leaf_if_any("contact", &contact.written());
    xml.leaf_if_any("edge", &edge.written());
    xml.leaf_if_any("elasticity", &elasticity.written());
}
