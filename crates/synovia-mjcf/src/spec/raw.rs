//! Elements kept as written, not interpreted: plugins.

use crate::Span;

/// An element kept as written.
#[derive(Clone, Debug, Default)]
pub struct Raw {
    /// Its tag.
    pub tag: String,
    /// Where it was written.
    pub span: Span,
    /// Attributes in order: name, text, place of the value.
    pub attrs: Vec<(String, String, Span)>,
    /// Elements inside.
    pub children: Vec<Raw>,
}

impl Raw {
    /// The text of an attribute.
    pub fn attr(&self, name: &str) -> Option<&str> {
        self.attrs
            .iter()
            .find(|(n, ..)| n == name)
            .map(|(_, text, _)| text.as_str())
    }
}
