//! `actuator`: always in the general form, or that of a plugin.

use synovia_mjcf::write::Node;
use synovia_model::ActuatorId;
use synovia_model::enums::DynType;

use super::differ::differ;
use super::{Context, plugins};
use crate::spec::{ActuatorRecord, Transmission};

/// All written values of an actuator, except for its target.
pub(super) struct ActuatorValues {
    record: ActuatorRecord,
}

impl ActuatorValues {
    /// The values of a class.
    pub(super) fn of_class(record: &ActuatorRecord) -> Self {
        Self {
            record: record.clone(),
        }
    }

    fn of_model(cx: &Context<'_>, record: &ActuatorRecord, u: ActuatorId) -> Self {
        let table = &cx.model.actuator;
        let (mut biasprm, mut lengthrange) = (table.biasprm[u], table.lengthrange[u]);
        if cx.as_said {
            (biasprm, lengthrange) = (record.biasprm, record.lengthrange);
        }
        Self {
            record: ActuatorRecord {
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
            },
        }
    }

    /// Adds the values that differ from `class`; `actdim` is compared with the number of activations that the actuator would have without it.
    fn write(&self, class: &Self, actdim: (i32, i32), node: &mut Node) {
        let (own, def) = (&self.record, &class.record);
        differ!(
            node, own, def;
            group, nsample, interp, delay, ctrllimited, ctrlrange, forcelimited, forcerange, actlimited, actrange, lengthrange, gear,
            cranklength, actearly,
        );
        node.int("actdim", actdim.0, i64::from(actdim.1));
        differ!(node, own, def; dyntype, dynprm);
    }

    /// Gain and bias; a plugin has none.
    fn write_law(&self, class: &Self, node: &mut Node) {
        let (own, def) = (&self.record, &class.record);
        differ!(node, own, def; gaintype, biastype, [gainprm], [biasprm]);
    }

    /// Adds the values of a class that differ from its parent; user data of elements has the given width.
    pub(super) fn write_class(&self, around: &Self, width: i64, node: &mut Node) {
        self.write(around, (self.record.actdim, around.record.actdim), node);
        self.write_law(around, node);
        node.class_user(&self.record.user, width);
    }
}

/// The target of an actuator.
fn target(record: &ActuatorRecord, node: &mut Node) {
    let name = record.target.text();
    match record.trntype {
        Transmission::Joint => node.text("joint", name),
        Transmission::JointInParent => node.text("jointinparent", name),
        Transmission::Tendon => node.text("tendon", name),
        Transmission::SliderCrank => {
            node.text("cranksite", name);
            node.text("slidersite", record.slidersite.text());
        }
        Transmission::Site => {
            node.text("site", name);
            node.text("refsite", record.refsite.text());
        }
        Transmission::Body => node.text("body", name),
        Transmission::Undefined => {}
    }
}

pub(super) fn write(cx: &Context<'_>, root: &mut Node) {
    let mut section = cx.node("actuator");
    for (k, item) in cx.origin.scene.actuators.iter().enumerate() {
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
        let values = ActuatorValues::of_model(cx, record, ActuatorId::new(k));
        let class = ActuatorValues::of_class(&cx.class(&item.class).actuator);
        let usual = i32::from(record.dyntype != DynType::None);
        let actdim = if record.actdim < 0 {
            usual
        } else {
            record.actdim
        };
        let said = class.record.actdim;
        let without = if cx.exact() && said >= 0 { said } else { usual };
        values.write(&class, (actdim, without), &mut node);
        match &item.plugin {
            Some(used) => plugins::used(cx, used, &mut node),
            None => values.write_law(&class, &mut node),
        }
        node.user(&values.record.user, &class.record.user);
        section.push(node);
    }
    root.push_if_any(section);
}
