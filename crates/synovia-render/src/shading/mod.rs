//! The shading pass: triangle setup, fragment shading, blending and the multisample resolve.
//!
//! After it, each pixel of a tile has its colour: vertex colours times texture, behind fog, plus the additive light passes,
//! blended over what is behind, averaged over the samples.

pub(crate) mod fragment_shader;
pub(crate) mod resolve;
pub(crate) mod texture_lookup;
pub(crate) mod triangle_setup;
