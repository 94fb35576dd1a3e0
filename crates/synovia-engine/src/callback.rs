//! Callbacks: code of the program that the step calls at fixed points.
//!
//! Each simulation has its own, in [`Data::callbacks`]; initially there are none.
//!
//! | callback         | called                                                                  | writes                       |
//! |------------------|-------------------------------------------------------------------------|------------------------------|
//! | `control`        | by `forward` after velocities and their sensors, before the actuators, unless actuation is disabled    ; at the end of `step1`, always | `ctrl`, `qfrc_applied`, `xfrc_applied` |
//! | `passive`        | after all passive forces, before those of plugins, unless springs and dampers are both disabled     | adds to `force.qfrc_passive` |
//! | `act_dyn`        | for each actuator whose activation has no built-in dynamics             | returns the rate; with several activations writes `actuator.act_dot` |
//! | `act_gain`       | for each actuator whose gain is not built in                            | returns the gain             |
//! | `act_bias`       | for each actuator whose bias is not built in, after its gain            | returns the bias             |
//! | `sensor`         | after the sensors of a stage, if a user sensor of that stage is awake; cutoffs apply afterwards | `sensor.sensordata` |
//! | `contact_filter` | for each pair of geoms that may touch, in place of their bits           | returns true to exclude the pair  |
//!
//! `forward` is part of the step, of each stage of Runge–Kutta, and of finite differences; inverse dynamics has all of
//! these except `control`. The filter is not called for predefined pairs of geoms.
//!
//! A callback gets the whole simulation, may call any function with it, and is not called recursively. A callback that
//! fails stops the call: nothing is advanced, and the error names the callback. After warm-up it should not allocate.
//!
//! [`Data::reset`] and [`Data::assign`] leave the callbacks of a simulation unchanged, and a clone has the same ones as its
//! original.
//!
//! ```
//! use std::sync::Arc;
//! use synovia::model::id::{ActuatorId, DofId};
//! let model = synovia::Model::from_xml_str(
//!     "<mujoco><option gravity='0 0 0'/><worldbody>
//!        <body><joint name='hinge' axis='0 1 0'/><geom size='.1' pos='.3 0 0'/></body></worldbody>
//!        <actuator><motor joint='hinge'/></actuator></mujoco>",
//! )?;
//! let mut data = synovia::Data::new(&model);
//! data.state.qpos[0] = 1.0;
//! data.callbacks.control = Some(Arc::new(|_, data| {
//!     data.state.ctrl[ActuatorId(0)] = -40.0 * data.state.qpos[0] - 12.0 * data.state.qvel[DofId(0)];
//!     Ok(())
//! }));
//! for _ in 0..2000 {
//!     synovia::step(&model, &mut data)?;
//! }
//! assert!(data.state.qpos[0].abs() < 1e-3);
//! # Ok::<(), synovia::Error>(())
//! ```

use core::any::Any;
use core::fmt;
use std::sync::Arc;

use synovia_model::Model;
use synovia_model::enums::Stage;
use synovia_model::id::{ActuatorId, GeomId};

use crate::data::{Data, EngineError};
use crate::gate::{Admitted, Derived};
pub use crate::plugin::Failure;

/// A callback of the whole simulation.
#[doc(alias = "mjfGeneric")]
pub type General = Arc<dyn Fn(&Model, &mut Data) -> Result<(), Failure> + Send + Sync>;

/// A callback for the sensors of a stage.
#[doc(alias = "mjfSensor")]
pub type ForSensors = Arc<dyn Fn(&Model, &mut Data, Stage) -> Result<(), Failure> + Send + Sync>;

/// A callback that computes a number of an actuator.
#[doc(alias = "mjfAct")]
pub type ForActuator =
    Arc<dyn Fn(&Model, &mut Data, ActuatorId) -> Result<f64, Failure> + Send + Sync>;

/// A callback that returns whether two geoms are excluded. The geom of the smaller kind comes first.
#[doc(alias = "mjfConFilt")]
pub type ForContact =
    Arc<dyn Fn(&Model, &mut Data, GeomId, GeomId) -> Result<bool, Failure> + Send + Sync>;

/// The callbacks of a simulation.
#[derive(Clone, Default)]
pub struct Callbacks {
    /// Sets controls and applied forces.
    #[doc(alias = "mjcb_control")]
    pub control: Option<General>,
    /// Adds passive forces.
    #[doc(alias = "mjcb_passive")]
    pub passive: Option<General>,
    /// Evaluates user sensors.
    #[doc(alias = "mjcb_sensor")]
    pub sensor: Option<ForSensors>,
    /// Dynamics of activations.
    #[doc(alias = "mjcb_act_dyn")]
    pub act_dyn: Option<ForActuator>,
    /// Gains of actuators.
    #[doc(alias = "mjcb_act_gain")]
    pub act_gain: Option<ForActuator>,
    /// Biases of actuators.
    #[doc(alias = "mjcb_act_bias")]
    pub act_bias: Option<ForActuator>,
    /// Excludes contacts.
    #[doc(alias = "mjcb_contactfilter")]
    pub contact_filter: Option<ForContact>,
    /// A value that an embedding attaches to the simulation, for its callbacks and plugins. The engine does not use it.
    pub host: Option<Arc<dyn Any + Send + Sync>>,
}

impl Callbacks {
    /// True if a callback for actuators is set.
    #[inline]
    pub(crate) fn for_actuators(&self) -> bool {
        self.act_dyn.is_some() || self.act_gain.is_some() || self.act_bias.is_some()
    }

    /// The value that an embedding attached, if it is a `T`.
    pub fn host<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        Arc::clone(self.host.as_ref()?).downcast().ok()
    }
}

impl fmt::Debug for Callbacks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set = [
            ("control", self.control.is_some()),
            ("passive", self.passive.is_some()),
            ("sensor", self.sensor.is_some()),
            ("act_dyn", self.act_dyn.is_some()),
            ("act_gain", self.act_gain.is_some()),
            ("act_bias", self.act_bias.is_some()),
            ("contact_filter", self.contact_filter.is_some()),
            ("host", self.host.is_some()),
        ];
        let names = set.into_iter().filter(|(_, set)| *set);
        f.debug_set().entries(names.map(|(name, _)| name)).finish()
    }
}

/// The field of a kind of callback.
type Slot<F> = fn(&mut Callbacks) -> &mut Option<Arc<F>>;

/// Calls a callback if it is set and the call has not failed before. `None` if it was not called or failed.
///
/// It is moved out of the data during the call, so that it can borrow the whole simulation.
///
/// DIFFERENCE(callback-within-itself): therefore functions that it calls do not call it, where the reference would recurse
/// endlessly.
fn call<F: ?Sized, T>(
    data: &mut Data,
    slot: Slot<F>,
    who: &str,
    f: impl FnOnce(&F, &mut Data) -> Result<T, Failure>,
) -> Option<T> {
    if data.diag.error.is_some() {
        return None;
    }
    let callback = slot(&mut data.callbacks).take()?;
    let result = f(&callback, data);
    slot(&mut data.callbacks).get_or_insert(callback);
    match result {
        Ok(value) => Some(value),
        Err(failure) => {
            let who = format!("callback {who}");
            data.diag.error = Some(EngineError::extension(who, failure.to_string()));
            None
        }
    }
}

/// Checks the columns that a callback may have written; false if the call must stop.
fn passes(at: &mut Admitted<'_>) -> bool {
    at.recheck(Derived::ALL);
    at.data().diag.error.is_none()
}

/// Calls the control callback; false if the call must stop.
#[inline]
pub(crate) fn control(at: &mut Admitted<'_>) -> bool {
    let (model, data) = at.parts();
    if data.callbacks.control.is_none() {
        return true;
    }
    let called = call(
        data,
        |all| &mut all.control,
        "control",
        |f, data| f(model, data),
    );
    called.is_some() && passes(at)
}

/// Calls the callback of passive forces.
#[inline]
pub(crate) fn passive(at: &mut Admitted<'_>) {
    let (model, data) = at.parts();
    if data.callbacks.passive.is_some() {
        call(
            data,
            |all| &mut all.passive,
            "passive",
            |f, data| f(model, data),
        );
        at.recheck(Derived::ALL);
    }
}

/// Calls the callback of user sensors of a stage; false if the call must stop.
pub(crate) fn sensor(at: &mut Admitted<'_>, stage: Stage) -> bool {
    let (model, data) = at.parts();
    let called = call(
        data,
        |all| &mut all.sensor,
        "sensor",
        |f, data| f(model, data, stage),
    );
    called.is_some() && passes(at)
}

/// The rate of an activation, if there is a callback for it.
pub(crate) fn act_dyn(model: &Model, data: &mut Data, u: ActuatorId) -> Option<f64> {
    call(
        data,
        |all| &mut all.act_dyn,
        "act_dyn",
        |f, data| f(model, data, u),
    )
}

/// The gain of an actuator, if there is a callback for it.
pub(crate) fn act_gain(model: &Model, data: &mut Data, u: ActuatorId) -> Option<f64> {
    call(
        data,
        |all| &mut all.act_gain,
        "act_gain",
        |f, data| f(model, data, u),
    )
}

/// The bias of an actuator, if there is a callback for it.
pub(crate) fn act_bias(model: &Model, data: &mut Data, u: ActuatorId) -> Option<f64> {
    call(
        data,
        |all| &mut all.act_bias,
        "act_bias",
        |f, data| f(model, data, u),
    )
}

/// True if the filter excludes two geoms.
pub(crate) fn rules_out(model: &Model, data: &mut Data, [g1, g2]: [GeomId; 2]) -> bool {
    let who = "contact_filter";
    let answer = call(
        data,
        |all| &mut all.contact_filter,
        who,
        |f, data| f(model, data, g1, g2),
    );
    answer.unwrap_or(false)
}
