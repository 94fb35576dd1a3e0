//! Passive forces: springs, dampers, gravity compensation, fluids.

pub mod ellipsoid;
pub mod inertia_box;
