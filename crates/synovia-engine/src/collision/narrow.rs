//! Narrow phase: from the kinds of two geoms to the function that finds their contact points.
//!
//! ```text
//!             sphere   capsule   ellipsoid   cylinder   box       mesh      field
//! plane       own      own       convex      own        own       convex    convex
//! terrain     ────────────────── convex prisms ─────────────────────────    none
//! sphere      own      own       ccd         own        own       ccd       descent
//! capsule              own       ccd         ccd        own       ccd       descent
//! ellipsoid                      ccd         ccd        ccd       ccd       descent
//! cylinder                                   ccd        ccd       ccd       descent
//! box                                                   own       ccd       descent
//! mesh                                                            ccd       descent
//! field                                                                     descent
//! ```
//!
//! `own`: a formula for this pair; `ccd`: support functions, [`collide::convex`]; `descent`: signed distance fields,
//! [`collide::field`]. Planes and terrain do not collide with each other.

use synovia_geom::collide::convex::{self, CcdMemory, CcdOptions};
use synovia_geom::collide::{self, ConvexMesh, HeightField, Manifold, Shape, Solid};
use synovia_geom::hull::convexity::Convexity;
use synovia_model::Model;
use synovia_model::enums::{Disable, Enable, GeomType};
use synovia_model::id::{GeomId, HfieldId, MeshId};

use super::field;
use super::pair_cache::PairCache;
use super::policy::Policy;
use crate::data::Kin;

/// The data of a shape in addition to its sizes.
#[derive(Clone, Copy, Debug)]
pub enum Asset<'a> {
    /// No data.
    None,
    /// The vertices and the hull of a mesh.
    Mesh(ConvexMesh<'a>),
    /// Elevations.
    Field(HeightField<'a>),
}

impl<'a> Asset<'a> {
    /// The asset of a geom.
    #[inline]
    pub fn of(model: &'a Model, g: GeomId) -> Self {
        // meshes and height fields have data; other kinds only sizes
        match model.geom.type_[g] {
            GeomType::Mesh => match MeshId(model.geom.dataid[g]).get() {
                Some(m) => Self::Mesh(mesh(model, m)),
                None => Self::None,
            },
            GeomType::Hfield => match HfieldId(model.geom.dataid[g]).get() {
                Some(h) => Self::Field(terrain(model, h)),
                None => Self::None,
            },
            _ => Self::None,
        }
    }

    /// The posed geom; `None` for kinds that do not collide.
    #[inline]
    pub fn solid(&'a self, model: &'a Model, kin: &'a Kin, g: GeomId) -> Option<Solid<'a>> {
        let shape = match (model.geom.type_[g], self) {
            (GeomType::Hfield, Self::Field(field)) => Shape::HeightField(field),
            (GeomType::Mesh, Self::Mesh(mesh)) => Shape::Mesh(mesh),
            (kind, _) => plain(kind)?,
        };
        Some(placed(model, kin, g, shape))
    }
}

/// The shape of a kind that only needs sizes.
#[inline]
fn plain(kind: GeomType) -> Option<Shape<'static>> {
    Some(match kind {
        GeomType::Plane => Shape::Plane,
        GeomType::Sphere => Shape::Sphere,
        GeomType::Capsule => Shape::Capsule,
        GeomType::Ellipsoid => Shape::Ellipsoid,
        GeomType::Cylinder => Shape::Cylinder,
        GeomType::Box => Shape::Box,
        _ => return None,
    })
}

/// A geom with its shape, size and pose.
#[inline]
pub(super) fn placed<'a>(model: &'a Model, kin: &'a Kin, g: GeomId, shape: Shape<'a>) -> Solid<'a> {
    Solid {
        shape,
        size: &model.geom.size[g],
        rbound: model.geom.rbound[g],
        pos: &kin.geom_xpos[g],
        mat: &kin.geom_xmat[g],
    }
}

/// A view of the parts of the model's columns that belong to a mesh.
#[inline]
pub(super) fn mesh(model: &Model, m: MeshId) -> ConvexMesh<'_> {
    // vertices and hull polygons of this mesh
    let table = &model.mesh;
    let (verts, sides) = (table.verts(m), table.polygons(m));
    let graph = usize::try_from(table.graphadr[m]).ok();
    // the properties of the hull, if they are still valid
    let convexity = model
        .hulls
        .of(table, m)
        .map_or(Convexity::UNKNOWN, |row| Convexity {
            clearance: row.clearance,
            shortfall: row.shortfall,
        });
    ConvexMesh {
        id: m.0,
        convexity,
        vert: &table.vert[verts.clone()],
        graph: graph.map_or(&[], |start| &table.graph.rows()[start..]),
        poly_normal: &table.polynormal[sides.clone()],
        poly_vert_adr: &table.polyvertadr[sides.clone()],
        poly_vert_num: &table.polyvertnum[sides],
        poly_vert: table.polyvert.rows(),
        poly_map_adr: &table.polymapadr[verts.clone()],
        poly_map_num: &table.polymapnum[verts],
        poly_map: table.polymap.rows(),
    }
}

/// Views of meshes, made once for all pairs of a pass.
///
/// Pairs are sorted by their first bodies, so that one view of a first mesh is sufficient. A cube of 26 meshes asks for 240
/// views a step, each of which takes about 160 instructions to make.
#[derive(Debug, Default)]
pub struct MeshViews<'a> {
    first: Option<ConvexMesh<'a>>,
    /// Places by the last bits of the id, once there is a second mesh.
    second: Option<[ConvexMesh<'a>; VIEWS]>,
}

/// Number of views of second meshes.
const VIEWS: usize = 32;

impl<'a> MeshViews<'a> {
    /// The views of two meshes, if they are meshes.
    #[inline]
    fn of(
        &mut self,
        model: &'a Model,
        meshes: [Option<MeshId>; 2],
    ) -> [Option<&ConvexMesh<'a>>; 2] {
        let Self { first, second } = self;
        let first = meshes[0].map(|m| {
            if first.is_none_or(|known| known.id != m.0) {
                *first = Some(mesh(model, m));
            }
            &*first
        });
        let second = meshes[1].map(|m| {
            let places = second.get_or_insert_with(no_views);
            let place = &mut places[m.index() % VIEWS];
            if place.id != m.0 {
                *place = mesh(model, m);
            }
            &*place
        });
        [first.and_then(Option::as_ref), second]
    }
}

/// Views of no mesh.
#[cold]
fn no_views<'a>() -> [ConvexMesh<'a>; VIEWS] {
    let none = ConvexMesh {
        id: -1,
        ..ConvexMesh::default()
    };
    [none; VIEWS]
}

/// A view of the elevations of a height field.
fn terrain(model: &Model, h: HfieldId) -> HeightField<'_> {
    // elevations row by row
    let table = &model.hfield;
    let (nrow, ncol) = (table.nrow[h].max(0) as usize, table.ncol[h].max(0) as usize);
    let start = table.adr[h].max(0) as usize;
    HeightField {
        size: table.size[h],
        nrow,
        ncol,
        data: &table.data[start..start + nrow * ncol],
    }
}

/// True if there is a function for two kinds, the smaller one first.
#[inline]
pub fn collides(kind1: GeomType, kind2: GeomType) -> bool {
    // kinds of the table above; those of decorative geoms have larger numbers
    let known = |kind: GeomType| (0..=GeomType::Sdf.0).contains(&kind.0);
    // planes and terrain come first in the order of kinds, and are never second
    known(kind1) && known(kind2) && kind2 > GeomType::Hfield
}

/// Memory and pair records of the narrow phase, kept between steps; no results.
#[derive(Clone, Debug, Default)]
pub struct NarrowMemory {
    /// Manifold of the last pair.
    pub manifold: Manifold,
    /// Memory of the convex search.
    pub(crate) ccd: CcdMemory,
    /// Records of pairs, for the separating-axis cache and hints.
    pub(super) pairs: PairCache,
}

impl NarrowMemory {
    /// Empty memory with other thresholds.
    pub(super) fn with_policy(policy: &Policy) -> Self {
        Self {
            ccd: CcdMemory::with_policy(policy.shapes),
            ..Self::default()
        }
    }
}

/// The options of convex collision in this model.
pub fn ccd_options(model: &Model) -> CcdOptions {
    let opt = &model.opt;
    CcdOptions {
        tolerance: opt.ccd_tolerance,
        iterations: opt.ccd_iterations.max(0) as usize,
        multi: opt.enabled(Enable::MULTICCD),
        native: !opt.disabled(Disable::NATIVECCD),
    }
}

/// Finds the contact points of two geoms, the smaller kind first. The result is `memory.manifold`.
#[doc(alias = "mjCOLLISIONFUNC")]
pub fn manifold<'a>(
    model: &'a Model,
    kin: &Kin,
    [g1, g2]: [GeomId; 2],
    margin: f64,
    memory: &mut NarrowMemory,
    views: &mut MeshViews<'a>,
) {
    let out = &mut memory.manifold;
    out.clear();
    let kinds = [g1, g2].map(|g| model.geom.type_[g]);
    // the row of the table above for these kinds
    let find: fn(&Solid<'_>, &Solid<'_>, f64, &mut Manifold) = match kinds {
        [GeomType::Plane, GeomType::Sphere] => collide::plane_sphere,
        [GeomType::Plane, GeomType::Capsule] => collide::plane_capsule,
        [GeomType::Plane, GeomType::Cylinder] => collide::plane_cylinder,
        [GeomType::Plane, GeomType::Box] => collide::plane_box,
        // an ellipsoid fitted to a mesh may have to touch with its vertices
        [GeomType::Plane, GeomType::Ellipsoid] => match model.geom.mesh(g2) {
            Some(m) => return fitted(model, kin, [g1, g2], m, margin, out),
            None => convex::plane_convex,
        },
        [GeomType::Sphere, GeomType::Sphere] => collide::sphere_sphere,
        [GeomType::Sphere, GeomType::Capsule] => collide::sphere_capsule,
        [GeomType::Sphere, GeomType::Cylinder] => collide::sphere_cylinder,
        [GeomType::Sphere, GeomType::Box] => collide::sphere_box,
        [GeomType::Capsule, GeomType::Capsule] => collide::capsule_capsule,
        [GeomType::Capsule, GeomType::Box] => collide::capsule_box,
        [GeomType::Box, GeomType::Box] => collide::box_box,
        _ => return general(model, kin, [g1, g2], margin, memory, views),
    };
    // both are primitive shapes
    if let (Some(one), Some(two)) = (plain(kinds[0]), plain(kinds[1])) {
        let (a, b) = (placed(model, kin, g1, one), placed(model, kin, g2, two));
        find(&a, &b, margin, out);
    }
}

/// A plane and an ellipsoid that was fitted to a mesh.
fn fitted(
    model: &Model,
    kin: &Kin,
    [g1, g2]: [GeomId; 2],
    m: MeshId,
    margin: f64,
    out: &mut Manifold,
) {
    let a = placed(model, kin, g1, Shape::Plane);
    let b = placed(model, kin, g2, Shape::Ellipsoid);
    // the mesh of a fitted shape has a hull only if another geom needs it
    if model.mesh.graphadr[m] < 0 {
        let vertices = &model.mesh.vert[model.mesh.verts(m)];
        convex::plane_fitted(&a, &b, vertices, margin, out);
    } else {
        convex::plane_convex(&a, &b, margin, out);
    }
}

/// Signed distance fields: planes use the hulls of their meshes, all others the fields themselves.
fn fields(model: &Model, kin: &Kin, [g1, g2]: [GeomId; 2], margin: f64, out: &mut Manifold) {
    // planes touch hulls, everything else the field
    if model.geom.type_[g1] != GeomType::Plane {
        return field::contacts(model, kin, [g1, g2], out);
    }
    if let Some(m) = model.geom.mesh(g2) {
        let hull = mesh(model, m);
        let a = placed(model, kin, g1, Shape::Plane);
        let b = placed(model, kin, g2, Shape::Mesh(&hull));
        convex::plane_convex(&a, &b, margin, out);
    }
}

/// The rest of the table: meshes, terrain, and pairs without a formula.
fn general<'a>(
    model: &'a Model,
    kin: &Kin,
    [g1, g2]: [GeomId; 2],
    margin: f64,
    memory: &mut NarrowMemory,
    views: &mut MeshViews<'a>,
) {
    let NarrowMemory {
        manifold: out,
        ccd,
        pairs,
    } = memory;
    // signed distance fields have their own search
    if model.geom.type_[g2] == GeomType::Sdf {
        return fields(model, kin, [g1, g2], margin, out);
    }
    let kinds = [g1, g2].map(|g| model.geom.type_[g]);
    let data = [g1, g2].map(|g| model.geom.dataid[g]);
    // views of assets must outlive the shapes that borrow them
    let id = |k: usize| {
        (kinds[k] == GeomType::Mesh)
            .then(|| MeshId(data[k]).get())
            .flatten()
    };
    let meshes = views.of(model, [id(0), id(1)]);
    let ground;
    // the first shape may be a mesh or terrain
    let first = match kinds[0] {
        GeomType::Mesh => {
            let Some(mesh) = meshes[0] else {
                return;
            };
            Shape::Mesh(mesh)
        }
        GeomType::Hfield => {
            let Some(h) = HfieldId(data[0]).get() else {
                return;
            };
            ground = terrain(model, h);
            Shape::HeightField(&ground)
        }
        kind => match plain(kind) {
            Some(shape) => shape,
            None => return,
        },
    };
    // the second shape may be a mesh
    let second = match kinds[1] {
        GeomType::Mesh => {
            let Some(mesh) = meshes[1] else {
                return;
            };
            Shape::Mesh(mesh)
        }
        kind => match plain(kind) {
            Some(shape) => shape,
            None => return,
        },
    };
    let (a, b) = (
        placed(model, kin, g1, first),
        placed(model, kin, g2, second),
    );
    // planes, terrain, or two convex shapes with the hint of the previous step
    let options = ccd_options(model);
    match a.shape {
        Shape::Plane => convex::plane_convex_cached(&a, &b, margin, ccd, out),
        Shape::HeightField(_) => convex::hfield_convex(&a, &b, margin, &options, ccd, out),
        _ => {
            ccd.announce([g1, g2].map(GeomId::index));
            let hint = &mut pairs.record([g1, g2]).hint;
            convex::convex(&a, &b, margin, &options, hint, ccd, out);
        }
    }
}
