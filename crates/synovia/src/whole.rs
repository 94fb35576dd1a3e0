//! Files that are written completely or not at all: written under a temporary name in the same folder, and renamed when
//! complete.
//!
//! The temporary file of `run.npz` is called `.run.npz.PID.part`. A run that is killed leaves it behind; `run.npz` itself
//! is unchanged, and the temporary file can be deleted.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Largest number of temporary files of one name, left over from killed runs.
const LEFT_OVER: u32 = 1000;

/// A file that will be at a path. The temporary file is opened at once, so that an error is reported before the work
/// begins; dropping it without [`WholeFile::commit`] leaves nothing behind.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    file: File,
    draft: Draft,
}

/// A complete file that is not yet in place; dropping it without [`Draft::commit`] leaves nothing behind.
#[derive(Debug)]
pub struct Draft {
    place: PathBuf,
    path: PathBuf,
}

impl WholeFile {
    /// Opens a temporary file next to `path`.
    pub fn create(path: &Path) -> io::Result<Self> {
        // a symbolic link stays, and its target is replaced
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let Some(name) = place.file_name() else {
            let told = "not a file name";
            return Err(io::Error::new(ErrorKind::InvalidInput, told));
        };
        match fs::metadata(&place) {
            Ok(there) if there.is_dir() => {
                let told = "this is a folder, not a file";
                return Err(io::Error::new(ErrorKind::IsADirectory, told));
            }
            Ok(there) if !there.is_file() => {
                let told = "this exists, but is not a regular file";
                return Err(io::Error::new(ErrorKind::AlreadyExists, told));
            }
            // a file that is not writable must not be replaced, either
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

    /// The final path, as given by the user.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// True if a file exists at that path, which [`WholeFile::commit`] will replace.
    pub fn replaces(&self) -> bool {
        self.draft.replaces()
    }

    /// The temporary file.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// The path of the temporary file.
    pub fn draft(&self) -> &Path {
        &self.draft.path
    }

    /// Closes the file once it is complete.
    pub fn close(self) -> io::Result<Draft> {
        self.file.sync_all()?;
        Ok(self.draft)
    }

    /// Moves the file into place.
    pub fn commit(self) -> io::Result<()> {
        self.close()?.commit()
    }

    /// Writes `content` and moves the file into place.
    pub fn commit_with(mut self, content: &[u8]) -> io::Result<()> {
        self.file.write_all(content)?;
        self.commit()
    }
}

/// Creates a new file next to `place`; temporary files of other runs are not touched.
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
    /// True if a file exists at that path, which [`Draft::commit`] will replace.
    pub fn replaces(&self) -> bool {
        self.place.exists()
    }

    /// Moves the file into place.
    pub fn commit(self) -> io::Result<()> {
        fs::rename(&self.path, &self.place)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // after a commit the temporary file no longer exists
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
