//! `<link>`: a body with its inertia and its geoms.
//!
//! A visual geom does not collide, has no mass and is in group 1. The colour of a visual is that of its material, and applies to all
//! later geoms of the link, until another visual has a colour.

use super::{Link, Robot};
use crate::attr::Orientation;
use crate::keyword::Bool;
use crate::read::Reader;
use crate::read::tree::NodeRef;
use crate::spec::body::{Geom, Inertial, Node};
use crate::{Attr, Lead, Span};
use synovia_model::enums::GeomType;

impl<'t> Reader<'_, '_, 't> {
    /// Records the colours of all named materials; the first of each name is used.
    pub(super) fn colours(&mut self, root: NodeRef<'t>, robot: &mut Robot<'t>) {
        let mut stack = vec![root];
        while let Some(node) = stack.pop() {
            let below: Vec<_> = node.children().collect();
            stack.extend(below.into_iter().rev());
            if node.tag() != "material" {
                continue;
            }
            let Some(name) = node.attr("name").map(|name| name.value().into_owned()) else {
                continue;
            };
            if robot.colours.contains_key(&name) {
                continue;
            }
            if let Some(colour) = self.colour(node) {
                robot.colours.insert(name, colour);
            }
        }
    }

    /// `<color>` of a material.
    fn colour(&mut self, material: NodeRef<'t>) -> Option<[f32; 4]> {
        let colour = self.single(material, "color")?;
        self.needed_value(colour, "rgba").get().copied()
    }

    /// Reads the contents of a link.
    pub(super) fn fill_link(&mut self, k: usize, robot: &mut Robot<'t>) {
        let node = robot.links[k].node;
        let mut nodes = Vec::new();
        if let Some(inertial) = self.single(node, "inertial")
            && let Some(inertial) = self.link_inertial(inertial, &robot.links[k])
        {
            nodes.push(Node::Inertial(inertial));
        }

        // the colour of the last visual so far
        let mut colour = None;
        let discard = self.doc.compiler.discardvisual.get() == Some(&Bool::True);
        for part in node.children() {
            let visual = part.tag() == "visual";
            if visual {
                colour = self.visual_colour(part, robot).or(colour);
            }
            if (visual && discard) || !(visual || part.tag() == "collision") {
                continue;
            }
            if let Some(mut geom) = self.shape(part, robot) {
                // a negative first component means no colour
                if let Some(rgba) = colour.filter(|rgba: &[f32; 4]| rgba[0] >= 0.0) {
                    geom.rgba = Attr::new(rgba, part.span());
                }
                self.name_geom(part, &mut geom, robot);
                nodes.push(Node::Geom(geom));
            }
        }
        robot.links[k].body.nodes = nodes;
    }

    /// The colour that the material of a visual has or refers to.
    fn visual_colour(&mut self, visual: NodeRef<'t>, robot: &Robot<'t>) -> Option<[f32; 4]> {
        let material = self.single(visual, "material")?;
        if material.tagged("color").next().is_some() {
            return self.colour(material);
        }
        let name = self.text(material, "name")?;
        robot.colours.get(name.text()).copied()
    }

    /// Names a geom like its element, unless the name is taken.
    fn name_geom(&mut self, part: NodeRef<'t>, geom: &mut Geom, robot: &mut Robot<'t>) {
        let Some(attr) = part.attr("name") else {
            return;
        };
        let name = attr.value().into_owned();
        if name.is_empty() {
            return;
        }
        if robot.geoms.insert(name.clone()) {
            geom.name = Attr::new(name, attr.span());
        } else {
            let message = "another geom has this name; this one is left unnamed";
            let report = self.job.diag.warning(attr.span(), message);
            report.element(part.tag()).named(name);
        }
    }

    /// Mass and inertia of a link.
    fn link_inertial(&mut self, node: NodeRef<'t>, link: &Link<'t>) -> Option<Inertial> {
        let (pos, turned) = self.origin(node);
        let mut inertial = Inertial {
            span: node.span(),
            pos: or_zero(pos, node.span()),
            ..Inertial::default()
        };
        if let Some(mass) = self.needed(node, "mass") {
            inertial.mass = self.needed_value(mass, "value");
        }
        if let Some(tensor) = self.needed(node, "inertia") {
            let entries = ["ixx", "iyy", "izz", "ixy", "ixz", "iyz"];
            let full = entries.map(|name| self.needed_value::<f64>(tensor, name).or(0.0));
            if full == [0.0; 6] {
                // a zero tensor is treated as unspecified
                inertial.alt = turned;
            } else {
                // QUIRK(urdf-inertial-rpy): a tensor is read in the axes of the link, whatever the orientation of its origin
                inertial.fullinertia = Attr::new(full, tensor.span());
            }
        }
        if link.is_world() {
            // DIFFERENCE(urdf-world): the reference gives the world this mass, which is not used
            return None;
        }
        Some(inertial)
    }

    /// The shape of a visual or collision, and its pose.
    fn shape(&mut self, part: NodeRef<'t>, robot: &mut Robot<'t>) -> Option<Geom> {
        let span = part.span();
        let collides = i32::from(part.tag() == "collision");
        let mut geom = Geom {
            span,
            contype: Attr::new(collides, span),
            conaffinity: Attr::new(collides, span),
            ..Geom::default()
        };
        if collides == 0 {
            geom.group = Attr::new(1, span);
            geom.density = Attr::new(0.0, span);
        }
        let geometry = self.needed(part, "geometry")?;
        self.geometry(geometry, &mut geom, robot);
        let turned: Attr<Orientation>;
        (geom.pos, turned) = self.origin(part);
        geom.alt = turned;
        Some(geom)
    }

    /// Reads the first of the known shapes.
    fn geometry(&mut self, node: NodeRef<'t>, geom: &mut Geom, robot: &mut Robot<'t>) {
        let (kind, size): (GeomType, Vec<f64>);
        let place: Span;
        if let Some(shape) = self.single(node, "box") {
            let sides: Attr<[f64; 3]> = self.needed_value(shape, "size");
            let halves = sides.or([0.0; 3]).map(|side| side / 2.0);
            (kind, size, place) = (GeomType::Box, halves.to_vec(), sides.span());
        } else if let Some(shape) = self.single(node, "cylinder") {
            (kind, place) = (GeomType::Cylinder, shape.span());
            size = self.round(shape);
        } else if let Some(shape) = self.single(node, "sphere") {
            let radius: Attr<f64> = self.needed_value(shape, "radius");
            (kind, size, place) = (GeomType::Sphere, vec![radius.or(0.0)], radius.span());
        } else if let Some(shape) = self.single(node, "capsule") {
            (kind, place) = (GeomType::Capsule, shape.span());
            size = self.round(shape);
        } else if let Some(shape) = self.single(node, "mesh") {
            geom.kind = Attr::new(GeomType::Mesh, shape.span());
            geom.mesh = self.mesh_of(shape, robot);
            return;
        } else {
            let message = "no shape found, expected box, cylinder, sphere, capsule or mesh";
            self.error(node, message);
            return;
        }
        geom.kind = Attr::new(kind, place);
        geom.size = Attr::new(Lead::new(&size), place);
    }

    /// Radius and half length of a cylinder or capsule.
    fn round(&mut self, shape: NodeRef<'t>) -> Vec<f64> {
        let radius: Attr<f64> = self.needed_value(shape, "radius");
        let length: Attr<f64> = self.needed_value(shape, "length");
        vec![radius.or(0.0), length.or(0.0) / 2.0]
    }
}

/// A position, the origin if it is not set.
fn or_zero(pos: Attr<[f64; 3]>, place: Span) -> Attr<[f64; 3]> {
    if pos.is_set() {
        pos
    } else {
        Attr::new([0.0; 3], place)
    }
}
