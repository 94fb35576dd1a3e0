//! Members as programs see them: the values that they have written.
//!
//! Some members cannot hold every value that a program may write: a flag shows the number that was written for it, a list may be longer than
//! the member. Such a value is kept beside the member, and shown while the member still has the value that resulted from it.
//!
//! An orientation in another form is shown with room for all forms: the number of the one that applies, then the numbers of each.

use std::collections::HashMap;

use pyo3::prelude::*;
use synovia::spec::{Spec, Value};

use super::target::Target;

/// Numbers of each form of an orientation: axis and angle, two axes, z-axis, Euler angles.
const FORMS: [usize; 4] = [4, 6, 3, 3];

/// Values beside targets, by name.
#[derive(Clone)]
pub(crate) struct Beside<T>(HashMap<Target, Vec<(Box<str>, T)>>);

impl<T> Default for Beside<T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<T: Clone> Beside<T> {
    /// The value of a name.
    pub(crate) fn get(&self, target: Target, name: &str) -> Option<&T> {
        let values = self.0.get(&target)?;
        let found = values.iter().find(|(known, _)| **known == *name)?;
        Some(&found.1)
    }

    /// Sets the value of a name.
    pub(crate) fn set(&mut self, target: Target, name: &str, value: T) {
        let values = self.0.entry(target).or_default();
        match values.iter_mut().find(|(known, _)| **known == *name) {
            Some(found) => found.1 = value,
            None => values.push((name.into(), value)),
        }
    }

    /// Takes the value of a name out.
    pub(crate) fn remove(&mut self, target: Target, name: &str) {
        if let Some(values) = self.0.get_mut(&target) {
            values.retain(|(known, _)| **known != *name);
        }
    }

    /// Takes the values of a name out, of all targets.
    pub(crate) fn remove_all(&mut self, name: &str) {
        for values in self.0.values_mut() {
            values.retain(|(known, _)| **known != *name);
        }
    }

    /// Takes over what is beside a target of another specification.
    pub(crate) fn take(&mut self, other: &Self, old: Target, new: Target) {
        if let Some(values) = other.0.get(&old) {
            self.0.insert(new, values.clone());
        }
    }
}

/// Values that programs have written, with the values that the members had afterwards.
pub(crate) type Written = Beside<(Value, Value)>;

/// The members of a specification, with what programs have written.
pub(crate) struct Store<'a> {
    pub(crate) spec: &'a mut Spec,
    pub(crate) written: &'a mut Written,
}

impl Store<'_> {
    /// Reads a member.
    pub(crate) fn read(&mut self, target: Target, name: &str) -> PyResult<Value> {
        let value = target.read(self.spec, name)?;
        if let Some((written, made)) = self.written.get(target, name)
            && same(made, &value)
        {
            return Ok(written.clone());
        }
        Ok(shown(name, value))
    }

    /// Writes a member.
    pub(crate) fn write(&mut self, target: Target, name: &str, value: Value) -> PyResult<()> {
        match value {
            Value::Int(_) | Value::Real(_) | Value::Text(_) | Value::Bytes(_) => {
                target.write(self.spec, name, value)
            }
            value => {
                let plain = if is_orientation(name) {
                    folded(&value)
                } else {
                    value.clone()
                };
                self.write_as(target, name, plain, value)
            }
        }
    }

    /// Writes a member for which another value is shown.
    pub(crate) fn write_as(
        &mut self,
        target: Target,
        name: &str,
        value: Value,
        written: Value,
    ) -> PyResult<()> {
        target.write(self.spec, name, value)?;
        let made = target.read(self.spec, name)?;
        let written = match (written, &made) {
            (Value::Reals(numbers), Value::Floats(_)) => {
                Value::Floats(numbers.iter().map(|&x| x as f32).collect())
            }
            (written, _) => written,
        };
        if same(&written, &shown(name, made.clone())) {
            self.written.remove(target, name);
        } else {
            self.written.set(target, name, (written, made));
        }
        Ok(())
    }
}

/// A value as programs see it.
fn shown(name: &str, value: Value) -> Value {
    if is_orientation(name) {
        unfolded(&value)
    } else {
        value
    }
}

/// Whether two values have the same bits.
pub(crate) fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Reals(a), Value::Reals(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits())
        }
        (Value::Floats(a), Value::Floats(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits())
        }
        _ => a == b,
    }
}

/// Whether a member is an orientation in another form.
fn is_orientation(name: &str) -> bool {
    matches!(name, "alt" | "ialt")
}

/// An orientation with room for all forms: the form, then the numbers of each.
fn unfolded(value: &Value) -> Value {
    let mut all = vec![0.0; 1 + FORMS.iter().sum::<usize>()];
    if let Value::Reals(numbers) = value
        && let Some((&form, numbers)) = numbers.split_first()
    {
        all[0] = form;
        let first = start(form);
        if let Some(place) = all.get_mut(first..first + numbers.len()) {
            place.copy_from_slice(numbers);
        }
    }
    Value::Reals(all)
}

/// The form of an orientation that applies, and its numbers.
fn folded(value: &Value) -> Value {
    let Value::Reals(all) = value else {
        return Value::Reals(vec![0.0]);
    };
    let form = all.first().copied().unwrap_or(0.0);
    let count = (form as usize).checked_sub(1).and_then(|k| FORMS.get(k));
    let first = start(form);
    let numbers = all.get(first..first + count.copied().unwrap_or(0));
    Value::Reals([&[form], numbers.unwrap_or(&[])].concat())
}

/// Where the numbers of a form begin.
fn start(form: f64) -> usize {
    let before = FORMS.iter().take((form as usize).saturating_sub(1));
    1 + before.sum::<usize>()
}
