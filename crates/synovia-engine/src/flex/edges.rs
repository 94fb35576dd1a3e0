//! Lengths of flex edges and their derivatives.
//!
//! ```text
//! L = |x₂ − x₁|,     J = uᵀ (J₂ − J₁),     u = (x₂ − x₁)/L
//! ```
//!
//! Most vertices are bodies that only slide: their columns are the axes of their joints.

use synovia_math::{Csr, kernel};
use synovia_model::Model;
use synovia_model::id::FlexId;

use super::{edges_of, ends};
use crate::data::{ComFrame, Kin};
use crate::position::jacobian::{BodyPoint, for_each_difference};

/// True if some force or constraint needs the derivatives.
///
/// DIFFERENCE(flex-rigid-rows): a rigid flex has no rows. While constants are set the reference writes derivatives for it
/// nevertheless, over those of the first edges of the model.
pub(crate) fn needs_jacobian(model: &Model, f: FlexId) -> bool {
    let flex = &model.flex;
    flex.rigid[f] == 0
        && (flex.edgeequality[f] == 1
            || flex.edgedamping[f] != 0.0
            || flex.edgestiffness[f] != 0.0
            || flex.damping[f] != 0.0)
}

/// Measures all edges of a flex.
pub(crate) fn measure(model: &Model, com: &ComFrame, kin: &mut Kin, f: FlexId) {
    let wanted = needs_jacobian(model, f);
    for e in edges_of(model, f) {
        let [a, b] = ends(model, f, e)
            .map(|v| BodyPoint::new(model.flex.vertbodyid[v], kin.flexvert_xpos[v]));
        let mut along = b.point - a.point;
        kin.flexedge_length[e] = along.normalize();
        if !wanted {
            continue;
        }
        let start = model.flex.edge_j_rowadr[e] as usize;
        if model.body.simple[a.body] == 2 && model.body.simple[b.body] == 2 && a.body != b.body {
            let row = &mut kin.flexedge_jac.rows_mut()[start..];
            let bodies = if a.body < b.body {
                [(a.body, -along), (b.body, along)]
            } else {
                [(b.body, along), (a.body, -along)]
            };
            let mut slots = row.iter_mut();
            for (body, along) in bodies {
                let dofs = model.body.dofs(body).range();
                for (axis, slot) in com.cdof[dofs].iter().zip(slots.by_ref()) {
                    *slot = along.dot(axis.lin());
                }
            }
            continue;
        }
        // the columns of the row ascend, the chain is walked from its end
        let mut slot = start + model.flex.edge_j_rownnz[e] as usize;
        for_each_difference(model, com, a, b, |_, col| {
            slot -= 1;
            kin.flexedge_jac[slot] = along.dot(col.lin());
        });
    }
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
