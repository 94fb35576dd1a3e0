//! `actuator`: always in the general form, or that of a plugin.

use synovia_mjcf::write::Node;
use synovia_model::ActuatorId;
use synovia_model::enums::{DynType, TrnType};

use super::differ::differ;
use super::{Context, plugins};
use crate::spec::ActuatorRecord;

/// All written values of an actuator, except for its target.
fn of_model(cx: &Context<'_>, record: &ActuatorRecord, u: ActuatorId) -> ActuatorRecord {
    let table = &cx.model.actuator;
    let (mut biasprm, mut lengthrange) = (table.biasprm[u], table.lengthrange[u]);
    if cx.as_said {
        (biasprm, lengthrange) = (record.biasprm, record.lengthrange);
    }
    ActuatorRecord {
        dynprm: table.dynprm[u],
        gainprm: table.gainprm[u],
        biasprm,
        ctrlrange: table.ctrlrange[u],
        forcerange: table.forcerange[u],
        actrange: table.actrange[u],
        lengthrange,
        gear: table.gear[u],
        cranklength: table.cranklength[u],
        user: table.user.row(u.index()).to_vec(),
        ..record.clone()
    }
}

/// Adds what differs from `class`; `actdim` is the number of activations that it would have without saying so.
fn write_common(own: &ActuatorRecord, class: &ActuatorRecord, actdim: (i32, i32), node: &mut Node) {
    differ!(
        node, own, class;
        group, nsample, interp, delay, ctrllimited, ctrlrange, forcelimited, forcerange, actlimited, actrange, lengthrange, gear,
        cranklength, actearly,
    );
    node.int("actdim", actdim.0, i64::from(actdim.1));
    differ!(node, own, class; dyntype, dynprm);
}

/// Gain and bias; a plugin has none.
fn write_law(own: &ActuatorRecord, class: &ActuatorRecord, node: &mut Node) {
    differ!(node, own, class; gaintype, biastype, [gainprm], [biasprm]);
}

/// Adds what a class says beyond the one around it.
pub(super) fn write_class(own: &ActuatorRecord, around: &ActuatorRecord, node: &mut Node) {
    write_common(own, around, (own.actdim, around.actdim), node);
    write_law(own, around, node);
}

/// The target of an actuator.
fn target(record: &ActuatorRecord, node: &mut Node) {
    let name = record.target.text();
    match record.trntype {
        TrnType::Joint => node.text("joint", name),
        TrnType::JointInParent => node.text("jointinparent", name),
        TrnType::Tendon => node.text("tendon", name),
        TrnType::SliderCrank => {
            node.text("cranksite", name);
            node.text("slidersite", record.slidersite.text());
        }
        TrnType::Site => {
            node.text("site", name);
            node.text("refsite", record.refsite.text());
        }
        TrnType::Body => node.text("body", name),
        _ => {}
    }
}

pub(super) fn write(cx: &Context<'_>, root: &mut Node) {
    let mut section = cx.node("actuator");
    for (k, item) in cx.origin.flat.actuators.iter().enumerate() {
        let record = &item.el;
        let tag = if item.plugin.is_some() {
            "plugin"
        } else {
            "general"
        };
        let mut node = cx.node(tag);
        node.text("name", record.name.text());
        super::class(cx, &mut node, &item.class, "");
        target(record, &mut node);
        let values = of_model(cx, record, ActuatorId::new(k));
        let class = &cx.class(&item.class).actuator;
        let usual = i32::from(record.dyntype != DynType::None);
        let actdim = if record.actdim < 0 {
            usual
        } else {
            record.actdim
        };
        let said = class.actdim;
        let without = if cx.exact() && said >= 0 { said } else { usual };
        write_common(&values, class, (actdim, without), &mut node);
        match &item.plugin {
            Some(used) => plugins::used(cx, used, &mut node),
            None => write_law(&values, class, &mut node),
        }
        node.user(&values.user, &class.user);
        section.push(node);
    }
    root.push_if_any(section);
}
