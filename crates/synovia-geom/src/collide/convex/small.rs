//! Hulls with few nodes, whose heights are computed all at once.
//!
//! The heights of two dozen nodes, computed with SIMD, take less time than those of the neighbours one by one; hill
//! climbing then reads them. The values are the same, so it ends at the same node.
//!
//! Positions are copied once for all searches of a pass, because a model may be edited between passes.

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
