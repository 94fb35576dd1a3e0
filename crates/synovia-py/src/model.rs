//! Models: loading, views of their fields, names, serialisation.

use std::ffi::CString;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::{PyIndexError, PyKeyError, PyRuntimeWarning};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use synovia::{Format, Loader};
use synovia_engine::gate::Gate;
use synovia_engine::plugin::Config;
use synovia_model::mjb::is_mjb;
use synovia_model::record::Record;
use synovia_model::{Model, ObjType, PluginId, Size};

use crate::calls::{self, Call, detached};
use crate::errors::{FatalError, guard, value_error};
use crate::given::{self, Argument};
use crate::last;
use crate::memory::{MemoryRegion, Shared, ViewOwner, Viewable, Writing, view};
use crate::plugins::any_in_python;
use crate::schema::RECORDS;
use crate::text::Text;

/// A model to be moved into a Python object.
#[pyclass(frozen, module = "synovia._synovia")]
pub(crate) struct ModelHandle {
    shared: Arc<Shared<Model>>,
}

impl ModelHandle {
    pub(crate) fn new(model: Model) -> Self {
        Self {
            shared: Shared::new(model),
        }
    }

    /// A model whose warnings become Python's.
    fn telling(py: Python<'_>, mut loaded: synovia::Loaded) -> PyResult<Self> {
        warn(py, core::mem::take(&mut loaded.warnings))?;
        if loaded.format != Format::Binary {
            last::remember(loaded.origin, &mut loaded.model);
        }
        Ok(Self::new(loaded.model.into()))
    }
}

/// Reports the warnings of a loaded model.
pub(crate) fn warn(py: Python<'_>, lines: impl IntoIterator<Item = String>) -> PyResult<()> {
    for line in lines {
        let message = CString::new(line.replace('\0', ""))?;
        PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &message, 2)?;
    }
    Ok(())
}

/// Loads a model from a file.
#[pyfunction]
#[pyo3(signature = (path, assets=None))]
pub(crate) fn load_path(
    py: Python<'_>,
    path: PathBuf,
    assets: Option<Vec<(String, Vec<u8>)>>,
) -> PyResult<ModelHandle> {
    guard(|| {
        let loader = Loader::new().assets(assets.unwrap_or_default());
        let loaded = py.detach(|| loader.path(&path).load());
        ModelHandle::telling(py, loaded.map_err(value_error)?)
    })
}

/// Loads a model from a string.
#[pyfunction]
#[pyo3(signature = (xml, assets=None))]
pub(crate) fn load_string(
    py: Python<'_>,
    xml: String,
    assets: Option<Vec<(String, Vec<u8>)>>,
) -> PyResult<ModelHandle> {
    guard(|| {
        let loader = Loader::new().assets(assets.unwrap_or_default());
        let loaded = py.detach(|| loader.string(&xml).load());
        ModelHandle::telling(py, loaded.map_err(value_error)?)
    })
}

/// Reads a model from bytes written by `PyModel._to_bytes` or MuJoCo; they do not include the signature.
#[pyfunction]
#[pyo3(signature = (bytes, signature=0))]
pub(crate) fn load_bytes(bytes: &[u8], signature: u64) -> PyResult<ModelHandle> {
    guard(|| {
        // not detached: plugins written in Python are queried about the model
        let mut model = if is_mjb(bytes) {
            let read = Loader::new().bytes("<memory>", bytes).load();
            let read = read.map_err(|error| match error {
                synovia::Error::Binary(error) => value_error(error.reason),
                error => value_error(error),
            })?;
            Model::from(read.model)
        } else {
            // only binary models are expected, and this is not one: report why
            Model::from_mjb(bytes).map_err(value_error)?
        };
        model.signature = signature;
        Ok(ModelHandle::new(model))
    })
}

/// All files that a model consists of, starting with its own.
#[pyfunction]
pub(crate) fn xml_dependencies(py: Python<'_>, path: String) -> PyResult<Vec<String>> {
    guard(|| {
        let found = py.detach(|| synovia::dependencies(&path));
        found.map_err(|error| FatalError::new_err(error.to_string()))
    })
}

/// A model of the given sizes with all fields zero, to be filled field by field.
#[pyfunction]
pub(crate) fn blank(sizes: Vec<i64>) -> PyResult<ModelHandle> {
    guard(|| {
        let mut size = Size::default();
        if sizes.len() != Size::NAMES.len() {
            return Err(value_error(format!(
                "{} sizes, expected {}",
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
    /// The model.
    pub shared: Arc<Shared<Model>>,
    /// Messages already reported about this model.
    told: Mutex<Vec<String>>,
    /// The result of the structural checks of the model.
    gate: Mutex<Gate>,
    /// True if plugins of the model are written in Python.
    hosted: bool,
    /// The sizes; all except `ngravcomp` are constant.
    pub size: Size,
    /// The base of all views of the model.
    view_owner: Py<ViewOwner>,
}

impl PyModel {
    /// True if plugins of the model are written in Python.
    pub fn is_hosted(&self) -> bool {
        self.hosted
    }

    /// Runs `f` on the model for reading, after marking ids and addresses that numpy has written.
    pub fn read<T: Send>(&self, f: impl FnOnce(&Model) -> PyResult<T> + Send) -> PyResult<T> {
        self.look(|model| {
            self.notice(model);
            f(model)
        })
    }

    /// Marks the columns of ids and addresses that numpy has written; `model` must be that of this object.
    pub fn notice(&self, model: &Model) {
        self.shared.notice(model, |k| {
            if let Some(column) = model.column_at(k) {
                column.written();
            }
        });
    }

    /// Runs `f` on the model to read data that no view shows: names, sizes.
    pub fn look<T: Send>(&self, f: impl FnOnce(&Model) -> PyResult<T> + Send) -> PyResult<T> {
        let call = Call::begin(&f)?;
        let run = |model: &Model| guard(|| f(model));
        let result = match self.shared.try_read() {
            Some(model) => run(&model),
            None => detached(|| calls::read(&self.shared).and_then(|model| run(&model))),
        };
        drop(call);
        result
    }

    /// Id of the object of a type with this name, or −1.
    fn id_of(&self, kind: i32, name: &str) -> PyResult<i64> {
        self.look(|model| {
            let id = model.id_of(ObjType(kind), name);
            Ok(id.map_or(-1, |id| id as i64))
        })
    }

    /// Name of an object, or None if there is no such object or it has no name.
    fn name_of(&self, kind: i32, id: i64) -> PyResult<Option<String>> {
        let Ok(id) = usize::try_from(id) else {
            return Ok(None);
        };
        self.look(|model| Ok(model.name_of(ObjType(kind), id).map(str::to_owned)))
    }

    /// Like `read`, but refuses a model that cannot be used for computations.
    pub fn read_sound<T: Send>(&self, f: impl FnOnce(&Model) -> PyResult<T> + Send) -> PyResult<T> {
        self.read(|model| {
            self.check_sound(model)?;
            f(model)
        })
    }

    /// Refuses ids of the model that are out of range.
    pub fn check_sound(&self, model: &Model) -> PyResult<()> {
        let mut gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        match gate.refusal(model) {
            None => Ok(()),
            Some(fault) => Err(FatalError::new_err(fault.to_string())),
        }
    }

    /// Runs `f` on the model for writing, while other Python threads may run. It must not change the size of any column.
    pub fn write<T: Send>(
        &self,
        py: Python<'_>,
        f: impl FnOnce(&mut Model) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        let call = Call::begin(&f)?;
        let result = py.detach(|| {
            let mut model: Writing<'_, Model> = calls::write(&self.shared)?;
            guard(|| f(&mut model))
        });
        drop(call);
        result
    }

    /// True the first time that `what` is reported about the model.
    pub fn is_first(&self, what: &str) -> bool {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let first = !told.iter().any(|before| before == what);
        if first {
            told.push(what.to_owned());
        }
        first
    }
}

impl Viewable for Model {
    /// The columns, then the fields of the records.
    fn regions(&mut self) -> Vec<MemoryRegion> {
        let columns = self.columns_mut().into_iter().map(|(_, column)| {
            let (rows, width) = (column.rows_len(), column.width());
            MemoryRegion::outside(column.as_mut_ptr(), column.dtype(), rows, width)
        });
        let mut regions: Vec<MemoryRegion> = columns.collect();
        for (record, fields) in RECORDS {
            for (k, info) in fields.iter().enumerate() {
                let bytes = field(self, record, k).unwrap_or_default();
                regions.push(MemoryRegion::within(bytes, info.dtype));
            }
        }
        regions
    }
}

/// The memory of field `k` of a record.
fn field<'a>(model: &'a Model, record: &str, k: usize) -> Option<&'a [u8]> {
    match record {
        "opt" => model.opt.field(k),
        "stat" => model.stat.field(k),
        "global" => model.vis.global.field(k),
        "quality" => model.vis.quality.field(k),
        "headlight" => model.vis.headlight.field(k),
        "map" => model.vis.map.field(k),
        "scale" => model.vis.scale.field(k),
        _ => model.vis.rgba.field(k),
    }
}

/// Id of the object of a type with this name, or -1.
///
/// - `m`: MjModel
/// - `type`: int; `mjtObj`
/// - `name`: str
/// - returns int
#[pyfunction]
#[pyo3(signature = (m, r#type, name))]
pub(crate) fn mj_name2id(m: &Argument<'_>, r#type: i32, name: Text) -> PyResult<i64> {
    let m = given::model("mj_name2id", m)?;
    m.id_of(r#type, &name.0)
}

/// Name of an object, or None if there is no such object or it has no name.
///
/// - `m`: MjModel
/// - `type`: int; `mjtObj`
/// - `id`: int; id of the object
/// - returns str or None
#[pyfunction]
#[pyo3(signature = (m, r#type, id))]
pub(crate) fn mj_id2name(m: &Argument<'_>, r#type: i32, id: i64) -> PyResult<Option<String>> {
    let m = given::model("mj_id2name", m)?;
    m.name_of(r#type, id)
}

/// Overwrites all values with those of a model of the same sizes; arrays keep their addresses.
pub(crate) fn assign(model: &mut Model, source: &Model) -> PyResult<()> {
    for ((info, to), (_, from)) in model.columns().into_iter().zip(source.columns()) {
        if to.bytes().len() != from.bytes().len() {
            return Err(value_error(format!("{} has another size", info.name)));
        }
    }
    model.opt = source.opt.clone();
    model.stat = source.stat.clone();
    model.vis = source.vis.clone();
    model.size.ngravcomp = source.size.ngravcomp;
    for ((_, to), (_, from)) in model.columns_mut().into_iter().zip(source.columns()) {
        to.bytes_mut().copy_from_slice(from.bytes());
    }
    Ok(())
}

#[pymethods]
impl PyModel {
    #[new]
    fn new(py: Python<'_>, handle: &ModelHandle) -> PyResult<Self> {
        let shared = &handle.shared;
        let (hosted, size) = calls::read(shared).map(|m| (any_in_python(&m), m.size))?;
        Ok(Self {
            shared: Arc::clone(shared),
            told: Mutex::new(Vec::new()),
            gate: Mutex::default(),
            hosted,
            size,
            view_owner: ViewOwner::new(py, &handle.shared)?,
        })
    }

    /// The same model in another object, for views that must not keep this object alive.
    fn _core(&self, py: Python<'_>) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
            told: Mutex::new(Vec::new()),
            gate: Mutex::default(),
            hosted: self.hosted,
            size: self.size,
            view_owner: self.view_owner.clone_ref(py),
        }
    }

    /// The address of the model: unique among all that exist at the same time.
    #[getter]
    fn _address(&self) -> usize {
        Arc::as_ptr(&self.shared).addr()
    }

    /// The configuration of plugin instance `at` for a key; `None` if the plugin has no such key.
    fn _plugin_config(&self, at: i32, key: &str) -> PyResult<Option<String>> {
        self.read(|model| {
            if !(0..model.plugin.len() as i32).contains(&at) {
                let message = format!("plugin instance {at} does not exist");
                return Err(PyIndexError::new_err(message));
            }
            let config = Config::of(model, PluginId(at));
            let known = config.keys().any(|known| known == key);
            let value = config.get(key).unwrap_or_default();
            Ok(known.then(|| value.to_owned()))
        })
    }

    /// View of column `k` of the schema.
    fn _column<'py>(&self, py: Python<'py>, k: usize) -> PyResult<Bound<'py, PyAny>> {
        let unknown = || PyIndexError::new_err(k);
        let info = Model::column_infos().get(k).copied();
        let info = info.ok_or_else(unknown)?;
        self.look(|model| {
            if matches!(info.name, "mesh_vert" | "mesh_graph") {
                model.hulls.lend();
            }
            if Model::is_watched(info.name) {
                self.shared.watch(k, model);
            }
            Ok(())
        })?;
        view(self.view_owner.bind(py), &self.shared, k, None)?.ok_or_else(unknown)
    }

    /// View of field `k` of a record; a scalar is an array without dimensions.
    fn _field<'py>(&self, py: Python<'py>, record: &str, k: usize) -> PyResult<Bound<'py, PyAny>> {
        let unknown = || PyKeyError::new_err(format!("{record}[{k}]"));
        let mut at = Model::column_infos().len();
        for (name, fields) in RECORDS {
            if name != record {
                at += fields.len();
                continue;
            }
            let info = fields.get(k).ok_or_else(unknown)?;
            let shape: &[usize] = if info.width == 0 { &[] } else { &[info.width] };
            let view_owner = self.view_owner.bind(py);
            return view(view_owner, &self.shared, at + k, Some(shape))?.ok_or_else(unknown);
        }
        Err(unknown())
    }

    /// All sizes, in the order of the schema.
    fn _sizes(&self) -> PyResult<Vec<i64>> {
        self.look(|model| Ok(model.size.iter().map(|(_, value)| value).collect()))
    }

    /// Fingerprint of the compiled model.
    #[getter]
    fn signature(&self) -> PyResult<u64> {
        self.look(|model| Ok(model.signature))
    }

    /// Id of the object of a type with this name, or −1.
    fn _id(&self, kind: i32, name: &str) -> PyResult<i64> {
        self.id_of(kind, name)
    }

    /// Name of an object, or None if there is no such object or it has no name.
    fn _name(&self, kind: i32, id: i64) -> PyResult<Option<String>> {
        self.name_of(kind, id)
    }

    /// All names of objects of a type, sorted.
    fn _names(&self, kind: i32) -> PyResult<Vec<String>> {
        self.read(|model| {
            let count = model.names.addresses(ObjType(kind)).len();
            let mut names: Vec<String> = (0..count)
                .filter_map(|id| model.name_of(ObjType(kind), id).map(str::to_owned))
                .collect();
            names.sort_unstable();
            Ok(names)
        })
    }

    /// Refuses ids and addresses that are out of range.
    fn _check(&self) -> PyResult<()> {
        self.read(|model| {
            model.check_shapes().map_err(value_error)?;
            model.check_references().map_err(value_error)
        })
    }

    /// The model as bytes.
    fn _to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.read(|model| Ok(model.to_mjb()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The length of these bytes.
    fn _len_bytes(&self) -> PyResult<usize> {
        self.read(|model| Ok(model.mjb_len()))
    }

    /// An independent copy.
    fn _copy(&self) -> PyResult<ModelHandle> {
        let copy = self.read(|model| Ok(model.clone()))?;
        Ok(ModelHandle::new(copy))
    }
}
