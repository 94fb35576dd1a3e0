//! The step and its stages, run with the interpreter released.
//!
//! Features of a model that the engine does not compute yet are a `RuntimeWarning` of every function that needs them, once per
//! model and set of features; the rest is computed.
#![allow(non_snake_case, reason = "MuJoCo's names")]

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use synovia_engine::{Data, EngineError, Sensing, inverse_from, stage};
use synovia_model::Model;
use synovia_model::enums::Stage;

use crate::args::{Out, Wanted};
use crate::data::PyData;
use crate::errors::{FatalError, refused};
use crate::given::{self, Argument};
use crate::timer::{Timer, timed};

/// Declares functions that run one stage of the step.
macro_rules! stages {
    ($( $(#[doc = $doc:literal])+ $name:ident => $stage:path; )*) => {$(
        $(#[doc = $doc])+
        #[pyfunction]
        pub(crate) fn $name(m: &Argument<'_>, d: &Argument<'_>) -> PyResult<()> {
            let (m, d) = given::bound_pair(stringify!($name), m, d)?;
            PyData::run(d, m, |model, data| $stage(model, data).map_err(refused))
        }
    )*};
}

// the documentation of mj_Euler has MuJoCo's words: programs test for them
stages! {
    /// Computes the world poses of bodies, joints, geoms and sites.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.xpos`, `d.xquat`, `d.xmat`, `d.xipos`, `d.ximat`, `d.xanchor`, `d.xaxis`,
    ///   `d.geom_xpos`, `d.geom_xmat`, `d.site_xpos`, `d.site_xmat`
    mj_kinematics => stage::kinematics;
    /// Computes centers of mass, and inertias and motion axes about them.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.subtree_com`, `d.cinert`, `d.cdof`
    mj_comPos => stage::com_pos;
    /// Computes the world poses of cameras and lights.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.cam_xpos`, `d.cam_xmat`, `d.light_xpos`, `d.light_xdir`
    mj_camlight => stage::camlight;
    /// Computes everything about flexes: vertices, boxes, edges, strains.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.flexvert_xpos`, `d.flexelem_aabb`, `d.flexedge_J`, `d.flexedge_length`,
    ///   `d.flexvert_J`, `d.flexvert_length`, `d.bvh_aabb_dyn`
    mj_flex => stage::flex;
    /// Computes lengths, paths and Jacobians of tendons.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.ten_wrapadr`, `d.ten_wrapnum`, `d.wrap_obj`, `d.wrap_xpos`, `d.ten_length`, `d.ten_J`,
    ///   `d.ten_J_rownnz`, `d.ten_J_rowadr`, `d.ten_J_colind`
    mj_tendon => stage::tendons;
    /// Computes kinematics: poses, centers of mass, cameras, lights, flexes and tendons.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    mj_fwdKinematics => all_kinematics;
    /// Computes lengths and moment arms of actuators.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.actuator_length`, `d.actuator_moment`, `d.moment_rownnz`, `d.moment_rowadr`,
    ///   `d.moment_colind`
    mj_transmission => stage::transmission;
    /// Computes composite inertias, and the joint-space inertia matrix without the armature of tendons.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.crb`, `d.M`
    mj_crb => stage::composite_m;
    /// Computes the joint-space inertia matrix.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.crb`, `d.M`, `d.qM`
    mj_makeM => stage::make_m;
    /// Factors the joint-space inertia matrix.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.qLD`, `d.qLDiagInv`
    mj_factorM => stage::factor_m;
    /// Computes velocities and motion axis rates about centers of mass.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.cvel`, `d.cdof_dot`
    mj_comVel => stage::com_vel;
    /// Computes linear velocities and angular momenta of subtrees.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.subtree_linvel`, `d.subtree_angmom`
    mj_subtreeVel => stage::subtree_vel;
    /// Computes passive forces.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.qfrc_spring`, `d.qfrc_damper`, `d.qfrc_gravcomp`, `d.qfrc_fluid`, `d.qfrc_passive`
    mj_passive => stage::passive;
    /// Computes activation dynamics and actuator forces.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.act_dot`, `d.actuator_force`, `d.qfrc_actuator`
    mj_fwdActuation => stage::actuation;
    /// Adds up smooth forces and computes the smooth acceleration.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.qfrc_smooth`, `d.qacc_smooth`
    mj_fwdAcceleration => stage::acceleration;
    /// Computes everything that follows from the velocities.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.ten_velocity`, `d.flexedge_velocity`, `d.actuator_velocity`, `d.cvel`, `d.cdof_dot`,
    ///   `d.qfrc_*`, `d.efc_vel`, `d.efc_aref`
    mj_fwdVelocity => stage::forward_velocity;
    /// Finds all contacts of the current pose.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.contact`, `d.ncon`, `d.bvh_active`, `d.efc_*`, `d.nefc`
    mj_collision => stage::collision;
    /// Makes the rows of all constraints, from the contacts that there are.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.efc_*`, `d.nefc`, `d.tendon_efcadr`, `d.contact`
    mj_makeConstraint => stage::make_constraint;
    /// Reads the sensors that depend on positions.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.sensordata`, `d.energy`
    mj_sensorPos => stage::sensor_pos;
    /// Reads the sensors that depend on velocities.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.sensordata`
    mj_sensorVel => stage::sensor_vel;
    /// Reads the sensors that depend on accelerations and forces.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.sensordata`
    mj_sensorAcc => stage::sensor_acc;
    /// Computes potential energy.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.energy`
    mj_energyPos => stage::energy_pos;
    /// Computes kinetic energy.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.energy`
    mj_energyVel => stage::energy_vel;
    /// Computes accelerations of bodies and forces between them, after the constraints are solved.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.cacc`, `d.cfrc_int`, `d.cfrc_ext`
    mj_rnePostConstraint => stage::post_constraint;
    /// Computes everything that follows from the velocities, for inverse dynamics.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    mj_invVelocity => stage::forward_velocity;
    /// Computes constraint forces from the acceleration.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.qfrc_constraint`, `d.efc_force`, `d.efc_state`
    mj_invConstraint => stage::constraint_forces;
    /// Compares forward and inverse dynamics; the differences go to `solver_fwdinv`.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.solver_fwdinv`, `d.qfrc_inverse`
    mj_compareFwdInv => stage::compare_forward_inverse;
    /// Moves the state one step ahead by the integrators implicit and implicitfast.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.qpos`, `d.qvel`, `d.act`, `d.time`, `d.qacc_warmstart`, `d.qDeriv`, `d.qH`,
    ///   `d.qHDiagInv`, `d.qLU`
    mj_implicit => stage::implicit;
    /// Finds islands: groups of trees that constraints couple.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.nisland`, `d.tree_island`, `d.dof_island`, `d.efc_island`, `d.island_*`, `d.map_*`,
    ///   `d.iefc_*`, `d.iM*`, `d.iLD*`
    mj_island => stage::islands;
    /// Computes the reference accelerations of all constraints.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.efc_vel`, `d.efc_aref`
    mj_referenceConstraint => stage::reference_constraint;
    /// Builds the matrix by which constraint forces accelerate constraints, if the solver needs it.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.efc_AR*`
    mj_projectConstraint => stage::project_constraint;
    /// Solves for constraint forces and the acceleration that they allow.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - sets `d.qacc`, `d.qfrc_constraint`, `d.efc_force`, `d.efc_state`, `d.efc_b`, `d.iacc`,
    ///   `d.iefc_*`, `d.solver`, `d.solver_niter`, `d.solver_nnz`
    mj_fwdConstraint => stage::solve;
    /// Resets the simulation if a position is not a number or too large.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    mj_checkPos => stage::check_pos;
    /// Resets the simulation if a velocity is not a number or too large.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    mj_checkVel => stage::check_vel;
    /// Resets the simulation if an acceleration is not a number or too large, and computes it again.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
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

/// Declares functions that run several stages.
macro_rules! pipelines {
    ($( $(#[doc = $doc:literal])+ $name:ident => $pipeline:path, $timer:ident; )*) => {$(
        $(#[doc = $doc])+
        #[pyfunction]
        pub(crate) fn $name(m: &Argument<'_>, d: &Argument<'_>) -> PyResult<()> {
            let (m, d) = given::bound_pair(stringify!($name), m, d)?;
            timed(d, Timer::$timer, || {
                PyData::run(d, m, |model, data| {
                    $pipeline(model, data).map(drop).map_err(refused)
                })
            })
        }
    )*};
}

pipelines! {
    /// Computes everything that follows from the positions.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    mj_fwdPosition => stage::forward_position, Position;
    /// Computes everything that follows from the positions, for inverse dynamics.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    mj_invPosition => stage::forward_position, Position;
    /// Computes everything that follows from the state: all fields of `d` but those of the state and the inputs.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    mj_forward => synovia_engine::forward, Forward;
    /// The first half of a step: everything that does not need controls. Set `d.ctrl` after it, and call `mj_step2`.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    mj_step1 => synovia_engine::step1, Step;
    /// The second half of a step, after controls were set: forces, and the state a time step later.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    mj_step2 => synovia_engine::step2, Step;
}

/// Advances the simulation by one time step. Optionally, repeat nstep times.
///
/// The state (`d.time`, `d.qpos`, `d.qvel`, `d.act`) is moved, with the inputs `d.ctrl`, `d.qfrc_applied` and `d.xfrc_applied`; all
/// other fields are then those of the state before the last move.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `nstep`: int; number of steps
#[pyfunction]
#[pyo3(signature = (m, d, nstep=1))]
pub(crate) fn mj_step(m: &Argument<'_>, d: &Argument<'_>, nstep: i64) -> PyResult<()> {
    let (m, d) = given::bound_pair("mj_step", m, d)?;
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

/// The stage with this number, an `mjtStage`; numbers outside the range are clamped.
fn stage_of(number: i64) -> Stage {
    match number {
        ..1 => Stage::None,
        1 => Stage::Pos,
        _ => Stage::Vel,
    }
}

/// Computes what follows from the state, without the stages up to `skipstage` (an `mjtStage`).
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `skipstage`: int; `mjtStage`: this stage and those before it are skipped
/// - `skipsensor`: int; 1 to skip sensors
#[pyfunction]
pub(crate) fn mj_forwardSkip(
    m: &Argument<'_>,
    d: &Argument<'_>,
    skipstage: i64,
    skipsensor: i64,
) -> PyResult<()> {
    let (m, d) = given::bound_pair("mj_forwardSkip", m, d)?;
    let (done, sensing) = (stage_of(skipstage), sensing(skipsensor));
    timed(d, Timer::Forward, || {
        PyData::run(d, m, |model, data| {
            synovia_engine::forward_from(model, data, done, sensing).map_err(refused)
        })
    })
}

/// Inverse dynamics: computes `qfrc_inverse`, the force for the acceleration `qacc`.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - sets `d.qfrc_inverse`, `d.qfrc_constraint`, `d.efc_force`, `d.sensordata`, `d.cacc`,
///   `d.cfrc_int`, `d.cfrc_ext`
#[pyfunction]
pub(crate) fn mj_inverse(m: &Argument<'_>, d: &Argument<'_>) -> PyResult<()> {
    let (m, d) = given::bound_pair("mj_inverse", m, d)?;
    mj_inverseSkip(m, d, 0, 0)
}

/// Inverse dynamics without the stages up to `skipstage` (an `mjtStage`).
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `skipstage`: int; `mjtStage`: this stage and those before it are skipped
/// - `skipsensor`: int; 1 to skip sensors
#[pyfunction]
pub(crate) fn mj_inverseSkip(
    m: &Argument<'_>,
    d: &Argument<'_>,
    skipstage: i64,
    skipsensor: i64,
) -> PyResult<()> {
    let (m, d) = given::bound_pair("mj_inverseSkip", m, d)?;
    let (done, sensing) = (stage_of(skipstage), sensing(skipsensor));
    timed(d, Timer::Inverse, || {
        PyData::run(d, m, |model, data| {
            inverse_from(model, data, done, sensing)
                .map_err(|error| FatalError::new_err(error.to_string()))
        })
    })
}

/// Moves the state one step ahead by the method of Runge and Kutta of order `N`, which must be 4.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `N`: int; 4
#[pyfunction]
pub(crate) fn mj_RungeKutta(m: &Argument<'_>, d: &Argument<'_>, N: i64) -> PyResult<()> {
    let (m, d) = given::bound_pair("mj_RungeKutta", m, d)?;
    if N != 4 {
        let message = format!("Runge-Kutta of order {N} is not offered, only of order 4");
        return Err(PyValueError::new_err(message));
    }
    PyData::run(d, m, |model, data| stage::rk4(model, data).map_err(refused))
}

/// Recursive Newton-Euler: `M qacc + qfrc_bias`, or only the bias if `flg_acc` is 0.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `flg_acc`: int; 1 to include `M qacc`
/// - `result`: float64 (nv,), written
#[pyfunction]
pub(crate) fn mj_rne(
    m: &Argument<'_>,
    d: &Argument<'_>,
    flg_acc: i64,
    result: Out<'_>,
) -> PyResult<()> {
    let (m, d) = given::pair("mj_rne", m, d)?;
    let mut result = Wanted::new("result", Some(result), m.size.nv as usize)?;
    let room = result.room();
    d.with_model(m, |model, data| {
        if let Some(out) = room {
            synovia_engine::inertia::motion_force(model, data, flg_acc != 0, out)
                .map_err(refused)?;
        }
        Ok(())
    })?;
    result.write()
}
