//! Signed distance between a point and a triangle mesh.
//!
//! The nearest point of the mesh is in a face, on an edge or at a vertex. The sign is that of `(p − q)·n`, where `n`
//! is the normal of the face, the sum of the normals of the faces at the edge, or the angle-weighted sum of those at
//! the vertex: unlike any single normal, these give the correct sign on both sides of every edge. J. A. Bærentzen, H.
//! Aanæs, *Signed distance computation using the angle weighted pseudonormal* (2005); C. Ericson, *Real-Time
//! Collision Detection* (2005), section 5.1.5.

use synovia_math::{Quat, Vec3};

use crate::bvh::{Bvh, Leaf};
use crate::keymap::{KeyMap, NONE};

/// A mesh prepared for distance queries.
pub struct SignedDistance<'a> {
    vertex: &'a [Vec3],
    face: &'a [[u32; 3]],
    face_normal: Vec<Vec3>,
    /// Sums of normals at the edges 0–1, 1–2 and 2–0 of each face.
    edge_normal: Vec<[Vec3; 3]>,
    vertex_normal: Vec<Vec3>,
    tree: Bvh,
}

/// The feature of a triangle nearest to a point, with the index of the corner or edge.
#[derive(Clone, Copy, Debug, PartialEq)]
enum TriangleFeature {
    Vertex(usize),
    Edge(usize),
    Face,
}

impl<'a> SignedDistance<'a> {
    /// Prepares a mesh; vertex indices of faces must be in range.
    pub fn new(vertex: &'a [Vec3], face: &'a [[u32; 3]]) -> Self {
        let mut vertex_normal = vec![Vec3::ZERO; vertex.len()];
        let mut face_normal = Vec::with_capacity(face.len());
        let mut edges = KeyMap::new();
        let mut sums: Vec<Vec3> = Vec::new();
        for &f in face {
            let corner = f.map(|k| vertex[k as usize]);
            let [a, b, c] = corner;
            let n = unit((b - a).cross(c - a));
            face_normal.push(n);
            for k in 0..3 {
                let (p, q, r) = (corner[k], corner[(k + 1) % 3], corner[(k + 2) % 3]);
                let angle = libm::acos(unit(q - p).dot(unit(r - p)));
                vertex_normal[f[k] as usize] += n * angle;
                let (i, j) = sorted(f[k], f[(k + 1) % 3]);
                let at = edges.get(i, j);
                if at == NONE {
                    edges.set(i, j, sums.len() as u32);
                    sums.push(n);
                } else {
                    sums[at as usize] += n;
                }
            }
        }
        let edge_normal = face
            .iter()
            .map(|f| {
                core::array::from_fn(|k| {
                    let (i, j) = sorted(f[k], f[(k + 1) % 3]);
                    sums[edges.get(i, j) as usize]
                })
            })
            .collect();
        let tree = tree_of(vertex, face);
        Self {
            vertex,
            face,
            face_normal,
            edge_normal,
            vertex_normal,
            tree,
        }
    }

    /// Distance from `p` to the mesh, negative inside; infinite for a mesh without faces.
    pub fn at(&self, p: Vec3) -> f64 {
        let mut best = (f64::INFINITY, 0, TriangleFeature::Face, Vec3::ZERO);
        let mut todo = vec![(0.0, 0_u32)];
        while let Some((bound, node)) = todo.pop() {
            let node = node as usize;
            if node >= self.tree.len() || bound > best.0 {
                continue;
            }
            let id = self.tree.nodeid[node];
            if id >= 0 {
                let (feature, q) =
                    nearest(p, self.face[id as usize].map(|k| self.vertex[k as usize]));
                let squared = (p - q).norm_squared();
                if squared < best.0 {
                    best = (squared, id as usize, feature, q);
                }
                continue;
            }
            // the nearer child is visited first
            let [a, b] = self.tree.child[node].map(|c| (self.bound(p, c as usize), c as u32));
            todo.extend(if a.0 < b.0 { [b, a] } else { [a, b] });
        }

        let (squared, f, feature, q) = best;
        let Some(face) = self.face.get(f) else {
            return squared;
        };
        let n = match feature {
            TriangleFeature::Vertex(k) => self.vertex_normal[face[k] as usize],
            TriangleFeature::Edge(k) => self.edge_normal[f][k],
            TriangleFeature::Face => self.face_normal[f],
        };
        let distance = squared.sqrt();
        if (p - q).dot(n) >= 0.0 {
            distance
        } else {
            -distance
        }
    }

    /// Squared distance of `p` from the box of a node.
    fn bound(&self, p: Vec3, node: usize) -> f64 {
        let b = &self.tree.aabb[node];
        (0..3)
            .map(|k| ((p[k] - b[k]).abs() - b[k + 3]).max(0.0))
            .map(|d| d * d)
            .sum()
    }
}

fn sorted(a: u32, b: u32) -> (u32, u32) {
    (a.min(b), a.max(b))
}

fn unit(v: Vec3) -> Vec3 {
    let norm = v.norm();
    Vec3::new(v.x / norm, v.y / norm, v.z / norm)
}

fn tree_of(vertex: &[Vec3], face: &[[u32; 3]]) -> Bvh {
    let leaves: Vec<Leaf> = face
        .iter()
        .enumerate()
        .map(|(id, f)| {
            let [a, b, c] = f.map(|k| vertex[k as usize]);
            let (low, high) = (a.min(b).min(c), a.max(b).max(c));
            let center = (low + high) * 0.5;
            let half = (high - low) * 0.5;
            Leaf {
                id: id as i32,
                pos: center,
                quat: None,
                center,
                half,
            }
        })
        .collect();
    Bvh::new(&leaves, Vec3::ZERO, Quat::IDENTITY)
}

/// The point of a triangle nearest to `p`, by the region of the plane that `p` projects into.
fn nearest(p: Vec3, [a, b, c]: [Vec3; 3]) -> (TriangleFeature, Vec3) {
    let (ab, ac, bc) = (b - a, c - a, c - b);
    // projection onto each edge, from both ends
    let (s, s_back) = ((p - a).dot(ab), (p - b).dot(a - b));
    let (t, t_back) = ((p - a).dot(ac), (p - c).dot(a - c));
    let (u, u_back) = ((p - b).dot(bc), (p - c).dot(b - c));
    if s <= 0.0 && t <= 0.0 {
        return (TriangleFeature::Vertex(0), a);
    }
    if s_back <= 0.0 && u <= 0.0 {
        return (TriangleFeature::Vertex(1), b);
    }
    if t_back <= 0.0 && u_back <= 0.0 {
        return (TriangleFeature::Vertex(2), c);
    }

    // outside of an edge: the triangle of the edge and `p` has the opposite orientation
    let n = ab.cross(ac);
    let along = |from: Vec3, to: Vec3, there: f64, back: f64| {
        let share = there / (there + back);
        from * (1.0 - share) + to * share
    };
    let in_c = n.dot((a - p).cross(b - p));
    if in_c <= 0.0 && s >= 0.0 && s_back >= 0.0 {
        return (TriangleFeature::Edge(0), along(a, b, s, s_back));
    }
    let in_a = n.dot((b - p).cross(c - p));
    if in_a <= 0.0 && u >= 0.0 && u_back >= 0.0 {
        return (TriangleFeature::Edge(1), along(b, c, u, u_back));
    }
    let in_b = n.dot((c - p).cross(a - p));
    if in_b <= 0.0 && t >= 0.0 && t_back >= 0.0 {
        return (TriangleFeature::Edge(2), along(a, c, t, t_back));
    }
    let total = in_a + in_b + in_c;
    let (x, y) = (in_a / total, in_b / total);
    (TriangleFeature::Face, a * x + b * y + c * (1.0 - x - y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cube() -> (Vec<Vec3>, Vec<[u32; 3]>) {
        let corner = |k: u32, bit: u32| if k >> bit & 1 == 1 { 1.0 } else { -1.0 };
        let vertex = (0..8)
            .map(|k| Vec3::new(corner(k, 0), corner(k, 1), corner(k, 2)))
            .collect();
        let face = vec![
            [0, 2, 3],
            [0, 3, 1],
            [4, 5, 7],
            [4, 7, 6],
            [0, 1, 5],
            [0, 5, 4],
            [2, 6, 7],
            [2, 7, 3],
            [0, 4, 6],
            [0, 6, 2],
            [1, 3, 7],
            [1, 7, 5],
        ];
        (vertex, face)
    }

    proptest! {
        #[test]
        fn the_distance_of_a_cube_is_known(x in -3.0..3.0, y in -3.0..3.0, z in -3.0..3.0) {
            let (vertex, face) = cube();
            let sdf = SignedDistance::new(&vertex, &face);
            let p: Vec3 = Vec3::new(x, y, z);
            let q = p.abs() - Vec3::splat(1.0);
            let outside = q.max(Vec3::ZERO).norm();
            let expected = outside + q.x.max(q.y).max(q.z).min(0.0);
            prop_assert!((sdf.at(p) - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn no_mesh_is_infinitely_far() {
        assert_eq!(SignedDistance::new(&[], &[]).at(Vec3::ZERO), f64::INFINITY);
    }
}
