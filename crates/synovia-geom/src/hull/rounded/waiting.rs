//! Points outside the hull, each waiting at a facet below it.
//!
//! A point waits at one facet only. When that facet leaves the hull, the point is looked for a new place among the
//! facets of the round: by climbing from neighbour to neighbour while the height grows, or, where the cone is sharp or
//! polygons make climbing unreliable, by looking at all of them. The first facet clearly below the point will do. If
//! none is, the highest of those around decides, and a point less than 4r above all of them is inside for good.

use synovia_math::Vec3;

use super::Growth;
use super::ids::{FacetId, Id};

/// After this many merges facets are too irregular for climbing.
const IRREGULAR: usize = 50;

/// The points above one facet.
#[derive(Default)]
pub struct Waiting {
    others: Vec<u32>,
    furthest: Option<(u32, f64)>,
}

impl Waiting {
    pub fn add(&mut self, point: u32, height: f64) {
        match self.furthest {
            Some((_, highest)) if height <= highest => self.others.push(point),
            before => {
                self.others.extend(before.map(|(k, _)| k));
                self.furthest = Some((point, height));
            }
        }
    }

    /// The height of the furthest point.
    pub fn height(&self) -> Option<f64> {
        self.furthest.map(|(_, height)| height)
    }

    pub fn clear(&mut self) {
        self.others.clear();
        self.furthest = None;
    }
}

/// How points look for their place in a round.
#[derive(Clone, Copy, PartialEq)]
enum Search {
    /// By climbing; the cone may be sharp.
    Climb,
    /// By climbing; the cone is not sharp.
    ClimbBlunt,
    /// By looking at all new facets.
    All,
}

impl Growth<'_> {
    /// The furthest point of the first facet in line where one waits.
    pub fn next_point(&mut self) -> Option<(u32, FacetId)> {
        while let Some(f) = self.facets.peek(self.turn) {
            if let Some((point, _)) = self.facet[f].waiting.furthest.take() {
                return Some((point, f));
            }
            self.turn = self.facets.place(f) + 1;
        }
        None
    }

    /// Gives every point to the first face of the simplex that is clearly below it, or to the highest.
    pub fn settle_all(&mut self, simplex: &[u32; 4]) -> Option<()> {
        let mut left: Vec<u32> = (0..self.point.len() as u32)
            .filter(|k| !simplex.contains(k))
            .collect();
        let clear = self.clearly_outside();
        for f in (0..4).map(FacetId::nth) {
            let facet = &mut self.facet[f];
            let plane = facet.plane?;
            left.retain(|&k| {
                let height = plane.height(self.point[k as usize]);
                if height >= clear {
                    facet.waiting.add(k, height);
                }
                height < clear
            });
        }
        let first = self.facets.peek(0)?;
        for k in left {
            self.settle(k, first, &mut Search::All)?;
        }
        Some(())
    }

    /// Points of facets that are gone move to new ones.
    pub fn resettle(&mut self) -> Option<()> {
        let mut at = self.facets.mark();
        let mut polygons = false;
        while let Some(f) = self.facets.next(&mut at) {
            polygons |= !self.facet[f].plain;
        }
        let mut search = if polygons || self.merges > IRREGULAR {
            Search::All
        } else {
            Search::Climb
        };
        // order: the facet merged last comes first, then the hidden ones as they were found
        for at in 0..self.merged.len() + self.hidden.len() {
            let f = match self.merged.len().checked_sub(at + 1) {
                Some(k) => self.merged[k],
                None => self.hidden[at - self.merged.len()],
            };
            let Waiting { others, furthest } = core::mem::take(&mut self.facet[f].waiting);
            if others.is_empty() && furthest.is_none() {
                continue;
            }
            let start = match self.heir(f) {
                Some(heir) => heir,
                None => self.facets.peek(self.facets.mark())?,
            };
            for k in others.into_iter().chain(furthest.map(|(k, _)| k)) {
                self.settle(k, start, &mut search)?;
            }
        }
        Some(())
    }

    /// A height at which no other facet needs to be asked.
    fn clearly_outside(&self) -> f64 {
        self.doubled((2.0 * self.tol.outside).max(self.tallest))
    }

    /// A distance, doubled when facets are irregular.
    fn doubled(&self, distance: f64) -> f64 {
        if self.merges > IRREGULAR {
            2.0 * distance
        } else {
            distance
        }
    }

    /// Finds the facet where a point waits, near `start`.
    fn settle(&mut self, k: u32, start: FacetId, search: &mut Search) -> Option<()> {
        let (f, height) = self.locate(self.point[k as usize], start, search)?;
        if height < self.tol.outside {
            if height >= -self.tol.visible {
                self.tallest = self.tallest.max(height);
            }
            return Some(());
        }
        // an old facet that had nothing to do takes its turn at the end
        let idle = self.facet[f].waiting.furthest.is_none();
        if idle && !self.facets.is_new(f) && self.facets.peek(self.turn) != Some(f) {
            self.facets.push(f);
        }
        self.facet[f].waiting.add(k, height);
        Some(())
    }

    /// A facet below `p`, or the highest there is, and the height above it.
    fn locate(
        &mut self,
        p: Vec3,
        mut start: FacetId,
        search: &mut Search,
    ) -> Option<(FacetId, f64)> {
        if *search != Search::All {
            let (f, height) = self.climb(p, start)?;
            if height >= self.tol.outside {
                return Some((f, height));
            }
            if height < -self.tol.round && *search == Search::Climb {
                *search = if self.sharp()? {
                    Search::All
                } else {
                    Search::ClimbBlunt
                };
            }
            if *search != Search::All {
                return self.spread(p, f, height);
            }
            start = f;
        }

        let clear = self.clearly_outside();
        let (mut best, mut highest) = (start, f64::MIN);
        let place = self.facets.place(start);
        for (mut at, end) in [(place, usize::MAX), (self.facets.mark(), place)] {
            while at < end
                && let Some(f) = self.facets.next(&mut at)
                && at <= end
            {
                let height = self.height(p, f)?;
                if height > highest {
                    (best, highest) = (f, height);
                    if height >= clear {
                        return Some((best, highest));
                    }
                }
            }
        }
        self.spread(p, best, highest)
    }

    /// Walks over new facets towards higher ones, until one is below the point or none is higher.
    fn climb(&mut self, p: Vec3, start: FacetId) -> Option<(FacetId, f64)> {
        let (mut best, mut highest) = (start, self.height(p, start)?);
        self.met.clear();
        self.met.insert(start);
        let mut k = 0;
        while highest < self.tol.outside
            && let Some(&g) = self.facet[best].around.get(k)
        {
            k += 1;
            if self.facets.is_new(g) && self.met.insert(g) {
                let height = self.height(p, g)?;
                if height > highest {
                    (best, highest, k) = (g, height, 0);
                }
            }
        }
        Some((best, highest))
    }

    /// Looks at the facets around the best one that are nearly as high.
    fn spread(&mut self, p: Vec3, start: FacetId, height: f64) -> Option<(FacetId, f64)> {
        let reach = self.doubled(self.tallest + 2.0 * self.tol.round + self.tol.visible);
        let (mut best, mut highest) = (start, height);
        self.met.clear();
        self.met.insert(start);
        let mut todo = vec![start];
        while let Some(f) = todo.pop() {
            for k in 0..self.facet[f].around.len() {
                let g = self.facet[f].around[k];
                if !self.met.insert(g) {
                    continue;
                }
                let height = self.height(p, g)?;
                if height > highest {
                    (best, highest) = (g, height);
                }
                if height >= highest - reach {
                    todo.push(g);
                }
            }
        }
        Some((best, highest))
    }

    /// True if the normals of new facets are in different octants.
    fn sharp(&self) -> Option<bool> {
        let octant = |f: FacetId| {
            let n = self.facet[f].plane?.normal;
            Some([n.x > 0.0, n.y > 0.0, n.z > 0.0])
        };
        let mut at = self.facets.mark();
        let first = octant(self.facets.next(&mut at)?)?;
        while let Some(f) = self.facets.next(&mut at) {
            if octant(f)? != first {
                return Some(true);
            }
        }
        Some(false)
    }
}
