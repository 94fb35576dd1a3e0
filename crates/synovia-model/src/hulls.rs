//! Properties of the convex hulls of meshes that the reference's columns do not have.
//!
//! The numbers are derived from `mesh.vert` and `mesh.graph`. They are used only while both columns have the
//! [content](crate::Col::content) that was measured, the mesh still refers to the measured part of them, and neither was
//! lent to numpy. They speed up searches on hulls and change no result: models without them, or with outdated ones, behave
//! the same way.

use core::sync::atomic::{AtomicBool, Ordering};

use crate::id::MeshId;
use crate::tables::MeshTable;

/// How convex the hull of a mesh is, and the part of the columns from which that was measured.
#[derive(Clone, Copy, Debug)]
pub struct HullNumbers {
    /// `vertadr`, `vertnum` and `graphadr` of the mesh.
    pub part: [i32; 3],
    /// If a vertex is higher than its neighbours by more than this, every hill climb ends there \[m\].
    pub clearance: f64,
    /// No vertex is higher than the end of a hill climb by more than this \[m\].
    pub shortfall: f64,
}

/// The numbers of all hulls, one row for each mesh.
#[derive(Debug, Default)]
pub struct Hulls {
    rows: Vec<HullNumbers>,
    /// Content numbers of `mesh.vert` and `mesh.graph` when they were measured.
    content: [u64; 2],
    lent: AtomicBool,
}

impl Hulls {
    /// Stores numbers that were derived from the current content of `mesh`.
    pub fn keep(&mut self, rows: Vec<HullNumbers>, mesh: &MeshTable) {
        self.rows = rows;
        self.content = [mesh.vert.content(), mesh.graph.content()];
    }

    /// Declares the numbers valid for the current content of `mesh`: every write since they were stored left the values
    /// unchanged.
    pub fn hold(&mut self, mesh: &MeshTable) {
        self.content = [mesh.vert.content(), mesh.graph.content()];
    }

    /// Marks the columns as lent: from now on a numpy view may write to them at any time.
    pub fn lend(&self) {
        self.lent.store(true, Ordering::Relaxed);
    }

    /// The numbers of the hull of mesh `m`, if they are still valid.
    #[inline]
    pub fn of(&self, mesh: &MeshTable, m: MeshId) -> Option<&HullNumbers> {
        let part = [mesh.vertadr[m], mesh.vertnum[m], mesh.graphadr[m]];
        let content = [mesh.vert.known_content(), mesh.graph.known_content()];
        let holds = content == self.content && !self.lent.load(Ordering::Relaxed);
        let row = self.rows.get(m.index()).filter(|row| row.part == part);
        row.filter(|_| holds)
    }
}

/// A copy is not lent, but a lent original may have been written before.
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

/// Derived numbers are ignored when models are compared.
impl PartialEq for Hulls {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
