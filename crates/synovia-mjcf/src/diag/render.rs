//! Renders an error as text: its headline, then the source line with a caret under the place.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::Error;
use crate::spec::Sources;

/// Maximum length of the part of a line that is shown around an error.
const WIDTH: usize = 160;

/// The headline of `error`, and below it an excerpt of its source if there is one.
pub(super) fn excerpt(error: &Error, sources: &Sources, renderer: &Renderer) -> String {
    let headline = error.headline(sources);
    let Some((span, place)) = error
        .span
        .and_then(|span| Some((span, sources.location(span)?)))
    else {
        return headline;
    };
    let Some(source) = sources.get(span.file) else {
        return headline;
    };

    // the line on which the error begins, cut to what fits around it
    let text = &source.text;
    let start = floor(text, span.start as usize);
    let line_start = text[..start].rfind('\n').map_or(0, |k| k + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |k| start + k);
    let from = if start - line_start > WIDTH / 2 {
        floor(text, start - WIDTH / 2)
    } else {
        line_start
    };
    let to = floor(text, line_end.min(from + WIDTH));
    let end = floor(text, span.end as usize).clamp(start, to);

    let snippet = Snippet::source(&text[from..to])
        .line_start(place.line)
        .annotation(AnnotationKind::Primary.span(start - from..end - from));
    let report = [Group::with_level(Level::ERROR).element(snippet)];
    format!("{headline}\n{}", renderer.render(&report))
}

/// The last character boundary at or before `k`.
fn floor(text: &str, k: usize) -> usize {
    let mut k = k.min(text.len());
    while !text.is_char_boundary(k) {
        k -= 1;
    }
    k
}
