//! Derivatives, analytic and by finite differences.
#![allow(non_snake_case, reason = "MuJoCo's names")]

use pyo3::prelude::*;
use synovia_engine::derivative::finite::{
    self, Difference, FiniteError, InverseDerivatives, Transition,
};
use synovia_engine::derivative::rotation;

use crate::args::{Fixed, Out, Wanted};
use crate::data::PyData;
use crate::errors::FatalError;
use crate::given::{self, Argument};

fn fatal(error: FiniteError) -> PyErr {
    FatalError::new_err(error.to_string())
}

/// Derivatives of the next state (A with respect to the state, B to the control) and of the sensors (C, D), by
/// finite differences.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `eps`: float; step of the finite differences
/// - `flg_centered`: int; 1 for centred differences
/// - `A`: float64 (2 nv + na, 2 nv + na) or None, written
/// - `B`: float64 (2 nv + na, nu) or None, written
/// - `C`: float64 (nsensordata, 2 nv + na) or None, written
/// - `D`: float64 (nsensordata, nu) or None, written
#[pyfunction]
#[pyo3(signature = (m, d, eps, flg_centered, A, B, C, D))]
#[expect(clippy::too_many_arguments, reason = "the arguments that MuJoCo has")]
pub(crate) fn mjd_transitionFD(
    m: &Argument<'_>,
    d: &Argument<'_>,
    eps: f64,
    flg_centered: i64,
    A: Option<Out<'_>>,
    B: Option<Out<'_>>,
    C: Option<Out<'_>>,
    D: Option<Out<'_>>,
) -> PyResult<()> {
    let (m, d) = given::bound_pair("mjd_transitionFD", m, d)?;
    let n = m.get().size;
    let [nv, na, nu, ns] = [n.nv, n.na, n.nu, n.nsensordata].map(|n| n as usize);
    let nx = 2 * nv + na;
    let mut a = Wanted::matrix("A", A, (nx, nx))?;
    let mut b = Wanted::matrix("B", B, (nx, nu))?;
    let mut c = Wanted::matrix("C", C, (ns, nx))?;
    let mut e = Wanted::matrix("D", D, (ns, nu))?;
    let how = Difference {
        eps,
        centered: flg_centered != 0,
    };
    let out = Transition {
        a: a.room(),
        b: b.room(),
        c: c.room(),
        d: e.room(),
    };
    PyData::run(d, m, |model, data| {
        finite::transition(model, data, how, out).map_err(fatal)
    })?;
    [a, b, c, e].iter().try_for_each(Wanted::write)
}

/// Derivatives of forces (Df), sensors (Ds) and inertia (Dm) of inverse dynamics with respect to position (q),
/// velocity (v) and acceleration (a), by finite differences.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `eps`: float; step of the finite differences
/// - `flg_actuation`: int; 1 to subtract actuator forces
/// - `DfDq`: float64 (nv, nv) or None, written
/// - `DfDv`: float64 (nv, nv) or None, written
/// - `DfDa`: float64 (nv, nv) or None, written
/// - `DsDq`: float64 (nv, nsensordata) or None, written
/// - `DsDv`: float64 (nv, nsensordata) or None, written
/// - `DsDa`: float64 (nv, nsensordata) or None, written
/// - `DmDq`: float64 (nv, nM) or None, written
#[pyfunction]
#[pyo3(signature = (m, d, eps, flg_actuation, DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq))]
#[expect(clippy::too_many_arguments, reason = "the arguments that MuJoCo has")]
pub(crate) fn mjd_inverseFD(
    m: &Argument<'_>,
    d: &Argument<'_>,
    eps: f64,
    flg_actuation: i64,
    DfDq: Option<Out<'_>>,
    DfDv: Option<Out<'_>>,
    DfDa: Option<Out<'_>>,
    DsDq: Option<Out<'_>>,
    DsDv: Option<Out<'_>>,
    DsDa: Option<Out<'_>>,
    DmDq: Option<Out<'_>>,
) -> PyResult<()> {
    let (m, d) = given::bound_pair("mjd_inverseFD", m, d)?;
    let n = m.get().size;
    let [nv, ns, nm] = [n.nv, n.nsensordata, n.nM].map(|n| n as usize);
    let mut matrices = [
        Wanted::matrix("DfDq", DfDq, (nv, nv))?,
        Wanted::matrix("DfDv", DfDv, (nv, nv))?,
        Wanted::matrix("DfDa", DfDa, (nv, nv))?,
        Wanted::matrix("DsDq", DsDq, (nv, ns))?,
        Wanted::matrix("DsDv", DsDv, (nv, ns))?,
        Wanted::matrix("DsDa", DsDa, (nv, ns))?,
        Wanted::matrix("DmDq", DmDq, (nv, nm))?,
    ];
    let [fq, fv, fa, sq, sv, sa, mq] = &mut matrices;
    let out = InverseDerivatives {
        force_by_pos: fq.room(),
        force_by_vel: fv.room(),
        force_by_acc: fa.room(),
        sensors_by_pos: sq.room(),
        sensors_by_vel: sv.room(),
        sensors_by_acc: sa.room(),
        inertia_by_pos: mq.room(),
        actuation: flg_actuation != 0,
    };
    PyData::run(d, m, |model, data| {
        finite::inverse(model, data, eps, out).map_err(fatal)
    })?;
    matrices.iter().try_for_each(Wanted::write)
}

/// Derivatives of `mju_subQuat` with respect to each orientation.
///
/// - `qa`: float64 (4,)
/// - `qb`: float64 (4,)
/// - `Da`: float64 (3, 3) or None, written
/// - `Db`: float64 (3, 3) or None, written
#[pyfunction]
#[pyo3(signature = (qa, qb, Da, Db))]
pub(crate) fn mjd_subQuat(
    qa: Fixed<4>,
    qb: Fixed<4>,
    Da: Option<Out<'_>>,
    Db: Option<Out<'_>>,
) -> PyResult<()> {
    let (by_a, by_b) = rotation::sub_quat(qa.into(), qb.into());
    Da.map_or(Ok(()), |out| out.write_rows(&by_a.0))?;
    Db.map_or(Ok(()), |out| out.write_rows(&by_b.0))
}

/// Derivatives of `mju_quatIntegrate` with respect to orientation, velocity and time.
///
/// - `vel`: float64 (3,); angular velocity, rad/s
/// - `scale`: float; time, s
/// - `Dquat`: float64 (9,) or None, written
/// - `Dvel`: float64 (9,) or None, written
/// - `Dscale`: float64 (3,) or None, written
#[pyfunction]
#[pyo3(signature = (vel, scale, Dquat, Dvel, Dscale))]
pub(crate) fn mjd_quatIntegrate(
    vel: Fixed<3>,
    scale: f64,
    Dquat: Option<Out<'_>>,
    Dvel: Option<Out<'_>>,
    Dscale: Option<Out<'_>>,
) -> PyResult<()> {
    let by = rotation::quat_integrate(vel.into(), scale);
    Dquat.map_or(Ok(()), |out| out.write(&by.by_quat.0))?;
    Dvel.map_or(Ok(()), |out| out.write(&by.by_vel.0))?;
    Dscale.map_or(Ok(()), |out| out.write(&by.by_scale.to_array()))
}
