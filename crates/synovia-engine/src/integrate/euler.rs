//! Semi-implicit Euler, with damping of dofs taken implicitly.
//!
//! ```text
//! (M + h B) a = qfrc_smooth + qfrc_constraint            B the diagonal of dof damping           (1)
//! q̇ ← q̇ + h a,     q ← q ⊕ h q̇
//! ```
//!
//! Without damping `a` is the acceleration itself.

use synovia_math::{kernel, ldl};
use synovia_model::Model;
use synovia_model::enums::Disable;

use super::advance;
use crate::data::Data;
use crate::position::inertia::pattern;

/// One step.
///
/// Reads `force` and `inertia`; writes `inertia.qh` if there is damping; advances `state` and `time`.
///
/// ```
/// use synovia::engine::integrate::euler::euler;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::forward(&model, &mut data);
/// euler(&model, &mut data);
/// assert_eq!(data.time, model.opt.timestep);
/// assert!((data.state.qvel[2] + 9.81 * data.time).abs() < 1e-12);
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_Euler")]
pub fn euler(model: &Model, data: &mut Data) {
    let implicit = !model.opt.disabled(Disable::EULERDAMP)
        && !model.opt.disabled(Disable::DAMPER)
        && model.dof.damping.iter().any(|&b| b > 0.0);
    let mut qacc = core::mem::take(&mut data.integrator.qacc);
    qacc.clear();
    qacc.extend_from_slice(data.force.qacc.rows());
    if implicit {
        let Data { inertia, force, .. } = data;
        inertia.qh.copy_from(&inertia.m);
        let (factor, inverse) = (inertia.qh.rows_mut(), inertia.qh_diag_inv.rows_mut());
        let rows = model.sparse.m_rowadr.iter().zip(&model.sparse.m_rownnz);
        for ((adr, nnz), damping) in rows.zip(&model.dof.damping) {
            factor[(adr + nnz - 1) as usize] += model.opt.timestep * damping;
        }
        ldl::factor(factor, inverse, pattern(model));
        qacc.copy_from_slice(force.qfrc_smooth.rows());
        kernel::add_to(&mut qacc, force.qfrc_constraint.rows());
        ldl::solve(&mut qacc, factor, inverse, pattern(model));
    }
    advance(model, data, &qacc, None, None);
    data.integrator.qacc = qacc;
}
