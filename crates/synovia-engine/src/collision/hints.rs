//! What is remembered about pairs of convex geoms from step to step: a plane that was between them.
//!
//! A fixed number of places, each for the last pair that came to it. A hint can only save work, so it does not matter
//! which pair loses its place.

use synovia_geom::collide::convex::Hint;
use synovia_model::id::GeomId;

/// Places for each geom; a power of two.
const PLACES_PER_GEOM: usize = 4;
/// Most places; a power of two.
const MAX_PLACES: usize = 1 << 16;

/// The hints of all pairs.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    places: Vec<([GeomId; 2], Hint)>,
}

impl Hints {
    /// The hint of a pair, blank if there is none; `ngeom` is the number of geoms of the model.
    #[inline]
    pub fn of(&mut self, geoms: [GeomId; 2], ngeom: usize) -> &mut Hint {
        let count = (PLACES_PER_GEOM * ngeom.next_power_of_two()).min(MAX_PLACES);
        if self.places.len() != count {
            self.places.clear();
            (self.places).resize(count, ([GeomId::NONE; 2], Hint::default()));
        }
        let [g1, g2] = geoms.map(|g| g.0 as usize);
        let at = (g1.wrapping_mul(0x9e37_79b1) ^ g2) & (count - 1);
        let place = &mut self.places[at];
        if place.0 != geoms {
            *place = (geoms, Hint::default());
        }
        &mut place.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use synovia_math::Vec3;

    #[test]
    fn a_pair_finds_its_hint_until_another_takes_the_place() {
        let mut hints = Hints::default();
        let pair = [GeomId(0), GeomId(1)];
        hints.of(pair, 2).direction = Vec3::X;
        assert_eq!(hints.of(pair, 2).direction, Vec3::X);
        assert_eq!(hints.of([GeomId(0), GeomId(9)], 2).direction, Vec3::ZERO);
        assert_eq!(hints.of(pair, 2).direction, Vec3::ZERO);
    }
}
