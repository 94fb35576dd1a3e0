//! Specifications: models as things to edit. What Python holds are kinds and numbers of handles; the package around it makes objects of
//! them.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyFileExistsError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use synovia::archive::{self, ArchiveError};
use synovia::spec::{self, Obj, Place, Rename, Spec, Value};
use synovia::{Loaded, Loader};
use synovia_model::{Model, ObjType};

use crate::data::PyData;
use crate::errors::{guard, value_error};
use crate::model::{ModelHandle, PyModel, warn};
use crate::spec_index::{Index, Numbered};
use crate::spec_lent::{Dropped, Lent};
use crate::spec_store::{Beside, Store, Written};
use crate::spec_target::{Target, kind};
use crate::trial::{self, Warned};

type Assets = Vec<(String, Vec<u8>)>;

/// Files by name, as Python has them.
type Files = Vec<(String, Py<PyBytes>)>;

/// A model to be edited.
#[pyclass(frozen, name = "Spec", module = "synovia._synovia")]
pub(crate) struct PySpec {
    inner: Mutex<Inner>,
}

/// What an element or an instance uses: plugin, name of the instance, configuration.
pub(crate) type Used = (String, String, Vec<(String, String)>);

/// A model with what Python sees of it.
pub(crate) struct Inner {
    pub(crate) spec: Spec,
    /// Which element is which row of the model that was compiled last, and of the one before.
    pub(crate) order: spec::Order,
    pub(crate) before: spec::Order,
    /// Elements by name and number.
    pub(crate) index: Index,
    /// Arrays and lists that programs hold.
    pub(crate) lent: Lent,
    /// What programs have written that members cannot hold.
    pub(crate) written: Written,
    /// What programs have noted beside elements; the model does not depend on it.
    pub(crate) notes: Beside<Value>,
    /// What elements would use of plugins, if they used them: plugin, name of the instance, configuration.
    pub(crate) idle: HashMap<Target, Used>,
}

impl Inner {
    /// Shows the pixels of textures that have none of their own: those of their files or patterns.
    fn show_pixels(&mut self, model: &Model) {
        for id in self.spec.all_of(Obj::Texture) {
            let target = Target::Element(Obj::Texture, id);
            let own = target.read(&mut self.spec, "data").ok();
            if let Some(own) = own.filter(|own| *own == Value::Bytes(Vec::new()))
                && let Some(row) = self.order.row(ObjType::Texture, id)
                && let Some(pixels) = pixels(model, row)
            {
                let shown = (Value::Bytes(pixels.to_vec()), own);
                self.written.set(target, "data", shown);
            }
        }
    }

    /// The members, and what is lent of them.
    pub(crate) fn members(&mut self) -> (Store<'_>, &mut Lent) {
        let store = Store {
            spec: &mut self.spec,
            written: &mut self.written,
        };
        (store, &mut self.lent)
    }

    /// Writes what programs have changed in arrays and lists, of all or some targets; returns what is to be dropped when this is unlocked.
    pub(crate) fn settle(
        &mut self,
        py: Python<'_>,
        limit: impl Fn(&Target) -> bool,
    ) -> PyResult<Dropped> {
        let (mut store, lent) = self.members();
        lent.settle(py, &mut store, limit)
    }

    /// Shows what has changed in arrays and lists, of all or some targets.
    pub(crate) fn show(&mut self, py: Python<'_>, limit: impl Fn(&Target) -> bool) -> PyResult<()> {
        let (mut store, lent) = self.members();
        lent.show(py, &mut store, limit)
    }
}

impl PySpec {
    fn new(spec: Spec, numbered: Numbered) -> Self {
        let mut notes = Beside::default();
        let shares = Value::Int(spec.shares_instances().into());
        notes.set(Target::Model, "implicit", shares);
        let mut index = Index::default();
        index.changed(numbered);
        Self {
            inner: Mutex::new(Inner {
                spec,
                order: spec::Order::default(),
                before: spec::Order::default(),
                index,
                lent: Lent::default(),
                written: Written::default(),
                notes,
                idle: HashMap::new(),
            }),
        }
    }

    /// A model that was read.
    fn read(spec: Spec) -> Self {
        let numbered = if spec.has_copies() {
            Numbered::Counted
        } else {
            Numbered::Unknown
        };
        Self::new(spec, numbered)
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes all that programs have changed in arrays and lists.
    pub(crate) fn settle(&self, py: Python<'_>) -> PyResult<()> {
        let dropped = {
            let mut inner = self.lock();
            inner.settle(py, |_| true)?
        };
        drop(dropped);
        Ok(())
    }

    /// Shows the keyframes that an operation may have changed.
    fn show_keys(&self, py: Python<'_>) -> PyResult<()> {
        self.lock().show(py, is_key)
    }

    /// Notes what a compilation has found: which element is which row, and the keyframes of what was attached.
    fn keep(&self, py: Python<'_>, compiled: &mut Loaded) -> PyResult<()> {
        let inner = &mut *self.lock();
        inner.before = core::mem::replace(&mut inner.order, core::mem::take(&mut compiled.order));
        inner.spec.note_compiled(&compiled.model);
        inner.index.changed(Numbered::Compiled);
        inner.show_pixels(&compiled.model);
        inner.show(py, |_| true)
    }

    /// Compiles a copy; other threads may go on editing.
    fn compiled(&self, py: Python<'_>, assets: Assets) -> PyResult<Loaded> {
        self.compiled_by(py, &Loader::new().assets(assets))
    }

    /// Compiles a copy; the files that it was read from come with it.
    fn compiled_with_files(&self, py: Python<'_>, assets: Assets) -> PyResult<Loaded> {
        self.compiled_by(py, &Loader::new().assets(assets).keep_files(true))
    }

    fn compiled_by(&self, py: Python<'_>, loader: &Loader) -> PyResult<Loaded> {
        self.settle(py)?;
        let copy = self.lock().spec.clone();
        let compiled = py.detach(|| loader.compile(copy));
        compiled.map_err(|error| value_error(spec::explain(&self.lock().spec, &error)))
    }
}

/// The pixels of a texture of a model.
fn pixels(model: &Model, row: usize) -> Option<&[u8]> {
    let textures = &model.texture;
    let size = |column: &[i32]| usize::try_from(*column.get(row)?).ok();
    let (height, width) = (size(textures.height.rows())?, size(textures.width.rows())?);
    let channels = size(textures.nchannel.rows())?;
    let start = usize::try_from(*textures.adr.rows().get(row)?).ok()?;
    textures
        .data
        .rows()
        .get(start..start.checked_add(height * width * channels)?)
}

/// Whether something is a keyframe.
fn is_key(target: &Target) -> bool {
    matches!(target, Target::Element(Obj::Key, _))
}

/// An instance of a plugin: number, name, plugin, configuration.
type Instance = (usize, String, String, Vec<(String, String)>);

/// An element that was attached: kind, handle before, handle now.
pub(crate) type Moved = (&'static str, usize, usize);

#[pymethods]
impl PySpec {
    #[new]
    fn empty() -> Self {
        Self::new(Spec::new(), Numbered::Unknown)
    }

    /// Reads a file.
    #[staticmethod]
    fn read_path(py: Python<'_>, path: PathBuf, assets: Assets) -> PyResult<Self> {
        guard(|| {
            let loader = Loader::new().assets(assets);
            let spec = py.detach(|| loader.path(&path).spec());
            Ok(Self::read(spec.map_err(value_error)?))
        })
    }

    /// Reads a string.
    #[staticmethod]
    fn read_string(py: Python<'_>, xml: String, assets: Assets) -> PyResult<Self> {
        guard(|| {
            let loader = Loader::new().assets(assets);
            let spec = py.detach(|| loader.string(&xml).spec());
            Ok(Self::read(spec.map_err(value_error)?))
        })
    }

    /// Reads an archive; returns the files in it, too.
    #[staticmethod]
    fn read_zip(py: Python<'_>, bytes: Vec<u8>) -> PyResult<(Self, Files)> {
        let (spec, assets) = guard(|| {
            if !archive::is_zip(&bytes) {
                let text = "it does not begin as an archive".to_owned();
                let refusal = archive::read(&bytes).err();
                return Err(value_error(refusal.unwrap_or(ArchiveError::Format(text))));
            }
            let loader = Loader::new();
            let read = py.detach(|| loader.bytes("<archive>", &bytes).spec_with_files());
            read.map_err(|error| match error {
                synovia::Error::Archive(fault) => value_error(fault.reason),
                error => value_error(error),
            })
        })?;
        let assets = assets.into_iter();
        let assets = assets.map(|(name, content)| (name, PyBytes::new(py, &content).unbind()));
        Ok((Self::read(spec), assets.collect()))
    }

    /// A copy with the same handles.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        guard(|| {
            self.settle(py)?;
            let inner = self.lock();
            let twin = Self::new(inner.spec.clone(), Numbered::Counted);
            {
                let mut copy = twin.lock();
                copy.order = inner.order.clone();
                copy.written = inner.written.clone();
                // pixels come with the next compilation
                copy.written.remove_all("data");
                copy.notes = inner.notes.clone();
                copy.idle.clone_from(&inner.idle);
            }
            Ok(twin)
        })
    }

    /// The bytes of a record, its fields at multiples of eight bytes: `opt`, `stat` or a part of `vis`. Always the same array.
    fn record<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        guard(|| {
            let inner = &mut *self.lock();
            if let Some(array) = inner.lent.object(py, Target::Record, name) {
                return Ok(array);
            }
            let value = Target::Record.read(&mut inner.spec, name)?;
            inner.lent.lend(py, Target::Record, name, value)
        })
    }

    /// The name of a class; empty if it was deleted.
    fn class_name(&self, class: usize) -> String {
        let inner = self.lock();
        inner.spec.class_name(class).unwrap_or_default().to_owned()
    }

    /// The class of this name.
    fn find_class(&self, name: &str) -> Option<usize> {
        self.lock().spec.find_class(name)
    }

    /// Adds a class inside another.
    fn add_class(&self, py: Python<'_>, name: &str, around: usize) -> PyResult<Option<usize>> {
        guard(|| {
            self.settle(py)?;
            Ok(self.lock().spec.add_class(name, around).ok())
        })
    }

    /// Deletes a class with all inside it.
    fn delete_class(&self, class: usize) -> PyResult<()> {
        guard(|| {
            let mut inner = self.lock();
            inner.spec.delete_class(class).map_err(value_error)?;
            inner.index.changed(Numbered::Counted);
            Ok(())
        })
    }

    /// Renames a class.
    fn rename_class(&self, class: usize, name: String) {
        self.lock().spec.rename_class(class, &name);
    }

    /// Adds an element: to a body or frame, or to the model as a whole.
    #[pyo3(signature = (word, at=None, class=None))]
    fn add(
        &self,
        py: Python<'_>,
        word: &str,
        at: Option<(String, usize)>,
        class: Option<String>,
    ) -> PyResult<usize> {
        guard(|| {
            let obj = kind(word)?;
            let place = match at {
                Some((word, index)) => Some(place(&word, index)?),
                None => None,
            };
            let inner = &mut *self.lock();
            // it starts from the values of its class
            let class_only = |target: &Target| matches!(target, Target::Class(..));
            let dropped = inner.settle(py, class_only)?;
            let made = inner.spec.make(obj, place, class.as_deref());
            let made = made.map_err(value_error)?;
            inner.index.added(obj, made);
            drop(dropped);
            Ok(made)
        })
    }

    /// Adds a free joint.
    fn add_free_joint(&self, at: (String, usize)) -> PyResult<usize> {
        guard(|| {
            let inner = &mut *self.lock();
            let made = inner.spec.make_free_joint(place(&at.0, at.1)?);
            let made = made.map_err(value_error)?;
            inner.index.added(Obj::Joint, made);
            Ok(made)
        })
    }

    /// The handles of a kind, in the order of the model.
    fn ids(&self, word: &str) -> PyResult<Vec<usize>> {
        guard(|| Ok(self.lock().spec.all_of(kind(word)?)))
    }

    /// The handles of what a body carries of a kind.
    fn carried(&self, word: &str, body: usize) -> PyResult<Vec<usize>> {
        guard(|| Ok(self.lock().spec.carried_of(kind(word)?, body)))
    }

    /// The handles of what a body and all bodies below it carry of a kind.
    fn below(&self, word: &str, body: usize) -> PyResult<Vec<usize>> {
        guard(|| Ok(self.lock().spec.below_of(kind(word)?, body)))
    }

    /// The first element of a kind and name.
    fn find(&self, word: &str, name: &str) -> PyResult<Option<usize>> {
        guard(|| {
            let inner = &mut *self.lock();
            Ok(inner.index.find(&inner.spec, kind(word)?, name))
        })
    }

    /// A number that tells models of different structure apart.
    fn signature(&self) -> u64 {
        let inner = &mut *self.lock();
        inner.index.signature(&inner.spec)
    }

    /// Puts something into a frame.
    fn set_frame(&self, word: &str, index: usize, frame: Option<usize>) -> PyResult<()> {
        guard(|| {
            let done = self.lock().spec.put_into_frame(kind(word)?, index, frame);
            done.map_err(value_error)
        })
    }

    /// Deletes an element.
    fn delete(&self, py: Python<'_>, word: &str, index: usize) -> PyResult<()> {
        guard(|| {
            let obj = kind(word)?;
            let target = Target::Element(obj, index);
            {
                let inner = &mut *self.lock();
                if obj == Obj::Body {
                    // keyframes lose its numbers
                    drop(inner.settle(py, is_key)?);
                    inner.spec.delete_one(obj, index).map_err(value_error)?;
                    inner.index.changed(Numbered::Counted);
                } else {
                    let spec = &mut inner.spec;
                    let name = target.read(spec, "name").ok();
                    spec.delete_one(obj, index).map_err(value_error)?;
                    if let Some(Value::Text(name)) = name {
                        inner.index.deleted(obj, index, &name);
                    }
                }
            }
            self.show_keys(py)
        })
    }

    /// Turns a body into a frame.
    fn to_frame(&self, py: Python<'_>, body: usize) -> PyResult<usize> {
        guard(|| {
            self.settle(py)?;
            let inner = &mut *self.lock();
            let frame = inner.spec.to_frame(body).map_err(value_error)?;
            inner.index.changed(Numbered::Counted);
            Ok(frame)
        })
    }

    /// Allows a plugin to be used; false if it does not exist.
    fn declare_plugin(&self, name: &str) -> bool {
        let known = synovia::plugin::Registry::process().find(name).is_some();
        if known {
            self.lock().spec.declare_plugin(name);
        }
        known
    }

    /// Instances of plugins: number, name, plugin, configuration.
    fn instances(&self) -> Vec<Instance> {
        self.lock().spec.instances()
    }

    /// Makes an instance of a plugin.
    fn add_instance(&self) -> usize {
        self.lock().spec.add_instance()
    }

    /// Deletes an instance.
    fn delete_instance(&self, key: usize) {
        let mut inner = self.lock();
        inner.spec.delete_instance(key);
        inner.index.changed(Numbered::Counted);
    }

    /// A frame at the place of a site.
    fn frame_at_site(&self, py: Python<'_>, site: usize) -> PyResult<usize> {
        guard(|| {
            self.settle(py)?;
            self.lock().spec.frame_at(site).map_err(value_error)
        })
    }

    /// Attaches a body, a frame or a whole model to a body or frame; returns the new handle and what moved. Unless it is `copied`, what
    /// programs hold of the other model is of this one from now on.
    #[allow(clippy::too_many_arguments)] // two places, two names
    fn attach(
        &self,
        py: Python<'_>,
        at: (String, usize),
        child: &Self,
        part: (String, usize),
        prefix: &str,
        suffix: &str,
        copied: bool,
    ) -> PyResult<(usize, Vec<Moved>)> {
        let names = Rename { prefix, suffix };
        let place = place(&at.0, at.1)?;
        guard(|| self.join(py, place, child, &part, names, copied))
    }

    /// Files of what was attached have a prefix and a suffix if they are among `known`, those of meshes and textures always.
    fn affix_files(
        &self,
        moved: Vec<(String, usize, usize)>,
        known: HashSet<String>,
        prefix: &str,
        suffix: &str,
    ) -> PyResult<()> {
        guard(|| self.lock().affix_files(&moved, &known, prefix, suffix))
    }

    /// Attaches a copy of a body or a frame of this model, or of all of it, to itself; returns the new handle.
    fn attach_own(
        &self,
        py: Python<'_>,
        at: (String, usize),
        part: (String, usize),
        prefix: &str,
        suffix: &str,
    ) -> PyResult<usize> {
        guard(|| {
            let place = place(&at.0, at.1)?;
            let names = Rename { prefix, suffix };
            self.settle(py)?;
            let inner = &mut *self.lock();
            let spec = &mut inner.spec;
            let done = spec.attach_own_part(place, &part.0, part.1, names);
            inner.index.changed(Numbered::Counted);
            let done = done.map_err(value_error)?;
            inner.show(py, |_| true)?;
            Ok(done)
        })
    }

    /// Compiles.
    fn compile(
        &self,
        py: Python<'_>,
        assets: Assets,
        tried: bool,
    ) -> PyResult<(ModelHandle, Option<Warned>)> {
        guard(|| {
            let mut compiled = self.compiled(py, assets)?;
            warn(py, std::mem::take(&mut compiled.warnings))?;
            self.keep(py, &mut compiled)?;
            let model = &mut compiled.model;
            let warned = py.detach(|| tried.then(|| trial::warning(model)).flatten());
            Ok((ModelHandle::new(compiled.model.into()), warned))
        })
    }

    /// The text of the model, as the reference saves it, and what its trial step warns of.
    fn to_xml(&self, py: Python<'_>, assets: Assets) -> PyResult<(String, Option<Warned>)> {
        guard(|| {
            let mut compiled = self.compiled(py, assets)?;
            let warned = py.detach(|| trial::warning(&mut compiled.model));
            let text = py.detach(|| compiled.to_xml(synovia::Precision::Short));
            self.keep(py, &mut compiled)?;
            Ok((text.map_err(value_error)?, warned))
        })
    }

    /// An archive of the model and all its files, and what its trial step warns of.
    fn to_zip<'py>(
        &self,
        py: Python<'py>,
        assets: Assets,
    ) -> PyResult<(Bound<'py, PyBytes>, Option<Warned>)> {
        let (bytes, warned) = guard(|| {
            let mut compiled = self.compiled_with_files(py, assets.clone())?;
            let warned = py.detach(|| trial::warning(&mut compiled.model));
            let bytes = py.detach(|| {
                let mut bundle = compiled.bundle(&compiled.file_name())?;
                bundle.add_unused(&assets);
                bundle.to_zip()
            });
            self.keep(py, &mut compiled)?;
            Ok((bytes.map_err(value_error)?, warned))
        })?;
        Ok((PyBytes::new(py, &bytes), warned))
    }

    /// Writes the model with all digits, and all its files beside it; returns what was written.
    fn save(
        &self,
        py: Python<'_>,
        assets: Assets,
        path: PathBuf,
        overwrite: bool,
    ) -> PyResult<Vec<PathBuf>> {
        guard(|| {
            let mut compiled = self.compiled_with_files(py, assets)?;
            let overwrite = if overwrite {
                synovia::Overwrite::Everything
            } else {
                synovia::Overwrite::Nothing
            };
            let written = py.detach(|| compiled.save(path, overwrite));
            self.keep(py, &mut compiled)?;
            written.map_err(|error| match error {
                synovia::BundleError::Exists(_) => {
                    PyFileExistsError::new_err(format!("{error}; overwrite=True replaces it"))
                }
                synovia::BundleError::File { path, error } => {
                    let message = format!("{}: {error}", path.display());
                    std::io::Error::new(error.kind(), message).into()
                }
                error => value_error(error),
            })
        })
    }

    /// The path of a tendon: kind, name, side site, divisor or coefficient.
    fn wraps(&self, tendon: usize) -> Vec<(&'static str, String, String, f64)> {
        self.lock().spec.wraps(tendon)
    }

    /// Lengthens the path of a tendon.
    fn add_wrap(
        &self,
        tendon: usize,
        kind: &str,
        name: &str,
        side: &str,
        number: f64,
    ) -> PyResult<usize> {
        guard(|| {
            let added = self.lock().spec.add_wrap(tendon, kind, name, side, number);
            added.map_err(value_error)
        })
    }

    /// Makes a mesh one of the built-in shapes.
    fn make_mesh(
        &self,
        py: Python<'_>,
        mesh: usize,
        shape: i32,
        numbers: Vec<f64>,
    ) -> PyResult<()> {
        guard(|| {
            let inner = &mut *self.lock();
            let this = |target: &Target| *target == Target::Element(Obj::Mesh, mesh);
            drop(inner.settle(py, this)?);
            let made = inner.spec.make_mesh(mesh, shape, numbers);
            made.map_err(value_error)?;
            inner.show(py, this)
        })
    }

    /// Carries the state of a simulation over: from a model of this specification to a new simulation of the one that was compiled after it.
    fn carry_over(
        &self,
        py: Python<'_>,
        old: (Bound<'_, PyModel>, Bound<'_, PyData>),
        new: (Bound<'_, PyModel>, Bound<'_, PyData>),
    ) -> PyResult<()> {
        self.carry(py, &old, &new)
    }
}

/// A body or a frame.
fn place(word: &str, index: usize) -> PyResult<Place> {
    match word {
        "body" => Ok(Place::body(index)),
        "frame" => Ok(Place::frame(index)),
        _ => Err(PyValueError::new_err(format!("a {word} holds nothing"))),
    }
}
