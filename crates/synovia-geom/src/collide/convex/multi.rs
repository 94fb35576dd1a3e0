//! More than one point where two bodies with flat sides touch.
//!
//! The face of the polytope on which the depth was measured names up to three corners of each body: a side, an edge or
//! a single corner. If a side of one lies flat against a side of the other, or an edge against a side, the common part
//! of both is where they touch:
//!
//! ```text
//! n₁·n₂ < −cos ε       side against side            ε = 1.6 mrad                (1)
//! |e·n| < sin ε        edge against side                                        (2)
//! ```
//!
//! One polygon is clipped by the other, and its corners, moved by the depth along the normal of the side, are the points.

use synovia_math::Vec3;

use super::SearchMemory;
use super::clip::{clip, four_corners};
use super::hull::point;
use super::polytope::{Face, Polytope};
use super::support::{Body, Form, Point};
use crate::collide::{ConvexMesh, MAX_CONTACTS};

/// cos ε of equation (1).
const SIDE_TOLERANCE: f64 = 0.99999872;
/// sin ε of equation (2).
const EDGE_TOLERANCE: f64 = 0.00159999931;
/// A side counts up to this many corners, a corner up to this many sides.
const MAX_SIDES: usize = 150;

/// Corners of the sides of a box, as bits of signs, in the order in which points are reported.
const BOX_SIDES: [[i32; 4]; 6] = [
    [7, 3, 1, 5],
    [2, 6, 4, 0],
    [2, 3, 7, 6],
    [4, 5, 1, 0],
    [6, 7, 5, 4],
    [3, 2, 0, 1],
];

/// Memory for sides, edges and polygons.
#[derive(Clone, Debug, Default)]
pub(super) struct MultiMemory {
    sides: [Vec<(Vec3, usize)>; 2],
    edges: Vec<(Vec3, Vec3)>,
    polygons: [Vec<Vec3>; 2],
    spare: Vec<Vec3>,
}

impl MultiMemory {
    /// Room for the largest polygons, once and for all.
    fn reserve(&mut self) {
        for sides in &mut self.sides {
            sides.clear();
            sides.reserve(MAX_SIDES);
        }
        self.edges.clear();
        self.edges.reserve(MAX_SIDES);
        for polygon in self.polygons.iter_mut().chain([&mut self.spare]) {
            polygon.clear();
            polygon.reserve(2 * MAX_SIDES);
        }
    }
}

/// The corners of one body on a face of the polytope, without repetition: one, two or three.
#[derive(Clone, Copy)]
struct Feature {
    corner: [i32; 3],
    place: [Vec3; 3],
    count: usize,
}

impl Feature {
    fn new(points: [&Point; 3], which: usize) -> Self {
        let mut corner = points.map(|p| p.corner[which]);
        let mut place = points.map(|p| if which == 0 { p.a } else { p.b });
        let [first, second, third] = corner;
        let count = if first != second {
            if third == first || third == second {
                2
            } else {
                3
            }
        } else if first != third {
            corner[1] = third;
            place[1] = place[2];
            2
        } else {
            1
        };
        Self {
            corner,
            place,
            count,
        }
    }
}

/// Replaces the one pair in `memory.points` by up to `most` where sides or edges lie flat on each other.
pub(super) fn more_points(
    a: &Body<'_>,
    b: &Body<'_>,
    face: &Face,
    most: usize,
    memory: &mut SearchMemory,
) {
    let SearchMemory {
        polytope,
        multi,
        points,
        ..
    } = memory;
    multi.reserve();
    let Some(&[on_a, on_b]) = points.first() else {
        return;
    };
    let features = features(polytope, face);
    let dir = on_b - on_a;
    let depth = dir.norm();

    // sides that meet at the features
    let MultiMemory {
        sides: [sides_a, sides_b],
        edges,
        polygons: [clipped, by],
        spare,
    } = multi;
    list_sides(a, &features[0], on_a - on_b, sides_a);
    list_sides(b, &features[1], dir, sides_b);

    let (normal, shift) = if let Some((i, j)) = facing(sides_a, sides_b) {
        // side against side: that of the second is clipped by that of the first
        push_side(a, sides_a[i].1, by);
        push_side(b, sides_b[j].1, clipped);
        (sides_a[i].0, sides_b[j].0 * depth)
    } else if features[0].count < 3 && features[0].count <= features[1].count {
        // an edge of the first against a side of the second
        list_edges(a, &features[0], edges);
        let Some((i, j)) = flat_on(edges, sides_b) else {
            return;
        };
        clipped.extend([features[0].place[0], edges[i].1]);
        push_side(b, sides_b[j].1, by);
        (sides_b[j].0, sides_b[j].0 * depth)
    } else if features[1].count < 3 {
        // an edge of the second against a side of the first
        list_edges(b, &features[1], edges);
        let Some((i, j)) = flat_on(edges, sides_a) else {
            return;
        };
        clipped.extend([features[1].place[0], edges[i].1]);
        push_side(a, sides_a[j].1, by);
        (sides_a[j].0, sides_a[j].0 * -depth)
    } else {
        return;
    };

    if by.len() < 3 {
        return;
    }
    clip(clipped, by, normal, spare);
    if clipped.is_empty() {
        return;
    }
    let pair = |p: Vec3| [p - shift, p];
    points.clear();
    if most < 5 && clipped.len() > 4 {
        points.extend(four_corners(clipped).map(pair));
    } else if clipped.len() > MAX_CONTACTS {
        points.extend(clipped[..MAX_CONTACTS].iter().copied().map(pair));
    } else {
        for &p in clipped.iter() {
            if !points.iter().any(|known| same(known[1], p)) {
                points.push(pair(p));
            }
        }
    }
}

fn features(polytope: &Polytope, face: &Face) -> [Feature; 2] {
    let points = face.corners().map(|k| &polytope.corners[k]);
    [Feature::new(points, 0), Feature::new(points, 1)]
}

/// Equal up to rounding.
fn same(p: Vec3, q: Vec3) -> bool {
    let d = (p - q).abs();
    d.x < synovia_math::MIN_VAL && d.y < synovia_math::MIN_VAL && d.z < synovia_math::MIN_VAL
}

/// The first two sides that face each other, equation (1).
fn facing(sides_a: &[(Vec3, usize)], sides_b: &[(Vec3, usize)]) -> Option<(usize, usize)> {
    for (i, (normal_a, _)) in sides_a.iter().enumerate() {
        for (j, (normal_b, _)) in sides_b.iter().enumerate() {
            if normal_a.dot(*normal_b) < -SIDE_TOLERANCE {
                return Some((i, j));
            }
        }
    }
    None
}

/// The first edge that lies flat on a side, equation (2), and the side.
fn flat_on(edges: &[(Vec3, Vec3)], sides: &[(Vec3, usize)]) -> Option<(usize, usize)> {
    for (j, (normal, _)) in sides.iter().enumerate() {
        for (i, (along, _)) in edges.iter().enumerate() {
            if along.dot(*normal).abs() < EDGE_TOLERANCE {
                return Some((i, j));
            }
        }
    }
    None
}

/// Sides that all corners of the feature belong to: normals in the world, and numbers.
fn list_sides(body: &Body<'_>, feature: &Feature, toward: Vec3, sides: &mut Vec<(Vec3, usize)>) {
    match body.form {
        Form::Box => box_sides(body, feature, toward, sides),
        Form::Scan(mesh) | Form::Climb(mesh, _) => mesh_sides(body, mesh, feature, sides),
        _ => {}
    }
}

/// Sides of a box are numbered +x, −x, +y, −y, +z, −z.
fn box_sides(body: &Body<'_>, feature: &Feature, toward: Vec3, sides: &mut Vec<(Vec3, usize)>) {
    let corners = &feature.corner[..feature.count];
    let normal_of = |axis: usize, sign: f64| {
        let mut local = Vec3::ZERO;
        local[axis] = sign;
        *body.mat * local
    };
    for axis in 0..3 {
        let bit = 1 << axis;
        if corners.iter().all(|c| c & bit != 0) {
            sides.push((normal_of(axis, 1.0), 2 * axis));
        } else if corners.iter().all(|c| c & bit == 0) {
            sides.push((normal_of(axis, -1.0), 2 * axis + 1));
        }
    }
    if sides.len() == 4 - feature.count {
        return;
    }

    // the corners span no side or edge: perhaps the normal of the contact does
    sides.clear();
    let local = body.mat.transpose_mul(toward);
    let local = local * (1.0 / local.norm());
    for axis in 0..3 {
        for (side, sign) in [(2 * axis, 1.0), (2 * axis + 1, -1.0)] {
            if local[axis] * sign > SIDE_TOLERANCE {
                sides.push((normal_of(axis, sign), side));
                return;
            }
        }
    }
}

/// The sides of a mesh at one of its vertices.
fn sides_at<'a>(mesh: &ConvexMesh<'a>, vertex: i32) -> &'a [i32] {
    let vertex = vertex as usize;
    let adr = mesh.poly_map_adr.get(vertex).copied().unwrap_or(0) as usize;
    let num = mesh.poly_map_num.get(vertex).copied().unwrap_or(0) as usize;
    mesh.poly_map
        .get(adr..)
        .and_then(|list| list.get(..num))
        .unwrap_or_default()
}

fn mesh_sides(
    body: &Body<'_>,
    mesh: &ConvexMesh<'_>,
    feature: &Feature,
    sides: &mut Vec<(Vec3, usize)>,
) {
    let [p, q, r] = feature.corner.map(|vertex| sides_at(mesh, vertex));
    let list = |side: i32| {
        let normal = mesh
            .poly_normal
            .get(side as usize)
            .copied()
            .unwrap_or(Vec3::ZERO);
        sides.push((*body.mat * normal, side as usize));
    };
    // two corners share at most two sides, three corners one
    let shared = || p.iter().copied().filter(|side| q.contains(side)).take(2);
    match feature.count {
        3 => shared()
            .filter(|side| r.contains(side))
            .take(1)
            .for_each(list),
        2 => shared().for_each(list),
        _ => p.iter().copied().take(MAX_SIDES).for_each(list),
    }
}

/// Edges at the feature: unit vectors along them, and their far ends.
fn list_edges(body: &Body<'_>, feature: &Feature, edges: &mut Vec<(Vec3, Vec3)>) {
    let from = feature.place[0];
    let mut list = |end: Vec3| edges.push(((end - from).normalized(), end));
    if feature.count == 2 {
        list(feature.place[1]);
        return;
    }
    match body.form {
        Form::Box => {
            let bits = feature.corner[0];
            let size = body.size;
            let half = |axis: usize| {
                if bits & (1 << axis) == 0 {
                    -size[axis]
                } else {
                    size[axis]
                }
            };
            for axis in 0..3 {
                let mut local = Vec3::new(half(0), half(1), half(2));
                local[axis] = -local[axis];
                list(*body.mat * local + body.pos);
            }
        }
        Form::Scan(mesh) | Form::Climb(mesh, _) => {
            // the corner before this one, on each side
            let vertex = feature.corner[0];
            for &side in sides_at(mesh, vertex).iter().take(MAX_SIDES) {
                let corners = corners_of(mesh, side as usize);
                let end = corners.iter().position(|&c| c == vertex).map(|k| {
                    let before = if k == 0 { corners.len() - 1 } else { k - 1 };
                    *body.mat * point(mesh.vert, corners[before]) + body.pos
                });
                list(end.unwrap_or(from));
            }
        }
        _ => {}
    }
}

/// Vertices around a side of a mesh.
fn corners_of<'a>(mesh: &ConvexMesh<'a>, side: usize) -> &'a [i32] {
    let adr = mesh.poly_vert_adr.get(side).copied().unwrap_or(0) as usize;
    let num = mesh.poly_vert_num.get(side).copied().unwrap_or(0) as usize;
    mesh.poly_vert
        .get(adr..)
        .and_then(|list| list.get(..num))
        .unwrap_or_default()
}

/// The corners of a side in the world, clockwise seen from outside.
fn push_side(body: &Body<'_>, side: usize, polygon: &mut Vec<Vec3>) {
    match body.form {
        Form::Box => {
            let size = body.size;
            for bits in BOX_SIDES.get(side).copied().unwrap_or_default() {
                let half = |axis: usize| {
                    if bits & (1 << axis) == 0 {
                        -size[axis]
                    } else {
                        size[axis]
                    }
                };
                polygon.push(*body.mat * Vec3::new(half(0), half(1), half(2)) + body.pos);
            }
        }
        Form::Scan(mesh) | Form::Climb(mesh, _) => {
            let corners = corners_of(mesh, side);
            let corners = &corners[..corners.len().min(MAX_SIDES)];
            let place = |&vertex: &i32| *body.mat * point(mesh.vert, vertex) + body.pos;
            polygon.extend(corners.iter().rev().map(place));
        }
        _ => {}
    }
}
