//! Flat drawing over a picture: rectangles, text, overlays, labels and diagrams.
//!
//! Everything is drawn on a [`Sheet`], pixels in rows from the bottom up, as the renderer's frames are. Lengths are pixels.

mod figure;
mod font;
mod format;
mod overlay;
mod sheet;

pub use figure::draw as figure;
pub use font::{Font, Fonts};
pub use overlay::{Corner, label, overlay, text};
pub use sheet::{Ink, Sheet};
