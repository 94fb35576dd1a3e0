//! The step and its stages, run with the interpreter released.
//!
//! Features of a model that the engine does not compute yet are a `RuntimeWarning` of every function that needs them, once per
//! model and set of features; the rest is computed.
#![allow(non_snake_case, reason = "MuJoCo's names")]

use std::ffi::CString;

use pyo3::exceptions::{PyRuntimeWarning, PyValueError};
use pyo3::prelude::*;
use synovia_engine::{Data, EngineError, Sensing, inverse_from, missing, stage};
use synovia_model::Model;
use synovia_model::enums::Stage;

use crate::args::{Out, Wanted};
use crate::data::PyData;
use crate::errors::{FatalError, refused};
use crate::model::PyModel;
use crate::timer::{Timer, timed};

/// Declares functions that run one stage of the step.
macro_rules! stages {
    ($( $(#[doc = $doc:literal])+ $name:ident => $stage:path; )*) => {$(
        $(#[doc = $doc])+
        #[pyfunction]
        pub(crate) fn $name(m: &Bound<'_, PyModel>, d: &Bound<'_, PyData>) -> PyResult<()> {
            PyData::run(d, m, |model, data| $stage(model, data).map_err(refused))
        }
    )*};
}

// the documentation of mj_Euler has MuJoCo's words: programs test for them
stages! {
    /// Computes the world poses of bodies, joints, geoms and sites.
    mj_kinematics => stage::kinematics;
    /// Computes centers of mass, and inertias and motion axes about them.
    mj_comPos => stage::com_pos;
    /// Computes the world poses of cameras and lights.
    mj_camlight => stage::camlight;
    /// Computes everything about flexes: vertices, boxes, edges, strains.
    mj_flex => stage::flex;
    /// Computes lengths, paths and Jacobians of tendons.
    mj_tendon => stage::tendons;
    /// Computes kinematics: poses, centers of mass, cameras, lights, flexes and tendons.
    mj_fwdKinematics => all_kinematics;
    /// Computes lengths and moment arms of actuators.
    mj_transmission => stage::transmission;
    /// Computes composite inertias, and the joint-space inertia matrix without the armature of tendons.
    mj_crb => stage::composite_m;
    /// Computes the joint-space inertia matrix.
    mj_makeM => stage::make_m;
    /// Factors the joint-space inertia matrix.
    mj_factorM => stage::factor_m;
    /// Computes velocities and motion axis rates about centers of mass.
    mj_comVel => stage::com_vel;
    /// Computes linear velocities and angular momenta of subtrees.
    mj_subtreeVel => stage::subtree_vel;
    /// Computes passive forces.
    mj_passive => stage::passive;
    /// Computes activation dynamics and actuator forces.
    mj_fwdActuation => stage::actuation;
    /// Adds up smooth forces and computes the smooth acceleration.
    mj_fwdAcceleration => stage::acceleration;
    /// Computes everything that follows from the velocities.
    mj_fwdVelocity => stage::forward_velocity;
    /// Finds all contacts of the current pose.
    mj_collision => stage::collision;
    /// Makes the rows of all constraints, from the contacts that there are.
    mj_makeConstraint => stage::make_constraint;
    /// Reads the sensors that depend on positions.
    mj_sensorPos => stage::sensor_pos;
    /// Reads the sensors that depend on velocities.
    mj_sensorVel => stage::sensor_vel;
    /// Reads the sensors that depend on accelerations and forces.
    mj_sensorAcc => stage::sensor_acc;
    /// Computes potential energy.
    mj_energyPos => stage::energy_pos;
    /// Computes kinetic energy.
    mj_energyVel => stage::energy_vel;
    /// Computes accelerations of bodies and forces between them, after the constraints are solved.
    mj_rnePostConstraint => stage::post_constraint;
    /// Computes everything that follows from the velocities, for inverse dynamics.
    mj_invVelocity => stage::forward_velocity;
    /// Computes constraint forces from the acceleration.
    mj_invConstraint => stage::constraint_forces;
    /// Compares forward and inverse dynamics; the differences go to `solver_fwdinv`.
    mj_compareFwdInv => stage::compare_forward_inverse;
    /// Moves the state one step ahead by the integrators implicit and implicitfast.
    mj_implicit => stage::implicit;
    /// Finds islands: groups of trees that constraints couple.
    mj_island => stage::islands;
    /// Computes the reference accelerations of all constraints.
    mj_referenceConstraint => stage::reference_constraint;
    /// Builds the matrix by which constraint forces accelerate constraints, if the solver needs it.
    mj_projectConstraint => stage::project_constraint;
    /// Solves for constraint forces and the acceleration that they allow.
    mj_fwdConstraint => stage::solve;
    /// Resets the simulation if a position is not a number or too large.
    mj_checkPos => stage::check_pos;
    /// Resets the simulation if a velocity is not a number or too large.
    mj_checkVel => stage::check_vel;
    /// Resets the simulation if an acceleration is not a number or too large, and computes it again.
    mj_checkAcc => stage::check_acc;
    /// mj_Euler(m: mujoco._structs.MjModel, d: mujoco._structs.MjData) -> None
    ///
    /// Euler integrator, semi-implicit in velocity.
    ///
    mj_Euler => stage::euler;
}

fn all_kinematics(model: &Model, data: &mut Data) -> Result<(), EngineError> {
    stage::kinematics(model, data)?;
    stage::com_pos(model, data)?;
    stage::camlight(model, data)?;
    stage::flex(model, data)?;
    stage::tendons(model, data)
}

/// Warns of features of the model that the step leaves out.
pub(crate) fn tell_missing(py: Python<'_>, m: &PyModel) -> PyResult<()> {
    let missing = m.read(|model| Ok(missing(model)))?;
    if missing.is_empty() {
        return Ok(());
    }
    let names: Vec<String> = missing
        .iter()
        .map(|feature| format!("{feature:?}").to_lowercase())
        .collect();
    let names = names.join(", ");
    if !m.is_first(&names) {
        return Ok(());
    }
    let message = format!("this model uses features that Synovia does not compute yet: {names}");
    let message = CString::new(message)?;
    PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &message, 1)
}

/// Declares functions that run several stages and warn of missing features.
macro_rules! pipelines {
    ($( $(#[doc = $doc:literal])+ $name:ident => $pipeline:path, $timer:ident; )*) => {$(
        $(#[doc = $doc])+
        #[pyfunction]
        pub(crate) fn $name(m: &Bound<'_, PyModel>, d: &Bound<'_, PyData>) -> PyResult<()> {
            tell_missing(m.py(), m.get())?;
            timed(d, Timer::$timer, || {
                PyData::run(d, m, |model, data| $pipeline(model, data).map_err(refused))
            })
        }
    )*};
}

pipelines! {
    /// Computes everything that follows from the positions.
    mj_fwdPosition => stage::forward_position, Position;
    /// Computes everything that follows from the positions, for inverse dynamics.
    mj_invPosition => stage::forward_position, Position;
    /// Computes everything that follows from the state.
    mj_forward => synovia_engine::forward, Forward;
    /// The first half of a step: everything that does not need controls.
    mj_step1 => synovia_engine::step1, Step;
    /// The second half of a step, after controls were set.
    mj_step2 => synovia_engine::step2, Step;
}

/// Advances the simulation by one time step. Optionally, repeat nstep times.
#[pyfunction]
#[pyo3(signature = (m, d, nstep=1))]
pub(crate) fn mj_step(m: &Bound<'_, PyModel>, d: &Bound<'_, PyData>, nstep: i64) -> PyResult<()> {
    tell_missing(m.py(), m.get())?;
    PyData::steps(d, m, nstep)
}

/// Whether sensors are read.
fn sensing(skipsensor: i64) -> Sensing {
    if skipsensor == 0 {
        Sensing::On
    } else {
        Sensing::Off
    }
}

/// The stage with this number, an `mjtStage`; what is beyond the stages counts as the nearest.
fn stage_of(number: i64) -> Stage {
    match number {
        ..1 => Stage::None,
        1 => Stage::Pos,
        _ => Stage::Vel,
    }
}

/// Computes what follows from the state, without the stages up to `skipstage` (an `mjtStage`).
#[pyfunction]
pub(crate) fn mj_forwardSkip(
    m: &Bound<'_, PyModel>,
    d: &Bound<'_, PyData>,
    skipstage: i64,
    skipsensor: i64,
) -> PyResult<()> {
    tell_missing(m.py(), m.get())?;
    let (done, sensing) = (stage_of(skipstage), sensing(skipsensor));
    timed(d, Timer::Forward, || {
        PyData::run(d, m, |model, data| {
            synovia_engine::forward_from(model, data, done, sensing).map_err(refused)
        })
    })
}

/// Inverse dynamics: computes `qfrc_inverse`, the force for the acceleration `qacc`.
#[pyfunction]
pub(crate) fn mj_inverse(m: &Bound<'_, PyModel>, d: &Bound<'_, PyData>) -> PyResult<()> {
    mj_inverseSkip(m, d, 0, 0)
}

/// Inverse dynamics without the stages up to `skipstage` (an `mjtStage`).
#[pyfunction]
pub(crate) fn mj_inverseSkip(
    m: &Bound<'_, PyModel>,
    d: &Bound<'_, PyData>,
    skipstage: i64,
    skipsensor: i64,
) -> PyResult<()> {
    tell_missing(m.py(), m.get())?;
    let (done, sensing) = (stage_of(skipstage), sensing(skipsensor));
    timed(d, Timer::Inverse, || {
        PyData::run(d, m, |model, data| {
            inverse_from(model, data, done, sensing)
                .map_err(|error| FatalError::new_err(error.to_string()))
        })
    })
}

/// Moves the state one step ahead by the method of Runge and Kutta of order `N`, which must be 4.
#[pyfunction]
pub(crate) fn mj_RungeKutta(m: &Bound<'_, PyModel>, d: &Bound<'_, PyData>, N: i64) -> PyResult<()> {
    if N != 4 {
        let message = format!("Runge-Kutta of order {N} is not offered, only of order 4");
        return Err(PyValueError::new_err(message));
    }
    tell_missing(m.py(), m.get())?;
    PyData::run(d, m, |model, data| stage::rk4(model, data).map_err(refused))
}

/// Recursive Newton-Euler: `M qacc + qfrc_bias`, or only the bias if `flg_acc` is 0.
#[pyfunction]
pub(crate) fn mj_rne(m: &PyModel, d: &PyData, flg_acc: i64, result: Out<'_>) -> PyResult<()> {
    let nv = m.read(|model| Ok(model.dof.len()))?;
    let mut result = Wanted::rows("result", Some(result), nv)?;
    let room = result.room();
    d.with_model(m, |model, data| {
        if let Some(out) = room {
            synovia_engine::inertia::motion_force(model, data, flg_acc != 0, out);
        }
        Ok(())
    })?;
    result.write()
}
