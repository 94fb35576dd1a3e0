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
use crate::data::{Data, Forces, InertiaGroup};
use crate::derivative::{self, Lengths, Smooth, SmoothGroups, smooth_vel_of};
use crate::gate::Admitted;
use crate::position::elimination::Elimination;
use crate::position::inertia::pattern;
use crate::sleep::Awake;
use crate::sleep::visit::{Visit, visiting};
use crate::workspace::{FlexMemory, Workspace};

/// One step.
///
/// Reads everything up to the constraint forces; writes `inertia.qderiv` and `qlu` or `qh`; advances `state`.
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
///
/// Takes the [`Admitted`] because [`advance`] calls plugins, and forward dynamics if trees fall asleep.
#[doc(alias = "mj_implicitSkip")]
pub(crate) fn implicit_skip(at: &mut Admitted<'_>, factored: bool) {
    let (model, data) = at.parts();
    if model.opt.integrator == Integrator::ImplicitSpring {
        // the stiffness depends on the position, and that of affine gains on controls: the factor is never reused
        return super::implicit_spring::one_step(at);
    }
    // memory of interpolated flexes
    let mut flex = data.work.integrator.flex.take();
    if model.flex.is_empty() {
        flex = None;
    } else {
        flex.get_or_insert_default().clear();
    }
    let mut qacc = core::mem::take(&mut data.work.integrator.qacc);
    let Data {
        state,
        kin,
        com,
        inertia,
        tendon,
        actuator,
        vel,
        force,
        island,
        diag,
        work:
            Workspace {
                scratch,
                awake,
                elimination,
                ..
            },
        ..
    } = data;
    let read = Smooth {
        state,
        kin,
        com,
        tendon,
        actuator,
        vel,
        resting: awake.resting(model, island),
    };
    let mut groups = SmoothGroups {
        at: read,
        awake,
        scratch,
        inertia,
    };
    // the matrix of equation (1) and its factor, which may be singular
    let usable = factored || factor(model, &mut groups, elimination, flex.as_deref_mut());
    if usable {
        solve(
            model,
            &groups,
            elimination,
            force,
            flex.as_deref_mut(),
            &mut qacc,
        );
    } else {
        // a singular system: an explicit step, with a warning
        diag.warn(Warning::Inertia, 0, state.time);
        qacc.clear();
        qacc.extend_from_slice(force.qacc.rows());
    }
    advance(at, &qacc, None, None);
    let (_, data) = at.parts();
    data.work.integrator.qacc = qacc;
    data.work.integrator.flex = flex;
}

/// The matrix of equation (1) and its factor; false if it is singular.
///
/// Reads `groups.at`, `inertia.m`; writes `inertia.qderiv` and `qlu` or `qh`.
fn factor(
    model: &Model,
    groups: &mut SmoothGroups<'_>,
    elimination: &mut Elimination,
    flex: Option<&mut FlexMemory>,
) -> bool {
    let full = model.opt.integrator == Integrator::Implicit;
    smooth_vel_of(model, groups, full, Lengths::All);
    let SmoothGroups {
        at: Smooth { kin, com, .. },
        awake,
        inertia,
        ..
    } = groups;
    if full {
        match awake.listed(model) {
            Some(who) => modified_full_rows(model, inertia, who),
            None => modified_full(model, inertia),
        }
        let (pattern, diag) = (derivative::pattern(model), model.sparse.d_diag.rows());
        if let Some(flex) = flex {
            flex.assemble(model, kin, com, awake, pattern, inertia.qlu.rows());
        }
        let qlu = inertia.qlu.rows_mut();
        visiting!(model, awake, who => lu::factor_rows(qlu, pattern, diag, who.places()))
    } else {
        match awake.listed(model) {
            Some(who) => modified_symmetric_rows(model, inertia, who),
            None => modified_symmetric(model, inertia),
        }
        if let Some(flex) = flex {
            flex.assemble(model, kin, com, awake, pattern(model), inertia.qh.rows());
        }
        let (factor, inverse) = (inertia.qh.rows_mut(), inertia.qh_diag_inv.rows_mut());
        elimination.factor(model, awake, factor, inverse);
        true
    }
}

/// Solves equation (1) with the factor of its matrix.
///
/// Reads the factor in `inertia`, and the sum of forces in `force`; writes `qacc`.
fn solve(
    model: &Model,
    groups: &SmoothGroups<'_>,
    elimination: &mut Elimination,
    force: &Forces,
    flex: Option<&mut FlexMemory>,
    qacc: &mut Vec<f64>,
) {
    let SmoothGroups {
        at: Smooth {
            state, kin, com, ..
        },
        awake,
        inertia,
        ..
    } = groups;
    total_force(model, force, awake, qacc);
    if model.opt.integrator == Integrator::Implicit {
        let (pattern, diag) = (derivative::pattern(model), model.sparse.d_diag.rows());
        let qlu = inertia.qlu.rows();
        visiting!(model, awake, who => {
            lu::solve_rows(qacc, qlu, pattern, diag, who.places());
        });
    } else {
        let (factor, inverse) = (inertia.qh.rows(), inertia.qh_diag_inv.rows());
        elimination.solve(model, awake, qacc, factor, inverse);
    }
    if let Some(flex) = flex {
        flex.solve(model, state, kin, com, force, qacc);
    }
}

/// The right-hand side of equation (1); entries of sleeping dofs are not read.
///
/// Reads `force.qfrc_smooth`, `force.qfrc_constraint`; writes `out`.
pub(super) fn total_force(model: &Model, force: &Forces, awake: &Awake, out: &mut Vec<f64>) {
    let (smooth, constraint) = (force.qfrc_smooth.rows(), force.qfrc_constraint.rows());
    if let Some(who) = awake.listed(model) {
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
