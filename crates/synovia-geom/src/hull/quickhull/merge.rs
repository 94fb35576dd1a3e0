//! Merging: facets that are not clearly convex with a neighbour become one with some neighbour.
//!
//! Rounding makes the exact hull of nearly coplanar points a matter of chance. As in section 4 of the paper, facets are
//! merged until each pair of neighbours of the new part is clearly convex:
//!
//! 1. New facets coplanar with the facet behind the horizon are merged into it.
//! 2. All pairs with a new facet are tested (`dihedral`); those that fail are proposed.
//! 3. The most urgent proposal is carried out, until none is left. A merge may leave a facet degenerate, with fewer than
//!    three neighbours, or redundant, without a corner of its own: such facets are proposed at once.
//! 4. Facets that grew are tested again, and so on from 3.
//! 5. Vertices that ended up inside an edge are dropped.
//!
//! Of a pair, that facet goes whose corners are closest to the plane of some neighbour, and it is merged into that one.

use core::cmp::Ordering;
use std::collections::BinaryHeap;

use super::Quickhull;
use super::conventions::{
    CENTRE_WEIGHT, FIT_BY_CENTRE, KEEP_CENTRE, LEAST_FACETS, LEAST_NEIGHBOURS,
};
use super::dihedral::Dihedral;
use super::ids::{FacetId, Marks};

/// Why a facet should be merged, the most urgent reason first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reason {
    /// All its corners are corners of the other.
    Redundant,
    /// It has fewer than three neighbours.
    Degenerate,
    Coplanar,
    Concave,
    Twisted,
}

/// Two facets that should be one; for a degenerate facet, itself twice.
pub(super) struct Proposal {
    reason: Reason,
    distance: f64,
    serial: usize,
    pair: [FacetId; 2],
}

impl Ord for Proposal {
    /// The greatest is the most urgent: by reason, then the smallest distance, then the latest.
    fn cmp(&self, other: &Self) -> Ordering {
        (other.reason.cmp(&self.reason))
            .then(other.distance.total_cmp(&self.distance))
            .then(self.serial.cmp(&other.serial))
    }
}

impl PartialOrd for Proposal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Proposal {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Proposal {}

/// The proposals of a round.
pub(super) struct Proposals {
    heap: BinaryHeap<Proposal>,
    serial: usize,
    /// Facets proposed as redundant or degenerate, which they are once.
    urgent: Marks<FacetId>,
}

impl Proposals {
    pub(super) fn new() -> Self {
        Self {
            heap: BinaryHeap::new(),
            serial: 0,
            urgent: Marks::new(),
        }
    }

    fn push(&mut self, reason: Reason, distance: f64, pair: [FacetId; 2]) {
        if reason <= Reason::Degenerate && !self.urgent.insert(pair[0]) {
            return;
        }
        self.serial += 1;
        self.heap.push(Proposal {
            reason,
            distance,
            serial: self.serial,
            pair,
        });
    }

    fn pop(&mut self) -> Option<Proposal> {
        let next = self.heap.pop()?;
        if next.reason <= Reason::Degenerate {
            self.urgent.remove(next.pair[0]);
        }
        Some(next)
    }
}

/// The neighbour into which a facet fits best.
struct Fit {
    into: FacetId,
    /// How badly it fits.
    distance: f64,
    /// How far its corners are below and above the plane of the neighbour.
    below: f64,
    above: f64,
}

impl Quickhull<'_> {
    /// Merges facets until those of this round are convex with their neighbours.
    ///
    /// `None` if facets would be merged that are far from one plane, or if too few would remain.
    pub(super) fn restore_convexity(&mut self) -> Option<()> {
        if self.cone_is_convex() {
            return Some(());
        }
        self.merge_coplanar_cone()?;
        self.carry_out()?;
        self.test_cone();
        while !self.proposals.heap.is_empty() {
            self.carry_out()?;
            self.test_grown();
        }
        if !self.round.absorbed.is_empty() {
            self.drop_vertices_inside_edges();
        }
        Some(())
    }

    /// Merges facets of the cone into the facets behind them that are coplanar with the apex.
    fn merge_coplanar_cone(&mut self) -> Option<()> {
        let mut any = false;
        for k in 0..self.round.cone.len() {
            let behind = self.round.behind[k];
            if self.round.coplanar.contains(behind) {
                self.merge(self.round.cone[k], behind)?;
                any = true;
            }
        }
        let mut at = self.complex.facets.round();
        while any && let Some(f) = self.complex.facets.next(&mut at) {
            if self.round.coplanar.contains(f) {
                self.propose_degenerate(f)?;
            }
        }
        Some(())
    }

    /// Carries out proposals, and those that follow from them, until none is left.
    fn carry_out(&mut self) -> Option<()> {
        while let Some(Proposal { reason, pair, .. }) = self.proposals.pop() {
            let [f, g] = pair;
            if !self.complex.facets.contains(f) {
                continue;
            }
            match reason {
                Reason::Redundant => {
                    let into = self.successor(g)?;
                    self.merge(f, into)?;
                    self.propose_degenerate(into)?;
                }
                Reason::Degenerate => {
                    if self.complex.degree(f) < LEAST_NEIGHBOURS {
                        let fit = self.best_fit(f)?;
                        self.merge_into_fit(f, &fit)?;
                    }
                }
                Reason::Coplanar | Reason::Concave | Reason::Twisted => {
                    // what grew will be tested again: whether it is coplanar is then known better
                    let untested = &self.round.untested;
                    let void = untested.contains(f) || untested.contains(g);
                    if self.complex.facets.contains(g) && !(reason == Reason::Coplanar && void) {
                        self.merge_better_fit(f, g)?;
                    }
                }
            }
        }
        Some(())
    }

    /// Tests the facets of this round with their neighbours.
    fn test_cone(&mut self) {
        self.met.clear();
        let mut at = self.complex.facets.round();
        while let Some(f) = self.complex.facets.next(&mut at) {
            self.met.insert(f);
            let mut k = 0;
            while let Some(g) = self.complex.neighbour(f, k) {
                k += 1;
                if !self.met.contains(g) {
                    self.test(f, g);
                }
            }
            self.round.untested.remove(f);
        }
    }

    /// Tests the facets that grew since they were tested, with their neighbours.
    fn test_grown(&mut self) {
        self.met.clear();
        let mut at = self.complex.facets.round();
        while let Some(f) = self.complex.facets.next(&mut at) {
            if !self.round.untested.contains(f) {
                continue;
            }
            self.met.insert(f);
            self.asked.clear();
            // QUIRK(hull-test-order): side by side, although the first test goes neighbour by neighbour
            for k in 0..self.complex.exposed(f).len() {
                let g = self.complex.across(self.complex.exposed(f)[k]);
                if !self.met.contains(g) && self.asked.insert(g) {
                    self.test(f, g);
                }
            }
            self.round.untested.remove(f);
        }
    }

    /// Proposes to merge two neighbours that are not clearly convex.
    fn test(&mut self, f: FacetId, g: FacetId) {
        let (reason, distance, pair) = match self.dihedral(f, g) {
            Dihedral::Convex => return,
            Dihedral::Coplanar(distance) => (Reason::Coplanar, distance, [f, g]),
            Dihedral::Concave(distance) => (Reason::Concave, distance, [f, g]),
            Dihedral::Twisted(distance) => (Reason::Twisted, distance, [f, g]),
            Dihedral::TwistedBack(distance) => (Reason::Twisted, distance, [g, f]),
        };
        self.proposals.push(reason, distance, pair);
    }

    /// Proposes a facet that grew if it is degenerate, and the neighbours that became redundant or degenerate.
    fn propose_degenerate(&mut self, f: FacetId) -> Option<()> {
        let sound = self.complex.degree(f) >= LEAST_NEIGHBOURS;
        if !sound {
            self.proposals.push(Reason::Degenerate, 0.0, [f, f]);
        }
        self.mark_corners(f);
        for k in 0..self.complex.degree(f) {
            let g = self.complex.neighbour(f, k)?;
            let has = |&v: &_| self.corner.contains(v);
            if sound && self.complex.corners(g).iter().all(has) {
                self.proposals.push(Reason::Redundant, 0.0, [g, f]);
            } else if self.complex.degree(g) < LEAST_NEIGHBOURS {
                self.proposals.push(Reason::Degenerate, 0.0, [g, g]);
            }
        }
        Some(())
    }

    fn mark_corners(&mut self, f: FacetId) {
        self.corner.clear();
        for &v in self.complex.corners(f) {
            self.corner.insert(v);
        }
    }

    /// Merges one of two facets, whichever fits better into some neighbour.
    fn merge_better_fit(&mut self, f: FacetId, g: FacetId) -> Option<()> {
        // order: of equal fits, an older facet goes, and of two new ones the second
        let [f, g] = if self.complex.facets.is_recent(f) {
            [f, g]
        } else {
            [g, f]
        };
        let (mine, theirs) = (self.best_fit(f)?, self.best_fit(g)?);
        if mine.distance < theirs.distance {
            self.merge_into_fit(f, &mine)
        } else {
            self.merge_into_fit(g, &theirs)
        }
    }

    fn merge_into_fit(&mut self, f: FacetId, fit: &Fit) -> Option<()> {
        let furthest = fit.above.max(-fit.below);
        if furthest > self.bounds.broken {
            return None;
        }
        self.outer = self.outer.max(fit.above);
        self.geometry[fit.into].keep_centre |= furthest > self.bounds.uneven;
        self.merge(f, fit.into)?;
        self.propose_degenerate(fit.into)
    }

    /// The neighbour into which `f` fits best, the first of equals.
    fn best_fit(&mut self, f: FacetId) -> Option<Fit> {
        let by_centre = self.complex.corners(f).len() > FIT_BY_CENTRE;
        let mut best: Option<Fit> = None;
        let mut k = 0;
        while let Some(into) = self.complex.neighbour(f, k) {
            k += 1;
            let (mut below, mut above) = (0.0, 0.0);
            let distance = if by_centre {
                let centre = self.centre(f);
                (self.geometry[into].plane.height(centre) * CENTRE_WEIGHT).abs()
            } else {
                (below, above) = self.corners_around(f, into);
                above.max(-below)
            };
            if best.as_ref().is_none_or(|best| distance < best.distance) {
                best = Some(Fit {
                    into,
                    distance,
                    below,
                    above,
                });
            }
        }
        let mut best = best?;
        if by_centre {
            (best.below, best.above) = self.corners_around(f, best.into);
        }
        Some(best)
    }

    /// How far the corners of `f` that `g` does not have are below and above the plane of `g`: at most 0, at least 0.
    fn corners_around(&mut self, f: FacetId, g: FacetId) -> (f64, f64) {
        self.mark_corners(g);
        let plane = &self.geometry[g].plane;
        let (mut below, mut above) = (0.0_f64, 0.0_f64);
        for &v in self.complex.corners(f) {
            if !self.corner.contains(v) {
                let height = plane.height(self.position(v));
                (below, above) = (below.min(height), above.max(height));
            }
        }
        (below, above)
    }

    /// Merges `f` into `into`, whose plane stays as it is.
    fn merge(&mut self, f: FacetId, into: FacetId) -> Option<()> {
        if f == into || self.complex.facets.len() <= LEAST_FACETS {
            return None;
        }
        self.move_centre(into);
        self.complex.merge(f, into)?;
        self.geometry[f].successor = Some(into);
        self.merges += 1;
        self.round.absorbed.push(f);
        self.round.grown.insert(into);
        self.round.untested.insert(into);
        Some(())
    }

    /// QUIRK(hull-stale-centre): the centre of a facet that grows is found again, but not if the facet has many corners
    /// or if corners leave its plane by more than rounding explains.
    fn move_centre(&mut self, f: FacetId) {
        let size = self.complex.corners(f).len();
        let geometry = &mut self.geometry[f];
        if geometry.centre.is_some() {
            geometry.keep_centre = size > 3 && (geometry.keep_centre || size > KEEP_CENTRE);
            if !geometry.keep_centre {
                geometry.centre = None;
            }
        }
    }

    /// Drops the vertices of facets that grew and that only two facets have.
    fn drop_vertices_inside_edges(&mut self) {
        let mut at = self.complex.facets.round();
        while let Some(f) = self.complex.facets.next(&mut at) {
            let mut k = 0;
            while self.round.grown.contains(f)
                && let Some(&v) = self.complex.corners(f).get(k)
            {
                if !self.complex.drop_inside_edge(v, f) {
                    k += 1;
                }
            }
        }
    }
}
