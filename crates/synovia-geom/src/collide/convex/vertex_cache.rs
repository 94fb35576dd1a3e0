//! The support-vertex cache: the node of a hull that was furthest in a direction.
//!
//! Directions are unit vectors; those whose coordinates round to the same of sixteen steps share an entry, which
//! stores the last node found. Hulls share the entries, so each entry stores the id of its mesh. An entry is only a
//! starting point: the caller must ensure that the result does not depend on it.

use core::cell::Cell;

use synovia_math::Vec3;

use crate::collide::Policy;

/// Adding this to a small number leaves the nearest integer in the last bits.
const ROUND: f64 = (1_u64 << 52) as f64 + 8.0;
/// Slightly less than half the number of steps, so that 1 does not wrap to the step of −1.
const STEPS: f64 = 7.4;
/// Nodes from this index on are not stored.
const MAX_NODE: u32 = 0xffff;

/// The entries of the cache; allocated at first use.
#[derive(Clone, Debug)]
pub(super) struct VertexCache {
    entries: Vec<u32>,
    /// Number of entries once allocated.
    count: usize,
}

impl Default for VertexCache {
    fn default() -> Self {
        Self::new(Policy::default().vertex_entries)
    }
}

/// The cache as it is shared by all bodies of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lent<'a>(&'a [Cell<u32>]);

/// The entry of a direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<'a> {
    cell: Option<&'a Cell<u32>>,
    mesh: u32,
}

impl VertexCache {
    /// A cache of `count` entries, a power of two or 0.
    pub(super) const fn new(count: usize) -> Self {
        Self {
            entries: Vec::new(),
            count,
        }
    }

    /// Shares the cache with the bodies of a search.
    pub(super) fn lend(&mut self) -> Lent<'_> {
        if self.entries.len() != self.count {
            self.entries.resize(self.count, u32::MAX);
        }
        Lent(Cell::from_mut(&mut self.entries[..]).as_slice_of_cells())
    }
}

impl<'a> Lent<'a> {
    /// The entry of a direction in the frame of a mesh.
    #[inline]
    pub(super) fn entry(&self, mesh: i32, dir: Vec3) -> Entry<'a> {
        let step = |x: f64| (x * STEPS + ROUND).to_bits() as usize & 15;
        let bin = step(dir.x) | step(dir.y) << 4 | step(dir.z) << 8;
        let mesh = mesh.cast_unsigned();
        let at = bin ^ (mesh as usize).wrapping_mul(0x9e5);
        Entry {
            cell: self.0.get(at & self.0.len().wrapping_sub(1)),
            mesh: mesh << 16,
        }
    }
}

impl Entry<'_> {
    /// The stored node, if it belongs to this mesh.
    #[inline]
    pub(super) fn node(&self) -> Option<i32> {
        let kept = self.cell?.get();
        (kept & 0xffff_0000 == self.mesh).then_some((kept & 0xffff) as i32)
    }

    /// Stores the furthest node.
    #[inline]
    pub(super) fn keep(&self, node: i32) {
        let node = node.cast_unsigned();
        if let Some(cell) = self.cell
            && node < MAX_NODE
        {
            cell.set(self.mesh | node);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_found_in_its_direction_and_of_its_mesh_only() {
        let mut cache = VertexCache::default();
        let lent = cache.lend();
        let dir = Vec3::new(0.6, 0.0, -0.8);
        assert_eq!(lent.entry(3, dir).node(), None);
        lent.entry(3, dir).keep(17);
        let near = Vec3::new(0.6, 1e-3, -0.8);
        assert_eq!(lent.entry(3, near).node(), Some(17));
        assert_eq!(lent.entry(4, dir).node(), None);
        assert_eq!(lent.entry(3, -dir).node(), None);
        lent.entry(3, dir).keep(70_000);
        assert_eq!(lent.entry(3, dir).node(), Some(17));
    }

    #[test]
    fn opposite_axes_have_entries_of_their_own_and_no_number_is_out_of_bounds() {
        let mut cache = VertexCache::default();
        let lent = cache.lend();
        for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
            lent.entry(0, axis).keep(1);
            assert_eq!(lent.entry(0, -axis).node(), None);
        }
        for x in [f64::NAN, f64::INFINITY, -1e300] {
            lent.entry(-1, Vec3::splat(x)).keep(2);
        }
        assert_eq!(Lent::default().entry(0, Vec3::X).node(), None);
    }
}
