//! Whether two neighbouring facets are convex, as far as rounding can tell.
//!
//! Two facets `f`, `g` are convex if the centre of each is below the other. With `h_f(c_g)`, `h_g(c_f)` these heights
//! and a band of uncertainty of 2r around zero:
//!
//! | heights | the pair is |
//! | --- | --- |
//! | both below the band | convex |
//! | none above the band, one in it | coplanar |
//! | one above the band, one in it | twisted |
//! | one above the band, one outside of it | concave |
//!
//! A cone of triangles among triangles has a cheaper test, which is also more lenient, because far corners are three
//! times as far from a plane as centres: each triangle has its far corner 2r or more below its neighbour.

use synovia_math::Vec3;

use super::Quickhull;
use super::ids::{FacetId, HalfEdge};

/// How two facets meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Dihedral {
    Convex,
    /// In one plane to rounding; the smaller of the two heights, without sign.
    Coplanar(f64),
    /// Bent inwards; the larger height.
    Concave(f64),
    /// Concave seen from the first facet, coplanar seen from the second; the larger height.
    Twisted(f64),
    /// The same, seen from the second and the first.
    TwistedBack(f64),
}

impl Dihedral {
    /// From the height of the first facet's centre above the second, and that of the second's above the first.
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
    /// How two neighbours meet.
    pub(super) fn dihedral(&mut self, f: FacetId, g: FacetId) -> Dihedral {
        let (mine, theirs) = (self.centre(f), self.centre(g));
        let above_theirs = self.geometry[g].plane.height(mine);
        let above_mine = self.geometry[f].plane.height(theirs);
        Dihedral::new(above_theirs, above_mine, self.bounds.visible)
    }

    /// The centre of a facet: where its corners are when it is first asked for.
    pub(super) fn centre(&mut self, f: FacetId) -> Vec3 {
        if let Some(centre) = self.geometry[f].centre {
            return centre;
        }
        let corners = self.complex.corners(f).iter();
        let centre = (self.geometry[f].plane).centre(corners.map(|&v| self.position(v)));
        self.geometry[f].centre = Some(centre);
        centre
    }

    /// True if the cone and all facets behind it are triangles, all face outwards, and no far corner is near the plane
    /// of a neighbour.
    pub(super) fn cone_is_convex(&self) -> bool {
        let round = &self.round;
        let simple = (round.behind.iter())
            .all(|&f| self.complex.is_triangle(f) && !round.coplanar.contains(f));
        let bent = |f: FacetId| {
            if round.inward.contains(f) {
                return None;
            }
            // the base is looked at from behind: the apex is below the facet there already
            let [base, left, right] = self.complex.triangle_sides(f)?;
            Some(
                ![left, right, base.twin()]
                    .map(|h| self.is_shallow(h))
                    .contains(&true),
            )
        };
        simple && round.cone.iter().all(|&f| bent(f) == Some(true))
    }

    /// True if the corner of a triangle opposite to its side `h` is not 2r below the facet across.
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
