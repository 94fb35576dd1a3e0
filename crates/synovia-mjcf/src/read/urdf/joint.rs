//! `<joint>`: how the body of a link moves relative to its parent.
//!
//! | type                   | joints                                                              |
//! |------------------------|---------------------------------------------------------------------|
//! | revolute, continuous   | a hinge                                                             |
//! | prismatic              | a slide                                                             |
//! | fixed                  | none                                                                |
//! | floating               | a free joint                                                        |
//! | planar                 | two slides orthogonal to the axis (`_TX`, `_TY`), a hinge about it (`_RZ`) |
//! | spherical              | a ball joint                                                        |

use synovia_math::{Quat, Vec3};

use super::{Link, WORLD};
use crate::ValueError;
use crate::diag::nearest;
use crate::keyword::Limited;
use crate::read::Reader;
use crate::read::tree::NodeRef;
use crate::spec::body::{Joint, Node};
use crate::{Attr, Span};
use synovia_model::enums::JointType;

/// The joint types.
const KINDS: &[&str] = &[
    "revolute",
    "continuous",
    "prismatic",
    "fixed",
    "floating",
    "planar",
    "spherical",
];

impl Link<'_> {
    /// Whether the link is the world.
    pub(super) fn is_world(&self) -> bool {
        self.name == WORLD
    }
}

impl<'t> Reader<'_, '_, 't> {
    /// Reads the joint whose child is a link.
    pub(super) fn fill_joint(&mut self, node: NodeRef<'t>, link: &mut Link<'t>) {
        let (pos, turned) = self.origin(node);
        let axis = self.single(node, "axis");
        let axis: Attr<[f64; 3]> = match axis {
            Some(axis) => self.needed_value(axis, "xyz"),
            None => Attr::default(),
        };
        let axis = Attr::new(
            axis.or([1.0, 0.0, 0.0]),
            if axis.is_set() {
                axis.span()
            } else {
                node.span()
            },
        );
        let name = self.text(node, "name");
        let Some(kind) = self.text(node, "type") else {
            return;
        };
        let mut joints = match kind.text() {
            "revolute" | "continuous" => vec![joint(JointType::Hinge, &axis, node.span())],
            "prismatic" => vec![joint(JointType::Slide, &axis, node.span())],
            "floating" => vec![joint(JointType::Free, &Attr::default(), node.span())],
            "spherical" => vec![joint(JointType::Ball, &axis, node.span())],
            "planar" => planar(&axis, node.span()),
            "fixed" => Vec::new(),
            other => {
                let found = other.to_owned();
                let expected = KINDS;
                let error = ValueError::UnknownKeyword { found, expected };
                let meant = nearest(other, KINDS.iter().copied()).unwrap_or("");
                let report = self.attr_error(node, "type", error);
                meant.clone_into(&mut report.suggestion);
                return;
            }
        };
        give_names(name.as_ref(), &mut joints);
        self.dynamics(node, &mut joints);
        if let Some(first) = joints.first_mut() {
            self.limits(node, first);
        }

        if link.is_world() {
            // DIFFERENCE(urdf-world): the reference stores the pose in the world, where it is not used
            if !joints.is_empty() {
                self.error(
                    node,
                    "the world cannot be the child of a moving joint; use type=\"fixed\"",
                );
            }
            return;
        }
        link.body.pos = pos;
        link.body.alt = turned;
        let before = core::mem::take(&mut link.body.nodes);
        link.body.nodes = joints.into_iter().map(Node::Joint).collect();
        link.body.nodes.extend(before);
    }

    /// Damping and dry friction, the same for all joints.
    fn dynamics(&mut self, node: NodeRef<'t>, joints: &mut [Joint]) {
        if joints.is_empty() {
            return;
        }
        let Some(dynamics) = self.single(node, "dynamics") else {
            return;
        };
        let damping: Attr<f64> = self.value(dynamics, "damping");
        let friction: Attr<f64> = self.value(dynamics, "friction");
        for joint in joints {
            joint.damping = damping.clone();
            joint.frictionloss = friction.clone();
        }
    }

    /// Range and force limit of the first joint. A range with a missing end, or an empty one, is ignored.
    fn limits(&mut self, node: NodeRef<'t>, joint: &mut Joint) {
        let Some(limit) = self.single(node, "limit") else {
            return;
        };
        let lower: Attr<f64> = self.value(limit, "lower");
        let upper: Attr<f64> = self.value(limit, "upper");
        if lower.is_set() || upper.is_set() {
            let range = [lower.or(0.0), upper.or(0.0)];
            joint.range = Attr::new(range, limit.span());
            if lower.is_set() != upper.is_set() || range[0] > range[1] {
                joint.limited = Attr::new(Limited::False, limit.span());
            }
        }
        let effort: Attr<f64> = self.value(limit, "effort");
        let most = effort.or(0.0).abs();
        if most > 0.0 {
            joint.actuatorfrcrange = Attr::new([-most, most], effort.span());
        }
    }
}

/// Names the joints: a single one like the element, those of a planar joint with different suffixes.
fn give_names(name: Option<&Attr<String>>, joints: &mut [Joint]) {
    let Some(name) = name else {
        return;
    };
    let endings: &[&str] = if joints.len() == 3 {
        &["_TX", "_TY", "_RZ"]
    } else {
        &[""]
    };
    for (joint, ending) in joints.iter_mut().zip(endings) {
        joint.name = Attr::new(format!("{}{ending}", name.text()), name.span());
    }
}

/// A joint at the origin of its body.
fn joint(kind: JointType, axis: &Attr<[f64; 3]>, span: Span) -> Joint {
    Joint {
        span,
        kind: Attr::new(kind, span),
        axis: axis.clone(),
        ..Joint::default()
    }
}

/// Two slides along the x and y axes after the shortest rotation of z to the axis, and a hinge about the axis.
fn planar(axis: &Attr<[f64; 3]>, span: Span) -> Vec<Joint> {
    let frame = Quat::z_to_vec(Vec3::from(axis.or([0.0; 3]))).to_mat();
    let along = |k: usize| Attr::new(frame.col(k).to_array(), axis.span());
    vec![
        joint(JointType::Slide, &along(0), span),
        joint(JointType::Slide, &along(1), span),
        joint(JointType::Hinge, axis, span),
    ]
}
