//! Rays against triangles.
//!
//! A triangle is projected along the ray onto a screen spanned by two unit vectors orthogonal to the ray; its corners
//! are `q₀, q₁, q₂` relative to the ray. The ray passes through the triangle if the origin is a convex combination of
//! the corners:
//!
//! ```text
//! t₀ (q₀ − q₂) + t₁ (q₁ − q₂) = −q₂,       t₀ ≥ 0, t₁ ≥ 0, t₀ + t₁ ≤ 1                         (1)
//! ```

use synovia_math::{MIN_VAL, Mat3, Vec3};

use super::flat::cuboid;
use super::{GeomFrame, Nearest, Ray};
use crate::Aabb;

/// A ray with the screen orthogonal to it.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    ray: Ray,
    across: [Vec3; 2],
}

impl Screen {
    /// The screen of a ray.
    pub fn new(ray: &Ray) -> Self {
        let v = ray.dir;
        let size = v.abs();
        let mut aside = Vec3::splat(1.0);
        if size.x >= size.y && size.x >= size.z {
            aside.x = 0.0;
        } else if size.y >= size.z {
            aside.y = 0.0;
        } else {
            aside.z = 0.0;
        }
        let second = (aside + v * (-v.dot(aside) / v.dot(v))).normalized();
        let first = second.cross(v).normalized();
        Self {
            ray: *ray,
            across: [first, second],
        }
    }

    /// Where the line of the ray meets a triangle, at negative or positive distance, and an unnormalised normal by
    /// the right-hand rule of the corners.
    pub fn triangle(&self, corner: [Vec3; 3]) -> Option<(f64, Vec3)> {
        let picture = corner.map(|c| {
            let seen = c - self.ray.from;
            self.across.map(|axis| axis.dot(seen))
        });
        for k in 0..2 {
            let side = picture.map(|q| q[k]);
            if side.iter().all(|&q| q > 0.0) || side.iter().all(|&q| q < 0.0) {
                return None;
            }
        }

        // equation (1)
        let [q0, q1, q2] = picture;
        let (a, b) = (
            [q0[0] - q2[0], q0[1] - q2[1]],
            [q1[0] - q2[0], q1[1] - q2[1]],
        );
        let det = a[0] * b[1] - b[0] * a[1];
        if det.abs() < MIN_VAL {
            return None;
        }
        let t0 = (b[1] * -q2[0] - b[0] * -q2[1]) / det;
        let t1 = (-a[1] * -q2[0] + a[0] * -q2[1]) / det;
        if t0 < 0.0 || t1 < 0.0 || t0 + t1 > 1.0 {
            return None;
        }

        // the plane of the triangle
        let normal = (corner[0] - corner[2]).cross(corner[1] - corner[2]);
        let slope = self.ray.dir.dot(normal);
        if slope.abs() < MIN_VAL {
            return None;
        }
        let dist = -(self.ray.from - corner[2]).dot(normal) / slope;
        Some((dist, normal))
    }
}

/// The intersection of a ray with a triangulated surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkinHit {
    /// Distance from the start of the ray, in units of the length of its direction.
    pub dist: f64,
    /// Vertex of the triangle that is nearest to the point.
    pub vertex: usize,
}

/// Tests a list of triangles without acceleration structure; triangles with an out-of-range vertex are skipped.
pub fn skin(vert: &[[f32; 3]], face: &[[i32; 3]], ray: &Ray) -> Option<SkinHit> {
    let mut bounds = Aabb::EMPTY;
    for &v in vert {
        bounds.include(wide(v));
    }
    let around = GeomFrame {
        pos: bounds.center(),
        mat: &Mat3::IDENTITY,
    };
    cuboid(&around, bounds.half_size(), ray)?;

    let screen = Screen::new(ray);
    let mut nearest = Nearest(None);
    for face in face {
        let Some(corner) = corners(vert, face) else {
            continue;
        };
        if let Some((x, _)) = screen.triangle(corner) {
            nearest.offer(x, (face, corner));
        }
    }
    let (dist, (face, corner)) = nearest.0?;
    let k = nearest_corner(corner, ray.at(dist));
    let vertex = usize::try_from(face[k]).ok()?;
    Some(SkinHit { dist, vertex })
}

/// Index of the corner nearest to a point; the first of equally near ones.
pub(super) fn nearest_corner(corner: [Vec3; 3], at: Vec3) -> usize {
    let far = corner.map(|c| at.distance(c));
    let second = usize::from(far[1] < far[0]);
    if far[2] < far[second] { 2 } else { second }
}

/// Corners of a triangle in double precision.
pub(super) fn corners(vert: &[[f32; 3]], face: &[i32; 3]) -> Option<[Vec3; 3]> {
    let at = |k: i32| {
        let k = usize::try_from(k).ok()?;
        vert.get(k).copied().map(wide)
    };
    Some([at(face[0])?, at(face[1])?, at(face[2])?])
}

fn wide(v: [f32; 3]) -> Vec3 {
    Vec3::from(v.map(f64::from))
}
