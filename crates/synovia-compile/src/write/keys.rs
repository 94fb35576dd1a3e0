//! `keyframe`: what differs from the reference configuration.

use synovia_mjcf::write::Node;
use synovia_model::{BodyId, KeyId};

use super::Context;

pub(super) fn write(cx: &Context<'_>, root: &mut Node) {
    let (model, table) = (cx.model, &cx.model.key);
    let mut section = cx.node("keyframe");
    let mocap: Vec<(BodyId, usize)> = model
        .body
        .ids()
        .filter_map(|b| Some((b, model.body.mocapid[b].get()?.index())))
        .collect();
    for (k, key) in cx.origin.scene.keys.iter().enumerate() {
        let mut node = cx.node("key");
        node.text("name", key.el.name.text());
        let time = table.time[KeyId::new(k)];
        if time != 0.0 {
            node.numbers("time", &[time]);
        }
        let zero = |list: &[f64]| list.iter().all(|&x| x == 0.0);
        let qpos = table.qpos.row(k);
        if qpos != model.qpos0.rows() {
            node.numbers("qpos", qpos);
        }
        if !zero(table.qvel.row(k)) {
            node.numbers("qvel", table.qvel.row(k));
        }
        if !zero(table.act.row(k)) {
            node.numbers("act", table.act.row(k));
        }
        let (mpos, mquat) = (table.mpos.row(k), table.mquat.row(k));
        let moved =
            |&(b, i): &(BodyId, usize)| mpos[3 * i..3 * i + 3] != model.body.pos[b].to_array();
        if mocap.iter().any(moved) {
            node.numbers("mpos", mpos);
        }
        let turned =
            |&(b, i): &(BodyId, usize)| mquat[4 * i..4 * i + 4] != model.body.quat[b].to_array();
        if mocap.iter().any(turned) {
            node.numbers("mquat", mquat);
        }
        if !zero(table.ctrl.row(k)) {
            node.numbers("ctrl", table.ctrl.row(k));
        }
        // one that says nothing still has its number
        if cx.exact() {
            section.push(node);
        } else {
            section.push_if_attrs(node);
        }
    }
    root.push_if_any(section);
}
