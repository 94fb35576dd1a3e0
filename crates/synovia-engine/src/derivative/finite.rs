//! Finite differences of the step and of inverse dynamics.
//!
//! The step maps state and controls to the next state and the sensors:
//!
//! ```text
//! δx' = A δx + B δu,      δs = C δx + D δu,      x = (q, q̇, a)                                  (1)
//! ```
//!
//! Changes of positions are velocities times unit time, so a quaternion has three of them and `δx` has `2 nv + na` entries.
//! Stages that do not depend on the changed input are not repeated: controls and activations are changed first, then
//! velocities, then positions. As in the reference, implicit integrators keep the factor of the unperturbed step for the
//! first two.

use synovia_model::Model;
use synovia_model::enums::{Enable, Integrator, Stage};
use synovia_model::id::ActuatorId;
use synovia_model::table::Table;

use crate::data::{Data, EngineError, State};
use crate::forward::{Sensing, check_acc, check_pos, check_vel, forward_from};
use crate::gate;
use crate::integrate::{euler::euler, implicit::implicit_skip, integrate_pos};
use crate::inverse::{InverseError, compare_forward_inverse, inverse_from};
use crate::support::position::differentiate_pos;

/// Why finite differences are not available.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FiniteError {
    /// The stages of Runge–Kutta cannot be skipped.
    #[error(
        "finite differences do not support the RK4 integrator: set opt.integrator to Euler, implicit or implicitfast"
    )]
    Rk4,
    /// Delayed controls are not part of the state.
    #[error("finite differences do not support delays: delayed controls are not part of the state")]
    Delays,
    /// Inverse dynamics does not include the noslip pass.
    #[error("inverse dynamics does not include the noslip solver: set opt.noslip_iterations to 0")]
    Noslip,
    /// A matrix has the wrong size.
    #[error("{what} has {found} numbers, expected {expected}")]
    Length {
        /// Name of the matrix.
        what: &'static str,
        /// Its length.
        found: usize,
        /// The required length.
        expected: usize,
    },
    /// Inverse dynamics is not available.
    #[error(transparent)]
    Inverse(#[from] InverseError),
    /// The gate refuses the model or the simulation.
    #[error(transparent)]
    Refused(#[from] EngineError),
}

/// Step size and kind of the differences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The perturbation of each input.
    pub eps: f64,
    /// True for central differences.
    pub centered: bool,
}

/// Output of the matrices of equation (1), in row-major order; each is optional.
#[derive(Debug, Default)]
pub struct Transition<'a> {
    /// `2 nv + na` × `2 nv + na`.
    pub a: Option<&'a mut [f64]>,
    /// `2 nv + na` × `nu`.
    pub b: Option<&'a mut [f64]>,
    /// `nsensordata` × `2 nv + na`.
    pub c: Option<&'a mut [f64]>,
    /// `nsensordata` × `nu`.
    pub d: Option<&'a mut [f64]>,
}

/// An input of the step.
#[derive(Clone, Copy, Debug)]
enum Input {
    Ctrl(usize),
    Act(usize),
    Vel(usize),
    Pos(usize),
}

/// The result of a step.
#[derive(Clone, Debug)]
struct Outcome {
    qpos: Vec<f64>,
    /// Velocities, then activations.
    rest: Vec<f64>,
    sensors: Vec<f64>,
}

impl Outcome {
    fn of(data: &Data) -> Self {
        let mut rest = data.state.qvel.rows().to_vec();
        rest.extend_from_slice(data.state.act.rows());
        Self {
            qpos: data.state.qpos.rows().to_vec(),
            rest,
            sensors: data.sensor.sensordata.rows().to_vec(),
        }
    }
}

fn check_len(
    what: &'static str,
    slice: Option<&[f64]>,
    expected: usize,
) -> Result<(), FiniteError> {
    match slice.map(<[f64]>::len) {
        Some(found) if found != expected => Err(FiniteError::Length {
            what,
            found,
            expected,
        }),
        _ => Ok(()),
    }
}

/// Finite differences of the step from the state in `data`, which is restored; its derived quantities are those of the last
/// perturbation.
///
/// ```
/// use synovia::engine::derivative::finite::{Difference, Transition, transition};
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><option gravity='0 0 0'/><worldbody>
///        <body><joint type='slide'/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// let mut a = [0.0; 4];
/// let how = Difference { eps: 1e-6, centered: true };
/// transition(&model, &mut data, how, Transition { a: Some(&mut a), ..Transition::default() })?;
/// // a free mass: x' = x + h v, v' = v
/// let expected = [1.0, model.opt.timestep, 0.0, 1.0];
/// assert!(a.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// For models whose step cannot be differentiated, and for slices of the wrong length.
#[doc(alias = "mjd_transitionFD")]
pub fn transition(
    model: &Model,
    data: &mut Data,
    how: Difference,
    mut out: Transition<'_>,
) -> Result<(), FiniteError> {
    let (nv, na, nu) = (
        model.dof.len(),
        model.size.na as usize,
        model.actuator.len(),
    );
    let ndx = 2 * nv + na;
    check(model, &out)?;
    admitted(model, data)?;
    let sensing = if out.c.is_some() || out.d.is_some() {
        Sensing::On
    } else {
        Sensing::Off
    };

    let start = data.state.clone();
    let mut stale = false;
    let base = trial(model, data, Stage::None, sensing, &start, &mut stale)?;

    // order: inputs of late stages first
    let by_ctrl = out.b.is_some() || out.d.is_some();
    let by_state = out.a.is_some() || out.c.is_some();
    let ctrls = (0..wanted(nu, by_ctrl)).map(Input::Ctrl);
    let acts = (0..wanted(na, by_state)).map(Input::Act);
    let moving = 0..wanted(nv, by_state);
    let states = acts
        .chain(moving.clone().map(Input::Vel))
        .chain(moving.map(Input::Pos));

    let mut slope = vec![0.0; ndx];
    for input in ctrls.chain(states) {
        let done = match input {
            Input::Ctrl(_) | Input::Act(_) => Stage::Vel,
            Input::Vel(_) => Stage::Pos,
            Input::Pos(_) => Stage::None,
        };
        let mut try_step = |eps: f64| {
            change(model, data, input, eps)
                .then(|| trial(model, data, done, sensing, &start, &mut stale))
                .transpose()
        };
        let plus = try_step(how.eps)?;
        let minus = if how.centered || plus.is_none() {
            try_step(-how.eps)?
        } else {
            None
        };

        let between = match (&plus, &minus) {
            (Some(plus), None) => Some((&base, plus, how.eps)),
            (None, Some(minus)) => Some((minus, &base, how.eps)),
            (Some(plus), Some(minus)) => Some((minus, plus, 2.0 * how.eps)),
            (None, None) => None,
        };
        let (state_out, sensor_out, column, width) = match input {
            Input::Ctrl(u) => (&mut out.b, &mut out.d, u, nu),
            Input::Pos(i) => (&mut out.a, &mut out.c, i, ndx),
            Input::Vel(i) => (&mut out.a, &mut out.c, nv + i, ndx),
            Input::Act(k) => (&mut out.a, &mut out.c, 2 * nv + k, ndx),
        };
        // a control that cannot change in either direction has zero derivatives, whatever the result of the step
        let Some((from, to, h)) = between else {
            for matrix in [state_out, sensor_out].into_iter().flatten() {
                clear_column(matrix, column, width);
            }
            continue;
        };
        if let Some(matrix) = state_out {
            state_difference(model, &mut slope, from, to, h);
            put_column(matrix, column, width, &slope);
        }
        if let Some(matrix) = sensor_out {
            // QUIRK(control-sensor-sign): central differences of sensors by controls, and only these, have the wrong sign
            let swapped = matches!(input, Input::Ctrl(_)) && plus.is_some() && minus.is_some();
            let (from, to) = if swapped { (to, from) } else { (from, to) };
            let slope: Vec<f64> = (to.sensors.iter().zip(&from.sensors))
                .map(|(b, a)| 1.0 / h * (b - a))
                .collect();
            put_column(matrix, column, width, &slope);
        }
    }
    Ok(())
}

/// Refuses models whose step cannot be differentiated, and matrices of the wrong size.
fn check(model: &Model, out: &Transition<'_>) -> Result<(), FiniteError> {
    if model.opt.integrator == Integrator::Rk4 {
        return Err(FiniteError::Rk4);
    }
    if model.size.nhistory > 0 {
        return Err(FiniteError::Delays);
    }
    let (nu, ns) = (model.actuator.len(), model.size.nsensordata as usize);
    let ndx = 2 * model.dof.len() + model.size.na as usize;
    check_len("A", out.a.as_deref(), ndx * ndx)?;
    check_len("B", out.b.as_deref(), ndx * nu)?;
    check_len("C", out.c.as_deref(), ns * ndx)?;
    check_len("D", out.d.as_deref(), ns * nu)?;
    Ok(())
}

/// Refuses models and simulations that the gate refuses.
fn admitted(model: &Model, data: &mut Data) -> Result<(), FiniteError> {
    gate::enter(model, data)?;
    Ok(())
}

/// Perturbs an input; false if a control would leave its range.
fn change(model: &Model, data: &mut Data, input: Input, eps: f64) -> bool {
    let State {
        qpos,
        qvel,
        act,
        ctrl,
        ..
    } = &mut data.state;
    match input {
        Input::Ctrl(k) => {
            let u = ActuatorId(k as i32);
            let [lower, upper] = model.actuator.ctrlrange[u];
            let inside = |x: f64| x >= lower && x <= upper;
            if model.actuator.ctrllimited[u] != 0 && !(inside(ctrl[u]) && inside(ctrl[u] + eps)) {
                return false;
            }
            ctrl[u] += eps;
        }
        Input::Act(k) => act[k] += eps,
        Input::Vel(i) => qvel.rows_mut()[i] += eps,
        Input::Pos(i) => nudge_position(model, qpos.rows_mut(), i, eps),
    }
    true
}

/// Moves positions along one dof.
fn nudge_position(model: &Model, qpos: &mut [f64], dof: usize, eps: f64) {
    let mut along = vec![0.0; model.dof.len()];
    along[dof] = 1.0;
    integrate_pos(model, qpos, &along, eps);
}

/// Restores a saved state in the same memory, so that views of a column stay valid.
///
/// DIFFERENCE(transition-sleep): sleep counters are part of the state; those of the reference advance from trial to trial.
fn restore(data: &mut Data, state: &State) {
    data.state.time = state.time;
    for (to, from) in data.state.columns_mut().into_iter().zip(state.columns()) {
        to.bytes_mut().copy_from_slice(from.bytes());
    }
}

/// The result of a step from the current state; the simulation is then restored to `start`.
///
/// DIFFERENCE(transition-reset): after a step that reset the simulation, the results of its stages are those of the reset
/// pose: `stale` makes the next trial compute them all. The reference has overwritten its own temporaries at that point.
fn trial(
    model: &Model,
    data: &mut Data,
    done: Stage,
    sensing: Sensing,
    start: &State,
    stale: &mut bool,
) -> Result<Outcome, EngineError> {
    let done = if *stale { Stage::None } else { done };
    let ended = step_skip(model, data, done, sensing, stale);
    let outcome = Outcome::of(data);
    restore(data, start);
    ended.map(|()| outcome)
}

/// A step in which the results of the stages up to `done` are still valid for the current state; `reset` is set if the step
/// reset it.
#[doc(alias = "mj_stepSkip")]
fn step_skip(
    model: &Model,
    data: &mut Data,
    done: Stage,
    sensing: Sensing,
    reset: &mut bool,
) -> Result<(), EngineError> {
    let mut at = gate::enter(model, data)?;
    *reset = check_pos(&mut at) | check_vel(&mut at);
    let done = if *reset { Stage::None } else { done };
    forward_from(model, data, done, sensing)?;
    let at = &mut gate::enter(model, data)?;
    *reset |= check_acc(at);
    at.stop()?;
    if model.opt.enabled(Enable::FWDINV) {
        compare_forward_inverse(at);
    }
    match model.opt.integrator {
        Integrator::Implicit | Integrator::ImplicitFast | Integrator::ImplicitSpring => {
            implicit_skip(at, done == Stage::Vel);
        }
        Integrator::Euler => euler(at),
        // Runge–Kutta is refused before the first step
        Integrator(value) => {
            let option = "integrator";
            return Err(EngineError::UnknownOption { option, value });
        }
    }
    Ok(())
}

/// The difference of two states per unit of the input.
fn state_difference(model: &Model, out: &mut [f64], from: &Outcome, to: &Outcome, h: f64) {
    let (moved, rest) = out.split_at_mut(model.dof.len());
    if from.qpos.len() == moved.len() {
        per_unit(moved, &from.qpos, &to.qpos, h);
    } else {
        differentiate_pos(model, moved, h, &from.qpos, &to.qpos);
    }
    per_unit(rest, &from.rest, &to.rest, h);
}

fn per_unit(out: &mut [f64], from: &[f64], to: &[f64], h: f64) {
    let inverse = 1.0 / h;
    for (out, (a, b)) in out.iter_mut().zip(from.iter().zip(to)) {
        *out = inverse * (b - a);
    }
}

fn put_column(matrix: &mut [f64], column: usize, width: usize, values: &[f64]) {
    for (row, value) in matrix.chunks_exact_mut(width.max(1)).zip(values) {
        row[column] = *value;
    }
}

fn clear_column(matrix: &mut [f64], column: usize, width: usize) {
    for row in matrix.chunks_exact_mut(width.max(1)) {
        row[column] = 0.0;
    }
}

/// Output of the derivatives of inverse dynamics: row `i` is the derivative with respect to input `i`; each is optional.
#[derive(Debug, Default)]
pub struct InverseDerivatives<'a> {
    /// Force with respect to position, `nv` × `nv`.
    pub force_by_pos: Option<&'a mut [f64]>,
    /// Force with respect to velocity, `nv` × `nv`.
    pub force_by_vel: Option<&'a mut [f64]>,
    /// Force with respect to acceleration, `nv` × `nv`.
    pub force_by_acc: Option<&'a mut [f64]>,
    /// Sensors with respect to position, `nv` × `nsensordata`.
    pub sensors_by_pos: Option<&'a mut [f64]>,
    /// Sensors with respect to velocity, `nv` × `nsensordata`.
    pub sensors_by_vel: Option<&'a mut [f64]>,
    /// Sensors with respect to acceleration, `nv` × `nsensordata`.
    pub sensors_by_acc: Option<&'a mut [f64]>,
    /// Inertia in its legacy order with respect to position, `nv` × `nM`.
    pub inertia_by_pos: Option<&'a mut [f64]>,
    /// True to subtract the contribution of actuators.
    pub actuation: bool,
}

/// Finite differences of inverse dynamics at the state and acceleration in `data`, which are restored.
///
/// ```
/// use synovia::engine::derivative::finite::{InverseDerivatives, inverse};
/// use synovia::model::id::BodyId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><body><joint type='slide'/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// let mut by_acc = [0.0];
/// let out = InverseDerivatives { force_by_acc: Some(&mut by_acc), ..InverseDerivatives::default() };
/// inverse(&model, &mut data, 1e-6, out)?;
/// assert!((by_acc[0] - model.body.mass[BodyId(1)]).abs() < 1e-6); // force = mass · acceleration
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// For models without inverse dynamics, and for slices of the wrong length.
#[doc(alias = "mjd_inverseFD")]
pub fn inverse(
    model: &Model,
    data: &mut Data,
    eps: f64,
    out: InverseDerivatives<'_>,
) -> Result<(), FiniteError> {
    let (nv, nm) = (model.dof.len(), model.size.nM as usize);
    let ns = model.size.nsensordata as usize;
    if model.opt.integrator == Integrator::Rk4 {
        return Err(FiniteError::Rk4);
    }
    if model.opt.noslip_iterations > 0 {
        return Err(FiniteError::Noslip);
    }
    check_len("DfDq", out.force_by_pos.as_deref(), nv * nv)?;
    check_len("DfDv", out.force_by_vel.as_deref(), nv * nv)?;
    check_len("DfDa", out.force_by_acc.as_deref(), nv * nv)?;
    check_len("DsDq", out.sensors_by_pos.as_deref(), nv * ns)?;
    check_len("DsDv", out.sensors_by_vel.as_deref(), nv * ns)?;
    check_len("DsDa", out.sensors_by_acc.as_deref(), nv * ns)?;
    check_len("DmDq", out.inertia_by_pos.as_deref(), nv * nm)?;
    admitted(model, data)?;

    let sensed = [
        &out.sensors_by_pos,
        &out.sensors_by_vel,
        &out.sensors_by_acc,
    ];
    let sensing = if sensed.into_iter().any(Option::is_some) {
        Sensing::On
    } else {
        Sensing::Off
    };
    let force_at = |data: &mut Data, done: Stage| -> Result<Vec<f64>, InverseError> {
        inverse_from(model, data, done, sensing)?;
        let mut force = data.force.qfrc_inverse.rows().to_vec();
        if out.actuation {
            let mut at = gate::enter(model, data)?;
            crate::actuation::actuation(&mut at);
            at.stop()?;
            synovia_math::kernel::sub_from(&mut force, data.force.qfrc_actuator.rows());
        }
        Ok(force)
    };
    let qpos = data.state.qpos.clone();
    let force = force_at(data, Stage::None)?;
    let inertia = data.inertia.qm.clone();
    let sensors = data.sensor.sensordata.clone();
    let put = |matrix: &mut Option<&mut [f64]>, i: usize, from: &[f64], to: &[f64]| {
        if let Some(matrix) = matrix {
            let n = from.len();
            per_unit(&mut matrix[i * n..(i + 1) * n], from, to, eps);
        }
    };

    // order: inputs of late stages first
    let (mut of_force, mut of_sensors) = (out.force_by_acc, out.sensors_by_acc);
    for i in 0..wanted(nv, of_force.is_some() || of_sensors.is_some()) {
        let kept = data.force.qacc.rows()[i];
        data.force.qacc.rows_mut()[i] += eps;
        let moved = force_at(data, Stage::Vel)?;
        data.force.qacc.rows_mut()[i] = kept;
        put(&mut of_force, i, &force, &moved);
        let readings = data.sensor.sensordata.rows();
        put(&mut of_sensors, i, sensors.rows(), readings);
    }
    let (mut of_force, mut of_sensors) = (out.force_by_vel, out.sensors_by_vel);
    for i in 0..wanted(nv, of_force.is_some() || of_sensors.is_some()) {
        let kept = data.state.qvel.rows()[i];
        data.state.qvel.rows_mut()[i] += eps;
        let moved = force_at(data, Stage::Pos)?;
        data.state.qvel.rows_mut()[i] = kept;
        put(&mut of_force, i, &force, &moved);
        let readings = data.sensor.sensordata.rows();
        put(&mut of_sensors, i, sensors.rows(), readings);
    }
    let (mut of_force, mut of_sensors) = (out.force_by_pos, out.sensors_by_pos);
    let mut of_inertia = out.inertia_by_pos;
    let any = of_force.is_some() || of_sensors.is_some() || of_inertia.is_some();
    for i in 0..wanted(nv, any) {
        nudge_position(model, data.state.qpos.rows_mut(), i, eps);
        let moved = force_at(data, Stage::None)?;
        data.state.qpos.copy_from(&qpos);
        put(&mut of_force, i, &force, &moved);
        let readings = data.sensor.sensordata.rows();
        put(&mut of_sensors, i, sensors.rows(), readings);
        put(&mut of_inertia, i, inertia.rows(), data.inertia.qm.rows());
    }
    Ok(())
}

/// Number of inputs to perturb.
const fn wanted(n: usize, any: bool) -> usize {
    if any { n } else { 0 }
}
