//! What was checked before.

use synovia_model::Structure;

/// What was checked of the model that the simulation was last called with.
#[derive(Clone, Debug, Default)]
pub struct Gate {
    /// The structure that passed the check.
    pub known: Structure,
    /// True if code of the program left numbers that are out of range: the call stops.
    pub closed: bool,
}
