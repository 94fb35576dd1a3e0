//! Fixed tendons: linear combinations of joint positions.
//!
//! ```text
//! L = Σ_k c_k q_{j(k)},     J_i = c_k for the dof i of joint j(k)
//! ```

use synovia_model::Model;
use synovia_model::id::{JointId, TendonId};

use super::Row;
use crate::data::State;

/// Length of a fixed tendon; its derivative is added to `row`.
pub(crate) fn length(model: &Model, state: &State, t: TendonId, row: &mut Row<'_, '_>) -> f64 {
    let mut length = 0.0;
    // each joint adds its term to the length and its coefficient to the row
    for w in model.tendon.path(t) {
        let j = JointId(model.wrap.objid[w]);
        let coef = model.wrap.prm[w];
        length += coef * state.qpos[model.joint.qposadr[j] as usize];
        row.set(model.joint.dofadr[j] as usize, coef);
    }
    length
}
