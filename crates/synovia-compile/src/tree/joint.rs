//! Joints: axis and anchor in the body, limits and references in radians.
//!
//! | type  | `qpos` | dofs | axis         | anchor | limits                            |
//! |-------|--------|------|--------------|--------|-----------------------------------|
//! | free  | 7      | 6    | —            | —      | none                              |
//! | ball  | 4      | 3    | —            | yes    | angle from 0 to `range[1]`        |
//! | slide | 1      | 1    | of motion    | yes    | `range`, in length units          |
//! | hinge | 1      | 1    | of rotation  | yes    | `range`, in radians               |

use core::f64::consts::PI;

use synovia_math::{Pose, Quat, Vec3};
use synovia_mjcf::spec::body::Joint;
use synovia_model::enums::JointType;
use synovia_model::{BodyId, Model};

use super::{EPS, JointNode, Tree, pose, user};
use crate::cx::Cx;
use crate::relations::limits::Limit;
use crate::spec::layout::flat::{Placed, Settings};
use crate::spec::layout::orient;

/// Derives joint `src` of the flat model.
pub(crate) fn build(cx: &mut Cx<'_>, src: usize) -> JointNode {
    let flat = cx.flat;
    let placed = &flat.joints[src];
    let (el, settings) = (&placed.el, &flat.settings[placed.settings]);
    let own = el.values();
    let kind = own.kind;

    // spring and damper specified by time constant and damping ratio
    let springdamper = own.springdamper;
    if springdamper != [0.0; 2] && springdamper.iter().any(|&x| x <= 0.0) {
        cx.error(
            el.springdamper.span(),
            "joint springdamper: both values must be positive",
        );
    }

    // both limits depend on `autolimits` of the model that the joint came from
    let (limited, range) = limits(cx, el, settings);
    let actfrclimited = is_force_limited(cx, el, settings);

    // axis and anchor in the body; a frame around the joint is applied to both
    let axis = match kind {
        JointType::Hinge | JointType::Slide => direction(cx, placed),
        _ => Vec3::Z,
    };
    let mut pos = Vec3::ZERO;
    if kind != JointType::Free {
        pos = Vec3::from(own.pos);
        pos = pose::in_frame(placed, Pose::new(pos, Quat::IDENTITY)).pos;
    }

    // reference values of hinges are angles, converted to radians
    let unit = if kind == JointType::Hinge && settings.degree {
        PI / 180.0
    } else {
        1.0
    };
    JointNode {
        src,
        body: placed.body,
        kind,
        pos,
        axis,
        limited,
        range,
        actfrclimited,
        reference: own.r#ref * unit,
        springref: own.springref * unit,
    }
}

/// Whether a joint has limits, and its range, in radians for angles.
fn limits(cx: &mut Cx<'_>, el: &Joint, settings: &Settings) -> (bool, [f64; 2]) {
    let own = el.values();
    let kind = own.kind;
    // ranges of rotations are angles
    let turns = matches!(kind, JointType::Hinge | JointType::Ball);
    let limit = Limit {
        limited: own.limited,
        range: own.range,
    };
    let limited = kind != JointType::Free && limit.is_on();
    let span = el.range.span_or(el.span);
    match kind {
        JointType::Free => {}
        JointType::Ball => {
            limit.check_written(cx, settings.autolimits, "joint", "", span);
            if limited && limit.range[0] != 0.0 {
                cx.error(
                    span,
                    "joint range: the first value must be 0 for a ball joint",
                );
            }
        }
        _ => limit.check(cx, settings.autolimits, "joint", "", span),
    }
    // a range that is not enforced may be anything
    let mut range = limit.range;
    if limited && settings.degree && turns {
        range = range.map(|x| x * (PI / 180.0));
    }
    (limited, range)
}

/// Whether actuator forces on a joint have limits.
fn is_force_limited(cx: &mut Cx<'_>, el: &Joint, settings: &Settings) -> bool {
    let own = el.values();
    let limit = Limit {
        limited: own.actuatorfrclimited,
        range: own.actuatorfrcrange,
    };
    // only joints with one dof have a scalar actuator force
    if !matches!(own.kind, JointType::Hinge | JointType::Slide) {
        return false;
    }
    let span = el.actuatorfrcrange.span_or(el.span);
    limit.check(cx, settings.autolimits, "joint", "actuatorfrc", span);
    limit.is_on()
}

/// The axis of a hinge or slide in the body.
fn direction(cx: &mut Cx<'_>, placed: &Placed<Joint>) -> Vec3 {
    // a frame rotates the axis; a zero axis has no direction
    let el = &placed.el;
    let mut axis = Vec3::from(el.values().axis);
    if placed.has_frame {
        axis = placed.frame.quat.rotate(axis);
    }
    let (axis, length) = orient::unit3(axis);
    if length < EPS {
        cx.error(
            el.axis.span(),
            "joint axis: too short, expected a vector that is not zero",
        );
    }
    axis
}

/// Fills the table of joints, the reference configuration `qpos0` and the rest positions of springs.
pub(crate) fn fill(cx: &mut Cx<'_>, tree: &Tree, model: &mut Model) {
    let flat = cx.flat;
    // addresses count up in the order of the joints
    let (mut qposadr, mut dofadr) = (0, 0);
    for node in &tree.joints {
        let el = &flat.joints[node.src].el;
        let own = el.values();
        let row = &mut model.joint;
        row.type_.push(node.kind);
        row.qposadr.push(qposadr as i32);
        row.dofadr.push(dofadr as i32);
        row.bodyid.push(BodyId::new(node.body));
        row.group.push(own.group);
        row.limited.push(node.limited.into());
        row.actfrclimited.push(node.actfrclimited.into());
        row.actgravcomp.push(own.actuatorgravcomp.into());
        row.solref.push(own.solreflimit);
        row.solimp.push(own.solimplimit);
        row.pos.push(node.pos);
        row.axis.push(node.axis);
        row.stiffness.push(own.stiffness);
        row.range.push(node.range);
        row.actfrcrange.push(own.actuatorfrcrange);
        row.margin.push(own.margin);

        // reference configuration: a free joint has the pose of its body, in world coordinates
        let pose = &tree.bodies[node.body].pose;
        let (reference, rest) = match node.kind {
            JointType::Free => {
                let free: Vec<f64> = pose
                    .pos
                    .to_array()
                    .into_iter()
                    .chain(pose.quat.to_array())
                    .collect();
                (free.clone(), free)
            }
            JointType::Ball => (vec![1.0, 0.0, 0.0, 0.0], vec![1.0, 0.0, 0.0, 0.0]),
            _ => (vec![node.reference], vec![node.springref]),
        };
        for (q0, spring) in reference.into_iter().zip(rest) {
            model.qpos0.push(q0);
            model.qpos_spring.push(spring);
        }
        // the next joint's coordinates and dofs follow
        qposadr += node.kind.qpos_len();
        dofadr += node.kind.dof_len();
    }
    model.size.njnt = tree.joints.len() as i64;
    model.size.nq = qposadr as i64;
    model.size.nv = dofadr as i64;

    // user data last: the width depends on all joints
    let rows = tree
        .joints
        .iter()
        .map(|node| user::row(&flat.joints[node.src].el.user));
    let (rows, user) = (rows.collect::<Vec<_>>(), &mut model.joint.user);
    model.size.nuser_jnt = user::fill(cx, "jnt", &flat.size.nuser_jnt, &rows, user);
}
