//! A point joins the hull: the facets that see it, the hole they leave, and the cone of triangles that closes it.
//!
//! The facets that see the point form a disc, found breadth first from one of them. Each side of the disc, its horizon,
//! carries one triangle to the new vertex, the apex. Neighbours in the cone meet at a vertex of the horizon, so each of
//! these vertices must have exactly two triangles; otherwise the horizon touches itself and the construction ends.
//!
//! A triangle on a facet that lies in one plane with the apex will become part of that facet and needs no plane.

use synovia_math::Vec3;

use super::Growth;
use super::facet::{Side, exchange};
use super::ids::{FacetId, VertexId};
use super::plane::Plane;

impl Growth<'_> {
    /// Takes the facets that see `p` off the hull, and notes which facets behind are in one plane with it.
    pub fn hide_visible(&mut self, p: Vec3, start: FacetId) -> Option<()> {
        self.met.clear();
        self.met.insert(start);
        self.facets.remove(start);
        self.hidden.push(start);
        let mut at = 0;
        let mut horizon = false;
        while let Some(&f) = self.hidden.get(at) {
            at += 1;
            for k in 0..self.facet[f].around.len() {
                let g = self.facet[f].around[k];
                if !self.met.insert(g) {
                    continue;
                }
                let height = self.height(p, g)?;
                if height > self.tol.visible {
                    self.facets.remove(g);
                    self.hidden.push(g);
                    continue;
                }
                horizon = true;
                let level = height >= -self.tol.visible;
                self.facet[g].level = level;
                if level {
                    self.tallest = self.tallest.max(height);
                }
            }
        }
        horizon.then_some(())
    }

    /// Closes the hole with triangles to a new vertex at `point`.
    pub fn raise_cone(&mut self, point: u32) -> Option<()> {
        let apex = self.new_vertex(point);
        let mut open = 0;
        // where the search for a new place of waiting points begins: at the newest triangle on a listed side, if the
        // last facet that lists any gave one; else at the newest on an implied side
        let (mut on_listed, mut on_implied) = (None, None);
        for at in 0..self.hidden.len() {
            let f = self.hidden[at];
            if self.facet[f].listed {
                on_listed = None;
            }
            for k in 0..self.facet[f].sides.len() {
                let side = self.facet[f].sides[k];
                if self.facets.contains(side.across) {
                    on_listed = Some(self.cone_triangle(apex, f, side, &mut open)?);
                }
            }
            if self.facet[f].plain {
                on_implied = None;
                for k in 0..3 {
                    let side = self.facet[f].implied(k);
                    if self.facets.contains(side.across) && !self.facet[f].lists(side.across) {
                        on_implied = Some(self.cone_triangle(apex, f, side, &mut open)?);
                    }
                }
            }
            self.facet[f].heir = on_listed.or(on_implied);
        }
        if open > 0 {
            return None;
        }

        // vertices of hidden facets that no triangle touched are inside
        for at in 0..self.hidden.len() {
            for &v in &self.facet[self.hidden[at]].corners {
                if !self.vertices.is_new(v) {
                    self.vertices.remove(v);
                }
            }
        }
        Some(())
    }

    /// The triangle from `apex` to a side of the hidden facet `old`. `open` counts sides with one triangle so far.
    fn cone_triangle(
        &mut self,
        apex: VertexId,
        old: FacetId,
        side: Side,
        open: &mut usize,
    ) -> Option<FacetId> {
        let new = self.new_triangle(apex, side);
        let corners = [0, 1, 2].map(|k| self.facet[new].corners[k]);
        if !self.facet[side.across].level {
            let plane = Plane::through(corners.map(|v| self.at(v)), self.facet[new].ccw)?;
            if plane.height(self.interior) >= -self.tol.round {
                return None;
            }
            self.facet[new].plane = Some(plane);
        }

        // the facet behind has a new neighbour, once only, and both list the side if a polygon needs it
        let behind = &mut self.facet[side.across];
        exchange(&mut behind.around, old, new)?;
        if let Some(at) = behind.position_of(side) {
            if behind.plain {
                behind.sides.swap_remove(at);
            } else {
                behind.sides[at].across = new;
                self.facet[new].list(side);
            }
        }

        // the sides to the apex, by their other end: the first triangle there waits for the second
        self.facet[new].around.extend([side.across; 2]);
        for (v, missing) in [(corners[1], 2), (corners[2], 1)] {
            if self.touch(v) {
                self.vertex[v].open = Some((new, missing));
                *open += 1;
                if self.stars {
                    self.forget_hidden(v);
                }
                continue;
            }
            let (other, its) = self.vertex[v].open.take()?;
            self.facet[other].around[its] = new;
            self.facet[new].around[missing] = other;
            *open -= 1;
        }
        if self.stars {
            for v in corners {
                self.vertex[v].star.push(new);
            }
        }
        Some(new)
    }

    /// A vertex on the horizon forgets facets that are gone.
    fn forget_hidden(&mut self, v: VertexId) {
        let star = &mut self.vertex[v].star;
        let mut k = 0;
        while k < star.len() {
            if self.facets.contains(star[k]) {
                k += 1;
            } else {
                star.swap_remove(k);
            }
        }
    }
}
