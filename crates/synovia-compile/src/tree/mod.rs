//! The kinematic tree: bodies and what they carry, with every derived value.
//!
//! The tree is built in three steps, each a module with one job:
//!
//! | step                       | what is true afterwards                                                      |
//! |----------------------------|------------------------------------------------------------------------------|
//! | [`build`]                  | every element has its pose in its body, every body its mass and inertia      |
//! | [`fuse`], [`discard`]      | static bodies are merged into their parents, visual geoms dropped, if asked   |
//! | [`fill`]                   | the tables of the model are written, each by the module of its element       |
//!
//! Values that an element was given and that need no work (friction, colours, solver parameters …) stay in the flat model
//! and are copied by `fill`; a node only holds what was derived.

pub(crate) mod body;
pub(crate) mod bvh;
pub(crate) mod camera;
pub(crate) mod discard;
pub(crate) mod dof;
pub(crate) mod fluid;
pub(crate) mod fuse;
pub(crate) mod geom;
pub(crate) mod inertia;
pub(crate) mod joint;
pub(crate) mod light;
pub(crate) mod lookup;
pub(crate) mod pose;
pub(crate) mod primitive;
pub(crate) mod references;
pub(crate) mod site;
pub(crate) mod user;

use synovia_engine::set_const::set_trees;
use synovia_math::{Pose, Vec3};
use synovia_model::Model;
use synovia_model::enums::{GeomType, JointType};

use crate::assets::Assets;
use crate::cx::Cx;

/// The smallest length, mass or axis that counts as one.
pub(crate) const EPS: f64 = 1e-14;

/// Bodies and what they carry; a parent stands before its children.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    /// Bodies, the world first.
    pub bodies: Vec<BodyNode>,
    /// Joints, body by body.
    pub joints: Vec<JointNode>,
    /// Geoms, body by body.
    pub geoms: Vec<GeomNode>,
    /// Sites, body by body.
    pub sites: Vec<SiteNode>,
    /// Cameras, body by body.
    pub cameras: Vec<CameraNode>,
    /// Lights, body by body.
    pub lights: Vec<LightNode>,
    /// Nodes that are reserved for boxes of fused bodies and never used: see [`fuse`].
    pub idle_boxes: usize,
    /// What names of geoms and sites stand for after bodies were fused: see [`lookup`].
    pub mistaken: lookup::Mistaken,
}

impl Tree {
    /// The geom that the name of geom `g` stands for: see [`lookup`].
    pub(crate) fn found_geom(&self, g: usize) -> usize {
        let Some(found) = (self.geoms.get(g)).and_then(|node| self.mistaken.geoms.get(&node.src))
        else {
            return g;
        };
        let mut nodes = self.geoms.iter();
        nodes.position(|node| node.src == *found).unwrap_or(g)
    }
}

/// What was derived for a body.
#[derive(Clone, Debug, Default)]
pub(crate) struct BodyNode {
    /// Its place in [`FlatModel::bodies`](crate::spec::layout::flat::FlatModel::bodies).
    pub src: usize,
    /// Parent body; the world is its own parent.
    pub parent: usize,
    /// True if it or an ancestor has joints.
    pub moves: bool,
    /// Pose in the parent.
    pub pose: Pose,
    /// Inertial frame in the body.
    pub ipose: Pose,
    /// Mass.
    pub mass: f64,
    /// Principal moments of inertia.
    pub inertia: Vec3,
    /// Geoms of it were dropped because they are only visual.
    pub lost: bool,
    /// Number of joints.
    pub njoint: usize,
    /// Number of dofs.
    pub ndof: usize,
    /// What nodes of its hierarchy of boxes were leaves of before bodies were fused into it: see [`fuse`].
    pub stale: Vec<Option<usize>>,
}

/// What was derived for a joint.
#[derive(Clone, Debug)]
pub(crate) struct JointNode {
    /// Its place in the flat model.
    pub src: usize,
    /// Its body.
    pub body: usize,
    /// Type.
    pub kind: JointType,
    /// Anchor in the body.
    pub pos: Vec3,
    /// Axis in the body.
    pub axis: Vec3,
    /// Has limits.
    pub limited: bool,
    /// Range, in radians for angles.
    pub range: [f64; 2],
    /// Has limits of actuator force.
    pub actfrclimited: bool,
    /// Value in the reference configuration.
    pub reference: f64,
    /// Value at which the spring rests.
    pub springref: f64,
}

/// What was derived for a geom.
#[derive(Clone, Debug)]
pub(crate) struct GeomNode {
    /// Its place in the flat model.
    pub src: usize,
    /// Its body.
    pub body: usize,
    /// Type.
    pub kind: GeomType,
    /// Pose in the body.
    pub pose: Pose,
    /// Size.
    pub size: Vec3,
    /// Mesh, if the geom is one.
    pub mesh: Option<usize>,
    /// Height field, if the geom is one.
    pub hfield: Option<usize>,
    /// Material.
    pub material: Option<usize>,
    /// Volume, or area of a shell.
    pub volume: f64,
    /// Mass.
    pub mass: f64,
    /// Principal moments of inertia.
    pub inertia: Vec3,
    /// Centre and half sizes of the bounding box in the geom's frame.
    pub aabb: [f64; 6],
    /// Radius of the bounding sphere about the geom's centre.
    pub rbound: f64,
    /// Fluid coefficients.
    pub fluid: [f64; 12],
    /// Cannot collide by itself.
    pub visual: bool,
    /// Is not dropped although it is visual: a sensor or tuple found it while bodies were being fused.
    pub stays: bool,
}

/// What was derived for a site.
#[derive(Clone, Debug)]
pub(crate) struct SiteNode {
    /// Its place in the flat model.
    pub src: usize,
    /// Its body.
    pub body: usize,
    /// Pose in the body.
    pub pose: Pose,
    /// Size.
    pub size: Vec3,
    /// Material.
    pub material: Option<usize>,
}

/// What was derived for a camera.
#[derive(Clone, Debug)]
pub(crate) struct CameraNode {
    /// Its place in the flat model.
    pub src: usize,
    /// Its body.
    pub body: usize,
    /// Pose in the body.
    pub pose: Pose,
    /// Vertical field of view in degrees.
    pub fovy: f64,
    /// Focal lengths and principal point in length units.
    pub intrinsic: [f32; 4],
}

/// What was derived for a light.
#[derive(Clone, Debug)]
pub(crate) struct LightNode {
    /// Its place in the flat model.
    pub src: usize,
    /// Its body.
    pub body: usize,
    /// Position in the body.
    pub pos: Vec3,
    /// Direction in the body.
    pub dir: Vec3,
}

/// Derives everything, body by body.
pub(crate) fn build(cx: &mut Cx<'_>, assets: &Assets) -> Tree {
    let flat = cx.flat;
    let mut tree = Tree {
        bodies: body::frames(cx),
        joints: Vec::with_capacity(flat.joints.len()),
        geoms: Vec::with_capacity(flat.geoms.len()),
        sites: Vec::with_capacity(flat.sites.len()),
        cameras: Vec::with_capacity(flat.cameras.len()),
        lights: Vec::with_capacity(flat.lights.len()),
        idle_boxes: 0,
        mistaken: lookup::Mistaken::default(),
    };

    // joints come first: which bodies move decides what geoms may do
    for src in 0..flat.joints.len() {
        let node = joint::build(cx, src);
        let body = &mut tree.bodies[node.body];
        body.njoint += 1;
        body.ndof += node.kind.dof_len();
        tree.joints.push(node);
    }
    body::check_joints(cx, &tree);
    body::find_moving(&mut tree.bodies);

    for src in 0..flat.geoms.len() {
        let before = cx.diag.len();
        if let Some(node) = geom::build(cx, assets, &tree.bodies, src) {
            tree.geoms.push(node);
        }
        if cx.diag.has_since(before) {
            cx.doubtful.insert(flat.geoms[src].body);
        }
    }
    body::inertias(cx, &mut tree);

    for src in 0..flat.sites.len() {
        tree.sites.push(site::build(cx, src));
    }
    for src in 0..flat.cameras.len() {
        tree.cameras.push(camera::build(cx, src));
    }
    for src in 0..flat.lights.len() {
        tree.lights.push(light::build(cx, src));
    }
    body::align_free(cx, &mut tree);
    tree
}

/// Writes the tables of the tree; names and assets are known.
pub(crate) fn fill(cx: &mut Cx<'_>, tree: &Tree, model: &mut Model) {
    joint::fill(cx, tree, model);
    body::fill(cx, tree, model);
    dof::fill(cx, tree, model);
    set_trees(model);
    body::sleep_policies(cx, tree, model);
    geom::fill(cx, tree, model);
    site::fill(cx, tree, model);
    camera::fill(cx, tree, model);
    light::fill(cx, tree, model);
    bvh::fill(tree, model);
}
