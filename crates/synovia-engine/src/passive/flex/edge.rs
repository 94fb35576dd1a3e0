//! Edges as springs and dampers.
//!
//! ```text
//! f = Jᵀ (k (L⁰ − L) − b L̇)                                                                    (1)
//! ```
//!
//! | here    | in the code                         | meaning                                   |
//! |---------|-------------------------------------|-------------------------------------------|
//! | `k, b`  | `edgestiffness, edgedamping`        | coefficients of the flex                  |
//! | `L, L⁰` | `kin.flexedge_length, edge_length0` | length of an edge, and its length at rest |
//! | `L̇`     | `vel.flexedge_velocity`             | rate of the length                        |
//! | `J`     | `kin.flexedge_jac`                  | row of the edge                           |

use synovia_model::Model;
use synovia_model::id::FlexId;

use super::FlexInputs;
use crate::flex::edges_of;

/// Adds the forces of the edges of a flex.
pub(crate) fn add(
    model: &Model,
    inputs: &FlexInputs<'_>,
    f: FlexId,
    on_spring: bool,
    on_damper: bool,
    spring: &mut [f64],
    damper: &mut [f64],
) {
    let flex = &model.flex;
    // coefficients; zero if springs or dampers are disabled
    let stiffness = if on_spring {
        flex.edgestiffness[f]
    } else {
        0.0
    };
    let damping = if on_damper { flex.edgedamping[f] } else { 0.0 };
    if flex.rigid[f] != 0 || (stiffness == 0.0 && damping == 0.0) {
        return;
    }
    for e in edges_of(model, f) {
        // edges whose ends move together have no force
        if flex.edge_rigid[e] != 0 {
            continue;
        }
        // equation (1) along the edge
        let pull = stiffness * (flex.edge_length0[e] - inputs.kin.flexedge_length[e]);
        let drag = -damping * inputs.vel.flexedge_velocity[e];
        // the row of the edge
        let start = flex.edge_j_rowadr[e] as usize;
        let range = start..start + flex.edge_j_rownnz[e] as usize;
        let columns = &flex.edge_j_colind[range.clone()];
        let arms = &inputs.kin.flexedge_jac[range];
        // mapped to dofs
        if stiffness != 0.0 {
            for (&i, arm) in columns.iter().zip(arms) {
                spring[i as usize] += arm * pull;
            }
        }
        if damping != 0.0 {
            for (&i, arm) in columns.iter().zip(arms) {
                damper[i as usize] += arm * drag;
            }
        }
    }
}
