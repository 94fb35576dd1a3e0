//! The step and its stages, run with the interpreter released.
//!
//! Features of a model that the engine does not compute yet are a `RuntimeWarning` of every function that needs them, once per
//! model and set of features; the rest is computed.
#![allow(non_snake_case, reason = "MuJoCo's names")]

use std::ffi::CString;

use pyo3::exceptions::{PyRuntimeWarning, PyValueError};
use pyo3::prelude::*;
use synovia_engine::forward::Sensing;
use synovia_engine::integrate::{euler, implicit, rk4};
use synovia_engine::position::{camlight, com, inertia, kinematics};
use synovia_engine::velocity::{com_vel, rne, subtree};
use synovia_engine::{
    Data, acceleration, actuation, collision, constraint, energy, flex, forward, inverse, island,
    passive, post_constraint, sensor, solver, step, tendon, transmission,
};
use synovia_model::Model;
use synovia_model::enums::Stage;

use crate::args::{Out, Wanted};
use crate::data::PyData;
use crate::errors::FatalError;
use crate::model::PyModel;

/// Declares functions that run one stage of the step.
macro_rules! stages {
    ($( $(#[doc = $doc:literal])+ $name:ident => $stage:path; )*) => {$(
        $(#[doc = $doc])+
        #[pyfunction]
        pub fn $name(py: Python<'_>, m: &PyModel, d: &PyData) -> PyResult<()> {
            d.run(py, m, |model, data| {
                $stage(model, data);
                Ok(())
            })
        }
    )*};
}

stages! {
    /// Computes the world poses of bodies, joints, geoms and sites.
    mj_kinematics => kinematics::kinematics;
    /// Computes centers of mass, and inertias and motion axes about them.
    mj_comPos => com::com_pos;
    /// Computes the world poses of cameras and lights.
    mj_camlight => camlight::camlight;
    /// Computes vertices, bounding boxes, edges and strains of flexes.
    mj_flex => flex::flex;
    /// Computes lengths, paths and Jacobians of tendons.
    mj_tendon => tendon::tendons;
    /// Computes kinematics: poses, centers of mass, cameras, lights, flexes and tendons.
    mj_fwdKinematics => all_kinematics;
    /// Computes lengths and moment arms of actuators.
    mj_transmission => transmission::transmission;
    /// Computes composite inertias, and the joint-space inertia matrix without the armature of tendons.
    mj_crb => composite;
    /// Computes the joint-space inertia matrix.
    mj_makeM => inertia::make_m;
    /// Factors the joint-space inertia matrix.
    mj_factorM => inertia::factor_m;
    /// Computes velocities and motion axis rates about centers of mass.
    mj_comVel => com_vel::com_vel;
    /// Computes linear velocities and angular momenta of subtrees.
    mj_subtreeVel => subtree::subtree_vel;
    /// Computes passive forces.
    mj_passive => passive::passive;
    /// Computes activation dynamics and actuator forces.
    mj_fwdActuation => actuation::actuation;
    /// Adds up smooth forces and computes the smooth acceleration.
    mj_fwdAcceleration => acceleration::acceleration;
    /// Computes everything that follows from the velocities.
    mj_fwdVelocity => forward::forward_velocity;
    /// Finds all contacts of the current pose.
    mj_collision => collision::collision;
    /// Makes the constraint rows, from the current contacts.
    mj_makeConstraint => constraint::make_constraint;
    /// Reads the sensors that depend on positions.
    mj_sensorPos => sensor::sensor_pos;
    /// Reads the sensors that depend on velocities.
    mj_sensorVel => sensor::sensor_vel;
    /// Reads the sensors that depend on accelerations and forces.
    mj_sensorAcc => sensor::sensor_acc;
    /// Computes potential energy.
    mj_energyPos => energy::energy_pos;
    /// Computes kinetic energy.
    mj_energyVel => energy::energy_vel;
    /// Computes accelerations of bodies and forces between them, after the constraints are solved.
    mj_rnePostConstraint => post_constraint::post_constraint;
    /// Computes everything that follows from the velocities, for inverse dynamics.
    mj_invVelocity => forward::forward_velocity;
    /// Computes constraint forces from the acceleration.
    mj_invConstraint => inverse::constraint_forces;
    /// Compares forward and inverse dynamics; the differences go to `solver_fwdinv`.
    mj_compareFwdInv => inverse::compare_forward_inverse;
    /// Moves the state one step ahead by the integrators implicit and implicitfast.
    mj_implicit => implicit::implicit;
    /// Finds islands: groups of trees that constraints couple.
    mj_island => island::islands;
    /// Computes the reference accelerations of all constraints.
    mj_referenceConstraint => constraint::reference::reference_constraint;
    /// Builds the Delassus matrix `J inv(M) J' + R`, if the solver needs it: `efc_AR`.
    mj_projectConstraint => constraint::project::project_constraint;
    /// Solves for constraint forces and computes the constrained acceleration `qacc`.
    mj_fwdConstraint => solver::solve;
    /// Resets the simulation if a position is NaN or too large.
    mj_checkPos => forward::check_pos;
    /// Resets the simulation if a velocity is NaN or too large.
    mj_checkVel => forward::check_vel;
    /// Resets the simulation if an acceleration is NaN or too large, and computes it again.
    mj_checkAcc => forward::check_acc;
    /// Moves the state one step ahead by the semi-implicit method of Euler.
    mj_Euler => euler::euler;
}

fn all_kinematics(model: &Model, data: &mut Data) {
    kinematics::kinematics(model, data);
    com::com_pos(model, data);
    camlight::camlight(model, data);
    flex::flex(model, data);
    tendon::tendons(model, data);
}

fn composite(model: &Model, data: &mut Data) {
    inertia::composite_m(model, data);
}

/// Warns of features of the model that the step leaves out.
pub fn tell_missing(py: Python<'_>, m: &PyModel) -> PyResult<()> {
    let missing = m.read(|model| Ok(step::missing(model)))?;
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
    ($( $(#[doc = $doc:literal])+ $name:ident => $pipeline:path; )*) => {$(
        $(#[doc = $doc])+
        #[pyfunction]
        pub fn $name(py: Python<'_>, m: &PyModel, d: &PyData) -> PyResult<()> {
            tell_missing(py, m)?;
            d.run(py, m, |model, data| {
                $pipeline(model, data);
                Ok(())
            })
        }
    )*};
}

pipelines! {
    /// Computes everything that follows from the positions.
    mj_fwdPosition => forward::forward_position;
    /// Computes everything that follows from the positions, for inverse dynamics.
    mj_invPosition => forward::forward_position;
    /// Computes everything that follows from the state.
    mj_forward => forward::forward;
    /// The first half of a step, up to where controls are needed.
    mj_step1 => step::step1;
    /// The second half of a step, after controls were set.
    mj_step2 => step::step2;
}

/// Advances the simulation by `nstep` time steps.
#[pyfunction]
#[pyo3(signature = (m, d, nstep=1))]
pub fn mj_step(py: Python<'_>, m: &PyModel, d: &PyData, nstep: i64) -> PyResult<()> {
    tell_missing(py, m)?;
    d.steps(py, m, nstep)
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
fn stage(number: i64) -> Stage {
    match number {
        ..1 => Stage::None,
        1 => Stage::Pos,
        _ => Stage::Vel,
    }
}

/// Computes what follows from the state, without the stages up to `skipstage` (an `mjtStage`).
#[pyfunction]
pub fn mj_forwardSkip(
    py: Python<'_>,
    m: &PyModel,
    d: &PyData,
    skipstage: i64,
    skipsensor: i64,
) -> PyResult<()> {
    tell_missing(py, m)?;
    let (done, sensing) = (stage(skipstage), sensing(skipsensor));
    d.run(py, m, |model, data| {
        forward::forward_from(model, data, done, sensing);
        Ok(())
    })
}

/// Inverse dynamics: computes `qfrc_inverse`, the force for the acceleration `qacc`.
#[pyfunction]
pub fn mj_inverse(py: Python<'_>, m: &PyModel, d: &PyData) -> PyResult<()> {
    mj_inverseSkip(py, m, d, 0, 0)
}

/// Inverse dynamics without the stages up to `skipstage` (an `mjtStage`).
#[pyfunction]
pub fn mj_inverseSkip(
    py: Python<'_>,
    m: &PyModel,
    d: &PyData,
    skipstage: i64,
    skipsensor: i64,
) -> PyResult<()> {
    tell_missing(py, m)?;
    let (done, sensing) = (stage(skipstage), sensing(skipsensor));
    d.run(py, m, |model, data| {
        inverse::inverse_from(model, data, done, sensing)
            .map_err(|error| FatalError::new_err(error.to_string()))
    })
}

/// Moves the state one step ahead by the method of Runge and Kutta of order `N`, which must be 4.
#[pyfunction]
pub fn mj_RungeKutta(py: Python<'_>, m: &PyModel, d: &PyData, N: i64) -> PyResult<()> {
    if N != 4 {
        let message = format!("Runge-Kutta of order {N} is not offered, only of order 4");
        return Err(PyValueError::new_err(message));
    }
    tell_missing(py, m)?;
    d.run(py, m, |model, data| {
        rk4::rk4(model, data);
        Ok(())
    })
}

/// Recursive Newton-Euler: `M qacc + qfrc_bias`, or only the bias if `flg_acc` is 0.
#[pyfunction]
pub fn mj_rne(m: &PyModel, d: &PyData, flg_acc: i64, result: Out<'_>) -> PyResult<()> {
    let nv = m.read(|model| Ok(model.dof.len()))?;
    let mut result = Wanted::rows("result", Some(result), nv)?;
    let room = result.room();
    d.with_model(m, |model, data| {
        if let Some(out) = room {
            rne::motion_force(model, data, flg_acc != 0, out);
        }
        Ok(())
    })?;
    result.write()
}
