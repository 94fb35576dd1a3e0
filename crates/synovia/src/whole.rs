//! Files that appear whole: written beside their place under another name, and renamed when they are complete.
//!
//! The draft of `run.npz` is called `.run.npz.PID.part`. A run that is killed leaves it behind: whatever was at `run.npz`
//! is as it was, and the draft can be deleted.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Drafts of one name that may be left over from runs that were killed.
const LEFT_OVER: u32 = 1000;

/// A file that is going to be at a path. It is opened at once, so that a place that cannot be written is known before
/// the work begins; dropped without [`WholeFile::commit`] it leaves nothing behind.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    file: File,
    draft: Draft,
}

/// A file that is complete, but not in its place; dropped without [`Draft::commit`] it leaves nothing behind.
#[derive(Debug)]
pub struct Draft {
    place: PathBuf,
    path: PathBuf,
}

impl WholeFile {
    /// Opens a draft beside `path`.
    pub fn create(path: &Path) -> io::Result<Self> {
        // a link stays, and the file that it leads to is replaced
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let Some(name) = place.file_name() else {
            let told = "not the name of a file";
            return Err(io::Error::new(ErrorKind::InvalidInput, told));
        };
        match fs::metadata(&place) {
            Ok(there) if there.is_dir() => {
                let told = "there is a folder of that name";
                return Err(io::Error::new(ErrorKind::IsADirectory, told));
            }
            Ok(there) if !there.is_file() => {
                let told = "there is something of that name that is no file";
                return Err(io::Error::new(ErrorKind::AlreadyExists, told));
            }
            // a file that may not be written may not be replaced either
            Ok(_) => drop(OpenOptions::new().write(true).open(&place)?),
            Err(_) => {}
        }
        let (draft, file) = open_draft(&place, name)?;
        let draft = Draft { place, path: draft };
        Ok(Self {
            path: path.to_owned(),
            file,
            draft,
        })
    }

    /// Where the file is going to be, as the user calls it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// True if there is an older file of that name, which [`WholeFile::commit`] replaces.
    pub fn replaces(&self) -> bool {
        self.draft.replaces()
    }

    /// The draft.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// The path of the draft.
    pub fn draft(&self) -> &Path {
        &self.draft.path
    }

    /// Closes the file, which is complete.
    pub fn close(self) -> io::Result<Draft> {
        self.file.sync_all()?;
        Ok(self.draft)
    }

    /// Puts the file in its place.
    pub fn commit(self) -> io::Result<()> {
        self.close()?.commit()
    }

    /// Writes everything and puts the file in its place.
    pub fn commit_with(mut self, content: &[u8]) -> io::Result<()> {
        self.file.write_all(content)?;
        self.commit()
    }
}

/// A new file beside `place`; one that another run has left or is writing is not touched.
fn open_draft(place: &Path, name: &OsStr) -> io::Result<(PathBuf, File)> {
    let mut turn = 0;
    loop {
        let mut hidden = OsString::from(".");
        hidden.push(name);
        hidden.push(match turn {
            0 => format!(".{}.part", std::process::id()),
            _ => format!(".{}-{turn}.part", std::process::id()),
        });
        let draft = place.with_file_name(hidden);
        let mut options = OpenOptions::new();
        match options.read(true).write(true).create_new(true).open(&draft) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && turn < LEFT_OVER => turn += 1,
            Err(error) => return Err(error),
            Ok(file) => return Ok((draft, file)),
        }
    }
}

impl Draft {
    /// True if there is an older file of that name, which [`Draft::commit`] replaces.
    pub fn replaces(&self) -> bool {
        self.place.exists()
    }

    /// Puts the file in its place.
    pub fn commit(self) -> io::Result<()> {
        fs::rename(&self.path, &self.place)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // after a commit there is no draft any more
        let _ = fs::remove_file(&self.path);
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
        let mut dropped = WholeFile::create(&path).unwrap();
        dropped.file().write_all(b"half").unwrap();
        drop(dropped);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        let (first, second) = (WholeFile::create(&path), WholeFile::create(&path));
        first.unwrap().commit_with(b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        second.unwrap().commit_with(b"newer").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "newer");
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 1);

        let folder = WholeFile::create(&dir).unwrap_err();
        assert_eq!(folder.kind(), ErrorKind::IsADirectory);
        fs::remove_dir_all(&dir).unwrap();
        assert!(WholeFile::create(&path).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_leads_to_the_new_file() {
        let dir = std::env::temp_dir().join(format!("synovia-link-{}", std::process::id()));
        fs::create_dir_all(dir.join("far")).unwrap();
        let (link, file) = (dir.join("a.txt"), dir.join("far/b.txt"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let draft = WholeFile::create(&link).unwrap();
        assert_eq!(draft.path(), link);
        draft.commit_with(b"new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        fs::remove_dir_all(&dir).unwrap();
    }
}
