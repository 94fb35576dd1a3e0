//! Semi-implicit Euler, with implicit damping of dofs.
//!
//! ```text
//! (M + h B) a = qfrc_smooth + qfrc_constraint            B the diagonal of dof damping           (1)
//! q̇ ← q̇ + h a,     q ← q ⊕ h q̇
//! ```
//!
//! Without damping `a` is the acceleration itself.

use synovia_model::Model;
use synovia_model::enums::Disable;

use super::advance;
use crate::data::{Data, Forces, InertiaGroup};
use crate::gate::Admitted;
use crate::position::inertia::{copy_dofs, copy_rows, pattern};
use crate::sleep::visit::{Visit, visiting};
use crate::workspace::Workspace;

/// One step.
///
/// Takes the [`Admitted`] because [`advance`] calls plugins, and forward dynamics if trees fall asleep; [`prepare`] takes
/// groups.
///
/// ```
/// use synovia::engine::stage::euler;
/// use synovia::model::id::DofId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::forward(&model, &mut data)?;
/// euler(&model, &mut data);
/// assert_eq!(data.state.time, model.opt.timestep);
/// assert!((data.state.qvel[DofId(2)] + 9.81 * data.state.time).abs() < 1e-12);
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_Euler")]
pub(crate) fn euler(at: &mut Admitted<'_>) {
    let (model, data) = at.parts();
    let mut qacc = core::mem::take(&mut data.work.integrator.qacc);
    let Data {
        inertia,
        force,
        work: Workspace {
            awake, elimination, ..
        },
        ..
    } = data;
    // the acceleration, corrected for damping; entries of sleeping dofs are not read
    qacc.resize(force.qacc.len(), 0.0);
    visiting!(model, awake, who => {
        copy_dofs(&mut qacc, force.qacc.rows(), who);
        if prepare(model, inertia, force, &mut qacc, who) {
            let (factor, inverse) = (inertia.qh.rows_mut(), inertia.qh_diag_inv.rows_mut());
            elimination.factor(model, awake, factor, inverse);
            elimination.solve(model, awake, &mut qacc, factor, inverse);
        }
    });
    advance(at, &qacc, None, None);
    let (_, data) = at.parts();
    data.work.integrator.qacc = qacc;
}

/// Sets up the matrix and the right-hand side of equation (1) if a visited dof has damping; `qacc` is initially the
/// acceleration itself.
///
/// Reads `inertia.m`, `force.qfrc_smooth`, `force.qfrc_constraint`; writes `inertia.qh` and `qacc`.
fn prepare(
    model: &Model,
    inertia: &mut InertiaGroup,
    force: &Forces,
    qacc: &mut [f64],
    who: impl Visit,
) -> bool {
    let off = model.opt.disabled(Disable::EULERDAMP) || model.opt.disabled(Disable::DAMPER);
    if off || !who.dofs().any(|i| model.dof.damping[i] > 0.0) {
        return false;
    }
    let InertiaGroup { m, qh, .. } = inertia;
    let matrix = qh.rows_mut();
    let pattern = pattern(model);
    // `M + h B`, whose diagonal is the last number of each row, and the total force
    copy_rows(model, matrix, m.rows(), who);
    if who.is_all() {
        let step = model.opt.timestep;
        let rows = pattern.rowadr.iter().zip(pattern.rownnz);
        for ((&adr, &len), damping) in rows.zip(&model.dof.damping) {
            matrix[(adr + len - 1) as usize] += step * damping;
        }
        let forces = force.qfrc_smooth.iter().zip(&force.qfrc_constraint);
        for (sum, (smooth, constraint)) in qacc.iter_mut().zip(forces) {
            *sum = smooth + constraint;
        }
        return true;
    }
    for i in who.dofs() {
        matrix[pattern.range(i.index()).end - 1] += model.opt.timestep * model.dof.damping[i];
    }
    for i in who.dofs() {
        qacc[i.index()] = force.qfrc_smooth[i] + force.qfrc_constraint[i];
    }
    true
}
