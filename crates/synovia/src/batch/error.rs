//! Inconsistent input of a batch, found before anything is computed.

use synovia_engine::state::StateError;

/// Reasons why a batch was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// A slice has the wrong length.
    #[error("{name} should have {expected} numbers ({shape}), it has {found}")]
    Length {
        /// Name of the slice.
        name: &'static str,
        /// Its shape, in words.
        shape: String,
        /// Expected length.
        expected: usize,
        /// Actual length.
        found: usize,
    },
    /// The number of outcomes differs from the number of simulations.
    #[error("outcomes should have {expected} entries ({expected} simulations), it has {found}")]
    Outcomes {
        /// Expected number.
        expected: usize,
        /// Actual number.
        found: usize,
    },
    /// A state signature has unknown bits.
    #[error("controls: {0}")]
    Signature(#[from] StateError),
    /// Controls can only be user inputs, not the state itself.
    #[error(
        "controls: the signature {0} has state components that are not user inputs; allowed are the bits of StateBit::USER"
    )]
    NotControls(i32),
    /// The sizes of a model differ from those of the batch's model.
    #[error("the model of simulation {simulation} has {name} {found}, not {expected}")]
    Model {
        /// The first simulation with such a model.
        simulation: usize,
        /// Name of the size.
        name: &'static str,
        /// Its value in the model of the batch.
        expected: usize,
        /// Its value in this model.
        found: usize,
    },
    /// A `Data` belongs to another model.
    #[error("a Data has {name} {found}, but the model has {expected}")]
    Data {
        /// Name of the size.
        name: &'static str,
        /// Its value in the model.
        expected: usize,
        /// Its value in the `Data`.
        found: usize,
    },
    /// No `Data` was passed.
    #[error("a batch needs at least one Data to compute in")]
    NoData,
    /// The operating system could not start the threads.
    #[error("{threads} threads could not be started: {reason}")]
    Threads {
        /// Requested number of threads.
        threads: usize,
        /// The error of the operating system.
        reason: String,
    },
}
