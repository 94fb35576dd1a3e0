//! The families of shapes, one file each, with an `add` that adds its shapes to the scene.

pub(crate) mod actuators;
pub(crate) mod cameras;
mod catenary;
pub(crate) mod connections;
pub(crate) mod contacts;
pub(crate) mod equalities;
pub(crate) mod flexes;
pub(crate) mod forces;
pub(crate) mod frames;
pub(crate) mod geoms;
pub(crate) mod inertias;
pub(crate) mod joints;
pub(crate) mod labels;
pub(crate) mod lights;
pub(crate) mod perturbation;
pub(crate) mod plugins;
pub(crate) mod rangefinders;
pub(crate) mod sites;
pub(crate) mod skins;
pub(crate) mod slider_cranks;
pub(crate) mod tactile;
pub(crate) mod tendons;
pub(crate) mod volumes;
