//! Questions about a simulation: products, velocities of things, forces at points and contacts.
#![allow(non_snake_case, reason = "MuJoCo's names")]

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use synovia_engine::is_sparse;
use synovia_engine::position::inertia;
use synovia_engine::position::jacobian::{self, BodyPoint, DenseJac};
use synovia_engine::velocity::object::{Frame, object_velocity};
use synovia_math::{Mat3, Quat, Vec3, ldl};
use synovia_model::enums::{Cone, JointType, Solver};
use synovia_model::{BodyId, CameraId, GeomId, Model, ObjType, SiteId};

use crate::args::{Fixed, Numbers, Out, wrong};
use crate::data::PyData;
use crate::errors::guard;
use crate::functions::check_id;
use crate::model::PyModel;

/// True if friction cones are pyramids.
#[pyfunction]
pub fn mj_isPyramidal(m: &PyModel) -> i32 {
    i32::from(m.get().opt.cone == Cone::Pyramidal)
}

/// True if Jacobians are stored as sparse rows.
#[pyfunction]
pub fn mj_isSparse(m: &PyModel) -> i32 {
    i32::from(is_sparse(m.get()))
}

/// True if the solver works in constraint space: PGS, or a noslip pass.
#[pyfunction]
pub fn mj_isDual(m: &PyModel) -> i32 {
    let opt = &m.get().opt;
    i32::from(opt.solver == Solver::Pgs || opt.noslip_iterations > 0)
}

/// `res = sqrt(M) vec`, by the factor of `M`: `res' res = vec' M vec`.
#[pyfunction]
pub fn mj_mulM2(m: &PyModel, d: &PyData, res: Out<'_>, vec: Numbers) -> PyResult<()> {
    d.with_model(m, |model, data| {
        let nv = model.dof.len();
        let mut out = vec![0.0; nv];
        let x = vec.check("vec", nv)?;
        ldl::half_mul(
            &mut out,
            data.inertia.qld.rows(),
            x,
            inertia::pattern(model),
        );
        res.write(&out)
    })
}

/// Half a solution: `x' x = y' inv(M) y` for each row of `y`; `sqrtInvD` is `sqrt(d.qLDiagInv)`.
#[pyfunction]
pub fn mj_solveM2(
    m: &PyModel,
    d: &PyData,
    x: Out<'_>,
    y: Numbers,
    sqrtInvD: Numbers,
) -> PyResult<()> {
    d.with_model(m, |model, data| {
        let nv = model.dof.len();
        if nv == 0 || y.values.len() % nv != 0 {
            return Err(wrong("each row of y", nv, y.values.len()));
        }
        let mut out = y.values;
        let roots = sqrtInvD.check("sqrtInvD", nv)?;
        ldl::half_solve_many(
            &mut out,
            data.inertia.qld.rows(),
            roots,
            inertia::pattern(model),
        );
        x.write(&out)
    })
}

/// `res = J vec`, for the Jacobian of all constraint rows.
#[pyfunction]
pub fn mj_mulJacVec(m: &PyModel, d: &PyData, res: Out<'_>, vec: Numbers) -> PyResult<()> {
    d.with_model(m, |model, data| {
        let nv = model.dof.len();
        let mut out = vec![0.0; data.counts.nefc];
        let jacobian = data.efc.jacobian(is_sparse(model), nv);
        jacobian.mul_vec(&mut out, vec.check("vec", nv)?);
        res.write(&out)
    })
}

/// `res = J' vec`, for the Jacobian of all constraint rows.
#[pyfunction]
pub fn mj_mulJacTVec(m: &PyModel, d: &PyData, res: Out<'_>, vec: Numbers) -> PyResult<()> {
    d.with_model(m, |model, data| {
        let nv = model.dof.len();
        let mut out = vec![0.0; nv];
        let jacobian = data.efc.jacobian(is_sparse(model), nv);
        jacobian.mul_t_vec(&mut out, vec.check("vec", data.counts.nefc)?);
        res.write(&out)
    })
}

/// A point that is fixed to body number `body`.
fn point_of(model: &Model, body: i64, point: Fixed<3>) -> PyResult<BodyPoint> {
    let body = BodyId::new(check_id("body", body, model.body.len())?);
    Ok(BodyPoint::new(body, point.into()))
}

/// Jacobians of a point that is fixed to a body, and of an axis fixed to the same body.
#[pyfunction]
#[pyo3(signature = (m, d, jacPoint, jacAxis, point, axis, body))]
pub fn mj_jacPointAxis(
    m: &PyModel,
    d: &PyData,
    jacPoint: Option<Out<'_>>,
    jacAxis: Option<Out<'_>>,
    point: Fixed<3>,
    axis: Fixed<3>,
    body: i64,
) -> PyResult<()> {
    d.with_model(m, |model, data| {
        let n = 3 * model.dof.len();
        let at = point_of(model, body, point)?;
        let (mut moved, mut turned) = (vec![0.0; n], vec![0.0; n]);
        let axis = axis.into();
        jacobian::jac_point_axis(model, &data.com, at, axis, &mut moved, &mut turned);
        write_both(jacPoint, jacAxis, &moved, &turned)
    })
}

/// Time derivatives of the Jacobians of a point that is fixed to a body.
#[pyfunction]
#[pyo3(signature = (m, d, jacp, jacr, point, body))]
pub fn mj_jacDot(
    m: &PyModel,
    d: &PyData,
    jacp: Option<Out<'_>>,
    jacr: Option<Out<'_>>,
    point: Fixed<3>,
    body: i64,
) -> PyResult<()> {
    d.with_model(m, |model, data| {
        let n = 3 * model.dof.len();
        let at = point_of(model, body, point)?;
        let (mut moved, mut turned) = (vec![0.0; n], vec![0.0; n]);
        let out = DenseJac {
            translation: Some(&mut moved),
            rotation: Some(&mut turned),
        };
        jacobian::jac_dot(model, data, at, out);
        write_both(jacp, jacr, &moved, &turned)
    })
}

fn write_both(a: Option<Out<'_>>, b: Option<Out<'_>>, x: &[f64], y: &[f64]) -> PyResult<()> {
    a.map_or(Ok(()), |a| a.write(x))?;
    b.map_or(Ok(()), |b| b.write(y))
}

/// Adds the joint-space force of a force and a torque at a point of a body to `qfrc_target`.
#[pyfunction]
pub fn mj_applyFT(
    m: &PyModel,
    d: &PyData,
    force: Fixed<3>,
    torque: Fixed<3>,
    point: Fixed<3>,
    body: i64,
    qfrc_target: Out<'_>,
) -> PyResult<()> {
    d.with_model(m, |model, data| {
        let at = point_of(model, body, point)?;
        if qfrc_target.len() != model.dof.len() {
            return Err(wrong("qfrc_target", model.dof.len(), qfrc_target.len()));
        }
        let mut qfrc = qfrc_target.read()?;
        jacobian::apply_wrench(model, &data.com, at, force.into(), torque.into(), &mut qfrc);
        qfrc_target.write(&qfrc)
    })
}

/// The body of an object, where it is and its axes.
pub fn object_frame(
    model: &Model,
    kin: &synovia_engine::data::Kin,
    kind: i32,
    id: i64,
) -> PyResult<(BodyId, Vec3, Mat3)> {
    let number = |count: usize| check_id("objid", id, count);
    Ok(match ObjType(kind) {
        ObjType::Body => {
            let b = BodyId::new(number(model.body.len())?);
            (b, kin.xipos[b], kin.ximat[b])
        }
        ObjType::XBody => {
            let b = BodyId::new(number(model.body.len())?);
            (b, kin.xpos[b], kin.xmat[b])
        }
        ObjType::Geom => {
            let g = GeomId::new(number(model.geom.len())?);
            (model.geom.bodyid[g], kin.geom_xpos[g], kin.geom_xmat[g])
        }
        ObjType::Site => {
            let s = SiteId::new(number(model.site.len())?);
            (model.site.bodyid[s], kin.site_xpos[s], kin.site_xmat[s])
        }
        ObjType::Camera => {
            let c = CameraId::new(number(model.camera.len())?);
            (model.camera.bodyid[c], kin.cam_xpos[c], kin.cam_xmat[c])
        }
        _ => {
            let message = format!("objects of type {kind} have no frame");
            return Err(PyValueError::new_err(message));
        }
    })
}

/// Velocity of an object at its origin: rotation, then translation, in world axes or its own.
#[pyfunction]
pub fn mj_objectVelocity(
    m: &PyModel,
    d: &PyData,
    objtype: i32,
    objid: i64,
    res: Out<'_>,
    flg_local: i64,
) -> PyResult<()> {
    d.with_model(m, |model, data| {
        let (body, pos, axes) = object_frame(model, &data.kin, objtype, objid)?;
        let axes = (flg_local != 0).then_some(&axes);
        let velocity = object_velocity(model, &data.com, &data.vel, Frame { body, pos, axes });
        res.write(&velocity.0)
    })
}

/// Velocity that takes `qpos1` to `qpos2` in the time `dt`.
#[pyfunction]
pub fn mj_differentiatePos(
    m: &PyModel,
    qvel: Out<'_>,
    dt: f64,
    qpos1: Numbers,
    qpos2: Numbers,
) -> PyResult<()> {
    guard(|| {
        let model = m.get();
        let nq = model.size.nq as usize;
        let (from, to) = (qpos1.check("qpos1", nq)?, qpos2.check("qpos2", nq)?);
        let mut out = vec![0.0; model.dof.len()];
        let quat = |q: &[f64], k: usize| Quat::new(q[k], q[k + 1], q[k + 2], q[k + 3]);
        for j in model.joint.ids() {
            let mut q = model.joint.qposadr[j] as usize;
            let mut i = model.joint.dofadr[j] as usize;
            let kind = model.joint.type_[j];
            if kind == JointType::Free {
                for k in 0..3 {
                    out[i + k] = (to[q + k] - from[q + k]) / dt;
                }
                (q, i) = (q + 3, i + 3);
            }
            if matches!(kind, JointType::Free | JointType::Ball) {
                let turn = quat(from, q).conj() * quat(to, q);
                out[i..i + 3].copy_from_slice(&turn.to_vel(dt).to_array());
            } else {
                out[i] = (to[q] - from[q]) / dt;
            }
        }
        qvel.write(&out)
    })
}

/// Makes the quaternions in `qpos` one unit long.
#[pyfunction]
pub fn mj_normalizeQuat(m: &PyModel, qpos: Out<'_>) -> PyResult<()> {
    guard(|| {
        let model = m.get();
        let mut values = qpos.read()?;
        if values.len() != model.size.nq as usize {
            return Err(wrong("qpos", model.size.nq as usize, values.len()));
        }
        for j in model.joint.ids() {
            let k = model.joint.qposadr[j] as usize;
            let k = match model.joint.type_[j] {
                JointType::Free => k + 3,
                JointType::Ball => k,
                _ => continue,
            };
            let mut q = Quat::new(values[k], values[k + 1], values[k + 2], values[k + 3]);
            q.normalize();
            values[k..k + 4].copy_from_slice(&q.to_array());
        }
        qpos.write(&values)
    })
}
