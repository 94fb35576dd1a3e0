//! Primitive shapes fitted to a mesh.
//!
//! A primitive is fitted either to the box with the same inertia or to the axis-aligned bounding box, in the mesh's
//! principal frame.

use synovia_math::Vec3;

use super::ProcessedMesh;

/// A primitive that can be fitted to a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FitShape {
    /// Ball of one radius.
    Sphere,
    /// Cylinder with half-spheres at its ends, along z.
    Capsule,
    /// Ellipsoid with three half axes.
    Ellipsoid,
    /// Cylinder along z.
    Cylinder,
    /// Box of three half sizes.
    Box,
}

/// A primitive fitted to a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Size parameters of the geom; those not used by the shape are 0.
    pub size: Vec3,
    /// Centre in the mesh's principal frame; zero unless the primitive is fitted to the bounding box.
    pub center: Vec3,
}

/// Fits `shape` to the bounding box if `to_aabb`, otherwise to the inertia box, and multiplies its size by `scale`.
pub fn fit(mesh: &ProcessedMesh, shape: FitShape, to_aabb: bool, scale: f64) -> Fit {
    let (size, center) = if to_aabb {
        from_aabb(mesh, shape)
    } else {
        (from_inertia(mesh, shape), Vec3::ZERO)
    };
    Fit {
        size: size * scale,
        center,
    }
}

fn from_inertia(mesh: &ProcessedMesh, shape: FitShape) -> Vec3 {
    let b = mesh.half_box;
    match shape {
        FitShape::Sphere => Vec3::new((b.x + b.y + b.z) / 3.0, 0.0, 0.0),
        FitShape::Capsule => {
            let radius = f64::midpoint(b.x, b.y);
            Vec3::new(radius, (b.z - radius / 2.0).max(0.0), 0.0)
        }
        FitShape::Cylinder => Vec3::new(f64::midpoint(b.x, b.y), b.z, 0.0),
        FitShape::Ellipsoid | FitShape::Box => b,
    }
}

fn from_aabb(mesh: &ProcessedMesh, shape: FitShape) -> (Vec3, Vec3) {
    let (min, max) = (mesh.aabb.min, mesh.aabb.max);
    let center = Vec3::new(
        f64::midpoint(min.x, max.x),
        f64::midpoint(min.y, max.y),
        f64::midpoint(min.z, max.z),
    );
    let half = max - center;
    let radius = half.x.max(half.y);
    let size = match shape {
        FitShape::Sphere => Vec3::new(radius.max(half.z), 0.0, 0.0),
        FitShape::Capsule => Vec3::new(radius, half.z - radius, 0.0),
        FitShape::Cylinder => Vec3::new(radius, half.z, 0.0),
        FitShape::Ellipsoid | FitShape::Box => half,
    };
    (size, center)
}
