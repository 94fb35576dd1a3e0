//! The finished hull: polygons cut into fans around their newest vertex, and everything in its final order.

use super::super::Hull;
use super::Builder;
use super::chain::NONE;
use crate::keymap::KeyMap;

/// Volume by which two triangles may fail to be convex, relative to a cube of the size of the hull. A volume and not
/// a height: the plane of a sliver says nothing.
const BULGE: f64 = 1e-12;

impl Builder<'_> {
    /// Triangles, vertices and neighbours; `None` if they do not form a closed convex surface.
    pub fn finish(mut self) -> Option<Hull> {
        self.cut_polygons();
        if !self.knows_facets {
            self.learn_facets();
        }

        let mut order = Vec::with_capacity(self.vertices.len());
        let mut v = self.vertices.first();
        while v != NONE {
            order.push(v);
            v = self.vertices.after(v);
        }
        let mut local = vec![NONE; self.vertex.len()];
        for (k, &v) in order.iter().enumerate() {
            local[v as usize] = k as u32;
        }

        let point = |v: u32| self.vertex[v as usize].point;
        let mut faces = Vec::with_capacity(self.facets.len());
        let mut f = self.facets.first();
        while f != NONE {
            let facet = &self.facet[f as usize];
            let [a, b, c] = facet.verts[..] else {
                return None;
            };
            faces.push(if facet.top { [b, a, c] } else { [a, b, c] }.map(point));
            f = self.facets.after(f);
        }

        // neighbours of a vertex, as its triangles name them
        let mut neighbours = Vec::with_capacity(3 * faces.len());
        let mut starts = Vec::with_capacity(order.len() + 1);
        for &v in &order {
            let start = neighbours.len();
            starts.push(start as u32);
            for &f in &self.vertex[v as usize].facets {
                for &w in &self.facet[f as usize].verts {
                    let other = local[w as usize];
                    if w != v && !neighbours[start..].contains(&other) {
                        neighbours.push(other);
                    }
                }
            }
        }
        starts.push(neighbours.len() as u32);
        let vertices = order.iter().map(|&v| point(v)).collect();
        let hull = Hull {
            vertices,
            faces,
            neighbours,
            starts,
        };
        self.sound(&hull).then_some(hull)
    }

    /// Replaces each polygon by triangles from its newest vertex to its edges.
    fn cut_polygons(&mut self) {
        let mut todo = Vec::new();
        let mut f = self.facets.first();
        while f != NONE {
            if !self.facet[f as usize].simplicial {
                todo.push(f);
            }
            f = self.facets.after(f);
        }
        for &f in &todo {
            let Some(&apex) = self.facet[f as usize].verts.first() else {
                continue;
            };
            for r in self.facet[f as usize].ridges.clone() {
                let ridge = &self.ridge[r as usize];
                let (edge, top) = (ridge.verts, ridge.top == f);
                let verts = [apex, edge[0], edge[1]];
                if edge.contains(&apex) {
                    // no triangle, but its vertices are touched all the same
                    self.freshen(&verts);
                    continue;
                }
                let new = self.new_triangle(verts, top, f);
                for v in verts {
                    self.vertex[v as usize].facets.push(new);
                }
            }
            self.retire(f, NONE);
        }
        let facet = &self.facet;
        for vertex in &mut self.vertex {
            vertex.facets.retain(|&f| !facet[f as usize].visible);
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
