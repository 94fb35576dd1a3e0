//! The visibility pass: rasterization with a depth test, tile by tile, into a visibility buffer.
//!
//! After it, each sample of a tile holds the depth and the id of its front-most opaque triangle (Burns and Hunt 2013), and the
//! tile has a list of fragments: the samples of one pixel that show one triangle. Shading happens later, once per fragment.

pub(crate) mod multisampling;
pub(crate) mod rasterizer;
pub(crate) mod tile;
pub(crate) mod visibility_buffer;
pub(crate) mod wireframe;
