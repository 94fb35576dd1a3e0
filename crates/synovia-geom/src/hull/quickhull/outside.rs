//! Outside sets: the points above each facet.
//!
//! A point outside the hull belongs to the outside set of one facet below it. When that facet leaves the hull, the
//! point is located again among the facets of the round, starting at the facet that replaced the old one:
//!
//! | search | method | used if |
//! | --- | --- | --- |
//! | ascend | from neighbour to neighbour while the height increases | the cone consists of triangles whose normals share an octant |
//! | scan | all facets of the round | otherwise |
//! | flood | all facets connected to the best one that are nearly as far below the point | no facet found so far is 4r below it |
//!
//! The search ends at the first facet that is clearly below the point. A point less than 4r above the best facet is
//! inside for good; the largest height of such points and of merged vertices above their facets is `outer`, the
//! offset of the outer planes. Points less than 35r below the best facet are kept as near points, and so are vertices
//! that left the hull: when their facet leaves the hull, they may turn out to be far above another one, or beyond an
//! edge, and are outside again.

use synovia_math::Vec3;

use super::Quickhull;
use super::conventions::{FAR_ABOVE, UNEVEN_AFTER};
use super::ids::{FacetId, Id};

/// A point above a facet.
#[derive(Clone, Copy)]
pub(super) struct Furthest {
    pub point: u32,
    pub height: f64,
}

/// The points above one facet.
#[derive(Default)]
pub(super) struct OutsideSet {
    /// All points except the furthest.
    pub rest: Vec<u32>,
    pub furthest: Option<Furthest>,
    /// Points that are close to the facet but not above it, the highest last.
    pub near: Vec<u32>,
}

impl OutsideSet {
    fn insert(&mut self, point: u32, height: f64) {
        match self.furthest {
            // order: of equal heights, the first remains the furthest
            Some(furthest) if height <= furthest.height => self.rest.push(point),
            before => {
                self.rest.extend(before.map(|furthest| furthest.point));
                self.furthest = Some(Furthest { point, height });
            }
        }
    }
}

/// A facet, and the height of a given point above it.
#[derive(Clone, Copy)]
struct Below {
    facet: FacetId,
    height: f64,
}

/// Search method for the points of a round.
struct Locator {
    /// Scan from the start instead of ascending.
    scan: bool,
    /// Whether the cone is too sharp for ascending is already known.
    known: bool,
}

impl Quickhull<'_> {
    /// The next point to be added, the furthest of the first facet with an outside set, and that facet.
    pub(super) fn next_point(&mut self) -> Option<(u32, FacetId)> {
        while let Some(f) = self.complex.facets.front() {
            if let Some(furthest) = self.outside[f].furthest.take() {
                return Some((furthest.point, f));
            }
            self.complex.facets.pass(f);
        }
        None
    }

    /// Fills the outside sets of the first simplex: a point goes to the first facet clearly below it, otherwise to the best.
    pub(super) fn distribute(&mut self, simplex: &[u32; 4]) {
        let mut left: Vec<u32> = (0..self.points.len() as u32)
            .filter(|k| !simplex.contains(k))
            .collect();
        let clear = self.clear_height();
        for f in (0..4).map(FacetId::nth) {
            let (plane, outside) = (self.geometry[f].plane, &mut self.outside[f]);
            left.retain(|&k| {
                let height = plane.height(self.points[k as usize]);
                if height >= clear {
                    outside.insert(k, height);
                }
                height < clear
            });
        }
        let mut locator = Locator {
            scan: true,
            known: true,
        };
        for k in left {
            self.place(k, FacetId::nth(0), &mut locator);
        }
    }

    /// Moves the points of facets that left the hull in this round to other facets, and locates the vertices that
    /// left it. `known` is the value of `outer` before the round. `None` if there is no facet to start at.
    pub(super) fn redistribute(&mut self, known: f64) -> Option<()> {
        let uneven = self.merges > UNEVEN_AFTER;
        let complex = &self.complex;
        let mut locator = Locator {
            scan: uneven || complex.facets.recent().any(|f| !complex.is_triangle(f)),
            known: false,
        };
        // order: outside points
        for at in 0..self.round.absorbed.len() + self.round.visible.len() {
            let f = match self.round.absorbed.len().checked_sub(at + 1) {
                Some(k) => self.round.absorbed[k],
                None => self.round.visible[at - self.round.absorbed.len()],
            };
            let OutsideSet {
                rest,
                furthest,
                near,
            } = core::mem::take(&mut self.outside[f]);
            if rest.is_empty() && furthest.is_none() && near.is_empty() {
                continue;
            }
            let start = match self.successor(f) {
                Some(facet) => facet,
                None => self.complex.facets.recent().next()?,
            };
            for k in rest.into_iter().chain(furthest.map(|far| far.point)) {
                self.place(k, start, &mut locator);
            }
            for k in near {
                let p = self.points[k as usize];
                let best = if locator.scan {
                    self.scan::<true>(p, start)
                } else {
                    self.ascend::<true>(p, self.below(p, start))
                };
                self.place_near(k, start, best, known, &mut locator);
            }
        }
        for at in 0..self.complex.buried.len() {
            let start = self.complex.facets.recent().next()?;
            let k = self.complex.vertex[self.complex.buried[at]].point;
            let best = self.scan::<true>(self.points[k as usize], start);
            self.place_near(k, start, best, known, &mut locator);
        }
        Some(())
    }

    /// Locates a near point, or a vertex that left the hull, starting at the best facet so far. It is outside only if
    /// the best facet is beyond an edge as seen from `start`, or far below the point.
    fn place_near(
        &mut self,
        k: u32,
        start: FacetId,
        best: Below,
        known: f64,
        locator: &mut Locator,
    ) {
        let best = self.flood(self.points[k as usize], best);
        let normal = |f: FacetId| self.geometry[f].plane.normal;
        let beyond = || best.facet != start && normal(start).dot(normal(best.facet)) < 0.0;
        let far = FAR_ABOVE * known.max(2.0 * self.bounds.outside);
        let out = best.height > self.outer && (best.height > far || beyond());
        if !out || self.returns == 0 {
            self.keep_near(k, best);
            return;
        }
        self.returns -= 1;
        let mut again = Locator {
            scan: false,
            known: locator.known,
        };
        self.place(k, best.facet, &mut again);
        locator.known |= again.known && !again.scan;
    }

    /// The facet of the hull that replaced `f`, possibly over several replacements.
    pub(super) fn successor(&self, mut f: FacetId) -> Option<FacetId> {
        while !self.complex.facets.contains(f) {
            f = self.geometry[f].successor?;
        }
        Some(f)
    }

    /// Puts a point into an outside set, or drops it as interior.
    fn place(&mut self, k: u32, start: FacetId, locator: &mut Locator) {
        let Below { facet, height } = self.locate(self.points[k as usize], start, locator);
        if height < self.bounds.outside {
            self.keep_near(k, Below { facet, height });
            return;
        }
        // QUIRK(hull-idle-facet): an older facet without outside points moves to the end of the order, unless it is
        // the next one
        let facets = &mut self.complex.facets;
        let idle = self.outside[facet].furthest.is_none() && !facets.is_recent(facet);
        if idle && facets.front() != Some(facet) {
            facets.push(facet);
        }
        self.outside[facet].insert(k, height);
    }

    /// Lists an interior point as near its facet, if it is near.
    fn keep_near(&mut self, k: u32, Below { facet, height }: Below) {
        if height < -self.bounds.near {
            return;
        }
        self.outer = self.outer.max(height);
        let near = &mut self.outside[facet].near;
        let plane = &self.geometry[facet].plane;
        // order: the highest point is last; of equal heights, the first one
        let lower = |&last: &u32| plane.height(self.points[last as usize]) < height;
        let at = if near.last().is_none_or(lower) {
            near.len()
        } else {
            near.len() - 1
        };
        near.insert(at, k);
    }

    /// A facet below `p`, or the best one found.
    fn locate(&mut self, p: Vec3, mut start: FacetId, locator: &mut Locator) -> Below {
        if !locator.scan {
            let best = self.ascend::<false>(p, self.below(p, start));
            if best.height >= self.bounds.outside {
                return best;
            }
            if best.height < -self.bounds.height && !locator.known {
                locator.known = true;
                locator.scan = self.is_sharp();
            }
            if !locator.scan {
                return self.flood(p, best);
            }
            start = best.facet;
        }
        let best = self.scan::<false>(p, start);
        if best.height >= self.clear_height() {
            best
        } else {
            self.flood(p, best)
        }
    }

    fn below(&self, p: Vec3, facet: FacetId) -> Below {
        let height = self.geometry[facet].plane.height(p);
        Below { facet, height }
    }

    /// Moves from neighbour to neighbour as long as the height increases: over facets of the round until one is below
    /// the point, or, with `TO_THE_TOP`, over all facets to the maximum.
    fn ascend<const TO_THE_TOP: bool>(&mut self, p: Vec3, start: Below) -> Below {
        let enough = if TO_THE_TOP {
            f64::INFINITY
        } else {
            self.bounds.outside
        };
        self.met.clear();
        self.met.insert(start.facet);
        let mut best = start;
        let mut k = 0;
        while best.height < enough
            && let Some(g) = self.complex.neighbour(best.facet, k)
        {
            k += 1;
            if (TO_THE_TOP || self.complex.facets.is_recent(g)) && self.met.insert(g) {
                let next = self.below(p, g);
                if next.height > best.height {
                    (best, k) = (next, 0);
                }
            }
        }
        best
    }

    /// The best facet of the round, from `start` to the last and then from the first to `start`. Unless `TO_THE_END`,
    /// the search ends at the first facet clearly below the point.
    fn scan<const TO_THE_END: bool>(&self, p: Vec3, start: FacetId) -> Below {
        let clear = self.clear_height();
        let facets = &self.complex.facets;
        let middle = facets.position(start);
        let mut best = Below {
            facet: start,
            height: f64::MIN,
        };
        for (mut at, end) in [(middle, usize::MAX), (facets.round(), middle)] {
            while at < end
                && let Some(f) = facets.next(&mut at)
                && at <= end
            {
                let next = self.below(p, f);
                if next.height > best.height {
                    best = next;
                    if !TO_THE_END && best.height >= clear {
                        return best;
                    }
                }
            }
        }
        best
    }

    /// The best facet that is reachable from `start` over facets nearly as good as the best one before them.
    fn flood(&mut self, p: Vec3, start: Below) -> Below {
        let margin = self.margin(self.outer + 2.0 * self.bounds.height + self.bounds.visible);
        let mut best = start;
        self.met.clear();
        self.met.insert(start.facet);
        self.todo.clear();
        self.todo.push(start.facet);
        while let Some(f) = self.todo.pop() {
            let mut waiting = self.todo.len();
            let mut k = 0;
            while let Some(g) = self.complex.neighbour(f, k) {
                k += 1;
                if !self.met.insert(g) {
                    continue;
                }
                let next = self.below(p, g);
                if next.height > best.height + margin {
                    // waiting facets are out of reach now; order: except the neighbour before this one, which is still visited
                    let before = self.todo.drain(waiting..).next_back();
                    self.todo.clear();
                    self.todo.extend(before);
                    waiting = 0;
                }
                if next.height > best.height {
                    best = next;
                }
                if next.height >= best.height - margin {
                    self.todo.push(g);
                }
            }
        }
        best
    }

    /// Height above a facet at which no other facet needs to be tested.
    fn clear_height(&self) -> f64 {
        self.margin((2.0 * self.bounds.outside).max(self.outer))
    }

    /// A distance, doubled once merges have made the facets uneven.
    fn margin(&self, distance: f64) -> f64 {
        if self.merges > UNEVEN_AFTER {
            2.0 * distance
        } else {
            distance
        }
    }

    /// True if the normals of the facets of this round are in different octants.
    fn is_sharp(&self) -> bool {
        let mut octants = (self.complex.facets.recent()).map(|f| self.geometry[f].plane.octant());
        let first = octants.next();
        octants.any(|octant| Some(octant) != first)
    }
}
