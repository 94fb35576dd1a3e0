//! Lengths of flex edges and their derivatives.
//!
//! ```text
//! L = |x₂ − x₁|,     J = uᵀ (J₂ − J₁),     u = (x₂ − x₁)/L
//! ```

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
        // the columns of the row ascend, the chain is walked from its end
        let start = model.flex.edge_j_rowadr[e] as usize;
        let mut slot = start + model.flex.edge_j_rownnz[e] as usize;
        for_each_difference(model, com, a, b, |_, col| {
            slot -= 1;
            kin.flexedge_jac[slot] = along.dot(col.lin());
        });
    }
}
