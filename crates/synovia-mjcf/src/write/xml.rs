//! Writes elements and attributes.

/// Names and values of attributes.
pub(super) type Pairs = [(String, String)];

/// An XML text under construction.
#[derive(Default)]
pub(super) struct Xml {
    text: String,
    depth: usize,
}

impl Xml {
    /// `<tag …>`.
    pub(super) fn open(&mut self, tag: &str, attrs: &Pairs) {
        self.begin(tag, attrs);
        self.text.push_str(">\n");
        self.depth += 1;
    }

    /// `</tag>`.
    pub(super) fn close(&mut self, tag: &str) {
        self.depth = self.depth.saturating_sub(1);
        self.indent();
        self.text.push_str("</");
        self.text.push_str(tag);
        self.text.push_str(">\n");
    }

    /// `<tag …/>`.
    pub(super) fn leaf(&mut self, tag: &str, attrs: &Pairs) {
        self.begin(tag, attrs);
        self.text.push_str("/>\n");
    }

    /// `<tag …/>`, unless there are no attributes.
    pub(super) fn leaf_if_any(&mut self, tag: &str, attrs: &Pairs) {
        if !attrs.is_empty() {
            self.leaf(tag, attrs);
        }
    }

    /// Writes an element with the content that `inside` writes; without content it closes itself.
    pub(super) fn element(&mut self, tag: &str, attrs: &Pairs, inside: impl FnOnce(&mut Self)) {
        self.open(tag, attrs);
        let before = self.text.len();
        inside(self);
        if self.text.len() == before {
            // no content: `>` becomes `/>`
            self.text.truncate(before - 2);
            self.text.push_str("/>\n");
            self.depth -= 1;
        } else {
            self.close(tag);
        }
    }

    /// Writes a comment, unless it is empty.
    pub(super) fn comment(&mut self, text: &str) {
        if !text.is_empty() {
            self.indent();
            self.text.push_str("<!--");
            self.text.push_str(&text.replace("-->", "-- >"));
            self.text.push_str("-->\n");
        }
    }

    /// The text.
    pub(super) fn finish(self) -> String {
        self.text
    }

    fn indent(&mut self) {
        for _ in 0..self.depth {
            self.text.push_str("  ");
        }
    }

    fn begin(&mut self, tag: &str, attrs: &Pairs) {
        self.indent();
        self.text.push('<');
        self.text.push_str(tag);
        for (name, value) in attrs {
            self.text.push(' ');
            self.text.push_str(name);
            self.text.push_str("=\"");
            for c in value.chars() {
                match c {
                    '&' => self.text.push_str("&amp;"),
                    '<' => self.text.push_str("&lt;"),
                    '>' => self.text.push_str("&gt;"),
                    '"' => self.text.push_str("&quot;"),
                    '\n' => self.text.push_str("&#10;"),
                    '\r' => self.text.push_str("&#13;"),
                    '\t' => self.text.push_str("&#9;"),
                    c => self.text.push(c),
                }
            }
            self.text.push('"');
        }
    }
}
