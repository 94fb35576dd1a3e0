//! Checks that meshes, height fields and their trees hold together.
//!
//! A child of a tree comes after its parent, so that every walk down ends, and no tree is deeper than [`MAX_DEPTH`].

use core::ops::Range;

use super::ReferenceError;
use crate::enums::GeomType;
use crate::id::{BvhId, OctId};
use crate::model::Model;

/// Walks down a tree of boxes keep at most this many nodes in mind.
#[doc(alias = "mjMAXTREEDEPTH")]
pub const MAX_DEPTH: usize = 50;

/// True if `start + count` stays within `limit`; the range if so.
fn within(start: i32, count: i32, limit: usize) -> Option<Range<usize>> {
    if count <= 0 {
        return Some(0..0);
    }
    let start = usize::try_from(start).ok()?;
    let end = start.checked_add(count as usize)?;
    (end <= limit).then_some(start..end)
}

/// An id outside of its list.
fn outside(
    name: &'static str,
    row: usize,
    value: i64,
    target: &'static str,
    limit: usize,
) -> ReferenceError {
    ReferenceError {
        name,
        row,
        value,
        target,
        limit: limit as i64,
    }
}

impl Model {
    /// Checks all assets and what geoms take from them.
    pub(super) fn check_assets(&self) -> Result<(), ReferenceError> {
        for g in self.geom.ids() {
            let (row, id) = (g.index(), self.geom.dataid[g]);
            let (target, limit, least) = match self.geom.type_[g] {
                GeomType::Hfield => ("nhfield", self.hfield.len(), 0),
                GeomType::Mesh => ("nmesh", self.mesh.len(), 0),
                _ => ("nmesh", self.mesh.len(), -1),
            };
            if id < least || i64::from(id) >= limit as i64 {
                return Err(outside("geom_dataid", row, id.into(), target, limit));
            }
        }
        for h in self.hfield.ids() {
            let (rows, columns) = (self.hfield.nrow[h], self.hfield.ncol[h]);
            let count = i64::from(rows) * i64::from(columns);
            let end = i64::from(self.hfield.adr[h]) + count;
            let limit = self.hfield.data.len();
            if rows < 1 || columns < 1 || self.hfield.adr[h] < 0 || end > limit as i64 {
                return Err(outside("hfield_adr", h.index(), end, "nhfielddata", limit));
            }
        }
        for m in self.mesh.ids() {
            let vertices = self.mesh.verts(m).len();
            for f in self.mesh.faces(m) {
                for &v in &self.mesh.face[f] {
                    if usize::try_from(v).map_or(true, |v| v >= vertices) {
                        return Err(outside("mesh_face", f, v.into(), "mesh_vertnum", vertices));
                    }
                }
            }
            let (adr, num) = (self.mesh.bvhadr[m], self.mesh.bvhnum[m]);
            self.check_boxes("mesh_bvhadr", m.index(), adr, num, self.mesh.faces(m).len())?;
            self.check_cells(m.index(), self.mesh.octadr[m], self.mesh.octnum[m])?;
        }
        for b in self.body.ids() {
            let (adr, num) = (self.body.bvhadr[b], self.body.bvhnum[b]);
            self.check_boxes("body_bvhadr", b.index(), adr, num, self.geom.len())?;
        }
        Ok(())
    }

    /// A tree of boxes that do not move, over `leaves` things.
    fn check_boxes(
        &self,
        name: &'static str,
        row: usize,
        adr: i32,
        num: i32,
        leaves: usize,
    ) -> Result<(), ReferenceError> {
        let limit = self.bvh.aabb.len();
        let Some(nodes) = within(adr, num, limit) else {
            let end = i64::from(adr) + i64::from(num);
            return Err(outside(name, row, end, "nbvhstatic", limit));
        };
        let mut depth = vec![0; nodes.len()];
        for (k, node) in nodes.clone().enumerate() {
            let id = BvhId::new(node);
            let leaf = self.bvh.nodeid[id];
            if i64::from(leaf) >= leaves as i64 {
                return Err(outside("bvh_nodeid", node, leaf.into(), name, leaves));
            }
            for &child in &self.bvh.child[id] {
                if child == -1 {
                    continue;
                }
                match usize::try_from(child) {
                    Ok(c) if c > k && c < nodes.len() && depth[k] + 1 < MAX_DEPTH => {
                        depth[c] = depth[k] + 1;
                    }
                    _ => {
                        return Err(outside("bvh_child", node, child.into(), name, nodes.len()));
                    }
                }
            }
        }
        Ok(())
    }

    /// The octree of a mesh.
    fn check_cells(&self, row: usize, adr: i32, num: i32) -> Result<(), ReferenceError> {
        let limit = self.oct.len();
        let Some(cells) = within(adr, num, limit) else {
            let end = i64::from(adr) + i64::from(num);
            return Err(outside("mesh_octadr", row, end, "noct", limit));
        };
        for (k, cell) in cells.clone().enumerate() {
            for &child in &self.oct.child[OctId::new(cell)] {
                let after = usize::try_from(child).is_ok_and(|c| c > k && c < cells.len());
                if child != -1 && !after {
                    let len = cells.len();
                    return Err(outside("oct_child", cell, child.into(), "mesh_octnum", len));
                }
            }
        }
        Ok(())
    }
}
