//! Models: loading, views of their fields, names, bytes.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::{PyIndexError, PyKeyError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use synovia_engine::gate::Gate;
use synovia_model::record::Record;
use synovia_model::{Model, ObjType, Size};

use crate::errors::{FatalError, guard, value_error};
use crate::memory::{Keeper, Shared, view};
use crate::schema::RECORDS;

/// A model on its way into a Python object.
#[pyclass(frozen, module = "synovia._synovia")]
pub struct ModelHandle {
    shared: Arc<Shared<Model>>,
}

impl ModelHandle {
    fn new(model: Model) -> Self {
        Self {
            shared: Shared::new(model),
        }
    }
}

/// Loads a model from a file.
#[pyfunction]
#[pyo3(signature = (path, assets=None))]
pub fn load_path(
    py: Python<'_>,
    path: PathBuf,
    assets: Option<Vec<(String, Vec<u8>)>>,
) -> PyResult<ModelHandle> {
    guard(|| {
        let loaded = py.detach(|| match assets {
            None => synovia::load_path(&path),
            Some(assets) => synovia::load_path_with(&path, &assets),
        });
        loaded.map(ModelHandle::new).map_err(value_error)
    })
}

/// Loads a model from a string.
#[pyfunction]
#[pyo3(signature = (xml, assets=None))]
pub fn load_string(
    py: Python<'_>,
    xml: String,
    assets: Option<Vec<(String, Vec<u8>)>>,
) -> PyResult<ModelHandle> {
    guard(|| {
        let loaded = py.detach(|| synovia::load_string(&xml, &assets.unwrap_or_default()));
        loaded.map(ModelHandle::new).map_err(value_error)
    })
}

/// Reads a model from bytes that `PyModel._to_bytes` wrote.
#[pyfunction]
pub fn load_bytes(py: Python<'_>, bytes: &[u8]) -> PyResult<ModelHandle> {
    guard(|| {
        let loaded = py.detach(|| Model::from_bytes(bytes));
        loaded.map(ModelHandle::new).map_err(value_error)
    })
}

/// A model of the given sizes with all fields zero, to be filled field by field.
#[pyfunction]
pub fn blank(sizes: Vec<i64>) -> PyResult<ModelHandle> {
    guard(|| {
        let mut size = Size::default();
        if sizes.len() != Size::NAMES.len() {
            return Err(value_error(format!(
                "{} sizes, not {}",
                sizes.len(),
                Size::NAMES.len()
            )));
        }
        for (name, value) in Size::NAMES.iter().zip(sizes) {
            if let Some(slot) = size.get_mut(name) {
                *slot = value;
            }
        }
        Ok(ModelHandle::new(Model::with_size(size)))
    })
}

/// The base class of `MjModel`.
#[pyclass(frozen, subclass, name = "Model", module = "synovia._synovia")]
pub struct PyModel {
    shared: Arc<Shared<Model>>,
    /// What the user was told about this model.
    told: Mutex<Vec<String>>,
    /// What is known about the structure of the model.
    gate: Mutex<Gate>,
}

impl PyModel {
    /// The model, to read within one call.
    pub fn get(&self) -> &Model {
        let model = self.shared.get();
        model.notice();
        model
    }

    /// The model, if it can be computed with.
    pub fn sound(&self) -> PyResult<&Model> {
        let model = self.get();
        let mut gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        match gate.refusal(model) {
            None => Ok(model),
            Some(fault) => Err(FatalError::new_err(fault.to_string())),
        }
    }

    /// Runs `f` on the model, alone. It must not change the size of any column.
    pub fn with_mut<T>(&self, f: impl FnOnce(&mut Model) -> PyResult<T>) -> PyResult<T> {
        let mut lock = self.shared.lock("MjModel")?;
        f(lock.get_mut())
    }

    /// True the first time that the user is to be told this about the model.
    pub fn is_news(&self, what: &str) -> bool {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let news = !told.iter().any(|before| before == what);
        if news {
            told.push(what.to_owned());
        }
        news
    }

    /// Overwrites every number by those of a model of the same sizes; arrays stay where they are.
    pub fn assign(&self, source: &Model) -> PyResult<()> {
        self.with_mut(|model| {
            model.opt = source.opt.clone();
            model.stat = source.stat.clone();
            model.vis = source.vis.clone();
            model.size.ngravcomp = source.size.ngravcomp;
            for ((info, to), (_, from)) in model.columns_mut().into_iter().zip(source.columns()) {
                if to.bytes().len() != from.bytes().len() {
                    return Err(value_error(format!("{} would change its size", info.name)));
                }
                to.bytes_mut().copy_from_slice(from.bytes());
            }
            Ok(())
        })
    }
}

#[pymethods]
impl PyModel {
    #[new]
    fn new(handle: &ModelHandle) -> Self {
        Self {
            shared: Arc::clone(&handle.shared),
            told: Mutex::new(Vec::new()),
            gate: Mutex::default(),
        }
    }

    /// Column `k` of the schema, viewed in place.
    fn _column<'py>(&self, py: Python<'py>, k: usize) -> PyResult<Bound<'py, PyAny>> {
        guard(|| {
            let mut lock = self.shared.lock("model")?;
            lock.get_mut().lend(k);
            let Some(column) = lock.get_mut().column_at_mut(k) else {
                return Err(PyIndexError::new_err(k));
            };
            let (dtype, shape) = (column.dtype(), column.shape());
            view(
                py,
                Keeper::new(&self.shared),
                dtype,
                &shape,
                column.bytes_mut(),
            )
        })
    }

    /// Field `k` of a record, viewed in place; a scalar is an array without dimensions.
    fn _field<'py>(&self, py: Python<'py>, record: &str, k: usize) -> PyResult<Bound<'py, PyAny>> {
        guard(|| {
            let fields = RECORDS.iter().find(|(name, _)| *name == record);
            let Some(info) = fields.and_then(|(_, fields)| fields.get(k)) else {
                return Err(PyKeyError::new_err(format!("{record}[{k}]")));
            };
            let mut lock = self.shared.lock("model")?;
            let model = lock.get_mut();
            let bytes = match record {
                "opt" => model.opt.field_mut(k),
                "stat" => model.stat.field_mut(k),
                "global" => model.vis.global.field_mut(k),
                "quality" => model.vis.quality.field_mut(k),
                "headlight" => model.vis.headlight.field_mut(k),
                "map" => model.vis.map.field_mut(k),
                "scale" => model.vis.scale.field_mut(k),
                _ => model.vis.rgba.field_mut(k),
            };
            let Some(bytes) = bytes else {
                return Err(PyKeyError::new_err(format!("{record}[{k}]")));
            };
            let shape: &[usize] = if info.width == 0 { &[] } else { &[info.width] };
            view(py, Keeper::new(&self.shared), info.dtype, shape, bytes)
        })
    }

    /// All sizes, in the order of the schema.
    fn _sizes(&self) -> Vec<i64> {
        self.get().size.iter().map(|(_, value)| value).collect()
    }

    /// Fingerprint of the compilation.
    #[getter]
    fn signature(&self) -> u64 {
        self.get().signature
    }

    /// Number of the object of a kind with this name, or −1.
    fn _id(&self, kind: i32, name: &str) -> i64 {
        self.get()
            .id_of(ObjType(kind), name)
            .map_or(-1, |id| id as i64)
    }

    /// Name of an object, or None if there is no such object or it has no name.
    fn _name(&self, kind: i32, id: i64) -> Option<&str> {
        self.get().name_of(ObjType(kind), usize::try_from(id).ok()?)
    }

    /// All names of a kind of object, sorted.
    fn _names(&self, kind: i32) -> Vec<&str> {
        let model = self.get();
        let count = model.names.addresses(ObjType(kind)).len();
        let mut names: Vec<&str> = (0..count)
            .filter_map(|id| model.name_of(ObjType(kind), id))
            .collect();
        names.sort_unstable();
        names
    }

    /// Refuses ids and addresses that point nowhere.
    fn _check(&self) -> PyResult<()> {
        guard(|| {
            self.get().check_shapes().map_err(value_error)?;
            self.get().check_references().map_err(value_error)
        })
    }

    /// The model as bytes.
    fn _to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        guard(|| Ok(PyBytes::new(py, &self.get().to_bytes())))
    }

    /// An independent copy.
    fn _copy(&self) -> PyResult<ModelHandle> {
        guard(|| Ok(ModelHandle::new(self.get().clone())))
    }
}
