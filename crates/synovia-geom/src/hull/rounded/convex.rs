//! Facets that are not clearly convex with a neighbour become one with it.
//!
//! With `c` the centre of a facet and `h` the height above the other, two neighbours `f`, `g` are judged by the pair
//! `h_g(c_f)`, `h_f(c_g)`; the band of uncertainty is 2r:
//!
//! | heights | verdict |
//! | --- | --- |
//! | both below −2r | convex |
//! | both at most 2r, one of them in the band | flat |
//! | one above 2r, the other in the band | twisted |
//! | one above 2r, the other outside of the band | concave |
//!
//! All pairs to be united wait in one queue. First come facets that lost their last corner of their own, then those with
//! fewer than three neighbours, then flat pairs, then concave and twisted ones; in each class the smallest height first,
//! and of equals the one found last. A facet that changed is judged again when the queue is empty; until then its flat
//! pairs are void.
//!
//! A pair becomes one by letting go of the facet that fits best into some neighbour, which need not be the other.

use core::cmp::Ordering;

use synovia_math::Vec3;

use super::Growth;
use super::ids::FacetId;

/// A facet with more corners than this is judged by its centre alone.
const MANY: usize = 2 * 3 + 20;

/// Why a facet should be united with a neighbour, most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cause {
    /// All its corners are corners of the other.
    Swallowed,
    /// It has fewer than three neighbours.
    Starved,
    /// The two are in one plane, to rounding.
    Flat,
    /// They are concave.
    Concave,
    /// From one of them the pair looks concave, from the other flat.
    Twisted,
}

/// Two facets that should be one.
pub struct Candidate {
    cause: Cause,
    distance: f64,
    turn: usize,
    pair: [FacetId; 2],
}

impl Ord for Candidate {
    /// The greatest candidate is the most urgent one.
    fn cmp(&self, other: &Self) -> Ordering {
        let cause = other.cause.cmp(&self.cause);
        let distance = other.distance.total_cmp(&self.distance);
        cause.then(distance).then(self.turn.cmp(&other.turn))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Candidate {}

/// The neighbour into which a facet fits best.
struct Fit {
    into: FacetId,
    distance: f64,
    span: [f64; 2],
}

impl Growth<'_> {
    /// Makes the new part of the hull convex.
    pub fn make_convex(&mut self) -> Option<()> {
        if self.clearly_convex()? {
            return Some(());
        }
        let before = self.merges;
        self.flatten_level()?;
        self.work_off()?;
        self.judge(true)?;
        while !self.queue.is_empty() {
            self.work_off()?;
            self.judge(false)?;
        }
        if self.merges > before {
            self.straighten();
        }
        Some(())
    }

    /// True if around every new triangle there are triangles, with their far corners well below.
    fn clearly_convex(&self) -> Option<bool> {
        let mut at = self.facets.mark();
        while let Some(f) = self.facets.next(&mut at) {
            let facet = &self.facet[f];
            if facet.plane.is_none() || !self.facet[facet.around[0]].plain {
                return Some(false);
            }
        }
        let low = -2.0 * self.tol.round;
        let mut at = self.facets.mark();
        while let Some(f) = self.facets.next(&mut at) {
            let facet = &self.facet[f];
            for k in 1..3 {
                if self.height(self.at(facet.corners[k]), facet.around[k])? >= low {
                    return Some(false);
                }
            }
            let behind = &self.facet[facet.around[0]];
            let far = behind.corners.iter().find(|v| !facet.corners.contains(v))?;
            if self.height(self.at(*far), f)? >= low {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Triangles of the cone in the plane of the facet behind them become part of it.
    fn flatten_level(&mut self) -> Option<()> {
        let mut any = false;
        let mut at = self.facets.mark();
        while let Some(f) = self.facets.next(&mut at) {
            if self.facet[f].plane.is_none() {
                any = true;
                let behind = *self.facet[f].around.first()?;
                self.unite(f, behind)?;
            }
        }
        let mut at = self.facets.mark();
        while any && let Some(f) = self.facets.next(&mut at) {
            if core::mem::take(&mut self.facet[f].level) {
                self.check_around(f);
            }
        }
        Some(())
    }

    /// Unites what is queued, and what that brings up.
    fn work_off(&mut self) -> Option<()> {
        while let Some(next) = self.queue.pop() {
            let [f, g] = next.pair;
            if !self.facets.contains(f) {
                continue;
            }
            match next.cause {
                Cause::Swallowed => {
                    let into = self.heir(g)?;
                    self.unite(f, into)?;
                    self.check_around(into);
                }
                Cause::Starved if self.facet[f].around.len() < 3 => {
                    let fit = self.best_fit(f)?;
                    self.unite_fit(f, &fit)?;
                }
                Cause::Flat if self.facet[f].changed || self.facet[g].changed => {}
                Cause::Flat | Cause::Concave | Cause::Twisted if self.facets.contains(g) => {
                    self.unite_best(f, g)?;
                }
                _ => {}
            }
        }
        Some(())
    }

    /// Queues a pair. A facet is swallowed or starved once.
    pub fn want(&mut self, cause: Cause, distance: f64, pair: [FacetId; 2]) {
        let twice = |other: &Candidate| other.cause <= Cause::Starved && other.pair[0] == pair[0];
        if cause <= Cause::Starved && self.queue.iter().any(twice) {
            return;
        }
        self.queued += 1;
        self.queue.push(Candidate {
            cause,
            distance,
            turn: self.queued,
            pair,
        });
    }

    /// Judges each pair of a new facet, or of one that changed, and a facet beside it.
    fn judge(&mut self, all: bool) -> Option<()> {
        self.met.clear();
        let mut at = self.facets.mark();
        while let Some(f) = self.facets.next(&mut at) {
            if !all && !self.facet[f].changed {
                continue;
            }
            self.met.insert(f);
            self.asked.clear();
            // order: at first by the neighbours, then by the sides
            let facet = &self.facet[f];
            let n = if all {
                facet.around.len()
            } else {
                facet.sides.len()
            };
            for k in 0..n {
                let facet = &self.facet[f];
                let g = if all {
                    facet.around[k]
                } else {
                    facet.sides[k].across
                };
                if !self.met.contains(g) && self.asked.insert(g) {
                    self.judge_pair(f, g)?;
                }
            }
            self.facet[f].changed = false;
        }
        Some(())
    }

    fn judge_pair(&mut self, f: FacetId, g: FacetId) -> Option<()> {
        let band = self.tol.visible;
        let (mine, theirs) = (self.center(f)?, self.center(g)?);
        let [down, up] = [self.height(mine, g)?, self.height(theirs, f)?];
        let (low, high) = (down.min(up), down.max(up));
        if high < -band {
            return Some(());
        }
        if high <= band {
            self.want(Cause::Flat, down.abs().min(up.abs()), [f, g]);
        } else if low.abs() > band {
            self.want(Cause::Concave, high, [f, g]);
        } else if down > up {
            self.want(Cause::Twisted, high, [f, g]);
        } else {
            self.want(Cause::Twisted, high, [g, f]);
        }
        Some(())
    }

    fn center(&mut self, f: FacetId) -> Option<Vec3> {
        let facet = &self.facet[f];
        if facet.center.is_none() {
            let center = facet
                .plane?
                .center(facet.corners.iter().map(|&v| self.at(v)));
            self.facet[f].center = Some(center);
        }
        self.facet[f].center
    }

    /// Unites one of two facets, a new one first, with the neighbour where it fits best.
    fn unite_best(&mut self, f: FacetId, g: FacetId) -> Option<()> {
        let [f, g] = if self.facets.is_new(f) {
            [f, g]
        } else {
            [g, f]
        };
        let (a, b) = (self.best_fit(f)?, self.best_fit(g)?);
        let (out, fit) = if a.distance < b.distance {
            (f, a)
        } else {
            (g, b)
        };
        self.unite_fit(out, &fit)
    }

    fn unite_fit(&mut self, f: FacetId, fit: &Fit) -> Option<()> {
        let [low, high] = fit.span;
        let most = high.max(-low);
        if most > self.tol.broken {
            return None;
        }
        self.tallest = self.tallest.max(high);
        self.facet[fit.into].keep_center |= most > self.tol.wide;
        self.unite(f, fit.into)?;
        self.check_around(fit.into);
        Some(())
    }

    fn best_fit(&mut self, f: FacetId) -> Option<Fit> {
        let by_center = self.facet[f].corners.len() > MANY;
        let mut best: Option<Fit> = None;
        for k in 0..self.facet[f].around.len() {
            let into = self.facet[f].around[k];
            let span = if by_center {
                let center = self.center(f)?;
                [self.height(center, into)? * 3.0; 2]
            } else {
                self.span(f, into)?
            };
            let distance = span[1].max(-span[0]);
            if best.as_ref().is_none_or(|best| distance < best.distance) {
                best = Some(Fit {
                    into,
                    distance,
                    span,
                });
            }
        }
        let mut best = best?;
        if by_center {
            best.span = self.span(f, best.into)?;
        }
        Some(best)
    }

    /// How far the corners of `f` that `g` has not are below and above `g`.
    fn span(&mut self, f: FacetId, g: FacetId) -> Option<[f64; 2]> {
        self.known.clear();
        for &v in &self.facet[g].corners {
            self.known.insert(v);
        }
        let mut span = [0.0_f64; 2];
        for &v in &self.facet[f].corners {
            if !self.known.contains(v) {
                let height = self.height(self.at(v), g)?;
                span = [span[0].min(height), span[1].max(height)];
            }
        }
        Some(span)
    }
}
