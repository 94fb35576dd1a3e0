//! Cameras.

use synovia_math::{Mat3, Quat, Vec3};

use crate::column::{Col, Grid};
use crate::enums::{CamLight, Projection};
use crate::id::{BodyId, CameraId};
use crate::table::table;

table! {
    /// Cameras attached to bodies, looking along their −z axis.
    pub struct CameraTable of named CameraId {
        /// How the camera follows its body or target.
        mode: Col<CameraId, CamLight> = "cam_mode" ["ncam"],
        /// Body that carries the camera.
        bodyid: Col<CameraId, BodyId> = "cam_bodyid" ["ncam"],
        /// Body to look at in the targeting modes; −1 if none.
        targetbodyid: Col<CameraId, BodyId> = "cam_targetbodyid" ["ncam"],
        /// Origin in the body frame \[m\].
        pos: Col<CameraId, Vec3> = "cam_pos" ["ncam x 3"],
        /// Orientation in the body frame.
        quat: Col<CameraId, Quat> = "cam_quat" ["ncam x 4"],
        /// World offset from the subtree's center of mass at the reference pose \[m\].
        poscom0: Col<CameraId, Vec3> = "cam_poscom0" ["ncam x 3"],
        /// World offset from the body at the reference pose \[m\].
        pos0: Col<CameraId, Vec3> = "cam_pos0" ["ncam x 3"],
        /// World orientation at the reference pose.
        mat0: Col<CameraId, Mat3> = "cam_mat0" ["ncam x 9"],
        /// Perspective or orthographic.
        projection: Col<CameraId, Projection> = "cam_projection" ["ncam"],
        /// Vertical field of view: an angle \[deg\], or a length \[m\] if orthographic.
        fovy: Col<CameraId, f64> = "cam_fovy" ["ncam"],
        /// Distance between the pupils of a stereo pair \[m\].
        ipd: Col<CameraId, f64> = "cam_ipd" ["ncam"],
        /// Width and height of the image in pixels.
        resolution: Col<CameraId, [i32; 2]> = "cam_resolution" ["ncam x 2"],
        /// What the camera renders, bits of [`mjtCamOutBit`](crate::enums::CamOut).
        output: Col<CameraId, i32> = "cam_output" ["ncam"],
        /// Width and height of the sensor \[m\].
        sensorsize: Col<CameraId, [f32; 2]> = "cam_sensorsize" ["ncam x 2"],
        /// Focal lengths and principal point \[m\].
        intrinsic: Col<CameraId, [f32; 4]> = "cam_intrinsic" ["ncam x 4"],
        /// User data.
        user: Grid<CameraId, f64> = "cam_user" ["ncam x nuser_cam"],
    }
}
