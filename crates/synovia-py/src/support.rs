//! Queries on a simulation: products, velocities of objects, forces at points and contacts.
#![allow(non_snake_case, reason = "MuJoCo's names")]

use numpy::{PyArray1, ToPyArray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use synovia_engine::contact::{contact_force, qfrc_frictionloss as friction_force};
use synovia_engine::data::State;
use synovia_engine::gate::Derived;
use synovia_engine::is_dual;
use synovia_engine::jacobian::{self, BodyPoint, DenseJac};
use synovia_engine::object::object_acceleration;
use synovia_engine::object::{Frame, Object, object_velocity};
use synovia_engine::stage;
use synovia_engine::state::{Ring, differentiate_pos, normalize_quats};
use synovia_engine::{Data, inertia, is_sparse};
use synovia_math::ldl;
use synovia_model::enums::Cone;
use synovia_model::{ActuatorId, BodyId, Model, ObjType, SensorId};

use crate::args::{Fixed, Matrix, Numbers, Out, wrong};
use crate::errors::{FatalError, refused};
use crate::functions::check_id;
use crate::given::{self, Argument};
use crate::model::PyModel;

/// True if friction cones are pyramidal.
///
/// - `m`: MjModel
/// - returns int
#[pyfunction]
pub(crate) fn mj_isPyramidal(m: &Argument<'_>) -> PyResult<i32> {
    let m = given::model("mj_isPyramidal", m)?;
    m.read(|model| Ok(i32::from(model.opt.cone == Cone::Pyramidal)))
}

/// True if Jacobians are sparse.
///
/// - `m`: MjModel
/// - returns int
#[pyfunction]
pub(crate) fn mj_isSparse(m: &Argument<'_>) -> PyResult<i32> {
    let m = given::model("mj_isSparse", m)?;
    m.read(|model| Ok(i32::from(is_sparse(model))))
}

/// True if the solver works in constraint space: PGS, ActiveSet, or a noslip pass.
///
/// - `m`: MjModel
/// - returns int
#[pyfunction]
pub(crate) fn mj_isDual(m: &Argument<'_>) -> PyResult<i32> {
    let m = given::model("mj_isDual", m)?;
    m.read(|model| Ok(i32::from(is_dual(model))))
}

/// `res = sqrt(M) vec`, using the factor of `M`: `res' res = vec' M vec`.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `res`: float64 (nv,), written
/// - `vec`: float64 (nv,)
#[pyfunction]
pub(crate) fn mj_mulM2(
    m: &Argument<'_>,
    d: &Argument<'_>,
    res: Out<'_>,
    vec: Numbers,
) -> PyResult<()> {
    let (m, d) = given::pair("mj_mulM2", m, d)?;
    let out = d.with_model(m, |model, data| {
        let nv = model.dof.len();
        let mut out = vec![0.0; nv];
        let x = vec.check("vec", nv)?;
        ldl::half_mul(
            &mut out,
            data.inertia.qld.rows(),
            x,
            inertia::pattern(model),
        );
        Ok(out)
    })?;
    res.write(&out)
}

/// Half of the solution: `x' x = y' inv(M) y` for each row of `y`; `sqrtInvD` is `sqrt(d.qLDiagInv)`.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `x`: float64 (n, nv), written
/// - `y`: float64 (n, nv)
/// - `sqrtInvD`: float64 (nv,)
#[pyfunction]
pub(crate) fn mj_solveM2(
    m: &Argument<'_>,
    d: &Argument<'_>,
    x: Out<'_>,
    y: Matrix,
    sqrtInvD: Matrix,
) -> PyResult<()> {
    let (m, d) = given::pair("mj_solveM2", m, d)?;
    let (rows, columns) = y.sides("y")?;
    let out = d.with_model(m, |model, data| {
        let nv = model.dof.len();
        if columns != nv {
            return Err(wrong("each row of y", nv, columns));
        }
        let roots = sqrtInvD.check("sqrtInvD", nv)?;
        let mut out = y.values;
        ldl::half_solve_many(
            &mut out,
            data.inertia.qld.rows(),
            roots,
            inertia::pattern(model),
        );
        Ok(out)
    })?;
    x.write_matrix(&out, (rows, columns))
}

/// Refuses constraint rows that are out of range, or whose Jacobian is not in the format set by the options.
fn check_rows(model: &Model, data: &mut Data) -> PyResult<()> {
    stage::enter_after(model, data, &[Derived::Rows]).map_err(refused)?;
    if data.efc.has_jacobian(is_sparse(model), model.dof.len()) {
        return Ok(());
    }
    Err(FatalError::new_err(
        "the constraint Jacobian is not in the format set by opt.jacobian: call mj_forward first",
    ))
}

/// `res = J vec`, for the Jacobian of all constraint rows.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `res`: float64 (nefc,), written
/// - `vec`: float64 (nv,)
#[pyfunction]
pub(crate) fn mj_mulJacVec(
    m: &Argument<'_>,
    d: &Argument<'_>,
    res: Out<'_>,
    vec: Numbers,
) -> PyResult<()> {
    let (m, d) = given::pair("mj_mulJacVec", m, d)?;
    let out = d.with_model(m, |model, data| {
        check_rows(model, data)?;
        let nv = model.dof.len();
        let mut out = vec![0.0; data.efc.counts.nefc];
        let jacobian = data.efc.jacobian(is_sparse(model), nv);
        jacobian.mul_vec(&mut out, vec.check("vec", nv)?);
        Ok(out)
    })?;
    res.write(&out)
}

/// `res = J' vec`, for the Jacobian of all constraint rows.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `res`: float64 (nv,), written
/// - `vec`: float64 (nefc,)
#[pyfunction]
pub(crate) fn mj_mulJacTVec(
    m: &Argument<'_>,
    d: &Argument<'_>,
    res: Out<'_>,
    vec: Numbers,
) -> PyResult<()> {
    let (m, d) = given::pair("mj_mulJacTVec", m, d)?;
    let out = d.with_model(m, |model, data| {
        check_rows(model, data)?;
        let nv = model.dof.len();
        let mut out = vec![0.0; nv];
        let jacobian = data.efc.jacobian(is_sparse(model), nv);
        jacobian.mul_t_vec(&mut out, vec.check("vec", data.efc.counts.nefc)?);
        Ok(out)
    })?;
    res.write(&out)
}

/// A point that is fixed to body `body`.
fn point_of(model: &Model, body: i64, point: Fixed<3>) -> PyResult<BodyPoint> {
    let body = BodyId::new(check_id("body", body, model.body.len())?);
    Ok(BodyPoint::new(body, point.into()))
}

/// Jacobians of a point and of an axis that are fixed to a body.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `jacPoint`: float64 (3, nv) or None, written; Jacobian of the point
/// - `jacAxis`: float64 (3, nv) or None, written; Jacobian of the axis
/// - `point`: float64 (3,); in world coordinates, m
/// - `axis`: float64 (3,); in world axes
/// - `body`: int; id of a body
#[pyfunction]
#[pyo3(signature = (m, d, jacPoint, jacAxis, point, axis, body))]
pub(crate) fn mj_jacPointAxis(
    m: &Argument<'_>,
    d: &Argument<'_>,
    jacPoint: Option<Out<'_>>,
    jacAxis: Option<Out<'_>>,
    point: Fixed<3>,
    axis: Fixed<3>,
    body: i64,
) -> PyResult<()> {
    let (m, d) = given::pair("mj_jacPointAxis", m, d)?;
    let (moved, turned) = d.with_model(m, |model, data| {
        let n = 3 * model.dof.len();
        let at = point_of(model, body, point)?;
        let (mut moved, mut turned) = (vec![0.0; n], vec![0.0; n]);
        let axis = axis.into();
        jacobian::jac_point_axis(model, &data.com, at, axis, &mut moved, &mut turned);
        Ok((moved, turned))
    })?;
    write_both(m, jacPoint, jacAxis, &moved, &turned)
}

/// Time derivatives of the Jacobians of a point that is fixed to a body.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `jacp`: float64 (3, nv) or None, written; rate of the Jacobian of the position
/// - `jacr`: float64 (3, nv) or None, written; rate of the Jacobian of the orientation
/// - `point`: float64 (3,); in world coordinates, m
/// - `body`: int; id of a body
#[pyfunction]
#[pyo3(signature = (m, d, jacp, jacr, point, body))]
pub(crate) fn mj_jacDot(
    m: &Argument<'_>,
    d: &Argument<'_>,
    jacp: Option<Out<'_>>,
    jacr: Option<Out<'_>>,
    point: Fixed<3>,
    body: i64,
) -> PyResult<()> {
    let (m, d) = given::pair("mj_jacDot", m, d)?;
    let (moved, turned) = d.with_model(m, |model, data| {
        let n = 3 * model.dof.len();
        let at = point_of(model, body, point)?;
        let (mut moved, mut turned) = (vec![0.0; n], vec![0.0; n]);
        let out = DenseJac {
            translation: Some(&mut moved),
            rotation: Some(&mut turned),
        };
        jacobian::jac_dot(model, data, at, out);
        Ok((moved, turned))
    })?;
    write_both(m, jacp, jacr, &moved, &turned)
}

/// Writes two Jacobians of a point, if requested.
fn write_both(
    m: &PyModel,
    a: Option<Out<'_>>,
    b: Option<Out<'_>>,
    x: &[f64],
    y: &[f64],
) -> PyResult<()> {
    let sides = (3, m.size.nv as usize);
    a.map_or(Ok(()), |a| a.write_matrix(x, sides))?;
    b.map_or(Ok(()), |b| b.write_matrix(y, sides))
}

/// Adds the generalised force of a force and a torque at a point of a body to `qfrc_target`.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `force`: float64 (3,); N
/// - `torque`: float64 (3,); N m
/// - `point`: float64 (3,); in world coordinates, m
/// - `body`: int; id of a body
/// - `qfrc_target`: float64 (nv,), written; added to
#[pyfunction]
pub(crate) fn mj_applyFT(
    m: &Argument<'_>,
    d: &Argument<'_>,
    force: Fixed<3>,
    torque: Fixed<3>,
    point: Fixed<3>,
    body: i64,
    qfrc_target: Out<'_>,
) -> PyResult<()> {
    let (m, d) = given::pair("mj_applyFT", m, d)?;
    let mut qfrc = qfrc_target.read()?;
    let qfrc = d.with_model(m, |model, data| {
        let at = point_of(model, body, point)?;
        if qfrc.len() != model.dof.len() {
            return Err(wrong("qfrc_target", model.dof.len(), qfrc.len()));
        }
        jacobian::apply_wrench(model, &data.com, at, force.into(), torque.into(), &mut qfrc);
        Ok(qfrc)
    })?;
    qfrc_target.write(&qfrc)
}

/// Runs `f` on the frame of an object, in world or local axes.
fn with_frame<T>(
    model: &Model,
    data: &Data,
    (kind, id): (i32, i64),
    flg_local: i64,
    f: impl FnOnce(Frame<'_>) -> T,
) -> PyResult<T> {
    let number = i32::try_from(id).unwrap_or(-1);
    let Some(object) = Object::find(model, &data.kin, ObjType(kind), number) else {
        let message = format!("object {id} of type {kind} does not exist or has no frame");
        return Err(PyValueError::new_err(message));
    };
    Ok(f(if flg_local == 0 {
        object.in_world()
    } else {
        object.in_itself()
    }))
}

/// Velocity of an object at its origin: angular, then linear, in world or local axes.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `objtype`: int; `mjtObj`
/// - `objid`: int; id of the object
/// - `res`: float64 (6,), written; angular, linear; rad/s, m/s
/// - `flg_local`: int; 1 for the object's own axes, 0 for those of the world
#[pyfunction]
pub(crate) fn mj_objectVelocity(
    m: &Argument<'_>,
    d: &Argument<'_>,
    objtype: i32,
    objid: i64,
    res: Out<'_>,
    flg_local: i64,
) -> PyResult<()> {
    let (m, d) = given::pair("mj_objectVelocity", m, d)?;
    let velocity = d.with_model(m, |model, data| {
        with_frame(model, data, (objtype, objid), flg_local, |frame| {
            object_velocity(model, &data.com, &data.vel, frame)
        })
    })?;
    res.write(&velocity.0)
}

/// Acceleration of an object at its origin: angular, then linear, in world or local axes.
///
/// Requires `mj_rnePostConstraint`.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `objtype`: int; `mjtObj`
/// - `objid`: int; id of the object
/// - `res`: float64 (6,), written; angular, linear; rad/s², m/s²
/// - `flg_local`: int; 1 for the object's own axes, 0 for those of the world
#[pyfunction]
pub(crate) fn mj_objectAcceleration(
    m: &Argument<'_>,
    d: &Argument<'_>,
    objtype: i32,
    objid: i64,
    res: Out<'_>,
    flg_local: i64,
) -> PyResult<()> {
    let (m, d) = given::pair("mj_objectAcceleration", m, d)?;
    let acceleration = d.with_model(m, |model, data| {
        with_frame(model, data, (objtype, objid), flg_local, |frame| {
            object_acceleration(model, &data.com, &data.vel, &data.force, frame)
        })
    })?;
    res.write(&acceleration.0)
}

/// Force, then torque of a contact in its own frame; zero if the contact does not exist or has no rows.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `id`: int; index of a contact
/// - `result`: float64 (6,), written; force, torque, in the frame of the contact; N, N m
#[pyfunction]
pub(crate) fn mj_contactForce(
    m: &Argument<'_>,
    d: &Argument<'_>,
    id: i64,
    result: Out<'_>,
) -> PyResult<()> {
    let (m, d) = given::pair("mj_contactForce", m, d)?;
    let force = d.with_model(m, |model, data| {
        let contact = usize::try_from(id)
            .ok()
            .and_then(|k| data.contact.list.get(k));
        Ok(contact.map_or([0.0; 6], |c| contact_force(model, &data.efc, c)))
    })?;
    result.write(&force)
}

/// The part of `qfrc_constraint` due to dry friction of dofs and tendons; the public name is `MjData.qfrc_frictionloss`.
#[pyfunction]
pub(crate) fn qfrc_frictionloss<'py>(
    py: Python<'py>,
    m: &Argument<'_>,
    d: &Argument<'_>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let (m, d) = given::pair("qfrc_frictionloss", m, d)?;
    let force = d.with_model(m, |model, data| {
        check_rows(model, data)?;
        let mut force = vec![0.0; model.dof.len()];
        friction_force(model, data, &mut force);
        Ok(force)
    })?;
    Ok(force.to_pyarray(py))
}

/// The control of an actuator that is effective at a time; `interp` is the interpolation order, -1 for the model's.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `id`: int; id of an actuator
/// - `time`: float; s
/// - `interp`: int; 0 holds, 1 linear, 2 cubic, -1 as in the model
/// - returns float
#[pyfunction]
pub(crate) fn mj_readCtrl(
    m: &Argument<'_>,
    d: &Argument<'_>,
    id: i64,
    time: f64,
    interp: i32,
) -> PyResult<f64> {
    let (m, d) = given::pair("mj_readCtrl", m, d)?;
    d.with_model(m, |model, data| {
        let u = ActuatorId::new(check_id("id", id, model.actuator.len())?);
        let mut value = [data.state.ctrl[u]];
        let [samples, order] = model.actuator.history[u];
        let order = if interp < 0 { order } else { interp };
        let (adr, delay) = (model.actuator.historyadr[u], model.actuator.delay[u]);
        read_history(&data.state, adr, samples, time - delay, order, &mut value);
        Ok(value[0])
    })
}

/// The reading of a sensor that is reported at a time; `interp` is the interpolation order, -1 for the model's.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `id`: int; id of a sensor
/// - `time`: float; s
/// - `result`: float64 (dim,), written
/// - `interp`: int; 0 holds, 1 linear, 2 cubic, -1 as in the model
/// - returns float64 (dim,)
#[pyfunction]
pub(crate) fn mj_readSensor<'py>(
    m: &Argument<'_>,
    d: &Argument<'_>,
    id: i64,
    time: f64,
    result: Out<'py>,
    interp: i32,
) -> PyResult<Bound<'py, PyAny>> {
    let (m, d) = given::pair("mj_readSensor", m, d)?;
    let value = d.with_model(m, |model, data| {
        let s = SensorId::new(check_id("id", id, model.sensor.len())?);
        let start = model.sensor.adr[s] as usize;
        let range = start..start + model.sensor.dim[s] as usize;
        let mut value = data.sensor.sensordata.rows()[range].to_vec();
        let [samples, order] = model.sensor.history[s];
        let order = if interp < 0 { order } else { interp };
        let (adr, delay) = (model.sensor.historyadr[s], model.sensor.delay[s]);
        read_history(&data.state, adr, samples, time - delay, order, &mut value);
        Ok(value)
    })?;
    result.write(&value)?;
    Ok(result.into_any())
}

/// Reads a history buffer at a time; leaves `value` unchanged if there is none.
fn read_history(state: &State, adr: i32, samples: i32, time: f64, order: i32, value: &mut [f64]) {
    let (Ok(adr), Ok(samples)) = (usize::try_from(adr), usize::try_from(samples)) else {
        return;
    };
    let buffer = state.history.rows().get(adr..).unwrap_or(&[]);
    if let Some(ring) = Ring::new(buffer, samples, value.len()) {
        ring.read(time, order.into(), value);
    }
}

/// Velocity that moves `qpos1` to `qpos2` in the time `dt`.
///
/// - `m`: MjModel
/// - `qvel`: float64 (nv,), written
/// - `dt`: float; time, s
/// - `qpos1`: float64 (nq,); start
/// - `qpos2`: float64 (nq,); end
#[pyfunction]
pub(crate) fn mj_differentiatePos(
    m: &Argument<'_>,
    qvel: Out<'_>,
    dt: f64,
    qpos1: Numbers,
    qpos2: Numbers,
) -> PyResult<()> {
    let m = given::model("mj_differentiatePos", m)?;
    let out = m.read_sound(|model| {
        let nq = model.size.nq as usize;
        let (from, to) = (qpos1.check("qpos1", nq)?, qpos2.check("qpos2", nq)?);
        let mut out = vec![0.0; model.dof.len()];
        differentiate_pos(model, &mut out, dt, from, to);
        Ok(out)
    })?;
    qvel.write(&out)
}

/// Normalises the quaternions in `qpos`.
///
/// - `m`: MjModel
/// - `qpos`: float64 (nq,), written
#[pyfunction]
pub(crate) fn mj_normalizeQuat(m: &Argument<'_>, qpos: Out<'_>) -> PyResult<()> {
    let m = given::model("mj_normalizeQuat", m)?;
    let mut values = qpos.read()?;
    let values = m.read_sound(|model| {
        if values.len() != model.size.nq as usize {
            return Err(wrong("qpos", model.size.nq as usize, values.len()));
        }
        normalize_quats(model, &mut values);
        Ok(values)
    })?;
    qpos.write(&values)
}
