//! Flexes: deformable lines, sheets and solids.
//!
//! A flex is a mesh of simplices with `dim + 1` vertices each. A vertex is fixed to a body, or interpolated between nodes that
//! are fixed to bodies. The compiler derives all other values from the vertices at the reference pose:
//!
//! | module           | what it derives                                                                   |
//! |------------------|-----------------------------------------------------------------------------------|
//! | [`load`]         | vertices, nodes and their bodies, after all checks                                |
//! | [`topology`]     | edges, the edges of elements, the two triangles at each edge                      |
//! | [`shell`]        | the surface, depth of elements below it, pairs of elements and vertices           |
//! | [`stiffness`]    | stretching of triangles and tetrahedra                                            |
//! | [`bending`]      | bending across the edges of a sheet                                               |
//! | [`interpolated`] | linear elasticity between nodes                                                   |
//! | [`bounds`]       | bounding boxes of elements and their hierarchy, coordinates within the overall box |
//! | [`mod@fill`]     | the table                                                                         |

mod bending;
mod bounds;
mod fill;
mod interpolated;
mod load;
mod shell;
mod stiffness;
mod topology;

use synovia_math::{Pose, Vec3};
use synovia_mjcf::keyword::Elastic2d;

use crate::cx::Cx;
use crate::spec::layout::orient;
use crate::tree::Tree;

pub(crate) use fill::{fill, fill_bounds, is_passive};

use bounds::Bounds;
use load::Source;
use shell::Shell;
use topology::Topology;

/// A flex with all derived values.
#[derive(Clone, Debug)]
pub(crate) struct FlexMesh {
    /// Vertices, elements and bodies.
    source: Source,
    /// Edges.
    topology: Topology,
    /// Surface.
    shell: Shell,
    /// Stretching stiffness of each element, or the stiffness between all nodes; empty without elasticity.
    stiffness: Vec<[f64; 21]>,
    /// Bending stiffness across each edge; empty if the sheet does not resist bending.
    bending: Vec<[f64; 17]>,
    /// Bounding boxes.
    bounds: Bounds,
}

/// The maximum number of bodies and flexes together: pairs of them are stored in sixteen bits each.
const MOST_BODIES: usize = 65_534;

/// Reports an error if there are more bodies and flexes than pairs can number.
pub(crate) fn check_count(cx: &mut Cx<'_>) {
    let (bodies, flexes) = (cx.flat.bodies.len(), cx.flat.flexes.len());
    if flexes > 0 && bodies + flexes >= MOST_BODIES {
        let text = format!(
            "number of bodies plus flexes must be less than {MOST_BODIES}, found {bodies} bodies and {flexes} flexes"
        );
        cx.diag.placeless(text);
    }
}

/// World poses of all bodies of the flat model in the reference configuration.
///
/// They are computed before static bodies are fused; fusing does not move the remaining bodies.
pub(crate) fn reference_poses(cx: &Cx<'_>, tree: &Tree) -> Vec<Pose> {
    if cx.flat.flexes.is_empty() {
        return Vec::new();
    }
    let mut world = vec![Pose::IDENTITY; tree.bodies.len()];
    for b in 1..tree.bodies.len() {
        let (parent, local) = (&world[tree.bodies[b].parent], &tree.bodies[b].pose);
        world[b] = Pose::new(
            parent.quat.rotate(local.pos) + parent.pos,
            orient::unit(parent.quat * local.quat),
        );
    }
    world
}

/// Derives all flexes; body ids are final, `poses` are [`reference_poses`].
pub(crate) fn build(cx: &mut Cx<'_>, tree: &Tree, poses: &[Pose]) -> Vec<FlexMesh> {
    (0..cx.flat.flexes.len())
        .filter_map(|src| build_one(cx, tree, poses, src))
        .collect()
}

fn build_one(cx: &mut Cx<'_>, tree: &Tree, poses: &[Pose], src: usize) -> Option<FlexMesh> {
    let mut source = load::load(cx, tree, poses, src)?;
    if source.dim == 3 {
        topology::orient(&mut source.elem, &source.vert_xpos);
    }
    let topology = Topology::new(&source.elem, source.dim);
    let shell = Shell::new(&source.elem, source.dim);
    let bounds = load::bounded(cx, &source, &shell)?;
    let (stiffness, bending) = elasticity(cx, &source, &topology);
    Some(FlexMesh {
        source,
        topology,
        shell,
        stiffness,
        bending,
        bounds,
    })
}

/// Stiffness of elements or nodes, and of edges.
fn elasticity(
    cx: &Cx<'_>,
    source: &Source,
    topology: &Topology,
) -> (Vec<[f64; 21]>, Vec<[f64; 17]>) {
    let el = &cx.flat.flexes[source.src].el.elasticity;
    let own = el.values();
    let material = Material {
        young: own.young,
        poisson: own.poisson,
    };
    if material.young <= 0.0 || material.young.is_nan() {
        return (Vec::new(), Vec::new());
    }
    let thickness = own.thickness;
    let sheet = SheetModes::of(own.elastic2d);
    let (dim, pos) = (source.dim, &source.vert_xpos);

    let stiffness = if source.order > 0 {
        interpolated::stiffness(&source.node_xpos, source.order, &material, source.nelem())
    } else {
        let one = |verts: &[usize]| match dim {
            2 if sheet.stretches && thickness > 0.0 => {
                stiffness::triangle(verts, pos, &material, thickness)
            }
            3 => stiffness::tetrahedron(verts, pos, &material),
            _ => [0.0; 21],
        };
        source.elem.chunks_exact(dim + 1).map(one).collect()
    };
    let bending = if dim == 2 && sheet.bends {
        let flaps = topology.flap.iter();
        flaps
            .map(|flap| bending::across(flap, pos, material.shear(), thickness))
            .collect()
    } else {
        Vec::new()
    };
    (stiffness, bending)
}

/// An isotropic elastic material.
#[derive(Clone, Copy, Debug)]
struct Material {
    /// Young's modulus `E` \[Pa\].
    young: f64,
    /// Poisson's ratio `ν`.
    poisson: f64,
}

impl Material {
    /// The shear modulus `μ = E / 2(1 + ν)`.
    fn shear(&self) -> f64 {
        self.young / (2.0 * (1.0 + self.poisson))
    }
}

/// The deformations that a sheet resists.
#[derive(Clone, Copy, Debug)]
struct SheetModes {
    bends: bool,
    stretches: bool,
}

impl SheetModes {
    fn of(kind: Elastic2d) -> Self {
        Self {
            bends: matches!(kind, Elastic2d::Bend | Elastic2d::Both),
            stretches: matches!(kind, Elastic2d::Stretch | Elastic2d::Both),
        }
    }
}

/// Triples of coordinates as points.
fn points(numbers: &[f64]) -> Vec<Vec3> {
    numbers
        .as_chunks::<3>()
        .0
        .iter()
        .map(|&p| p.into())
        .collect()
}
