//! The kinds of mistakes, one small enum for each thing that can go wrong.

use crate::ValueError;

/// What is wrong.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text is not XML.
    #[error(transparent)]
    Xml(#[from] XmlError),
    /// An element or attribute does not belong where it stands.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// A text is not the value that its attribute takes.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// A file cannot be had.
    #[error(transparent)]
    File(#[from] FileError),
    /// A name refers to nothing, or is used twice.
    #[error(transparent)]
    Name(#[from] NameError),
    /// Something valid that is not implemented.
    #[error("{0} is not supported")]
    Unsupported(String),
    /// Anything else, in words.
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
    /// The file has another format.
    #[error("{file}: this is not an MJCF, URDF or binary model: {reason}")]
    NotAModel {
        /// The file.
        file: String,
        /// What it seems to be.
        reason: &'static str,
    },
    /// No element at all.
    #[error("no root element")]
    NoRoot,
    /// Something began and did not end.
    #[error("{0} is not closed")]
    Unclosed(String),
    /// A closing tag for another element than the open one.
    #[error("expected </{expected}>, found </{found}>")]
    Mismatched {
        /// The tag that is open.
        expected: String,
        /// The tag that was closed.
        found: String,
    },
    /// A closing tag with nothing open.
    #[error("</{0}> closes nothing")]
    Stray(String),
    /// A character that does not belong where it stands.
    #[error("expected {expected}")]
    Unexpected {
        /// What should have stood there.
        expected: &'static str,
    },
    /// The same attribute twice.
    #[error("attribute \"{0}\" is written twice")]
    RepeatedAttribute(String),
    /// More attributes than any element has.
    #[error("an element has more than {0} attributes")]
    TooManyAttributes(usize),
    /// Elements inside elements inside elements.
    #[error("elements are nested more than {0} deep")]
    TooDeep(usize),
    /// More bytes than a place in a file can name.
    #[error("the file is larger than 4 GiB")]
    TooLarge,
}

/// An element or attribute does not belong where it stands.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SchemaError {
    /// An element that does not exist here.
    #[error("unrecognized element \"{found}\"{}", inside(parent))]
    UnknownElement {
        /// Its tag.
        found: String,
        /// The element around it; empty for the root.
        parent: String,
    },
    /// A part of the tree outside the world.
    #[error(
        "<{0}> directly below the root is checked but not part of the model: include it in <worldbody>"
    )]
    NotInTheWorld(String),
    /// An attribute that the element does not have.
    #[error("unrecognized attribute \"{0}\"")]
    UnknownAttribute(String),
    /// An attribute that has to be there.
    #[error("required attribute missing: \"{0}\"")]
    MissingAttribute(&'static str),
    /// An element that has to be there.
    #[error("required element missing: \"{0}\"")]
    MissingElement(&'static str),
    /// An element that may stand only once.
    #[error("unique element \"{tag}\" found {count} times")]
    TooMany {
        /// Its tag.
        tag: String,
        /// How often it stands there.
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

/// A file cannot be had.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// There is no such file.
    #[error("file \"{path}\" not found")]
    NotFound {
        /// Where it was looked for.
        path: String,
    },
    /// It is there but cannot be read.
    #[error("file \"{path}\" cannot be read: {reason}")]
    Unreadable {
        /// Where it is.
        path: String,
        /// Why not.
        reason: String,
    },
    /// It is included a second time.
    #[error("file \"{path}\" is already included")]
    Repeated {
        /// Where it is.
        path: String,
    },
    /// It includes itself, directly or through others.
    #[error("file \"{path}\" includes itself")]
    Cycle {
        /// Where it is.
        path: String,
    },
    /// Too many files take part, or too large ones.
    #[error("the model consists of more than {files} files or {bytes} bytes")]
    TooMuch {
        /// How many files may take part.
        files: usize,
        /// How many bytes they may have together.
        bytes: usize,
    },
}

/// A name refers to nothing, or is used twice.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum NameError {
    /// Nothing of that kind has this name.
    #[error("unknown {what} '{name}'")]
    Unknown {
        /// The kind of thing.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// Two things of one kind have the same name.
    #[error("repeated {what} '{name}'")]
    Repeated {
        /// The kind of thing.
        what: &'static str,
        /// The name.
        name: String,
    },
}
