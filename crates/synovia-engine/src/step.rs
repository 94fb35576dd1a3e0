//! The step: forward dynamics, then integration.
//!
//! | function  | does                                                                         |
//! |-----------|------------------------------------------------------------------------------|
//! | [`step`]  | checks positions and velocities, `forward`, checks accelerations, integrates |
//! | [`step1`] | the part of the step that does not need controls                             |
//! | [`step2`] | the rest of the step, with the controls that were set in between             |
//!
//! A check finds numbers that are NaN, infinite or too large, and resets the simulation unless that is disabled; see
//! [`StepOutcome`].

use synovia_model::Model;
use synovia_model::enums::{Enable, Integrator, Stage};

use crate::constraint::complete;
use crate::data::{Data, EngineError};
use crate::energy::Energies;
use crate::forward::{
    Sensing, acceleration_with, check_acc, check_pos, check_vel, forward_with, motion_with,
};
use crate::gate::{Admitted, Derived};
use crate::integrate::{euler::euler, implicit::implicit, rk4::rk4};
use crate::inverse::compare_forward_inverse;
use crate::outcome::StepOutcome;
use crate::probe::{Probe, StepPart};
use crate::{callback, gate, sensor};

/// One time step; after an error the state is not advanced.
///
/// Bad numbers are not an error: the [`StepOutcome`] reports them, and may be ignored.
///
/// ```
/// use synovia::model::id::DofId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::step(&model, &mut data)?;
/// assert_eq!(data.state.time, model.opt.timestep);
/// // the new position uses the new velocity
/// let h = data.state.time;
/// assert!((data.state.qvel[DofId(2)] + 9.81 * h).abs() < 1e-12);
/// assert!((data.state.qpos[2] + 9.81 * h * h).abs() < 1e-12);
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_step")]
pub fn step(model: &Model, data: &mut Data) -> Result<StepOutcome, EngineError> {
    step_with(model, data, &mut ())
}

/// [`step`], with a probe.
pub(crate) fn step_with<P: Probe>(
    model: &Model,
    data: &mut Data,
    probe: &mut P,
) -> Result<StepOutcome, EngineError> {
    let mut at = gate::enter(model, data)?;
    whole_step(&mut at, probe);
    at.parts().1.step_outcome()
}

impl Admitted<'_> {
    /// [`step`] of a model and a simulation that passed the gate: for loops that enter it once.
    ///
    /// ```
    /// let model = synovia::Model::from_xml_str(
    ///     "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
    /// )?;
    /// let mut data = synovia::Data::new(&model);
    /// let mut at = synovia::engine::gate::enter(&model, &mut data)?;
    /// for _ in 0..10 {
    ///     at.step()?;
    /// }
    /// assert!((data.state.time - 10.0 * model.opt.timestep).abs() < 1e-15);
    /// # Ok::<(), synovia::Error>(())
    /// ```
    pub fn step(&mut self) -> Result<StepOutcome, EngineError> {
        whole_step(self, &mut ());
        self.parts().1.step_outcome()
    }
}

/// A whole step: forward dynamics, then the integrator of the model.
fn whole_step<P: Probe>(at: &mut Admitted<'_>, probe: &mut P) {
    let (model, data) = at.parts();
    data.diag.step = StepOutcome::default();
    // bad positions or velocities reset the simulation
    check_pos(at);
    check_vel(at);
    probe.done(StepPart::Checks);
    // forward dynamics with the current state
    forward_with(at, Stage::None, Sensing::On, probe);
    if at.data().diag.error.is_some() {
        return;
    }
    // bad accelerations reset the simulation, and forward dynamics is repeated
    check_acc(at);
    probe.done(StepPart::Checks);
    if at.is_stopped() {
        return;
    }
    // optional comparison with inverse dynamics
    if model.opt.enabled(Enable::FWDINV) {
        compare_forward_inverse(at);
        if at.data().diag.error.is_some() {
            return;
        }
    }
    // the next state
    match model.opt.integrator {
        Integrator::Rk4 => rk4(at),
        Integrator::Implicit | Integrator::ImplicitFast | Integrator::ImplicitSpring => {
            implicit(at);
        }
        Integrator::Euler => euler(at),
        Integrator(value) => refuse_integrator(at, value),
    }
    probe.done(StepPart::Integration);
}

/// The first half of a step, up to where controls are needed; returns the outcome of this half.
///
/// ```
/// use synovia::model::id::{ActuatorId, DofId};
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody>
///        <body><joint name='j'/><geom size='.1' pos='1 0 0'/></body></worldbody>
///        <actuator><motor joint='j'/></actuator></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// for _ in 0..10 {
///     synovia::step1(&model, &mut data)?;
///     // positions and velocities are known, so a controller can act on them
///     data.state.ctrl[ActuatorId(0)] = -data.state.qpos[0] - 0.1 * data.state.qvel[DofId(0)];
///     synovia::step2(&model, &mut data)?;
/// }
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_step1")]
pub fn step1(model: &Model, data: &mut Data) -> Result<StepOutcome, EngineError> {
    data.diag.step = StepOutcome::default();
    let mut at = gate::enter(model, data)?;
    first_half(&mut at);
    at.parts().1.step_outcome()
}

/// Everything that does not depend on controls: checks, position stage, velocity stage, their sensors and energies.
fn first_half(at: &mut Admitted<'_>) {
    // bad positions or velocities reset the simulation
    check_pos(at);
    check_vel(at);
    // position and velocity stages, with sensors and energies
    motion_with(at, Stage::None, Sensing::On, Energies::Zero, &mut ());
    // QUIRK(step1-control): called even if actuation is disabled, where `forward` does not call it
    callback::control(at);
}

/// The second half of a step; Runge–Kutta cannot be split and is replaced by Euler.
///
/// DIFFERENCE(unknown-integrator): an unknown integrator is refused, where the reference takes Euler.
///
/// ```
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody>
///        <body><joint axis='0 1 0'/><geom size='.1' pos='0 0 -1'/></body></worldbody>
///        </mujoco>",
/// )?;
/// let (mut whole, mut halves) = (synovia::Data::new(&model), synovia::Data::new(&model));
/// whole.state.qpos[0] = 1.0;
/// halves.state.qpos[0] = 1.0;
/// synovia::step(&model, &mut whole)?;
/// synovia::step1(&model, &mut halves)?;
/// synovia::step2(&model, &mut halves)?;
/// assert_eq!(whole.state.qpos[0], halves.state.qpos[0]);
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_step2")]
pub fn step2(model: &Model, data: &mut Data) -> Result<StepOutcome, EngineError> {
    data.diag.step = StepOutcome::default();
    let mut at = complete::enter_after(model, data, Derived::ALL)?;
    second_half(&mut at);
    at.parts().1.step_outcome()
}

/// Forces, accelerations, sensors that need them, and integration.
fn second_half(at: &mut Admitted<'_>) {
    let model = at.model();
    // QUIRK(step2-keeps-body-accelerations): `lazy.rne_post` is not cleared here, unlike in `forward`, so accelerations of
    // bodies that were computed between the two halves are kept
    acceleration_with(at, &mut ());
    sensor::sensor_acc(at);
    if at.data().diag.error.is_some() {
        return;
    }
    // from here on the same as a whole step, except that Runge–Kutta is replaced by Euler
    check_acc(at);
    if at.is_stopped() {
        return;
    }
    if model.opt.enabled(Enable::FWDINV) {
        compare_forward_inverse(at);
        if at.data().diag.error.is_some() {
            return;
        }
    }
    match model.opt.integrator {
        Integrator::Implicit | Integrator::ImplicitFast | Integrator::ImplicitSpring => {
            implicit(at);
        }
        Integrator::Euler | Integrator::Rk4 => euler(at),
        Integrator(value) => refuse_integrator(at, value),
    }
}

/// Sets the error of an unknown integrator.
fn refuse_integrator(at: &mut Admitted<'_>, value: i32) {
    let option = "integrator";
    at.parts().1.diag.error = Some(EngineError::UnknownOption { option, value });
}
