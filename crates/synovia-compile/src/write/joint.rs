//! Joints.

use synovia_mjcf::keyword::Tri;
use synovia_mjcf::spec::body::Joint;
use synovia_mjcf::write::Node;
use synovia_model::enums::JointType;
use synovia_model::{DEFAULT_SOLIMP, DEFAULT_SOLREF, DofId, JointId, Model};

use super::Context;
use crate::spec::Placed;

/// All that is written of a joint.
pub(super) struct JointValues {
    kind: JointType,
    group: i32,
    reference: f64,
    springref: f64,
    solref_limit: [f64; 2],
    solimp_limit: [f64; 5],
    solref_friction: [f64; 2],
    solimp_friction: [f64; 5],
    stiffness: f64,
    limited: Tri,
    range: [f64; 2],
    actfrclimited: Tri,
    actgravcomp: bool,
    actfrcrange: [f64; 2],
    margin: f64,
    armature: f64,
    damping: f64,
    frictionloss: f64,
    user: Vec<f64>,
}

impl JointValues {
    /// Those that a class says.
    pub(super) fn of_class(el: &Joint) -> Self {
        Self {
            kind: el.kind.or(JointType::Hinge),
            group: el.group.or(0),
            reference: el.r#ref.or(0.0),
            springref: el.springref.or(0.0),
            solref_limit: el.solreflimit.fill(DEFAULT_SOLREF),
            solimp_limit: el.solimplimit.fill(DEFAULT_SOLIMP),
            solref_friction: el.solreffriction.fill(DEFAULT_SOLREF),
            solimp_friction: el.solimpfriction.fill(DEFAULT_SOLIMP),
            stiffness: el.stiffness.or(0.0),
            limited: el.limited.or(Tri::Auto),
            range: el.range.or([0.0; 2]),
            actfrclimited: el.actuatorfrclimited.or(Tri::Auto),
            actgravcomp: el.actuatorgravcomp.is_true_or(false),
            actfrcrange: el.actuatorfrcrange.or([0.0; 2]),
            margin: el.margin.or(0.0),
            armature: el.armature.or(0.0),
            damping: el.damping.or(0.0),
            frictionloss: el.frictionloss.or(0.0),
            user: el.user.or(Vec::new()),
        }
    }

    /// Those that joint `j` has now.
    pub(super) fn of_model(el: &Joint, model: &Model, j: JointId) -> Self {
        let (table, qpos) = (&model.joint, model.joint.qpos(j).start);
        let written = Self::of_class(el);
        let scalar = matches!(written.kind, JointType::Hinge | JointType::Slide);
        let dof = DofId::new(usize::try_from(table.dofadr[j]).unwrap_or(0));
        Self {
            reference: if scalar {
                model.qpos0[qpos]
            } else {
                written.reference
            },
            springref: if scalar {
                model.qpos_spring[qpos]
            } else {
                written.springref
            },
            solref_limit: table.solref[j],
            solimp_limit: table.solimp[j],
            solref_friction: model.dof.solref[dof],
            solimp_friction: model.dof.solimp[dof],
            stiffness: table.stiffness[j],
            range: table.range[j],
            margin: table.margin[j],
            armature: model.dof.armature[dof],
            damping: model.dof.damping[dof],
            frictionloss: model.dof.frictionloss[dof],
            user: table.user.row(j.index()).to_vec(),
            ..written
        }
    }

    /// Adds what differs from `class`.
    pub(super) fn write(&self, class: &Self, exact: bool, node: &mut Node) {
        if self.kind != class.kind {
            node.text("type", self.kind.word());
        }
        node.int("group", self.group, i64::from(class.group));
        // the reference leaves a value of zero out, even over one of the class
        let zero = [0.0; 2];
        let there = [class.reference, class.springref];
        let [reference, springref] = if exact { there } else { zero };
        node.number("ref", self.reference, reference);
        node.number("springref", self.springref, springref);
        node.leading_unless("solreflimit", &self.solref_limit, &class.solref_limit);
        node.leading_unless("solimplimit", &self.solimp_limit, &class.solimp_limit);
        node.leading_unless(
            "solreffriction",
            &self.solref_friction,
            &class.solref_friction,
        );
        node.leading_unless(
            "solimpfriction",
            &self.solimp_friction,
            &class.solimp_friction,
        );
        node.number("stiffness", self.stiffness, class.stiffness);
        if self.kind != JointType::Free && self.limited != class.limited {
            node.text("limited", self.limited.word());
        }
        node.numbers_unless("range", &self.range, &class.range);
        let scalar = matches!(self.kind, JointType::Hinge | JointType::Slide);
        if scalar && self.actfrclimited != class.actfrclimited {
            node.text("actuatorfrclimited", self.actfrclimited.word());
        }
        if self.actgravcomp != class.actgravcomp {
            node.text("actuatorgravcomp", self.actgravcomp.to_string());
        }
        node.numbers_unless("actuatorfrcrange", &self.actfrcrange, &class.actfrcrange);
        node.number("margin", self.margin, class.margin);
        node.number("armature", self.armature, class.armature);
        node.number("damping", self.damping, class.damping);
        node.number("frictionloss", self.frictionloss, class.frictionloss);
    }

    /// User data of a class.
    pub(super) fn write_class_user(&self, width: i64, node: &mut Node) {
        node.class_user(&self.user, width);
    }
}

/// The element of joint `j`.
pub(super) fn element(
    (item, around): (&Placed<Joint>, &str),
    cx: &Context<'_>,
    j: JointId,
) -> Node {
    let (el, model) = (&item.el, cx.model);
    let values = JointValues::of_model(el, model, j);
    let class = JointValues::of_class(&cx.class(&item.class).joint);
    let mut node = cx.node("joint");
    node.text("name", el.name.text());
    super::class(cx, &mut node, &item.class, around);
    if values.kind != JointType::Free {
        node.numbers("pos", &model.joint.pos[j].to_array());
        if values.kind != JointType::Ball {
            node.numbers("axis", &model.joint.axis[j].to_array());
        }
    }
    values.write(&class, cx.exact(), &mut node);
    node.user(&values.user, &class.user);
    node
}
