//! Quickhull in floating point; facets that rounding leaves not clearly convex are merged.
//!
//! The hull starts as a simplex and grows by one point per round, always the furthest of the outside set of some facet:
//!
//! ```text
//! hull ← simplex;  each point into the outside set of a facet below it
//! while a facet has an outside set:
//!     p ← its furthest point
//!     visible ← facets below p, found by breadth-first search        horizon ← ridges around them
//!     replace visible by the cone of facets from the horizon to p
//!     merge facets of the cone that are not clearly convex with a neighbour
//!     move points of visible and merged facets into outside sets of other facets, or drop them as interior
//! ```
//!
//! The furthest point of an outside set is a vertex of the hull, so few points are processed more than once.
//! C. B. Barber, D. P. Dobkin, H. Huhdanpaa, *The Quickhull algorithm for convex hulls*, ACM Transactions on Mathematical
//! Software 22 (1996); section 4 for rounding and merged facets.
//!
//! | concept | module |
//! | --- | --- |
//! | everything that the theory leaves open: tolerances, orders, ties | `conventions` |
//! | facets, ridges, vertices: topology without coordinates | `complex`; `cone` adds facets, `contract` removes them |
//! | planes, heights | `plane` |
//! | the first simplex | `simplex` |
//! | visible facets, horizon, planes of the cone | `horizon` |
//! | outside sets | `outside` |
//! | convexity test of two facets | `dihedral` |
//! | which facets are merged | `merge` |
//! | triangles, neighbours and a final check | `output` |
//!
//! The exact hull (`super::exact`) finds the extreme points, but not the order in which the reference lists vertices,
//! neighbours and triangles, nor the diagonals of flat facets, on which the contacts of a mesh with a floor depend.
//! This construction reproduces them. It gives up with `None` if the surface is no longer valid: a horizon that
//! touches itself, or merged facets far from a common plane. Then the exact hull is used.

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

/// The hull of `points` with at most `limit` vertices; `None` if the construction fails because of rounding.
pub(super) fn build(points: &[Vec3], limit: Option<usize>) -> Option<Hull> {
    let mut hull = Quickhull::new(points)?;
    // one point per round, until no point is outside or the limit is reached
    while let Some((point, facet)) = hull.next_point() {
        if limit.is_some_and(|most| hull.complex.vertices.len() >= most) {
            break;
        }
        hull.add(point, facet)?;
    }
    hull.finish()
}

/// Geometric data of a facet.
struct Geometry {
    plane: Plane,
    /// A point of the plane in the middle of the corners, once it was needed.
    centre: Option<Vec3>,
    /// The centre is not recomputed when the facet grows.
    keep_centre: bool,
    /// After the facet left the hull: the facet at which the search for its outside points starts.
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

/// State of one round, in which one point is added.
struct Round {
    /// The facets visible from the point.
    visible: Vec<FacetId>,
    /// For each of them, the index in `cone` at which the search for its outside points starts.
    entry: Vec<Option<usize>>,
    /// The half-edges of the horizon, which become bases of the cone's facets.
    horizon: Vec<HalfEdge>,
    /// The new facet at each half-edge of the horizon.
    cone: Vec<FacetId>,
    /// The facet behind each half-edge of the horizon.
    behind: Vec<FacetId>,
    /// Facets merged into others.
    absorbed: Vec<FacetId>,
    /// Facets behind the horizon that are coplanar with the point.
    coplanar: Marks<FacetId>,
    /// Facets of the cone that do not face away from the interior.
    inward: Marks<FacetId>,
    /// Facets that others were merged into.
    grown: Marks<FacetId>,
    /// Grown facets that have not been tested for convexity since.
    untested: Marks<FacetId>,
    /// The first half-edges of ridges that are not clearly convex, one per pair of facets.
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
    /// A point inside the hull.
    interior: Vec3,
    complex: Complex,
    geometry: Table<FacetId, Geometry>,
    outside: Table<FacetId, OutsideSet>,
    /// Largest height of points above facets among points that are not in an outside set.
    outer: f64,
    /// How many more points may return to an outside set after being inside, which bounds the number of rounds.
    returns: usize,
    /// Number of merged facets so far.
    merges: usize,
    proposals: Proposals,
    round: Round,
    // scratch sets, each used by one search at a time
    met: Marks<FacetId>,
    asked: Marks<FacetId>,
    corner: Marks<VertexId>,
    todo: Vec<FacetId>,
}

impl<'a> Quickhull<'a> {
    /// Builds the first simplex and its outside sets. `None` if it is too flat.
    fn new(points: &'a [Vec3]) -> Option<Self> {
        let Simplex {
            points: corners,
            bounds,
        } = Simplex::of(points)?;
        // the centroid is inside every later hull
        let [d, c, b, a] = corners.map(|k| points[k as usize]);
        let sum = Vec3::ZERO + a + b + c + d;
        let interior = Vec3::new(sum.x / 4.0, sum.y / 4.0, sum.z / 4.0);
        // in order of recency the vertices are a, b, c, d; the first facet is (b, c, d), and `flipped` gives its orientation
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
        // every facet faces away from the interior, or the simplex is too flat
        for f in hull.complex.facets.iter() {
            let plane = hull.plane_of(f)?;
            if plane.height(interior) >= -bounds.height {
                return None;
            }
            hull.geometry.entry(f).plane = plane;
            hull.outside.entry(f);
        }
        // points go to outside sets, and the facet with the highest point is processed first
        hull.distribute(&corners);
        hull.furthest_first();
        Some(hull)
    }

    /// Moves the facet with the highest outside point to the front.
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
        // push moves a facet to the end: the chosen one first, then the others in order
        self.complex.facets.push(first);
        for f in facets.into_iter().filter(|&f| f != first) {
            self.complex.facets.push(f);
        }
    }

    /// One round: `point`, furthest of the outside set of `facet`, becomes a vertex.
    fn add(&mut self, point: u32, facet: FacetId) -> Option<()> {
        // what becomes recent from here on belongs to this round
        self.complex.facets.begin_round();
        self.complex.vertices.begin_round();
        self.complex.buried.clear();
        self.round.clear();
        let known = self.outer;
        // the visible facets leave the hull, and the cone of new facets closes the hole
        self.hide_visible(self.points[point as usize], facet);
        self.trace_horizon();
        self.raise_cone(point)?;
        // new facets are clearly convex with their neighbours
        self.restore_convexity()?;
        // every point of a removed facet is in an outside set again, or inside
        self.redistribute(known)?;
        // ids of removed facets can be used again
        for &f in self.round.visible.iter().chain(&self.round.absorbed) {
            self.complex.recycle(f);
        }
        Some(())
    }

    /// Position of a vertex.
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
