//! The finished hull: polygons cut into fans around their newest vertex, and everything in its final order.

use super::super::Hull;
use super::Growth;
use super::ids::{FacetId, Id, VertexId};
use crate::keymap::{KeyMap, NONE};

/// Volume by which two triangles may fail to be convex, relative to a cube of the size of the hull. A volume and not
/// a height: the plane of a sliver says nothing.
const BULGE: f64 = 1e-12;

impl Growth<'_> {
    /// Triangles, vertices and neighbours; `None` if they do not form a closed convex surface.
    pub fn finish(mut self) -> Option<Hull> {
        self.cut_polygons();
        self.know_stars();

        let order: Vec<VertexId> = self.vertices.iter().collect();
        let mut local = vec![NONE; self.vertex.len()];
        for (k, v) in order.iter().enumerate() {
            local[v.index()] = k as u32;
        }
        let mut faces = Vec::with_capacity(self.facets.len());
        for f in self.facets.iter() {
            let facet = &self.facet[f];
            let [a, b, c] = facet.corners[..] else {
                return None;
            };
            let triangle = if facet.ccw { [a, b, c] } else { [b, a, c] };
            faces.push(triangle.map(|v| self.vertex[v].point));
        }

        // neighbours of a vertex, as its triangles name them
        let mut neighbours = Vec::with_capacity(3 * faces.len());
        let mut starts = Vec::with_capacity(order.len() + 1);
        for &v in &order {
            let start = neighbours.len();
            starts.push(start as u32);
            for &f in &self.vertex[v].star {
                for &w in &self.facet[f].corners {
                    let other = local[w.index()];
                    if w != v && !neighbours[start..].contains(&other) {
                        neighbours.push(other);
                    }
                }
            }
        }
        starts.push(neighbours.len() as u32);
        let hull = Hull {
            vertices: order.iter().map(|&v| self.vertex[v].point).collect(),
            faces,
            neighbours,
            starts,
        };
        self.sound(&hull).then_some(hull)
    }

    /// Replaces each polygon by triangles from its newest vertex to its sides.
    fn cut_polygons(&mut self) {
        self.vertices.begin();
        let polygons: Vec<FacetId> = self
            .facets
            .iter()
            .filter(|&f| !self.facet[f].plain)
            .collect();
        for &f in &polygons {
            let Some(&apex) = self.facet[f].corners.first() else {
                continue;
            };
            for k in 0..self.facet[f].sides.len() {
                let side = self.facet[f].sides[k];
                // order: the newer end of a side is touched first, also where the fan begins and ends
                for v in [apex, side.from.max(side.to), side.from.min(side.to)] {
                    self.touch(v);
                }
                if !side.touches(apex) {
                    let new = self.new_triangle(apex, side);
                    for v in [apex, side.from, side.to] {
                        self.vertex[v].star.push(new);
                    }
                }
            }
            self.facets.remove(f);
        }
        let Self { vertex, facets, .. } = self;
        for vertex in vertex.values_mut() {
            vertex.star.retain(|&f| facets.contains(f));
        }
    }

    /// True if every edge has two triangles, the count is that of a sphere, and no edge bulges inwards.
    fn sound(&self, hull: &Hull) -> bool {
        let (nvert, nface) = (hull.vertices.len(), hull.faces.len());
        if nvert < 4 || nface != 2 * nvert - 4 || hull.neighbours.len() != 3 * nface {
            return false;
        }
        let mut apex = KeyMap::new();
        for &[a, b, c] in &hull.faces {
            for (from, to, far) in [(a, b, c), (b, c, a), (c, a, b)] {
                if apex.get(from, to) != NONE {
                    return false;
                }
                apex.set(from, to, far);
            }
        }
        let size = self.tol.round / f64::EPSILON;
        hull.faces.iter().all(|&[a, b, c]| {
            let [p, q, r] = [a, b, c].map(|k| self.point[k as usize]);
            let n = (q - p).cross(r - p);
            [[b, a], [c, b], [a, c]].iter().all(|&[from, to]| {
                let far = apex.get(from, to);
                far != NONE && n.dot(self.point[far as usize] - p) <= BULGE * size * size * size
            })
        })
    }
}
