//! Reads explicit and generated flexes, and composites.

use super::Reader;
use super::tree::NodeRef;
use crate::Element;
use crate::keyword::{Elastic2d, FlexEquality, FlexcompType};
use crate::spec::composite::{Composite, CompositeJoint, CompositeSkin};
use crate::spec::flex::{Flex, Flexcomp, Pin};

impl<'t> Reader<'_, '_, 't> {
    pub(super) fn flex(&mut self, node: NodeRef<'t>) -> Flex {
        let mut flex: Flex = self.element(node);
        self.require(node, "body");
        self.require_number(node, "element");
        let words = |list: &str| list.split_whitespace().map(str::to_owned).collect();
        flex.vert_bodies = words(flex.body.text());
        flex.node_bodies = words(flex.node.text());
        self.only_child(node, "contact", &mut flex.contact);
        self.only_child(node, "edge", &mut flex.edge);
        self.only_child(node, "elasticity", &mut flex.elasticity);
        flex
    }

    #[inline(never)]
    pub(super) fn flexcomp(&mut self, node: NodeRef<'t>) -> Box<Flexcomp> {
        let mut comp: Flexcomp = self.element(node);
        self.require(node, "name");
        // QUIRK(flexcomp-zero-quat): a zero quaternion is accepted and does not rotate; all other elements refuse it
        self.check_orientation_forms(node);
        self.only_child(node, "contact", &mut comp.contact);
        self.only_child(node, "edge", &mut comp.edge);
        self.only_child(node, "elasticity", &mut comp.elasticity);
        comp.pins = node
            .tagged("pin")
            .map(|pin| self.element::<Pin>(pin))
            .collect();
        comp.plugin = self.first_plugin(node);

        let mesh = comp.kind.get() == Some(&FlexcompType::Mesh);
        if mesh && comp.dim.or(2) == 3 && !comp.origin.is_set() {
            self.error(node, "a mesh with dim=\"3\" needs origin, an interior point that is the fourth vertex of every tetrahedron; set origin");
        }
        let stretches = matches!(
            comp.elasticity.elastic2d.get(),
            Some(Elastic2d::Stretch | Elastic2d::Both)
        );
        if stretches && comp.edge.equality.or(FlexEquality::False) != FlexEquality::False {
            self.conflict(
                node,
                "elastic2d and the equality of <edge> both keep lengths: set elastic2d to none or bend, or equality to false",
            );
        }
        Box::new(comp)
    }

    #[inline(never)]
    pub(super) fn composite(&mut self, node: NodeRef<'t>) -> Box<Composite> {
        let mut composite: Composite = self.element(node);
        self.require(node, "type");
        for child in node.tagged("joint") {
            let joint: CompositeJoint = self.element(child);
            self.require(child, "kind");
            composite.joints.push(joint);
        }
        if let Some(child) = node.tagged("skin").next() {
            let skin: CompositeSkin = self.element(child);
            if !(0..6).contains(&skin.group.or(0)) {
                self.attr_error(child, "group", "must be between 0 and 5");
            }
            composite.skin = Some(skin);
        }
        self.only_child(node, "geom", &mut composite.geom);
        self.only_child(node, "site", &mut composite.site);
        composite.plugin = self.first_plugin(node);
        Box::new(composite)
    }

    /// Reads a child that may appear once, if there is one.
    fn only_child<T: Element>(&mut self, node: NodeRef<'t>, tag: &'static str, into: &mut T) {
        if let Some(child) = node.tagged(tag).next() {
            *into = self.element(child);
        }
    }
}
