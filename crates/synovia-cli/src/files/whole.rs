//! Files that appear whole: written beside their place under another name, and renamed when they are complete.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that is going to be at `path`. It is opened at once, so that a place that cannot be written is known before
/// the work begins; dropped without [`WholeFile::commit`] it leaves nothing behind.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    draft: PathBuf,
    file: Option<File>,
}

impl WholeFile {
    /// Opens a draft beside `path`.
    pub fn create(path: &Path) -> io::Result<Self> {
        let Some(name) = path.file_name() else {
            let told = "not the name of a file";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, told));
        };
        if path.is_dir() {
            let told = "there is a folder of that name";
            return Err(io::Error::new(io::ErrorKind::IsADirectory, told));
        }
        let mut hidden = OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}.part", std::process::id()));
        let draft = path.with_file_name(hidden);
        let file = File::create(&draft)?;
        Ok(Self {
            path: path.to_owned(),
            draft,
            file: Some(file),
        })
    }

    /// Where the file is going to be.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes everything and puts the file in its place.
    pub fn commit(mut self, content: &[u8]) -> io::Result<()> {
        if let Some(mut file) = self.file.take() {
            file.write_all(content)?;
            file.sync_all()?;
        }
        fs::rename(&self.draft, &self.path)
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        // after a commit there is no draft any more
        drop(self.file.take());
        let _ = fs::remove_file(&self.draft);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_whole_or_as_it_was() {
        let dir = std::env::temp_dir().join(format!("synovia-whole-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        let path = dir.join("a.txt");
        fs::write(&path, "old").unwrap();
        drop(WholeFile::create(&path).unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        WholeFile::create(&path).unwrap().commit(b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 1);
        assert!(WholeFile::create(&dir).is_err());
        fs::remove_dir_all(&dir).unwrap();
        assert!(WholeFile::create(&path).is_err());
    }
}
