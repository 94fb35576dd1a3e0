//! How objects move, and forces at points.
//!
//! ```text
//! velocity        (ω, ẋ) of the frame at its origin
//! acceleration    (ω̇, ẍ),   ẍ = a + ω × ẋ           a the spatial acceleration at the origin     (1)
//! ```
//!
//! Gravity is part of the acceleration: what rests on the ground accelerates upwards, as an accelerometer says.

use synovia_math::{Mat3, Spatial, Vec3};
use synovia_model::Model;
use synovia_model::enums::ObjType;
use synovia_model::id::{BodyId, CameraId, GeomId, SiteId};

use crate::data::{Data, Kin};
use crate::position::jacobian::{BodyPoint, apply_wrench};
use crate::post_constraint::object_acceleration;
use crate::velocity::object::{Frame, object_velocity};

/// Something with a frame that moves with a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object {
    /// The inertial frame of a body.
    Body(BodyId),
    /// The frame of a body.
    XBody(BodyId),
    /// A geom.
    Geom(GeomId),
    /// A site.
    Site(SiteId),
    /// A camera.
    Camera(CameraId),
}

impl Object {
    /// Object number `id` of type `kind`; nothing if the type has no frame or the number is out of range.
    pub fn new(model: &Model, kind: ObjType, id: i32) -> Option<Self> {
        let (object, count) = match kind {
            ObjType::Body => (Self::Body(BodyId(id)), model.body.len()),
            ObjType::XBody => (Self::XBody(BodyId(id)), model.body.len()),
            ObjType::Geom => (Self::Geom(GeomId(id)), model.geom.len()),
            ObjType::Site => (Self::Site(SiteId(id)), model.site.len()),
            ObjType::Camera => (Self::Camera(CameraId(id)), model.camera.len()),
            _ => return None,
        };
        usize::try_from(id)
            .is_ok_and(|k| k < count)
            .then_some(object)
    }

    /// The body it moves with, its origin and its axes.
    pub fn frame<'a>(&self, model: &Model, kin: &'a Kin) -> (BodyId, Vec3, &'a Mat3) {
        match *self {
            Self::Body(b) => (b, kin.xipos[b], &kin.ximat[b]),
            Self::XBody(b) => (b, kin.xpos[b], &kin.xmat[b]),
            Self::Geom(g) => (model.geom.bodyid[g], kin.geom_xpos[g], &kin.geom_xmat[g]),
            Self::Site(s) => (model.site.bodyid[s], kin.site_xpos[s], &kin.site_xmat[s]),
            Self::Camera(c) => (model.camera.bodyid[c], kin.cam_xpos[c], &kin.cam_xmat[c]),
        }
    }
}

/// Velocity of an object at its origin: rotation, translation; in its own axes if `local`.
///
/// Reads `kin`, `com`, `vel.cvel`.
#[doc(alias = "mj_objectVelocity")]
pub fn velocity(model: &Model, data: &Data, object: Object, local: bool) -> Spatial {
    let (body, pos, axes) = object.frame(model, &data.kin);
    let axes = local.then_some(axes);
    object_velocity(model, &data.com, &data.vel, Frame { body, pos, axes })
}

/// Acceleration of an object at its origin, equation (1): rotation, translation; in its own axes if `local`.
///
/// Reads `kin`, `com`, `vel.cvel` and `force.cacc`, which [`crate::post_constraint::post_constraint`] writes.
#[doc(alias = "mj_objectAcceleration")]
pub fn acceleration(model: &Model, data: &Data, object: Object, local: bool) -> Spatial {
    let (body, pos, axes) = object.frame(model, &data.kin);
    let axes = local.then_some(axes);
    let frame = Frame { body, pos, axes };
    object_acceleration(model, &data.com, &data.vel, &data.force, frame)
}

/// Adds the generalised force of a force and a torque at a point of a body to `qfrc`.
#[doc(alias = "mj_applyFT")]
pub fn apply_ft(
    model: &Model,
    data: &Data,
    at: BodyPoint,
    force: Vec3,
    torque: Vec3,
    qfrc: &mut [f64],
) {
    apply_wrench(model, &data.com, at, force, torque, qfrc);
}
