//! Pixels: scenes drawn on the processor, without GPU, driver or window.
//!
//! A [`Context`] holds a model's surfaces and textures, ready to be drawn; [`Context::render`] draws a
//! [`Scene`](synovia_scene::Scene) into a [`FrameBuffer`], which is read as colours, depths or ids. The picture is that of
//! the reference: its triangles, its lights, its shadows. It has the same bits on every machine, for any number of threads.

mod bins;
mod cells;
mod context;
mod corners;
mod cover;
pub mod flat;
mod frame;
mod frustum;
mod geometry;
mod items;
mod labels;
mod light;
mod lines;
mod look;
mod matrix;
mod moving;
mod paint;
mod passes;
mod picture;
mod polygon;
mod primitives;
mod raster;
mod read;
mod render;
mod samples;
mod setup;
mod shade;
mod shadow;
mod shapes;
mod surface;
mod texture;
mod tile;
mod view;
mod wire;

pub use context::Context;
pub use frame::{DepthMap, FrameBuffer, Viewport};
pub use read::{Distances, Objects};
