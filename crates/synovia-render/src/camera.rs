//! The camera: view and projection matrices, with a reversed depth range.
//!
//! Reversed depth keeps single precision accurate far away: with `n` and `f` the distances of the near and far planes and `d`
//! that of a point,
//!
//! ```text
//! z = n (f − d) / (d (f − n)),   1 at the near plane and 0 at the far plane                                          (1)
//! ```

use synovia_math::fearless_simd::{Simd, f32x8, prelude::*};
use synovia_scene::{Scene, average_camera};

use crate::matrix::{
    Mat4, Vec3, add, dot, frustum, look_at, orthographic, reversed_depth, scale, sub,
};

/// Smallest distance of the near plane with which anything is drawn.
const NEAREST: f32 = 1e-15;

/// View and projection of a camera.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CameraView {
    /// Clip space from eye space.
    pub(crate) projection: Mat4,
    /// Eye space from world space.
    pub(crate) eye: Mat4,
    /// Midpoint of the two eyes in world space.
    pub(crate) eye_pos: Vec3,
    /// Distances of the near and far planes.
    pub(crate) range: [f32; 2],
    /// Orthographic instead of perspective.
    pub(crate) orthographic: bool,
}

/// Rotation matrix of a quaternion, row-major.
fn rotation(q: [f32; 4]) -> [f32; 9] {
    let [w, x, y, z] = q.map(f64::from);
    [
        w * w + x * x - y * y - z * z,
        2.0 * (x * y - w * z),
        2.0 * (x * z + w * y),
        2.0 * (x * y + w * z),
        w * w - x * x + y * y - z * z,
        2.0 * (y * z - w * x),
        2.0 * (x * z - w * y),
        2.0 * (y * z + w * x),
        w * w - x * x - y * y + z * z,
    ]
    .map(|e| e as f32)
}

/// The transform that the scene applies to the model, if enabled: scale, rotation, translation.
fn room(scene: &Scene) -> Mat4 {
    if scene.enabletransform == 0 {
        return Mat4::IDENTITY;
    }
    let turn = rotation(scene.rotate).map(|e| scene.scale * e);
    Mat4::rigid(&turn, scene.translate)
}

/// The midpoint of the two eyes in the model's frame.
fn eye_pos(scene: &Scene) -> Vec3 {
    let middle = scale(add(scene.camera[0].pos, scene.camera[1].pos), 0.5);
    if scene.enabletransform == 0 {
        return middle;
    }
    let turn = rotation(scene.rotate);
    let d = sub(middle, scene.translate);
    let back: Vec3 = core::array::from_fn(|k| dot([turn[k], turn[3 + k], turn[6 + k]], d));
    scale(back, 1.0 / scene.scale)
}

impl CameraView {
    /// The view of one eye (0 or 1), or of the mean of both; `None` if its frustum is empty.
    pub(crate) fn new(scene: &Scene, eye: Option<usize>, size: [usize; 2]) -> Option<Self> {
        // a perspective and an orthographic eye have no mean: the left one is used
        let [left, right] = &scene.camera;
        let mean = average_camera(left, right).unwrap_or(*left);
        let camera = eye.map_or(mean, |e| scene.camera[e.min(1)]);
        let (near, far) = (camera.frustum_near, camera.frustum_far);
        if !(mean.frustum_near >= NEAREST && near >= NEAREST && far > near && far.is_finite()) {
            return None;
        }
        let tall = camera.frustum_top - camera.frustum_bottom;
        let half = if camera.frustum_width == 0.0 {
            0.5 * size[0] as f32 / size[1] as f32 * tall
        } else {
            camera.frustum_width
        };
        let x = [camera.frustum_center - half, camera.frustum_center + half];
        let y = [camera.frustum_bottom, camera.frustum_top];
        let make = if camera.orthographic == 0 {
            frustum
        } else {
            orthographic
        };
        let projection = reversed_depth().mul(&make(x, y, near, far));
        let eye = look_at(camera.pos, camera.forward, camera.up).mul(&room(scene));
        let all = projection.0.iter().chain(&eye.0);
        all.copied().all(f32::is_finite).then_some(Self {
            projection,
            eye,
            eye_pos: eye_pos(scene),
            range: [mean.frustum_near, mean.frustum_far],
            orthographic: camera.orthographic != 0,
        })
    }

    /// The distance along the view direction of a point with depth `z`.
    #[inline]
    pub(crate) fn distance(&self, z: f32) -> f32 {
        let p = &self.projection.0;
        if self.orthographic {
            (p[14] - z) / p[10]
        } else {
            p[14] / (z + p[10])
        }
    }
}

impl CameraView {
    /// As [`CameraView::distance`], for several pixels at once.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for several vector units")]
    pub(crate) fn distances<S: Simd>(&self, simd: S, z: f32x8<S>) -> f32x8<S> {
        let p = &self.projection.0;
        let shift = f32x8::splat(simd, p[14]);
        if self.orthographic {
            (shift - z) / p[10]
        } else {
            shift / (z + p[10])
        }
    }
}

#[cfg(test)]
mod tests {
    use synovia_scene::GlCamera;

    use super::*;

    fn scene() -> Scene {
        let mut scene = Scene::new(None, 0);
        for camera in &mut scene.camera {
            *camera = GlCamera {
                pos: [0.0, 0.0, 2.0],
                forward: [0.0, 0.0, -1.0],
                up: [0.0, 1.0, 0.0],
                frustum_bottom: -0.1,
                frustum_top: 0.1,
                frustum_near: 0.1,
                frustum_far: 10.0,
                ..GlCamera::default()
            };
        }
        scene
    }

    #[test]
    fn depth_follows_its_formula_and_gives_the_distance_back() {
        let view = CameraView::new(&scene(), None, [64, 64]).unwrap();
        for d in [0.1f32, 0.5, 2.0, 9.0] {
            let p = view.projection.point(view.eye.affine([0.0, 0.0, 2.0 - d]));
            let z = p[2] / p[3];
            let formula = 0.1 * (10.0 - d) / (d * 9.9);
            assert!((z - formula).abs() < 1e-6, "{z} {formula}");
            assert!((view.distance(z) / d - 1.0).abs() < 1e-3);
        }
    }

    #[test]
    fn an_invalid_frustum_gives_no_view() {
        for change in [
            |c: &mut GlCamera| c.frustum_near = 0.0,
            |c: &mut GlCamera| c.frustum_far = f32::NAN,
            |c: &mut GlCamera| c.pos[0] = f32::INFINITY,
            |c: &mut GlCamera| c.frustum_top = c.frustum_bottom,
        ] {
            let mut s = scene();
            s.camera.iter_mut().for_each(change);
            assert!(CameraView::new(&s, None, [8, 8]).is_none());
        }
    }

    #[test]
    fn a_scene_moved_with_its_camera_is_seen_from_the_same_place() {
        let mut s = scene();
        s.enabletransform = 1;
        s.scale = 2.0;
        s.translate = [1.0, 0.0, 0.0];
        s.rotate = [0.5f32.sqrt(), 0.0, 0.0, 0.5f32.sqrt()];
        s.camera.iter_mut().for_each(|c| c.pos = [1.0, 2.0, 0.0]);
        let view = CameraView::new(&s, None, [8, 8]).unwrap();
        for (k, expected) in [1.0, 0.0, 0.0].into_iter().enumerate() {
            assert!((view.eye_pos[k] - expected).abs() < 1e-6);
        }
    }
}
