//! Bounding volume hierarchies and octrees.

use crate::column::Col;
use crate::id::{BvhId, OctId};
use crate::table::table;

table! {
    /// Binary trees of boxes over the geoms of a body, the faces of a mesh or the elements of a flex.
    pub struct BvhTable by BvhId {
        /// Depth of the node in its tree; the root has 0.
        depth: Col<BvhId, i32> = "bvh_depth" ["nbvh"],
        /// The two children, counted from the root of the same tree; −1 for a leaf.
        child: Col<BvhId, [i32; 2]> = "bvh_child" ["nbvh x 2"],
        /// Geom, face or element of a leaf; −1 for an inner node.
        nodeid: Col<BvhId, i32> = "bvh_nodeid" ["nbvh"],
        /// Center and half sizes of the box in the frame of its owner; rows of flexes are missing because
        /// they move.
        aabb: Col<BvhId, [f64; 6]> = "bvh_aabb" ["nbvhstatic x 6"],
    }
}

table! {
    /// Octrees over signed distance fields of meshes.
    pub struct OctTable by OctId {
        /// Depth of the cell; the root has 0.
        depth: Col<OctId, i32> = "oct_depth" ["noct"],
        /// The eight children; −1 where there is none.
        child: Col<OctId, [i32; 8]> = "oct_child" ["noct x 8"],
        /// Center and half sizes of the cell.
        aabb: Col<OctId, [f64; 6]> = "oct_aabb" ["noct x 6"],
        /// Distance at the eight corners, for trilinear interpolation.
        coeff: Col<OctId, [f64; 8]> = "oct_coeff" ["noct x 8"],
    }
}
