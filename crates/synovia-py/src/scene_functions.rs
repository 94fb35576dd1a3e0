//! Functions of scenes: records come and go as bytes, arrays as numbers that the package writes into the caller's.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use synovia_engine::Data;
use synovia_math::{Mat3, Pose, Quat, Vec3};
use synovia_model::{GeomType, Model};
use synovia_scene::{
    Camera, Geom, GlCamera, Options, Perturb, Scene, SceneError, align_to_camera,
    apply_perturb_force, apply_perturb_pose, average_camera, camera_frame, camera_frustum,
};

use crate::args::Fixed;
use crate::data::PyData;
use crate::errors::FatalError;
use crate::given::{self, Argument};
use crate::model::PyModel;
use crate::scene::{PyScene, bytes, record};

/// What stopped a function of a scene.
fn failed(error: SceneError) -> PyErr {
    FatalError::new_err(error.to_string())
}

/// Runs `f` on a scene, a model and a simulation of it.
fn with_all<T: Send>(
    m: &PyModel,
    d: &PyData,
    scn: &PyScene,
    f: impl FnOnce(&mut Scene, &Model, &mut Data) -> Result<T, SceneError> + Send,
) -> PyResult<T> {
    scn.with(|scene| d.with_model(m, |model, data| f(scene, model, data).map_err(failed)))
}

/// Fills a scene with all that there is to draw; returns the camera.
#[pyfunction]
pub(crate) fn update_scene<'py>(
    py: Python<'py>,
    m: &Argument<'_>,
    d: &Argument<'_>,
    scn: &PyScene,
    records: (Vec<u8>, Vec<u8>),
    pert: Option<&[u8]>,
    catmask: i32,
) -> PyResult<Bound<'py, PyBytes>> {
    let (m, d) = given::pair("mjv_updateScene", m, d)?;
    let (options, camera) = records;
    let (options, mut camera) = (record::<Options>(&options)?, record::<Camera>(&camera)?);
    let perturb = pert.map(record::<Perturb>).transpose()?;
    let camera = with_all(m, d, scn, |scene, model, data| {
        let perturb = perturb.as_ref();
        let done = scene.update(model, data, &options, perturb, &mut camera, catmask);
        done.map(|()| camera)
    })?;
    Ok(bytes(py, &camera))
}

/// Adds shapes to a scene.
#[pyfunction]
pub(crate) fn add_geoms(
    m: &Argument<'_>,
    d: &Argument<'_>,
    scn: &PyScene,
    opt: &[u8],
    pert: Option<&[u8]>,
    catmask: i32,
) -> PyResult<()> {
    let (m, d) = given::pair("mjv_addGeoms", m, d)?;
    let options = record::<Options>(opt)?;
    let perturb = pert.map(record::<Perturb>).transpose()?;
    with_all(m, d, scn, |scene, model, data| {
        scene.add_geoms(model, data, &options, perturb.as_ref(), catmask)
    })
}

/// Fills the lights of a scene.
#[pyfunction]
pub(crate) fn make_lights(m: &Argument<'_>, d: &Argument<'_>, scn: &PyScene) -> PyResult<()> {
    let (m, d) = given::pair("mjv_makeLights", m, d)?;
    with_all(m, d, scn, |scene, model, data| {
        scene.make_lights(model, data)
    })
}

/// Sets the cameras of a scene; returns the abstract camera.
#[pyfunction]
pub(crate) fn update_camera<'py>(
    py: Python<'py>,
    m: &Argument<'_>,
    d: &Argument<'_>,
    scn: &PyScene,
    cam: &[u8],
) -> PyResult<Bound<'py, PyBytes>> {
    let (m, d) = given::pair("mjv_updateCamera", m, d)?;
    let mut camera = record::<Camera>(cam)?;
    let camera = with_all(m, d, scn, |scene, model, data| {
        let done = scene.update_camera(model, data, &mut camera);
        done.map(|()| camera)
    })?;
    Ok(bytes(py, &camera))
}

/// Sets the surfaces of skins of all shown groups.
#[pyfunction]
pub(crate) fn update_skin(
    m: &Argument<'_>,
    d: &Argument<'_>,
    scn: &PyScene,
    opt: &[u8],
) -> PyResult<()> {
    let (m, d) = given::pair("mjv_updateSkin", m, d)?;
    let options = record::<Options>(opt)?;
    with_all(m, d, scn, |scene, model, data| {
        scene.update_skin(model, data, &options)
    })
}

/// The free camera of a model.
#[pyfunction]
pub(crate) fn free_camera<'py>(py: Python<'py>, m: &Argument<'_>) -> PyResult<Bound<'py, PyBytes>> {
    let m = given::model("mjv_defaultFreeCamera", m)?;
    let camera = m.read(|model| Ok(Camera::free_default(model)))?;
    Ok(bytes(py, &camera))
}

/// A shape with these parts, the defaults for what is missing.
#[pyfunction]
pub(crate) fn init_geom<'py>(
    py: Python<'py>,
    geom: &[u8],
    kind: i32,
    size: Option<Fixed<3>>,
    pos: Option<Fixed<3>>,
    mat: Option<Fixed<9>>,
    rgba: Option<Fixed<4>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let mut geom = record::<Geom>(geom)?;
    geom.init(
        GeomType(kind),
        size.map(Vec3::from),
        pos.map(Vec3::from),
        mat.map(Mat3::from).as_ref(),
        rgba.map(|rgba| rgba.0.map(|part| part as f32)),
    );
    Ok(bytes(py, &geom))
}

/// A shape between two points.
#[pyfunction]
pub(crate) fn connector<'py>(
    py: Python<'py>,
    geom: &[u8],
    kind: i32,
    width: f64,
    from: Fixed<3>,
    to: Fixed<3>,
) -> PyResult<Bound<'py, PyBytes>> {
    let mut geom = record::<Geom>(geom)?;
    let done = geom.connector(GeomType(kind), width, from.into(), to.into());
    done.map_err(failed)?;
    Ok(bytes(py, &geom))
}

/// Position, direction of view, up and right of a camera.
#[pyfunction]
pub(crate) fn frame_of_camera(
    m: &Argument<'_>,
    d: &Argument<'_>,
    cam: &[u8],
) -> PyResult<[[f64; 3]; 4]> {
    let (m, d) = given::pair("mjv_cameraFrame", m, d)?;
    let camera = record::<Camera>(cam)?;
    let frame = d.with_model(m, |model, data| {
        camera_frame(model, data, &camera).map_err(failed)
    })?;
    Ok([frame.pos, frame.forward, frame.up, frame.right].map(Vec3::to_array))
}

/// Vertical, horizontal and depth bounds of what a camera sees.
#[pyfunction]
pub(crate) fn frustum_of_camera(m: &Argument<'_>, cam: &[u8]) -> PyResult<[[f32; 2]; 3]> {
    let m = given::model("mjv_cameraFrustum", m)?;
    let camera = record::<Camera>(cam)?;
    let frustum = m.read_sound(|model| camera_frustum(model, &camera).map_err(failed))?;
    Ok([frustum.vertical, frustum.horizontal, frustum.clip])
}

/// The mean eye of a scene, in the room or in the model: position, direction of view, up.
#[pyfunction]
pub(crate) fn mean_eye(scn: &PyScene, in_room: bool) -> PyResult<[[f64; 3]; 3]> {
    let eye = scn.with(|scene| {
        let eye = if in_room {
            scene.camera_in_room()
        } else {
            scene.camera_in_model()
        };
        eye.map_err(failed)
    })?;
    Ok([eye.pos, eye.forward, eye.up].map(Vec3::to_array))
}

/// A pose in the room as one in the model, or the other way round.
#[pyfunction]
pub(crate) fn room_pose(
    scn: &PyScene,
    pos: Fixed<3>,
    quat: Fixed<4>,
    to_room: bool,
) -> PyResult<([f64; 3], [f64; 4])> {
    let pose = Pose {
        pos: pos.into(),
        quat: Quat::from(quat),
    };
    let pose = scn.with(|scene| {
        let pose = if to_room {
            scene.model2room(&pose)
        } else {
            scene.room2model(&pose)
        };
        pose.map_err(failed)
    })?;
    Ok((pose.pos.to_array(), pose.quat.to_array()))
}

/// Height of what the cameras see at distance 1.
#[pyfunction]
pub(crate) fn frustum_height(scn: &PyScene) -> PyResult<f64> {
    scn.with(|scene| scene.frustum_height().map_err(failed))
}

/// A horizontal movement turned to where the camera looks.
#[pyfunction]
pub(crate) fn aligned_to_camera(vec: Fixed<3>, forward: Fixed<3>) -> [f64; 3] {
    align_to_camera(vec.into(), forward.into()).to_array()
}

/// The camera in the middle of two.
#[pyfunction]
pub(crate) fn mean_camera<'py>(
    py: Python<'py>,
    left: &[u8],
    right: &[u8],
) -> PyResult<Bound<'py, PyBytes>> {
    let (left, right) = (record::<GlCamera>(left)?, record::<GlCamera>(right)?);
    Ok(bytes(py, &average_camera(&left, &right).map_err(failed)?))
}

/// Moves a camera with the mouse.
#[pyfunction]
pub(crate) fn move_camera<'py>(
    py: Python<'py>,
    m: &Argument<'_>,
    scn: &PyScene,
    action: i32,
    by: [f64; 2],
    cam: &[u8],
) -> PyResult<Bound<'py, PyBytes>> {
    let m = given::model("mjv_moveCamera", m)?;
    let mut camera = record::<Camera>(cam)?;
    scn.with(|scene| {
        m.read_sound(|model| {
            let done = scene.move_camera(model, action, by[0], by[1], &mut camera);
            done.map_err(failed)
        })
    })?;
    Ok(bytes(py, &camera))
}

/// Moves the model with the mouse.
#[pyfunction]
pub(crate) fn move_model(
    m: &Argument<'_>,
    scn: &PyScene,
    action: i32,
    by: [f64; 2],
    roomup: Fixed<3>,
) -> PyResult<()> {
    let m = given::model("mjv_moveModel", m)?;
    scn.with(|scene| {
        m.read_sound(|model| {
            let done = scene.move_model(model, action, by[0], by[1], roomup.into());
            done.map_err(failed)
        })
    })
}

/// Moves the selected object with the mouse.
#[pyfunction]
pub(crate) fn move_perturb<'py>(
    py: Python<'py>,
    m: &Argument<'_>,
    d: &Argument<'_>,
    scn: &PyScene,
    action: i32,
    by: [f64; 2],
    pert: &[u8],
) -> PyResult<Bound<'py, PyBytes>> {
    let (m, d) = given::pair("mjv_movePerturb", m, d)?;
    let mut perturb = record::<Perturb>(pert)?;
    let perturb = with_all(m, d, scn, |scene, model, data| {
        let done = scene.move_perturb(model, data, action, by, &mut perturb);
        done.map(|()| perturb)
    })?;
    Ok(bytes(py, &perturb))
}

/// Begins to drag the selected object.
#[pyfunction]
pub(crate) fn init_perturb<'py>(
    py: Python<'py>,
    m: &Argument<'_>,
    d: &Argument<'_>,
    scn: &PyScene,
    pert: &[u8],
) -> PyResult<Bound<'py, PyBytes>> {
    let (m, d) = given::pair("mjv_initPerturb", m, d)?;
    let mut perturb = record::<Perturb>(pert)?;
    let perturb = with_all(m, d, scn, |scene, model, data| {
        let done = scene.init_perturb(model, data, &mut perturb);
        done.map(|()| perturb)
    })?;
    Ok(bytes(py, &perturb))
}

/// Puts the selected object where it shall be: mocap bodies, and others while paused.
#[pyfunction]
pub(crate) fn perturb_pose(
    m: &Argument<'_>,
    d: &Argument<'_>,
    pert: &[u8],
    paused: bool,
) -> PyResult<()> {
    let (m, d) = given::pair("mjv_applyPerturbPose", m, d)?;
    let perturb = record::<Perturb>(pert)?;
    d.with_model(m, |model, data| {
        apply_perturb_pose(model, data, &perturb, paused).map_err(failed)
    })
}

/// Pulls the selected object to where it shall be.
#[pyfunction]
pub(crate) fn perturb_force(m: &Argument<'_>, d: &Argument<'_>, pert: &[u8]) -> PyResult<()> {
    let (m, d) = given::pair("mjv_applyPerturbForce", m, d)?;
    let perturb = record::<Perturb>(pert)?;
    d.with_model(m, |model, data| {
        apply_perturb_force(model, data, &perturb).map_err(failed)
    })
}

/// Body, point, geom, flex, skin; none is −1.
type Selected = (i32, [f64; 3], i32, i32, i32);

/// What is at a point of the picture.
#[pyfunction]
pub(crate) fn select(
    m: &Argument<'_>,
    d: &Argument<'_>,
    scn: &PyScene,
    opt: &[u8],
    aspectratio: f64,
    at: [f64; 2],
) -> PyResult<Option<Selected>> {
    let (m, d) = given::pair("mjv_select", m, d)?;
    let options = record::<Options>(opt)?;
    let selection = with_all(m, d, scn, |scene, model, data| {
        scene.select(model, data, &options, aspectratio, at)
    })?;
    Ok(selection.map(|s| {
        let geom = s.geom.map_or(-1, |id| id.index() as i32);
        let flex = s.flex.map_or(-1, |id| id.index() as i32);
        let skin = s.skin.map_or(-1, |id| id.index() as i32);
        (s.body.index() as i32, s.point.to_array(), geom, flex, skin)
    }))
}
