//! Generates bodies and a flex from points and pins.
//!
//! | dof       | bodies                                                                                        |
//! |-----------|-----------------------------------------------------------------------------------------------|
//! | full      | one per free point, with three slide joints; mass `m / n` for `n` points                       |
//! | radial    | the same with one joint, along the line to the origin                                          |
//! | trilinear | the vertices of the bounding box, mass `m / 8`; points are interpolated between them           |
//! | quadratic | 27 points of the bounding box, with the product of the weights `1/6, 2/3, 1/6` of each axis    |
//!
//! The inertia of each body is that of a cube with half edge length `b`: `m (2 b²)/3`.

use synovia_math::Vec3;
use synovia_mjcf::Attr;
use synovia_mjcf::keyword::{Bool, FlexEquality, FlexcompDof, FlexcompType};
use synovia_mjcf::spec::flex::{Flex, FlexEdge, Flexcomp};
use synovia_mjcf::spec::relation::{Equality, EqualityKind};

use super::pins::Pins;
use super::{Ball, Cells, Generated, PointBody};
use crate::spec::layout::orient::unit3;

/// Bound on coordinates.
const MAX_VAL: f64 = 1e10;
/// Maximum length of a body name, in bytes.
const NAME: usize = 99;
/// Weights of the three points along an axis.
const WEIGHTS: [f64; 3] = [1.0 / 6.0, 2.0 / 3.0, 1.0 / 6.0];
/// Axes of the parent body.
const AXES: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// Bounding box.
pub(crate) struct Extent {
    min: [f64; 3],
    max: [f64; 3],
}

impl Extent {
    /// The bounding box of points.
    pub(crate) fn of(point: &[f64]) -> Self {
        let mut extent = Self {
            min: [MAX_VAL; 3],
            max: [-MAX_VAL; 3],
        };
        for p in point.chunks_exact(3) {
            for k in 0..3 {
                extent.min[k] = extent.min[k].min(p[k]);
                extent.max[k] = extent.max[k].max(p[k]);
            }
        }
        extent
    }

    /// A point of a grid with `order` intervals along each axis.
    pub(crate) fn node(&self, at: [usize; 3], order: usize) -> [f64; 3] {
        let step = 1.0 / order as f64;
        [0, 1, 2].map(|k| self.min[k] + at[k] as f64 * step * (self.max[k] - self.min[k]))
    }
}

/// The mass of a node of the bounding box.
pub(crate) fn node_mass(total: f64, [i, j, k]: [usize; 3], order: usize) -> f64 {
    if order == 1 {
        total / 8.0
    } else {
        total * WEIGHTS[i] * WEIGHTS[j] * WEIGHTS[k]
    }
}

/// The name of a body, truncated as in the reference.
pub(crate) fn body_name(name: &str, number: &str) -> String {
    // QUIRK(flexcomp-long-name): longer names are truncated, and may become equal
    let mut whole = format!("{name}_{number}");
    if whole.len() > NAME {
        let end = (0..=NAME).rev().find(|&end| whole.is_char_boundary(end));
        whole.truncate(end.unwrap_or(0));
    }
    whole
}

/// Generates the flex, its bodies and its equality constraint.
pub(super) fn make(
    comp: &Flexcomp,
    kind: FlexcompType,
    parent: &str,
    cells: Cells,
    pins: &Pins,
    extent: &Extent,
) -> Generated {
    let mut maker = Maker {
        comp,
        parent,
        flex: flex(comp, kind, &cells),
        bodies: Vec::new(),
    };
    let mut point = cells.point;
    let order = match comp.values().dof {
        FlexcompDof::Trilinear => 1,
        FlexcompDof::Quadratic => 2,
        FlexcompDof::Full | FlexcompDof::Radial => 0,
    };
    if pins.rigid {
        maker.flex.vert_bodies.push(parent.to_owned());
        maker.flex.vertex = Attr::new(point, comp.span);
        return maker.finish(None);
    }
    if order > 0 {
        maker.flex.vert_bodies = vec![parent.to_owned(); point.len() / 3];
        maker.nodes(pins, extent, order);
    } else {
        maker.vertices(pins, &mut point);
    }
    if !pins.centered || order > 0 {
        maker.flex.vertex = Attr::new(point, comp.span);
    }
    let equality = match comp.edge.values().equality {
        FlexEquality::False => None,
        FlexEquality::True => Some(EqualityKind::Flex),
        FlexEquality::Vert => Some(EqualityKind::FlexVert),
    };
    maker.finish(equality)
}

/// The flex that the attributes of the flexcomp describe.
fn flex(comp: &Flexcomp, kind: FlexcompType, cells: &Cells) -> Flex {
    let mut flex = Flex {
        span: comp.span,
        name: comp.name.clone(),
        group: comp.group.clone(),
        dim: comp.dim.clone(),
        radius: comp.radius.clone(),
        material: comp.material.clone(),
        rgba: comp.rgba.clone(),
        flatskin: comp.flatskin.clone(),
        body: Attr::new(String::new(), comp.span),
        element: Attr::new(cells.element.clone(), comp.span),
        contact: comp.contact.clone(),
        edge: FlexEdge {
            span: comp.edge.span,
            stiffness: comp.edge.stiffness.clone(),
            damping: comp.edge.damping.clone(),
            ..FlexEdge::default()
        },
        elasticity: comp.elasticity.clone(),
        ..Flex::default()
    };
    flex.dim.set(cells.dim as i32);
    let flat = match kind {
        FlexcompType::Box | FlexcompType::Cylinder => true,
        FlexcompType::Grid => cells.dim == 3,
        _ => false,
    };
    if flat {
        flex.flatskin.set(Bool::True);
    }
    if !cells.texcoord.is_empty() {
        flex.texcoord = Attr::new(cells.texcoord.clone(), comp.span);
    }
    if !cells.elemtexcoord.is_empty() {
        flex.elemtexcoord = Attr::new(cells.elemtexcoord.clone(), comp.span);
    }
    flex
}

struct Maker<'a> {
    comp: &'a Flexcomp,
    parent: &'a str,
    flex: Flex,
    bodies: Vec<PointBody>,
}

impl Maker<'_> {
    /// The moment of inertia of a body.
    fn inertia(&self, mass: f64) -> f64 {
        let side = self.comp.values().inertiabox;
        mass * (2.0 * side * side) / 3.0
    }

    /// The collision sphere of each body, if vertices collide.
    fn ball(&self, group: Option<i32>) -> Option<Ball> {
        let radius = self.comp.values().radius;
        let collides = self.comp.contact.values().vertcollide;
        collides.then_some(Ball { radius, group })
    }

    /// Adds a body for each free point; pinned points keep their coordinates, the others become the origins of their bodies.
    fn vertices(&mut self, pins: &Pins, point: &mut [f64]) {
        let radial = self.comp.values().dof == FlexcompDof::Radial;
        let mass = self.comp.values().mass / (point.len() / 3) as f64;
        let inertia = self.inertia(mass);
        let ball = self.ball(Some(4));
        for (i, p) in point.chunks_exact_mut(3).enumerate() {
            if pins.pinned[i] {
                self.flex.vert_bodies.push(self.parent.to_owned());
                continue;
            }
            let pos = [p[0], p[1], p[2]];
            let axes = if radial {
                vec![unit3(Vec3::from(pos)).0.to_array()]
            } else {
                AXES.to_vec()
            };
            let name = body_name(self.comp.name.text(), &i.to_string());
            self.flex.vert_bodies.push(name.clone());
            self.bodies.push(PointBody {
                name,
                pos,
                mass,
                inertia,
                axes,
                ball,
            });
            if !pins.centered {
                p.fill(0.0);
            }
        }
    }

    /// Adds a body for each free node of the bounding box.
    fn nodes(&mut self, pins: &Pins, extent: &Extent, order: usize) {
        let total = self.comp.values().mass;
        let ball = self.ball(None);
        let side = order + 1;
        let mut node_pos = vec![0.0; 3 * side * side * side];
        for n in 0..side * side * side {
            let [i, j, k] = [n / (side * side), n / side % side, n % side];
            let pos = extent.node([i, j, k], order);
            if pins.pinned[n] {
                node_pos[3 * n..3 * n + 3].copy_from_slice(&pos);
                self.flex.node_bodies.push(self.parent.to_owned());
                continue;
            }
            let mass = node_mass(total, [i, j, k], order);
            let name = body_name(self.comp.name.text(), &format!("{i}_{j}_{k}"));
            self.flex.node_bodies.push(name.clone());
            self.bodies.push(PointBody {
                name,
                pos,
                mass,
                inertia: self.inertia(mass),
                axes: AXES.to_vec(),
                ball,
            });
        }
        self.flex.node = Attr::new(String::new(), self.comp.span);
        if !pins.centered {
            self.flex.node_pos = node_pos;
        }
    }

    fn finish(self, equality: Option<EqualityKind>) -> Generated {
        let comp = self.comp;
        let edge = &comp.edge;
        Generated {
            flex: self.flex,
            bodies: self.bodies,
            bytes: 0,
            // default classes of equalities do not apply here
            equality: equality.map(|kind| Equality {
                span: edge.span,
                kind,
                flex: Attr::new(comp.name.text().to_owned(), comp.name.span()),
                active: Attr::new(Bool::True, edge.span),
                solref: edge.solref.clone(),
                solimp: edge.solimp.clone(),
                ..Equality::default()
            }),
        }
    }
}
