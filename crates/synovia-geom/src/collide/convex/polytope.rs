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
const GONE: i32 = -2;
/// A face that cannot be the nearest.
const CLOSED: i32 = -1;

/// A triangle of the polytope.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    /// Its corners.
    pub corner: [u32; 3],
    /// The faces across the edges that begin at each corner.
    pub across: [u32; 3],
    /// The origin projected on its plane: also its outer normal, scaled.
    pub nearest: Vec3,
    /// Square of the distance of the plane from the origin.
    pub dist2: f64,
    /// Place among the open faces, or why it is not there.
    place: i32,
}

/// The polytope; its lists keep their memory from one use to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Polytope {
    pub corners: Vec<Point>,
    pub faces: Vec<Face>,
    /// Faces that may be the nearest, and their squared distances.
    open: Vec<u32>,
    open_dist2: Vec<f64>,
    /// Edges around what a new corner sees: the face beyond, and which edge of it.
    pub horizon: Vec<(u32, u8)>,
    /// Edges still to cross in search of the horizon.
    pending: Vec<(u32, u8)>,
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
        match *simplex {
            [p, q] => self.start_from_segment(p, q, a, b),
            [p, q, r] => self.start_from_triangle([p, q, r], a, b),
            [p, q, r, s] => self.start_from_tetrahedron(&[p, q, r, s], a, b),
            _ => false,
        }
    }

    fn start_from_segment(
        &mut self,
        p: Point,
        q: Point,
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

        self.corners.push(p);
        self.corners.push(q);
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
        for (corner, across) in six {
            if !self.attach_clear(corner, across) {
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
        points: [Point; 3],
        a: &mut Body<'_>,
        b: &mut Body<'_>,
    ) -> bool {
        let s = points.map(|point| point.gap);
        let normal = (s[1] - s[0]).cross(s[2] - s[0]);
        let norm = normal.norm();
        if norm < MIN_VAL {
            return false;
        }

        self.corners.extend(points);
        self.push_support(a, b, -normal, norm);
        self.push_support(a, b, normal, norm);
        let (below, above) = (3, 4);
        if in_triangle(s, self.corners[above].gap) || in_triangle(s, self.corners[below].gap) {
            return false;
        }

        let above = above as u32;
        let below = below as u32;
        let six = [
            ([above, 0, 1], [1, 3, 2]),
            ([above, 2, 0], [2, 4, 0]),
            ([above, 1, 2], [0, 5, 1]),
            ([below, 1, 0], [5, 0, 4]),
            ([below, 0, 2], [3, 1, 5]),
            ([below, 2, 1], [4, 2, 3]),
        ];
        for (corner, across) in six {
            if !self.attach_clear(corner, across) {
                return false;
            }
        }
        self.open_all();
        true
    }

    fn start_from_tetrahedron(
        &mut self,
        points: &[Point; 4],
        a: &mut Body<'_>,
        b: &mut Body<'_>,
    ) -> bool {
        self.corners.extend_from_slice(points);
        let four = [
            ([0, 1, 2], [1, 3, 2]),
            ([0, 3, 1], [2, 3, 0]),
            ([0, 2, 3], [0, 3, 1]),
            ([3, 2, 1], [2, 0, 1]),
        ];
        for (corner, across) in four {
            if !self.attach_clear(corner, across) {
                return self.restart_from(corner, a, b);
            }
        }

        let s = points.map(|point| point.gap);
        let holds_origin =
            (0..4).all(|k| same_side(s[k], s[(k + 1) % 4], s[(k + 2) % 4], s[(k + 3) % 4]));
        if !holds_origin {
            return false;
        }
        self.open_all();
        true
    }

    /// The origin lies on a face: begins anew from that face.
    fn restart_from(&mut self, corner: [u32; 3], a: &mut Body<'_>, b: &mut Body<'_>) -> bool {
        let points = corner.map(|k| self.corners[k as usize]);
        self.corners.clear();
        self.faces.clear();
        self.start_from_triangle(points, a, b)
    }

    /// Adds the support in a direction of length `norm` as a corner.
    #[inline(never)]
    pub(super) fn push_support(
        &mut self,
        a: &mut Body<'_>,
        b: &mut Body<'_>,
        dir: Vec3,
        norm: f64,
    ) {
        let unit = if norm > MIN_VAL {
            Vec3::new(dir.x / norm, dir.y / norm, dir.z / norm)
        } else {
            Vec3::X
        };
        self.corners.push(Point::support(a, b, unit));
    }

    /// Adds a face and returns the square of its distance from the origin, 0 if it has no plane.
    fn attach(&mut self, corner: [u32; 3], across: [u32; 3]) -> f64 {
        let face = face_of(&self.corners, corner, across);
        self.faces.push(face);
        face.dist2
    }

    /// Adds the cone from the last corner to the horizon; the faces from the returned one on.
    pub(super) fn attach_cone(&mut self) -> usize {
        let apex = self.corners.len() as u32 - 1;
        let first = self.faces.len() as u32;
        let count = self.horizon.len() as u32;
        for (k, &(beyond, edge)) in (0..count).zip(&self.horizon) {
            let edge = edge as usize;
            let neighbour = &mut self.faces[beyond as usize];
            let (from, to) = (neighbour.corner[edge], neighbour.corner[(edge + 1) % 3]);
            neighbour.across[edge] = first + k;
            let before = if k == 0 { count - 1 } else { k - 1 };
            let after = if k + 1 == count { 0 } else { k + 1 };
            let across = [first + before, beyond, first + after];
            self.faces
                .push(face_of(&self.corners, [apex, to, from], across));
        }
        first as usize
    }

    /// Adds a face; false if it passes through the origin.
    fn attach_clear(&mut self, corner: [u32; 3], across: [u32; 3]) -> bool {
        // a distance that is not a number passes, as it is not too small
        let too_near = self.attach(corner, across) < MIN_VAL * MIN_VAL;
        !too_near
    }

    fn open_all(&mut self) {
        for face in 0..self.faces.len() {
            self.open_face(face);
        }
    }

    /// Makes a face a candidate for the nearest.
    pub(super) fn open_face(&mut self, face: usize) {
        self.faces[face].place = self.open.len() as i32;
        self.open.push(face as u32);
        self.open_dist2.push(self.faces[face].dist2);
    }

    /// The open face whose plane is nearest to the origin: the first of equals.
    pub(super) fn nearest_face(&self) -> Option<(usize, f64)> {
        let lesser = |d: f64, best: f64| if d < best { d } else { best };
        // four minima side by side, then the first face that has the least of them
        let (fours, rest) = self.open_dist2.as_chunks::<4>();
        let mut best = [f64::MAX; 4];
        for four in fours {
            for k in 0..4 {
                best[k] = lesser(four[k], best[k]);
            }
        }
        let mut least = lesser(lesser(best[0], best[1]), lesser(best[2], best[3]));
        for &d in rest {
            least = lesser(d, least);
        }
        let place = self
            .open_dist2
            .iter()
            .position(|&d| d == least && d < f64::MAX)?;
        Some((self.open[place] as usize, least))
    }

    /// True if no face is left that could be the nearest.
    pub(super) fn is_closed(&self) -> bool {
        self.open.is_empty()
    }

    fn remove(&mut self, face: usize) {
        if let Ok(place) = usize::try_from(self.faces[face].place) {
            self.open.swap_remove(place);
            self.open_dist2.swap_remove(place);
            if let Some(&moved) = self.open.get(place) {
                self.faces[moved as usize].place = place as i32;
            }
        }
        self.faces[face].place = GONE;
    }

    /// Removes `start` and all faces that `seen_from` sees beyond it, and lists the edges around them in order.
    pub(super) fn find_horizon(&mut self, start: usize, seen_from: Vec3) {
        const NEXT: [u8; 3] = [1, 2, 0];
        self.horizon.clear();
        self.pending.clear();
        self.remove(start);
        self.pending.extend([(start as u32, 2), (start as u32, 1)]);

        // order: depth first, edge after edge around each face
        let mut crossing = Some((start as u32, 0));
        while let Some((from, edge)) = crossing {
            crossing = None;
            let here = &self.faces[from as usize];
            let beyond = here.across[edge as usize];
            let shared = here.corner[NEXT[edge as usize] as usize];
            let face = &self.faces[beyond as usize];
            if face.place != GONE {
                let [first, second, _] = face.corner;
                let entered = if first == shared {
                    0
                } else {
                    2 - u8::from(second == shared)
                };
                if face.nearest.dot(seen_from) - face.dist2 > MIN_VAL {
                    let left = NEXT[entered as usize];
                    self.remove(beyond as usize);
                    self.pending.push((beyond, NEXT[left as usize]));
                    crossing = Some((beyond, left));
                } else {
                    self.horizon.push((beyond, entered));
                }
            }
            if crossing.is_none() {
                crossing = self.pending.pop();
            }
        }
    }

    /// Points of both bodies at the point of a face that is nearest to the origin.
    pub(super) fn witnesses(&self, face: &Face) -> [Vec3; 2] {
        let points = face.corner.map(|k| &self.corners[k as usize]);
        let weights = affine(points.map(|point| point.gap), face.nearest);
        [
            combine(weights, points.map(|point| point.a)),
            combine(weights, points.map(|point| point.b)),
        ]
    }
}

/// A face on three corners; at distance 0 if they span no plane.
#[expect(
    clippy::inline_always,
    reason = "faces of a cone are independent: they overlap in the pipeline"
)]
#[inline(always)]
fn face_of(corners: &[Point], corner: [u32; 3], across: [u32; 3]) -> Face {
    let [p, q, r] = corner.map(|k| &corners[k as usize].gap);
    let nearest = origin_on_plane(r, q, p).unwrap_or(Vec3::ZERO);
    let dist2 = nearest.norm_squared();
    Face {
        corner,
        across,
        nearest,
        dist2,
        place: CLOSED,
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
