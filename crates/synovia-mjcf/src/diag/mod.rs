//! Diagnostics: all errors of a model, each with its place in the source.
//!
//! Readers and compilers pass a [`Diagnostics`] along, report errors and continue with a harmless value, so that one run
//! reports all errors. At the end [`Diagnostics::into_result`] returns a value, or [`Errors`], which print themselves with
//! excerpts of the source.
//!
//! ```text
//! robot.xml:14:28: joint "knee" type: invalid keyword "hinje", expected one of free, ball, slide, hinge (did you mean "hinge"?)
//!    |
//! 14 |   <joint name="knee" type="hinje"/>
//!    |                            ^^^^^
//! ```

mod kind;
mod render;
mod suggest;

pub use kind::{ErrorKind, FileError, NameError, SchemaError, XmlError};
pub use suggest::nearest;

use annotate_snippets::Renderer;

use crate::Span;
use crate::spec::Sources;

/// Maximum number of errors that are kept; further ones are only counted.
const KEPT: usize = 200;

/// One error and its place.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Error {
    /// The kind of error.
    pub kind: ErrorKind,
    /// Its place; `None` if the error has no place in a file.
    pub span: Option<Span>,
    /// Tag of the element; empty if the error does not concern an element.
    pub element: String,
    /// Name of the element; empty if it is unnamed.
    pub name: String,
    /// The attribute; empty if the error concerns the whole element.
    pub attr: String,
    /// What was probably intended; empty if there is no similar word.
    pub suggestion: String,
}

impl Error {
    /// An error at `span`.
    pub fn new(span: Span, kind: impl Into<ErrorKind>) -> Self {
        Self {
            span: Some(span),
            ..Self::placeless(kind)
        }
    }

    /// An error of the model as a whole.
    pub fn placeless(kind: impl Into<ErrorKind>) -> Self {
        Self {
            kind: kind.into(),
            span: None,
            element: String::new(),
            name: String::new(),
            attr: String::new(),
            suggestion: String::new(),
        }
    }

    /// Sets the tag of the element.
    pub fn element(&mut self, tag: impl Into<String>) -> &mut Self {
        self.element = tag.into();
        self
    }

    /// Sets the name of the element.
    pub fn named(&mut self, name: impl Into<String>) -> &mut Self {
        self.name = name.into();
        self
    }

    /// Sets the attribute.
    pub fn attr(&mut self, name: impl Into<String>) -> &mut Self {
        self.attr = name.into();
        self
    }

    /// Suggests the word among `candidates` that is most similar to `found`, if one is similar enough.
    pub fn suggest<'a>(
        &mut self,
        found: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> &mut Self {
        if let Some(near) = nearest(found, candidates) {
            near.clone_into(&mut self.suggestion);
        }
        self
    }

    /// The subject of the error: element, its name, attribute.
    fn subject(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        if !self.element.is_empty() {
            parts.push(self.element.clone());
        }
        if !self.name.is_empty() {
            parts.push(format!("\"{}\"", self.name));
        }
        if !self.attr.is_empty() {
            parts.push(self.attr.clone());
        }
        parts.join(" ")
    }

    /// The error in one line, without its place.
    pub fn message(&self) -> String {
        let mut line = self.subject();
        if !line.is_empty() {
            line.push_str(": ");
        }
        line.push_str(&self.kind.to_string());
        if !self.suggestion.is_empty() {
            line.push_str(" (did you mean \"");
            line.push_str(&self.suggestion);
            line.push_str("\"?)");
        }
        line
    }

    /// The error in one line, as `file:line:column: message`.
    pub fn headline(&self, sources: &Sources) -> String {
        let place = self.span.and_then(|span| sources.location(span));
        match place {
            Some(place) => format!("{place}: {}", self.message()),
            None => self.message(),
        }
    }
}

/// Collects errors and warnings.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Error>,
    beyond: usize,
    warnings: Vec<Error>,
}

impl Diagnostics {
    /// An empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reports an error at `span`; details can be added to the returned error.
    pub fn error(&mut self, span: Span, kind: impl Into<ErrorKind>) -> &mut Error {
        self.push(Error::new(span, kind))
    }

    /// Whether an error was reported since there were `before` of them ([`Diagnostics::len`]). Values that are derived from an error are
    /// not worth a report of their own.
    pub fn has_since(&self, before: usize) -> bool {
        self.len() > before
    }

    /// Reports an error of the model as a whole.
    pub fn placeless(&mut self, kind: impl Into<ErrorKind>) -> &mut Error {
        self.push(Error::placeless(kind))
    }

    /// Reports an error that was created elsewhere.
    pub fn push(&mut self, error: Error) -> &mut Error {
        if self.list.len() > KEPT {
            // the last slot is overwritten by each further error and is not shown
            self.beyond += 1;
            self.list.truncate(KEPT);
        }
        self.list.push(error);
        let last = self.list.len() - 1;
        &mut self.list[last]
    }

    /// Reports a warning: the model loads, but is probably not what was intended.
    pub fn warning(&mut self, span: Span, kind: impl Into<ErrorKind>) -> &mut Error {
        self.warnings.truncate(KEPT);
        self.warnings.push(Error::new(span, kind));
        let last = self.warnings.len() - 1;
        &mut self.warnings[last]
    }

    /// Whether further errors are only counted, so that no details of them are needed.
    pub fn is_full(&self) -> bool {
        self.list.len() > KEPT
    }

    /// Whether there are no errors.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Number of errors.
    pub fn len(&self) -> usize {
        self.list.len() + self.beyond
    }

    /// The errors kept so far.
    pub fn errors(&self) -> &[Error] {
        &self.list
    }

    /// The warnings so far.
    pub fn warnings(&self) -> &[Error] {
        &self.warnings
    }

    /// Removes and returns the warnings.
    pub fn take_warnings(&mut self) -> Vec<Error> {
        core::mem::take(&mut self.warnings)
    }

    /// `value` if there are no errors, otherwise all errors.
    pub fn into_result<T>(self, sources: &Sources, value: T) -> Result<T, Errors> {
        if self.is_empty() {
            Ok(value)
        } else {
            Err(self.into_errors(sources))
        }
    }

    /// All errors, ordered by file and place; those without a place come last.
    pub fn into_errors(mut self, sources: &Sources) -> Errors {
        let beyond = self.beyond + self.list.len().saturating_sub(KEPT);
        self.list.truncate(KEPT);
        self.list.sort_by_key(|error| {
            let place = error.span.map(|span| (span.file, span.start));
            (place.is_none(), place)
        });
        Errors {
            sources: sources.clone(),
            list: self.list,
            beyond,
        }
    }
}

/// All errors of a model, with the sources to show them in.
///
/// `Display` prints each with an excerpt.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Errors {
    /// The source files.
    pub sources: Sources,
    /// The errors; at least one.
    pub list: Vec<Error>,
    /// The number of further errors.
    pub beyond: usize,
}

impl Errors {
    /// One error without a place, for failures before there is a file to point into.
    pub fn placeless(kind: impl Into<ErrorKind>) -> Self {
        Self {
            sources: Sources::default(),
            list: vec![Error::placeless(kind)],
            beyond: 0,
        }
    }

    /// `file:line:column: message` of each error.
    pub fn headlines(&self) -> impl Iterator<Item = String> {
        self.list.iter().map(|error| error.headline(&self.sources))
    }
}

impl Errors {
    /// The report that `{}` prints, with terminal colours.
    pub fn colored(&self) -> String {
        self.report(&Renderer::styled())
    }

    fn report(&self, renderer: &Renderer) -> String {
        let list = self.list.iter();
        let excerpts = list.map(|error| render::excerpt(error, &self.sources, renderer));
        let more = (self.beyond > 0).then(|| format!("… and {} more", self.beyond));
        excerpts.chain(more).collect::<Vec<_>>().join("\n")
    }
}

impl core::fmt::Display for Errors {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.report(&Renderer::plain()))
    }
}

impl core::error::Error for Errors {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ValueError;

    fn sample() -> Errors {
        let text = "<mujoco>\n  <joint name=\"knee\" type=\"hinje\"/>\n</mujoco>\n";
        let mut sources = Sources::default();
        let file = sources.add("robot.xml", text);
        let at = text.find("hinje").unwrap();
        let mut diag = Diagnostics::new();
        let expected = &["free", "ball", "slide", "hinge"];
        diag.error(
            Span::new(file, at..at + 5),
            ValueError::UnknownKeyword {
                found: "hinje".to_owned(),
                expected,
            },
        )
        .element("joint")
        .attr("type")
        .suggest("hinje", expected.iter().copied());
        diag.into_result(&sources, ()).unwrap_err()
    }

    #[test]
    fn a_headline_names_place_element_attribute_and_suggestion() {
        assert_eq!(
            sample().headlines().next().unwrap(),
            "robot.xml:2:28: joint type: invalid keyword \"hinje\", expected one of free, ball, slide, hinge \
             (did you mean \"hinge\"?)"
        );
    }

    #[test]
    fn an_error_shows_the_line_with_a_caret_under_the_value() {
        let shown = sample().to_string();
        let lines: Vec<_> = shown.lines().collect();
        assert!(
            lines[0].starts_with("robot.xml:2:28: joint type:"),
            "{shown}"
        );
        let code = lines
            .iter()
            .position(|l| l.contains("<joint name"))
            .unwrap();
        assert!(lines[code].starts_with("2 |"), "{shown}");
        assert_eq!(
            lines[code].find("hinje"),
            lines[code + 1].find("^^^^^"),
            "{shown}"
        );
    }

    #[test]
    fn many_mistakes_are_counted_but_not_all_kept() {
        let mut diag = Diagnostics::new();
        for k in 0..1000 {
            diag.error(Span::default(), format!("mistake {k}"));
        }
        assert_eq!(diag.len(), 1000);
        let errors = diag.into_errors(&Sources::default());
        assert_eq!(errors.list.len() + errors.beyond, 1000);
        assert!(
            errors
                .to_string()
                .ends_with(&format!("… and {} more", errors.beyond))
        );
    }
}
