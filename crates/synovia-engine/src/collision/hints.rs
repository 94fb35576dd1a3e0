//! What is remembered about pairs of convex geoms from step to step: a plane that was between them.
//!
//! A fixed number of places in small shelves; a pair always goes to the same shelf, where the newest pair pushes out the
//! oldest. A hint can only save work, so it does not matter which pair loses its place.

use synovia_geom::collide::convex::Hint;
use synovia_model::id::GeomId;

/// Pairs on a shelf.
const SHELF: usize = 4;
/// Shelves for each geom.
const SHELVES_PER_GEOM: usize = 8;
/// Most shelves; a power of two.
const MAX_SHELVES: usize = 1 << 14;

/// A pair and its hint.
type Place = ([GeomId; 2], Hint);

/// The hints of all pairs.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    shelves: Vec<[Place; SHELF]>,
}

impl Hints {
    /// The hint of a pair, blank if there is none; `ngeom` is the number of geoms of the model.
    #[inline]
    pub fn of(&mut self, geoms: [GeomId; 2], ngeom: usize) -> &mut Hint {
        let count = (SHELVES_PER_GEOM * ngeom.next_power_of_two()).min(MAX_SHELVES);
        if self.shelves.len() != count {
            self.shelves.clear();
            let empty = ([GeomId::NONE; 2], Hint::default());
            self.shelves.resize(count, [empty; SHELF]);
        }
        // the high bits of the product depend on all bits of both
        let [g1, g2] = geoms.map(|g| u64::from(g.0.cast_unsigned()));
        let mixed = (g1 << 32 | g2).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let shelf = &mut self.shelves[mixed as usize & (count - 1)];
        let at = shelf
            .iter()
            .position(|place| place.0 == geoms)
            .unwrap_or_else(|| {
                shelf.rotate_right(1);
                shelf[0] = (geoms, Hint::default());
                0
            });
        &mut shelf[at].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use synovia_math::Vec3;

    #[test]
    fn a_pair_finds_its_hint_until_newer_ones_push_it_out() {
        let mut hints = Hints::default();
        let pair = [GeomId(0), GeomId(1)];
        hints.of(pair, 2).direction = Vec3::X;
        assert_eq!(hints.of(pair, 2).direction, Vec3::X);
        assert_eq!(hints.of([GeomId(0), GeomId(9)], 2).direction, Vec3::ZERO);
        assert_eq!(hints.of(pair, 2).direction, Vec3::X);
        for other in 10..200 {
            hints.of([GeomId(0), GeomId(other)], 2);
        }
        assert_eq!(hints.of(pair, 2).direction, Vec3::ZERO);
    }
}
