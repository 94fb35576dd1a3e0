//! Where model files come from: the disk, or memory with the disk behind it.

use std::collections::{BTreeMap, HashMap};
use std::io::ErrorKind;
use std::sync::{Mutex, PoisonError};

use synovia_mjcf::Files;
use synovia_mjcf::diag::FileError;

/// Files by name, with their contents.
pub type Assets = Vec<(String, Vec<u8>)>;

/// The file system.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        std::fs::read(path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => FileError::NotFound {
                path: path.to_owned(),
            },
            _ => FileError::Unreadable {
                path: path.to_owned(),
                reason: error.to_string(),
            },
        })
    }
}

/// Files given by name and content. A file is found by its whole path, or by its last part in any case.
#[derive(Clone, Debug)]
pub struct Memory<'a> {
    by_path: HashMap<&'a str, &'a [u8]>,
    by_name: HashMap<String, &'a [u8]>,
    behind: Option<Disk>,
}

impl<'a> Memory<'a> {
    /// These files; the disk is asked for others if `disk` is set.
    pub fn new(assets: impl IntoIterator<Item = &'a (String, Vec<u8>)>, disk: bool) -> Self {
        let mut files = Self {
            by_path: HashMap::new(),
            by_name: HashMap::new(),
            behind: disk.then_some(Disk),
        };
        for (path, bytes) in assets {
            files.add(path, bytes);
        }
        files
    }

    /// One file more, instead of one that has the same path or name.
    pub fn add(&mut self, path: &'a str, bytes: &'a [u8]) {
        self.by_path.insert(path, bytes);
        self.by_name.insert(base_name(path), bytes);
    }
}

/// The last part of a path, in lower case.
fn base_name(path: &str) -> String {
    path.rsplit(['/', '\\'])
        .next()
        .unwrap_or(path)
        .to_lowercase()
}

impl Files for Memory<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let found = self
            .by_path
            .get(path)
            .or_else(|| self.by_name.get(&base_name(path)));
        match (found, self.behind) {
            (Some(bytes), _) => Ok(bytes.to_vec()),
            (None, Some(disk)) => disk.read(path),
            (None, None) => Err(FileError::NotFound {
                path: path.to_owned(),
            }),
        }
    }
}

/// Files that are remembered when they are read.
pub(crate) struct Recorder<'a> {
    files: &'a Memory<'a>,
    read: Mutex<BTreeMap<String, Vec<u8>>>,
}

impl<'a> Recorder<'a> {
    pub(crate) fn new(files: &'a Memory<'a>) -> Self {
        Self {
            files,
            read: Mutex::default(),
        }
    }

    /// What was read, by path.
    pub(crate) fn into_files(self) -> Assets {
        let read = self.read.into_inner();
        let read = read.unwrap_or_else(PoisonError::into_inner);
        read.into_iter().collect()
    }
}

impl Files for Recorder<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let content = self.files.read(path)?;
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.insert(path.to_owned(), content.clone());
        Ok(content)
    }
}
