//! Transforms between the room, where the eyes are, and the model, which may be moved, rotated and scaled in it.
//!
//! ```text
//! room = s (t + R model)        if the transform is enabled                                    (1)
//! ```

use synovia_math::{MIN_VAL, Mat3, Pose, Quat, Vec3};

use crate::error::SceneError;
use crate::records::GlCamera;
use crate::scene::Scene;
use crate::single;

/// The midpoint of the two eyes: position, view direction and up direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eye {
    /// Position.
    pub pos: Vec3,
    /// View direction.
    pub forward: Vec3,
    /// Up direction of the image.
    pub up: Vec3,
}

impl Scene {
    /// The pose of the model in the room without its scale; `None` if the transform is disabled.
    fn model_pose(&self) -> Result<Option<Pose>, SceneError> {
        // a NaN scale fails, too
        if f64::from(self.scale) < MIN_VAL {
            return Err(SceneError::Scale);
        }
        let pose = Pose {
            pos: single::wide(self.translate),
            quat: single::wide_quat(self.rotate),
        };
        Ok((self.enabletransform != 0).then_some(pose))
    }

    /// A pose in the room, relative to the model; the inverse of equation (1).
    #[doc(alias = "mjv_room2model")]
    pub fn room2model(&self, room: &Pose) -> Result<Pose, SceneError> {
        let Some(pose) = self.model_pose()? else {
            return Ok(*room);
        };
        let mut out = pose.inverse().compose(room);
        out.pos *= 1.0 / f64::from(self.scale);
        Ok(out)
    }

    /// A pose in the model, relative to the room, equation (1).
    #[doc(alias = "mjv_model2room")]
    pub fn model2room(&self, model: &Pose) -> Result<Pose, SceneError> {
        let Some(pose) = self.model_pose()? else {
            return Ok(*model);
        };
        let mut out = pose.compose(model);
        out.pos *= f64::from(self.scale);
        Ok(out)
    }

    fn check_near(&self) -> Result<(), SceneError> {
        let too_near = |camera: &GlCamera| f64::from(camera.frustum_near) < MIN_VAL;
        if self.camera.iter().any(too_near) {
            return Err(SceneError::FrustumNear);
        }
        Ok(())
    }

    /// The midpoint of the two eyes, in the model.
    #[doc(alias = "mjv_cameraInModel")]
    pub fn camera_in_model(&self) -> Result<Eye, SceneError> {
        self.check_near()?;
        let (mut pos, mut forward, mut up) = (Vec3::ZERO, Vec3::ZERO, Vec3::ZERO);
        for camera in &self.camera {
            let ahead = single::wide(camera.forward).normalized();
            let above = single::wide(camera.up).normalized();
            let left = above.cross(ahead).normalized();
            let room = Pose {
                pos: single::wide(camera.pos),
                quat: Quat::from_mat(&Mat3::from_cols(left, above, ahead)),
            };
            let model = self.room2model(&room)?;
            let mat = model.quat.to_mat();
            pos += model.pos * 0.5;
            forward += mat.col(2) * 0.5;
            up += mat.col(1) * 0.5;
        }
        Ok(Eye {
            pos,
            forward: forward.normalized(),
            up: up.normalized(),
        })
    }

    /// The midpoint of the two eyes, in the room.
    #[doc(alias = "mjv_cameraInRoom")]
    pub fn camera_in_room(&self) -> Result<Eye, SceneError> {
        self.check_near()?;
        let mean = |of: fn(&GlCamera) -> [f32; 3]| {
            let [left, right] = &self.camera;
            single::wide(of(left)) * 0.5 + single::wide(of(right)) * 0.5
        };
        Ok(Eye {
            pos: mean(|camera| camera.pos),
            forward: mean(|camera| camera.forward).normalized(),
            up: mean(|camera| camera.up).normalized(),
        })
    }

    /// The height of the image at unit distance, or at any distance for orthographic cameras; the mean of both eyes.
    #[doc(alias = "mjv_frustumHeight")]
    pub fn frustum_height(&self) -> Result<f64, SceneError> {
        let [left, right] = &self.camera;
        if left.orthographic != right.orthographic {
            return Err(SceneError::MixedProjections);
        }
        let height = |camera: &GlCamera| camera.frustum_top - camera.frustum_bottom;
        // order: sums in single precision
        let sum = if left.orthographic == 0 {
            self.check_near()?;
            height(left) / left.frustum_near + height(right) / right.frustum_near
        } else {
            height(left) + height(right)
        };
        Ok(0.5 * f64::from(sum))
    }
}

/// Rotates a vector about the vertical, by the rotation from the y axis to the horizontal direction of `forward`.
#[doc(alias = "mjv_alignToCamera")]
pub fn align_to_camera(vec: Vec3, forward: Vec3) -> Vec3 {
    let length = (forward.x * forward.x + forward.y * forward.y).sqrt();
    let (x, y) = if length < MIN_VAL {
        (1.0, 0.0)
    } else {
        let scale = 1.0 / length;
        (forward.x * scale, forward.y * scale)
    };
    Vec3::new(vec.x * y + vec.y * x, vec.x * -x + vec.y * y, vec.z)
}

/// The mean of two cameras.
#[doc(alias = "mjv_averageCamera")]
pub fn average_camera(left: &GlCamera, right: &GlCamera) -> Result<GlCamera, SceneError> {
    if left.orthographic != right.orthographic {
        return Err(SceneError::MixedProjections);
    }
    let sum = |of: fn(&GlCamera) -> [f32; 3]| single::wide(of(left)) + single::wide(of(right));
    let forward = sum(|camera| camera.forward).normalized();
    let up = sum(|camera| camera.up);
    let up = (up + forward * -up.dot(forward)).normalized();
    let mean = |of: fn(&GlCamera) -> f32| 0.5 * (of(left) + of(right));
    Ok(GlCamera {
        pos: single::vector(sum(|camera| camera.pos) * 0.5),
        forward: single::vector(forward),
        up: single::vector(up),
        frustum_center: mean(|camera| camera.frustum_center),
        frustum_width: mean(|camera| camera.frustum_width),
        frustum_bottom: mean(|camera| camera.frustum_bottom),
        frustum_top: mean(|camera| camera.frustum_top),
        frustum_near: mean(|camera| camera.frustum_near),
        frustum_far: mean(|camera| camera.frustum_far),
        orthographic: left.orthographic,
    })
}
