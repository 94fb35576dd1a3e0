//! MuJoCo's functions: checks of what Python hands over, and a call.
#![allow(non_snake_case, reason = "MuJoCo's names")]

use numpy::{PyReadonlyArrayDyn, PyReadwriteArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use synovia_engine::position::jacobian::DenseJac;
use synovia_engine::position::{inertia, jacobian};
use synovia_engine::{Data, integrate, set_const, support};
use synovia_model::{BodyId, GeomId, KeyId, Model, SiteId};

use crate::data::PyData;
use crate::errors::{guard, value_error};
use crate::model::PyModel;

/// Back to the reference pose, at rest.
#[pyfunction]
pub fn mj_resetData(m: &PyModel, d: &PyData) -> PyResult<()> {
    d.with_model(m, |model, data| {
        data.reset(model);
        Ok(())
    })
}

/// Back to the reference pose, then to keyframe `key` if there is one with that number.
#[pyfunction]
pub fn mj_resetDataKeyframe(m: &PyModel, d: &PyData, key: i64) -> PyResult<()> {
    d.with_model(m, |model, data| {
        let key = KeyId(i32::try_from(key).unwrap_or(-1));
        support::keyframe::reset_to_key(model, data, key);
        Ok(())
    })
}

/// Sets every constant that was derived from other fields of the model; call it after changing those.
#[pyfunction]
pub fn mj_setConst(m: &PyModel, d: &PyData) -> PyResult<()> {
    let _ = d;
    guard(|| {
        // on a copy, whose columns then overwrite those that Python looks at
        let mut model = m.sound()?.clone();
        set_const::set_const(&mut model).map_err(value_error)?;
        m.assign(&model)
    })
}

/// An array of numbers to write, of a given length; its shape does not matter.
pub fn writable<'a>(
    array: &'a mut Option<PyReadwriteArrayDyn<'_, f64>>,
    name: &str,
    len: usize,
) -> PyResult<Option<&'a mut [f64]>> {
    let Some(array) = array else {
        return Ok(None);
    };
    check_len(name, array.len(), len)?;
    contiguous_mut(name, array).map(Some)
}

/// The numbers of an array to write, row by row.
pub fn contiguous_mut<'a>(
    name: &str,
    array: &'a mut PyReadwriteArrayDyn<'_, f64>,
) -> PyResult<&'a mut [f64]> {
    check_rows(name, array.is_c_contiguous())?;
    Ok(array.as_slice_mut()?)
}

/// The numbers of an array to read, row by row.
pub fn contiguous<'a>(name: &str, array: &'a PyReadonlyArrayDyn<'_, f64>) -> PyResult<&'a [f64]> {
    check_rows(name, array.is_c_contiguous())?;
    Ok(array.as_slice()?)
}

/// Refuses an array whose memory is not one row after the other.
fn check_rows(name: &str, contiguous: bool) -> PyResult<()> {
    if contiguous {
        return Ok(());
    }
    let message = format!("{name} should be a C-contiguous array");
    Err(PyTypeError::new_err(message))
}

/// Refuses an array of the wrong length.
pub fn check_len(name: &str, found: usize, expected: usize) -> PyResult<()> {
    if found == expected {
        return Ok(());
    }
    let message = format!("{name} should have {expected} elements, it has {found}");
    Err(PyTypeError::new_err(message))
}

/// Refuses the number of an object that is not there.
pub fn check_id(name: &str, id: i64, count: usize) -> PyResult<usize> {
    match usize::try_from(id) {
        Ok(k) if k < count => Ok(k),
        _ => Err(PyValueError::new_err(format!(
            "{name} {id} is not between 0 and {count}"
        ))),
    }
}

/// Declares functions that compute the Jacobians of something that has a number.
macro_rules! jacobians {
    ($( $(#[doc = $doc:literal])+ $name:ident($id:ident: $table:ident) => $call:path; )*) => {$(
        $(#[doc = $doc])+
        #[pyfunction]
        #[pyo3(signature = (m, d, jacp, jacr, $id))]
        pub fn $name(
            m: &PyModel,
            d: &PyData,
            mut jacp: Option<PyReadwriteArrayDyn<'_, f64>>,
            mut jacr: Option<PyReadwriteArrayDyn<'_, f64>>,
            $id: i64,
        ) -> PyResult<()> {
            d.with_model(m, |model, data| {
                let n = 3 * model.dof.len();
                let id = check_id(stringify!($id), $id, model.$table.len())?;
                let out = DenseJac {
                    translation: writable(&mut jacp, "jacp", n)?,
                    rotation: writable(&mut jacr, "jacr", n)?,
                };
                $call(model, data, id.into(), out);
                Ok(())
            })
        }
    )*};
}

jacobians! {
    /// Jacobians of the origin of a body.
    mj_jacBody(body: body) => jacobian::jac_body;
    /// Jacobians of the center of mass of a body.
    mj_jacBodyCom(body: body) => jacobian::jac_body_com;
    /// Jacobians of a geom.
    mj_jacGeom(geom: geom) => jac_geom;
    /// Jacobians of a site.
    mj_jacSite(site: site) => jac_site;
}

fn jac_geom(model: &Model, data: &Data, g: GeomId, out: DenseJac<'_>) {
    jacobian::jac_geom(model, data, g, out);
}

fn jac_site(model: &Model, data: &Data, s: SiteId, out: DenseJac<'_>) {
    jacobian::jac_site(model, data, s, out);
}

/// Jacobians of a point that is fixed to a body.
#[pyfunction]
#[pyo3(signature = (m, d, jacp, jacr, point, body))]
pub fn mj_jac(
    m: &PyModel,
    d: &PyData,
    mut jacp: Option<PyReadwriteArrayDyn<'_, f64>>,
    mut jacr: Option<PyReadwriteArrayDyn<'_, f64>>,
    point: [f64; 3],
    body: i64,
) -> PyResult<()> {
    d.with_model(m, |model, data| {
        let n = 3 * model.dof.len();
        let body = BodyId::new(check_id("body", body, model.body.len())?);
        let out = DenseJac {
            translation: writable(&mut jacp, "jacp", n)?,
            rotation: writable(&mut jacr, "jacr", n)?,
        };
        jacobian::jac(
            model,
            &data.com,
            jacobian::BodyPoint::new(body, point.into()),
            out,
        );
        Ok(())
    })
}

/// Jacobian of the center of mass of a subtree.
#[pyfunction]
#[pyo3(signature = (m, d, jacp, body))]
pub fn mj_jacSubtreeCom(
    m: &PyModel,
    d: &PyData,
    jacp: Option<PyReadwriteArrayDyn<'_, f64>>,
    body: i64,
) -> PyResult<()> {
    d.with_model(m, |model, data| {
        let body = BodyId::new(check_id("body", body, model.body.len())?);
        let mut jacp = jacp;
        if let Some(out) = writable(&mut jacp, "jacp", 3 * model.dof.len())? {
            jacobian::jac_subtree_com(model, data, body, out);
        }
        Ok(())
    })
}

/// Writes the full inertia matrix from its legacy form `M`, that is `d.qM`.
#[pyfunction]
pub fn mj_fullM(
    m: &PyModel,
    dst: PyReadwriteArrayDyn<'_, f64>,
    M: PyReadonlyArrayDyn<'_, f64>,
) -> PyResult<()> {
    guard(|| {
        let model = m.sound()?;
        let nv = model.dof.len();
        check_len("M", M.len(), model.size.nM as usize)?;
        let mut dst = Some(dst);
        let (packed, Some(out)) = (contiguous("M", &M)?, writable(&mut dst, "dst", nv * nv)?)
        else {
            return Ok(());
        };
        support::inertia::full_m(model, out, packed);
        Ok(())
    })
}

/// `res = M vec`.
#[pyfunction]
pub fn mj_mulM(
    m: &PyModel,
    d: &PyData,
    res: PyReadwriteArrayDyn<'_, f64>,
    vec: PyReadonlyArrayDyn<'_, f64>,
) -> PyResult<()> {
    d.with_model(m, |model, data| {
        let nv = model.dof.len();
        check_len("vec", vec.len(), nv)?;
        let mut res = Some(res);
        if let Some(out) = writable(&mut res, "res", nv)? {
            inertia::mul_m(model, &data.inertia, out, contiguous("vec", &vec)?);
        }
        Ok(())
    })
}

/// Solves `M x = y` for each row of `y`, by the factor of `M`.
#[pyfunction]
pub fn mj_solveM(
    m: &PyModel,
    d: &PyData,
    x: PyReadwriteArrayDyn<'_, f64>,
    y: PyReadonlyArrayDyn<'_, f64>,
) -> PyResult<()> {
    d.with_model(m, |model, data| {
        let nv = model.dof.len();
        if nv == 0 || y.len() % nv != 0 {
            check_len("each row of y", y.len(), nv)?;
        }
        let mut x = Some(x);
        if let Some(out) = writable(&mut x, "x", y.len())? {
            out.copy_from_slice(contiguous("y", &y)?);
            inertia::solve_m(model, &data.inertia, out);
        }
        Ok(())
    })
}

/// Moves `qpos` along `qvel` for the time `dt`.
#[pyfunction]
pub fn mj_integratePos(
    m: &PyModel,
    qpos: PyReadwriteArrayDyn<'_, f64>,
    qvel: PyReadonlyArrayDyn<'_, f64>,
    dt: f64,
) -> PyResult<()> {
    guard(|| {
        let model = m.sound()?;
        check_len("qvel", qvel.len(), model.size.nv as usize)?;
        let mut qpos = Some(qpos);
        if let Some(out) = writable(&mut qpos, "qpos", model.size.nq as usize)? {
            integrate::integrate_pos(model, out, contiguous("qvel", &qvel)?, dt);
        }
        Ok(())
    })
}
