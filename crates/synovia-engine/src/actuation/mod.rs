//! Actuation: from controls to generalised forces.

pub mod muscle;
