//! Checks of meshes, height fields and their trees.
//!
//! A child of a tree comes after its parent, so that every walk down ends, and no tree is deeper than [`MAX_DEPTH`].

use core::ops::Range;

use super::error::{id, ids, ints, refuse, spans};
use super::{Allowed, ReferenceError};
use crate::enums::GeomType;
use crate::id::{BvhId, OctId};
use crate::model::Model;

/// The maximum depth of a tree: the size of the stack of a traversal.
#[doc(alias = "mjMAXTREEDEPTH")]
pub(super) const MAX_DEPTH: usize = 50;

/// The range `start..start + count` if it is within `limit`.
fn within(start: i32, count: i32, limit: usize) -> Option<Range<usize>> {
    if count <= 0 {
        return Some(0..0);
    }
    let start = usize::try_from(start).ok()?;
    let end = start.checked_add(count as usize)?;
    (end <= limit).then_some(start..end)
}

/// The error of an id that is outside its list.
fn outside(
    name: &'static str,
    row: usize,
    value: i64,
    size: &'static str,
    limit: usize,
) -> ReferenceError {
    let limit = limit as i64;
    let allowed = Allowed::Row {
        least: 0,
        size,
        limit,
    };
    ReferenceError {
        name,
        row,
        value,
        allowed,
    }
}

impl Model {
    /// Checks the elements attached to bodies and the addresses of their parts: geoms, sites, cameras, lights, meshes,
    /// height fields, pairs.
    pub(super) fn check_geoms(&self) -> Result<(), ReferenceError> {
        self.check_owners()?;
        self.check_pieces()?;
        self.check_shapes_of_geoms()
    }

    /// Bodies, materials and plugins of geoms, sites, cameras and lights; geoms of pairs.
    fn check_owners(&self) -> Result<(), ReferenceError> {
        let (nbody, ngeom) = (self.body.len() as i64, self.geom.len() as i64);
        let (nmat, nplugin) = (self.material.len() as i64, self.plugin.len() as i64);
        for (name, rows, least, size, limit) in [
            (
                "geom_bodyid",
                ints(self.geom.bodyid.rows()),
                0,
                "nbody",
                nbody,
            ),
            (
                "site_bodyid",
                ints(self.site.bodyid.rows()),
                0,
                "nbody",
                nbody,
            ),
            (
                "cam_bodyid",
                ints(self.camera.bodyid.rows()),
                0,
                "nbody",
                nbody,
            ),
            (
                "light_bodyid",
                ints(self.light.bodyid.rows()),
                0,
                "nbody",
                nbody,
            ),
            (
                "cam_targetbodyid",
                ints(self.camera.targetbodyid.rows()),
                -1,
                "nbody",
                nbody,
            ),
            (
                "light_targetbodyid",
                ints(self.light.targetbodyid.rows()),
                -1,
                "nbody",
                nbody,
            ),
            (
                "pair_geom1",
                ints(self.pair.geom1.rows()),
                0,
                "ngeom",
                ngeom,
            ),
            (
                "pair_geom2",
                ints(self.pair.geom2.rows()),
                0,
                "ngeom",
                ngeom,
            ),
            ("geom_matid", ints(self.geom.matid.rows()), -1, "nmat", nmat),
            (
                "geom_plugin",
                ints(self.geom.plugin.rows()),
                -1,
                "nplugin",
                nplugin,
            ),
            (
                "body_plugin",
                ints(self.body.plugin.rows()),
                -1,
                "nplugin",
                nplugin,
            ),
        ] {
            ids(name, rows, least, size, limit)?;
        }
        Ok(())
    }

    /// Addresses of the geoms and boxes of bodies, and of the parts of meshes.
    fn check_pieces(&self) -> Result<(), ReferenceError> {
        let ngeom = self.geom.len() as i64;
        let (body, mesh) = (&self.body, &self.mesh);
        let boxes = self.bvh.aabb.len() as i64;
        for (adr, num, size, limit) in [
            (
                ("body_geomadr", body.geomadr.rows()),
                ("body_geomnum", body.geomnum.rows()),
                "ngeom",
                ngeom,
            ),
            (
                ("body_bvhadr", body.bvhadr.rows()),
                ("body_bvhnum", body.bvhnum.rows()),
                "nbvhstatic",
                boxes,
            ),
            (
                ("mesh_bvhadr", mesh.bvhadr.rows()),
                ("mesh_bvhnum", mesh.bvhnum.rows()),
                "nbvhstatic",
                boxes,
            ),
            (
                ("mesh_vertadr", mesh.vertadr.rows()),
                ("mesh_vertnum", mesh.vertnum.rows()),
                "nmeshvert",
                mesh.vert.len() as i64,
            ),
            (
                ("mesh_faceadr", mesh.faceadr.rows()),
                ("mesh_facenum", mesh.facenum.rows()),
                "nmeshface",
                mesh.face.len() as i64,
            ),
            (
                ("mesh_octadr", mesh.octadr.rows()),
                ("mesh_octnum", mesh.octnum.rows()),
                "noct",
                self.oct.len() as i64,
            ),
            (
                ("mesh_polyadr", mesh.polyadr.rows()),
                ("mesh_polynum", mesh.polynum.rows()),
                "nmeshpoly",
                mesh.polynormal.len() as i64,
            ),
        ] {
            spans(adr, num, size, limit)?;
        }
        let graph = mesh.graph.len() as i64;
        ids(
            "mesh_graphadr",
            mesh.graphadr.rows(),
            -1,
            "nmeshgraph",
            graph,
        )?;
        Ok(())
    }

    /// Kinds of geoms, and the meshes and height fields that they refer to.
    fn check_shapes_of_geoms(&self) -> Result<(), ReferenceError> {
        let known = |kind: GeomType| (GeomType::Plane..=GeomType::Sdf).contains(&kind);
        for g in self.geom.ids() {
            let (row, kind) = (g.index(), self.geom.type_[g]);
            if !known(kind) {
                let allowed = Allowed::OneOf("the number of a kind of geom, 0 to 8");
                return refuse("geom_type", row, kind.0, allowed);
            }
            let (size, limit, least) = match kind {
                GeomType::Hfield => ("nhfield", self.hfield.len(), 0),
                GeomType::Mesh => ("nmesh", self.mesh.len(), 0),
                _ => ("nmesh", self.mesh.len(), -1),
            };
            id("geom_dataid", row, self.geom.dataid[g], least, size, limit)?;
        }
        for h in self.hfield.ids() {
            let (rows, columns) = (self.hfield.nrow[h], self.hfield.ncol[h]);
            let count = i64::from(rows) * i64::from(columns);
            let limit = self.hfield.data.len() as i64;
            for (name, sides) in [("hfield_nrow", rows), ("hfield_ncol", columns)] {
                if sides < 1 {
                    let allowed = Allowed::OneOf("at least 1");
                    return refuse(name, h.index(), sides, allowed);
                }
            }
            let adr = i64::from(self.hfield.adr[h]);
            if !(0..=limit - count).contains(&adr) {
                let size = "nhfielddata";
                let allowed = Allowed::Span { count, size, limit };
                return refuse("hfield_adr", h.index(), adr, allowed);
            }
        }
        Ok(())
    }

    /// Checks the elements of assets.
    pub(super) fn check_assets(&self) -> Result<(), ReferenceError> {
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

    /// A bounding volume hierarchy of constant boxes with `leaves` possible leaves.
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
