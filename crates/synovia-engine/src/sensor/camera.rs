//! Position of a site in the image of a camera.
//!
//! With `p = Rᵀ(x − c)` in the frame of the camera, which looks along −z, and `w × h` pixels numbered from the upper left:
//!
//! ```text
//! u = (−f_x p_x + ½w p_z) / p_z,     v = (f_y p_y + ½h p_z) / p_z                              (1)
//! f = ½h / tan(½ fovy)               or from the size of the sensor and its focal length
//! ```

use synovia_math::MIN_VAL;
use synovia_model::Model;
use synovia_model::enums::ObjType;
use synovia_model::id::{CameraId, SensorId};

use super::{Sensed, put};
use crate::velocity::object::Object;

/// The pixel, equation (1).
pub(crate) fn read(model: &Model, now: &Sensed<'_>, s: SensorId, out: &mut [f64]) {
    let find = |kind, id| Object::find(model, now.kin, kind, id);
    let site = find(ObjType::Site, model.sensor.objid[s]);
    let camera = find(ObjType::Camera, model.sensor.refid[s]);
    let (Some(site), Some(camera)) = (site, camera) else {
        return out.fill(f64::NAN);
    };
    let c = CameraId(model.sensor.refid[s]);
    let [width, height] = model.camera.resolution[c].map(f64::from);
    let [fx, fy] = focal_lengths(model, c);
    let p = camera.mat.transpose_mul(site.pos - camera.pos);
    let depth = if p.z.abs() < MIN_VAL {
        MIN_VAL.copysign(if p.z < 0.0 { -1.0 } else { 1.0 })
    } else {
        p.z
    };
    let u = (-fx * p.x + width / 2.0 * p.z) / depth;
    let v = (fy * p.y + height / 2.0 * p.z) / depth;
    // without a focal length every entry of the projection matrix is 0 · ∞
    let sharp = fx.is_finite() && fy.is_finite();
    put(out, &if sharp { [u, v] } else { [f64::NAN; 2] });
}

/// Focal lengths in pixels.
fn focal_lengths(model: &Model, c: CameraId) -> [f64; 2] {
    let (size, focal) = (model.camera.sensorsize[c], model.camera.intrinsic[c]);
    let resolution = model.camera.resolution[c];
    if size[0] != 0.0 && size[1] != 0.0 {
        // order: single precision, as the columns have
        [0, 1].map(|k| f64::from(focal[k] / size[k] * resolution[k] as f32))
    } else {
        let half = model.camera.fovy[c] * core::f64::consts::PI / 360.0;
        [0.5 / libm::tan(half) * f64::from(resolution[1]); 2]
    }
}
