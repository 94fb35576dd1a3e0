//! Forward dynamics: from state to acceleration, stage by stage.
//!
//! ```text
//! forward = position   (kinematics, com, cameras, flexes, tendons, inertia and its factor, collision,
//!                      constraint rows, islands, transmission, projection)
//!         + velocity   (rates of lengths, com velocities, passive forces, reference accelerations, bias forces)
//!         + actuation
//!         + acceleration
//!         + constraint
//! ```
//!
//! Sensors follow the stage that they need: position, velocity, constraint. Energies follow the sensors of position and
//! velocity.
//!
//! Together the stages solve the equations of motion with constraint forces `f`:
//!
//! ```text
//! M q̈ + c = τ + Jᵀ f                                                                           (1)
//! ```
//!
//! | here    | in the code         | computed by                                                         |
//! |---------|---------------------|---------------------------------------------------------------------|
//! | `M`     | `inertia.m`         | inertia, from the poses and motion axes of kinematics and com       |
//! | `c`     | `force.qfrc_bias`   | bias forces, from com velocities                                    |
//! | `τ − c` | `force.qfrc_smooth` | acceleration: the sum of passive, bias, applied and actuator forces |
//! | `J`     | `efc.jac`           | constraint rows, from contacts, limits and equalities               |
//! | `f`     | `efc.force`         | constraint, with the reference accelerations of the velocity stage  |
//! | `q̈`     | `force.qacc`        | constraint; without constraints it is the `q̈` of acceleration       |
//!
//! A stage that fails sets `diag.error`. If a callback or a plugin stops the call, [`Admitted::is_stopped`] becomes true,
//! and the stages that follow are skipped.

use synovia_math::wide;
use synovia_model::Model;
use synovia_model::enums::{Disable, Stage, Warning};

use crate::constraint::complete;
use crate::data::{Data, EngineError};
use crate::energy::Energies;
use crate::gate::{Admitted, Derived};
use crate::outcome::BadNumber;
use crate::position::{camlight, com, inertia, kinematics};
use crate::probe::{Probe, StepPart};
use crate::sleep::visit::Visit;
use crate::sleep::{Awake, SleepGroups, wake};
use crate::velocity::{com_vel, length_rates, rne};
use crate::workspace::Workspace;
use crate::{
    MAX_VAL, acceleration, actuation, callback, collision, constraint, energy, flex, gate, is_bad,
    island, passive, reset, sensor, solver, tendon, transmission,
};

/// Computes everything that follows from the positions.
#[doc(alias = "mj_fwdPosition")]
pub fn forward_position(model: &Model, data: &mut Data) -> Result<(), EngineError> {
    let mut at = gate::enter(model, data)?;
    position_with(&mut at, &mut ());
    at.outcome()
}

/// The position stage. Trees may wake after kinematics, tendons and contacts, so that later stages see them awake.
fn position_with<P: Probe>(at: &mut Admitted<'_>, probe: &mut P) {
    let (model, data) = at.parts();
    poses_and_inertia(model, data, probe);
    // contacts may wake trees, whose own contacts are then needed
    collision::collision(at);
    if wake::by_contact(at) {
        collision::collision(at);
    }
    probe.done(StepPart::Collision);
    if at.is_stopped() {
        return;
    }
    let (_, data) = at.parts();
    rows_and_moments(model, data, probe);
}

/// The part of the position stage before contacts: poses, tendons, inertia and its factor.
fn poses_and_inertia<P: Probe>(model: &Model, data: &mut Data, probe: &mut P) {
    let Data {
        state,
        kin,
        com,
        inertia,
        tendon,
        island,
        lazy,
        diag,
        work:
            Workspace {
                awake,
                scratch,
                elimination,
                ..
            },
        ..
    } = data;
    lazy.energy_pos = false;
    diag.error = None;
    let mut trees = SleepGroups {
        state,
        island,
        awake,
        diag,
    };
    // world poses of bodies, joints, geoms and sites
    kinematics::place(model, &mut trees, kin);
    probe.done(StepPart::Kinematics);
    let SleepGroups { island, awake, .. } = &trees;
    com::com_pos(model, kin, com, awake);
    probe.done(StepPart::Com);
    camlight::camlight(model, com, island, awake, kin);
    probe.done(StepPart::CamLight);
    flex::flex(model, com, kin, scratch);
    probe.done(StepPart::Flex);
    // a tendon at its limit may wake trees
    let resting = awake.resting(model, island);
    tendon::measure(model, trees.state, kin, com, resting, scratch, tendon);
    wake::by_tendon(model, tendon, &mut trees);
    probe.done(StepPart::Tendon);
    let awake = trees.awake;
    inertia::make_m(model, com, tendon, awake, elimination, inertia);
    inertia::factor_m(model, awake, elimination, inertia);
    probe.done(StepPart::Inertia);
}

/// The part of the position stage after contacts: constraint rows, islands, moment arms of actuators, projection.
fn rows_and_moments<P: Probe>(model: &Model, data: &mut Data, probe: &mut P) {
    // equalities may wake trees; after that the set of awake trees is final
    let Data {
        state,
        island,
        diag,
        work: Workspace { awake, .. },
        ..
    } = data;
    let mut trees = SleepGroups {
        state,
        island,
        awake,
        diag,
    };
    wake::by_equality(model, &mut trees);
    constraint::make_constraint(model, data);
    probe.done(StepPart::Rows);
    let Data {
        inertia,
        contact,
        efc,
        island,
        lazy,
        diag,
        ..
    } = data;
    island::islands(model, inertia, contact, efc, island, lazy, diag);
    probe.done(StepPart::Island);
    transmission::transmission(model, data);
    probe.done(StepPart::Transmission);
    constraint::project::project_constraint(model, data);
    probe.done(StepPart::Projection);
}

/// Computes everything that follows from the velocities.
#[doc(alias = "mj_fwdVelocity")]
pub fn forward_velocity(model: &Model, data: &mut Data) -> Result<(), EngineError> {
    let reads = &[Derived::Tendons, Derived::Moments, Derived::Rows];
    let mut at = complete::enter_after(model, data, reads)?;
    velocity_with(&mut at, &mut ());
    at.outcome()
}

/// The velocity stage: everything that depends on `qvel` but not on controls.
fn velocity_with<P: Probe>(at: &mut Admitted<'_>, probe: &mut P) {
    let (model, data) = at.parts();
    let Data {
        state,
        kin,
        com,
        tendon,
        actuator,
        vel,
        lazy,
        work: Workspace { awake, .. },
        ..
    } = data;
    lazy.subtree_vel = false;
    lazy.energy_vel = false;
    length_rates(model, state, kin, tendon, actuator, vel);
    com_vel::com_vel(model, state, com, awake, vel);
    probe.done(StepPart::Velocity);
    // springs, dampers, fluid; a callback of the program may fail here
    passive::passive(at);
    probe.done(StepPart::Passive);
    if at.is_stopped() {
        return;
    }
    let (_, data) = at.parts();
    let Data {
        state,
        kin,
        com,
        tendon,
        vel,
        force,
        efc,
        work: Workspace { awake, scratch, .. },
        ..
    } = data;
    constraint::reference::reference_constraint(model, state, efc);
    rne::bias(model, state, com, vel, awake, scratch, force);
    tendon::bias::tendon_bias(model, state, kin, com, tendon, vel, force);
    probe.done(StepPart::Velocity);
}

/// Computes forces and accelerations, once position and velocity stages are done.
pub fn forward_acceleration(model: &Model, data: &mut Data) -> Result<(), EngineError> {
    let mut at = complete::enter_after(model, data, Derived::ALL)?;
    acceleration_with(&mut at, &mut ());
    at.outcome()
}

/// Actuation, smooth acceleration, constraint solver.
pub(crate) fn acceleration_with<P: Probe>(at: &mut Admitted<'_>, probe: &mut P) {
    // controls and activations to generalised forces
    actuation::actuation(at);
    probe.done(StepPart::Actuation);
    if at.is_stopped() {
        return;
    }
    let (model, data) = at.parts();
    let Data {
        state,
        kin,
        com,
        inertia,
        force,
        work,
        ..
    } = data;
    acceleration::acceleration(model, state, kin, com, inertia, work, force);
    probe.done(StepPart::Acceleration);
    // constraint forces, and with them `qacc`
    forward_constraint(model, data);
    probe.done(StepPart::Solver);
}

/// Constraint forces and the constrained acceleration, once all other forces are known.
pub(crate) fn forward_constraint(model: &Model, data: &mut Data) {
    // an option that the rows depend on may have changed since the position stage
    complete::problem(model, data);
    solver::solve(model, data);
}

/// Computes everything that follows from the state.
///
/// ```
/// use synovia::model::id::DofId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::forward(&model, &mut data)?;
/// assert!((data.force.qacc[DofId(2)] + 9.81).abs() < 1e-12); // it falls freely
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_forward")]
pub fn forward(model: &Model, data: &mut Data) -> Result<(), EngineError> {
    forward_from(model, data, Stage::None, Sensing::On)
}

/// Whether sensors are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sensing {
    /// They are evaluated.
    On,
    /// They keep their previous readings.
    Off,
}

/// Computes everything that follows from the state, if all results up to the stage `done` are still valid.
///
/// ```
/// use synovia::engine::{Sensing, forward_from};
/// use synovia::model::enums::Stage;
/// use synovia::model::id::DofId;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::forward(&model, &mut data)?;
/// // another force, the same positions and velocities
/// data.state.qfrc_applied[DofId(0)] = 1.0;
/// forward_from(&model, &mut data, Stage::Vel, Sensing::Off)?;
/// assert!(data.force.qacc[DofId(0)] > 0.0);
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_forwardSkip")]
pub fn forward_from(
    model: &Model,
    data: &mut Data,
    done: Stage,
    sensing: Sensing,
) -> Result<(), EngineError> {
    let mut at = complete::enter_from(model, data, done)?;
    forward_with(&mut at, done, sensing, &mut ());
    at.outcome()
}

/// Computes everything that follows from positions and velocities, with the sensors and energies that need no more.
pub(crate) fn motion_with<P: Probe>(
    at: &mut Admitted<'_>,
    done: Stage,
    sensing: Sensing,
    energies: Energies,
    probe: &mut P,
) {
    let sensing = sensing == Sensing::On;
    // position stage, its sensors, potential energy
    if done.to_i32() < Stage::Pos.to_i32() {
        position_with(at, probe);
        if sensing {
            sensor::sensor_pos(at);
        }
        let (model, data) = at.parts();
        energy::after_position(model, data, energies);
        probe.done(StepPart::Sensor);
        if at.is_stopped() {
            return;
        }
    }
    // velocity stage, its sensors, kinetic energy
    if done.to_i32() < Stage::Vel.to_i32() {
        velocity_with(at, probe);
        if sensing {
            sensor::sensor_vel(at);
        }
        let (model, data) = at.parts();
        energy::after_velocity(model, data);
        probe.done(StepPart::Sensor);
    }
}

/// [`forward_from`], with a probe.
pub(crate) fn forward_with<P: Probe>(
    at: &mut Admitted<'_>,
    done: Stage,
    sensing: Sensing,
    probe: &mut P,
) {
    motion_with(at, done, sensing, Energies::Zero, probe);
    // the control callback, unless actuation is disabled
    if at.is_stopped() || (!at.model().opt.disabled(Disable::ACTUATION) && !callback::control(at)) {
        return;
    }
    acceleration_with(at, probe);
    // sensors of accelerations and forces
    if sensing == Sensing::On && !at.is_stopped() {
        at.parts().1.lazy.rne_post = false;
        sensor::sensor_acc(at);
        probe.done(StepPart::Sensor);
    }
}

/// Counts a warning if a bad number was found, and resets the simulation unless that is disabled.
///
/// Returns true if a bad number was found.
fn check(at: &mut Admitted<'_>, found: Option<(usize, f64)>, warning: Warning) -> bool {
    let Some((k, value)) = found else {
        return false;
    };
    let (model, data) = at.parts();
    // QUIRK(warning-counted-twice): counted before and after the reset, which clears the first one; without a reset both
    // remain. It is reported once, with the time before the reset
    let time = data.state.time;
    data.diag.warn(warning, k, time);
    // the outcome of the step survives the reset
    let mut outcome = data.diag.step;
    outcome.bad.get_or_insert(BadNumber {
        warning,
        index: k,
        value,
        time,
    });
    if !model.opt.disabled(Disable::AUTORESET) {
        reset::clear(at);
        outcome.reset = true;
    }
    let (_, data) = at.parts();
    data.diag.step = outcome;
    data.diag.recount(warning, k);
    true
}

/// The first bad number and its index, if any; the common case is a branch-free scan.
fn first_bad(x: &[f64]) -> Option<(usize, f64)> {
    // bits of absolute values are in their order, NaN above all: a difference below zero sets the highest bit
    let excess = |x: &f64| MAX_VAL.to_bits().wrapping_sub(x.abs().to_bits());
    // a fold without early exit is vectorised; the position is searched only if something was found
    if wide!(_simd => x.iter().fold(0, |any, x| any | excess(x))) >> 63 != 0 {
        x.iter().copied().enumerate().find(|&(_, x)| is_bad(x))
    } else {
        None
    }
}

/// The first bad number of an awake dof.
fn first_bad_awake(model: &Model, awake: &Awake, x: &[f64]) -> Option<(usize, f64)> {
    match awake.listed(model) {
        Some(who) => who.places().map(|i| (i, x[i])).find(|&(_, x)| is_bad(x)),
        None => first_bad(x),
    }
}

/// Checks positions; true if they were bad and the simulation was reset.
///
/// Those of sleeping trees too: the user may have changed them.
#[doc(alias = "mj_checkPos")]
pub(crate) fn check_pos(at: &mut Admitted<'_>) -> bool {
    let (model, data) = at.parts();
    let found = first_bad(data.state.qpos.rows());
    check(at, found, Warning::BadQpos) && !model.opt.disabled(Disable::AUTORESET)
}

/// Checks velocities; true if they were bad and the simulation was reset.
#[doc(alias = "mj_checkVel")]
pub(crate) fn check_vel(at: &mut Admitted<'_>) -> bool {
    let (model, data) = at.parts();
    let found = first_bad_awake(model, &data.work.awake, data.state.qvel.rows());
    check(at, found, Warning::BadQvel) && !model.opt.disabled(Disable::AUTORESET)
}

/// Checks accelerations; true if they were bad and the simulation was reset, after which they are computed again.
#[doc(alias = "mj_checkAcc")]
pub(crate) fn check_acc(at: &mut Admitted<'_>) -> bool {
    let (model, data) = at.parts();
    let found = first_bad_awake(model, &data.work.awake, data.force.qacc.rows());
    let wrong = check(at, found, Warning::BadQacc);
    let reset = wrong && !model.opt.disabled(Disable::AUTORESET);
    if reset {
        forward_with(at, Stage::None, Sensing::On, &mut ());
    }
    reset
}
