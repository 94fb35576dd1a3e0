//! Overlays: 2-D drawing over an image. Rectangles, lines, text blocks, labels and figures.
//!
//! Everything is drawn on a [`Canvas`], rows of pixels from the bottom up, as in a frame buffer. Lengths are in pixels.

mod canvas;
mod figure;
mod font;
mod format;
pub(crate) mod geom_labels;
mod text;

pub use canvas::{Canvas, Rgba};
pub use figure::draw as figure;
pub use font::{Font, Fonts};
pub use text::{GridPos, label, overlay, text};
