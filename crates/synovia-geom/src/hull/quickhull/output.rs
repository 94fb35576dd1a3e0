//! The finished hull: polygons are triangulated, and everything is listed in its final order.
//!
//! A construction with tolerances may fail unnoticed, so the result is checked: every directed edge occurs once and
//! so does its reverse, the counts are those of a sphere, `F = 2·V − 4` and `E = 3·F/2`, and no edge is concave.

use super::super::Hull;
use super::Quickhull;
use super::ids::{Id, VertexId};
use crate::keymap::{KeyMap, NONE};

/// Largest concavity of two neighbouring triangles, as a volume relative to a cube of the size of the hull. A volume
/// rather than a height, because the plane of a sliver is not reliable.
const CONCAVITY: f64 = 1e-12;

/// A triangle of the finished hull.
struct Face {
    /// Corners, newest first.
    corners: [VertexId; 3],
    /// Counter-clockwise in this order, seen from outside.
    ccw: bool,
}

impl Face {
    /// QUIRK(hull-face-start): counter-clockwise from the newest corner; from the second newest if the newest follows it.
    fn cycle(&self) -> [VertexId; 3] {
        let [a, b, c] = self.corners;
        if self.ccw { [a, b, c] } else { [b, a, c] }
    }
}

impl Quickhull<'_> {
    /// The hull; `None` if it is not a closed convex surface.
    pub(super) fn finish(mut self) -> Option<Hull> {
        let (faces, around) = self.faces();
        let order: Vec<VertexId> = self.complex.vertices.iter().collect();
        let mut local = vec![NONE; self.complex.vertex.len()];
        for (k, v) in order.iter().enumerate() {
            local[v.index()] = k as u32;
        }

        // the neighbours of a vertex in the order in which its faces list them
        let mut neighbours = Vec::with_capacity(3 * faces.len());
        let mut starts = Vec::with_capacity(order.len() + 1);
        for &v in &order {
            let start = neighbours.len();
            starts.push(start as u32);
            for &face in around.of(v) {
                for w in faces[face as usize].corners {
                    let other = local[w.index()];
                    if w != v && !neighbours[start..].contains(&other) {
                        neighbours.push(other);
                    }
                }
            }
        }
        starts.push(neighbours.len() as u32);

        let point = |v: VertexId| self.complex.vertex[v].point;
        let hull = Hull {
            vertices: order.iter().map(|&v| point(v)).collect(),
            faces: faces.iter().map(|face| face.cycle().map(point)).collect(),
            neighbours,
            starts,
        };
        self.is_convex(&hull).then_some(hull)
    }

    /// The triangles of the hull, those of triangulated polygons last, and the triangles around each vertex.
    fn faces(&mut self) -> (Vec<Face>, Around) {
        let mut faces = Vec::with_capacity(self.complex.facets.len());
        let mut number = vec![NONE; self.complex.facet_names()];
        for f in self.complex.facets.iter() {
            if let Some(sides) = self.complex.triangle_sides(f)
                && let &[a, b, c] = self.complex.corners(f)
            {
                number[f.index()] = faces.len() as u32;
                faces.push(Face {
                    corners: [a, b, c],
                    ccw: self.complex.origin(sides[2]) == a,
                });
            }
        }
        let whole = faces.len();
        self.cut_polygons(&mut faces);

        let mut around = Around::new(&faces, self.complex.vertex.len());
        if self.complex.incidence {
            for v in self.complex.vertices.iter() {
                for f in &self.complex.vertex[v].facets {
                    if number[f.index()] != NONE {
                        around.add(v, number[f.index()]);
                    }
                }
            }
        }
        let first = if self.complex.incidence { whole } else { 0 };
        for (k, face) in faces.iter().enumerate().skip(first) {
            for v in face.corners {
                around.add(v, k as u32);
            }
        }
        (faces, around)
    }

    /// Triangulates polygons as fans around their newest vertices.
    fn cut_polygons(&mut self, faces: &mut Vec<Face>) {
        self.complex.vertices.begin_round();
        let mut at = 0;
        while let Some(f) = self.complex.facets.next(&mut at) {
            if self.complex.is_triangle(f) {
                continue;
            }
            let Some(&apex) = self.complex.corners(f).first() else {
                continue;
            };
            for k in 0..self.complex.exposed(f).len() {
                let h = self.complex.exposed(f)[k];
                let (from, to) = (self.complex.origin(h), self.complex.head(h));
                let corners = [apex, from.max(to), from.min(to)];
                // order: recency, including the sides at the apex, which yield no triangle
                for v in corners {
                    self.complex.vertices.touch(v);
                }
                if from != apex && to != apex {
                    faces.push(Face {
                        corners,
                        ccw: from > to,
                    });
                }
            }
        }
    }

    /// True if the hull is a closed surface without handles and no edge is concave.
    fn is_convex(&self, hull: &Hull) -> bool {
        let (nvert, nface) = (hull.vertices.len(), hull.faces.len());
        if nvert < 4 || nface != 2 * nvert - 4 || hull.neighbours.len() != 3 * nface {
            return false;
        }
        // the corner opposite each directed edge
        let mut opposite = KeyMap::new();
        for &[a, b, c] in &hull.faces {
            for (from, to, far) in [(a, b, c), (b, c, a), (c, a, b)] {
                if opposite.get(from, to) != NONE {
                    return false;
                }
                opposite.set(from, to, far);
            }
        }
        let size = self.bounds.size();
        hull.faces.iter().all(|&[a, b, c]| {
            let [p, q, r] = [a, b, c].map(|k| self.points[k as usize]);
            let n = (q - p).cross(r - p);
            [[b, a], [c, b], [a, c]].iter().all(|&[from, to]| {
                let far = opposite.get(from, to);
                far != NONE
                    && n.dot(self.points[far as usize] - p) <= CONCAVITY * size * size * size
            })
        })
    }
}

/// The faces around each vertex, one vertex after the other.
struct Around {
    starts: Vec<u32>,
    filled: Vec<u32>,
    faces: Vec<u32>,
}

impl Around {
    /// Allocates the lists for `nvert` vertices.
    fn new(faces: &[Face], nvert: usize) -> Self {
        let mut starts = vec![0_u32; nvert + 1];
        for v in faces.iter().flat_map(|face| face.corners) {
            starts[v.index() + 1] += 1;
        }
        for k in 0..nvert {
            starts[k + 1] += starts[k];
        }
        Self {
            filled: starts.clone(),
            starts,
            faces: vec![0; 3 * faces.len()],
        }
    }

    fn add(&mut self, v: VertexId, face: u32) {
        let slot = &mut self.filled[v.index()];
        if *slot < self.starts[v.index() + 1] {
            self.faces[*slot as usize] = face;
            *slot += 1;
        }
    }

    fn of(&self, v: VertexId) -> &[u32] {
        &self.faces[self.starts[v.index()] as usize..self.starts[v.index() + 1] as usize]
    }
}
