//! The base class of elements, and of everything else that has members: a specification and the element in it.
//!
//! Numbers, strings and flags are read and written at once; arrays and lists are lent ([`super::lent`]).

use numpy::PyArray1;
use numpy::PyArrayMethods;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyType};
use synovia::spec::{Obj, Value};

use super::lent::listed;
use super::target::Target;
use super::value::{from_list, from_python, to_python};
use super::{PySpec, Used};
use crate::errors::{guard, value_error};

/// Something with members in a specification.
#[pyclass(subclass, name = "Handle", module = "synovia._synovia")]
pub(crate) struct Handle {
    core: Py<PySpec>,
    target: Target,
}

impl Handle {
    fn number(&self) -> usize {
        match self.target {
            Target::Element(_, index) | Target::Instance(index) => index,
            _ => 0,
        }
    }
}

#[pymethods]
impl Handle {
    #[new]
    #[classmethod]
    #[pyo3(signature = (core=None, word="", index=0, class=None))]
    fn new(
        cls: &Bound<'_, PyType>,
        core: Option<Py<PySpec>>,
        word: &str,
        index: usize,
        class: Option<usize>,
    ) -> PyResult<Self> {
        let Some(core) = core else {
            let message = format!("{}: no constructor defined", cls.name()?);
            return Err(PyTypeError::new_err(message));
        };
        let target = Target::new(word, index, class)?;
        Ok(Self { core, target })
    }

    /// The number of the element in its specification.
    #[getter]
    fn _index(&self) -> usize {
        self.number()
    }

    /// The class that it is part of; `None` for elements.
    #[getter]
    fn _class(&self) -> Option<usize> {
        match self.target {
            Target::Class(class, _) => Some(class),
            _ => None,
        }
    }

    /// It is another element from now on, perhaps of another specification.
    fn _move(&mut self, core: Py<PySpec>, index: usize) {
        self.core = core;
        if let Target::Element(obj, _) = self.target {
            self.target = Target::Element(obj, index);
        }
    }

    /// A member.
    fn _get<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let value = guard(|| {
            let mut inner = self.core.get().lock();
            let (mut store, lent) = inner.members();
            let member = (self.target, name);
            lent.settled(py, &mut store, member, |store| {
                store.read(self.target, name)
            })
        })?;
        to_python(py, value)
    }

    /// Writes a member.
    fn _set(&self, py: Python<'_>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let value = match value.cast_exact::<PyList>() {
            Ok(list) => {
                let like = guard(|| self.target.read(&mut self.core.get().lock().spec, name))?;
                from_list(list, &like)?
            }
            Err(_) => from_python(value)?,
        };
        self.put(py, name, value)
    }

    /// Writes a list of so many numbers; false if it is anything else.
    fn _set_numbers(
        &self,
        py: Python<'_>,
        name: &str,
        value: &Bound<'_, PyAny>,
        size: usize,
    ) -> PyResult<bool> {
        let numbers: Vec<f64> = if let Ok(list) = value.cast_exact::<PyList>() {
            match list.extract() {
                Ok(numbers) => numbers,
                Err(_) => return Ok(false),
            }
        } else if let Ok(array) = value.cast_exact::<PyArray1<f64>>() {
            match array.try_readonly() {
                Ok(array) => array.as_array().to_vec(),
                Err(_) => return Ok(false),
            }
        } else {
            return Ok(false);
        };
        if numbers.len() != size {
            return Ok(false);
        }
        self.put(py, name, Value::Reals(numbers))?;
        Ok(true)
    }

    /// The array of a member: always the same one as long as anything refers to it.
    fn _lend<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        guard(|| self.core.get().lock().lend(py, self.target, name))
    }

    /// The list of a member, of class `cls`: always the same one as long as anything refers to it.
    fn _list<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        cls: &Bound<'py, PyType>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let value = {
            let mut inner = self.core.get().lock();
            let (mut store, lent) = inner.members();
            if let Some(list) = lent.object(py, self.target, name) {
                return Ok(list);
            }
            store.read(self.target, name)?
        };
        let list = listed(py, &value)?;
        let object = cls.call_method1("_holding", (&list,))?;
        let (kept, list) = (object.clone().unbind(), list.unbind());
        let inner = &mut *self.core.get().lock();
        inner
            .lent
            .insert(self.target, name, kept, Some(list), value);
        Ok(object)
    }

    /// A flag: the number that was written for it, as long as it is still as that number made it.
    fn _flag(&self, name: &str) -> PyResult<f64> {
        guard(|| {
            let mut inner = self.core.get().lock();
            Ok(match inner.members().0.read(self.target, name)? {
                Value::Int(n) => n as f64,
                Value::Real(x) => x,
                _ => 0.0,
            })
        })
    }

    /// Writes a flag, with the number that is shown for it.
    fn _set_flag(&self, name: &str, number: f64, on: bool) -> PyResult<()> {
        guard(|| {
            let mut inner = self.core.get().lock();
            let (mut store, _) = inner.members();
            store.write_as(
                self.target,
                name,
                Value::Int(on.into()),
                Value::Real(number),
            )
        })
    }

    /// What a program has noted under a name; `None` if it has not.
    fn _note<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let value = {
            let inner = self.core.get().lock();
            inner.notes.get(self.target, name).cloned()
        };
        value.map(|value| to_python(py, value)).transpose()
    }

    /// Notes a value, which is only kept.
    fn _set_note(&self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let value = from_python(value)?;
        self.core.get().lock().notes.set(self.target, name, value);
        Ok(())
    }

    /// Writes the name; returns whether another element has it, if asked to look.
    fn _rename(&self, name: String, look: bool) -> PyResult<bool> {
        guard(|| {
            let inner = &mut *self.core.get().lock();
            let mut taken = false;
            if let Target::Element(obj, index) = self.target {
                let (spec, names) = (&mut inner.spec, &mut inner.index);
                taken = look && !name.is_empty() && names.taken(spec, obj, index, &name);
                if let Value::Text(old) = self.target.read(spec, "name")? {
                    names.renamed(obj, index, &old, &name);
                }
            }
            let value = Value::Text(name);
            self.target.write(&mut inner.spec, "name", value)?;
            Ok(taken)
        })
    }

    /// Its number: row in the compiled model or place, −1 if it has none.
    fn _row(&self) -> i64 {
        let inner = &mut *self.core.get().lock();
        match self.target {
            Target::Element(obj, index) => {
                inner.index.number(&inner.spec, &inner.order, obj, index)
            }
            _ => -1,
        }
    }

    /// Whether it is still in the model.
    fn _exists(&self) -> bool {
        match self.target {
            Target::Element(obj, index) => self.core.get().lock().spec.all_of(obj).contains(&index),
            _ => true,
        }
    }

    /// The number of its default class, for a body or frame of that of what is inside; `None` if it was deleted.
    fn _class_number(&self) -> PyResult<Option<usize>> {
        guard(|| {
            let inner = &mut *self.core.get().lock();
            let Value::Text(name) = self.target.read(&mut inner.spec, self.class_member())? else {
                return Ok(None);
            };
            let name = if name.is_empty() { "main" } else { &name };
            Ok(inner.spec.find_class(name))
        })
    }

    /// Gives it another default class; its values stay.
    fn _set_class(&self, py: Python<'_>, name: String) -> PyResult<()> {
        self.put(py, self.class_member(), Value::Text(name))
    }

    /// The body and the frame around it.
    fn _around(&self) -> (Option<usize>, Option<usize>) {
        match self.target {
            Target::Element(obj, index) => self.core.get().lock().spec.around_of(obj, index),
            _ => (None, None),
        }
    }

    /// Turns an actuator into one of the shortcuts: `motor`, `position` and so on, with its parameters.
    fn _set_to(&self, py: Python<'_>, word: &str, values: Vec<(String, Vec<f64>)>) -> PyResult<()> {
        guard(|| {
            let inner = &mut *self.core.get().lock();
            let target = self.target;
            drop(inner.settle(py, |other| *other == target)?);
            let done = match target {
                Target::Class(class, _) => inner.spec.class_set_to(class, word, &values),
                _ => inner.spec.set_to(self.number(), word, &values),
            };
            done.map_err(value_error)?;
            inner.show(py, |other| *other == target)
        })
    }

    /// How many numbers a sensor puts out; `None` if that depends on the rest of the model.
    fn _data_size(&self) -> Option<i32> {
        self.core.get().lock().spec.data_size(self.number())
    }

    /// What an element uses, or what an instance is: plugin, name, configuration; and whether it is in use.
    fn _plugin(&self) -> (Used, bool) {
        let inner = &mut *self.core.get().lock();
        if let Some(used) = inner.idle.get(&self.target) {
            return (used.clone(), false);
        }
        if let Target::Element(obj, index) = self.target {
            let used = inner.spec.used_by(obj, index);
            let active = used.is_some();
            return (used.unwrap_or_default(), active);
        }
        let (_, name, plugin, config) = inner.spec.instance(self.number()).unwrap_or_default();
        ((plugin, name, config), false)
    }

    /// Says what an element uses or what an instance is.
    fn _set_plugin(&self, used: Used, active: bool) {
        let inner = &mut *self.core.get().lock();
        inner.idle.remove(&self.target);
        let (plugin, name, config) = &used;
        match self.target {
            Target::Element(obj, index) if active => {
                let used = Some((plugin.as_str(), name.as_str(), config.as_slice()));
                inner.spec.set_used(obj, index, used);
            }
            Target::Element(obj, index) => {
                inner.spec.set_used(obj, index, None);
                inner.idle.insert(self.target, used);
            }
            _ => {
                let known = (self.number(), used.1, used.0, used.2);
                inner.spec.set_instance(&known);
            }
        }
    }

    /// The number of the instance that an element describes itself.
    fn _own_instance(&self) -> Option<usize> {
        match self.target {
            Target::Element(obj, index) => self.core.get().lock().spec.own_instance(obj, index),
            _ => None,
        }
    }
}

impl Handle {
    fn class_member(&self) -> &'static str {
        match self.target {
            Target::Element(Obj::Body | Obj::Frame, _) => "childclass",
            _ => "class",
        }
    }

    /// Writes a member, and shows it in what was lent.
    fn put(&self, py: Python<'_>, name: &str, value: Value) -> PyResult<()> {
        guard(|| {
            let mut inner = self.core.get().lock();
            if name == "file"
                && let Target::Element(obj, _) = self.target
            {
                inner.index.forget_names(obj);
            }
            let (mut store, lent) = inner.members();
            let member = (self.target, name);
            lent.settled(py, &mut store, member, |store| {
                store.write(self.target, name, value)
            })
        })
    }
}
