//! A lenient XML parser: text to a flat tree of elements.
//!
//! Model files are written by hand, and the reference reads them with a lenient parser: `--` inside comments, bare `&` and `<`
//! inside values, attributes without a space between them, blank lines before the declaration, text between elements. A
//! conforming XML parser rejects all of these, hence this small parser. It rejects what the reference rejects:
//! elements that are not closed or closed in the wrong order, repeated attributes, a declaration in the middle, text at the end.
//!
//! Nodes are indices into one array, and names and values are ranges of the source: large values are not copied. The parser has
//! its own stack, so that deep nesting cannot overflow the call stack.
//!
//! ```text
//! document    = { declaration } { comment | cdata | markup | text | element }
//! element     = "<" name { name "=" quoted } ( "/>" | ">" content "</" name ">" )
//! quoted      = '"' … '"' | "'" … "'"
//! ```

use std::borrow::Cow;
use std::sync::Arc;

use crate::diag::XmlError;
use crate::source::Source;
use crate::{FileId, Span};

/// Maximum nesting of elements, as in the reference.
pub(crate) const MAX_DEPTH: usize = 500;

/// Maximum number of attributes of one element, more than ten times what any element has.
const MAX_ATTRIBUTES: usize = 1000;

/// Maximum length of an entity name between `&` and `;`.
const MAX_ENTITY: usize = 12;

/// The null node index.
pub(super) const NONE: u32 = u32::MAX;

/// An XML error and its place.
pub(super) type XmlFailure = (Span, XmlError);

/// A range of bytes.
type Range = (u32, u32);

/// One element.
#[derive(Debug)]
pub(super) struct Node {
    pub tag: Range,
    /// Index of its first attribute and one past its last.
    pub attrs: Range,
    pub first: u32,
    pub next: u32,
    /// Whether it has any content, including text and comments.
    pub filled: bool,
    /// For `<include>`: the document that replaces it.
    pub include: u32,
}

/// One attribute.
#[derive(Debug)]
pub(super) struct Attribute {
    pub name: Range,
    pub value: Range,
    /// Whether the value contains an `&`.
    pub escaped: bool,
}

/// One parsed file.
#[derive(Debug)]
pub(super) struct Document {
    pub source: Arc<Source>,
    pub file: FileId,
    pub nodes: Vec<Node>,
    pub attrs: Vec<Attribute>,
    /// The first comment of the root element; an empty range if there is none.
    pub comment: Range,
}

impl Document {
    /// Parses the text of a file; its root is node 0.
    pub(super) fn parse(source: Arc<Source>, file: FileId) -> Result<Self, XmlFailure> {
        if source.text.len() >= NONE as usize {
            return Err((Span::new(file, 0..0), XmlError::TooLarge));
        }
        let mut parser = Parser {
            text: &source.text,
            at: 0,
            file,
            nodes: Vec::new(),
            attrs: Vec::new(),
            open: Vec::new(),
            comment: (0, 0),
            prologue: true,
        };
        parser.run()?;
        // the text itself is borrowed from the source and not needed any more
        let Parser {
            nodes,
            attrs,
            comment,
            ..
        } = parser;
        Ok(Self {
            source,
            file,
            nodes,
            attrs,
            comment,
        })
    }

    /// The text of a range.
    pub(super) fn text(&self, range: Range) -> &str {
        self.source
            .text
            .get(range.0 as usize..range.1 as usize)
            .unwrap_or("")
    }

    /// The place of a range.
    pub(super) fn span(&self, range: Range) -> Span {
        Span {
            file: self.file,
            start: range.0,
            end: range.1,
        }
    }
}

/// An element that is not closed yet.
struct Open {
    node: u32,
    last_child: u32,
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    file: FileId,
    nodes: Vec<Node>,
    attrs: Vec<Attribute>,
    open: Vec<Open>,
    comment: Range,
    /// Whether only declarations have been read so far.
    prologue: bool,
}

impl<'t> Parser<'t> {
    /// Parses the whole text; each iteration consumes one construct.
    fn run(&mut self) -> Result<(), XmlFailure> {
        if self.text.is_empty() {
            return Err(self.error(0, 0, XmlError::Empty));
        }
        // a byte order mark is skipped
        if self.rest().starts_with('\u{feff}') {
            self.at += '\u{feff}'.len_utf8();
        }
        loop {
            self.skip_space();
            let start = self.at;
            let rest = self.rest();
            if rest.is_empty() {
                break;
            }
            // declarations are allowed at the beginning only
            if rest.starts_with("<?") {
                if !self.prologue || !self.open.is_empty() {
                    let expected = "no declaration after the beginning of the file";
                    return Err(self.error(start, 2, XmlError::Unexpected { expected }));
                }
                self.skip_past("?>", "the declaration")?;
                continue;
            }
            self.prologue = false;
            // comments, CDATA and markup declarations are skipped, but the open element then has content
            if rest.starts_with("<!--") {
                self.comment()?;
            } else if rest.starts_with("<![CDATA[") {
                self.fill();
                self.skip_past("]]>", "the CDATA section")?;
            } else if rest.starts_with("<!") {
                self.fill();
                self.skip_past(">", "the markup declaration")?;
            // a closing or an opening tag
            } else if rest.starts_with('<') {
                self.at += 1;
                self.skip_space();
                if self.rest().starts_with('/') {
                    self.at += 1;
                    if !self.close(start)? {
                        break;
                    }
                } else {
                    self.open(start)?;
                }
            } else {
                // text between elements is skipped; after the last element it is an error
                self.fill();
                let Some(k) = rest.find('<') else {
                    let expected = "no text after the last element";
                    let len = rest.trim_end().len();
                    return Err(self.error(start, len, XmlError::Unexpected { expected }));
                };
                self.at += k;
            }
        }
        // the end of the text: everything must be closed
        if let Some(open) = self.open.last() {
            let tag = self.nodes[open.node as usize].tag;
            let name = format!("<{}>", &self.text[tag.0 as usize..tag.1 as usize]);
            return Err(self.error(
                tag.0 as usize,
                (tag.1 - tag.0) as usize,
                XmlError::Unclosed(name),
            ));
        }
        if self.nodes.is_empty() {
            return Err(self.error(0, 0, XmlError::NoRoot));
        }
        Ok(())
    }

    /// The text from the current position.
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The byte at the current position; 0 at the end.
    fn byte(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    /// An error at `len` bytes from `start`.
    fn error(&self, start: usize, len: usize, kind: XmlError) -> XmlFailure {
        (
            Span::new(self.file, start..(start + len).min(self.text.len())),
            kind,
        )
    }

    /// Skips white space, including the vertical tab as the reference does.
    fn skip_space(&mut self) {
        while self.byte().is_ascii_whitespace() || self.byte() == 0x0b {
            self.at += 1;
        }
    }

    /// Moves past the next `end`; an error if there is none.
    fn skip_past(&mut self, end: &str, what: &str) -> Result<(), XmlFailure> {
        match self.rest().find(end) {
            Some(k) => {
                self.at += k + end.len();
                Ok(())
            }
            None => Err(self.error(self.at, 2, XmlError::Unclosed(what.to_owned()))),
        }
    }

    /// Marks the innermost open element as having content.
    fn fill(&mut self) {
        if let Some(open) = self.open.last() {
            self.nodes[open.node as usize].filled = true;
        }
    }

    /// Skips a comment; the first one in the root element is kept, because saved models repeat it.
    fn comment(&mut self) -> Result<(), XmlFailure> {
        let start = self.at + 4;
        // `<!-->` is not a complete comment
        let opens_root = self.open.len() == 1 && !self.nodes[0].filled;
        self.at = start;
        self.skip_past("-->", "the comment")?;
        if opens_root {
            self.comment = (start as u32, self.at as u32 - 3);
        }
        self.fill();
        Ok(())
    }

    /// Reads a name at the current position.
    fn name(&mut self) -> Range {
        let start = self.at;
        let first = self.byte();
        if first.is_ascii_alphabetic() || matches!(first, b':' | b'_') || first >= 128 {
            // all bytes of non-ASCII characters are allowed in names
            let bytes = &self.text.as_bytes()[start..];
            let len = bytes
                .iter()
                .position(|&c| {
                    !(c.is_ascii_alphanumeric()
                        || matches!(c, b':' | b'_' | b'.' | b'-')
                        || c >= 128)
                })
                .unwrap_or(bytes.len());
            self.at += len;
        }
        (start as u32, self.at as u32)
    }

    /// Reads an opening tag.
    fn open(&mut self, start: usize) -> Result<(), XmlFailure> {
        let tag = self.name();
        if tag.0 == tag.1 {
            return Err(self.error(
                start,
                1,
                XmlError::Unexpected {
                    expected: "an element name after \"<\"",
                },
            ));
        }
        if self.open.len() >= MAX_DEPTH {
            return Err(self.error(
                start,
                (tag.1 as usize) - start,
                XmlError::TooDeep(MAX_DEPTH),
            ));
        }
        // attributes of all elements are in one array, those of one element are contiguous
        let first_attr = self.attrs.len() as u32;
        let closed = self.attributes(start, first_attr as usize)?;
        self.add(tag, first_attr, closed);
        Ok(())
    }

    /// Adds an element to the innermost open one.
    fn add(&mut self, tag: Range, first_attr: u32, closed: bool) {
        let node = self.nodes.len() as u32;
        self.nodes.push(Node {
            tag,
            attrs: (first_attr, self.attrs.len() as u32),
            first: NONE,
            next: NONE,
            filled: false,
            include: NONE,
        });

        // link it to its parent or its preceding sibling
        if let Some(parent) = self.open.last_mut() {
            let elder = core::mem::replace(&mut parent.last_child, node);
            let holder = &mut self.nodes[parent.node as usize];
            holder.filled = true;
            if elder == NONE {
                holder.first = node;
            } else {
                self.nodes[elder as usize].next = node;
            }
        }
        if !closed {
            self.open.push(Open {
                node,
                last_child: NONE,
            });
        }
    }

    /// Reads attributes up to the end of the tag; true if the tag closes itself.
    fn attributes(&mut self, start: usize, first: usize) -> Result<bool, XmlFailure> {
        loop {
            self.skip_space();
            if self.rest().starts_with("/>") {
                self.at += 2;
                return Ok(true);
            }
            if self.byte() == b'>' {
                self.at += 1;
                return Ok(false);
            }
            // name, equals sign, quoted value
            let name = self.name();
            if name.0 == name.1 {
                if self.rest().is_empty() {
                    let what = format!(
                        "\"{}\"",
                        self.text[start..].lines().next().unwrap_or("").trim_end()
                    );
                    return Err(self.error(start, 1, XmlError::Unclosed(what)));
                }
                return Err(self.error(
                    self.at,
                    1,
                    XmlError::Unexpected {
                        expected: "an attribute or the end of the tag",
                    },
                ));
            }
            self.skip_space();
            if self.byte() != b'=' {
                return Err(self.error(
                    self.at,
                    1,
                    XmlError::Unexpected {
                        expected: "\"=\" after the attribute name",
                    },
                ));
            }
            self.at += 1;
            self.skip_space();
            let quote = self.byte();
            if quote != b'"' && quote != b'\'' {
                return Err(self.error(
                    self.at,
                    1,
                    XmlError::Unexpected {
                        expected: "a value in quotes",
                    },
                ));
            }
            self.at += 1;
            let rest = self.rest();
            let Some(len) = rest.find(quote as char) else {
                return Err(self.error(self.at - 1, 1, XmlError::Unclosed("the value".to_owned())));
            };
            // entities are resolved only when the value is read
            let escaped = rest.as_bytes()[..len].contains(&b'&');
            let value = (self.at as u32, (self.at + len) as u32);
            self.at += len + 1;

            // bounded and unique, so that the search below stays short
            let word = |r: Range| &self.text[r.0 as usize..r.1 as usize];
            if self.attrs.len() - first >= MAX_ATTRIBUTES {
                let kind = XmlError::TooManyAttributes(MAX_ATTRIBUTES);
                return Err(self.error(name.0 as usize, (name.1 - name.0) as usize, kind));
            }
            if self.attrs[first..]
                .iter()
                .any(|a| word(a.name) == word(name))
            {
                let repeated = word(name).to_owned();
                return Err(self.error(
                    name.0 as usize,
                    repeated.len(),
                    XmlError::RepeatedAttribute(repeated),
                ));
            }
            self.attrs.push(Attribute {
                name,
                value,
                escaped,
            });
        }
    }

    /// Reads a closing tag; false if the rest of the text is to be ignored.
    ///
    /// QUIRK(xml-closing-tag): `</x/>` is an element `<x/>`, and a closing tag after the last element ends the text.
    fn close(&mut self, start: usize) -> Result<bool, XmlFailure> {
        let tag = self.name();
        // attributes of a closing tag are parsed and dropped
        let found = self.text[tag.0 as usize..tag.1 as usize].to_owned();
        let kept = self.attrs.len();
        if self.attributes(start, kept)? && tag.0 != tag.1 {
            self.add(tag, kept as u32, true);
            return Ok(true);
        }
        self.attrs.truncate(kept);
        // without an open element the rest of the text is ignored, unless there was no element at all
        let Some(open) = self.open.pop() else {
            if self.nodes.is_empty() {
                return Err(self.error(start, self.at - start, XmlError::Stray(found)));
            }
            return Ok(false);
        };
        let expected = self.nodes[open.node as usize].tag;
        let expected = &self.text[expected.0 as usize..expected.1 as usize];
        if expected != found {
            let expected = expected.to_owned();
            return Err(self.error(
                start,
                self.at - start,
                XmlError::Mismatched { expected, found },
            ));
        }
        Ok(true)
    }
}

/// A value with `&amp;`, `&lt;`, `&gt;`, `&quot;`, `&apos;` and numeric character references resolved; other entities stay as written.
pub(super) fn unescape(raw: &str) -> Cow<'_, str> {
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(k) = rest.find('&') {
        out.push_str(&rest[..k]);
        rest = &rest[k..];
        // an unknown or unterminated entity is kept as written
        let end = rest.bytes().take(MAX_ENTITY).position(|c| c == b';');
        let resolved = end.and_then(|end| Some((entity(&rest[1..end])?, end + 1)));
        let (c, len) = resolved.unwrap_or(('&', 1));
        out.push(c);
        rest = &rest[len..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The character of an entity, by name or by number.
fn entity(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix('x') {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Document, XmlFailure> {
        let source = Source {
            text: text.to_owned(),
            ..Source::default()
        };
        Document::parse(Arc::new(source), FileId(0))
    }

    fn tags(text: &str) -> Vec<String> {
        let doc = parse(text).unwrap();
        doc.nodes
            .iter()
            .map(|n| doc.text(n.tag).to_owned())
            .collect()
    }

    #[test]
    fn what_the_reference_forgives_is_forgiven() {
        for text in [
            "\n<?xml version=\"1.0\"?><a><b/></a>",
            "<!-- x -- y --><a><b/></a>",
            "<a>text<b/>text</a>",
            "text<a><b/></a>",
            "<a x=\"1 < 2 & 3\"><b/></a>",
            "<a x=\"1\"y='2'><b/></a >",
            "<a><![CDATA[ <c/> ]]>< b / ></a>"
                .replace("/ >", "/>")
                .as_str(),
            "<!DOCTYPE a><a><b></b></a>",
            "\u{feff}<a><b/></a>",
        ] {
            assert_eq!(tags(text), ["a", "b"], "{text}");
        }
        assert_eq!(tags("<a/><b/>"), ["a", "b"]);
        assert_eq!(tags("<a></b/></a>"), ["a", "b"]);
        assert_eq!(tags("<a><b/></a></a><c>"), ["a", "b"]);
    }

    #[test]
    fn what_the_reference_refuses_is_refused() {
        let kind = |text: &str| parse(text).unwrap_err().1;
        assert_eq!(kind(""), XmlError::Empty);
        assert_eq!(kind(" <!-- -->"), XmlError::NoRoot);
        assert_eq!(kind("<a><b></b>"), XmlError::Unclosed("<a>".to_owned()));
        assert_eq!(
            kind("<a></a><!-- "),
            XmlError::Unclosed("the comment".to_owned())
        );
        assert_eq!(
            kind("<a x=\"1\" x=\"2\"/>"),
            XmlError::RepeatedAttribute("x".to_owned())
        );
        assert!(matches!(
            kind("<a><b></a></b>"),
            XmlError::Mismatched { .. }
        ));
        assert!(matches!(kind("</a>"), XmlError::Stray(_)));
        assert!(matches!(kind("<a/>text"), XmlError::Unexpected { .. }));
        assert!(matches!(
            kind("<a><?xml?></a>"),
            XmlError::Unexpected { .. }
        ));
        assert!(matches!(kind("<a x=1/>"), XmlError::Unexpected { .. }));
        assert!(matches!(kind("<a x/>"), XmlError::Unexpected { .. }));
        assert!(matches!(kind("<a x=\"1/>"), XmlError::Unclosed(_)));
        assert!(matches!(kind("<"), XmlError::Unexpected { .. }));
        assert!(matches!(kind("<a "), XmlError::Unclosed(_)));
        assert_eq!(
            kind(&"<a>".repeat(MAX_DEPTH + 1)),
            XmlError::TooDeep(MAX_DEPTH)
        );
    }

    #[test]
    fn long_lists_take_no_longer_than_their_text() {
        let many: Vec<_> = (0..200_000).map(|k| format!("a{k}=\"\"")).collect();
        assert!(parse(&format!("<a {}/>", many.join(" "))).is_err());
        assert_eq!(unescape(&"&".repeat(1_000_000)).len(), 1_000_000);
    }

    #[test]
    fn entities_resolve_and_strangers_stay() {
        assert_eq!(
            unescape("a &amp; b &lt;&gt;&quot;&apos; &#65;&#x42; &foo; & &#xd800;"),
            "a & b <>\"' AB &foo; & &#xd800;"
        );
    }
}
