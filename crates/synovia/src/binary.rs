//! Binary models from files and bytes, with what is not stored in them.
//!
//! A file has the numbers of a model. Two things are made again when it is read, as the compiler made them, so that the
//! model steps to the same bits as the one that was saved: the code of its plugins, found by their numbers among those that
//! are registered, and what is known about the hulls of its meshes.

use std::path::Path;

use synovia_engine::data::room;
use synovia_engine::plugin::{ConfigError, Registry};
use synovia_engine::set_const::set_hulls;
use synovia_mjcf::Files;
use synovia_mjcf::diag::FileError;
use synovia_model::budget::{Budget, OverBudget};
use synovia_model::extension::{Extension, strict};
use synovia_model::{MjbError, Model};

/// Why a binary model could not be loaded.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{name}: {reason}")]
#[non_exhaustive]
pub struct BinaryError {
    /// What the model is called.
    pub name: String,
    /// What is wrong.
    pub reason: BinaryFault,
}

/// What is wrong with a binary model.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BinaryFault {
    /// There is no file.
    #[error(transparent)]
    File(#[from] FileError),
    /// The bytes are no model.
    #[error(transparent)]
    Format(#[from] MjbError),
    /// A simulation would be too large.
    #[error("a simulation, most of it the {rows} rows of {column}: {over}")]
    Memory {
        /// The field of a simulation that needs most memory.
        column: &'static str,
        /// Its rows.
        rows: u64,
        /// How much all fields need.
        over: OverBudget,
    },
    /// A plugin is not registered, or does not fit.
    #[error(transparent)]
    Plugin(#[from] ConfigError),
    /// It uses an extension, and loading is strict.
    #[error("{}", .0.refusal())]
    Extension(Extension),
}

/// The model in `bytes`, with the plugins of `plugins`.
pub(crate) fn from_bytes(
    bytes: &[u8],
    plugins: &Registry,
    budget: Budget,
    strict: bool,
) -> Result<Model, BinaryFault> {
    let mut model = Model::from_mjb_within(bytes, budget)?;
    if let Some(extension) = Extension::of(&model).next().filter(|_| strict) {
        return Err(BinaryFault::Extension(extension));
    }
    let needed = room(&model);
    budget
        .check(needed.bytes)
        .map_err(|over| BinaryFault::Memory {
            column: needed.largest,
            rows: needed.rows,
            over,
        })?;
    set_hulls(&mut model);
    plugins.bring(&mut model)?;
    Ok(model)
}

/// The model in a file.
pub(crate) fn from_file(
    path: &Path,
    files: &dyn Files,
    plugins: &Registry,
    budget: Budget,
    strict: bool,
) -> Result<Model, BinaryError> {
    let name = path.to_string_lossy().into_owned();
    let read = files.read(&name).map_err(BinaryFault::from);
    read.and_then(|bytes| from_bytes(&bytes, plugins, budget, strict))
        .map_err(|reason| BinaryError { name, reason })
}

/// Reads a binary model of MuJoCo 3.5.0 from a file.
///
/// ```
/// let error = synovia::load_binary("no such file.mjb").unwrap_err();
/// assert!(error.to_string().contains("not found"));
/// ```
#[doc(alias = "mj_loadModel")]
pub fn load_binary(path: impl AsRef<Path>) -> Result<Model, BinaryError> {
    from_file(
        path.as_ref(),
        &crate::Disk,
        &Registry::process(),
        Budget::default(),
        strict(),
    )
}

/// Reads a binary model of MuJoCo 3.5.0 from memory.
///
/// ```
/// let model = synovia::load_string("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>", &[])?;
/// let read = synovia::read_binary(&model.to_mjb())?;
/// assert_eq!(read.geom, model.geom);
/// # Ok::<(), synovia::Error>(())
/// ```
#[doc(alias = "mj_loadModelBuffer")]
pub fn read_binary(bytes: &[u8]) -> Result<Model, BinaryError> {
    let read = from_bytes(bytes, &Registry::process(), Budget::default(), strict());
    read.map_err(|reason| BinaryError {
        name: "<memory>".to_owned(),
        reason,
    })
}
