//! Keyframes: saved states, one row per key and one table per component of the state.
//!
//! The flat model lists them in the order of their ids, each component either absent or complete. An absent component is that of the
//! reference configuration (`qpos0`, the poses of mocap bodies) or zero. The same applies to single numbers that are unset, which
//! is how a key of an attached model leaves the rest of the state unspecified.
//!
//! Quaternions are normalised; zero quaternions in `qpos` become the identity.

use synovia_mjcf::spec::custom::Key;
use synovia_mjcf::{Attr, Span};
use synovia_model::budget::table_bytes;
use synovia_model::column::Grid;
use synovia_model::{JointType, MocapId, Model, ObjType};

use crate::cx::Cx;
use crate::names::named;
use crate::spec::layout::flat::UNSET;

/// A squared norm below this is treated as zero, a difference from 1 below this as none.
const EPS: f64 = 1e-14;
/// The same thresholds for the second normalisation of joint quaternions.
const MIN_VAL: f64 = 1e-15;

/// Registers the names of all keys.
pub(super) fn register(cx: &mut Cx<'_>) {
    cx.register(ObjType::Key, named(&cx.flat.keys));
}

/// Fills `key` and `size.nkey`.
pub(crate) fn fill(cx: &mut Cx<'_>, model: &mut Model) {
    let keys = &cx.flat.keys;
    let n = keys.len();
    // the lengths of the components of a state
    let (mpos, mquat) = mocap(model);
    let size = &model.size;
    let lens = [size.nv, size.na, size.nu].map(|n| usize::try_from(n).unwrap_or(0));
    // memory first: keys times the size of a state may be large
    let wide = model.qpos0.len() + lens.iter().sum::<usize>() + mpos.len() + mquat.len();
    let bytes = table_bytes(n as u64, wide as u64, size_of::<f64>());
    let first = keys.first().map_or_else(Span::default, |key| key.el.span);
    let place = cx.flat.size.nkey.span_or(first);
    if !cx.pay(bytes, place, "key", "") {
        return;
    }
    model.size.nkey = n as i64;
    model.key.time = keys.iter().map(|key| key.el.values().time).collect();
    let [qvel, act, ctrl] = lens.map(|n| vec![0.0; n]);
    let reference = [model.qpos0.rows().to_vec(), qvel, act, ctrl, mpos, mquat];
    let table = &mut model.key;
    let grids = [
        &mut table.qpos,
        &mut table.qvel,
        &mut table.act,
        &mut table.ctrl,
        &mut table.mpos,
        &mut table.mquat,
    ];
    // each component over its reference values
    for (c, (grid, reference)) in grids.into_iter().zip(&reference).enumerate() {
        *grid = Grid::zeros(n, reference.len());
        for (k, key) in keys.iter().enumerate() {
            let (attr, name) = (key.el.lists()[c], Key::LISTS[c]);
            write(cx, grid.row_mut(k), attr, reference, name);
        }
    }
    for k in 0..n {
        for quat in model.key.mquat.row_mut(k).chunks_exact_mut(4) {
            normalise(quat);
        }
    }
    normalise_joints(model);
}

/// Writes one component of one key over `reference`.
fn write(cx: &mut Cx<'_>, row: &mut [f64], attr: &Attr<Vec<f64>>, reference: &[f64], name: &str) {
    row.copy_from_slice(reference);
    let written = attr.get().map_or(&[][..], Vec::as_slice);
    if written.is_empty() {
        return;
    }
    if written.len() != row.len() {
        let (expected, found) = (row.len(), written.len());
        cx.error(
            attr.span(),
            format!("key: invalid {name} size, expected {expected}, found {found}"),
        );
        return;
    }
    // numbers of an attached model that are unset keep the reference value
    for (cell, &value) in row.iter_mut().zip(written) {
        if value.to_bits() != UNSET.to_bits() {
            *cell = value;
        }
    }
}

/// The poses of mocap bodies in the reference configuration: all positions, all quaternions.
pub(crate) fn mocap(model: &Model) -> (Vec<f64>, Vec<f64>) {
    let nmocap = usize::try_from(model.size.nmocap).unwrap_or(0);
    let mut pos = vec![0.0; 3 * nmocap];
    let mut quat = vec![0.0; 4 * nmocap];
    for b in model.body.ids() {
        let Some(k) = model.body.mocapid[b].get().map(MocapId::index) else {
            continue;
        };
        if k < nmocap {
            let (p, q) = (model.body.pos[b], model.body.quat[b]);
            pos[3 * k..3 * k + 3].copy_from_slice(&[p.x, p.y, p.z]);
            quat[4 * k..4 * k + 4].copy_from_slice(&[q.w, q.x, q.y, q.z]);
        }
    }
    (pos, quat)
}

/// Normalises a quaternion, unless it is zero.
fn normalise(quat: &mut [f64]) {
    let mut norm = 0.0;
    for x in quat.iter() {
        norm += x * x;
    }
    if norm < EPS {
        return;
    }
    norm = norm.sqrt();
    if (norm - 1.0).abs() > EPS {
        for x in quat.iter_mut() {
            *x /= norm;
        }
    }
}

/// Normalises the quaternions of ball and free joints in all keys.
fn normalise_joints(model: &mut Model) {
    for k in 0..model.key.qpos.len() {
        let row = model.key.qpos.row_mut(k);
        for (&type_, &adr) in model.joint.type_.iter().zip(&model.joint.qposadr) {
            // a free joint has its position first
            let start = match type_ {
                JointType::Ball => adr,
                JointType::Free => adr + 3,
                _ => continue,
            } as usize;
            let Some(quat) = row.get_mut(start..start + 4) else {
                continue;
            };
            normalise(quat);

            // a second time, as the engine does for any state; the result differs in the last bits
            let norm =
                (quat[0] * quat[0] + quat[1] * quat[1] + quat[2] * quat[2] + quat[3] * quat[3])
                    .sqrt();
            if norm < MIN_VAL {
                quat.copy_from_slice(&[1.0, 0.0, 0.0, 0.0]);
            } else if (norm - 1.0).abs() > MIN_VAL {
                let inverse = 1.0 / norm;
                for x in quat {
                    *x *= inverse;
                }
            }
        }
    }
}
