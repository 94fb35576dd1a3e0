//! The files of one model as one tree: every `<include>` is replaced by the content of its file.
//!
//! The name and attributes of an included file's root element are ignored; its children replace the `<include>`. A
//! relative name is looked up first next to the main file and then next to the including file. The same name must not be included
//! twice, and no file may include itself, directly or through others.
//!
//! The result is not one merged array: every file keeps its own nodes, an `<include>` node has the number of the document that replaces
//! it, and [`NodeRef::children`] steps from one into the other. Spans therefore always point into the right file.

use std::borrow::Cow;
use std::collections::HashSet;
use std::rc::Rc;

use super::xml::{Attribute, Document, MAX_DEPTH, NONE, Node, unescape};
use crate::diag::{Diagnostics, ErrorKind, FileError, SchemaError, XmlError};
use crate::files::Files;
use crate::source::{Source, Sources, directory};
use crate::{FileId, Span, path};

/// Maximum number of files of one model.
const MAX_FILES: usize = 4096;

/// Maximum size of all files of one model.
const MAX_BYTES: usize = 1 << 30;

/// Returns an error if `sources` have no room for another file of this size.
pub(super) fn has_room(sources: &Sources, bytes: usize) -> Result<(), FileError> {
    // all files of the job, including those of attached models
    let held: usize = sources.iter().map(|source| source.text.len()).sum();
    if sources.len() >= MAX_FILES || held.saturating_add(bytes) > MAX_BYTES {
        return Err(FileError::TooMuch {
            files: MAX_FILES,
            bytes: MAX_BYTES,
        });
    }
    Ok(())
}

/// Adds a file to the sources; text that is not UTF-8 is decoded as Latin-1.
///
/// DIFFERENCE(text-latin-1): the reference keeps such bytes, also in names.
pub(super) fn add_source(
    sources: &mut Sources,
    diag: &mut Diagnostics,
    name: &str,
    included: bool,
    mut bytes: Vec<u8>,
) -> FileId {
    // QUIRK(text-zero-byte): a zero byte ends the text; bytes after it are ignored
    let end = bytes.iter().position(|&byte| byte == 0);
    bytes.truncate(end.unwrap_or(bytes.len()));
    // every byte is a Latin-1 character, so this conversion cannot fail
    let (text, latin) = match String::from_utf8(bytes) {
        Ok(text) => (text, false),
        Err(error) => (
            error.into_bytes().into_iter().map(char::from).collect(),
            true,
        ),
    };
    let dir = directory(name).to_owned();
    let file = sources.push(Source {
        name: name.to_owned(),
        dir,
        included,
        text,
    });
    if latin {
        diag.warning(Span::new(file, 0..0), XmlError::NotUtf8);
    }
    file
}

/// All documents of a model.
pub(super) struct Tree {
    docs: Vec<Document>,
}

/// An element of a [`Tree`].
#[derive(Clone, Copy)]
pub(super) struct NodeRef<'a> {
    tree: &'a Tree,
    doc: u32,
    node: u32,
}

/// An attribute of a [`NodeRef`].
#[derive(Clone, Copy)]
pub(super) struct AttrRef<'a> {
    doc: &'a Document,
    attr: &'a Attribute,
}

/// Loads documents into a tree.
pub(super) struct Loader<'a> {
    pub files: &'a dyn Files,
    pub sources: &'a mut Sources,
    pub diag: &'a mut Diagnostics,
    /// Directory of the main file.
    pub dir: &'a str,
    seen: HashSet<String>,
    tree: Tree,
}

/// An `<include>` whose file is not loaded yet.
struct Include {
    doc: u32,
    node: u32,
    /// Directory that is prepended to the name when the file is recorded as included.
    ///
    /// QUIRK(include-twice): included files are looked up by name, but recorded with the directory of the including file prepended, so
    /// that a repeated include below the top level may not be detected.
    remembered_in: Rc<str>,
    /// Nesting depth of the `<include>`.
    depth: usize,
    /// The files that are being included, the outermost first.
    around: Rc<Vec<String>>,
}

impl<'a> Loader<'a> {
    pub(super) fn new(
        files: &'a dyn Files,
        sources: &'a mut Sources,
        diag: &'a mut Diagnostics,
        dir: &'a str,
    ) -> Self {
        Self {
            files,
            sources,
            diag,
            dir,
            seen: HashSet::new(),
            tree: Tree { docs: Vec::new() },
        }
    }

    /// The tree of the main file, which is already among the sources; `None` if it is not XML.
    pub(super) fn load(mut self, main: FileId) -> Option<Tree> {
        let source = self.sources.share(main)?;
        // the main file itself must not be included
        self.seen.insert(source.name.clone());
        let around = Rc::new(vec![path::join("", &source.name)]);
        // without a main document there is nothing to check
        let doc = match Document::parse(source, main) {
            Ok(doc) => doc,
            Err((span, kind)) => {
                self.diag.error(span, kind);
                return None;
            }
        };
        self.tree.docs.push(doc);
        // URDF has no includes
        let root = self.tree.root().tag();
        if root.eq_ignore_ascii_case(super::urdf::ROOT) {
            return Some(self.tree);
        }

        // depth first in document order, because the order decides which of two equal includes is the repeated one
        let mut waiting = self.includes_of(0, "", 0, &around);
        while let Some(include) = waiting.pop() {
            if let Some((doc, around)) = self.include(&include) {
                // includes of an included file are recorded with that file's directory
                let below = self
                    .sources
                    .get(self.tree.docs[doc as usize].file)
                    .map(|s| s.dir.clone());
                waiting.extend(self.includes_of(
                    doc,
                    &below.unwrap_or_default(),
                    include.depth,
                    &around,
                ));
            }
        }
        Some(self.tree)
    }

    /// The `<include>`s of a document, the last first.
    fn includes_of(
        &mut self,
        doc: u32,
        remembered_in: &str,
        depth: usize,
        around: &Rc<Vec<String>>,
    ) -> Vec<Include> {
        // depth counts the elements around an include, over all files
        let mut found = Vec::new();
        let remembered_in: Rc<str> = remembered_in.into();
        let document = &self.tree.docs[doc as usize];
        let mut stack = vec![(0u32, depth)];
        while let Some((node, depth)) = stack.pop() {
            let n = &document.nodes[node as usize];
            if document.text(n.tag) == "include" && node != 0 {
                found.push(Include {
                    doc,
                    node,
                    remembered_in: Rc::clone(&remembered_in),
                    depth,
                    around: Rc::clone(around),
                });
            } else if n.first != NONE {
                stack.push((n.first, depth + 1));
            }
            // children and siblings are visited out of order, so the result is sorted below
            if n.next != NONE && node != 0 {
                stack.push((n.next, depth));
            }
        }
        found.sort_by_key(|include| core::cmp::Reverse(include.node));
        found
    }

    /// Loads the file of an `<include>` and links it into the tree.
    fn include(&mut self, include: &Include) -> Option<(u32, Rc<Vec<String>>)> {
        let at = NodeRef {
            tree: &self.tree,
            doc: include.doc,
            node: include.node,
        };
        let span = at.span();
        // what the element itself must satisfy
        let Some(attr) = at.attr("file") else {
            self.fail(span, SchemaError::MissingAttribute("file"));
            return None;
        };
        let (name, value_span) = (attr.value().into_owned(), attr.span());
        let parent_dir = self
            .sources
            .get(span.file)
            .map(|s| s.dir.clone())
            .unwrap_or_default();
        if at.node().filled {
            self.fail(
                span,
                SchemaError::Conflict("include cannot have children".to_owned()),
            );
            return None;
        }
        if include.depth > MAX_DEPTH {
            self.fail(span, XmlError::TooDeep(MAX_DEPTH));
            return None;
        }

        // first next to the main file, then next to the including file
        let beside_main = path::join(self.dir, &name);
        let (path, resolved, bytes) = match self.files.read(&beside_main) {
            Ok(bytes) => (beside_main, path::join("", &name), bytes),
            Err(first) => {
                let beside_parent = path::join(&parent_dir, &name);
                let second = if beside_parent == beside_main {
                    Err(first.clone())
                } else {
                    self.files.read(&beside_parent)
                };
                let Ok(bytes) = second else {
                    self.fail(value_span, first);
                    return None;
                };
                (beside_parent.clone(), beside_parent, bytes)
            }
        };
        // no cycles, no repetitions, no more than a model may have
        if include.around.contains(&path) {
            self.fail(value_span, FileError::Cycle { path });
            return None;
        }
        if self.seen.contains(&resolved) {
            self.fail(value_span, FileError::Repeated { path });
            return None;
        }
        if let Err(error) = has_room(self.sources, bytes.len()) {
            self.fail(value_span, error);
            return None;
        }
        self.seen
            .insert(path::join(&include.remembered_in, &resolved));
        // parse the file and let the include refer to it
        let file = add_source(self.sources, self.diag, &path, true, bytes);
        let doc = match Document::parse(self.sources.share(file)?, file) {
            Ok(doc) => doc,
            Err((span, kind)) => {
                self.diag.error(span, kind);
                return None;
            }
        };
        if doc.nodes[0].first == NONE {
            self.fail(
                value_span,
                format!("included file \"{path}\" has no elements"),
            );
            return None;
        }
        let id = self.tree.docs.len() as u32;
        self.tree.docs.push(doc);
        self.tree.docs[include.doc as usize].nodes[include.node as usize].include = id;
        let mut around = include.around.as_ref().clone();
        around.push(path);
        Some((id, Rc::new(around)))
    }

    /// Reports an error of an `<include>`.
    fn fail(&mut self, span: Span, kind: impl Into<ErrorKind>) -> &mut crate::Error {
        self.diag.error(span, kind).element("include").attr("file")
    }
}

impl Tree {
    /// The root element of the main file.
    pub(super) fn root(&self) -> NodeRef<'_> {
        NodeRef {
            tree: self,
            doc: 0,
            node: 0,
        }
    }

    /// The comment that opens the main file's root element.
    pub(super) fn comment(&self) -> &str {
        self.docs.first().map_or("", |doc| doc.text(doc.comment))
    }
}

impl<'a> NodeRef<'a> {
    /// The document that has the node.
    fn document(self) -> &'a Document {
        &self.tree.docs[self.doc as usize]
    }

    /// The parsed node.
    fn node(self) -> &'a Node {
        &self.document().nodes[self.node as usize]
    }

    /// The name of the element.
    pub(super) fn tag(self) -> &'a str {
        self.document().text(self.node().tag)
    }

    /// The place of its name.
    pub(super) fn span(self) -> Span {
        self.document().span(self.node().tag)
    }

    /// Its attributes, in order.
    pub(super) fn attrs(self) -> impl Iterator<Item = AttrRef<'a>> {
        let doc = self.document();
        let (from, to) = self.node().attrs;
        doc.attrs[from as usize..to as usize]
            .iter()
            .map(move |attr| AttrRef { doc, attr })
    }

    /// The attribute of this name.
    pub(super) fn attr(self, name: &str) -> Option<AttrRef<'a>> {
        self.attrs().find(|attr| attr.name() == name)
    }

    /// The attribute `name`, for messages; empty if it is not set.
    pub(super) fn label(self) -> String {
        self.attr("name")
            .map_or_else(String::new, |attr| attr.value().into_owned())
    }

    /// The elements inside, in order, with includes replaced.
    pub(super) fn children(self) -> Children<'a> {
        Children {
            tree: self.tree,
            at: (self.doc, self.node().first),
            back: Vec::new(),
        }
    }

    /// The elements inside with this tag.
    pub(super) fn tagged(self, tag: &'static str) -> impl Iterator<Item = NodeRef<'a>> {
        self.children().filter(move |child| child.tag() == tag)
    }
}

impl<'a> AttrRef<'a> {
    /// The name.
    pub(super) fn name(self) -> &'a str {
        self.doc.text(self.attr.name)
    }

    /// The place of the name.
    pub(super) fn name_span(self) -> Span {
        self.doc.span(self.attr.name)
    }

    /// The value, with entities resolved.
    pub(super) fn value(self) -> Cow<'a, str> {
        let raw = self.doc.text(self.attr.value);
        if self.attr.escaped {
            unescape(raw)
        } else {
            Cow::Borrowed(raw)
        }
    }

    /// The place of the value.
    pub(super) fn span(self) -> Span {
        self.doc.span(self.attr.value)
    }
}

/// The elements inside an element, see [`NodeRef::children`].
pub(super) struct Children<'a> {
    tree: &'a Tree,
    at: (u32, u32),
    /// Where to continue after the end of each included file.
    back: Vec<(u32, u32)>,
}

impl<'a> Iterator for Children<'a> {
    type Item = NodeRef<'a>;

    fn next(&mut self) -> Option<NodeRef<'a>> {
        // a stack of return addresses: one per included file that is being traversed
        loop {
            let (doc, node) = self.at;
            if node == NONE {
                self.at = self.back.pop()?;
                continue;
            }
            let here = NodeRef {
                tree: self.tree,
                doc,
                node,
            };
            // continue after this node, or after its file
            let n = here.node();
            self.at = (doc, n.next);
            if here.tag() == "include" {
                // an include that failed was already reported and is empty
                if n.include != NONE {
                    self.back.push(self.at);
                    let root = &self.tree.docs[n.include as usize].nodes[0];
                    self.at = (n.include, root.first);
                }
                continue;
            }
            return Some(here);
        }
    }
}
