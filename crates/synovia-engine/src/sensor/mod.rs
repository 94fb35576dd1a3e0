//! Sensors: readings of virtual instruments in the model.
//!
//! A sensor is evaluated after the stage of `forward` that it needs; the readings of a step belong to the state at its
//! start. Each family has a file with one function, `read`, which fills the outputs of one sensor:
//!
//! | family          | types                                                                                |
//! |-----------------|--------------------------------------------------------------------------------------|
//! | [`coordinate`]  | positions, velocities and forces of joints, tendons and actuators; balls             |
//! | [`limit`]       | distance, speed and force at a limit                                                 |
//! | [`frame`]       | position, orientation and motion of a frame, in the world or in another frame        |
//! | [`site`]        | instruments on a site: gyro, velocimeter, accelerometer, force, torque, magnetometer |
//! | [`camera`]      | pixel of a site in a camera                                                          |
//! | [`rangefinder`] | the hit of a ray from a site, or of one through each pixel of a camera               |
//! | [`inside`]      | whether an object is inside the shape of a site                                      |
//! | [`subtree`]     | centre of mass, its velocity, angular momentum                                       |
//! | [`distance`]    | distances between geoms                                                              |
//! | [`contact`]     | contacts of chosen objects: forces, positions, depths                                |
//! | [`touch`]       | normal force in a zone                                                               |
//! | [`tactile`]     | pressure and slip at the vertices of a mesh                                          |
//! | [`global`]      | energies, clock                                                                      |
//!
//! Then the cutoff of the sensor applies. A sensor with a history may report an old reading (delay) or hold one for some
//! time (interval); the histories advance with the step. A sensor whose object cannot be read by its type reports NaN.
//!
//! Readings and histories are written in place, while everything else is borrowed for reading: see [`Sensed`].

pub(crate) mod camera;
pub(crate) mod contact;
pub(crate) mod coordinate;
pub(crate) mod distance;
pub(crate) mod frame;
pub(crate) mod global;
pub(crate) mod inside;
pub(crate) mod limit;
pub(crate) mod rangefinder;
pub(crate) mod site;
pub(crate) mod subtree;
pub(crate) mod tactile;
pub(crate) mod touch;

use synovia_model::Model;
use synovia_model::enums::{
    ConstraintType, DataType, Disable, KnownSensor, SensorType, SleepState, Stage,
};
use synovia_model::id::SensorId;

use crate::EngineError;
use crate::callback;
use crate::collision::narrow::NarrowMemory;
use crate::constraint::complete;
use crate::data::{
    ActuatorGroup, ComFrame, Contacts, Data, Efc, EfcCounts, Forces, Islands, Kin, TendonGroup,
    Velocities,
};
use crate::energy::{energy_pos, energy_vel};
use crate::gate::{Admitted, Derived};
use crate::history;
use crate::plugin::instances::{self, Ask};
use crate::post_constraint::post_constraint;
use crate::scratch::ScratchBuffer;
use crate::sleep::object;
use crate::velocity::subtree::subtree_vel;

/// The results of earlier stages that sensors read.
pub(crate) const READS: &[Derived] = &[
    Derived::Tendons,
    Derived::Moments,
    Derived::Contacts,
    Derived::Rows,
];

/// Sensors that need positions.
#[doc(alias = "mj_sensorPos")]
pub(crate) fn sensor_pos(at: &mut Admitted<'_>) {
    stage(at, Stage::Pos);
}

/// Sensors that need velocities.
#[doc(alias = "mj_sensorVel")]
pub(crate) fn sensor_vel(at: &mut Admitted<'_>) {
    stage(at, Stage::Vel);
}

/// Sensors that need accelerations or forces.
#[doc(alias = "mj_sensorAcc")]
pub(crate) fn sensor_acc(at: &mut Admitted<'_>) {
    stage(at, Stage::Acc);
}

/// The inputs of sensors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sensed<'a> {
    /// Simulated time.
    pub time: f64,
    /// Potential, then kinetic energy.
    pub energy: [f64; 2],
    /// Positions.
    pub qpos: &'a [f64],
    /// Velocities.
    pub qvel: &'a [f64],
    /// Sleep states of trees.
    pub island: &'a Islands,
    /// World poses.
    pub kin: &'a Kin,
    /// Com-based quantities.
    pub com: &'a ComFrame,
    /// Tendons.
    pub tendon: &'a TendonGroup,
    /// Actuators.
    pub actuator: &'a ActuatorGroup,
    /// Velocities of frames.
    pub vel: &'a Velocities,
    /// Forces and accelerations.
    pub force: &'a Forces,
    /// Contacts.
    pub contact: &'a Contacts,
    /// Constraint rows.
    pub efc: &'a Efc,
    /// Their counts.
    pub counts: &'a EfcCounts,
}

/// The outputs of sensors.
struct Written<'a> {
    /// Output of all sensors.
    readings: &'a mut [f64],
    /// History buffers.
    history: &'a mut [f64],
    /// Memory for temporaries.
    tools: Tools<'a>,
}

/// Scratch memory of sensors.
struct Tools<'a> {
    /// Temporaries of rays.
    scratch: &'a mut ScratchBuffer,
    /// Memory of narrow-phase collision, for distances.
    narrow: &'a mut NarrowMemory,
}

/// Splits the data into the inputs and the outputs of sensors.
fn split(data: &mut Data) -> (Sensed<'_>, Written<'_>) {
    let sensed = Sensed {
        time: data.state.time,
        energy: *data.energy,
        qpos: data.state.qpos.rows(),
        qvel: data.state.qvel.rows(),
        island: &data.island,
        kin: &data.kin,
        com: &data.com,
        tendon: &data.tendon,
        actuator: &data.actuator,
        vel: &data.vel,
        force: &data.force,
        contact: &data.contact,
        efc: &data.efc,
        counts: &data.efc.counts,
    };
    let written = Written {
        readings: data.sensor.sensordata.rows_mut(),
        history: data.state.history.rows_mut(),
        tools: Tools {
            scratch: &mut data.work.scratch,
            narrow: &mut data.work.collision.narrow,
        },
    };
    (sensed, written)
}

/// The sensors of one stage, unless all sensors are disabled.
fn stage(at: &mut Admitted<'_>, stage: Stage) {
    let model = at.model();
    if model.sensor.is_empty() || model.opt.disabled(Disable::SENSOR) {
        return;
    }
    readings(at, stage);
}

/// Readings of native sensors, then of callbacks, then of plugins.
///
/// Takes the [`Admitted`] for the callback and the plugins; [`report`] and [`fresh`] read from [`Sensed`].
fn readings(at: &mut Admitted<'_>, stage: Stage) {
    let (model, data) = at.parts();
    let partial = data.work.awake.is_partial(model);
    // sensors of this stage that are native and awake
    let is_read = |island: &Islands, s: SensorId| {
        model.sensor.needstage[s] == stage
            && model.sensor.type_[s] != SensorType::Plugin
            && !(partial && object::sensor(model, island, s) == SleepState::Asleep)
    };

    // first the quantities that are computed on demand, then all readings
    for s in model.sensor.ids() {
        if demand(model.sensor.type_[s], stage).is_some()
            && is_read(&data.island, s)
            && !is_from_history(model, data.state.history.rows(), s, data.state.time)
        {
            prepare(model, data, s);
        }
    }
    let (now, mut written) = split(data);
    for s in model.sensor.ids() {
        if is_read(now.island, s) {
            report(model, &now, &mut written, s);
        }
    }

    // the readings of the program's callback, if one of its sensors is awake; then the cutoffs of all of them
    let is_user = |s: &SensorId| model.sensor.type_[*s] == SensorType::User;
    let mut users = model.sensor.ids().filter(is_user);
    if data.callbacks.sensor.is_some()
        && users.any(|s| is_read(&data.island, s))
        && callback::sensor(at, stage)
    {
        let (_, data) = at.parts();
        for s in model.sensor.ids().filter(is_user) {
            let out = data.sensor.sensordata.rows_mut();
            if model.sensor.needstage[s] == stage
                && let Some(out) = out.get_mut(model.sensor.outputs(s))
            {
                cut_off(model, s, out);
            }
        }
    }
    plugins(at, stage);
}

/// Sensors of plugins, all those of one instance at once; sleep and histories are not considered.
fn plugins(at: &mut Admitted<'_>, stage: Stage) {
    let (model, data) = at.parts();
    if !instances::any(data, Ask::Sense(stage)) {
        return;
    }
    // quantities that plugins may read and that are computed on demand
    match stage {
        Stage::Vel if !data.lazy.subtree_vel => subtree_vel(model, data),
        Stage::Acc if !data.lazy.rne_post => post_constraint(model, data),
        _ => {}
    }
    instances::ask(at, Ask::Sense(stage));
    let (_, data) = at.parts();
    for s in model.sensor.ids() {
        if model.sensor.type_[s] == SensorType::Plugin && model.sensor.needstage[s] == stage {
            let readings = data.sensor.sensordata.rows_mut();
            let out = readings.get_mut(model.sensor.outputs(s));
            cut_off(model, s, out.unwrap_or_default());
        }
    }
}

/// True if the sensor reports a delayed reading or that of its last tick.
#[inline]
fn is_from_history(model: &Model, history: &[f64], s: SensorId, time: f64) -> bool {
    let old = |adr: usize| {
        let [interval, _] = model.sensor.interval[s];
        let last = history.get(adr).copied().unwrap_or(0.0);
        model.sensor.delay[s] > 0.0 || (interval > 0.0 && last + interval > time)
    };
    history::of_sensor(model, s).is_some_and(|(adr, _)| old(adr))
        && model.sensor.type_[s] != SensorType::User
}

/// Writes the current output of the sensor: a fresh reading, a delayed one, or the one of its last tick.
#[inline]
fn report(model: &Model, now: &Sensed<'_>, written: &mut Written<'_>, s: SensorId) {
    let out = &mut written.readings[model.sensor.outputs(s)];
    if is_from_history(model, written.history, s, now.time) {
        history::read_sensor(model, written.history, s, now.time, out);
    } else {
        fresh(model, now, &mut written.tools, s, out);
    }
}

/// A fresh reading of sensor `s`, with its cutoff applied.
#[doc(alias = "mj_computeSensor")]
pub fn read(
    model: &Model,
    data: &mut Data,
    s: SensorId,
    out: &mut [f64],
) -> Result<(), EngineError> {
    let mut at = complete::enter_after(model, data, READS)?;
    let (model, data) = at.parts();
    prepare(model, data, s);
    let (now, mut written) = split(data);
    fresh(model, &now, &mut written.tools, s, out);
    Ok(())
}

/// A reading, once everything that it needs is computed.
fn fresh(model: &Model, now: &Sensed<'_>, tools: &mut Tools<'_>, s: SensorId, out: &mut [f64]) {
    // most sensors report one number of a joint, tendon or actuator
    if let Some(kind) = model.sensor.type_[s].known() {
        dispatch(model, now, tools, s, kind, out);
    } else {
        out.fill(f64::NAN);
    }
    // all others by their family
    cut_off(model, s, out);
}

/// Reads a sensor by the function of its family.
fn dispatch(
    model: &Model,
    now: &Sensed<'_>,
    tools: &mut Tools<'_>,
    s: SensorId,
    kind: KnownSensor,
    out: &mut [f64],
) {
    use KnownSensor as K;
    use coordinate::Scalar;
    let scalar = |quantity, out| coordinate::read_scalar(model, now, s, quantity, out);
    let coordinate = |quantity, out| coordinate::read(model, now, s, quantity, out);
    let limit = |of, quantity, out| limit::read(model, now, s, of, quantity, out);
    let frame = |quantity, out| frame::read(model, now, s, quantity, out);
    let site = |quantity, out| site::read(model, now, s, quantity, out);
    let subtree = |quantity, out| subtree::read(model, now, s, quantity, out);
    let mut distance = |quantity, out| distance::read(model, now, tools.narrow, s, quantity, out);
    let (joint_limit, tendon_limit) = (ConstraintType::LimitJoint, ConstraintType::LimitTendon);
    match kind {
        K::JointPos => scalar(Scalar::JointPos, out),
        K::JointVel => scalar(Scalar::JointVel, out),
        K::JointActFrc => scalar(Scalar::JointActFrc, out),
        K::TendonPos => scalar(Scalar::TendonPos, out),
        K::TendonVel => scalar(Scalar::TendonVel, out),
        K::ActuatorPos => scalar(Scalar::ActuatorPos, out),
        K::ActuatorVel => scalar(Scalar::ActuatorVel, out),
        K::ActuatorFrc => scalar(Scalar::ActuatorFrc, out),
        K::TendonActFrc => coordinate(coordinate::Quantity::TendonActFrc, out),
        K::BallQuat => coordinate(coordinate::Quantity::BallQuat, out),
        K::BallAngVel => coordinate(coordinate::Quantity::BallAngVel, out),
        K::JointLimitPos => limit(joint_limit, limit::Quantity::Pos, out),
        K::JointLimitVel => limit(joint_limit, limit::Quantity::Vel, out),
        K::JointLimitFrc => limit(joint_limit, limit::Quantity::Force, out),
        K::TendonLimitPos => limit(tendon_limit, limit::Quantity::Pos, out),
        K::TendonLimitVel => limit(tendon_limit, limit::Quantity::Vel, out),
        K::TendonLimitFrc => limit(tendon_limit, limit::Quantity::Force, out),
        K::FramePos => frame(frame::Quantity::Pos, out),
        K::FrameQuat => frame(frame::Quantity::Quat, out),
        K::FrameXAxis => frame(frame::Quantity::Axis(0), out),
        K::FrameYAxis => frame(frame::Quantity::Axis(1), out),
        K::FrameZAxis => frame(frame::Quantity::Axis(2), out),
        K::FrameLinVel => frame(frame::Quantity::LinVel, out),
        K::FrameAngVel => frame(frame::Quantity::AngVel, out),
        K::FrameLinAcc => frame(frame::Quantity::LinAcc, out),
        K::FrameAngAcc => frame(frame::Quantity::AngAcc, out),
        K::Accelerometer => site(site::Quantity::LinAcc, out),
        K::Velocimeter => site(site::Quantity::LinVel, out),
        K::Gyro => site(site::Quantity::AngVel, out),
        K::Force => site(site::Quantity::Force, out),
        K::Torque => site(site::Quantity::Torque, out),
        K::Magnetometer => site(site::Quantity::MagneticFlux, out),
        K::SubtreeCom => subtree(subtree::Quantity::Com, out),
        K::SubtreeLinVel => subtree(subtree::Quantity::LinVel, out),
        K::SubtreeAngMom => subtree(subtree::Quantity::AngMom, out),
        K::EPotential => global::read(now, global::Quantity::PotentialEnergy, out),
        K::EKinetic => global::read(now, global::Quantity::KineticEnergy, out),
        K::Clock => global::read(now, global::Quantity::Time, out),
        K::GeomDist => distance(distance::Quantity::Distance, out),
        K::GeomNormal => distance(distance::Quantity::Normal, out),
        K::GeomFromTo => distance(distance::Quantity::Segment, out),
        K::Rangefinder => rangefinder::read(model, now, tools.scratch, s, out),
        K::CamProjection => camera::read(model, now, s, out),
        K::InsideSite => inside::read(model, now, s, out),
        K::Contact => contact::read(model, now, s, out),
        K::Touch => touch::read(model, now, s, out),
        K::Tactile => tactile::read(model, now, s, out),
        // the program writes it
        K::User => out.fill(0.0),
        // read by its instance, see `plugins`
        K::Plugin => out.fill(f64::NAN),
    }
}

/// What no stage computes unless a sensor needs it.
#[derive(Clone, Copy, Debug)]
enum Demand {
    KineticEnergy,
    PotentialEnergy,
    SubtreeVelocities,
    BodyForces,
}

/// What the sensor needs that no stage computes otherwise.
#[inline]
fn demand(kind: SensorType, stage: Stage) -> Option<Demand> {
    use KnownSensor as K;
    match kind.known()? {
        K::EKinetic => Some(Demand::KineticEnergy),
        K::EPotential => Some(Demand::PotentialEnergy),
        K::SubtreeLinVel | K::SubtreeAngMom => Some(Demand::SubtreeVelocities),
        K::Accelerometer | K::Force | K::Torque | K::FrameLinAcc | K::FrameAngAcc => {
            Some(Demand::BodyForces)
        }
        K::User if stage == Stage::Vel => Some(Demand::SubtreeVelocities),
        K::User if stage == Stage::Acc => Some(Demand::BodyForces),
        K::Touch
        | K::Velocimeter
        | K::Gyro
        | K::Magnetometer
        | K::Rangefinder
        | K::CamProjection
        | K::JointPos
        | K::JointVel
        | K::TendonPos
        | K::TendonVel
        | K::ActuatorPos
        | K::ActuatorVel
        | K::ActuatorFrc
        | K::JointActFrc
        | K::TendonActFrc
        | K::BallQuat
        | K::BallAngVel
        | K::JointLimitPos
        | K::JointLimitVel
        | K::JointLimitFrc
        | K::TendonLimitPos
        | K::TendonLimitVel
        | K::TendonLimitFrc
        | K::FramePos
        | K::FrameQuat
        | K::FrameXAxis
        | K::FrameYAxis
        | K::FrameZAxis
        | K::FrameLinVel
        | K::FrameAngVel
        | K::SubtreeCom
        | K::InsideSite
        | K::GeomDist
        | K::GeomNormal
        | K::GeomFromTo
        | K::Contact
        | K::Clock
        | K::Tactile
        | K::Plugin
        | K::User => None,
    }
}

/// Computes what the sensor demands, if it is not known yet.
///
/// Reads and writes what the stage that is demanded reads and writes.
fn prepare(model: &Model, data: &mut Data, s: SensorId) {
    let lazy = data.lazy;
    match demand(model.sensor.type_[s], model.sensor.needstage[s]) {
        // QUIRK(stale-kinetic-energy): the flag of the previous step is still set in the position stage, so a kinetic
        // energy that was computed then is reported again
        Some(Demand::KineticEnergy) if !lazy.energy_vel => energy_vel(model, data),
        Some(Demand::PotentialEnergy) if !lazy.energy_pos => energy_pos(model, data),
        Some(Demand::SubtreeVelocities) if !lazy.subtree_vel => subtree_vel(model, data),
        Some(Demand::BodyForces) if !lazy.rne_post => post_constraint(model, data),
        Some(
            Demand::KineticEnergy
            | Demand::PotentialEnergy
            | Demand::SubtreeVelocities
            | Demand::BodyForces,
        )
        | None => {}
    }
}

/// Clamps real outputs on both sides, positive ones from above.
fn cut_off(model: &Model, s: SensorId, out: &mut [f64]) {
    let cutoff = model.sensor.cutoff[s];
    let kind = model.sensor.type_[s];
    if cutoff <= 0.0 || kind == SensorType::Contact || kind == SensorType::GeomFromTo {
        return;
    }
    for x in out {
        match model.sensor.datatype[s] {
            DataType::Real if *x < -cutoff => *x = -cutoff,
            DataType::Real | DataType::Positive if *x > cutoff => *x = cutoff,
            _ => {}
        }
    }
}

/// Appends the readings of this step to the histories; what delayed sensors demand is computed first.
///
/// Reads what sensors read, see [`Sensed`]; writes `state.history`.
pub(crate) fn record(model: &Model, data: &mut Data) {
    for s in model.sensor.ids() {
        let Some((adr, n)) = history::of_sensor(model, s) else {
            continue;
        };
        // a sensor with an interval samples only at its ticks
        let [interval, _] = model.sensor.interval[s];
        let ticks = interval > 0.0;
        let last = data.state.history.get(adr).copied().unwrap_or(0.0);
        if ticks && last + interval > data.state.time {
            continue;
        }
        // a delayed sensor has reported an old value, so the current one is computed here
        let delayed = model.sensor.delay[s] > 0.0;
        // a fresh reading needs quantities that are computed on demand
        if delayed {
            prepare(model, data, s);
        }
        let (now, mut written) = split(data);
        let Some(buffer) = written.history.get_mut(adr..) else {
            continue;
        };
        // the time of the last tick, then the new sample
        if ticks && let Some(last) = buffer.first_mut() {
            *last += interval;
        }
        let width = model.sensor.dim[s] as usize;
        let Some(slot) = history::insert(buffer, n, width, now.time) else {
            continue;
        };
        if delayed {
            fresh(model, &now, &mut written.tools, s, slot);
        } else {
            slot.copy_from_slice(&written.readings[model.sensor.outputs(s)]);
        }
    }
}

/// Copies `values` to the outputs of a sensor.
#[inline]
fn put(out: &mut [f64], values: &[f64]) {
    for (out, value) in out.iter_mut().zip(values) {
        *out = *value;
    }
}
