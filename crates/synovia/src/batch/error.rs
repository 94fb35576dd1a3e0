//! What does not fit together in a batch, before anything is computed.

use synovia_engine::state::StateError;

/// Why a batch was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// A slice has another length than its rows need.
    #[error("{name} should have {expected} numbers ({shape}), it has {found}")]
    Length {
        /// Which slice.
        name: &'static str,
        /// How the rows are counted.
        shape: String,
        /// How many numbers there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// There are not as many outcomes as simulations.
    #[error("outcomes should have {expected} entries ({expected} simulations), it has {found}")]
    Outcomes {
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A signature of a state has bits that mean nothing.
    #[error("controls: {0}")]
    Signature(#[from] StateError),
    /// Controls can only be what a user sets, not the state itself.
    #[error(
        "controls: the signature {0} names parts of the state that are not set by users; allowed are the bits of StateBit::USER"
    )]
    NotControls(i32),
    /// A model has another number of something that the simulation has memory for.
    #[error("the model of simulation {simulation} has {name} {found}, not {expected}")]
    Model {
        /// The first simulation with such a model.
        simulation: usize,
        /// The name of the size.
        name: &'static str,
        /// As in the model of the batch.
        expected: usize,
        /// As in this model.
        found: usize,
    },
    /// A `Data` was made for another model.
    #[error("a Data has {name} {found}, but the model has {expected}")]
    Data {
        /// The name of the size.
        name: &'static str,
        /// As in the model.
        expected: usize,
        /// As in the memory.
        found: usize,
    },
    /// There is no simulation to compute in.
    #[error("a batch needs at least one Data to compute in")]
    NoData,
    /// The operating system did not start the threads.
    #[error("{threads} threads could not be started: {reason}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system says.
        reason: String,
    },
}
