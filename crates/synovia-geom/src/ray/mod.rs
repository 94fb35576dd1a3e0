//! Rays: where a half line first meets a surface, and how the surface lies there.
//!
//! A [`Ray`] is the points `p + x v` with `x ≥ 0`. It meets a quadric where
//!
//! ```text
//! a x² + 2 b x + c = 0,        x = (−b ∓ √(b² − a c)) / a                                      (1)
//! ```
//!
//! a flat side where one coordinate has a given value, and a triangle where its plane does, if the origin lies within the
//! picture of the triangle as it is seen along the ray. What counts is the smallest `x`: from inside a solid that is the
//! way out. Distances are in lengths of `v`; normals are unit vectors and point out of the solid.
//!
//! | file         | surfaces                                   |
//! |--------------|--------------------------------------------|
//! | `round`      | sphere, capsule, ellipsoid, cylinder       |
//! | `flat`       | plane, box                                 |
//! | `triangle`   | one triangle, a list of triangles          |
//! | `mesh`       | triangles in a tree of boxes               |
//! | `hfield`     | terrain                                    |
//! | `field`      | signed distance fields, by marching        |

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
    /// Where it begins.
    pub from: Vec3,
    /// Where it goes; its length is the unit of distances along the ray.
    pub dir: Vec3,
}

/// Where a ray meets a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Distance from the beginning of the ray, in lengths of its direction.
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

/// The first of two ordered solutions that is ahead.
fn first(roots: [f64; 2]) -> Option<f64> {
    roots.into_iter().find(|&x| x >= 0.0)
}

/// The nearest of several meetings ahead, with what is known about it; of equally near ones the first.
#[derive(Clone, Copy, Debug)]
struct Nearest<T>(Option<(f64, T)>);

impl<T> Nearest<T> {
    fn offer(&mut self, x: f64, what: T) {
        if x >= 0.0 && self.0.as_ref().is_none_or(|(best, _)| x < *best) {
            self.0 = Some((x, what));
        }
    }
}
