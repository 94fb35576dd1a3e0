//! What merging leaves behind: facets inside others, facets with two sides, vertices inside an edge.

use super::chain::NONE;
use super::{Builder, Reason, swap_out, take_out};

impl Builder<'_> {
    /// Merges facets that have too few neighbours or whose vertices another facet has too. True if one was merged.
    pub fn merge_urgent(&mut self) -> Option<bool> {
        let mut any = false;
        while let Some(merge) = self.urgent.pop() {
            let [f, g] = merge.facets;
            if self.facet[f as usize].visible {
                continue;
            }
            self.facet[f as usize].degenerate = false;
            self.facet[f as usize].redundant = false;
            if merge.reason == Reason::Redundant {
                let into = self.replacement(g)?;
                if into != f {
                    self.merge(f, into, Reason::Redundant, None)?;
                    any = true;
                }
                continue;
            }
            match self.facet[f as usize].beside.len() {
                0 => {
                    self.retire(f, NONE);
                    for v in self.facet[f as usize].verts.clone() {
                        swap_out(&mut self.vertex[v as usize].facets, f);
                        if self.vertex[v as usize].facets.is_empty() {
                            self.drop_vertex(v);
                        }
                    }
                    any = true;
                }
                1 | 2 => {
                    self.merge_into_best(f, Reason::Degenerate)?;
                    any = true;
                }
                _ => {}
            }
        }
        Some(any)
    }

    /// The facet that stands where `f` was.
    pub(super) fn replacement(&self, mut f: u32) -> Option<u32> {
        for _ in 0..=self.facet.len() {
            if f == NONE {
                return None;
            }
            if !self.facet[f as usize].visible {
                return Some(f);
            }
            f = self.facet[f as usize].replace;
        }
        None
    }

    /// Finds facets around `f` that have no vertex of their own.
    pub(super) fn find_redundant_around(&mut self, f: u32) {
        if self.facet[f as usize].beside.len() < 3 {
            self.want(f, f, Reason::Degenerate, 0.0);
            return;
        }
        let stamp = self.stamp_vertices(f);
        for g in self.facet[f as usize].beside.clone() {
            let other = &self.facet[g as usize];
            let inside = |&v: &u32| self.vertex[v as usize].stamp == stamp;
            if !other.degenerate && !other.redundant && other.verts.iter().all(inside) {
                self.want(g, f, Reason::Redundant, 0.0);
            }
        }
    }

    /// Finds facets around `f` with fewer than three neighbours.
    pub(super) fn find_degenerate_around(&mut self, f: u32) {
        for g in self.facet[f as usize].beside.clone() {
            let other = &self.facet[g as usize];
            if !other.degenerate && !other.redundant && other.beside.len() < 3 {
                self.want(g, g, Reason::Degenerate, 0.0);
            }
        }
    }

    /// Looks whether `f` is inside a neighbour or has too few.
    pub(super) fn find_degenerate(&mut self, f: u32) {
        for g in self.facet[f as usize].beside.clone() {
            let stamp = self.stamp_vertices(g);
            let inside = |&v: &u32| self.vertex[v as usize].stamp == stamp;
            if self.facet[f as usize].verts.iter().all(inside) {
                self.want(f, g, Reason::Redundant, 0.0);
                return;
            }
        }
        if self.facet[f as usize].beside.len() < 3 {
            self.want(f, f, Reason::Degenerate, 0.0);
        }
    }

    fn stamp_vertices(&mut self, f: u32) -> u32 {
        let stamp = self.new_stamp();
        for k in 0..self.facet[f as usize].verts.len() {
            let v = self.facet[f as usize].verts[k];
            self.vertex[v as usize].stamp = stamp;
        }
        stamp
    }

    /// Two edges of a facet between the same vertices: the facet is pinched, and this construction gives up.
    pub(super) fn check_doubled_edges(&self, f: u32) -> Option<()> {
        let mut edges: Vec<[u32; 2]> = self.facet[f as usize]
            .ridges
            .iter()
            .map(|&r| self.ridge[r as usize].verts)
            .collect();
        edges.sort_unstable();
        edges
            .windows(2)
            .all(|pair| pair[0] != pair[1])
            .then_some(())
    }

    /// Drops vertices that merging made superfluous. True if facets were merged on the way.
    pub fn reduce_vertices(&mut self) -> Option<bool> {
        let mut merged = self.merge_urgent()?;
        'again: loop {
            let mut f = self.first_new;
            while f != NONE {
                if self.facet[f as usize].grown && self.drop_extra_vertices(f) {
                    self.find_degenerate(f);
                    if self.merge_urgent()? {
                        merged = true;
                        continue 'again;
                    }
                }
                f = self.facets.after(f);
            }
            let mut f = self.first_new;
            while f != NONE {
                if self.facet[f as usize].grown {
                    self.facet[f as usize].grown = false;
                    let mut k = 0;
                    while k < self.facet[f as usize].verts.len() {
                        let v = self.facet[f as usize].verts[k];
                        if self.vertex[v as usize].loose && self.straighten(v, f)? {
                            if self.merge_urgent()? {
                                merged = true;
                                continue 'again;
                            }
                        } else {
                            k += 1;
                        }
                    }
                }
                f = self.facets.after(f);
            }
            break;
        }
        let mut v = self.first_fresh;
        while v != NONE {
            self.vertex[v as usize].loose = false;
            v = self.vertices.after(v);
        }
        Some(merged)
    }

    /// Removes the vertices of a polygon that are on none of its edges.
    fn drop_extra_vertices(&mut self, f: u32) -> bool {
        if self.facet[f as usize].simplicial {
            return false;
        }
        let stamp = self.new_stamp();
        for &r in &self.facet[f as usize].ridges {
            for v in self.ridge[r as usize].verts {
                self.vertex[v as usize].stamp = stamp;
            }
        }
        let mut found = false;
        for v in self.facet[f as usize].verts.clone() {
            if self.vertex[v as usize].stamp != stamp {
                found = true;
                take_out(&mut self.facet[f as usize].verts, v);
                swap_out(&mut self.vertex[v as usize].facets, f);
                if self.vertex[v as usize].facets.is_empty() {
                    self.drop_vertex(v);
                }
            }
        }
        found
    }

    /// A vertex of two facets only is inside their edge: one of its ends takes its place. True if it did.
    fn straighten(&mut self, v: u32, f: u32) -> Option<bool> {
        let [a, b] = self.vertex[v as usize].facets[..] else {
            return Some(false);
        };
        let other = if a == f { b } else { a };
        let ridges: Vec<u32> = self.facet[f as usize]
            .ridges
            .iter()
            .copied()
            .filter(|&r| {
                let ridge = &self.ridge[r as usize];
                ridge.other(f) == other && ridge.verts.contains(&v)
            })
            .collect();
        let theirs = &self.facet[other as usize].verts;
        let mut shared: Vec<u32> = self.facet[f as usize]
            .verts
            .iter()
            .copied()
            .filter(|w| theirs.contains(w))
            .collect();
        swap_out(&mut shared, v);

        // the ends of the edges, those with fewer of them first
        let count = |w: u32| {
            ridges
                .iter()
                .filter(|&&r| self.ridge[r as usize].verts.contains(&w))
                .count()
        };
        let mut ends: Vec<(usize, u32)> = shared
            .iter()
            .map(|&w| (count(w), w))
            .filter(|end| end.0 > 0)
            .collect();
        ends.sort_by_key(|end| end.0);
        let Some(&(_, end)) = ends.iter().find(|&&(_, w)| self.may_replace(v, w, &ridges)) else {
            return Some(false);
        };

        for r in ridges {
            let [p, q] = self.ridge[r as usize].verts;
            let rest = if p == v { q } else { p };
            if rest == end {
                self.delete_ridge(r);
                continue;
            }
            // newer first; turning the edge around swaps its sides
            let turned = (p == v) != (end > rest);
            let ridge = &mut self.ridge[r as usize];
            ridge.verts = if end > rest { [end, rest] } else { [rest, end] };
            if turned {
                core::mem::swap(&mut ridge.top, &mut ridge.bottom);
            }
            let (top, bottom) = (ridge.top, ridge.bottom);
            self.check_doubled_edges(top)?;
            self.check_doubled_edges(bottom)?;
        }
        for g in self.vertex[v as usize].facets.clone() {
            take_out(&mut self.facet[g as usize].verts, v);
            self.find_degenerate(g);
        }
        self.drop_vertex(v);
        self.find_degenerate(f);
        Some(true)
    }

    /// True if no edge at `w` already runs where an edge of `v` would go.
    fn may_replace(&self, v: u32, w: u32, ridges: &[u32]) -> bool {
        self.vertex[w as usize].facets.iter().all(|&g| {
            self.facet[g as usize].ridges.iter().all(|&r| {
                let [p, q] = self.ridge[r as usize].verts;
                let far = match w {
                    _ if w == p => q,
                    _ if w == q => p,
                    _ => return true,
                };
                ridges.iter().all(|&s| {
                    let [x, y] = self.ridge[s as usize].verts;
                    s == r || far != if x == v { y } else { x }
                })
            })
        })
    }
}
