//! Inverse dynamics: the force that produces a known acceleration.
//!
//! ```text
//! qfrc_inverse = M q̈ + c(q, q̇) − qfrc_passive − Jᵀ f(J q̈ − a*)                                 (1)
//! ```
//!
//! Constraint forces are functions of the acceleration, so nothing has to be solved. The result is the force that the user
//! and the actuators apply: `qfrc_applied + Jᵀ xfrc_applied + qfrc_actuator` of a forward pass with the same acceleration.
//!
//! With `invdiscrete` the acceleration is a difference of velocities of two steps, which an implicit integrator has damped;
//! it is first converted to the acceleration before integration:
//!
//! ```text
//! M q̈ = (M − h ∂f/∂q̇) Δq̇/h                                                                    (2)
//! ```
//!
//! With `implicitspring` the stiffness of springs is added, see [`crate::integrate::implicit_spring`].

use synovia_math::{kernel, ldl, wide};
use synovia_model::Model;
use synovia_model::enums::{Disable, Enable, Integrator, Stage};

use crate::acceleration::add_applied_wrenches;
use crate::constraint::complete;
use crate::constraint::update::forces_at;
use crate::data::{Data, EngineError};
use crate::derivative::{self, Lengths, SmoothGroups, smooth_vel_of};
use crate::energy::Energies;
use crate::forward::{Sensing, motion_with};
use crate::gate::Admitted;
use crate::integrate::implicit::{modified_full, modified_symmetric};
use crate::integrate::implicit_spring;
use crate::position::inertia::{mul_m, pattern, solve_m};
use crate::scratch::Need;
use crate::sleep::visit::visiting;
use crate::tendon::bias::{Moving, add_tendon_bias};
use crate::velocity::rne::{self, Motion, rne};
use crate::workspace::Workspace;
use crate::{is_sparse, sensor};

/// Why inverse dynamics is not possible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InverseError {
    /// The stages of Runge–Kutta have no discrete inverse.
    #[error("discrete inverse dynamics is not supported by the RK4 integrator")]
    DiscreteRk4,
    /// The gate refuses the model or the simulation.
    #[error(transparent)]
    Refused(#[from] EngineError),
}

/// Temporaries for a number of constraint rows.
pub(crate) fn scratch_len(model: &Model, nefc: usize) -> Need {
    let nv = model.dof.len();
    let rows = Need::new(nefc, 0);
    Need::new(2 * nv, 0).or(rows).or(rne::scratch_len(model))
}

/// Computes the force that produces `force.qacc`.
///
/// Reads `state` and `force.qacc`; writes everything up to the velocity stage, `force.qfrc_constraint`, `efc.force` and
/// `force.qfrc_inverse`.
///
/// ```
/// use synovia::model::id::{BodyId, DofId};
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// // which force keeps it from falling?
/// data.force.qacc.rows_mut().fill(0.0);
/// synovia::inverse(&model, &mut data)?;
/// let weight = model.body.mass[BodyId(1)] * 9.81;
/// assert!((data.force.qfrc_inverse[DofId(2)] - weight).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// For a discrete acceleration and the integrator RK4.
#[doc(alias = "mj_inverse")]
pub fn inverse(model: &Model, data: &mut Data) -> Result<(), InverseError> {
    inverse_from(model, data, Stage::None, Sensing::On)
}

/// [`inverse`] if the results of the stages up to `done` are still valid for the current state.
///
/// ```
/// use synovia::engine::Sensing;
/// use synovia::engine::inverse_from;
/// use synovia::model::enums::Stage;
/// use synovia::model::id::{BodyId, DofId};
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::forward(&model, &mut data)?;
/// // another acceleration of the same state
/// data.force.qacc[DofId(2)] = 1.0;
/// inverse_from(&model, &mut data, Stage::Vel, Sensing::Off)?;
/// let needed = model.body.mass[BodyId(1)] * (9.81 + 1.0);
/// assert!((data.force.qfrc_inverse[DofId(2)] - needed).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// For a discrete acceleration and the integrator RK4.
#[doc(alias = "mj_inverseSkip")]
pub fn inverse_from(
    model: &Model,
    data: &mut Data,
    done: Stage,
    sensing: Sensing,
) -> Result<(), InverseError> {
    let discrete = model.opt.enabled(Enable::INVDISCRETE);
    if discrete && model.opt.integrator == Integrator::Rk4 {
        return Err(InverseError::DiscreteRk4);
    }
    let mut at = complete::enter_from(model, data, done)?;
    Ok(inverse_with(&mut at, done, sensing, discrete)?)
}

/// The stages of [`inverse_from`].
pub(crate) fn inverse_with(
    at: &mut Admitted<'_>,
    done: Stage,
    sensing: Sensing,
    discrete: bool,
) -> Result<(), EngineError> {
    // QUIRK(inverse-energy): energies that are not enabled are set to zero by forward dynamics, and unchanged by inverse
    // dynamics
    let kept = Energies::Kept;
    motion_with(at, done, sensing, kept, &mut ());
    if at.is_stopped() {
        return at.outcome();
    }
    let (model, data) = at.parts();
    let mut kept = core::mem::take(&mut data.work.integrator.kept);
    if discrete {
        kept.clear();
        kept.extend_from_slice(data.force.qacc.rows());
        continuous_acceleration(model, data);
    }
    constraint_forces(model, data);
    if sensing == Sensing::On {
        at.parts().1.lazy.rne_post = false;
        sensor::sensor_acc(at);
    }
    let stopped = at.is_stopped();
    let (_, data) = at.parts();
    if !stopped {
        balance(model, data);
    }
    if discrete {
        data.force.qacc.rows_mut().copy_from_slice(&kept);
    }
    data.work.integrator.kept = kept;
    if stopped { at.outcome() } else { Ok(()) }
}

/// Replaces `force.qacc` by the acceleration before integration, equation (2).
#[doc(alias = "mj_discreteAcc")]
fn continuous_acceleration(model: &Model, data: &mut Data) {
    let (nv, step) = (model.dof.len(), model.opt.timestep);
    match model.opt.integrator {
        Integrator::Implicit => {
            let mut groups = SmoothGroups::of(model, data);
            smooth_vel_of(model, &mut groups, true, Lengths::All);
            modified_full(model, &mut data.inertia);
        }
        Integrator::ImplicitFast => {
            let mut groups = SmoothGroups::of(model, data);
            smooth_vel_of(model, &mut groups, false, Lengths::All);
            modified_symmetric(model, &mut data.inertia);
        }
        Integrator::ImplicitSpring => {
            let mut qfrc = core::mem::take(&mut data.work.integrator.qacc);
            qfrc.clear();
            qfrc.resize(nv, 0.0);
            let qacc = core::mem::take(&mut data.force.qacc);
            implicit_spring::force_of(model, data, &mut qfrc, qacc.rows());
            data.force.qacc = qacc;
            data.force.qacc.rows_mut().copy_from_slice(&qfrc);
            data.work.integrator.qacc = qfrc;
            return solve_m(model, &data.inertia, data.force.qacc.rows_mut());
        }
        _ => {
            let damped = model.dof.damping.iter().any(|&b| b > 0.0);
            if model.opt.disabled(Disable::EULERDAMP) || !damped {
                return;
            }
        }
    }
    let Data {
        inertia,
        force,
        work: Workspace { scratch, .. },
        ..
    } = data;
    let mut frame = scratch.frame(scratch_len(model, 0));
    let qfrc = frame.take(nv);
    let qacc = force.qacc.rows_mut();
    match model.opt.integrator {
        Integrator::Implicit => derivative::pattern(model).mul_vec(qfrc, inertia.qlu.rows(), qacc),
        Integrator::ImplicitFast => ldl::mul_sym(qfrc, inertia.qh.rows(), qacc, pattern(model)),
        _ => {
            mul_m(model, inertia, qfrc, qacc);
            for (i, damping) in model.dof.damping.iter().enumerate() {
                qfrc[i] += step * damping * qacc[i];
            }
        }
    }
    qacc.copy_from_slice(qfrc);
    solve_m(model, inertia, qacc);
}

/// Constraint forces at the acceleration `force.qacc`.
///
/// Reads `force.qacc`, `efc`; writes `efc.force`, `efc.state`, `force.qfrc_constraint`.
#[doc(alias = "mj_invConstraint")]
pub(crate) fn constraint_forces(model: &Model, data: &mut Data) {
    complete::rows(model, data);
    let Data {
        force,
        contact,
        efc,
        work: Workspace { scratch, .. },
        ..
    } = data;
    let nefc = efc.counts.nefc;
    let out = force.qfrc_constraint.rows_mut();
    if nefc == 0 {
        out.fill(0.0);
        return;
    }
    let mut frame = scratch.frame(scratch_len(model, nefc));
    let residual = frame.take(nefc);
    let jacobian = efc.jacobian(is_sparse(model), model.dof.len());
    jacobian.mul_vec(residual, force.qacc.rows());
    kernel::sub_from(residual, efc.aref.rows());
    forces_at(model, efc, &mut contact.list, residual, false, out);
}

/// Equation (1), once constraint forces are known.
fn balance(model: &Model, data: &mut Data) {
    let Data {
        state,
        kin,
        com,
        inertia,
        tendon,
        vel,
        force,
        work: Workspace { scratch, awake, .. },
        ..
    } = data;
    let out = force.qfrc_inverse.rows_mut();
    let (need, nv) = (scratch_len(model, 0), model.dof.len());
    let qvel = state.qvel.rows();
    let (moving, frame) = (Motion { qvel, com, vel }, scratch.frame(need));
    visiting!(model, awake, who => wide!(simd => rne(simd, model, moving, None, out, frame, who)));
    let moving = Moving {
        qvel,
        kin,
        com,
        vel,
    };
    add_tendon_bias(model, &moving, tendon, out);

    let mut frame = scratch.frame(need);
    let m_qacc = frame.take(nv);
    mul_m(model, inertia, m_qacc, force.qacc.rows());
    for i in model.dof.ids() {
        // order: as in equation (1)
        let rest = m_qacc[i.index()] - force.qfrc_passive[i] - force.qfrc_constraint[i];
        out[i.index()] += rest;
    }
}

/// Compares inverse with forward dynamics, without changing the results of forward.
///
/// Writes the norms of the differences of constraint forces and of applied forces to `diag.solver_fwdinv`; both are zero if
/// there are no constraints, or no inverse.
///
/// ```
/// use synovia::engine::stage::compare_forward_inverse;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><geom type='plane' size='1 1 1'/>
///        <body pos='0 0 .099'><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::forward(&model, &mut data)?;
/// compare_forward_inverse(&model, &mut data);
/// assert!(data.diag.solver_fwdinv.iter().all(|gap| *gap < 1e-6));
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_compareFwdInv")]
pub(crate) fn compare_forward_inverse(at: &mut Admitted<'_>) {
    let (model, data) = at.parts();
    *data.diag.solver_fwdinv = [0.0; 2];
    if data.efc.counts.nefc == 0 {
        return;
    }
    let mut memory = core::mem::take(&mut data.work.integrator.forward);
    memory.qfrc_constraint.clear();
    (memory.qfrc_constraint).extend_from_slice(data.force.qfrc_constraint.rows());
    memory.efc_force.clear();
    memory.efc_force.extend_from_slice(data.efc.force.rows());

    let discrete = model.opt.enabled(Enable::INVDISCRETE);
    let inverse = if discrete && model.opt.integrator == Integrator::Rk4 {
        Err(EngineError::DiscreteRk4)
    } else {
        inverse_with(at, Stage::Vel, Sensing::Off, discrete)
    };
    let (_, data) = at.parts();
    if inverse == Err(EngineError::DiscreteRk4) {
        data.diag.error = Some(EngineError::DiscreteRk4);
    }
    if inverse.is_ok() {
        // the expected result of inverse dynamics
        memory.applied.clear();
        let sum = (data.state.qfrc_applied.iter()).zip(data.force.qfrc_actuator.iter());
        memory.applied.extend(sum.map(|(a, b)| a + b));
        let Data {
            state, kin, com, ..
        } = &*data;
        add_applied_wrenches(model, state, kin, com, &mut memory.applied);

        let gap = |a: &[f64], b: &[f64]| {
            let squares = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b));
            squares.sum::<f64>().sqrt()
        };
        *data.diag.solver_fwdinv = [
            gap(&memory.qfrc_constraint, data.force.qfrc_constraint.rows()),
            gap(&memory.applied, data.force.qfrc_inverse.rows()),
        ];
    }
    (data.force.qfrc_constraint.rows_mut()).copy_from_slice(&memory.qfrc_constraint);
    data.efc.force.rows_mut().copy_from_slice(&memory.efc_force);
    data.work.integrator.forward = memory;
}
