//! Orientations as specified, and comparison of frames.

use synovia_math::{Pose, Quat, Vec3};
use synovia_mjcf::Attr;
use synovia_mjcf::attr::Orientation;
use synovia_model::enums::SameFrame;

use crate::cx::Cx;
use crate::spec::layout::flat::{Placed, Settings};
use crate::spec::layout::orient;

/// Frames closer than this are considered equal.
const EPS: f64 = 1e-6;

/// Whether two positions are equal.
pub(crate) fn same_pos(a: Vec3, b: Vec3) -> bool {
    let d = (a - b).abs();
    d.x < EPS && d.y < EPS && d.z < EPS
}

/// Whether two rotations are equal: a quaternion and its negative are the same rotation.
pub(crate) fn same_quat(a: Quat, b: Quat) -> bool {
    let near = |s: f64| {
        a.to_array()
            .into_iter()
            .zip(b.to_array())
            .all(|(x, y)| (x - s * y).abs() < EPS)
    };
    near(1.0) || near(-1.0)
}

/// The relation of a frame in a body to the body frame and to its inertial frame.
pub(crate) fn same_frame(pose: &Pose, inertial: &Pose) -> SameFrame {
    let turned = !same_quat(pose.quat, Quat::IDENTITY);
    if !turned && same_pos(pose.pos, Vec3::ZERO) {
        SameFrame::Body
    } else if !turned {
        SameFrame::BodyRot
    } else if same_quat(pose.quat, inertial.quat) {
        if same_pos(pose.pos, inertial.pos) {
            SameFrame::Inertia
        } else {
            SameFrame::InertiaRot
        }
    } else {
        SameFrame::None
    }
}

/// The orientation of an element, specified as a quaternion or in another form.
pub(crate) fn orientation(
    cx: &mut Cx<'_>,
    quat: &Attr<[f64; 4]>,
    alt: &Attr<Orientation>,
    settings: &Settings,
) -> Quat {
    let written = as_written(cx, quat, alt, settings);
    if alt.is_set() {
        written
    } else {
        orient::unit(written)
    }
}

/// Like [`orientation`], but the quaternion is not normalised.
pub(crate) fn as_written(
    cx: &mut Cx<'_>,
    quat: &Attr<[f64; 4]>,
    alt: &Attr<Orientation>,
    settings: &Settings,
) -> Quat {
    orient::orientation(quat, alt, settings).unwrap_or_else(|error| {
        cx.error(alt.span(), error.to_string());
        Quat::IDENTITY
    })
}

/// The pose of an element in its body: `pose`, composed with the frame around it.
pub(crate) fn in_frame<T>(placed: &Placed<T>, pose: Pose) -> Pose {
    if placed.has_frame {
        orient::accumulate(&placed.frame, &pose)
    } else {
        pose
    }
}
