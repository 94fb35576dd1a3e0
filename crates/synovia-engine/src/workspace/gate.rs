//! The result of the last check.

use synovia_model::Structure;

/// The result of the check of the model with which the simulation was last called.
#[derive(Clone, Debug, Default)]
pub struct Gate {
    /// The structure that passed the check.
    pub known: Structure,
    /// True if code of the program left numbers that are out of range: the call stops.
    pub closed: bool,
}
