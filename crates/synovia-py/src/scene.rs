//! Scenes: their memory for numpy, and the records around them as bytes.

use std::sync::{Arc, OnceLock};

use bytemuck::Pod;
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use synovia_model::DType;
use synovia_model::record::{FieldInfo, Record};
use synovia_scene::{Camera, Figure, Geom, GlCamera, Light, Options, Perturb, Scene};

use crate::calls::{self, detached};
use crate::errors::guard;
use crate::memory::{MemoryRegion, Shared, ViewOwner, Viewable, view};
use crate::model::PyModel;

/// The records that functions of scenes take: name, fields.
pub(crate) const RECORDS: [(&str, &[FieldInfo]); 7] = [
    ("geom", Geom::FIELDS),
    ("light", Light::FIELDS),
    ("glcamera", GlCamera::FIELDS),
    ("camera", Camera::FIELDS),
    ("option", Options::FIELDS),
    ("perturb", Perturb::FIELDS),
    ("figure", Figure::FIELDS),
];

/// Most shapes of a scene.
const MAX_GEOMS: usize = 1 << 24;

/// The base class of `MjvScene`.
#[pyclass(frozen, subclass, name = "Scene", module = "synovia._synovia")]
pub(crate) struct PyScene {
    /// The scene.
    shared: OnceLock<Arc<Shared<Scene>>>,
}

/// A field of a scene that Python sees.
struct SceneField {
    name: &'static str,
    /// 0 for a single number.
    dimensions: usize,
    doc: &'static str,
    place: fn(&mut Scene) -> MemoryRegion,
}

/// Declares fields: single numbers and small arrays in the scene itself, and vectors.
macro_rules! scene_fields {
    (
        numbers { $($number:ident: $number_type:ident = $($number_path:ident).+, $number_doc:literal;)* }
        arrays { $($array:ident: $array_type:ident, $array_doc:literal;)* }
        vectors { $($vector:ident: $vector_type:ident = $($vector_path:ident).+, $vector_doc:literal;)* }
    ) => {
        &[
            $(SceneField {
                name: stringify!($number),
                dimensions: 0,
                doc: $number_doc,
                place: |scene| MemoryRegion::within(bytemuck::bytes_of(&scene.$($number_path).+), DType::$number_type),
            },)*
            $(SceneField {
                name: stringify!($array),
                dimensions: 1,
                doc: $array_doc,
                place: |scene| MemoryRegion::within(bytemuck::bytes_of(&scene.$array), DType::$array_type),
            },)*
            $(SceneField {
                name: stringify!($vector),
                dimensions: 1,
                doc: $vector_doc,
                place: |scene| vector(&mut scene.$($vector_path).+, DType::$vector_type),
            },)*
        ]
    };
}

/// The memory of a vector, which never grows.
fn vector<T: Pod>(vector: &mut Vec<T>, dtype: DType) -> MemoryRegion {
    let rows = vector.len() * size_of::<T>() / dtype.size();
    MemoryRegion::outside(vector.as_mut_ptr().cast(), dtype, rows, None)
}

const FIELDS: &[SceneField] = scene_fields! {
    numbers {
        ngeom: I32 = ngeom, "Shapes in use.";
        nlight: I32 = nlight, "Lights in use.";
        enabletransform: I32 = enabletransform, "1 if the model is moved, rotated and scaled.";
        scale: F32 = scale, "Scale of the model.";
        stereo: I32 = stereo, "How two eyes share the image, `mjtStereo`.";
        framewidth: I32 = framewidth, "Width of the border around the image in pixels; 0 disables it.";
        status: I32 = status, "0 if all shapes fit, 1 if there was no room for one.";
        flexvertopt: I32 = flex.vertopt, "1 if vertices of flexes are shown.";
        flexedgeopt: I32 = flex.edgeopt, "1 if edges of flexes are shown.";
        flexfaceopt: I32 = flex.faceopt, "1 if faces of flexes are shown.";
        flexskinopt: I32 = flex.skinopt, "1 if smooth skins of flexes are shown.";
    }
    arrays {
        camera: U8, "Left and right eye.";
        translate: F32, "Translation of the model.";
        rotate: F32, "Rotation of the model.";
        flags: U8, "Rendering effects, by `mjtRndFlag`.";
        framergb: F32, "Colour of the border.";
    }
    vectors {
        geoms: U8 = geoms, "Shapes; the first `ngeom` are in use.";
        geomorder: I32 = geomorder, "The shapes in drawing order.";
        lights: U8 = lights, "Lights; the first `nlight` are in use.";
        flexedgeadr: I32 = flex.edgeadr, "First edge of each flex.";
        flexedgenum: I32 = flex.edgenum, "Number of edges of each flex.";
        flexvertadr: I32 = flex.vertadr, "First vertex of each flex.";
        flexvertnum: I32 = flex.vertnum, "Number of vertices of each flex.";
        flexfaceadr: I32 = flex.faceadr, "First face of each flex.";
        flexfacenum: I32 = flex.facenum, "Room for faces of each flex.";
        flexfaceused: I32 = flex.faceused, "Faces of each flex in use.";
        flexedge: I32 = flex.edge, "Vertices of the edges of flexes.";
        flexvert: F32 = flex.vert, "Positions of the vertices of flexes.";
        flexface: F32 = flex.face, "Corners of the faces of flexes.";
        flexnormal: F32 = flex.normal, "Normals at these corners.";
        flextexcoord: F32 = flex.texcoord, "Texture coordinates at these corners.";
        skinfacenum: I32 = skin.facenum, "Number of faces of each skin.";
        skinvertadr: I32 = skin.vertadr, "First vertex of each skin.";
        skinvertnum: I32 = skin.vertnum, "Number of vertices of each skin.";
        skinvert: F32 = skin.vert, "Positions of the vertices of skins.";
        skinnormal: F32 = skin.normal, "Normals at the vertices.";
    }
};

impl Viewable for Scene {
    fn regions(&mut self) -> Vec<MemoryRegion> {
        FIELDS.iter().map(|field| (field.place)(self)).collect()
    }
}

impl PyScene {
    /// Runs `f` on the scene. Functions take a scene before a model and its simulation, so no two wait for each other.
    pub(crate) fn with<T: Send>(
        &self,
        f: impl FnOnce(&mut Scene) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        let shared = self.shared()?;
        match shared.try_write() {
            Some(mut scene) => guard(|| f(&mut scene)),
            None => detached(|| calls::write(shared).and_then(|mut s| guard(|| f(&mut s)))),
        }
    }

    /// The scene, if it was initialised: a subclass has to call the constructor of its base.
    fn shared(&self) -> PyResult<&Arc<Shared<Scene>>> {
        let missing = || PyTypeError::new_err("MjvScene.__init__() was not called");
        self.shared.get().ok_or_else(missing)
    }
}

#[pymethods]
impl PyScene {
    /// No scene yet: the arguments of subclasses are their own.
    #[new]
    #[pyo3(signature = (*_given, **_named))]
    fn new(_given: &Bound<'_, PyTuple>, _named: Option<&Bound<'_, PyDict>>) -> Self {
        Self {
            shared: OnceLock::new(),
        }
    }

    /// Initialises the scene, once.
    #[pyo3(signature = (model=None, maxgeom=0))]
    fn _begin(&self, model: Option<&PyModel>, maxgeom: i64) -> PyResult<()> {
        let room = usize::try_from(maxgeom).ok().filter(|n| *n <= MAX_GEOMS);
        let room = room.ok_or_else(|| {
            PyValueError::new_err(format!(
                "maxgeom {maxgeom} is not between 0 and {MAX_GEOMS}"
            ))
        })?;
        let scene = match model {
            Some(model) => model.read(|model| Ok(Scene::new(Some(model), room)))?,
            None => Scene::new(None, room),
        };
        self.shared.get_or_init(|| Shared::new(scene));
        Ok(())
    }

    /// A field of the scene, viewed in place.
    fn _field_view<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let unknown = || PyKeyError::new_err(name.to_owned());
        let k = FIELDS.iter().position(|field| field.name == name);
        let shared = self.shared()?;
        let view_owner = ViewOwner::new(py, shared)?.into_bound(py);
        view(&view_owner, shared, k.ok_or_else(unknown)?, None)?.ok_or_else(unknown)
    }
}

/// The fields of a scene: name, number of dimensions, documentation.
#[pyfunction]
pub(crate) fn scene_fields() -> Vec<(&'static str, usize, &'static str)> {
    FIELDS
        .iter()
        .map(|field| (field.name, field.dimensions, field.doc))
        .collect()
}

/// The bytes of a record with its defaults.
#[pyfunction]
pub(crate) fn scene_default<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyBytes>> {
    Ok(match name {
        "geom" => bytes(py, &Geom::default()),
        "light" => bytes(py, &Light::default()),
        "glcamera" => bytes(py, &GlCamera::default()),
        "camera" => bytes(py, &Camera::default()),
        "option" => bytes(py, &Options::default()),
        "perturb" => bytes(py, &Perturb::default()),
        "figure" => bytes(py, &*Figure::boxed()),
        _ => return Err(PyKeyError::new_err(name.to_owned())),
    })
}

/// The bytes of a record.
pub(crate) fn bytes<'py, T: Pod>(py: Python<'py>, record: &T) -> Bound<'py, PyBytes> {
    PyBytes::new(py, bytemuck::bytes_of(record))
}

/// A record from its bytes.
pub(crate) fn record<T: Pod>(bytes: &[u8]) -> PyResult<T> {
    bytemuck::try_pod_read_unaligned(bytes)
        .map_err(|_| PyTypeError::new_err("the record has another size"))
}
