//! The cone from a closed curve of ridges to a new vertex. Topology without coordinates.
//!
//! The visible facets, a disc, have been removed from the surface. The border of the hole, the horizon, has as many
//! ridges as vertices, `n`. Each of its half-edges gets a new triangle with the apex `a`, and each of its vertices a
//! ridge to `a`, between the triangle on the half-edge that arrives there and the one on the half-edge that leaves:
//!
//! ```text
//!          a
//!        ↗   ↖              arriving  … → v        v is left once: the horizon does not touch itself
//!   …  →   v   →  …         leaving   v → …
//! ```
//!
//! The cone has one vertex, `n` ridges and `n` facets. It replaces a disc whose `V − E + F` inside the horizon was 1,
//! so Euler's formula still holds.

use super::complex::Complex;
use super::conventions::{fill_gap_of, replace};
use super::ids::{FacetId, HalfEdge, VertexId};

impl Complex {
    /// Closes the hole left by the visible facets: each half-edge on the horizon, which belonged to a visible facet,
    /// becomes the base of a triangle with `apex`. Appends these triangles to `cone`.
    ///
    /// `None` if the horizon is not a set of disjoint closed curves, in which each vertex is the origin of one half-edge.
    pub(super) fn raise_cone(
        &mut self,
        apex: VertexId,
        horizon: &[HalfEdge],
        cone: &mut Vec<FacetId>,
    ) -> Option<()> {
        for &h in horizon {
            let (from, to) = (self.origin(h), self.head(h));
            let new = self.add_triangle([apex, from.max(to), from.min(to)], h);
            self.fit_behind(h, new)?;
            if self.vertex[from].leaving.replace(new).is_some() {
                return None;
            }
            cone.push(new);
        }
        // ridges from the vertices of the horizon to the apex, between the triangle that arrives and the one that leaves
        for (&h, &arriving) in horizon.iter().zip(&*cone) {
            let (from, to) = (self.origin(h), self.head(h));
            let leaving = self.vertex[to].leaving.take()?;
            let spoke = self.add_ridge([(to, arriving), (apex, leaving)]);
            let next = self.head(self.triangle_sides(leaving)?[0]);
            self.set_side(arriving, if from > to { 1 } else { 2 }, spoke);
            self.set_side(leaving, if to > next { 2 } else { 1 }, spoke.twin());
        }
        Some(())
    }

    /// Assigns `h` to the new triangle instead of the visible facet. A polygon behind it gets the new neighbour and
    /// keeps the ridge exposed; a triangle behind it does not.
    fn fit_behind(&mut self, h: HalfEdge, new: FacetId) -> Option<()> {
        let (old, behind) = (self.owner(h), self.across(h));
        self.set_owner(h, new);
        if let Some(polygon) = self.polygon(behind) {
            replace(&mut polygon.neighbours, &old, new)?;
            self.expose(h);
        } else if !self.exposed(behind).is_empty() {
            fill_gap_of(self.exposed_mut(behind), &h.twin());
        }
        Some(())
    }

    /// Removes the vertices of a visible facet that no facet of this round has from the surface.
    pub(super) fn bury_vertices(&mut self, visible: FacetId) {
        for k in 0..self.corners(visible).len() {
            let v = self.corners(visible)[k];
            if self.vertices.contains(v) && !self.vertices.is_recent(v) {
                self.bury(v);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The Euler characteristic: vertices minus ridges plus facets.
    fn euler(complex: &Complex) -> usize {
        let sides: usize = (complex.facets.iter())
            .map(|f| complex.corners(f).len())
            .sum();
        complex.vertices.len() + complex.facets.len() - sides / 2
    }

    #[test]
    fn a_cone_over_two_facets_of_a_tetrahedron_keeps_the_surface_closed() {
        let mut complex = Complex::tetrahedron([0, 1, 2, 3], false);
        assert_eq!(euler(&complex), 2);
        let facets: Vec<FacetId> = complex.facets.iter().collect();
        complex.facets.begin_round();
        complex.vertices.begin_round();
        let visible = [facets[0], facets[1]];
        for f in visible {
            complex.facets.remove(f);
        }
        let outward = |h: &HalfEdge| complex.facets.contains(complex.across(*h));
        let horizon: Vec<HalfEdge> = (visible.iter())
            .flat_map(|&f| complex.triangle_sides(f).unwrap())
            .filter(outward)
            .collect();
        assert_eq!(horizon.len(), 4);
        let apex = complex.add_vertex(4);
        let mut cone = Vec::new();
        assert!(complex.raise_cone(apex, &horizon, &mut cone).is_some());
        for f in visible {
            complex.bury_vertices(f);
        }
        assert_eq!((complex.facets.len(), complex.vertices.len()), (6, 5));
        assert_eq!(euler(&complex), 2);
        for f in complex.facets.iter() {
            for h in complex.triangle_sides(f).unwrap() {
                assert!(complex.owner(h) == f && complex.facets.contains(complex.across(h)));
                assert_eq!(complex.head(h), complex.origin(h.twin()));
            }
        }
    }

    #[test]
    fn a_horizon_that_touches_itself_is_refused() {
        let mut complex = Complex::tetrahedron([0, 1, 2, 3], true);
        let facets: Vec<FacetId> = complex.facets.iter().collect();
        complex.facets.begin_round();
        complex.vertices.begin_round();
        let [a, b, _] = complex.triangle_sides(facets[0]).unwrap();
        let apex = complex.add_vertex(4);
        // a horizon that leaves the same vertex twice
        let again = [a, b, a];
        assert!(complex.raise_cone(apex, &again, &mut Vec::new()).is_none());
    }
}
