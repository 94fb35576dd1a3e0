//! A growing polytope of triangles around the origin, inside the difference of two bodies.
//!
//! Each face knows its neighbour across each of its edges, so that what a new corner sees is found by walking. The
//! first polytope comes from the simplex in which the search for the distance ended:
//!
//! ```text
//! segment      three more corners around it, 120° apart     6 faces
//! triangle     two more corners, one on each side           6 faces
//! tetrahedron  as it is                                     4 faces
//! ```
//!
//! If the origin lies on a face of it, that face is the triangle to start from.

use synovia_math::{MIN_VAL, Mat3, Vec3};

use super::simplex::{affine, combine, origin_on_plane, volume};
use super::support::{Body, Point};

/// sin 120°, to the digits of the reference.
const SIN_120: f64 = 0.86602540378;

/// A face that left the polytope.
const GONE: u32 = u32::MAX;
/// A face that cannot be the nearest.
const CLOSED: u32 = u32::MAX - 1;

/// A polytope has at most this many faces, whatever the options allow.
pub(super) const MAX_FACES: usize = u16::MAX as usize;

/// The edge after each edge of a triangle; the last entry is there for the index alone.
const NEXT: [u8; 4] = [1, 2, 0, 0];

/// A triangle of the polytope: it fills a line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Face {
    /// The origin projected on its plane: also its outer normal, scaled.
    pub nearest: Vec3,
    /// Square of the distance of the plane from the origin.
    pub dist2: f64,
    /// Its corners.
    corner: Triple,
    /// The faces across the edges that begin at each corner.
    across: Triple,
    /// Place among the open faces, or why it is not there.
    place: u32,
}

impl Face {
    /// Its corners.
    pub(super) fn corners(&self) -> [usize; 3] {
        [0, 1, 2].map(|k| usize::from(self.corner.get(k)))
    }
}

/// Three numbers in one word: they are written at once and read one by one.
#[derive(Clone, Copy, Debug)]
struct Triple([u8; 8]);

impl Triple {
    #[inline]
    const fn new(p: u16, q: u16, r: u16) -> Self {
        Self((p as u64 | (q as u64) << 16 | (r as u64) << 32).to_le_bytes())
    }

    /// The number at an index below 4; the fourth means nothing.
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "two bytes are read where they are"
    )]
    #[inline]
    const fn get(&self, k: usize) -> u16 {
        let k = 2 * (k & 3);
        u16::from_le_bytes([self.0[k], self.0[k + 1]])
    }

    #[inline]
    const fn set(&mut self, k: usize, value: u16) {
        let k = 2 * (k & 3);
        [self.0[k], self.0[k + 1]] = value.to_le_bytes();
    }
}

/// An edge of a face, which begins at the corner of the same number.
#[derive(Clone, Copy, Debug)]
struct Edge {
    face: u16,
    number: u8,
}

impl Edge {
    #[inline]
    const fn of(face: u16, number: u8) -> Self {
        Self { face, number }
    }

    /// The next one around the face.
    #[inline]
    const fn next(self) -> Self {
        Self::of(self.face, NEXT[self.index()])
    }

    #[inline]
    const fn index(self) -> usize {
        (self.number & 3) as usize
    }
}

/// The polytope; its lists keep their memory from one use to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Polytope {
    pub corners: Vec<Point>,
    pub faces: Vec<Face>,
    /// Faces that may be the nearest, and their squared distances.
    open: Vec<u16>,
    open_dist2: Vec<f64>,
    /// Edges around what a new corner sees, of the faces beyond.
    horizon: Vec<Edge>,
    /// Edges still to cross in search of the horizon.
    pending: Vec<Edge>,
}

impl Polytope {
    /// Forgets everything, with room for `faces` faces and what goes with them.
    pub(super) fn reset(&mut self, faces: usize) {
        self.corners.clear();
        self.faces.clear();
        self.open.clear();
        self.open_dist2.clear();
        self.horizon.clear();
        self.pending.clear();
        self.corners.reserve(faces / 6 + 5);
        self.faces.reserve(faces);
        self.open.reserve(faces);
        self.open_dist2.reserve(faces);
        self.horizon.reserve(faces);
        self.pending.reserve(faces);
    }

    /// Builds the first polytope from a simplex; false if there is none around the origin.
    pub(super) fn start(&mut self, simplex: &[Point], a: &mut Body<'_>, b: &mut Body<'_>) -> bool {
        match simplex {
            [p, q] => self.start_from_segment(p, q, a, b),
            [p, q, r] => self.start_from_triangle([p, q, r], a, b),
            [p, q, r, s] => self.start_from_tetrahedron([p, q, r, s], a, b),
            _ => false,
        }
    }

    fn start_from_segment(
        &mut self,
        p: &Point,
        q: &Point,
        a: &mut Body<'_>,
        b: &mut Body<'_>,
    ) -> bool {
        // a direction across the segment, then two more by turning around it
        let along = q.gap - p.gap;
        let mut axis = 0;
        for k in 1..3 {
            if along[k].abs() < along[axis].abs() {
                axis = k;
            }
        }
        let first = [Vec3::X, Vec3::Y, Vec3::Z][axis].cross(along);
        let turn = third_of_a_turn(along);
        let second = turn * first;
        let third = turn * second;

        self.corners.push(*p);
        self.corners.push(*q);
        for dir in [first, second, third] {
            self.push_support(a, b, dir, dir.norm());
        }

        let six = [
            ([0, 2, 3], [1, 3, 2]),
            ([0, 4, 2], [2, 4, 0]),
            ([0, 3, 4], [0, 5, 1]),
            ([1, 3, 2], [5, 0, 4]),
            ([1, 2, 4], [3, 1, 5]),
            ([1, 4, 3], [4, 2, 3]),
        ];
        let places = [0, 1, 2, 3, 4].map(|k| self.corners[k].gap);
        for (corner, across) in six {
            if !self.attach_clear(&places, corner, across) {
                return self.restart_from(corner, a, b);
            }
        }

        // the segment must pass through the triangle of the three others
        let [r, s, t] = [2, 3, 4].map(|k| self.corners[k].gap - p.gap);
        let volumes = [
            volume(r, s, along),
            volume(s, t, along),
            volume(t, r, along),
        ];
        if !volumes.iter().all(|&v| v >= 0.0) && !volumes.iter().all(|&v| v <= 0.0) {
            return false;
        }
        self.open_all();
        true
    }

    fn start_from_triangle(
        &mut self,
        points: [&Point; 3],
        a: &mut Body<'_>,
        b: &mut Body<'_>,
    ) -> bool {
        let s = points.map(|point| point.gap);
        let normal = (s[1] - s[0]).cross(s[2] - s[0]);
        let norm = normal.norm();
        if norm < MIN_VAL {
            return false;
        }

        self.corners.extend(points.map(|point| *point));
        self.push_support(a, b, -normal, norm);
        self.push_support(a, b, normal, norm);
        let [below, above] = [3, 4].map(|k| self.corners[k].gap);
        if in_triangle(s, above) || in_triangle(s, below) {
            return false;
        }

        let places = [s[0], s[1], s[2], below, above];
        let (below, above) = (3, 4);
        let six = [
            ([above, 0, 1], [1, 3, 2]),
            ([above, 2, 0], [2, 4, 0]),
            ([above, 1, 2], [0, 5, 1]),
            ([below, 1, 0], [5, 0, 4]),
            ([below, 0, 2], [3, 1, 5]),
            ([below, 2, 1], [4, 2, 3]),
        ];
        for (corner, across) in six {
            if !self.attach_clear(&places, corner, across) {
                return false;
            }
        }
        self.open_all();
        true
    }

    fn start_from_tetrahedron(
        &mut self,
        points: [&Point; 4],
        a: &mut Body<'_>,
        b: &mut Body<'_>,
    ) -> bool {
        // the corners are read where they are: copies are on their way to memory
        let s = points.map(|point| point.gap);
        self.corners.extend(points.map(|point| *point));
        let [p, q, r, t] = s;
        let through_origin = if !self.attach([p, q, r], [0, 1, 2], [1, 3, 2]) {
            Some([0, 1, 2])
        } else if !self.attach([p, t, q], [0, 3, 1], [2, 3, 0]) {
            Some([0, 3, 1])
        } else if !self.attach([p, r, t], [0, 2, 3], [0, 3, 1]) {
            Some([0, 2, 3])
        } else if !self.attach([t, r, q], [3, 2, 1], [2, 0, 1]) {
            Some([3, 2, 1])
        } else {
            None
        };
        if let Some(corner) = through_origin {
            return self.restart_from(corner, a, b);
        }

        let holds_origin =
            (0..4).all(|k| same_side(s[k], s[(k + 1) % 4], s[(k + 2) % 4], s[(k + 3) % 4]));
        if !holds_origin {
            return false;
        }
        self.open_all();
        true
    }

    /// The origin lies on a face: begins anew from that face.
    fn restart_from(&mut self, corner: [u16; 3], a: &mut Body<'_>, b: &mut Body<'_>) -> bool {
        let points = corner.map(|k| self.corners[usize::from(k)]);
        self.corners.clear();
        self.faces.clear();
        let [p, q, r] = &points;
        self.start_from_triangle([p, q, r], a, b)
    }

    /// Adds the support in a direction of length `norm` as a corner.
    #[inline(never)]
    fn push_support(&mut self, a: &mut Body<'_>, b: &mut Body<'_>, dir: Vec3, norm: f64) {
        let unit = if norm > MIN_VAL {
            Vec3::new(dir.x / norm, dir.y / norm, dir.z / norm)
        } else {
            Vec3::X
        };
        self.corners.push(Point::support(a, b, unit));
    }

    /// Adds the cone from the last corner to the horizon and opens those of its faces whose squared distance is within
    /// bounds; false if the numbers give out. `tip` is where that corner is.
    #[expect(clippy::inline_always, reason = "its numbers stay in registers")]
    #[inline(always)]
    pub(super) fn attach_cone(&mut self, tip: Vec3, lower2: f64, upper2: f64) -> bool {
        let Self {
            corners,
            faces,
            horizon,
            ..
        } = self;
        let Some(apex) = corners.len().checked_sub(1) else {
            return false;
        };
        let (first, last) = (faces.len(), faces.len() + horizon.len() - 1);
        let mut before = last;
        for (k, &edge) in horizon.iter().enumerate() {
            let this = first + k;
            let after = if this == last { first } else { this + 1 };
            let neighbour = &mut faces[usize::from(edge.face)];
            let from = neighbour.corner.get(edge.index());
            let to = neighbour.corner.get(edge.next().index());
            neighbour.across.set(edge.index(), this as u16);
            let (p, q) = (corners[usize::from(from)].gap, corners[usize::from(to)].gap);
            let nearest = origin_on_plane(p, q, tip).unwrap_or(Vec3::ZERO);
            let dist2 = nearest.norm_squared();
            faces.push(Face {
                nearest,
                dist2,
                corner: Triple::new(apex as u16, to, from),
                across: Triple::new(before as u16, edge.face, after as u16),
                place: CLOSED,
            });
            before = this;
        }

        // a face that cannot be the nearest need not be looked at again
        for (k, face) in faces.iter_mut().enumerate().skip(first) {
            if face.dist2 == 0.0 {
                return false;
            }
            if face.dist2 >= lower2 && face.dist2 <= upper2 {
                face.place = self.open.len() as u32;
                self.open.push(k as u16);
                self.open_dist2.push(face.dist2);
            }
        }
        true
    }

    /// True if a corner before the last is made of these corners of the bodies.
    pub(super) fn has_before(&self, corner: [i32; 2]) -> bool {
        let before = self.corners.split_last().map_or(&[][..], |(_, rest)| rest);
        before.iter().any(|known| known.corner == corner)
    }

    /// Number of edges around what the last corner sees.
    pub(super) fn horizon_len(&self) -> usize {
        self.horizon.len()
    }

    /// Adds a face on corners at the given places; false if it passes through the origin.
    #[inline]
    fn attach_clear(&mut self, places: &[Vec3], corner: [u16; 3], across: [u16; 3]) -> bool {
        self.attach(corner.map(|k| places[usize::from(k)]), corner, across)
    }

    /// The same for one with corners at `p`, `q` and `r`.
    #[expect(clippy::inline_always, reason = "its numbers stay in registers")]
    #[inline(always)]
    fn attach(&mut self, [p, q, r]: [Vec3; 3], corner: [u16; 3], across: [u16; 3]) -> bool {
        let nearest = origin_on_plane(r, q, p).unwrap_or(Vec3::ZERO);
        let dist2 = nearest.norm_squared();
        self.faces.push(Face {
            nearest,
            dist2,
            corner: Triple::new(corner[0], corner[1], corner[2]),
            across: Triple::new(across[0], across[1], across[2]),
            place: CLOSED,
        });
        // a distance that is not a number passes, as it is not too small
        let too_near = dist2 < MIN_VAL * MIN_VAL;
        !too_near
    }

    /// Makes all faces candidates for the nearest.
    fn open_all(&mut self) {
        for (k, face) in self.faces.iter_mut().enumerate() {
            face.place = self.open.len() as u32;
            self.open.push(k as u16);
            self.open_dist2.push(face.dist2);
        }
    }

    /// The open face whose plane is nearest to the origin: the first of equals.
    pub(super) fn nearest_face(&self) -> Option<(usize, f64)> {
        // the least of both halves side by side: numbers just written are read one by one, as they were written, and no
        // branch is taken on them
        let half = self.open_dist2.len() / 2;
        let (front, back) = self.open_dist2.split_at(half);
        let mut least = [f64::MAX; 2];
        let mut at = [0; 2];
        let lesser = |d: f64, k: usize, least: &mut f64, at: &mut usize| {
            let better = d < *least;
            *least = if better { d } else { *least };
            *at = core::hint::select_unpredictable(better, k, *at);
        };
        for (k, (&p, &q)) in front.iter().zip(back).enumerate() {
            lesser(p, k, &mut least[0], &mut at[0]);
            lesser(q, k, &mut least[1], &mut at[1]);
        }
        if let Some(&last) = back.get(half) {
            lesser(last, half, &mut least[1], &mut at[1]);
        }
        let (least, place) = if least[1] < least[0] {
            (least[1], half + at[1])
        } else {
            (least[0], at[0])
        };
        if least == f64::MAX {
            return None;
        }
        Some((usize::from(*self.open.get(place)?), least))
    }

    /// True if no face is left that could be the nearest.
    pub(super) fn is_closed(&self) -> bool {
        self.open.is_empty()
    }

    #[inline]
    fn remove(&mut self, face: usize) {
        let place = core::mem::replace(&mut self.faces[face].place, GONE) as usize;
        if place < self.open.len() && place < self.open_dist2.len() {
            self.open.swap_remove(place);
            self.open_dist2.swap_remove(place);
            if let Some(&moved) = self.open.get(place) {
                self.faces[usize::from(moved)].place = place as u32;
            }
        }
    }

    /// Removes `start` and all faces that `seen_from` sees beyond it, and lists the edges around them in order.
    #[expect(clippy::inline_always, reason = "its numbers stay in registers")]
    #[inline(always)]
    pub(super) fn find_horizon(&mut self, start: usize, seen_from: Vec3) {
        self.horizon.clear();
        self.pending.clear();
        self.remove(start);
        let first = Edge::of(start as u16, 0);
        self.pending.extend([first.next().next(), first.next()]);

        // order: depth first, edge after edge around each face
        let mut crossing = first;
        loop {
            let here = &self.faces[usize::from(crossing.face)];
            let beyond = here.across.get(crossing.index());
            let shared = here.corner.get(crossing.next().index());
            let face = &self.faces[usize::from(beyond)];
            if face.place != GONE {
                let number = if face.corner.get(0) == shared {
                    0
                } else {
                    2 - u8::from(face.corner.get(1) == shared)
                };
                let entered = Edge::of(beyond, number);
                if face.nearest.dot(seen_from) - face.dist2 > MIN_VAL {
                    self.remove(usize::from(beyond));
                    crossing = entered.next();
                    self.pending.push(crossing.next());
                    continue;
                }
                self.horizon.push(entered);
            }
            let Some(next) = self.pending.pop() else {
                return;
            };
            crossing = next;
        }
    }

    /// Points of both bodies at the point of a face that is nearest to the origin.
    pub(super) fn witnesses(&self, face: &Face) -> [Vec3; 2] {
        let points = face.corners().map(|k| &self.corners[k]);
        let weights = affine(points.map(|point| point.gap), face.nearest);
        [
            combine(weights, points.map(|point| point.a)),
            combine(weights, points.map(|point| point.b)),
        ]
    }
}

/// Rotation by 120° about an axis of any length.
fn third_of_a_turn(axis: Vec3) -> Mat3 {
    let n = axis.norm();
    let (x, y, z) = (axis.x / n, axis.y / n, axis.z / n);
    let (sin, cos) = (SIN_120, -0.5);
    Mat3([
        cos + x * x * (1.0 - cos),
        x * y * (1.0 - cos) - z * sin,
        x * z * (1.0 - cos) + y * sin,
        y * x * (1.0 - cos) + z * sin,
        cos + y * y * (1.0 - cos),
        y * z * (1.0 - cos) - x * sin,
        x * z * (1.0 - cos) - y * sin,
        y * z * (1.0 - cos) + x * sin,
        cos + z * z * (1.0 - cos),
    ])
}

/// True if `p` is a point of the triangle.
fn in_triangle(s: [Vec3; 3], p: Vec3) -> bool {
    let weights = affine(s, p);
    if weights.iter().any(|&w| w < 0.0) {
        return false;
    }
    (combine(weights, s) - p).norm() < MIN_VAL
}

/// True if the origin and `p3` are on the same side of the plane of the others.
fn same_side(p0: Vec3, p1: Vec3, p2: Vec3, p3: Vec3) -> bool {
    let normal = (p1 - p0).cross(p2 - p0);
    let (theirs, ours) = (normal.dot(p3 - p0), normal.dot(-p0));
    (theirs > 0.0 && ours > 0.0) || (theirs < 0.0 && ours < 0.0)
}
