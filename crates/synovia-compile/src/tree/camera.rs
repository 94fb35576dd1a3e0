//! Cameras: pose and intrinsics.
//!
//! Intrinsics can be specified in length units or in pixels; with a sensor of size `s` and `n` pixels
//!
//! ```text
//! length = pixels · s / n,     fovy = 2 atan(s_y / 2 f_y)                            (1)
//! ```

use core::f64::consts::PI;

use synovia_math::{Pose, Vec3};
use synovia_mjcf::Attr;
use synovia_model::enums::ObjType;
use synovia_model::{BodyId, Model};

use super::{CameraNode, Tree, pose, user};
use crate::cx::Cx;
use crate::spec::layout::orient;

/// Derives camera `src` of the flat model.
pub(crate) fn build(cx: &mut Cx<'_>, src: usize) -> CameraNode {
    let flat = cx.flat;
    let placed = &flat.cameras[src];
    let (el, settings) = (&placed.el, &flat.settings[placed.settings]);
    let own = el.values();

    // the quaternion is normalised only after frames are composed, as in the reference
    let quat = pose::as_written(cx, &el.quat, &el.alt, settings);
    let local = Pose::new(Vec3::from(own.pos), quat);
    let mut pose = pose::in_frame(placed, local);
    pose.quat = orient::unit(pose.quat);

    let mut fovy = own.fovy;
    if fovy >= 180.0 {
        cx.error(el.fovy.span(), "camera fovy: must be smaller than 180");
    }

    // focal lengths and principal point, specified in length units or in pixels
    let (focal, focalpixel) = (own.focal, own.focalpixel);
    let (principal, principalpixel) = (own.principal, own.principalpixel);
    let resolution = own.resolution;
    let sensor = own.sensorsize;
    // all intrinsics need the size of the sensor, and that a resolution
    let has_sensor = sensor[0] > 0.0 && sensor[1] > 0.0;
    let has_intrinsic = [focal, focalpixel, principal, principalpixel]
        .iter()
        .any(|pair| *pair != [0.0; 2]);
    if has_intrinsic && !has_sensor {
        cx.error(
            el.span,
            "camera: focal and principal need sensorsize; set it",
        );
    }
    if has_sensor && resolution.iter().any(|&n| n <= 0) {
        cx.error(
            el.resolution.span(),
            "camera resolution: sensorsize needs a positive resolution",
        );
    }

    let intrinsic = if has_sensor {
        // pixels per length unit; values in pixels win
        let density = [
            resolution[0] as f32 / sensor[0],
            resolution[1] as f32 / sensor[1],
        ];
        let pick = |pixel: f32, length: f32, axis: usize| {
            if pixel == 0.0 {
                length
            } else {
                pixel / density[axis]
            }
        };
        let lengths = [
            pick(focalpixel[0], focal[0], 0),
            pick(focalpixel[1], focal[1], 1),
            pick(principalpixel[0], principal[0], 0),
            pick(principalpixel[1], principal[1], 1),
        ];
        // the field of view follows from the sensor height and the focal length
        fovy = libm::atan2f(sensor[1] / 2.0, lengths[1]) as f64 * 360.0 / PI;
        lengths
    } else {
        // without a sensor, the frustum is described at the near plane
        let near = flat.vis.map.znear;
        let [_, _, x, y] = el.intrinsic;
        [near, near, x, y]
    };

    CameraNode {
        src,
        body: placed.body,
        pose,
        fovy,
        intrinsic,
    }
}

/// The target body of a camera or light; `BodyId::NONE` if it has no target.
pub(crate) fn target(cx: &mut Cx<'_>, name: &Attr<String>, element: &str) -> BodyId {
    if name.text().is_empty() {
        return BodyId::NONE;
    }
    cx.resolve(ObjType::Body, name, element)
        .map(BodyId::new)
        .into()
}

/// Fills the table of cameras.
pub(crate) fn fill(cx: &mut Cx<'_>, tree: &Tree, model: &mut Model) {
    let flat = cx.flat;
    for node in &tree.cameras {
        let el = &flat.cameras[node.src].el;
        let own = el.values();
        let row = &mut model.camera;
        row.mode.push(own.mode);
        row.bodyid.push(BodyId::new(node.body));
        row.targetbodyid.push(target(cx, &el.target, "camera"));
        row.pos.push(node.pose.pos);
        row.quat.push(node.pose.quat);
        row.projection.push(own.projection);
        row.fovy.push(node.fovy);
        row.ipd.push(own.ipd);
        row.resolution.push(own.resolution);
        row.output.push(own.output.0);
        row.sensorsize.push(own.sensorsize);
        row.intrinsic.push(node.intrinsic);
    }
    model.size.ncam = tree.cameras.len() as i64;
    let rows = tree
        .cameras
        .iter()
        .map(|node| user::row(&flat.cameras[node.src].el.user));
    let (rows, user) = (rows.collect::<Vec<_>>(), &mut model.camera.user);
    model.size.nuser_cam = user::fill(cx, "cam", &flat.size.nuser_cam, &rows, user);
}
