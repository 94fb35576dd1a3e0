//! Plugins written in Python: a class is a plugin, its objects are instances.
//!
//! | member of the class or its objects     | meaning                                                                   |
//! |----------------------------------------|---------------------------------------------------------------------------|
//! | `Class(config)`                        | an instance; `config` is a dict of all keys, with empty strings if unset  |
//! | `state_len`, `sensor_len`              | a number, or a function of `config`                                       |
//! | `reset(state)`                         | [`Instance::reset`]; `state` is an array                                  |
//! | `passive`, `act_dot`, `actuate`, `sense`, `advance`, each `(m, d)` | the call of that name                         |
//! | `distance(point)`, `gradient(point)`, `aabb()` | a signed distance field                                           |
//!
//! The step runs without the interpreter; a call attaches to it and [lends](lend) the model and the simulation. An
//! exception is raised by the enclosing call.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use synovia_engine::Data;
use synovia_engine::plugin::registry::kind;
use synovia_engine::plugin::{
    Capability, Config, ConfigError, Failure, Instance, Plugin, Registry, register,
};
use synovia_geom::sdf::Implicit;
use synovia_geom::sdf::implicit::quotients;
use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::enums::Stage;
use synovia_model::id::{PluginId, SensorId};

use crate::host::{Host, lend};

/// A plugin whose code is a Python class.
struct Kind {
    /// Never freed, like the plugin itself.
    name: &'static str,
    attributes: Vec<&'static str>,
    capabilities: Capability,
    stage: Stage,
    class: Py<PyAny>,
}

/// Registers a class as a plugin; returns its number.
#[pyfunction]
pub(crate) fn _register_plugin(
    name: String,
    attributes: Vec<String>,
    capabilities: i32,
    stage: i32,
    class: Py<PyAny>,
) -> PyResult<usize> {
    let stage = Stage::from_i32(stage)
        .ok_or_else(|| PyValueError::new_err(format!("unknown stage {stage}")))?;
    if Registry::process().find(&name).is_some() {
        let message = format!("a plugin \"{name}\" is already registered");
        return Err(PyValueError::new_err(message));
    }
    let kind = Kind {
        name: name.leak(),
        attributes: attributes.into_iter().map(|key| &*key.leak()).collect(),
        capabilities: Capability(capabilities),
        stage,
        class,
    };
    register(Arc::new(kind)).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The names of all plugins of the process.
#[pyfunction]
pub(crate) fn _plugin_names() -> Vec<String> {
    Registry::process().names().map(str::to_owned).collect()
}

/// True if the model has plugins written in Python.
pub(crate) fn any_in_python(model: &Model) -> bool {
    let mut kinds = model.plugin.ids().filter_map(|at| kind(model, at));
    kinds.any(Plugin::is_hosted)
}

impl Kind {
    /// The configuration as a dict of all keys.
    fn dict<'py>(&self, py: Python<'py>, config: &Config<'_>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for key in &self.attributes {
            dict.set_item(key, config.get(key).unwrap_or_default())?;
        }
        Ok(dict)
    }

    /// A length, which is an integer attribute of the class or a function of the configuration.
    fn length(&self, name: &str, config: &Config<'_>) -> Result<usize, ConfigError> {
        Python::attach(|py| {
            let class = self.class.bind(py);
            if !class.hasattr(name)? {
                return Ok(0);
            }
            let value = class.getattr(name)?;
            let value = if value.is_callable() {
                value.call1((self.dict(py, config)?,))?
            } else {
                value
            };
            value.extract()
        })
        .map_err(|error: PyErr| mistake(&error))
    }

    fn object(&self, config: &Config<'_>) -> Result<Py<PyAny>, ConfigError> {
        Python::attach(|py| {
            let config = self.dict(py, config)?;
            Ok(self.class.bind(py).call1((config,))?.unbind())
        })
        .map_err(|error: PyErr| mistake(&error))
    }
}

/// An exception as a configuration error.
fn mistake(error: &PyErr) -> ConfigError {
    ConfigError::new(error.to_string())
}

impl Plugin for Kind {
    fn name(&self) -> &str {
        self.name
    }

    fn attributes(&self) -> &[&str] {
        &self.attributes
    }

    fn capabilities(&self) -> Capability {
        self.capabilities
    }

    fn stage(&self) -> Stage {
        self.stage
    }

    fn is_hosted(&self) -> bool {
        true
    }

    fn state_len(&self, model: &Model, at: PluginId) -> Result<usize, ConfigError> {
        self.length("state_len", &Config::of(model, at))
    }

    fn sensor_len(&self, model: &Model, at: PluginId, _: SensorId) -> Result<usize, ConfigError> {
        self.length("sensor_len", &Config::of(model, at))
    }

    fn instance(&self, model: &Model, at: PluginId) -> Result<Box<dyn Instance>, ConfigError> {
        let object = self.object(&Config::of(model, at))?;
        let set = Python::attach(|py| object.setattr(py, "instance", at.0));
        set.map_err(|error| mistake(&error))?;
        Ok(Box::new(Object(Ok(object))))
    }

    fn shape(&self, config: &Config<'_>) -> Result<Arc<dyn Implicit>, ConfigError> {
        let object = self.object(config)?;
        let aabb = Python::attach(|py| object.call_method0(py, "aabb")?.extract(py));
        let aabb = aabb.map_err(|error: PyErr| mistake(&error))?;
        let with_gradient = Python::attach(|py| object.bind(py).hasattr("gradient"));
        Ok(Arc::new(Shape {
            object,
            aabb,
            with_gradient: with_gradient.unwrap_or(false),
        }))
    }
}

/// An instance: an object, or the reason why it could not be copied.
struct Object(Result<Py<PyAny>, String>);

impl Object {
    /// Calls a method of the object, if it has one, with the model and the simulation.
    fn call(&self, name: &str, model: &Model, data: &mut Data) -> Result<(), Failure> {
        let object = self.0.as_ref().map_err(Clone::clone)?;
        let host = data.callbacks.host::<Host>();
        let Some(host) = host else {
            return Err(
                "this plugin is written in Python, but the simulation was not called from Python"
                    .into(),
            );
        };
        Python::attach(|py| {
            let object = object.bind(py);
            let mut run = || -> PyResult<()> {
                let Some(method) = object.getattr_opt(name)? else {
                    return Ok(());
                };
                lend(py, model, data, &host, |m, d| {
                    method.call1((m, d)).map(|_| ())
                })
            };
            run().map_err(|error| host.raise(error))
        })
    }
}

impl Instance for Object {
    fn copy(&self) -> Box<dyn Instance> {
        let copied = |object: &Py<PyAny>| {
            Python::attach(|py| {
                let copy = py.import("copy")?.getattr("deepcopy")?;
                Ok(copy.call1((object,))?.unbind())
            })
            .map_err(|error: PyErr| format!("the instance cannot be copied: {error}"))
        };
        let copy = self.0.as_ref().map_err(Clone::clone);
        Box::new(Self(copy.and_then(copied)))
    }

    fn reset(&mut self, _: &Model, _: PluginId, state: &mut [f64]) {
        let Ok(object) = &self.0 else { return };
        let result = Python::attach(|py| -> PyResult<()> {
            if let Some(method) = object.bind(py).getattr_opt("reset")? {
                let array = PyArray1::from_slice(py, state);
                method.call1((&array,))?;
                state.copy_from_slice(array.readonly().as_slice()?);
            }
            Ok(())
        });
        if let Err(error) = result {
            keep(error);
        }
    }

    fn passive(&mut self, model: &Model, data: &mut Data, _: PluginId) -> Result<(), Failure> {
        self.call("passive", model, data)
    }

    fn act_dot(&mut self, model: &Model, data: &mut Data, _: PluginId) -> Result<(), Failure> {
        self.call("act_dot", model, data)
    }

    fn actuate(&mut self, model: &Model, data: &mut Data, _: PluginId) -> Result<(), Failure> {
        self.call("actuate", model, data)
    }

    fn sense(&mut self, model: &Model, data: &mut Data, _: PluginId) -> Result<(), Failure> {
        self.call("sense", model, data)
    }

    fn advance(&mut self, model: &Model, data: &mut Data, _: PluginId) -> Result<(), Failure> {
        self.call("advance", model, data)
    }
}

/// A signed distance field.
struct Shape {
    object: Py<PyAny>,
    aabb: [f64; 6],
    with_gradient: bool,
}

impl core::fmt::Debug for Shape {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}", self.object)
    }
}

impl Shape {
    /// Calls a method with a point and returns its result.
    fn ask<T: for<'a, 'py> FromPyObject<'a, 'py>>(&self, name: &str, p: Vec3) -> PyResult<T> {
        Python::attach(|py| {
            let point = PyArray1::from_slice(py, &[p.x, p.y, p.z]);
            let value = self.object.bind(py).call_method1(name, (point,))?;
            value.extract().map_err(Into::into)
        })
    }
}

impl Implicit for Shape {
    fn distance(&self, p: Vec3) -> f64 {
        self.ask("distance", p).unwrap_or_else(|error| {
            keep(error);
            f64::NAN
        })
    }

    fn gradient(&self, p: Vec3) -> Vec3 {
        if !self.with_gradient {
            return quotients(self, p);
        }
        match self.ask::<[f64; 3]>("gradient", p) {
            Ok([x, y, z]) => Vec3::new(x, y, z),
            Err(error) => {
                keep(error);
                Vec3::splat(f64::NAN)
            }
        }
    }

    fn aabb(&self) -> [f64; 6] {
        self.aabb
    }
}

/// An exception raised where the engine cannot fail, by shapes and resets. The next call to end raises it.
static KEPT: Mutex<Option<PyErr>> = Mutex::new(None);
static IS_KEPT: AtomicBool = AtomicBool::new(false);

fn keep(error: PyErr) {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.get_or_insert(error);
    IS_KEPT.store(true, Ordering::Release);
}

/// The result of a call: a stored exception takes precedence.
pub(crate) fn after<T>(result: PyResult<T>) -> PyResult<T> {
    if !IS_KEPT.load(Ordering::Acquire) {
        return result;
    }
    IS_KEPT.store(false, Ordering::Release);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    match kept.take() {
        Some(error) => Err(error),
        None => result,
    }
}
