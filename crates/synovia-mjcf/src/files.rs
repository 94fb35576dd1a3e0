//! Where files come from: whoever reads a model hands in something that can open them.

use std::collections::{BTreeMap, HashMap};

use crate::diag::FileError;

/// Something that can open files by name.
pub trait Files {
    /// The bytes of the file at `path`, which uses forward slashes.
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError>;
}

/// No files at all: a model that consists of one text.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        Err(FileError::NotFound {
            path: path.to_owned(),
        })
    }
}

impl<B: AsRef<[u8]>, S: core::hash::BuildHasher> Files for HashMap<String, B, S> {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let found = self.get(path).map(|bytes| bytes.as_ref().to_vec());
        found.ok_or_else(|| FileError::NotFound {
            path: path.to_owned(),
        })
    }
}

impl<B: AsRef<[u8]>> Files for BTreeMap<String, B> {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let found = self.get(path).map(|bytes| bytes.as_ref().to_vec());
        found.ok_or_else(|| FileError::NotFound {
            path: path.to_owned(),
        })
    }
}
