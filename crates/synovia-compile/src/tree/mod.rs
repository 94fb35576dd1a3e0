//! The kinematic tree: bodies and their elements, with every derived value.
//!
//! The tree is built in three steps, each a module with one job:
//!
//! | step                       | what is true afterwards                                                      |
//! |----------------------------|------------------------------------------------------------------------------|
//! | [`build`]                  | every element has its pose in its body, every body its mass and inertia      |
//! | [`fuse`], [`discard`]      | on request, static bodies are merged into their parents and visual geoms removed |
//! | [`fill`]                   | the tables of the model are written, each by the module of its element       |
//!
//! Values that are copied unchanged (friction, colours, solver parameters …) stay in the flat model and are copied by `fill`; a node only
//! holds derived values.

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

/// The smallest length, mass or axis that is not treated as zero.
pub(crate) const EPS: f64 = 1e-14;

/// Bodies and their elements; a parent precedes its children.
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
    /// Hierarchy nodes that are reserved for fused bodies and never used: see [`fuse`].
    pub idle_boxes: usize,
    /// The geoms and sites that names refer to after bodies were fused: see [`lookup`].
    pub mistaken: lookup::Mistaken,
}

impl Tree {
    /// The geom that the name of geom `g` refers to: see [`lookup`].
    pub(crate) fn found_geom(&self, g: usize) -> usize {
        let Some(found) = (self.geoms.get(g)).and_then(|node| self.mistaken.geoms.get(&node.src))
        else {
            return g;
        };
        let mut nodes = self.geoms.iter();
        nodes.position(|node| node.src == *found).unwrap_or(g)
    }
}

/// The derived values of a body.
#[derive(Clone, Debug, Default)]
pub(crate) struct BodyNode {
    /// Its index in [`FlatModel::bodies`](crate::spec::layout::flat::FlatModel::bodies).
    pub src: usize,
    /// Parent body; the world is its own parent.
    pub parent: usize,
    /// Whether it or an ancestor has joints.
    pub moves: bool,
    /// Pose in the parent.
    pub pose: Pose,
    /// Inertial frame in the body.
    pub ipose: Pose,
    /// Mass.
    pub mass: f64,
    /// Principal moments of inertia.
    pub inertia: Vec3,
    /// Whether geoms of it were removed because they are only visual.
    pub lost: bool,
    /// Number of joints.
    pub njoint: usize,
    /// Number of dofs.
    pub ndof: usize,
    /// For each node of its bounding volume hierarchy, the geom it was a leaf of before bodies were fused: see [`fuse`].
    pub stale: Vec<Option<usize>>,
}

/// The derived values of a joint.
#[derive(Clone, Debug)]
pub(crate) struct JointNode {
    /// Its index in the flat model.
    pub src: usize,
    /// Its body.
    pub body: usize,
    /// Type.
    pub kind: JointType,
    /// Anchor in the body.
    pub pos: Vec3,
    /// Axis in the body.
    pub axis: Vec3,
    /// Whether it has limits.
    pub limited: bool,
    /// Range, in radians for angles.
    pub range: [f64; 2],
    /// Whether actuator forces on it have limits.
    pub actfrclimited: bool,
    /// Value in the reference configuration.
    pub reference: f64,
    /// Rest position of the spring.
    pub springref: f64,
}

/// The derived values of a geom.
#[derive(Clone, Debug)]
pub(crate) struct GeomNode {
    /// Its index in the flat model.
    pub src: usize,
    /// Its body.
    pub body: usize,
    /// Type.
    pub kind: GeomType,
    /// Pose in the body.
    pub pose: Pose,
    /// Size.
    pub size: Vec3,
    /// Mesh of a mesh geom.
    pub mesh: Option<usize>,
    /// Height field of an hfield geom.
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
    /// Whether it cannot collide by itself.
    pub visual: bool,
    /// Whether it is kept although it is visual: a sensor or tuple refers to it, found while bodies were being fused.
    pub stays: bool,
}

/// The derived values of a site.
#[derive(Clone, Debug)]
pub(crate) struct SiteNode {
    /// Its index in the flat model.
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

/// The derived values of a camera.
#[derive(Clone, Debug)]
pub(crate) struct CameraNode {
    /// Its index in the flat model.
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

/// The derived values of a light.
#[derive(Clone, Debug)]
pub(crate) struct LightNode {
    /// Its index in the flat model.
    pub src: usize,
    /// Its body.
    pub body: usize,
    /// Position in the body.
    pub pos: Vec3,
    /// Direction in the body.
    pub dir: Vec3,
}

/// Derives the values of all elements of the tree.
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

    // joints first: whether a body moves restricts its geoms (a plane must be static)
    for src in 0..flat.joints.len() {
        let node = joint::build(cx, src);
        let body = &mut tree.bodies[node.body];
        body.njoint += 1;
        body.ndof += node.kind.dof_len();
        tree.joints.push(node);
    }
    body::check_joints(cx, &tree);
    body::find_moving(&mut tree.bodies);

    // geoms next: the inertia of a body is the sum of theirs; after an error its mass is not checked again
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

    // sites, cameras and lights depend on nothing but their own pose
    for src in 0..flat.sites.len() {
        tree.sites.push(site::build(cx, src));
    }
    for src in 0..flat.cameras.len() {
        tree.cameras.push(camera::build(cx, src));
    }
    for src in 0..flat.lights.len() {
        tree.lights.push(light::build(cx, src));
    }
    // last, because it moves the frame that all elements of the body are placed in
    body::align_free(cx, &mut tree);
    tree
}

/// Writes the tables of the tree; names and assets are complete at this point.
pub(crate) fn fill(cx: &mut Cx<'_>, tree: &Tree, model: &mut Model) {
    // order: bodies need the joints, trees the dofs, geoms the frames of their bodies
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
