//! Merging: facets that are not clearly convex with a neighbour are merged into a neighbour.
//!
//! With rounding, the exact hull of nearly coplanar points is arbitrary. As in section 4 of the paper, facets are
//! merged until each pair of neighbours in the new part is clearly convex:
//!
//! 1. New facets coplanar with the facet behind the horizon are merged into it.
//! 2. New facets that face inwards are merged into a neighbour: on a surface that is smooth up to rounding, a sliver
//!    of the cone may be flipped by the rounding of its corners.
//! 3. All pairs with a new facet are tested (`dihedral`); those that fail are proposed.
//! 4. The most urgent proposal is carried out, until none is left. A merge may leave a facet degenerate, with fewer
//!    than three neighbours, or redundant, without a corner of its own: such *flawed* facets are merged before all
//!    proposals.
//! 5. Facets that grew are tested again, and the procedure continues at 4.
//! 6. Vertices that ended up inside an edge are dropped.
//!
//! Of a pair, the facet whose corners are closer to the plane of some neighbour is merged into that neighbour.

use core::cmp::Ordering;
use std::collections::{BinaryHeap, VecDeque};

use super::Quickhull;
use super::conventions::{
    CENTRE_WEIGHT, FIT_BY_CENTRE, FIT_WHERE_BENT, KEEP_CENTRE, LEAST_FACETS, LEAST_NEIGHBOURS,
};
use super::dihedral::Dihedral;
use super::ids::{FacetId, HalfEdge, Marks, VertexId};

/// Why a facet should be merged; the most urgent reason is first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reason {
    Coplanar,
    Concave,
    Twisted,
}

/// A facet that has to be merged immediately.
#[derive(Clone, Copy)]
enum Flaw {
    /// It has fewer than three neighbours.
    Degenerate { facet: FacetId },
    /// All its corners are also corners of the other facet.
    Redundant { facet: FacetId, within: FacetId },
}

/// Two facets that should be merged.
pub(super) struct Proposal {
    reason: Reason,
    distance: f64,
    serial: usize,
    pair: [FacetId; 2],
}

impl Ord for Proposal {
    /// The maximum is the most urgent: by reason, then the smallest distance, then the latest.
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
    /// Flawed facets; the last one is merged first.
    flaws: VecDeque<Flaw>,
    /// Facets in that list.
    degenerate: Marks<FacetId>,
    redundant: Marks<FacetId>,
}

impl Proposals {
    pub(super) fn new() -> Self {
        Self {
            heap: BinaryHeap::new(),
            serial: 0,
            flaws: VecDeque::new(),
            degenerate: Marks::new(),
            redundant: Marks::new(),
        }
    }

    fn push(&mut self, reason: Reason, distance: f64, pair: [FacetId; 2]) {
        self.serial += 1;
        self.heap.push(Proposal {
            reason,
            distance,
            serial: self.serial,
            pair,
        });
    }

    fn is_flawed(&self, f: FacetId) -> bool {
        self.degenerate.contains(f) || self.redundant.contains(f)
    }

    /// Lists `facet` as redundant unless it or `within` already is.
    fn push_redundant(&mut self, facet: FacetId, within: FacetId) {
        if self.redundant.contains(facet) || self.redundant.contains(within) {
            return;
        }
        self.redundant.insert(facet);
        self.flaws.push_back(Flaw::Redundant { facet, within });
    }

    /// Lists `facet` as degenerate unless it is already listed. Redundant facets have priority, and a degenerate one
    /// found after them is merged last.
    fn push_degenerate(&mut self, facet: FacetId) {
        if self.redundant.contains(facet) || !self.degenerate.insert(facet) {
            return;
        }
        let flaw = Flaw::Degenerate { facet };
        match self.flaws.back() {
            Some(Flaw::Redundant { .. }) => self.flaws.push_front(flaw),
            _ => self.flaws.push_back(flaw),
        }
    }

    fn pop_flaw(&mut self) -> Option<Flaw> {
        let flaw = self.flaws.pop_back()?;
        let (Flaw::Degenerate { facet } | Flaw::Redundant { facet, .. }) = flaw;
        self.degenerate.remove(facet);
        self.redundant.remove(facet);
        Some(flaw)
    }
}

/// The neighbour that a facet fits best.
struct Fit {
    into: FacetId,
    /// Measure of the misfit.
    distance: f64,
    /// How far the corners of the facet are below and above the plane of the neighbour.
    below: f64,
    above: f64,
}

impl Quickhull<'_> {
    /// Merges facets until those of this round are convex with their neighbours.
    ///
    /// `None` if facets far from a common plane would be merged, or if too few would remain.
    pub(super) fn restore_convexity(&mut self) -> Option<()> {
        if self.cone_is_convex() {
            return Some(());
        }
        self.merge_coplanar_cone()?;
        self.mend()?;
        self.merge_inward()?;
        self.mend()?;
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

    /// Merges facets of the cone into the facets behind them if those are coplanar with the apex.
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
                self.find_flaws_around(f)?;
            }
        }
        Some(())
    }

    /// Merges facets of the cone that face inwards into neighbours.
    fn merge_inward(&mut self) -> Option<()> {
        let inward = |&f: &FacetId| self.round.inward.contains(f);
        let inward: Vec<FacetId> = self.complex.facets.recent().filter(inward).collect();
        for f in inward {
            if self.complex.facets.contains(f) {
                let fit = self.best_fit(f)?;
                self.merge_into_fit(f, &fit)?;
            }
        }
        Some(())
    }

    /// Merges flawed facets until none is left.
    fn mend(&mut self) -> Option<()> {
        while let Some(flaw) = self.proposals.pop_flaw() {
            let (Flaw::Degenerate { facet: f } | Flaw::Redundant { facet: f, .. }) = flaw;
            if !self.complex.facets.contains(f) {
                continue;
            }
            if let Flaw::Redundant { within, .. } = flaw {
                let into = self.successor(within)?;
                if into != f {
                    self.merge(f, into)?;
                    self.find_flaws(f, into)?;
                }
            } else if self.complex.degree(f) < LEAST_NEIGHBOURS {
                let fit = self.best_fit(f)?;
                self.merge_into_fit(f, &fit)?;
            }
        }
        Some(())
    }

    /// Carries out proposals, and merges the flawed facets that result, until none is left.
    fn carry_out(&mut self) -> Option<()> {
        while let Some(Proposal { reason, pair, .. }) = self.proposals.heap.pop() {
            let [f, g] = pair;
            if !self.complex.facets.contains(f) || !self.complex.facets.contains(g) {
                continue;
            }
            // a facet that grew will be tested again, and only then is it certain whether the pair is coplanar
            let untested = &self.round.untested;
            let void = untested.contains(f) || untested.contains(g);
            if !(reason == Reason::Coplanar && void) {
                self.merge_better_fit(f, g)?;
                self.mend()?;
            }
        }
        Some(())
    }

    /// Tests the facets of this round against their neighbours.
    fn test_cone(&mut self) {
        self.met.clear();
        let mut at = self.complex.facets.round();
        while let Some(f) = self.complex.facets.next(&mut at) {
            self.met.insert(f);
            let mut k = 0;
            while let Some(g) = self.complex.neighbour(f, k) {
                k += 1;
                if self.met.contains(g) || !self.test(f, g) {
                    continue;
                }
                let towards = |&&h: &&HalfEdge| self.complex.across(h) == f;
                if let Some(h) = self.complex.exposed(g).iter().find(towards) {
                    self.round.bent.insert(h.ridge());
                }
            }
            self.round.untested.remove(f);
        }
    }

    /// Tests the facets that grew since their last test against their neighbours.
    fn test_grown(&mut self) {
        self.met.clear();
        let mut at = self.complex.facets.round();
        while let Some(f) = self.complex.facets.next(&mut at) {
            if !self.round.untested.contains(f) {
                continue;
            }
            self.met.insert(f);
            self.asked.clear();
            // QUIRK(hull-test-order): in the order of sides, although the first test uses the order of neighbours
            for k in 0..self.complex.exposed(f).len() {
                let h = self.complex.exposed(f)[k];
                let g = self.complex.across(h);
                if self.met.contains(g) {
                    continue;
                }
                if self.asked.insert(g) && self.test(f, g) {
                    self.round.bent.insert(h.ridge());
                } else {
                    self.round.bent.remove(h.ridge());
                }
            }
            self.round.untested.remove(f);
        }
    }

    /// Proposes to merge two neighbours if they are not clearly convex; returns whether it did.
    fn test(&mut self, f: FacetId, g: FacetId) -> bool {
        let (reason, distance, pair) = match self.dihedral(f, g) {
            Dihedral::Convex => return false,
            Dihedral::Coplanar(distance) => (Reason::Coplanar, distance, [f, g]),
            Dihedral::Concave(distance) => (Reason::Concave, distance, [f, g]),
            Dihedral::Twisted(distance) => (Reason::Twisted, distance, [f, g]),
            Dihedral::TwistedBack(distance) => (Reason::Twisted, distance, [g, f]),
        };
        self.proposals.push(reason, distance, pair);
        true
    }

    /// Lists the facets that became redundant or degenerate when `gone` was merged into `into`.
    fn find_flaws(&mut self, gone: FacetId, into: FacetId) -> Option<()> {
        self.find_flaws_around(into)?;
        for k in 0..self.complex.degree(gone) {
            let g = self.complex.neighbour(gone, k)?;
            if self.complex.degree(g) < LEAST_NEIGHBOURS && !self.proposals.is_flawed(g) {
                self.proposals.push_degenerate(g);
            }
        }
        self.find_container(into)
    }

    /// Lists a facet that grew if it is degenerate, otherwise its redundant neighbours.
    fn find_flaws_around(&mut self, f: FacetId) -> Option<()> {
        if self.complex.degree(f) < LEAST_NEIGHBOURS {
            self.proposals.push_degenerate(f);
            return Some(());
        }
        self.mark_corners(f);
        for k in 0..self.complex.degree(f) {
            let g = self.complex.neighbour(f, k)?;
            let inward = &self.round.inward;
            if self.proposals.is_flawed(g) || (inward.contains(f) && !inward.contains(g)) {
                continue;
            }
            let has = |&v: &_| self.corner.contains(v);
            if self.complex.corners(g).iter().all(has) {
                self.proposals.push_redundant(g, f);
            }
        }
        Some(())
    }

    /// Lists a facet that grew if it is redundant within a neighbour. Inward-facing facets are left for later.
    fn find_container(&mut self, f: FacetId) -> Option<()> {
        if self.round.inward.contains(f) {
            return Some(());
        }
        for k in 0..self.complex.degree(f) {
            let g = self.complex.neighbour(f, k)?;
            let theirs = self.complex.corners(g);
            // corners are sorted, newest first
            let has = |v: &VertexId| theirs.binary_search_by(|w| v.cmp(w)).is_ok();
            if !self.round.inward.contains(g) && self.complex.corners(f).iter().all(has) {
                self.proposals.push_redundant(f, g);
                break;
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

    /// Merges whichever of two facets fits some neighbour better.
    fn merge_better_fit(&mut self, f: FacetId, g: FacetId) -> Option<()> {
        // order: with equal fits, an older facet is merged before a new one, and of two new ones the second
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
        self.find_flaws(f, fit.into)
    }

    /// The neighbour that `f` fits best, the first of equals.
    fn best_fit(&mut self, f: FacetId) -> Option<Fit> {
        let size = self.complex.corners(f).len();
        let by_centre = size > FIT_BY_CENTRE;
        let mut best = None;
        if size > FIT_WHERE_BENT {
            for k in 0..self.complex.exposed(f).len() {
                let h = self.complex.exposed(f)[k];
                if self.round.bent.contains(h.ridge()) {
                    self.try_fit(f, self.complex.across(h), by_centre, &mut best);
                }
            }
        }
        if best.is_none() {
            let mut k = 0;
            while let Some(into) = self.complex.neighbour(f, k) {
                k += 1;
                self.try_fit(f, into, by_centre, &mut best);
            }
        }
        let mut best = best?;
        if by_centre {
            (best.below, best.above) = self.corners_around(f, best.into);
        }
        Some(best)
    }

    /// Replaces the best fit for `f` by `into` if that fits better.
    fn try_fit(&mut self, f: FacetId, into: FacetId, by_centre: bool, best: &mut Option<Fit>) {
        // an inward-facing facet is merged into another one only if there is no alternative
        let inward = &self.round.inward;
        let outwards = |best: &Fit| !inward.contains(best.into);
        if inward.contains(f) && inward.contains(into) && best.as_ref().is_some_and(outwards) {
            return;
        }
        let (mut below, mut above) = (0.0, 0.0);
        let distance = if by_centre {
            let centre = self.centre(f);
            (self.geometry[into].plane.height(centre) * CENTRE_WEIGHT).abs()
        } else {
            (below, above) = self.corners_around(f, into);
            above.max(-below)
        };
        if best.as_ref().is_none_or(|best| distance < best.distance) {
            *best = Some(Fit {
                into,
                distance,
                below,
                above,
            });
        }
    }

    /// Extent of the corners of `f` that are not in `g` below (≤ 0) and above (≥ 0) the plane of `g`.
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

    /// Merges `f` into `into`, whose plane is unchanged.
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

    /// QUIRK(hull-stale-centre): the centre of a facet that grows is recomputed, unless the facet has many corners or
    /// its corners deviate from its plane by more than rounding explains.
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

    /// Drops vertices of grown facets that belong to only two facets.
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
