//! Lengths of flex edges and their derivatives.
//!
//! ```text
//! L = |x₂ − x₁|,     J = uᵀ (J₂ − J₁),     u = (x₂ − x₁)/L
//! ```
//!
//! | here     | in the code           | meaning                                            |
//! |----------|-----------------------|----------------------------------------------------|
//! | `x₁, x₂` | `kin.flexvert_xpos`   | the two vertices                                   |
//! | `L`      | `kin.flexedge_length` | length                                             |
//! | `J`      | `kin.flexedge_jac`    | row, with the pattern `edge_j_colind` of the model |
//! | `u`      | `along`               | direction                                          |
//!
//! Most vertices are bodies that only slide: their columns are the axes of their joints.

use synovia_math::{Csr, Spatial, Vec3, kernel};
use synovia_model::Model;
use synovia_model::id::{BodyId, FlexEdgeId, FlexId};

use super::edges_of;
use crate::data::{ComFrame, Kin};
use crate::position::jacobian::{BodyPoint, for_each_difference};

/// True if a force or constraint needs the derivatives.
///
/// DIFFERENCE(flex-rigid-rows): a rigid flex has no rows. While constants are set the reference nevertheless writes
/// derivatives for it, over those of the first edges of the model.
pub(crate) fn needs_jacobian(model: &Model, f: FlexId) -> bool {
    let flex = &model.flex;
    flex.rigid[f] == 0
        && (flex.edgeequality[f] == 1
            || flex.edgedamping[f] != 0.0
            || flex.edgestiffness[f] != 0.0
            || flex.damping[f] != 0.0)
}

/// Motion axes of a body with exactly three slide joints.
#[inline]
pub(super) fn slides<'a>(model: &Model, com: &'a ComFrame, b: BodyId) -> Option<&'a [Spatial; 3]> {
    if model.body.simple[b] != 2 {
        return None;
    }
    com.cdof[model.body.dofs(b).range()].as_array()
}

/// Measures all edges of a flex.
pub(crate) fn measure(model: &Model, com: &ComFrame, kin: &mut Kin, f: FlexId) {
    let wanted = needs_jacobian(model, f);
    // vertices and bodies of this flex
    let flex = &model.flex;
    let first = flex.vertadr[f] as usize;
    let verts = first..first + flex.vertnum[f] as usize;
    let x = &kin.flexvert_xpos.rows()[verts.clone()];
    let bodies = &flex.vertbodyid.rows()[verts];
    let jac = kin.flexedge_jac.rows_mut();
    for e in edges_of(model, f) {
        // length and direction
        let [a, b] = flex.edge[e].map(|v| BodyPoint::new(bodies[v as usize], x[v as usize]));
        let mut along = b.point - a.point;
        kin.flexedge_length[e] = along.normalize();
        if !wanted {
            continue;
        }
        let start = flex.edge_j_rowadr[e] as usize;
        // two bodies with three slides each: six entries, the smaller body first
        if let (Some(of_a), Some(of_b)) = (slides(model, com, a.body), slides(model, com, b.body))
            && let Some((front, back)) = two_threes(&mut jac[start..])
            && a.body != b.body
        {
            let [at_a, at_b] = if a.body < b.body {
                [front, back]
            } else {
                [back, front]
            };
            let back = -along;
            for k in 0..3 {
                at_a[k] = back.dot(of_a[k].lin());
                at_b[k] = along.dot(of_b[k].lin());
            }
            continue;
        }
        general_row(model, com, [a, b], along, &mut jac[start..], e);
    }
}

/// The first six elements as two arrays of three.
#[inline]
fn two_threes(row: &mut [f64]) -> Option<(&mut [f64; 3], &mut [f64; 3])> {
    let (front, rest) = row.split_first_chunk_mut()?;
    Some((front, rest.first_chunk_mut()?))
}

/// The derivative of any edge.
fn general_row(
    model: &Model,
    com: &ComFrame,
    [a, b]: [BodyPoint; 2],
    along: Vec3,
    row: &mut [f64],
    e: FlexEdgeId,
) {
    // two bodies that only slide, with any number of joints
    if model.body.simple[a.body] == 2 && model.body.simple[b.body] == 2 && a.body != b.body {
        let bodies = if a.body < b.body {
            [(a.body, -along), (b.body, along)]
        } else {
            [(b.body, along), (a.body, -along)]
        };
        // the smaller body first
        let mut slots = row.iter_mut();
        for (body, along) in bodies {
            let dofs = model.body.dofs(body).range();
            for (axis, slot) in com.cdof[dofs].iter().zip(slots.by_ref()) {
                *slot = along.dot(axis.lin());
            }
        }
        return;
    }
    // the columns of the row ascend, but the chain is visited from its last dof
    let mut slot = model.flex.edge_j_rownnz[e] as usize;
    for_each_difference(model, com, a, b, |_, col| {
        slot -= 1;
        row[slot] = along.dot(col.lin());
    });
}

/// Rates of all edges, `J q̇`.
pub(crate) fn rates(model: &Model, jac: &[f64], qvel: &[f64], out: &mut [f64]) {
    let flex = &model.flex;
    let pattern = Csr::new(
        flex.edge_j_rownnz.rows(),
        flex.edge_j_rowadr.rows(),
        flex.edge_j_colind.rows(),
    );
    for (e, out) in out.iter_mut().enumerate().take(pattern.nrow()) {
        // edges of interpolated flexes have no rows
        if pattern.rownnz[e] == 0 {
            *out = 0.0;
            continue;
        }
        let (values, columns) = (&jac[pattern.range(e)], pattern.cols(e));
        *out = match (columns, values) {
            // order: that of the vector kernels
            (&[a, _, c, d, _, f], &[m0, m1, m2, m3, m4, m5]) if c == a + 2 && f == d + 2 => {
                let three = |at: i32| {
                    let [x, y, z] = qvel[at as usize..at as usize + 3] else {
                        return [0.0; 3];
                    };
                    [x, y, z]
                };
                let ([x0, x1, x2], [x3, x4, x5]) = (three(a), three(d));
                (m0 * x0 + m2 * x2) + (m1 * x1 + m3 * x3) + m4 * x4 + m5 * x5
            }
            _ => kernel::dot_sparse(values, columns, qvel),
        };
    }
}
