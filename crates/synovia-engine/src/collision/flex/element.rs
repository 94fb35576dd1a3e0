//! Narrow phase of elements: segments are capsules, triangles and tetrahedra are rounded convex hulls of their vertices.
//!
//! ```text
//!            sphere    capsule   box       terrain   others
//! segment    capsule   capsule   capsule   prisms    ccd
//! triangle   own       own       own       prisms    ccd
//! solid      ccd       ccd       ccd       prisms    ccd
//! ```
//!
//! Two segments are two capsules, all other elements convex shapes. A vertex is a sphere for segments and triangles.

use synovia_geom::collide::convex::{CcdOptions, Element, Partner, convex_element, hfield_element};
use synovia_geom::collide::{self, Manifold, Shape, Solid, Triangle};
use synovia_math::{Mat3, Quat, Vec3};
use synovia_model::Model;
use synovia_model::enums::GeomType;
use synovia_model::id::{GeomId, MeshId};

use super::{Piece, vertex};
use crate::collision::narrow::{Asset, NarrowMemory, ccd_options, mesh, placed};
use crate::data::Kin;

/// A segment as a capsule.
struct Capsule {
    /// Radius and half length.
    size: Vec3,
    /// Centre.
    pos: Vec3,
    /// Axes; z is along the segment.
    mat: Mat3,
}

impl Capsule {
    /// The capsule of a segment.
    #[doc(alias = "mj_makeCapsule")]
    fn of(model: &Model, kin: &Kin, piece: Piece) -> Self {
        let corners = piece.corners(model);
        let [a, b] = [0, 1].map(|k| vertex(model, kin, piece.flex, corners[k]));
        let mut along = a - b;
        let half = 0.5 * along.normalize();
        Self {
            size: Vec3::new(model.flex.radius[piece.flex], half, 0.0),
            pos: (a + b) * 0.5,
            mat: Quat::z_to_vec(along).to_mat(),
        }
    }

    /// The capsule as a solid.
    fn solid(&self) -> Solid<'_> {
        Solid {
            shape: Shape::Capsule,
            size: &self.size,
            rbound: self.size.x + self.size.y,
            pos: &self.pos,
            mat: &self.mat,
        }
    }
}

/// The convex hull of the vertices.
#[inline]
pub(super) fn hull(model: &Model, kin: &Kin, piece: Piece) -> Element {
    // vertices of the element; the centre is that of its box
    let numbers = piece.corners(model);
    let mut corners = [Vec3::ZERO; 4];
    for (corner, &v) in corners.iter_mut().zip(numbers) {
        *corner = vertex(model, kin, piece.flex, v);
    }
    let [x, y, z, ..] = piece.aabb(model, kin);
    Element {
        corners,
        count: numbers.len(),
        center: Vec3::new(x, y, z),
        radius: model.flex.radius[piece.flex],
    }
}

/// The triangle of an element.
fn triangle(model: &Model, kin: &Kin, piece: Piece) -> Triangle {
    let numbers = piece.corners(model);
    Triangle {
        corners: [0, 1, 2].map(|k| vertex(model, kin, piece.flex, numbers[k])),
        radius: model.flex.radius[piece.flex],
    }
}

/// Finds the contact points of a geom, which comes first, and an element. The result is `memory.manifold`.
pub(super) fn geom_and_element(
    model: &Model,
    kin: &Kin,
    g: GeomId,
    piece: Piece,
    margin: f64,
    memory: &mut NarrowMemory,
) {
    let out = &mut memory.manifold;
    out.clear();
    // the row of the table above for these kinds
    let find: fn(&Solid<'_>, &Triangle, f64, &mut Manifold) =
        match (model.flex.dim[piece.flex], model.geom.type_[g]) {
            (1, GeomType::Sphere | GeomType::Capsule | GeomType::Box) => {
                return geom_and_segment(model, kin, g, piece, margin, out);
            }
            (2, GeomType::Sphere) => collide::sphere_triangle,
            (2, GeomType::Capsule) => collide::capsule_triangle,
            (2, GeomType::Box) => collide::box_triangle,
            _ => return general(model, kin, g, piece, margin, memory),
        };
    if let Some(solid) = Asset::None.solid(model, kin, g) {
        find(&solid, &triangle(model, kin, piece), margin, out);
    }
}

/// A sphere, capsule or box and a segment.
fn geom_and_segment(
    model: &Model,
    kin: &Kin,
    g: GeomId,
    piece: Piece,
    margin: f64,
    out: &mut Manifold,
) {
    let capsule = Capsule::of(model, kin, piece);
    let (Some(solid), segment) = (Asset::None.solid(model, kin, g), capsule.solid()) else {
        return;
    };
    match model.geom.type_[g] {
        GeomType::Sphere => collide::sphere_capsule(&solid, &segment, margin, out),
        GeomType::Capsule => collide::capsule_capsule(&solid, &segment, margin, out),
        _ => {
            collide::capsule_box(&segment, &solid, margin, out);
            // the geom comes first
            for contact in out.iter_mut() {
                contact.normal = -contact.normal;
            }
        }
    }
}

/// Terrain, and everything else by support functions; a signed distance field is treated as the hull of its mesh.
fn general(
    model: &Model,
    kin: &Kin,
    g: GeomId,
    piece: Piece,
    margin: f64,
    memory: &mut NarrowMemory,
) {
    let NarrowMemory { manifold, ccd, .. } = memory;
    // views of assets must outlive the shapes that borrow them
    let (asset, hull_of_field);
    // the shape of the geom
    let solid = if model.geom.type_[g] == GeomType::Sdf {
        let Some(m) = MeshId(model.geom.dataid[g]).get() else {
            return;
        };
        hull_of_field = mesh(model, m);
        placed(model, kin, g, Shape::Mesh(&hull_of_field))
    } else {
        asset = Asset::of(model, g);
        match asset.solid(model, kin, g) {
            Some(solid) => solid,
            None => return,
        }
    };
    // terrain, or two convex shapes
    let element = hull(model, kin, piece);
    let options = ccd_options(model);
    if let Shape::HeightField(_) = solid.shape {
        hfield_element(&solid, &element, margin, &options, ccd, manifold);
    } else {
        let surface = model.flex.dim[piece.flex] == 2;
        let partner = Partner::Solid(&solid);
        convex_element(&partner, &element, surface, margin, &options, ccd, manifold);
    }
}

/// Finds the contact points of two elements. The result is `memory.manifold`.
pub(super) fn two_elements(
    model: &Model,
    kin: &Kin,
    [one, two]: [Piece; 2],
    margin: f64,
    memory: &mut NarrowMemory,
) {
    let NarrowMemory { manifold, ccd, .. } = memory;
    manifold.clear();
    // two segments are two capsules
    let [dim1, dim2] = [one, two].map(|piece| model.flex.dim[piece.flex]);
    if dim1 == 1 && dim2 == 1 {
        let [a, b] = [one, two].map(|piece| Capsule::of(model, kin, piece));
        return collide::capsule_capsule(&a.solid(), &b.solid(), margin, manifold);
    }
    // otherwise two hulls
    let (a, b) = (hull(model, kin, one), hull(model, kin, two));
    let (partner, options) = (Partner::Element(&a), ccd_options(model));
    convex_element(&partner, &b, false, margin, &options, ccd, manifold);
}

/// The same with known hulls, for a flex with itself.
pub(super) fn two_hulls(
    [a, b]: [&Element; 2],
    options: &CcdOptions,
    NarrowMemory { manifold, ccd, .. }: &mut NarrowMemory,
) {
    manifold.clear();
    convex_element(&Partner::Element(a), b, false, 0.0, options, ccd, manifold);
}

/// Finds the contact points of a vertex of a flex, which comes first, and one of its elements. The result is
/// `memory.manifold`.
pub(super) fn vertex_and_element(
    model: &Model,
    kin: &Kin,
    v: i32,
    piece: Piece,
    memory: &mut NarrowMemory,
) {
    let NarrowMemory { manifold, ccd, .. } = memory;
    manifold.clear();
    // the vertex as a sphere
    let (center, radius) = (
        vertex(model, kin, piece.flex, v),
        model.flex.radius[piece.flex],
    );
    let size = Vec3::new(radius, 0.0, 0.0);
    let ball = Solid {
        shape: Shape::Sphere,
        size: &size,
        rbound: radius,
        pos: &center,
        mat: &Mat3::IDENTITY,
    };
    // by the kind of element
    match model.flex.dim[piece.flex] {
        1 => {
            let capsule = Capsule::of(model, kin, piece);
            collide::sphere_capsule(&ball, &capsule.solid(), 0.0, manifold);
        }
        2 => collide::sphere_triangle(&ball, &triangle(model, kin, piece), 0.0, manifold),
        _ => {
            let point = point(center, radius);
            let partner = Partner::Element(&point);
            let element = hull(model, kin, piece);
            let options = ccd_options(model);
            convex_element(&partner, &element, false, 0.0, &options, ccd, manifold);
        }
    }
}

/// A vertex as an element.
fn point(center: Vec3, radius: f64) -> Element {
    Element {
        corners: [center; 4],
        count: 1,
        center,
        radius,
    }
}
