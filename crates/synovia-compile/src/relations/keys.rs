//! Keyframes: saved states, one row per key and one column per part of the state.
//!
//! A part that a key does not write is that of the reference pose (`qpos0`, the poses of mocap bodies) or zero. A part
//! that is too short is completed, one that is too long is a mistake. A NaN stands for "as at the reference pose": that
//! is how the key of an attached model says nothing about the rest.
//!
//! Quaternions are normalised; those of `qpos` that vanish become the identity.

use synovia_mjcf::Attr;
use synovia_mjcf::spec::custom::Key;
use synovia_model::column::Grid;
use synovia_model::{JointType, KeyId, Model, ObjType};

use crate::cx::Cx;
use crate::expand::Owned;

/// A squared norm below this counts as zero, and so does a distance from 1.
const EPS: f64 = 1e-14;
/// The same, once more, for the quaternions of joints.
const MIN_VAL: f64 = 1e-15;

/// The keys in the order of their ids; `None` for those that only `nkey` asks for.
///
/// The main model's own keys come first, then as many empty ones as `nkey` lacks, then those of attached models.
fn ordered<'a>(cx: &Cx<'a>) -> Vec<Option<&'a Key>> {
    let scene = cx.scene;
    let is_own = |key: &&Owned<Key>| key.settings == 0;
    let mut keys: Vec<_> = scene
        .keys
        .iter()
        .filter(is_own)
        .map(|k| Some(&k.el))
        .collect();
    let asked = usize::try_from(scene.size.nkey.or(0)).unwrap_or(0);
    if keys.len() < asked {
        keys.resize(asked, None);
    }
    let attached = scene.keys.iter().filter(|key| !is_own(key));
    keys.extend(attached.map(|k| Some(&k.el)));
    keys
}

/// Registers the names of all keys.
pub(super) fn register(cx: &mut Cx<'_>) {
    let keys = ordered(cx);
    let names = keys.iter().map(|key| match key {
        Some(el) => (el.name.text(), el.span),
        None => ("", synovia_mjcf::Span::default()),
    });
    cx.register(ObjType::Key, names);
}

/// Fills `key` and `size.nkey`.
pub fn fill(cx: &mut Cx<'_>, model: &mut Model) {
    let keys = ordered(cx);
    let n = keys.len();
    let len = |size: i64| usize::try_from(size).unwrap_or(0);
    let nmocap = len(model.size.nmocap);
    model.size.nkey = n as i64;

    let own = Key::default();
    model.key.time = keys
        .iter()
        .map(|key| key.map_or(0.0, |el| el.time.or(0.0)))
        .collect();
    model.key.qpos = Grid::zeros(n, len(model.size.nq));
    model.key.qvel = Grid::zeros(n, len(model.size.nv));
    model.key.act = Grid::zeros(n, len(model.size.na));
    model.key.mpos = Grid::zeros(n, 3 * nmocap);
    model.key.mquat = Grid::zeros(n, 4 * nmocap);
    model.key.ctrl = Grid::zeros(n, len(model.size.nu));

    // what stands in for what is not written, and for what is cut short
    let qpos = Reference {
        whole: model.qpos0.rows().to_vec(),
        tail: authored_qpos(cx, model),
    };
    let qvel = Reference::zeros(len(model.size.nv));
    let act = Reference::zeros(len(model.size.na));
    let ctrl = Reference::zeros(len(model.size.nu));
    let (mpos, mquat) = mocap(cx, model, nmocap);

    let table = &mut model.key;
    for (k, key) in keys.iter().enumerate() {
        let el = key.unwrap_or(&own);
        write(cx, table.qpos.row_mut(k), &el.qpos, &qpos, 1, "qpos");
        write(cx, table.qvel.row_mut(k), &el.qvel, &qvel, 1, "qvel");
        write(cx, table.act.row_mut(k), &el.act, &act, 1, "act");
        write(cx, table.ctrl.row_mut(k), &el.ctrl, &ctrl, 1, "ctrl");
        write(cx, table.mpos.row_mut(k), &el.mpos, &mpos, 3, "mpos");
        write(cx, table.mquat.row_mut(k), &el.mquat, &mquat, 4, "mquat");
        for quat in table.mquat.row_mut(k).chunks_exact_mut(4) {
            normalise(quat);
        }
    }
    normalise_joints(model);
}

/// One part of the state at the reference pose.
struct Reference {
    /// Compiled: for a part that is not written, and for NaN.
    whole: Vec<f64>,
    /// As authored: for the end of a part that is too short.
    tail: Vec<f64>,
}

impl Reference {
    fn zeros(n: usize) -> Self {
        Self {
            whole: vec![0.0; n],
            tail: vec![0.0; n],
        }
    }
}

/// Writes one part of one key; `width` numbers belong together.
fn write(
    cx: &mut Cx<'_>,
    row: &mut [f64],
    attr: &Attr<Vec<f64>>,
    reference: &Reference,
    width: usize,
    name: &str,
) {
    let written = attr.get().map_or(&[][..], Vec::as_slice);
    if written.is_empty() {
        row.copy_from_slice(&reference.whole);
        return;
    }
    if written.len() > row.len() {
        cx.error(
            attr.span(),
            format!(
                "key: invalid {name} size, expected {}, found {}",
                row.len(),
                written.len()
            ),
        );
        return;
    }

    // what does not fill its group is dropped if the row is incomplete
    let kept = if written.len() < row.len() {
        written.len() / width * width
    } else {
        written.len()
    };
    row.copy_from_slice(&reference.tail);
    row[..kept].copy_from_slice(&written[..kept]);
    for (cell, whole) in row.iter_mut().zip(&reference.whole) {
        if cell.is_nan() {
            *cell = *whole;
        }
    }
}

/// The reference pose as authored: `ref` in its own unit for each joint, zeros elsewhere.
///
/// The reference completes a key before it has read what joints are, so every joint counts as a scalar one.
fn authored_qpos(cx: &Cx<'_>, model: &Model) -> Vec<f64> {
    let mut qpos = vec![0.0; model.qpos0.len()];
    for (joint, &adr) in cx.scene.joints.iter().zip(&model.joint.qposadr) {
        if let Some(cell) = usize::try_from(adr).ok().and_then(|a| qpos.get_mut(a)) {
            *cell = joint.el.r#ref.or(0.0);
        }
    }
    qpos
}

/// Poses of mocap bodies, compiled and as authored.
fn mocap(cx: &Cx<'_>, model: &Model, nmocap: usize) -> (Reference, Reference) {
    let mut pos = Reference::zeros(3 * nmocap);
    let mut quat = Reference::zeros(4 * nmocap);
    for b in model.body.ids() {
        let Ok(k) = usize::try_from(model.body.mocapid[b].0) else {
            continue;
        };
        if k >= nmocap {
            continue;
        }
        let (p, q) = (model.body.pos[b], model.body.quat[b]);
        pos.whole[3 * k..3 * k + 3].copy_from_slice(&[p.x, p.y, p.z]);
        quat.whole[4 * k..4 * k + 4].copy_from_slice(&[q.w, q.x, q.y, q.z]);
    }

    // as authored: other forms of orientation than `quat` do not count
    let bodies = cx.scene.bodies.iter().map(|body| &body.el);
    let mocap = bodies.filter(|el| el.mocap.is_true_or(false));
    for (k, el) in mocap.take(nmocap).enumerate() {
        pos.tail[3 * k..3 * k + 3].copy_from_slice(&el.pos.or([0.0; 3]));
        quat.tail[4 * k..4 * k + 4].copy_from_slice(&el.quat.or([1.0, 0.0, 0.0, 0.0]));
    }
    (pos, quat)
}

/// Unit length, unless the vector vanishes.
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

/// Quaternions of ball and free joints in all keys.
fn normalise_joints(model: &mut Model) {
    for k in 0..model.key.qpos.len() {
        let row = model.key.qpos.row_mut(KeyId::new(k).index());
        for (&type_, &adr) in model.joint.type_.iter().zip(&model.joint.qposadr) {
            let start = match type_ {
                JointType::Ball => adr,
                JointType::Free => adr + 3,
                _ => continue,
            } as usize;
            let Some(quat) = row.get_mut(start..start + 4) else {
                continue;
            };
            normalise(quat);

            // once more, as for any state
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
