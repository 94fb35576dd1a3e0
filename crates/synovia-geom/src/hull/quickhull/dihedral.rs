//! Convexity test of two neighbouring facets, up to rounding.
//!
//! Two facets `f`, `g` are convex if the centre of each is below the plane of the other. With these heights,
//! `h_f(c_g)` and `h_g(c_f)`, and a band of uncertainty of ±2r:
//!
//! | heights | the pair is |
//! | --- | --- |
//! | both below the band | convex |
//! | neither above the band, at least one in it | coplanar |
//! | one above the band, one in it | twisted |
//! | one above the band, the other outside of it | concave |
//!
//! If a cone and the facets behind it are all triangles, a cheaper and more lenient test applies, because far corners
//! are three times as far from a plane as centres: the far corner of each triangle is 2r or more below its neighbour.

use synovia_math::Vec3;

use super::Quickhull;
use super::ids::{FacetId, HalfEdge};

/// Convexity of the angle between two facets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Dihedral {
    Convex,
    /// Coplanar up to rounding; the smaller absolute height.
    Coplanar(f64),
    /// Bent inwards; the larger height.
    Concave(f64),
    /// Concave with respect to the first facet, coplanar with respect to the second; the larger height.
    Twisted(f64),
    /// The same with the facets exchanged.
    TwistedBack(f64),
}

impl Dihedral {
    /// From the height of the first facet's centre above the second facet, and the reverse.
    pub(super) fn new(first: f64, second: f64, band: f64) -> Self {
        let (low, high) = (first.min(second), first.max(second));
        if high < -band {
            Self::Convex
        } else if high <= band {
            Self::Coplanar(first.abs().min(second.abs()))
        } else if low.abs() > band {
            Self::Concave(high)
        } else if first > second {
            Self::Twisted(high)
        } else {
            Self::TwistedBack(high)
        }
    }
}

impl Quickhull<'_> {
    /// Convexity of the angle between two neighbours.
    pub(super) fn dihedral(&mut self, f: FacetId, g: FacetId) -> Dihedral {
        let (mine, theirs) = (self.centre(f), self.centre(g));
        let above_theirs = self.geometry[g].plane.height(mine);
        let above_mine = self.geometry[f].plane.height(theirs);
        Dihedral::new(above_theirs, above_mine, self.bounds.visible)
    }

    /// The centre of a facet, computed from its corners when it is first needed.
    pub(super) fn centre(&mut self, f: FacetId) -> Vec3 {
        if let Some(centre) = self.geometry[f].centre {
            return centre;
        }
        let corners = self.complex.corners(f).iter();
        let centre = (self.geometry[f].plane).centre(corners.map(|&v| self.position(v)));
        self.geometry[f].centre = Some(centre);
        centre
    }

    /// True if the cone and all facets behind it are triangles, all face outwards, and no far corner is near the
    /// plane of a neighbour.
    pub(super) fn cone_is_convex(&self) -> bool {
        let round = &self.round;
        let simple = (round.behind.iter())
            .all(|&f| self.complex.is_triangle(f) && !round.coplanar.contains(f));
        let bent = |f: FacetId| {
            if round.inward.contains(f) {
                return None;
            }
            // the base is tested only from behind: the apex is known to be clearly below the facet there
            let [base, left, right] = self.complex.triangle_sides(f)?;
            Some(
                ![left, right, base.twin()]
                    .map(|h| self.is_shallow(h))
                    .contains(&true),
            )
        };
        simple && round.cone.iter().all(|&f| bent(f) == Some(true))
    }

    /// True if the corner of a triangle opposite its side `h` is less than 2r below the facet across `h`.
    fn is_shallow(&self, h: HalfEdge) -> bool {
        let corners = self.complex.corners(self.complex.owner(h));
        let far = (corners.iter()).find(|&&v| !self.complex.touches(h, v));
        let plane = &self.geometry[self.complex.across(h)].plane;
        far.is_none_or(|&v| plane.height(self.position(v)) >= -2.0 * self.bounds.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_around_the_band_are_told_apart() {
        let pair = |first, second| Dihedral::new(first, second, 2.0);
        assert_eq!(pair(-3.0, -9.0), Dihedral::Convex);
        assert_eq!(pair(-3.0, -2.0), Dihedral::Coplanar(2.0));
        assert_eq!(pair(1.0, -9.0), Dihedral::Coplanar(1.0));
        assert_eq!(pair(3.0, -9.0), Dihedral::Concave(3.0));
        assert_eq!(pair(3.0, 4.0), Dihedral::Concave(4.0));
        assert_eq!(pair(3.0, -1.0), Dihedral::Twisted(3.0));
        assert_eq!(pair(2.0, 5.0), Dihedral::TwistedBack(5.0));
    }

    #[test]
    fn a_pair_looks_the_same_from_both_sides() {
        for (first, second) in [(-3.0, -9.0), (-1.0, 1.5), (3.0, -9.0), (3.0, 4.0)] {
            let (one, other) = (
                Dihedral::new(first, second, 2.0),
                Dihedral::new(second, first, 2.0),
            );
            assert_eq!(one, other);
        }
    }
}
