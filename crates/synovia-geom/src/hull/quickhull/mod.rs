//! Quickhull in floating point, with facets that are merged where rounding makes them not clearly convex.
//!
//! From a simplex the hull grows by one point a round, always the furthest of the outside set of some facet:
//!
//! ```text
//! hull ← simplex;  each point into the outside set of a facet below it
//! while a facet has an outside set:
//!     p ← its furthest point
//!     visible ← facets below p, found from neighbour to neighbour        horizon ← ridges around them
//!     replace visible by the cone of facets from the horizon to p
//!     merge facets of the cone that are not clearly convex with a neighbour
//!     points of visible and merged facets into outside sets of the others, or inside
//! ```
//!
//! The furthest point of an outside set is a vertex of the hull, which is why few points are ever touched twice.
//! C. B. Barber, D. P. Dobkin, H. Huhdanpaa, *The Quickhull algorithm for convex hulls*, ACM Transactions on Mathematical
//! Software 22 (1996); section 4 for rounding and merged facets.
//!
//! | concept | where |
//! | --- | --- |
//! | everything that the theory leaves open: bounds, orders, ties | `conventions` |
//! | facets, ridges, vertices without coordinates | `complex`, `cone` where they become more, `contract` where fewer |
//! | planes, heights | `plane` |
//! | the first simplex | `simplex` |
//! | visible facets, horizon, planes of the cone | `horizon` |
//! | outside sets | `outside` |
//! | are two facets convex? | `dihedral` |
//! | which facets are merged | `merge` |
//! | triangles, neighbours and a last check | `output` |
//!
//! The exact hull (`super::exact`) knows which points are extreme. What it cannot know is the order of vertices,
//! neighbours and triangles of the reference, and the diagonals of flat facets, on which the contacts of a mesh with a
//! floor depend. This construction knows them. It gives up with `None` where the surface stops to be one: a horizon that
//! touches itself, merged facets far from a plane. Then the exact hull serves.

mod complex;
mod cone;
mod contract;
mod conventions;
mod dihedral;
mod horizon;
mod ids;
#[cfg(test)]
mod laws;
mod merge;
mod output;
mod outside;
mod plane;
mod simplex;

use synovia_math::Vec3;

use super::Hull;
use complex::Complex;
use conventions::RoundOff;
use ids::{FacetId, HalfEdge, Marks, Table, VertexId};
use merge::Proposals;
use outside::OutsideSet;
use plane::{Corners, Plane};
use simplex::Simplex;

/// The hull of `points` with at most `limit` vertices; `None` if rounding defeats the construction.
pub(super) fn build(points: &[Vec3], limit: Option<usize>) -> Option<Hull> {
    let mut hull = Quickhull::new(points)?;
    while let Some((point, facet)) = hull.next_point() {
        if limit.is_some_and(|most| hull.complex.vertices.len() >= most) {
            break;
        }
        hull.add(point, facet)?;
    }
    hull.finish()
}

/// What coordinates say about a facet.
struct Geometry {
    plane: Plane,
    /// A point of the plane amid the corners, once it was needed.
    centre: Option<Vec3>,
    /// The centre stays where it is when the facet grows.
    keep_centre: bool,
    /// Once the facet left the hull: where points of its outside set are located from.
    successor: Option<FacetId>,
}

impl Default for Geometry {
    fn default() -> Self {
        Self {
            plane: Plane::NOWHERE,
            centre: None,
            keep_centre: false,
            successor: None,
        }
    }
}

/// What happens while one point is added.
struct Round {
    /// The facets that see the point.
    visible: Vec<FacetId>,
    /// For each of them, the place in the cone from which its outside points are located.
    entry: Vec<Option<usize>>,
    /// The halves of the horizon, which the cone takes over.
    horizon: Vec<HalfEdge>,
    /// The new facet at each half of the horizon.
    cone: Vec<FacetId>,
    /// The facet behind each half of the horizon.
    behind: Vec<FacetId>,
    /// Facets merged into others.
    absorbed: Vec<FacetId>,
    /// Facets behind the horizon in one plane with the point.
    coplanar: Marks<FacetId>,
    /// Facets of the cone that do not face away from the interior.
    inward: Marks<FacetId>,
    /// Facets into which others were merged.
    grown: Marks<FacetId>,
    /// Those of them that were not tested for convexity since.
    untested: Marks<FacetId>,
    /// The first halves of ridges that are not clearly convex, one for each pair of facets.
    bent: Marks<HalfEdge>,
}

impl Round {
    fn new() -> Self {
        Self {
            visible: Vec::new(),
            entry: Vec::new(),
            horizon: Vec::new(),
            cone: Vec::new(),
            behind: Vec::new(),
            absorbed: Vec::new(),
            coplanar: Marks::new(),
            inward: Marks::new(),
            grown: Marks::new(),
            untested: Marks::new(),
            bent: Marks::new(),
        }
    }

    fn clear(&mut self) {
        self.visible.clear();
        self.entry.clear();
        self.horizon.clear();
        self.cone.clear();
        self.behind.clear();
        self.absorbed.clear();
        self.coplanar.clear();
        self.inward.clear();
        self.grown.clear();
        self.untested.clear();
        self.bent.clear();
    }
}

/// A hull that grows point by point.
struct Quickhull<'a> {
    points: &'a [Vec3],
    bounds: RoundOff,
    /// A point inside.
    interior: Vec3,
    complex: Complex,
    geometry: Table<FacetId, Geometry>,
    outside: Table<FacetId, OutsideSet>,
    /// How far points that are not in an outside set reach above a facet.
    outer: f64,
    /// How often points that were not outside may still become so, which bounds the number of rounds.
    returns: usize,
    /// How many facets were merged.
    merges: usize,
    proposals: Proposals,
    round: Round,
    // scratch sets of single searches
    met: Marks<FacetId>,
    asked: Marks<FacetId>,
    corner: Marks<VertexId>,
    todo: Vec<FacetId>,
}

impl<'a> Quickhull<'a> {
    /// The first simplex with its outside sets. `None` if it is too flat.
    fn new(points: &'a [Vec3]) -> Option<Self> {
        let Simplex {
            points: corners,
            bounds,
        } = Simplex::of(points)?;
        let [d, c, b, a] = corners.map(|k| points[k as usize]);
        let sum = Vec3::ZERO + a + b + c + d;
        let interior = Vec3::new(sum.x / 4.0, sum.y / 4.0, sum.z / 4.0);
        // newest first are a, b, c, d; the first facet is that of b, c, d
        let seen = Corners {
            points: [b, c, d],
            ccw: false,
        };
        let flipped = Plane::through(&seen, &bounds, interior).height(interior) <= bounds.height;
        let mut hull = Self {
            points,
            bounds,
            interior,
            complex: Complex::tetrahedron(corners, flipped),
            geometry: Table::new(),
            outside: Table::new(),
            outer: 0.0,
            returns: points.len(),
            merges: 0,
            proposals: Proposals::new(),
            round: Round::new(),
            met: Marks::new(),
            asked: Marks::new(),
            corner: Marks::new(),
            todo: Vec::new(),
        };
        for f in hull.complex.facets.iter() {
            let plane = hull.plane_of(f)?;
            if plane.height(interior) >= -bounds.height {
                return None;
            }
            hull.geometry.entry(f).plane = plane;
            hull.outside.entry(f);
        }
        hull.distribute(&corners);
        hull.furthest_first();
        Some(hull)
    }

    /// Lets the facet with the highest point of all come first.
    fn furthest_first(&mut self) {
        let facets: Vec<FacetId> = self.complex.facets.iter().collect();
        let height = |&f: &FacetId| self.outside[f].furthest.map_or(f64::MIN, |far| far.height);
        // order: first wins
        let first =
            (facets.iter()).fold(
                facets[0],
                |best, f| {
                    if height(f) > height(&best) { *f } else { best }
                },
            );
        self.complex.facets.push(first);
        for f in facets.into_iter().filter(|&f| f != first) {
            self.complex.facets.push(f);
        }
    }

    /// One round: `point`, furthest of the outside set of `facet`, becomes a vertex.
    fn add(&mut self, point: u32, facet: FacetId) -> Option<()> {
        self.complex.facets.begin_round();
        self.complex.vertices.begin_round();
        self.complex.buried.clear();
        self.round.clear();
        let known = self.outer;
        self.hide_visible(self.points[point as usize], facet);
        self.trace_horizon();
        self.raise_cone(point)?;
        self.restore_convexity()?;
        self.redistribute(known)?;
        for &f in self.round.visible.iter().chain(&self.round.absorbed) {
            self.complex.recycle(f);
        }
        Some(())
    }

    /// Where a vertex is.
    #[inline]
    fn position(&self, v: VertexId) -> Vec3 {
        self.points[self.complex.vertex[v].point as usize]
    }

    /// The plane of a triangle; `None` if the facet is a polygon.
    fn plane_of(&self, f: FacetId) -> Option<Plane> {
        let [base, ..] = self.complex.triangle_sides(f)?;
        let &[a, b, c] = self.complex.corners(f) else {
            return None;
        };
        let corners = Corners {
            points: [a, b, c].map(|v| self.position(v)),
            ccw: self.complex.origin(base) == b,
        };
        Some(Plane::through(&corners, &self.bounds, self.interior))
    }
}
