//! Rays against meshes: triangles in the leaves of a bounding volume hierarchy.
//!
//! A ray enters a box when it has entered all three slabs, and leaves it when it leaves the first one:
//!
//! ```text
//! x₀ = max(0, min(t⁻, t⁺)),   x₁ = min(max(t⁻, t⁺)),     t∓ = (c ∓ h − p) / v       x₀ < x₁    (1)
//! ```
//!
//! with max and min over the axes. Boxes that start behind the nearest hit so far are skipped, with some margin for rounding.

use synovia_math::Vec3;

use super::flat::cuboid;
use super::triangle::{Screen, corners};
use super::{GeomFrame, Hit, Nearest, Ray};

/// Maximum depth of a tree.
#[doc(alias = "mjMAXTREEDEPTH")]
const MAX_DEPTH: usize = 50;

/// A binary tree of boxes; node 0 is the root, and a child comes after its parent.
#[derive(Clone, Copy, Debug, Default)]
pub struct BoxTree<'a> {
    /// Midpoint and half sizes of each box.
    pub aabb: &'a [[f64; 6]],
    /// Children of each node; −1 if there is none.
    pub child: &'a [[i32; 2]],
    /// Element of a leaf; −1 for inner nodes.
    pub leaf: &'a [i32],
}

/// A surface of triangles.
#[derive(Clone, Copy, Debug, Default)]
pub struct TriangleMesh<'a> {
    /// Vertices in the frame of the mesh.
    pub vert: &'a [[f32; 3]],
    /// Vertices of each triangle.
    pub face: &'a [[i32; 3]],
    /// Bounding volume hierarchy of the triangles.
    pub tree: BoxTree<'a>,
}

impl TriangleMesh<'_> {
    /// Where a ray meets the mesh, which is inside the box of half sizes `size`.
    ///
    /// Triangles are hit from both sides; the normal is that of the triangle's corners by the right-hand rule.
    pub fn meet(&self, frame: &GeomFrame<'_>, size: Vec3, ray: &Ray) -> Option<Hit> {
        cuboid(frame, size, ray)?;
        let local = ray.seen_from(frame);
        let screen = Screen::new(&local);
        let inverse = Vec3::new(1.0 / local.dir.x, 1.0 / local.dir.y, 1.0 / local.dir.z);

        let mut nearest = Nearest(None);
        let mut waiting = Stack::new();
        // in a valid tree no node is visited twice; in an invalid one this bound ends the traversal
        let mut left = self.tree.aabb.len();
        // order: the second child of a node is visited before the first
        while let Some(node) = waiting.pop()
            && left > 0
        {
            left -= 1;
            let (Some(aabb), Some(&leaf)) = (self.tree.aabb.get(node), self.tree.leaf.get(node))
            else {
                continue;
            };
            let Some(entry) = enter(aabb, local.from, inverse) else {
                continue;
            };
            if nearest.0.is_some_and(|(x, _)| entry > 1.001 * x) {
                continue;
            }
            if let Ok(face) = usize::try_from(leaf) {
                let corner = self.face.get(face).and_then(|f| corners(self.vert, f));
                if let Some((x, normal)) = corner.and_then(|c| screen.triangle(c)) {
                    nearest.offer(x, normal);
                }
                continue;
            }
            for &child in self.tree.child.get(node).into_iter().flatten() {
                // a child comes after its parent, so every traversal ends
                if let Ok(child) = usize::try_from(child)
                    && child > node
                {
                    waiting.push(child);
                }
            }
        }
        let (dist, normal) = nearest.0?;
        let normal = *frame.mat * normal.normalized();
        Some(Hit { dist, normal })
    }
}

/// Stack of nodes to visit.
struct Stack {
    node: [usize; MAX_DEPTH + 1],
    len: usize,
}

impl Stack {
    /// A stack with the root.
    fn new() -> Self {
        Self {
            node: [0; MAX_DEPTH + 1],
            len: 1,
        }
    }

    fn pop(&mut self) -> Option<usize> {
        self.len = self.len.checked_sub(1)?;
        Some(self.node[self.len])
    }

    fn push(&mut self, node: usize) {
        if let Some(frame) = self.node.get_mut(self.len) {
            *frame = node;
            self.len += 1;
        }
    }
}

/// Distance at which a ray enters a box, equation (1).
fn enter(aabb: &[f64; 6], from: Vec3, inverse: Vec3) -> Option<f64> {
    let (mut near, mut far) = (0.0, f64::INFINITY);
    for k in 0..3 {
        let low = (aabb[k] - aabb[3 + k] - from[k]) * inverse[k];
        let high = (aabb[k] + aabb[3 + k] - from[k]) * inverse[k];
        // along a face of the box one of them is NaN: the order of the comparisons decides
        let (least, most) = if low < high { (low, high) } else { (high, low) };
        near = if near > least { near } else { least };
        far = if far < most { far } else { most };
    }
    (near < far).then_some(near)
}
