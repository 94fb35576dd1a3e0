//! The state as one vector: the parts that a signature names, one after the other.
#![allow(non_snake_case, reason = "MuJoCo's names")]

use numpy::{PyReadonlyArrayDyn, PyReadwriteArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;
use synovia_engine::Data;
use synovia_model::enums::StateBit;

use crate::args::{Numbers, Out, wrong};
use crate::data::PyData;
use crate::errors::{FatalError, guard};
use crate::functions::{check_len, contiguous, contiguous_mut};
use crate::model::PyModel;

/// A part of the state, to read and to write.
enum Part<'a> {
    Numbers(&'a mut [f64]),
    Flags(&'a mut [u8]),
}

impl Part<'_> {
    fn len(&self) -> usize {
        match self {
            Self::Numbers(x) => x.len(),
            Self::Flags(x) => x.len(),
        }
    }
}

/// The parts of a state in the order of their bits.
fn parts(data: &mut Data) -> [(i32, Part<'_>); 14] {
    let s = &mut data.state;
    [
        (
            StateBit::TIME,
            Part::Numbers(std::slice::from_mut(&mut data.time)),
        ),
        (StateBit::QPOS, Part::Numbers(s.qpos.rows_mut())),
        (StateBit::QVEL, Part::Numbers(s.qvel.rows_mut())),
        (StateBit::ACT, Part::Numbers(s.act.rows_mut())),
        (StateBit::HISTORY, Part::Numbers(s.history.rows_mut())),
        (
            StateBit::WARMSTART,
            Part::Numbers(s.qacc_warmstart.rows_mut()),
        ),
        (StateBit::CTRL, Part::Numbers(s.ctrl.rows_mut())),
        (
            StateBit::QFRC_APPLIED,
            Part::Numbers(s.qfrc_applied.rows_mut()),
        ),
        (
            StateBit::XFRC_APPLIED,
            Part::Numbers(s.xfrc_applied.flat_mut()),
        ),
        (StateBit::EQ_ACTIVE, Part::Flags(s.eq_active.rows_mut())),
        (StateBit::MOCAP_POS, Part::Numbers(s.mocap_pos.flat_mut())),
        (StateBit::MOCAP_QUAT, Part::Numbers(s.mocap_quat.flat_mut())),
        (StateBit::USERDATA, Part::Numbers(s.userdata.rows_mut())),
        (StateBit::PLUGIN, Part::Numbers(s.plugin_state.rows_mut())),
    ]
}

/// Refuses a signature with bits that mean nothing.
fn check_signature(sig: i32) -> PyResult<()> {
    let problem = match sig {
        ..0 => "< 0",
        0..=0x3fff => return Ok(()),
        _ => ">= 2^mjNSTATE",
    };
    Err(FatalError::new_err(format!(
        "invalid state signature {sig} {problem}"
    )))
}

/// The parts of a state with their lengths, in the order of their bits.
fn sizes(m: &PyModel) -> [(i32, usize); 14] {
    let n = &m.get().size;
    let sizes = [
        (StateBit::TIME, 1),
        (StateBit::QPOS, n.nq),
        (StateBit::QVEL, n.nv),
        (StateBit::ACT, n.na),
        (StateBit::HISTORY, n.nhistory),
        (StateBit::WARMSTART, n.nv),
        (StateBit::CTRL, n.nu),
        (StateBit::QFRC_APPLIED, n.nv),
        (StateBit::XFRC_APPLIED, 6 * n.nbody),
        (StateBit::EQ_ACTIVE, n.neq),
        (StateBit::MOCAP_POS, 3 * n.nmocap),
        (StateBit::MOCAP_QUAT, 4 * n.nmocap),
        (StateBit::USERDATA, n.nuserdata),
        (StateBit::PLUGIN, n.npluginstate),
    ];
    sizes.map(|(bit, len)| (bit, len as usize))
}

/// Length of the state that `sig` names, bits of `mjtState`.
#[pyfunction]
pub fn mj_stateSize(m: &PyModel, sig: i32) -> PyResult<i64> {
    check_signature(sig)?;
    let parts = sizes(m).into_iter().filter(|(bit, _)| sig & bit != 0);
    Ok(parts.map(|(_, len)| len as i64).sum())
}

/// Takes the parts that `dstsig` names out of a state with the parts that `srcsig` names.
#[pyfunction]
pub fn mj_extractState(
    m: &PyModel,
    src: Numbers,
    srcsig: i32,
    dst: Out<'_>,
    dstsig: i32,
) -> PyResult<()> {
    let mut rest = src.check("src", mj_stateSize(m, srcsig)? as usize)?;
    if srcsig & dstsig != dstsig {
        return Err(FatalError::new_err("dstsig is not a subset of srcsig"));
    }
    let mut out = Vec::new();
    for (bit, len) in sizes(m).into_iter().filter(|(bit, _)| srcsig & bit != 0) {
        let (part, after) = rest.split_at(len);
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

/// Copies the parts of the state that `sig` names from one simulation to another.
#[pyfunction]
pub fn mj_copyState(m: &PyModel, src: &PyData, dst: &PyData, sig: i32) -> PyResult<()> {
    check_signature(sig)?;
    let (time, state) = src.with_model(m, |_, data| Ok((data.time, data.state.clone())))?;
    dst.with_model(m, |_, data| {
        let mut source = Data {
            time,
            state,
            ..Data::default()
        };
        let pairs = parts(data).into_iter().zip(parts(&mut source));
        for ((_, to), (_, from)) in pairs.filter(|((bit, _), _)| sig & bit != 0) {
            match (to, from) {
                (Part::Numbers(to), Part::Numbers(from)) => to.copy_from_slice(from),
                (Part::Flags(to), Part::Flags(from)) => to.copy_from_slice(from),
                _ => {}
            }
        }
        Ok(())
    })
}

/// Writes the parts of the state that `sig` names into `state`.
#[pyfunction]
pub fn mj_getState(
    m: &PyModel,
    d: &PyData,
    mut state: PyReadwriteArrayDyn<'_, f64>,
    sig: i32,
) -> PyResult<()> {
    check_len("state", state.len(), mj_stateSize(m, sig)? as usize)?;
    let mut rest = contiguous_mut("state", &mut state)?;
    d.with_model(m, |_, data| {
        for (_, part) in parts(data).into_iter().filter(|(bit, _)| sig & bit != 0) {
            let (out, after) = std::mem::take(&mut rest).split_at_mut(part.len());
            rest = after;
            match part {
                Part::Numbers(x) => out.copy_from_slice(x),
                Part::Flags(x) => out
                    .iter_mut()
                    .zip(x)
                    .for_each(|(to, from)| *to = f64::from(*from)),
            }
        }
        Ok(())
    })
}

/// Takes the parts of the state that `sig` names from `state`.
#[pyfunction]
pub fn mj_setState(
    m: &PyModel,
    d: &PyData,
    state: PyReadonlyArrayDyn<'_, f64>,
    sig: i32,
) -> PyResult<()> {
    check_len("state", state.len(), mj_stateSize(m, sig)? as usize)?;
    let mut rest = contiguous("state", &state)?;
    d.with_model(m, |_, data| {
        for (_, part) in parts(data).into_iter().filter(|(bit, _)| sig & bit != 0) {
            let (from, after) = rest.split_at(part.len());
            rest = after;
            match part {
                Part::Numbers(x) => x.copy_from_slice(from),
                Part::Flags(x) => x
                    .iter_mut()
                    .zip(from)
                    .for_each(|(to, from)| *to = *from as u8),
            }
        }
        Ok(())
    })
}

/// Saves the state in keyframe `k` of the model.
#[pyfunction]
pub fn mj_setKeyframe(m: &PyModel, d: &PyData, k: i64) -> PyResult<()> {
    guard(|| {
        let nkey = m.get().size.nkey;
        if !(0..nkey).contains(&k) {
            let message = format!("keyframe index {k} is not between 0 and {nkey}");
            return Err(FatalError::new_err(message));
        }
        d.with_model(m, |_, data| {
            let row = k as usize;
            m.with_mut(|model| {
                let key = &mut model.key;
                key.time[row] = data.time;
                key.qpos
                    .row_mut(row)
                    .copy_from_slice(data.state.qpos.rows());
                key.qvel
                    .row_mut(row)
                    .copy_from_slice(data.state.qvel.rows());
                key.act.row_mut(row).copy_from_slice(data.state.act.rows());
                key.ctrl
                    .row_mut(row)
                    .copy_from_slice(data.state.ctrl.rows());
                key.mpos
                    .row_mut(row)
                    .copy_from_slice(data.state.mocap_pos.flat());
                key.mquat
                    .row_mut(row)
                    .copy_from_slice(data.state.mocap_quat.flat());
                Ok(())
            })
        })
    })
}
