//! The state as one vector: the components selected by a signature, concatenated.
#![allow(non_snake_case, reason = "MuJoCo's names")]

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use synovia_engine::Data;
use synovia_engine::state;
use synovia_model::id::KeyId;

use crate::args::{Numbers, Out, Wanted, wrong};
use crate::errors::{FatalError, value_error};
use crate::given::{self, Argument};
use crate::interface_messages;
use crate::model::PyModel;

/// Refuses a signature with unknown bits.
fn check_signature(name: &str, sig: i32) -> PyResult<()> {
    let problem = match sig {
        ..0 => "< 0",
        0..=0x3fff => return Ok(()),
        _ => ">= 2^mjNSTATE",
    };
    Err(FatalError::new_err(format!(
        "{name}: invalid state signature {sig} {problem}"
    )))
}

/// Checks that a vector has the length of the state `sig`, and returns it; the error has MuJoCo's message.
fn check_size(m: &PyModel, found: usize, sig: i32) -> PyResult<usize> {
    let size = size_of(m, sig)?;
    if found == size {
        return Ok(size);
    }
    Err(PyTypeError::new_err(interface_messages::STATE_SIZE))
}

/// Length of the state components in `sig`, bits of `mjtState`.
///
/// - `m`: MjModel
/// - `sig`: int; parts of the state, bits of `mjtState`
/// - returns int; number of values
#[pyfunction]
pub(crate) fn mj_stateSize(m: &Argument<'_>, sig: i32) -> PyResult<i64> {
    let size = size_of(given::model("mj_stateSize", m)?, sig)?;
    Ok(size as i64)
}

/// Length of the state components in `sig`.
fn size_of(m: &PyModel, sig: i32) -> PyResult<usize> {
    check_signature("mj_stateSize", sig)?;
    m.read(|model| state::state_size(model, sig).map_err(value_error))
}

/// Extracts the components in `dstsig` from a state with the components in `srcsig`.
///
/// - `m`: MjModel
/// - `src`: float64 (mj_stateSize(m, srcsig),)
/// - `srcsig`: int; bits of `mjtState`
/// - `dst`: float64 (mj_stateSize(m, dstsig),), written
/// - `dstsig`: int; a part of `srcsig`
#[pyfunction]
pub(crate) fn mj_extractState(
    m: &Argument<'_>,
    src: Numbers,
    srcsig: i32,
    dst: Out<'_>,
    dstsig: i32,
) -> PyResult<()> {
    let m = given::model("mj_extractState", m)?;
    let mut rest = src.check("src", size_of(m, srcsig)?)?;
    if srcsig & dstsig != dstsig {
        let message = format!(
            "dstsig {dstsig} has components that srcsig {srcsig} does not have: the bits {}",
            dstsig & !srcsig
        );
        return Err(FatalError::new_err(message));
    }
    let mut out = Vec::new();
    for bit in (0..14).map(|k| 1 << k).filter(|bit| srcsig & bit != 0) {
        let (part, after) = rest.split_at(size_of(m, bit)?);
        rest = after;
        if dstsig & bit != 0 {
            out.extend_from_slice(part);
        }
    }
    if dst.len() != out.len() {
        return Err(wrong("dst", out.len(), dst.len()));
    }
    dst.write(&out)
}

/// Copies the state components in `sig` from one simulation to another.
///
/// - `m`: MjModel
/// - `src`: MjData
/// - `dst`: MjData; written
/// - `sig`: int; parts of the state, bits of `mjtState`
#[pyfunction]
pub(crate) fn mj_copyState(
    m: &Argument<'_>,
    src: &Argument<'_>,
    dst: &Argument<'_>,
    sig: i32,
) -> PyResult<()> {
    let m = given::model("mj_copyState", m)?;
    let src = given::data("mj_copyState", "src", src)?;
    let dst = given::data("mj_copyState", "dst", dst)?;
    check_signature("mj_copyState", sig)?;
    // a copy, because both may be the same simulation
    let mut source = Data::default();
    source.state = src.with_model(m, |_, data| Ok(data.state.clone()))?;
    dst.with_model(m, |_, data| {
        state::copy_state(&source, data, sig).map_err(value_error)
    })
}

/// Writes the state components in `sig` to `state`.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `state`: float64 (mj_stateSize(m, sig),), written
/// - `sig`: int; parts of the state, bits of `mjtState`
#[pyfunction]
pub(crate) fn mj_getState(
    m: &Argument<'_>,
    d: &Argument<'_>,
    state: Out<'_>,
    sig: i32,
) -> PyResult<()> {
    let (m, d) = given::pair("mj_getState", m, d)?;
    let size = check_size(m, state.len(), sig)?;
    let mut state = Wanted::new("state", Some(state), size)?;
    let room = state.room().unwrap_or_default();
    d.with_model(m, |_, data| {
        state::get_state(data, sig, room).map_err(value_error)
    })?;
    state.write()
}

/// Sets the state components in `sig` from `state`.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `state`: float64 (mj_stateSize(m, sig),)
/// - `sig`: int; parts of the state, bits of `mjtState`
#[pyfunction]
pub(crate) fn mj_setState(
    m: &Argument<'_>,
    d: &Argument<'_>,
    state: Numbers,
    sig: i32,
) -> PyResult<()> {
    let (m, d) = given::pair("mj_setState", m, d)?;
    let values = state.values;
    check_size(m, values.len(), sig)?;
    d.with_model(m, |_, data| {
        state::set_state(data, sig, &values).map_err(value_error)
    })
}

/// Saves the state to keyframe `k` of the model.
///
/// - `m`: MjModel
/// - `d`: MjData
/// - `k`: int; id of a keyframe
#[pyfunction]
pub(crate) fn mj_setKeyframe(
    py: Python<'_>,
    m: &Argument<'_>,
    d: &Argument<'_>,
    k: i64,
) -> PyResult<()> {
    let (m, d) = given::pair("mj_setKeyframe", m, d)?;
    d.change(py, m, |model, data| {
        let nkey = model.size.nkey;
        if !(0..nkey).contains(&k) {
            let bound = match k {
                ..0 => format!("invalid keyframe {k}: keyframes are numbered from 0"),
                _ => interface_messages::keyframe_bound(nkey),
            };
            let message = format!("mj_setKeyframe: {bound}");
            return Err(FatalError::new_err(message));
        }
        let (row, key, state) = (k as usize, &mut model.key, &data.state);
        key.time[KeyId::new(row)] = data.state.time;
        key.qpos.row_mut(row).copy_from_slice(state.qpos.rows());
        key.qvel.row_mut(row).copy_from_slice(state.qvel.rows());
        key.act.row_mut(row).copy_from_slice(state.act.rows());
        key.ctrl.row_mut(row).copy_from_slice(state.ctrl.rows());
        let (mpos, mquat) = (key.mpos.row_mut(row), key.mquat.row_mut(row));
        mpos.copy_from_slice(state.mocap_pos.flat());
        mquat.copy_from_slice(state.mocap_quat.flat());
        Ok(())
    })
}

/// Overwrites a simulation with another one of the same model.
///
/// - `dest`: MjData; overwritten
/// - `m`: MjModel
/// - `src`: MjData
/// - returns MjData; `dest`
#[pyfunction]
pub(crate) fn mj_copyData<'py>(
    dest: Argument<'py>,
    m: &Argument<'_>,
    src: &Argument<'_>,
) -> PyResult<Argument<'py>> {
    let m = given::model("mj_copyData", m)?;
    let src = given::data("mj_copyData", "src", src)?;
    given::data("mj_copyData", "dest", &dest)?.assign(m, src)?;
    Ok(dest)
}
