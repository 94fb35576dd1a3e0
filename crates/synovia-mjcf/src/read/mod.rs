//! Reads XML into a [`Document`].
//!
//! ```text
//! text ──xml──▶ documents ──tree──▶ one tree ──schema──▶ checked tree ──read──▶ Document
//! ```
//!
//! | file         | purpose                                                                 |
//! |--------------|-------------------------------------------------------------------------|
//! | `xml`        | parses text to elements and attributes, with their places               |
//! | `tree`       | replaces `<include>`s by the files they name                            |
//! | `rules`      | the grammar, as a table                                                 |
//! | `schema`     | checks the tree against the grammar                                     |
//! | `dependencies` | lists the names of other files, without reading more                  |
//! | `urdf`       | robots: links and joints instead of sections                            |
//! | the others   | one section of the file each: typed values of attributes, and rules     |
//! |              | beyond the grammar: required attributes, conflicts, ranges              |
//!
//! Sections may be repeated and be in any order; they are read in one fixed order, classes before the elements that name them.
//! Reading continues after errors, so that all of them are reported.
//!
//! An error never stops the reader: the element keeps the attributes that could be read, and the caller decides at the end, by the
//! collected [`Diagnostics`], whether there is a document.

mod actuator;
mod asset;
mod body;
mod custom;
mod defaults;
mod dependencies;
mod flex;
mod plugin;
mod relation;
pub(crate) mod rules;
mod schema;
mod sensor;
mod settings;
mod tree;
mod urdf;
mod xml;

use std::collections::HashSet;

use crate::diag::{Diagnostics, Error, ErrorKind, Errors, NameError, SchemaError, XmlError};
use crate::files::Files;
use crate::source::{Sources, directory};
use crate::{Attr, Document, Element, FileId, ValueError, path};
pub use dependencies::dependencies;
use tree::{AttrRef, Loader, NodeRef};

/// Maximum nesting of models that attach models.
const MAX_MODELS: usize = 64;

/// Reads a model from its text.
///
/// `name` is the file name in error messages; if it has a directory, other files are looked up there.
pub fn parse_str(name: &str, text: &str, files: &dyn Files) -> Result<Document, Errors> {
    let mut job = Job::new(files);
    let doc = job.model(name, text.as_bytes().to_vec());
    job.finish(doc)
}

/// Reads a model from a file.
pub fn parse_file(path: &str, files: &dyn Files) -> Result<Document, Errors> {
    let bytes = files.read(path).map_err(Errors::placeless)?;
    parse_bytes(path, bytes, files)
}

/// Reads a model from the bytes of the file at `path`; other files are looked up in its directory.
pub fn parse_bytes(path: &str, bytes: Vec<u8>, files: &dyn Files) -> Result<Document, Errors> {
    // looked at before parsing, because parsing consumes the bytes
    let foreign = foreign_format(&bytes);
    let mut job = Job::new(files);
    let doc = job.model(path, bytes);
    match (&doc, foreign) {
        // the errors of an XML parser would be of no help for such a file
        (None, Some(reason)) => {
            let file = path.to_owned();
            Err(Errors::placeless(XmlError::NotAModel { file, reason }))
        }
        _ => job.finish(doc),
    }
}

/// The probable format of a file that does not begin like XML.
fn foreign_format(bytes: &[u8]) -> Option<&'static str> {
    /// Number of bytes searched for zeros, which UTF-8 text does not have.
    const HEAD: usize = 1024;
    // a byte order mark and white space may precede the first element
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let first = text.iter().find(|byte| !byte.is_ascii_whitespace());
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        Some("its text is encoded as UTF-16; save it as UTF-8")
    } else if bytes.starts_with(b"PK\x03\x04") {
        Some("it is a zip archive; load it with from_zip, or with the synovia program")
    } else if bytes.iter().take(HEAD).any(|&byte| byte == 0) {
        Some("it is a binary file in another format")
    } else if first.is_some_and(|&byte| byte != b'<') {
        Some("it does not begin with an XML element such as <mujoco> or <robot>")
    } else {
        None
    }
}

/// Reads a model and all models it attaches.
struct Job<'a> {
    files: &'a dyn Files,
    sources: Sources,
    diag: Diagnostics,
    /// The models that are being read, the outermost first.
    around: Vec<String>,
}

impl<'a> Job<'a> {
    /// A job without any models yet.
    fn new(files: &'a dyn Files) -> Self {
        Self {
            files,
            sources: Sources::default(),
            diag: Diagnostics::new(),
            around: Vec::new(),
        }
    }

    /// Reads one model; `None` if it is not XML or not a model.
    fn model(&mut self, name: &str, bytes: Vec<u8>) -> Option<Document> {
        // models on the stack are those that attach this one, which detects cycles
        let main = tree::add_source(&mut self.sources, &mut self.diag, name, false, bytes);
        self.around.push(path::join("", name));
        let doc = self.read(main, directory(name));
        self.around.pop();
        doc
    }

    /// Reads a model whose main file is among the sources.
    fn read(&mut self, main: FileId, dir: &str) -> Option<Document> {
        // includes are replaced, then the grammar is checked; URDF has its own rules
        let tree = Loader::new(self.files, &mut self.sources, &mut self.diag, dir).load(main)?;
        let robot = tree.root().tag().eq_ignore_ascii_case(urdf::ROOT);
        if !robot && !schema::check(&tree, &mut self.diag) {
            return None;
        }
        // the reader fills the sections of an empty document
        let doc = Document {
            dir: dir.to_owned(),
            comment: tree.comment().to_owned(),
            ..Document::default()
        };
        let mut reader = Reader {
            job: self,
            root: tree.root(),
            doc,
            classes: HashSet::new(),
        };
        if robot {
            reader.robot();
        } else {
            reader.sections();
        }
        let mut doc = reader.doc;
        // a snapshot: models read later add their files to the job's sources, not to this document's
        doc.sources = self.sources.clone();
        Some(doc)
    }

    /// The document with its warnings, or all errors.
    fn finish(mut self, doc: Option<Document>) -> Result<Document, Errors> {
        let warnings = self.diag.take_warnings();
        if let Some(mut doc) = doc {
            doc.warnings = warnings;
            return self.diag.into_result(&self.sources, doc);
        }
        // no document and no error: the text had no root element
        if self.diag.is_empty() {
            self.diag.placeless(XmlError::NoRoot);
        }
        Err(self.diag.into_errors(&self.sources))
    }
}

/// Reads the sections of one tree.
struct Reader<'j, 'f, 't> {
    job: &'j mut Job<'f>,
    root: NodeRef<'t>,
    doc: Document,
    /// Names of all classes.
    classes: HashSet<String>,
}

impl<'t> Reader<'_, '_, 't> {
    /// Reads all sections of MJCF in a fixed order.
    fn sections(&mut self) {
        // order: settings and classes first, because all elements refer to them; the tree last
        let root = self.root;
        if let Some(model) = root.attr("model") {
            self.doc.model = Attr::new(model.value().into_owned(), model.span());
        }
        self.settings(root);
        self.defaults(root);
        for section in root.tagged("extension") {
            self.extension(section);
        }
        for section in root.tagged("custom") {
            self.custom(section);
        }
        for section in root.tagged("asset") {
            self.asset(section);
        }
        for section in root.tagged("contact") {
            self.contact(section);
        }
        for section in root.tagged("deformable") {
            self.deformable(section);
        }
        for section in root.tagged("equality") {
            self.equality(section);
        }
        for section in root.tagged("tendon") {
            self.tendon(section);
        }
        for section in root.tagged("actuator") {
            self.actuator(section);
        }
        for section in root.tagged("sensor") {
            self.sensor(section);
        }
        for section in root.tagged("keyframe") {
            self.keyframe(section);
        }
        for section in root.tagged("worldbody") {
            self.worldbody(section);
        }
    }

    /// Reads all attributes of an element.
    fn element<T: Element>(&mut self, node: NodeRef<'t>) -> T {
        let mut out = T::default();
        *out.place() = node.span();
        // each attribute becomes a typed value, or an error at its place
        for attr in node.attrs() {
            let name = attr.name();
            let value = attr.value();
            match out.read(name, &value, attr.span()) {
                Some(Err(error)) => self.value_error(node, attr, error),
                Some(Ok(true)) => {
                    let report = self
                        .job
                        .diag
                        .warning(attr.span(), "found NaN, which is probably not intended");
                    report.element(node.tag()).named(node.label()).attr(name);
                }
                _ => {}
            }
            if matches!(name, "class" | "childclass") {
                self.check_class(node, attr, &value);
            }
        }
        out
    }

    /// Reports a value that cannot be parsed, with the most similar keyword if it was one.
    #[cold]
    fn value_error(&mut self, node: NodeRef<'t>, attr: AttrRef<'t>, error: ValueError) {
        // suggest the most similar keyword
        let meant = match &error {
            ValueError::UnknownKeyword { found, expected } => {
                crate::diag::nearest(found, expected.iter().copied())
            }
            _ => None,
        };
        let report = self.job.diag.error(attr.span(), error);
        report
            .element(node.tag())
            .named(node.label())
            .attr(attr.name());
        meant.unwrap_or("").clone_into(&mut report.suggestion);
    }

    /// Reports an unknown class.
    fn check_class(&mut self, node: NodeRef<'t>, attr: AttrRef<'t>, class: &str) {
        if self.classes.contains(class) {
            return;
        }
        // searching for prefixes and suggestions costs time, which is wasted once errors are only counted
        let full = self.job.diag.is_full();
        // classes with the prefix of an attached model exist only after attaching
        let comes_later =
            |prefix: &String| !prefix.is_empty() && class.starts_with(prefix.as_str());
        if !full && attached_prefixes(self.root).iter().any(comes_later) {
            return;
        }
        let kind = NameError::Unknown {
            what: "default class",
            name: class.to_owned(),
        };
        let report = self.job.diag.error(attr.span(), kind);
        report
            .element(node.tag())
            .named(node.label())
            .attr(attr.name());
        if !full {
            let defaults = &self.doc.defaults;
            report.suggest(
                class,
                (0..defaults.classes.len()).map(|id| defaults.name(id)),
            );
        }
    }

    /// Reports an error at an element.
    fn error(&mut self, node: NodeRef<'t>, kind: impl Into<ErrorKind>) -> &mut Error {
        self.job
            .diag
            .error(node.span(), kind)
            .element(node.tag())
            .named(node.label())
    }

    /// Reports an error at an attribute, or at the element if the attribute is not set.
    fn attr_error(
        &mut self,
        node: NodeRef<'t>,
        attr: &str,
        kind: impl Into<ErrorKind>,
    ) -> &mut Error {
        let span = node.attr(attr).map_or_else(|| node.span(), AttrRef::span);
        self.job
            .diag
            .error(span, kind)
            .element(node.tag())
            .named(node.label())
            .attr(attr)
    }

    /// Reports attributes that exclude each other.
    fn conflict(&mut self, node: NodeRef<'t>, text: &str) {
        self.error(node, SchemaError::Conflict(text.to_owned()));
    }

    /// Reports a missing attribute.
    fn require(&mut self, node: NodeRef<'t>, attr: &'static str) {
        if node.attr(attr).is_none() {
            self.error(node, SchemaError::MissingAttribute(attr));
        }
    }

    /// Like [`Self::require`] for numbers: blank text is the same as missing.
    fn require_number(&mut self, node: NodeRef<'t>, attr: &'static str) {
        if node
            .attr(attr)
            .is_none_or(|a| a.value().trim_ascii().is_empty())
        {
            self.error(node, SchemaError::MissingAttribute(attr));
        }
    }

    /// Reports more than one orientation.
    fn check_orientation_forms(&mut self, node: NodeRef<'t>) {
        let written = |name: &str| {
            node.attr(name)
                .is_some_and(|a| !a.value().trim_ascii().is_empty())
        };
        // a quaternion is a form even if it is blank; the others only if they have a value
        let quat = node.attr("quat").map(|_| "quat");
        let others = ["axisangle", "xyaxes", "zaxis", "euler"];
        let forms: Vec<_> = (quat.into_iter())
            .chain(others.into_iter().filter(|name| written(name)))
            .collect();
        if forms.len() > 1 {
            let found = forms.join(" and ");
            let text = format!("the orientation is set by {found}; keep only one of them");
            self.conflict(node, &text);
        }
    }

    /// Reports more than one orientation, and a zero quaternion.
    fn check_orientation(&mut self, node: NodeRef<'t>, quat: &Attr<[f64; 4]>) {
        self.check_orientation_forms(node);
        if quat.get() == Some(&[0.0; 4]) {
            self.attr_error(
                node,
                "quat",
                "found zeros, expected a rotation; the identity is 1 0 0 0",
            );
        }
    }
}

/// The prefixes of all attachments.
fn attached_prefixes(root: NodeRef<'_>) -> Vec<String> {
    let mut found = Vec::new();
    let mut stack: Vec<_> = root.tagged("worldbody").collect();
    while let Some(node) = stack.pop() {
        if node.tag() == "attach" {
            found.extend(node.attr("prefix").map(|attr| attr.value().into_owned()));
        }
        stack.extend(node.children());
    }
    found
}
