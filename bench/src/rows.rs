//! The rows of the tables of stages, and how each side is cut into them.
//!
//! Both sides make whole steps, and a mark is set when a row is done: ours by the probe of the step, the reference by calling its
//! exported stages in the order of its step. Time and instructions are measured between the same marks, so that the rows sum to
//! the step.

use std::ffi::{c_int, c_void};

use synovia::engine::probe::StepPart;
use synovia::model::Model;
use synovia::model::enums::{Integrator, SensorType};

use crate::reference;

/// A row of the tables; `StepPart`s that the reference cannot separate share one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Row {
    Checks,
    Positions,
    Inertia,
    Collision,
    Rows,
    Transmission,
    Projection,
    Velocity,
    Actuation,
    Acceleration,
    Solver,
    Sensors,
    Integration,
}

impl Row {
    /// All rows, in the order of the step.
    pub const ALL: [Self; 13] = [
        Self::Checks,
        Self::Positions,
        Self::Inertia,
        Self::Collision,
        Self::Rows,
        Self::Transmission,
        Self::Projection,
        Self::Velocity,
        Self::Actuation,
        Self::Acceleration,
        Self::Solver,
        Self::Sensors,
        Self::Integration,
    ];

    /// Its name in the output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checks => "checks",
            Self::Positions => "positions",
            Self::Inertia => "inertia",
            Self::Collision => "collision",
            Self::Rows => "rows",
            Self::Transmission => "transmission",
            Self::Projection => "projection",
            Self::Velocity => "velocity",
            Self::Actuation => "actuation",
            Self::Acceleration => "acceleration",
            Self::Solver => "solver",
            Self::Sensors => "sensors",
            Self::Integration => "integration",
        }
    }

    /// The row of a part of our step.
    pub fn of(part: StepPart) -> Self {
        match part {
            StepPart::Kinematics
            | StepPart::Com
            | StepPart::CamLight
            | StepPart::Flex
            | StepPart::Tendon => Self::Positions,
            StepPart::Inertia => Self::Inertia,
            StepPart::Collision => Self::Collision,
            StepPart::Rows | StepPart::Island => Self::Rows,
            StepPart::Transmission => Self::Transmission,
            StepPart::Projection => Self::Projection,
            StepPart::Velocity | StepPart::Passive => Self::Velocity,
            StepPart::Actuation => Self::Actuation,
            StepPart::Acceleration => Self::Acceleration,
            StepPart::Solver => Self::Solver,
            StepPart::Sensor => Self::Sensors,
            StepPart::Integration => Self::Integration,
            _ => Self::Checks,
        }
    }
}

/// The stages of the reference's step, with the row that each belongs to.
pub fn chain(model: &Model) -> Vec<(Row, reference::Stage)> {
    let mut chain = FORWARD.to_vec();
    // a step computes body accelerations once if a sensor needs them; stages that are called alone would keep the first ones
    if model.sensor.type_.iter().any(needs_accelerations) {
        chain.insert(
            FORWARD.len() - 2,
            (Row::Sensors, reference::mj_rnePostConstraint),
        );
    }
    chain.push((Row::Integration, integrator(model)));
    chain
}

/// Sensors that need accelerations of bodies or forces between them.
fn needs_accelerations(kind: &SensorType) -> bool {
    matches!(
        *kind,
        SensorType::Accelerometer
            | SensorType::Force
            | SensorType::Torque
            | SensorType::FrameLinAcc
            | SensorType::FrameAngAcc
    )
}

/// The stages up to the integrator.
const FORWARD: [(Row, reference::Stage); 18] = [
    (Row::Checks, reference::mj_checkPos),
    (Row::Checks, reference::mj_checkVel),
    (Row::Positions, reference::mj_fwdKinematics),
    (Row::Inertia, reference::mj_makeM),
    (Row::Inertia, reference::mj_factorM),
    (Row::Collision, reference::mj_collision),
    (Row::Rows, reference::mj_makeConstraint),
    (Row::Rows, reference::mj_island),
    (Row::Transmission, reference::mj_transmission),
    (Row::Projection, reference::mj_projectConstraint),
    (Row::Sensors, reference::mj_sensorPos),
    (Row::Velocity, reference::mj_fwdVelocity),
    (Row::Sensors, reference::mj_sensorVel),
    (Row::Actuation, reference::mj_fwdActuation),
    (Row::Acceleration, reference::mj_fwdAcceleration),
    (Row::Solver, reference::mj_fwdConstraint),
    (Row::Sensors, reference::mj_sensorAcc),
    (Row::Checks, reference::mj_checkAcc),
];

/// The integrator of the reference.
fn integrator(model: &Model) -> reference::Stage {
    match model.opt.integrator {
        Integrator::Rk4 => runge_kutta,
        Integrator::Implicit | Integrator::ImplicitFast => reference::mj_implicit,
        _ => reference::mj_Euler,
    }
}

/// Fourth-order Runge–Kutta of the reference.
unsafe extern "C" fn runge_kutta(m: *const c_void, d: *mut c_void) {
    const ORDER: c_int = 4;
    // SAFETY: the caller guarantees valid pointers
    unsafe { reference::mj_RungeKutta(m, d, ORDER) }
}
