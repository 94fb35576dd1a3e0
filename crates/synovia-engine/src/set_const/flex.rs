//! Constants of flexes: patterns of their Jacobians, rest metrics, reference lengths and inverse weights.
//!
//! ```text
//! edge pattern       dofs that move one of the two ends
//! vertex pattern     dofs that move the vertex or one of its neighbours
//! vertex metric      B⁻¹,  B = Σ m dx dxᵀ       dx rest edges at a vertex, m masses of its neighbours           (1)
//! inverse weight     J M⁻¹ Jᵀ                   of an edge at the reference pose                                (2)
//! ```

use synovia_math::{MIN_VAL, Quat, kernel};
use synovia_model::Model;
use synovia_model::column::AnyColumn;
use synovia_model::id::{FlexEdgeId, FlexId, FlexVertId};

use super::ConstError;
use crate::data::Data;
use crate::flex::strain::{incident, is_used, rest_edge, weight};
use crate::flex::{edges_of, ends, verts};
use crate::position::inertia::solve_m;
use crate::position::jacobian::{last_dof, merge_chain};

/// Clears the patterns that [`set_structure`] sets: in a new model they are meaningless.
pub(super) fn forget(model: &mut Model) {
    let flex = &mut model.flex;
    for column in [&mut flex.edge_j_rownnz, &mut flex.edge_j_rowadr] {
        column.rows_mut().fill(0);
    }
    flex.vert_j_rownnz.rows_mut().fill([0; 2]);
    flex.vert_j_rowadr.rows_mut().fill([0; 2]);
    flex.edge_j_colind.rows_mut().fill(0);
    flex.vert_j_colind.rows_mut().fill([0; 2]);
    flex.vertedgeadr.rows_mut().fill(0);
    flex.vertedgenum.rows_mut().fill(0);
    flex.vertedge.rows_mut().fill([0; 2]);
}

/// Sets the patterns of Jacobians, neighbourhoods and metrics; sheets are then rotated into the xy plane.
pub(super) fn set_structure(model: &mut Model) -> Result<(), ConstError> {
    if model.flex.is_empty() {
        return Ok(());
    }
    edge_patterns(model);
    neighbourhoods(model);
    metrics(model)?;
    vertex_patterns(model);
    align(model);
    Ok(())
}

/// True if edges of the flex can produce forces.
fn has_edges(model: &Model, f: FlexId) -> bool {
    model.flex.rigid[f] == 0 && model.flex.interp[f] == 0
}

/// The dofs that move each edge; rows are reserved for all edges that can produce forces.
///
/// DIFFERENCE(flex-same-body): an edge between two vertices of one body has each dof once. If the body only slides, the
/// reference has them twice, and reserves less memory than that.
fn edge_patterns(model: &mut Model) {
    let nv = model.dof.len();
    let mut chain = vec![0; nv];
    let mut room = 0;
    // number of entries of all edges
    for f in model.flex.ids().filter(|&f| has_edges(model, f)) {
        for e in edges_of(model, f) {
            let [b1, b2] = ends(model, f, e).map(|v| model.flex.vertbodyid[v]);
            room += merge_chain(model, b1, b2, &mut chain);
        }
    }
    model.size.nJfe = room as i64;
    model.flex.edge_j_colind.reset(room, 0);
    model.flex.edge_j_rownnz.rows_mut().fill(0);
    model.flex.edge_j_rowadr.rows_mut().fill(0);
    for f in model.flex.ids() {
        let flex = &model.flex;
        // edges without force or constraint need no row
        let silent = flex.edgeequality[f] == 0
            && flex.edgedamping[f] == 0.0
            && flex.edgestiffness[f] == 0.0
            && flex.damping[f] == 0.0;
        if !has_edges(model, f) || silent {
            continue;
        }
        for e in edges_of(model, f) {
            let [b1, b2] = ends(model, f, e).map(|v| model.flex.vertbodyid[v]);
            let n = merge_chain(model, b1, b2, &mut chain);
            // order: a row starts where the one before it ends
            let start = match e.index() {
                0 => 0,
                k => {
                    model.flex.edge_j_rowadr[FlexEdgeId::new(k - 1)]
                        + model.flex.edge_j_rownnz[FlexEdgeId::new(k - 1)]
                }
            };
            model.flex.edge_j_rowadr[e] = start;
            model.flex.edge_j_rownnz[e] = n as i32;
            let start = start as usize;
            model.flex.edge_j_colind[start..start + n].copy_from_slice(&chain[..n]);
        }
    }
}

/// The edges that leave each vertex of a constrained sheet.
fn neighbourhoods(model: &mut Model) {
    model.flex.vertedgeadr.rows_mut().fill(0);
    model.flex.vertedgenum.rows_mut().fill(0);
    model.flex.vertedge.rows_mut().fill([0; 2]);
    let mut adr = 0;
    for f in model.flex.ids() {
        if !has_edges(model, f) || !is_used(model, f) {
            continue;
        }
        // edges per vertex, then addresses
        for e in edges_of(model, f) {
            for v in ends(model, f, e) {
                model.flex.vertedgenum[v] += 1;
            }
        }
        for v in verts(model, f) {
            model.flex.vertedgeadr[v] = adr;
            adr += model.flex.vertedgenum[v];
        }
        // fill the lists
        let mut filled = vec![0; model.flex.vertbodyid.len()];
        let first = model.flex.edgeadr[f];
        for e in edges_of(model, f) {
            for v in ends(model, f, e) {
                let slot = model.flex.vertedgeadr[v] as usize + filled[v.index()];
                model.flex.vertedge.flat_mut::<i32>()[slot] = e.0 - first;
                filled[v.index()] += 1;
            }
        }
    }
}

/// The inverse of the weighted sum of rest edges around each vertex.
fn metrics(model: &mut Model) -> Result<(), ConstError> {
    model.flex.vertmetric.rows_mut().fill([0.0; 4]);
    for f in model.flex.ids() {
        if !has_edges(model, f) || !is_used(model, f) {
            continue;
        }
        for v in verts(model, f) {
            // equation (1)
            let mut b = [0.0; 4];
            for e in incident(model, f, v) {
                let dx = rest_edge(model, f, e);
                if dx.z.abs() > MIN_VAL {
                    return Err(ConstError::FlexNotPlanar { flex: f });
                }
                let w = weight(model, f, e, v);
                for r in 0..2 {
                    for c in 0..2 {
                        b[2 * r + c] += w * dx[r] * dx[c];
                    }
                }
            }
            // the inverse of a 2×2 matrix; singular ones stay zero
            let det = b[0] * b[3] - b[1] * b[2];
            if det.abs() >= MIN_VAL {
                let inverse = 1.0 / det;
                let adjugate = [b[3], -b[1], -b[2], b[0]];
                model.flex.vertmetric[v] = adjugate.map(|x| x * inverse);
            }
        }
    }
    Ok(())
}

/// The dofs that move each vertex of a flex or one of its neighbours.
fn vertex_columns(model: &Model, f: FlexId) -> Vec<Vec<i32>> {
    let first = model.flex.vertadr[f] as usize;
    // each vertex and its neighbours
    let mut near: Vec<Vec<FlexVertId>> = verts(model, f).map(|v| vec![v]).collect();
    for e in edges_of(model, f) {
        let [a, b] = ends(model, f, e);
        near[a.index() - first].push(b);
        near[b.index() - first].push(a);
    }
    // the dofs of all of them, each once
    let columns = |verts: Vec<FlexVertId>| {
        let mut dofs: Vec<i32> = Vec::new();
        for v in verts {
            if let Some(last) = last_dof(model, model.flex.vertbodyid[v]) {
                dofs.extend(model.dof.to_root(last).map(|i| i.0));
            }
        }
        dofs.sort_unstable();
        dofs.dedup();
        dofs
    };
    near.into_iter().map(columns).collect()
}

/// The dofs that the strain of each vertex depends on; rows are reserved for all flexes whose edges can produce forces.
fn vertex_patterns(model: &mut Model) {
    let all: Vec<(FlexId, Vec<Vec<i32>>)> = model
        .flex
        .ids()
        .filter(|&f| has_edges(model, f))
        .map(|f| (f, vertex_columns(model, f)))
        .collect();
    // one row for each of the two invariants
    let room: usize = all.iter().flat_map(|(_, rows)| rows).map(Vec::len).sum();
    model.size.nJfv = room as i64;
    model.flex.vert_j_colind.reset(room, 0);
    model.flex.vert_j_rownnz.rows_mut().fill([0; 2]);
    model.flex.vert_j_rowadr.rows_mut().fill([0; 2]);
    let nvert = model.flex.vertbodyid.len();
    for (f, rows) in all {
        if !is_used(model, f) {
            continue;
        }
        // rows continue after those of the previous vertex
        let mut adr = match (model.flex.vertadr[f] as usize).checked_sub(1) {
            None => 0,
            Some(k) => {
                model.flex.vert_j_rowadr[FlexVertId::new(k)][1]
                    + model.flex.vert_j_rownnz[FlexVertId::new(k)][1]
            }
        };
        for (v, columns) in verts(model, f).zip(rows) {
            let n = columns.len() as i32;
            model.flex.vert_j_rownnz[v] = [n, n];
            model.flex.vert_j_rowadr[v] = [adr, adr + n];
            let flat = model.flex.vert_j_colind.flat_mut::<i32>();
            // both rows have the same columns
            for start in [adr, adr + n] {
                let start = start as usize;
                flat[start..start + n as usize].copy_from_slice(&columns);
            }
            adr += 2 * n;
            // QUIRK(flex-next-row): the start of the next vertex's row is written even if that vertex has no row
            if v.index() + 1 < nvert {
                model.flex.vert_j_rowadr[FlexVertId::new(v.index() + 1)][0] = adr;
            }
        }
    }
}

/// Rotates the rest positions of constrained sheets into the xy plane.
#[doc(alias = "mj_alignFlex")]
fn align(model: &mut Model) {
    for f in model.flex.ids() {
        if !is_used(model, f) {
            continue;
        }
        let adr = model.flex.elemdataadr[f] as usize;
        // a corner of the first element
        let corner = |model: &Model, k: usize| {
            let v = model.flex.vertadr[f] + model.flex.elem[adr + k];
            model.flex.vert0[FlexVertId::new(v as usize)]
        };
        let origin = corner(model, 0);
        let edges = [corner(model, 1) - origin, corner(model, 2) - origin];
        // the normal of the first element becomes z
        let normal = edges[0].cross(edges[1]).normalized();
        let turn = Quat::z_to_vec(normal).to_mat();
        for v in verts(model, f) {
            model.flex.vert0[v] = turn.transpose_mul(model.flex.vert0[v]);
        }
    }
}

/// Sets lengths at the reference pose, which `data` holds, and inverse inertias along the edges.
pub(super) fn set_reference(model: &mut Model, data: &mut Data) {
    if model.flex.is_empty() {
        return;
    }
    // even rigid flexes have lengths
    let (com, kin, scratch) = (&data.com, &mut data.kin, &mut data.work.scratch);
    crate::flex::run(model, com, kin, scratch, |_| false);
    model.flex.edge_length0.copy_from(&data.kin.flexedge_length);
    model.flex.edge_invweight0.rows_mut().fill(0.0);
    let nv = model.dof.len();
    if nv == 0 {
        return;
    }
    // a dense row, and its response
    let (mut row, mut response) = (vec![0.0; nv], vec![0.0; nv]);
    for f in model.flex.ids() {
        if model.flex.interp[f] != 0 {
            continue;
        }
        for e in edges_of(model, f) {
            let [b1, b2] = ends(model, f, e).map(|v| model.flex.vertbodyid[v]);
            // equation (2); for bodies that only slide, half the sum of their inverse masses
            model.flex.edge_invweight0[e] = if model.flex.edge_rigid[e] != 0 {
                0.0
            } else if model.body.simple[b1] == 2 && model.body.simple[b2] == 2 {
                (1.0 / model.body.mass[b1] + 1.0 / model.body.mass[b2]) / 2.0
            } else {
                let start = model.flex.edge_j_rowadr[e] as usize;
                let range = start..start + model.flex.edge_j_rownnz[e] as usize;
                row.fill(0.0);
                let columns = &model.flex.edge_j_colind[range.clone()];
                kernel::scatter(&mut row, &data.kin.flexedge_jac[range], columns);
                response.copy_from_slice(&row);
                solve_m(model, &data.inertia, &mut response);
                kernel::dot_in_fours(&row, &response)
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use synovia_math::{Quat, Vec3};

    #[test]
    fn the_turn_into_the_plane_takes_the_normal_to_z() {
        let normal = Vec3::new(0.3, -0.5, 0.8).normalized();
        let turned = Quat::z_to_vec(normal).to_mat().transpose_mul(normal);
        assert!((turned - Vec3::Z).norm() < 1e-15);
    }
}
