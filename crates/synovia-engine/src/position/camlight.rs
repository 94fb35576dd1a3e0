//! Cameras and lights: fixed, tracking, or looking at a body.
//!
//! | mode          | position                       | orientation                                 |
//! |---------------|--------------------------------|---------------------------------------------|
//! | fixed         | fixed to its body              | fixed to its body                           |
//! | track         | body origin + reference offset | that of the reference pose                  |
//! | trackcom      | subtree com + reference offset | that of the reference pose                  |
//! | targetbody    | fixed to its body              | looks at the target body, upright           |
//! | targetbodycom | fixed to its body              | looks at the subtree com of the target body |

use synovia_math::{Mat3, Vec3};
use synovia_model::Model;
use synovia_model::enums::{CamLight, SleepState};
use synovia_model::id::BodyId;

use super::kinematics::point_on;
use crate::data::{ComFrame, Islands, Kin};
use crate::sleep::Awake;

/// Poses of cameras and lights.
///
/// Reads the body poses of `kin` and `com.subtree_com`; writes the camera and light columns of `kin`.
#[doc(alias = "mj_camlight")]
pub(crate) fn camlight(
    model: &Model,
    com: &ComFrame,
    island: &Islands,
    awake: &Awake,
    kin: &mut Kin,
) {
    let partial = awake.is_partial(model);
    // a camera or light on a sleeping body that targets no moving body keeps its pose
    let still = |b: BodyId, target: BodyId| {
        let moves = |b: BodyId| island.body_awake[b] == SleepState::Awake.0;
        partial && !moves(b) && !target.get().is_some_and(moves)
    };
    let (camera, light) = (&model.camera, &model.light);
    cameras(model, com, kin, |c| {
        (!still(camera.bodyid[c], camera.targetbodyid[c])).then_some(camera.mode[c])
    });
    lights(model, com, kin, |l| {
        (!still(light.bodyid[l], light.targetbodyid[l])).then_some(light.mode[l])
    });
}

/// Poses of cameras; `mode` returns the mode of each, or `None` if it keeps its pose.
pub(crate) fn cameras(
    model: &Model,
    com: &ComFrame,
    kin: &mut Kin,
    mode: impl Fn(synovia_model::id::CameraId) -> Option<CamLight>,
) {
    let table = &model.camera;
    for c in table.ids() {
        let Some(mode) = mode(c) else { continue };
        let b = table.bodyid[c];
        // fixed to its body; other modes replace position or orientation
        let mut pos = point_on(kin, b, table.pos[c]);
        let mut mat = (kin.xquat[b] * table.quat[c]).to_mat();
        let target = table.targetbodyid[c].get();
        match mode {
            CamLight::Track => {
                // constant orientation; the position follows the body
                mat = table.mat0[c];
                pos = kin.xpos[b] + table.pos0[c];
            }
            CamLight::TrackCom => {
                // constant orientation; the position follows the centre of mass of the subtree
                mat = table.mat0[c];
                pos = com.subtree_com[b] + table.poscom0[c];
            }
            m @ (CamLight::TargetBody | CamLight::TargetBodyCom) => {
                // looks at the target, if there is one
                if let Some(seen) = target {
                    mat = upright_view(pos, look_at(m, com, kin, seen));
                }
            }
            _ => {}
        }
        kin.cam_xpos[c] = pos;
        kin.cam_xmat[c] = mat;
    }
}

/// Poses of lights; `mode` returns the mode of each, or `None` if it keeps its pose.
pub(crate) fn lights(
    model: &Model,
    com: &ComFrame,
    kin: &mut Kin,
    mode: impl Fn(synovia_model::id::LightId) -> Option<CamLight>,
) {
    let table = &model.light;
    for l in table.ids() {
        let Some(mode) = mode(l) else { continue };
        let b = table.bodyid[l];
        // fixed to its body; other modes replace position or direction
        let mut pos = point_on(kin, b, table.pos[l]);
        let mut dir = kin.xquat[b].rotate(table.dir[l]);
        match mode {
            CamLight::Track => {
                // constant direction; the position follows the body
                dir = table.dir0[l];
                pos = kin.xpos[b] + table.pos0[l];
            }
            CamLight::TrackCom => {
                dir = table.dir0[l];
                pos = com.subtree_com[b] + table.poscom0[l];
            }
            m @ (CamLight::TargetBody | CamLight::TargetBodyCom) => {
                // points at the target, if there is one
                if let Some(seen) = table.targetbodyid[l].get() {
                    dir = look_at(m, com, kin, seen) - pos;
                }
            }
            _ => {}
        }
        kin.light_xpos[l] = pos;
        kin.light_xdir[l] = dir.normalized();
    }
}

/// The point of the target body that the mode looks at.
fn look_at(mode: CamLight, com: &ComFrame, kin: &Kin, seen: BodyId) -> Vec3 {
    if mode == CamLight::TargetBody {
        kin.xpos[seen]
    } else {
        com.subtree_com[seen]
    }
}

/// The frame at `eye` that looks along its −z axis at `point`, with x horizontal.
fn upright_view(eye: Vec3, point: Vec3) -> Mat3 {
    // z points away from the target, x is horizontal, y completes the frame
    let z = (eye - point).normalized();
    let x = Vec3::Z.cross(z).normalized();
    let y = z.cross(x).normalized();
    Mat3::from_cols(x, y, z)
}
