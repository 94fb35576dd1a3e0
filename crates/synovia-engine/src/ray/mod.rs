//! Rays through a scene: the first geom from a point in a direction.
//!
//! [`cast`] tests every visible geom and keeps the nearest hit; [`geom`] tests one. A geom is invisible if it or its
//! material is fully transparent, if its group is disabled, if it belongs to the excluded body, or if it is static and
//! static geoms are excluded. Many rays from one point are cast by [`Fan`], those through the pixels of a camera by
//! [`Pixels`], those against flexes by [`flex()`]. Every function reads the poses of the kinematics stage and writes
//! nothing.
//!
//! DIFFERENCE(ray-marks): the reference marks the nodes of mesh trees that a ray visits in `bvh_active`, for drawing.

mod fan;
mod flex;
mod pixel;

pub use fan::Fan;
pub(crate) use fan::scratch_len;
pub use flex::{FlexParts, flex};
pub use pixel::Pixels;
pub use synovia_geom::ray::{Hit, Ray, SkinHit, skin};

use synovia_geom::collide::HeightField;
use synovia_geom::ray::{self, BoxTree, GeomFrame, TriangleMesh};
use synovia_math::{Mat3, Vec3};
use synovia_model::Model;
use synovia_model::consts::NGROUP;
use synovia_model::enums::GeomType;
use synovia_model::id::{BodyId, GeomId, HfieldId, MeshId};

use crate::collision::field::field;
use crate::data::Kin;

/// The geoms that a ray can hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visible {
    /// The enabled groups of geoms; all if `None`.
    pub groups: Option<[bool; NGROUP]>,
    /// True if static geoms can be hit.
    pub statics: bool,
    /// A body whose geoms are excluded.
    pub without: Option<BodyId>,
}

impl Default for Visible {
    fn default() -> Self {
        Self {
            groups: None,
            statics: true,
            without: None,
        }
    }
}

impl Visible {
    /// True if the ray can hit geom `g`.
    pub fn shows(&self, model: &Model, g: GeomId) -> bool {
        let body = model.geom.bodyid[g];
        let [.., alpha] = match model.geom.matid[g].get() {
            Some(material) => model.material.rgba[material],
            None => model.geom.rgba[g],
        };
        let group = model.geom.group[g].clamp(0, NGROUP as i32 - 1) as usize;
        self.without != Some(body)
            && alpha != 0.0
            && (self.statics || model.body.weldid[body].0 != 0)
            && self.groups.is_none_or(|groups| groups[group])
    }
}

/// The result of a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// The geom.
    pub geom: GeomId,
    /// Distance and normal of the hit.
    pub hit: Hit,
}

/// The first visible geom on a ray; a zero direction hits nothing.
///
/// Reads `kin`.
///
/// ```
/// use synovia::engine::ray::{Ray, Visible, cast};
/// use synovia::math::Vec3;
/// let model = synovia::Model::from_xml_str(
///     "<mujoco><worldbody><geom type='box' size='1 1 .5'/></worldbody></mujoco>",
/// )?;
/// let mut data = synovia::Data::new(&model);
/// synovia::forward(&model, &mut data)?;
/// let down = Ray { from: Vec3::new(0.2, 0.3, 3.0), dir: -Vec3::Z };
/// let seen = cast(&model, &data.kin, &down, &Visible::default()).ok_or("nothing below")?;
/// assert!((seen.hit.dist - 2.5).abs() < 1e-12);
/// assert_eq!(seen.hit.normal, Vec3::Z);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "mj_ray")]
pub fn cast(model: &Model, kin: &Kin, ray: &Ray, visible: &Visible) -> Option<Seen> {
    let geoms = model.geom.ids().filter(|&g| visible.shows(model, g));
    first(model, kin, ray, geoms, None)
}

/// The nearest hit among some geoms and the previous hit; of equally near ones the first.
fn first(
    model: &Model,
    kin: &Kin,
    ray: &Ray,
    geoms: impl Iterator<Item = GeomId>,
    mut seen: Option<Seen>,
) -> Option<Seen> {
    for g in geoms {
        if passes(model, kin, g, ray) {
            continue;
        }
        if let Some(hit) = geom(model, kin, g, ray)
            && seen.is_none_or(|seen| hit.dist < seen.hit.dist)
        {
            seen = Some(Seen { geom: g, hit });
        }
    }
    seen
}

/// True if a ray misses the bounding sphere of geom `g`; the tests of the shapes begin with the same test.
#[inline]
fn passes(model: &Model, kin: &Kin, g: GeomId, ray: &Ray) -> bool {
    let size = &model.geom.size[g];
    let reach = match model.geom.type_[g] {
        GeomType::Sphere => size.x * size.x,
        GeomType::Capsule => (size.x + size.y) * (size.x + size.y),
        GeomType::Cylinder => size.x * size.x + size.y * size.y,
        GeomType::Box => size.x * size.x + size.y * size.y + size.z * size.z,
        _ => return false,
    };
    !ray::meets_ball(kin.geom_xpos[g], reach, ray)
}

/// The hit of a ray on geom `g`, whether it is visible or not.
///
/// Reads `kin`.
#[doc(alias = "mj_rayMesh")]
#[doc(alias = "mj_rayHfield")]
pub fn geom(model: &Model, kin: &Kin, g: GeomId, ray: &Ray) -> Option<Hit> {
    let (kind, size) = (model.geom.type_[g], model.geom.size[g]);
    let place = GeomFrame {
        pos: kin.geom_xpos[g],
        mat: &kin.geom_xmat[g],
    };
    match kind {
        GeomType::Mesh => triangles(model, model.geom.mesh(g)?).meet(&place, size, ray),
        GeomType::Hfield => ray::height_field(&place, &hfield(model, model.geom.hfield(g)?), ray),
        GeomType::Sdf => {
            let field = field(model, g)?;
            let (distance, gradient) = (|p| field.distance(p), |p| field.gradient(p));
            ray::distance_field(&place, size, ray, distance, gradient)
        }
        _ => shape(kind, size, place.pos, place.mat, ray),
    }
}

/// The hit of a ray on a plane, sphere, capsule, ellipsoid, cylinder or box; `None` for other kinds.
#[doc(alias = "mju_rayGeom")]
pub fn shape(kind: GeomType, size: Vec3, pos: Vec3, mat: &Mat3, ray: &Ray) -> Option<Hit> {
    let meet = match kind {
        GeomType::Plane => ray::plane,
        GeomType::Sphere => ray::sphere,
        GeomType::Capsule => ray::capsule,
        GeomType::Ellipsoid => ray::ellipsoid,
        GeomType::Cylinder => ray::cylinder,
        GeomType::Box => ray::cuboid,
        _ => return None,
    };
    meet(&GeomFrame { pos, mat }, size, ray)
}

/// Triangles of a mesh with their bounding boxes.
pub(crate) fn triangles(model: &Model, m: MeshId) -> TriangleMesh<'_> {
    let first = model.mesh.bvhadr[m];
    let nodes = match (
        usize::try_from(first),
        usize::try_from(model.mesh.bvhnum[m]),
    ) {
        (Ok(first), Ok(count)) => first..first + count,
        _ => 0..0,
    };
    let tree = BoxTree {
        aabb: model.bvh.aabb.rows().get(nodes.clone()).unwrap_or_default(),
        child: model
            .bvh
            .child
            .rows()
            .get(nodes.clone())
            .unwrap_or_default(),
        leaf: model.bvh.nodeid.rows().get(nodes).unwrap_or_default(),
    };
    TriangleMesh {
        vert: &model.mesh.vert.rows()[model.mesh.verts(m)],
        face: &model.mesh.face.rows()[model.mesh.faces(m)],
        tree,
    }
}

/// A height field.
fn hfield(model: &Model, h: HfieldId) -> HeightField<'_> {
    let side = |n: i32| usize::try_from(n).unwrap_or(0);
    let data = model.hfield.data.rows();
    HeightField {
        size: model.hfield.size[h],
        nrow: side(model.hfield.nrow[h]),
        ncol: side(model.hfield.ncol[h]),
        data: data.get(side(model.hfield.adr[h])..).unwrap_or_default(),
    }
}
