//! Binary models, and the parts of a model that they do not contain.
//!
//! A file has the numbers of a model. Two things are rebuilt when it is read, as the compiler built them, so that the model
//! steps to the same bits as the saved one: the code of its plugins, looked up by number in the registry, and the
//! measured properties of its mesh hulls.

use synovia_engine::data::room;
use synovia_engine::plugin::{ConfigError, Registry};
use synovia_engine::set_const::set_hulls;
use synovia_model::budget::{Budget, OverBudget};
use synovia_model::extension::Extension;
use synovia_model::{MjbError, Model};

/// A binary model could not be loaded.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{name}: {reason}")]
#[non_exhaustive]
pub struct BinaryError {
    /// Name of the model.
    pub name: String,
    /// The reason.
    pub reason: BinaryFault,
}

/// Reasons why a binary model could not be loaded.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BinaryFault {
    /// The bytes are not a valid model.
    #[error(transparent)]
    Format(#[from] MjbError),
    /// A simulation would need too much memory.
    #[error("a simulation, most of it the {rows} rows of {column}: {over}")]
    Memory {
        /// The field of a simulation that needs the most memory.
        column: &'static str,
        /// Its number of rows.
        rows: u64,
        /// The memory needed by all fields.
        over: OverBudget,
    },
    /// A plugin is not registered, or its configuration does not match.
    #[error(transparent)]
    Plugin(#[from] ConfigError),
    /// The model uses an extension, and loading is strict.
    #[error("{}", .0.refusal())]
    Extension(Extension),
    /// A spec was requested.
    #[error("a binary model has no elements to edit; read the file it was compiled from instead")]
    NoElements,
}

/// Reads a model from `bytes`, with the plugins in `plugins`.
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
