//! The whole model: energies and time.

use super::{Sensed, put};

/// What is read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Quantity {
    PotentialEnergy,
    KineticEnergy,
    Time,
}

/// One of the quantities above.
pub(crate) fn read(now: &Sensed<'_>, quantity: Quantity, out: &mut [f64]) {
    let value = match quantity {
        Quantity::PotentialEnergy => now.energy[0],
        Quantity::KineticEnergy => now.energy[1],
        Quantity::Time => now.time,
    };
    put(out, &[value]);
}
