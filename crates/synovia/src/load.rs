//! From files and strings to models.

use std::path::Path;

use synovia_model::Model;

/// Why a model could not be loaded: the full text of all mistakes, with excerpts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    message: String,
}

impl Error {
    /// An error with this text.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
        }
    }

    /// The full text.
    pub fn message(&self) -> &str {
        &self.message
    }
}

/// Loads and compiles the model in a file; assets are looked for next to it.
#[doc(alias = "mj_loadXML")]
pub fn load_path(path: impl AsRef<Path>) -> Result<Model, Error> {
    let path = path.as_ref();
    std::fs::metadata(path).map_err(|error| Error::new(format!("{}: {error}", path.display())))?;
    Err(Error::new(format!(
        "{}: compiling models is not supported yet",
        path.display()
    )))
}

/// Loads and compiles the model in a file; `assets` are files that it may name, with their contents, looked at before
/// the disk.
#[doc(alias = "mj_loadXML")]
pub fn load_path_with(
    path: impl AsRef<Path>,
    assets: &[(String, Vec<u8>)],
) -> Result<Model, Error> {
    let (path, files) = (path.as_ref().display(), assets.len());
    Err(Error::new(format!(
        "{path} with {files} assets: compiling models is not supported yet"
    )))
}

/// Loads and compiles the model in a string; `assets` are the files that it may name, with their contents.
#[doc(alias = "mj_loadXML")]
pub fn load_string(xml: &str, assets: &[(String, Vec<u8>)]) -> Result<Model, Error> {
    let (n, files) = (xml.len(), assets.len());
    Err(Error::new(format!(
        "{n} bytes with {files} assets: compiling models is not supported yet"
    )))
}
