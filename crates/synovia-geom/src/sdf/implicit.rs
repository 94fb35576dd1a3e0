//! Implicit shapes: given by a function that returns the signed distance of any point from their surface.

use core::fmt::Debug;

use synovia_math::Vec3;

/// Step of the finite differences of [`Implicit::gradient`].
pub const STEP: f64 = 1e-8;

/// A shape whose surface is the zero set of a function that is negative inside.
///
/// The function need not be an exact distance: it is minimised by descent and rays march along it. It is called many
/// times per step, from any thread.
pub trait Implicit: Debug + Send + Sync {
    /// Signed distance of a point in the frame of the shape.
    #[doc(alias = "sdf_distance")]
    fn distance(&self, p: Vec3) -> f64;

    /// Gradient of the distance; by default finite differences with a step of 1e-8.
    #[doc(alias = "sdf_gradient")]
    fn gradient(&self, p: Vec3) -> Vec3 {
        quotients(self, p)
    }

    /// Bounding box: centre, half sizes.
    #[doc(alias = "sdf_aabb")]
    fn aabb(&self) -> [f64; 6];
}

/// Finite differences of the distance with the step [`STEP`].
pub fn quotients<S: Implicit + ?Sized>(shape: &S, p: Vec3) -> Vec3 {
    let here = shape.distance(p);
    let slope = |d: usize| {
        let mut beside = p;
        beside[d] += STEP;
        (shape.distance(beside) - here) / STEP
    };
    Vec3::new(slope(0), slope(1), slope(2))
}
