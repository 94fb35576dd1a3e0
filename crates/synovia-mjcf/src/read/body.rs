//! Reads `worldbody` and everything inside it.
//!
//! ```text
//! nodes ── body ──> body_attributes, nodes
//!       ├─ frame ──> frame_attributes, nodes
//!       ├─ replicate ──> replicate_attributes, nodes
//!       └─ leaf ──> inertial, joint, geom, site, camera, light, attach, flexcomp, composite, plugin
//! ```
//!
//! Frames and replicates are kept as they are: the compiler composes frames with poses and expands replicates.

use super::Reader;
use super::tree::NodeRef;
use crate::spec::body::{
    Attach, Body, Camera, Frame, Geom, Inertial, Light, Node, Replicate, Site,
};

impl<'t> Reader<'_, '_, 't> {
    /// Reads one `worldbody` section; several of them are concatenated.
    pub(super) fn worldbody(&mut self, section: NodeRef<'t>) {
        if let Some(attr) = section.attrs().next() {
            let name = attr.name();
            self.attr_error(
                section,
                name,
                "worldbody cannot have attributes; remove them",
            );
        }
        if self.doc.world.nodes.is_empty() {
            self.doc.world.span = section.span();
        }
        let mut nodes = self.nodes(section, true);
        self.doc.world.nodes.append(&mut nodes);
    }

    /// Reads the contents of a body, frame or replicate; `world` if they belong to the world body.
    ///
    /// Recursive, as deep as elements nest: each kind is read in a function of its own, so that this stack frame stays small.
    fn nodes(&mut self, parent: NodeRef<'t>, world: bool) -> Vec<Node> {
        // elements are large: growing would copy them
        let mut nodes = Vec::with_capacity(parent.children().count());
        for node in parent.children() {
            if let Some(new) = self.node(node, world) {
                nodes.push(new);
            }
        }
        nodes
    }

    /// Reads one element of the tree; `None` if its tag is unknown, which the schema has reported.
    #[inline(never)]
    fn node(&mut self, node: NodeRef<'t>, world: bool) -> Option<Node> {
        match node.tag() {
            "body" => Some(self.body(node)),
            "frame" => Some(self.frame(node, world)),
            "replicate" => Some(self.replicate(node)),
            _ => self.leaf(node, world),
        }
    }

    /// Reads an element that cannot contain others of the tree.
    #[inline(never)]
    fn leaf(&mut self, node: NodeRef<'t>, world: bool) -> Option<Node> {
        let tag = node.tag();
        if world && matches!(tag, "joint" | "freejoint" | "inertial") {
            let what = if tag == "inertial" {
                "inertia"
            } else {
                "joints"
            };
            self.error(
                node,
                format!("the world body cannot have {what}; put this element into a <body>"),
            );
        }
        Some(match tag {
            "inertial" => Node::Inertial(self.inertial(node)),
            "joint" => Node::Joint(self.element(node)),
            "freejoint" => Node::Freejoint(self.element(node)),
            "geom" => Node::Geom(self.geom(node)),
            "site" => Node::Site(self.site(node)),
            "camera" => Node::Camera(self.camera(node)),
            "light" => Node::Light(self.light(node)),
            "attach" => Node::Attach(self.attach(node)),
            "flexcomp" => Node::Flexcomp(self.flexcomp(node)),
            "composite" => Node::Composite(self.composite(node)),
            "plugin" => Node::Plugin(self.plugin(node)),
            _ => return None,
        })
    }

    /// Reads a body with its contents.
    #[inline(never)]
    fn body(&mut self, node: NodeRef<'t>) -> Node {
        let mut body = self.body_attributes(node);
        body.nodes = self.nodes(node, false);
        Node::Body(body)
    }

    /// Reads the attributes of a body.
    #[inline(never)]
    fn body_attributes(&mut self, node: NodeRef<'t>) -> Box<Body> {
        let body: Body = self.element(node);
        self.check_orientation(node, &body.quat);
        Box::new(body)
    }

    /// Reads a frame with its contents; a frame in the world still belongs to the world.
    #[inline(never)]
    fn frame(&mut self, node: NodeRef<'t>, world: bool) -> Node {
        let mut frame = self.frame_attributes(node);
        frame.nodes = self.nodes(node, world);
        Node::Frame(frame)
    }

    /// Reads the attributes of a frame.
    #[inline(never)]
    fn frame_attributes(&mut self, node: NodeRef<'t>) -> Box<Frame> {
        let frame: Frame = self.element(node);
        self.check_orientation(node, &frame.quat);
        Box::new(frame)
    }

    /// Reads a replicate with its contents, which become bodies of their own.
    #[inline(never)]
    fn replicate(&mut self, node: NodeRef<'t>) -> Node {
        let mut replicate = self.replicate_attributes(node);
        replicate.nodes = self.nodes(node, false);
        Node::Replicate(replicate)
    }

    /// Reads the attributes of a replicate.
    #[inline(never)]
    fn replicate_attributes(&mut self, node: NodeRef<'t>) -> Box<Replicate> {
        let replicate: Replicate = self.element(node);
        self.require(node, "count");
        Box::new(replicate)
    }

    /// Reads a reference to another model.
    fn attach(&mut self, node: NodeRef<'t>) -> Attach {
        let attach: Attach = self.element(node);
        self.require(node, "model");
        self.require(node, "prefix");
        attach
    }

    /// Reads an explicit inertia; a full tensor includes its orientation.
    fn inertial(&mut self, node: NodeRef<'t>) -> Inertial {
        let inertial: Inertial = self.element(node);
        self.require_number(node, "pos");
        self.require_number(node, "mass");
        self.check_orientation(node, &inertial.quat);
        if inertial.fullinertia.is_set() && (inertial.alt.is_set() || inertial.quat.is_set()) {
            self.conflict(
                node,
                "fullinertia includes the orientation of the principal axes; remove it, or quat, axisangle, xyaxes, zaxis and euler",
            );
        }
        inertial
    }

    /// Reads a geom, also of a default class.
    pub(super) fn geom(&mut self, node: NodeRef<'t>) -> Geom {
        let mut geom: Geom = self.element(node);
        self.check_orientation(node, &geom.quat);
        geom.plugin = self.first_plugin(node);
        geom
    }

    /// Reads a site, also of a default class.
    pub(super) fn site(&mut self, node: NodeRef<'t>) -> Site {
        let site: Site = self.element(node);
        self.check_orientation(node, &site.quat);
        site
    }

    /// Reads a camera, also of a default class; a sensor size replaces the field of view.
    pub(super) fn camera(&mut self, node: NodeRef<'t>) -> Camera {
        let camera: Camera = self.element(node);
        self.check_orientation(node, &camera.quat);
        if camera.fovy.is_set() && camera.sensorsize.is_set() {
            self.conflict(node, "both fovy and sensorsize are set; remove one of them");
        }
        camera
    }

    /// Reads a light, also of a default class; `directional` is the old form of `type`.
    pub(super) fn light(&mut self, node: NodeRef<'t>) -> Light {
        if node.attr("type").is_some() && node.attr("directional").is_some() {
            self.conflict(
                node,
                "both type and directional are set; remove one of them",
            );
        }
        self.element(node)
    }
}
