//! Access to model files: on disk, or in memory with the disk as a fallback.

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
        // a missing file has its own message; other errors keep that of the operating system
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

/// Files in memory. A file is found by its full path, or by its base name, ignoring case.
#[derive(Clone, Debug)]
pub struct Memory<'a> {
    /// Contents by full path.
    by_path: HashMap<&'a str, &'a [u8]>,
    /// Contents by base name in lower case.
    by_name: HashMap<String, &'a [u8]>,
    /// The fallback for other files.
    behind: Option<Disk>,
}

impl<'a> Memory<'a> {
    /// Creates a set of files. Other files are read from disk if `disk` is set.
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

    /// Adds a file. It replaces a file with the same path or base name.
    pub fn add(&mut self, path: &'a str, bytes: &'a [u8]) {
        self.by_path.insert(path, bytes);
        self.by_name.insert(base_name(path), bytes);
    }
}

/// The last component of a path, in lower case.
fn base_name(path: &str) -> String {
    path.rsplit(['/', '\\'])
        .next()
        .unwrap_or(path)
        .to_lowercase()
}

impl Files for Memory<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        // an exact path wins over a base name, and memory wins over the disk
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

/// Remembers all files that are read through it.
pub(crate) struct Recorder<'a> {
    files: &'a Memory<'a>,
    // behind a lock, because assets are processed on several threads
    read: Mutex<BTreeMap<String, Vec<u8>>>,
}

impl<'a> Recorder<'a> {
    pub(crate) fn new(files: &'a Memory<'a>) -> Self {
        Self {
            files,
            read: Mutex::default(),
        }
    }

    /// The files that were read, by path.
    pub(crate) fn into_files(self) -> Assets {
        let read = self.read.into_inner();
        let read = read.unwrap_or_else(PoisonError::into_inner);
        read.into_iter().collect()
    }
}

impl Files for Recorder<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        // failed reads are not recorded
        let content = self.files.read(path)?;
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.insert(path.to_owned(), content.clone());
        Ok(content)
    }
}
