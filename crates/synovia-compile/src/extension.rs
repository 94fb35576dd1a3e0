//! Extensions of MJCF that a model uses; strict loading refuses them.

use synovia_mjcf::diag::SchemaError;
use synovia_mjcf::source::Sources;
use synovia_mjcf::spec::Document;
use synovia_mjcf::{Diagnostics, Errors, Span};
use synovia_model::EqType;
use synovia_model::extension::Extension;

use crate::compiled::Compiled;

/// Refuses a model that uses extensions, at each place where one is used, if that is known.
///
/// # Errors
/// One error per use.
pub(crate) fn refuse(
    made: &Compiled,
    sources: &Sources,
    doc: Option<&Document>,
) -> Result<(), Errors> {
    let flat = &made.origin.flat;
    let mut diag = Diagnostics::new();
    let mut refuse = |extension: Extension, span: Option<Span>| {
        let error = SchemaError::Conflict(extension.refusal());
        match span {
            Some(span) => diag.error(span, error),
            None => diag.placeless(error),
        };
    };
    for extension in Extension::ALL {
        match extension {
            Extension::ActiveSet if extension.is_in(&made.model) => {
                refuse(extension, doc.map(|doc| doc.option.solver.span()));
            }
            Extension::ImplicitSpring if extension.is_in(&made.model) => {
                refuse(extension, doc.map(|doc| doc.option.integrator.span()));
            }
            Extension::Distance => {
                for equality in &flat.equalities {
                    if equality.el.kind == EqType::Distance {
                        refuse(extension, Some(equality.el.span));
                    }
                }
            }
            Extension::ExactMeshInertia => {
                for (k, settings) in flat.settings.iter().enumerate() {
                    if settings.exactmeshinertia {
                        let main = doc.filter(|_| k == 0);
                        refuse(
                            extension,
                            main.map(|doc| doc.compiler.exactmeshinertia.span()),
                        );
                    }
                }
            }
            _ => {}
        }
    }
    diag.into_result(sources, ())
}
