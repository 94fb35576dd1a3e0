//! Vertices inside an edge.
//!
//! Where only two facets meet at a vertex, it lies inside the edge between them: `x→v→y` of one and `y→v→x` of the
//! other become `x→y` and `y→x`, and `v` is no vertex.
//!
//! One of the two sides takes over the whole edge, the other one leaves its place in the list of sides. The side at the
//! earlier of `x` and `y` leaves, in the order of the common vertices: newest first, but `v` has left its place to the
//! oldest.

use super::Growth;
use super::facet::{Facet, Side, swap_out};
use super::ids::{FacetId, VertexId};

impl Growth<'_> {
    /// Drops the vertices of two facets from the facets that grew.
    pub fn straighten(&mut self) {
        let mut at = self.facets.mark();
        while let Some(f) = self.facets.next(&mut at) {
            let mut k = 0;
            while self.facet[f].grown && k < self.facet[f].corners.len() {
                if self.drop_inner(self.facet[f].corners[k], f).is_none() {
                    k += 1;
                }
            }
            self.facet[f].grown = false;
        }
    }

    /// Drops `v` from the edge between `f` and another facet. `None` if it is not inside of one.
    fn drop_inner(&mut self, v: VertexId, f: FacetId) -> Option<()> {
        let [a, b] = self.vertex[v].star[..] else {
            return None;
        };
        let g = if a == f { b } else { a };
        if self.facet[g].plain {
            return None;
        }
        let mut ends = self.facet[f]
            .sides
            .iter()
            .filter(|side| side.across == g && side.touches(v))
            .map(|side| if side.from == v { side.to } else { side.from });
        let (Some(x), Some(y), None) = (ends.next(), ends.next(), ends.next()) else {
            return None;
        };
        let theirs = &self.facet[g].corners;
        let corners = self.facet[f].corners.iter().copied();
        let mut shared: Vec<VertexId> = corners.filter(|w| theirs.contains(w)).collect();
        swap_out(&mut shared, &v);
        let end = shared.into_iter().find(|&w| w == x || w == y)?;
        for facet in [f, g] {
            self.facet[facet].close_over(v, end);
        }
        self.vertices.remove(v);
        Some(())
    }
}

impl Facet {
    /// Takes the corner `v` out of a polygon; `end`, one of the two beside it, takes its place on the outline.
    fn close_over(&mut self, v: VertexId, end: VertexId) {
        self.corners.retain(|&w| w != v);
        let spare = |side: &Side| side.touches(v) && side.touches(end);
        if let Some(at) = self.sides.iter().position(spare) {
            self.sides.swap_remove(at);
        }
        for side in &mut self.sides {
            if side.from == v {
                side.from = end;
            } else if side.to == v {
                side.to = end;
            }
        }
    }
}
