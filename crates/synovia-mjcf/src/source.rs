//! The source files of a document.
//!
//! Every file that is opened gets a unique number in this process, so that elements of one model still refer to their file when they
//! are attached to another model.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::{FileId, Span};

/// One source file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Source {
    /// The name under which it was opened.
    pub name: String,
    /// Its directory, with a trailing slash; empty if the name has none.
    pub dir: String,
    /// Whether another file includes it.
    pub included: bool,
    /// Its text.
    pub text: String,
}

/// All source files of a document; the first is the main one. Cloning is cheap.
#[derive(Clone, Debug, Default)]
pub struct Sources(Vec<(FileId, Arc<Source>)>);

/// The next number; zero is for elements that are not from a file.
static NEXT: AtomicU32 = AtomicU32::new(1);

impl Sources {
    /// Adds a file.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let name = name.into();
        let dir = directory(&name).to_owned();
        self.push(Source {
            name,
            dir,
            included: false,
            text: text.into(),
        })
    }

    /// Adds a file.
    pub fn push(&mut self, source: Source) -> FileId {
        let id = FileId(NEXT.fetch_add(1, Ordering::Relaxed));
        self.0.push((id, Arc::new(source)));
        id
    }

    /// Adds the files of another document.
    pub fn merge(&mut self, other: &Self) {
        for (id, source) in &other.0 {
            if self.find(*id).is_none() {
                self.0.push((*id, Arc::clone(source)));
            }
        }
    }

    fn find(&self, id: FileId) -> Option<&Arc<Source>> {
        let found = self.0.iter().find(|(known, _)| *known == id);
        found.map(|(_, source)| source)
    }

    /// The file with this id.
    pub fn get(&self, id: FileId) -> Option<&Source> {
        self.find(id).map(AsRef::as_ref)
    }

    /// The file with this id, as a shared reference.
    pub(crate) fn share(&self, id: FileId) -> Option<Arc<Source>> {
        self.find(id).cloned()
    }

    /// All files in the order in which they were opened.
    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.0.iter().map(|(_, source)| &**source)
    }

    /// Number of files.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no files: the document was built in code.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Line numbers of many spans; for a single one, use [`Sources::location`].
    pub fn lines(&self) -> Lines<'_> {
        let of = |(id, source): &(FileId, Arc<Source>)| {
            let newlines = source.text.bytes().enumerate().filter(|&(_, c)| c == b'\n');
            (*id, newlines.map(|(k, _)| k).collect())
        };
        Lines {
            sources: self,
            newlines: self.0.iter().map(of).collect(),
        }
    }

    /// File, line and column of the beginning of a span.
    pub fn location(&self, span: Span) -> Option<Location<'_>> {
        let source = self.get(span.file)?;
        let before = source.text.get(..span.start as usize)?;
        let line_start = before.rfind('\n').map_or(0, |k| k + 1);
        Some(Location {
            file: &source.name,
            line: before.bytes().filter(|&c| c == b'\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        })
    }
}

/// The line ends of all files, computed once.
#[derive(Debug)]
pub struct Lines<'a> {
    sources: &'a Sources,
    newlines: HashMap<FileId, Vec<usize>>,
}

impl Lines<'_> {
    /// The line of the beginning of a span, as in [`Sources::location`].
    pub fn of(&self, span: Span) -> Option<usize> {
        let start = span.start as usize;
        self.sources.get(span.file)?.text.get(..start)?;
        let newlines = self.newlines.get(&span.file)?;
        Some(newlines.partition_point(|&k| k < start) + 1)
    }
}

/// The directory of a path, with a trailing slash; empty if there is none.
pub(crate) fn directory(path: &str) -> &str {
    path.rfind(['/', '\\']).map_or("", |k| &path[..=k])
}

/// A readable place; lines and columns begin at one, columns are in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location<'a> {
    /// Name of the file.
    pub file: &'a str,
    /// Line.
    pub line: usize,
    /// Column.
    pub column: usize,
}

impl core::fmt::Display for Location<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_locations() {
        let mut sources = Sources::default();
        let files = ["\nä\n\nb", "", "one", "\r\n\n"].map(|text| sources.add("f.xml", text));
        let lines = sources.lines();
        for file in files.into_iter().chain([FileId(u32::MAX)]) {
            for start in 0..8 {
                let span = Span {
                    file,
                    start,
                    end: start,
                };
                let line = sources.location(span).map(|location| location.line);
                assert_eq!(lines.of(span), line, "{span:?}");
            }
        }
    }
}
