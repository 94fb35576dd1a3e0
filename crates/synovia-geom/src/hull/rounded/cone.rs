//! A point joins the hull: the facets that see it, the hole they leave, and the triangles that close it.

use super::chain::NONE;
use super::{Builder, Facet, exchange, swap_out};

impl Builder<'_> {
    /// Adds `point`, which waited at facet `start`.
    pub fn add(&mut self, point: u32, start: u32) -> Option<()> {
        self.find_visible(point, start)?;
        self.make_cone(point)?;
        self.match_cone()?;
        self.update_vertex_facets();
        self.make_convex()?;
        self.move_waiting()?;
        self.end_round();
        Some(())
    }

    /// Collects the facets below `point`, breadth first, and marks those in one plane with it.
    fn find_visible(&mut self, point: u32, start: u32) -> Option<()> {
        let p = self.point[point as usize];
        self.visible.clear();
        self.hide(start);
        let stamp = self.new_stamp();
        let mut at = 0;
        let mut rim = 0;
        while let Some(&f) = self.visible.get(at) {
            at += 1;
            self.facet[f as usize].stamp = stamp;
            for k in 0..self.facet[f as usize].beside.len() {
                let g = self.facet[f as usize].beside[k];
                if self.facet[g as usize].stamp == stamp {
                    continue;
                }
                self.facet[g as usize].stamp = stamp;
                let height = self.height(p, g)?;
                if height > self.tol.visible {
                    self.hide(g);
                } else {
                    let coplanar = height >= -self.tol.visible;
                    if coplanar {
                        self.max_outside = self.max_outside.max(height);
                    }
                    self.facet[g as usize].coplanar = coplanar;
                    rim += 1;
                }
            }
        }
        (rim > 0).then_some(())
    }

    fn hide(&mut self, f: u32) {
        self.remove_facet(f);
        self.visible.push_back(f);
        let facet = &mut self.facet[f as usize];
        facet.visible = true;
        facet.replace = NONE;
    }

    /// A triangle from the new vertex to each edge of the hole.
    fn make_cone(&mut self, point: u32) -> Option<()> {
        self.in_round = true;
        self.first_new = NONE;
        self.first_fresh = NONE;
        let apex = self.new_vertex(point);
        self.push_vertex(apex);

        let (mut last_simple, mut last_cut) = (NONE, NONE);
        for at in 0..self.visible.len() {
            let f = self.visible[at];
            for k in 0..self.facet[f as usize].beside.len() {
                let g = self.facet[f as usize].beside[k];
                self.facet[g as usize].seen = false;
            }
            if self.facet[f as usize].had_ridges {
                last_cut = self.cone_on_ridges(f, apex)?;
            }
            if self.facet[f as usize].simplicial {
                last_simple = self.cone_on_triangle(f, apex)?;
            }
            if last_cut != NONE {
                last_simple = last_cut;
            }
            let facet = &mut self.facet[f as usize];
            if last_simple != NONE {
                facet.replace = last_simple;
            }
            facet.ridges.clear();
            facet.beside.clear();
        }

        // those that their neighbour will absorb need no plane of their own
        let mut f = self.first_new;
        while f != NONE {
            if self.facet[f as usize].ring == NONE {
                self.set_plane(f)?;
            }
            f = self.facets.after(f);
        }
        Some(())
    }

    /// The new triangle `verts` beside facet `behind`.
    pub(super) fn new_triangle(&mut self, verts: [u32; 3], top: bool, behind: u32) -> u32 {
        self.freshen(&verts);
        // the lists of a facet that is gone serve again
        let id = self.spare.pop().unwrap_or_else(|| {
            self.facet.push(Facet::default());
            self.facet.len() as u32 - 1
        });
        let old = core::mem::take(&mut self.facet[id as usize]);
        let mut new = Facet {
            verts: old.verts,
            beside: old.beside,
            ridges: old.ridges,
            waiting: old.waiting,
            top,
            simplicial: true,
            fresh: true,
            replace: NONE,
            ring: NONE,
            newest_ring: NONE,
            ..Facet::default()
        };
        new.verts.extend_from_slice(&verts);
        new.beside.push(behind);
        self.facet[id as usize] = new;
        self.push_facet(id);
        id
    }

    /// New triangles on the listed edges of a visible facet.
    fn cone_on_ridges(&mut self, f: u32, apex: u32) -> Option<u32> {
        let mut newest = NONE;
        for r in self.facet[f as usize].ridges.clone() {
            let ridge = &self.ridge[r as usize];
            let behind = ridge.other(f);
            if !self.facet[behind as usize].visible {
                let top = ridge.top == f;
                let verts = [apex, ridge.verts[0], ridge.verts[1]];
                newest = self.new_triangle(verts, top, behind);
                let seen = self.facet[behind as usize].seen;
                self.start_ring(newest, behind, seen);
                if seen {
                    self.facet[behind as usize].beside.push(newest);
                } else {
                    exchange(&mut self.facet[behind as usize].beside, f, newest)?;
                }
                if self.facet[behind as usize].simplicial {
                    swap_out(&mut self.facet[behind as usize].ridges, r);
                } else {
                    self.facet[newest as usize].push_ridge(r);
                    let ridge = &mut self.ridge[r as usize];
                    *(if top {
                        &mut ridge.top
                    } else {
                        &mut ridge.bottom
                    }) = newest;
                }
            }
            self.facet[behind as usize].seen = true;
        }
        Some(newest)
    }

    /// New triangles on the remaining edges of a visible triangle.
    fn cone_on_triangle(&mut self, f: u32, apex: u32) -> Option<u32> {
        let mut newest = NONE;
        for behind in self.facet[f as usize].beside.clone() {
            let other = &self.facet[behind as usize];
            if other.seen || other.visible {
                continue;
            }
            let skip = other.beside.iter().position(|&g| g == f)?;
            if skip >= 3 || other.verts.len() != 3 {
                return None;
            }
            let (p, q) = (usize::from(skip == 0), 2 - usize::from(skip == 2));
            let verts = [apex, other.verts[p], other.verts[q]];
            let top = other.top == (skip % 2 == 1);
            newest = self.new_triangle(verts, top, behind);
            self.start_ring(newest, behind, false);
            self.facet[behind as usize].beside[skip] = newest;
        }
        Some(newest)
    }

    /// Puts a triangle that `behind` will absorb into a ring with others made from the same facet.
    fn start_ring(&mut self, new: u32, behind: u32, seen: bool) {
        if !self.facet[behind as usize].coplanar {
            return;
        }
        if seen {
            let first = self.facet[behind as usize].newest_ring;
            self.facet[new as usize].ring = self.facet[first as usize].ring;
            self.facet[first as usize].ring = new;
        } else {
            self.facet[new as usize].ring = new;
            self.facet[behind as usize].newest_ring = new;
        }
    }

    /// Finds, for each new triangle, the two beside it; an edge that more than two share is trouble.
    fn match_cone(&mut self) -> Option<()> {
        // a rim vertex remembers the first of its two triangles, and which of its neighbours is missing
        let round = self.new_stamp();
        let mut unmatched = 0_usize;
        let mut f = self.first_new;
        while f != NONE {
            self.facet[f as usize].beside.resize(3, NONE);
            for skip in [1, 2] {
                // the edge from the apex to the other rim vertex
                let rim = self.facet[f as usize].verts[3 - skip] as usize;
                if self.vertex[rim].stamp != round {
                    self.vertex[rim].stamp = round;
                    self.vertex[rim].waiting = Some((f, skip));
                    unmatched += 1;
                    continue;
                }
                let (g, other) = self.vertex[rim].waiting.take()?;
                self.facet[g as usize].beside[other] = f;
                self.facet[f as usize].beside[skip] = g;
                unmatched -= 1;
            }
            f = self.facets.after(f);
        }
        if unmatched > 0 {
            return None;
        }
        // a plane with the interior above it
        let mut f = self.first_new;
        while f != NONE {
            if self.facet[f as usize].normal.is_some()
                && self.height(self.interior, f)? >= -self.tol.round
            {
                return None;
            }
            f = self.facets.after(f);
        }
        Some(())
    }

    /// Vertices forget facets that go and learn new ones; a vertex of visible facets only is gone.
    fn update_vertex_facets(&mut self) {
        if self.knows_facets {
            let mut v = self.first_fresh;
            while v != NONE {
                // order: the last facet takes the place of one that goes
                let facets = &mut self.vertex[v as usize].facets;
                let mut k = 0;
                while k < facets.len() {
                    if self.facet[facets[k] as usize].visible {
                        facets.swap_remove(k);
                    } else {
                        k += 1;
                    }
                }
                v = self.vertices.after(v);
            }
            let mut f = self.first_new;
            while f != NONE {
                for &v in &self.facet[f as usize].verts {
                    self.vertex[v as usize].facets.push(f);
                }
                f = self.facets.after(f);
            }
        }
        for at in 0..self.visible.len() {
            let f = self.visible[at];
            for k in 0..self.facet[f as usize].verts.len() {
                let v = self.facet[f as usize].verts[k];
                let vertex = &self.vertex[v as usize];
                if vertex.fresh || vertex.deleted {
                    continue;
                }
                let stays = |&g: &u32| !self.facet[g as usize].visible;
                if self.knows_facets && vertex.facets.iter().any(stays) {
                    swap_out(&mut self.vertex[v as usize].facets, f);
                } else {
                    self.drop_vertex(v);
                }
            }
        }
    }

    /// Forgets what belongs to this round only.
    fn end_round(&mut self) {
        while let Some(f) = self.visible.pop_front() {
            let facet = &mut self.facet[f as usize];
            facet.verts.clear();
            facet.beside.clear();
            facet.ridges.clear();
            facet.waiting.clear();
            self.spare.push(f);
        }
        for v in core::mem::take(&mut self.gone) {
            self.remove_vertex(v);
        }
        let mut v = self.first_fresh;
        while v != NONE {
            self.vertex[v as usize].fresh = false;
            v = self.vertices.after(v);
        }
        let mut f = self.first_new;
        while f != NONE {
            self.facet[f as usize].fresh = false;
            f = self.facets.after(f);
        }
        self.in_round = false;
        self.first_new = NONE;
        self.first_fresh = NONE;
    }
}
