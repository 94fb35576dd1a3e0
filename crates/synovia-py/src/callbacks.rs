//! Python callbacks for all simulations: a table of them, and the closures by which the engine calls them.
//!
//! The engine has callbacks per simulation. A call from Python installs those of the table in its simulations, with a
//! [`Host`], and removes them at its end; if the table is empty, that costs one load.
//!
//! The engine runs without the interpreter: a callback attaches to it, and [`lend`] passes on the objects that the call
//! holds. An exception ends the call and is raised by it.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyFloat;
use synovia_engine::Data;
use synovia_engine::callback::{Callbacks, Failure, ForActuator, General};
use synovia_model::Model;
use synovia_model::id::GeomId;

use crate::data::PyData;
use crate::host::{Host, lend};
use crate::interface_messages;
use crate::model::PyModel;

/// The callbacks, in the order of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CallbackKind {
    Control,
    Passive,
    Sensor,
    ActDyn,
    ActGain,
    ActBias,
    ContactFilter,
    Time,
}

/// MuJoCo's names of the callbacks.
const NAMES: [&str; 8] = [
    "mjcb_control",
    "mjcb_passive",
    "mjcb_sensor",
    "mjcb_act_dyn",
    "mjcb_act_gain",
    "mjcb_act_bias",
    "mjcb_contactfilter",
    "mjcb_time",
];

static TABLE: Mutex<[Option<Py<PyAny>>; 8]> = Mutex::new([const { None }; 8]);

/// One bit for each callback that is set.
static SET: AtomicU32 = AtomicU32::new(0);

impl CallbackKind {
    const fn bit(self) -> u32 {
        1 << self as u32
    }

    fn name(self) -> &'static str {
        NAMES[self as usize]
    }

    /// The callback, if it is set.
    fn callback(self, py: Python<'_>) -> Option<Py<PyAny>> {
        let table = TABLE.lock().unwrap_or_else(PoisonError::into_inner);
        table[self as usize].as_ref().map(|one| one.clone_ref(py))
    }
}

/// The index of a callback in the table.
fn place(name: &str) -> PyResult<usize> {
    let place = NAMES.iter().position(|known| *known == name);
    place.ok_or_else(|| PyValueError::new_err(format!("unknown callback {name}")))
}

/// Sets a callback by MuJoCo's name, or removes it.
#[pyfunction]
#[pyo3(signature = (name, callback))]
pub(crate) fn _set_callback(name: &str, callback: Option<Py<PyAny>>) -> PyResult<()> {
    let k = place(name)?;
    let set = callback.is_some();
    let mut table = TABLE.lock().unwrap_or_else(PoisonError::into_inner);
    let before = std::mem::replace(&mut table[k], callback);
    if set {
        SET.fetch_or(1 << k, Ordering::Relaxed);
    } else {
        SET.fetch_and(!(1 << k), Ordering::Relaxed);
    }
    drop(table);
    // dropping an object may run Python code, so it happens without the lock
    drop(before);
    Ok(())
}

/// A callback by MuJoCo's name, if it is set.
#[pyfunction]
pub(crate) fn _get_callback(py: Python<'_>, name: &str) -> PyResult<Option<Py<PyAny>>> {
    let k = place(name)?;
    let table = TABLE.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(table[k].as_ref().map(|callback| callback.clone_ref(py)))
}

/// True if any callback of the step is set.
#[inline]
fn is_any_set() -> bool {
    SET.load(Ordering::Relaxed) & !CallbackKind::Time.bit() != 0
}

/// One host for each simulation of a call, if there are Python callbacks or plugins.
pub(crate) fn hosts(models: &[Bound<'_, PyModel>], data: &[Bound<'_, PyData>]) -> Vec<Arc<Host>> {
    if !is_any_set() && !models.iter().any(|m| m.get().is_hosted()) {
        return Vec::new();
    }
    let all = 0..data.len();
    all.map(|k| Host::new(models, data, k)).collect()
}

/// The host of a call with one simulation, if there are Python callbacks or plugins.
#[inline]
pub(crate) fn host(m: &Bound<'_, PyModel>, d: &Bound<'_, PyData>) -> Option<Arc<Host>> {
    let needed = is_any_set() || m.get().is_hosted();
    needed.then(|| Host::new(std::slice::from_ref(m), std::slice::from_ref(d), 0))
}

/// Calls the program's clock, if there is one. Its result is not used.
pub(crate) fn tick(py: Python<'_>) -> PyResult<()> {
    if SET.load(Ordering::Relaxed) & CallbackKind::Time.bit() == 0 {
        return Ok(());
    }
    match CallbackKind::Time.callback(py) {
        Some(clock) => number(CallbackKind::Time, clock.bind(py).call0()?).map(|_| ()),
        None => Ok(()),
    }
}

/// Installs the callbacks of the table, unless the simulation is inside a call that already did. Returns true if it did.
pub(crate) fn install(data: &mut Data, host: Option<&Arc<Host>>) -> bool {
    let Some(host) = host.filter(|_| data.callbacks.host.is_none()) else {
        return false;
    };
    let set = SET.load(Ordering::Relaxed);
    let all = &*CLOSURES;
    let given = |kind: CallbackKind| set & kind.bit() != 0;
    data.callbacks = Callbacks {
        control: all.control.clone().filter(|_| given(CallbackKind::Control)),
        passive: all.passive.clone().filter(|_| given(CallbackKind::Passive)),
        sensor: all.sensor.clone().filter(|_| given(CallbackKind::Sensor)),
        act_dyn: all.act_dyn.clone().filter(|_| given(CallbackKind::ActDyn)),
        act_gain: all
            .act_gain
            .clone()
            .filter(|_| given(CallbackKind::ActGain)),
        act_bias: all
            .act_bias
            .clone()
            .filter(|_| given(CallbackKind::ActBias)),
        contact_filter: (all.contact_filter.clone()).filter(|_| given(CallbackKind::ContactFilter)),
        host: Some(Arc::clone(host) as _),
    };
    true
}

/// Removes what [`install`] installed. The exception of a callback replaces the result.
pub(crate) fn remove<T>(data: &mut Data, installed: bool, result: PyResult<T>) -> PyResult<T> {
    let host = data.callbacks.host::<Host>();
    if installed {
        data.callbacks = Callbacks::default();
    }
    match host {
        Some(host) => host.after(result),
        None => result,
    }
}

/// The closures; they find the host of their simulation in it.
static CLOSURES: LazyLock<Callbacks> = LazyLock::new(|| Callbacks {
    control: Some(general(CallbackKind::Control)),
    passive: Some(general(CallbackKind::Passive)),
    sensor: Some(Arc::new(|model, data, stage| {
        let call = |f: &Bound<'_, PyAny>, m: &Bound<'_, PyModel>, d: &Bound<'_, PyData>| {
            f.call1((m, d, stage.to_i32())).map(|_| ())
        };
        called(CallbackKind::Sensor, model, data, call).map(|_| ())
    })),
    act_dyn: Some(for_actuator(CallbackKind::ActDyn, 0.0)),
    act_gain: Some(for_actuator(CallbackKind::ActGain, 1.0)),
    act_bias: Some(for_actuator(CallbackKind::ActBias, 0.0)),
    contact_filter: Some(Arc::new(|model, data, g1, g2| {
        let kind = CallbackKind::ContactFilter;
        let call = |f: &Bound<'_, PyAny>, m: &Bound<'_, PyModel>, d: &Bound<'_, PyData>| {
            integer(kind, f.call1((m, d, g1.0, g2.0))?)
        };
        let answer = called(kind, model, data, call)?;
        Ok(answer.map_or_else(|| !bits_match(model, g1, g2), |answer| answer != 0))
    })),
    host: None,
});

fn general(kind: CallbackKind) -> General {
    Arc::new(move |model, data| {
        let call = |f: &Bound<'_, PyAny>, m: &Bound<'_, PyModel>, d: &Bound<'_, PyData>| {
            f.call1((m, d)).map(|_| ())
        };
        called(kind, model, data, call).map(|_| ())
    })
}

fn for_actuator(kind: CallbackKind, without: f64) -> ForActuator {
    Arc::new(move |model, data, u| {
        let call = |f: &Bound<'_, PyAny>, m: &Bound<'_, PyModel>, d: &Bound<'_, PyData>| {
            number(kind, f.call1((m, d, u.0))?)
        };
        Ok(called(kind, model, data, call)?.unwrap_or(without))
    })
}

/// The default filter of geoms, if the callback was removed during a call.
fn bits_match(model: &Model, g1: GeomId, g2: GeomId) -> bool {
    let (kind, affinity) = (&model.geom.contype, &model.geom.conaffinity);
    kind[g1] & affinity[g2] != 0 || kind[g2] & affinity[g1] != 0
}

/// Calls a callback with `f`; `None` if it was removed during a call.
fn called<T>(
    kind: CallbackKind,
    model: &Model,
    data: &mut Data,
    f: impl FnOnce(&Bound<'_, PyAny>, &Bound<'_, PyModel>, &Bound<'_, PyData>) -> PyResult<T>,
) -> Result<Option<T>, Failure> {
    let Some(host) = data.callbacks.host::<Host>() else {
        return Ok(None);
    };
    Python::attach(|py| {
        let Some(callback) = kind.callback(py) else {
            return Ok(None);
        };
        let callback = callback.into_bound(py);
        // the closure owns the callback: dropping the last reference may run Python code, too
        let result = lend(py, model, data, &host, move |m, d| f(&callback, m, d));
        result.map(Some).map_err(|error| host.raise(error))
    })
}

/// The number that a callback returned.
fn number(kind: CallbackKind, value: Bound<'_, PyAny>) -> PyResult<f64> {
    value.extract().map_err(|_| {
        let message = interface_messages::not_returned(kind.name(), "a number");
        PyTypeError::new_err(message)
    })
}

/// The integer that a callback returned; booleans are integers, floating-point numbers are not.
fn integer(kind: CallbackKind, value: Bound<'_, PyAny>) -> PyResult<i64> {
    let whole = || -> PyResult<i64> {
        if value.is_instance_of::<PyFloat>() {
            return Err(PyTypeError::new_err(()));
        }
        value
            .extract()
            .or_else(|_| value.call_method0("__int__")?.extract())
    };
    whole().map_err(|_| {
        let message = interface_messages::not_returned(kind.name(), "an integer");
        PyTypeError::new_err(message)
    })
}
