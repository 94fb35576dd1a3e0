//! Reasons why a model could not be loaded, or a simulation could not continue.

use synovia_engine::data::EngineError;
use synovia_mjcf::Errors;

use crate::archive::ArchiveError;
use crate::binary::BinaryError;

/// Reasons why a model could not be loaded, or a simulation could not continue.
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
    /// Errors in the files of a model, each with an excerpt and suggestions.
    Load(#[from] Errors),
    /// A binary model could not be loaded.
    Binary(#[from] BinaryError),
    /// An archive could not be loaded.
    Archive(#[from] ArchiveFault),
    /// A step failed.
    Engine(#[from] EngineError),
}

impl Error {
    /// The errors in the files of a model, each with its position.
    pub fn mistakes(&self) -> Option<&Errors> {
        match self {
            Self::Load(errors) => Some(errors),
            Self::Binary(_) | Self::Archive(_) | Self::Engine(_) => None,
        }
    }

    /// The full report.
    pub fn message(&self) -> String {
        self.to_string()
    }
}

impl core::fmt::Debug for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Display::fmt(self, f)
    }
}

/// An archive could not be loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {reason}")]
#[non_exhaustive]
pub struct ArchiveFault {
    /// Name of the archive.
    pub name: String,
    /// The reason.
    pub reason: ArchiveError,
}
