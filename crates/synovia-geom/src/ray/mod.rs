//! Rays: the first intersection of a half line with a surface, and the surface normal there.
//!
//! A [`Ray`] is the points `p + x v` with `x ≥ 0`. It meets a quadric where
//!
//! ```text
//! a x² + 2 b x + c = 0,        x = (−b ∓ √(b² − a c)) / a                                      (1)
//! ```
//!
//! a flat face where one coordinate has a given value, and a triangle where the ray meets its plane, if the origin is
//! inside the triangle projected along the ray. The smallest `x` wins: for a ray that starts inside a solid this is
//! the exit. Distances are in units of the length of `v`; normals are unit vectors and point out of the solid.
//!
//! | file         | surfaces                                   |
//! |--------------|--------------------------------------------|
//! | `round`      | sphere, capsule, ellipsoid, cylinder       |
//! | `flat`       | plane, box                                 |
//! | `triangle`   | one triangle, a list of triangles          |
//! | `mesh`       | triangles in a bounding volume hierarchy   |
//! | `hfield`     | height field                               |
//! | `field`      | signed distance fields, by ray marching    |

mod field;
mod flat;
mod hfield;
mod mesh;
mod round;
mod triangle;

pub use field::distance_field;
pub use flat::{cuboid, plane};
pub use hfield::height_field;
pub use mesh::{BoxTree, TriangleMesh};
pub use round::{ball, capsule, cylinder, ellipsoid, meets_ball, sphere};
pub use triangle::{Screen, SkinHit, skin};

use synovia_math::{MIN_VAL, Mat3, Vec3};

/// A half line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Its start.
    pub from: Vec3,
    /// Its direction; the length of this vector is the unit of distances along the ray.
    pub dir: Vec3,
}

/// The intersection of a ray with a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Distance from the start of the ray, in units of the length of its direction.
    pub dist: f64,
    /// Unit normal of the surface.
    pub normal: Vec3,
}

/// The frame of a shape.
#[derive(Clone, Copy, Debug)]
pub struct GeomFrame<'a> {
    /// Its origin.
    pub pos: Vec3,
    /// Its axes as columns.
    pub mat: &'a Mat3,
}

impl Ray {
    /// The point at distance `x`.
    #[inline]
    pub fn at(&self, x: f64) -> Vec3 {
        self.from + self.dir * x
    }

    /// The same ray in another frame.
    #[inline]
    #[must_use]
    pub fn seen_from(&self, frame: &GeomFrame<'_>) -> Self {
        Self {
            from: frame.mat.transpose_mul(self.from - frame.pos),
            dir: frame.mat.transpose_mul(self.dir),
        }
    }
}

/// Both solutions of equation (1), the smaller one first.
fn roots(a: f64, b: f64, c: f64) -> Option<[f64; 2]> {
    let det = b * b - a * c;
    if det < 0.0 || a < MIN_VAL {
        return None;
    }
    let root = det.sqrt();
    Some([(-b - root) / a, (-b + root) / a])
}

/// The smallest non-negative one of two ordered solutions.
fn first(roots: [f64; 2]) -> Option<f64> {
    roots.into_iter().find(|&x| x >= 0.0)
}

/// The nearest hit at a non-negative distance, with associated data; the first of equally near ones.
#[derive(Clone, Copy, Debug)]
struct Nearest<T>(Option<(f64, T)>);

impl<T> Nearest<T> {
    fn offer(&mut self, x: f64, what: T) {
        if x >= 0.0 && self.0.as_ref().is_none_or(|(best, _)| x < *best) {
            self.0 = Some((x, what));
        }
    }
}
