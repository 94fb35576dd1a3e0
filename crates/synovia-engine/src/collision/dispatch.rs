//! Narrow phase: from the kinds of two geoms to the function that finds where they touch.
//!
//! ```text
//!             sphere   capsule   ellipsoid   cylinder   box       mesh
//! plane       own      own       convex      own        own       convex
//! terrain     ────────────────── convex prisms ─────────────────────────
//! sphere      own      own       ccd         own        own       ccd
//! capsule              own       ccd         ccd        own       ccd
//! ellipsoid                      ccd         ccd        ccd       ccd
//! cylinder                                   ccd        ccd       ccd
//! box                                                   own       ccd
//! mesh                                                            ccd
//! ```
//!
//! `own`: a formula for this pair; `ccd`: support functions, [`collide::convex`]. Planes and terrain do not touch each other.

use synovia_geom::collide::convex::{self, CcdMemory, CcdOptions};
use synovia_geom::collide::{self, ConvexMesh, HeightField, Shape, Solid, Touches};
use synovia_model::Model;
use synovia_model::enums::{Disable, Enable, GeomType};
use synovia_model::id::{GeomId, HfieldId, MeshId};

use super::hints::Hints;
use crate::data::Kin;

/// What a shape has beside its sizes.
#[derive(Clone, Copy, Debug)]
pub enum Asset<'a> {
    /// Nothing.
    None,
    /// The vertices and the hull of a mesh.
    Mesh(ConvexMesh<'a>),
    /// Elevations.
    Field(HeightField<'a>),
}

impl<'a> Asset<'a> {
    /// Of a geom.
    #[inline]
    pub fn of(model: &'a Model, g: GeomId) -> Self {
        match model.geom.type_[g] {
            GeomType::Mesh => match MeshId(model.geom.dataid[g]).get() {
                Some(m) => Self::Mesh(mesh(model, m)),
                None => Self::None,
            },
            GeomType::Hfield => match HfieldId(model.geom.dataid[g]).get() {
                Some(h) => Self::Field(field(model, h)),
                None => Self::None,
            },
            _ => Self::None,
        }
    }

    /// The geom in place; `None` for kinds that do not collide.
    #[inline]
    pub fn solid(&'a self, model: &'a Model, kin: &'a Kin, g: GeomId) -> Option<Solid<'a>> {
        let shape = match (model.geom.type_[g], self) {
            (GeomType::Plane, _) => Shape::Plane,
            (GeomType::Hfield, Self::Field(field)) => Shape::HeightField(field),
            (GeomType::Sphere, _) => Shape::Sphere,
            (GeomType::Capsule, _) => Shape::Capsule,
            (GeomType::Ellipsoid, _) => Shape::Ellipsoid,
            (GeomType::Cylinder, _) => Shape::Cylinder,
            (GeomType::Box, _) => Shape::Box,
            (GeomType::Mesh, Self::Mesh(mesh)) => Shape::Mesh(mesh),
            _ => return None,
        };
        Some(Solid {
            shape,
            size: &model.geom.size[g],
            rbound: model.geom.rbound[g],
            pos: &kin.geom_xpos[g],
            mat: &kin.geom_xmat[g],
        })
    }
}

/// The part of the model's lists that belongs to a mesh.
fn mesh(model: &Model, m: MeshId) -> ConvexMesh<'_> {
    let table = &model.mesh;
    let (verts, sides) = (table.verts(m), table.polygons(m));
    let graph = usize::try_from(table.graphadr[m]).ok();
    ConvexMesh {
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

fn field(model: &Model, h: HfieldId) -> HeightField<'_> {
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
    let known = |kind: GeomType| (0..=GeomType::Mesh.0).contains(&kind.0);
    known(kind1) && known(kind2) && kind2 > GeomType::Hfield
}

/// What the narrow phase keeps between steps: memory and hints, no results.
#[derive(Clone, Debug, Default)]
pub struct NarrowMemory {
    /// Touches of the last pair.
    pub touches: Touches,
    pub(crate) ccd: CcdMemory,
    hints: Hints,
}

/// How convex shapes are searched in this model.
pub fn ccd_options(model: &Model) -> CcdOptions {
    let opt = &model.opt;
    CcdOptions {
        tolerance: opt.ccd_tolerance,
        iterations: opt.ccd_iterations.max(0) as usize,
        multi: opt.enabled(Enable::MULTICCD),
        native: !opt.disabled(Disable::NATIVECCD),
    }
}

/// Finds where two geoms touch; the one of the smaller kind comes first. The result is `memory.touches`.
#[doc(alias = "mjCOLLISIONFUNC")]
pub fn touches(
    model: &Model,
    kin: &Kin,
    [g1, g2]: [GeomId; 2],
    margin: f64,
    memory: &mut NarrowMemory,
) {
    let NarrowMemory {
        touches: out,
        ccd,
        hints,
    } = memory;
    out.clear();
    let (asset1, asset2) = (Asset::of(model, g1), Asset::of(model, g2));
    let (Some(a), Some(b)) = (asset1.solid(model, kin, g1), asset2.solid(model, kin, g2)) else {
        return;
    };
    let find = match (a.shape, b.shape) {
        (Shape::Plane, Shape::Sphere) => collide::plane_sphere,
        (Shape::Plane, Shape::Capsule) => collide::plane_capsule,
        (Shape::Plane, Shape::Cylinder) => collide::plane_cylinder,
        (Shape::Plane, Shape::Box) => collide::plane_box,
        (Shape::Plane, Shape::Ellipsoid | Shape::Mesh(_)) => convex::plane_convex,
        (Shape::Sphere, Shape::Sphere) => collide::sphere_sphere,
        (Shape::Sphere, Shape::Capsule) => collide::sphere_capsule,
        (Shape::Sphere, Shape::Cylinder) => collide::sphere_cylinder,
        (Shape::Sphere, Shape::Box) => collide::sphere_box,
        (Shape::Capsule, Shape::Capsule) => collide::capsule_capsule,
        (Shape::Capsule, Shape::Box) => collide::capsule_box,
        (Shape::Box, Shape::Box) => collide::box_box,
        (Shape::HeightField(_), _) => {
            return convex::hfield_convex(&a, &b, margin, &ccd_options(model), ccd, out);
        }
        _ => {
            let hint = hints.of([g1, g2], model.geom.len());
            return convex::convex(&a, &b, margin, &ccd_options(model), hint, ccd, out);
        }
    };
    find(&a, &b, margin, out);
}
