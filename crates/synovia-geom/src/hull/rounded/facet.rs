//! Facets with their sides and neighbours.
//!
//! Most facets are triangles, and a triangle says everything by its corners: the k-th neighbour lies behind the side
//! without the k-th corner. A facet made of several triangles is a polygon and lists its sides one by one, each with
//! the direction in which the outline runs when seen from outside. The same side, turned, is listed behind it, also by
//! a triangle; the other sides of a triangle are implied:
//!
//! ```text
//!            b                    polygon P lists   a→b across T,  …
//!  P       ↗ | ↖       T          triangle T lists  b→a across P
//!        a   |   c                and implies       a→c,  c→b
//! ```
//!
//! The order of corners, neighbours and sides is part of the result. What leaves the lists of neighbours and sides is
//! replaced by the last of them; corners stay sorted, newest first.

use synovia_math::Vec3;

use super::Growth;
use super::ids::{FacetId, VertexId};
use super::plane::Plane;
use super::waiting::Waiting;

/// One side of a facet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Side {
    /// The outline runs from here …
    pub from: VertexId,
    /// … to here, counter-clockwise.
    pub to: VertexId,
    /// The facet behind.
    pub across: FacetId,
}

impl Side {
    pub fn touches(self, v: VertexId) -> bool {
        self.from == v || self.to == v
    }

    /// The same side, as the facet behind sees it.
    pub fn turned(self, here: FacetId) -> Self {
        Self {
            from: self.to,
            to: self.from,
            across: here,
        }
    }
}

/// A facet of the hull.
#[derive(Default)]
pub struct Facet {
    /// Vertices, newest first.
    pub corners: Vec<VertexId>,
    /// The facets around, each once.
    pub around: Vec<FacetId>,
    /// The listed sides.
    pub sides: Vec<Side>,
    /// Some side is listed, or was.
    pub listed: bool,
    /// A triangle with implied sides.
    pub plain: bool,
    /// The corners of a triangle are seen counter-clockwise.
    pub ccw: bool,
    /// A triangle that will become part of the facet behind it gets none.
    pub plane: Option<Plane>,
    /// In one plane with the point that joins in this round.
    pub level: bool,
    /// Changed since it was last found convex with its neighbours.
    pub changed: bool,
    /// Became larger in this round.
    pub grown: bool,
    /// The point of the plane below the mean of the corners, once it was needed.
    pub center: Option<Vec3>,
    /// The centre stays although corners come and go.
    pub keep_center: bool,
    /// Points above.
    pub waiting: Waiting,
    /// The facet that stands where this one was.
    pub heir: Option<FacetId>,
}

impl Facet {
    /// The side of a triangle without its `k`-th corner.
    pub fn implied(&self, k: usize) -> Side {
        // corners newest first are a cycle in which each second pair runs backwards
        let (newer, older) = (
            self.corners[usize::from(k == 0)],
            self.corners[if k == 2 { 1 } else { 2 }],
        );
        let (from, to) = if self.ccw == (k != 1) {
            (newer, older)
        } else {
            (older, newer)
        };
        Side {
            from,
            to,
            across: self.around[k],
        }
    }

    /// Lists a side.
    pub fn list(&mut self, side: Side) {
        self.sides.push(side);
        self.listed = true;
    }

    /// True if a side towards `other` is listed.
    pub fn lists(&self, other: FacetId) -> bool {
        self.sides.iter().any(|side| side.across == other)
    }

    /// Where the side is listed that `side` is behind.
    pub fn position_of(&self, side: Side) -> Option<usize> {
        self.sides
            .iter()
            .position(|s| s.from == side.to && s.to == side.from)
    }

    /// Forgets everything but the memory of its lists.
    pub fn clear(&mut self) {
        let Self {
            mut corners,
            mut around,
            mut sides,
            mut waiting,
            ..
        } = core::mem::take(self);
        corners.clear();
        around.clear();
        sides.clear();
        waiting.clear();
        *self = Self {
            corners,
            around,
            sides,
            waiting,
            ..Self::default()
        };
    }
}

/// A vertex of the hull.
pub struct Vertex {
    /// Its position in the input.
    pub point: u32,
    /// Facets around, kept from the first merge on.
    pub star: Vec<FacetId>,
    /// A triangle of the cone that misses its neighbour here, and the position of that neighbour.
    pub open: Option<(FacetId, usize)>,
}

/// Takes `item` out; the last one takes its place.
pub fn swap_out<T: PartialEq>(list: &mut Vec<T>, item: &T) {
    if let Some(at) = list.iter().position(|x| x == item) {
        list.swap_remove(at);
    }
}

/// Puts `new` where `old` is; `None` if it is nowhere.
pub fn exchange(list: &mut [FacetId], old: FacetId, new: FacetId) -> Option<()> {
    *list.iter_mut().find(|x| **x == old)? = new;
    Some(())
}

impl Growth<'_> {
    /// Where a vertex is.
    pub fn at(&self, v: VertexId) -> Vec3 {
        self.point[self.vertex[v].point as usize]
    }

    /// Height of a place above a facet.
    #[inline]
    pub fn height(&self, p: Vec3, f: FacetId) -> Option<f64> {
        Some(self.facet[f].plane.as_ref()?.height(p))
    }

    /// A vertex at a point of the input.
    pub fn new_vertex(&mut self, point: u32) -> VertexId {
        let v = self.vertex.push(Vertex {
            point,
            star: Vec::new(),
            open: None,
        });
        self.vertices.push(v);
        v
    }

    /// Moves a vertex to the end of the order, once a round. True if this is the first time.
    pub fn touch(&mut self, v: VertexId) -> bool {
        let first = !self.vertices.is_new(v);
        if first {
            self.vertices.push(v);
        }
        first
    }

    /// A triangle from `apex` to a side, without plane and with no neighbour but the one behind the side.
    pub fn new_triangle(&mut self, apex: VertexId, side: Side) -> FacetId {
        let id = match self.spare.pop() {
            Some(id) => id,
            None => self.facet.push(Facet::default()),
        };
        let facet = &mut self.facet[id];
        let ccw = side.from > side.to;
        let (newer, older) = if ccw {
            (side.from, side.to)
        } else {
            (side.to, side.from)
        };
        facet.corners.extend([apex, newer, older]);
        facet.around.push(side.across);
        facet.plain = true;
        facet.ccw = ccw;
        self.facets.push(id);
        id
    }

    /// Makes a polygon of a triangle: all its sides are listed from now on, here and behind them.
    pub fn list_sides(&mut self, f: FacetId) {
        if !core::mem::take(&mut self.facet[f].plain) {
            return;
        }
        for k in 0..3 {
            let side = self.facet[f].implied(k);
            if !self.facet[f].lists(side.across) {
                self.facet[f].list(side);
                self.facet[side.across].list(side.turned(f));
            }
        }
    }

    /// Tells all vertices their facets, in the order of the facets; from then on they know.
    pub fn know_stars(&mut self) {
        if core::mem::replace(&mut self.stars, true) {
            return;
        }
        for vertex in self.vertex.values_mut() {
            vertex.star.clear();
        }
        for f in self.facets.iter() {
            for &v in &self.facet[f].corners {
                self.vertex[v].star.push(f);
            }
        }
    }

    /// The facet that stands where `f` was, if any does.
    pub fn heir(&self, mut f: FacetId) -> Option<FacetId> {
        while !self.facets.contains(f) {
            f = self.facet[f].heir?;
        }
        Some(f)
    }
}
