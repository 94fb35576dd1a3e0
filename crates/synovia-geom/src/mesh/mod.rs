//! Triangle meshes: from file bytes to the arrays that a model stores.
//!
//! ```text
//! read (stl, obj, msh) | builtin | inline arrays  ->  MeshSource  ->  process  ->  ProcessedMesh
//! ```
//!
//! [`process()`] moves the mesh into its own frame: the origin becomes the centre of mass, the axes the principal axes
//! of inertia, largest first. [`ProcessedMesh::pos`] and [`ProcessedMesh::quat`] are the pose of that frame in the
//! user's frame.

pub mod builtin;
mod ears;
mod fit;
mod mass;
mod msh;
mod normals;
mod obj;
mod ordered;
mod patches;
mod polygon;
mod process;
mod rounds;
mod stl;
mod weld;

pub use builtin::Builtin;
pub use fit::{Fit, FitShape, fit};
pub use mass::MassProperties;
pub use polygon::Polygons;
pub use process::process;

use synovia_math::{Quat, Vec3};

use crate::bvh::Bvh;
use crate::hull::convexity::Convexity;
use crate::sdf::Octree;
use crate::{Aabb, MeshError};

/// Origin of the arrays of a [`MeshSource`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MeshOrigin {
    /// Numbers in the model file, or a built-in shape.
    #[default]
    Inline,
    /// A binary STL file.
    Stl,
    /// A Wavefront OBJ file.
    Obj,
    /// A binary MSH file.
    Msh,
}

/// Formats of mesh files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshFormat {
    /// Binary STL.
    Stl,
    /// Wavefront OBJ.
    Obj,
    /// The reference's binary format.
    Msh,
}

impl MeshFormat {
    /// The format of a MIME content type, such as `model/stl`.
    pub fn from_content_type(content_type: &str) -> Option<Self> {
        match content_type {
            "model/stl" => Some(Self::Stl),
            "model/obj" => Some(Self::Obj),
            "model/vnd.mujoco.msh" => Some(Self::Msh),
            _ => None,
        }
    }

    /// The format of a file name, by its extension in upper or lower case.
    pub fn from_file_name(name: &str) -> Option<Self> {
        match name.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
            "stl" => Some(Self::Stl),
            "obj" => Some(Self::Obj),
            "msh" => Some(Self::Msh),
            _ => None,
        }
    }
}

/// A mesh as given: flat arrays, not yet checked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshSource {
    /// Coordinates of vertices, three each.
    pub vertex: Vec<f32>,
    /// Components of normals, three each; if empty, they are computed.
    pub normal: Vec<f32>,
    /// Texture coordinates, two each.
    pub texcoord: Vec<f32>,
    /// Vertices of faces, three each; if empty, the faces of the convex hull are used.
    pub face: Vec<i32>,
    /// Normal indices of faces, three each.
    pub face_normal: Vec<i32>,
    /// Texture coordinate indices of faces, three each.
    pub face_texcoord: Vec<i32>,
    /// Where the arrays come from.
    pub origin: MeshOrigin,
}

impl MeshSource {
    /// Reads a mesh file.
    ///
    /// A `scale` that mirrors space reverses the faces. With `merge`, repeated vertices are merged in OBJ and MSH
    /// files too; in STL files they always are.
    pub fn read(
        format: MeshFormat,
        bytes: &[u8],
        scale: Vec3,
        merge: bool,
    ) -> Result<Self, MeshError> {
        // QUIRK(mesh-scale-zero): a product that is zero or NaN reverses the faces as well
        let right_handed = scale.x * scale.y * scale.z > 0.0;
        match format {
            MeshFormat::Stl => stl::read(bytes, !right_handed),
            MeshFormat::Obj => obj::read(bytes, !right_handed, merge),
            MeshFormat::Msh => msh::read(bytes, !right_handed, merge),
        }
    }

    /// Fills empty arrays with those given in the model; it is an error if both sources provide one.
    pub fn complete(mut self, beside: Self) -> Result<Self, MeshError> {
        fn fill<T>(own: &mut Vec<T>, other: Vec<T>, what: &'static str) -> Result<(), MeshError> {
            if !own.is_empty() && !other.is_empty() {
                return Err(MeshError::Repeated { what });
            }
            if own.is_empty() {
                *own = other;
            }
            Ok(())
        }
        fill(&mut self.normal, beside.normal, "normal")?;
        fill(&mut self.texcoord, beside.texcoord, "texcoord")?;
        fill(&mut self.face, beside.face, "face")?;
        fill(&mut self.vertex, beside.vertex, "vertex")?;
        fill(&mut self.face_normal, beside.face_normal, "facenormal")?;
        fill(
            &mut self.face_texcoord,
            beside.face_texcoord,
            "facetexcoord",
        )?;
        Ok(self)
    }
}

/// How the mass of a mesh is distributed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MeshInertia {
    /// In its convex hull.
    Convex,
    /// In its volume, exactly.
    Exact,
    /// In its volume, with every tetrahedron taken as positive.
    #[default]
    Legacy,
    /// On its surface.
    Shell,
}

/// Options of [`process()`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshOptions {
    /// Factors along the three axes, applied after `refpos` and `refquat`.
    pub scale: Vec3,
    /// Origin of the mesh's frame in the coordinates of the file.
    pub refpos: Vec3,
    /// Orientation of that frame.
    pub refquat: Quat,
    /// How the mass is distributed.
    pub inertia: MeshInertia,
    /// Maximum number of vertices of the convex hull.
    pub maxhullvert: Option<usize>,
    /// Normals average all faces of a vertex, however sharp the edges.
    pub smoothnormal: bool,
    /// The convex hull is needed for collisions.
    pub needhull: bool,
    /// The signed distance field is needed for collisions.
    pub needsdf: bool,
    /// The mesh keeps its frame instead of moving into its principal frame; set for implicit shapes.
    pub keep_frame: bool,
}

impl Default for MeshOptions {
    fn default() -> Self {
        Self {
            scale: Vec3::splat(1.0),
            refpos: Vec3::ZERO,
            refquat: Quat::IDENTITY,
            inertia: MeshInertia::Legacy,
            maxhullvert: None,
            smoothnormal: false,
            needhull: false,
            needsdf: false,
            keep_frame: false,
        }
    }
}

/// A mesh in its principal frame, ready for a model.
#[derive(Clone, Debug, PartialEq)]
pub struct ProcessedMesh {
    /// Vertices.
    pub vert: Vec<[f32; 3]>,
    /// Unit normals.
    pub normal: Vec<[f32; 3]>,
    /// Texture coordinates.
    pub texcoord: Vec<[f32; 2]>,
    /// Vertices of each face.
    pub face: Vec<[i32; 3]>,
    /// Normals of each face.
    pub face_normal: Vec<[i32; 3]>,
    /// Texture coordinates of each face; empty without texture coordinates.
    pub face_texcoord: Vec<[i32; 3]>,
    /// The convex hull's graph, see [`crate::hull::Hull::graph`]; empty if it was not needed.
    pub graph: Vec<i32>,
    /// Convexity of the hull, which decides how support vertices may be searched for.
    pub convexity: Convexity,
    /// Flat faces (polygons) of the hull, or of the mesh if it has no hull.
    pub polygons: Polygons,
    /// Position of the centre of mass in the user's frame.
    pub pos: Vec3,
    /// Orientation of the principal axes in the user's frame.
    pub quat: Quat,
    /// Volume, or area of a shell.
    pub volume: f64,
    /// Principal moments of inertia at unit density, largest first.
    pub inertia: Vec3,
    /// Half sizes of the box with the same inertia.
    pub half_box: Vec3,
    /// Bounding box.
    pub aabb: Aabb,
    /// Bounding volume hierarchy of the faces.
    pub bvh: Bvh,
    /// Signed distance field; empty if it was not needed.
    pub octree: Octree,
}

impl ProcessedMesh {
    /// Radius of the ball around the origin that contains the bounding box.
    pub fn bounding_radius(&self) -> f64 {
        self.aabb.min.abs().max(self.aabb.max.abs()).norm()
    }
}
