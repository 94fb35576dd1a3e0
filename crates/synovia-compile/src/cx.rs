//! The context of every pass of the compiler: the flat model, the names, the errors found so far.
//!
//! A pass takes `&mut Cx`, reads elements from `cx.flat`, resolves names with [`Cx::resolve`] and reports errors with [`Cx::error`].
//! It returns a value in any case; only the compiler decides, between passes, whether to continue.

use std::collections::{HashMap, HashSet};

use synovia_mjcf::diag::{Diagnostics, Error, NameError, nearest};
use synovia_mjcf::source::Sources;
use synovia_mjcf::{Attr, Span};
use synovia_model::budget::Budget;
use synovia_model::enums::ObjType;

use crate::cache::Cache;
use crate::plugins::Plugins;
use crate::spec::layout::flat::FlatModel;

/// The ids of named objects.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ids {
    maps: HashMap<i32, HashMap<String, usize>>,
    /// Names that resolve to an object other than the one that has the name: see [`crate::tree::lookup`].
    redirected: HashMap<i32, HashMap<String, usize>>,
}

impl Ids {
    /// Registers a name; an empty string is ignored. Returns false if the name was taken.
    pub(crate) fn insert(&mut self, kind: ObjType, name: &str, id: usize) -> bool {
        name.is_empty()
            || self
                .maps
                .entry(kind.0)
                .or_default()
                .insert(name.to_owned(), id)
                .is_none()
    }

    /// Removes all names of one kind.
    pub(crate) fn clear(&mut self, kind: ObjType) {
        self.maps.remove(&kind.0);
        self.redirected.remove(&kind.0);
    }

    /// Makes a name resolve to an object other than the one that has the name.
    pub(crate) fn redirect(&mut self, kind: ObjType, name: &str, id: usize) {
        if !name.is_empty() {
            let names = self.redirected.entry(kind.0).or_default();
            names.insert(name.to_owned(), id);
        }
    }

    /// The object that a name resolves to, if that is not the one that has the name.
    pub(crate) fn redirected(&self, kind: ObjType, name: &str) -> Option<usize> {
        self.redirected.get(&kind.0)?.get(name).copied()
    }

    /// The id that a name resolves to.
    pub(crate) fn find(&self, kind: ObjType, name: &str) -> Option<usize> {
        // the body frame and the inertial frame of a body share the name
        let kind = if kind == ObjType::XBody {
            ObjType::Body
        } else {
            kind
        };
        // a redirected name wins, see `tree::lookup`
        let own = || self.maps.get(&kind.0)?.get(name).copied();
        self.redirected(kind, name).or_else(own)
    }

    /// The names of objects `0..count` in order; empty for unnamed objects.
    pub(crate) fn list(&self, kind: ObjType, count: usize) -> Vec<&str> {
        let mut list = vec![""; count];
        for (name, &id) in self.maps.get(&kind.0).into_iter().flatten() {
            if let Some(slot) = list.get_mut(id) {
                *slot = name;
            }
        }
        list
    }

    /// The known name most similar to `name`; on a tie the first in the model.
    pub(crate) fn nearest(&self, kind: ObjType, name: &str) -> Option<&str> {
        // sorted by id, because the iteration order of a hash map is random
        let known = self.maps.get(&kind.0)?.iter();
        let mut known: Vec<(usize, &str)> = known.map(|(name, &id)| (id, name.as_str())).collect();
        known.sort_unstable();
        nearest(name, known.into_iter().map(|(_, name)| name))
    }
}

/// The state of a compilation.
#[derive(Debug)]
pub(crate) struct Cx<'a> {
    /// The flat model to compile.
    pub flat: &'a FlatModel,
    /// The source files.
    pub sources: &'a Sources,
    /// Names and ids.
    pub ids: Ids,
    /// Errors and warnings found so far.
    pub diag: Diagnostics,
    /// Paths of asset files that were found next to the included file that names them, by the place of the name.
    pub beside: HashMap<Span, String>,
    /// Whether materials are discarded together with everything visual.
    pub discard_materials: bool,
    /// Plugin instances, and the instance that each element uses.
    pub plugins: Plugins,
    /// Cache of assets from earlier compilations.
    pub cache: Option<&'a Cache>,
    /// Memory budget for the rest of the model.
    pub budget: Budget,
    /// Bodies of the flat model with errors in their mass properties; errors that result from those are not reported again.
    pub doubtful: HashSet<usize>,
}

impl<'a> Cx<'a> {
    /// A new compilation of `flat`, with the errors found while the flat model was made.
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

    /// Reports an error at `span`.
    pub(crate) fn error(&mut self, span: Span, message: impl Into<String>) {
        self.diag.error(span, message.into());
    }

    /// Reserves memory that an attribute requests; reports an error and returns false if it exceeds the budget.
    pub(crate) fn pay(&mut self, bytes: u64, span: Span, element: &str, attr: &str) -> bool {
        // the budget is not reduced if the request is refused
        let paid = self.budget.take(bytes);
        if let Err(over) = paid {
            let report = self.diag.error(span, over.to_string());
            report.element(element).attr(attr);
        }
        paid.is_ok()
    }

    /// The object that an attribute names; an unknown name is reported, with the most similar known name.
    pub(crate) fn resolve(
        &mut self,
        kind: ObjType,
        attr: &Attr<String>,
        element: &str,
    ) -> Option<usize> {
        // a body that was fused gets a message of its own: the name is correct, but the body is gone
        let name = attr.text();
        let found = self.ids.find(kind, name);
        if found.is_none() && self.is_fused(kind, name) {
            let message = format!(
                "unknown body '{name}': fusestatic fused it with its parent, because references as xbody, from flexes and from skin files do \
                 not keep a body; disable fusestatic"
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

    /// Whether a body of this name existed before static bodies were fused.
    fn is_fused(&self, kind: ObjType, name: &str) -> bool {
        let body = matches!(kind, ObjType::Body | ObjType::XBody) && !name.is_empty();
        let fusing = self.flat.settings.first().is_some_and(|s| s.fusestatic);
        body && fusing && self.flat.bodies.iter().any(|body| body.name == name)
    }

    /// Registers the names of all objects of one kind; reports repeated names.
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
        // the iteration order of a hash map differs between runs
        for _ in 0..20 {
            let mut ids = Ids::default();
            for (id, name) in ["hip_y", "hip_x", "hp_z"].into_iter().enumerate() {
                ids.insert(ObjType::Joint, name, id);
            }
            assert_eq!(ids.nearest(ObjType::Joint, "hip_z"), Some("hip_y"));
        }
    }
}
