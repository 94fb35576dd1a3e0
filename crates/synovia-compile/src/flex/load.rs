//! Vertices, nodes, elements and their bodies, after all checks.
//!
//! Errors are reported at the attribute that is wrong; later modules can rely on indices that are in range and on elements without
//! repeated vertices.

use synovia_math::{Pose, Vec3};
use synovia_mjcf::spec::flex::Flex;
use synovia_mjcf::{Attr, Span};
use synovia_model::enums::{FlexSelf, ObjType};

use super::bounds::Bounds;
use super::shell::Shell;
use super::{SheetModes, points};
use crate::cx::Cx;
use crate::tree::Tree;

/// A flex whose references are resolved.
#[derive(Clone, Debug)]
pub(super) struct Source {
    /// Its index in the flat model.
    pub src: usize,
    /// 1: lines, 2: triangles, 3: tetrahedra.
    pub dim: usize,
    /// Vertices of the elements, `dim + 1` each.
    pub elem: Vec<usize>,
    /// Body of each vertex; `None` if the vertex is interpolated.
    pub vert_body: Vec<Option<usize>>,
    /// Vertices in the frames of their bodies; zeros if all of them are at the origins.
    pub vert: Vec<Vec3>,
    /// Vertices in the world, at the reference pose.
    pub vert_xpos: Vec<Vec3>,
    /// Body of each node.
    pub node_body: Vec<usize>,
    /// Nodes in the frames of their bodies.
    pub node: Vec<Vec3>,
    /// Nodes in the world, at the reference pose.
    pub node_xpos: Vec<Vec3>,
    /// 0: vertices have their own bodies; otherwise the order of interpolation.
    pub order: usize,
    /// Whether all vertices are fixed to one body.
    pub rigid: bool,
    /// Whether the vertices, or the nodes if there are any, are at the origins of their bodies.
    pub centered: bool,
    /// Material.
    pub material: Option<usize>,
}

impl Source {
    /// Number of elements.
    pub(super) fn nelem(&self) -> usize {
        self.elem.len() / (self.dim + 1)
    }
}

/// Number of nodes of an interpolated flex, by order: two or three along each edge of a box.
const NODES: [usize; 2] = [8, 27];

/// Reads one flex; reports errors and returns `None` if there are any.
pub(super) fn load(cx: &mut Cx<'_>, tree: &Tree, poses: &[Pose], src: usize) -> Option<Source> {
    let el = &cx.flat.flexes[src].el;
    let mut report = Report {
        el,
        cx,
        failed: false,
    };
    let dim = report.dim()?;
    report.modes(dim);
    report.elastic(dim);
    let order = report.order();
    let nvert = report.vertices(dim);
    let elem = report.elements(dim, nvert);
    report.texcoords(dim, nvert);
    let material = report.material();
    let vert_body = report.bodies("body", &el.body, &el.vert_bodies);
    let node_body = report.bodies("node", &el.node, &el.node_bodies);
    report.pins(dim, tree, &vert_body);
    if report.failed {
        return None;
    }

    let interpolated = order > 0;
    let one_body = vert_body.iter().all(|&b| b == vert_body[0]);
    let mut vert = points(el.values().vertex);
    let mut node = points(&el.node_pos);
    vert.resize(nvert, Vec3::ZERO);
    node.resize(node_body.len(), Vec3::ZERO);
    let origins = if interpolated { &node } else { &vert };
    let centered = origins.iter().all(|&p| p == Vec3::ZERO);

    let world = |body: usize, local: Vec3| {
        let pose = &poses[tree.bodies[body].src];
        pose.pos + pose.quat.rotate(local)
    };
    let body_of = |v: usize| vert_body[if vert_body.len() == 1 { 0 } else { v }];
    let vert_xpos = (0..nvert).map(|v| world(body_of(v), vert[v])).collect();
    let node_xpos = (0..node.len()).map(|n| world(node_body[n], node[n]));
    Some(Source {
        src,
        dim,
        elem,
        vert_body: (0..nvert)
            .map(|v| (!interpolated).then(|| body_of(v)))
            .collect(),
        vert_xpos,
        node_xpos: node_xpos.collect(),
        vert,
        node_body,
        node,
        order,
        rigid: one_body && !interpolated,
        centered,
        material,
    })
}

/// The bounding boxes of a flex; an error if none of its elements can collide.
pub(super) fn bounded(cx: &mut Cx<'_>, source: &Source, shell: &Shell) -> Option<Bounds> {
    let el = &cx.flat.flexes[source.src].el;
    let layers = el.contact.values().activelayers;
    let bounds = Bounds::new(source, shell, layers, el.values().radius);
    // DIFFERENCE(flex-outside-arrays): the reference reads the box of an empty hierarchy
    if bounds.is_none() {
        let mut report = Report {
            el,
            cx,
            failed: false,
        };
        let span = el.contact.activelayers.span_or(el.span);
        report.error(
            span,
            "activelayers",
            "no element is near enough to the surface to collide; increase activelayers",
        );
    }
    bounds
}

/// A flex whose errors are collected.
struct Report<'r, 'a> {
    el: &'r Flex,
    cx: &'r mut Cx<'a>,
    failed: bool,
}

impl Report<'_, '_> {
    fn error(&mut self, span: Span, attr: &str, text: impl Into<String>) {
        self.failed = true;
        let error = self.cx.diag.error(span, text.into());
        error.element("flex").named(self.el.name.text()).attr(attr);
    }

    /// Reports an error at an attribute of the flex, or at the flex if the attribute is not set.
    fn wrong<T>(&mut self, attr: &Attr<T>, name: &str, text: impl Into<String>) {
        self.error(attr.span_or(self.el.span), name, text);
    }

    fn dim(&mut self) -> Option<usize> {
        let dim = self.el.values().dim;
        if !(1..=3).contains(&dim) {
            self.wrong(&self.el.dim, "dim", "must be 1, 2 or 3");
            return None;
        }
        Some(dim as usize)
    }

    /// Checks for combinations that flexes of this kind do not support.
    fn modes(&mut self, dim: usize) {
        let el = self.el;
        if el.edge.values().stiffness > 0.0 && dim > 1 {
            let text =
                "edges are springs only in a flex of dim 1; sheets and solids have elasticity";
            self.wrong(&el.edge.stiffness, "stiffness", text);
        }
        if el.node_bodies.is_empty() {
            return;
        }
        let own = &el.contact.selfcollide;
        if el.contact.values().selfcollide != FlexSelf::None {
            let text = "an interpolated flex cannot collide with itself, this must be \"none\"";
            self.wrong(own, "selfcollide", text);
        }
        let internal = &el.contact.internal;
        if el.contact.values().internal {
            let text = "an interpolated flex cannot have internal collisions";
            self.wrong(internal, "internal", text);
        }
    }

    /// Checks the elasticity parameters.
    fn elastic(&mut self, dim: usize) {
        let elastic = &self.el.elasticity;
        let own = elastic.values();
        let young = own.young;
        if young.is_nan() || young <= 0.0 {
            return;
        }
        if !(0.0..0.5).contains(&own.poisson) {
            self.wrong(&elastic.poisson, "poisson", "must be in [0, 0.5)");
        }
        let bends = SheetModes::of(own.elastic2d).bends;
        if dim == 2 && bends && own.thickness < 0.0 {
            let text = "must be positive for bending stiffness";
            self.wrong(&elastic.thickness, "thickness", text);
        }
    }

    /// The order of interpolation, from the number of nodes.
    fn order(&mut self) -> usize {
        let (el, n) = (self.el, self.el.node_bodies.len());
        if n == 0 {
            return 0;
        }
        // DIFFERENCE(flex-outside-arrays): other numbers of nodes are refused; the reference accepts some of them and reads out of bounds
        let Some(order) = NODES.iter().position(|&nodes| nodes == n) else {
            let text = format!("there must be 8 or 27 nodes, not {n}");
            self.wrong(&el.node, "node", text);
            return 1;
        };
        if !el.node_pos.is_empty() && el.node_pos.len() != 3 * n {
            self.wrong(&el.node, "node", "there must be one position per node");
        }
        // DIFFERENCE(flex-outside-arrays): the reference divides without rounding up, and accepts one element too few
        let per = usize::try_from(el.values().dim + 1).unwrap_or(1).max(1);
        let nelem = el.element.get().map_or(0, Vec::len) / per;
        let least = (3 * n * 3 * n).div_ceil(21);
        if el.elasticity.values().young > 0.0 && nelem < least {
            let text = format!("elasticity between {n} nodes needs at least {least} elements");
            self.wrong(&el.element, "element", text);
        }
        order + 1
    }

    /// The number of vertices.
    fn vertices(&mut self, dim: usize) -> usize {
        let el = self.el;
        let (bodies, numbers) = (el.vert_bodies.len(), el.vertex.get().map_or(0, Vec::len));
        let interpolated = !el.node_bodies.is_empty();
        if bodies == 0 && !interpolated {
            self.wrong(
                &el.body,
                "body",
                "there are neither bodies nor nodes; set body or node",
            );
        }
        if !numbers.is_multiple_of(3) {
            self.wrong(
                &el.vertex,
                "vertex",
                "there must be three numbers per vertex",
            );
        }
        let nvert = if numbers == 0 { bodies } else { numbers / 3 };
        if interpolated && (numbers == 0 || bodies != nvert) {
            // DIFFERENCE(flex-outside-arrays): the reference reads out of bounds if there is one body for all
            let text = format!(
                "an interpolated flex needs vertex positions and one body per vertex, found {bodies} bodies and {} vertices",
                numbers / 3
            );
            self.wrong(&el.body, "body", text);
        } else if numbers > 0 && bodies != 1 && bodies != nvert {
            let text = format!("expected one body, or one per vertex ({nvert}), found {bodies}");
            self.wrong(&el.body, "body", text);
        }
        if nvert < dim + 1 {
            let text = format!("there are too few vertices, an element needs {}", dim + 1);
            self.error(el.span, "", text);
        }
        nvert
    }

    /// The vertices of the elements.
    fn elements(&mut self, dim: usize, nvert: usize) -> Vec<usize> {
        let el = self.el;
        let list = el.element.get().map_or(&[][..], Vec::as_slice);
        if list.is_empty() {
            self.wrong(&el.element, "element", "at least one element is required");
        }
        if !list.len().is_multiple_of(dim + 1) {
            let text = format!("there must be {} vertices per element", dim + 1);
            self.wrong(&el.element, "element", text);
            return Vec::new();
        }
        let inside = |&v: &i32| usize::try_from(v).is_ok_and(|v| v < nvert);
        if let Some(k) = list.iter().position(|v| !inside(v)) {
            let (e, v) = (k / (dim + 1), list[k]);
            let text =
                format!("vertex {v} of element {e} is out of range, there are {nvert} vertices");
            self.wrong(&el.element, "element", text);
        }
        let repeats = |verts: &[i32]| (1..verts.len()).any(|k| verts[..k].contains(&verts[k]));
        if let Some(e) = list.chunks_exact(dim + 1).position(repeats) {
            let text = format!(
                "element {e} has a repeated vertex, expected {} different ones",
                dim + 1
            );
            self.wrong(&el.element, "element", text);
        }
        list.iter().map(|&v| v.max(0) as usize).collect()
    }

    /// Checks the texture coordinates, which are per vertex or indexed by the elements.
    fn texcoords(&mut self, dim: usize, nvert: usize) {
        let el = self.el;
        let count = el.texcoord.get().map_or(0, Vec::len);
        let own = el.elemtexcoord.get().map_or(&[][..], Vec::as_slice);
        if count == 0 {
            return;
        }
        if own.is_empty() {
            if count != 2 * nvert {
                let text = "there must be two texture coordinates per vertex";
                self.wrong(&el.texcoord, "texcoord", text);
            }
            return;
        }
        // DIFFERENCE(flex-outside-arrays): the reference does not check this, and reads or writes out of bounds
        if !count.is_multiple_of(2) {
            self.wrong(
                &el.texcoord,
                "texcoord",
                "the number of texture coordinates must be even",
            );
        }
        let nelem = el.element.get().map_or(0, Vec::len) / (dim + 1);
        let used = (dim + 1) * nelem;
        // three indices per element are enough, and the reference itself writes no more
        if own.len() != used && own.len() != 3 * nelem {
            let text = format!("there must be {} numbers per element", dim + 1);
            self.wrong(&el.elemtexcoord, "elemtexcoord", text);
        }
        let pairs = count / 2;
        let inside = |&&k: &&i32| usize::try_from(k).is_ok_and(|k| k < pairs);
        if let Some(k) = own.iter().take(used).find(|k| !inside(k)) {
            let text = format!("index {k} is out of range, there are {pairs} texture coordinates");
            self.wrong(&el.elemtexcoord, "elemtexcoord", text);
        }
    }

    /// QUIRK(flex-discarded-material): a material that `discardvisual` dropped is an error here; elsewhere it is ignored.
    fn material(&mut self) -> Option<usize> {
        let attr = &self.el.material;
        if attr.text().is_empty() {
            return None;
        }
        let found = self.cx.resolve(ObjType::Material, attr, "flex");
        self.failed |= found.is_none();
        found
    }

    /// The bodies of vertices or nodes; each unknown name is reported once.
    ///
    /// QUIRK(flex-fused-body): `fusestatic` ignores that a flex refers to a body, and the name is unknown afterwards.
    fn bodies(&mut self, word: &str, attr: &Attr<String>, names: &[String]) -> Vec<usize> {
        let span = attr.span_or(self.el.span);
        let mut last = "";
        let mut ids = Vec::with_capacity(names.len());
        for name in names {
            if let Some(id) = self.cx.ids.find(ObjType::Body, name) {
                ids.push(id);
            } else if name != last {
                self.failed = true;
                let attr = Attr::new(name.clone(), span);
                let tag = format!("flex {word}");
                self.cx.resolve(ObjType::Body, &attr, &tag);
                last = name;
            }
        }
        ids
    }

    /// Bending is only supported for vertices with three slide joints.
    fn pins(&mut self, dim: usize, tree: &Tree, bodies: &[usize]) {
        let el = self.el;
        let bends = SheetModes::of(el.elasticity.values().elastic2d).bends;
        if dim != 2 || !bends {
            return;
        }
        if let Some(k) = bodies.iter().position(|&b| tree.bodies[b].njoint != 3) {
            let text = format!(
                "bending needs vertices with three slide joints, the body of vertex {k} has {} joints; remove its pin, or use elastic2d=\"stretch\"",
                tree.bodies[bodies[k]].njoint
            );
            self.wrong(&el.elasticity.elastic2d, "elastic2d", text);
        }
    }
}
