//! What is known about the convex hulls of meshes beyond the reference's columns.
//!
//! The numbers are derived from `mesh.vert` and `mesh.graph` and are offered only while both have the
//! [content](crate::Col::content) that was measured, the mesh has the part of them that was measured, and neither was lent to
//! numpy. They speed up searches on hulls and change no result: models without them, or with outdated ones, behave alike.

use core::sync::atomic::{AtomicBool, Ordering};

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
#[derive(Debug, Default)]
pub struct Hulls {
    rows: Vec<HullNumbers>,
    /// Contents of `mesh.vert` and `mesh.graph` when they were measured.
    content: [u64; 2],
    lent: AtomicBool,
}

impl Hulls {
    /// Keeps numbers that were derived from `mesh` as it is.
    pub fn keep(&mut self, rows: Vec<HullNumbers>, mesh: &MeshTable) {
        self.rows = rows;
        self.content = [mesh.vert.content(), mesh.graph.content()];
    }

    /// Says that the numbers hold for `mesh` as it is now: nothing was written since they were kept but what was there.
    pub fn hold(&mut self, mesh: &MeshTable) {
        self.content = [mesh.vert.content(), mesh.graph.content()];
    }

    /// Marks the columns as lent: they may be written by others at any time from now on.
    pub fn lend(&self) {
        self.lent.store(true, Ordering::Relaxed);
    }

    /// The numbers of the hull of mesh `m`, if they still hold.
    #[inline]
    pub fn of(&self, mesh: &MeshTable, m: MeshId) -> Option<&HullNumbers> {
        let part = [mesh.vertadr[m], mesh.vertnum[m], mesh.graphadr[m]];
        let content = [mesh.vert.known_content(), mesh.graph.known_content()];
        let holds = content == self.content && !self.lent.load(Ordering::Relaxed);
        let row = self.rows.get(m.index()).filter(|row| row.part == part);
        row.filter(|_| holds)
    }
}

/// Nothing of a copy is lent, but a lent original may have been written before.
impl Clone for Hulls {
    fn clone(&self) -> Self {
        if self.lent.load(Ordering::Relaxed) {
            return Self::default();
        }
        Self {
            rows: self.rows.clone(),
            content: self.content,
            lent: AtomicBool::new(false),
        }
    }
}

/// Derived numbers do not count in comparisons of models.
impl PartialEq for Hulls {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
