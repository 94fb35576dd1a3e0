//! Two facets become one.

use super::{Builder, Merge, Reason, exchange, swap_out, take_out};

/// A merged facet with more vertices than this above three keeps its centre.
const NEW_CENTERS: usize = 5;

impl Builder<'_> {
    /// Merges facet `f` into `into`. `span` is how far vertices of `f` are below and above `into`.
    pub fn merge(
        &mut self,
        f: u32,
        into: u32,
        reason: Reason,
        span: Option<(f64, f64)>,
    ) -> Option<()> {
        self.merges += 1;
        let bad = f == into || self.facet[f as usize].visible || self.facet[into as usize].visible;
        if bad || self.facets.len() <= 4 {
            return None;
        }
        self.learn_facets();
        self.list_ridges(f);
        self.list_ridges(into);
        if let Some((low, high)) = span {
            if high > self.tol.broken || -low > self.tol.broken {
                return None;
            }
            self.max_outside = self.max_outside.max(high);
            if high > self.tol.wide || low < -self.tol.wide {
                self.facet[into as usize].keep_center = true;
            }
        }
        self.facet[into as usize].grown = true;
        self.retest(f, into);

        if self.facet[f as usize].verts.len() == 3 {
            self.merge_triangle(f, into, reason == Reason::Absorbed)?;
        } else {
            self.merge_polygon(f, into)?;
        }
        self.remove_facet(into);
        self.push_facet(into);
        self.facet[into as usize].fresh = true;
        self.facet[into as usize].tested = false;
        if reason != Reason::Absorbed {
            self.find_redundant_around(into);
            self.find_degenerate_around(f);
            self.find_degenerate(into);
            self.check_doubled_edges(into)?;
        }
        self.retire(f, into);
        Some(())
    }

    /// Convexity around the merged facet has to be tested again, and its centre found again.
    fn retest(&mut self, f: u32, into: u32) {
        self.facet[into as usize].tested = false;
        for k in 0..self.facet[f as usize].ridges.len() {
            self.ridge[self.facet[f as usize].ridges[k] as usize].tested = false;
        }
        let facet = &mut self.facet[into as usize];
        if facet.center.is_none() {
            return;
        }
        let size = facet.verts.len();
        if !facet.keep_center {
            facet.keep_center = size > 3 + NEW_CENTERS;
        } else if size == 3 {
            facet.keep_center = false;
        }
        if !facet.keep_center {
            facet.center = None;
            for k in 0..self.facet[into as usize].ridges.len() {
                self.ridge[self.facet[into as usize].ridges[k] as usize].tested = false;
            }
        }
    }

    fn merge_triangle(&mut self, f: u32, into: u32, apex_is_new: bool) -> Option<()> {
        // the vertex that `into` gains
        let opposite;
        let gained;
        if apex_is_new {
            opposite = self.facet[f as usize].verts[0];
            if !self.facet[into as usize].fresh {
                let verts = self.facet[into as usize].verts.clone();
                self.freshen(&verts);
            }
            gained = self.facet[into as usize].verts.first() != Some(&opposite);
            if gained {
                self.facet[into as usize].verts.insert(0, opposite);
            }
        } else {
            let shared = *self.facet[f as usize]
                .ridges
                .iter()
                .find(|&&r| self.ridge[r as usize].other(f) == into)?;
            let edge = self.ridge[shared as usize].verts;
            for v in edge {
                self.vertex[v as usize].loose = true;
            }
            opposite = *self.facet[f as usize]
                .verts
                .iter()
                .find(|v| !edge.contains(v))?;
            let verts = &mut self.facet[into as usize].verts;
            let at = verts
                .iter()
                .position(|&v| v <= opposite)
                .unwrap_or(verts.len());
            gained = verts.get(at) != Some(&opposite);
            if gained {
                verts.insert(at, opposite);
            }
            if self.facet[into as usize].fresh {
                self.freshen(&[opposite]);
            } else {
                let verts = self.facet[into as usize].verts.clone();
                self.freshen(&verts);
            }
        }

        for v in self.facet[f as usize].verts.clone() {
            if v == opposite && gained {
                exchange(&mut self.vertex[v as usize].facets, f, into)?;
            } else {
                self.leave(v, f, into);
            }
        }

        let known = self.new_stamp();
        for k in 0..self.facet[into as usize].beside.len() {
            let g = self.facet[into as usize].beside[k];
            self.facet[g as usize].stamp = known;
        }
        let mut k = 0;
        while k < self.facet[f as usize].ridges.len() {
            let r = self.facet[f as usize].ridges[k];
            let g = self.ridge[r as usize].other(f);
            if g == into {
                // the last edge takes its place: look there again
                self.delete_ridge(r);
                swap_out(&mut self.facet[into as usize].beside, f);
                continue;
            }
            k += 1;
            self.facet[into as usize].push_ridge(r);
            if self.facet[g as usize].stamp == known {
                self.list_ridges(g);
                self.keep_one(g, f, into)?;
            } else {
                self.facet[into as usize].beside.push(g);
                exchange(&mut self.facet[g as usize].beside, f, into)?;
                self.facet[g as usize].stamp = known;
            }
            self.rename_side(r, f, into);
        }
        Some(())
    }

    fn merge_polygon(&mut self, f: u32, into: u32) -> Option<()> {
        let old = self.new_stamp();
        for k in 0..self.facet[into as usize].verts.len() {
            let v = self.facet[into as usize].verts[k];
            self.vertex[v as usize].stamp = old;
        }
        // neighbours
        let known = self.new_stamp();
        for k in 0..self.facet[into as usize].beside.len() {
            let g = self.facet[into as usize].beside[k];
            self.facet[g as usize].stamp = known;
        }
        for g in self.facet[f as usize].beside.clone() {
            if self.facet[g as usize].stamp == known {
                self.list_ridges(g);
                self.keep_one(g, f, into)?;
            } else if g != into {
                self.facet[into as usize].beside.push(g);
                exchange(&mut self.facet[g as usize].beside, f, into)?;
            }
        }
        swap_out(&mut self.facet[f as usize].beside, into);
        swap_out(&mut self.facet[into as usize].beside, f);

        // vertices, newest first
        let mut verts = self.facet[into as usize].verts.clone();
        verts.extend_from_slice(&self.facet[f as usize].verts);
        verts.sort_unstable_by(|a, b| b.cmp(a));
        verts.dedup();
        self.facet[into as usize].verts = verts;

        // edges
        let mut k = 0;
        while k < self.facet[into as usize].ridges.len() {
            let r = self.facet[into as usize].ridges[k];
            if self.ridge[r as usize].other(into) == f {
                self.delete_ridge(r);
            } else {
                k += 1;
            }
        }
        for r in self.facet[f as usize].ridges.clone() {
            self.rename_side(r, f, into);
            self.facet[into as usize].push_ridge(r);
        }

        // facets of the vertices
        for v in self.facet[f as usize].verts.clone() {
            if self.vertex[v as usize].stamp == old {
                self.leave(v, f, into);
            } else {
                exchange(&mut self.vertex[v as usize].facets, f, into)?;
            }
        }
        if !self.facet[into as usize].fresh {
            let verts = self.facet[into as usize].verts.clone();
            self.freshen(&verts);
        }
        Some(())
    }

    /// `g` is beside both facets: from now on once beside `into`. What is behind a new triangle stays first.
    fn keep_one(&mut self, g: u32, f: u32, into: u32) -> Option<()> {
        let beside = &mut self.facet[g as usize].beside;
        if beside.first() == Some(&f) {
            swap_out(beside, into);
            exchange(beside, f, into)
        } else {
            swap_out(beside, f);
            Some(())
        }
    }

    fn rename_side(&mut self, r: u32, f: u32, into: u32) {
        let ridge = &mut self.ridge[r as usize];
        if ridge.top == f {
            ridge.top = into;
        } else {
            ridge.bottom = into;
        }
    }

    /// A vertex of both facets; with only one facet left it is none.
    fn leave(&mut self, v: u32, f: u32, into: u32) {
        swap_out(&mut self.vertex[v as usize].facets, f);
        if self.vertex[v as usize].facets.len() < 2 {
            take_out(&mut self.facet[into as usize].verts, v);
            self.drop_vertex(v);
        }
    }

    /// Removes an edge from both its facets.
    pub(super) fn delete_ridge(&mut self, r: u32) {
        let Self {
            ridge,
            facet,
            vertex,
            ..
        } = self;
        let (verts, top, bottom) = (
            ridge[r as usize].verts,
            ridge[r as usize].top,
            ridge[r as usize].bottom,
        );
        if ridge[r as usize].nonconvex {
            // another edge between the two facets remembers
            ridge[r as usize].nonconvex = false;
            let twin = facet[top as usize]
                .ridges
                .iter()
                .find(|&&s| s != r && ridge[s as usize].other(top) == bottom);
            if let Some(&s) = twin {
                ridge[s as usize].nonconvex = true;
            }
        }
        for v in verts {
            vertex[v as usize].loose = true;
        }
        swap_out(&mut facet[top as usize].ridges, r);
        swap_out(&mut facet[bottom as usize].ridges, r);
    }

    /// Notes a merge for later.
    pub(super) fn want(&mut self, f: u32, g: u32, reason: Reason, distance: f64) {
        if self.facet[f as usize].redundant || self.facet[g as usize].redundant {
            return;
        }
        let merge = Merge {
            reason,
            facets: [f, g],
            distance,
        };
        match reason {
            Reason::Degenerate => {
                if self.facet[f as usize].degenerate {
                    return;
                }
                self.facet[f as usize].degenerate = true;
                if self
                    .urgent
                    .last()
                    .is_none_or(|last| last.reason == Reason::Degenerate)
                {
                    self.urgent.push(merge);
                } else {
                    self.urgent.insert(0, merge);
                }
            }
            Reason::Redundant => {
                self.facet[f as usize].redundant = true;
                self.urgent.push(merge);
            }
            _ => self.wanted.push(merge),
        }
    }
}
