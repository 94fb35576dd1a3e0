//! What Python calls of a specification.

use std::collections::HashSet;
use std::path::PathBuf;

use pyo3::exceptions::{PyFileExistsError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use synovia::archive::{self, ArchiveError};
use synovia::spec::{Obj, Place, Rename, Spec};
use synovia::{Loaded, Loader};

use super::index::Numbered;
use super::target::{Target, kind};
use super::{Moved, PySpec, is_key};
use crate::data::PyData;
use crate::errors::{guard, value_error};
use crate::model::{ModelHandle, PyModel, warn};
use crate::trial::{self, Warned};

type Assets = Vec<(String, Vec<u8>)>;

/// Files by name, as Python has them.
type Files = Vec<(String, Py<PyBytes>)>;

/// An instance of a plugin: number, name, plugin, configuration.
type Instance = (usize, String, String, Vec<(String, String)>);

#[pymethods]
impl PySpec {
    #[new]
    fn empty() -> Self {
        Self::new(Spec::new(), Numbered::Unknown)
    }

    /// Reads a file.
    #[staticmethod]
    fn read_path(py: Python<'_>, path: PathBuf, assets: Assets) -> PyResult<Self> {
        let loader = Loader::new().assets(assets);
        Self::read(py, || loader.path(&path).spec())
    }

    /// Reads a string.
    #[staticmethod]
    fn read_string(py: Python<'_>, xml: String, assets: Assets) -> PyResult<Self> {
        let loader = Loader::new().assets(assets);
        Self::read(py, || loader.string(&xml).spec())
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
        Ok((Self::of(spec), assets.collect()))
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
        self.edit(|inner| inner.lend(py, Target::Record, name))
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
        self.edit_settled(py, |inner| Ok(inner.spec.add_class(name, around).ok()))
    }

    /// Deletes a class with all inside it.
    fn delete_class(&self, class: usize) -> PyResult<()> {
        self.edit(|inner| {
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
        let obj = kind(word)?;
        let place = at.map(|at| place(&at)).transpose()?;
        self.edit(|inner| {
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
        self.edit(|inner| {
            let made = inner.spec.make_free_joint(place(&at)?);
            let made = made.map_err(value_error)?;
            inner.index.added(Obj::Joint, made);
            Ok(made)
        })
    }

    /// The handles of a kind, in the order of the model.
    fn ids(&self, word: &str) -> PyResult<Vec<usize>> {
        self.edit(|inner| Ok(inner.spec.all_of(kind(word)?)))
    }

    /// The handles of what a body carries of a kind.
    fn carried(&self, word: &str, body: usize) -> PyResult<Vec<usize>> {
        self.edit(|inner| Ok(inner.spec.carried_of(kind(word)?, body)))
    }

    /// The handles of what a body and all bodies below it carry of a kind.
    fn below(&self, word: &str, body: usize) -> PyResult<Vec<usize>> {
        self.edit(|inner| Ok(inner.spec.below_of(kind(word)?, body)))
    }

    /// The first element of a kind and name.
    fn find(&self, word: &str, name: &str) -> PyResult<Option<usize>> {
        self.edit(|inner| Ok(inner.index.find(&inner.spec, kind(word)?, name)))
    }

    /// A number that distinguishes models of different structure.
    fn signature(&self) -> u64 {
        let inner = &mut *self.lock();
        inner.index.signature(&inner.spec)
    }

    /// Puts something into a frame.
    fn set_frame(&self, word: &str, index: usize, frame: Option<usize>) -> PyResult<()> {
        self.edit(|inner| {
            let done = inner.spec.put_into_frame(kind(word)?, index, frame);
            done.map_err(value_error)
        })
    }

    /// Deletes an element.
    fn delete(&self, py: Python<'_>, word: &str, index: usize) -> PyResult<()> {
        let obj = kind(word)?;
        self.edit(|inner| {
            if obj == Obj::Body {
                // keyframes lose its numbers
                drop(inner.settle(py, is_key)?);
            }
            let names = inner.spec.names_with(obj, index);
            inner.spec.delete_one(obj, index).map_err(value_error)?;
            inner.index.deleted(obj, &names);
            inner.show(py, is_key)
        })
    }

    /// Turns a body into a frame.
    fn to_frame(&self, py: Python<'_>, body: usize) -> PyResult<usize> {
        self.edit_settled(py, |inner| {
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
        self.edit_settled(py, |inner| inner.spec.frame_at(site).map_err(value_error))
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
        let place = place(&at)?;
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
        self.edit(|inner| inner.affix_files(&moved, &known, prefix, suffix))
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
        let (place, names) = (place(&at)?, Rename { prefix, suffix });
        self.edit_settled(py, |inner| {
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
            let mut compiled = self.compiled(py, &Loader::new().assets(assets))?;
            warn(py, std::mem::take(&mut compiled.warnings))?;
            self.keep(py, &mut compiled)?;
            let model = &mut compiled.model;
            let warned = py.detach(|| tried.then(|| trial::warning(model)).flatten());
            Ok((ModelHandle::new(compiled.model.into()), warned))
        })
    }

    /// The text of the model, as the reference saves it, and what its trial step warns of.
    fn to_xml(&self, py: Python<'_>, assets: Assets) -> PyResult<(String, Option<Warned>)> {
        let loader = Loader::new().assets(assets);
        let write = |compiled: &mut Loaded| {
            let warned = trial::warning(&mut compiled.model);
            (compiled.to_xml(synovia::Precision::Short), warned)
        };
        let (text, warned) = self.written(py, &loader, write)?;
        Ok((text.map_err(value_error)?, warned))
    }

    /// An archive of the model and all its files, and what its trial step warns of.
    fn to_zip<'py>(
        &self,
        py: Python<'py>,
        assets: Assets,
    ) -> PyResult<(Bound<'py, PyBytes>, Option<Warned>)> {
        let loader = Loader::new().assets(assets.clone()).keep_files(true);
        let zip = |compiled: &Loaded| {
            let mut bundle = compiled.bundle(&compiled.file_name())?;
            bundle.add_unused(&assets);
            bundle.to_zip()
        };
        let write = |compiled: &mut Loaded| {
            let warned = trial::warning(&mut compiled.model);
            (zip(compiled), warned)
        };
        let (bytes, warned) = self.written(py, &loader, write)?;
        Ok((PyBytes::new(py, &bytes.map_err(value_error)?), warned))
    }

    /// Writes the model with all digits, and all its files beside it; returns what was written.
    fn save(
        &self,
        py: Python<'_>,
        assets: Assets,
        path: PathBuf,
        overwrite: bool,
    ) -> PyResult<Vec<PathBuf>> {
        let loader = Loader::new().assets(assets).keep_files(true);
        let overwrite = if overwrite {
            synovia::Overwrite::Everything
        } else {
            synovia::Overwrite::Nothing
        };
        let written = self.written(py, &loader, |compiled| compiled.save(path, overwrite))?;
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
        self.edit(|inner| {
            let added = inner.spec.add_wrap(tendon, kind, name, side, number);
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
        self.edit(|inner| {
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
fn place((word, index): &(String, usize)) -> PyResult<Place> {
    match word.as_str() {
        "body" => Ok(Place::body(*index)),
        "frame" => Ok(Place::frame(*index)),
        _ => Err(PyValueError::new_err(format!("a {word} holds nothing"))),
    }
}
