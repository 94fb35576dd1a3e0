//! Flexes that only a `flexcomp` can describe.
//!
//! An explicit `flex` has no attribute for the positions of nodes that are pinned to the parent body, and the reference reads
//! its `passive` from uninitialised memory, unless `flatskin` or `internal` is set as well. Such a flex came from a
//! `flexcomp`, and if nothing may be lost it is written as one again: its points and elements directly, instead of the bodies that
//! they expand to.
//!
//! That is done only if the bodies are those that the `flexcomp` generates: with `n` points and the half size `s` of their inertia box
//!
//! ```text
//! mass m / n,  inertia 2 m s² / (3 n),  slide joints of the class of the parent body                          (1)
//! ```
//!
//! Flexes of the tree are read after explicit ones, so once one is in the tree all later ones must be.

use std::collections::HashMap;

use synovia_mjcf::keyword::FlexcompDof;
use synovia_mjcf::spec::flex::Flex;
use synovia_mjcf::write::Node;
use synovia_model::enums::JointType;
use synovia_model::{BodyId, FlexId, JointId, ObjType};

use super::Context;
use super::deformable;
use super::joint;
use crate::flex::is_passive;
use crate::flexcomp::make::{Extent, body_name, node_mass};
use crate::spec::layout::orient::unit3;

/// Masses and lengths from the same `flexcomp` agree to this tolerance.
const NEAR: f64 = 1e-14;

/// The flexes that are written as `flexcomp`, and their places.
#[derive(Debug, Default)]
pub(super) struct Flexcomps {
    /// The number of flexes before them.
    before: Option<usize>,
    /// The replacement of a body: the first body of a `flexcomp` becomes that element, the others are omitted.
    bodies: HashMap<usize, Option<Node>>,
}

impl Flexcomps {
    /// The first flex that is written as `flexcomp`; larger than any index if there is none.
    pub(super) fn first(&self) -> usize {
        self.before.unwrap_or(usize::MAX)
    }

    /// The replacement of a body, if a `flexcomp` generates it.
    pub(super) fn at(&self, b: usize) -> Option<&Option<Node>> {
        self.bodies.get(&b)
    }
}

/// Finds the flexes to write as `flexcomp`; none if one of them cannot be.
pub(super) fn plan(cx: &Context<'_>) -> Flexcomps {
    let flexes = &cx.origin.flat.flexes;
    let first = flexes.iter().position(|item| needs(&item.el));
    let Some(first) = first.filter(|_| cx.exact()) else {
        return Flexcomps::default();
    };
    let Some(tree) = Leaves::of(cx) else {
        return Flexcomps::default();
    };
    let (mut bodies, mut last) = (HashMap::new(), 0);
    for (k, item) in flexes.iter().enumerate().skip(first) {
        let Some(found) = Found::of(cx, &tree, &item.el) else {
            return Flexcomps::default();
        };
        // order: bodies, and with them the flexes, are numbered in the order of the text
        let run = found.bodies[0]..found.bodies[0] + found.bodies.len();
        if found.bodies[0] <= last || !found.bodies.iter().copied().eq(run.clone()) {
            return Flexcomps::default();
        }
        last = run.end - 1;
        bodies.extend(run.map(|b| (b, None)));
        bodies.insert(found.bodies[0], Some(found.write(cx, k)));
    }
    Flexcomps {
        before: Some(first),
        bodies,
    }
}

/// Whether an explicit flex would differ.
fn needs(el: &Flex) -> bool {
    let alone = !el.contact.values().internal && !el.values().flatskin;
    el.node_pos.iter().any(|&x| x != 0.0) || (is_passive(el) && alone)
}

/// The contents of bodies that points cannot have.
struct Leaves {
    /// Bodies with elements other than joints.
    laden: Vec<bool>,
}

impl Leaves {
    /// `None` if the tables of the model do not match its tree.
    fn of(cx: &Context<'_>) -> Option<Self> {
        let tree = &cx.origin.tree;
        let mut laden = vec![false; tree.bodies.len()];
        let children = tree.bodies.iter().skip(1).map(|body| body.parent);
        let geoms = tree.geoms.iter().map(|geom| geom.body);
        let sites = tree.sites.iter().map(|site| site.body);
        let cameras = tree.cameras.iter().map(|camera| camera.body);
        let lights = tree.lights.iter().map(|light| light.body);
        let all = children.chain(geoms).chain(sites).chain(cameras);
        for b in all.chain(lights) {
            *laden.get_mut(b)? = true;
        }
        Some(Self { laden })
    }
}

/// The order of interpolation; zero if points move by themselves.
fn order(dof: FlexcompDof) -> usize {
    match dof {
        FlexcompDof::Full | FlexcompDof::Radial => 0,
        FlexcompDof::Trilinear => 1,
        FlexcompDof::Quadratic => 2,
    }
}

/// A `flexcomp` that generates the same flex and the same bodies.
struct Found<'a> {
    el: &'a Flex,
    dof: FlexcompDof,
    /// Points in the frame of the parent body.
    point: Vec<f64>,
    /// Points, or nodes, that belong to the parent body.
    pinned: Vec<i32>,
    /// The bodies of the others.
    bodies: Vec<usize>,
    mass: f64,
    inertiabox: f64,
}

impl<'a> Found<'a> {
    /// The `flexcomp` that a flex may have come from.
    fn of(cx: &Context<'_>, leaves: &Leaves, el: &'a Flex) -> Option<Self> {
        let order = match el.node_bodies.len() {
            0 => 0,
            8 => 1,
            27 => 2,
            _ => return None,
        };
        let owners = if order > 0 {
            &el.node_bodies
        } else {
            &el.vert_bodies
        };
        let owners: Option<Vec<usize>> = owners
            .iter()
            .map(|name| cx.model.id_of(ObjType::Body, name))
            .collect();
        let owners = owners?;
        let parent = around(cx, el, &owners, order)?;

        // the bodies of free points
        let (mut bodies, mut pinned, mut names) = (Vec::new(), Vec::new(), Vec::new());
        for (i, &owner) in owners.iter().enumerate() {
            if owner == parent {
                pinned.push(i32::try_from(i).ok()?);
            } else {
                bodies.push(owner);
                names.push(number(i, order));
            }
        }
        let first = *bodies.first()?;
        let joints = cx.model.body.jntnum[BodyId::new(first)];
        let dof = match (order, joints) {
            (0, 3) => FlexcompDof::Full,
            (0, 1) => FlexcompDof::Radial,
            (1, 3) => FlexcompDof::Trilinear,
            (2, 3) => FlexcompDof::Quadratic,
            _ => return None,
        };
        for (&b, number) in bodies.iter().zip(&names) {
            let name = body_name(el.name.text(), number);
            let named = cx.model.id_of(ObjType::Body, &name) == Some(b);
            if !named || leaves.laden[b] || !is_point(cx, b, parent, dof) {
                return None;
            }
        }

        let point = points(cx, el, &owners, parent, order)?;
        let weight = share(&owners, parent, order);
        let (mass, inertiabox) = (weigh(cx, &bodies, &weight)?, side(cx, &bodies)?);
        let found = Self {
            el,
            dof,
            point,
            pinned,
            bodies,
            mass,
            inertiabox,
        };
        (found.is_whole(cx) && found.nodes_fit(cx, &owners)).then_some(found)
    }

    /// Whether all points belong to elements, pins are points, and all properties have an attribute in `flexcomp`.
    fn is_whole(&self, cx: &Context<'_>) -> bool {
        let count = self.point.len() / 3;
        let mut used = vec![false; count];
        for &id in self.el.element.get().map_or(&[][..], Vec::as_slice) {
            if let Some(used) = usize::try_from(id).ok().and_then(|id| used.get_mut(id)) {
                *used = true;
            }
        }
        let last = self.pinned.last().copied().unwrap_or(0);
        let textured = self.el.elemtexcoord.is_set() && !cx.discard();
        // the centre of a radial body is always pinned
        let centre = self.dof != FlexcompDof::Radial || self.pinned.first() == Some(&0);
        used.iter().all(|&used| used)
            && usize::try_from(last).is_ok_and(|last| last < count)
            && !textured
            && centre
    }

    /// Whether nodes are those of the bounding box of the points.
    fn nodes_fit(&self, cx: &Context<'_>, owners: &[usize]) -> bool {
        let order = order(self.dof);
        if order == 0 {
            return true;
        }
        let extent = Extent::of(&self.point);
        owners.iter().enumerate().all(|(n, &owner)| {
            let own = self.el.node_pos.get(3 * n..3 * n + 3);
            let own = own.map_or([0.0; 3], |p| [p[0], p[1], p[2]]);
            let pos = if self.pinned.contains(&(n as i32)) {
                own
            } else {
                cx.model.body.pos[BodyId::new(owner)].to_array()
            };
            let wanted = extent.node(grid(n, order), order);
            pos.iter().zip(wanted).all(|(a, b)| near(*a, b, 1.0))
        })
    }

    /// The element.
    fn write(&self, cx: &Context<'_>, k: usize) -> Node {
        let (el, mut node) = (self.el, cx.node("flexcomp"));
        node.text("name", el.name.text());
        node.text("type", "direct");
        if self.dof != FlexcompDof::Full {
            node.text("dof", self.dof.word());
        }
        deformable::look(cx, el, &mut node);
        node.numbers("mass", &[self.mass]);
        node.numbers("inertiabox", &[self.inertiabox]);
        node.list("point", self.point.iter().copied());
        node.int_list("element", deformable::elements(cx, el, FlexId::new(k)));
        if !cx.discard() {
            let texcoord = el.values().texcoord.to_vec();
            node.list("texcoord", texcoord.into_iter().map(f64::from));
        }
        deformable::material(cx, el, &mut node);
        if !self.pinned.is_empty() {
            node.child("pin").int_list("id", &self.pinned);
        }
        node
    }
}

/// The parent body of the points: the one that has the pinned ones, or else the parent of the first body.
fn around(cx: &Context<'_>, el: &Flex, owners: &[usize], order: usize) -> Option<usize> {
    let parent = if order > 0 {
        let name = el.vert_bodies.first()?;
        if el.vert_bodies.iter().any(|other| other != name) {
            return None;
        }
        cx.model.id_of(ObjType::Body, name)?
    } else {
        let first = *owners.iter().max()?;
        cx.origin.tree.bodies.get(first)?.parent
    };
    let named = cx.model.name_of(ObjType::Body, parent);
    named.filter(|name| !name.is_empty()).map(|_| parent)
}

/// Whether a body is like those that a `flexcomp` generates, except for its mass.
fn is_point(cx: &Context<'_>, b: usize, parent: usize, dof: FlexcompDof) -> bool {
    let (flat, tree, table) = (&cx.origin.flat, &cx.origin.tree, &cx.model.body);
    let (id, node) = (BodyId::new(b), &tree.bodies[b]);
    let source = &flat.bodies[node.src];
    let class = &flat.bodies[tree.bodies[parent].src].class;
    let el = &source.el;
    let unit = [1.0, 0.0, 0.0, 0.0];
    let plain = node.parent == parent
        && source.class == *class
        && source.plugin.is_none()
        && source.inertia_is_said()
        && !el.values().mocap
        && el.values().gravcomp == 0.0
        && !el.sleep.is_set()
        && table.user.row(b).iter().all(|&x| x == 0.0)
        && table.quat[id].to_array() == unit
        && table.ipos[id].to_array() == [0.0; 3]
        && table.iquat[id].to_array() == unit;
    if !plain {
        return false;
    }

    // joints have no attributes of their own
    let class = &cx.class(class).joint;
    let first = usize::try_from(table.jntadr[id]).unwrap_or(usize::MAX);
    let count = if dof == FlexcompDof::Radial { 1 } else { 3 };
    if usize::try_from(table.jntnum[id]) != Ok(count) {
        return false;
    }
    (0..count).all(|k| {
        let Some(joint) = tree.joints.get(first.saturating_add(k)) else {
            return false;
        };
        let (el, j) = (&flat.joints[joint.src].el, JointId::new(first + k));
        let mut axis = [0.0; 3];
        axis[k] = 1.0;
        if dof == FlexcompDof::Radial {
            axis = unit3(table.pos[id]).0.to_array();
        }
        let mut said = cx.node("joint");
        joint::write(
            &joint::of_model(el, cx.model, j),
            &class.values(),
            true,
            &mut said,
        );
        let user = cx.model.joint.user.row(first + k);
        said.user(user, class.user.get().map_or(&[], Vec::as_slice));
        let mut slide = cx.node("joint");
        if class.values().kind != JointType::Slide {
            slide.text("type", JointType::Slide.word());
        }
        el.name.text().is_empty()
            && said == slide
            && cx.model.joint.pos[j].to_array() == [0.0; 3]
            && cx.model.joint.axis[j].to_array() == axis
    })
}

/// Points in the frame of the parent body.
fn points(
    cx: &Context<'_>,
    el: &Flex,
    owners: &[usize],
    parent: usize,
    order: usize,
) -> Option<Vec<f64>> {
    let written = el.vertex.get().map_or(&[][..], Vec::as_slice);
    if order > 0 {
        return (written.len() == 3 * el.vert_bodies.len()).then(|| written.to_vec());
    }
    let mut point = Vec::with_capacity(3 * owners.len());
    for (i, &owner) in owners.iter().enumerate() {
        let own = written.get(3 * i..3 * i + 3);
        if owner == parent {
            point.extend_from_slice(own?);
        } else if own.is_some_and(|own| own.iter().any(|&x| x != 0.0)) {
            return None;
        } else {
            point.extend(cx.model.body.pos[BodyId::new(owner)].to_array());
        }
    }
    Some(point)
}

/// The share of the mass of each free point.
fn share(owners: &[usize], parent: usize, order: usize) -> Vec<f64> {
    let free = owners.iter().enumerate();
    let free = free.filter(|(_, owner)| **owner != parent);
    free.map(|(i, _)| match order {
        0 => 1.0 / owners.len() as f64,
        _ => node_mass(1.0, grid(i, order), order),
    })
    .collect()
}

/// The total mass, if all bodies have their share of it.
fn weigh(cx: &Context<'_>, bodies: &[usize], shares: &[f64]) -> Option<f64> {
    let mass = |b: usize| cx.model.body.mass[BodyId::new(b)];
    let whole = mass(*bodies.first()?) / shares.first()?;
    let fits = |(b, share): (&usize, &f64)| near(mass(*b), share * whole, whole * share);
    bodies.iter().zip(shares).all(fits).then_some(whole)
}

/// The half size of the inertia boxes, equation (1), if it is the same for all bodies.
fn side(cx: &Context<'_>, bodies: &[usize]) -> Option<f64> {
    let table = &cx.model.body;
    let first = BodyId::new(*bodies.first()?);
    let gyration = table.inertia[first].x / table.mass[first];
    let side = (1.5 * gyration).sqrt();
    let fits = |&b: &usize| {
        let (mass, inertia) = (table.mass[BodyId::new(b)], table.inertia[BodyId::new(b)]);
        let wanted = mass * gyration;
        inertia.to_array().iter().all(|&x| near(x, wanted, wanted))
    };
    (bodies.iter().all(fits) && side.is_finite() && side > 0.0).then_some(side)
}

/// Whether numbers of this magnitude are equal up to rounding.
fn near(a: f64, b: f64, size: f64) -> bool {
    (a - b).abs() <= NEAR * size
}

/// The grid coordinates of node `n`.
fn grid(n: usize, order: usize) -> [usize; 3] {
    let side = order + 1;
    [n / (side * side), n / side % side, n % side]
}

/// The suffix of the name of a point or node.
fn number(i: usize, order: usize) -> String {
    if order == 0 {
        return i.to_string();
    }
    let [x, y, z] = grid(i, order);
    format!("{x}_{y}_{z}")
}
