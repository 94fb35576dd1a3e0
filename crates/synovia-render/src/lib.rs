//! A software rasterizer: scenes to pixels on the processor, without GPU, driver or window.
//!
//! A [`Context`] holds the resources of a model, uploaded once: meshes, mipmapped textures, settings. [`Context::render`] draws
//! a [`Scene`](synovia_scene::Scene) into a [`FrameBuffer`], which is read back as colours, depths or segmentation ids. The image
//! is that of the reference: its triangles, its lights, its shadows. It has the same bits on every machine, for any number of
//! threads.
//!
//! A frame goes through these passes, one folder each:
//!
//! | pass         | what is now true                                                                                   |
//! |--------------|----------------------------------------------------------------------------------------------------|
//! | `resources`  | meshes are clustered, textures have their mipmaps; skins and flexes are meshes of this frame       |
//! | `draw`       | every geom is in the draw lists: opaque, blended, shadow casters, planar reflection                |
//! | `geometry`   | vertices are transformed, triangles clipped, culled, snapped to sub-pixels and binned by tile      |
//! | `visibility` | each sample knows the front-most triangle; samples are grouped into fragments                      |
//! | `shading`    | the triangles of fragments are set up: barycentrics, lit vertices, texture coordinates             |
//! | `lighting`   | the vertices of these triangles are lit (Gouraud), each once per tile                              |
//! | `shadow`     | fragments know which lights do not reach them                                                      |
//! | `shading`    | fragments are shaded, blended and resolved to pixels                                               |
//! | `overlay`    | labels, text and figures are drawn over the image                                                  |
//! | `target`     | the frame buffer holds the image, ready to be read back                                            |

mod camera;
mod draw;
mod geometry;
mod lighting;
mod matrix;
pub mod overlay;
mod render;
mod resources;
mod shading;
mod shadow;
mod target;
mod view_pass;
mod visibility;

pub use resources::context::Context;
pub use target::frame_buffer::{DepthMap, FrameBuffer, Viewport};
pub use target::read_back::{Distances, Objects};
