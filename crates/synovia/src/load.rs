//! From files and strings to models.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use synovia_compile::Origin;
use synovia_compile::write::{WriteError, write, write_seen_from};
use synovia_compile::{Cache, Compiler};
use synovia_engine::data::EngineError;
use synovia_engine::plugin::Registry;
use synovia_mjcf::write::Precision;
use synovia_mjcf::{Document, Errors, Files, parse_file, parse_str};
use synovia_model::Model;
use synovia_model::budget::Budget;
use synovia_model::mjb::is_mjb;

use crate::archive::{self, ArchiveError, Limits};
use crate::binary::{self, BinaryError};
use crate::files::{Assets, Disk, Memory, Recorder};

/// Why a model could not be loaded, or a simulation not go on.
///
/// `{}` and `{:?}` both print the report, so that `fn main() -> Result<(), synovia::Error>` shows it:
///
/// ```
/// let error = synovia::Model::from_xml_str("<mujoco><worldbod/></mujoco>").unwrap_err();
/// assert!(format!("{error:?}").contains("<mujoco><worldbod/></mujoco>")); // an excerpt of the source
/// ```
#[derive(Clone, thiserror::Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum Error {
    /// The mistakes in the files of a model, each with an excerpt and suggestions.
    Load(#[from] Errors),
    /// What is wrong with a binary model.
    Binary(#[from] BinaryError),
    /// What is wrong with an archive.
    Archive(#[from] ArchiveFault),
    /// What stopped a step.
    Engine(#[from] EngineError),
}

impl Error {
    /// The mistakes in the files of a model, each with its place.
    pub fn mistakes(&self) -> Option<&Errors> {
        match self {
            Self::Load(errors) => Some(errors),
            Self::Binary(_) | Self::Archive(_) | Self::Engine(_) => None,
        }
    }

    /// The full text.
    pub fn message(&self) -> String {
        self.to_string()
    }
}

impl core::fmt::Debug for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Display::fmt(self, f)
    }
}

/// Why there is no model in an archive.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {reason}")]
#[non_exhaustive]
pub struct ArchiveFault {
    /// What the archive is called.
    pub name: String,
    /// What is wrong.
    pub reason: ArchiveError,
}

/// A model, and what its files say that is probably not meant.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Loaded {
    /// The model.
    pub model: Model,
    /// One line each, with the place: `file:line:column: message`.
    pub warnings: Vec<String>,
    /// What the model was compiled from, with which it can be written.
    pub origin: Origin,
}

impl Loaded {
    /// The model as MJCF, in the form that MuJoCo saves: angles in radians, frames folded, copies written out.
    ///
    /// ```
    /// use synovia::{Loader, Precision};
    ///
    /// let mut loaded = Loader::new().string("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>")?;
    /// loaded.model.geom.size[0].x = 0.5;
    /// let text = loaded.to_xml(Precision::Short).unwrap();
    /// assert!(text.contains("<geom size=\"0.5\"/>"));
    /// # Ok::<(), synovia::Error>(())
    /// ```
    #[doc(alias = "mj_saveLastXML")]
    pub fn to_xml(&self, precision: Precision) -> Result<String, WriteError> {
        write(&self.origin, &self.model, precision)
    }

    /// The model as MJCF that loses nothing, for a text that is to stand in another folder: `home` is what the folder of the model is
    /// called from there, so that the text finds its files.
    ///
    /// ```
    /// use synovia::Loader;
    ///
    /// let tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
    /// let xml = "<mujoco><asset><mesh file='part.obj'/></asset>
    ///     <worldbody><geom type='mesh' mesh='part'/></worldbody></mujoco>";
    /// let loaded = Loader::new().asset("part.obj", tetrahedron).string(xml)?;
    /// let text = loaded.to_xml_seen_from("../robots").unwrap();
    /// assert!(text.contains("meshdir=\"../robots/\""));
    /// # Ok::<(), synovia::Error>(())
    /// ```
    pub fn to_xml_seen_from(&self, home: &str) -> Result<String, WriteError> {
        write_seen_from(&self.origin, &self.model, Precision::Exact, home)
    }
}

impl Loaded {
    /// A model about which there is nothing to say, and that cannot be written as text: only its numbers are known.
    fn silent(model: Model) -> Self {
        Self {
            model,
            warnings: Vec::new(),
            origin: Origin::default(),
        }
    }
}

/// The assets of all models that were loaded in this process: see [`Cache`].
///
/// Loading a model again, or another one with the same files, finds its meshes and pictures processed. Files are compared by
/// content, so a changed file is never taken for what it was.
///
/// ```
/// let cache = synovia::asset_cache();
/// assert!(cache.size() <= cache.capacity());
/// cache.clear();
/// ```
#[doc(alias = "mj_getCache")]
pub fn asset_cache() -> &'static Arc<Cache> {
    static CACHE: LazyLock<Arc<Cache>> = LazyLock::new(Arc::default);
    &CACHE
}

/// How a model is loaded: which files it may name, which plugins it may use, and which cache.
///
/// ```
/// use synovia::{Loader, plugin::Registry};
///
/// let xml = "<mujoco><include file='ball.xml'/></mujoco>";
/// let ball = "<mujoco><worldbody><geom size='1'/></worldbody></mujoco>";
/// let loaded = Loader::new()
///     .asset("ball.xml", ball)
///     .plugins(Registry::builtin())
///     .string(xml)?;
/// assert_eq!(loaded.model.size.ngeom, 1);
/// # Ok::<(), synovia::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Loader {
    assets: Vec<(String, Vec<u8>)>,
    plugins: Option<Registry>,
    cache: Option<Arc<Cache>>,
    memory_limit: Option<u64>,
    strict: Option<bool>,
}

impl Loader {
    /// Files on the disk, the plugins of the process.
    pub fn new() -> Self {
        Self::default()
    }

    /// A file that the model may name, with its content; looked at before the disk.
    #[must_use]
    pub fn asset(mut self, name: impl Into<String>, content: impl Into<Vec<u8>>) -> Self {
        self.assets.push((name.into(), content.into()));
        self
    }

    /// Files that the model may name, with their contents; looked at before the disk.
    #[must_use]
    pub fn assets(mut self, assets: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        self.assets.extend(assets);
        self
    }

    /// The plugins that the model may use, instead of those of the process.
    #[must_use]
    pub fn plugins(mut self, plugins: Registry) -> Self {
        self.plugins = Some(plugins);
        self
    }

    /// Where processed assets are kept and looked for, instead of [`asset_cache`]; [`Cache::new`] of zero keeps nothing.
    #[must_use]
    pub fn cache(mut self, cache: Arc<Cache>) -> Self {
        self.cache = Some(cache);
        self
    }

    /// How many bytes the model may take, instead of [`memory_limit`](crate::memory_limit): numbers in a file that ask for more are
    /// refused. Its compilation may take twice as much, and a simulation of it as much again.
    ///
    /// ```
    /// use synovia::Loader;
    ///
    /// let grid = "<mujoco><asset><hfield name='h' nrow='2000' ncol='2000' size='1 1 1 1'/></asset></mujoco>";
    /// let error = Loader::new().memory_limit(1 << 20).string(grid).unwrap_err();
    /// assert!(error.to_string().contains("needs 48000000 bytes"), "{error}");
    /// assert!(Loader::new().string(grid).is_ok());
    /// ```
    #[must_use]
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.memory_limit = Some(bytes);
        self
    }

    /// Whether [extensions](synovia_model::extension::Extension) are refused, instead of what [`strict`](crate::strict) says: for models that
    /// must stay loadable in MuJoCo.
    ///
    /// ```
    /// use synovia::Loader;
    ///
    /// let stiff = "<mujoco><option integrator='implicitspring'/></mujoco>";
    /// assert!(Loader::new().string(stiff).is_ok());
    /// let error = Loader::new().strict(true).string(stiff).unwrap_err();
    /// assert!(error.to_string().contains("is an extension of Synovia"), "{error}");
    /// ```
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = Some(strict);
        self
    }

    fn is_strict(&self) -> bool {
        self.strict.unwrap_or_else(crate::strict)
    }

    fn budget(&self) -> Budget {
        self.memory_limit.map_or_else(Budget::default, Budget::new)
    }

    /// Loads the model in a file: a text, a binary model or an archive. Other files of a text are looked for next to it, those of an
    /// archive only inside.
    pub fn path(&self, path: impl AsRef<Path>) -> Result<Loaded, Error> {
        let (path, files) = (path.as_ref(), Memory::new(&self.assets, true));
        let name = path.to_string_lossy();
        let bytes = files.read(&name).unwrap_or_default();
        if is_mjb(&bytes) {
            let plugins = self.plugins.clone().unwrap_or_else(Registry::process);
            let (budget, strict) = (self.budget(), self.is_strict());
            let model = binary::from_file(path, &files, &plugins, budget, strict)?;
            return Ok(Loaded::silent(model));
        }
        if archive::is_zip(&bytes) {
            let (name, files) = self.unpack(&name, &bytes)?;
            let files = Memory::new(&files, false);
            return finish(&parse_file(&name, &files)?, &files, self);
        }
        drop(bytes);
        finish(&parse_file(&name, &files)?, &files, self)
    }

    /// Loads the model in a file like [`Loader::path`], and returns with it all files that were read, by the paths that they were read
    /// from: what a [`Bundle`](crate::Bundle) is made of.
    pub fn path_with_files(&self, path: impl AsRef<Path>) -> Result<(Loaded, Assets), Error> {
        let (path, disk) = (path.as_ref(), Memory::new(&self.assets, true));
        let name = path.to_string_lossy();
        let bytes = disk.read(&name).unwrap_or_default();
        let (mut name, mut inside) = (name.into_owned(), None);
        if archive::is_zip(&bytes) {
            let (entry, files) = self.unpack(&name, &bytes)?;
            (name, inside) = (entry, Some(files));
        } else if is_mjb(&bytes) {
            return Ok((self.path(path)?, Vec::new()));
        }
        drop(bytes);
        let files = match &inside {
            Some(files) => Memory::new(files, false),
            None => disk,
        };
        let recorder = Recorder::new(&files);
        let loaded = finish(&parse_file(&name, &recorder)?, &recorder, self)?;
        Ok((loaded, recorder.into_files()))
    }

    /// The name of the model in an archive, and all files: those of the loader, then those of the archive.
    fn unpack(&self, name: &str, bytes: &[u8]) -> Result<(String, Assets), Error> {
        let limits = Limits {
            bytes: self.budget().limit(),
            ..Limits::default()
        };
        let unpacked = archive::read_within(bytes, limits).map_err(|reason| ArchiveFault {
            name: name.to_owned(),
            reason,
        })?;
        let mut files = unpacked.assets;
        files.extend(self.assets.iter().filter(|(own, _)| own != name).cloned());
        files.push((unpacked.name.clone(), unpacked.model.into_bytes()));
        Ok((unpacked.name, files))
    }

    /// Loads the model in `bytes`, a text or a binary model; `name` is what it is called in messages.
    pub fn bytes(&self, name: &str, bytes: &[u8]) -> Result<Loaded, Error> {
        let mut with = self.clone();
        with.assets.insert(0, (name.to_owned(), bytes.to_owned()));
        with.path(name)
    }

    /// Loads and compiles the model in a string.
    pub fn string(&self, xml: &str) -> Result<Loaded, Error> {
        let files = Memory::new(&self.assets, true);
        finish(&parse_str("<string>", xml, &files)?, &files, self)
    }
}

/// Loads and compiles the model in a file; assets are looked for next to it.
///
/// ```
/// let error = synovia::load_path("no such file.xml").unwrap_err();
/// assert!(error.to_string().contains("not found"));
/// ```
#[doc(alias = "mj_loadXML")]
pub fn load_path(path: impl AsRef<Path>) -> Result<Model, Error> {
    from_file(path.as_ref(), &Disk).map(|loaded| loaded.model)
}

/// Loads and compiles the model in a file; `assets` are files that it may name, with their contents, looked at before
/// the disk.
#[doc(alias = "mj_loadXML")]
pub fn load_path_with(
    path: impl AsRef<Path>,
    assets: &[(String, Vec<u8>)],
) -> Result<Model, Error> {
    open_path(path, assets).map(|loaded| loaded.model)
}

/// Like [`load_path_with`], with warnings.
pub fn open_path(path: impl AsRef<Path>, assets: &[(String, Vec<u8>)]) -> Result<Loaded, Error> {
    from_file(path.as_ref(), &Memory::new(assets, true))
}

/// All files that the model in a file consists of, itself first: includes, attached models, meshes, height fields, skins and
/// textures. Only models are opened; the others need not be there.
#[doc(alias = "mju_getXMLDependencies")]
pub fn dependencies(path: impl AsRef<Path>) -> Result<Vec<String>, Error> {
    let path = path.as_ref().to_string_lossy();
    Ok(synovia_mjcf::dependencies(&path, &Disk)?)
}

/// Loads and compiles the model in a string; `assets` are the files that it may name, with their contents, looked at
/// before the disk.
///
/// ```
/// let model = synovia::load_string("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>", &[])?;
/// assert_eq!(model.size.ngeom, 1);
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_loadXML")]
pub fn load_string(xml: &str, assets: &[(String, Vec<u8>)]) -> Result<Model, Error> {
    open_string(xml, assets).map(|loaded| loaded.model)
}

/// Like [`load_string`], with warnings.
///
/// ```
/// let loaded = synovia::open_string("<mujoco><body/></mujoco>", &[])?;
/// assert!(loaded.warnings[0].contains("not part of the model"));
/// # Ok::<(), synovia::Error>(())
/// ```
pub fn open_string(xml: &str, assets: &[(String, Vec<u8>)]) -> Result<Loaded, Error> {
    let files = Memory::new(assets, true);
    let doc = parse_str("<string>", xml, &files)?;
    finish(&doc, &files, &Loader::default())
}

fn from_file(path: &Path, files: &dyn Files) -> Result<Loaded, Error> {
    let doc = parse_file(&path.to_string_lossy(), files)?;
    finish(&doc, files, &Loader::default())
}

fn finish(doc: &Document, files: &dyn Files, with: &Loader) -> Result<Loaded, Error> {
    let cache = with.cache.as_ref().unwrap_or_else(|| asset_cache());
    let mut compiler = Compiler::new()
        .cache(cache)
        .memory_limit(with.budget().limit())
        .strict(with.is_strict());
    if let Some(plugins) = &with.plugins {
        compiler = compiler.plugins(plugins.clone());
    }
    let made = compiler.document(doc, files)?;
    let told = doc.warnings.iter().chain(&made.warnings);
    let warnings = told.map(|w| w.headline(&doc.sources)).collect();
    Ok(Loaded {
        model: made.model,
        warnings,
        origin: made.origin,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assets_are_found_in_the_model_s_directory_or_beside_the_file_that_names_them() {
        let cube = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
        let part = "<mujoco><asset><mesh name='m' file='near.obj'/></asset></mujoco>";
        let dir = std::env::temp_dir().join(format!("synovia-beside-{}", std::process::id()));
        std::fs::create_dir_all(dir.join("parts")).unwrap();
        std::fs::write(dir.join("parts/part.xml"), part).unwrap();
        std::fs::write(dir.join("parts/near.obj"), cube).unwrap();
        let main = "<mujoco><include file='parts/part.xml'/><worldbody><geom type='mesh' mesh='m'/></worldbody></mujoco>";
        std::fs::write(dir.join("main.xml"), main).unwrap();
        let beside = load_path(dir.join("main.xml"));
        std::fs::rename(dir.join("parts/near.obj"), dir.join("near.obj")).unwrap();
        let model_dir = load_path(dir.join("main.xml"));
        std::fs::remove_file(dir.join("near.obj")).unwrap();
        let nowhere = load_path(dir.join("main.xml"));
        std::fs::remove_dir_all(&dir).unwrap();
        assert_eq!(beside.unwrap().size.nmeshvert, 4);
        assert_eq!(model_dir.unwrap().size.nmeshvert, 4);
        assert!(nowhere.unwrap_err().to_string().contains("near.obj"));
    }

    #[test]
    fn assets_in_memory_are_found_by_path_or_by_name() {
        let part = b"<mujoco><worldbody><geom size='1'/></worldbody></mujoco>".to_vec();
        let assets = [("dir/Part.xml".to_owned(), part)];
        let xml = "<mujoco><include file='part.xml'/></mujoco>";
        assert_eq!(load_string(xml, &assets).unwrap().size.ngeom, 1);
        assert!(load_string(xml, &[]).is_err());
    }
}
