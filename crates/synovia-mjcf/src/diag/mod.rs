//! Diagnostics: every mistake of a model, each with the place where it was made.
//!
//! Whoever reads or compiles carries a [`Diagnostics`] along, reports what is wrong and goes on with something harmless, so that
//! one run names every mistake. At the end [`Diagnostics::into_result`] decides: a value, or [`Errors`] that print themselves with
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

/// How many mistakes are kept; the rest are only counted.
const KEPT: usize = 200;

/// One mistake and where it is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Error {
    /// What is wrong.
    pub kind: ErrorKind,
    /// Where; `None` if the mistake has no place in a file.
    pub span: Option<Span>,
    /// Tag of the element; empty if there is none.
    pub element: String,
    /// Name of the element; empty if it has none.
    pub name: String,
    /// The attribute; empty if the whole element is meant.
    pub attr: String,
    /// What was probably meant; empty if nothing comes close.
    pub suggestion: String,
}

impl Error {
    /// A mistake at `span`.
    pub fn new(span: Span, kind: impl Into<ErrorKind>) -> Self {
        Self {
            span: Some(span),
            ..Self::placeless(kind)
        }
    }

    /// A mistake of the model as a whole.
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

    /// Says which element is meant.
    pub fn element(&mut self, tag: impl Into<String>) -> &mut Self {
        self.element = tag.into();
        self
    }

    /// Says what the element is called.
    pub fn named(&mut self, name: impl Into<String>) -> &mut Self {
        self.name = name.into();
        self
    }

    /// Says which attribute is meant.
    pub fn attr(&mut self, name: impl Into<String>) -> &mut Self {
        self.attr = name.into();
        self
    }

    /// Proposes the word among `candidates` that is nearest to `found`, if one is near.
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

    /// What the mistake is about: element, its name, attribute.
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

    /// The mistake in one line, without its place.
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

    /// The mistake in one line, as `file:line:column: message`.
    pub fn headline(&self, sources: &Sources) -> String {
        let place = self.span.and_then(|span| sources.location(span));
        match place {
            Some(place) => format!("{place}: {}", self.message()),
            None => self.message(),
        }
    }
}

/// Collects mistakes.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Error>,
    beyond: usize,
    warnings: Vec<Error>,
}

impl Diagnostics {
    /// Nothing wrong so far.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reports a mistake at `span`; what is returned can be told more about it.
    pub fn error(&mut self, span: Span, kind: impl Into<ErrorKind>) -> &mut Error {
        self.push(Error::new(span, kind))
    }

    /// True if a mistake was reported since there were `before` of them ([`Diagnostics::len`]). What is computed from a mistake is not worth
    /// a report of its own: the cause is.
    pub fn has_since(&self, before: usize) -> bool {
        self.len() > before
    }

    /// Reports a mistake of the model as a whole.
    pub fn placeless(&mut self, kind: impl Into<ErrorKind>) -> &mut Error {
        self.push(Error::placeless(kind))
    }

    /// Reports a mistake that was put together elsewhere.
    pub fn push(&mut self, error: Error) -> &mut Error {
        if self.list.len() > KEPT {
            // the last place is overwritten again and again and does not appear
            self.beyond += 1;
            self.list.truncate(KEPT);
        }
        self.list.push(error);
        let last = self.list.len() - 1;
        &mut self.list[last]
    }

    /// Reports something that loads but is probably not meant.
    pub fn warning(&mut self, span: Span, kind: impl Into<ErrorKind>) -> &mut Error {
        self.warnings.truncate(KEPT);
        self.warnings.push(Error::new(span, kind));
        let last = self.warnings.len() - 1;
        &mut self.warnings[last]
    }

    /// True if further mistakes are only counted, so that nothing need be found out about them.
    pub fn is_full(&self) -> bool {
        self.list.len() > KEPT
    }

    /// True if there is no mistake.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Number of mistakes.
    pub fn len(&self) -> usize {
        self.list.len() + self.beyond
    }

    /// The mistakes kept so far.
    pub fn errors(&self) -> &[Error] {
        &self.list
    }

    /// The warnings so far.
    pub fn warnings(&self) -> &[Error] {
        &self.warnings
    }

    /// Takes the warnings out.
    pub fn take_warnings(&mut self) -> Vec<Error> {
        core::mem::take(&mut self.warnings)
    }

    /// `value` if nothing is wrong, all mistakes otherwise.
    pub fn into_result<T>(self, sources: &Sources, value: T) -> Result<T, Errors> {
        if self.is_empty() {
            Ok(value)
        } else {
            Err(self.into_errors(sources))
        }
    }

    /// All mistakes, in the order of the files and of the places in each; those without a place come last.
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

/// All mistakes of a model, with the sources to show them in.
///
/// `Display` prints each with an excerpt.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Errors {
    /// The files.
    pub sources: Sources,
    /// The mistakes; at least one.
    pub list: Vec<Error>,
    /// How many more there were.
    pub beyond: usize,
}

impl Errors {
    /// One mistake without a place, for what fails before there is a file to point into.
    pub fn placeless(kind: impl Into<ErrorKind>) -> Self {
        Self {
            sources: Sources::default(),
            list: vec![Error::placeless(kind)],
            beyond: 0,
        }
    }

    /// `file:line:column: message` of each mistake.
    pub fn headlines(&self) -> impl Iterator<Item = String> {
        self.list.iter().map(|error| error.headline(&self.sources))
    }
}

impl Errors {
    /// The report that `{}` prints, with the colours of a terminal.
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
