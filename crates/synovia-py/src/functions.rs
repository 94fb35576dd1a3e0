//! MuJoCo's functions: argument checks, and a call.
#![allow(non_snake_case, reason = "MuJoCo's names")]

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use synovia_engine::jacobian::DenseJac;
use synovia_engine::{Data, inertia, jacobian, set_const, state};
use synovia_model::{BodyId, GeomId, KeyId, Model, SiteId};

use crate::args::{Fixed, Matrix, Numbers, Out, Wanted, wrong};
use crate::errors::{refused, value_error};
use crate::given::{self, Argument};
use crate::model::{PyModel, assign};

/// Resets to the reference configuration, at rest.
///
/// - `m`: MjModel
/// - `d`: MjData
#[pyfunction]
pub(crate) fn mj_resetData(m: &Argument<'_>, d: &Argument<'_>) -> PyResult<()> {
    let (m, d) = given::pair("mj_resetData", m, d)?;
    d.forget_use();
    d.with_model(m, |model, data| data.reset(model).map_err(refused))
}

/// Resets to the reference configuration, then to keyframe `key` if it exists.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `key`: int; id of a keyframe
#[pyfunction]
pub(crate) fn mj_resetDataKeyframe(m: &Argument<'_>, d: &Argument<'_>, key: i64) -> PyResult<()> {
    let (m, d) = given::pair("mj_resetDataKeyframe", m, d)?;
    d.forget_use();
    d.with_model(m, |model, data| {
        let key = KeyId(i32::try_from(key).unwrap_or(-1));
        state::reset_to_key(model, data, key).map_err(refused)
    })
}

/// Recomputes every constant that is derived from other fields of the model; call it after changing those. It uses the
/// simulation, and leaves it in the rest configuration of the springs.
///
/// - `m`: MjModel
/// - `d`: MjData
#[pyfunction]
pub(crate) fn mj_setConst(py: Python<'_>, m: &Argument<'_>, d: &Argument<'_>) -> PyResult<()> {
    let (m, d) = given::pair("mj_setConst", m, d)?;
    d.change(py, m, |model, data| {
        // arrays viewed by numpy must not move, as those of flexes may: in that case, work on a copy and assign it back
        if model.size.nflex == 0 {
            return set_const::set_const_with(model, data).map_err(value_error);
        }
        let mut changed = model.clone();
        set_const::set_const_with(&mut changed, data).map_err(value_error)?;
        assign(model, &changed)
    })
}

/// Refuses an id that is out of range.
pub(crate) fn check_id(name: &str, id: i64, count: usize) -> PyResult<usize> {
    match usize::try_from(id) {
        Ok(k) if k < count => Ok(k),
        // DIFFERENCE(ids-out-of-range): nothing is read out of bounds
        _ => Err(PyValueError::new_err(format!(
            "{name} {id} is not between 0 and {count}"
        ))),
    }
}

/// Fills the Jacobians that are not None.
fn fill(
    m: &PyModel,
    jacp: Option<Out<'_>>,
    jacr: Option<Out<'_>>,
    compute: impl FnOnce(DenseJac<'_>) -> PyResult<()>,
) -> PyResult<()> {
    let sides = (3, m.size.nv as usize);
    let mut jacp = Wanted::matrix("jacp", jacp, sides)?;
    let mut jacr = Wanted::matrix("jacr", jacr, sides)?;
    compute(DenseJac {
        translation: jacp.room(),
        rotation: jacr.room(),
    })?;
    jacp.write()?;
    jacr.write()
}

/// Declares functions that compute the Jacobians of objects with an id.
macro_rules! jacobians {
    ($( $(#[doc = $doc:literal])+ $name:ident($id:ident: $table:ident) => $call:path; )*) => {$(
        $(#[doc = $doc])+
        #[pyfunction]
        #[pyo3(signature = (m, d, jacp, jacr, $id))]
        pub(crate) fn $name(
            m: &Argument<'_>,
            d: &Argument<'_>,
            jacp: Option<Out<'_>>,
            jacr: Option<Out<'_>>,
            $id: i64,
        ) -> PyResult<()> {
            let (m, d) = given::pair(stringify!($name), m, d)?;
            fill(m, jacp, jacr, |out| {
                d.with_model(m, |model, data| {
                    let id = check_id(stringify!($id), $id, model.$table.len())?;
                    $call(model, data, id.into(), out);
                    Ok(())
                })
            })
        }
    )*};
}

jacobians! {
    /// Jacobians of the origin of a body.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - `jacp`: float64 (3, nv) or None, written; Jacobian of the position, in world axes
    /// - `jacr`: float64 (3, nv) or None, written; Jacobian of the orientation, in world axes
    /// - `body`: int; id of a body
    mj_jacBody(body: body) => jacobian::jac_body;
    /// Jacobians of the center of mass of a body.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - `jacp`: float64 (3, nv) or None, written; Jacobian of the position, in world axes
    /// - `jacr`: float64 (3, nv) or None, written; Jacobian of the orientation, in world axes
    /// - `body`: int; id of a body
    mj_jacBodyCom(body: body) => jacobian::jac_body_com;
    /// Jacobians of a geom.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - `jacp`: float64 (3, nv) or None, written; Jacobian of the position, in world axes
    /// - `jacr`: float64 (3, nv) or None, written; Jacobian of the orientation, in world axes
    /// - `geom`: int; id of a geom
    mj_jacGeom(geom: geom) => jac_geom;
    /// Jacobians of a site.
    ///
    /// - `m`: MjModel
    /// - `d`: MjData
    /// - `jacp`: float64 (3, nv) or None, written; Jacobian of the position, in world axes
    /// - `jacr`: float64 (3, nv) or None, written; Jacobian of the orientation, in world axes
    /// - `site`: int; id of a site
    mj_jacSite(site: site) => jac_site;
}

fn jac_geom(model: &Model, data: &Data, g: GeomId, out: DenseJac<'_>) {
    jacobian::jac_geom(model, data, g, out);
}

fn jac_site(model: &Model, data: &Data, s: SiteId, out: DenseJac<'_>) {
    jacobian::jac_site(model, data, s, out);
}

/// Jacobians of a point that is fixed to a body.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `jacp`: float64 (3, nv) or None, written; Jacobian of the position, in world axes
/// - `jacr`: float64 (3, nv) or None, written; Jacobian of the orientation, in world axes
/// - `point`: float64 (3,); in world coordinates, m
/// - `body`: int; id of a body
#[pyfunction]
#[pyo3(signature = (m, d, jacp, jacr, point, body))]
pub(crate) fn mj_jac(
    m: &Argument<'_>,
    d: &Argument<'_>,
    jacp: Option<Out<'_>>,
    jacr: Option<Out<'_>>,
    point: Fixed<3>,
    body: i64,
) -> PyResult<()> {
    let (m, d) = given::pair("mj_jac", m, d)?;
    fill(m, jacp, jacr, |out| {
        d.with_model(m, |model, data| {
            let body = BodyId::new(check_id("body", body, model.body.len())?);
            let at = jacobian::BodyPoint::new(body, point.into());
            jacobian::jac(model, &data.com, at, out);
            Ok(())
        })
    })
}

/// Jacobian of the center of mass of a subtree.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `jacp`: float64 (3, nv) or None, written; Jacobian of the position, in world axes
/// - `body`: int; root of the subtree
#[pyfunction]
#[pyo3(signature = (m, d, jacp, body))]
pub(crate) fn mj_jacSubtreeCom(
    m: &Argument<'_>,
    d: &Argument<'_>,
    jacp: Option<Out<'_>>,
    body: i64,
) -> PyResult<()> {
    let (m, d) = given::pair("mj_jacSubtreeCom", m, d)?;
    fill(m, jacp, None, |out| {
        d.with_model(m, |model, data| {
            let body = BodyId::new(check_id("body", body, model.body.len())?);
            if let Some(out) = out.translation {
                jacobian::jac_subtree_com(model, data, body, out);
            }
            Ok(())
        })
    })
}

/// Converts the inertia matrix from its legacy format `M`, that is `d.qM`, to a full matrix.
///
/// - `m`: MjModel
/// - `dst`: float64 (nv, nv), written
/// - `M`: float64 (nM,); `d.qM`
#[pyfunction]
pub(crate) fn mj_fullM(m: &Argument<'_>, dst: Out<'_>, M: Numbers) -> PyResult<()> {
    let m = given::model("mj_fullM", m)?;
    let nv = m.size.nv as usize;
    let packed = M.check("M", m.size.nM as usize)?;
    let mut dst = Wanted::matrix("dst", Some(dst), (nv, nv))?;
    let room = dst.room().unwrap_or_default();
    m.read_sound(|model| {
        inertia::full_m(model, room, packed);
        Ok(())
    })?;
    dst.write()
}

/// `res = M vec`.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `res`: float64 (nv,), written
/// - `vec`: float64 (nv,)
#[pyfunction]
pub(crate) fn mj_mulM(
    m: &Argument<'_>,
    d: &Argument<'_>,
    res: Out<'_>,
    vec: Numbers,
) -> PyResult<()> {
    let (m, d) = given::pair("mj_mulM", m, d)?;
    let nv = m.size.nv as usize;
    let vec = vec.check("vec", nv)?;
    let mut res = Wanted::new("res", Some(res), nv)?;
    let room = res.room().unwrap_or_default();
    d.with_model(m, |model, data| {
        inertia::mul_m(model, &data.inertia, room, vec);
        Ok(())
    })?;
    res.write()
}

/// Solves `M x = y` for each row of `y`, using the factor of `M`.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `x`: float64 (n, nv), written
/// - `y`: float64 (n, nv)
#[pyfunction]
pub(crate) fn mj_solveM(m: &Argument<'_>, d: &Argument<'_>, x: Out<'_>, y: Matrix) -> PyResult<()> {
    let (m, d) = given::pair("mj_solveM", m, d)?;
    let (rows, columns) = y.sides("y")?;
    if columns != m.size.nv as usize {
        return Err(wrong("each row of y", m.size.nv as usize, columns));
    }
    let mut x = Wanted::matrix("x", Some(x), (rows, columns))?;
    let room = x.room().unwrap_or_default();
    room.copy_from_slice(&y.values);
    d.with_model(m, |model, data| {
        inertia::solve_m(model, &data.inertia, room);
        Ok(())
    })?;
    x.write()
}

/// Integrates `qpos` with velocity `qvel` over the time `dt`.
///
/// - `m`: MjModel
/// - `qpos`: float64 (nq,), written; positions
/// - `qvel`: float64 (nv,)
/// - `dt`: float; time, s
#[pyfunction]
pub(crate) fn mj_integratePos(
    m: &Argument<'_>,
    qpos: Out<'_>,
    qvel: Numbers,
    dt: f64,
) -> PyResult<()> {
    let m = given::model("mj_integratePos", m)?;
    let qvel = qvel.check("qvel", m.size.nv as usize)?;
    let mut qpos = Wanted::new("qpos", Some(qpos), m.size.nq as usize)?;
    let room = qpos.room().unwrap_or_default();
    m.read_sound(|model| {
        state::integrate_pos(model, room, qvel, dt);
        Ok(())
    })?;
    qpos.write()
}
