//! `keyframe`: the values that differ from the reference configuration.

use synovia_mjcf::Attr;
use synovia_mjcf::write::Node;
use synovia_model::{BodyId, KeyId};

use super::Context;
use crate::spec::layout::flat::UNSET;

pub(super) fn write(cx: &Context<'_>, root: &mut Node) {
    let (model, table) = (cx.model, &cx.model.key);
    let mut section = cx.node("keyframe");
    let mocap: Vec<(BodyId, usize)> = model
        .body
        .ids()
        .filter_map(|b| Some((b, model.body.mocapid[b].get()?.index())))
        .collect();
    for (k, key) in cx.origin.flat.keys.iter().enumerate() {
        let mut node = cx.node("key");
        node.text("name", key.el.name.text());
        let time = table.time[KeyId::new(k)];
        if time != 0.0 {
            node.numbers("time", &[time]);
        }
        let zero = |list: &[f64]| list.iter().all(|&x| x == 0.0);
        // quaternions as written, or normalised as in the model
        let said = |attr, row| written(cx, attr, row);
        let qpos = said((&key.el.qpos, model.qpos0.rows()), table.qpos.row(k));
        if qpos != model.qpos0.rows() {
            node.numbers("qpos", &qpos);
        }
        if !zero(table.qvel.row(k)) {
            node.numbers("qvel", table.qvel.row(k));
        }
        if !zero(table.act.row(k)) {
            node.numbers("act", table.act.row(k));
        }
        let mpos = table.mpos.row(k);
        let mquat = table.mquat.row(k);
        let mquat = said((&key.el.mquat, mquat), mquat);
        let moved =
            |&(b, i): &(BodyId, usize)| mpos[3 * i..3 * i + 3] != model.body.pos[b].to_array();
        if mocap.iter().any(moved) {
            node.numbers("mpos", mpos);
        }
        let turned =
            |&(b, i): &(BodyId, usize)| mquat[4 * i..4 * i + 4] != model.body.quat[b].to_array();
        if mocap.iter().any(turned) {
            node.numbers("mquat", &mquat);
        }
        if !zero(table.ctrl.row(k)) {
            node.numbers("ctrl", table.ctrl.row(k));
        }
        // a key without values still has its index
        if cx.exact() {
            section.push(node);
        } else {
            section.push_if_attrs(node);
        }
    }
    root.push_if_any(section);
}

/// The numbers of a list: as written, with `reference` where a copied keyframe is unset, or as in the model.
fn written(
    cx: &Context<'_>,
    (attr, reference): (&Attr<Vec<f64>>, &[f64]),
    compiled: &[f64],
) -> Vec<f64> {
    match attr.get() {
        Some(list) if cx.as_said && list.len() == compiled.len() && !list.is_empty() => {
            let entries = list.iter().zip(reference);
            entries
                .map(|(&x, &at)| {
                    if x.to_bits() == UNSET.to_bits() {
                        at
                    } else {
                        x
                    }
                })
                .collect()
        }
        _ => compiled.to_vec(),
    }
}
