//! Shapes that are given by a function: the signed distance of any point from their surface.

use core::fmt::Debug;

use synovia_math::Vec3;

/// Step of the difference quotient of [`Implicit::gradient`].
pub const STEP: f64 = 1e-8;

/// A shape whose surface is where a function is zero; inside it is negative.
///
/// The function need not be an exact distance: searches go downhill on it, rays march along it. It is called many times a
/// step, from any thread.
pub trait Implicit: Debug + Send + Sync {
    /// Signed distance of a point in the frame of the shape.
    #[doc(alias = "sdf_distance")]
    fn distance(&self, p: Vec3) -> f64;

    /// Gradient of the distance; unless told otherwise, difference quotients with the step 1e-8.
    #[doc(alias = "sdf_gradient")]
    fn gradient(&self, p: Vec3) -> Vec3 {
        quotients(self, p)
    }

    /// Bounding box: centre, half sizes.
    #[doc(alias = "sdf_aabb")]
    fn aabb(&self) -> [f64; 6];
}

/// Difference quotients of the distance with the step [`STEP`].
pub fn quotients<S: Implicit + ?Sized>(shape: &S, p: Vec3) -> Vec3 {
    let here = shape.distance(p);
    let slope = |d: usize| {
        let mut beside = p;
        beside[d] += STEP;
        (shape.distance(beside) - here) / STEP
    };
    Vec3::new(slope(0), slope(1), slope(2))
}
