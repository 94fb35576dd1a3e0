//! From files and strings to models.

use std::path::Path;

use synovia_compile::compile;
use synovia_mjcf::{Errors, Files, parse_file, parse_str};
use synovia_model::Model;

use crate::files::{Disk, Memory};

/// Why a model could not be loaded: all mistakes; shown with excerpts of the files and suggestions.
#[derive(Clone, Debug, thiserror::Error)]
#[error(transparent)]
pub struct Error(#[from] Errors);

impl Error {
    /// The mistakes, each with its place.
    pub fn errors(&self) -> &Errors {
        &self.0
    }

    /// The full text.
    pub fn message(&self) -> String {
        self.0.to_string()
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
    from_file(path.as_ref(), &Disk)
}

/// Loads and compiles the model in a file; `assets` are files that it may name, with their contents, looked at before
/// the disk.
#[doc(alias = "mj_loadXML")]
pub fn load_path_with(
    path: impl AsRef<Path>,
    assets: &[(String, Vec<u8>)],
) -> Result<Model, Error> {
    from_file(path.as_ref(), &Memory::new(assets, true))
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
    let files = Memory::new(assets, true);
    let spec = parse_str("<string>", xml, &files)?;
    Ok(compile(&spec, &files)?)
}

fn from_file(path: &Path, files: &dyn Files) -> Result<Model, Error> {
    let spec = parse_file(&path.to_string_lossy(), files)?;
    Ok(compile(&spec, files)?)
}
