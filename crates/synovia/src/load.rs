//! The loader: from files, strings, bytes and specs to models.
//!
//! ```text
//! options      source             result
//! Loader ─┬──> path, string, ──┬──> load:  Loaded, a model and its origin
//!         │    bytes           └──> spec:  Spec, a model to edit
//!         └──> compile(spec) ────────────> Loaded
//! ```
//!
//! Every source accepts every format, which is recognised by the first bytes. Each file is read once.

use std::borrow::Cow;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use synovia_compile::spec::Spec;
use synovia_compile::{Cache, Compiled, Compiler, Order, Origin};
use synovia_engine::plugin::Registry;
use synovia_mjcf::{Document, Errors, Files, parse_bytes, parse_str};
use synovia_model::budget::Budget;
use synovia_model::mjb::is_mjb;

use crate::archive::{self, Archive, ArchiveError, Limits};
use crate::binary::{self, BinaryError, BinaryFault};
use crate::error::{ArchiveFault, Error};
use crate::files::{Assets, Disk, Memory, Recorder};
use crate::loaded::{Format, Loaded};

/// The processed assets of all models loaded in this process: see [`Cache`].
///
/// Loading a model again, or another one with the same files, finds its meshes and textures already processed. Files are
/// compared by content, so a changed file is always processed again.
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

/// Options for loading models: which files and plugins they may use, which cache, and how much memory.
///
/// A loader is created once and used for any number of models. It has three sources, [`path`](Loader::path), [`string`](Loader::string)
/// and [`bytes`](Loader::bytes). Each of them loads as a model ([`Source::load`]) or as an editable spec ([`Source::spec`]), which
/// [`compile`](Loader::compile) turns into a model.
///
/// ```
/// use synovia::{Loader, plugin::Registry};
///
/// let xml = "<mujoco><include file='ball.xml'/></mujoco>";
/// let ball = "<mujoco><worldbody><geom size='1'/></worldbody></mujoco>";
/// let loader = Loader::new().asset("ball.xml", ball).plugins(Registry::builtin());
/// let loaded = loader.string(xml).load()?;
/// assert_eq!(loaded.model.size.ngeom, 1);
///
/// let spec = loader.string(xml).spec()?;
/// assert_eq!(loader.compile(&spec)?.model, loaded.model);
/// # Ok::<(), synovia::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Loader {
    assets: Assets,
    // `None`: the setting of the process at the time of loading
    plugins: Option<Registry>,
    cache: Option<Arc<Cache>>,
    memory_limit: Option<u64>,
    strict: Option<bool>,
    keep_files: bool,
}

impl Loader {
    /// The defaults: files on disk, and the plugins, cache and memory limit of the process.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file in memory that the model may refer to. It takes precedence over the disk.
    #[must_use]
    pub fn asset(mut self, name: impl Into<String>, content: impl Into<Vec<u8>>) -> Self {
        self.assets.push((name.into(), content.into()));
        self
    }

    /// Adds files in memory that the model may refer to. They take precedence over the disk.
    #[must_use]
    pub fn assets(mut self, assets: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        self.assets.extend(assets);
        self
    }

    /// Sets the plugins that the model may use, instead of those of the process.
    #[must_use]
    pub fn plugins(mut self, plugins: Registry) -> Self {
        self.plugins = Some(plugins);
        self
    }

    /// Sets the cache of processed assets, instead of [`asset_cache`]. A [`Cache::new`] of size zero keeps nothing.
    #[must_use]
    pub fn cache(mut self, cache: Arc<Cache>) -> Self {
        self.cache = Some(cache);
        self
    }

    /// Sets the memory limit of the model in bytes, instead of [`memory_limit`](crate::memory_limit). Files that require more are
    /// refused. Compiling the model may take twice as much, and a simulation of it as much again.
    ///
    /// ```
    /// use synovia::Loader;
    ///
    /// let grid = "<mujoco><asset><hfield name='h' nrow='2000' ncol='2000' size='1 1 1 1'/></asset></mujoco>";
    /// let error = Loader::new().memory_limit(1 << 20).string(grid).load().unwrap_err();
    /// assert!(error.to_string().contains("needs 48000000 bytes"), "{error}");
    /// assert!(Loader::new().string(grid).load().is_ok());
    /// ```
    #[must_use]
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.memory_limit = Some(bytes);
        self
    }

    /// Sets whether [extensions](synovia_model::extension::Extension) are refused, instead of using the process-wide setting
    /// [`strict`](crate::strict). Use it for models that must stay loadable in MuJoCo.
    ///
    /// ```
    /// use synovia::Loader;
    ///
    /// let stiff = "<mujoco><option integrator='implicitspring'/></mujoco>";
    /// assert!(Loader::new().string(stiff).load().is_ok());
    /// let error = Loader::new().strict(true).string(stiff).load().unwrap_err();
    /// assert!(error.to_string().contains("is an extension of Synovia"), "{error}");
    /// ```
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = Some(strict);
        self
    }

    /// Sets whether all files that are read are kept in [`Loaded::files`], so that the model can be saved with them.
    #[must_use]
    pub fn keep_files(mut self, keep: bool) -> Self {
        self.keep_files = keep;
        self
    }

    /// A model in a file. Files that an XML file refers to are searched relative to it, those of an archive only inside
    /// the archive.
    ///
    /// ```
    /// use synovia::Loader;
    ///
    /// let error = Loader::new().path("no such file.xml").load().unwrap_err();
    /// assert!(error.to_string().contains("not found"));
    /// ```
    #[doc(alias = "mj_loadXML")]
    #[doc(alias = "mj_loadModel")]
    pub fn path(&self, path: impl AsRef<Path>) -> Source<'_> {
        let path = path.as_ref().to_string_lossy().into_owned();
        self.source(From::Path(path))
    }

    /// A model in a string.
    ///
    /// ```
    /// use synovia::Loader;
    ///
    /// let loaded = Loader::new().string("<mujoco><body/></mujoco>").load()?;
    /// assert!(loaded.warnings[0].contains("not part of the model"));
    /// # Ok::<(), synovia::Error>(())
    /// ```
    #[doc(alias = "mj_loadXML")]
    pub fn string<'a>(&'a self, xml: &'a str) -> Source<'a> {
        self.source(From::Text(xml))
    }

    /// A model in `bytes`; `name` is used in messages.
    ///
    /// ```
    /// use synovia::{Loader, Model};
    ///
    /// let model = Model::from_xml_str("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>")?;
    /// let read = Loader::new().bytes("ball.mjb", &model.to_mjb()).load()?;
    /// assert_eq!(read.model.geom, model.geom);
    /// # Ok::<(), synovia::Error>(())
    /// ```
    #[doc(alias = "mj_loadModelBuffer")]
    #[doc(alias = "from_zip")]
    pub fn bytes<'a>(&'a self, name: &'a str, bytes: &'a [u8]) -> Source<'a> {
        self.source(From::Bytes(name, bytes))
    }

    /// Compiles a spec that was read or built; `&spec` is copied, `spec` is consumed.
    ///
    /// ```
    /// use synovia::Loader;
    /// use synovia::spec::{Geom, Spec};
    ///
    /// let mut spec = Spec::new();
    /// spec.world().add(Geom::sphere("ball", 0.1))?;
    /// assert_eq!(Loader::new().compile(&spec)?.model.size.ngeom, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "mj_compile")]
    pub fn compile<'s>(&self, spec: impl Into<Cow<'s, Spec>>) -> Result<Loaded, Error> {
        let (spec, files) = (spec.into().into_owned(), Memory::new(&self.assets, true));
        let (made, files) = self.reading(&files, |files| self.compiler().spec(spec, files))?;
        let warnings = made.warnings.iter();
        let warnings = warnings.map(synovia_mjcf::Error::message).collect();
        Ok(loaded(made, warnings, files, Format::Spec))
    }

    fn source<'a>(&'a self, from: From<'a>) -> Source<'a> {
        Source { loader: self, from }
    }

    fn is_strict(&self) -> bool {
        self.strict.unwrap_or_else(crate::strict)
    }

    /// The memory budget of one load.
    fn budget(&self) -> Budget {
        self.memory_limit.map_or_else(Budget::default, Budget::new)
    }

    /// A compiler with the options of this loader.
    fn compiler(&self) -> Compiler<'_> {
        let compiler = Compiler::new()
            .cache(self.cache.as_ref().unwrap_or_else(|| asset_cache()))
            .memory_limit(self.budget().limit())
            .strict(self.is_strict());
        match &self.plugins {
            Some(plugins) => compiler.plugins(plugins.clone()),
            None => compiler,
        }
    }

    /// Runs `f` with `files` and returns its result and, with `keep_files`, the files it has read.
    fn reading<T>(
        &self,
        files: &Memory<'_>,
        f: impl FnOnce(&dyn Files) -> Result<T, Errors>,
    ) -> Result<(T, Assets), Errors> {
        if !self.keep_files {
            return Ok((f(files)?, Assets::new()));
        }
        // a wrapper around `files` that copies everything the parser and the compiler read
        let recorder = Recorder::new(files);
        let result = f(&recorder)?;
        Ok((result, recorder.into_files()))
    }

    /// The model in an archive, and its assets.
    fn unpack(&self, name: &str, bytes: &[u8]) -> Result<Archive, Error> {
        let limits = Limits {
            bytes: self.budget().limit(),
            ..Limits::default()
        };
        let unpacked = archive::read_within(bytes, limits);
        Ok(unpacked.map_err(|reason| fault(name, reason))?)
    }

    /// Reads a binary model: nothing is compiled, and there is no origin to write MJCF from.
    fn binary(&self, name: &str, bytes: &[u8]) -> Result<Loaded, Error> {
        // plugins are stored by number, so their code is looked up in the registry
        let plugins = self.plugins.clone().unwrap_or_else(Registry::process);
        let model = binary::from_bytes(bytes, &plugins, self.budget(), self.is_strict());
        let model = model.map_err(|reason| BinaryError {
            name: name.to_owned(),
            reason,
        })?;
        Ok(Loaded {
            model: model.into(),
            warnings: Vec::new(),
            origin: Origin::default(),
            order: Order::default(),
            files: Assets::new(),
            format: Format::Binary,
        })
    }
}

/// Adds the name of the archive to an error.
fn fault(name: &str, reason: ArchiveError) -> ArchiveFault {
    let name = name.to_owned();
    ArchiveFault { name, reason }
}

/// A compiled model with the facts that the compiler does not know: warnings of the parser, files and format.
fn loaded(made: Compiled, warnings: Vec<String>, files: Assets, format: Format) -> Loaded {
    Loaded {
        model: made.model.into(),
        warnings,
        origin: made.origin,
        order: made.order,
        files,
        format,
    }
}

/// A source of a model; see [`Loader`]. Nothing is read until [`Source::load`] or [`Source::spec`] is called.
#[derive(Clone, Debug)]
#[must_use = "nothing is read until load or spec is called"]
pub struct Source<'a> {
    loader: &'a Loader,
    from: From<'a>,
}

#[derive(Clone, Debug)]
enum From<'a> {
    /// A file.
    Path(String),
    /// A string of XML.
    Text(&'a str),
    /// A name for messages, and the content in any format.
    Bytes(&'a str, &'a [u8]),
}

/// An XML file, and the files that it may refer to.
struct Text<'a> {
    name: &'a str,
    content: Content<'a>,
    files: Memory<'a>,
    format: Format,
}

enum Content<'a> {
    /// Decoded text.
    Text(&'a str),
    /// Bytes whose encoding the parser detects.
    Bytes(Cow<'a, [u8]>),
}

impl Text<'_> {
    fn parse(&self, files: &dyn Files) -> Result<Document, Errors> {
        match &self.content {
            Content::Text(text) => parse_str(self.name, text, files),
            Content::Bytes(bytes) => parse_bytes(self.name, bytes.to_vec(), files),
        }
    }
}

impl Source<'_> {
    /// Loads the model.
    pub fn load(&self) -> Result<Loaded, Error> {
        let loader = self.loader;
        let (name, bytes) = self.read()?;
        // the content decides on the format, not the file name
        if is_mjb(&bytes) {
            return loader.binary(name, &bytes);
        }
        if archive::is_zip(&bytes) {
            let unpacked = loader.unpack(name, &bytes)?;
            // free the packed bytes before the model is compiled
            drop(bytes);
            // the loader's assets replace those of the archive with the same name; the disk is not searched
            let own = loader.assets.iter().filter(|(own, _)| own != name);
            let files: Vec<_> = unpacked.assets.iter().chain(own).collect();
            return compile(loader, &inside(&unpacked, files));
        }
        compile(loader, &self.text(name, bytes))
    }

    /// Reads the model as a spec, to be edited and [compiled](Loader::compile).
    ///
    /// A binary model is refused, and so is an archive with assets, which would be lost: [`Source::spec_with_files`] returns them.
    #[doc(alias = "mj_parseXML")]
    pub fn spec(&self) -> Result<Spec, Error> {
        let (spec, files) = self.spec_with_files()?;
        // a spec alone would silently lose the assets of the archive
        if files.is_empty() {
            return Ok(spec);
        }
        Err(fault(self.name(), ArchiveError::Files { count: files.len() }).into())
    }

    /// Like [`Source::spec`], but also returns the assets of an archive, to be passed as [assets](Loader::assets) to the loader that
    /// compiles the spec.
    ///
    /// ```
    /// use synovia::{Loader, archive};
    ///
    /// let tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
    /// let xml = "<mujoco><asset><mesh file='part.obj'/></asset>
    ///     <worldbody><geom type='mesh' mesh='part'/></worldbody></mujoco>";
    /// let bytes = archive::write("robot.xml", xml, &[("part.obj".to_owned(), tetrahedron.into())])?;
    /// let (spec, files) = Loader::new().bytes("robot.zip", &bytes).spec_with_files()?;
    /// assert_eq!(Loader::new().assets(files).compile(&spec)?.model.size.nmesh, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "from_zip")]
    pub fn spec_with_files(&self) -> Result<(Spec, Assets), Error> {
        let loader = self.loader;
        let (name, bytes) = self.read()?;
        if is_mjb(&bytes) {
            let (name, reason) = (name.to_owned(), BinaryFault::NoElements);
            return Err(BinaryError { name, reason }.into());
        }
        if archive::is_zip(&bytes) {
            let unpacked = loader.unpack(name, &bytes)?;
            // free the packed bytes before the model is compiled
            drop(bytes);
            let own = loader.assets.iter().filter(|(own, _)| own != name);
            let files: Vec<_> = unpacked.assets.iter().chain(own).collect();
            let spec = read(loader, &inside(&unpacked, files))?;
            return Ok((spec, unpacked.assets));
        }
        Ok((read(loader, &self.text(name, bytes))?, Assets::new()))
    }

    /// The name of the model in messages.
    fn name(&self) -> &str {
        match &self.from {
            From::Path(path) => path,
            From::Text(_) => "<string>",
            From::Bytes(name, _) => name,
        }
    }

    /// The name and the content of the model.
    fn read(&self) -> Result<(&str, Cow<'_, [u8]>), Errors> {
        let bytes = match &self.from {
            From::Path(path) => {
                let read = Memory::new(&self.loader.assets, true).read(path);
                Cow::Owned(read.map_err(Errors::placeless)?)
            }
            From::Text(text) => Cow::Borrowed(text.as_bytes()),
            From::Bytes(_, bytes) => Cow::Borrowed(*bytes),
        };
        Ok((self.name(), bytes))
    }

    /// An XML file that may refer to the assets of the loader and to files on disk.
    fn text<'s>(&'s self, name: &'s str, bytes: Cow<'s, [u8]>) -> Text<'s> {
        let mut files = Memory::new(&self.loader.assets, true);
        let content = match &self.from {
            From::Text(text) => Content::Text(text),
            From::Path(_) => Content::Bytes(bytes),
            From::Bytes(_, content) => {
                // its own name resolves to these bytes, not to a file on disk
                files.add(name, content);
                Content::Bytes(bytes)
            }
        };
        Text {
            name,
            content,
            files,
            format: Format::Text,
        }
    }
}

/// The XML file in an archive, which may refer to these files and no others.
fn inside<'a>(unpacked: &'a Archive, files: Vec<&'a (String, Vec<u8>)>) -> Text<'a> {
    let (name, model) = (unpacked.name.as_str(), unpacked.model.as_bytes());
    let mut files = Memory::new(files, false);
    files.add(name, model);
    Text {
        name,
        content: Content::Bytes(model.into()),
        files,
        format: Format::Archive,
    }
}

/// Parses and compiles an XML file. The warnings of both stages are formatted with their position in the source.
fn compile(loader: &Loader, text: &Text<'_>) -> Result<Loaded, Error> {
    let compiler = loader.compiler();
    let ((doc, made), files) = loader.reading(&text.files, |files| {
        let doc = text.parse(files)?;
        let made = compiler.document(&doc, files)?;
        Ok((doc, made))
    })?;
    let warnings = doc.warnings.iter().chain(&made.warnings);
    let warnings = warnings.map(|w| w.headline(&doc.sources)).collect();
    Ok(loaded(made, warnings, files, text.format))
}

/// Parses an XML file into a spec.
fn read(loader: &Loader, text: &Text<'_>) -> Result<Spec, Error> {
    let doc = text.parse(&text.files)?;
    Ok(loader.compiler().read(&doc, &text.files)?)
}

/// All files that a model consists of, starting with its own: includes, attached models, meshes, height fields, skins and
/// textures. Only model files are opened; the others need not exist.
#[doc(alias = "mju_getXMLDependencies")]
pub fn dependencies(path: impl AsRef<Path>) -> Result<Vec<String>, Error> {
    let path = path.as_ref().to_string_lossy();
    Ok(synovia_mjcf::dependencies(&path, &Disk)?)
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
        let load = || Loader::new().path(dir.join("main.xml")).load();
        let beside = load();
        std::fs::rename(dir.join("parts/near.obj"), dir.join("near.obj")).unwrap();
        let model_dir = load();
        std::fs::remove_file(dir.join("near.obj")).unwrap();
        let nowhere = load();
        std::fs::remove_dir_all(&dir).unwrap();
        assert_eq!(beside.unwrap().model.size.nmeshvert, 4);
        assert_eq!(model_dir.unwrap().model.size.nmeshvert, 4);
        assert!(nowhere.unwrap_err().to_string().contains("near.obj"));
    }

    #[test]
    fn assets_in_memory_are_found_by_path_or_by_name() {
        let part = b"<mujoco><worldbody><geom size='1'/></worldbody></mujoco>";
        let xml = "<mujoco><include file='part.xml'/></mujoco>";
        let loader = Loader::new().asset("dir/Part.xml", *part);
        assert_eq!(loader.string(xml).load().unwrap().model.size.ngeom, 1);
        assert!(Loader::new().string(xml).load().is_err());
    }

    #[test]
    fn every_source_accepts_every_format() {
        let mjcf = "<mujoco model='m'><worldbody><geom size='1'/></worldbody></mujoco>";
        let urdf = "<robot name='m'><link name='base'><collision><geometry><sphere radius='1'/></geometry></collision></link></robot>";
        let loaded = Loader::new().string(mjcf).load().unwrap();
        let (mjb, zip) = (loaded.model.to_mjb(), loaded.to_zip().unwrap());
        let formats: [(&[u8], Format); 4] = [
            (mjcf.as_bytes(), Format::Text),
            (urdf.as_bytes(), Format::Text),
            (&mjb, Format::Binary),
            (&zip, Format::Archive),
        ];
        let path = std::env::temp_dir().join(format!("synovia-format-{}", std::process::id()));
        let loader = Loader::new();
        for (bytes, format) in formats {
            // file names do not matter
            std::fs::write(&path, bytes).unwrap();
            let mut sources = vec![loader.path(&path), loader.bytes("m", bytes)];
            sources.extend(std::str::from_utf8(bytes).map(|text| loader.string(text)));
            for source in sources {
                let loaded = source.load().unwrap();
                assert_eq!((loaded.format, loaded.model.size.ngeom), (format, 1));
                let spec = source.spec();
                assert_eq!(spec.is_ok(), format != Format::Binary, "{source:?}");
            }
        }
        std::fs::remove_file(path).unwrap();
        let error = loader.bytes("m.mjb", &mjb).spec().unwrap_err().to_string();
        assert!(
            error.starts_with("m.mjb: a binary model has no elements"),
            "{error}"
        );
    }
}
