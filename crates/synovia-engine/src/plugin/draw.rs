//! Drawing by plugin instances.

use synovia_math::{Mat3, Vec3};
use synovia_model::enums::GeomType;
use synovia_model::id::GeomId;

/// A shape that an instance draws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawn {
    /// An id for the shape, which segmentation images report.
    pub id: usize,
    /// Kind of shape.
    pub kind: GeomType,
    /// Size, as for geoms of the model.
    pub size: Vec3,
    /// Position in the world.
    pub pos: Vec3,
    /// Orientation.
    pub mat: Mat3,
    /// Colour and opacity.
    pub rgba: [f32; 4],
}

/// The drawing interface of an instance.
pub trait Pen {
    /// Adds a shape to the scene.
    fn shape(&mut self, shape: &Drawn);

    /// Changes the colour of a geom in this scene; its opacity stays.
    fn paint(&mut self, geom: GeomId, rgb: [f32; 3]);
}
