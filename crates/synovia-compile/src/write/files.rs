//! What files are called in the text.
//!
//! A file is looked for in the mesh or texture directory of its model, which is seen from the folder of that model. The text has one
//! directory of each kind, but models that were attached have their own folders and directories. Where nothing may be lost, a name is
//! therefore written as it is seen from the directory that the text says:
//!
//! ```text
//! folder of the text / directory / name  =  folder of its model / directory of its model / name there       (1)
//! ```
//!
//! The directory is the one that all files of its kind have in common, so that their names stay what they were; or else that of the
//! main model.

use synovia_mjcf::Attr;
use synovia_mjcf::path::{is_absolute, join};

use crate::assets::locate;
use crate::origin::Origin;
use crate::spec::{Scene, Settings};

/// The kinds of directories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Meshes, height fields and skins.
    Mesh,
    /// Textures.
    Texture,
}

/// One directory: where it is, and what the text calls it.
#[derive(Debug, Default)]
struct Directory {
    /// As models are opened from.
    place: String,
    /// As the text says it.
    said: String,
}

/// How files are named.
#[derive(Debug, Default)]
pub(super) struct FileNames {
    /// Names say where files were found; otherwise they are as they were written.
    found: bool,
    mesh: Directory,
    texture: Directory,
}

impl FileNames {
    /// Names and directories of the main model, as they were written.
    pub(super) fn written(scene: &Scene) -> Self {
        let said = |said: &str| Directory {
            said: said.to_owned(),
            ..Directory::default()
        };
        let main = scene.settings.first();
        Self {
            found: false,
            mesh: main.map(|s| said(&s.meshdir)).unwrap_or_default(),
            texture: main.map(|s| said(&s.texturedir)).unwrap_or_default(),
        }
    }

    /// Equation (1), for a text in whose folder the folder of the main model is called `home`.
    pub(super) fn found(origin: &Origin, home: &str) -> Self {
        let scene = &origin.scene;
        let meshes = scene.meshes.iter().map(|m| (&m.el.file, m.settings));
        let fields = scene.hfields.iter().map(|h| (&h.el.file, h.settings));
        let skins = scene.skins.iter().map(|s| (&s.el.file, s.settings));
        let textures = scene.textures.iter().flat_map(|t| {
            let el = &t.el;
            let faces = [
                &el.fileright,
                &el.fileleft,
                &el.fileup,
                &el.filedown,
                &el.filefront,
                &el.fileback,
            ];
            let all = core::iter::once(&el.file).chain(faces);
            all.map(|file| (file, t.settings))
        });
        Self {
            found: true,
            mesh: directory(scene, Kind::Mesh, home, meshes.chain(fields).chain(skins)),
            texture: directory(scene, Kind::Texture, home, textures),
        }
    }

    /// What the text says for the directory of a kind; it ends with a separator unless it is empty.
    pub(super) fn directory(&self, kind: Kind) -> String {
        let said = &self.of(kind).said;
        if said.is_empty() || said.ends_with('/') {
            said.clone()
        } else {
            format!("{said}/")
        }
    }

    /// What a file is called that an element of the model with these settings names.
    pub(super) fn name(
        &self,
        origin: &Origin,
        kind: Kind,
        file: &Attr<String>,
        settings: usize,
    ) -> String {
        let written = file.text();
        let strip = origin.scene.settings.first().is_some_and(|s| s.strippath);
        let plain = if strip {
            locate::base_name(written)
        } else {
            written
        };
        let own = origin.scene.settings.get(settings);
        let (Some(own), true) = (own, self.found && !written.is_empty()) else {
            return plain.to_owned();
        };
        let place = &self.of(kind).place;
        match origin.beside.get(&file.span()) {
            Some(path) => seen_from(place, path),
            None if own_place(own, kind) == *place && own.strippath == strip => plain.to_owned(),
            None => {
                let path = join(&own_place(own, kind), &locate::plain_name(own, file));
                seen_from(place, &path)
            }
        }
    }

    fn of(&self, kind: Kind) -> &Directory {
        match kind {
            Kind::Mesh => &self.mesh,
            Kind::Texture => &self.texture,
        }
    }
}

/// The directory of a kind that a model has, as it is opened from.
fn own_place(settings: &Settings, kind: Kind) -> String {
    let directory = match kind {
        Kind::Mesh => &settings.meshdir,
        Kind::Texture => &settings.texturedir,
    };
    let place = join(&settings.dir, directory);
    place.trim_end_matches('/').to_owned()
}

/// The directory of a kind for all files of it.
fn directory<'a>(
    scene: &Scene,
    kind: Kind,
    home: &str,
    files: impl Iterator<Item = (&'a Attr<String>, usize)>,
) -> Directory {
    let Some(main) = scene.settings.first() else {
        return Directory::default();
    };
    let mut places = files
        .filter(|(file, _)| !file.text().is_empty())
        .filter_map(|(_, settings)| scene.settings.get(settings))
        .map(|settings| own_place(settings, kind));
    let mains = own_place(main, kind);
    let place = match places.next() {
        Some(first) if places.all(|place| place == first) => first,
        _ => mains.clone(),
    };
    // as the author wrote it, where that is still true
    let said = if home.is_empty() && place == mains {
        match kind {
            Kind::Mesh => main.meshdir.clone(),
            Kind::Texture => main.texturedir.clone(),
        }
    } else {
        join(home, &seen_from(main.dir.trim_end_matches('/'), &place))
    };
    Directory { place, said }
}

/// What a path is called in a folder: both are absolute, or both are seen from the same place. A path that is not to be had from there
/// stays what it is.
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
