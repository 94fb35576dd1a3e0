//! The pair cache: results of the previous step for two geoms.
//!
//! One record per pair: the axis that separated their oriented boxes (separating-axis cache), the direction perpendicular
//! to a plane between their shapes, and the nodes of their hulls where the search for it ended. A record only saves work.
//!
//! The table is direct-mapped: it has a fixed number of slots, and a pair always has the same one. The pair that was
//! requested last occupies its slot: [`PairCache::record`] finds, creates and evicts records.

use synovia_geom::collide::convex::Hint;
use synovia_model::id::GeomId;

use super::policy::Policy;

/// The record of two geoms.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairRecord {
    /// The geoms, in the order in which they were requested.
    geoms: [GeomId; 2],
    /// The axis that separated their boxes: of the first (0, 1, 2) or of the second (3, 4, 5).
    pub axis: u8,
    /// The direction that separated their shapes, and nodes of their hulls.
    pub hint: Hint,
}

impl PairRecord {
    fn blank(geoms: [GeomId; 2]) -> Self {
        Self {
            geoms,
            axis: 0,
            hint: Hint::default(),
        }
    }
}

/// A direct-mapped cache of records.
#[derive(Clone, Debug, Default)]
pub(super) struct PairCache {
    /// The slots; their number is a power of two.
    slots: Vec<PairRecord>,
}

impl PairCache {
    /// Adapts the size of the table to a model.
    pub(super) fn fit(&mut self, ngeom: usize, policy: &Policy) {
        let wanted = policy.records_per_geom * ngeom.next_power_of_two();
        let count = wanted.min(policy.max_records).next_power_of_two();
        if self.slots.len() != count {
            self.slots.clear();
            let nobody = PairRecord::blank([GeomId::NONE; 2]);
            self.slots.resize(count, nobody);
        }
    }

    /// The slot of a pair.
    #[inline]
    fn slot(&self, geoms: [GeomId; 2]) -> usize {
        // the high bits of the product depend on all bits of both ids
        let [g1, g2] = geoms.map(|g| u64::from(g.0.cast_unsigned()));
        let mixed = (g1 << 32 | g2).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        mixed as usize & self.slots.len().wrapping_sub(1)
    }

    /// The axis in the record of a pair; the first one if another pair occupies its slot.
    #[inline]
    pub(super) fn axis(&self, geoms: [GeomId; 2]) -> u8 {
        match self.slots.get(self.slot(geoms)) {
            Some(record) if record.geoms == geoms => record.axis,
            _ => 0,
        }
    }

    /// The record of a pair, blank if another pair occupied its slot.
    #[inline]
    pub(super) fn record(&mut self, geoms: [GeomId; 2]) -> &mut PairRecord {
        if self.slots.is_empty() {
            self.slots.push(PairRecord::blank(geoms));
        }
        let at = self.slot(geoms);
        let record = &mut self.slots[at];
        if record.geoms != geoms {
            *record = PairRecord::blank(geoms);
        }
        record
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use synovia_math::Vec3;

    #[test]
    fn a_pair_finds_its_record_until_another_takes_its_slot() {
        let mut cache = PairCache::default();
        cache.fit(2, &Policy::default());
        let pair = [GeomId(0), GeomId(1)];
        cache.record(pair).hint.direction = Vec3::X;
        assert_eq!(PairCache::default().axis(pair), 0);
        cache.record(pair).axis = 4;
        assert_eq!(cache.axis(pair), 4);
        assert_eq!(cache.record(pair).hint.direction, Vec3::X);
        assert_eq!(cache.record([GeomId(1), GeomId(0)]).axis, 0);
        for other in 10..400 {
            assert_eq!(cache.record([GeomId(0), GeomId(other)]).axis, 0);
        }
        assert_eq!(cache.record(pair).hint.direction, Vec3::ZERO);
        assert_eq!(cache.axis(pair), 0);
        assert_eq!(cache.record(pair).axis, 0);
    }

    #[test]
    fn a_table_of_any_size_has_a_place_for_every_pair() {
        for (ngeom, policy) in [
            (0, Policy::default()),
            (3000, Policy::default()),
            (9, Policy::PLAIN),
        ] {
            let mut cache = PairCache::default();
            cache.record([GeomId(7), GeomId(8)]).axis = 1;
            cache.fit(ngeom, &policy);
            for g in [-1, 0, 1, i32::MAX] {
                assert_eq!(cache.record([GeomId(g), GeomId(3)]).axis, 0);
            }
            assert!(cache.slots.len() <= policy.max_records);
        }
    }
}
