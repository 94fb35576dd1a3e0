//! Meshes.

use core::ops::Range;

use synovia_math::{Quat, Vec3};

use crate::column::Col;
use crate::id::{MeshId, range};
use crate::table::table;

table! {
    /// Triangle meshes, with their normals, texture coordinates, convex hulls and polygons.
    pub struct MeshTable of named MeshId {
        /// First vertex. See [`MeshTable::verts`].
        vertadr: Col<MeshId, i32> = "mesh_vertadr" ["nmesh"],
        /// Number of vertices.
        vertnum: Col<MeshId, i32> = "mesh_vertnum" ["nmesh"],
        /// First face. See [`MeshTable::faces`].
        faceadr: Col<MeshId, i32> = "mesh_faceadr" ["nmesh"],
        /// Number of faces.
        facenum: Col<MeshId, i32> = "mesh_facenum" ["nmesh"],
        /// Root of the bounding volume hierarchy; −1 if none.
        bvhadr: Col<MeshId, i32> = "mesh_bvhadr" ["nmesh"],
        /// Number of nodes of that hierarchy.
        bvhnum: Col<MeshId, i32> = "mesh_bvhnum" ["nmesh"],
        /// Root of the octree; −1 if none.
        octadr: Col<MeshId, i32> = "mesh_octadr" ["nmesh"],
        /// Number of cells of the octree.
        octnum: Col<MeshId, i32> = "mesh_octnum" ["nmesh"],
        /// First normal.
        normaladr: Col<MeshId, i32> = "mesh_normaladr" ["nmesh"],
        /// Number of normals.
        normalnum: Col<MeshId, i32> = "mesh_normalnum" ["nmesh"],
        /// First texture coordinate; −1 if there are none.
        texcoordadr: Col<MeshId, i32> = "mesh_texcoordadr" ["nmesh"],
        /// Number of texture coordinates.
        texcoordnum: Col<MeshId, i32> = "mesh_texcoordnum" ["nmesh"],
        /// First number of the convex hull in `graph`; −1 if there is no hull.
        graphadr: Col<MeshId, i32> = "mesh_graphadr" ["nmesh"],
        /// Vertices in the frame of the mesh \[m\].
        vert: Col<usize, [f32; 3]> = "mesh_vert" ["nmeshvert x 3"],
        /// Normals.
        normal: Col<usize, [f32; 3]> = "mesh_normal" ["nmeshnormal x 3"],
        /// Texture coordinates.
        texcoord: Col<usize, [f32; 2]> = "mesh_texcoord" ["nmeshtexcoord x 2"],
        /// Vertices of each triangle, counted from the mesh's first.
        face: Col<usize, [i32; 3]> = "mesh_face" ["nmeshface x 3"],
        /// Normals of each triangle, counted from the mesh's first.
        facenormal: Col<usize, [i32; 3]> = "mesh_facenormal" ["nmeshface x 3"],
        /// Texture coordinates of each triangle, counted from the mesh's first.
        facetexcoord: Col<usize, [i32; 3]> = "mesh_facetexcoord" ["nmeshface x 3"],
        /// Convex hulls: vertex and face counts, edge lists, vertex numbers and faces, one hull after the
        /// other.
        graph: Col<usize, i32> = "mesh_graph" ["nmeshgraph"],
        /// Scaling that was applied to the asset.
        scale: Col<MeshId, Vec3> = "mesh_scale" ["nmesh x 3"],
        /// Translation that was applied to the asset: the mesh's center before it \[m\].
        pos: Col<MeshId, Vec3> = "mesh_pos" ["nmesh x 3"],
        /// Rotation that was applied to the asset: its principal axes before it.
        quat: Col<MeshId, Quat> = "mesh_quat" ["nmesh x 4"],
        /// Where the file name begins in `paths`; −1 if none.
        pathadr: Col<MeshId, i32> = "mesh_pathadr" ["nmesh"],
        /// Number of polygons: merged coplanar faces of the hull.
        polynum: Col<MeshId, i32> = "mesh_polynum" ["nmesh"],
        /// First polygon.
        polyadr: Col<MeshId, i32> = "mesh_polyadr" ["nmesh"],
        /// Normal of each polygon.
        polynormal: Col<usize, Vec3> = "mesh_polynormal" ["nmeshpoly x 3"],
        /// Where each polygon's vertices begin in `polyvert`.
        polyvertadr: Col<usize, i32> = "mesh_polyvertadr" ["nmeshpoly"],
        /// Number of vertices of each polygon.
        polyvertnum: Col<usize, i32> = "mesh_polyvertnum" ["nmeshpoly"],
        /// Vertices of the polygons, in order around them.
        polyvert: Col<usize, i32> = "mesh_polyvert" ["nmeshpolyvert"],
        /// Where each vertex's polygons begin in `polymap`.
        polymapadr: Col<usize, i32> = "mesh_polymapadr" ["nmeshvert"],
        /// Number of polygons at each vertex.
        polymapnum: Col<usize, i32> = "mesh_polymapnum" ["nmeshvert"],
        /// Polygons at the vertices.
        polymap: Col<usize, i32> = "mesh_polymap" ["nmeshpolymap"],
    }
}

impl MeshTable {
    /// Positions of mesh `m`'s vertices in `vert`.
    #[inline]
    pub fn verts(&self, m: MeshId) -> Range<usize> {
        range(self.vertadr[m], self.vertnum[m])
    }

    /// Positions of mesh `m`'s triangles in `face`.
    #[inline]
    pub fn faces(&self, m: MeshId) -> Range<usize> {
        range(self.faceadr[m], self.facenum[m])
    }

    /// Positions of mesh `m`'s polygons in `polynormal` and its siblings.
    #[inline]
    pub fn polygons(&self, m: MeshId) -> Range<usize> {
        range(self.polyadr[m], self.polynum[m])
    }
}
