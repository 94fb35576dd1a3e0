//! Facets that are not clearly convex with a neighbour are merged, the flattest pair first.

use synovia_math::Vec3;

use super::chain::NONE;
use super::{Builder, Reason};

/// Facets with more vertices than this are judged by their centre only.
const MANY: usize = 2 * 3 + 20;
/// Facets with more vertices than this look at their bad edges first.
const SOME: usize = 3 + 15;

/// The neighbour into which a facet fits best.
struct Best {
    facet: u32,
    distance: f64,
    span: (f64, f64),
}

impl Builder<'_> {
    /// Makes the new part of the hull convex.
    pub fn make_convex(&mut self) -> Option<()> {
        if self.clearly_convex()? {
            return Some(());
        }
        self.wanted.clear();
        self.urgent.clear();
        let absorbed = self.absorb_all()?;
        self.test_new()?;
        self.merge_all(absorbed)
    }

    /// True if every new triangle is well below its neighbours, and they below it.
    fn clearly_convex(&mut self) -> Option<bool> {
        let limit = -2.0 * self.tol.round;
        let mut f = self.first_new;
        while f != NONE {
            let facet = &self.facet[f as usize];
            if !self.facet[facet.beside[0] as usize].simplicial || facet.normal.is_none() {
                return Some(false);
            }
            f = self.facets.after(f);
        }
        let mut f = self.first_new;
        while f != NONE {
            let facet = &self.facet[f as usize];
            for k in 1..3 {
                if self.height(self.place(facet.verts[k]), facet.beside[k])? >= limit {
                    return Some(false);
                }
            }
            let behind = &self.facet[facet.beside[0] as usize];
            if let Some(&v) = behind.verts.iter().find(|v| !facet.verts[1..].contains(v))
                && self.height(self.place(v), f)? >= limit
            {
                return Some(false);
            }
            f = self.facets.after(f);
        }
        Some(true)
    }

    /// Tests each new facet against all around it.
    fn test_new(&mut self) -> Option<()> {
        let stamp = self.new_stamp();
        let mut f = self.first_new;
        while f != NONE {
            self.facet[f as usize].stamp = stamp;
            for k in 0..self.facet[f as usize].beside.len() {
                let g = self.facet[f as usize].beside[k];
                if self.facet[g as usize].stamp == stamp || !self.test(f, g)? {
                    continue;
                }
                let ridge = &mut self.ridge;
                let shared = |r: &&u32| ridge[**r as usize].other(g) == f;
                if let Some(&r) = self.facet[g as usize].ridges.iter().find(shared) {
                    ridge[r as usize].nonconvex = true;
                }
            }
            self.facet[f as usize].tested = true;
            for k in 0..self.facet[f as usize].ridges.len() {
                self.ridge[self.facet[f as usize].ridges[k] as usize].tested = true;
            }
            f = self.facets.after(f);
        }
        self.sort_wanted();
        Some(())
    }

    /// Tests the edges that changed since.
    fn test_changed(&mut self) -> Option<()> {
        let stamp = self.new_stamp();
        let mut f = self.first_new;
        while f != NONE {
            if !self.facet[f as usize].tested {
                self.facet[f as usize].stamp = stamp;
                for k in 0..self.facet[f as usize].beside.len() {
                    let g = self.facet[f as usize].beside[k];
                    self.facet[g as usize].seen = false;
                }
                for k in 0..self.facet[f as usize].ridges.len() {
                    let r = self.facet[f as usize].ridges[k] as usize;
                    if self.ridge[r].tested && !self.ridge[r].nonconvex {
                        continue;
                    }
                    let g = self.ridge[r].other(f);
                    if self.facet[g as usize].seen {
                        self.ridge[r].tested = true;
                        self.ridge[r].nonconvex = false;
                    } else if self.facet[g as usize].stamp != stamp {
                        self.facet[g as usize].seen = true;
                        self.ridge[r].nonconvex = self.test(f, g)?;
                        self.ridge[r].tested = true;
                    }
                }
                self.facet[f as usize].tested = true;
            }
            f = self.facets.after(f);
        }
        self.sort_wanted();
        Some(())
    }

    /// The last is the most wanted: coplanar before concave, flat before wide.
    fn sort_wanted(&mut self) {
        self.wanted.sort_by(|a, b| {
            b.reason
                .cmp(&a.reason)
                .then(b.distance.total_cmp(&a.distance))
        });
    }

    /// Wants the merge of `f` and `g` unless each centre is clearly below the other facet.
    fn test(&mut self, f: u32, g: u32) -> Option<bool> {
        let radius = self.tol.visible;
        let (mine, theirs) = (self.center(f)?, self.center(g)?);
        let down = self.height(mine, g)?;
        let up = self.height(theirs, f)?;
        let concave = down > radius || up > radius;
        let flat = |d: f64| (-radius..=radius).contains(&d);
        let coplanar = flat(down) || flat(up);
        match (concave, coplanar) {
            (false, false) => return Some(false),
            (true, true) if down > up => self.want(f, g, Reason::ConcaveCoplanar, down),
            (true, true) => self.want(g, f, Reason::ConcaveCoplanar, up),
            (true, false) => self.want(f, g, Reason::Concave, down.max(up)),
            (false, true) => self.want(f, g, Reason::Coplanar, down.abs().min(up.abs())),
        }
        Some(true)
    }

    /// Mean of the vertices, put into the plane.
    fn center(&mut self, f: u32) -> Option<Vec3> {
        if let Some(center) = self.facet[f as usize].center {
            return Some(center);
        }
        let facet = &self.facet[f as usize];
        let mut sum = Vec3::ZERO;
        for &v in &facet.verts {
            sum += self.place(v);
        }
        let n = facet.verts.len() as f64;
        let mean = Vec3::new(sum.x / n, sum.y / n, sum.z / n);
        let height = self.height(mean, f)?;
        let center = mean - facet.normal? * height;
        self.facet[f as usize].center = Some(center);
        Some(center)
    }

    /// Merges until nothing more is wanted and no vertex is superfluous.
    fn merge_all(&mut self, absorbed: bool) -> Option<()> {
        let mut changed = absorbed;
        loop {
            while !self.wanted.is_empty() || !self.urgent.is_empty() {
                if !self.urgent.is_empty() {
                    self.merge_urgent()?;
                    changed = true;
                }
                while let Some(merge) = self.wanted.pop() {
                    let [f, g] = merge.facets;
                    let (a, b) = (&self.facet[f as usize], &self.facet[g as usize]);
                    if a.visible || b.visible {
                        continue;
                    }
                    // a facet that changed is tested again before it merges with what is merely flat
                    let stale = (!a.tested && a.fresh) || (!b.tested && b.fresh);
                    if merge.reason == Reason::Coplanar && stale {
                        continue;
                    }
                    self.merge_pair(f, g, merge.reason)?;
                    self.merge_urgent()?;
                    changed = true;
                }
                self.test_changed()?;
            }
            if self.knows_facets && changed {
                changed = false;
                if self.reduce_vertices()? {
                    self.test_changed()?;
                    continue;
                }
            }
            break;
        }
        let mut f = self.first_new;
        while f != NONE {
            self.facet[f as usize].grown = false;
            f = self.facets.after(f);
        }
        Some(())
    }

    /// Merges one of two facets into the neighbour where it fits best.
    fn merge_pair(&mut self, f: u32, g: u32, reason: Reason) -> Option<()> {
        let (new, other) = if self.facet[f as usize].fresh {
            (f, g)
        } else {
            (g, f)
        };
        let a = self.best_neighbour(new)?;
        let b = self.best_neighbour(other)?;
        if a.distance < b.distance {
            self.merge(new, a.facet, reason, Some(a.span))
        } else {
            self.merge(other, b.facet, reason, Some(b.span))
        }
    }

    pub(super) fn merge_into_best(&mut self, f: u32, reason: Reason) -> Option<()> {
        let best = self.best_neighbour(f)?;
        self.merge(f, best.facet, reason, Some(best.span))
    }

    fn best_neighbour(&mut self, f: u32) -> Option<Best> {
        let size = self.facet[f as usize].verts.len();
        let by_center = size > MANY;
        let mut best = Best {
            facet: NONE,
            distance: f64::MAX,
            span: (0.0, 0.0),
        };
        if size > SOME {
            for k in 0..self.facet[f as usize].ridges.len() {
                let ridge = &self.ridge[self.facet[f as usize].ridges[k] as usize];
                if ridge.nonconvex {
                    let g = ridge.other(f);
                    self.compare(f, g, by_center, &mut best)?;
                }
            }
        }
        if best.facet == NONE {
            for k in 0..self.facet[f as usize].beside.len() {
                let g = self.facet[f as usize].beside[k];
                self.compare(f, g, by_center, &mut best)?;
            }
        }
        if best.facet == NONE {
            return None;
        }
        if by_center {
            best.span = self.span(f, best.facet)?;
        }
        Some(best)
    }

    fn compare(&mut self, f: u32, g: u32, by_center: bool, best: &mut Best) -> Option<()> {
        let span = if by_center {
            let center = self.center(f)?;
            let height = self.height(center, g)? * 3.0;
            (height.min(0.0), height.max(0.0))
        } else {
            self.span(f, g)?
        };
        let distance = span.1.max(-span.0);
        if distance < best.distance {
            *best = Best {
                facet: g,
                distance,
                span,
            };
        }
        Some(())
    }

    /// How far the vertices of `f` that `g` has not are below and above `g`.
    fn span(&mut self, f: u32, g: u32) -> Option<(f64, f64)> {
        for k in 0..self.facet[f as usize].verts.len() {
            let v = self.facet[f as usize].verts[k];
            self.vertex[v as usize].seen = false;
        }
        for k in 0..self.facet[g as usize].verts.len() {
            let v = self.facet[g as usize].verts[k];
            self.vertex[v as usize].seen = true;
        }
        let (mut low, mut high) = (0.0_f64, 0.0_f64);
        for &v in &self.facet[f as usize].verts {
            if !self.vertex[v as usize].seen {
                let height = self.height(self.place(v), g)?;
                low = low.min(height);
                high = high.max(height);
            }
        }
        Some((low, high))
    }
}
