//! Flexcomps: soft bodies that are generated from a few numbers or from a file.
//!
//! ```text
//! grid, shapes, mesh, gmsh, direct ──> points, elements ──pose, pins──> vertices ──dofs──> bodies, flex
//! ```
//!
//! | file     | what happens there                                                                     |
//! |----------|----------------------------------------------------------------------------------------|
//! | `grid`   | lines, circles, sheets, discs and solids of regularly spaced points                    |
//! | `shapes` | boxes, cylinders and ellipsoids: the surface of a grid, projected                      |
//! | `mesh`   | triangles of a mesh file, or tetrahedra that join them with one point                  |
//! | `gmsh`   | GMSH files, versions 2.2 and 4.1, text and binary                                      |
//! | `pins`   | points that are fixed to the parent body                                               |
//! | `unused` | points that belong to no element are removed                                           |
//! | `make`   | bodies with slide joints, their masses and names, and the flex attached to them        |
//!
//! This module does not know the tree: [`generate`] returns the elements to add to the parent body.

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

/// Memory per point: its coordinates, and its edges, boxes and Jacobian in the model.
const POINT_BYTES: u64 = 1024;
/// Memory per element: its points and edges, stiffness, surface and boxes in the model.
const CELL_BYTES: u64 = 512;
/// Number of tree elements per point: a body, its joints and its inertia.
const POINT_ELEMENTS: u64 = 4;
/// Lengths, masses and scales below this are treated as zero.
const MIN_VAL: f64 = 1e-15;
/// The reason why a flexcomp is refused.
#[derive(Debug)]
pub(crate) struct Refusal {
    /// The place of the error; `None` for the whole element.
    pub(crate) span: Option<Span>,
    /// The attribute; empty if the error concerns the element as a whole.
    pub(crate) attr: &'static str,
    /// The message.
    pub(crate) message: String,
}

impl Refusal {
    /// An error of the element as a whole.
    fn whole(message: impl Into<String>) -> Self {
        Self {
            span: None,
            attr: "",
            message: message.into(),
        }
    }

    /// An error in an attribute.
    fn at<T>(attr: &Attr<T>, name: &'static str, message: impl Into<String>) -> Self {
        Self {
            span: attr.is_set().then(|| attr.span()),
            attr: name,
            message: message.into(),
        }
    }
}

/// The place of a flexcomp in the model, and the files and memory it may use.
pub(crate) struct FlexcompContext<'a> {
    /// Name of the body that contains it.
    pub(crate) parent: &'a str,
    /// The compiler settings of its model.
    pub(crate) settings: &'a Settings,
    /// Opens files.
    pub(crate) files: &'a dyn Files,
    /// The source files of the model.
    pub(crate) sources: &'a Sources,
    /// The memory budget.
    pub(crate) budget: Budget,
    /// Memory per tree element.
    pub(crate) element_bytes: u64,
}

/// The elements that a flexcomp expands to.
#[derive(Debug)]
pub(crate) struct Generated {
    /// The flex.
    pub(crate) flex: Flex,
    /// Bodies of its vertices or nodes, children of the body that contains it.
    pub(crate) bodies: Vec<PointBody>,
    /// The constraint on its edges or vertices.
    pub(crate) equality: Option<Equality>,
    /// Memory of the flex, without its bodies.
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
    /// Axes of its slide joints.
    pub(crate) axes: Vec<[f64; 3]>,
    /// Its collision sphere.
    pub(crate) ball: Option<Ball>,
}

/// A sphere at a vertex or node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ball {
    /// Radius.
    pub(crate) radius: f64,
    /// Group, if it differs from that of the class.
    pub(crate) group: Option<i32>,
}

/// Points and the elements between them.
#[derive(Debug)]
struct Cells {
    /// Dimension of the elements.
    dim: usize,
    /// Coordinates, three per point.
    point: Vec<f64>,
    /// Points of the elements, `dim + 1` each.
    element: Vec<i32>,
    /// Texture coordinates, two per point unless elements have their own.
    texcoord: Vec<f32>,
    /// Texture coordinate indices of the elements.
    elemtexcoord: Vec<i32>,
    /// Whether to generate texture coordinates: there is a material, and no coordinates are set.
    textured: bool,
}

impl Cells {
    /// The values of the attributes; generated points and elements are added later.
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

    /// Adds the texture coordinates of a point in a face of the grid, if they are to be generated.
    fn texture(&mut self, at: [usize; 2], count: [usize; 2]) {
        if self.textured {
            for k in 0..2 {
                let last = (count[k] - 1).max(1);
                self.texcoord.push((at[k] as f64 / last as f64) as f32);
            }
        }
    }
}

/// The number of points along each axis, and their spacing.
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

/// Whether the points come from attributes or from a file.
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

    // points and elements, in local coordinates
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

    // scaled, then moved to the frame of the parent body
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

/// A point, rotated and translated.
fn moved(pos: Vec3, quat: Quat, point: [f64; 3]) -> [f64; 3] {
    // order: the rotated point, then the position
    let turned = quat.rotate(Vec3::from(point));
    [turned.x + pos.x, turned.y + pos.y, turned.z + pos.z]
}

/// Checks the attributes that do not depend on the points.
fn check(
    comp: &Flexcomp,
    kind: FlexcompType,
    place: &FlexcompContext<'_>,
) -> Result<Lattice, Refusal> {
    let own = comp.values();
    if place.parent.is_empty() {
        let message = "the body that contains the flexcomp must have a name; set name on that body";
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
    // DIFFERENCE(flexcomp-damage): with a box of one layer the reference does not terminate
    let least = if (radial && dim == 3) || shape { 2 } else { 1 };
    if count.iter().any(|&n| n < least) {
        let message =
            format!("count is too small, expected at least {least} points along each axis");
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

/// Checks points and elements from any source.
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
            "entry {k} of the elements refers to point {}, but there are {points} points",
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

/// Memory of these points and elements in the flex.
const fn array_bytes([points, cells]: [u64; 2]) -> u64 {
    let points = points.saturating_mul(POINT_BYTES);
    points.saturating_add(cells.saturating_mul(CELL_BYTES))
}

/// Reports an error if these points and elements, with the bodies of the points, exceed the memory budget.
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
