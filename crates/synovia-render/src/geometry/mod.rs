//! The geometry pass: frustum culling, vertex transform, clipping, back-face culling and tile binning.
//!
//! After it, each tile of the image has the list of screen triangles that may cover it, in drawing order. Their vertices are
//! integers in 1/256 pixel, their depth is a plane equation.

pub(crate) mod clipping;
pub(crate) mod frustum_culling;
pub(crate) mod lines;
pub(crate) mod tile_binning;
pub(crate) mod triangle_assembly;
pub(crate) mod vertex_transform;
