//! Contraction of a complex: two facets become one, and a vertex between two ridges in a row disappears.
//!
//! Let `F` be merged into `G`. The ridges between the two, the *seam*, vanish; the other halves of `F` run around `G`
//! from now on, and their twins need not be told. With `n` ridges in one connected seam, `E` falls by `n`, `F` by one,
//! and the `n − 1` vertices inside the seam have no facet but `G`: they go, and `V − E + F` is what it was.
//!
//! A vertex `v` that only two facets have lies inside the edge between them: `x→v→y` becomes `x→y`, one ridge and one
//! vertex less.

use super::complex::Complex;
use super::conventions::{fill_gap, fill_gap_of, replace};
use super::ids::{FacetId, HalfEdge, VertexId};

impl Complex {
    /// Merges facet `f` into its neighbour `into`, which becomes a polygon and the most recent facet.
    ///
    /// `None` if the lists of corners and neighbours contradict each other.
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
            // QUIRK(hull-quiet-corners): those of a triangle become recent, those of a polygon do not
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

    /// `into` gains the corners that it does not have. A common corner without a third facet is inside now.
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

    /// QUIRK(hull-triangle-seam): the sides of a triangle change hands one by one, and the seam is closed when its turn
    /// comes, so that a side which was handed over just before may take its place in the list.
    fn merge_triangle_sides(
        &mut self,
        f: FacetId,
        into: FacetId,
        mut sides: Vec<HalfEdge>,
    ) -> Option<()> {
        let mut k = 0;
        while let Some(&h) = sides.get(k) {
            if self.across(h) == into {
                // order: the side that fills the gap comes next
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

    /// All neighbours of a polygon change hands, then the seam is closed, then the sides change hands.
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

    /// Lets a half run around another facet.
    fn hand_over(&mut self, h: HalfEdge, into: FacetId) {
        self.set_owner(h, into);
        self.exposed_mut(into).push(h);
    }

    /// `g`, a neighbour of `f`, becomes one of `into`; if it was one before, it has a neighbour less.
    fn meet(&mut self, g: FacetId, f: FacetId, into: FacetId) -> Option<()> {
        if self.beside.insert(g) {
            self.polygon(into)?.neighbours.push(g);
            // the neighbours of a triangle are those across its sides, which follow by themselves
            return match self.polygon(g) {
                Some(polygon) => replace(&mut polygon.neighbours, &f, into),
                None => Some(()),
            };
        }
        self.make_polygon(g);
        let neighbours = &mut self.polygon(g)?.neighbours;
        // order: the first neighbour stays the first
        if neighbours.first() == Some(&f) {
            fill_gap_of(neighbours, &into);
            replace(neighbours, &f, into)
        } else {
            fill_gap_of(neighbours, &f);
            Some(())
        }
    }

    /// Drops the vertex `v` of polygon `f` if it lies inside the edge to another polygon. True if it did.
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

    /// Of two ridges in a row at `v`, the one that goes, the one that takes over the whole edge, and its new end.
    ///
    /// QUIRK(hull-seam-end): the ridge goes whose far end comes first among the common corners of both facets, newest
    /// first, after `v` and then all corners but the far ends made room for the last ones.
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
