//! The vertex graph of a hull, as a flat list of integers.
//!
//! ```text
//! numvert
//! numface
//! vert_edgeadr[numvert]
//! vert_globalid[numvert]
//! edge_localid[numvert + 3·numface]
//! face_globalid[3·numface]
//! ```
//!
//! `vert_edgeadr` is the start of the neighbours of a vertex in `edge_localid`; each list of neighbours, as indices
//! into `vert_globalid`, ends with −1. Global ids are indices into the vertices of the mesh.

use super::Hull;

impl Hull {
    /// A hull in which the neighbours of each vertex are listed in the order of the faces.
    pub(super) fn new(vertices: Vec<u32>, faces: Vec<[u32; 3]>, npoint: usize) -> Self {
        let mut local = vec![0_u32; npoint];
        for (k, &v) in vertices.iter().enumerate() {
            local[v as usize] = k as u32;
        }
        // in a closed surface every directed edge occurs in exactly one face, so the faces of a vertex contain all
        // its neighbours
        let mut starts = vec![0_u32; vertices.len() + 1];
        for &v in faces.as_flattened() {
            starts[local[v as usize] as usize + 1] += 1;
        }
        for k in 0..vertices.len() {
            starts[k + 1] += starts[k];
        }
        let mut fill = starts.clone();
        let mut neighbours = vec![0_u32; 3 * faces.len()];
        for f in &faces {
            for k in 0..3 {
                let slot = &mut fill[local[f[k] as usize] as usize];
                neighbours[*slot as usize] = local[f[(k + 1) % 3] as usize];
                *slot += 1;
            }
        }
        Self {
            vertices,
            faces,
            neighbours,
            starts,
        }
    }

    /// The graph in the layout of the model's `mesh.graph`.
    pub fn graph(&self) -> Vec<i32> {
        let (nvert, nface) = (self.vertices.len(), self.faces.len());
        let mut graph = Vec::with_capacity(2 + 3 * nvert + 6 * nface);
        graph.extend([nvert as i32, nface as i32]);
        graph.extend((0..nvert).map(|k| self.starts[k] as i32 + k as i32));
        graph.extend(self.vertices.iter().map(|&v| v as i32));
        for k in 0..nvert {
            let range = self.starts[k] as usize..self.starts[k + 1] as usize;
            graph.extend(self.neighbours[range].iter().map(|&v| v as i32));
            graph.push(-1);
        }
        graph.extend(self.faces.as_flattened().iter().map(|&v| v as i32));
        graph
    }
}
