//! Facets, edges and vertices of polyhedra: boxes and meshes.
//!
//! The vertices of a box are numbered by the bits of their signs, its facets are +x, −x, +y, −y, +z, −z. A facet of a
//! box contains the vertices with one common bit; around it one bit changes at a time. A mesh has lists of its
//! facets.
//!
//! A feature is the span of up to three vertices: a vertex, an edge or a facet.

use synovia_math::Vec3;

use super::hull::point;
use super::policy::{BOX_RING_STARTS, FLAT_COS, MAX_VALENCE};
use super::support::{Body, Form, Point};
use crate::collide::ConvexMesh;

/// A facet of a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct FaceOf {
    /// Outer unit normal, in the world.
    pub normal: Vec3,
    number: usize,
}

/// An edge of a body, starting at a vertex of the feature.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeOf {
    /// Unit vector along it.
    pub along: Vec3,
    /// The vertex where it ends.
    pub end: Vec3,
}

/// The distinct vertices of one body on a face of the polytope.
#[derive(Clone, Copy, Debug)]
pub(super) struct Feature {
    vertices: [i32; 3],
    places: [Vec3; 3],
    /// Their number: one vertex, the two ends of an edge, or three vertices of a facet.
    pub count: usize,
}

impl Feature {
    /// The feature of a body, from vertex ids and positions in the order of the vertices of the face.
    pub(super) fn new(corners: [(i32, Vec3); 3]) -> Self {
        let mut feature = Self {
            vertices: [0; 3],
            places: [Vec3::ZERO; 3],
            count: 0,
        };
        for (vertex, place) in corners {
            if !feature.vertices().contains(&vertex) {
                feature.vertices[feature.count] = vertex;
                feature.places[feature.count] = place;
                feature.count += 1;
            }
        }
        feature
    }

    /// The features of both bodies on a face with these vertices.
    pub(super) fn of_both(corners: [&Point; 3]) -> [Self; 2] {
        [
            Self::new(corners.map(|point| (point.corner[0], point.a))),
            Self::new(corners.map(|point| (point.corner[1], point.b))),
        ]
    }

    fn vertices(&self) -> &[i32] {
        &self.vertices[..self.count]
    }

    /// Position of its first vertex.
    pub(super) fn place(&self) -> Vec3 {
        self.places[0]
    }
}

/// A body with flat facets.
#[derive(Clone, Copy)]
pub(super) enum Polyhedron<'b, 'a> {
    Box(&'b Body<'a>),
    Mesh(&'b Body<'a>, &'a ConvexMesh<'a>),
}

impl<'b, 'a> Polyhedron<'b, 'a> {
    pub(super) fn of(body: &'b Body<'a>) -> Option<Self> {
        match body.form {
            Form::Box => Some(Self::Box(body)),
            Form::Scan(mesh) | Form::Climb(mesh, _) => Some(Self::Mesh(body, mesh)),
            _ => None,
        }
    }

    /// Lists the facets that a feature belongs to; `toward` is the outward direction of the contact.
    pub(super) fn faces_at(self, feature: &Feature, toward: Vec3, out: &mut Vec<FaceOf>) {
        match self {
            Self::Box(body) => box_faces(body, feature, toward, out),
            Self::Mesh(body, mesh) => mesh_faces(body, mesh, feature, out),
        }
    }

    /// Lists the edges at a vertex, or the single edge of an edge feature.
    pub(super) fn edges_at(self, feature: &Feature, out: &mut Vec<EdgeOf>) {
        let mut list = |end: Vec3| {
            let along = (end - feature.places[0]).normalized();
            out.push(EdgeOf { along, end });
        };
        if feature.count == 2 {
            list(feature.places[1]);
            return;
        }
        let vertex = feature.vertices[0];
        match self {
            Self::Box(body) => {
                for axis in 0..3 {
                    list(box_vertex(body, vertex ^ (1 << axis)));
                }
            }
            Self::Mesh(body, mesh) => {
                // on each facet, the edge that leads to the vertex
                for &face in faces_of_vertex(mesh, vertex).iter().take(MAX_VALENCE) {
                    let ring = ring_of_face(mesh, face as usize);
                    let here = ring.iter().position(|&v| v == vertex);
                    let before = here.map(|k| ring[k.checked_sub(1).unwrap_or(ring.len() - 1)]);
                    list(before.map_or(feature.places[0], |v| mesh_vertex(body, mesh, v)));
                }
            }
        }
    }

    /// Lists the vertices of a facet in the world, clockwise seen from outside.
    pub(super) fn ring(self, face: &FaceOf, out: &mut Vec<Vec3>) {
        match self {
            Self::Box(body) => {
                let ring = BOX_RINGS.get(face.number).copied().unwrap_or_default();
                out.extend(ring.map(|vertex| box_vertex(body, vertex)));
            }
            Self::Mesh(body, mesh) => {
                let ring = ring_of_face(mesh, face.number);
                let ring = &ring[..ring.len().min(MAX_VALENCE)];
                out.extend(ring.iter().rev().map(|&v| mesh_vertex(body, mesh, v)));
            }
        }
    }
}

/// Vertices of the facets of a box, clockwise seen from outside.
const BOX_RINGS: [[i32; 4]; 6] = box_rings();

const fn box_rings() -> [[i32; 4]; 6] {
    let mut rings = [[0; 4]; 6];
    let mut face = 0;
    while face < 6 {
        let (u, v) = (1 << ((face / 2 + 1) % 3), 1 << ((face / 2 + 2) % 3));
        let mut vertex = BOX_RING_STARTS[face];
        let mut k = 0;
        while k < 4 {
            rings[face][k] = vertex;
            // with the axis of the facet towards the viewer, u to the right and v up, the clockwise ring leaves a
            // vertex on the diagonal u = v along v; seen from the other end of the axis, along u
            let diagonal = (vertex & u == 0) == (vertex & v == 0);
            let positive = face % 2 == 0;
            vertex ^= if diagonal == positive { v } else { u };
            k += 1;
        }
        face += 1;
    }
    rings
}

/// Position of a vertex of a box.
fn box_vertex(body: &Body<'_>, vertex: i32) -> Vec3 {
    let size = body.size;
    let signed = |axis: usize| {
        let positive = vertex & (1 << axis) != 0;
        if positive { size[axis] } else { -size[axis] }
    };
    *body.mat * Vec3::new(signed(0), signed(1), signed(2)) + body.pos
}

/// The facet of a box perpendicular to an axis.
fn box_face(body: &Body<'_>, axis: usize, positive: bool) -> FaceOf {
    let mut local = Vec3::ZERO;
    local[axis] = if positive { 1.0 } else { -1.0 };
    FaceOf {
        normal: *body.mat * local,
        number: 2 * axis + usize::from(!positive),
    }
}

fn box_faces(body: &Body<'_>, feature: &Feature, toward: Vec3, out: &mut Vec<FaceOf>) {
    // the common bits of the vertices
    let vertices = feature.vertices();
    let ones = vertices.iter().fold(!0, |bits, &vertex| bits & vertex);
    let zeros = vertices.iter().fold(!0, |bits, &vertex| bits & !vertex);
    for axis in 0..3 {
        let bit = 1 << axis;
        if (ones | zeros) & bit != 0 {
            out.push(box_face(body, axis, ones & bit != 0));
        }
    }
    // a vertex has three facets, an edge two, three vertices of a facet one
    if out.len() == 4 - feature.count {
        return;
    }

    // the vertices span a diagonal: use a facet perpendicular to the direction of the contact
    out.clear();
    let local = body.mat.transpose_mul(toward);
    let local = local * (1.0 / local.norm());
    for axis in 0..3 {
        for positive in [true, false] {
            let height = if positive { local[axis] } else { -local[axis] };
            if height > FLAT_COS {
                out.push(box_face(body, axis, positive));
                return;
            }
        }
    }
}

fn mesh_faces(body: &Body<'_>, mesh: &ConvexMesh<'_>, feature: &Feature, out: &mut Vec<FaceOf>) {
    let mut list = |face: i32| {
        let normal = mesh.poly_normal.get(face as usize).copied();
        out.push(FaceOf {
            normal: *body.mat * normal.unwrap_or(Vec3::ZERO),
            number: face as usize,
        });
    };
    let [first, second, third] = feature.vertices.map(|v| faces_of_vertex(mesh, v));
    let all = first.iter().copied();
    if feature.count == 1 {
        all.take(MAX_VALENCE).for_each(list);
        return;
    }
    // two facets meet at an edge, one of them may contain a third vertex
    let at_edge = all.filter(|face| second.contains(face)).take(2);
    for face in at_edge {
        if feature.count == 2 {
            list(face);
        } else if third.contains(&face) {
            list(face);
            return;
        }
    }
}

fn mesh_vertex(body: &Body<'_>, mesh: &ConvexMesh<'_>, vertex: i32) -> Vec3 {
    *body.mat * point(mesh.vert, vertex) + body.pos
}

/// The slice of a list given by an address and a count; empty if it is out of range.
fn part<'a>(list: &'a [i32], adr: &[i32], num: &[i32], k: usize) -> &'a [i32] {
    let adr = adr.get(k).copied().unwrap_or(0) as usize;
    let num = num.get(k).copied().unwrap_or(0) as usize;
    let rest = list.get(adr..).unwrap_or_default();
    rest.get(..num).unwrap_or_default()
}

/// The facets of a mesh at one of its vertices.
fn faces_of_vertex<'a>(mesh: &ConvexMesh<'a>, vertex: i32) -> &'a [i32] {
    part(
        mesh.poly_map,
        mesh.poly_map_adr,
        mesh.poly_map_num,
        vertex as usize,
    )
}

/// The vertices around a facet of a mesh, counter-clockwise.
fn ring_of_face<'a>(mesh: &ConvexMesh<'a>, face: usize) -> &'a [i32] {
    part(mesh.poly_vert, mesh.poly_vert_adr, mesh.poly_vert_num, face)
}

#[cfg(test)]
mod tests {
    use synovia_math::Mat3;

    use super::*;
    use crate::collide::{Shape, Solid};

    fn with_box(test: impl FnOnce(&Body<'_>)) {
        let (size, pos, mat) = (Vec3::new(1.0, 2.0, 3.0), Vec3::ZERO, Mat3::IDENTITY);
        let solid = Solid {
            shape: Shape::Box,
            size: &size,
            rbound: 4.0,
            pos: &pos,
            mat: &mat,
        };
        test(&Body::new(&solid, 0.0).unwrap());
    }

    #[test]
    fn rings_of_a_box_turn_clockwise_seen_from_outside() {
        with_box(|body| {
            for axis in 0..3 {
                for positive in [true, false] {
                    let face = box_face(body, axis, positive);
                    let mut ring = Vec::new();
                    Polyhedron::Box(body).ring(&face, &mut ring);
                    for k in 0..4 {
                        let [p, q, r] = [0, 1, 2].map(|step| ring[(k + step) % 4]);
                        assert_eq!(p.dot(face.normal), body.size[axis]);
                        assert!((q - p).cross(r - q).dot(face.normal) < 0.0);
                    }
                }
            }
        });
    }

    #[test]
    fn a_vertex_has_three_facets_an_edge_two_a_facet_one() {
        with_box(|body| {
            let at = |vertex: i32| (vertex, box_vertex(body, vertex));
            let faces = |vertices: [i32; 3]| {
                let feature = Feature::new(vertices.map(at));
                let mut out = Vec::new();
                Polyhedron::Box(body).faces_at(&feature, Vec3::Z, &mut out);
                out.iter().map(|face| face.number).collect::<Vec<_>>()
            };
            assert_eq!(faces([7, 7, 7]), [0, 2, 4]);
            assert_eq!(faces([6, 4, 6]), [1, 4]);
            assert_eq!(faces([4, 5, 7]), [4]);
            // a diagonal: the facet perpendicular to the direction of the contact
            assert_eq!(faces([4, 7, 4]), [4]);
        });
    }
}
