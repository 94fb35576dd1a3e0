//! Integration that is implicit in velocity.
//!
//! ```text
//! (M − h ∂f/∂q̇) a = qfrc_smooth + qfrc_constraint                                              (1)
//! q̇ ← q̇ + h a,     q ← q ⊕ h q̇
//! ```
//!
//! `implicit` uses the whole derivative: the system is not symmetric and its factor is `UL`. `implicitfast` omits the bias
//! force and uses the lower triangle as that of a symmetric matrix, with the same factorisation as the inertia. The
//! acceleration in `force.qacc` stays that of the start of the step. Nodes of interpolated flexes are also implicit in
//! position, see [`super::implicit_flex`]. Springs of joints, tendons and actuators are implicit with `implicitspring`, see
//! [`super::implicit_spring`].

use synovia_math::{kernel, lu};
use synovia_model::Model;
use synovia_model::enums::{Integrator, Warning};

use super::advance;
use crate::data::{Data, InertiaGroup};
use crate::derivative::{self, Lengths, smooth_vel_of};
use crate::gate::Admitted;
use crate::position::inertia::pattern;
use crate::sleep::visit::{Visit, visiting};
use crate::workspace::Workspace;

/// One step.
///
/// Reads everything up to the constraint forces; writes `inertia.qderiv` and `qlu` or `qh`; advances `state` and `time`.
///
/// ```
/// use synovia::engine::stage::implicit;
/// use synovia::model::id::DofId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::forward(&model, &mut data)?;
/// implicit(&model, &mut data);
/// assert_eq!(data.state.time, model.opt.timestep);
/// assert!((data.state.qvel[DofId(2)] + 9.81 * data.state.time).abs() < 1e-12);
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_implicit")]
pub(crate) fn implicit(at: &mut Admitted<'_>) {
    implicit_skip(at, false);
}

/// [`implicit`]; with `factored` the factor of an earlier step is reused.
#[doc(alias = "mj_implicitSkip")]
pub(crate) fn implicit_skip(at: &mut Admitted<'_>, factored: bool) {
    let (model, data) = at.parts();
    if model.opt.integrator == Integrator::ImplicitSpring {
        // the stiffness depends on the position, and that of affine gains on controls: the factor is never reused
        return super::implicit_spring::one_step(at);
    }
    let full = model.opt.integrator == Integrator::Implicit;
    let mut usable = true;
    // memory of interpolated flexes
    let mut flex = data.work.integrator.flex.take();
    if model.flex.is_empty() {
        flex = None;
    } else {
        flex.get_or_insert_default().clear();
    }
    if !factored {
        // the matrix of equation (1) and its factor, which may be singular
        smooth_vel_of(model, data, full, Lengths::All);
        usable = if full {
            match data.work.awake.listed(model) {
                Some(who) => modified_full_rows(model, &mut data.inertia, who),
                None => modified_full(model, &mut data.inertia),
            }
            if let Some(flex) = &mut flex {
                let (pattern, values) = (derivative::pattern(model), data.inertia.qlu.rows());
                flex.assemble(model, data, pattern, values);
            }
            let qlu = data.inertia.qlu.rows_mut();
            let (pattern, diag) = (derivative::pattern(model), model.sparse.d_diag.rows());
            let awake = &data.work.awake;
            visiting!(model, awake, who => lu::factor_rows(qlu, pattern, diag, who.places()))
        } else {
            match data.work.awake.listed(model) {
                Some(who) => modified_symmetric_rows(model, &mut data.inertia, who),
                None => modified_symmetric(model, &mut data.inertia),
            }
            if let Some(flex) = &mut flex {
                flex.assemble(model, data, pattern(model), data.inertia.qh.rows());
            }
            let Data {
                inertia,
                work: Workspace {
                    awake, elimination, ..
                },
                ..
            } = data;
            let (factor, inverse) = (inertia.qh.rows_mut(), inertia.qh_diag_inv.rows_mut());
            elimination.factor(model, awake, factor, inverse);
            true
        };
    }

    // solve equation (1)
    let mut qacc = core::mem::take(&mut data.work.integrator.qacc);
    if usable {
        total_force(model, data, &mut qacc);
        let Data { inertia, work, .. } = data;
        let Workspace {
            awake, elimination, ..
        } = work;
        if full {
            let (pattern, diag) = (derivative::pattern(model), model.sparse.d_diag.rows());
            let qlu = inertia.qlu.rows();
            visiting!(model, awake, who => {
                lu::solve_rows(&mut qacc, qlu, pattern, diag, who.places());
            });
        } else {
            let (factor, inverse) = (inertia.qh.rows(), inertia.qh_diag_inv.rows());
            elimination.solve(model, awake, &mut qacc, factor, inverse);
        }
        if let Some(flex) = &mut flex {
            flex.solve(model, data, &mut qacc);
        }
    } else {
        // a singular system: an explicit step, with a warning
        data.diag.warn(Warning::Inertia, 0, data.state.time);
        qacc.clear();
        qacc.extend_from_slice(data.force.qacc.rows());
    }
    advance(at, &qacc, None, None);
    let (_, data) = at.parts();
    data.work.integrator.qacc = qacc;
    data.work.integrator.flex = flex;
}

/// The right-hand side of equation (1); entries of sleeping dofs are not read.
pub(super) fn total_force(model: &Model, data: &Data, out: &mut Vec<f64>) {
    let (smooth, constraint) = (
        data.force.qfrc_smooth.rows(),
        data.force.qfrc_constraint.rows(),
    );
    if let Some(who) = data.work.awake.listed(model) {
        out.resize(smooth.len(), 0.0);
        for i in who.places() {
            out[i] = smooth[i] + constraint[i];
        }
    } else {
        out.clear();
        out.extend_from_slice(smooth);
        kernel::add_to(out, constraint);
    }
}

/// [`modified_full`] for the rows of some dofs.
fn modified_full_rows(model: &Model, inertia: &mut InertiaGroup, who: impl Visit) {
    let step = model.opt.timestep;
    let from = model.sparse.map_m2d.rows();
    for at in who
        .places()
        .flat_map(|i| derivative::pattern(model).range(i))
    {
        let mass = usize::try_from(from[at]).map_or(0.0, |k| inertia.m[k]);
        inertia.qlu[at] = mass + inertia.qderiv[at] * -step;
    }
}

/// [`modified_symmetric`] for the rows of some dofs.
pub(super) fn modified_symmetric_rows(model: &Model, inertia: &mut InertiaGroup, who: impl Visit) {
    let step = model.opt.timestep;
    let from = model.sparse.map_d2m.rows();
    for at in who.places().flat_map(|i| pattern(model).range(i)) {
        inertia.qh[at] = inertia.m[at] + inertia.qderiv[from[at] as usize] * -step;
    }
}

/// Sets `qlu` to the matrix of equation (1), both triangles.
pub(crate) fn modified_full(model: &Model, inertia: &mut InertiaGroup) {
    let step = model.opt.timestep;
    let InertiaGroup { m, qderiv, qlu, .. } = inertia;
    let from = model.sparse.map_m2d.rows();
    for ((out, &k), slope) in qlu.iter_mut().zip(from).zip(qderiv.iter()) {
        // uncoupled dofs have no entry in M
        let mass = usize::try_from(k).map_or(0.0, |k| m[k]);
        *out = mass + slope * -step;
    }
}

/// Sets `qh` to the lower triangle of the matrix of equation (1).
pub(crate) fn modified_symmetric(model: &Model, inertia: &mut InertiaGroup) {
    let step = model.opt.timestep;
    let InertiaGroup { m, qderiv, qh, .. } = inertia;
    let from = model.sparse.map_d2m.rows();
    for ((out, &k), mass) in qh.iter_mut().zip(from).zip(m.iter()) {
        *out = mass + qderiv[k as usize] * -step;
    }
}
