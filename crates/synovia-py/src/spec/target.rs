//! What has members: elements, classes, and the model as a whole.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use synovia::spec::{Members, Obj, Slot, Spec, Value};
use synovia_model::record::Record;

/// Something with members.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Target {
    /// An element, by its handle.
    Element(Obj, usize),
    /// What a class defines for a kind of element.
    Class(usize, Obj),
    /// Settings of the compiler.
    Compiler,
    /// Sizes.
    Size,
    /// How length ranges are found.
    LengthRange,
    /// Name and comment of the model.
    Model,
    /// `opt`, `stat` and the parts of `vis`: one member each, all its bytes.
    Record,
    /// An instance of a plugin; it has notes only.
    Instance(usize),
}

/// The kind that a word names.
pub(crate) fn kind(word: &str) -> PyResult<Obj> {
    Obj::from_word(word).ok_or_else(|| PyValueError::new_err(format!("no kind of element: {word}")))
}

impl Target {
    /// The target of a kind, a number and a class; or of a part of the model as a whole.
    pub(crate) fn new(word: &str, index: usize, class: Option<usize>) -> PyResult<Self> {
        Ok(match word {
            "compiler" => Self::Compiler,
            "size" => Self::Size,
            "lengthrange" => Self::LengthRange,
            "model" => Self::Model,
            "instance" => Self::Instance(index),
            _ => match class {
                Some(class) => Self::Class(class, kind(word)?),
                None => Self::Element(kind(word)?, index),
            },
        })
    }

    /// Calls `visit` with the place of a member; false if there is none of this name.
    fn member(self, spec: &mut Spec, name: &str, visit: &mut dyn FnMut(&mut dyn Slot)) -> bool {
        match self {
            Self::Element(obj, index) => spec.member(obj, index, name, visit).is_ok(),
            Self::Class(class, obj) => spec.class_member(class, obj, name, visit),
            Self::Compiler => {
                let own = spec.settings.first_mut();
                own.is_some_and(|own| own.member(name, visit))
            }
            Self::Size => spec.size.member(name, visit),
            Self::LengthRange => spec.lengthrange.member(name, visit),
            Self::Model => spec.own_member(name, visit),
            Self::Record | Self::Instance(_) => false,
        }
    }

    fn unknown(self, name: &str) -> PyErr {
        PyValueError::new_err(match self {
            Self::Element(obj, _) => format!("{} has no member {name}", obj.word()),
            _ => format!("no member {name}"),
        })
    }

    /// Reads a member.
    pub(crate) fn read(self, spec: &mut Spec, name: &str) -> PyResult<Value> {
        if self == Self::Record {
            return record(spec, name, None).map(Value::Bytes);
        }
        let mut found = None;
        self.member(spec, name, &mut |slot| found = Some(slot.read()));
        found.ok_or_else(|| self.unknown(name))
    }

    /// Writes a member.
    pub(crate) fn write(self, spec: &mut Spec, name: &str, value: Value) -> PyResult<()> {
        if self == Self::Record {
            let Value::Bytes(bytes) = &value else {
                return Err(self.unknown(name));
            };
            return record(spec, name, Some(bytes)).map(|_| ());
        }
        let (mut value, mut done) = (Some(value), None);
        self.member(spec, name, &mut |slot| {
            if let Some(value) = value.take() {
                done = Some(slot.write(value));
            }
        });
        match done {
            Some(Ok(())) => Ok(()),
            Some(Err(expected)) => Err(PyValueError::new_err(format!("{name} takes {expected}"))),
            None => Err(self.unknown(name)),
        }
    }
}

/// The bytes of a record: its fields one after another, each at a multiple of eight bytes. Writes them first, if they are given.
fn record(spec: &mut Spec, name: &str, bytes: Option<&[u8]>) -> PyResult<Vec<u8>> {
    fn each<R: Record>(record: &mut R, bytes: Option<&[u8]>) -> Vec<u8> {
        let mut all = Vec::new();
        for k in 0..R::FIELDS.len() {
            if let Some(field) = record.field_mut(k) {
                let start = all.len();
                if let Some(new) = bytes.and_then(|bytes| bytes.get(start..start + field.len())) {
                    field.copy_from_slice(new);
                }
                all.extend_from_slice(field);
                all.resize(all.len().next_multiple_of(8), 0);
            }
        }
        all
    }
    Ok(match name {
        "opt" => each(&mut spec.opt, bytes),
        "stat" => each(&mut spec.stat, bytes),
        "global" => each(&mut spec.vis.global, bytes),
        "quality" => each(&mut spec.vis.quality, bytes),
        "headlight" => each(&mut spec.vis.headlight, bytes),
        "map" => each(&mut spec.vis.map, bytes),
        "scale" => each(&mut spec.vis.scale, bytes),
        "rgba" => each(&mut spec.vis.rgba, bytes),
        _ => return Err(PyValueError::new_err(format!("no record {name}"))),
    })
}
