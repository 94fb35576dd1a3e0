//! The surface of a hull as a half-edge complex: facets, ridges between them and vertices. Topology without
//! coordinates.
//!
//! A ridge is the edge that two facets share. It has two half-edges: each starts at one end and runs
//! counter-clockwise around one of the facets; its twin runs the other way around the other facet. Adjacency follows
//! from the half-edges: the facet across a half-edge is that of its twin.
//!
//! ```text
//!            b                    half   a→b   of P
//!  P       ↗ | ↖       T          twin   b→a   of T
//!        a   |   c                across(a→b) = T
//! ```
//!
//! Most facets are triangles, with three corners, sides and neighbours in fixed positions. A facet that grew is a
//! polygon: a sorted list of corners, an unordered list of sides and a list of distinct neighbours. The ridges of
//! polygons are exposed: they are listed by the facets on both sides, in an order that is part of the result
//! (`conventions`).
//!
//! The invariants of a closed surface without handles, Euler's formula `V − E + F = 2` and two facets per ridge, are
//! preserved by `cone`, which closes a hole, and by `contract`, which removes ridges and vertices.
//!
//! D. E. Muller, F. P. Preparata, *Finding the intersection of two convex polyhedra* (1978), describes such structures.

use super::conventions::fill_gap;
use super::ids::{FacetId, HalfEdge, Id, Marks, Recency, Table, VertexId};

/// A half-edge.
struct Half {
    origin: VertexId,
    facet: FacetId,
}

/// A facet merged from several triangles.
#[derive(Default)]
pub(super) struct Polygon {
    /// Vertices, newest first.
    pub corners: Vec<VertexId>,
    /// The neighbouring facets, each listed once.
    pub neighbours: Vec<FacetId>,
}

/// Corners and sides of a triangle; the k-th side is opposite to the k-th corner.
#[derive(Clone, Copy)]
struct Triangle {
    corners: [VertexId; 3],
    sides: [HalfEdge; 3],
}

enum Shape {
    Triangle(Triangle),
    Polygon(Polygon),
}

/// A facet of the surface.
pub(super) struct Facet {
    shape: Shape,
    /// The exposed sides: all sides of a polygon; those sides of a triangle that it shares with polygons.
    pub exposed: Vec<HalfEdge>,
    /// A side is or was exposed.
    pub was_exposed: bool,
}

/// A vertex of the surface.
pub(super) struct Vertex {
    /// Index in the input.
    pub point: u32,
    /// The facets of the vertex, once incidence is maintained.
    pub facets: Vec<FacetId>,
    /// While a cone is built: the facet on the half-edge of the horizon that starts here.
    pub(super) leaving: Option<FacetId>,
}

/// A closed surface of facets.
pub(super) struct Complex {
    facet: Table<FacetId, Facet>,
    pub vertex: Table<VertexId, Vertex>,
    half: Table<HalfEdge, Half>,
    /// The facets of the surface.
    pub facets: Recency<FacetId>,
    /// The vertices of the surface.
    pub vertices: Recency<VertexId>,
    /// The vertices that left the surface in this round, in this order.
    pub buried: Vec<VertexId>,
    /// The facets of each vertex are maintained; from the first merge on.
    pub incidence: bool,
    /// Facet ids that can be reused.
    spare: Vec<FacetId>,
    spare_polygons: Vec<Polygon>,
    /// Used by `contract`: the neighbours of the facet that grows.
    pub(super) beside: Marks<FacetId>,
}

impl Complex {
    /// A tetrahedron with four vertices. Its k-th facet lacks the k-th newest vertex; `flipped` if the triangle of
    /// the three oldest vertices, newest first, is clockwise seen from outside.
    pub(super) fn tetrahedron(points: [u32; 4], flipped: bool) -> Self {
        let mut out = Self {
            facet: Table::new(),
            vertex: Table::new(),
            half: Table::new(),
            facets: Recency::new(),
            vertices: Recency::new(),
            buried: Vec::new(),
            incidence: false,
            spare: Vec::new(),
            spare_polygons: Vec::new(),
            beside: Marks::new(),
        };
        let corner = points.map(|p| out.add_vertex(p));
        // order: recency of the first vertices is newest first
        for &v in corner.iter().rev() {
            out.vertices.push(v);
        }
        for k in 0..4 {
            let corners: [VertexId; 3] =
                core::array::from_fn(|j| corner[3 - j - usize::from(j >= k)]);
            let f = out.facet.push(Facet {
                shape: Shape::Triangle(Triangle {
                    corners,
                    sides: [HalfEdge::of_ridge(0); 3],
                }),
                exposed: Vec::new(),
                was_exposed: false,
            });
            out.facets.push(f);
        }
        // facets i < j share the two vertices that neither lacks; every second facet has the opposite orientation
        for (i, j) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            let mut ends = (0..4).filter(|&k| k != i && k != j).map(|k| corner[3 - k]);
            let (Some(newer), Some(older)) = (ends.next(), ends.next()) else {
                continue;
            };
            // in a counter-clockwise facet, only the side from its first to its last corner runs backwards
            let counter_clockwise = flipped == (i % 2 == 1);
            let forwards = counter_clockwise == (j != 2);
            let (from, to) = if forwards {
                (newer, older)
            } else {
                (older, newer)
            };
            let [fi, fj] = [i, j].map(FacetId::nth);
            let h = out.add_ridge([(from, fi), (to, fj)]);
            out.set_side(fi, j - 1, h);
            out.set_side(fj, i, h.twin());
        }
        out
    }

    /// Number of facet ids ever used.
    pub(super) fn facet_names(&self) -> usize {
        self.facet.len()
    }

    /// Creates a vertex at a point of the input: not yet on the surface, but last in the order.
    pub(super) fn add_vertex(&mut self, point: u32) -> VertexId {
        let v = self.vertex.push(Vertex {
            point,
            facets: Vec::new(),
            leaving: None,
        });
        self.vertices.push(v);
        v
    }

    /// Removes a vertex from the surface.
    pub(super) fn bury(&mut self, v: VertexId) {
        self.vertices.remove(v);
        self.buried.push(v);
    }

    /// Creates a ridge; each half-edge is given by its origin and its facet.
    pub(super) fn add_ridge(&mut self, [first, second]: [(VertexId, FacetId); 2]) -> HalfEdge {
        let half = |(origin, facet)| Half { origin, facet };
        let h = self.half.push(half(first));
        self.half.push(half(second));
        h
    }

    pub(super) fn set_side(&mut self, f: FacetId, k: usize, h: HalfEdge) {
        if let Shape::Triangle(triangle) = &mut self.facet[f].shape {
            triangle.sides[k] = h;
        }
    }

    /// The vertex where a half-edge starts.
    #[inline]
    pub(super) fn origin(&self, h: HalfEdge) -> VertexId {
        self.half[h].origin
    }

    /// The vertex where a half-edge ends.
    #[inline]
    pub(super) fn head(&self, h: HalfEdge) -> VertexId {
        self.half[h.twin()].origin
    }

    /// The facet that a half-edge runs around.
    #[inline]
    pub(super) fn owner(&self, h: HalfEdge) -> FacetId {
        self.half[h].facet
    }

    /// The facet on the other side of the ridge.
    #[inline]
    pub(super) fn across(&self, h: HalfEdge) -> FacetId {
        self.half[h.twin()].facet
    }

    /// True if the half-edge starts or ends at `v`.
    pub(super) fn touches(&self, h: HalfEdge, v: VertexId) -> bool {
        self.origin(h) == v || self.head(h) == v
    }

    pub(super) fn set_origin(&mut self, h: HalfEdge, v: VertexId) {
        self.half[h].origin = v;
    }

    pub(super) fn set_owner(&mut self, h: HalfEdge, f: FacetId) {
        self.half[h].facet = f;
    }

    /// Vertices of a facet, newest first.
    #[inline]
    pub(super) fn corners(&self, f: FacetId) -> &[VertexId] {
        match &self.facet[f].shape {
            Shape::Triangle(triangle) => &triangle.corners,
            Shape::Polygon(polygon) => &polygon.corners,
        }
    }

    /// The sides of a triangle, each opposite its corner; `None` for a polygon.
    #[inline]
    pub(super) fn triangle_sides(&self, f: FacetId) -> Option<[HalfEdge; 3]> {
        match &self.facet[f].shape {
            Shape::Triangle(triangle) => Some(triangle.sides),
            Shape::Polygon(_) => None,
        }
    }

    #[inline]
    pub(super) fn is_triangle(&self, f: FacetId) -> bool {
        matches!(self.facet[f].shape, Shape::Triangle(_))
    }

    pub(super) fn polygon(&mut self, f: FacetId) -> Option<&mut Polygon> {
        match &mut self.facet[f].shape {
            Shape::Triangle(_) => None,
            Shape::Polygon(polygon) => Some(polygon),
        }
    }

    /// The `k`-th of the distinct neighbours of a facet.
    #[inline]
    pub(super) fn neighbour(&self, f: FacetId, k: usize) -> Option<FacetId> {
        match &self.facet[f].shape {
            Shape::Triangle(triangle) => triangle.sides.get(k).map(|&h| self.across(h)),
            Shape::Polygon(polygon) => polygon.neighbours.get(k).copied(),
        }
    }

    /// Number of distinct neighbours of a facet.
    pub(super) fn degree(&self, f: FacetId) -> usize {
        match &self.facet[f].shape {
            Shape::Triangle(_) => 3,
            Shape::Polygon(polygon) => polygon.neighbours.len(),
        }
    }

    /// The exposed sides of a facet.
    #[inline]
    pub(super) fn exposed(&self, f: FacetId) -> &[HalfEdge] {
        &self.facet[f].exposed
    }

    pub(super) fn exposed_mut(&mut self, f: FacetId) -> &mut Vec<HalfEdge> {
        &mut self.facet[f].exposed
    }

    /// True if a side of a facet is or was exposed.
    pub(super) fn was_exposed(&self, f: FacetId) -> bool {
        self.facet[f].was_exposed
    }

    /// Adds a side to the exposed sides of its facet.
    pub(super) fn expose(&mut self, h: HalfEdge) {
        let owner = self.owner(h);
        let facet = &mut self.facet[owner];
        facet.exposed.push(h);
        facet.was_exposed = true;
    }

    /// Exposes all sides of a triangle, here and across, after those that are already listed.
    pub(super) fn expose_sides(&mut self, f: FacetId) {
        for h in self.triangle_sides(f).into_iter().flatten() {
            if !self.facet[f].exposed.contains(&h) {
                self.expose(h);
                self.expose(h.twin());
            }
        }
    }

    /// Turns a triangle into a polygon.
    pub(super) fn make_polygon(&mut self, f: FacetId) {
        self.expose_sides(f);
        if let Shape::Triangle(Triangle { corners, sides }) = self.facet[f].shape {
            let mut polygon = self.spare_polygons.pop().unwrap_or_default();
            polygon.corners.extend(corners);
            polygon.neighbours.extend(sides.map(|h| self.across(h)));
            self.facet[f].shape = Shape::Polygon(polygon);
        }
    }

    /// Maintains the facets of each vertex from now on; initially they are in the order of the facets.
    pub(super) fn keep_incidence(&mut self) {
        if core::mem::replace(&mut self.incidence, true) {
            return;
        }
        let mut at = 0;
        while let Some(f) = self.facets.next(&mut at) {
            for k in 0..self.corners(f).len() {
                let v = self.corners(f)[k];
                self.vertex[v].facets.push(f);
            }
        }
    }

    /// Creates a triangle with its newest corner first, on the half-edge `base` opposite that corner. Its corners
    /// become recent.
    pub(super) fn add_triangle(&mut self, corners: [VertexId; 3], base: HalfEdge) -> FacetId {
        let shape = Shape::Triangle(Triangle {
            corners,
            sides: [base; 3],
        });
        let id = if let Some(id) = self.spare.pop() {
            self.facet[id].shape = shape;
            id
        } else {
            self.facet.push(Facet {
                shape,
                exposed: Vec::new(),
                was_exposed: false,
            })
        };
        for v in corners {
            let first = self.vertices.touch(v);
            if self.incidence {
                if first {
                    self.forget_gone(v);
                }
                self.vertex[v].facets.push(id);
            }
        }
        self.facets.push(id);
        id
    }

    /// Removes facets that left the surface from the list of a vertex.
    fn forget_gone(&mut self, v: VertexId) {
        let around = &mut self.vertex[v].facets;
        let mut k = 0;
        while let Some(&f) = around.get(k) {
            if self.facets.contains(f) {
                k += 1;
            } else {
                fill_gap(around, k);
            }
        }
    }

    /// Makes the id of a facet that left the surface available again.
    pub(super) fn recycle(&mut self, f: FacetId) {
        let facet = &mut self.facet[f];
        facet.exposed.clear();
        facet.was_exposed = false;
        if let Shape::Polygon(polygon) = &mut facet.shape {
            let mut polygon = core::mem::take(polygon);
            polygon.corners.clear();
            polygon.neighbours.clear();
            self.spare_polygons.push(polygon);
        }
        self.spare.push(f);
    }
}
