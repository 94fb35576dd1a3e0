//! Bounding volume hierarchies: binary trees of axis-aligned boxes.
//!
//! A node covers a list of elements, and its box is the smallest one around their boxes, all expressed in one frame.
//! The list is split along the longest axis of that box, at the median of the elements' centres; the first child
//! covers the lower half, rounded down. A leaf covers one element. Nodes are numbered in depth-first order.
//!
//! ```text
//! box(node) = ∪ box(e)                          e over the elements of the node          (1)
//! axis = argmax_k (max_k − min_k)               of the box, the first of equals          (2)
//! first child: ⌊n/2⌋ elements with the smallest centre along the axis, second child: the rest
//! ```
//!
//! The order of equal centres and of NaN centres decides the tree; see `select`.

use core::ops::Range;

use synovia_math::{Quat, Vec3};

use crate::Aabb;

mod select;

use select::select;

/// Lengths that differ by less than this are treated as equal.
const EPS: f64 = 1e-14;

/// An element with a bounding box: a geom of a body, a face of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaf {
    /// Id of the element.
    pub id: i32,
    /// Centre of the element, by which lists are split, in the frame of the tree's parent.
    pub pos: Vec3,
    /// Orientation of the box; `None` if the box is already given in the tree's frame.
    pub quat: Option<Quat>,
    /// Midpoint of the box, in the leaf's own frame.
    pub center: Vec3,
    /// Half sizes of the box.
    pub half: Vec3,
}

/// A bounding volume hierarchy; each list has one entry per node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bvh {
    /// Depth, 0 at the root.
    pub depth: Vec<i32>,
    /// Children, −1 if there is none.
    pub child: Vec<[i32; 2]>,
    /// The leaf's id; −1 for inner nodes.
    pub nodeid: Vec<i32>,
    /// Midpoint and half sizes of the box, in the tree's frame.
    pub aabb: Vec<[f64; 6]>,
}

impl Bvh {
    /// Builds the tree of `leaves` in the frame at `pos`, `quat` (a body's inertial frame; the identity for a mesh).
    #[doc(alias = "mjCBoundingVolumeHierarchy")]
    pub fn new(leaves: &[Leaf], pos: Vec3, quat: Quat) -> Self {
        let inverse = quat.conj();
        // the centres in the frame of the tree decide the splits, the boxes decide the axes
        let mut elements: Vec<Element> = leaves
            .iter()
            .enumerate()
            .map(|(order, leaf)| Element {
                order: order as u32,
                place: inverse.rotate(leaf.pos - pos),
            })
            .collect();
        let boxes: Vec<Aabb> = leaves
            .iter()
            .map(|leaf| bounds(leaf, pos, inverse))
            .collect();

        let mut tree = Self::default();
        // a binary tree with n leaves has 2n − 1 nodes
        tree.reserve((2 * leaves.len()).saturating_sub(1));
        let mut pending = Vec::new();
        if !leaves.is_empty() {
            pending.push(Pending {
                range: 0..leaves.len(),
                depth: 0,
                parent: None,
            });
        }
        // order: depth first, the lower half before the upper half; a stack, so the upper half is pushed first
        while let Some(Pending {
            range,
            depth,
            parent,
        }) = pending.pop()
        {
            // equation (1), never of zero thickness
            let covered = &mut elements[range.clone()];
            let bounds = thickened(union(covered.iter().map(|e| boxes[e.order as usize])));
            // the node is numbered here, and its parent refers to it
            let node = tree.push(&bounds, depth);
            if let Some((above, side)) = parent {
                tree.child[above][side] = node as i32;
            }
            // one element: a leaf
            if let [leaf] = covered {
                tree.nodeid[node] = leaves[leaf.order as usize].id;
                continue;
            }
            // several elements: the lower half by centre moves to the front, and each half becomes a child
            let half = covered.len() / 2;
            // equation (2)
            let axis = longest_axis(bounds.max - bounds.min);
            select(covered, half, &|a, b| a.before(b, axis));
            let middle = range.start + half;
            for (side, range) in [(1, middle..range.end), (0, range.start..middle)] {
                pending.push(Pending {
                    range,
                    depth: depth + 1,
                    parent: Some((node, side)),
                });
            }
        }
        tree
    }

    /// Reserves capacity for `nodes` nodes.
    fn reserve(&mut self, nodes: usize) {
        self.depth.reserve(nodes);
        self.child.reserve(nodes);
        self.nodeid.reserve(nodes);
        self.aabb.reserve(nodes);
    }

    /// Appends a node without children and returns its index.
    fn push(&mut self, Aabb { min, max }: &Aabb, depth: i32) -> usize {
        let middle = |k: usize| f64::midpoint(max[k], min[k]);
        let half = |k: usize| (max[k] - min[k]) / 2.0;
        self.depth.push(depth);
        self.child.push([-1, -1]);
        self.nodeid.push(-1);
        self.aabb
            .push([middle(0), middle(1), middle(2), half(0), half(1), half(2)]);
        self.aabb.len() - 1
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.depth.len()
    }

    /// True if the tree has no nodes.
    pub fn is_empty(&self) -> bool {
        self.depth.is_empty()
    }
}

/// A subtree that is still to be built.
struct Pending {
    /// The elements it covers.
    range: Range<usize>,
    /// Depth of its root.
    depth: i32,
    /// The parent node, and which of its two children this is.
    parent: Option<(usize, usize)>,
}

/// The smallest box around the given boxes.
fn union(boxes: impl Iterator<Item = Aabb>) -> Aabb {
    boxes.fold(Aabb::EMPTY, |all, part| Aabb {
        min: all.min.min(part.min),
        max: all.max.max(part.max),
    })
}

/// The box, widened along each axis where it is thinner than [`EPS`].
fn thickened(mut bounds: Aabb) -> Aabb {
    for k in 0..3 {
        if (bounds.min[k] - bounds.max[k]).abs() < EPS {
            bounds.min[k] -= EPS;
            bounds.max[k] += EPS;
        }
    }
    bounds
}

/// Index of the longest edge, equation (2); a later axis wins only if it is longer by at least [`EPS`].
fn longest_axis(edge: Vec3) -> usize {
    (1..3).fold(0, |longest, k| {
        if edge[k] >= edge[longest] + EPS {
            k
        } else {
            longest
        }
    })
}

/// An element during construction, with its centre in the tree's frame.
#[derive(Clone, Copy)]
struct Element {
    /// Index of the leaf.
    order: u32,
    /// Centre of the leaf.
    place: Vec3,
}

impl Element {
    /// True if this element comes first along `axis`; elements at the same position keep their order.
    #[inline]
    fn before(&self, other: &Self, axis: usize) -> bool {
        // not transitive, because of the tolerance; NaN centres compare by index
        let (a, b) = (self.place[axis], other.place[axis]);
        if (a - b).abs() > EPS {
            a < b
        } else {
            self.order < other.order
        }
    }
}

/// The box of a leaf in the tree's frame.
fn bounds(leaf: &Leaf, pos: Vec3, inverse: Quat) -> Aabb {
    let (min, max) = (leaf.center - leaf.half, leaf.center + leaf.half);
    let Some(quat) = leaf.quat else {
        return Aabb { min, max };
    };
    // an oriented box: enclose its eight corners
    let mut out = Aabb::EMPTY;
    for corner in 0..8 {
        let pick = |k: usize| if corner >> k & 1 == 1 { max[k] } else { min[k] };
        let local = Vec3::new(pick(0), pick(1), pick(2));
        out.include(inverse.rotate(quat.rotate(local) + (leaf.pos - pos)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn leaf(id: i32, pos: Vec3) -> Leaf {
        Leaf {
            id,
            pos,
            quat: None,
            center: pos,
            half: Vec3::splat(0.1),
        }
    }

    #[test]
    fn four_boxes_in_a_row_make_seven_nodes() {
        let leaves: Vec<_> = (0..4)
            .map(|k| leaf(k, Vec3::new(0.0, f64::from(3 - k), 0.0)))
            .collect();
        let tree = Bvh::new(&leaves, Vec3::ZERO, Quat::IDENTITY);
        assert_eq!(tree.nodeid, [-1, -1, 3, 2, -1, 1, 0]);
        assert_eq!(
            tree.child,
            [
                [1, 4],
                [2, 3],
                [-1, -1],
                [-1, -1],
                [5, 6],
                [-1, -1],
                [-1, -1]
            ]
        );
        assert_eq!(tree.depth, [0, 1, 2, 2, 1, 2, 2]);
        assert_eq!(tree.aabb[0][..3], [0.0, 1.5, 0.0]);
    }

    proptest! {
        #[test]
        fn every_leaf_appears_once_and_boxes_nest(
            raw in prop::collection::vec((-4_i8..4, -4_i8..4, -4_i8..4), 1..80)
        ) {
            let leaves: Vec<_> = raw
                .iter()
                .enumerate()
                .map(|(k, &(x, y, z))| {
                    leaf(k as i32, Vec3::new(f64::from(x), f64::from(y), f64::from(z)))
                })
                .collect();
            let tree = Bvh::new(&leaves, Vec3::ZERO, Quat::IDENTITY);
            prop_assert_eq!(tree.len(), 2 * leaves.len() - 1);
            let mut ids: Vec<_> = tree.nodeid.iter().copied().filter(|&k| k >= 0).collect();
            ids.sort_unstable();
            prop_assert_eq!(ids, (0..leaves.len() as i32).collect::<Vec<_>>());
            for (node, child) in tree.child.iter().enumerate() {
                for &c in child.iter().filter(|&&c| c >= 0) {
                    for k in 0..3 {
                        let (outer, inner) = (tree.aabb[node], tree.aabb[c as usize]);
                        prop_assert!(inner[k] + inner[k + 3] <= outer[k] + outer[k + 3] + 1e-12);
                        prop_assert!(inner[k] - inner[k + 3] >= outer[k] - outer[k + 3] - 1e-12);
                    }
                }
            }
        }

        #[test]
        fn places_that_are_no_numbers_do_no_harm(raw in prop::collection::vec(any::<f64>(), 1..40)) {
            let leaves: Vec<_> =
                raw.iter().enumerate().map(|(k, &x)| leaf(k as i32, Vec3::splat(x))).collect();
            prop_assert_eq!(Bvh::new(&leaves, Vec3::ZERO, Quat::IDENTITY).len(), 2 * raw.len() - 1);
        }
    }
}
