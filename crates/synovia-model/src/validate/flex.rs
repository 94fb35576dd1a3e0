//! Checks of flexes: vertices, edges, elements, and the rows of their Jacobians.

use super::error::{id, ids, ints, refuse, span, spans};
use super::{Allowed, ReferenceError};
use crate::id::FlexId;
use crate::model::Model;

impl Model {
    /// Checks all flexes.
    pub(super) fn check_flexes(&self) -> Result<(), ReferenceError> {
        let flex = &self.flex;
        if flex.is_empty() {
            return Ok(());
        }
        let size = &self.size;
        let nbody = self.body.len() as i64;
        let nodes = ints(flex.nodebodyid.rows());
        ids("flex_nodebodyid", nodes, 0, "nbody", nbody)?;
        let verts = ints(flex.vertbodyid.rows());
        ids("flex_vertbodyid", verts, -1, "nbody", nbody)?;
        let vertedges = 2 * size.nflexedge;
        spans(
            ("flex_vertedgeadr", flex.vertedgeadr.rows()),
            ("flex_vertedgenum", flex.vertedgenum.rows()),
            "2 nflexedge",
            vertedges,
        )?;
        spans(
            ("flexedge_J_rowadr", flex.edge_j_rowadr.rows()),
            ("flexedge_J_rownnz", flex.edge_j_rownnz.rows()),
            "nJfe",
            size.nJfe,
        )?;
        spans(
            ("flexvert_J_rowadr", flex.vert_j_rowadr.flat()),
            ("flexvert_J_rownnz", flex.vert_j_rownnz.flat()),
            "2 nJfv",
            2 * size.nJfv,
        )?;
        ids(
            "flexedge_J_colind",
            flex.edge_j_colind.rows(),
            0,
            "nv",
            size.nv,
        )?;
        ids(
            "flexvert_J_colind",
            flex.vert_j_colind.flat(),
            0,
            "nv",
            size.nv,
        )?;
        flex.ids().try_for_each(|f| self.check_flex(f))
    }

    fn check_flex(&self, f: FlexId) -> Result<(), ReferenceError> {
        let (flex, row) = (&self.flex, f.index());
        let dim = flex.dim[f];
        if !(1..=3).contains(&dim) {
            return refuse("flex_dim", row, dim, Allowed::OneOf("1, 2 or 3"));
        }
        let order = flex.interp[f];
        let nodes = match order {
            0 => None,
            1 => Some(8),
            2 => Some(27),
            _ => return refuse("flex_interp", row, order, Allowed::OneOf("0, 1 or 2")),
        };
        if let Some(nodes) = nodes {
            super::error::exactly("flex_nodenum", row, flex.nodenum[f], nodes, "flex_interp")?;
            // the stiffness of all nodes is stored in the rows of the elements; a flex without stiffness starts with a zero
            let first = usize::try_from(flex.elemadr[f]).unwrap_or(usize::MAX);
            let stiff = flex.stiffness.get(first).is_some_and(|k| k[0] != 0.0);
            let room = 21 * (flex.stiffness.len() as i64 - i64::from(flex.elemadr[f]).max(0));
            let dofs = 3 * nodes;
            if stiff && room < dofs * dofs {
                let what = Allowed::OneOf("0, or there must be room for its stiffness");
                return refuse("flex_interp", row, order, what);
            }
        }

        self.check_flex_ranges(f)?;
        self.check_flex_elements(f)?;
        self.check_flex_edges(f)?;
        self.check_flex_vertices(f)
    }

    /// Addresses of the parts of a flex.
    fn check_flex_ranges(&self, f: FlexId) -> Result<(), ReferenceError> {
        let (flex, size, row) = (&self.flex, &self.size, f.index());
        for (adr, num, size, limit) in [
            (
                ("flex_nodeadr", flex.nodeadr[f]),
                ("flex_nodenum", flex.nodenum[f]),
                "nflexnode",
                size.nflexnode,
            ),
            (
                ("flex_vertadr", flex.vertadr[f]),
                ("flex_vertnum", flex.vertnum[f]),
                "nflexvert",
                size.nflexvert,
            ),
            (
                ("flex_edgeadr", flex.edgeadr[f]),
                ("flex_edgenum", flex.edgenum[f]),
                "nflexedge",
                size.nflexedge,
            ),
            (
                ("flex_elemadr", flex.elemadr[f]),
                ("flex_elemnum", flex.elemnum[f]),
                "nflexelem",
                size.nflexelem,
            ),
            (
                ("flex_evpairadr", flex.evpairadr[f]),
                ("flex_evpairnum", flex.evpairnum[f]),
                "nflexevpair",
                size.nflexevpair,
            ),
            (
                ("flex_bvhadr", flex.bvhadr[f]),
                ("flex_bvhnum", flex.bvhnum[f]),
                "nbvh",
                size.nbvh,
            ),
        ] {
            span(adr, num, row, size, limit)?;
        }
        Ok(())
    }

    /// Elements and fragments of the shell: the number of vertices and edges of each.
    fn check_flex_elements(&self, f: FlexId) -> Result<(), ReferenceError> {
        let (flex, size, row) = (&self.flex, &self.size, f.index());
        let (dim, verts) = (flex.dim[f], flex.vertnum[f]);
        let (corners, sides) = match dim {
            1 => (2, 1),
            2 => (3, 3),
            _ => (4, 6),
        };
        let elements = flex.elemnum[f].saturating_mul(corners);
        let edges = flex.elemnum[f].saturating_mul(sides);
        let shell = flex.shellnum[f].saturating_mul(dim);
        for (name, adr, count_name, count, size, limit) in [
            (
                "flex_elemdataadr",
                flex.elemdataadr[f],
                "flex_elemnum",
                elements,
                "nflexelemdata",
                size.nflexelemdata,
            ),
            (
                "flex_elemedgeadr",
                flex.elemedgeadr[f],
                "flex_elemnum",
                edges,
                "nflexelemedge",
                size.nflexelemedge,
            ),
            (
                "flex_shelldataadr",
                flex.shelldataadr[f],
                "flex_shellnum",
                shell,
                "nflexshelldata",
                size.nflexshelldata,
            ),
        ] {
            span((name, adr), (count_name, count), row, size, limit)?;
        }
        piece(
            "flex_elem",
            flex.elem.rows(),
            flex.elemdataadr[f],
            elements,
            verts,
        )?;
        piece(
            "flex_elemedge",
            flex.elemedge.rows(),
            flex.elemedgeadr[f],
            edges,
            flex.edgenum[f],
        )?;
        piece(
            "flex_shell",
            flex.shell.rows(),
            flex.shelldataadr[f],
            shell,
            verts,
        )
    }

    /// Vertices of edges, and of the elements next to them.
    fn check_flex_edges(&self, f: FlexId) -> Result<(), ReferenceError> {
        let (flex, verts) = (&self.flex, self.flex.vertnum[f]);
        let pairs = flex.edgenum[f].saturating_mul(2);
        let first = flex.edgeadr[f].saturating_mul(2);
        piece("flex_edge", flex.edge.flat(), first, pairs, verts)?;
        let flaps: &[i32] = flex.edgeflap.flat();
        if let Some(k) = flaps
            .get(first.max(0) as usize..(first.max(0) + pairs.max(0)) as usize)
            .unwrap_or(&[])
            .iter()
            .position(|&v| v < -1 || v >= verts)
        {
            let row = first.max(0) as usize + k;
            let allowed = Allowed::Row {
                least: -1,
                size: "flex_vertnum",
                limit: verts.into(),
            };
            return refuse("flex_edgeflap", row, flaps[row], allowed);
        }
        Ok(())
    }

    /// Edges at each vertex, and bodies of vertices that move by themselves.
    fn check_flex_vertices(&self, f: FlexId) -> Result<(), ReferenceError> {
        let flex = &self.flex;
        let (verts, order) = (flex.vertnum[f], flex.interp[f]);
        let vertices = flex.vertadr[f].max(0) as usize..(flex.vertadr[f].max(0) + verts) as usize;
        for v in vertices {
            let adr = flex.vertedgeadr.rows()[v];
            let count = flex.vertedgenum.rows()[v];
            let all: &[i32] = flex.vertedge.flat();
            let limit = flex.edgeadr[f].max(0) + flex.edgenum[f];
            let start = adr.max(0) as usize;
            for (k, &e) in all
                .iter()
                .enumerate()
                .skip(start)
                .take(count.max(0) as usize)
            {
                id(
                    "flex_vertedge",
                    k,
                    e,
                    0,
                    "the edges of its flex",
                    limit as usize,
                )?;
            }
            if order == 0 {
                let body = flex.vertbodyid.rows()[v].0;
                id("flex_vertbodyid", v, body, 0, "nbody", self.body.len())?;
            }
        }
        Ok(())
    }
}

/// Returns the error for a number that is not a vertex or edge of its flex.
fn piece(
    column: &'static str,
    list: &[i32],
    adr: i32,
    count: i32,
    limit: i32,
) -> Result<(), ReferenceError> {
    let start = usize::try_from(adr).unwrap_or(0);
    let part = list
        .get(start..start + count.max(0) as usize)
        .unwrap_or(&[]);
    let wrong = part.iter().position(|&k| k < 0 || k >= limit);
    match wrong {
        Some(k) => {
            let allowed = Allowed::Row {
                least: 0,
                size: "the vertices or edges of its flex",
                limit: limit.into(),
            };
            refuse(column, start + k, part[k], allowed)
        }
        None => Ok(()),
    }
}
