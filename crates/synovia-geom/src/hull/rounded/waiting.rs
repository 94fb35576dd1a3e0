//! Points outside the hull, each waiting at a facet below it.

use synovia_math::Vec3;

use super::Builder;
use super::chain::NONE;

/// After this many merges facets are too irregular for a search along them.
const IRREGULAR: usize = 50;

impl Builder<'_> {
    /// The furthest point of the first facet where one waits.
    pub fn next_point(&mut self) -> Option<(u32, u32)> {
        while self.turn != NONE {
            let f = self.turn;
            if let Some(point) = self.facet[f as usize].waiting.pop() {
                return Some((point, f));
            }
            self.turn = self.facets.after(f);
        }
        None
    }

    /// Gives every point to the first face of the simplex that is clearly below it.
    pub(super) fn partition_all(&mut self, simplex: &[u32; 4]) -> Option<()> {
        let mut left: Vec<u32> = (0..self.point.len() as u32)
            .filter(|k| !simplex.contains(k))
            .collect();
        let clear = self.clearly_outside();
        for f in 0..4 {
            let mut best: Option<(u32, f64)> = None;
            let mut rest = Vec::with_capacity(left.len());
            for &k in &left {
                let height = self.height(self.point[k as usize], f)?;
                if height < clear {
                    rest.push(k);
                    continue;
                }
                let facet = &mut self.facet[f as usize];
                match best {
                    None => best = Some((k, height)),
                    Some((before, h)) if height > h => {
                        facet.waiting.push(before);
                        best = Some((k, height));
                    }
                    Some(_) => facet.waiting.push(k),
                }
            }
            if let Some((k, height)) = best {
                self.facet[f as usize].waiting.push(k);
                self.facet[f as usize].height = height;
            }
            left = rest;
        }
        self.search_all = true;
        let first = self.facets.first();
        for k in left {
            self.partition(k, first)?;
        }
        self.search_all = false;
        Some(())
    }

    /// Points of vanished facets move to new ones.
    pub(super) fn move_waiting(&mut self) -> Option<()> {
        self.search_all = self.merges > IRREGULAR || {
            let mut f = self.first_new;
            while f != NONE && self.facet[f as usize].simplicial {
                f = self.facets.after(f);
            }
            f != NONE
        };
        for at in 0..self.visible.len() {
            let f = self.visible[at];
            let points = core::mem::take(&mut self.facet[f as usize].waiting);
            if points.is_empty() {
                continue;
            }
            let start = self.replacement(f).unwrap_or(self.first_new);
            if start == NONE {
                return None;
            }
            for k in points {
                self.partition(k, start)?;
            }
        }
        self.search_all = false;
        self.not_sharp = false;
        Some(())
    }

    fn clearly_outside(&self) -> f64 {
        let base = (2.0 * self.tol.outside).max(self.max_outside);
        if self.merges > IRREGULAR {
            2.0 * base
        } else {
            base
        }
    }

    /// Finds the facet where a point waits, near `start`.
    fn partition(&mut self, k: u32, start: u32) -> Option<()> {
        let p = self.point[k as usize];
        let (f, height, outside) = if self.search_all {
            self.search_new(p, start)?
        } else {
            self.search(p, start)?
        };
        if !outside {
            if height >= -self.tol.visible {
                self.max_outside = self.max_outside.max(height);
            }
            return Some(());
        }
        let facet = &mut self.facet[f as usize];
        let first = facet.waiting.is_empty();
        if first || facet.height < height {
            facet.waiting.push(k);
            facet.height = height;
        } else {
            let last = facet.waiting.len() - 1;
            facet.waiting.insert(last, k);
        }
        // a facet that had nothing to do must get its turn
        if first && self.turn != f {
            if self.facet[f as usize].fresh {
                if self.turn != NONE && self.facet[self.turn as usize].fresh {
                    self.turn = self.first_new;
                }
            } else {
                self.remove_facet(f);
                self.push_facet(f);
                self.facet[f as usize].fresh |= self.in_round;
            }
        }
        Some(())
    }

    /// Walks over new facets towards higher ones, until one is below the point.
    fn search(&mut self, p: Vec3, start: u32) -> Option<(u32, f64, bool)> {
        let mut best = start;
        let mut height = self.height(p, start)?;
        if height >= self.tol.outside {
            return Some((start, height, true));
        }
        let stamp = self.new_stamp();
        self.facet[start as usize].stamp = stamp;
        'walk: loop {
            for k in 0..self.facet[best as usize].beside.len() {
                let g = self.facet[best as usize].beside[k];
                let facet = &mut self.facet[g as usize];
                if !facet.fresh || facet.stamp == stamp {
                    continue;
                }
                facet.stamp = stamp;
                let here = self.height(p, g)?;
                if here > height {
                    if here >= self.tol.outside {
                        return Some((g, here, true));
                    }
                    (best, height) = (g, here);
                    continue 'walk;
                }
            }
            break;
        }
        if !self.not_sharp && height < -self.tol.round {
            if self.sharp()? {
                self.search_all = true;
                return self.search_new(p, best);
            }
            self.not_sharp = true;
        }
        self.search_around(p, best, height)
    }

    /// Looks at all new facets, from `start` on and then from the first.
    fn search_new(&mut self, p: Vec3, start: u32) -> Option<(u32, f64, bool)> {
        let clear = self.clearly_outside();
        let (mut best, mut height) = (start, f64::MIN);
        let mut f = start;
        let mut second = false;
        loop {
            if f == NONE {
                if second {
                    break;
                }
                second = true;
                f = self.first_new;
                continue;
            }
            if second && f == start {
                break;
            }
            let here = self.height(p, f)?;
            if here > height {
                (best, height) = (f, here);
                if here >= clear {
                    return Some((best, height, true));
                }
            }
            f = self.facets.after(f);
        }
        self.search_around(p, best, height)
    }

    /// Looks at the facets around the best one that are nearly as high.
    fn search_around(&mut self, p: Vec3, start: u32, height: f64) -> Option<(u32, f64, bool)> {
        let twice = if self.merges > IRREGULAR { 2.0 } else { 1.0 };
        let reach = twice * (self.max_outside + 2.0 * self.tol.round + self.tol.visible);
        let (mut best, mut highest) = (start, height);
        let mut least = highest - reach;
        let stamp = self.new_stamp();
        self.facet[start as usize].stamp = stamp;
        let mut todo = Vec::new();
        let mut f = start;
        let mut next = NONE;
        loop {
            for k in 0..self.facet[f as usize].beside.len() {
                let g = self.facet[f as usize].beside[k];
                if self.facet[g as usize].stamp == stamp {
                    continue;
                }
                self.facet[g as usize].stamp = stamp;
                let here = self.height(p, g)?;
                if here > highest {
                    least = here - reach;
                    if here > highest + reach {
                        todo.clear();
                    }
                    (best, highest) = (g, here);
                } else if here < least {
                    continue;
                }
                if next != NONE {
                    todo.push(next);
                }
                next = g;
            }
            if next != NONE {
                f = core::mem::replace(&mut next, NONE);
            } else if let Some(g) = todo.pop() {
                f = g;
            } else {
                break;
            }
        }
        Some((best, highest, highest >= self.tol.outside))
    }

    /// True if normals of new facets are in different octants.
    fn sharp(&self) -> Option<bool> {
        let octant = |f: u32| {
            let n = self.facet[f as usize].normal?;
            Some([n.x > 0.0, n.y > 0.0, n.z > 0.0])
        };
        let first = octant(self.first_new)?;
        let mut f = self.first_new;
        while f != NONE {
            if octant(f)? != first {
                return Some(true);
            }
            f = self.facets.after(f);
        }
        Some(false)
    }
}
