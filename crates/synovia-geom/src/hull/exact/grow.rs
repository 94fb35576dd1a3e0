//! Quickhull: a simplex that grows by the furthest points.
//!
//! Every point outside the hull is in the outside set of one face that sees it. The oldest face with an outside set
//! takes its furthest point `p`; the faces visible from `p`, those that `p` is strictly above, are removed, and `p`
//! is connected to each edge of the horizon. The outside points of the removed faces move to new faces, or are inside
//! for good.
//!
//! Because [`Plane::side`] is exact, the visible faces always form a disc: moving a point `p` in the plane of a face
//! slightly towards the interior changes no strict inequality, and from a point in general position the visible part
//! of a convex surface is a disc. No new face is degenerate: a point `p` on the line of an edge would be in the
//! planes of both its faces, and neither would be removed.
//!
//! C. B. Barber, D. P. Dobkin, H. Huhdanpaa, *The Quickhull algorithm for convex hulls* (1996).

use synovia_math::Vec3;

use super::lattice::{Plane, Point, snap, sub};

const NONE: u32 = u32::MAX;
/// If the simplex of extreme points is flatter than this fraction of a cube of the points' width, all points are searched.
const FLAT: f64 = 1e-3;

/// One triangle of the hull.
#[derive(Clone, Debug)]
pub(super) struct Face {
    /// Corners, counter-clockwise from outside.
    pub corner: [u32; 3],
    /// The face across the edge from corner `k` to the next.
    pub across: [u32; 3],
    /// The plane of the face.
    pub plane: Plane,
    /// First of the outside points.
    outside: u32,
    /// The furthest of them, and its height.
    furthest: u32,
    height: f64,
    /// True while the face is part of the hull.
    pub alive: bool,
    /// The round in which this face was last found visible.
    seen: u32,
}

/// A hull of triangles whose vertices are all points that were ever furthest, including those that ended up in a flat part.
pub(super) struct Quick {
    /// The points, rounded to the lattice.
    pub point: Vec<Point>,
    /// Faces, including removed ones.
    pub face: Vec<Face>,
    /// Vertices in the order in which they joined.
    pub added: Vec<u32>,
}

/// Builds the hull of `points`, with at most `limit` vertices; `None` if they are coplanar.
pub(super) fn grow(points: &[Vec3], limit: Option<usize>) -> Option<Quick> {
    let point = snap(points);
    let simplex = initial_simplex(&point)?;
    let mut work = Work {
        next: vec![NONE; point.len()],
        horizon: vec![NONE; point.len()],
        hull: Quick {
            point,
            face: Vec::new(),
            added: simplex.to_vec(),
        },
        visible: Vec::new(),
        round: 0,
    };
    work.start(simplex);

    // order: faces are processed in the order in which they were created
    let mut turn = 0;
    while turn < work.hull.face.len() {
        let face = &work.hull.face[turn];
        if !face.alive || face.outside == NONE {
            turn += 1;
            continue;
        }
        if limit.is_some_and(|most| work.hull.added.len() >= most) {
            break;
        }
        let apex = face.furthest;
        work.add(apex, turn as u32)?;
    }
    Some(work.hull)
}

struct Work {
    hull: Quick,
    /// Linked lists of the points of each outside set.
    next: Vec<u32>,
    /// The new face whose edge on the horizon starts at a vertex.
    horizon: Vec<u32>,
    visible: Vec<u32>,
    round: u32,
}

impl Work {
    fn start(&mut self, [a, b, c, d]: [u32; 4]) {
        // the outside is opposite the fourth corner
        let p = |k: u32| self.hull.point[k as usize];
        let (b, c) = if Plane::through(p(a), p(b), p(c)).sees(p(d)) {
            (c, b)
        } else {
            (b, c)
        };
        self.push([a, b, c], [1, 2, 3]);
        self.push([b, a, d], [0, 3, 2]);
        self.push([c, b, d], [0, 1, 3]);
        self.push([a, c, d], [0, 2, 1]);

        for k in 0..self.hull.point.len() as u32 {
            if ![a, b, c, d].contains(&k) {
                self.place(k, 0);
            }
        }
    }

    fn push(&mut self, corner: [u32; 3], across: [u32; 3]) {
        let [a, b, c] = corner.map(|k| self.hull.point[k as usize]);
        self.hull.face.push(Face {
            corner,
            across,
            plane: Plane::through(a, b, c),
            outside: NONE,
            furthest: NONE,
            height: 0.0,
            alive: true,
            seen: 0,
        });
    }

    /// Puts a point into the outside set of the first face from `first` on that sees it, if there is one.
    fn place(&mut self, k: u32, first: usize) {
        let p = self.hull.point[k as usize];
        for face in &mut self.hull.face[first..] {
            if face.plane.sees(p) {
                let height = face.plane.height(p);
                if face.outside == NONE || height > face.height {
                    face.furthest = k;
                    face.height = height;
                }
                self.next[k as usize] = face.outside;
                face.outside = k;
                return;
            }
        }
    }

    /// Adds `apex`, which is above face `start`. `None` cannot occur while predicates are exact.
    fn add(&mut self, apex: u32, start: u32) -> Option<()> {
        let p = self.hull.point[apex as usize];
        self.round += 1;
        self.visible.clear();
        self.visible.push(start);
        self.hull.face[start as usize].seen = self.round;
        let first_new = self.hull.face.len();
        self.hull.added.push(apex);

        // the visible faces, breadth first, with a new face on each edge of the horizon
        let mut at = 0;
        while at < self.visible.len() {
            let old = self.visible[at];
            at += 1;
            let Face { corner, across, .. } = self.hull.face[old as usize];
            for k in 0..3 {
                let other = &mut self.hull.face[across[k] as usize];
                if other.seen == self.round {
                    continue;
                }
                if other.plane.sees(p) {
                    other.seen = self.round;
                    self.visible.push(across[k]);
                    continue;
                }
                let new = self.hull.face.len() as u32;
                let (from, to) = (corner[k], corner[(k + 1) % 3]);
                let behind = &mut self.hull.face[across[k] as usize].across;
                *behind.iter_mut().find(|f| **f == old)? = new;
                self.horizon[from as usize] = new;
                self.push([from, to, apex], [across[k], NONE, NONE]);
            }
        }

        // neighbouring new faces share the edge from a vertex of the horizon to the apex
        for new in first_new as u32..self.hull.face.len() as u32 {
            let to = self.hull.face[new as usize].corner[1];
            let beside = self.horizon[to as usize];
            let follower = self.hull.face.get_mut(beside as usize)?;
            if follower.corner[0] != to || (beside as usize) < first_new {
                return None;
            }
            follower.across[2] = new;
            self.hull.face[new as usize].across[1] = beside;
        }

        // the outside points of the removed faces are reassigned
        for at in 0..self.visible.len() {
            let old = &mut self.hull.face[self.visible[at] as usize];
            old.alive = false;
            let mut k = old.outside;
            old.outside = NONE;
            while k != NONE {
                let after = self.next[k as usize];
                if k != apex {
                    self.place(k, first_new);
                }
                k = after;
            }
        }
        Some(())
    }
}

/// Four points that span a volume: the extremes in x, then the furthest points from their line and from their plane.
fn initial_simplex(point: &[Point]) -> Option<[u32; 4]> {
    let first = *point.first()?;
    let mut extreme = [(0_u32, 0_u32); 3];
    let (mut low, mut high) = (first, first);
    for (k, p) in point.iter().enumerate() {
        for axis in 0..3 {
            if p[axis] > high[axis] {
                high[axis] = p[axis];
                extreme[axis].1 = k as u32;
            } else if p[axis] < low[axis] {
                low[axis] = p[axis];
                extreme[axis].0 = k as u32;
            }
        }
    }
    let width = (0..3).map(|k| high[k] - low[k]).max()? as f64;
    let (a, b) = extreme[0];
    if a == b {
        return None;
    }
    let at = |k: u32| point[k as usize];
    let few = extreme.map(|(low, high)| [low, high]).concat();

    // the third point spans a large triangle, projected along z; the fourth a large volume
    let span = (high[0] - low[0]) as f64;
    let base = sub(at(b), at(a)).map(|x| x as f64);
    let (c, area) = best(&few, point, span * width, |k| {
        let d = sub(at(k), at(a)).map(|x| x as f64);
        base[0] * d[1] - base[1] * d[0]
    });
    let flat = Plane::through(at(a), at(b), at(c));
    let (d, _) = best(&few, point, area * width, |k| flat.height(at(k)));
    if flat.side(at(d)).is_eq() {
        anywhere(point, a, b)
    } else {
        Some([a, b, c, d])
    }
}

/// The point of `few` with the largest size; if that is small compared with `target`, the first sufficient one of all points.
fn best(few: &[u32], point: &[Point], target: f64, size: impl Fn(u32) -> f64) -> (u32, f64) {
    let mut found = (few[0], -1.0);
    for &k in few {
        let here = size(k).abs();
        if here > found.1 {
            found = (k, here);
        }
    }
    if found.1 < FLAT * target {
        for k in 0..point.len() as u32 {
            let here = size(k).abs();
            if here > found.1 {
                found = (k, here);
                if here > 10.0 * FLAT * target {
                    break;
                }
            }
        }
    }
    found
}

/// A simplex by exhaustive search, used if the first search finds only a flat one.
fn anywhere(point: &[Point], a: u32, b: u32) -> Option<[u32; 4]> {
    let origin = point[a as usize];
    let u = sub(point[b as usize], origin).map(|x| x as f64);
    let cross = |k: u32| {
        let v = sub(point[k as usize], origin).map(|x| x as f64);
        let n = [
            u[1] * v[2] - u[2] * v[1],
            u[2] * v[0] - u[0] * v[2],
            u[0] * v[1] - u[1] * v[0],
        ];
        n[0] * n[0] + n[1] * n[1] + n[2] * n[2]
    };
    let all = 0..point.len() as u32;
    let c = all.clone().max_by(|&i, &j| cross(i).total_cmp(&cross(j)))?;
    let plane = Plane::through(origin, point[b as usize], point[c as usize]);
    let height = |k: u32| plane.height(point[k as usize]).abs();
    let d = all.max_by(|&i, &j| height(i).total_cmp(&height(j)))?;
    if plane.side(point[d as usize]).is_eq() {
        None
    } else {
        Some([a, b, c, d])
    }
}
