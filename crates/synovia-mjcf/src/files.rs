//! File access: the caller of a reader provides an object that opens files.

use std::collections::{BTreeMap, HashMap};

use crate::diag::FileError;

/// Opens files by name.
pub trait Files {
    /// The bytes of the file at `path`, which uses forward slashes.
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError>;
}

/// No files: for a model that consists of a single text.
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
