//! What goes into a test of two shapes.

use crate::hull::convexity::Convexity;
use synovia_math::{Mat3, Vec3};

/// A mesh as it collides: the vertices of its convex hull, how they are connected, and its flat sides.
///
/// All lists are the mesh's own part of the model's; addresses in them count from the places that the model's fields
/// say.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConvexMesh<'a> {
    /// Its number in the model, the key of caches.
    pub id: i32,
    /// All vertices of the mesh, in its frame \[m\].
    pub vert: &'a [[f32; 3]],
    /// The hull: counts, addresses of edge lists, vertex numbers, edges, faces; empty if the mesh has none.
    pub graph: &'a [i32],
    /// How convex the hull is.
    pub convexity: Convexity,
    /// Unit normals of the flat sides, in the frame of the mesh.
    pub poly_normal: &'a [Vec3],
    /// Where each side's corners begin in `poly_vert`, which is the whole model's.
    pub poly_vert_adr: &'a [i32],
    /// Number of corners of each side.
    pub poly_vert_num: &'a [i32],
    /// Corners of the sides, as vertices of the mesh.
    pub poly_vert: &'a [i32],
    /// Where each vertex's sides begin in `poly_map`, which is the whole model's.
    pub poly_map_adr: &'a [i32],
    /// Number of sides at each vertex.
    pub poly_map_num: &'a [i32],
    /// Sides at the vertices.
    pub poly_map: &'a [i32],
}

/// Terrain: elevations over a rectangle.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeightField<'a> {
    /// Half sizes in x and y, height of elevation 1, depth of the base \[m\].
    pub size: [f64; 4],
    /// Grid points along y.
    pub nrow: usize,
    /// Grid points along x.
    pub ncol: usize,
    /// Elevations, row after row.
    pub data: &'a [f32],
}

/// A kind of shape with its sizes, in its own frame.
#[derive(Clone, Copy, Debug)]
pub enum Shape<'a> {
    /// The half space below `z = 0`; collides as if it were endless.
    Plane,
    /// Terrain.
    HeightField(&'a HeightField<'a>),
    /// Radius in `size.x`.
    Sphere,
    /// Radius in `size.x`, half length of the segment along z in `size.y`.
    Capsule,
    /// Radii.
    Ellipsoid,
    /// Radius in `size.x`, half height along z in `size.y`.
    Cylinder,
    /// Half sizes.
    Box,
    /// The hull of a mesh.
    Mesh(&'a ConvexMesh<'a>),
}

/// A shape in place. It borrows its numbers: reading a copy just after it was made stalls the processor.
#[derive(Clone, Copy, Debug)]
pub struct Solid<'a> {
    /// What it is.
    pub shape: Shape<'a>,
    /// Its sizes \[m\].
    pub size: &'a Vec3,
    /// Radius of the sphere around `pos` that holds all of it; 0 for a plane \[m\].
    pub rbound: f64,
    /// Where its frame is \[m\].
    pub pos: &'a Vec3,
    /// Axes of its frame as columns.
    pub mat: &'a Mat3,
}
