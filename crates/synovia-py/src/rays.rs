//! Ray casts and distances between geoms.
//!
//! A ray that hits nothing has the distance -1, the geom -1 and a zero normal.
#![allow(non_snake_case, reason = "MuJoCo's names")]

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use synovia_engine::distance::geom_distance;
use synovia_engine::ray::{self, Fan, FlexParts, Hit, Ray, Seen, Visible, skin};
use synovia_math::{MIN_VAL, Mat3, Vec3};
use synovia_model::consts::NGROUP;
use synovia_model::enums::GeomType;
use synovia_model::id::FlexId;
use synovia_model::{BodyId, GeomId, Model};

use crate::args::{Fixed, Ints, Matrix, Out, wrong};
use crate::data::PyData;
use crate::errors::guard;
use crate::functions::check_id;
use crate::given::{self, Argument};
use crate::model::PyModel;

/// A ray whose direction is not zero.
fn make_ray(pnt: Fixed<3>, vec: Fixed<3>) -> PyResult<Ray> {
    let ray = Ray {
        from: pnt.into(),
        dir: vec.into(),
    };
    if ray.dir.norm() < MIN_VAL {
        return Err(PyValueError::new_err("vec is too short"));
    }
    Ok(ray)
}

/// The visibility filter of a ray, from MuJoCo's arguments.
fn visible(geomgroup: Option<Fixed<NGROUP>>, flg_static: i64, bodyexclude: i64) -> Visible {
    Visible {
        groups: geomgroup.map(|groups| groups.0.map(|on| on != 0.0)),
        statics: flg_static != 0,
        without: i32::try_from(bodyexclude)
            .ok()
            .and_then(|b| BodyId(b).get()),
    }
}

/// Writes the normal and returns the distance.
fn answer(hit: Option<Hit>, normal: Option<&Out<'_>>) -> PyResult<f64> {
    if let Some(normal) = normal {
        normal.write(&hit.map_or(Vec3::ZERO, |hit| hit.normal).to_array())?;
    }
    Ok(hit.map_or(-1.0, |hit| hit.dist))
}

fn seen_geom(seen: Option<Seen>) -> i32 {
    seen.map_or(-1, |seen| seen.geom.0)
}

/// Distance to the first visible geom on a ray, in units of `vec`, or -1; the geom is written to `geomid`.
///
/// `geomgroup` selects groups (None: all), `flg_static` includes geoms that cannot move; geoms of body
/// `bodyexclude` are skipped.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `pnt`: float64 (3,); origin of the ray, in world coordinates, m
/// - `vec`: float64 (3,); direction of the ray; distances are multiples of its length
/// - `geomgroup`: uint8 (6,) or None; 1 for each group of geoms that is included
/// - `flg_static`: int; 0 to exclude static geoms
/// - `bodyexclude`: int; body whose geoms are excluded, -1 for none
/// - `geomid`: int32 (1,) or None, written; the geom that was hit, -1 for none
/// - `normal`: float64 (3,) or None, written; normal of the surface that was hit
/// - returns float
#[pyfunction]
#[pyo3(signature = (m, d, pnt, vec, geomgroup, flg_static, bodyexclude, geomid, normal=None))]
#[expect(clippy::too_many_arguments, reason = "the arguments that MuJoCo has")]
pub(crate) fn mj_ray(
    m: &Argument<'_>,
    d: &Argument<'_>,
    pnt: Fixed<3>,
    vec: Fixed<3>,
    geomgroup: Option<Fixed<NGROUP>>,
    flg_static: i64,
    bodyexclude: i64,
    geomid: Option<Ints<'_>>,
    normal: Option<Out<'_>>,
) -> PyResult<f64> {
    let (m, d) = given::pair("mj_ray", m, d)?;
    let ray = make_ray(pnt, vec)?;
    let visible = visible(geomgroup, flg_static, bodyexclude);
    let seen = d.with_model(m, |model, data| {
        Ok(ray::cast(model, &data.kin, &ray, &visible))
    })?;
    if let Some(geomid) = geomid {
        geomid.write([seen_geom(seen)].into_iter())?;
    }
    answer(seen.map(|seen| seen.hit), normal.as_ref())
}

/// Distances to the first visible geoms on rays from one point; geoms farther away than `cutoff` are skipped.
///
/// The arguments are those of `mj_ray`, concatenated for all rays; a zero-length ray has the distance -1 and leaves
/// the other results unchanged.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `pnt`: float64 (3,); origin of the ray, in world coordinates, m
/// - `vec`: float64 (nray, 3); directions
/// - `geomgroup`: uint8 (6,) or None; 1 for each group of geoms that is included
/// - `flg_static`: int; 0 to exclude static geoms
/// - `bodyexclude`: int; body whose geoms are excluded, -1 for none
/// - `geomid`: int32 (nray,), written; geoms that were hit, -1 for none
/// - `dist`: float64 (nray,), written; distances in lengths of the directions, -1 for none
/// - `normal`: float64 (nray, 3) or None, written; normals of the surfaces that were hit
/// - `nray`: int
/// - `cutoff`: float; m
#[pyfunction]
#[pyo3(signature = (m, d, pnt, vec, geomgroup, flg_static, bodyexclude, geomid, dist, normal, nray, cutoff))]
#[expect(clippy::too_many_arguments, reason = "the arguments that MuJoCo has")]
pub(crate) fn mj_multiRay(
    m: &Argument<'_>,
    d: &Argument<'_>,
    pnt: Fixed<3>,
    vec: Matrix,
    geomgroup: Option<Fixed<NGROUP>>,
    flg_static: i64,
    bodyexclude: i64,
    geomid: Ints<'_>,
    dist: Out<'_>,
    normal: Option<Out<'_>>,
    nray: usize,
    cutoff: f64,
) -> PyResult<()> {
    let (m, d) = given::pair("mj_multiRay", m, d)?;
    let (rays, rest) = vec.check("vec", 3 * nray)?.as_chunks::<3>();
    debug_assert!(rest.is_empty());
    if geomid.len() != nray {
        return Err(wrong("geomid", nray, geomid.len()));
    }
    let mut geoms = geomid.read()?;
    let mut normals = normal.as_ref().map(Out::read).transpose()?;
    if let Some(normals) = &normals
        && normals.len() != 3 * nray
    {
        return Err(wrong("normal", 3 * nray, normals.len()));
    }
    let visible = visible(geomgroup, flg_static, bodyexclude);
    let mut dists = vec![-1.0; nray];
    d.with_model(m, |model, data| {
        let fan = Fan::of(model, data, pnt.into(), &visible, cutoff);
        for (k, ray) in rays.iter().enumerate() {
            let dir = Vec3::from(*ray);
            if dir.dot(dir) < MIN_VAL {
                continue;
            }
            let seen = fan.cast(dir);
            dists[k] = seen.map_or(-1.0, |seen| seen.hit.dist);
            geoms[k] = seen_geom(seen);
            if let Some(normals) = &mut normals {
                let normal = seen.map_or(Vec3::ZERO, |seen| seen.hit.normal);
                normals[3 * k..3 * k + 3].copy_from_slice(&normal.to_array());
            }
        }
        Ok(())
    })?;
    dist.write(&dists)?;
    geomid.write(geoms.into_iter())?;
    match (normal, normals) {
        (Some(normal), Some(normals)) => normal.write(&normals),
        _ => Ok(()),
    }
}

/// Distance to one geom, which must be of type `kind`.
fn to_geom(
    (m, d): (&PyModel, &PyData),
    (geomid, kind, what): (i64, GeomType, &str),
    ray: &Ray,
    normal: Option<&Out<'_>>,
) -> PyResult<f64> {
    let hit = d.with_model(m, |model: &Model, data| {
        let g = GeomId::new(check_id("geomid", geomid, model.geom.len())?);
        if model.geom.type_[g] != kind {
            let message = format!("geom {geomid} is not a {what}");
            return Err(PyValueError::new_err(message));
        }
        Ok(ray::geom(model, &data.kin, g, ray))
    })?;
    answer(hit, normal)
}

/// Distance to a height field, in units of `vec`, or -1.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `geomid`: int; id of a geom
/// - `pnt`: float64 (3,); origin of the ray, in world coordinates, m
/// - `vec`: float64 (3,); direction of the ray; distances are multiples of its length
/// - `normal`: float64 (3,) or None, written; normal of the surface that was hit
/// - returns float
#[pyfunction]
#[pyo3(signature = (m, d, geomid, pnt, vec, normal=None))]
pub(crate) fn mj_rayHfield(
    m: &Argument<'_>,
    d: &Argument<'_>,
    geomid: i64,
    pnt: Fixed<3>,
    vec: Fixed<3>,
    normal: Option<Out<'_>>,
) -> PyResult<f64> {
    let (m, d) = given::pair("mj_rayHfield", m, d)?;
    let of = (geomid, GeomType::Hfield, "height field");
    to_geom((m, d), of, &make_ray(pnt, vec)?, normal.as_ref())
}

/// Distance to a mesh, in units of `vec`, or -1.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `geomid`: int; id of a geom
/// - `pnt`: float64 (3,); origin of the ray, in world coordinates, m
/// - `vec`: float64 (3,); direction of the ray; distances are multiples of its length
/// - `normal`: float64 (3,) or None, written; normal of the surface that was hit
/// - returns float
#[pyfunction]
#[pyo3(signature = (m, d, geomid, pnt, vec, normal=None))]
pub(crate) fn mj_rayMesh(
    m: &Argument<'_>,
    d: &Argument<'_>,
    geomid: i64,
    pnt: Fixed<3>,
    vec: Fixed<3>,
    normal: Option<Out<'_>>,
) -> PyResult<f64> {
    let (m, d) = given::pair("mj_rayMesh", m, d)?;
    let of = (geomid, GeomType::Mesh, "mesh");
    to_geom((m, d), of, &make_ray(pnt, vec)?, normal.as_ref())
}

/// Distance to a plane, sphere, capsule, ellipsoid, cylinder or box, in units of `vec`, or -1.
///
/// - `pos`: float64 (3,); position of the shape, m
/// - `mat`: float64 (9,); its axes
/// - `size`: float64 (3,); as in `geom_size`, m
/// - `pnt`: float64 (3,); origin of the ray, m
/// - `vec`: float64 (3,); direction of the ray
/// - `geomtype`: int; `mjtGeom`
/// - `normal`: float64 (3,) or None, written; normal of the surface that was hit
/// - returns float
#[pyfunction]
#[pyo3(signature = (pos, mat, size, pnt, vec, geomtype, normal=None))]
pub(crate) fn mju_rayGeom(
    pos: Fixed<3>,
    mat: Fixed<9>,
    size: Fixed<3>,
    pnt: Fixed<3>,
    vec: Fixed<3>,
    geomtype: i32,
    normal: Option<Out<'_>>,
) -> PyResult<f64> {
    guard(|| {
        let kind = GeomType(geomtype);
        let simple = kind != GeomType::Hfield && (0..=GeomType::Box.0).contains(&geomtype);
        if !simple {
            let message = format!("geoms of type {geomtype} are not primitive shapes");
            return Err(PyValueError::new_err(message));
        }
        let mat = Mat3::from(mat);
        let ray = make_ray(pnt, vec)?;
        let hit = ray::shape(kind, size.into(), pos.into(), &mat, &ray);
        answer(hit, normal.as_ref())
    })
}

/// Distance to a flex as it is drawn, in units of `vec`, or -1; the vertex nearest to the hit point is written to `vertid`.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `flex_layer`: int; layer of a solid flex
/// - `flg_vert`: int; 1 to include vertices
/// - `flg_edge`: int; 1 to include edges
/// - `flg_face`: int; 1 to include faces
/// - `flg_skin`: int; 1 to include the smooth surface
/// - `flexid`: int; id of a flex
/// - `pnt`: float64 (3,); origin of the ray, in world coordinates, m
/// - `vec`: float64 (3,); direction of the ray; distances are multiples of its length
/// - `vertid`: int32 (1,) or None, written
/// - `normal`: float64 (3,) or None, written; normal of the surface that was hit
/// - returns float
#[pyfunction]
#[pyo3(signature = (m, d, flex_layer, flg_vert, flg_edge, flg_face, flg_skin, flexid, pnt, vec, vertid=None, normal=None))]
#[expect(clippy::too_many_arguments, reason = "the arguments that MuJoCo has")]
pub(crate) fn mj_rayFlex(
    m: &Argument<'_>,
    d: &Argument<'_>,
    flex_layer: i32,
    flg_vert: i64,
    flg_edge: i64,
    flg_face: i64,
    flg_skin: i64,
    flexid: i64,
    pnt: Fixed<3>,
    vec: Fixed<3>,
    vertid: Option<Ints<'_>>,
    normal: Option<Out<'_>>,
) -> PyResult<f64> {
    let (m, d) = given::pair("mj_rayFlex", m, d)?;
    let ray = make_ray(pnt, vec)?;
    let parts = FlexParts {
        layer: flex_layer,
        vertices: flg_vert != 0,
        edges: flg_edge != 0,
        faces: flg_face != 0,
        skin: flg_skin != 0,
    };
    let met = d.with_model(m, |model, data| {
        let f = FlexId::new(check_id("flexid", flexid, model.flex.len())?);
        Ok(ray::flex(model, &data.kin, f, &ray, &parts))
    })?;
    if let (Some(vertid), Some((_, vertex))) = (vertid, met) {
        vertid.write([vertex as i32].into_iter())?;
    }
    answer(met.map(|(hit, _)| hit), normal.as_ref())
}

/// Distance to the triangles `face` with vertices `vert`, in units of `vec`, or -1; the nearest vertex is written to
/// `vertid`.
///
/// - `nface`: int
/// - `nvert`: int
/// - `face`: int32 (3 nface,); vertices of the triangles
/// - `vert`: float32 (3 nvert,); points, m
/// - `pnt`: float64 (3,); origin of the ray, m
/// - `vec`: float64 (3,); direction of the ray
/// - `vertid`: int32 (1,) or None, written; the nearest vertex
/// - returns float
#[pyfunction]
#[pyo3(signature = (nface, nvert, face, vert, pnt, vec, vertid))]
pub(crate) fn mju_raySkin(
    nface: usize,
    nvert: usize,
    face: Matrix,
    vert: Matrix,
    pnt: Fixed<3>,
    vec: Fixed<3>,
    vertid: Option<Ints<'_>>,
) -> PyResult<f64> {
    guard(|| {
        let ray = make_ray(pnt, vec)?;
        let (face, _) = face.check("face", 3 * nface)?.as_chunks::<3>();
        let (vert, _) = vert.check("vert", 3 * nvert)?.as_chunks::<3>();
        let faces: Vec<[i32; 3]> = face.iter().map(|f| f.map(|k| k as i32)).collect();
        let verts: Vec<[f32; 3]> = vert.iter().map(|v| v.map(|x| x as f32)).collect();
        let known = |k: &i32| usize::try_from(*k).is_ok_and(|k| k < nvert);
        if !faces.iter().flatten().all(known) {
            return Err(PyTypeError::new_err("face should contain vertex indices"));
        }
        let met = skin(&verts, &faces, &ray);
        if let (Some(vertid), Some(met)) = (vertid, met) {
            vertid.write([met.vertex as i32].into_iter())?;
        }
        Ok(met.map_or(-1.0, |met| met.dist))
    })
}

/// Signed distance between two geoms, up to `distmax`; the segment from the first to the second is written to `fromto`.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `geom1`: int; id of a geom
/// - `geom2`: int; id of a geom
/// - `distmax`: float; largest distance of interest, m
/// - `fromto`: float64 (6,) or None, written; two points in world coordinates
/// - returns float; m, negative if they overlap
#[pyfunction]
#[pyo3(signature = (m, d, geom1, geom2, distmax, fromto))]
pub(crate) fn mj_geomDistance(
    m: &Argument<'_>,
    d: &Argument<'_>,
    geom1: i64,
    geom2: i64,
    distmax: f64,
    fromto: Option<Out<'_>>,
) -> PyResult<f64> {
    let (m, d) = given::pair("mj_geomDistance", m, d)?;
    let found = d.with_model(m, |model, data| {
        let geom = |name, id| check_id(name, id, model.geom.len()).map(GeomId::new);
        let geoms = [geom("geom1", geom1)?, geom("geom2", geom2)?];
        Ok(geom_distance(model, data, geoms, distmax))
    })?;
    if let Some(fromto) = fromto {
        let ([a, b, c], [x, y, z]) = (found.from.to_array(), found.to.to_array());
        fromto.write(&[a, b, c, x, y, z])?;
    }
    Ok(found.dist)
}
