//! A model with all its assets: MJCF that only refers to files in its own folder, and these files.
//!
//! A model that was assembled from others has assets in several folders, some of them in memory. MJCF has one directory for meshes,
//! height fields and skins, and one for textures, so every file gets a path in the directory of its kind:
//!
//! ```text
//! path   =  directory / name        no two files of different content have the same path                 (1)
//! ```
//!
//! Directories are those of the main model, unless they are outside its folder; names are those that the models use. Assets of a single
//! model are therefore placed as their author placed them. Where (1) does not hold, the later file gets a number: `base.stl`,
//! `base-2.stl`. Paths are unique ignoring case, so that they differ on every file system.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use synovia_compile::write::{
    FileKind, NamedFile, NewNames, WriteError, named_files, write_with_names,
};
use synovia_mjcf::path::{is_absolute, join};
use synovia_mjcf::write::Precision;
use thiserror::Error;

use crate::archive::{self, ArchiveError};
use crate::files::Assets;
use crate::loaded::Loaded;
use crate::whole::{Draft, WholeFile};

/// The directory of files whose directory in the main model cannot be used.
const DIRECTORY: &str = "assets";

/// A model as MJCF, and its assets: see [`Loaded::bundle`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bundle {
    /// File name of the model, without its folder.
    pub name: String,
    /// The model as MJCF.
    pub text: String,
    /// All assets, with paths relative to the folder of the model, and their contents.
    pub files: Assets,
}

/// What [`Bundle::save`] may overwrite; files with the same content are left alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overwrite {
    /// Nothing.
    #[default]
    Nothing,
    /// The file of the model.
    Model,
    /// The file of the model and its assets.
    Everything,
}

/// Reasons why a model cannot be saved with its assets.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BundleError {
    /// The model cannot be written as MJCF.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// An asset was not read with the model.
    #[error("file '{0}' was not read together with the model")]
    Unread(String),
    /// The assets were not kept when the model was loaded.
    #[error("the assets of the model were not kept; load it with Loader::keep_files")]
    NotKept,
    /// The archive cannot be written.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// A file would be overwritten.
    #[error("{} exists with different content", .0.display())]
    Exists(PathBuf),
    /// A file cannot be written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
}

impl Bundle {
    pub(crate) fn new(name: &str, loaded: &Loaded) -> Result<Self, BundleError> {
        let (origin, read) = (&loaded.origin, &loaded.files);
        let read: HashMap<&str, &[u8]> = read
            .iter()
            .map(|(path, content)| (path.as_str(), content.as_slice()))
            .collect();
        let named = named_files(origin);
        if read.is_empty() && !named.is_empty() {
            return Err(BundleError::NotKept);
        }
        let directory = |kind: FileKind| directory(name, origin.directory(kind), kind, &named);
        let mut names = NewNames {
            meshdir: directory(FileKind::Mesh),
            texturedir: directory(FileKind::Texture),
            names: HashMap::new(),
        };
        let mut places = Places::new(name);
        places.reserve(&names.meshdir);
        places.reserve(&names.texturedir);
        for file in &named {
            let key = (file.kind, file.path.clone());
            if names.names.contains_key(&key) {
                continue;
            }
            let content = read.get(file.path.as_str());
            let content = content.ok_or_else(|| BundleError::Unread(file.path.clone()))?;
            let inside = match file.kind {
                FileKind::Mesh => names.meshdir.as_str(),
                FileKind::Texture => names.texturedir.as_str(),
            };
            let mut called = inside_name(&file.name);
            if inside.is_empty() && !file.at_home {
                called = format!("{DIRECTORY}/{called}");
            }
            let given = places.give(inside, &called, content);
            names.names.insert(key, given);
        }
        Ok(Self {
            name: name.to_owned(),
            text: write_with_names(
                origin,
                &loaded.model,
                Precision::Exact,
                &names,
                loaded.is_authored(),
            )?,
            files: places.into_files(),
        })
    }

    /// Adds files that the model does not use, under their own names. Files whose name or content is already there, or whose name
    /// leads outside the folder, are skipped.
    pub fn add_unused(&mut self, files: &[(String, Vec<u8>)]) {
        let mut places = Places::new(&self.name);
        for (place, content) in &self.files {
            places.put(place, content);
        }
        let mut unused = Assets::new();
        for (path, content) in files {
            let is_there = self.files.iter().any(|(_, there)| there == content);
            let name = join("", path);
            if !is_there && inside_name(&name) == name && places.put(&name, content) {
                unused.push((name, content.clone()));
            }
        }
        self.files.append(&mut unused);
    }

    /// Packs the model and its assets into an [`archive`].
    pub fn to_zip(&self) -> Result<Vec<u8>, BundleError> {
        Ok(archive::write(&self.name, &self.text, &self.files)?)
    }

    /// Writes the model and its assets to a folder, which is created if necessary; returns the files that were written, the model
    /// last.
    ///
    /// Existing files with the same content are left alone, and those with different content are refused unless `overwrite` allows
    /// to replace them. All files are complete before the first one appears under its name, and nothing new remains if one of them
    /// cannot be written.
    pub fn save(
        &self,
        folder: impl AsRef<Path>,
        overwrite: Overwrite,
    ) -> Result<Vec<PathBuf>, BundleError> {
        let folder = folder.as_ref();
        let allowed = overwrite == Overwrite::Everything;
        let files = self.files.iter();
        let mut files: Vec<(PathBuf, &[u8], bool)> = files
            .map(|(name, content)| (folder.join(name), content.as_slice(), allowed))
            .collect();
        // the model last: once it is there, all its assets are, too
        let allowed = overwrite != Overwrite::Nothing;
        files.push((folder.join(&self.name), self.text.as_bytes(), allowed));

        let mut missing = Vec::new();
        for (path, content, allowed) in files {
            match fs::read(&path) {
                Ok(there) if there == content => {}
                Ok(_) if !allowed => return Err(BundleError::Exists(path)),
                Ok(_) => missing.push((path, content)),
                Err(error) if error.kind() == ErrorKind::NotFound => missing.push((path, content)),
                Err(error) => return Err(BundleError::File { path, error }),
            }
        }
        let mut written = Written::default();
        for (path, content) in missing {
            let drafted = written.draft(&path, content);
            drafted.map_err(|error| BundleError::File { path, error })?;
        }
        written.finish()
    }
}

/// The directory of one kind of files in a model file called `text`.
fn directory(text: &str, main: &str, kind: FileKind, named: &[NamedFile]) -> String {
    let said = join("", main);
    let said = said.trim_end_matches('/');
    let mut files = named.iter().filter(|file| file.kind == kind).peekable();
    let used = files.peek().is_some();
    let directory = match said {
        "" | "." if used && !files.any(|file| file.at_home) => DIRECTORY,
        "" | "." => "",
        said if inside_name(said) == said => said,
        _ if used => DIRECTORY,
        _ => "",
    };
    // the model file may have the same name as the outermost folder
    let outermost = directory.split('/').next().unwrap_or_default();
    if outermost.to_lowercase() == text.to_lowercase() {
        format!("{outermost}-2")
    } else {
        directory.to_owned()
    }
}

/// A name that does not lead out of its folder: the name itself, or its last component. Characters that some systems do not allow are
/// replaced.
fn inside_name(name: &str) -> String {
    let leaves = is_absolute(name) || name.split(['/', '\\']).any(|part| part == "..");
    let name = if leaves {
        name.rsplit(['/', '\\']).next().unwrap_or_default()
    } else {
        name
    };
    let clean = |part: &str| {
        let part = part.trim_end_matches(['.', ' ']);
        let odd = |c: char| c.is_control() || "<>:\"|?*".contains(c);
        part.replace(odd, "_")
    };
    let parts = name.split(['/', '\\']).map(clean);
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    if parts.is_empty() {
        "file".to_owned()
    } else {
        parts.join("/")
    }
}

/// The paths of files, equation (1).
struct Places<'a> {
    /// Files in the order in which the MJCF refers to them.
    files: Vec<(String, &'a [u8])>,
    /// Index of each file, by path in lower case; `None` for the model itself.
    taken: HashMap<String, Option<usize>>,
    /// Folders in lower case.
    folders: HashSet<String>,
}

impl<'a> Places<'a> {
    /// Starts with only the model file.
    fn new(text: &str) -> Self {
        Self {
            files: Vec::new(),
            taken: HashMap::from([(text.to_lowercase(), None)]),
            folders: HashSet::new(),
        }
    }

    /// Reserves the name of a directory, so that no file gets it.
    fn reserve(&mut self, directory: &str) {
        if !directory.is_empty() {
            let inside = format!("{}/", directory.to_lowercase());
            self.folders.extend(folders(&inside));
        }
    }

    /// Finds a path for a file in a reserved directory; returns its name there.
    fn give(&mut self, directory: &str, name: &str, content: &'a [u8]) -> String {
        let place = |name: &str| match directory {
            "" => name.to_owned(),
            _ => format!("{directory}/{name}"),
        };
        // a folder in the name may collide with a file; the directory itself is reserved
        let blocked =
            folders(&place(name).to_lowercase()).any(|folder| self.taken.contains_key(&folder));
        let name = match name.rsplit_once('/') {
            Some((_, last)) if blocked => last,
            _ => name,
        };
        let cut = name.rfind('/').map_or(0, |at| at + 1);
        // names that start with a dot have no extension
        let dot = name[cut..].rfind('.').filter(|&at| at > 0);
        let (stem, ending) = name.split_at(dot.map_or(name.len(), |at| cut + at));
        let mut number = 1;
        loop {
            let name = match number {
                1 => name.to_owned(),
                _ => format!("{stem}-{number}{ending}"),
            };
            let place = place(&name);
            if self.has(&place, content) || self.put(&place, content) {
                return name;
            }
            number += 1;
        }
    }

    /// True if this file is already at this path.
    fn has(&self, place: &str, content: &[u8]) -> bool {
        let taken = self.taken.get(&place.to_lowercase());
        let there = taken.copied().flatten().and_then(|k| self.files.get(k));
        there.is_some_and(|(name, there)| name == place && *there == content)
    }

    /// Puts a file at a path; false if the path or one of its folders is taken.
    fn put(&mut self, place: &str, content: &'a [u8]) -> bool {
        let key = place.to_lowercase();
        if self.taken.contains_key(&key)
            || self.folders.contains(&key)
            || folders(&key).any(|folder| self.taken.contains_key(&folder))
        {
            return false;
        }
        self.folders.extend(folders(&key));
        self.taken.insert(key, Some(self.files.len()));
        self.files.push((place.to_owned(), content));
        true
    }

    fn into_files(self) -> Assets {
        let files = self.files.into_iter();
        let files = files.map(|(place, content)| (place, content.to_vec()));
        files.collect()
    }
}

/// The folders of a path, outermost first.
fn folders(path: &str) -> impl Iterator<Item = String> {
    path.match_indices('/').map(|(at, _)| path[..at].to_owned())
}

/// Files that are being written. Dropping it before [`Written::finish`] has succeeded removes all new files.
#[derive(Default)]
struct Written {
    drafts: Vec<(PathBuf, Draft)>,
    /// Files that were created, without those that were replaced.
    new: Vec<PathBuf>,
    /// Folders that were created, inner ones last.
    folders: Vec<PathBuf>,
}

impl Written {
    /// Writes the temporary file of a file, and creates its folders.
    fn draft(&mut self, path: &Path, content: &[u8]) -> io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let missing: Vec<&Path> = folder
            .ancestors()
            .take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists())
            .collect();
        for folder in missing.into_iter().rev() {
            fs::create_dir(folder)?;
            self.folders.push(folder.to_owned());
        }
        let mut file = WholeFile::create(path)?;
        file.file().write_all(content)?;
        self.drafts.push((path.to_owned(), file.close()?));
        Ok(())
    }

    /// Moves all files into place.
    fn finish(mut self) -> Result<Vec<PathBuf>, BundleError> {
        let mut paths = Vec::new();
        for (path, draft) in core::mem::take(&mut self.drafts) {
            let replaces = draft.replaces();
            if let Err(error) = draft.commit() {
                return Err(BundleError::File { path, error });
            }
            if !replaces {
                self.new.push(path.clone());
            }
            paths.push(path);
        }
        self.new.clear();
        self.folders.clear();
        Ok(paths)
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        // temporary files must be removed before their folders
        self.drafts.clear();
        for path in &self.new {
            let _ = fs::remove_file(path);
        }
        for folder in self.folders.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_unique_and_equal_files_share_them() {
        let mut places = Places::new("robot.xml");
        places.reserve("m");
        places.reserve("pictures");
        assert_eq!(places.give("m", "base.stl", b"a"), "base.stl");
        assert_eq!(places.give("m", "base.stl", b"a"), "base.stl");
        assert_eq!(places.give("m", "base.stl", b"b"), "base-2.stl");
        assert_eq!(places.give("m", "BASE.stl", b"a"), "BASE-3.stl");
        assert_eq!(places.give("", "Robot.XML", b"c"), "Robot-2.XML");
        // a folder and a file
        assert_eq!(places.give("", "m", b"d"), "m-2");
        assert_eq!(places.give("", "pictures", b"d"), "pictures-2");
        assert_eq!(places.give("m", "base.stl/x.stl", b"e"), "x.stl");
        assert_eq!(places.give("m", "base.stl/x.stl", b"f"), "x-2.stl");
        assert_eq!(places.give("pictures", "x.stl", b"f"), "x.stl");
    }

    #[test]
    fn a_text_may_have_the_name_of_a_directory() {
        let file = NamedFile {
            kind: FileKind::Mesh,
            path: "meshes/a.stl".to_owned(),
            name: "a.stl".to_owned(),
            at_home: true,
        };
        let directory =
            |text, main| directory(text, main, FileKind::Mesh, std::slice::from_ref(&file));
        assert_eq!(directory("robot.xml", "meshes/"), "meshes");
        assert_eq!(directory("Meshes", "meshes/fine"), "meshes-2");
        assert_eq!(directory("assets", "../meshes"), "assets-2");
        assert_eq!(directory("robot.xml", ""), "");
    }

    #[test]
    fn names_stay_inside() {
        assert_eq!(inside_name("visual/a.stl"), "visual/a.stl");
        for name in ["../b/a.stl", "/b/a.stl", "C:/b/a.stl", "b/../../a.stl"] {
            assert_eq!(inside_name(name), "a.stl");
        }
        assert_eq!(inside_name("a?:b.png"), "a__b.png");
        assert_eq!(inside_name(".."), "file");
    }

    #[test]
    fn what_cannot_be_written_leaves_nothing() {
        let dir = std::env::temp_dir().join(format!("synovia-bundle-{}", std::process::id()));
        fs::create_dir_all(dir.join("there/b.stl")).unwrap();
        let bundle = Bundle {
            name: "m.xml".to_owned(),
            text: "<mujoco/>".to_owned(),
            files: vec![
                ("new/a.stl".to_owned(), b"a".to_vec()),
                ("b.stl".to_owned(), b"b".to_vec()),
            ],
        };
        // a folder is in the way of the file
        let failed = bundle.save(dir.join("there"), Overwrite::Everything);
        assert!(
            matches!(failed, Err(BundleError::File { .. })),
            "{failed:?}"
        );
        assert_eq!(fs::read_dir(dir.join("there")).unwrap().count(), 1);
        // the folder cannot be created
        fs::write(dir.join("file"), "x").unwrap();
        assert!(bundle.save(dir.join("file"), Overwrite::Nothing).is_err());
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 2);

        let good = dir.join("good");
        assert_eq!(bundle.save(&good, Overwrite::Nothing).unwrap().len(), 3);
        assert_eq!(bundle.save(&good, Overwrite::Nothing).unwrap().len(), 0);
        fs::write(good.join("b.stl"), "other").unwrap();
        for overwrite in [Overwrite::Nothing, Overwrite::Model] {
            let refused = bundle.save(&good, overwrite);
            assert!(matches!(refused, Err(BundleError::Exists(_))));
        }
        assert_eq!(fs::read(good.join("b.stl")).unwrap(), b"other");
        let replaced = bundle.save(&good, Overwrite::Everything).unwrap();
        assert_eq!(replaced, [good.join("b.stl")]);
        fs::remove_dir_all(&dir).unwrap();
    }
}
