//! The facets visible from a point, the horizon around them, and the cone of new facets from the horizon to the point.
//!
//! A facet is visible from `p` if `p` is more than 2r above it. The visible facets are connected; the ridges between
//! visible and other facets are the horizon. Each ridge of the horizon spans a new facet with `p`, and together these
//! facets, the cone, replace the visible ones.
//!
//! Where `p` is coplanar with the facet behind the horizon, from −2r to 2r, the new facet will be merged into that
//! one and gets no plane of its own: its three points may be collinear.

use synovia_math::Vec3;

use super::ids::FacetId;
use super::{Geometry, Quickhull};

impl Quickhull<'_> {
    /// Removes the facets visible from `p` from the hull and marks the facets behind the horizon that are coplanar
    /// with it. The facet `start` is one of the visible ones.
    pub(super) fn hide_visible(&mut self, p: Vec3, start: FacetId) {
        self.met.clear();
        self.met.insert(start);
        let visible = &mut self.round.visible;
        visible.push(start);
        // order: breadth first
        let mut at = 0;
        while let Some(&f) = visible.get(at) {
            self.complex.facets.remove(f);
            at += 1;
            let mut k = 0;
            while let Some(g) = self.complex.neighbour(f, k) {
                k += 1;
                if !self.met.insert(g) {
                    continue;
                }
                let height = self.geometry[g].plane.height(p);
                if height > self.bounds.visible {
                    visible.push(g);
                } else if height >= -self.bounds.visible {
                    self.round.coplanar.insert(g);
                    self.outer = self.outer.max(height);
                }
            }
        }
    }

    /// Lists the half-edges of the horizon on the visible side, and for each visible facet the entry into the cone
    /// for its outside points.
    pub(super) fn trace_horizon(&mut self) {
        let (complex, round) = (&self.complex, &mut self.round);
        let mut last_exposed = None;
        let mut last_plain = None;
        for &f in &round.visible {
            // order: exposed first
            let exposed = complex.exposed(f);
            if complex.was_exposed(f) {
                last_exposed = None;
            }
            for &h in exposed {
                if complex.facets.contains(complex.across(h)) {
                    last_exposed = Some(round.horizon.len());
                    round.horizon.push(h);
                    round.behind.push(complex.across(h));
                }
            }
            if let Some(sides) = complex.triangle_sides(f) {
                last_plain = None;
                for h in sides {
                    if complex.facets.contains(complex.across(h)) && !exposed.contains(&h) {
                        last_plain = Some(round.horizon.len());
                        round.horizon.push(h);
                        round.behind.push(complex.across(h));
                    }
                }
            }
            // QUIRK(hull-search-entry): the last facet of the cone on an exposed ridge of this facet. A facet that
            // never had exposed ridges uses that of an earlier visible facet that had; failing that, the last one on
            // another ridge of this facet; and a polygon without any uses that of the visible facet before it.
            last_plain = last_exposed.or(last_plain);
            round.entry.push(last_plain);
        }
    }

    /// Replaces the visible facets with the cone from the horizon to a point of the input.
    ///
    /// `None` if there is no horizon or if it touches itself.
    pub(super) fn raise_cone(&mut self, point: u32) -> Option<()> {
        let round = &mut self.round;
        if round.horizon.is_empty() {
            return None;
        }
        let apex = self.complex.add_vertex(point);
        self.complex
            .raise_cone(apex, &round.horizon, &mut round.cone)?;
        for (&f, entry) in round.visible.iter().zip(&round.entry) {
            self.geometry[f].successor = entry.map(|k| round.cone[k]);
            self.complex.bury_vertices(f);
        }

        for k in 0..self.round.cone.len() {
            let new = self.round.cone[k];
            *self.geometry.entry(new) = Geometry::default();
            self.outside.entry(new);
            if self.round.coplanar.contains(self.round.behind[k]) {
                continue;
            }
            let plane = self.plane_of(new)?;
            if plane.height(self.interior) >= -self.bounds.height {
                self.round.inward.insert(new);
            }
            self.geometry[new].plane = plane;
        }
        Some(())
    }
}
