//! Length ranges: the shortest and the longest length of an actuator.
//!
//! If no limit specifies the range, it is found by simulation: the actuator pulls with a force that accelerates the
//! reference inertia by a given amount, while velocity decays with a time constant,
//!
//! ```text
//! q̇ ← q̇ exp(−h/τ),     f = ± m a / |M⁻¹ m|                                                    (1)
//! ```
//!
//! first to shorten, then to lengthen, for a given time. The lengths at which it settles are the range. Gravity, springs,
//! dampers, friction, contacts and actuation are disabled; equalities and limits are enforced.

use synovia_math::{MIN_VAL, kernel, nearest};
use synovia_model::Model;
use synovia_model::enums::{BiasType, Disable, GainType, LengthRangeMode, TrnType, Warning};
use synovia_model::id::{ActuatorId, JointId, TendonId};

use crate::data::{Data, EngineError};
use crate::gate;
use crate::position::inertia::solve_m;
use crate::step::{step1, step2};

/// Options of the search for length ranges.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "mjLROpt")]
pub struct LengthRangeOptions {
    /// The actuators that need a range.
    pub mode: LengthRangeMode,
    /// Keep existing ranges.
    pub useexisting: bool,
    /// Use the limits of joints and tendons as ranges.
    pub uselimit: bool,
    /// Acceleration of the reference inertia, `a` of equation (1).
    pub accel: f64,
    /// Largest force; 0 means no limit.
    pub maxforce: f64,
    /// Time constant of the decay of velocity, `τ` of equation (1).
    pub timeconst: f64,
    /// Time step; 0 means the time step of the model.
    pub timestep: f64,
    /// Time to simulate in each direction.
    pub inttotal: f64,
    /// Time at the end over which the length is observed.
    pub interval: f64,
    /// Largest movement in that time, relative to the range.
    pub tolrange: f64,
}

impl Default for LengthRangeOptions {
    fn default() -> Self {
        Self {
            mode: LengthRangeMode::Muscle,
            useexisting: true,
            uselimit: false,
            accel: 20.0,
            maxforce: 0.0,
            timeconst: 1.0,
            timestep: 0.01,
            inttotal: 10.0,
            interval: 2.0,
            tolrange: 0.05,
        }
    }
}

/// Maximum number of steps to find one end of a range; with the default options it takes a thousand.
const MAX_STEPS: usize = 1_000_000;

/// Why a length range was not found.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LengthRangeError {
    /// The gate refuses the model.
    #[error(transparent)]
    Refused(#[from] EngineError),
    /// The simulation diverged.
    #[error("the simulation that finds the length range of actuator {actuator} is unstable")]
    Unstable {
        /// The actuator.
        actuator: ActuatorId,
    },
    /// The simulation takes too many steps: the time step is too small for its duration, or time does not advance.
    #[error(
        "the simulation that finds the length range of actuator {actuator} does not end: its time step is too small"
    )]
    Endless {
        /// The actuator.
        actuator: ActuatorId,
    },
    /// The upper end is not above the lower one.
    #[error("actuator {actuator} has the invalid length range ({}, {})", range[0], range[1])]
    Empty {
        /// The actuator.
        actuator: ActuatorId,
        /// The range that was found.
        range: [f64; 2],
    },
    /// The length still moves at the end of the simulation.
    #[error(
        "the length range of actuator {actuator} did not converge: the length still moves between {} and {}, \\
         the range is ({}, {})", moves[0], moves[1], range[0], range[1]
    )]
    NotConverged {
        /// The actuator.
        actuator: ActuatorId,
        /// The lengths between which it still moves.
        moves: [f64; 2],
        /// The range that was found.
        range: [f64; 2],
    },
}

/// Sets `actuator.lengthrange` of all actuators that need one.
pub fn set_length_range(
    model: &mut Model,
    options: &LengthRangeOptions,
) -> Result<(), LengthRangeError> {
    let needed: Vec<ActuatorId> = model
        .actuator
        .ids()
        .filter(|&u| needs_range(model, options, u))
        .collect();
    if needed.is_empty() {
        return Ok(());
    }
    // disable everything except equalities and limits
    let saved = model.opt.clone();
    model.opt.disableflags = Disable::FRICTIONLOSS
        | Disable::CONTACT
        | Disable::SPRING
        | Disable::DAMPER
        | Disable::GRAVITY
        | Disable::ACTUATION;
    if options.timestep > 0.0 {
        model.opt.timestep = options.timestep;
    }
    let mut data = Data::new(model);
    let mut result = Ok(());
    for u in needed {
        match find_range(model, &mut data, options, u) {
            Ok(range) => model.actuator.lengthrange[u] = range,
            Err(error) => {
                result = Err(error);
                break;
            }
        }
    }
    // restore the options, also after an error
    model.opt = saved;
    result
}

/// Sets the range of one actuator, if it needs one, with the current options of the model.
///
/// Overwrites all of `data`, which must belong to the model.
#[doc(alias = "mj_setLengthRange")]
pub fn set_length_range_of(
    model: &mut Model,
    data: &mut Data,
    u: ActuatorId,
    options: &LengthRangeOptions,
) -> Result<(), LengthRangeError> {
    gate::enter(model, data)?;
    if needs_range(model, options, u) {
        model.actuator.lengthrange[u] = find_range(model, data, options, u)?;
    }
    Ok(())
}

/// True unless the mode excludes the actuator or it already has a range.
fn needs_range(model: &Model, options: &LengthRangeOptions, u: ActuatorId) -> bool {
    let (gain, bias) = (model.actuator.gaintype[u], model.actuator.biastype[u]);
    let muscle = gain == GainType::Muscle || bias == BiasType::Muscle;
    let user = gain == GainType::User || bias == BiasType::User;
    let wanted = match options.mode {
        LengthRangeMode::Muscle => muscle,
        LengthRangeMode::MuscleUser => muscle || user,
        LengthRangeMode::All => true,
        _ => false,
    };
    let [lower, upper] = model.actuator.lengthrange[u];
    wanted && !(options.useexisting && lower < upper)
}

/// The range of one actuator: a limit, or the result of the simulation.
fn find_range(
    model: &Model,
    data: &mut Data,
    options: &LengthRangeOptions,
    u: ActuatorId,
) -> Result<[f64; 2], LengthRangeError> {
    if options.uselimit
        && let Some(range) = limit_of(model, u)
    {
        return Ok(range);
    }
    // the shortest and the longest length
    let shortened = settle(model, data, options, u, -1.0)?;
    let lengthened = settle(model, data, options, u, 1.0)?;
    let range = [shortened[0], lengthened[1]];
    let width = range[1] - range[0];
    if width <= 0.0 {
        return Err(LengthRangeError::Empty { actuator: u, range });
    }
    // at both ends the length must have settled
    for moves in [shortened, lengthened] {
        if moves[1] - moves[0] > options.tolrange * width {
            return Err(LengthRangeError::NotConverged {
                actuator: u,
                moves,
                range,
            });
        }
    }
    Ok(range)
}

/// The limit of the joint or tendon that the actuator acts on.
fn limit_of(model: &Model, u: ActuatorId) -> Option<[f64; 2]> {
    // QUIRK(length-range-flat-index): the id is read from the flat list of pairs at the index of the actuator, not at twice
    // that index
    let id = *model.actuator.trnid.flat::<i32>().get(u.index())?;
    match model.actuator.trntype[u] {
        TrnType::Joint | TrnType::JointInParent => {
            let j = JointId(id)
                .get()
                .filter(|j| j.index() < model.joint.len())?;
            (model.joint.limited[j] != 0).then_some(model.joint.range[j])
        }
        TrnType::Tendon => {
            let t = TendonId(id)
                .get()
                .filter(|t| t.index() < model.tendon.len())?;
            (model.tendon.limited[t] != 0).then_some(model.tendon.range[t])
        }
        _ => None,
    }
}

/// Pulls in one direction and returns the interval of lengths in which the actuator settles.
fn settle(
    model: &Model,
    data: &mut Data,
    options: &LengthRangeOptions,
    u: ActuatorId,
    sign: f64,
) -> Result<[f64; 2], LengthRangeError> {
    data.reset(model)?;
    let mut moves: Option<[f64; 2]> = None;
    let mut steps = 0;
    while data.state.time < options.inttotal {
        let time = data.state.time;
        let length = pull(model, data, options, u, sign)?;
        // without this check, a simulation whose time does not advance would never end
        steps += 1;
        if data.state.time <= time || steps > MAX_STEPS {
            return Err(LengthRangeError::Endless { actuator: u });
        }
        // the simulation must stay stable
        let bad = [Warning::BadQpos, Warning::BadQvel, Warning::BadQacc];
        if bad
            .iter()
            .any(|w| data.diag.warning[w.to_i32() as usize].number > 0)
        {
            return Err(LengthRangeError::Unstable { actuator: u });
        }
        // observe the length in the last interval
        if data.state.time > options.inttotal - options.interval {
            let [low, high] = moves.unwrap_or([length; 2]);
            moves = Some([low.min(length), high.max(length)]);
        }
    }
    Ok(moves.unwrap_or([0.0; 2]))
}

/// One step of equation (1); returns the length at its start.
fn pull(
    model: &Model,
    data: &mut Data,
    options: &LengthRangeOptions,
    u: ActuatorId,
    sign: f64,
) -> Result<f64, EngineError> {
    // `q̇ ← q̇ exp(−h/τ)`
    let decay = nearest::exp(-model.opt.timestep / options.timeconst.max(0.01));
    kernel::scale(data.state.qvel.rows_mut(), decay);
    step1(model, data)?;

    let Data {
        state,
        inertia,
        actuator,
        ..
    } = data;
    // the acceleration `|M⁻¹ m|` due to unit force
    let applied = state.qfrc_applied.rows_mut();
    let (columns, arms) = actuator.row(u);
    applied.fill(0.0);
    kernel::scatter(applied, arms, columns);
    solve_m(model, inertia, applied);
    let response = kernel::norm(applied);
    // `f = ± m a / |M⁻¹ m|`, bounded by the largest force
    applied.fill(0.0);
    kernel::scatter(applied, arms, columns);
    kernel::scale(applied, sign * options.accel / response.max(MIN_VAL));
    let strength = kernel::norm(applied);
    if options.maxforce > 0.0 && strength > options.maxforce {
        kernel::scale(applied, options.maxforce / strength.max(MIN_VAL));
    }

    step2(model, data)?;
    Ok(data.actuator.length[u])
}
