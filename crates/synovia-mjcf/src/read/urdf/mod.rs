//! URDF: links and joints of a robot, read as a [`Document`](crate::Document).
//!
//! ```text
//! <link>   a body, its <inertial>, and a geom for each <visual> and <collision>
//! <joint>  the pose of its child body, and the joints between that and its parent body
//! ```
//!
//! Links and joints are listed side by side in the file; the tree follows from the joints. A link that is not the child of any joint
//! is placed in the world, and the link named `world` is the world. The element `<mujoco>` inside the robot may have `<compiler>`,
//! `<option>` and `<size>` as in MJCF. Unless specified otherwise, directories of files are stripped, visual geoms are discarded,
//! and bodies without joints are fused with their parents. Angles are in radians; `rpy` rotates about the fixed axes x, y, z.
//! Unknown elements and attributes are not errors: other programs read them.
//!
//! | file     | purpose                                              |
//! |----------|------------------------------------------------------|
//! | `link`   | `<link>`: inertia, geoms, colours                    |
//! | `mesh`   | `<mesh>`: files, scales and names                    |
//! | `joint`  | `<joint>`: pose, kind, axis, limits, friction        |
//! | `forest` | the tree of links                                    |

mod forest;
mod joint;
mod link;
mod mesh;

use std::collections::{HashMap, HashSet};

use super::Reader;
use super::tree::NodeRef;
use crate::attr::Orientation;
use crate::diag::{NameError, SchemaError};
use crate::keyword::{AngleUnit, Bool};
use crate::spec::body::Body;
use crate::{Attr, Value};

/// The root element of a robot, in upper or lower case.
pub(super) const ROOT: &str = "robot";

/// The name of the link that is the world.
const WORLD: &str = "world";

/// A link while the robot is read.
struct Link<'t> {
    node: NodeRef<'t>,
    name: String,
    body: Body,
    /// The joint whose child it is, and its parent link.
    carried: Option<(NodeRef<'t>, usize)>,
    /// Its child links, in the order of their joints.
    carries: Vec<usize>,
}

/// The data collected while a robot is read.
#[derive(Default)]
struct Robot<'t> {
    links: Vec<Link<'t>>,
    by_name: HashMap<String, usize>,
    /// Colours of named materials.
    colours: HashMap<String, [f32; 4]>,
    /// Names of geoms so far.
    geoms: HashSet<String>,
    /// The scales of each mesh so far.
    meshes: HashMap<String, Vec<[f64; 3]>>,
}

impl<'t> Reader<'_, '_, 't> {
    /// Reads the robot below the root.
    pub(super) fn robot(&mut self) {
        let root = self.root;
        self.robot_settings(root);
        if let Some(name) = root.attr("name") {
            self.doc.model = Attr::new(name.value().into_owned(), name.span());
        }
        let mut robot = Robot::default();
        self.colours(root, &mut robot);
        for node in root.tagged("link") {
            self.enter_link(node, &mut robot);
        }
        for node in root.tagged("joint") {
            self.connect(node, &mut robot);
        }
        for k in 0..robot.links.len() {
            self.fill_link(k, &mut robot);
        }
        for k in 0..robot.links.len() {
            if let Some((joint, _)) = robot.links[k].carried {
                self.fill_joint(joint, &mut robot.links[k]);
            }
        }
        self.plant(robot);
    }

    /// Reads `<mujoco>` inside the robot, and sets the defaults for URDF.
    fn robot_settings(&mut self, root: NodeRef<'t>) {
        if let Some(extension) = self.single(root, "mujoco") {
            if let Some(section) = self.single(extension, "compiler") {
                self.compiler(section);
            }
            if let Some(section) = self.single(extension, "option") {
                self.option(section);
                self.solver_needs_its_cone();
            }
            if let Some(section) = self.single(extension, "size") {
                self.size(section);
            }
        }
        let compiler = &mut self.doc.compiler;
        for setting in [
            &mut compiler.strippath,
            &mut compiler.fusestatic,
            &mut compiler.discardvisual,
        ] {
            if !setting.is_set() {
                setting.set(Bool::True);
            }
        }
        // regardless of the attribute
        compiler.angle.set(AngleUnit::Radian);
        compiler.eulerseq.set("XYZ".to_owned());
    }

    /// Records a link; its name must be unique.
    fn enter_link(&mut self, node: NodeRef<'t>, robot: &mut Robot<'t>) {
        let Some(name) = self.text(node, "name") else {
            return;
        };
        let text = name.text().to_owned();
        let at = robot.links.len();
        if robot.by_name.insert(text.clone(), at).is_some() {
            let name = text.clone();
            let kind = NameError::Repeated { what: "link", name };
            self.attr_error(node, "name", kind);
        }
        let body = Body {
            span: node.span(),
            name,
            ..Body::default()
        };
        robot.links.push(Link {
            node,
            name: text,
            body,
            carried: None,
            carries: Vec::new(),
        });
    }

    /// Position and orientation in `<origin>`.
    fn origin(&mut self, node: NodeRef<'t>) -> (Attr<[f64; 3]>, Attr<Orientation>) {
        let Some(origin) = self.single(node, "origin") else {
            return (Attr::default(), Attr::default());
        };
        let pos = self.value(origin, "xyz");
        let rpy: Attr<[f64; 3]> = self.value(origin, "rpy");
        let turned = rpy.get().map(|&rpy| Orientation::Euler(rpy));
        let turned = turned.map(|turned| Attr::new(turned, rpy.span()));
        (pos, turned.unwrap_or_default())
    }

    /// The element inside with this tag, of which there may be at most one.
    fn single(&mut self, node: NodeRef<'t>, tag: &'static str) -> Option<NodeRef<'t>> {
        let mut found = node.tagged(tag);
        let first = found.next()?;
        if let Some(second) = found.next() {
            let count = 2 + found.count();
            let tag = tag.to_owned();
            let kind = SchemaError::TooMany { tag, count };
            self.error(second, kind);
        }
        Some(first)
    }

    /// The required element inside with this tag.
    fn needed(&mut self, node: NodeRef<'t>, tag: &'static str) -> Option<NodeRef<'t>> {
        let found = self.single(node, tag);
        if found.is_none() {
            let kind = SchemaError::MissingElement(tag);
            self.error(node, kind);
        }
        found
    }

    /// An attribute, if it is set.
    fn value<T: Value>(&mut self, node: NodeRef<'t>, name: &'static str) -> Attr<T> {
        let Some(attr) = node.attr(name) else {
            return Attr::default();
        };
        let text = attr.value();
        if T::BLANK_IS_UNSET && text.trim_ascii().is_empty() {
            return Attr::default();
        }
        match T::parse(name, &text) {
            Ok(value) => {
                if value.has_nan() {
                    let report = self
                        .job
                        .diag
                        .warning(attr.span(), "found NaN, which is probably not intended");
                    report.element(node.tag()).attr(name);
                }
                Attr::new(value, attr.span())
            }
            Err(error) => {
                self.value_error(node, attr, error);
                Attr::default()
            }
        }
    }

    /// A required attribute.
    fn needed_value<T: Value>(&mut self, node: NodeRef<'t>, name: &'static str) -> Attr<T> {
        let known = self.job.diag.len();
        let value = self.value(node, name);
        if !value.is_set() && self.job.diag.len() == known {
            self.error(node, SchemaError::MissingAttribute(name));
        }
        value
    }

    /// A required text.
    fn text(&mut self, node: NodeRef<'t>, name: &'static str) -> Option<Attr<String>> {
        Some(self.needed_value(node, name)).filter(Attr::is_set)
    }
}
