//! Rays through the pixels of a camera.
//!
//! The centre of pixel `(row, column)`, numbered from the upper left, is at
//!
//! ```text
//! u = (column + ½ − c_x) / f_x,     w = −(row + ½ − c_y) / f_y                                 (1)
//! perspective     from the camera along R (u, w, −1)
//! orthographic    from the camera + R (u, w, 0) e/2 along −z      e: height of the image
//! ```

use synovia_geom::ray::Ray;
use synovia_math::Vec3;
use synovia_model::Model;
use synovia_model::enums::Projection;
use synovia_model::id::CameraId;

use crate::data::Kin;

/// The pixels of a posed camera.
#[derive(Clone, Copy, Debug)]
pub struct Pixels<'a> {
    pos: Vec3,
    mat: &'a synovia_math::Mat3,
    /// Focal lengths in pixels.
    focal: [f64; 2],
    /// The principal point in pixels.
    center: [f64; 2],
    /// Half the height of an orthographic image; `None` for a perspective one.
    half_extent: Option<f64>,
}

impl<'a> Pixels<'a> {
    /// The pixels of camera `c`.
    ///
    /// Reads `kin`.
    #[doc(alias = "mju_camIntrinsics")]
    pub fn new(model: &Model, kin: &'a Kin, c: CameraId) -> Self {
        let camera = &model.camera;
        let resolution = camera.resolution[c];
        let [width, height] = resolution.map(f64::from);
        let middle = [width / 2.0, height / 2.0];
        let (size, lens) = (camera.sensorsize[c], camera.intrinsic[c]);
        let (focal, center) = if camera.projection[c] == Projection::Orthographic {
            (middle, middle)
        } else if size[0] != 0.0 && size[1] != 0.0 {
            // order: single precision, as the columns have
            let pixels = |k: usize, length: f32| f64::from(length / size[k] * resolution[k] as f32);
            (
                [pixels(0, lens[0]), pixels(1, lens[1])],
                [pixels(0, lens[2]), pixels(1, lens[3])],
            )
        } else {
            let half_angle = camera.fovy[c] * core::f64::consts::PI / 360.0;
            ([0.5 / libm::tan(half_angle) * height; 2], middle)
        };
        let orthographic = camera.projection[c] == Projection::Orthographic;
        Self {
            pos: kin.cam_xpos[c],
            mat: &kin.cam_xmat[c],
            focal,
            center,
            half_extent: orthographic.then(|| camera.fovy[c] / 2.0),
        }
    }

    /// The ray through a pixel, of unit length; equation (1).
    #[doc(alias = "mju_camPixelRay")]
    pub fn ray(&self, row: usize, column: usize) -> Ray {
        let x = column as f64 + 0.5 - self.center[0];
        let y = row as f64 + 0.5 - self.center[1];
        let (u, w) = (x / self.focal[0], -y / self.focal[1]);
        match self.half_extent {
            None => Ray {
                from: self.pos,
                dir: (*self.mat * Vec3::new(u, w, -1.0)).normalized(),
            },
            Some(half) => Ray {
                from: self.pos + *self.mat * Vec3::new(u * half, w * half, 0.0),
                dir: -self.mat.col(2),
            },
        }
    }
}
