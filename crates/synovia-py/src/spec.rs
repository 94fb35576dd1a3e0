//! Specifications: models as things to edit. What Python holds are kinds and numbers of handles; the package around it makes objects of
//! them.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyFileExistsError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use synovia::archive::{self, ArchiveError};
use synovia::spec::{self, Members, Obj, Place, Rename, Slot, Spec, Value};
use synovia::{Loaded, Loader};
use synovia_model::ObjType;
use synovia_model::record::Record;

use crate::errors::{guard, value_error};
use crate::model::{ModelHandle, warn};
use crate::spec_value::{from_python, to_python};
use crate::trial::{self, Warned};

type Assets = Vec<(String, Vec<u8>)>;

/// Files by name, as Python has them.
type Files = Vec<(String, Py<PyBytes>)>;

/// A model to be edited.
#[pyclass(frozen, name = "Spec", module = "synovia._synovia")]
pub(crate) struct PySpec {
    inner: Mutex<Inner>,
}

struct Inner {
    spec: Spec,
    order: spec::Order,
}

impl PySpec {
    fn new(spec: Spec) -> Self {
        Self {
            inner: Mutex::new(Inner {
                spec,
                order: spec::Order::default(),
            }),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes what a compilation has found: which element is which row, and the keyframes of what was attached.
    fn keep(&self, order: spec::Order, model: &synovia_model::Model) {
        let mut inner = self.lock();
        inner.order = order;
        inner.spec.note_compiled(model);
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
        let copy = self.lock().spec.clone();
        let compiled = py.detach(|| loader.compile(copy));
        compiled.map_err(|error| value_error(spec::explain(&self.lock().spec, &error)))
    }
}

/// The kind that a word names.
fn kind(word: &str) -> PyResult<Obj> {
    Obj::from_word(word).ok_or_else(|| PyValueError::new_err(format!("no kind of element: {word}")))
}

/// The number of a kind in the model.
fn objtype(word: &str) -> ObjType {
    ObjType::from_keyword(word).unwrap_or(ObjType::Unknown)
}

/// Something with members: it calls what it gets with the place of one.
type Target<'a> = &'a mut dyn FnMut(&mut dyn FnMut(&mut dyn Slot)) -> bool;

/// An instance of a plugin: number, name, plugin, configuration.
type Instance = (usize, String, String, Vec<(String, String)>);

/// What an element uses: plugin, name of the instance, configuration of one of its own.
type Used = (String, String, Vec<(String, String)>);

/// An element that was attached: kind, handle before, handle now.
type Moved = (&'static str, usize, usize);

/// Reads one member of something that has members.
fn read(target: Target<'_>, name: &str) -> PyResult<Value> {
    let mut found = None;
    target(&mut |slot| found = Some(slot.read()));
    found.ok_or_else(|| PyValueError::new_err(format!("no member {name}")))
}

/// Writes one member of something that has members.
fn write(target: Target<'_>, name: &str, value: Value) -> PyResult<()> {
    let (mut value, mut done) = (Some(value), None);
    target(&mut |slot| {
        if let Some(value) = value.take() {
            done = Some(slot.write(value));
        }
    });
    match done {
        Some(Ok(())) => Ok(()),
        Some(Err(expected)) => Err(PyValueError::new_err(format!("{name} takes {expected}"))),
        None => Err(PyValueError::new_err(format!("no member {name}"))),
    }
}

#[pymethods]
impl PySpec {
    #[new]
    fn empty() -> Self {
        Self::new(Spec::new())
    }

    /// Reads a file.
    #[staticmethod]
    fn read_path(py: Python<'_>, path: PathBuf, assets: Assets) -> PyResult<Self> {
        guard(|| {
            let loader = Loader::new().assets(assets);
            let spec = py.detach(|| loader.path(&path).spec());
            Ok(Self::new(spec.map_err(value_error)?))
        })
    }

    /// Reads a string.
    #[staticmethod]
    fn read_string(py: Python<'_>, xml: String, assets: Assets) -> PyResult<Self> {
        guard(|| {
            let loader = Loader::new().assets(assets);
            let spec = py.detach(|| loader.string(&xml).spec());
            Ok(Self::new(spec.map_err(value_error)?))
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
        Ok((Self::new(spec), assets.collect()))
    }

    /// A copy with the same handles.
    fn copy(&self) -> PyResult<Self> {
        guard(|| {
            let inner = self.lock();
            Ok(Self {
                inner: Mutex::new(Inner {
                    spec: inner.spec.clone(),
                    order: inner.order.clone(),
                }),
            })
        })
    }

    /// A member of an element.
    fn get<'py>(
        &self,
        py: Python<'py>,
        word: &str,
        index: usize,
        name: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let value = guard(|| {
            let mut inner = self.lock();
            let value = inner.spec.read_member(kind(word)?, index, name);
            value.map_err(value_error)
        })?;
        to_python(py, value)
    }

    /// Writes a member of an element.
    fn set(&self, word: &str, index: usize, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let value = from_python(value)?;
        guard(|| {
            let mut inner = self.lock();
            let done = inner.spec.write_member(kind(word)?, index, name, value);
            done.map_err(value_error)
        })
    }

    /// A member of the model as a whole: group `compiler`, `size`, `lengthrange` or `model`.
    fn get_global<'py>(
        &self,
        py: Python<'py>,
        group: &str,
        name: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let value = guard(|| {
            let spec = &mut self.lock().spec;
            read(&mut |visit| global(spec, group, name, visit), name)
        })?;
        to_python(py, value)
    }

    /// Writes a member of the model as a whole.
    fn set_global(&self, group: &str, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let value = from_python(value)?;
        guard(|| {
            let spec = &mut self.lock().spec;
            write(&mut |visit| global(spec, group, name, visit), name, value)
        })
    }

    /// A member of what a class says about a kind of element.
    fn get_class<'py>(
        &self,
        py: Python<'py>,
        class: usize,
        word: &str,
        name: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let value = guard(|| {
            let obj = kind(word)?;
            let spec = &mut self.lock().spec;
            read(
                &mut |visit| spec.class_member(class, obj, name, visit),
                name,
            )
        })?;
        to_python(py, value)
    }

    /// Writes a member of what a class says about a kind of element.
    fn set_class(
        &self,
        class: usize,
        word: &str,
        name: &str,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let value = from_python(value)?;
        guard(|| {
            let obj = kind(word)?;
            let spec = &mut self.lock().spec;
            write(
                &mut |visit| spec.class_member(class, obj, name, visit),
                name,
                value,
            )
        })
    }

    /// The default classes: name and number of the class around each.
    fn classes(&self) -> Vec<(usize, String, Option<usize>)> {
        self.lock().spec.class_list()
    }

    /// Adds a class inside another.
    fn add_class(&self, name: String, around: usize) -> PyResult<usize> {
        guard(|| {
            self.lock()
                .spec
                .add_class(&name, around)
                .map_err(value_error)
        })
    }

    /// Deletes a class with all inside it.
    fn delete_class(&self, class: usize) -> PyResult<()> {
        guard(|| self.lock().spec.delete_class(class).map_err(value_error))
    }

    /// Renames a class.
    fn rename_class(&self, class: usize, name: String) {
        self.lock().spec.rename_class(class, &name);
    }

    /// The numbers of a record, field by field: `opt`, `stat` or a part of `vis`.
    fn record<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let fields = guard(|| {
            let mut inner = self.lock();
            let mut all = Vec::new();
            with_record(&mut inner.spec, name, &mut |_, field| {
                all.push(field.to_vec());
            })?;
            Ok(all)
        })?;
        Ok(fields.iter().map(|field| PyBytes::new(py, field)).collect())
    }

    /// Writes the numbers of a record.
    fn set_record(&self, name: &str, fields: Vec<Vec<u8>>) -> PyResult<()> {
        guard(|| {
            let mut inner = self.lock();
            with_record(&mut inner.spec, name, &mut |k, field| {
                if let Some(bytes) = fields.get(k).filter(|bytes| bytes.len() == field.len()) {
                    field.copy_from_slice(bytes);
                }
            })
        })
    }

    /// Adds an element: to a body or frame, or to the model as a whole.
    #[pyo3(signature = (word, at=None, class=None))]
    fn add(
        &self,
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
            let mut inner = self.lock();
            let made = inner.spec.make(obj, place, class.as_deref());
            made.map_err(value_error)
        })
    }

    /// Adds a free joint.
    fn add_free_joint(&self, at: (String, usize)) -> PyResult<usize> {
        guard(|| {
            let made = self.lock().spec.make_free_joint(place(&at.0, at.1)?);
            made.map_err(value_error)
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

    /// The body and the frame around something.
    fn around(&self, word: &str, index: usize) -> PyResult<(Option<usize>, Option<usize>)> {
        guard(|| Ok(self.lock().spec.around_of(kind(word)?, index)))
    }

    /// Puts something into a frame.
    fn set_frame(&self, word: &str, index: usize, frame: Option<usize>) -> PyResult<()> {
        guard(|| {
            let done = self.lock().spec.put_into_frame(kind(word)?, index, frame);
            done.map_err(value_error)
        })
    }

    /// Deletes an element.
    fn delete(&self, word: &str, index: usize) -> PyResult<()> {
        guard(|| {
            let done = self.lock().spec.delete_one(kind(word)?, index);
            done.map_err(value_error)
        })
    }

    /// Turns a body into a frame.
    fn to_frame(&self, body: usize) -> PyResult<usize> {
        guard(|| self.lock().spec.to_frame(body).map_err(value_error))
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

    /// Says what an instance is.
    fn set_instance(
        &self,
        key: usize,
        name: String,
        plugin: String,
        config: Vec<(String, String)>,
    ) -> bool {
        self.lock().spec.set_instance(&(key, name, plugin, config))
    }

    /// Deletes an instance.
    fn delete_instance(&self, key: usize) {
        self.lock().spec.delete_instance(key);
    }

    /// The plugin and the instance that an element uses, and the configuration of one of its own.
    fn used_by(&self, word: &str, index: usize) -> PyResult<Option<Used>> {
        guard(|| Ok(self.lock().spec.used_by(kind(word)?, index)))
    }

    /// The number of the instance that an element describes itself.
    fn own_instance(&self, word: &str, index: usize) -> PyResult<Option<usize>> {
        guard(|| Ok(self.lock().spec.own_instance(kind(word)?, index)))
    }

    /// Says what an element uses.
    fn set_used(&self, word: &str, index: usize, used: Option<Used>) -> PyResult<()> {
        guard(|| {
            let used = used.as_ref();
            let used = used.map(|(plugin, instance, config)| {
                (plugin.as_str(), instance.as_str(), config.as_slice())
            });
            self.lock().spec.set_used(kind(word)?, index, used);
            Ok(())
        })
    }

    /// A frame at the place of a site.
    fn frame_at_site(&self, site: usize) -> PyResult<usize> {
        guard(|| self.lock().spec.frame_at(site).map_err(value_error))
    }

    /// Attaches a body, a frame or a whole model to a body or frame; returns the new handle and what moved.
    fn attach(
        &self,
        at: (String, usize),
        child: &Self,
        part: (String, usize),
        prefix: &str,
        suffix: &str,
    ) -> PyResult<(usize, Vec<Moved>)> {
        guard(|| {
            let place = place(&at.0, at.1)?;
            // a copy: the model that is attached stays as it is
            let mut other = child.lock().spec.clone();
            let mut inner = self.lock();
            let names = Rename { prefix, suffix };
            let done = inner
                .spec
                .attach_part(place, &mut other, &part.0, part.1, names);
            let (id, moved) = done.map_err(value_error)?;
            let moved = moved.iter().map(|(obj, old, new)| (obj.word(), old, new));
            Ok((id, moved.collect()))
        })
    }

    /// Attaches a copy of a body or a frame of this model, or of all of it, to itself; returns the new handle.
    fn attach_own(
        &self,
        at: (String, usize),
        part: (String, usize),
        prefix: &str,
        suffix: &str,
    ) -> PyResult<usize> {
        guard(|| {
            let place = place(&at.0, at.1)?;
            let names = Rename { prefix, suffix };
            let mut inner = self.lock();
            let done = inner.spec.attach_own_part(place, &part.0, part.1, names);
            done.map_err(value_error)
        })
    }

    /// Whether parts of it are copies, or were attached.
    fn has_copies(&self) -> bool {
        self.lock().spec.has_copies()
    }

    /// The handles and names of a kind, in the order of the model.
    fn names(&self, word: &str) -> PyResult<Vec<(usize, String)>> {
        guard(|| Ok(self.lock().spec.names_of(kind(word)?)))
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
            self.keep(compiled.order, &compiled.model);
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
            self.keep(compiled.order, &compiled.model);
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
            self.keep(compiled.order, &compiled.model);
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
            let compiled = self.compiled_with_files(py, assets)?;
            let overwrite = if overwrite {
                synovia::Overwrite::Everything
            } else {
                synovia::Overwrite::Nothing
            };
            let written = py.detach(|| compiled.save(path, overwrite));
            self.keep(compiled.order, &compiled.model);
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
    fn make_mesh(&self, mesh: usize, shape: i32, numbers: Vec<f64>) -> PyResult<()> {
        guard(|| {
            let made = self.lock().spec.make_mesh(mesh, shape, numbers);
            made.map_err(value_error)
        })
    }

    /// The row of an element in the model that was compiled last; −1 if it has none.
    fn row(&self, word: &str, index: usize) -> i64 {
        let row = self.lock().order.row(objtype(word), index);
        row.map_or(-1, |row| row as i64)
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

fn global(spec: &mut Spec, group: &str, name: &str, visit: &mut dyn FnMut(&mut dyn Slot)) -> bool {
    match group {
        "compiler" => spec
            .settings
            .first_mut()
            .is_some_and(|own| own.member(name, visit)),
        "size" => spec.size.member(name, visit),
        "lengthrange" => spec.lengthrange.member(name, visit),
        _ => spec.own_member(name, visit),
    }
}

/// Calls `visit` with the number and the memory of each field of a record.
fn with_record(
    spec: &mut Spec,
    name: &str,
    visit: &mut dyn FnMut(usize, &mut [u8]),
) -> PyResult<()> {
    fn each<R: Record>(record: &mut R, visit: &mut dyn FnMut(usize, &mut [u8])) {
        for k in 0..R::FIELDS.len() {
            if let Some(field) = record.field_mut(k) {
                visit(k, field);
            }
        }
    }
    match name {
        "opt" => each(&mut spec.opt, visit),
        "stat" => each(&mut spec.stat, visit),
        "global" => each(&mut spec.vis.global, visit),
        "quality" => each(&mut spec.vis.quality, visit),
        "headlight" => each(&mut spec.vis.headlight, visit),
        "map" => each(&mut spec.vis.map, visit),
        "scale" => each(&mut spec.vis.scale, visit),
        "rgba" => each(&mut spec.vis.rgba, visit),
        _ => return Err(PyValueError::new_err(format!("no record {name}"))),
    }
    Ok(())
}
