//! What instances show in pictures.

use synovia_math::{Mat3, Vec3};
use synovia_model::enums::GeomType;
use synovia_model::id::GeomId;

/// A shape that an instance shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawn {
    /// What it belongs to, as a number that the picture can be asked for.
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

/// Where an instance draws.
pub trait Pen {
    /// Adds a shape to the picture.
    fn shape(&mut self, shape: &Drawn);

    /// Gives a geom another colour in this picture; its opacity stays.
    fn paint(&mut self, geom: GeomId, rgb: [f32; 3]);
}
