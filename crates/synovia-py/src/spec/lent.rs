//! Arrays and lists of members that programs hold.
//!
//! An array that a member hands out is an object that the program may keep and write, without a call that would show here. So it is *lent*: as
//! long as it is in this table, it is the value of its member. It is read back when that member is read or written in another way
//! ([`Lent::settled`]), and all are read back by operations on the whole model ([`Lent::settle`]), which also take out the ones that
//! nothing else refers to. An edit therefore costs the same in models of any size.

use std::collections::HashMap;

use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use synovia::spec::Value;

use super::target::Target;
use super::value::{from_list, from_python, to_python};
use super::written::{Store, same};
use crate::memory::is_shared;

/// An object that a program may hold.
struct Entry {
    name: Box<str>,
    /// What was handed out.
    object: Py<PyAny>,
    /// The entries, if it is one of the lists.
    list: Option<Py<PyList>>,
    /// The value that both sides had last.
    last: Value,
}

/// All objects that programs may hold.
#[derive(Default)]
pub(crate) struct Lent(HashMap<Target, Vec<Entry>>);

/// Objects that are not needed any more; to be dropped when the specification is not locked.
pub(crate) type Dropped = Vec<Py<PyAny>>;

impl Lent {
    fn entry(&mut self, target: Target, name: &str) -> Option<&mut Entry> {
        let entries = self.0.get_mut(&target)?;
        entries.iter_mut().find(|entry| *entry.name == *name)
    }

    /// The object of a member, if it is lent.
    pub(crate) fn object<'py>(
        &mut self,
        py: Python<'py>,
        target: Target,
        name: &str,
    ) -> Option<Bound<'py, PyAny>> {
        let entry = self.entry(target, name)?;
        Some(entry.object.bind(py).clone())
    }

    /// Lends an array of a value.
    pub(crate) fn lend<'py>(
        &mut self,
        py: Python<'py>,
        target: Target,
        name: &str,
        value: Value,
    ) -> PyResult<Bound<'py, PyAny>> {
        let object = match value.clone() {
            Value::Bytes(bytes) => PyArray1::from_vec(py, bytes).into_any(),
            value => to_python(py, value)?,
        };
        self.insert(target, name, object.clone().unbind(), None, value);
        Ok(object)
    }

    /// Notes an object; its entries are in `list` if it is one of the lists.
    pub(crate) fn insert(
        &mut self,
        target: Target,
        name: &str,
        object: Py<PyAny>,
        list: Option<Py<PyList>>,
        last: Value,
    ) {
        self.0.entry(target).or_default().push(Entry {
            name: name.into(),
            object,
            list,
            last,
        });
    }

    /// Does something to a member while it is settled: writes it first if the program has changed what is lent of it, and shows it there
    /// afterwards.
    pub(crate) fn settled<T>(
        &mut self,
        py: Python<'_>,
        store: &mut Store<'_>,
        (target, name): (Target, &str),
        run: impl FnOnce(&mut Store<'_>) -> PyResult<T>,
    ) -> PyResult<T> {
        let Some(entry) = self.entry(target, name) else {
            return run(store);
        };
        entry.written(py, store, target)?;
        entry.last = entry.value(py)?;
        let done = run(store)?;
        entry.show(py, store, target)?;
        Ok(done)
    }

    /// Writes all that programs have changed and takes out what nothing else refers to; of some targets only, if they are limited.
    pub(crate) fn settle(
        &mut self,
        py: Python<'_>,
        store: &mut Store<'_>,
        limit: impl Fn(&Target) -> bool,
    ) -> PyResult<Dropped> {
        let (mut dropped, mut failed) = (Vec::new(), None);
        self.0.retain(|&target, entries| {
            if !limit(&target) {
                return true;
            }
            entries.retain(|entry| {
                if let Err(error) = entry.written(py, store, target) {
                    failed.get_or_insert(error);
                    return true;
                }
                let held = is_shared(entry.object.bind(py));
                if !held {
                    dropped.push(entry.object.clone_ref(py));
                }
                held
            });
            for entry in entries.iter_mut() {
                if let Ok(value) = entry.value(py) {
                    entry.last = value;
                }
            }
            !entries.is_empty()
        });
        match failed {
            Some(error) => Err(error),
            None => Ok(dropped),
        }
    }

    /// Shows what an operation may have changed; of some targets only, if they are limited.
    pub(crate) fn show(
        &mut self,
        py: Python<'_>,
        store: &mut Store<'_>,
        limit: impl Fn(&Target) -> bool,
    ) -> PyResult<()> {
        for (&target, entries) in self.0.iter_mut().filter(|(target, _)| limit(target)) {
            for entry in entries {
                entry.show(py, store, target)?;
            }
        }
        Ok(())
    }

    /// Takes over what was lent for elements that have moved here, by their new targets.
    pub(crate) fn take(&mut self, other: &mut Self, moved: impl Iterator<Item = (Target, Target)>) {
        for (old, new) in moved {
            if let Some(entries) = other.0.remove(&old) {
                self.0.insert(new, entries);
            }
        }
    }
}

impl Entry {
    /// What the object holds now.
    fn value(&self, py: Python<'_>) -> PyResult<Value> {
        if let Some(list) = &self.list {
            return from_list(list.bind(py), &self.last);
        }
        from_python(self.object.bind(py))
    }

    /// Writes it, if the program has changed it.
    fn written(&self, py: Python<'_>, store: &mut Store<'_>, target: Target) -> PyResult<()> {
        let value = self.value(py)?;
        if same(&value, &self.last) {
            return Ok(());
        }
        store.write(target, &self.name, value)
    }

    fn show(&mut self, py: Python<'_>, store: &mut Store<'_>, target: Target) -> PyResult<()> {
        let value = store.read(target, &self.name)?;
        if same(&value, &self.last) {
            return Ok(());
        }
        if let Some(list) = &self.list {
            let list = list.bind(py);
            list.set_slice(0, list.len(), listed(py, &value)?.as_any())?;
        } else {
            let object = self.object.bind(py);
            let filled = match &value {
                Value::Reals(numbers) => fill(object, numbers),
                Value::Floats(numbers) => fill(object, numbers),
                Value::Ints(numbers) => fill(object, numbers),
                Value::Bytes(numbers) => fill(object, numbers),
                _ => true,
            };
            if !filled {
                let message = format!("{}: the array cannot be written", self.name);
                return Err(PyValueError::new_err(message));
            }
        }
        self.last = value;
        Ok(())
    }
}

/// The entries of a value as a list; those of a text are its characters.
pub(crate) fn listed<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyList>> {
    if let Value::Text(text) = value {
        return PyList::new(py, text.chars().map(String::from));
    }
    let value = to_python(py, value.clone())?;
    match value.cast::<PyList>() {
        Ok(list) => Ok(list.clone()),
        Err(_) => Ok(value.call_method0("tolist")?.cast_into()?),
    }
}

fn fill<T: Element + Copy>(object: &Bound<'_, PyAny>, numbers: &[T]) -> bool {
    let Ok(array) = object.cast::<PyArray1<T>>() else {
        return false;
    };
    let Ok(mut array) = array.try_readwrite() else {
        return false;
    };
    match array.as_slice_mut() {
        Ok(slice) if slice.len() == numbers.len() => slice.copy_from_slice(numbers),
        _ => return false,
    }
    true
}
