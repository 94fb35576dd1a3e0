//! Joints.

use synovia_mjcf::Element;
use synovia_mjcf::spec::body::Joint;
use synovia_mjcf::write::Node;
use synovia_model::enums::JointType;
use synovia_model::{DofId, JointId, Model};

use super::Context;
use super::differ::differ;
use crate::spec::Placed;

/// Every value of a joint.
pub(super) type JointValues<'a> = <Joint as Element>::Values<'a>;

fn is_scalar(kind: JointType) -> bool {
    matches!(kind, JointType::Hinge | JointType::Slide)
}

/// The current values of joint `j`.
pub(super) fn of_model<'a>(el: &'a Joint, model: &'a Model, j: JointId) -> JointValues<'a> {
    let (table, qpos) = (&model.joint, model.joint.qpos(j).start);
    let dof = DofId::new(usize::try_from(table.dofadr[j]).unwrap_or(0));
    let mut own = el.values();
    if is_scalar(own.kind) {
        own.r#ref = model.qpos0[qpos];
        own.springref = model.qpos_spring[qpos];
    }
    own.solreflimit = table.solref[j];
    own.solimplimit = table.solimp[j];
    own.solreffriction = model.dof.solref[dof];
    own.solimpfriction = model.dof.solimp[dof];
    own.stiffness = table.stiffness[j];
    own.range = table.range[j];
    own.margin = table.margin[j];
    own.armature = model.dof.armature[dof];
    own.damping = model.dof.damping[dof];
    own.frictionloss = model.dof.frictionloss[dof];
    own.user = table.user.row(j.index());
    own
}

/// Adds the values that differ from `class`, except for position and axis.
pub(super) fn write(own: &JointValues<'_>, class: &JointValues<'_>, exact: bool, node: &mut Node) {
    differ!(node, own, class; kind "type", group);
    // the reference omits zero, even if the class has another value
    if exact {
        node.number("ref", own.r#ref, class.r#ref);
        differ!(node, own, class; springref);
    } else {
        node.number("ref", own.r#ref, Joint::BUILTIN.r#ref);
        differ!(node, own, Joint::BUILTIN; springref);
    }
    differ!(node, own, class; [solreflimit], [solimplimit], [solreffriction], [solimpfriction], stiffness);
    if own.kind != JointType::Free {
        differ!(node, own, class; limited);
    }
    differ!(node, own, class; range);
    if is_scalar(own.kind) {
        differ!(node, own, class; actuatorfrclimited);
    }
    differ!(node, own, class; actuatorgravcomp, actuatorfrcrange, margin, armature, damping, frictionloss);
}

/// The element of joint `j`.
pub(super) fn element(
    (item, around): (&Placed<Joint>, &str),
    cx: &Context<'_>,
    j: JointId,
) -> Node {
    let (el, model) = (&item.el, cx.model);
    let values = of_model(el, model, j);
    let class = cx.class(&item.class).joint.values();
    let mut node = cx.node("joint");
    node.text("name", el.name.text());
    super::class(cx, &mut node, &item.class, around);
    if values.kind != JointType::Free {
        node.numbers("pos", &model.joint.pos[j].to_array());
        if values.kind != JointType::Ball {
            node.numbers("axis", &model.joint.axis[j].to_array());
        }
    }
    write(&values, &class, cx.exact(), &mut node);
    node.user(values.user, class.user);
    node
}
