//! Binary models, with what is not stored in them.
//!
//! A file has the numbers of a model. Two things are made again when it is read, as the compiler made them, so that the
//! model steps to the same bits as the one that was saved: the code of its plugins, found by their numbers among those that
//! are registered, and what is known about the hulls of its meshes.

use synovia_engine::data::room;
use synovia_engine::plugin::{ConfigError, Registry};
use synovia_engine::set_const::set_hulls;
use synovia_model::budget::{Budget, OverBudget};
use synovia_model::extension::Extension;
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
    /// It was to be edited.
    #[error("a binary model has no elements to edit; read the file that it was compiled from")]
    NoElements,
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
