//! Contraction of a complex: merging two facets, and removing a vertex between two consecutive ridges.
//!
//! Let `F` be merged into `G`. The ridges between the two, the *seam*, vanish; the other half-edges of `F` belong to
//! `G` from now on, and their twins do not change. With `n` ridges in one connected seam, `E` decreases by `n`, `F`
//! by one, and the `n − 1` vertices inside the seam have no facet except `G`: they are removed, so `V − E + F` does
//! not change.
//!
//! A vertex `v` that belongs to only two facets is inside the edge between them: `x→v→y` becomes `x→y`, which removes
//! one ridge and one vertex.

use super::complex::Complex;
use super::conventions::{fill_gap, fill_gap_of, replace};
use super::ids::{FacetId, HalfEdge, VertexId};

impl Complex {
    /// Merges facet `f` into its neighbour `into`, which becomes a polygon and the most recent facet.
    ///
    /// `None` if the lists of corners and neighbours are inconsistent.
    pub(super) fn merge(&mut self, f: FacetId, into: FacetId) -> Option<()> {
        self.keep_incidence();
        self.expose_sides(f);
        self.make_polygon(into);

        let far = self.corner_behind(f, into);
        self.merge_corners(f, into)?;
        // order: recency
        if !self.facets.is_recent(into) {
            for k in 0..self.corners(into).len() {
                let v = self.corners(into)[k];
                self.vertices.touch(v);
            }
        } else if self.corners(f).len() == 3
            && let Some(v) = far
            && self.vertices.contains(v)
        {
            // QUIRK(hull-quiet-corners): the corners of a triangle become recent, those of a polygon do not
            self.vertices.touch(v);
        }

        self.beside.clear();
        for k in 0..self.degree(into) {
            let g = self.neighbour(into, k)?;
            self.beside.insert(g);
        }
        let sides = core::mem::take(self.exposed_mut(f));
        if self.corners(f).len() == 3 {
            self.merge_triangle_sides(f, into, sides)?;
        } else {
            self.merge_polygon_sides(f, into, sides)?;
        }
        self.facets.push(into);
        self.facets.remove(f);
        Some(())
    }

    /// The newest corner of `f` that is not on its first side towards `into`.
    fn corner_behind(&self, f: FacetId, into: FacetId) -> Option<VertexId> {
        let towards = |&&h: &&HalfEdge| self.across(h) == into;
        let &side = self.exposed(f).iter().find(towards)?;
        let behind = |&&v: &&VertexId| !self.touches(side, v);
        self.corners(f).iter().find(behind).copied()
    }

    /// Adds the corners that `into` does not have. A common corner without a third facet is now inside the facet.
    fn merge_corners(&mut self, f: FacetId, into: FacetId) -> Option<()> {
        for k in 0..self.corners(f).len() {
            let v = self.corners(f)[k];
            let corners = &mut self.polygon(into)?.corners;
            let at = corners.partition_point(|&w| w > v);
            let common = corners.get(at) == Some(&v);
            if !common {
                corners.insert(at, v);
                replace(&mut self.vertex[v].facets, &f, into)?;
                continue;
            }
            let around = &mut self.vertex[v].facets;
            fill_gap_of(around, &f);
            if around.len() < 2 {
                self.polygon(into)?.corners.remove(at);
                self.bury(v);
            }
        }
        Some(())
    }

    /// QUIRK(hull-triangle-seam): the sides of a triangle are transferred one by one, and the seam is closed when its
    /// turn comes, so that a side transferred just before may take its place in the list.
    fn merge_triangle_sides(
        &mut self,
        f: FacetId,
        into: FacetId,
        mut sides: Vec<HalfEdge>,
    ) -> Option<()> {
        let mut k = 0;
        while let Some(&h) = sides.get(k) {
            if self.across(h) == into {
                // order: the side that fills the gap is processed next
                fill_gap(&mut sides, k);
                fill_gap_of(self.exposed_mut(into), &h.twin());
                fill_gap_of(&mut self.polygon(into)?.neighbours, &f);
            } else {
                k += 1;
                let g = self.across(h);
                self.meet(g, f, into)?;
                self.hand_over(h, into);
            }
        }
        *self.exposed_mut(f) = sides;
        Some(())
    }

    /// Transfers all neighbours of a polygon, closes the seam, then transfers the sides.
    fn merge_polygon_sides(
        &mut self,
        f: FacetId,
        into: FacetId,
        mut sides: Vec<HalfEdge>,
    ) -> Option<()> {
        for k in 0..self.degree(f) {
            let g = self.neighbour(f, k)?;
            if g != into {
                self.meet(g, f, into)?;
            }
        }
        fill_gap_of(&mut self.polygon(into)?.neighbours, &f);
        let mut k = 0;
        while let Some(&h) = self.exposed(into).get(k) {
            if self.across(h) == f {
                fill_gap(self.exposed_mut(into), k);
                fill_gap_of(&mut sides, &h.twin());
            } else {
                k += 1;
            }
        }
        for &h in &sides {
            self.hand_over(h, into);
        }
        *self.exposed_mut(f) = sides;
        Some(())
    }

    /// Assigns a half-edge to another facet.
    fn hand_over(&mut self, h: HalfEdge, into: FacetId) {
        self.set_owner(h, into);
        self.exposed_mut(into).push(h);
    }

    /// Makes `g`, a neighbour of `f`, a neighbour of `into`; if it already was one, it has one neighbour less.
    fn meet(&mut self, g: FacetId, f: FacetId, into: FacetId) -> Option<()> {
        if self.beside.insert(g) {
            self.polygon(into)?.neighbours.push(g);
            // the neighbours of a triangle are those across its sides, which need no update
            return match self.polygon(g) {
                Some(polygon) => replace(&mut polygon.neighbours, &f, into),
                None => Some(()),
            };
        }
        self.make_polygon(g);
        let neighbours = &mut self.polygon(g)?.neighbours;
        // order: the first neighbour remains the first
        if neighbours.first() == Some(&f) {
            fill_gap_of(neighbours, &into);
            replace(neighbours, &f, into)
        } else {
            fill_gap_of(neighbours, &f);
            Some(())
        }
    }

    /// Drops the vertex `v` of polygon `f` if it is inside the edge to another polygon; returns whether it did.
    pub(super) fn drop_inside_edge(&mut self, v: VertexId, f: FacetId) -> bool {
        let [a, b] = self.vertex[v].facets[..] else {
            return false;
        };
        let g = if a == f { b } else { a };
        if self.is_triangle(g) {
            return false;
        }
        let mut row = self
            .exposed(f)
            .iter()
            .copied()
            .filter(|&h| self.across(h) == g && self.touches(h, v));
        let (Some(first), Some(second), None) = (row.next(), row.next(), row.next()) else {
            return false;
        };
        let Some((gone, kept, end)) = self.choose_ridge(v, [f, g], [first, second]) else {
            return false;
        };
        fill_gap_of(self.exposed_mut(f), &gone);
        fill_gap_of(self.exposed_mut(g), &gone.twin());
        for h in [kept, kept.twin()] {
            if self.origin(h) == v {
                self.set_origin(h, end);
            }
        }
        for facet in [f, g] {
            if let Some(polygon) = self.polygon(facet) {
                polygon.corners.retain(|&w| w != v);
            }
        }
        self.bury(v);
        true
    }

    /// Of two consecutive ridges at `v`: the one to remove, the one that takes over the whole edge, and its new end.
    ///
    /// QUIRK(hull-seam-end): take the common corners of both facets, newest first. Remove `v`, then the first corner
    /// until it is one of the far ends; each gap is filled by the last corner. The ridge that ends at this far end is
    /// removed.
    fn choose_ridge(
        &self,
        v: VertexId,
        [f, g]: [FacetId; 2],
        row: [HalfEdge; 2],
    ) -> Option<(HalfEdge, HalfEdge, VertexId)> {
        let far = row.map(|h| {
            if self.origin(h) == v {
                self.head(h)
            } else {
                self.origin(h)
            }
        });
        let theirs = self.corners(g);
        let mine = self.corners(f).iter().copied();
        let mut common: Vec<VertexId> = mine.filter(|w| theirs.contains(w)).collect();
        fill_gap_of(&mut common, &v);
        while common.first().is_some_and(|w| !far.contains(w)) {
            fill_gap(&mut common, 0);
        }
        let end = common.into_iter().next()?;
        let [first, second] = row;
        Some(if end == far[0] {
            (first, second, end)
        } else {
            (second, first, end)
        })
    }
}
