//! The input of collision tests: shapes with sizes and poses.

use crate::hull::convexity::Convexity;
use synovia_math::{Mat3, Vec3};

/// A mesh for collisions: the vertices of its convex hull, their connectivity, and its flat faces (polygons).
///
/// Lists are this mesh's part of the model's tables, except `poly_vert` and `poly_map`: these are the whole model's, which
/// is what the addresses refer to.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConvexMesh<'a> {
    /// Its id in the model, used as a key of caches.
    pub id: i32,
    /// All vertices of the mesh, in its frame \[m\].
    pub vert: &'a [[f32; 3]],
    /// The hull: counts, addresses of edge lists, vertex indices, edges, faces; empty if the mesh has no hull.
    pub graph: &'a [i32],
    /// Convexity bounds of the hull.
    pub convexity: Convexity,
    /// Unit normal of each polygon, in the frame of the mesh.
    pub poly_normal: &'a [Vec3],
    /// Start of each polygon in `poly_vert`.
    pub poly_vert_adr: &'a [i32],
    /// Number of vertices of each polygon.
    pub poly_vert_num: &'a [i32],
    /// Vertices of the polygons, as indices into the vertices of the mesh.
    pub poly_vert: &'a [i32],
    /// Start of each vertex in `poly_map`.
    pub poly_map_adr: &'a [i32],
    /// Number of polygons at each vertex.
    pub poly_map_num: &'a [i32],
    /// Polygons at the vertices.
    pub poly_map: &'a [i32],
}

/// A height field: elevations over a rectangle.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeightField<'a> {
    /// Half sizes in x and y, height of elevation 1, depth of the base \[m\].
    pub size: [f64; 4],
    /// Number of grid points along y.
    pub nrow: usize,
    /// Number of grid points along x.
    pub ncol: usize,
    /// Elevations, row after row.
    pub data: &'a [f32],
}

/// The type of a shape, in its own frame.
#[derive(Clone, Copy, Debug)]
pub enum Shape<'a> {
    /// The half space below `z = 0`; infinite in collisions, whatever its size.
    Plane,
    /// A height field.
    HeightField(&'a HeightField<'a>),
    /// A ball with radius `size.x`.
    Sphere,
    /// A capsule along z with radius `size.x` and half length `size.y` of its segment.
    Capsule,
    /// An ellipsoid with the radii `size`.
    Ellipsoid,
    /// A cylinder along z with radius `size.x` and half height `size.y`.
    Cylinder,
    /// A box with half sizes `size`.
    Box,
    /// The convex hull of a mesh.
    Mesh(&'a ConvexMesh<'a>),
}

/// A shape with its size and pose. It borrows its data: reading a copy right after it was written stalls the processor.
#[derive(Clone, Copy, Debug)]
pub struct Solid<'a> {
    /// The type of shape.
    pub shape: Shape<'a>,
    /// Its sizes \[m\].
    pub size: &'a Vec3,
    /// Radius of the sphere around `pos` that contains the whole shape; 0 for a plane \[m\].
    pub rbound: f64,
    /// Origin of its frame \[m\].
    pub pos: &'a Vec3,
    /// Axes of its frame as columns.
    pub mat: &'a Mat3,
}
