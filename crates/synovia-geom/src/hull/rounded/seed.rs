//! The first simplex, and which points wait at its faces.

use std::collections::BinaryHeap;

use synovia_math::Vec3;

use super::Growth;
use super::facet::Facet;
use super::ids::{Arena, FacetId, Id, Marks, Roll, VertexId};
use super::plane::{Plane, Tolerance};

/// A simplex flatter than this, compared with a cube of the points' width, makes the search go over all points.
const FLAT: f64 = 1e-3;

impl<'a> Growth<'a> {
    /// A simplex of points far apart, with all others at its faces.
    pub fn seed(point: &'a [Vec3]) -> Option<Self> {
        let extent = Extent::new(point)?;
        let simplex = extent.simplex(point)?;
        let mut hull = Self {
            point,
            tol: Tolerance::new(extent.reach),
            interior: Vec3::ZERO,
            facet: Arena::new(),
            vertex: Arena::new(),
            facets: Roll::new(),
            vertices: Roll::new(),
            spare: Vec::new(),
            hidden: Vec::new(),
            merged: Vec::new(),
            turn: 0,
            stars: false,
            tallest: 0.0,
            merges: 0,
            queue: BinaryHeap::new(),
            queued: 0,
            met: Marks::new(),
            asked: Marks::new(),
            known: Marks::new(),
        };
        let corner = simplex.map(|p| hull.new_vertex(p));
        for v in corner.into_iter().rev() {
            hull.vertices.push(v);
        }
        hull.faces(corner)?;
        hull.settle_all(&simplex)?;
        hull.furthest_first();
        Some(hull)
    }

    /// The four faces, the k-th without the k-th newest corner, with the interior well below all of them.
    fn faces(&mut self, corner: [VertexId; 4]) -> Option<()> {
        let newest: [VertexId; 4] = core::array::from_fn(|k| corner[3 - k]);
        let sum = newest.iter().fold(Vec3::ZERO, |sum, &v| sum + self.at(v));
        self.interior = Vec3::new(sum.x / 4.0, sum.y / 4.0, sum.z / 4.0);

        let first = [1, 2, 3].map(|k| self.at(newest[k]));
        let outwards = Plane::through(first, false)?.height(self.interior) <= self.tol.round;
        for k in 0..4 {
            let corners: Vec<_> = (0..4).filter(|&j| j != k).map(|j| newest[j]).collect();
            let around = (0..4).filter(|&j| j != k).map(FacetId::nth).collect();
            // going from one face to the next turns the order of the corners
            let ccw = outwards == (k % 2 == 1);
            let places = [0, 1, 2].map(|j| self.at(corners[j]));
            let plane = Plane::through(places, ccw)?;
            if plane.height(self.interior) >= -self.tol.round {
                return None;
            }
            let f = self.facet.push(Facet {
                corners,
                around,
                plain: true,
                ccw,
                plane: Some(plane),
                ..Facet::default()
            });
            self.facets.push(f);
        }
        Some(())
    }

    /// Gives the first turn to the face with the highest point of all.
    fn furthest_first(&mut self) {
        let mut order: Vec<FacetId> = self.facets.iter().collect();
        let mut best = (0, f64::MIN);
        for (k, &f) in order.iter().enumerate() {
            let height = self.facet[f].waiting.height();
            if height.is_some_and(|h| h > best.1) {
                best = (k, height.unwrap_or(best.1));
            }
        }
        order[..=best.0].rotate_right(1);
        for f in order {
            self.facets.push(f);
        }
    }
}

/// How far the points reach.
struct Extent {
    /// The points with the smallest and the largest coordinate along each axis.
    extreme: [[u32; 2]; 3],
    /// The largest coordinates, without sign.
    reach: [f64; 3],
    width: f64,
}

impl Extent {
    fn new(point: &[Vec3]) -> Option<Self> {
        if point.len() < 4 || !point.iter().all(|p| p.is_finite()) {
            return None;
        }
        let mut out = Self {
            extreme: [[0; 2]; 3],
            reach: [0.0; 3],
            width: 0.0,
        };
        for axis in 0..3 {
            let [mut low, mut high] = [0_usize; 2];
            for (k, p) in point.iter().enumerate() {
                if p[axis] > point[high][axis] {
                    high = k;
                } else if p[axis] < point[low][axis] {
                    low = k;
                }
            }
            let (min, max) = (point[low][axis], point[high][axis]);
            out.extreme[axis] = [low as u32, high as u32];
            out.reach[axis] = max.max(-min);
            out.width = out.width.max(max - min);
        }
        Some(out)
    }

    /// Extremes in x, then the point that makes the largest triangle seen along z, then the largest volume.
    fn simplex(&self, point: &[Vec3]) -> Option<[u32; 4]> {
        let at = |k: u32| point[k as usize];
        let [a, b] = self.extreme[0];
        if a == b {
            return None;
        }
        let length = at(b).x - at(a).x;
        let (c, area) = self.largest(&[a, b], point, length, |p| {
            let (u, v) = (at(a) - p, at(b) - p);
            u.x * v.y - u.y * v.x
        })?;
        let (d, _) = self.largest(&[a, b, c], point, area, |p| {
            let (u, v, w) = (at(a) - p, at(b) - p, at(c) - p);
            // order: by the first column, so that of mirror images the same one wins as in the reference
            u.x * (v.y * w.z - v.z * w.y) - v.x * (u.y * w.z - u.z * w.y)
                + w.x * (u.y * v.z - u.z * v.y)
        })?;
        Some([a, b, c, d])
    }

    /// The point that adds most to a simplex of some `measure`; an extreme one, if that is not suspiciously little.
    fn largest(
        &self,
        taken: &[u32],
        point: &[Vec3],
        measure: f64,
        size: impl Fn(Vec3) -> f64,
    ) -> Option<(u32, f64)> {
        let full = measure * self.width;
        let sized = |k: u32| (k, size(point[k as usize]).abs());
        let larger = |than: Option<(u32, f64)>, next: (u32, f64)| than.is_none_or(|t| next.1 > t.1);
        let extreme = self.extreme.as_flattened();
        let mut found = None;
        for next in extreme
            .iter()
            .filter(|k| !taken.contains(k))
            .map(|&k| sized(k))
        {
            if larger(found, next) {
                found = Some(next);
            }
        }
        if found.is_none_or(|(_, most)| most < FLAT * full) {
            let rest = |k: &u32| !extreme.contains(k) && !taken.contains(k);
            for next in (0..point.len() as u32).filter(rest).map(sized) {
                if larger(found, next) {
                    found = Some(next);
                    if next.1 > 10.0 * FLAT * full {
                        break;
                    }
                }
            }
        }
        found.filter(|&(_, size)| size > 0.0)
    }
}
