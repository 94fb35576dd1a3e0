//! Why a model could not be loaded, or a simulation not continue.

use synovia_engine::data::EngineError;
use synovia_mjcf::Errors;

use crate::archive::ArchiveError;
use crate::binary::BinaryError;

/// Why a model could not be loaded, or a simulation not continue.
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
