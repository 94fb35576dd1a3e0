//! Specifications that are put together, and states that outlive a compilation.

use std::collections::HashSet;

use pyo3::prelude::*;
use synovia::spec::{self, Obj, Place, Rename, Value};

use super::index::Numbered;
use super::target::{Target, kind};
use super::{Inner, Moved, PySpec};
use crate::calls::{self, Call};
use crate::data::PyData;
use crate::enter::admit;
use crate::errors::value_error;
use crate::model::PyModel;

impl PySpec {
    /// Attaches a part of another model; returns the new handle and what moved.
    ///
    /// What programs have written comes along. Unless the part is only copied, so do the arrays and lists that they hold, and the other model
    /// finds its elements by their new names.
    pub(crate) fn join(
        &self,
        py: Python<'_>,
        place: Place,
        child: &Self,
        part: &(String, usize),
        names: Rename<'_>,
        copied: bool,
    ) -> PyResult<(usize, Vec<Moved>)> {
        self.settle(py)?;
        child.settle(py)?;
        // a copy: the model that is attached stays as it is
        let mut other = child.lock().spec.clone();
        let inner = &mut *self.lock();
        let spec = &mut inner.spec;
        let done = spec.attach_part(place, &mut other, &part.0, part.1, names);
        inner.index.changed(Numbered::Counted);
        let (id, moved) = done.map_err(value_error)?;

        let from = &mut *child.lock();
        let targets = || {
            let both = |(obj, old, new)| (Target::Element(obj, old), Target::Element(obj, new));
            moved.iter().map(both)
        };
        for (old, new) in targets() {
            inner.written.take(&from.written, old, new);
            // pixels come with the next compilation
            inner.written.remove(new, "data");
            inner.notes.take(&from.notes, old, new);
            if let Some(idle) = from.idle.get(&old) {
                inner.idle.insert(new, idle.clone());
            }
            if !copied {
                // the frame of all that was in the world is in the copy only
                let name = new.read(spec, "name")?;
                let _only_here = old.write(&mut from.spec, "name", name);
            }
        }
        if !copied {
            inner.lent.take(&mut from.lent, targets());
            from.index.renamed_all();
        }
        inner.show(py, |_| true)?;
        let moved = moved.iter().map(|(obj, old, new)| (obj.word(), old, new));
        Ok((id, moved.collect()))
    }

    /// Carries the state of a simulation over to a new one; each comes with its model.
    pub(crate) fn carry(
        &self,
        py: Python<'_>,
        old: &(Bound<'_, PyModel>, Bound<'_, PyData>),
        new: &(Bound<'_, PyModel>, Bound<'_, PyData>),
    ) -> PyResult<()> {
        let (before, order) = {
            let inner = self.lock();
            (inner.before.clone(), inner.order.clone())
        };
        let (then, from) = (&old.0.get().shared, &old.1.get().shared);
        let (now, to) = (&new.0.get().shared, &new.1.get().shared);
        let call = Call::named("recompile")?;
        // nothing else waits for the new ones
        let done = py.detach(|| {
            let (then, now) = (calls::read(then)?, calls::read(now)?);
            let (mut from, mut to) = (calls::write(from)?, calls::write(to)?);
            admit(&then, &mut from)?;
            let before = spec::Before {
                model: &then,
                data: &from,
                order: &before,
            };
            spec::carry_over(before, &now, &order, &mut to);
            Ok(())
        });
        drop(call);
        done
    }
}

impl Inner {
    /// Files of what was attached have a prefix and a suffix if they are among `known`, those of meshes and textures always.
    pub(crate) fn affix_files(
        &mut self,
        moved: &[(String, usize, usize)],
        known: &HashSet<String>,
        prefix: &str,
        suffix: &str,
    ) -> PyResult<()> {
        for (word, _, index) in moved {
            let obj = kind(word)?;
            let always = matches!(obj, Obj::Mesh | Obj::Texture);
            if !always && !matches!(obj, Obj::Hfield | Obj::Skin) {
                continue;
            }
            let (target, spec) = (Target::Element(obj, *index), &mut self.spec);
            if let Value::Text(file) = target.read(spec, "file")?
                && !file.is_empty()
                && (always || known.contains(&file))
            {
                let file = Value::Text(affixed(&file, prefix, suffix));
                target.write(spec, "file", file)?;
            }
            if obj == Obj::Texture
                && let Value::Texts(mut files) = target.read(spec, "cubefiles")?
            {
                for file in files.iter_mut().filter(|file| known.contains(*file)) {
                    *file = affixed(file, prefix, suffix);
                }
                target.write(spec, "cubefiles", Value::Texts(files))?;
            }
            self.index.forget_names(obj);
        }
        Ok(())
    }
}

/// A path whose file name has a prefix and a suffix.
fn affixed(path: &str, prefix: &str, suffix: &str) -> String {
    let cut = path.rfind(['/', '\\']).map_or(0, |k| k + 1);
    let (folder, name) = path.split_at(cut);
    let (stem, end) = name.split_at(name.rfind('.').unwrap_or(name.len()));
    format!("{folder}{prefix}{stem}{suffix}{end}")
}
