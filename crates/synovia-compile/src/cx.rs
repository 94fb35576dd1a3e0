//! What every pass of the compiler is given: the flat model, the names, the mistakes found so far.

use std::collections::{HashMap, HashSet};

use synovia_mjcf::diag::{Diagnostics, Error, NameError, nearest};
use synovia_mjcf::source::Sources;
use synovia_mjcf::{Attr, Span};
use synovia_model::budget::Budget;
use synovia_model::enums::ObjType;

use crate::cache::Cache;
use crate::plugins::Plugins;
use crate::spec::layout::flat::FlatModel;

/// Names of objects and the ids they got.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ids {
    maps: HashMap<i32, HashMap<String, usize>>,
    /// What names stand for in place of the objects that have them: see [`crate::tree::lookup`].
    redirected: HashMap<i32, HashMap<String, usize>>,
}

impl Ids {
    /// Registers a name; an empty one is no name. Returns false if it was taken.
    pub(crate) fn insert(&mut self, kind: ObjType, name: &str, id: usize) -> bool {
        name.is_empty()
            || self
                .maps
                .entry(kind.0)
                .or_default()
                .insert(name.to_owned(), id)
                .is_none()
    }

    /// Forgets all names of one kind.
    pub(crate) fn clear(&mut self, kind: ObjType) {
        self.maps.remove(&kind.0);
        self.redirected.remove(&kind.0);
    }

    /// Lets a name stand for another object than the one that has it.
    pub(crate) fn redirect(&mut self, kind: ObjType, name: &str, id: usize) {
        if !name.is_empty() {
            let names = self.redirected.entry(kind.0).or_default();
            names.insert(name.to_owned(), id);
        }
    }

    /// The object that a name stands for, if that is not the one that has it.
    pub(crate) fn redirected(&self, kind: ObjType, name: &str) -> Option<usize> {
        self.redirected.get(&kind.0)?.get(name).copied()
    }

    /// The id that a name stands for.
    pub(crate) fn find(&self, kind: ObjType, name: &str) -> Option<usize> {
        // the frame of a body and its inertial frame share the name
        let kind = if kind == ObjType::XBody {
            ObjType::Body
        } else {
            kind
        };
        let own = || self.maps.get(&kind.0)?.get(name).copied();
        self.redirected(kind, name).or_else(own)
    }

    /// The names of objects `0..count` in order; empty where there is none.
    pub(crate) fn list(&self, kind: ObjType, count: usize) -> Vec<&str> {
        let mut list = vec![""; count];
        for (name, &id) in self.maps.get(&kind.0).into_iter().flatten() {
            if let Some(slot) = list.get_mut(id) {
                *slot = name;
            }
        }
        list
    }

    /// The known name that looks most like `name`; of several the first of the model.
    pub(crate) fn nearest(&self, kind: ObjType, name: &str) -> Option<&str> {
        let known = self.maps.get(&kind.0)?.iter();
        let mut known: Vec<(usize, &str)> = known.map(|(name, &id)| (id, name.as_str())).collect();
        known.sort_unstable();
        nearest(name, known.into_iter().map(|(_, name)| name))
    }
}

/// The state of a compilation.
#[derive(Debug)]
pub(crate) struct Cx<'a> {
    /// What is compiled.
    pub flat: &'a FlatModel,
    /// The files it was read from.
    pub sources: &'a Sources,
    /// Names and ids.
    pub ids: Ids,
    /// Mistakes.
    pub diag: Diagnostics,
    /// Assets that lay beside the included file that names them: where the name is written, and where the file was.
    pub beside: HashMap<Span, String>,
    /// Materials were dropped together with all that is visual.
    pub discard_materials: bool,
    /// Instances of plugins, and who uses which.
    pub plugins: Plugins,
    /// Assets of earlier compilations.
    pub cache: Option<&'a Cache>,
    /// Memory that the rest of the model may take.
    pub budget: Budget,
    /// Bodies of the flat model with a mistake in what gives them mass: what is wrong with their masses follows from that.
    pub doubtful: HashSet<usize>,
}

impl<'a> Cx<'a> {
    /// A fresh compilation of `flat`, with the mistakes found while it was made.
    pub(crate) fn new(flat: &'a FlatModel, sources: &'a Sources, diag: Diagnostics) -> Self {
        let discard_materials = flat.settings.first().is_some_and(|s| s.discardvisual);
        Self {
            flat,
            sources,
            ids: Ids::default(),
            diag,
            beside: HashMap::new(),
            discard_materials,
            plugins: Plugins::default(),
            cache: None,
            budget: Budget::default(),
            doubtful: HashSet::new(),
        }
    }

    /// Reports a mistake at `span`.
    pub(crate) fn error(&mut self, span: Span, message: impl Into<String>) {
        self.diag.error(span, message.into());
    }

    /// Takes memory for what an attribute asks for; false if it is too much, which is reported.
    pub(crate) fn pay(&mut self, bytes: u64, span: Span, element: &str, attr: &str) -> bool {
        let paid = self.budget.take(bytes);
        if let Err(over) = paid {
            let report = self.diag.error(span, over.to_string());
            report.element(element).attr(attr);
        }
        paid.is_ok()
    }

    /// The object that an attribute names; reports it if there is none.
    pub(crate) fn resolve(
        &mut self,
        kind: ObjType,
        attr: &Attr<String>,
        element: &str,
    ) -> Option<usize> {
        let name = attr.text();
        let found = self.ids.find(kind, name);
        if found.is_none() && self.is_fused(kind, name) {
            let message = format!(
                "unknown body '{name}': fusestatic fused it with its parent, because names as xbody, of flexes and in files of skins do \
                 not keep a body"
            );
            self.diag.error(attr.span(), message).element(element);
        } else if found.is_none() {
            let what = kind.keyword().unwrap_or("object");
            let mut error = Error::new(
                attr.span(),
                NameError::Unknown {
                    what,
                    name: name.to_owned(),
                },
            );
            error.element(element);
            if let Some(near) = self.ids.nearest(kind, name) {
                near.clone_into(&mut error.suggestion);
            }
            self.diag.push(error);
        }
        found
    }

    /// True for the name of a body that was there before static bodies were fused.
    fn is_fused(&self, kind: ObjType, name: &str) -> bool {
        let body = matches!(kind, ObjType::Body | ObjType::XBody) && !name.is_empty();
        let fusing = self.flat.settings.first().is_some_and(|s| s.fusestatic);
        body && fusing && self.flat.bodies.iter().any(|body| body.name == name)
    }

    /// Registers the names of all objects of one kind; reports names that are used twice.
    pub(crate) fn register<'n>(
        &mut self,
        kind: ObjType,
        names: impl IntoIterator<Item = (&'n str, Span)>,
    ) {
        for (id, (name, span)) in names.into_iter().enumerate() {
            if !self.ids.insert(kind, name, id) {
                let what = kind.keyword().unwrap_or("object");
                self.diag.error(
                    span,
                    NameError::Repeated {
                        what,
                        name: name.to_owned(),
                    },
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_names_that_are_equally_near_the_first_of_the_model_is_meant() {
        // the order of a hash table is another one every time
        for _ in 0..20 {
            let mut ids = Ids::default();
            for (id, name) in ["hip_y", "hip_x", "hp_z"].into_iter().enumerate() {
                ids.insert(ObjType::Joint, name, id);
            }
            assert_eq!(ids.nearest(ObjType::Joint, "hip_z"), Some("hip_y"));
        }
    }
}
