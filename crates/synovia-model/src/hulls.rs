//! What is known about the convex hulls of meshes beyond the reference's columns.
//!
//! The numbers are derived from `mesh.vert` and `mesh.graph` and are offered only while both are
//! [settled](crate::watched::Watched) and the mesh has the part of them that was measured. They speed up searches on hulls
//! and change no result, so models that have none, or none that hold any more, behave alike.

use crate::id::MeshId;
use crate::tables::MeshTable;

/// How convex the hull of a mesh is, and of which part of the lists that was measured.
#[derive(Clone, Copy, Debug)]
pub struct HullNumbers {
    /// `vertadr`, `vertnum` and `graphadr` of the mesh.
    pub part: [i32; 3],
    /// A vertex that is higher than its neighbours by more than this is where every walk uphill ends \[m\].
    pub clearance: f64,
    /// No vertex is higher than the end of a walk uphill by more than this \[m\].
    pub shortfall: f64,
}

/// The numbers of all hulls, one row for each mesh.
#[derive(Clone, Debug, Default)]
pub struct Hulls {
    rows: Vec<HullNumbers>,
}

impl Hulls {
    /// Keeps numbers that were derived from `mesh` as it is, which is settled by that.
    pub fn keep(&mut self, rows: Vec<HullNumbers>, mesh: &mut MeshTable) {
        self.rows = rows;
        mesh.vert.settle();
        mesh.graph.settle();
    }

    /// The numbers of the hull of mesh `m`, if they still hold.
    #[inline]
    pub fn of(&self, mesh: &MeshTable, m: MeshId) -> Option<&HullNumbers> {
        let part = [mesh.vertadr[m], mesh.vertnum[m], mesh.graphadr[m]];
        let settled = mesh.vert.is_settled() && mesh.graph.is_settled();
        let row = self.rows.get(m.index()).filter(|row| row.part == part);
        row.filter(|_| settled)
    }
}

/// Derived numbers do not tell models apart.
impl PartialEq for Hulls {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
