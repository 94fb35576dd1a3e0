//! Hulls with few nodes, whose heights are computed all at once.
//!
//! The heights of two dozen nodes, computed with SIMD, take less time than those of the neighbours one by one.
//! The highest node is the support vertex if it exceeds all others by more than the clearance of the
//! [convexity](crate::hull::convexity): every climb ends there. About nine of ten searches end so. The others climb, and read
//! the heights: the values are the same, so a climb ends at the same node.
//!
//! Positions are copied once for all searches of a pass, because a model may be edited between passes.

use synovia_math::Vec3;
use synovia_math::fearless_simd::{Simd, f64x4, prelude::*};

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
/// Number of groups of so many nodes in the largest hull.
const GROUPS: usize = MAX_SCANNED / LANES;

/// The clearance is enlarged by this factor, and by this part of the height: far more than the rounding of a difference.
const CLEARLY: [f64; 2] = [1.0 + 1e-12, 1e-15];

/// Heights of nodes.
pub(super) type Heights = [f64; MAX_SCANNED];

/// Positions of nodes: for each group of four, their x, then y, then z. Places after the last node repeat the first.
#[derive(Clone, Debug)]
pub(super) struct SmallHull {
    groups: [[[f64; LANES]; 3]; GROUPS],
    /// Number of pairs of groups that have nodes.
    pairs: usize,
    /// A bit for each node, in order.
    nodes: u32,
}

impl SmallHull {
    /// Copies the positions of at most [`MAX_SCANNED`] nodes; `None` if a position is missing.
    fn of(nodes: impl Iterator<Item = Option<Vec3>>) -> Option<Self> {
        let mut copy = Self {
            groups: [[[0.0; LANES]; 3]; GROUPS],
            pairs: 0,
            nodes: 0,
        };
        let mut count = 0;
        for place in nodes.take(MAX_SCANNED) {
            let place = place?;
            copy.put(count, place);
            if count == 0 {
                (1..MAX_SCANNED).for_each(|k| copy.put(k, place));
            }
            copy.nodes |= 1 << count;
            count += 1;
        }
        copy.pairs = count.div_ceil(2 * LANES);
        // with the copy of a single node as a second one, it is never clearly the highest
        if count == 1 {
            copy.nodes = 0b11;
        }
        Some(copy)
    }

    #[inline]
    fn put(&mut self, node: usize, place: Vec3) {
        let [x, y, z] = &mut self.groups[node / LANES];
        let lane = node % LANES;
        (x[lane], y[lane], z[lane]) = (place.x, place.y, place.z);
    }

    /// The highest node in a direction, if it exceeds every other node by more than `clearance`.
    #[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
    #[inline(always)]
    pub(super) fn clear_top<S: Simd>(&self, simd: S, dir: Vec3, clearance: f64) -> Option<i32> {
        // as many groups as there are nodes, in registers
        match self.pairs {
            1 => self.clear_top_of::<2, S>(simd, dir, clearance),
            2 => self.clear_top_of::<4, S>(simd, dir, clearance),
            3 => self.clear_top_of::<6, S>(simd, dir, clearance),
            _ => self.clear_top_of::<8, S>(simd, dir, clearance),
        }
    }

    /// The same for the first groups. Nodes that are not clearly below the highest are the highest itself, those too near
    /// to it, and those with heights that are not numbers.
    #[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
    #[inline(always)]
    fn clear_top_of<const G: usize, S: Simd>(
        &self,
        simd: S,
        dir: Vec3,
        clearance: f64,
    ) -> Option<i32> {
        let heights = self.heights_of::<G, S>(simd, dir);
        let top = highest(&heights);
        let bar = top - clearance * CLEARLY[0] - top.abs() * CLEARLY[1];
        let bar = f64x4::splat(simd, bar);
        let mut below = 0;
        for (k, &height) in heights.iter().enumerate() {
            below |= (height.simd_lt(bar).to_bitmask() as u32) << (LANES * k);
        }
        let rivals = self.nodes & !below;
        rivals
            .is_power_of_two()
            .then_some(rivals.trailing_zeros() as i32)
    }

    /// The heights of the nodes of the first groups.
    #[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
    #[inline(always)]
    fn heights_of<const G: usize, S: Simd>(&self, simd: S, dir: Vec3) -> [f64x4<S>; G] {
        let [dir_x, dir_y, dir_z] = [
            f64x4::splat(simd, dir.x),
            f64x4::splat(simd, dir.y),
            f64x4::splat(simd, dir.z),
        ];
        let mut heights = [dir_x; G];
        for (height, [x, y, z]) in heights.iter_mut().zip(&self.groups) {
            let x = f64x4::load_array_ref(simd, x);
            let y = f64x4::load_array_ref(simd, y);
            let z = f64x4::load_array_ref(simd, z);
            *height = dir_x * x + dir_y * y + dir_z * z;
        }
        heights
    }

    /// The height of the highest node in a direction.
    #[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
    #[inline(always)]
    pub(super) fn top<S: Simd>(&self, simd: S, dir: Vec3) -> f64 {
        if self.pairs <= GROUPS / 4 {
            highest(&self.heights_of::<{ GROUPS / 2 }, S>(simd, dir))
        } else {
            highest(&self.heights_of::<GROUPS, S>(simd, dir))
        }
    }

    /// The heights of all nodes in a direction; those after the last node are of no use.
    pub(super) fn heights(&self, dir: Vec3) -> Heights {
        let mut heights = [0.0; MAX_SCANNED];
        let lanes = heights.as_chunks_mut::<LANES>().0.iter_mut();
        for (height, [x, y, z]) in lanes.zip(&self.groups).take(2 * self.pairs) {
            for k in 0..LANES {
                height[k] = dir.x * x[k] + dir.y * y[k] + dir.z * z[k];
            }
        }
        heights
    }
}

/// The largest of some heights. A height that is not a number may hide others, but is never the largest alone: it is not below
/// any bar.
#[expect(clippy::inline_always, reason = "compiled for the vector unit at hand")]
#[inline(always)]
fn highest<const G: usize, S: Simd>(heights: &[f64x4<S>; G]) -> f64 {
    let mut best = heights[0];
    for &height in &heights[1..] {
        best = best.max(height);
    }
    let [a, b, c, d] = best.to_array();
    larger(larger(a, b), larger(c, d))
}

/// The larger of two numbers, as one instruction.
#[inline]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
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
    use synovia_math::{narrow, wide};

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
        }
    }

    #[test]
    fn the_clear_top_exceeds_every_other_node_by_more_than_the_clearance() {
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
                let top = dir.dot(place(order[0]));
                assert_eq!(wide!(simd => hull.top(simd, dir)).to_bits(), top.to_bits());
                let Some(&second) = order.get(1) else {
                    assert_eq!(wide!(simd => hull.clear_top(simd, dir, 0.0)), None);
                    continue;
                };
                let margin = top - dir.dot(place(second));
                let first = Some(order[0] as i32);
                for (clearance, expected) in [
                    (0.0, first),
                    (margin * (1.0 - 1e-9), first),
                    (margin, None),
                    (margin * 2.0, None),
                ] {
                    let found = wide!(simd => hull.clear_top(simd, dir, clearance));
                    assert_eq!(found, expected);
                    assert_eq!(narrow!(simd => hull.clear_top(simd, dir, clearance)), found);
                }
            }
        }
    }

    #[test]
    fn equal_or_unusable_heights_have_no_clear_top() {
        let clear_top = |hull: &SmallHull, dir, clearance| {
            let found = wide!(simd => hull.clear_top(simd, dir, clearance));
            assert_eq!(narrow!(simd => hull.clear_top(simd, dir, clearance)), found);
            found
        };
        // every pair of places of eight is a tie once, with all lanes and groups that it can be in
        for a in 0..8 {
            for b in 0..8 {
                let height = |k| if k == a || k == b { 1.0 } else { 0.0 };
                let hull = SmallHull::of((0..8).map(|k| Some(Vec3::Z * height(k)))).unwrap();
                let found = clear_top(&hull, Vec3::Z, 0.0);
                assert_eq!(found, (a == b).then_some(a));
                assert_eq!(clear_top(&hull, Vec3::Z, f64::INFINITY), None);
                for dir in [f64::NAN, f64::INFINITY] {
                    assert_eq!(clear_top(&hull, Vec3::new(0.0, 0.0, dir), 0.0), None);
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
