//! Reading: converts a document to an editable model.
//!
//! | file         | purpose                                                   |
//! |--------------|-----------------------------------------------------------|
//! | `build`      | elements outside the tree, and default classes            |
//! | `tree`       | the tree; `attach` and `replicate` copy into it           |
//! | `cable`      | composites: chains of bodies along a curve                |
//! | `cable_skin` | the skin of such a chain                                  |
//! | `flexcomp`   | adds generated flexes and their bodies to the tree        |

pub(crate) mod build;
mod cable;
mod cable_skin;
mod flexcomp;
mod tree;

use synovia_mjcf::Document;
use synovia_mjcf::diag::Diagnostics;
use synovia_mjcf::files::Files;
use synovia_model::budget::Budget;

use self::build::Builder;
use super::layout::{flat::FlatModel, lay_out};
use super::store::Spec;

/// Reads a document within a memory budget; files of flexcomps are read through `files`, errors go to `diag`.
pub(crate) fn read(
    doc: &Document,
    files: &dyn Files,
    budget: Budget,
    diag: &mut Diagnostics,
) -> Spec {
    // the tree may copy elements, so the builder has the budget; what is left of it goes to the spec
    let mut builder = Builder {
        files,
        sources: &doc.sources,
        budget,
        diag,
    };
    let mut spec = builder.build(doc);
    spec.budget = builder.budget;
    spec
}

/// Reads a document and lays it out as a flat model, the input of the compiler.
pub fn expand(doc: &Document, files: &dyn Files, diag: &mut Diagnostics) -> FlatModel {
    let spec = read(doc, files, Budget::default(), diag);
    lay_out(spec, diag)
}
