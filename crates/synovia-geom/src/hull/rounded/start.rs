//! The first simplex, and which points wait at its faces.

use synovia_math::Vec3;

use super::chain::{Chain, NONE};
use super::{Builder, Facet, Tolerance, Vertex};

/// A simplex flatter than this, compared with a cube of the points' width, makes the search go over all points.
const FLAT: f64 = 1e-3;
/// Two faces of the simplex closer to opposite than this make a hull too narrow for tolerances.
const NARROW: f64 = -0.99999999;

impl<'a> Builder<'a> {
    /// The simplex of four extreme points, with all others partitioned.
    pub fn start(point: &'a [Vec3]) -> Option<Self> {
        let extent = Extent::new(point)?;
        let simplex = extent.simplex(point)?;
        let mut work = Self {
            point,
            tol: extent.tolerance(),
            interior: Vec3::ZERO,
            facet: Vec::new(),
            spare: Vec::new(),
            ridge: Vec::new(),
            vertex: Vec::new(),
            facets: Chain::new(),
            vertices: Chain::new(),
            turn: NONE,
            in_round: false,
            first_new: NONE,
            first_fresh: NONE,
            visible: std::collections::VecDeque::new(),
            gone: Vec::new(),
            knows_facets: false,
            max_outside: 0.0,
            merges: 0,
            wanted: Vec::new(),
            urgent: Vec::new(),
            stamp: 0,
            search_all: false,
            not_sharp: false,
        };
        for p in simplex {
            work.new_vertex(p);
        }
        // vertices newest first, each facet without one of them
        for k in 0..4_u32 {
            let verts: Vec<u32> = (0..4).rev().filter(|&v| v != 3 - k).collect();
            work.facet.push(Facet {
                verts,
                beside: (0..4).filter(|&f| f != k).collect(),
                top: k % 2 == 0,
                simplicial: true,
                replace: NONE,
                ring: NONE,
                newest_ring: NONE,
                ..Facet::default()
            });
            work.push_facet(k);
            work.push_vertex(3 - k);
            work.vertex[3 - k as usize].fresh = false;
        }
        work.orient()?;
        work.partition_all(&simplex)?;
        work.highest_first();
        Some(work)
    }

    /// Gives the first turn to the face with the furthest point of all.
    fn highest_first(&mut self) {
        let mut order: Vec<u32> = Vec::with_capacity(4);
        let mut best = (0, f64::MIN);
        let mut f = self.facets.first();
        while f != NONE {
            let facet = &self.facet[f as usize];
            if !facet.waiting.is_empty() && facet.height > best.1 {
                best = (order.len(), facet.height);
            }
            order.push(f);
            f = self.facets.after(f);
        }
        order[..=best.0].rotate_right(1);
        for &f in &order {
            self.facets.remove(f);
            self.facets.push(f);
        }
        self.turn = self.facets.first();
    }

    pub(super) fn new_vertex(&mut self, point: u32) -> u32 {
        let id = self.vertex.len() as u32;
        self.vertex.push(Vertex {
            point,
            facets: Vec::new(),
            fresh: false,
            deleted: false,
            loose: false,
            seen: false,
            stamp: 0,
            waiting: None,
        });
        id
    }

    /// Planes with the interior below them.
    fn orient(&mut self) -> Option<()> {
        let mut sum = Vec3::ZERO;
        for v in (0..4).rev() {
            sum += self.place(v);
        }
        self.interior = Vec3::new(sum.x / 4.0, sum.y / 4.0, sum.z / 4.0);
        self.set_plane(0)?;
        if self.height(self.interior, 0)? > self.tol.round {
            for f in &mut self.facet {
                f.top = !f.top;
            }
            self.set_plane(0)?;
        }
        for f in 1..4 {
            self.set_plane(f)?;
        }
        for f in 0..4 {
            if self.height(self.interior, f)? >= -self.tol.round {
                return None;
            }
            for g in 0..f {
                let (a, b) = (
                    self.facet[f as usize].normal?,
                    self.facet[g as usize].normal?,
                );
                if a.dot(b) < NARROW {
                    return None;
                }
            }
        }
        Some(())
    }

    /// The plane of a triangle, from its orientation.
    pub(super) fn set_plane(&mut self, f: u32) -> Option<()> {
        let facet = &self.facet[f as usize];
        let [a, b, c] = facet.verts[..] else {
            return None;
        };
        let [a, b, c] = [a, b, c].map(|v| self.place(v));
        let (u, v) = (b - a, c - a);
        // (c − a) × (b − a)
        let n = Vec3::new(
            v.y * u.z - v.z * u.y,
            u.x * v.z - u.z * v.x,
            v.x * u.y - v.y * u.x,
        );
        let norm = (n.x * n.x + n.y * n.y + n.z * n.z).sqrt();
        if norm <= f64::MIN_POSITIVE {
            return None;
        }
        let norm = if facet.top { norm } else { -norm };
        let n = Vec3::new(n.x / norm, n.y / norm, n.z / norm);
        let facet = &mut self.facet[f as usize];
        facet.normal = Some(n);
        facet.offset = -(a.x * n.x + a.y * n.y + a.z * n.z);
        Some(())
    }
}

/// How far the points reach.
struct Extent {
    /// The points with the smallest and the largest coordinate along each axis.
    extreme: [[u32; 2]; 3],
    width: f64,
    largest: f64,
    sum: f64,
}

impl Extent {
    fn new(point: &[Vec3]) -> Option<Self> {
        if point.len() < 4 || !point.iter().all(|p| p.is_finite()) {
            return None;
        }
        let mut out = Self {
            extreme: [[0; 2]; 3],
            width: 0.0,
            largest: 0.0,
            sum: 0.0,
        };
        for axis in 0..3 {
            let [mut low, mut high] = [0_u32; 2];
            for (k, p) in point.iter().enumerate() {
                if point[high as usize][axis] < p[axis] {
                    high = k as u32;
                } else if point[low as usize][axis] > p[axis] {
                    low = k as u32;
                }
            }
            let (min, max) = (point[low as usize][axis], point[high as usize][axis]);
            let reach = if max > -min { max } else { -min };
            out.width = out.width.max(max - min);
            out.largest = out.largest.max(reach);
            out.sum += reach;
            out.extreme[axis] = [low, high];
        }
        Some(out)
    }

    fn tolerance(&self) -> Tolerance {
        let reach = (3.0_f64.sqrt() * self.largest).min(self.sum);
        let round = f64::EPSILON * (3.0 * reach * 1.01 + self.largest);
        let visible = 2.0 * round;
        let outside = 2.0 * visible;
        Tolerance {
            round,
            visible,
            outside,
            wide: outside.max(6.0 * visible),
            broken: 100.0 * (3.0 * visible + round),
        }
    }

    /// Extremes in x, then the point that makes the largest triangle seen along z, then the largest volume.
    fn simplex(&self, point: &[Vec3]) -> Option<[u32; 4]> {
        let few = self.extreme.concat();
        let at = |k: u32| point[k as usize];
        let (mut a, mut b) = (few[0], few[0]);
        for &k in &few {
            if at(k).x > at(b).x {
                b = k;
            }
            if at(k).x < at(a).x {
                a = k;
            }
        }
        if a == b {
            return None;
        }
        let span = at(b).x - at(a).x;
        let (c, area) = self.best(&few, &[a, b], point, span, |p| {
            let (u, v) = (at(a) - p, at(b) - p);
            u.x * v.y - u.y * v.x
        })?;
        let (d, _) = self.best(&few, &[a, b, c], point, area, |p| {
            let (u, v, w) = (at(a) - p, at(b) - p, at(c) - p);
            u.x * (v.y * w.z - v.z * w.y) - u.y * (v.x * w.z - v.z * w.x)
                + u.z * (v.x * w.y - v.y * w.x)
        })?;
        Some([a, b, c, d])
    }

    /// The point with the largest size; among `few` if that is not suspiciously small.
    fn best(
        &self,
        few: &[u32],
        taken: &[u32],
        point: &[Vec3],
        before: f64,
        size: impl Fn(Vec3) -> f64,
    ) -> Option<(u32, f64)> {
        let target = before * self.width;
        let mut found = (NONE, -1.0);
        for &k in few.iter().filter(|k| !taken.contains(k)) {
            let here = size(point[k as usize]).abs();
            if here > found.1 {
                found = (k, here);
            }
        }
        if found.0 == NONE || found.1 < FLAT * target {
            for k in (0..point.len() as u32).filter(|k| !few.contains(k) && !taken.contains(k)) {
                let here = size(point[k as usize]).abs();
                if here > found.1 {
                    found = (k, here);
                    if here > 10.0 * FLAT * target {
                        break;
                    }
                }
            }
        }
        (found.0 != NONE && found.1 > 0.0).then_some(found)
    }
}
