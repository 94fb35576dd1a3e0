//! Writes bodies and their elements.

use super::xml::Xml;
use super::{flex, plugins};
use crate::Element;
use crate::spec::body::{Body, Node};

/// Writes the world, unless it is empty.
pub(super) fn write(xml: &mut Xml, world: &Body) {
    if !world.nodes.is_empty() {
        xml.element("worldbody", &[], |xml| nodes(xml, &world.nodes));
    }
}

fn nodes(xml: &mut Xml, list: &[Node]) {
    for node in list {
        match node {
            Node::Inertial(e) => xml.leaf("inertial", &e.written()),
            Node::Joint(e) => xml.leaf("joint", &e.written()),
            Node::Freejoint(e) => xml.leaf("freejoint", &e.written()),
            Node::Geom(e) => {
                xml.element("geom", &e.written(), |xml| {
                    plugins(xml, e.plugin.as_slice());
                });
            }
            Node::Site(e) => xml.leaf("site", &e.written()),
            Node::Camera(e) => xml.leaf("camera", &e.written()),
            Node::Light(e) => xml.leaf("light", &e.written()),
            Node::Attach(e) => xml.leaf("attach", &e.written()),
            Node::Flexcomp(e) => flex::flexcomp(xml, e),
            Node::Composite(e) => flex::composite(xml, e),
            Node::Plugin(e) => plugins(xml, core::slice::from_ref(e)),
            Node::Body(e) => xml.element("body", &e.written(), |xml| nodes(xml, &e.nodes)),
            Node::Frame(e) => xml.element("frame", &e.written(), |xml| nodes(xml, &e.nodes)),
            Node::Replicate(e) => {
                xml.element("replicate", &e.written(), |xml| nodes(xml, &e.nodes));
            }
        }
    }
}
