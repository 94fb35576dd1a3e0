//! Two facets become one.
//!
//! A facet hands over to another what it has: corners, sides, neighbours, its place in the stars of its vertices. The
//! sides between the two, the seam, vanish, and so does a vertex that has no other facet. A neighbour of both is a
//! neighbour once.
//!
//! The plane of the facet that grows stays as it is. Its centre moves, unless the facet is large already or its
//! vertices leave the plane by more than rounding explains.

use super::Growth;
use super::convex::Cause;
use super::facet::{exchange, swap_out};
use super::ids::FacetId;

/// A facet with more corners than this keeps its centre.
const LARGE: usize = 3 + 5;

impl Growth<'_> {
    /// Makes facet `f` part of `into`, which grows, goes to the end of the order and has to be looked at again.
    pub fn unite(&mut self, f: FacetId, into: FacetId) -> Option<()> {
        if f == into || self.facets.len() <= 4 {
            return None;
        }
        self.merges += 1;
        self.know_stars();
        self.list_sides(f);
        self.list_sides(into);
        self.move_center(into);

        self.hand_over_corners(f, into)?;
        for k in 0..self.facet[into].corners.len() {
            self.touch(self.facet[into].corners[k]);
        }
        self.met.clear();
        for &g in &self.facet[into].around {
            self.met.insert(g);
        }
        if self.facet[f].corners.len() == 3 {
            self.hand_over_in_turn(f, into)?;
        } else {
            self.hand_over_in_bulk(f, into)?;
        }

        let facet = &mut self.facet[into];
        facet.changed = true;
        facet.grown = true;
        self.facets.push(into);
        self.facets.remove(f);
        self.facet[f].heir = Some(into);
        self.merged.push(f);
        Some(())
    }

    /// The centre has to be found again, unless the facet keeps it.
    fn move_center(&mut self, f: FacetId) {
        let facet = &mut self.facet[f];
        if facet.center.is_some() {
            let size = facet.corners.len();
            facet.keep_center = size > 3 && (facet.keep_center || size > LARGE);
            if !facet.keep_center {
                facet.center = None;
            }
        }
    }

    /// Corners of `f` that `into` has not are gained; a common one without a third facet is inside and goes.
    fn hand_over_corners(&mut self, f: FacetId, into: FacetId) -> Option<()> {
        for k in 0..self.facet[f].corners.len() {
            let v = self.facet[f].corners[k];
            let corners = &mut self.facet[into].corners;
            let at = corners.partition_point(|&w| w > v);
            let star = &mut self.vertex[v].star;
            if corners.get(at) != Some(&v) {
                corners.insert(at, v);
                exchange(star, f, into)?;
                continue;
            }
            swap_out(star, &f);
            if star.len() < 2 {
                corners.remove(at);
                self.vertices.remove(v);
            }
        }
        Some(())
    }

    /// A triangle hands over side after side, each with the neighbour behind it.
    fn hand_over_in_turn(&mut self, f: FacetId, into: FacetId) -> Option<()> {
        let mut sides = core::mem::take(&mut self.facet[f].sides);
        let mut k = 0;
        while let Some(&side) = sides.get(k) {
            let mine = &mut self.facet[into];
            if side.across == into {
                // order: the last side takes the place of the seam and comes next
                sides.swap_remove(k);
                mine.sides.swap_remove(mine.position_of(side)?);
                swap_out(&mut mine.around, &f);
                continue;
            }
            k += 1;
            mine.list(side);
            self.adopt(side.across, f, into)?;
            let theirs = &mut self.facet[side.across];
            let at = theirs.position_of(side)?;
            theirs.sides[at].across = into;
        }
        Some(())
    }

    /// A polygon hands over all neighbours, then the seam opens, then its sides follow.
    fn hand_over_in_bulk(&mut self, f: FacetId, into: FacetId) -> Option<()> {
        for g in core::mem::take(&mut self.facet[f].around) {
            if g != into {
                self.adopt(g, f, into)?;
            }
        }
        let mut sides = core::mem::take(&mut self.facet[f].sides);
        let mine = &mut self.facet[into];
        swap_out(&mut mine.around, &f);
        let mut k = 0;
        while let Some(&side) = mine.sides.get(k) {
            if side.across == f {
                mine.sides.swap_remove(k);
                swap_out(&mut sides, &side.turned(into));
            } else {
                k += 1;
            }
        }
        for side in sides {
            self.facet[into].list(side);
            let theirs = &mut self.facet[side.across];
            let at = theirs.position_of(side)?;
            theirs.sides[at].across = into;
        }
        Some(())
    }

    /// `g`, beside `f`, becomes a neighbour of `into`. One that is beside both already loses a neighbour; what is
    /// behind a triangle of the cone stays its first.
    fn adopt(&mut self, g: FacetId, f: FacetId, into: FacetId) -> Option<()> {
        if self.met.insert(g) {
            self.facet[into].around.push(g);
            return exchange(&mut self.facet[g].around, f, into);
        }
        self.list_sides(g);
        let around = &mut self.facet[g].around;
        if around.first() == Some(&f) {
            swap_out(around, &into);
            exchange(around, f, into)
        } else {
            swap_out(around, &f);
            Some(())
        }
    }

    /// Queues neighbours of a grown facet that have no corner of their own, and what has too few neighbours.
    pub fn check_around(&mut self, f: FacetId) {
        let enough = self.facet[f].around.len() >= 3;
        if !enough {
            self.want(Cause::Starved, 0.0, [f, f]);
        }
        self.known.clear();
        for &v in &self.facet[f].corners {
            self.known.insert(v);
        }
        for k in 0..self.facet[f].around.len() {
            let g = self.facet[f].around[k];
            let inside = |&v| self.known.contains(v);
            if enough && self.facet[g].corners.iter().all(inside) {
                self.want(Cause::Swallowed, 0.0, [g, f]);
            } else if self.facet[g].around.len() < 3 {
                self.want(Cause::Starved, 0.0, [g, g]);
            }
        }
    }
}
