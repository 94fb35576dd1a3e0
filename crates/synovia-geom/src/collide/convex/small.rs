//! Hulls with few nodes, whose heights are computed all at once.
//!
//! The heights of two dozen nodes, computed with SIMD, take less time than those of the neighbours one by one.
//! The highest node is the support vertex if it exceeds all others by more than the clearance of the
//! [convexity](crate::hull::convexity): every climb ends there. About nine of ten searches end so. The others climb, and read
//! the heights: the values are the same, so a climb ends at the same node.
//!
//! Positions are copied once for all searches of a pass, because a model may be edited between passes.

use synovia_math::fearless_simd::{Simd, f64x4, prelude::*};
use synovia_math::{Vec3, wide};

use crate::collide::Policy;
use crate::collide::policy::MAX_SCANNED;

/// Meshes with an id from this on are never copied.
const MAX_MESHES: usize = 256;
/// Maximum number of copies in a pass.
const MAX_COPIES: usize = 64;
/// Marks a mesh without a copy.
const NONE: u8 = u8::MAX;
/// Nodes processed together.
const LANES: usize = 4;

/// Heights of nodes.
pub(super) type Heights = [f64; MAX_SCANNED];

/// Positions of nodes, in one array per coordinate.
#[derive(Clone, Debug)]
pub(super) struct SmallHull {
    x: [f64; MAX_SCANNED],
    y: [f64; MAX_SCANNED],
    z: [f64; MAX_SCANNED],
    /// Number of filled entries, in whole lanes; the rest of the last lane is NaN and never the highest.
    count: usize,
}

impl SmallHull {
    /// Copies the positions of at most [`MAX_SCANNED`] nodes; `None` if a position is missing.
    fn of(nodes: impl Iterator<Item = Option<Vec3>>) -> Option<Self> {
        let mut copy = Self {
            x: [f64::NAN; MAX_SCANNED],
            y: [f64::NAN; MAX_SCANNED],
            z: [f64::NAN; MAX_SCANNED],
            count: 0,
        };
        for (k, place) in nodes.take(MAX_SCANNED).enumerate() {
            let place = place?;
            (copy.x[k], copy.y[k], copy.z[k]) = (place.x, place.y, place.z);
            copy.count = (k + 1).next_multiple_of(LANES);
        }
        Some(copy)
    }

    /// The highest node in a direction, if it exceeds every other node by more than `clearance`.
    #[inline]
    pub(super) fn clear_top(&self, dir: Vec3, clearance: f64) -> Option<i32> {
        let (node, margin) = wide!(simd => self.top_in(simd, dir));
        // a margin that is not finite belongs to heights that are not
        (margin > clearance && margin < f64::INFINITY).then_some(node)
    }

    /// The highest node and by how much it exceeds the second highest; equal heights have a margin of zero.
    ///
    /// Each lane keeps its best height `b`, the node there and its second best height `s ≤ b`. Comparisons with the NaN of unused
    /// lanes are false, which leaves all three as they are.
    #[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
    #[inline(always)]
    fn top_in<S: Simd>(&self, simd: S, dir: Vec3) -> (i32, f64) {
        let lowest = f64x4::splat(simd, f64::NEG_INFINITY);
        let (mut best, mut second) = (lowest, lowest);
        let mut node = f64x4::load_array(simd, [0.0, 1.0, 2.0, 3.0]);
        let (mut at, step) = (node, f64x4::splat(simd, LANES as f64));
        let [dir_x, dir_y, dir_z] = [dir.x, dir.y, dir.z].map(|c| f64x4::splat(simd, c));
        let groups = self.x.as_chunks::<LANES>().0.iter();
        let groups = groups.zip(self.y.as_chunks::<LANES>().0);
        let groups = groups.zip(self.z.as_chunks::<LANES>().0);
        for ((x, y), z) in groups.take(self.count / LANES) {
            let [x, y, z] = [x, y, z].map(|c| f64x4::load_array_ref(simd, c));
            let height = dir_x * x + dir_y * y + dir_z * z;
            let better = height.simd_gt(best);
            let lesser = better.select(best, height);
            second = lesser.simd_gt(second).select(lesser, second);
            at = better.select(node, at);
            best = better.select(height, best);
            node += step;
        }

        // the second highest of all is among the losers of the final and the second best of each lane
        let ([b0, b1, b2, b3], [s0, s1, s2, s3]) = (best.to_array(), second.to_array());
        let [n0, n1, n2, n3] = at.to_array();
        let (left, right) = (larger(b0, b1), larger(b2, b3));
        let (left_node, right_node) = (choose(b1 > b0, n1, n0), choose(b3 > b2, n3, n2));
        let top = larger(left, right);
        let lost = larger(
            larger(smaller(b0, b1), smaller(b2, b3)),
            smaller(left, right),
        );
        let next = larger(lost, larger(larger(s0, s1), larger(s2, s3)));
        (
            choose(right > left, right_node, left_node) as i32,
            top - next,
        )
    }

    /// The heights of all nodes in a direction; NaN for entries without a node.
    #[inline]
    pub(super) fn heights(&self, dir: Vec3) -> Heights {
        wide!(_simd => self.heights_in(dir))
    }

    #[expect(clippy::inline_always, reason = "compiled for the selected SIMD level")]
    #[inline(always)]
    fn heights_in(&self, dir: Vec3) -> Heights {
        let mut heights = [f64::NAN; MAX_SCANNED];
        let lanes = heights.as_chunks_mut::<LANES>().0.iter_mut();
        let lanes = lanes.zip(self.x.as_chunks::<LANES>().0);
        let lanes = lanes.zip(self.y.as_chunks::<LANES>().0);
        let lanes = lanes.zip(self.z.as_chunks::<LANES>().0);
        for (((height, x), y), z) in lanes.take(self.count / LANES) {
            for k in 0..LANES {
                height[k] = dir.x * x[k] + dir.y * y[k] + dir.z * z[k];
            }
        }
        heights
    }
}

/// The larger of two numbers, as one instruction.
#[inline]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The smaller of two numbers, as one instruction.
#[inline]
fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// One of two numbers, without a branch.
#[inline]
fn choose(first: bool, a: f64, b: f64) -> f64 {
    core::hint::select_unpredictable(first, a, b)
}

/// The copies of a pass.
#[derive(Clone, Debug)]
pub(super) struct SmallHulls {
    /// Larger hulls are not copied.
    max_nodes: usize,
    copies: Vec<SmallHull>,
    /// The copy of each mesh.
    of_mesh: Vec<u8>,
}

impl Default for SmallHulls {
    fn default() -> Self {
        Self::new(Policy::default().scanned_nodes)
    }
}

impl SmallHulls {
    /// Copies of hulls with up to `max_nodes` nodes.
    pub(super) fn new(max_nodes: usize) -> Self {
        Self {
            max_nodes: max_nodes.min(MAX_SCANNED),
            copies: Vec::new(),
            of_mesh: Vec::new(),
        }
    }

    /// Drops all copies, because the model may have changed.
    pub(super) fn forget(&mut self) {
        if !self.copies.is_empty() {
            self.copies.clear();
            self.of_mesh.fill(NONE);
        }
    }

    /// Copies a hull if it is small and not yet copied.
    #[inline]
    pub(super) fn add(&mut self, mesh: i32, nodes: impl ExactSizeIterator<Item = Option<Vec3>>) {
        if nodes.len() > self.max_nodes || self.get(mesh).is_some() {
            return;
        }
        if self.of_mesh.is_empty() {
            self.of_mesh.resize(MAX_MESHES, NONE);
            self.copies.reserve(MAX_COPIES);
        }
        if let Some(place) = usize::try_from(mesh)
            .ok()
            .and_then(|m| self.of_mesh.get_mut(m))
            && self.copies.len() < MAX_COPIES
            && let Some(copy) = SmallHull::of(nodes)
        {
            *place = self.copies.len() as u8;
            self.copies.push(copy);
        }
    }

    /// The copy of the hull of a mesh.
    #[inline]
    pub(super) fn get(&self, mesh: i32) -> Option<&SmallHull> {
        let place = *self.of_mesh.get(usize::try_from(mesh).ok()?)?;
        self.copies.get(usize::from(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners() -> impl ExactSizeIterator<Item = Option<Vec3>> {
        let places = [0, 1, 2, 3, 4].map(|k| {
            let angle = f64::from(k);
            Some(Vec3::new(libm::cos(angle), libm::sin(angle), 0.1 * angle))
        });
        places.into_iter()
    }

    #[test]
    fn heights_are_those_of_each_node_to_the_last_bit() {
        let hull = SmallHull::of(corners()).unwrap();
        for k in 0..100 {
            let angle = 0.07 * f64::from(k);
            let dir = Vec3::new(libm::cos(angle), libm::sin(angle), 0.3);
            let heights = hull.heights(dir);
            for (height, place) in heights.into_iter().zip(corners().flatten()) {
                assert_eq!(height.to_bits(), dir.dot(place).to_bits());
            }
            assert!(heights[5..].iter().all(|height| height.is_nan()));
        }
    }

    #[test]
    fn the_clear_top_is_the_highest_node_by_its_margin() {
        for count in 1..=MAX_SCANNED {
            let place = |k: usize| {
                let angle = k as f64;
                Vec3::new(libm::cos(angle), libm::sin(angle), libm::cos(2.7 * angle))
            };
            let hull = SmallHull::of((0..count).map(|k| Some(place(k)))).unwrap();
            for k in 0..50 {
                let angle = 0.13 * f64::from(k);
                let dir = Vec3::new(libm::cos(angle), libm::sin(angle), 0.4);
                let mut order: Vec<usize> = (0..count).collect();
                order.sort_by(|&a, &b| dir.dot(place(b)).total_cmp(&dir.dot(place(a))));
                let (node, margin) = wide!(simd => hull.top_in(simd, dir));
                assert_eq!(node as usize, order[0]);
                let second = order
                    .get(1)
                    .map_or(f64::NEG_INFINITY, |&k| dir.dot(place(k)));
                assert_eq!(
                    margin.to_bits(),
                    (dir.dot(place(order[0])) - second).to_bits()
                );
            }
        }
    }

    #[test]
    fn equal_or_unusable_heights_have_no_clear_top() {
        // every pair of places of eight is a tie once, with all lanes and groups that it can be in
        for a in 0..8 {
            for b in 0..8 {
                let height = |k| if k == a || k == b { 1.0 } else { 0.0 };
                let hull = SmallHull::of((0..8).map(|k| Some(Vec3::Z * height(k)))).unwrap();
                let found = hull.clear_top(Vec3::Z, 0.0);
                assert_eq!(found, (a == b).then_some(a));
                assert_eq!(hull.clear_top(Vec3::Z, f64::INFINITY), None);
                for dir in [f64::NAN, f64::INFINITY] {
                    assert_eq!(hull.clear_top(Vec3::new(0.0, 0.0, dir), 0.0), None);
                }
            }
        }
    }

    #[test]
    fn a_copy_is_known_until_the_next_pass_and_large_hulls_have_none() {
        let mut hulls = SmallHulls::default();
        assert!(hulls.get(3).is_none());
        hulls.add(3, corners());
        assert!(hulls.get(3).is_some() && hulls.get(2).is_none());
        hulls.forget();
        assert!(hulls.get(3).is_none());
        hulls.add(3, [Some(Vec3::X); MAX_SCANNED + 1].into_iter());
        hulls.add(-1, corners());
        hulls.add(3, [Some(Vec3::X), None].into_iter());
        hulls.add(MAX_MESHES as i32, corners());
        assert!(
            [3, -1, MAX_MESHES as i32]
                .iter()
                .all(|&mesh| hulls.get(mesh).is_none())
        );
    }
}
