//! The distance field of a mesh without samples, by ray casting.
//!
//! QUIRK(mesh-field-rays): as the distance of a mesh at the world point `a`, the reference uses the distance that a
//! ray from there towards the origin *of the world* travels until it hits the mesh, in units of `|a|`; −1 if it hits
//! nothing:
//!
//! ```text
//! t = ray(a, −a),      d = t if t ≤ |a|, else −ray(a, a),      ∇d = ±(1, 1, 1), + if t > |a|             (1)
//! ```

use synovia_math::Vec3;

use crate::ray::{GeomFrame, Ray, TriangleMesh};

/// A mesh with its pose, as a field.
#[derive(Clone, Copy, Debug)]
pub struct RayField<'a> {
    /// The triangles.
    pub mesh: TriangleMesh<'a>,
    /// Their pose.
    pub frame: GeomFrame<'a>,
    /// Half sizes of the box about the frame's origin that contains the mesh.
    pub size: Vec3,
}

impl RayField<'_> {
    /// Distance and gradient at a point in the mesh's frame, equation (1).
    pub(super) fn read(&self, p: Vec3) -> (f64, Vec3) {
        let from = *self.frame.mat * p + self.frame.pos;
        let dir = -from;
        let ahead = self.cast(from, dir);
        if ahead > dir.norm() {
            (-self.cast(from, -dir), Vec3::splat(1.0))
        } else {
            (ahead, Vec3::splat(-1.0))
        }
    }

    fn cast(&self, from: Vec3, dir: Vec3) -> f64 {
        let hit = self.mesh.meet(&self.frame, self.size, &Ray { from, dir });
        hit.map_or(-1.0, |hit| hit.dist)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bvh::{Bvh, Leaf};
    use crate::ray::BoxTree;
    use synovia_math::{Mat3, Quat};

    #[test]
    fn distances_are_flights_towards_the_origin_of_the_world() {
        // a square at z = 1, hit from above and below
        let vert = [
            [-1.0, -1.0, 0.0],
            [1.0, -1.0, 0.0],
            [1.0, 1.0, 0.0],
            [-1.0, 1.0, 0.0],
        ];
        let face = [[0, 1, 2], [0, 2, 3]];
        let leaf = |id| Leaf {
            id,
            pos: Vec3::ZERO,
            quat: None,
            center: Vec3::ZERO,
            half: Vec3::new(1.0, 1.0, 1e-6),
        };
        let tree = Bvh::new(&[leaf(0), leaf(1)], Vec3::ZERO, Quat::IDENTITY);
        let mesh = TriangleMesh {
            vert: &vert,
            face: &face,
            tree: BoxTree {
                aabb: &tree.aabb,
                child: &tree.child,
                leaf: &tree.nodeid,
            },
        };
        let field = RayField {
            mesh,
            frame: GeomFrame {
                pos: Vec3::Z,
                mat: &Mat3::IDENTITY,
            },
            size: Vec3::new(1.0, 1.0, 1e-3),
        };
        // from (0.2, 0.1, 4): hit after three quarters of the way
        assert_eq!(
            field.read(Vec3::new(0.2, 0.1, 3.0)),
            (0.75, Vec3::splat(-1.0))
        );
        // from (0.02, 0.01, 0.1) towards the origin: nothing is hit on the way
        assert_eq!(
            field.read(Vec3::new(0.02, 0.01, -0.9)),
            (-1.0, Vec3::splat(-1.0))
        );
        // from (0.02, 0.01, −0.1) through the origin to the square: eleven lengths, more than the length itself
        assert_eq!(
            field.read(Vec3::new(0.02, 0.01, -1.1)),
            (1.0, Vec3::splat(1.0))
        );
    }
}
