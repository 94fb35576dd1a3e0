//! New triangles in the plane of the facet behind them become part of it.

use super::chain::NONE;
use super::{Builder, Reason, Ridge, exchange, swap_out, take_out};

impl Builder<'_> {
    /// Lets every facet behind the hole absorb its coplanar triangles. True if one did.
    pub fn absorb_all(&mut self) -> Option<bool> {
        let mut any = false;
        let mut f = self.first_new;
        while f != NONE {
            let mut next = self.facets.after(f);
            if self.facet[f as usize].normal.is_none() {
                any = true;
                let behind = self.facet[f as usize].beside[0];
                if self.facet[f as usize].ring == f {
                    for k in 1..3 {
                        let v = self.facet[f as usize].verts[k];
                        self.vertex[v as usize].loose = true;
                    }
                    self.merge(f, behind, Reason::Absorbed, None)?;
                } else {
                    let ring = self.ring_of(f);
                    while next != NONE && self.facet[next as usize].ring_done {
                        next = self.facets.after(next);
                    }
                    self.absorb_ring(&ring, behind)?;
                }
            }
            f = next;
        }
        if any {
            let mut f = self.first_new;
            while f != NONE {
                if self.facet[f as usize].coplanar {
                    self.find_redundant_around(f);
                    self.check_doubled_edges(f)?;
                    self.facet[f as usize].coplanar = false;
                }
                f = self.facets.after(f);
            }
            self.merge_urgent()?;
        }
        Some(any)
    }

    /// The triangles of a ring, `first` last.
    fn ring_of(&mut self, first: u32) -> Vec<u32> {
        let mut ring = Vec::new();
        let mut f = first;
        loop {
            f = self.facet[f as usize].ring;
            self.facet[f as usize].ring_done = true;
            ring.push(f);
            if f == first {
                return ring;
            }
        }
    }

    fn absorb_ring(&mut self, ring: &[u32], into: u32) -> Option<()> {
        self.merges += 1;
        self.learn_facets();
        let apex = self.facet[ring[0] as usize].verts[0];
        self.list_ridges(into);

        let in_ring = self.new_stamp();
        for &f in ring {
            self.facet[f as usize].stamp = in_ring;
        }
        self.take_neighbours(ring, into, in_ring)?;
        self.take_ridges(ring, into, in_ring)?;
        self.take_vertices(ring, into, in_ring);

        let facet = &mut self.facet[into as usize];
        if facet.verts.first() != Some(&apex) {
            facet.verts.insert(0, apex);
        }
        if !facet.fresh {
            let verts = facet.verts.clone();
            self.freshen(&verts);
        }
        self.remove_facet(into);
        self.push_facet(into);
        let facet = &mut self.facet[into as usize];
        facet.fresh = true;
        facet.simplicial = false;
        facet.grown = true;
        if facet.verts.len() <= 3 + 5 {
            facet.center = None;
        }
        for &f in ring {
            self.retire(f, into);
        }
        Some(())
    }

    fn take_neighbours(&mut self, ring: &[u32], into: u32, in_ring: u32) -> Option<()> {
        let known = self.new_stamp();
        let facet = &self.facet;
        let mut beside = self.facet[into as usize].beside.clone();
        beside.retain(|&g| facet[g as usize].stamp != in_ring);
        for &g in &beside {
            self.facet[g as usize].stamp = known;
        }
        self.facet[into as usize].beside = beside;
        self.facet[into as usize].stamp = known;

        for &f in ring {
            for g in self.facet[f as usize].beside.clone() {
                if self.facet[g as usize].stamp == in_ring {
                    continue;
                }
                let new = self.facet[g as usize].stamp != known;
                if self.facet[g as usize].simplicial {
                    if new {
                        self.facet[into as usize].beside.push(g);
                        exchange(&mut self.facet[g as usize].beside, f, into)?;
                        for k in 0..self.facet[g as usize].ridges.len() {
                            let ridge = &mut self.ridge[self.facet[g as usize].ridges[k] as usize];
                            if ridge.top == f {
                                ridge.top = into;
                                break;
                            } else if ridge.bottom == f {
                                ridge.bottom = into;
                                break;
                            }
                        }
                    } else {
                        self.list_ridges(g);
                        swap_out(&mut self.facet[g as usize].beside, f);
                    }
                } else {
                    swap_out(&mut self.facet[g as usize].beside, f);
                    if new {
                        self.facet[g as usize].beside.push(into);
                        self.facet[into as usize].beside.push(g);
                    }
                }
                self.facet[g as usize].stamp = known;
            }
        }
        Some(())
    }

    fn take_ridges(&mut self, ring: &[u32], into: u32, in_ring: u32) -> Option<()> {
        let mut ridges = core::mem::take(&mut self.facet[into as usize].ridges);
        ridges.retain(|&r| {
            let other = self.ridge[r as usize].other(into);
            self.facet[other as usize].stamp != in_ring
        });
        for &f in ring {
            for r in core::mem::take(&mut self.facet[f as usize].ridges) {
                let ridge = &mut self.ridge[r as usize];
                let other = if ridge.top == f {
                    ridge.top = into;
                    ridge.bottom
                } else if ridge.bottom == f {
                    ridge.bottom = into;
                    ridge.top
                } else if ridge.top == into || ridge.bottom == into {
                    ridges.push(r);
                    continue;
                } else {
                    return None;
                };
                if other == into {
                    continue;
                }
                if self.facet[other as usize].stamp == in_ring {
                    swap_out(&mut self.facet[other as usize].ridges, r);
                } else {
                    ridges.push(r);
                }
            }
            // edges to triangles exist from now on
            for skip in 0..self.facet[f as usize].beside.len() {
                let g = self.facet[f as usize].beside[skip];
                if self.facet[g as usize].stamp == in_ring || !self.facet[g as usize].simplicial {
                    continue;
                }
                let mut verts = self.facet[f as usize].verts.clone();
                verts.remove(skip);
                let top = self.facet[f as usize].top != (skip % 2 == 1);
                let (top, bottom) = if top { (into, g) } else { (g, into) };
                let r = self.ridge.len() as u32;
                let verts = [verts[0], verts[1]];
                self.ridge.push(Ridge {
                    verts,
                    top,
                    bottom,
                    tested: false,
                    nonconvex: false,
                });
                ridges.push(r);
                self.facet[g as usize].push_ridge(r);
            }
        }
        self.facet[into as usize].ridges = ridges;
        Some(())
    }

    fn take_vertices(&mut self, ring: &[u32], into: u32, in_ring: u32) {
        self.facet[into as usize].stamp = in_ring;
        let stamp = self.new_stamp();
        let apex = self.facet[ring[0] as usize].verts[0];
        self.vertex[apex as usize].stamp = stamp;
        let mut verts = Vec::new();
        for &f in ring {
            for &v in &self.facet[f as usize].verts {
                if self.vertex[v as usize].stamp != stamp {
                    self.vertex[v as usize].stamp = stamp;
                    verts.push(v);
                }
            }
        }
        verts.push(apex);
        for v in verts {
            let facet = &self.facet;
            let vertex = &mut self.vertex[v as usize];
            vertex.loose = true;
            vertex
                .facets
                .retain(|&f| facet[f as usize].stamp != in_ring);
            vertex.facets.push(into);
            if vertex.facets.len() < 2 {
                take_out(&mut self.facet[into as usize].verts, v);
                self.drop_vertex(v);
            }
        }
    }

    /// Gives a triangle its own list of edges, so that it can change.
    pub(super) fn list_ridges(&mut self, f: u32) {
        if !self.facet[f as usize].simplicial {
            return;
        }
        self.facet[f as usize].simplicial = false;
        for k in 0..self.facet[f as usize].beside.len() {
            let g = self.facet[f as usize].beside[k];
            self.facet[g as usize].seen = false;
        }
        for k in 0..self.facet[f as usize].ridges.len() {
            let g = self.ridge[self.facet[f as usize].ridges[k] as usize].other(f);
            self.facet[g as usize].seen = true;
        }
        for skip in 0..self.facet[f as usize].beside.len().min(3) {
            let facet = &self.facet[f as usize];
            let g = facet.beside[skip];
            if self.facet[g as usize].seen || facet.verts.len() != 3 {
                continue;
            }
            let mut verts = facet.verts.clone();
            verts.remove(skip);
            let top = facet.top != (skip % 2 == 1);
            let (top, bottom) = if top { (f, g) } else { (g, f) };
            let r = self.ridge.len() as u32;
            let tested = facet.tested;
            let verts = [verts[0], verts[1]];
            self.ridge.push(Ridge {
                verts,
                top,
                bottom,
                tested,
                nonconvex: false,
            });
            self.facet[f as usize].push_ridge(r);
            self.facet[g as usize].push_ridge(r);
        }
    }
}
