//! The signed distance fields of geoms, and the pairs that are searched by descent on them.
//!
//! A geom of kind sdf has the shape of its plugin, or else the octree of its mesh; primitive shapes have formulas. A mesh
//! in contact with a field is read by [`RayField`], or by an octree if the id of its geom selects one.

use synovia_geom::collide::Manifold;
use synovia_geom::collide::field::{FieldOptions, PosedField, field_field};
use synovia_geom::ray::GeomFrame;
use synovia_geom::sdf::{Field, OctreeView, RayField};
use synovia_model::Model;
use synovia_model::enums::GeomType;
use synovia_model::id::{GeomId, MeshId};

use crate::data::Kin;
use crate::ray::triangles;

/// The field of geom `g`; `None` for terrain, meshes, and missing fields.
pub(crate) fn field(model: &Model, g: GeomId) -> Option<Field<'_>> {
    let size = model.geom.size[g];
    Some(match model.geom.type_[g] {
        GeomType::Plane => Field::Plane,
        GeomType::Sphere => Field::Sphere(size),
        GeomType::Capsule => Field::Capsule(size),
        GeomType::Ellipsoid => Field::Ellipsoid(size),
        GeomType::Cylinder => Field::Cylinder(size),
        GeomType::Box => Field::Box(size),
        GeomType::Sdf => match model.plugins.shape(model.geom.plugin[g]) {
            Some(shape) => Field::Implicit(shape),
            None => Field::Octree(octree(model, model.geom.mesh(g)?)?),
        },
        _ => return None,
    })
}

/// The distance field of a mesh, if it has one.
pub(crate) fn octree(model: &Model, m: MeshId) -> Option<OctreeView<'_>> {
    cells(model, model.mesh.octadr[m], model.mesh.octnum[m])
}

/// A view of some cells; `None` if they are out of range.
fn cells(model: &Model, first: i32, count: i32) -> Option<OctreeView<'_>> {
    let first = usize::try_from(first).ok()?;
    let cells = first..first.checked_add(usize::try_from(count).ok()?)?;
    OctreeView::new(
        model.oct.child.rows().get(cells.clone())?,
        model.oct.aabb.rows().get(cells.clone())?,
        model.oct.coeff.rows().get(cells)?,
    )
}

/// Alignment of integer arrays in the reference's memory, from the addresses of octrees on: each array begins at a multiple
/// of sixteen.
const LINE: usize = 16;

/// The field of a mesh in contact with another field.
///
/// QUIRK(mesh-field-number): the reference looks up the octree of the mesh *whose id is that of the geom*. Beyond the last
/// mesh it continues to read memory: zeros up to the next array, then addresses and counts of normals, texture coordinates
/// and graphs.
fn mesh_field<'a>(model: &'a Model, kin: &'a Kin, g: GeomId) -> Option<Field<'a>> {
    let table = &model.mesh;
    // arrays in the order of the reference's memory
    let lists = [
        table.octadr.rows(),
        table.octnum.rows(),
        table.normaladr.rows(),
        table.normalnum.rows(),
        table.texcoordadr.rows(),
        table.texcoordnum.rows(),
        table.graphadr.rows(),
    ];
    let stride = table.octadr.len().max(1).next_multiple_of(LINE);
    let entry = |list: usize| {
        // the array and the position that the reference would read
        let (list, at) = (list + g.index() / stride, g.index() % stride);
        let found = lists.get(list).and_then(|list| list.get(at));
        found.copied().unwrap_or(0)
    };
    if entry(1) != 0 {
        let first = entry(0);
        // all cells from there on: a search descends from the first one to its children
        let count = model.oct.aabb.len() as i32 - first;
        return Some(Field::Octree(cells(model, first, count)?));
    }
    // no octree: distances by rays against the triangles
    Some(Field::Rays(RayField {
        mesh: triangles(model, model.geom.mesh(g)?),
        frame: GeomFrame {
            pos: kin.geom_xpos[g],
            mat: &kin.geom_xmat[g],
        },
        size: model.geom.size[g],
    }))
}

/// Contacts of a geom, or a field, and a field.
///
/// Terrain and fields do not touch, as in the reference.
pub(super) fn contacts(model: &Model, kin: &Kin, geoms: [GeomId; 2], out: &mut Manifold) {
    // both fields with their bounding boxes and poses
    let placed = |g: GeomId| {
        let field = match model.geom.type_[g] {
            GeomType::Mesh => mesh_field(model, kin, g),
            _ => field(model, g),
        };
        Some(PosedField {
            field: field?,
            aabb: &model.geom.aabb[g],
            pos: kin.geom_xpos[g],
            mat: &kin.geom_xmat[g],
        })
    };
    if let [Some(a), Some(b)] = geoms.map(placed) {
        let options = FieldOptions {
            points: model.opt.sdf_initpoints.max(0) as usize,
            iterations: model.opt.sdf_iterations.max(0) as usize,
        };
        field_field(&a, &b, options, out);
    }
}
