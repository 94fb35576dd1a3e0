//! Fields with a signed distance everywhere: sampled meshes, implicit shapes, primitives.
//!
//! Searches evaluate the distance at many points and the gradient at some of them, so a [`Reading`] keeps
//! intermediate results for the gradient.

use synovia_math::Vec3;

use super::view::Location;
use super::{Implicit, OctreeView, RayField, shape, slope};

/// A field with a signed distance everywhere.
#[derive(Clone, Copy, Debug)]
pub enum Field<'a> {
    /// A mesh sampled on an octree.
    Octree(OctreeView<'a>),
    /// An implicit shape.
    Implicit(&'a dyn Implicit),
    /// A mesh, evaluated by ray casting.
    Rays(RayField<'a>),
    /// The half space below `z = 0`.
    Plane,
    /// Radius in `x`.
    Sphere(Vec3),
    /// Radius in `x`, half length in `y`.
    Capsule(Vec3),
    /// Radii.
    Ellipsoid(Vec3),
    /// Radius in `x`, half height in `y`.
    Cylinder(Vec3),
    /// Half sizes.
    Box(Vec3),
}

/// The distance at a point, with intermediate results for the gradient there.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// Signed distance.
    pub distance: f64,
    location: Location,
}

impl Reading {
    /// A reading without a point.
    pub const NONE: Self = Self {
        distance: f64::NAN,
        location: Location::NONE,
    };
}

impl Field<'_> {
    /// Signed distance of a point in the frame of the field.
    #[doc(alias = "mjc_distance")]
    pub fn distance(&self, p: Vec3) -> f64 {
        self.read(p).distance
    }

    /// Gradient of the distance.
    #[doc(alias = "mjc_gradient")]
    pub fn gradient(&self, p: Vec3) -> Vec3 {
        self.slope(p, &self.read(p))
    }

    /// The reading at a point.
    pub fn read(&self, p: Vec3) -> Reading {
        let mut reading = Reading::NONE;
        self.update(p, &mut reading);
        reading
    }

    /// Moves a reading of this field to another point; faster than a new reading if the points are close.
    #[inline]
    pub fn update(&self, p: Vec3, reading: &mut Reading) {
        reading.distance = match self {
            Self::Octree(tree) => {
                tree.find(p, &mut reading.location);
                tree.distance_at(&reading.location)
            }
            Self::Rays(mesh) => {
                let (distance, slope) = mesh.read(p);
                reading.location = Location::with_slope(slope);
                distance
            }
            Self::Implicit(shape) => shape.distance(p),
            Self::Plane => shape::plane(p),
            Self::Sphere(size) => shape::sphere(*size, p),
            Self::Capsule(size) => shape::capsule(*size, p),
            Self::Ellipsoid(size) => shape::ellipsoid(*size, p),
            Self::Cylinder(size) => shape::cylinder(*size, p),
            Self::Box(size) => shape::cuboid(*size, p),
        };
    }

    /// The gradient at a point from its reading.
    #[inline]
    pub fn slope(&self, p: Vec3, here: &Reading) -> Vec3 {
        match self {
            Self::Octree(tree) => tree.gradient_at(p, &here.location, here.distance),
            Self::Rays(_) => here.location.slope(),
            Self::Implicit(shape) => shape.gradient(p),
            Self::Plane => Vec3::Z,
            Self::Sphere(size) => slope::sphere(*size, p),
            Self::Capsule(size) => slope::capsule(*size, p),
            Self::Ellipsoid(size) => slope::ellipsoid(*size, p),
            Self::Cylinder(size) => slope::cylinder(*size, p),
            Self::Box(size) => slope::cuboid(*size, p),
        }
    }
}
