//! What was checked before.

use synovia_model::Structure;

/// What was checked of the model that the simulation was last called with.
#[derive(Clone, Debug, Default)]
pub struct Gate {
    /// The structure that passed the check.
    pub known: Structure,
    /// True inside a call that has passed the gate already.
    pub inside: bool,
    /// True while stages run in order: their results need no check.
    pub in_order: bool,
}
