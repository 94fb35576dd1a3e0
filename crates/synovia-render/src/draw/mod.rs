//! Draw lists: from the geoms of a scene to draw items with their materials, in drawing order.
//!
//! After it, the opaque, blended and shadow-casting items of a view are listed, and those of its planar reflection, if there is
//! one. Nothing has been transformed yet.

pub(crate) mod draw_item;
pub(crate) mod draw_list;
pub(crate) mod material;
