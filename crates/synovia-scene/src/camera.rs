//! Cameras: the eye position and view direction of a [`Camera`], its frustum, and the projections of the two eyes.
//!
//! A free camera looks at a point `p` from the distance `d`, with azimuth `α` and elevation `ε`:
//!
//! ```text
//! forward = (cos ε cos α, cos ε sin α, sin ε),     eye = p − d forward                             (1)
//! ```
//!
//! The near plane, at the distance `n`, extends up and down by `n tan(fovy/2)`, or as specified by the intrinsic parameters of the
//! camera; an orthographic image is `fovy` high.

use core::f64::consts::PI;

use synovia_engine::{Data, gate};
use synovia_math::Vec3;
use synovia_model::id::{BodyId, CameraId};
use synovia_model::{Model, Projection};

use crate::enums::camera;
use crate::error::SceneError;
use crate::records::{Camera, GlCamera};
use crate::scene::Scene;
use crate::single;

/// Position and directions of a camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CameraFrame {
    /// Position of the eye.
    pub pos: Vec3,
    /// View direction.
    pub forward: Vec3,
    /// Up direction of the image.
    pub up: Vec3,
    /// Right direction of the image.
    pub right: Vec3,
}

/// The frustum of a camera: extents on the near plane, as positive numbers, and the clipping distances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frustum {
    /// Downwards and upwards.
    pub vertical: [f32; 2],
    /// To the left and to the right; zero if they follow from the aspect ratio of the image.
    pub horizontal: [f32; 2],
    /// Distances of the near and far planes.
    pub clip: [f32; 2],
}

/// Down and up, left and right on the near plane, from focal lengths and principal point.
pub(crate) fn intrinsic_bounds(
    near: f32,
    intrinsic: [f32; 4],
    sensor: [f32; 2],
) -> ([f32; 2], [f32; 2]) {
    let side = |k: usize| {
        let (focal, principal) = (intrinsic[k], intrinsic[k + 2]);
        let half = sensor[k] / 2.0;
        [
            near / focal * (half - principal),
            near / focal * (half + principal),
        ]
    };
    (side(1), side(0))
}

impl Camera {
    /// A free camera that shows the whole model.
    #[doc(alias = "mjv_defaultFreeCamera")]
    pub fn free_default(model: &Model) -> Self {
        let global = &model.vis.global;
        Self {
            lookat: model.stat.center.to_array(),
            distance: 1.5 * model.stat.extent,
            azimuth: f64::from(global.azimuth),
            elevation: f64::from(global.elevation),
            orthographic: global.orthographic,
            ..Self::default()
        }
    }

    /// The model camera of a fixed camera.
    fn fixed(&self, model: &Model) -> Result<CameraId, SceneError> {
        let known = CameraId(self.fixedcamid).get();
        known
            .filter(|c| c.index() < model.camera.len())
            .ok_or(SceneError::FixedCamera(self.fixedcamid))
    }

    /// The body that a tracking camera follows.
    fn tracked(&self, model: &Model) -> Result<BodyId, SceneError> {
        let known = BodyId(self.trackbodyid).get();
        known
            .filter(|b| b.index() < model.body.len())
            .ok_or(SceneError::TrackBody(self.trackbodyid))
    }

    /// Rejects a kind or an id that is out of range.
    pub(crate) fn check(&self, model: &Model) -> Result<(), SceneError> {
        match self.kind {
            camera::FREE | camera::USER => Ok(()),
            camera::TRACKING => self.tracked(model).map(|_| ()),
            camera::FIXED => self.fixed(model).map(|_| ()),
            kind => Err(SceneError::CameraKind(kind)),
        }
    }
}

/// The pose of a camera, equation (1); a tracking camera uses the look-at point of the last update.
#[doc(alias = "mjv_cameraFrame")]
pub fn camera_frame(
    model: &Model,
    data: &Data,
    camera: &Camera,
) -> Result<CameraFrame, SceneError> {
    gate::check(model, data)?;
    match camera.kind {
        camera::FREE | camera::TRACKING => {
            let [azimuth, elevation] = [camera.azimuth, camera.elevation].map(|x| x / 180.0 * PI);
            let (ca, sa) = (libm::cos(azimuth), libm::sin(azimuth));
            let (ce, se) = (libm::cos(elevation), libm::sin(elevation));
            let forward = Vec3::new(ce * ca, ce * sa, se);
            Ok(CameraFrame {
                pos: Vec3::from(camera.lookat) + forward * -camera.distance,
                forward,
                up: Vec3::new(-se * ca, -se * sa, ce),
                right: Vec3::new(sa, -ca, 0.0),
            })
        }
        camera::FIXED => {
            let c = camera.fixed(model)?;
            let mat = &data.kin.cam_xmat[c];
            Ok(CameraFrame {
                pos: data.kin.cam_xpos[c],
                forward: -mat.col(2),
                up: mat.col(1),
                right: mat.col(0),
            })
        }
        kind => Err(SceneError::CameraKind(kind)),
    }
}

/// The frustum of a camera.
#[doc(alias = "mjv_cameraFrustum")]
pub fn camera_frustum(model: &Model, camera: &Camera) -> Result<Frustum, SceneError> {
    let (global, map) = (&model.vis.global, &model.vis.map);
    let lens = Lens::new(model, camera)?;
    let near = (f64::from(map.znear) * model.stat.extent) as f32;
    let far = (f64::from(map.zfar) * model.stat.extent) as f32;
    let fovy = lens
        .camera
        .map_or(f64::from(global.fovy), |c| model.camera.fovy[c]);
    let sensor = lens.camera.map_or([0.0; 2], |c| model.camera.sensorsize[c]);
    let (vertical, horizontal) = match lens.camera {
        _ if lens.orthographic != 0 => ([(fovy / 2.0) as f32; 2], [0.0; 2]),
        Some(c) if sensor[1] != 0.0 => intrinsic_bounds(near, model.camera.intrinsic[c], sensor),
        _ => {
            let half = f64::from(near) * libm::tan(fovy * PI / 360.0);
            ([half as f32; 2], [0.0; 2])
        }
    };
    Ok(Frustum {
        vertical,
        horizontal,
        clip: [near, far],
    })
}

/// The settings that a camera takes from the model: from one of its cameras, or from those of free cameras.
struct Lens {
    camera: Option<CameraId>,
    orthographic: i32,
    /// Distance between the eyes.
    ipd: f64,
}

impl Lens {
    fn new(model: &Model, camera: &Camera) -> Result<Self, SceneError> {
        match camera.kind {
            camera::FREE | camera::TRACKING => Ok(Self {
                camera: None,
                orthographic: model.vis.global.orthographic,
                ipd: f64::from(model.vis.global.ipd),
            }),
            camera::FIXED => {
                let c = camera.fixed(model)?;
                let flat = model.camera.projection[c] == Projection::Orthographic;
                Ok(Self {
                    camera: Some(c),
                    orthographic: i32::from(flat),
                    ipd: model.camera.ipd[c],
                })
            }
            kind => Err(SceneError::CameraKind(kind)),
        }
    }
}

impl Scene {
    /// Sets the cameras of both eyes, and the look-at point of a tracking camera; a user camera leaves the scene as it is.
    #[doc(alias = "mjv_updateCamera")]
    pub fn update_camera(
        &mut self,
        model: &Model,
        data: &Data,
        camera: &mut Camera,
    ) -> Result<(), SceneError> {
        if camera.kind == camera::USER {
            return Ok(());
        }
        gate::check(model, data)?;
        if camera.kind == camera::TRACKING {
            let b = camera.tracked(model)?;
            camera.lookat = data.com.subtree_com[b].to_array();
        }
        let frame = camera_frame(model, data, camera)?;
        let frustum = camera_frustum(model, camera)?;
        let lens = Lens::new(model, camera)?;
        let ([below, above], [left, right]) = (frustum.vertical, frustum.horizontal);
        for (eye, ipd) in self.camera.iter_mut().zip([-lens.ipd, lens.ipd]) {
            *eye = GlCamera {
                pos: single::vector(frame.pos + frame.right * (ipd * 0.5)),
                forward: single::vector(frame.forward),
                up: single::vector(frame.up),
                frustum_center: (right - left) / 2.0,
                frustum_width: (right + left) / 2.0,
                frustum_bottom: -below,
                frustum_top: above,
                frustum_near: frustum.clip[0],
                frustum_far: frustum.clip[1],
                orthographic: lens.orthographic,
            };
        }
        self.enabletransform = 0;
        Ok(())
    }
}
