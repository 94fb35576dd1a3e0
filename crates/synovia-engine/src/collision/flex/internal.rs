//! Contacts within a flex: vertices that pass through neighbouring elements.
//!
//! The model lists the pairs of elements and vertices that are tested. In a solid every vertex of a tetrahedron is also
//! kept on its side of the opposite face: with unit normal `n`, outward, and height `h ≤ 0` of the vertex,
//!
//! ```text
//! h > −2 r    ⇒    dist = −h − 2r                                                                        (1)
//! h = 6V / 2A                                                                                            (2)
//! ```
//!
//! The volume is the same for all four faces, so by (2) a single comparison of volume and areas rules a tetrahedron out.

use synovia_geom::collide::ContactPoint;
use synovia_math::Vec3;
use synovia_model::id::FlexId;

use super::{Piece, element, vertex};
use crate::collision::Pass;
use crate::collision::contacts::Sides;
use crate::collision::parameters::{self, Parameters};

/// Faces of a tetrahedron and the vertex opposite to each, in the order in which they are tested.
const FACES: [([usize; 3], usize); 4] = [
    ([0, 1, 2], 3),
    ([0, 2, 3], 1),
    ([0, 3, 1], 2),
    ([1, 3, 2], 0),
];

/// Twice the area of a face, along its normal.
#[inline]
fn area([a, b, c]: [Vec3; 3]) -> Vec3 {
    (b - a).cross(c - a)
}

/// True if surely no vertex of a tetrahedron is near the opposite face.
#[inline]
fn is_thick(corners: &[Vec3; 4], radius: f64) -> bool {
    // equation (2): six times the volume, and twice the areas
    let areas = FACES.map(|(face, _)| area(face.map(|k| corners[k])));
    let volume = (corners[3] - corners[0]).dot(areas[0]);
    let largest = areas
        .iter()
        .fold(0.0, |most, area| area.norm_squared().max(most));
    // rounding of a volume is far below this, in units of an area times an edge
    let edges = (corners[3] - corners[0]).norm_squared();
    let bound = 4.0 * radius * radius * largest;
    volume < 0.0 && volume * volume > bound * (1.0 + 1e-9) + 1e-12 * edges * largest
}

/// Equation (1) for one face and the vertex opposite to it.
fn face_and_vertex(face: [Vec3; 3], at: Vec3, radius: f64) -> Option<ContactPoint> {
    // height above the face
    let normal = area(face).normalized();
    let height = (at - face[0]).dot(normal);
    if height <= -2.0 * radius {
        return None;
    }
    // half-way between the vertex and the face
    let pos = at + normal * (-0.5 * height);
    Some(ContactPoint::new(
        -height - 2.0 * radius,
        pos,
        normal * -1.0,
    ))
}

impl Pass<'_> {
    /// Contacts of a flex's vertices with its elements.
    #[doc(alias = "mj_collideFlexInternal")]
    pub(super) fn within_elements(&mut self, f: FlexId) {
        let flex = &self.model.flex;
        // pairs of elements and vertices from the model
        let pairs = match usize::try_from(flex.evpairadr[f]) {
            Ok(start) => &flex.evpair[start..start + flex.evpairnum[f].max(0) as usize],
            Err(_) => &[],
        };
        // a program may have written ids that are out of range
        let sound = |&&[e, v]: &&[i32; 2]| {
            (0..flex.elemnum[f]).contains(&e) && (0..flex.vertnum[f]).contains(&v)
        };
        for &[elem, v] in pairs.iter().filter(sound) {
            self.vertex_and_element(v, Piece { flex: f, elem });
        }
        if flex.dim[f] == 3 {
            self.within_tetrahedra(f);
        }
    }

    /// Contact of a vertex and an element.
    #[doc(alias = "mj_collideElemVert")]
    fn vertex_and_element(&mut self, v: i32, piece: Piece) {
        let (model, kin, f) = (self.model, self.kin, piece.flex);
        // the box of the element, inflated, must contain the vertex
        let reach = parameters::margin(model, model.flex.margin[f]) + model.flex.radius[f];
        let (at, aabb) = (vertex(model, kin, f, v), piece.aabb(model, kin));
        let apart = |k: usize| {
            aabb[k] - aabb[3 + k] > at[k] + reach || aabb[k] + aabb[3 + k] < at[k] - reach
        };
        if (0..3).any(apart) || !self.contacts.has_room() {
            return;
        }
        element::vertex_and_element(model, kin, v, piece, self.narrow);
        let manifold = &self.narrow.manifold;
        if manifold.is_empty() {
            return;
        }
        // the vertex is the first side, the element the second
        let sides = Sides {
            flex: [f.0; 2],
            elem: [-1, piece.elem],
            vert: [v, -1],
            ..Sides::NONE
        };
        self.contacts.push(sides, manifold, |contact| {
            Parameters::within_flex(model, f).apply(model, 0.0, contact);
        });
    }

    /// Contacts of the vertices of tetrahedra with their own faces: without friction.
    fn within_tetrahedra(&mut self, f: FlexId) {
        let (model, kin) = (self.model, self.kin);
        let radius = model.flex.radius[f];
        let parameters = Parameters {
            dim: 1,
            ..Parameters::within_flex(model, f)
        };
        // each tetrahedron, unless it is thick enough
        for elem in 0..model.flex.elemnum[f] {
            let numbers = Piece { flex: f, elem }.corners(model);
            let corners = [0, 1, 2, 3].map(|k| vertex(model, kin, f, numbers[k]));
            if is_thick(&corners, radius) {
                continue;
            }
            for (face, opposite) in FACES {
                let face = face.map(|k| corners[k]);
                let Some(point) = face_and_vertex(face, corners[opposite], radius) else {
                    continue;
                };
                if !self.contacts.has_room_for(1) {
                    return;
                }
                let sides = Sides {
                    flex: [f.0; 2],
                    elem: [elem, -1],
                    vert: [-1, numbers[opposite]],
                    ..Sides::NONE
                };
                self.contacts.push(sides, &[point], |contact| {
                    parameters.apply(model, 0.0, contact);
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thick_tetrahedron_has_no_contact_and_a_flat_one_does() {
        let corners = |z: f64| {
            [
                Vec3::ZERO,
                Vec3::new(0.0, 1.0, 0.0),
                Vec3::new(1.0, 0.0, 0.0),
                Vec3::new(0.2, 0.2, z),
            ]
        };
        let contacts = |corners: [Vec3; 4], radius: f64| {
            let found = |(face, at): ([usize; 3], usize)| {
                face_and_vertex(face.map(|k| corners[k]), corners[at], radius)
            };
            FACES.map(found).into_iter().flatten().count()
        };
        for (z, radius, thick) in [
            (1.0, 0.05, true),
            (0.3, 0.01, true),
            (0.02, 0.02, false),
            (-0.3, 0.01, false),
        ] {
            assert_eq!(is_thick(&corners(z), radius), thick, "{z}");
            assert_eq!(contacts(corners(z), radius) == 0, thick, "{z}");
        }
    }

    #[test]
    fn the_contact_is_between_the_vertex_and_its_foot_on_the_face() {
        let face = [Vec3::ZERO, Vec3::Y, Vec3::X];
        let point = face_and_vertex(face, Vec3::new(0.2, 0.2, 0.01), 0.02);
        let point = point.expect("it is within both radii");
        assert!((point.dist + 0.03).abs() < 1e-15);
        assert!((point.pos - Vec3::new(0.2, 0.2, 0.005)).norm() < 1e-15);
        assert!((point.normal - Vec3::Z).norm() < 1e-15);
    }
}
