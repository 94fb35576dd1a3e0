//! Specifications: models as things to edit. What Python holds are kinds and numbers of handles; the package around it makes objects of
//! them.
//!
//! | file      | contents                                                          |
//! |-----------|-------------------------------------------------------------------|
//! | `methods` | what Python calls                                                 |
//! | `handle`  | the base class of elements                                        |
//! | `target`  | what has members                                                  |
//! | `value`   | values of members, to Python and back                             |
//! | `written` | values that programs have written and members cannot hold         |
//! | `lent`    | arrays and lists that programs hold                               |
//! | `index`   | elements by name and number                                       |
//! | `join`    | specifications that are put together, states that are carried over |

pub(crate) mod handle;
mod index;
mod join;
mod lent;
mod methods;
mod target;
mod value;
mod written;

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use synovia::spec::{self, Obj, Spec, Value};
use synovia::{Loaded, Loader};
use synovia_model::Model;

use self::index::{Index, Numbered};
use self::lent::{Dropped, Lent};
use self::target::Target;
use self::written::{Beside, Store, Written};
use crate::errors::{guard, value_error};

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
                && let Some(row) = self.order.row(Obj::Texture, id)
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

    /// The array of a member: always the same one as long as anything refers to it.
    pub(crate) fn lend<'py>(
        &mut self,
        py: Python<'py>,
        target: Target,
        name: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (mut store, lent) = self.members();
        if let Some(array) = lent.object(py, target, name) {
            return Ok(array);
        }
        let value = store.read(target, name)?;
        lent.lend(py, target, name, value)
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

    /// Reads a model.
    fn read(
        py: Python<'_>,
        read: impl FnOnce() -> Result<Spec, synovia::Error> + Send,
    ) -> PyResult<Self> {
        guard(|| py.detach(read).map(Self::of).map_err(value_error))
    }

    /// A model that was read.
    fn of(spec: Spec) -> Self {
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

    /// Runs an edit; a panic is an error.
    fn edit<T>(&self, run: impl FnOnce(&mut Inner) -> PyResult<T>) -> PyResult<T> {
        guard(|| run(&mut self.lock()))
    }

    /// The same, once all that programs have changed in arrays and lists is written.
    fn edit_settled<T>(
        &self,
        py: Python<'_>,
        run: impl FnOnce(&mut Inner) -> PyResult<T>,
    ) -> PyResult<T> {
        guard(|| self.settle(py))?;
        self.edit(run)
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

    /// Compiles a copy, and writes the result in some form.
    fn written<T: Send>(
        &self,
        py: Python<'_>,
        loader: &Loader,
        write: impl FnOnce(&mut Loaded) -> T + Send,
    ) -> PyResult<T> {
        guard(|| {
            let mut compiled = self.compiled(py, loader)?;
            let written = py.detach(|| write(&mut compiled));
            self.keep(py, &mut compiled)?;
            Ok(written)
        })
    }

    /// Compiles a copy; other threads may continue to edit.
    fn compiled(&self, py: Python<'_>, loader: &Loader) -> PyResult<Loaded> {
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

/// An element that was attached: kind, handle before, handle now.
pub(crate) type Moved = (&'static str, usize, usize);
