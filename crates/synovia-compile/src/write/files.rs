//! The names of files in the text.
//!
//! A file is looked up in the mesh or texture directory of its model, which is relative to the folder of that model. The text has one
//! directory of each kind, but attached models have their own folders and directories. If nothing may be lost, a name is
//! therefore written relative to the directory that the text specifies:
//!
//! ```text
//! folder of the text / directory / name  =  folder of its model / directory of its model / name there       (1)
//! ```
//!
//! The directory is the common directory of all files of its kind, so that their names do not change, or else that of the
//! main model.
//!
//! A text that is saved together with its files gets [`NewNames`] instead: one for each of [`named_files`].

use std::collections::HashMap;

use synovia_mjcf::Attr;
use synovia_mjcf::path::{is_absolute, join};
use synovia_mjcf::spec::asset::Texture;
use synovia_model::enums::Builtin;

use crate::assets::locate;
use crate::origin::Origin;
use crate::spec::{FlatModel, Settings};

/// The kinds of directories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// Meshes, height fields and skins.
    Mesh,
    /// Textures.
    Texture,
}

/// A file that the text of a model names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFile {
    /// The directory in which it is looked up.
    pub kind: FileKind,
    /// The path that it was read from.
    pub path: String,
    /// Its name in that directory, with `.` and `..` resolved.
    pub name: String,
    /// Whether the directory is that of the main model; attached models may have their own.
    pub at_home: bool,
}

/// Directories and names for the files of a text, instead of their previous ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewNames {
    /// The directory of meshes, height fields and skins.
    pub meshdir: String,
    /// The directory of textures.
    pub texturedir: String,
    /// The names in these directories, by kind and path.
    pub names: HashMap<(FileKind, String), String>,
}

/// One directory: its path, and its name in the text.
#[derive(Debug, Default)]
struct Directory {
    /// Its path, as models are opened.
    place: String,
    /// Its name in the text.
    said: String,
}

/// The source of names.
#[derive(Debug, Default)]
enum Source<'a> {
    /// The author: names as written.
    #[default]
    Written,
    /// The paths where files were found, equation (1).
    Found,
    /// The caller.
    Given(&'a HashMap<(FileKind, String), String>),
}

/// The naming of files.
#[derive(Debug, Default)]
pub(super) struct FileNames<'a> {
    source: Source<'a>,
    mesh: Directory,
    texture: Directory,
}

impl<'a> FileNames<'a> {
    /// Names and directories of the main model, as written.
    pub(super) fn written(flat: &FlatModel) -> Self {
        let said = |said: &str| Directory {
            said: said.to_owned(),
            ..Directory::default()
        };
        let main = flat.settings.first();
        Self {
            source: Source::Written,
            mesh: main.map(|s| said(&s.meshdir)).unwrap_or_default(),
            texture: main.map(|s| said(&s.texturedir)).unwrap_or_default(),
        }
    }

    /// Equation (1), for a text from whose folder the folder of the main model is reached by `home`.
    pub(super) fn found(origin: &Origin, home: &str) -> Self {
        let flat = &origin.flat;
        let of = |kind: FileKind| {
            let files = asset_files(flat).filter(move |file| file.kind == kind);
            files.map(|file| (file.written, file.settings))
        };
        Self {
            source: Source::Found,
            mesh: directory(flat, FileKind::Mesh, home, of(FileKind::Mesh)),
            texture: directory(flat, FileKind::Texture, home, of(FileKind::Texture)),
        }
    }

    /// Names and directories chosen by the caller.
    pub(super) fn given(names: &'a NewNames) -> Self {
        let said = |said: &str| Directory {
            said: said.to_owned(),
            ..Directory::default()
        };
        Self {
            source: Source::Given(&names.names),
            mesh: said(&names.meshdir),
            texture: said(&names.texturedir),
        }
    }

    /// Whether names are as written.
    pub(super) fn as_written(&self) -> bool {
        matches!(self.source, Source::Written)
    }

    /// The directory of a kind in the text; it ends with a separator unless it is empty.
    pub(super) fn directory(&self, kind: FileKind) -> String {
        let said = &self.of(kind).said;
        if said.is_empty() || said.ends_with('/') {
            said.clone()
        } else {
            format!("{said}/")
        }
    }

    /// The name in the text of a file that an element of the model with these settings refers to.
    pub(super) fn name(
        &self,
        origin: &Origin,
        kind: FileKind,
        file: &Attr<String>,
        settings: usize,
    ) -> String {
        let written = file.text();
        let strip = origin.flat.settings.first().is_some_and(|s| s.strippath);
        let plain = if strip {
            locate::base_name(written)
        } else {
            written
        };
        let Some(own) = origin.flat.settings.get(settings) else {
            return plain.to_owned();
        };
        let place = &self.of(kind).place;
        let beside = origin.beside.get(&file.span());
        match (&self.source, beside) {
            (_, _) if written.is_empty() => plain.to_owned(),
            (Source::Written, _) => plain.to_owned(),
            (Source::Found, Some(path)) => seen_from(place, path),
            (Source::Found, None) if own_place(own, kind) == *place && own.strippath == strip => {
                plain.to_owned()
            }
            (Source::Found, None) => seen_from(place, &own_path(own, kind, file)),
            (Source::Given(names), _) => {
                let path = beside.map_or_else(|| own_path(own, kind, file), String::clone);
                let given = names.get(&(kind, path));
                given.map_or_else(|| plain.to_owned(), String::clone)
            }
        }
    }

    fn of(&self, kind: FileKind) -> &Directory {
        match kind {
            FileKind::Mesh => &self.mesh,
            FileKind::Texture => &self.texture,
        }
    }
}

/// The directory of a kind of a model, as it is opened.
fn own_place(settings: &Settings, kind: FileKind) -> String {
    let directory = match kind {
        FileKind::Mesh => &settings.meshdir,
        FileKind::Texture => &settings.texturedir,
    };
    let place = join(&settings.dir, directory);
    place.trim_end_matches('/').to_owned()
}

/// The path of a file in the directory of its model, as it is opened.
fn own_path(settings: &Settings, kind: FileKind, file: &Attr<String>) -> String {
    join(
        &own_place(settings, kind),
        &locate::plain_name(settings, file),
    )
}

/// The file name of an asset element.
struct AssetFile<'a> {
    kind: FileKind,
    written: &'a Attr<String>,
    settings: usize,
    /// Its mesh index, if it is a mesh.
    mesh: Option<usize>,
}

/// The files of all assets, in the order of the text; names may be empty.
fn asset_files(flat: &FlatModel) -> impl Iterator<Item = AssetFile<'_>> {
    let file = |kind, written, settings, mesh| AssetFile {
        kind,
        written,
        settings,
        mesh,
    };
    // a built-in pattern is generated, whatever files are named as well
    let is_painted = |el: &Texture| el.values().builtin != Builtin::None;
    let textures = flat.textures.iter().filter(move |t| !is_painted(&t.el));
    let textures = textures.flat_map(move |t| {
        let files = t.el.files().into_iter();
        files.map(move |(_, written)| file(FileKind::Texture, written, t.settings, None))
    });
    let meshes = flat.meshes.iter().enumerate();
    let meshes = meshes.map(move |(k, m)| file(FileKind::Mesh, &m.el.file, m.settings, Some(k)));
    let fields = flat.hfields.iter();
    let fields = fields.map(move |h| file(FileKind::Mesh, &h.el.file, h.settings, None));
    let skins = flat.skins.iter();
    let skins = skins.map(move |s| file(FileKind::Mesh, &s.el.file, s.settings, None));
    textures.chain(meshes).chain(fields).chain(skins)
}

/// The files that the text of a model names, in its order.
pub fn named_files(origin: &Origin) -> Vec<NamedFile> {
    let flat = &origin.flat;
    let Some(main) = flat.settings.first() else {
        return Vec::new();
    };
    let is_written = |file: &AssetFile<'_>| {
        let used = |k: usize| origin.used_meshes.get(k).copied().unwrap_or(true);
        let dropped = file.kind == FileKind::Texture && main.discardvisual;
        !file.written.text().is_empty() && !dropped && file.mesh.is_none_or(used)
    };
    let named = |file: AssetFile<'_>| {
        let own = flat.settings.get(file.settings)?;
        let beside = origin.beside.get(&file.written.span());
        let path = beside.map_or_else(|| own_path(own, file.kind, file.written), String::clone);
        Some(NamedFile {
            kind: file.kind,
            path,
            name: locate::plain_name(own, file.written),
            at_home: own_place(own, file.kind) == own_place(main, file.kind),
        })
    };
    asset_files(flat)
        .filter(is_written)
        .filter_map(named)
        .collect()
}

/// The directory of all files of a kind.
fn directory<'a>(
    flat: &FlatModel,
    kind: FileKind,
    home: &str,
    files: impl Iterator<Item = (&'a Attr<String>, usize)>,
) -> Directory {
    let Some(main) = flat.settings.first() else {
        return Directory::default();
    };
    let mut places = files
        .filter(|(file, _)| !file.text().is_empty())
        .filter_map(|(_, settings)| flat.settings.get(settings))
        .map(|settings| own_place(settings, kind));
    let mains = own_place(main, kind);
    let place = match places.next() {
        Some(first) if places.all(|place| place == first) => first,
        _ => mains.clone(),
    };
    // as the author wrote it, if that is still correct
    let said = if home.is_empty() && place == mains {
        match kind {
            FileKind::Mesh => main.meshdir.clone(),
            FileKind::Texture => main.texturedir.clone(),
        }
    } else {
        join(home, &seen_from(main.dir.trim_end_matches('/'), &place))
    };
    Directory { place, said }
}

/// The name of a path relative to a folder: both are absolute, or both are relative to the same place. A path that cannot be reached from
/// there is not changed.
fn seen_from(folder: &str, path: &str) -> String {
    if is_absolute(folder) != is_absolute(path) {
        return path.to_owned();
    }
    let parts = |text: &str| -> Vec<String> {
        let text = join("", text);
        let parts = text.split('/').filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect()
    };
    let (folder, parts) = (parts(folder), parts(path));
    let shared = folder.iter().zip(&parts).take_while(|(a, b)| a == b);
    let shared = shared.count();
    let up = &folder[shared..];
    let other_drive = shared == 0 && up.iter().chain(&parts).any(|part| part.ends_with(':'));
    if other_drive || up.iter().any(|part| part == "..") {
        return path.to_owned();
    }
    let mut seen = vec![".."; up.len()];
    seen.extend(parts[shared..].iter().map(String::as_str));
    seen.join("/")
}

#[cfg(test)]
mod tests {
    use super::seen_from;

    #[test]
    fn paths_are_seen_from_folders() {
        assert_eq!(seen_from("", "a/b.stl"), "a/b.stl");
        assert_eq!(seen_from("a", "a/b.stl"), "b.stl");
        assert_eq!(seen_from("a/c", "a/b.stl"), "../b.stl");
        assert_eq!(seen_from("/m/a", "/m/b/c.stl"), "../b/c.stl");
        assert_eq!(seen_from("../a", "../b.stl"), "../b.stl");
        assert_eq!(seen_from("a/b", "a/b"), "");
    }

    #[test]
    fn what_cannot_be_seen_keeps_its_path() {
        assert_eq!(seen_from("a", "/m/b.stl"), "/m/b.stl");
        assert_eq!(seen_from("../a", "b.stl"), "b.stl");
        assert_eq!(seen_from("C:/a", "D:/b.stl"), "D:/b.stl");
    }
}
