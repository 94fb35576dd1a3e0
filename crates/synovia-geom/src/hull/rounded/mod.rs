//! Quickhull with polygonal facets, in `f64` with tolerances, in the order of the reference.
//!
//! The exact hull of [`super::quick`] knows which points are extreme. What it cannot know is in which order the
//! reference lists vertices, neighbours and triangles, and which diagonals cut its flat facets; a mesh on a floor
//! touches with the vertices that this order names first. So here the hull grows as it does in the reference, by
//! quickhull with merged facets: C. B. Barber, D. P. Dobkin, H. Huhdanpaa, *The Quickhull algorithm for convex hulls*
//! (1996), section 4.
//!
//! | concept | where |
//! | --- | --- |
//! | the rounding error `r` of a height, and what is decided by its multiples | `plane` |
//! | facets: triangles with implied sides, polygons with listed ones | `facet` |
//! | the order of facets and vertices: by the last touch | `ids` |
//! | the first simplex | `seed` |
//! | which points wait where, and whose turn it is | `waiting` |
//! | the horizon of a point, and the cone of triangles that joins it to the hull | `cone` |
//! | which facets have to become one, most urgent first | `convex` |
//! | two facets become one | `unite` |
//! | vertices that end up inside an edge | `straight` |
//! | polygons to triangles, and everything in its final order | `fans` |
//!
//! With `r` the rounding error, a facet sees a point above 2r, a point waits if it is at 4r or above, and two facets
//! are convex if the centre of each is more than 2r below the other.
//!
//! Every step may find that the surface is no longer one: a facet that faces inwards, a rim that touches itself, a
//! polygon with two neighbours. Then the construction ends in `None`, and the exact hull serves.

mod cone;
mod convex;
mod facet;
mod fans;
mod ids;
mod plane;
mod seed;
mod straight;
mod unite;
mod waiting;

use std::collections::BinaryHeap;

use synovia_math::Vec3;

use super::Hull;
use convex::Candidate;
use facet::{Facet, Vertex};
use ids::{Arena, FacetId, Marks, Roll, VertexId};
use plane::Tolerance;

/// The hull of `points` with at most `limit` vertices; `None` if it gets too hard.
pub fn build(points: &[Vec3], limit: Option<usize>) -> Option<Hull> {
    let mut hull = Growth::seed(points)?;
    while let Some((point, facet)) = hull.next_point() {
        if limit.is_some_and(|most| hull.vertices.len() >= most) {
            break;
        }
        hull.join(point, facet)?;
    }
    hull.finish()
}

/// A hull that grows point by point.
struct Growth<'a> {
    point: &'a [Vec3],
    tol: Tolerance,
    /// A point inside.
    interior: Vec3,
    facet: Arena<FacetId, Facet>,
    vertex: Arena<VertexId, Vertex>,
    /// The facets of the hull; those of this round are new.
    facets: Roll<FacetId>,
    /// The vertices of the hull; those touched in this round are new.
    vertices: Roll<VertexId>,
    /// Facets that are gone, to be used again.
    spare: Vec<FacetId>,
    /// Facets that see the point of this round.
    hidden: Vec<FacetId>,
    /// Facets that became part of others in this round.
    merged: Vec<FacetId>,
    /// Where the facet stands whose turn it is.
    turn: usize,
    /// Vertices know their facets.
    stars: bool,
    /// How high above a facet a point may be that is no vertex.
    tallest: f64,
    /// How many facets became part of others.
    merges: usize,
    /// Pairs of facets that should be one.
    queue: BinaryHeap<Candidate>,
    /// How many pairs were ever queued.
    queued: usize,
    met: Marks<FacetId>,
    asked: Marks<FacetId>,
    known: Marks<VertexId>,
}

impl Growth<'_> {
    /// One round: `point`, which waited at `facet`, becomes a vertex.
    fn join(&mut self, point: u32, facet: FacetId) -> Option<()> {
        self.turn = self.facets.compact(self.turn);
        self.vertices.compact(0);
        self.facets.begin();
        self.vertices.begin();
        self.hide_visible(self.point[point as usize], facet)?;
        self.raise_cone(point)?;
        self.make_convex()?;
        self.resettle()?;
        for f in self.hidden.drain(..).chain(self.merged.drain(..)) {
            self.facet[f].clear();
            self.spare.push(f);
        }
        Some(())
    }
}
