//! The kinds of errors, one small enum per category.

use crate::ValueError;

/// The kind of an error.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text is not XML.
    #[error(transparent)]
    Xml(#[from] XmlError),
    /// An element or attribute is not allowed in its place.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// A text is not a valid value of its attribute.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A name is unknown, or used twice.
    #[error(transparent)]
    Name(#[from] NameError),
    /// A valid feature that is refused by name.
    #[error("{0} is not supported")]
    Unsupported(String),
    /// Any other error, as text.
    #[error("{0}")]
    Other(String),
}

impl From<String> for ErrorKind {
    fn from(text: String) -> Self {
        Self::Other(text)
    }
}

impl From<&str> for ErrorKind {
    fn from(text: &str) -> Self {
        Self::Other(text.to_owned())
    }
}

/// The text is not XML.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum XmlError {
    /// The bytes are not UTF-8.
    #[error("the file is not valid UTF-8 and is read as Latin-1")]
    NotUtf8,
    /// The file is empty.
    #[error("the file is empty")]
    Empty,
    /// The file is in another format.
    #[error("{file}: this is not an MJCF, URDF or binary model: {reason}")]
    NotAModel {
        /// The file.
        file: String,
        /// The probable format.
        reason: &'static str,
    },
    /// There is no element.
    #[error("no root element")]
    NoRoot,
    /// An element, comment, value or declaration is not closed.
    #[error("{0} is not closed")]
    Unclosed(String),
    /// A closing tag that does not match the open element.
    #[error("expected </{expected}>, found </{found}>")]
    Mismatched {
        /// The open tag.
        expected: String,
        /// The closing tag.
        found: String,
    },
    /// A closing tag without an open element.
    #[error("</{0}> has no matching opening tag")]
    Stray(String),
    /// Unexpected text.
    #[error("expected {expected}")]
    Unexpected {
        /// The expected text.
        expected: &'static str,
    },
    /// A repeated attribute.
    #[error("attribute \"{0}\" is repeated; remove one of them")]
    RepeatedAttribute(String),
    /// More attributes than any element has.
    #[error("an element has more than {0} attributes")]
    TooManyAttributes(usize),
    /// Elements are nested too deeply.
    #[error("elements are nested more than {0} levels deep")]
    TooDeep(usize),
    /// The file has more bytes than a span can represent.
    #[error("the file is larger than 4 GiB")]
    TooLarge,
}

/// An element or attribute is not allowed in its place.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SchemaError {
    /// An unknown element.
    #[error("unrecognized element \"{found}\"{}", inside(parent))]
    UnknownElement {
        /// Its tag.
        found: String,
        /// The enclosing element; empty for the root.
        parent: String,
    },
    /// A part of the tree outside the world.
    #[error(
        "<{0}> directly below the root is checked but is not part of the model; include it in <worldbody>"
    )]
    NotInTheWorld(String),
    /// An unknown attribute.
    #[error("unrecognized attribute \"{0}\"")]
    UnknownAttribute(String),
    /// A missing required attribute.
    #[error("required attribute missing: \"{0}\"")]
    MissingAttribute(&'static str),
    /// A missing required element.
    #[error("required element missing: \"{0}\"")]
    MissingElement(&'static str),
    /// An element that may appear only once.
    #[error("unique element \"{tag}\" found {count} times")]
    TooMany {
        /// Its tag.
        tag: String,
        /// How often it appears.
        count: usize,
    },
    /// Attributes that exclude each other.
    #[error("{0}")]
    Conflict(String),
}

fn inside(parent: &str) -> String {
    if parent.is_empty() {
        String::new()
    } else {
        format!(" in \"{parent}\"")
    }
}

/// A file cannot be read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The file does not exist.
    #[error("file \"{path}\" not found")]
    NotFound {
        /// The path where it was looked up.
        path: String,
    },
    /// The file exists but cannot be read.
    #[error("file \"{path}\" cannot be read: {reason}")]
    Unreadable {
        /// Its path.
        path: String,
        /// The reason.
        reason: String,
    },
    /// The file is included a second time.
    #[error("file \"{path}\" is already included")]
    Repeated {
        /// Its path.
        path: String,
    },
    /// The file includes itself, directly or through others.
    #[error("file \"{path}\" includes itself")]
    Cycle {
        /// Its path.
        path: String,
    },
    /// The model has too many files, or they are too large.
    #[error("the model consists of more than {files} files or {bytes} bytes")]
    TooMuch {
        /// The maximum number of files.
        files: usize,
        /// The maximum total size in bytes.
        bytes: usize,
    },
}

/// A name is unknown, or used twice.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum NameError {
    /// No object of that kind has this name.
    #[error("unknown {what} '{name}'")]
    Unknown {
        /// The kind of object.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// Two objects of one kind have the same name.
    #[error("repeated {what} '{name}'")]
    Repeated {
        /// The kind of object.
        what: &'static str,
        /// The name.
        name: String,
    },
}
