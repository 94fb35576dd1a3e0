//! Flexcomps: a soft body is generated from a few numbers or from a file.
//!
//! ```text
//! grid, shapes, mesh, gmsh, direct ──> points, elements ──pose, pins──> vertices ──dofs──> bodies, flex
//! ```
//!
//! | file     | what happens there                                                                     |
//! |----------|----------------------------------------------------------------------------------------|
//! | `grid`   | lines, circles, sheets, discs and solids of regularly spaced points                    |
//! | `shapes` | boxes, cylinders and ellipsoids: the surface of a grid, projected                      |
//! | `mesh`   | triangles of a mesh file, or tetrahedra from them to one point                         |
//! | `gmsh`   | files of GMSH, versions 2.2 and 4.1, text and binary                                   |
//! | `pins`   | points that stay in the parent body                                                    |
//! | `unused` | points that belong to no element are dropped                                           |
//! | `make`   | bodies with sliding joints, their masses and names, and the flex that they carry       |
//!
//! Nothing here knows the tree: [`generate`] returns what is to be put into the parent body.

mod gmsh;
mod grid;
pub(crate) mod make;
mod mesh;
mod pins;
mod shapes;
mod unused;

use synovia_math::{Quat, Vec3};
use synovia_mjcf::files::Files;
use synovia_mjcf::keyword::{FlexcompDof, FlexcompType};
use synovia_mjcf::source::Sources;
use synovia_mjcf::spec::flex::{Flex, Flexcomp};
use synovia_mjcf::spec::relation::Equality;
use synovia_mjcf::{Attr, Span};
use synovia_model::budget::Budget;

use crate::spec::layout::flat::Settings;
use crate::spec::layout::orient;

/// Bytes of a point: its coordinates, and its edges, boxes and Jacobian in the model.
const POINT_BYTES: u64 = 1024;
/// Bytes of an element: its points and edges, stiffness, surface and boxes in the model.
const CELL_BYTES: u64 = 512;
/// Elements of the tree for a point: a body, its joints and its inertia.
const POINT_ELEMENTS: u64 = 4;
/// Lengths, masses and scales below this count as zero.
const MIN_VAL: f64 = 1e-15;
/// Why a flexcomp is refused.
#[derive(Debug)]
pub(crate) struct Refusal {
    /// Where the mistake is; the whole element if unknown.
    pub(crate) span: Option<Span>,
    /// The attribute; empty if the element as a whole is meant.
    pub(crate) attr: &'static str,
    /// What is wrong.
    pub(crate) message: String,
}

impl Refusal {
    /// A mistake of the element as a whole.
    fn whole(message: impl Into<String>) -> Self {
        Self {
            span: None,
            attr: "",
            message: message.into(),
        }
    }

    /// A mistake in an attribute.
    fn at<T>(attr: &Attr<T>, name: &'static str, message: impl Into<String>) -> Self {
        Self {
            span: attr.is_set().then(|| attr.span()),
            attr: name,
            message: message.into(),
        }
    }
}

/// Where a flexcomp stands and what it may read.
pub(crate) struct FlexcompContext<'a> {
    /// Name of the body that it stands in.
    pub(crate) parent: &'a str,
    /// How its model is to be understood.
    pub(crate) settings: &'a Settings,
    /// Opens files.
    pub(crate) files: &'a dyn Files,
    /// The files that the model was read from.
    pub(crate) sources: &'a Sources,
    /// Memory that it may take.
    pub(crate) budget: Budget,
    /// Memory that an element of the tree takes.
    pub(crate) element_bytes: u64,
}

/// What a flexcomp becomes.
#[derive(Debug)]
pub(crate) struct Generated {
    /// The flex.
    pub(crate) flex: Flex,
    /// Bodies of its vertices or nodes, children of the body that it stands in.
    pub(crate) bodies: Vec<PointBody>,
    /// The constraint on its edges or vertices.
    pub(crate) equality: Option<Equality>,
    /// Memory that the flex takes, without its bodies.
    pub(crate) bytes: u64,
}

/// The body of a vertex or node.
#[derive(Debug)]
pub(crate) struct PointBody {
    /// Name.
    pub(crate) name: String,
    /// Position in the parent body.
    pub(crate) pos: [f64; 3],
    /// Mass.
    pub(crate) mass: f64,
    /// Its three equal moments of inertia.
    pub(crate) inertia: f64,
    /// Axes of its sliding joints.
    pub(crate) axes: Vec<[f64; 3]>,
    /// The sphere that collides for it.
    pub(crate) ball: Option<Ball>,
}

/// A sphere at a vertex or node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ball {
    /// Radius.
    pub(crate) radius: f64,
    /// Group, if it is not that of the class.
    pub(crate) group: Option<i32>,
}

/// Points and the elements between them.
#[derive(Debug)]
struct Cells {
    /// Dimension of the elements.
    dim: usize,
    /// Coordinates, three a point.
    point: Vec<f64>,
    /// Points of the elements, `dim + 1` each.
    element: Vec<i32>,
    /// Texture coordinates, two a point unless elements have their own.
    texcoord: Vec<f32>,
    /// Texture coordinates of the elements.
    elemtexcoord: Vec<i32>,
    /// Texture coordinates are to be made: there is a material, and none were given.
    textured: bool,
}

impl Cells {
    /// What the attributes say; generated points and elements are added to it.
    fn given(comp: &Flexcomp, dim: usize) -> Self {
        let own = comp.values();
        let texcoord = own.texcoord.to_vec();
        Self {
            dim,
            point: own.point.to_vec(),
            element: own.element.to_vec(),
            textured: texcoord.is_empty() && !comp.material.text().is_empty(),
            texcoord,
            elemtexcoord: Vec::new(),
        }
    }

    /// Number of points.
    fn points(&self) -> usize {
        self.point.len() / 3
    }

    /// Adds the texture coordinates of a point in a face of the grid, if they are wanted.
    fn texture(&mut self, at: [usize; 2], count: [usize; 2]) {
        if self.textured {
            for k in 0..2 {
                let last = (count[k] - 1).max(1);
                self.texcoord.push((at[k] as f64 / last as f64) as f32);
            }
        }
    }
}

/// How many points there are along each axis, and how far apart.
#[derive(Clone, Copy, Debug)]
struct Lattice {
    count: [usize; 3],
    spacing: [f64; 3],
}

impl Lattice {
    /// Half the extent along an axis.
    fn half(&self, axis: usize) -> f64 {
        0.5 * self.spacing[axis] * (self.count[axis] - 1) as f64
    }
}

/// True if the points come from the attributes or a file.
fn is_direct(kind: FlexcompType) -> bool {
    matches!(
        kind,
        FlexcompType::Direct | FlexcompType::Mesh | FlexcompType::Gmsh
    )
}

/// Generates the flex and its bodies.
pub(crate) fn generate(comp: &Flexcomp, place: &FlexcompContext<'_>) -> Result<Generated, Refusal> {
    let kind = comp.values().kind;
    let lattice = check(comp, kind, place)?;
    let quat = orient::orientation(&comp.quat, &comp.alt, place.settings)
        .map_err(|error| Refusal::at(&comp.alt, "", error.to_string()))?;

    // points and elements, in coordinates of their own
    let dim = comp.values().dim as usize;
    let mut cells = Cells::given(comp, dim);
    match kind {
        FlexcompType::Grid | FlexcompType::Circle => {
            grid::fill(comp, kind, &lattice, place, &mut cells)?;
        }
        FlexcompType::Square | FlexcompType::Disc => {
            cells.dim = 2;
            grid::fill(comp, kind, &lattice, place, &mut cells)?;
        }
        FlexcompType::Box | FlexcompType::Cylinder | FlexcompType::Ellipsoid => {
            shapes::fill(comp, kind, &lattice, place, &mut cells)?;
        }
        FlexcompType::Mesh => mesh::fill(comp, place, &mut cells)?,
        FlexcompType::Gmsh => gmsh::fill(comp, place, &mut cells)?,
        FlexcompType::Direct => {}
    }
    let lists = pins::lists(comp, kind, cells.dim)?;
    check_cells(comp, &cells)?;
    if is_direct(kind) {
        let cell_count = cells.element.len() / (cells.dim + 1);
        check_size(comp, place, cells.points() as u64, cell_count as u64)?;
    }

    // in the frame of the parent body
    let scale = comp.values().scale;
    let pos = Vec3::from(comp.values().pos);
    for p in cells.point.chunks_exact_mut(3) {
        if is_direct(kind) && scale != [1.0; 3] {
            p.iter_mut().zip(scale).for_each(|(x, s)| *x *= s);
        }
        p.copy_from_slice(&moved(pos, quat, [p[0], p[1], p[2]]));
    }
    let extent = make::Extent::of(&cells.point);

    let nodes = match comp.values().dof {
        FlexcompDof::Trilinear => 8,
        FlexcompDof::Quadratic => 27,
        FlexcompDof::Full | FlexcompDof::Radial => 0,
    };
    let mut pins = pins::resolve(comp, &lists, &lattice, &cells, nodes)?;
    if is_direct(kind) {
        unused::drop_unused(comp, &mut cells, &mut pins.pinned, nodes)?;
    }
    let counts = [cells.points(), cells.element.len() / (cells.dim + 1)];
    Ok(Generated {
        bytes: array_bytes(counts.map(|n| n as u64)),
        ..make::make(comp, kind, place.parent, cells, &pins, &extent)
    })
}

/// A point turned and moved.
fn moved(pos: Vec3, quat: Quat, point: [f64; 3]) -> [f64; 3] {
    // order: the rotated point, then the position
    let turned = quat.rotate(Vec3::from(point));
    [turned.x + pos.x, turned.y + pos.y, turned.z + pos.z]
}

/// Checks what does not depend on the points.
fn check(
    comp: &Flexcomp,
    kind: FlexcompType,
    place: &FlexcompContext<'_>,
) -> Result<Lattice, Refusal> {
    let own = comp.values();
    if place.parent.is_empty() {
        let message = "the body that it stands in must have a name";
        return Err(Refusal::whole(message));
    }
    let dim = own.dim;
    if !(1..=3).contains(&dim) {
        return Err(Refusal::at(&comp.dim, "dim", "must be between 1 and 3"));
    }

    let count = own.count;
    let radial = own.dof == FlexcompDof::Radial;
    let shape = matches!(
        kind,
        FlexcompType::Box | FlexcompType::Cylinder | FlexcompType::Ellipsoid
    );
    // DIFFERENCE(flexcomp-damage): the reference never ends with a box of one layer
    let least = if (radial && dim == 3) || shape { 2 } else { 1 };
    if count.iter().any(|&n| n < least) {
        let message = format!("count too small, at least {least} points along each axis");
        return Err(Refusal::at(&comp.count, "count", message));
    }

    let spacing = own.spacing;
    let thickness = 2.0 * own.radius + comp.contact.values().margin;
    if !is_direct(kind) && spacing.iter().any(|&s| s < thickness) {
        let message = format!("must be larger than the thickness, which is {thickness}");
        return Err(Refusal::at(&comp.spacing, "spacing", message));
    }
    if own.scale.iter().any(|&s| s < MIN_VAL) {
        return Err(Refusal::at(&comp.scale, "scale", "must be positive"));
    }
    if own.mass < MIN_VAL {
        return Err(Refusal::at(&comp.mass, "mass", "must be positive"));
    }
    if own.inertiabox < MIN_VAL {
        let message = "must be positive";
        return Err(Refusal::at(&comp.inertiabox, "inertiabox", message));
    }
    Ok(Lattice {
        count: count.map(|n| n as usize),
        spacing,
    })
}

/// Checks points and elements, wherever they came from.
fn check_cells(comp: &Flexcomp, cells: &Cells) -> Result<(), Refusal> {
    let Cells {
        dim,
        point,
        element,
        ..
    } = cells;
    if point.is_empty() || element.is_empty() {
        return Err(Refusal::whole("points and elements are required"));
    }
    if !point.len().is_multiple_of(3) {
        let message = "the number of coordinates must be a multiple of 3";
        return Err(Refusal::at(&comp.point, "point", message));
    }
    if !element.len().is_multiple_of(dim + 1) {
        let message = format!("the length must be a multiple of dim + 1 = {}", dim + 1);
        return Err(Refusal::at(&comp.element, "element", message));
    }
    let points = cells.points();
    let outside = |&id: &i32| usize::try_from(id).map_or(true, |id| id >= points);
    if let Some(k) = element.iter().position(outside) {
        let message = format!(
            "entry {k} of the elements is point {}, the number of points is {points}",
            element[k]
        );
        if !is_direct(comp.values().kind) && *dim == 2 && !comp.element.is_set() {
            let message = format!("{message}; the third count of a sheet must be 1");
            return Err(Refusal::at(&comp.count, "count", message));
        }
        return Err(Refusal::at(&comp.element, "element", message));
    }
    Ok(())
}

/// Memory that so many points and elements take in the flex.
const fn array_bytes([points, cells]: [u64; 2]) -> u64 {
    let points = points.saturating_mul(POINT_BYTES);
    points.saturating_add(cells.saturating_mul(CELL_BYTES))
}

/// Reports if there is no memory for so many points and elements, and for the bodies of the points.
fn check_size(
    comp: &Flexcomp,
    place: &FlexcompContext<'_>,
    points: u64,
    cells: u64,
) -> Result<(), Refusal> {
    let own = comp.values();
    let own_bodies = !own.rigid && matches!(own.dof, FlexcompDof::Full | FlexcompDof::Radial);
    let bodies = if own_bodies {
        points.saturating_mul(POINT_ELEMENTS * place.element_bytes)
    } else {
        0
    };
    let bytes = array_bytes([points, cells]).saturating_add(bodies);
    place.budget.check(bytes).map_err(|over| {
        let (attr, name) = if is_direct(own.kind) {
            (comp.file.span(), "file")
        } else {
            (comp.count.span(), "count")
        };
        Refusal {
            span: Some(attr),
            attr: name,
            message: format!("{points} points and {cells} elements: {over}"),
        }
    })
}
