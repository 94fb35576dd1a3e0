//! Quickhull with polygonal facets, in `f64` with tolerances, in the order of the reference.
//!
//! The exact hull of [`super::quick`] knows which points are extreme. What it cannot know is in which order the
//! reference lists vertices, neighbours and triangles, and which diagonals cut its flat facets; a mesh on a floor
//! touches with the vertices that this order names first. So here the hull grows as it does in the reference, through
//! Barber's quickhull with merging of facets:
//!
//! 1. The furthest point of the first facet in line joins the hull; facets that see it go, and a cone of triangles
//!    closes the hole (`cone`).
//! 2. A triangle in the plane of the facet behind it becomes part of that facet (`absorb`); other pairs that are not
//!    clearly convex are merged too, flattest first (`convex`, `join`); what degenerates on the way is tidied up (`tidy`).
//! 3. Points that waited at vanished facets wait at new ones, or are inside (`waiting`).
//! 4. In the end facets with more than three vertices are cut into fans (`fans`).
//!
//! With `r` the rounding error of a distance, a facet sees a point above 2r, a point waits if it is above 4r, and two
//! facets are convex if their centres are more than 2r below each other.
//!
//! Inputs that this cannot handle (facets that flip, vertices that pinch) end in `None`, and the exact hull serves.

mod absorb;
mod chain;
mod cone;
mod convex;
mod fans;
mod join;
mod start;
mod tidy;
mod waiting;

use std::collections::VecDeque;

use synovia_math::Vec3;

use super::Hull;
use chain::{Chain, NONE};

/// The hull of `points` with at most `limit` vertices; `None` if it gets too hard.
pub fn build(points: &[Vec3], limit: Option<usize>) -> Option<Hull> {
    let mut work = Builder::start(points)?;
    while let Some((point, facet)) = work.next_point() {
        if limit.is_some_and(|most| work.vertices.len() >= most) {
            break;
        }
        work.add(point, facet)?;
    }
    work.finish()
}

/// Distances below which things are equal.
#[derive(Clone, Copy)]
struct Tolerance {
    /// Rounding error of the distance between a point and a plane.
    round: f64,
    /// A facet sees what is higher than this; also how far apart centres must be for convexity.
    visible: f64,
    /// A point waits at a facet if it is higher than this.
    outside: f64,
    /// A merged facet wider than this keeps its centre.
    wide: f64,
    /// A merge wider than this is a sign of trouble.
    broken: f64,
}

/// A polygon of the hull.
#[derive(Default)]
struct Facet {
    /// Vertices, newest first.
    verts: Vec<u32>,
    /// Facets around. Of a triangle, the k-th is opposite of the k-th vertex.
    beside: Vec<u32>,
    /// Edges shared with facets around; of a triangle, only those that some polygon needs.
    ridges: Vec<u32>,
    /// The list of edges was used before.
    had_ridges: bool,
    /// Unit normal; none until the facet is known not to be absorbed by its neighbour.
    normal: Option<Vec3>,
    offset: f64,
    /// Orientation of the vertex list.
    top: bool,
    /// A triangle without its own list of edges.
    simplicial: bool,
    /// Made or changed in this round.
    fresh: bool,
    /// Leaves the hull in this round.
    visible: bool,
    /// The facet that took its place.
    replace: u32,
    /// Behind the hole, and in one plane with the new point.
    coplanar: bool,
    /// New triangles that the same facet will absorb, as a ring; and the last ring begun at a facet.
    ring: u32,
    newest_ring: u32,
    ring_done: bool,
    /// Convexity with its neighbours has been tested.
    tested: bool,
    /// Became larger in this round.
    grown: bool,
    degenerate: bool,
    redundant: bool,
    /// Mean of the vertices, in the plane; and whether to keep it although the facet changed.
    center: Option<Vec3>,
    keep_center: bool,
    /// Points above, the furthest last, and its height.
    waiting: Vec<u32>,
    height: f64,
    seen: bool,
    stamp: u32,
}

impl Facet {
    fn push_ridge(&mut self, r: u32) {
        self.ridges.push(r);
        self.had_ridges = true;
    }
}

/// An edge between two facets.
struct Ridge {
    /// Its vertices, newer first.
    verts: [u32; 2],
    top: u32,
    bottom: u32,
    tested: bool,
    nonconvex: bool,
}

impl Ridge {
    fn other(&self, facet: u32) -> u32 {
        if self.top == facet {
            self.bottom
        } else {
            self.top
        }
    }
}

/// A vertex; the numbers of vertices grow with time.
struct Vertex {
    point: u32,
    /// Facets around, once somebody needed to know.
    facets: Vec<u32>,
    fresh: bool,
    deleted: bool,
    /// An edge at this vertex vanished: it may be superfluous.
    loose: bool,
    seen: bool,
    stamp: u32,
    /// A new triangle at this vertex whose neighbour there is not yet known.
    waiting: Option<(u32, usize)>,
}

/// Why two facets should be one, least urgent last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Reason {
    Coplanar,
    Concave,
    ConcaveCoplanar,
    Degenerate,
    Redundant,
    Absorbed,
}

/// Two facets to be merged.
#[derive(Clone, Copy)]
struct Merge {
    reason: Reason,
    facets: [u32; 2],
    distance: f64,
}

struct Builder<'a> {
    point: &'a [Vec3],
    tol: Tolerance,
    interior: Vec3,
    facet: Vec<Facet>,
    /// Facets that are gone, to be used again.
    spare: Vec<u32>,
    ridge: Vec<Ridge>,
    vertex: Vec<Vertex>,
    /// Facets of the hull, in the order in which they take their turn.
    facets: Chain,
    /// Vertices of the hull, those touched last at the end.
    vertices: Chain,
    /// The facet whose turn it is.
    turn: u32,
    /// First facet and vertex of this round; new ones are appended.
    in_round: bool,
    first_new: u32,
    first_fresh: u32,
    /// Facets that leave the hull in this round.
    visible: VecDeque<u32>,
    /// Vertices that leave the hull in this round.
    gone: Vec<u32>,
    /// [`Vertex::facets`] is kept up to date.
    knows_facets: bool,
    max_outside: f64,
    merges: usize,
    wanted: Vec<Merge>,
    urgent: Vec<Merge>,
    stamp: u32,
    search_all: bool,
    not_sharp: bool,
}

impl Builder<'_> {
    fn place(&self, vertex: u32) -> Vec3 {
        self.point[self.vertex[vertex as usize].point as usize]
    }

    /// Height of a place above a facet.
    #[inline]
    fn height(&self, p: Vec3, facet: u32) -> Option<f64> {
        let f = &self.facet[facet as usize];
        let n = f.normal?;
        Some(f.offset + p.x * n.x + p.y * n.y + p.z * n.z)
    }

    fn new_stamp(&mut self) -> u32 {
        self.stamp += 1;
        self.stamp
    }

    fn push_facet(&mut self, f: u32) {
        self.facets.push(f);
        if self.in_round && self.first_new == NONE {
            self.first_new = f;
        }
        if self.turn == NONE {
            self.turn = f;
        }
    }

    fn remove_facet(&mut self, f: u32) {
        let after = self.facets.after(f);
        if self.first_new == f {
            self.first_new = after;
        }
        if self.turn == f {
            self.turn = after;
        }
        self.facets.remove(f);
    }

    fn push_vertex(&mut self, v: u32) {
        self.vertices.push(v);
        self.vertex[v as usize].fresh = true;
        if self.in_round && self.first_fresh == NONE {
            self.first_fresh = v;
        }
    }

    fn remove_vertex(&mut self, v: u32) {
        if self.first_fresh == v {
            self.first_fresh = self.vertices.after(v);
        }
        self.vertices.remove(v);
    }

    /// Moves vertices to the end of the order, once a round.
    fn freshen(&mut self, verts: &[u32]) {
        for &v in verts {
            if !self.vertex[v as usize].fresh {
                self.remove_vertex(v);
                self.push_vertex(v);
            }
        }
    }

    /// Takes a facet out of the hull; `replace` stands where it was.
    fn retire(&mut self, f: u32, replace: u32) {
        self.remove_facet(f);
        self.visible.push_front(f);
        let facet = &mut self.facet[f as usize];
        facet.visible = true;
        facet.replace = replace;
        facet.ridges.clear();
        facet.beside.clear();
    }

    /// A vertex that no longer is one.
    fn drop_vertex(&mut self, v: u32) {
        self.vertex[v as usize].deleted = true;
        self.gone.push(v);
    }

    /// Tells all vertices their facets, in the order of the facets.
    fn learn_facets(&mut self) {
        if self.knows_facets {
            return;
        }
        self.knows_facets = true;
        for v in &mut self.vertex {
            v.facets.clear();
        }
        let mut f = self.facets.first();
        while f != NONE {
            for &v in &self.facet[f as usize].verts {
                self.vertex[v as usize].facets.push(f);
            }
            f = self.facets.after(f);
        }
    }
}

/// Removes the first `item`; the last one takes its place.
fn swap_out(list: &mut Vec<u32>, item: u32) {
    if let Some(at) = list.iter().position(|&x| x == item) {
        list.swap_remove(at);
    }
}

/// Removes the first `item`, keeping the order.
fn take_out(list: &mut Vec<u32>, item: u32) {
    if let Some(at) = list.iter().position(|&x| x == item) {
        list.remove(at);
    }
}

/// Puts `new` where `old` is.
fn exchange(list: &mut [u32], old: u32, new: u32) -> Option<()> {
    *list.iter_mut().find(|x| **x == old)? = new;
    Some(())
}
