//! Hulls with few nodes, whose heights are computed all at once.
//!
//! The heights of two dozen nodes, computed with SIMD, take less time than those of the neighbours one by one.
//! The [placed](super::placed) copies of a hull answer nine of ten searches. The others climb, and read the heights: the
//! values are those of the nodes one by one, so a climb ends at the same node.
//!
//! Positions are copied once for all searches of a pass, because a model may be edited between passes.

use synovia_math::fearless_simd::{f64x4, prelude::*};
use synovia_math::{Mat3, Vec3, wide};

use super::placed::{LANES, PlacedHull};
use crate::collide::Policy;
use crate::collide::policy::MAX_SCANNED;

/// Meshes with an id from this on are never copied.
const MAX_MESHES: usize = 256;
/// Maximum number of copies in a pass.
const MAX_COPIES: usize = 64;
/// Number of bodies with placed copies.
const PLACES: usize = 64;
/// Marks a mesh without a copy.
const NONE: u8 = u8::MAX;

/// Heights of nodes.
pub(super) type Heights = [f64; MAX_SCANNED];

/// Positions of nodes: x, y and z of all of them. Places after the last node repeat the first.
#[derive(Clone, Debug)]
pub(super) struct SmallHull {
    pub places: [[f64; MAX_SCANNED]; 3],
    /// Number of pairs of groups of [`LANES`] that have nodes.
    pub pairs: usize,
    /// A bit for each node, in order.
    pub nodes: u32,
    /// Largest sum of the magnitudes of the coordinates of a node.
    pub extent: f64,
}

impl SmallHull {
    /// Copies the positions of at most [`MAX_SCANNED`] nodes; `None` if a position is missing.
    pub(super) fn of(nodes: impl Iterator<Item = Option<Vec3>>) -> Option<Self> {
        let mut copy = Self {
            places: [[0.0; MAX_SCANNED]; 3],
            pairs: 0,
            nodes: 0,
            extent: 0.0,
        };
        let mut count = 0;
        for place in nodes.take(MAX_SCANNED) {
            let place = place?;
            let Vec3 { x, y, z } = place.abs();
            copy.extent = copy.extent.max(x + y + z);
            if count == 0 {
                (0..MAX_SCANNED).for_each(|k| copy.put(k, place));
            } else {
                copy.put(count, place);
            }
            count += 1;
        }
        copy.nodes = ((1_u64 << count) - 1) as u32;
        copy.pairs = count.div_ceil(2 * LANES);
        // with the copy of a single node as a second one, it is never clearly the highest
        if count == 1 {
            copy.nodes = 0b11;
        }
        Some(copy)
    }

    #[inline]
    fn put(&mut self, node: usize, place: Vec3) {
        let [x, y, z] = &mut self.places;
        (x[node], y[node], z[node]) = (place.x, place.y, place.z);
    }

    /// Computes the heights of all nodes in a direction; those after the last node are of no use.
    #[inline]
    pub(super) fn heights(&self, dir: Vec3, heights: &mut Heights) {
        let [x, y, z] = self.places.each_ref().map(|column| column.as_chunks().0);
        wide!(simd => {
            let [dir_x, dir_y, dir_z] = dir.to_array().map(|c| f64x4::splat(simd, c));
            let groups = heights.as_chunks_mut().0.iter_mut().take(2 * self.pairs);
            for (group, ((x, y), z)) in groups.zip(x.iter().zip(y).zip(z)) {
                let x = f64x4::load_array_ref(simd, x);
                let y = f64x4::load_array_ref(simd, y);
                let z = f64x4::load_array_ref(simd, z);
                (dir_x * x + dir_y * y + dir_z * z).store_array(group);
            }
        });
    }
}

/// The copies of a pass.
///
/// Placed copies are kept by keys of bodies. A key only selects the memory: what is found there is compared with the pose.
#[derive(Clone, Debug)]
pub(super) struct SmallHulls {
    /// Larger hulls are not copied.
    max_nodes: usize,
    copies: Vec<SmallHull>,
    /// The copy of each mesh.
    of_mesh: Vec<u8>,
    /// Copies in the poses of bodies, by the last bits of their keys.
    placed: Vec<PlacedHull>,
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
            placed: Vec::new(),
        }
    }

    /// Drops all copies, because the model may have changed.
    pub(super) fn forget(&mut self) {
        if !self.copies.is_empty() {
            self.copies.clear();
            self.of_mesh.fill(NONE);
            self.placed.iter_mut().for_each(PlacedHull::clear);
        }
    }

    /// Copies a hull if it is small and not yet copied; true if there is a copy.
    #[inline]
    pub(super) fn add(
        &mut self,
        mesh: i32,
        nodes: impl ExactSizeIterator<Item = Option<Vec3>>,
    ) -> bool {
        nodes.len() <= self.max_nodes && (self.get(mesh).is_some() || self.copy(mesh, nodes))
    }

    /// Copies a hull; false if there is no room, or a node is missing.
    #[inline(never)]
    fn copy(&mut self, mesh: i32, nodes: impl Iterator<Item = Option<Vec3>>) -> bool {
        if self.of_mesh.is_empty() {
            self.of_mesh.resize(MAX_MESHES, NONE);
            self.copies.reserve(MAX_COPIES);
            self.placed.resize(PLACES, PlacedHull::NOWHERE);
        }
        if let Some(place) = usize::try_from(mesh)
            .ok()
            .and_then(|m| self.of_mesh.get_mut(m))
            && self.copies.len() < MAX_COPIES
            && let Some(hull) = SmallHull::of(nodes)
        {
            *place = self.copies.len() as u8;
            self.copies.push(hull);
            return true;
        }
        false
    }

    /// The copy of the hull of a mesh.
    #[inline]
    pub(super) fn get(&self, mesh: i32) -> Option<&SmallHull> {
        let place = *self.of_mesh.get(usize::try_from(mesh).ok()?)?;
        self.copies.get(usize::from(place))
    }

    /// Places the copy of a mesh, unless it is in this pose; returns where.
    #[inline]
    pub(super) fn place(&mut self, mesh: i32, key: usize, pos: &Vec3, mat: &Mat3) -> Option<usize> {
        let at = *self.of_mesh.get(usize::try_from(mesh).ok()?)?;
        let hull = self.copies.get(usize::from(at))?;
        let place = key % PLACES;
        let placed = self.placed.get_mut(place)?;
        if !placed.is_at(mesh, pos, mat) {
            placed.put(mesh, hull, pos, mat);
        }
        Some(place)
    }

    /// What was placed last.
    #[inline]
    pub(super) fn placed_at(&self, place: usize) -> Option<&PlacedHull> {
        self.placed.get(place)
    }

    /// The copy of a mesh in this pose, if it was placed.
    #[inline]
    pub(super) fn placed(
        &self,
        mesh: i32,
        key: usize,
        pos: &Vec3,
        mat: &Mat3,
    ) -> Option<&PlacedHull> {
        let placed = self.placed.get(key % PLACES)?;
        placed.is_at(mesh, pos, mat).then_some(placed)
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
            let mut heights = [0.0; MAX_SCANNED];
            hull.heights(dir, &mut heights);
            for (height, place) in heights.into_iter().zip(corners().flatten()) {
                assert_eq!(height.to_bits(), dir.dot(place).to_bits());
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
