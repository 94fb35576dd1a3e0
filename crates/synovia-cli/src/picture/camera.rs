//! Where a picture is taken from.

use synovia::Data;
use synovia::engine::ray::Ray;
use synovia::math::Vec3;
use synovia::model::Model;
use synovia::model::id::CameraId;

use super::Size;

/// A pinhole camera.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Camera {
    /// Where it is.
    pub from: Vec3,
    /// To the right of the picture, upwards in it, and where it looks.
    axes: [Vec3; 3],
    /// Half the height of the picture at distance 1.
    reach: f64,
}

impl Camera {
    /// The free camera as the model sets it: around the centre of the statistics.
    pub(crate) fn free(model: &Model) -> Self {
        let global = &model.vis.global;
        let [azimuth, elevation] =
            [global.azimuth, global.elevation].map(|a| f64::from(a).to_radians());
        let (sin_a, cos_a) = (libm::sin(azimuth), libm::cos(azimuth));
        let (sin_e, cos_e) = (libm::sin(elevation), libm::cos(elevation));
        let look = Vec3::new(cos_e * cos_a, cos_e * sin_a, sin_e);
        let right = Vec3::new(sin_a, -cos_a, 0.0);
        Self {
            from: model.stat.center - look * (1.5 * model.stat.extent),
            axes: [right, right.cross(look), look],
            reach: libm::tan(0.5 * f64::from(global.fovy).to_radians()),
        }
    }

    /// A camera of the model.
    pub(crate) fn fixed(model: &Model, data: &Data, camera: CameraId) -> Self {
        let mat = &data.kin.cam_xmat[camera];
        Self {
            from: data.kin.cam_xpos[camera],
            axes: [mat.col(0), mat.col(1), -mat.col(2)],
            reach: libm::tan(0.5 * model.camera.fovy[camera].to_radians()),
        }
    }

    /// The ray through a place of the picture, in pixels from its upper left corner; of length 1.
    pub(crate) fn ray(&self, size: Size, x: f64, y: f64) -> Ray {
        let half = 0.5 * size.height as f64;
        let across = (x - 0.5 * size.width as f64) / half * self.reach;
        let up = (half - y) / half * self.reach;
        let [right, upwards, look] = self.axes;
        Ray {
            from: self.from,
            dir: (look + right * across + upwards * up).normalized(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_the_picture_is_the_centre_of_the_model() {
        let model = crate::demo::model().unwrap();
        let camera = Camera::free(&model);
        let size = Size {
            width: 80,
            height: 60,
        };
        let ray = camera.ray(size, 40.0, 30.0);
        let way = model.stat.center - camera.from;
        assert!((way.normalized() - ray.dir).norm() < 1e-12);
        // further up in the picture is further up in the world
        assert!(camera.ray(size, 40.0, 10.0).dir.z > ray.dir.z);
        let [a, b, c] = camera.axes;
        assert!((a.cross(b) + c).norm() < 1e-12 && a.z == 0.0);
    }
}
