//! Joints: boxes for free joints, spheres for ball joints, and arrows along the axes of slides and hinges.

use synovia_model::enums::ConstraintType;
use synovia_model::{GeomType, JointType, ObjType};

use crate::builder::{Builder, in_group};
use crate::color;
use crate::enums::{label, vis};

pub(crate) fn add(cx: &mut Builder<'_>) {
    if !cx.shows(vis::JOINT) {
        return;
    }
    let joints = &cx.model.joint;
    let (scale, colors) = (&cx.model.vis.scale, &cx.model.vis.rgba);
    let length = f64::from(scale.jointlength * cx.mean_size());
    let width = f64::from(scale.jointwidth * cx.mean_size());
    for j in joints.ids() {
        if !in_group(cx.options.jointgroup, joints.group[j]) {
            continue;
        }
        let Some(mut geom) = cx.decor(ObjType::Joint, j.index()) else {
            return;
        };
        let kin = &cx.data.kin;
        let anchor = kin.xanchor[j];
        match joints.type_[j] {
            kind @ (JointType::Slide | JointType::Hinge) => {
                let to = anchor + kin.xaxis[j] * length;
                geom.connect(arrow(kind), width, anchor, to);
            }
            kind => {
                geom.kind = solid(kind);
                geom.size = [(0.3 * length) as f32; 3];
                geom.place(anchor, &kin.xmat[joints.bodyid[j]]);
            }
        }
        // towards its limit it takes the colour of a constraint
        let kind = ConstraintType::LimitJoint.to_i32();
        let impedance = cx.limit_impedance(kind, j.index());
        let [r, g, b, _] = color::between(colors.joint, colors.constraint, impedance);
        geom.rgba = [r, g, b, 1.0];
        cx.name(&mut geom, label::JOINT, ObjType::Joint, j.index());
        cx.put(geom);
    }
}

/// The arrow of a slide or hinge.
pub(super) fn arrow(kind: JointType) -> GeomType {
    if kind == JointType::Slide {
        GeomType::Arrow
    } else {
        GeomType::Arrow1
    }
}

/// The shape of a ball or free joint.
pub(super) fn solid(kind: JointType) -> GeomType {
    if kind == JointType::Ball {
        GeomType::Sphere
    } else {
        GeomType::Box
    }
}
